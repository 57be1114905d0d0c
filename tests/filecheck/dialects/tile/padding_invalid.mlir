// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 16x64xf32, valid=10x48>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the result of tile.fillpad has a pad value, pad=null is none
  %r = tile.fillpad %a : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32, valid=10x48>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.fillpad keeps the element type f32
  %r = tile.fillpad %a : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf16, pad=zero>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32, valid=10x48>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the result of tile.fillpad is valid in all of 16x64, not in 10x64
  %r = tile.fillpad %a : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32, valid=10x64, pad=zero>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32, valid=10x48>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.fillpad keeps the shape 16x64, not 16x128
  %r = tile.fillpad %a : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x128xf32, pad=zero>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32, valid=10x48>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.fillpad_inplace keeps the shape 16x64, not 32x64
  %r = tile.fillpad_inplace %a : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 32x64xf32, pad=zero>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32, valid=10x48>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.fillpad_expand pads 16x64 to a shape at least as large, not to 8x64
  %r = tile.fillpad_expand %a : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 8x64xf32, pad=zero>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32, valid=10x48>, %b: !tile.tile<vec, 16x64xf32, valid=16x32>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.part_add needs one valid region that contains the other, not 10x48 and 16x32
  %r = tile.part_add %a, %b : !tile.tile<vec, 16x64xf32, valid=10x48>, !tile.tile<vec, 16x64xf32, valid=16x32> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf16>) {
  // CHECK: padding_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.part_max have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.part_max %a, %b : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf16> -> !tile.tile<vec, 16x64xf32>
  func.return
}
