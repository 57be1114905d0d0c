// RUN: pto-opt %s -p pto-pipeline --split-input-file --verify-diagnostics | filecheck %s

// CHECK:      mlir:[[# @LINE + 5]]:3: error: a loop counts in index, not i32
// CHECK-NEXT: note: cast its bounds with arith.index_cast
func.func @not_index() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %c1 step %c1 : i32 {
  }
  func.return
}

// -----

// CHECK:      mlir:[[# @LINE + 5]]:3: error: the step of a loop is positive, not -1
// CHECK-NEXT: note: let the loop count its iterations, and compute the index from their number
func.func @downwards() {
  %c0 = arith.constant 0 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c0 to %cm1 step %cm1 {
  }
  func.return
}
