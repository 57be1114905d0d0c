// RUN: pto-opt %s -p pto-pipeline --verify-diagnostics | filecheck %s

// One copy of scales cannot lie beside two operands.
builtin.module attributes {pto.target_arch = "a5"} {
func.func @two_operands(%s: memref<16x2xf8E8M0FNU>, %t: memref<2x16xf8E8M0FNU>, %g: memref<16x64xf8E5M2>, %out: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %a = tile.load %g[%c0, %c0] : memref<16x64xf8E5M2> -> !tile.tile<mat, 16x64xf8E5M2>
  %b = tile.move %a : !tile.tile<mat, 16x64xf8E5M2> -> !tile.tile<left, 16x64xf8E5M2>
  %c = tile.move %a : !tile.tile<mat, 16x64xf8E5M2> -> !tile.tile<left, 16x64xf8E5M2>
  %r = tile.create : !tile.tile<right, 64x16xf8E5M2>
  %ms = tile.load %s[%c0, %c0] : memref<16x2xf8E8M0FNU> -> !tile.tile<mat, 16x2xf8E8M0FNU>
  // CHECK: scales-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the scales 'ls' belong to 'c' and 'b', but have one place in memory
  %ls = tile.move %ms : !tile.tile<mat, 16x2xf8E8M0FNU> -> !tile.tile<left_scale, 16x2xf8E8M0FNU>
  %rs = tile.create : !tile.tile<right_scale, 2x16xf8E8M0FNU>
  %x = tile.matmul_mx %b, %ls, %r, %rs : !tile.tile<left, 16x64xf8E5M2>, !tile.tile<left_scale, 16x2xf8E8M0FNU>, !tile.tile<right, 64x16xf8E5M2>, !tile.tile<right_scale, 2x16xf8E8M0FNU> -> !tile.tile<acc, 16x16xf32>
  %y = tile.matmul_mx_acc %x, %c, %ls, %r, %rs : !tile.tile<acc, 16x16xf32>, !tile.tile<left, 16x64xf8E5M2>, !tile.tile<left_scale, 16x2xf8E8M0FNU>, !tile.tile<right, 64x16xf8E5M2>, !tile.tile<right_scale, 2x16xf8E8M0FNU>
  tile.store %y, %out[%c0, %c0] : !tile.tile<acc, 16x16xf32>, memref<16x16xf32>
  func.return
}
}
