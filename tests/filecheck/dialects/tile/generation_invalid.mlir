// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%i: f32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.ci needs 16 or 32-bit integer elements, not f32
  %r = tile.ci %i : f32 -> !tile.tile<vec, 1x64xf32>
  func.return
}

// -----

func.func @f(%i: i32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.ci has type i32, expected i16
  %r = tile.ci %i : i32 -> !tile.tile<vec, 1x64xi16>
  func.return
}

// -----

func.func @f(%i: i32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.ci needs more than one column
  %r = tile.ci %i : i32 -> !tile.tile<vec, 64x1xi32>
  func.return
}

// -----

func.func @f(%i: i32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the result of tile.ci is valid in all of 1x64, not in 1x32
  %r = tile.ci %i : i32 -> !tile.tile<vec, 1x64xi32, valid=1x32>
  func.return
}

// -----

func.func @f(%i: i64) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the diagonal of tile.tri is i32, not i64
  %r = tile.tri %i : i64 -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%i: i32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.tri needs two dimensions, not 64
  %r = tile.tri %i : i32 -> !tile.tile<vec, 64xf32>
  func.return
}

// -----

func.func @f(%i: i32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.random takes two keys and four counters of type i32
  %r = tile.random %i, %i {rounds = 10 : i32} : i32 -> !tile.tile<vec, 16x64xi32>
  func.return
}

// -----

func.func @f(%i: i32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.random needs 32-bit integer elements, not f16
  %r = tile.random %i, %i, %i, %i, %i, %i {rounds = 10 : i32} : i32 -> !tile.tile<vec, 16x64xf16>
  func.return
}

// -----

func.func @f(%i: i32) {
  // CHECK: generation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.random has 7 or 10 rounds, not 8
  %r = tile.random %i, %i, %i, %i, %i, %i {rounds = 8 : i32} : i32 -> !tile.tile<vec, 16x64xi32>
  func.return
}
