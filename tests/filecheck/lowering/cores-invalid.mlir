// RUN: pto-opt %s -p pto-pipeline --split-input-file --verify-diagnostics | filecheck %s

// A function runs on one core.

func.func @mixed(%a: memref<16x16xf32>, %out: memref<16x16xf32>, %v: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %l = tile.load %a[%c0, %c0] : memref<16x16xf32> -> !tile.tile<16x16xf32>
  %x = tile.matmul %l, %l : !tile.tile<16x16xf32> -> !tile.tile<16x16xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<16x16xf32>, memref<16x16xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.load of 'u' runs on the vector core, but tile.load of 'l' runs on the cube core: function 'mixed' cannot mix them
  %u = tile.load %v[%c0, %c0] : memref<16x16xf32> -> !tile.tile<16x16xf32>
  %w = tile.exp %u : !tile.tile<16x16xf32>
  tile.store %w, %v[%c0, %c0] : !tile.tile<16x16xf32>, memref<16x16xf32>
  func.return
}

// -----

func.func @declared(%a: memref<16x16xf32>, %out: memref<16x16xf32>) attributes {tile.core = #tile.core<cube>} {
  %c0 = arith.constant 0 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.load of 'l' runs on the vector core, but function 'declared' is declared to run on the cube core
  %l = tile.load %a[%c0, %c0] : memref<16x16xf32> -> !tile.tile<16x16xf32>
  %x = tile.exp %l : !tile.tile<16x16xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<16x16xf32>, memref<16x16xf32>
  func.return
}

// -----

// Whole boxes, where the addresses are ours.
func.func @four_rows(%a: memref<4x16xf32>, %b: memref<16x16xf32>, %out: memref<4x16xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 'l' of 4x16 does not consist of whole boxes of 16x8
  %l = tile.load %a[%c0, %c0] : memref<4x16xf32> -> !tile.tile<4x16xf32>
  %r = tile.load %b[%c0, %c0] : memref<16x16xf32> -> !tile.tile<16x16xf32>
  %x = tile.matmul %l, %r : !tile.tile<4x16xf32>, !tile.tile<16x16xf32> -> !tile.tile<4x16xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<4x16xf32>, memref<4x16xf32>
  func.return
}
