// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 1x64xi32>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sort32 sorts f32 or f16 elements, not i32
  %r = tile.sort32 %a, %a : !tile.tile<vec, 1x64xi32> -> !tile.tile<vec, 1x128xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x64xf32>, %i: !tile.tile<vec, 1x32xi32>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sort32 needs an index of 32 bits for each of 1x64 elements, not 1x32xi32
  %r = tile.sort32 %a, %i : !tile.tile<vec, 1x64xf32>, !tile.tile<vec, 1x32xi32> -> !tile.tile<vec, 1x128xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x64xf32>, %i: !tile.tile<vec, 1x64xi16>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sort32 needs an index of 32 bits for each of 1x64 elements, not 1x64xi16
  %r = tile.sort32 %a, %i : !tile.tile<vec, 1x64xf32>, !tile.tile<vec, 1x64xi16> -> !tile.tile<vec, 1x128xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x40xf32>, %i: !tile.tile<vec, 1x40xi32>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sort32 sorts 32 elements at a time; a row has 40
  %r = tile.sort32 %a, %i : !tile.tile<vec, 1x40xf32>, !tile.tile<vec, 1x40xi32> -> !tile.tile<vec, 1x80xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x64xf32, valid=1x32>, %i: !tile.tile<vec, 1x64xi32>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the operand of tile.sort32 is valid in all of 1x64, not in 1x32
  %r = tile.sort32 %a, %i : !tile.tile<vec, 1x64xf32, valid=1x32>, !tile.tile<vec, 1x64xi32> -> !tile.tile<vec, 1x128xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x64xf32>, %i: !tile.tile<vec, 1x64xi32>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 1x64, expected 1x128
  %r = tile.sort32 %a, %i : !tile.tile<vec, 1x64xf32>, !tile.tile<vec, 1x64xi32> -> !tile.tile<vec, 1x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 2x256xf32>, %n: i32) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.mrgsort1 works on one row, not on 2x256
  %r = tile.mrgsort1 %a, %n : !tile.tile<vec, 2x256xf32>, i32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x256xf32>) {
  %n = arith.constant 32 : i32
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.mrgsort1 merges 4 runs of a multiple of 64 columns; a row of 256 does not consist of such with 32
  %r = tile.mrgsort1 %a, %n : !tile.tile<vec, 1x256xf32>, i32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x256xf32>) {
  %n = arith.constant 128 : i32
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.mrgsort1 merges 4 runs of a multiple of 64 columns; a row of 256 does not consist of such with 128
  %r = tile.mrgsort1 %a, %n : !tile.tile<vec, 1x256xf32>, i32
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x256xf32>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.mrgsort2 merges 2 to 4 rows, not 1
  %r = tile.mrgsort2 %a, %a : !tile.tile<vec, 1x256xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x256xf32>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.mrgsort2 holds at least 512xf32, not 1x256xf32
  %r = tile.mrgsort2 %a, %a, %a : !tile.tile<vec, 1x256xf32> -> !tile.tile<vec, 1x512xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 1x256xf32>, %t: !tile.tile<vec, 1x512xf32>, %h: !tile.tile<vec, 1x256xf16>) {
  // CHECK: sorting_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.mrgsort2 merges rows of one element type, not f32 and f16
  %r = tile.mrgsort2 %t, %a, %h : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf16>
  func.return
}
