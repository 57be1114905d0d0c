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

// -----

// A view has the lines of what it looks at, whole ones only.

func.func @reshaped(%a: memref<1x6xf32>, %out: memref<2x3xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.load %a[%c0, %c0] : memref<1x6xf32> -> !tile.tile<vec, 1x6xf32>
  // CHECK: invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: error: tile 'u' of 2x3 has 12 bytes in a row; the hardware needs a multiple of 32
  // CHECK-NEXT: note: tile.reshape moves nothing; copy its elements into a tile of 8 columns, 3 of them valid
  %u = tile.reshape %t : !tile.tile<vec, 1x6xf32> -> !tile.tile<vec, 2x3xf32>
  tile.store %u, %out[%c0, %c0] : !tile.tile<vec, 2x3xf32>, memref<2x3xf32>
  func.return
}

// -----

// Also where the bytes are as many.

func.func @reshaped_whole(%a: memref<1x32xf32>, %out: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.load %a[%c0, %c0] : memref<1x32xf32> -> !tile.tile<vec, 1x32xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 'u' of 8x4 has 16 bytes in a row
  %u = tile.reshape %t : !tile.tile<vec, 1x32xf32> -> !tile.tile<vec, 8x4xf32>
  tile.store %u, %out[%c0, %c0] : !tile.tile<vec, 8x4xf32>, memref<8x4xf32>
  func.return
}
