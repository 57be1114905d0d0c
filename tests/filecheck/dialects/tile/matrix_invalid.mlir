// RUN: pto-opt %s --split-input-file --verify-diagnostics | filecheck %s

// One broken rule of an operation of the cube unit in each function.

func.func @f(%l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 64x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.matmul do not fit: 16x128 and 64x64 differ in the dimension that is summed over
  %c = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 64x64xbf16> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16, valid=16x96>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.matmul do not fit: 16x128 (valid 16x96) and 128x64 differ in the dimension that is summed over
  %c = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16, valid=16x96>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.matmul multiplies floats of one type with at most 32 bits, or bytes, not bf16 and f16
  %c = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xf16> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xi32>, %r: !tile.tile<right, 128x64xi32>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.matmul multiplies floats of one type with at most 32 bits, or bytes, not i32 and i32
  %c = tile.matmul %l, %r : !tile.tile<left, 16x128xi32>, !tile.tile<right, 128x64xi32> -> !tile.tile<acc, 16x64xi32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 1x16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: left operand of tile.matmul has two dimensions, not 1x16x128
  %c = tile.matmul %l, %r : !tile.tile<left, 1x16x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result of tile.matmul, 'c', is in vec, expected acc
  %c = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has elements of type bf16, expected f32
  %c = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 16x64xbf16>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16, valid=8x128>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has valid extents 16x64, expected 8x64
  %c = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16, valid=8x128>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%acc: !tile.tile<acc, 32x64xf32>, %l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the accumulator of tile.matmul_acc holds 16x64xf32, not 32x64xf32
  %c = tile.matmul_acc %acc, %l, %r : !tile.tile<acc, 32x64xf32>, !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>
  func.return
}

// -----

func.func @f(%acc: !tile.tile<acc, 16x64xi32>, %l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the accumulator of tile.matmul_acc holds 16x64xf32, not 16x64xi32
  %c = tile.matmul_acc %acc, %l, %r : !tile.tile<acc, 16x64xi32>, !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>
  func.return
}

// -----

func.func @f(%acc: !tile.tile<vec, 16x64xf32>, %l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: accumulator of tile.matmul_acc is in vec, expected acc
  %c = tile.matmul_acc %acc, %l, %r : !tile.tile<vec, 16x64xf32>, !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>, %bias: !tile.tile<bias, 1x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the bias of tile.matmul_bias holds 1x64xf32, not 1x64xbf16
  %c = tile.matmul_bias %l, %r, %bias : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>, !tile.tile<bias, 1x64xbf16> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the left operand of tile.gemv has one valid row, not 16
  %c = tile.gemv %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xbf16>, %ls: !tile.tile<left_scale, 16x4xf8E8M0FNU>, %r: !tile.tile<right, 128x64xbf16>, %rs: !tile.tile<right_scale, 4x64xf8E8M0FNU>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.matmul_mx multiplies floats of at most 8 bits, not bf16 and bf16
  %c = tile.matmul_mx %l, %ls, %r, %rs : !tile.tile<left, 16x128xbf16>, !tile.tile<left_scale, 16x4xf8E8M0FNU>, !tile.tile<right, 128x64xbf16>, !tile.tile<right_scale, 4x64xf8E8M0FNU> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x128xf8E5M2>, %ls: !tile.tile<left_scale, 16x8xf8E8M0FNU>, %r: !tile.tile<right, 128x64xf8E5M2>, %rs: !tile.tile<right_scale, 4x64xf8E8M0FNU>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scales of the left operand of tile.matmul_mx are 16x4 of 8 bits, one for 32 elements, not 16x8xf8E8M0FNU
  %c = tile.matmul_mx %l, %ls, %r, %rs : !tile.tile<left, 16x128xf8E5M2>, !tile.tile<left_scale, 16x8xf8E8M0FNU>, !tile.tile<right, 128x64xf8E5M2>, !tile.tile<right_scale, 4x64xf8E8M0FNU> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%l: !tile.tile<left, 16x96xf8E5M2>, %ls: !tile.tile<left_scale, 16x3xf8E8M0FNU>, %r: !tile.tile<right, 96x64xf8E5M2>, %rs: !tile.tile<right_scale, 3x64xf8E8M0FNU>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.matmul_mx sums over a multiple of 64 elements, not 96
  %c = tile.matmul_mx %l, %ls, %r, %rs : !tile.tile<left, 16x96xf8E5M2>, !tile.tile<left_scale, 16x3xf8E8M0FNU>, !tile.tile<right, 96x64xf8E5M2>, !tile.tile<right_scale, 3x64xf8E8M0FNU> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%m: !tile.tile<mat, 64x256xbf16>, %i: index) {
  %c32 = arith.constant 32 : index
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements 32 to 96 of dimension 0 reach outside of the tile's 64
  %e = tile.extract %m[%c32, %i] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16>
  func.return
}

// -----

func.func @f(%m: !tile.tile<mat, 64x256xbf16>, %i: index) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.extract keeps the element type bf16
  %e = tile.extract %m[%i, %i] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xf16>
  func.return
}

// -----

func.func @f(%m: !tile.tile<mat, 64x256xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the result of tile.transpose_view is !tile.tile<mat, 256x64xbf16, blayout=row_major, slayout=col_major>, not !tile.tile<mat, 256x64xbf16>
  %t = tile.transpose_view %m : !tile.tile<mat, 64x256xbf16> -> !tile.tile<mat, 256x64xbf16>
  func.return
}

// -----

func.func @f(%a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<3x64x32xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.batch_matmul do not fit: 2x16x64 and 3x64x32 differ in a leading dimension
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<3x64x32xbf16> -> !tile.tile<2x16x32xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<2x32x32xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.batch_matmul do not fit: 16x64 and 32x32 differ in the dimension that is summed over
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<2x32x32xbf16> -> !tile.tile<2x16x32xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<2x16x64xbf16, valid=2x8x64>, %b: !tile.tile<64x32xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.batch_matmul multiplies tiles of two or more dimensions, several matrices only if they are valid in every row, not 2x16x64 (valid 2x8x64)
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16, valid=2x8x64>, !tile.tile<64x32xbf16> -> !tile.tile<2x16x32xf32>
  func.return
}

// -----

func.func @f(%c: !tile.tile<16x32xf32>, %a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<64x32xbf16>) {
  // CHECK: matrix_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the accumulator of tile.batch_matmul_acc holds 2x16x32xf32, not 16x32xf32
  %d = tile.batch_matmul_acc %c, %a, %b : !tile.tile<16x32xf32>, !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16>
  func.return
}
