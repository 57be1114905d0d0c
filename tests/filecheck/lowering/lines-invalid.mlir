// RUN: pto-opt %s -p pto-pipeline --split-input-file --verify-diagnostics | filecheck %s

// Several rows, or columns that are stored as such, have to be multiples of 32 bytes as they are.

func.func @rows(%a: memref<4x7xf32>, %out: memref<4x7xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: error: tile 't' of 4x7 has 28 bytes in a row; the hardware needs a multiple of 32
  // CHECK-NEXT: note: give it 8 columns, 7 of them valid
  %t = tile.load %a[%c0, %c0] : memref<4x7xf32> -> !tile.tile<vec, 4x7xf32>
  tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 4x7xf32>, memref<4x7xf32>
  func.return
}

// -----

func.func @columns(%a: memref<7x4xf32>, %out: memref<7x4xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: error: tile 't' of 7x4 has 28 bytes in a column; the hardware needs a multiple of 32
  // CHECK-NEXT: note: give it 8 rows, 7 of them valid
  %t = tile.load %a[%c0, %c0] : memref<7x4xf32> -> !tile.tile<vec, 7x4xf32, blayout=col_major>
  tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 7x4xf32, blayout=col_major>, memref<7x4xf32>
  func.return
}
