// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %i: index) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: an element of a tile of 2 dimensions has that many indices, 1 given
  %r = tile.read %a[%i] : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %i: index) {
  %n = arith.constant 64 : index
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: index 64 of dimension 1 lies outside of the tile's 64
  %r = tile.read %a[%i, %n] : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %i: index, %s: i32) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.write has type i32, expected f32
  %r = tile.write %s, %a[%i, %i] : i32, !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<acc, 16x64xf32>, %i: index, %s: f32) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: target of tile.write, 'a', is in acc, expected vec
  %r = tile.write %s, %a[%i, %i] : f32, !tile.tile<acc, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 16x64, expected 16x128
  %r = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xf16>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reinterpret_view stays in the space of its operand, vec, not mat
  %r = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<mat, 16x64xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x3xf16>) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 16x3xf16 with valid=16x3 is no whole number of f32 in a row
  %r = tile.reinterpret_view %a : !tile.tile<vec, 16x3xf16> -> !tile.tile<vec, 16x1xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x1xf32>) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements of another width need a tile that is stored row by row, not as col_major/none_box/512
  %r = tile.reinterpret_view %a : !tile.tile<vec, 16x1xf32> -> !tile.tile<vec, 16x2xf16>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 16x64, expected 64x16
  %r = tile.transpose %a, %a : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %t: !tile.tile<vec, 8x64xf32>) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.transpose holds at least 1024 elements of f32, not 8x64xf32
  %r = tile.transpose %a, %t : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32> -> !tile.tile<vec, 64x16xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi64>) {
  // CHECK: elements_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.transpose moves elements of 8, 16 or 32 bits, not i64
  %r = tile.transpose %a, %a : !tile.tile<vec, 16x64xi64> -> !tile.tile<vec, 64x16xi64>
  func.return
}
