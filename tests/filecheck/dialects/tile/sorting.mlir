// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Sorting and merging.

// CHECK-LABEL:         func.func @sorting(
// CHECK-GENERIC:       sym_name = "sorting"
func.func @sorting(%a: !tile.tile<vec, 4x64xf32>, %i: !tile.tile<vec, 4x64xui32>, %h: !tile.tile<vec, 1x64xf16>, %j: !tile.tile<vec, 1x64xi32>, %r: !tile.tile<vec, 1x256xf32>, %t: !tile.tile<vec, 1x512xf32>, %n: i32) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %sort = tile.sort32 %a, %i : !tile.tile<vec, 4x64xf32>, !tile.tile<vec, 4x64xui32> -> !tile.tile<vec, 4x128xf32>
  // CHECK-GENERIC-NEXT: %sort = "tile.sort32"(%a, %i) : (!tile.tile<vec, 4x64xf32>, !tile.tile<vec, 4x64xui32>) -> !tile.tile<vec, 4x128xf32>
  %sort = tile.sort32 %a, %i : !tile.tile<vec, 4x64xf32>, !tile.tile<vec, 4x64xui32> -> !tile.tile<vec, 4x128xf32>
  // A record has 8 bytes, which are 4 f16 elements.
  // CHECK-NEXT:         %half = tile.sort32 %h, %j : !tile.tile<vec, 1x64xf16>, !tile.tile<vec, 1x64xi32> -> !tile.tile<vec, 1x256xf16>
  // CHECK-GENERIC-NEXT: %half = "tile.sort32"(%h, %j) : (!tile.tile<vec, 1x64xf16>, !tile.tile<vec, 1x64xi32>) -> !tile.tile<vec, 1x256xf16>
  %half = tile.sort32 %h, %j : !tile.tile<vec, 1x64xf16>, !tile.tile<vec, 1x64xi32> -> !tile.tile<vec, 1x256xf16>
  // CHECK-NEXT:         %one = tile.mrgsort1 %r, %n : !tile.tile<vec, 1x256xf32>, i32
  // CHECK-GENERIC-NEXT: %one = "tile.mrgsort1"(%r, %n) : (!tile.tile<vec, 1x256xf32>, i32) -> !tile.tile<vec, 1x256xf32>
  %one = tile.mrgsort1 %r, %n : !tile.tile<vec, 1x256xf32>, i32
  // CHECK-NEXT:         %two = tile.mrgsort2 %t, %r, %r : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>
  // CHECK-GENERIC-NEXT: %two = "tile.mrgsort2"(%t, %r, %r) : (!tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>) -> !tile.tile<vec, 1x512xf32>
  %two = tile.mrgsort2 %t, %r, %r : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>
  // CHECK-NEXT:         %some = tile.mrgsort2 %t, %r, %r {exhausted = true} : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>
  // CHECK-GENERIC-NEXT: %some = "tile.mrgsort2"(%t, %r, %r) <{exhausted = true}> : (!tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>) -> !tile.tile<vec, 1x512xf32>
  %some = tile.mrgsort2 %t, %r, %r {exhausted = true} : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>
  func.return
}
