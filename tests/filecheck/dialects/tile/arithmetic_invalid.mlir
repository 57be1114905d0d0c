// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf16>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.fmod have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.fmod %a, %b : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf16> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: i32) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.fmods has type i32, expected f32
  %r = tile.fmods %a, %s : !tile.tile<vec, 16x64xf32>, i32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %t: !tile.tile<vec, 8x64xf32>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.rem holds at least 16x64xf32, not 8x64xf32
  %r = tile.rem %a, %a, %t : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: f32, %t: !tile.tile<vec, 16x64xf16>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.rems holds at least 16x64xf32, not 16x64xf16
  %r = tile.rems %a, %s, %t : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf16>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: f16, %t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.rems has type f16, expected f32
  %r = tile.rems %a, %s, %t : !tile.tile<vec, 16x64xf32>, f16, !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi32>, %s: i32) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.lrelu needs floating-point elements, not i32
  %r = tile.lrelu %a, %s : !tile.tile<vec, 16x64xi32>, i32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi32>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.prelu needs floating-point elements, not i32
  %r = tile.prelu %a, %a, %a : !tile.tile<vec, 16x64xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf16>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.prelu have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.prelu %a, %b, %a : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf16>, !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf16>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.addc have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.addc %a, %b, %a : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf16>, !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf16>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.subc have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.subc %a, %a, %b : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf16>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: i32) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.addsc has type i32, expected f32
  %r = tile.addsc %a, %s, %a : !tile.tile<vec, 16x64xf32>, i32, !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: f32, %b: !tile.tile<vec, 16x64xf16>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.subsc have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.subsc %a, %s, %b : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf16>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: i32) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.expands has type i32, expected f32
  %r = tile.expands %a, %s : !tile.tile<vec, 16x64xf32>, i32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xui16>, %s: i32) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.adds has type i32, expected i16
  %r = tile.adds %a, %s : !tile.tile<vec, 16x64xui16>, i32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xi32>) {
  // CHECK: arithmetic_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sin needs floating-point elements, not i32
  %r = tile.sin %a : !tile.tile<vec, 16x64xi32>
  func.return
}
