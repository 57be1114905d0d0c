// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Tiles from scalars.

// CHECK-LABEL:         func.func @generation(
// CHECK-GENERIC:       sym_name = "generation"
func.func @generation(%i: i32, %h: i16) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %ci = tile.ci %i : i32 -> !tile.tile<vec, 1x64xi32>
  // CHECK-GENERIC-NEXT: %ci = "tile.ci"(%i) : (i32) -> !tile.tile<vec, 1x64xi32>
  %ci = tile.ci %i : i32 -> !tile.tile<vec, 1x64xi32>
  // CHECK-NEXT:         %down = tile.ci %h {descending = true} : i16 -> !tile.tile<vec, 1x64xui16>
  // CHECK-GENERIC-NEXT: %down = "tile.ci"(%h) <{descending = true}> : (i16) -> !tile.tile<vec, 1x64xui16>
  %down = tile.ci %h {descending = true} : i16 -> !tile.tile<vec, 1x64xui16>
  // CHECK-NEXT:         %lower = tile.tri %i : i32 -> !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %lower = "tile.tri"(%i) : (i32) -> !tile.tile<vec, 16x64xf32>
  %lower = tile.tri %i : i32 -> !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %upper = tile.tri %i {upper = true} : i32 -> !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %upper = "tile.tri"(%i) <{upper = true}> : (i32) -> !tile.tile<vec, 16x64xf32>
  %upper = tile.tri %i {upper = true} : i32 -> !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %random = tile.random %i, %i, %i, %i, %i, %i {rounds = 10 : i32} : i32 -> !tile.tile<vec, 16x64xui32>
  // CHECK-GENERIC-NEXT: %random = "tile.random"(%i, %i, %i, %i, %i, %i) <{rounds = 10 : i32}> : (i32, i32, i32, i32, i32, i32) -> !tile.tile<vec, 16x64xui32>
  %random = tile.random %i, %i, %i, %i, %i, %i {rounds = 10 : i32} : i32 -> !tile.tile<vec, 16x64xui32>
  func.return
}
