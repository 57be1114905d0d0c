// RUN: pto-opt %s -p canonicalize-tile-slice --split-input-file --verify-diagnostics | filecheck %s

func.func @gap(%acc: !tile.tile<acc, 32x32xf32>, %l: !tile.tile<left, 16x16xf32>, %r: !tile.tile<right, 16x32xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %w = tile.slice %acc[%c16, %c0] : !tile.tile<acc, 32x32xf32> -> !tile.tile<acc, 16x32xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.matmul_acc adds to 'w', a window of 16x32 of an accumulator of 32x32, which is not contiguous in L0C's block layout
  %n = tile.matmul_acc %w, %l, %r : !tile.tile<acc, 16x32xf32>, !tile.tile<left, 16x16xf32>, !tile.tile<right, 16x32xf32>
  func.return
}
