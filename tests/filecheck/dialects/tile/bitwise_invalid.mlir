// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: bitwise_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.and needs integer elements, not f32
  %r = tile.and %a, %a : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: bitwise_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.not needs integer elements, not f32
  %r = tile.not %a : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: bitwise_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.shl needs integer elements, not f32
  %r = tile.shl %a, %a : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: f32) {
  // CHECK: bitwise_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.shrs needs integer elements, not f32
  %r = tile.shrs %a, %s : !tile.tile<vec, 16x64xf32>, f32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi32>, %b: !tile.tile<vec, 16x64xi16>) {
  // CHECK: bitwise_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.or have one shape and element type, not 16x64xi32 and 16x64xi16
  %r = tile.or %a, %b : !tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi16> -> !tile.tile<vec, 16x64xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi32>, %t: !tile.tile<vec, 8x64xi32>) {
  // CHECK: bitwise_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.xor holds at least 16x64xi32, not 8x64xi32
  %r = tile.xor %a, %a, %t : !tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi32>, !tile.tile<vec, 8x64xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi32>, %s: i16) {
  // CHECK: bitwise_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.shls has type i16, expected i32
  %r = tile.shls %a, %s : !tile.tile<vec, 16x64xi32>, i16
  func.return
}
