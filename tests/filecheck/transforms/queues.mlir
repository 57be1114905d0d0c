// RUN: pto-opt %s -p init-memref | filecheck %s --check-prefix=INIT
// RUN: pto-opt %s -p insert-tile-copies,init-memref,materialize-semantic-aliases,memory-reuse | filecheck %s --check-prefix=REUSE
// RUN: pto-opt %s -p canonicalize-io-order | filecheck %s --check-prefix=ORDER
// RUN: pto-opt %s -p insert-tile-copies | filecheck %s --check-prefix=COPY
// RUN: pto-opt %s -p insert-tile-copies,init-memref,materialize-semantic-aliases,memory-reuse,allocate-memory-addr,verify-memory-plan | filecheck %s --check-prefix=ADDR

// A popped tile and a view of it have no allocation; what is computed from them has its own.

// INIT-LABEL:  func.func @popped
// INIT-NEXT:     mem.alloc "mem_vec_0" : !mem.ref<vec, 4096>
// INIT-NEXT:     mem.alloc "mem_vec_1" : !mem.ref<vec, 4096>
// INIT-NOT:      mem.alloc
// INIT:          %t = tile.tpop
// INIT-NEXT:     %v = tile.reshape
// INIT-NEXT:     %a = tile.exp %v
// INIT-NEXT:     mem.place %a
// INIT-NEXT:     %b = tile.exp %t
// INIT-NEXT:     mem.place %b
func.func @popped() {
  %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  %v = tile.reshape %t : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 32x32xf32>
  %a = tile.exp %v : !tile.tile<vec, 32x32xf32>
  %b = tile.exp %t : !tile.tile<vec, 16x64xf32>
  func.return
}

// Where queues go through global memory, an operation on a popped half is not written over what it
// has loaded (a5 in queues-a5.mlir).

// REUSE-LABEL: func.func @halved
// REUSE:         mem.place %down in %mem_vec :
// REUSE:         mem.place %n in %mem_vec_1 :
func.func @halved(%x: memref<8x128xf32>, %out: memref<8x128xf32>) {
  %c0 = arith.constant 0 : index
  %down = tile.load %x[%c0, %c0] : memref<8x128xf32> -> !tile.tile<vec, 8x128xf32>
  %p = tile.tpop from cube {split = 1 : i64} : !tile.tile<vec, 8x128xf32>
  %n = tile.add %down, %p : !tile.tile<vec, 8x128xf32>
  tile.store %n, %out[%c0, %c0] : !tile.tile<vec, 8x128xf32>, memref<8x128xf32>
  func.return
}

// Through views and padding.

// REUSE-LABEL: func.func @halved_through_views
// REUSE:         mem.place %pad in %mem_vec :
// REUSE:         mem.place %n in %mem_vec_1 :
func.func @halved_through_views(%x: memref<8x128xf32>, %out: memref<16x64xf32>) attributes {tile.split = 1 : i64} {
  %c0 = arith.constant 0 : index
  %down = tile.load %x[%c0, %c0] : memref<8x128xf32> -> !tile.tile<vec, 8x128xf32, pad=zero>
  %pad = tile.fillpad %down {pad = "zero"} : !tile.tile<vec, 8x128xf32, pad=zero>
  %d = tile.reshape %pad : !tile.tile<vec, 8x128xf32, pad=zero> -> !tile.tile<vec, 16x64xf32>
  %p = tile.tpop from cube : !tile.tile<vec, 8x128xf32>
  %q = tile.reshape %p : !tile.tile<vec, 8x128xf32> -> !tile.tile<vec, 16x64xf32>
  %n = tile.add %d, %q : !tile.tile<vec, 16x64xf32>
  tile.store %n, %out[%c0, %c0] : !tile.tile<vec, 16x64xf32>, memref<16x64xf32>
  func.return
}

// A whole tile is no such case, and what is computed may be overwritten.

// REUSE-LABEL: func.func @whole
// REUSE:         mem.place %down in %mem_vec :
// REUSE:         mem.place %n in %mem_vec :
func.func @whole(%x: memref<8x128xf32>, %out: memref<8x128xf32>) {
  %c0 = arith.constant 0 : index
  %down = tile.load %x[%c0, %c0] : memref<8x128xf32> -> !tile.tile<vec, 8x128xf32>
  %p = tile.tpop from cube : !tile.tile<vec, 8x128xf32>
  %n = tile.add %down, %p : !tile.tile<vec, 8x128xf32>
  tile.store %n, %out[%c0, %c0] : !tile.tile<vec, 8x128xf32>, memref<8x128xf32>
  func.return
}

// REUSE-LABEL: func.func @computed
// REUSE:         mem.place %e in %mem_vec :
// REUSE:         mem.place %n in %mem_vec :
func.func @computed(%x: memref<8x128xf32>, %out: memref<8x128xf32>) {
  %c0 = arith.constant 0 : index
  %down = tile.load %x[%c0, %c0] : memref<8x128xf32> -> !tile.tile<vec, 8x128xf32>
  %e = tile.exp %down : !tile.tile<vec, 8x128xf32>
  %p = tile.tpop from cube {split = 1 : i64} : !tile.tile<vec, 8x128xf32>
  %n = tile.add %e, %p : !tile.tile<vec, 8x128xf32>
  tile.store %n, %out[%c0, %c0] : !tile.tile<vec, 8x128xf32>, memref<8x128xf32>
  func.return
}

// Two stages of a pipeline: the second load comes forward, but a slot is given back after its tile was
// used, and the push, which has to wait for a store, stays before the pop.

// ORDER-LABEL: func.func @stages
// ORDER:         %x0 = tile.load
// ORDER-NEXT:    %x1 = tile.load
// ORDER-NEXT:    tile.store %x0
// ORDER-NEXT:    %y0 = tile.load
// ORDER-NEXT:    tile.tpush %y0
// ORDER-NEXT:    %t0 = tile.tpop
// ORDER-NEXT:    tile.store %t0
// ORDER-NEXT:    tile.tfree %t0
// ORDER-NEXT:    tile.store %x1
// ORDER-NEXT:    %y1 = tile.load
// ORDER-NEXT:    tile.tpush %y1
// ORDER-NEXT:    %t1 = tile.tpop
// ORDER-NEXT:    tile.store %t1
// ORDER-NEXT:    tile.tfree %t1
func.func @stages(%x: memref<16x128xf32>, %y: memref<8x128xf32>, %out: memref<16x128xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x0 = tile.load %x[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<16x128xf32> -> !tile.tile<vec, 8x128xf32>
  tile.store %x0, %y[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 8x128xf32>, memref<8x128xf32>
  %y0 = tile.load %y[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<8x128xf32> -> !tile.tile<vec, 8x128xf32>
  tile.tpush %y0 to cube {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 8x128xf32>
  %t0 = tile.tpop from cube {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 8x128xf32>
  tile.store %t0, %out[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 8x128xf32>, memref<16x128xf32>
  tile.tfree %t0 {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 8x128xf32>
  %x1 = tile.load %x[%c8, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<16x128xf32> -> !tile.tile<vec, 8x128xf32>
  tile.store %x1, %y[%c0, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 8x128xf32>, memref<8x128xf32>
  %y1 = tile.load %y[%c0, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<8x128xf32> -> !tile.tile<vec, 8x128xf32>
  tile.tpush %y1 to cube {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 8x128xf32>
  %t1 = tile.tpop from cube {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 8x128xf32>
  tile.store %t1, %out[%c8, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 8x128xf32>, memref<16x128xf32>
  tile.tfree %t1 {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 8x128xf32>
  func.return
}

// Nothing passes what waits for other cores.

// ORDER-LABEL: func.func @waiting
// ORDER:         %x0 = tile.load
// ORDER:         tile.sync_all()
// ORDER:         %x1 = tile.load
func.func @waiting(%x: memref<16x128xf32>, %out: memref<16x128xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x0 = tile.load %x[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<16x128xf32> -> !tile.tile<vec, 8x128xf32>
  tile.store %x0, %out[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 8x128xf32>, memref<16x128xf32>
  tile.sync_all() {core_type = "aiv_only", mode = "hard"}
  %x1 = tile.load %x[%c8, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<16x128xf32> -> !tile.tile<vec, 8x128xf32>
  tile.store %x1, %out[%c8, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 8x128xf32>, memref<16x128xf32>
  func.return
}

// What a loop carries needs a place of its own, which a slot of a queue is not.

// COPY-LABEL:  func.func @carried
// COPY:          %t = tile.tpop
// COPY:          %t_copy = tile.move %t
// COPY-NEXT:     %r = scf.for {{.*}} iter_args(%acc = %t_copy)
func.func @carried(%x: memref<32x64xf32>, %out: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  %r = scf.for %i = %c0 to %c32 step %c16 iter_args(%acc = %t) -> (!tile.tile<vec, 16x64xf32>) {
    %u = tile.load %x[%i, %c0] : memref<32x64xf32> -> !tile.tile<vec, 16x64xf32>
    %n = tile.add %acc, %u : !tile.tile<vec, 16x64xf32>
    scf.yield %n : !tile.tile<vec, 16x64xf32>
  }
  tile.tfree %t : !tile.tile<vec, 16x64xf32>
  tile.store %r, %out[%c0, %c0] : !tile.tile<vec, 16x64xf32>, memref<16x64xf32>
  func.return
}

// The same for an arm of a branch.

// COPY-LABEL:  func.func @chosen
// COPY:          %t = tile.tpop
// COPY-NEXT:     %t_copy = tile.move %t
// COPY-NEXT:     scf.yield %t_copy
func.func @chosen(%c: i1, %x: memref<16x64xf32>, %out: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> (!tile.tile<vec, 16x64xf32>) {
    %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
    scf.yield %t : !tile.tile<vec, 16x64xf32>
  } else {
    %u = tile.load %x[%c0, %c0] : memref<16x64xf32> -> !tile.tile<vec, 16x64xf32>
    scf.yield %u : !tile.tile<vec, 16x64xf32>
  }
  tile.store %r, %out[%c0, %c0] : !tile.tile<vec, 16x64xf32>, memref<16x64xf32>
  func.return
}

// Tiles are placed behind the reserved memory, which begins at multiples of 256 bytes.

// ADDR-LABEL:  func.func @behind
// ADDR:          mem.alloc "mem_vec_0" at 33056
// ADDR:          mem.reserve "c2v" at 0
// ADDR:          mem.reserve "more" at 33024
func.func @behind(%out: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %q = mem.reserve "c2v" : !mem.ref<vec, 32800>
  %more = mem.reserve "more" : !mem.ref<vec, 32>
  tile.init_pipe on vector receives in %q : !mem.ref<vec, 32800> {dir_mask = 1 : i64, slot_size = 4096 : i64}
  %t = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  %e = tile.exp %t : !tile.tile<vec, 16x64xf32>
  tile.tfree %t : !tile.tile<vec, 16x64xf32>
  tile.store %e, %out[%c0, %c0] : !tile.tile<vec, 16x64xf32>, memref<16x64xf32>
  func.return
}
