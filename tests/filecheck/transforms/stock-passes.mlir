// RUN: pto-opt %s -p cse | filecheck %s --check-prefix=KEPT
// RUN: pto-opt %s -p licm | filecheck %s --check-prefix=KEPT
// RUN: pto-opt %s -p dce | filecheck %s --check-prefix=KEPT
// RUN: pto-opt %s -p canonicalize | filecheck %s --check-prefix=KEPT
// RUN: pto-opt %s -p cse,licm,canonicalize,dce,cse | filecheck %s --check-prefix=KEPT
// RUN: pto-opt %s -p cse | filecheck %s --check-prefix=CSE
// RUN: pto-opt %s -p licm | filecheck %s --check-prefix=LICM
// RUN: pto-opt %s -p dce | filecheck %s --check-prefix=DCE
// RUN: pto-opt %s -p canonicalize | filecheck %s --check-prefix=DCE

// Passes that know nothing of tiles neither merge, move nor delete a bound or placed tile, and do
// to all others what they do to any value.

// Before init-memref.
// KEPT-LABEL: func.func @bound(
func.func @bound(%x: memref<64x64xf32>, %n: index, %f: f32) {
  // KEPT-NEXT: %c0 = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  // KEPT-NEXT: %c1 = arith.constant 1 : index
  %c1 = arith.constant 1 : index
  // KEPT-NEXT: %one = buffer.declare "one" : !buffer.buffer
  %one = buffer.declare "one" : !buffer.buffer
  // KEPT-NEXT: %two = buffer.declare "two" : !buffer.buffer<2>
  %two = buffer.declare "two" : !buffer.buffer<2>
  // Loads of the same data.
  // KEPT-NEXT: %a = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: buffer.bind %a to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  buffer.bind %a to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // KEPT-NEXT: %b = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %b = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: buffer.bind %b to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  buffer.bind %b to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // The same value twice, of which one is dead.
  // KEPT-NEXT: %c = tile.exp %a : !tile.tile<vec, 64x64xf32>
  %c = tile.exp %a : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: buffer.bind %c to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  buffer.bind %c to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // KEPT-NEXT: %d = tile.exp %a : !tile.tile<vec, 64x64xf32>
  %d = tile.exp %a : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: buffer.bind %d to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  buffer.bind %d to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // KEPT-NEXT: %e = tile.add %b, %d : !tile.tile<vec, 64x64xf32>
  %e = tile.add %b, %d : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: buffer.bind %e to %two[%c0] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  buffer.bind %e to %two[%c0] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  // Dead data, undefined and defined.
  // KEPT-NEXT: %u = tile.create : !tile.tile<vec, 64x64xf32>
  %u = tile.create : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: buffer.bind %u to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  buffer.bind %u to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // KEPT-NEXT: %z = tile.full %f : f32 -> !tile.tile<vec, 64x64xf32>
  %z = tile.full %f : f32 -> !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: buffer.bind %z to %two[%c1] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  buffer.bind %z to %two[%c1] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  // Invariant in a loop, dead and not.
  // KEPT-NEXT: scf.for %k = %c0 to %n step %c1 {
  scf.for %k = %c0 to %n step %c1 {
  // KEPT-NEXT:   %g = tile.exp %a : !tile.tile<vec, 64x64xf32>
    %g = tile.exp %a : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT:   buffer.bind %g to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
    buffer.bind %g to %one : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // KEPT-NEXT:   %h = tile.muls %b, %f : !tile.tile<vec, 64x64xf32>, f32
    %h = tile.muls %b, %f : !tile.tile<vec, 64x64xf32>, f32
  // KEPT-NEXT:   buffer.bind %h to %two[%c1] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
    buffer.bind %h to %two[%c1] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  // KEPT-NEXT:   tile.store %h, %x[%k, %k] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
    tile.store %h, %x[%k, %k] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  // KEPT-NEXT: }
  }
  // KEPT-NEXT: tile.store %e, %x[%c0, %c0] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  tile.store %e, %x[%c0, %c0] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  // KEPT-NEXT: func.return
  func.return
}

// After init-memref.
// KEPT-LABEL: func.func @placed(
func.func @placed(%x: memref<64x64xf32>, %n: index, %f: f32) {
  // KEPT-NEXT: %c0 = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  // KEPT-NEXT: %c1 = arith.constant 1 : index
  %c1 = arith.constant 1 : index
  // KEPT-NEXT: %one = mem.alloc "one" pinned : !mem.ref<vec, 16384>
  %one = mem.alloc "one" pinned : !mem.ref<vec, 16384>
  // KEPT-NEXT: %two = mem.alloc "two" : !mem.ref<vec, 16384, slots=2>
  %two = mem.alloc "two" : !mem.ref<vec, 16384, slots=2>
  // Loads of the same data.
  // KEPT-NEXT: %a = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: mem.place %a in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  mem.place %a in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // KEPT-NEXT: %b = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %b = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: mem.place %b in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  mem.place %b in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // The same value twice, of which one is dead.
  // KEPT-NEXT: %c = tile.exp %a : !tile.tile<vec, 64x64xf32>
  %c = tile.exp %a : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: mem.place %c in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  mem.place %c in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // KEPT-NEXT: %d = tile.exp %a : !tile.tile<vec, 64x64xf32>
  %d = tile.exp %a : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: mem.place %d in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  mem.place %d in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // KEPT-NEXT: %e = tile.add %b, %d : !tile.tile<vec, 64x64xf32>
  %e = tile.add %b, %d : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: mem.place %e in %two[%c0] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  mem.place %e in %two[%c0] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  // Dead data, undefined and defined.
  // KEPT-NEXT: %u = tile.create : !tile.tile<vec, 64x64xf32>
  %u = tile.create : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: mem.place %u in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  mem.place %u in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // KEPT-NEXT: %z = tile.full %f : f32 -> !tile.tile<vec, 64x64xf32>
  %z = tile.full %f : f32 -> !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT: mem.place %z in %two[%c1] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  mem.place %z in %two[%c1] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  // Invariant in a loop, dead and not.
  // KEPT-NEXT: scf.for %k = %c0 to %n step %c1 {
  scf.for %k = %c0 to %n step %c1 {
  // KEPT-NEXT:   %g = tile.exp %a : !tile.tile<vec, 64x64xf32>
    %g = tile.exp %a : !tile.tile<vec, 64x64xf32>
  // KEPT-NEXT:   mem.place %g in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
    mem.place %g in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // KEPT-NEXT:   %h = tile.muls %b, %f : !tile.tile<vec, 64x64xf32>, f32
    %h = tile.muls %b, %f : !tile.tile<vec, 64x64xf32>, f32
  // KEPT-NEXT:   mem.place %h in %two[%c1] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
    mem.place %h in %two[%c1] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  // KEPT-NEXT:   tile.store %h, %x[%k, %k] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
    tile.store %h, %x[%k, %k] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  // KEPT-NEXT: }
  }
  // KEPT-NEXT: tile.store %e, %x[%c0, %c0] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  tile.store %e, %x[%c0, %c0] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  // KEPT-NEXT: func.return
  func.return
}

// A bound tile and a free one are two tiles, whichever comes first.
// CSE-LABEL: func.func @merged(
func.func @merged(%x: memref<64x64xf32>, %a: !tile.tile<vec, 64x64xf32>) -> (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) {
  %m = buffer.declare "m" : !buffer.buffer
  // CSE:      %free = tile.exp %a
  // CSE-NEXT: %bound = tile.exp %a
  // CSE-NEXT: buffer.bind %bound to %m
  // CSE-NEXT: %u = tile.create
  // CSE-NEXT: %v = tile.create
  // CSE-NEXT: func.return %free, %free, %bound, %u, %v
  %free = tile.exp %a : !tile.tile<vec, 64x64xf32>
  %again = tile.exp %a : !tile.tile<vec, 64x64xf32>
  %bound = tile.exp %a : !tile.tile<vec, 64x64xf32>
  buffer.bind %bound to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // Undefined data is not the same data.
  %u = tile.create : !tile.tile<vec, 64x64xf32>
  %v = tile.create : !tile.tile<vec, 64x64xf32>
  func.return %free, %again, %bound, %u, %v : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>
}

// LICM-LABEL: func.func @hoisted(
func.func @hoisted(%x: memref<64x64xf32>, %a: !tile.tile<vec, 64x64xf32>, %n: index, %c0: index, %c1: index) {
  %m = buffer.declare "m" : !buffer.buffer
  // LICM:      %free = tile.exp %a
  // LICM-NEXT: %view = tile.slice %free
  // LICM-NEXT: scf.for
  // LICM-NEXT:   %bound = tile.exp %a
  // LICM-NEXT:   buffer.bind %bound to %m
  // LICM-NEXT:   %load = tile.load
  // LICM-NEXT:   %u = tile.create
  // LICM-NEXT:   tile.store %bound
  scf.for %k = %c0 to %n step %c1 {
    %free = tile.exp %a : !tile.tile<vec, 64x64xf32>
    %view = tile.slice %free[%c0, %c0] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 8x8xf32>
    %bound = tile.exp %a : !tile.tile<vec, 64x64xf32>
    buffer.bind %bound to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
    %load = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
    %u = tile.create : !tile.tile<vec, 64x64xf32>
    tile.store %bound, %x[%k, %k] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
    tile.store %view, %x[%k, %k] : !tile.tile<vec, 8x8xf32>, memref<64x64xf32>
    tile.store %load, %x[%k, %k] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
    tile.store %u, %x[%k, %k] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  }
  func.return
}

// Unused memory vanishes, and so do unused tiles of no memory. Reserved memory stays.
// DCE-LABEL: func.func @dropped(
func.func @dropped(%x: memref<64x64xf32>, %a: !tile.tile<vec, 64x64xf32>, %i: index) {
  // DCE-NEXT: mem.reserve "reserved"
  // DCE-NEXT: func.return
  %declared = buffer.declare "declared" : !buffer.buffer
  %allocated = mem.alloc "allocated" pinned : !mem.ref<vec, 16384>
  %reserved = mem.reserve "reserved" at 0 : !mem.ref<vec, 16384>
  %load = tile.load %x[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %u = tile.create : !tile.tile<vec, 64x64xf32>
  %free = tile.exp %load : !tile.tile<vec, 64x64xf32>
  %inplace = tile.assemble %free, %a[%i, %i] : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>
  %view = tile.slice %inplace[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 8x8xf32>
  func.return
}

// What passes tiles to another core, or waits for one, stays, though nobody uses what is popped.
// KEPT-LABEL: func.func @queues(
func.func @queues(%a: !tile.tile<acc, 16x16xf32>, %n: index) {
  // KEPT-NEXT: %c0 = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  // KEPT-NEXT: %c1 = arith.constant 1 : index
  %c1 = arith.constant 1 : index
  // KEPT-NEXT: tile.init_pipe on cube
  tile.init_pipe on cube {dir_mask = 3 : i64, slot_size = 1024 : i64}
  // KEPT-NEXT: scf.for
  scf.for %k = %c0 to %n step %c1 {
    // KEPT-NEXT: tile.tpush %a to vector
    // KEPT-NEXT: tile.tpush %a to vector
    // KEPT-NEXT: %t = tile.tpop from vector
    // KEPT-NEXT: %u = tile.tpop from vector
    // KEPT-NEXT: tile.tfree %t
    // KEPT-NEXT: tile.barrier "all"
    // KEPT-NEXT: tile.barrier "all"
    // KEPT-NEXT: tile.sync_all()
    tile.tpush %a to vector : !tile.tile<acc, 16x16xf32>
    tile.tpush %a to vector : !tile.tile<acc, 16x16xf32>
    %t = tile.tpop from vector : !tile.tile<mat, 16x16xf16>
    %u = tile.tpop from vector : !tile.tile<mat, 16x16xf16>
    tile.tfree %t : !tile.tile<mat, 16x16xf16>
    tile.barrier "all"
    tile.barrier "all"
    tile.sync_all() {core_type = "mix", mode = "hard"}
  }
  // KEPT: func.return
  func.return
}
