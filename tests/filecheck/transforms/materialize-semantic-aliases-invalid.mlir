// RUN: pto-opt %s -p materialize-semantic-aliases --split-input-file --verify-diagnostics | filecheck %s

// Accumulators of two arms in two places cannot become one: nothing copies between accumulators.

!A = !tile.tile<acc, 16x16xf32>
func.func @accumulators(%p: i1) {
  %m0 = mem.alloc "m0" : !mem.ref<acc, 1024>
  %m1 = mem.alloc "m1" : !mem.ref<acc, 1024>
  %x = tile.create : !A
  mem.place %x in %m0 : !A, !mem.ref<acc, 1024>
  %y = tile.create : !A
  mem.place %y in %m1 : !A, !mem.ref<acc, 1024>
  %r = scf.if %p -> (!A) {
    scf.yield %x : !A
  } else {
    // CHECK: mlir:[[# @LINE + 1]]:5: error: cannot reconcile divergent L0C accumulator buffers: tile 'y' would have to be copied to where 'x' lives, and a3 cannot copy acc to acc
    scf.yield %y : !A
    // CHECK-NEXT: mlir:[[# @LINE - 9]]:3: note: 'x' is made here
    // CHECK-NEXT: mlir:[[# @LINE - 8]]:3: note: 'y' is made here
  }
  func.return
}

// -----

// A tile that a loop carries lives somewhere.

!T = !tile.tile<vec, 8x16xf32>
func.func @argument(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK: error: tile 'x' has no allocation to be carried in
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    scf.yield %a : !T
  }
  func.return
}
