// RUN: pto-opt %s -p insert-tile-copies,init-memref,materialize-semantic-aliases,memory-reuse,allocate-memory-addr,verify-memory-plan --split-input-file --verify-diagnostics | filecheck %s

func.func @read_after_free(%out: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  %v = tile.reshape %t : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 32x32xf32>
  tile.tfree %t : !tile.tile<vec, 16x64xf32>
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 'v' (a view of 't' in 'queue', bytes 0 to 4096 of its slot) is needed here, but its slot was given back
  tile.store %v, %out[%c0, %c0] : !tile.tile<vec, 32x32xf32>, memref<32x32xf32>
  func.return
}

// -----

func.func @read_after_free_in_next_iteration(%out: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' (in 'queue', bytes 0 to 4096 of its slot) is needed here in the next iteration, but its slot was given back
    tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 16x64xf32>, memref<16x64xf32>
    tile.tfree %t : !tile.tile<vec, 16x64xf32>
  }
  func.return
}

// -----

func.func @freed_twice() {
  %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  tile.tfree %t : !tile.tile<vec, 16x64xf32>
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' (in 'queue', bytes 0 to 4096 of its slot) is needed here, but its slot was given back
  tile.tfree %t : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @carried_in_mat(%c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tile.tpop from vector : !tile.tile<mat, 16x64xf16>
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a loop overwrites tile 't' in mat, which lies in a slot of its queue, and a3 cannot copy mat to mat
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%acc = %t) -> (!tile.tile<mat, 16x64xf16>) {
    scf.yield %acc : !tile.tile<mat, 16x64xf16>
  }
  func.return
}

// -----

// Where to save memory is said if a queue is what it is reserved for.

func.func @full(%b: memref<64x64xbf16>) {
  %c0 = arith.constant 0 : index
  %q = mem.reserve "v2c" : !mem.ref<mat, 524288>
  tile.init_pipe on cube receives in %q : !mem.ref<mat, 524288> {dir_mask = 2 : i64, slot_size = 65536 : i64}
  // CHECK: queues-invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: error: Mat buffer usage (532480 bytes) exceeds the limit of a3 (524288 bytes)
  // CHECK-NEXT: note: 'v2c' reserves 524288 bytes of mat for 8 slots of a queue, which may have fewer (slot_num)
  %t = tile.load %b[%c0, %c0] : memref<64x64xbf16> -> !tile.tile<mat, 64x64xbf16>
  %r = tile.move %t : !tile.tile<mat, 64x64xbf16> -> !tile.tile<right, 64x64xbf16>
  func.return
}
