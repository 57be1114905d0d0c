// RUN: pto-compile %s | filecheck %s
// RUN: pto-run %s --check --set block_num=3

// If a function of the program asks which block it is, each block has its part of the workspace of a
// queue, on both sides.

// CHECK:      func.func @cube(%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %gm_pipe_buffer: !pto.ptr<f32>)
// CHECK:        %[[I:.*]] = pto.get_block_idx
// CHECK-NEXT:   %[[N:.*]] = arith.index_cast %[[I]] : i64 to index
// CHECK-NEXT:   %[[AT:.*]] = arith.muli %[[N]], %c8192 : index
// CHECK-NEXT:   %[[WS:.*]] = pto.addptr %gm_pipe_buffer, %[[AT]] : !pto.ptr<f32> -> !pto.ptr<f32>
// CHECK-NEXT:   pto.aic_initialize_pipe{dir_mask = 1, slot_size = 4096}(gm_slot_buffer = %[[WS]] : !pto.ptr<f32>)
func.func @cube(%a: memref<16x64xf16>, %b: memref<64x64xf16>) {
  %c0 = arith.constant 0 : index
  tile.init_pipe on cube {dir_mask = 1 : i64, slot_size = 4096 : i64}
  %l = tile.load %a[%c0, %c0] : memref<16x64xf16> -> !tile.tile<mat, 16x64xf16>
  %r = tile.load %b[%c0, %c0] : memref<64x64xf16> -> !tile.tile<mat, 64x64xf16>
  %c = tile.matmul %l, %r : !tile.tile<mat, 16x64xf16>, !tile.tile<mat, 64x64xf16> -> !tile.tile<acc, 16x64xf32>
  tile.tpush %c to vector : !tile.tile<acc, 16x64xf32>
  func.return
}

// CHECK:      func.func @vector(
// CHECK:        %[[WS:.*]] = pto.addptr %gm_pipe_buffer
// CHECK-NEXT:   pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 4096}(gm_slot_buffer = %[[WS]] : !pto.ptr<f32>)
func.func @vector(%out: memref<48x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  tile.init_pipe on vector {dir_mask = 1 : i64, slot_size = 4096 : i64}
  %i = tile.block_idx : index
  %row = arith.muli %i, %c16 : index
  %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  tile.store %t, %out[%row, %c0] : !tile.tile<vec, 16x64xf32>, memref<48x64xf32>
  tile.tfree %t : !tile.tile<vec, 16x64xf32>
  func.return
}
