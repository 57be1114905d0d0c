// RUN: pto-opt %s -p flatten-tile-nd-to-2d --split-input-file --verify-diagnostics | filecheck %s

// CHECK: invalid.mlir:6:{{[0-9]+}}: error: tile 't' of 4x?x16 cannot be flattened to 2D: an extent is known at run time only
func.func @dynamic(%n: index) {
  // The note names the ways out.
  %t = tile.create valid [%n] : !tile.tile<4x?x16xf32>
  func.return
}

// -----

func.func @gap(%t: !tile.tile<4x8x16xf32>, %s: !tile.tile<2x4x16xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.assemble: a block of 2x4x16 is no contiguous row band of a tile of 4x8x16
  %u = tile.assemble %t, %s[%i, %i, %i] : !tile.tile<4x8x16xf32>, !tile.tile<2x4x16xf32>
  func.return
}

// -----

func.func @gap_of_a_slice(%t: !tile.tile<4x8x16xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.slice: a block of 2x4x16 is no contiguous row band of a tile of 4x8x16
  %u = tile.slice %t[%i, %i, %i] : !tile.tile<4x8x16xf32> -> !tile.tile<2x4x16xf32>
  func.return
}
