// RUN: pto-opt %s | pto-opt | filecheck %s
// RUN: pto-opt %s --print-op-generic | filecheck %s --check-prefix=CHECK-GENERIC
// RUN: pto-opt %s --print-op-generic | pto-opt | filecheck %s

// A queue in both directions: the cube core sends a product and receives what becomes of it.

func.func @cube(%ws: memref<4096xf32>) {
  // CHECK:           %q = mem.reserve "v2c"
  %q = mem.reserve "v2c" : !mem.ref<mat, 16384>
  // CHECK-NEXT:      tile.init_pipe on cube receives in %q : !mem.ref<mat, 16384> sends to "c2v" of @vector through %ws : memref<4096xf32> {dir_mask = 3 : i64, slot_size = 4096 : i64}
  // CHECK-GENERIC:   "tile.init_pipe"(%q, %ws) <{runs_on = #tile.core<cube>, peer_buffer = "c2v", peer_func = @vector, dir_mask = 3 : i64, slot_size = 4096 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (!mem.ref<mat, 16384>, memref<4096xf32>) -> ()
  tile.init_pipe on cube receives in %q : !mem.ref<mat, 16384> sends to "c2v" of @vector through %ws : memref<4096xf32> {dir_mask = 3 : i64, slot_size = 4096 : i64}
  %acc = tile.create : !tile.tile<acc, 16x64xf32>
  // CHECK:           tile.tpush %acc to vector : !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC:   "tile.tpush"(%acc) <{peer = #tile.core<vector>}> : (!tile.tile<acc, 16x64xf32>) -> ()
  tile.tpush %acc to vector : !tile.tile<acc, 16x64xf32>
  // CHECK-NEXT:      %t = tile.tpop from vector : !tile.tile<mat, 16x64xf32>
  // CHECK-GENERIC:   %t = "tile.tpop"() <{peer = #tile.core<vector>}> : () -> !tile.tile<mat, 16x64xf32>
  %t = tile.tpop from vector : !tile.tile<mat, 16x64xf32>
  // CHECK-NEXT:      tile.tfree %t {note} : !tile.tile<mat, 16x64xf32>
  // CHECK-GENERIC:   "tile.tfree"(%t) {note} : (!tile.tile<mat, 16x64xf32>) -> ()
  tile.tfree %t {note} : !tile.tile<mat, 16x64xf32>
  func.return
}

func.func @vector(%n: index, %ws: memref<4096xf32>) {
  %q = mem.reserve "c2v" : !mem.ref<vec, 16384>
  // CHECK:           tile.init_pipe on vector receives in %q : !mem.ref<vec, 16384> sends to "v2c" of @cube through
  tile.init_pipe on vector receives in %q : !mem.ref<vec, 16384> sends to "v2c" of @cube through %ws : memref<4096xf32> {dir_mask = 3 : i64, slot_size = 4096 : i64}
  // CHECK-NEXT:      %t = tile.tpop from cube valid [%n] : !tile.tile<vec, 16x64xf32, valid=?x64>
  // CHECK-GENERIC:   %t = "tile.tpop"(%n) <{peer = #tile.core<cube>}> : (index) -> !tile.tile<vec, 16x64xf32, valid=?x64>
  %t = tile.tpop from cube valid [%n] : !tile.tile<vec, 16x64xf32, valid=?x64>
  // CHECK-NEXT:      tile.tfree %t : !tile.tile<vec, 16x64xf32, valid=?x64>
  tile.tfree %t : !tile.tile<vec, 16x64xf32, valid=?x64>
  %u = tile.create : !tile.tile<vec, 16x64xf32>
  // CHECK:           tile.tpush %u to cube : !tile.tile<vec, 16x64xf32>
  tile.tpush %u to cube : !tile.tile<vec, 16x64xf32>
  func.return
}
