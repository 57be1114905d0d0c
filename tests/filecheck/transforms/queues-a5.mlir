// RUN: pto-opt %s -p insert-tile-copies,init-memref,materialize-semantic-aliases,memory-reuse | filecheck %s

// A queue of a5 loads nothing, so an operation on a popped half may be written over what it reads.

module attributes {pto.target_arch = "a5"} {
  // CHECK:         mem.place %down in %mem_vec :
  // CHECK:         mem.place %n in %mem_vec :
  func.func @halved(%x: memref<8x128xf32>, %out: memref<8x128xf32>) {
    %c0 = arith.constant 0 : index
    %down = tile.load %x[%c0, %c0] : memref<8x128xf32> -> !tile.tile<vec, 8x128xf32>
    %p = tile.tpop from cube {split = 1 : i64} : !tile.tile<vec, 8x128xf32>
    %n = tile.add %down, %p : !tile.tile<vec, 8x128xf32>
    tile.store %n, %out[%c0, %c0] : !tile.tile<vec, 8x128xf32>, memref<8x128xf32>
    func.return
  }
}
