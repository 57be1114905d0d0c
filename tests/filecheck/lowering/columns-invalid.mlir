// RUN: pto-opt %s -p pto-pipeline --split-input-file --verify-diagnostics | filecheck %s

// An operation that cannot read a column says which one, and how it becomes a row.

!C = !tile.tile<vec, 64x1xf32>
func.func @compared(%a: memref<64x1xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: invalid.mlir:[[# @LINE + 3]]:{{[0-9]+}}: error: tile.cmp has no form on a3: pto.tcmp works on row_major tiles, got col_major
  // CHECK-NEXT: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: note: 'c' is a column, stored column by column; pl.reshape to [1, 64] makes a row of it
  %c = tile.load %a[%c0, %c0] : memref<64x1xf32> -> !C
  %m = tile.cmp %c, %c {mode = "lt"} : !C -> !tile.tile<vec, 64x32xui8>
  func.return
}

// -----

!C = !tile.tile<vec, 64x1xf32>
func.func @reduced(%a: memref<64x1xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: invalid.mlir:[[# @LINE + 3]]:{{[0-9]+}}: error: tile.col_max has no form on a3: pto.tcolmax: src has to be row_major without boxes, got col_major/none_box
  // CHECK-NEXT: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: note: 'c' is a column
  %c = tile.load %a[%c0, %c0] : memref<64x1xf32> -> !C
  %m = tile.col_max %c : !C -> !tile.tile<vec, 1x1xf32>
  func.return
}
