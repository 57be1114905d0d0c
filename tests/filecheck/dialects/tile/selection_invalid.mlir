// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.cmp compares by one of eq, ne, lt, le, gt, ge, not "more"
  %r = tile.cmp %a, %a {mode = "more"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xui8>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf16>) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.cmp have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.cmp %a, %b {mode = "gt"} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf16> -> !tile.tile<vec, 16x32xui8>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 16x8, expected 16x32
  %r = tile.cmp %a, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x8xui8>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has elements of type f32, expected ui8
  %r = tile.cmp %a, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: i32) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.cmps has type i32, expected f32
  %r = tile.cmps %a, %s {mode = "gt"} : !tile.tile<vec, 16x64xf32>, i32 -> !tile.tile<vec, 16x32xui8>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %m: !tile.tile<vec, 16x64xui8>) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the mask of tile.sel of 16x64 elements is 16x32xui8, not 16x64xui8
  %r = tile.sel %m, %a, %a, %m : !tile.tile<vec, 16x64xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xui8> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf16>, %m: !tile.tile<vec, 16x32xui8>) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.sel have one shape and element type, not 16x64xf32 and 16x64xf16
  %r = tile.sel %m, %a, %b, %m : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf16>, !tile.tile<vec, 16x32xui8> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %m: !tile.tile<vec, 16x64xi32>, %s: f32) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the mask of tile.sels of 16x64 elements is 16x32xui8, not 16x64xi32
  %r = tile.sels %m, %a, %a, %s : !tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, f32 -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %m: !tile.tile<vec, 16x32xui8>, %s: i32) {
  // CHECK: selection_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.sels has type i32, expected f32
  %r = tile.sels %m, %a, %m, %s : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8>, i32 -> !tile.tile<vec, 16x64xf32>
  func.return
}
