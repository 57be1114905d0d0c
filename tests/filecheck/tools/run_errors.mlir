// RUN: not pto-run %s:undefined 2>&1 | filecheck %s --check-prefix=UNDEFINED
// RUN: not pto-run %s:outside 2>&1 | filecheck %s --check-prefix=OUTSIDE
// RUN: not pto-run %s 2>&1 | filecheck %s --check-prefix=SEVERAL
// RUN: not pto-run %s:unknown 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not pto-run nowhere.mlir 2>&1 | filecheck %s --check-prefix=NOWHERE
// RUN: not pto-run %s:undefined --set n 2>&1 | filecheck %s --check-prefix=SET
// RUN: not pto-run %s:undefined --check --trace 2>&1 | filecheck %s --check-prefix=USAGE
// RUN: not pto-run %s:undefined --input %s 2>&1 | filecheck %s --check-prefix=ARRAY

// An error is one line at its place, with an excerpt, and no traceback.

// SEVERAL: error: name one function of the file; it has 'undefined', 'outside'
// NAME:    error: no kernel 'unknown' in
// NOWHERE: error: cannot open 'nowhere.mlir': No such file or directory
// SET:     error: --set takes NAME=VALUE, not 'n'
// USAGE:   error: --check runs every level on random tensors
// ARRAY:   run_errors.mlir' is no .npy file

func.func @undefined(%out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.create : !tile.tile<vec, 8x16xf32>
  // UNDEFINED:      run_errors.mlir:[[# @LINE + 3]]:3: error: 'tile.store' reads element [0, 0] of tile 't', which nobody has written
  // UNDEFINED-NEXT:   tile.store %t
  // UNDEFINED-NEXT:   ^
  tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 8x16xf32>, memref<8x16xf32>
  func.return
}

func.func @outside(%a: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = arith.addi %c1, %c0 : index
  // OUTSIDE: run_errors.mlir:[[# @LINE + 1]]:3: error: elements 1 to 9 of dimension 0 reach outside of the tensor's 8
  %t = tile.load %a[%i, %c0] : memref<8x16xf32> -> !tile.tile<vec, 8x16xf32>
  func.return
}
