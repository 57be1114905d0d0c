// RUN: pto-opt %s -p verify-memory-plan --split-input-file | filecheck %s

// The plan of a chain: the third tile takes the place of the first, in place of the second.
// The pass changes nothing.

!T = !tile.tile<vec, 8x16xf32>
// CHECK-LABEL: func.func @chain(
func.func @chain(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  // CHECK: %a = tile.load
  // CHECK-NEXT: mem.place %a in %m0
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %b = tile.recip %a : !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  %c = tile.recip %b : !T
  mem.place %c in %m0 : !T, !mem.ref<vec, 512>
  %d = tile.exp %c : !T
  mem.place %d in %m0 : !T, !mem.ref<vec, 512>
  tile.store %d, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// A narrowing cast in place, and a broadcast in place of its tile but not of its vector.

!T = !tile.tile<vec, 8x16xf32>
!R = !tile.tile<vec, 8x1xf32>
!H = !tile.tile<vec, 8x16xbf16>
// CHECK-LABEL: func.func @in_place(
func.func @in_place(%in: memref<8x16xf32>, %column: memref<8x1xf32>, %out: memref<8x16xbf16>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 32>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.load %column[%c0, %c0] : memref<8x1xf32> -> !R
  mem.place %v in %m1 : !R, !mem.ref<vec, 32>
  %b = tile.row_expand_mul %a, %v : !T, !R -> !T
  mem.place %b in %m0 : !T, !mem.ref<vec, 512>
  %c = tile.cast %b {mode = "rint"} : !T -> !H
  mem.place %c in %m0 : !H, !mem.ref<vec, 512>
  tile.store %c, %out[%c0, %c0] : !H, memref<8x16xbf16>
  func.return
}

// -----

// Allocations may start at one address, and tiles that are not needed together share it.

!T = !tile.tile<vec, 8x16xf32>
!S = !tile.tile<vec, 4x16xf32>
// CHECK-LABEL: func.func @one_start(
func.func @one_start(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 0 : !mem.ref<vec, 256>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !S
  mem.place %b in %m1 : !S, !mem.ref<vec, 256>
  tile.store %b, %out[%c0, %c0] : !S, memref<8x16xf32>
  func.return
}

// -----

// One space's addresses are not another's.

!T = !tile.tile<vec, 8x16xf32>
!M = !tile.tile<mat, 8x16xf32, blayout=row_major, slayout=none_box>
// CHECK-LABEL: func.func @two_spaces(
func.func @two_spaces(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 0 : !mem.ref<mat, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !M
  mem.place %b in %m1 : !M, !mem.ref<mat, 512>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Without addresses two allocations never overlap.

!T = !tile.tile<vec, 8x16xf32>
// CHECK-LABEL: func.func @without_addresses(
func.func @without_addresses(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %reserved = mem.reserve "fifo" : !mem.ref<vec, 512>
  %m0 = mem.alloc "m0" : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" pinned : !mem.ref<vec, 512, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m1[%c0] : !T, !mem.ref<vec, 512, slots=2>
  %c = tile.exp %a : !T
  mem.place %c in %m1[%c1] : !T, !mem.ref<vec, 512, slots=2>
  %d = tile.add %b, %c : !T
  mem.place %d in %m1[%c0] : !T, !mem.ref<vec, 512, slots=2>
  tile.store %d, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The part of a tile that a view shows survives when another part is overwritten.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
// CHECK-LABEL: func.func @parts(
func.func @parts(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %low = tile.slice %a[%c0, %c0] : !T -> !V
  %high = tile.slice %a[%c4, %c0] : !T -> !V
  %b = tile.exp %low : !V
  mem.place %b in %m0 : !V, !mem.ref<vec, 512>
  tile.store %high, %out[%c4, %c0] : !V, memref<8x16xf32>
  tile.store %b, %out[%c0, %c0] : !V, memref<8x16xf32>
  func.return
}

// -----

// One part of a tile is copied over another.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
// CHECK-LABEL: func.func @copied_part(
func.func @copied_part(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  %b = tile.assemble %a, %v[%c4, %c0] : !T, !V
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// An accumulator: init, block argument, yield and result are at one address. Its init is created
// undefined and filled in the loop; the other loop's is passed on unchanged and still readable.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
// CHECK-LABEL: func.func @carries(
func.func @carries(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %m2 = mem.alloc "m2" at 1024 : !mem.ref<vec, 512>
  %a = tile.full %zero : f32 -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %u = tile.create : !T
  mem.place %u in %m2 : !T, !mem.ref<vec, 512>
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %f = %u) -> (!T, !T) {
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %b in %m1 : !T, !mem.ref<vec, 512>
    %y = tile.add %x, %b : !T
    mem.place %y in %m0 : !T, !mem.ref<vec, 512>
    %v = tile.slice %y[%c0, %c0] : !T -> !V
    %g = tile.assemble %f, %v[%c0, %c0] : !T, !V
    scf.yield %y, %g : !T, !T
  }
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%x = %r) -> (!T) {
    tile.store %x, %out[%c0, %c0] : !T, memref<8x16xf32>
    scf.yield %x : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  tile.store %p, %out[%c0, %c0] : !T, memref<8x16xf32>
  tile.store %s, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// What only one arm needs may be overwritten in the other; the result is at one address.

!T = !tile.tile<vec, 8x16xf32>
// CHECK-LABEL: func.func @arms(
func.func @arms(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  %r = scf.if %p -> (!T) {
    %c = tile.exp %a : !T
    mem.place %c in %m0 : !T, !mem.ref<vec, 512>
    scf.if %p {
      %e = tile.exp %b : !T
      mem.place %e in %m1 : !T, !mem.ref<vec, 512>
      tile.store %e, %out[%c0, %c0] : !T, memref<8x16xf32>
    }
    scf.yield %c : !T
  } else {
    tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
    scf.yield %a : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Scratch is written, not read: what lay there may be gone, and is free again afterwards.

!T = !tile.tile<vec, 8x16xf32>
!R = !tile.tile<vec, 8x1xf32>
// CHECK-LABEL: func.func @scratch(
func.func @scratch(%in: memref<8x16xf32>, %out: memref<8x1xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %m2 = mem.alloc "m2" at 1024 : !mem.ref<vec, 32>
  %t = tile.create : !T
  mem.place %t in %m1 : !T, !mem.ref<vec, 512>
  scf.for %i = %c0 to %n step %c1 {
    %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %a in %m0 : !T, !mem.ref<vec, 512>
    %v = tile.set_valid_shape %t : !T -> !T
    %r = tile.row_sum %a, %v : !T, !T -> !R
    mem.place %r in %m2 : !R, !mem.ref<vec, 32>
    tile.store %r, %out[%c0, %c0] : !R, memref<8x1xf32>
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  }
  func.return
}

// -----

// Slots that rotate: two indices with different remainders are two slots.

!T = !tile.tile<vec, 8x16xf32>
// CHECK-LABEL: func.func @slots(
func.func @slots(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=2>
  %m1 = mem.alloc "m1" at 1024 : !mem.ref<vec, 512>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.remui %i, %c2 : index
    %next = arith.addi %i, %c1 : index
    %l = arith.remui %next, %c2 : index
    %same = arith.remui %i, %c2 : index
    %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %a in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %b in %m0[%l] : !T, !mem.ref<vec, 512, slots=2>
    %c = tile.add %a, %b : !T
    mem.place %c in %m0[%same] : !T, !mem.ref<vec, 512, slots=2>
    tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
    tile.store %c, %out[%c0, %c0] : !T, memref<8x16xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.remui %i, %c2 : index
    %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %a in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
    tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  }
  func.return
}

// -----

// Reserved memory beside the plan, and an exact fit.

!T = !tile.tile<vec, 8x16xf32>
// CHECK-LABEL: func.func @fits(
func.func @fits(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %r = mem.reserve "fifo" at 0 : !mem.ref<vec, 187904>
  %m0 = mem.alloc "m0" at 187904 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// An undefined tile takes its place when it is first written.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
// CHECK-LABEL: func.func @undefined(
func.func @undefined(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 256>
  %s = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !V
  mem.place %s in %m1 : !V, !mem.ref<vec, 256>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %t = tile.create : !T
  mem.place %t in %m0 : !T, !mem.ref<vec, 512>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  tile.store %u, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// Two operands may be one piece of undefined data: only scratch is written.

// CHECK-LABEL: func.func @undefined_twice(
func.func @undefined_twice(%out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %a = tile.create : !tile.tile<vec, 8x16xf32>
  mem.place %a in %m0 : !tile.tile<vec, 8x16xf32>, !mem.ref<vec, 512>
  %v = tile.slice %a[%c0, %c0] : !tile.tile<vec, 8x16xf32> -> !tile.tile<vec, 8x16xf32>
  %s = tile.add %a, %v : !tile.tile<vec, 8x16xf32>
  mem.place %s in %m1 : !tile.tile<vec, 8x16xf32>, !mem.ref<vec, 512>
  func.return
}
