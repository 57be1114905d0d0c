// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %t: !tile.tile<vec, 8x64xf32>) {
  // CHECK: reductions_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.row_prod holds at least 16x64xf32, not 8x64xf32
  %r = tile.row_prod %a, %t : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32> -> !tile.tile<vec, 16x1xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: reductions_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has elements of type f32, expected i32
  %r = tile.row_argmax %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %t: !tile.tile<vec, 32x64xf32>) {
  // CHECK: reductions_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.col_argmin is 16x64xf32, not 32x64xf32
  %r = tile.col_argmin %a, %t : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 32x64xf32> -> !tile.tile<vec, 1x64xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi32>, %c: !tile.tile<vec, 16x1xi32>) {
  // CHECK: reductions_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.row_expand_expdif needs floating-point elements, not i32
  %r = tile.row_expand_expdif %a, %c : !tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x1xi32>
  func.return
}
