// RUN: pto-opt %s -p verify-memory-plan --split-input-file --verify-diagnostics | filecheck %s

// Two tiles share bytes while both are needed.

!T = !tile.tile<vec, 8x16xf32>
func.func @live_at_once(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "one" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "two" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %b = tile.exp %a : !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'one', bytes 0 to 512 of vec) is needed here, but tile 'b' (in 'two', bytes 0 to 512 of vec) may have been written over it
  %c = tile.add %a, %b : !T
  // CHECK-NEXT: mlir:[[# @LINE - 4]]:3: note: 'b' is written to bytes 0 to 512 here
  // CHECK-NEXT: note: two tiles that are needed at the same time need memory of their own
  mem.place %c in %m1 : !T, !mem.ref<vec, 512>
  tile.store %c, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The same in one allocation.

!T = !tile.tile<vec, 8x16xf32>
func.func @one_allocation(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m = mem.alloc "m" pinned at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m : !T, !mem.ref<vec, 512>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'm', bytes 0 to 512 of vec) is needed here, but tile 'b' (in 'm', bytes 0 to 512 of vec) may have been written over it
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Without addresses every allocation is a memory of its own.

!T = !tile.tile<vec, 8x16xf32>
builtin.module attributes {pto.planner = "ptoas"} {
  func.func @without_addresses(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
    %c0 = arith.constant 0 : index
    %m = mem.alloc "m" : !mem.ref<vec, 512>
    %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %a in %m : !T, !mem.ref<vec, 512>
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %b in %m : !T, !mem.ref<vec, 512>
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'a' (in 'm', bytes 0 to 512 of it) is needed here, but tile 'b'
    tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
    func.return
  }
}

// -----

// A view of a tile that is overwritten.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @view(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m0 = mem.alloc "m" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.slice %a[%c4, %c0] : !T -> !V
  %b = tile.exp %a : !T
  mem.place %b in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'v' (a view of 'a' in 'm', bytes 256 to 512 of vec) is needed here, but tile 'b'
  tile.store %v, %out[%c0, %c0] : !V, memref<8x16xf32>
  func.return
}

// -----

// A tile after it was overwritten in place.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @in_place(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 256>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %s = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !V
  mem.place %s in %m1 : !V, !mem.ref<vec, 256>
  %u = tile.assemble %a, %s[%c0, %c0] : !T, !V
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'u'
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  tile.store %u, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Data that was put into an undefined tile.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @filled(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 256>
  %a = tile.create : !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %s = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !V
  mem.place %s in %m1 : !V, !mem.ref<vec, 256>
  %u = tile.assemble %a, %s[%c0, %c0] : !T, !V
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'u' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'b'
  tile.store %u, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Scratch of undefined data is written by the operation that it is passed to.

!T = !tile.tile<vec, 8x16xf32>
!R = !tile.tile<vec, 8x1xf32>
func.func @scratch(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %m2 = mem.alloc "m2" at 1024 : !mem.ref<vec, 32>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %t = tile.create : !T
  mem.place %t in %m1 : !T, !mem.ref<vec, 512>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  %r = tile.row_sum %a, %t : !T, !T -> !R
  mem.place %r in %m2 : !R, !mem.ref<vec, 32>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'b' (in 'm1', bytes 512 to 1024 of vec) is needed here, but tile 't'
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
!R = !tile.tile<vec, 8x1xf32>
func.func @scratch_in_source(%in: memref<8x16xf32>, %out: memref<8x1xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m2 = mem.alloc "m2" at 1024 : !mem.ref<vec, 32>
  %t = tile.create : !T
  mem.place %t in %m0 : !T, !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: scratch tile 't' (in 'm0', bytes 0 to 512 of vec) shares bytes with operand 'a' (in 'm0', bytes 0 to 512 of vec) of tile.row_sum
  %r = tile.row_sum %a, %t : !T, !T -> !R
  mem.place %r in %m2 : !R, !mem.ref<vec, 32>
  tile.store %r, %out[%c0, %c0] : !R, memref<8x1xf32>
  func.return
}

// -----

// A loop overwrites a tile from outside that its next iteration reads.

!T = !tile.tile<vec, 8x16xf32>
func.func @next_iteration(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here in the next iteration, but tile 'b'
    %b = tile.exp %a : !T
    // CHECK-NEXT: mlir:[[# @LINE - 1]]:5: note: 'b' is written to bytes 0 to 512 here
    mem.place %b in %m0 : !T, !mem.ref<vec, 512>
    tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  }
  func.return
}

// -----

// The same two loops deep: the outer iteration is the one that goes wrong.

!T = !tile.tile<vec, 8x16xf32>
func.func @next_outer_iteration(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      // CHECK: mlir:[[# @LINE + 1]]:7: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here in the next iteration, but tile 'b'
      tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
    }
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %b in %m0 : !T, !mem.ref<vec, 512>
  }
  func.return
}

// -----

// Only one arm overwrites the tile.

!T = !tile.tile<vec, 8x16xf32>
func.func @one_arm(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  scf.if %p {
    %b = tile.exp %a : !T
    mem.place %b in %m0 : !T, !mem.ref<vec, 512>
    tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  } else {
    tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  }
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'b'
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  // CHECK-NEXT: mlir:[[# @LINE - 8]]:5: note: 'b' is written to bytes 0 to 512 here
  func.return
}

// -----

// What the else arm overwrites is lost as well.

!T = !tile.tile<vec, 8x16xf32>
func.func @else_arm(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  scf.if %p {
  } else {
    %b = tile.exp %a : !T
    mem.place %b in %m0 : !T, !mem.ref<vec, 512>
    tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  }
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'b'
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The init of a loop that overwrites its carry is gone after the loop.

!T = !tile.tile<vec, 8x16xf32>
func.func @init_after_loop(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (!T) {
    %y = tile.exp %x : !T
    mem.place %y in %m0 : !T, !mem.ref<vec, 512>
    scf.yield %y : !T
  }
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'y'
  %z = tile.add %a, %r : !T
  mem.place %z in %m0 : !T, !mem.ref<vec, 512>
  tile.store %z, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// A carried tile moves.

!T = !tile.tile<vec, 8x16xf32>
func.func @loop_carry(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (!T) {
    %y = tile.exp %x : !T
    mem.place %y in %m1 : !T, !mem.ref<vec, 512>
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'x' is not at one address: 'a' (in 'm0', bytes 0 to 512 of vec) and 'y' (in 'm1', bytes 512 to 1024 of vec) are both passed to it
    scf.yield %y : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Two carried tiles change places.

!T = !tile.tile<vec, 8x16xf32>
func.func @swapped(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!T, !T) {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'x' is not at one address: 'a' (in 'm0', bytes 0 to 512 of vec) and 'y' (in 'm1', bytes 512 to 1024 of vec) are both passed to it
    scf.yield %y, %x : !T, !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The next value of one carry is written over the other.

!T = !tile.tile<vec, 8x16xf32>
func.func @two_carries(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (!T, !T) {
    %u = tile.exp %x : !T
    mem.place %u in %m0 : !T, !mem.ref<vec, 512>
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'y' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'u'
    scf.yield %u, %y : !T, !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The arms of an if yield from two places.

!T = !tile.tile<vec, 8x16xf32>
func.func @if_arms(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'r' is not at one address: 'b' (in 'm1', bytes 512 to 1024 of vec) and 'a' (in 'm0', bytes 0 to 512 of vec) are both passed to it
  %r = scf.if %p -> (!T) {
    %b = tile.exp %a : !T
    mem.place %b in %m1 : !T, !mem.ref<vec, 512>
    scf.yield %b : !T
  } else {
    scf.yield %a : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The result of an if is written over.

!T = !tile.tile<vec, 8x16xf32>
func.func @if_result(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %r = scf.if %p -> (!T) {
    %b = tile.exp %a : !T
    mem.place %b in %m0 : !T, !mem.ref<vec, 512>
    scf.yield %b : !T
  } else {
    scf.yield %a : !T
  }
  %d = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %d in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'r' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'd'
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// An operation that is never in place.

!T = !tile.tile<vec, 8x16xf32>
func.func @recip(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: result 'b' (in 'm0', bytes 0 to 512 of vec) of tile.recip shares bytes with its operand 'a' (in 'm0', bytes 0 to 512 of vec)
  %b = tile.recip %a : !T
  // CHECK-NEXT: note: tile.recip would overwrite what it has yet to read
  mem.place %b in %m0 : !T, !mem.ref<vec, 512>
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The operand is a view: its bytes count.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 1x128xf32>
func.func @recip_of_view(%in: memref<8x16xf32>, %out: memref<1x128xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.reshape %a : !T -> !V
  // CHECK: mlir:[[# @LINE + 1]]:3: error: result 'b' (in 'm0', bytes 0 to 512 of vec) of tile.recip shares bytes with its operand 'v' (a view of 'a' in 'm0', bytes 0 to 512 of vec)
  %b = tile.recip %v : !V
  mem.place %b in %m0 : !V, !mem.ref<vec, 512>
  tile.store %b, %out[%c0, %c0] : !V, memref<1x128xf32>
  func.return
}

// -----

// A cast to wider elements; the allocation is large enough.

!H = !tile.tile<vec, 8x16xbf16>
!T = !tile.tile<vec, 8x16xf32>
func.func @widening_cast(%in: memref<8x16xbf16>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xbf16> -> !H
  mem.place %a in %m0 : !H, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: result 'b' (in 'm0', bytes 0 to 512 of vec) of tile.cast shares bytes with its operand 'a' (in 'm0', bytes 0 to 256 of vec)
  %b = tile.cast %a {mode = "rint"} : !H -> !T
  mem.place %b in %m0 : !T, !mem.ref<vec, 512>
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// The vector of a row broadcast.

!T = !tile.tile<vec, 8x16xf32>
!R = !tile.tile<vec, 8x1xf32>
func.func @row_expand(%in: memref<8x16xf32>, %column: memref<8x1xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.load %column[%c0, %c0] : memref<8x1xf32> -> !R
  mem.place %v in %m1 : !R, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: result 'b' (in 'm1', bytes 512 to 1024 of vec) of tile.row_expand_sub shares bytes with its operand 'v' (in 'm1', bytes 512 to 544 of vec)
  %b = tile.row_expand_sub %a, %v : !T, !R -> !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// In place, but not at the start of the operand.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @shifted(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.slice %a[%c2, %c0] : !T -> !V
  // CHECK: mlir:[[# @LINE + 1]]:3: error: result 'b' (in 'm0', bytes 0 to 256 of vec) of tile.exp shares bytes with its operand 'v' (a view of 'a' in 'm0', bytes 128 to 384 of vec)
  %b = tile.exp %v : !V
  // CHECK-NEXT: note: only tiles that start at one address may share bytes
  mem.place %b in %m0 : !V, !mem.ref<vec, 512>
  tile.store %b, %out[%c0, %c0] : !V, memref<8x16xf32>
  func.return
}

// -----

// A window is copied over a part of itself.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @window_over_itself(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  // CHECK: mlir:[[# @LINE + 1]]:3: error: result 'b' (in 'm0', bytes 128 to 384 of vec) of tile.assemble shares bytes with its operand 'v' (a view of 'a' in 'm0', bytes 0 to 256 of vec)
  %b = tile.assemble %a, %v[%c2, %c0] : !T, !V
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Over capacity.

!T = !tile.tile<vec, 8x16xf32>
func.func @capacity(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'm0' takes bytes 188160 to 188672 of vec, but a3 has 188416
  %m0 = mem.alloc "m0" at 188160 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// All slots count, whether a tile is in them or not, and so does their rounding.

func.func @capacity_of_slots() {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'm0' takes bytes 0 to 188444 of vec, but a3 has 188416
  %m0 = mem.alloc "m0" pinned at 0 : !mem.ref<vec, 28, slots=5889>
  func.return
}

// -----

// Another target has more.

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @other_target() {
    %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 245760>
    // CHECK: mlir:[[# @LINE + 1]]:5: error: allocation 'm1' takes bytes 245760 to 245792 of vec, but a5 has 245760
    %m1 = mem.alloc "m1" at 245760 : !mem.ref<vec, 32>
    func.return
  }
}

// -----

// CHECK: error: unknown target 'a4'
builtin.module attributes {pto.target_arch = "a4"} {
}

// -----

// Misaligned.

func.func @misaligned() {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'm0' is at address 16, no multiple of 32 as vec needs
  %m0 = mem.alloc "m0" at 16 : !mem.ref<vec, 512>
  func.return
}

// -----

func.func @misaligned_acc() {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'm0' is at address 256, no multiple of 512 as acc needs
  %m0 = mem.alloc "m0" at 256 : !mem.ref<acc, 1024>
  func.return
}

// -----

// The author's buffer shares no byte, whoever comes first and whatever the lives.

func.func @pinned_first() {
  %m0 = mem.alloc "mine" pinned at 0 : !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'other' (bytes 0 to 512 of vec) overlaps allocation 'mine' (bytes 0 to 512)
  %m1 = mem.alloc "other" at 0 : !mem.ref<vec, 512>
  // CHECK-NEXT: note: allocation 'mine': it belongs to the author, so nothing else may share its bytes
  // CHECK-NEXT: mlir:[[# @LINE - 4]]:3: note: allocation 'mine' is here
  func.return
}

// -----

func.func @pinned_last() {
  %m0 = mem.alloc "wide" at 0 : !mem.ref<vec, 1024>
  %m1 = mem.alloc "low" at 0 : !mem.ref<vec, 32>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'mine' (bytes 512 to 1024 of vec) overlaps allocation 'wide' (bytes 0 to 1024)
  %m2 = mem.alloc "mine" pinned at 512 : !mem.ref<vec, 512>
  // CHECK-NEXT: note: allocation 'mine': it belongs to the author
  func.return
}

// -----

// The gap between the last byte of a slot and the next slot is the author's as well.

func.func @pinned_gap() {
  %m0 = mem.alloc "mine" pinned at 0 : !mem.ref<vec, 48, slots=2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'other' (bytes 96 to 608 of vec) overlaps allocation 'mine' (bytes 0 to 112)
  %m1 = mem.alloc "other" at 96 : !mem.ref<vec, 512>
  func.return
}

// -----

// The assembler does not see that a handle reaches into another one.

func.func @partial_overlap() {
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "short" at 0 : !mem.ref<vec, 32>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'm2' (bytes 256 to 768 of vec) overlaps allocation 'm0' (bytes 0 to 512)
  %m2 = mem.alloc "m2" at 256 : !mem.ref<vec, 512>
  // CHECK-NEXT: note: ptoas 0.48 orders the uses of shared bytes only if both allocations start at one address
  func.return
}

// -----

// A buffer whose slots are chosen at run time shares no byte, pinned or not.

!T = !tile.tile<vec, 8x16xf32>
func.func @region(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "ring" at 0 : !mem.ref<vec, 512, slots=2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'm1' (bytes 512 to 1024 of vec) overlaps allocation 'ring' (bytes 0 to 1024)
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  // CHECK-NEXT: note: allocation 'ring': its slots are chosen at run time, so nothing else may share its bytes
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Two tiles in slots that may be one.

!T = !tile.tile<vec, 8x16xf32>
func.func @two_slots(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%j] : !T, !mem.ref<vec, 512, slots=2>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'ring', bytes 0 to 512 of a slot chosen at run time) is needed here, but tile 'b' (in 'ring', bytes 0 to 512 of a slot chosen at run time) may have been written over it
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// One index, one slot.

!T = !tile.tile<vec, 8x16xf32>
func.func @one_slot(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=2>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.remui %i, %c2 : index
    %i2 = arith.addi %i, %c2 : index
    %l = arith.remui %i2, %c2 : index
    %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %a in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %b in %m0[%l] : !T, !mem.ref<vec, 512, slots=2>
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'a' (in 'ring', bytes 0 to 512 of a slot chosen at run time) is needed here, but tile 'b'
    tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  }
  func.return
}

// -----

// Different sums of different values may be equal.

!T = !tile.tile<vec, 8x16xf32>
func.func @other_base(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.addi %i, %c1 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%j] : !T, !mem.ref<vec, 512, slots=2>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'ring', bytes 0 to 512 of a slot chosen at run time) is needed here, but tile 'b'
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// 3 % 3 is (3 + 1) % 2.

!T = !tile.tile<vec, 8x16xf32>
func.func @other_modulus(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %next = arith.addi %i, %c1 : index
  %k = arith.remui %next, %c2 : index
  %l = arith.remui %i, %c3 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=3>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%k] : !T, !mem.ref<vec, 512, slots=3>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m0[%l] : !T, !mem.ref<vec, 512, slots=3>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'ring', bytes 0 to 512 of a slot chosen at run time) is needed here, but tile 'b'
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// 0 - 1 wraps to a multiple of 3.

!T = !tile.tile<vec, 8x16xf32>
func.func @wrapped(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %minus = arith.constant -1 : index
  %c3 = arith.constant 3 : index
  %before = arith.addi %i, %minus : index
  %k = arith.remui %before, %c3 : index
  %l = arith.remui %i, %c3 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=3>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%k] : !T, !mem.ref<vec, 512, slots=3>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m0[%l] : !T, !mem.ref<vec, 512, slots=3>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'ring', bytes 0 to 512 of a slot chosen at run time) is needed here, but tile 'b'
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// A slot that a loop used may still hold a part of an earlier tile.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @slot_after_loop(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%j] : !T, !mem.ref<vec, 512, slots=2>
  %high = tile.slice %a[%c4, %c0] : !T -> !V
  scf.for %i = %c0 to %k step %c1 {
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !V
    mem.place %b in %m0[%j] : !V, !mem.ref<vec, 512, slots=2>
    tile.store %high, %out[%c0, %c0] : !V, memref<8x16xf32>
  }
  %c = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %c in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'high' (a view of 'a' in 'ring', bytes 256 to 512 of a slot chosen at run time) is needed here, but tile 'c'
  tile.store %high, %out[%c0, %c0] : !V, memref<8x16xf32>
  func.return
}

// -----

// Rows of a view lie as far apart as those of the tile, also in a view of the view.

!T = !tile.tile<vec, 8x16xf32>
!H = !tile.tile<vec, 8x8xf32>
!Q = !tile.tile<vec, 4x8xf32>
func.func @rows_of_a_view(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %half = tile.slice %a[%c0, %c8] : !T -> !H
  %quarter = tile.slice %half[%c4, %c0] : !H -> !Q
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'quarter' (a view of 'a' in 'm0', bytes 288 to 512 of vec) is needed here, but tile 'b'
  tile.store %quarter, %out[%c0, %c0] : !Q, memref<8x16xf32>
  func.return
}

// -----

// A view that begins at a place chosen at run time may be anywhere, and so may its parts.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
!W = !tile.tile<vec, 2x16xf32>
func.func @run_time_view(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %v = tile.slice %a[%k, %c0] : !T -> !V
  %w = tile.slice %v[%c2, %c0] : !V -> !W
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !W
  mem.place %b in %m0 : !W, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'w' (a view of 'a' in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'b'
  tile.store %w, %out[%c0, %c0] : !W, memref<8x16xf32>
  func.return
}

// -----

// The rows of a tile in blocks do not lie one after the other.

!T = !tile.tile<mat, 32x32xbf16>
!V = !tile.tile<mat, 16x32xbf16>
!L = !tile.tile<left, 16x32xbf16>
func.func @blocks(%in: memref<32x32xbf16>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<mat, 2048>
  %m1 = mem.alloc "m1" at 0 : !mem.ref<left, 1024>
  %a = tile.load %in[%c0, %c0] : memref<32x32xbf16> -> !T
  mem.place %a in %m0 : !T, !mem.ref<mat, 2048>
  %v = tile.slice %a[%c16, %c0] : !T -> !V
  %b = tile.load %in[%c0, %c0] : memref<32x32xbf16> -> !V
  mem.place %b in %m0 : !V, !mem.ref<mat, 2048>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'v' (a view of 'a' in 'm0', bytes 0 to 2048 of mat) is needed here, but tile 'b'
  %l = tile.move %v : !V -> !L
  mem.place %l in %m1 : !L, !mem.ref<left, 1024>
  func.return
}

// -----

// The arms yield two views that begin at places chosen at run time.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @run_time_arms(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'r' is not at one address: 'v' (a view of 'a' in 'm0', bytes 0 to 512 of vec) and 'w' (a view of 'a' in 'm0', bytes 0 to 512 of vec) are both passed to it
  %r = scf.if %p -> (!V) {
    %v = tile.slice %a[%j, %c0] : !T -> !V
    scf.yield %v : !V
  } else {
    %w = tile.slice %a[%k, %c0] : !T -> !V
    scf.yield %w : !V
  }
  tile.store %r, %out[%c0, %c0] : !V, memref<8x16xf32>
  func.return
}

// -----

// One start is not enough: the rows have to lie equally far apart.

!T = !tile.tile<vec, 8x16xf32>
!H = !tile.tile<vec, 8x8xf32>
func.func @other_pitch(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'r' is not at one address: 'v' (a view of 'a' in 'm0', bytes 0 to 480 of vec) and 'b' (in 'm0', bytes 0 to 256 of vec) are both passed to it
  %r = scf.if %p -> (!H) {
    %v = tile.slice %a[%c0, %c0] : !T -> !H
    scf.yield %v : !H
  } else {
    %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !H
    mem.place %b in %m0 : !H, !mem.ref<vec, 512>
    scf.yield %b : !H
  }
  tile.store %r, %out[%c0, %c0] : !H, memref<8x16xf32>
  func.return
}

// -----

// Two allocations without addresses are two places.

!T = !tile.tile<vec, 8x16xf32>
func.func @arms_without_addresses(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'r' is not at one address: 'b' (in 'm1', bytes 0 to 512 of it) and 'a' (in 'm0', bytes 0 to 512 of it) are both passed to it
  %r = scf.if %p -> (!T) {
    %b = tile.exp %a : !T
    mem.place %b in %m1 : !T, !mem.ref<vec, 512>
    scf.yield %b : !T
  } else {
    scf.yield %a : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// What a loop carries is data, even if it starts undefined.

!T = !tile.tile<vec, 8x16xf32>
func.func @undefined_init(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %u = tile.create : !T
  mem.place %u in %m0 : !T, !mem.ref<vec, 512>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %u) -> (!T) {
    %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
    mem.place %a in %m0 : !T, !mem.ref<vec, 512>
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'x' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'a'
    %y = tile.add %x, %a : !T
    mem.place %y in %m0 : !T, !mem.ref<vec, 512>
    scf.yield %y : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// A slot begins at a multiple of the alignment.

!T = !tile.tile<vec, 3x4xf32>
func.func @second_slot(%in: memref<3x4xf32>, %out: memref<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "m0" pinned at 0 : !mem.ref<vec, 48, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<3x4xf32> -> !T
  mem.place %a in %m0[%c1] : !T, !mem.ref<vec, 48, slots=2>
  %b = tile.load %in[%c0, %c0] : memref<3x4xf32> -> !T
  mem.place %b in %m0[%c1] : !T, !mem.ref<vec, 48, slots=2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' (in 'm0', bytes 64 to 112 of vec) is needed here, but tile 'b'
  tile.store %a, %out[%c0, %c0] : !T, memref<3x4xf32>
  func.return
}

// -----

// A constant slot may be the one that is chosen at run time.

!T = !tile.tile<vec, 8x16xf32>
func.func @constant_slot(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%c1] : !T, !mem.ref<vec, 512, slots=2>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.remui %i, %c2 : index
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'a' (in 'ring', bytes 0 to 512 of slot 1) is needed here in the next iteration, but tile 'b'
    %b = tile.exp %a : !T
    mem.place %b in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
    tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  }
  func.return
}

// -----

// A slot that may be the operand's is no place for a result that is never in place.

!T = !tile.tile<vec, 8x16xf32>
func.func @slot_of_operand(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 512, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0[%j] : !T, !mem.ref<vec, 512, slots=2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: result 'b' (in 'ring', bytes 0 to 512 of a slot chosen at run time) of tile.recip shares bytes with its operand 'a'
  %b = tile.recip %a : !T
  mem.place %b in %m0[%k] : !T, !mem.ref<vec, 512, slots=2>
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// Slots that ptoas 0.48 would put at unaligned addresses.

!T = !tile.tile<vec, 3x4xf32>
func.func @unaligned_slots(%in: memref<3x4xf32>, %out: memref<3x4xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  // CHECK: mlir:[[# @LINE + 1]]:3: error: a slot of 'ring' has 48 bytes, but ptoas 0.48 puts slots side by side and they have to be aligned to 32 bytes in vec
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 48, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<3x4xf32> -> !T
  mem.place %a in %m0[%k] : !T, !mem.ref<vec, 48, slots=2>
  tile.store %a, %out[%c0, %c0] : !T, memref<3x4xf32>
  func.return
}

// -----

// Planner 'ptoas' leaves it to the assembler where slots are, constant or not.

builtin.module attributes {pto.planner = "ptoas"} {
  func.func @unaligned_slots_of_ptoas() {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: a slot of 'ring' has 48 bytes, but ptoas 0.48 puts slots side by side
    %m0 = mem.alloc "ring" pinned : !mem.ref<vec, 48, slots=2>
    func.return
  }
}

// -----

// Memory that the runtime keeps.

func.func @reserved() {
  %r = mem.reserve "fifo" at 0 : !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: allocation 'm0' (bytes 0 to 512 of vec) overlaps reserved memory 'fifo' (bytes 0 to 512)
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  // CHECK-NEXT: note: reserved memory 'fifo': the runtime keeps it for itself
  func.return
}

// -----

func.func @reserved_without_address() {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: reserved memory 'fifo' has no address
  %r = mem.reserve "fifo" : !mem.ref<vec, 512>
  %m0 = mem.alloc "m0" at 512 : !mem.ref<vec, 512>
  func.return
}

// -----

// The runtime counts in 256 bytes, the kernel in 32.

func.func @reserved_between() {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: reserved memory 'fifo' is at address 32, no multiple of 256 as vec needs
  %r = mem.reserve "fifo" at 32 : !mem.ref<vec, 512>
  // CHECK-NEXT: note: leave the address to the compiler (base=pl.AUTO)
  %m0 = mem.alloc "m0" at 544 : !mem.ref<vec, 512>
  func.return
}

// -----

// Also where the assembler gives the other addresses.

builtin.module attributes {pto.planner = "ptoas"} {
  func.func @reserved_between_others() {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: reserved memory 'fifo' is at address 4128, no multiple of 256 as vec needs
    %r = mem.reserve "fifo" at 4128 : !mem.ref<vec, 512>
    func.return
  }
}

// -----

func.func @reserved_over_capacity() {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: reserved memory 'fifo' takes bytes 0 to 188448 of vec, but a3 has 188416
  %r = mem.reserve "fifo" at 0 : !mem.ref<vec, 188448>
  %m0 = mem.alloc "m0" at 0 : !mem.ref<acc, 512>
  func.return
}

// -----

// A tile without a place, also if nobody reads it.

!T = !tile.tile<vec, 8x16xf32>
func.func @not_placed(%in: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' creates storage but is placed nowhere
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  func.return
}

// -----

// An accumulator takes whole blocks of rows: 16 of 8.

!A = !tile.tile<acc, 8x16xf32>
func.func @too_small() {
  %m0 = mem.alloc "m0" at 0 : !mem.ref<acc, 512>
  %a = tile.create : !A
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' takes 1024 bytes, a slot of allocation 'm0' has 512
  mem.place %a in %m0 : !A, !mem.ref<acc, 512>
  func.return
}

// -----

// Either all allocations have an address or none.

builtin.module {
  func.func @f() {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: allocation 'm0' has no address, but others have one
    %m0 = mem.alloc "m0" : !mem.ref<vec, 512>
    func.return
  }
  func.func @g() {
    // CHECK-NEXT: mlir:[[# @LINE + 1]]:5: note: allocation 'm1' has one
    %m1 = mem.alloc "m1" at 0 : !mem.ref<vec, 512>
    func.return
  }
}

// -----

builtin.module attributes {pto.planner = "pack"} {
  func.func @f() {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: allocation 'm0' has no address, but planner 'pack' gives one to every allocation
    %m0 = mem.alloc "m0" : !mem.ref<vec, 512>
    func.return
  }
}

// -----

builtin.module attributes {pto.planner = "ptoas"} {
  func.func @f() {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: allocation 'm0' has the address 0, but planner 'ptoas' leaves all addresses to the assembler
    %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
    func.return
  }
}

// -----

builtin.module attributes {pto.planner = "ptoas"} {
  func.func @f() {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: buffer 'mine' has a single slot, which planner 'ptoas' cannot keep apart from other tiles
    %m0 = mem.alloc "mine" pinned : !mem.ref<vec, 512>
    func.return
  }
}

// -----

builtin.module attributes {pto.planner = "ptoas"} {
  func.func @f(%in: memref<8x16xf32>) {
    %c0 = arith.constant 0 : index
    %m0 = mem.alloc "ring" pinned : !mem.ref<vec, 512, slots=2>
    %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !tile.tile<vec, 8x16xf32>
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'a' is in 'ring' without selecting one of its slots
    mem.place %a in %m0 : !tile.tile<vec, 8x16xf32>, !mem.ref<vec, 512, slots=2>
    func.return
  }
}

// -----

func.func @nested_alloc(%p: i1) {
  scf.if %p {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: allocation 'm0' is not in the entry block of its function
    %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  }
  func.return
}

// -----

// CHECK: mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile argument 'a' has no place in memory
func.func @argument(%a: !tile.tile<vec, 8x16xf32>) {
  func.return
}

// -----

// Tiles in control flow that is not followed.

!T = !tile.tile<vec, 8x16xf32>
func.func @select(%in: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: verify-memory-plan cannot tell where the result of arith.select lives
  %b = arith.select %p, %a, %a : !T
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
func.func @while(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: verify-memory-plan cannot follow tiles through 'scf.while'
  %b = "scf.while"(%a) ({
  ^bb0(%x: !T):
    scf.condition(%p) %x : !T
  }, {
  ^bb0(%y: !T):
    tile.store %y, %out[%c0, %c0] : !T, memref<8x16xf32>
    scf.yield %y : !T
  }) : (!T) -> !T
  func.return
}

// -----

// A loop without a count may run again.

!T = !tile.tile<vec, 8x16xf32>
func.func @while_again(%in: memref<8x16xf32>, %out: memref<8x16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  "scf.while"() ({
    scf.condition(%p)
  }, {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: {{.*}}tile 'a'{{.*}} in the next iteration
    %b = tile.exp %a : !T
    mem.place %b in %m0 : !T, !mem.ref<vec, 512>
    tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
    scf.yield
  }) : () -> ()
  func.return
}

// -----

// CHECK: mlir:[[# @LINE + 1]]:1: error: verify-memory-plan follows structured control flow only, not branches
func.func @branches() {
  cf.br ^end
^end:
  func.return
}

// -----

// A tile that an operation uses as scratch is gone.

func.func @read_after_scratch(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
  %m2 = mem.alloc "m2" at 1024 : !mem.ref<vec, 32>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !tile.tile<vec, 8x16xf32>
  mem.place %a in %m0 : !tile.tile<vec, 8x16xf32>, !mem.ref<vec, 512>
  %t = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !tile.tile<vec, 8x16xf32>
  mem.place %t in %m1 : !tile.tile<vec, 8x16xf32>, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 4]]:3: error: tile 't' (in 'm1', bytes 512 to 1024 of vec) is needed here, but was used as scratch
  // CHECK-NEXT: mlir:[[# @LINE + 1]]:3: note: 't' is used as scratch here
  %s = tile.row_sum %a, %t : !tile.tile<vec, 8x16xf32> -> !tile.tile<vec, 8x1xf32>
  mem.place %s in %m2 : !tile.tile<vec, 8x1xf32>, !mem.ref<vec, 32>
  tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 8x16xf32>, memref<8x16xf32>
  func.return
}
