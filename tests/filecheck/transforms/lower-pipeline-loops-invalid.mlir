// RUN: pto-opt %s -p lower-pipeline-loops --split-input-file --verify-diagnostics | filecheck %s

// CHECK:      mlir:[[# @LINE + 4]]:3: error: the step of a pipelined loop is a positive constant, not known at run time only
// CHECK-NEXT: note: let the loop count its iterations, and compute the index from their number
func.func @run_time_step(%s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %c0 step %s {
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// CHECK: mlir:[[# @LINE + 3]]:3: error: the step of a pipelined loop is a positive constant, not 0
func.func @zero_step(%s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %s to %s step %c0 {
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// CHECK: mlir:[[# @LINE + 4]]:3: error: the number of stages of a pipelined loop is at least 1, not 0 : i64
func.func @no_stage(%s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %s step %c1 {
  } {tile.stages = 0 : i64}
  func.return
}

// -----

// CHECK:      mlir:[[# @LINE + 4]]:3: error: a loop counts in index, not i32
// CHECK-NEXT: note: cast its bounds with arith.index_cast
func.func @not_index(%s: i32) {
  %c1 = arith.constant 1 : i32
  scf.for %i = %c1 to %s step %c1 : i32 {
  } {tile.stages = 2 : i64}
  func.return
}
