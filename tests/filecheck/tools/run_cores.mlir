// RUN: pto-run %s | filecheck %s
// RUN: pto-run %s --set block_num=2 --seed 3 | filecheck %s
// RUN: not pto-run %s:cube 2>&1 | filecheck %s --check-prefix=ALONE
// RUN: not pto-run %s --set block_idx=1 2>&1 | filecheck %s --check-prefix=OUTSIDE
// RUN: not pto-run %s --set block_num=0.5 2>&1 | filecheck %s --check-prefix=WHOLE

// A cube and a vector function are one kernel; its arguments are those of both, by name.

// CHECK:   out: 32x64 float32, 0.0 to
// OUTSIDE: error: block_idx 1 is not below block_num 1
// WHOLE:   error: --set block_num takes a whole number, not 0.5

builtin.module attributes {pto.target_arch = "a5"} {
  // ALONE: run_cores.mlir:[[# @LINE + 1]]:3: error: 1 of what was pushed into queue 0 from cube to vector is never popped
  func.func @cube(%a: !pto.ptr<f32>, %slots: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    pto.aic_initialize_pipe{dir_mask = 1, slot_size = 8192}(gm_slot_buffer = %slots : !pto.ptr<f32>)
    %va = pto.make_tensor_view %a, shape = [%c32, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
    %pa = pto.partition_view %va, offsets = [%c0, %c0], sizes = [%c32, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<32x64xf32>
    %t = pto.alloc_tile : !pto.tile_buf<mat, 32x64xf32, blayout=col_major, slayout=row_major>
    pto.tload ins(%pa : !pto.partition_tensor_view<32x64xf32>) outs(%t : !pto.tile_buf<mat, 32x64xf32, blayout=col_major, slayout=row_major>)
    pto.tpush_to_aiv(%t : !pto.tile_buf<mat, 32x64xf32, blayout=col_major, slayout=row_major>) {split = 0}
    func.return
  }
  func.func @vector(%out: !pto.ptr<f32>, %slots: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 8192}(gm_slot_buffer = %slots : !pto.ptr<f32>)
    %vo = pto.make_tensor_view %out, shape = [%c32, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
    %po = pto.partition_view %vo, offsets = [%c0, %c0], sizes = [%c32, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<32x64xf32>
    %y = pto.alloc_tile : !pto.tile_buf<vec, 32x64xf32>
    %t = pto.tpop_from_aic{split = 0} -> !pto.tile_buf<vec, 32x64xf32>
    pto.trelu ins(%t : !pto.tile_buf<vec, 32x64xf32>) outs(%y : !pto.tile_buf<vec, 32x64xf32>)
    pto.tfree_from_aic{split = 0}
    pto.tstore ins(%y : !pto.tile_buf<vec, 32x64xf32>) outs(%po : !pto.partition_tensor_view<32x64xf32>)
    func.return
  }
}
