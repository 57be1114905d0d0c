// RUN: pto-compile %s | filecheck %s
// RUN: pto-compile %s --target a5 | filecheck %s --check-prefix=CHECK-A5
// RUN: pto-compile %s --planner ptoas | filecheck %s --check-prefix=CHECK-PTOAS

// Tiles go both ways: the vector core prepares what the cube core multiplies. On a3 the slots of a
// queue need global memory, which is added to the arguments; a5 has none.

builtin.module {
  // CHECK:          func.func @cube(%b: !pto.ptr<f16>, %gm_pipe_buffer: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>}
  // CHECK:            %v2c = pto.reserve_buffer{name = "v2c", size = 8192, location = <mat>, auto = false, base = 0} -> i32
  // CHECK:            %[[PEER:.*]] = pto.import_reserved_buffer{name = "c2v", peer_func = @vector} -> i32
  // CHECK-NEXT:       pto.aic_initialize_pipe{dir_mask = 3, slot_size = 4096, slot_num = 2}(gm_slot_buffer = %gm_pipe_buffer : !pto.ptr<f32>, c2v_consumer_buf = %[[PEER]] : i32, v2c_consumer_buf = %v2c : i32)
  // CHECK:            %a = pto.tpop_from_aiv {split = 0} -> !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>
  // CHECK-NEXT:       pto.tmov ins(%a :
  // CHECK:            pto.tfree_from_aiv {split = 0}
  // CHECK:            pto.tpush_to_aiv(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>) {split = 0}
  // CHECK-A5:       func.func @cube(%b: !pto.ptr<f16>) attributes
  // CHECK-A5:         pto.aic_initialize_pipe{dir_mask = 3, slot_size = 4096, slot_num = 2}(c2v_consumer_buf = %{{.*}} : i32, v2c_consumer_buf = %v2c : i32)
  // CHECK-PTOAS:      %v2c = pto.reserve_buffer{name = "v2c", size = 8192, location = <mat>, auto = true} -> i32
  func.func @cube(%b: memref<64x64xf16>) {
    %c0 = arith.constant 0 : index
    %q = mem.reserve "v2c" : !mem.ref<mat, 8192>
    tile.init_pipe on cube receives in %q : !mem.ref<mat, 8192> sends to "c2v" of @vector {dir_mask = 3 : i64, slot_size = 4096 : i64, slot_num = 2 : i64}
    %r = tile.load %b[%c0, %c0] : memref<64x64xf16> -> !tile.tile<mat, 64x64xf16>
    %a = tile.tpop from vector : !tile.tile<mat, 16x64xf16>
    %c = tile.matmul %a, %r : !tile.tile<mat, 16x64xf16>, !tile.tile<mat, 64x64xf16> -> !tile.tile<acc, 16x64xf32>
    tile.tfree %a : !tile.tile<mat, 16x64xf16>
    tile.tpush %c to vector : !tile.tile<acc, 16x64xf32>
    func.return
  }

  // The reserved memory comes first; a popped tile has no allocation, its views are views of it.

  // CHECK:          func.func @vector(%x: !pto.ptr<f32>, %out: !pto.ptr<f32>, %gm_pipe_buffer: !pto.ptr<f32>, %n: index)
  // CHECK:            %c2v = pto.reserve_buffer{name = "c2v", size = 8192, location = <vec>, auto = false, base = 0} -> i32
  // CHECK-NEXT:       %u = pto.alloc_tile addr = %c8192_i64 : !pto.tile_buf<vec, 16x64xf32>
  // CHECK-NEXT:       %h = pto.alloc_tile addr = %c8192_i64 : !pto.tile_buf<vec, 16x64xf16>
  // CHECK-NEXT:       %e = pto.alloc_tile addr = %c8192_i64 : !pto.tile_buf<vec, 32x32xf32>
  // CHECK-NEXT:       import_reserved_buffer
  // CHECK-NEXT:       pto.aiv_initialize_pipe{dir_mask = 3, slot_size = 4096, slot_num = 2}(gm_slot_buffer = %gm_pipe_buffer : !pto.ptr<f32>, c2v_consumer_buf = %c2v : i32, v2c_consumer_buf = %{{.*}} : i32)
  // CHECK:            pto.tpush_to_aic(%{{.*}} : !pto.tile_buf<vec, 16x64xf16>) {split = 0}
  // CHECK:            %t = pto.tpop_from_aic(%n, %c64) {split = 0} -> !pto.tile_buf<vec, 16x64xf32, valid=?x64>
  // CHECK-NEXT:       %[[W:.*]] = pto.subview %t
  // CHECK-NEXT:       %[[V:.*]] = pto.treshape %[[W]]
  // CHECK-NEXT:       pto.texp ins(%[[V]] :
  // CHECK-NEXT:       pto.tfree_from_aic {split = 0}
  func.func @vector(%x: memref<16x64xf32>, %n: index, %out: memref<32x32xf32>) {
    %c0 = arith.constant 0 : index
    %q = mem.reserve "c2v" : !mem.ref<vec, 8192>
    tile.init_pipe on vector receives in %q : !mem.ref<vec, 8192> sends to "v2c" of @cube {dir_mask = 3 : i64, slot_size = 4096 : i64, slot_num = 2 : i64}
    %u = tile.load %x[%c0, %c0] : memref<16x64xf32> -> !tile.tile<vec, 16x64xf32>
    %h = tile.cast %u {mode = "rint"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xf16>
    tile.tpush %h to cube : !tile.tile<vec, 16x64xf16>
    %t = tile.tpop from cube valid [%n] : !tile.tile<vec, 16x64xf32, valid=?x64>
    %w = tile.set_valid_shape %t : !tile.tile<vec, 16x64xf32, valid=?x64> -> !tile.tile<vec, 16x64xf32>
    %v = tile.reshape %w : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 32x32xf32>
    %e = tile.exp %v : !tile.tile<vec, 32x32xf32>
    tile.tfree %t : !tile.tile<vec, 16x64xf32, valid=?x64>
    tile.store %e, %out[%c0, %c0] : !tile.tile<vec, 32x32xf32>, memref<32x32xf32>
    func.return
  }
}
