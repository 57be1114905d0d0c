// RUN: pto-opt %s -p insert-tile-copies --split-input-file --verify-diagnostics | filecheck %s

// There is no copy between accumulators: the loop cannot have one that is stored afterwards.

!A = !tile.tile<acc, 16x16xf32>
func.func @accumulator_read_after_loop(%x: !A, %out: memref<16x16xf32>, %n: index, %c0: index, %c1: index) {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: a loop overwrites tile 'x' in acc, which is still needed, and a3 cannot copy acc to acc
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!A) {
    scf.yield %a : !A
  }
  // CHECK-NEXT: mlir:[[# @LINE + 1]]:3: note: 'x' is read again here by tile.store
  tile.store %x, %out[%c0, %c0] : !A, memref<16x16xf32>
  func.return
}

// -----

// Two results of a branch cannot share an accumulator.

!A = !tile.tile<acc, 16x16xf32>
func.func @accumulator_yielded_twice(%x: !A, %y: !A, %z: !A, %p: i1) {
  %r, %s = scf.if %p -> (!A, !A) {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: a branch overwrites tile 'x' in acc, which is still needed, and a3 cannot copy acc to acc
    scf.yield %x, %x : !A, !A
    // CHECK-NEXT: mlir:[[# @LINE - 1]]:5: note: 'x' is read again here by the end of a loop or branch
  } else {
    scf.yield %y, %z : !A, !A
  }
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
func.func @tile_in_while(%x: !T, %p: i1) {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: scf.while cannot carry a tile, use a for loop or an if
  %r = scf.while (%a = %x) : (!T) -> !T {
    scf.condition(%p) %a : !T
  } do {
  ^bb0(%b: !T):
    scf.yield %b : !T
  }
  func.return
}

// -----

// A loop whose iterations have no order.

!T = !tile.tile<vec, 8x16xf32>
func.func @tile_in_parallel(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: scf.parallel cannot contain tiles, use a for loop or an if
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %r = tile.neg %x : !T
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
// CHECK: mlir:[[# @LINE + 1]]:1: error: a function with tiles has structured control flow, not several blocks
func.func @blocks(%x: !T) {
  cf.br ^bb1(%x : !T)
^bb1(%y: !T):
  func.return
}
