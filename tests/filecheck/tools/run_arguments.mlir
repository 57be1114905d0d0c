// RUN: not pto-run %s:sized --input y=x.npy 2>&1 | filecheck %s --check-prefix=TENSOR
// RUN: not pto-run %s:sized --set m=abc 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: not pto-run %s:sized --set m=2.5 2>&1 | filecheck %s --check-prefix=WHOLE
// RUN: not pto-run %s:sized --set m=inf 2>&1 | filecheck %s --check-prefix=FINITE
// RUN: not pto-run %s:sized --set N=nan 2>&1 | filecheck %s --check-prefix=NAN
// RUN: not pto-run %s:sized --set N=-4 2>&1 | filecheck %s --check-prefix=NEGATIVE
// RUN: not pto-run %s:sized --set block_num=0 2>&1 | filecheck %s --check-prefix=BLOCKS
// RUN: not pto-run %s:sized --set block_idx=-1 2>&1 | filecheck %s --check-prefix=BLOCK
// RUN: not pto-run %s:nosuch 2>&1 | filecheck %s --check-prefix=KERNELS
// RUN: not pto-run %s:sized 2>&1 | filecheck %s --check-prefix=MADE-UP
// RUN: not pto-run %s:sized --check 2>&1 | filecheck %s --check-prefix=CHECKED
// RUN: not pto-run %s:sized --set N=80 2>&1 | filecheck %s --check-prefix=GIVEN
// RUN: pto-run %s:sized --set m=32 --set N=128 | filecheck %s --check-prefix=RUNS

// What is wrong with an argument of the tool is said in the words of the tool.

// TENSOR:   error: there is no tensor 'y'; there are: x, out
// NUMBER:   error: --set m takes a number, not 'abc'
// WHOLE:    error: argument 'm' is a whole number of 64 bits, not 2.5
// FINITE:   error: argument 'm' is a whole number of 64 bits, not inf
// NAN:      error: dimension 'N' is a whole number, not nan
// NEGATIVE: error: dimension 'N' is -4, expected 0 or more
// BLOCKS:     error: block_num is 0, expected 1 or more
// BLOCKS-NOT: note
// BLOCK:    error: block_idx is -1, expected 0 or more
// KERNELS:      error: no kernel 'nosuch' in '{{.*}}run_arguments.mlir'
// KERNELS-NEXT: note: the file has 'sized', 'other'
// RUNS:     out: 64x64 float32

func.func @sized(%x: memref<?x64xf32> {tile.dims = ["N"]}, %m: index, %out: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  // MADE-UP: run_arguments.mlir:[[# @LINE + 4]]:3: error: elements 1 to 97 of dimension 0 reach outside of the tensor's 96
  // MADE-UP: note: m is 1, N is 96 unless given with --set NAME=VALUE
  // CHECKED: note: m is 1, N is 96 unless given with --set NAME=VALUE
  // GIVEN:   note: m is 1 unless given with --set NAME=VALUE
  %t = tile.load %x[%m, %c0] : memref<?x64xf32> -> !tile.tile<vec, 96x64xf32>
  %u = tile.slice %t[%c0, %c0] : !tile.tile<vec, 96x64xf32> -> !tile.tile<vec, 64x64xf32>
  tile.store %u, %out[%c0, %c0] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  func.return
}

func.func @other() {
  func.return
}
