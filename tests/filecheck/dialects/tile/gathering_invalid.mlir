// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %i: !tile.tile<vec, 8x64xi16>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: indices of tile.gather are 32-bit integers, not i16
  %r = tile.gather %a, %i, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xi16>, !tile.tile<vec, 8x64xi16> -> !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %i: !tile.tile<vec, 8x64xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.gather is as large as the indices, 8x64xi32, not 16x64xf32
  %r = tile.gather %a, %i, %a : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xi32>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %i: !tile.tile<vec, 4x8xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: indices of tile.gatherb are 32-bit integers, not f32
  %r = tile.gatherb %a, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 4x8xf32> -> !tile.tile<vec, 4x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the pattern of tile.gather_mask is one of P0101, P1010, P0001, P0010, P0100, P1000, P1111, not "P0000"
  %r = tile.gather_mask %a {pattern = "P0000"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x6xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.gather_mask takes columns from groups of 4; a row has 6, 6 of them valid
  %r = tile.gather_mask %a {pattern = "P0101"} : !tile.tile<vec, 16x6xf32> -> !tile.tile<vec, 16x3xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has elements of type f16, expected f32
  %r = tile.gather_mask %a {pattern = "P0101"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xf16>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: i32) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the key of tile.gather_compare has type i32, expected f32
  %r, %n = tile.gather_compare %a, %s, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32>, i32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %k: !tile.tile<vec, 1x8xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.gather_compare needs a key for each of 16 rows, not 1x8
  %r, %n = tile.gather_compare %a, %k, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xf32>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: f32) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.gather_compare compares by one of eq, ne, lt, le, gt, ge, not "is"
  %r, %n = tile.gather_compare %a, %s, %a {mode = "is"} : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %s: f32) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.gather_compare gives columns as [16, K]xi32 and their number as 1x16xi32, not 16x1xi32
  %r, %n = tile.gather_compare %a, %s, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 16x1xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %e: !tile.tile<vec, 8x64xf32>, %i: !tile.tile<vec, 1x8xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.scatter needs an index for each of 8x64 elements, not 1x8
  %r = tile.scatter %a, %e, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 1x8xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %e: !tile.tile<vec, 8x64xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: indices of tile.scatter are integers, not f32
  %r = tile.scatter %a, %e, %e : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %e: !tile.tile<vec, 8x64xf16>, %i: !tile.tile<vec, 8x64xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.scatter keeps the element type f32, not f16
  %r = tile.scatter %a, %e, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf16>, !tile.tile<vec, 8x64xi32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %e: !tile.tile<vec, 8x64xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.scatter_mask by this pattern puts 16x32 into 16x64, not 8x64
  %r = tile.scatter_mask %a, %e {pattern = "P0101"} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %e: !tile.tile<vec, 8x64xf32>, %i: !tile.tile<vec, 1x4xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.scatter_update puts 4 rows of 64 elements, not 8x64
  %r = tile.scatter_update %a, %i, %e : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x4xi32>, !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>, %e: !tile.tile<vec, 4x64xf32>, %i: !tile.tile<vec, 1x8xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.gather_row puts 8 rows of 64 elements into a tile of 4x64
  %r = tile.gather_row %e, %a, %i : !tile.tile<vec, 4x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>
  func.return
}

// -----

func.func @f(%g: memref<256x64xf32>, %i: !tile.tile<vec, 1x8xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: coalesce of tile.mgather is one of row, elem, not "column"
  %r = tile.mgather %g, %i {coalesce = "column"} : memref<256x64xf32>, !tile.tile<vec, 1x8xi32> -> !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%g: memref<256x64xf32>, %i: !tile.tile<vec, 8x64xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.mgather by row needs a tensor of two dimensions and one row or column of indices, not 256x64 and 8x64
  %r = tile.mgather %g, %i {coalesce = "row"} : memref<256x64xf32>, !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%g: memref<256x64xf32>, %i: !tile.tile<vec, 1x8xi32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: out_of_bounds of tile.mgather is one of undefined, clamp, wrap, zero, not "skip"
  %r = tile.mgather %g, %i {coalesce = "row", out_of_bounds = "skip"} : memref<256x64xf32>, !tile.tile<vec, 1x8xi32> -> !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @f(%g: memref<256x64xf32>, %i: !tile.tile<vec, 1x8xi32>, %a: !tile.tile<vec, 16x64xf32>) {
  // CHECK: gathering_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.mscatter with these indices puts 8x64xf32, not 16x64xf32
  tile.mscatter %a, %i, %g {coalesce = "row"} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>, memref<256x64xf32>
  func.return
}
