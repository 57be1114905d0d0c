// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Single elements, tiles as another type, and transposition.

// CHECK-LABEL:         func.func @elements(
// CHECK-GENERIC:       sym_name = "elements"
func.func @elements(%a: !tile.tile<vec, 16x64xf32>, %i: index, %s: f32, %u: !tile.tile<vec, 16x64xui16>, %v: i16, %t: !tile.tile<vec, 16x1xf32>, %d: !tile.tile<vec, 16x64xf32, valid=?x32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %read = tile.read %a[%i, %i] : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %read = "tile.read"(%a, %i, %i) : (!tile.tile<vec, 16x64xf32>, index, index) -> f32
  %read = tile.read %a[%i, %i] : !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %readu = tile.read %u[%i, %i] {a} : !tile.tile<vec, 16x64xui16>
  // CHECK-GENERIC-NEXT: %readu = "tile.read"(%u, %i, %i) {a} : (!tile.tile<vec, 16x64xui16>, index, index) -> i16
  %readu = tile.read %u[%i, %i] {a} : !tile.tile<vec, 16x64xui16>
  // CHECK-NEXT:         %write = tile.write %s, %a[%i, %i] : f32, !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %write = "tile.write"(%a, %s, %i, %i) : (!tile.tile<vec, 16x64xf32>, f32, index, index) -> !tile.tile<vec, 16x64xf32>
  %write = tile.write %s, %a[%i, %i] : f32, !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %writeu = tile.write %v, %u[%i, %i] : i16, !tile.tile<vec, 16x64xui16>
  // CHECK-GENERIC-NEXT: %writeu = "tile.write"(%u, %v, %i, %i) : (!tile.tile<vec, 16x64xui16>, i16, index, index) -> !tile.tile<vec, 16x64xui16>
  %writeu = tile.write %v, %u[%i, %i] : i16, !tile.tile<vec, 16x64xui16>
  // CHECK-NEXT:         %same = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %same = "tile.reinterpret_view"(%a) : (!tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xi32>
  %same = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %halves = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x128xf16>
  // CHECK-GENERIC-NEXT: %halves = "tile.reinterpret_view"(%a) : (!tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x128xf16>
  %halves = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x128xf16>
  // CHECK-NEXT:         %dynamic = tile.reinterpret_view %d : !tile.tile<vec, 16x64xf32, valid=?x32> -> !tile.tile<vec, 16x64xi32, valid=?x32>
  // CHECK-GENERIC-NEXT: %dynamic = "tile.reinterpret_view"(%d) : (!tile.tile<vec, 16x64xf32, valid=?x32>) -> !tile.tile<vec, 16x64xi32, valid=?x32>
  %dynamic = tile.reinterpret_view %d : !tile.tile<vec, 16x64xf32, valid=?x32> -> !tile.tile<vec, 16x64xi32, valid=?x32>
  // CHECK-NEXT:         %transpose = tile.transpose %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 64x16xf32>
  // CHECK-GENERIC-NEXT: %transpose = "tile.transpose"(%a, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 64x16xf32>
  %transpose = tile.transpose %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 64x16xf32>
  // CHECK-NEXT:         %row = tile.transpose %t, %t : !tile.tile<vec, 16x1xf32> -> !tile.tile<vec, 1x16xf32>
  // CHECK-GENERIC-NEXT: %row = "tile.transpose"(%t, %t) : (!tile.tile<vec, 16x1xf32>, !tile.tile<vec, 16x1xf32>) -> !tile.tile<vec, 1x16xf32>
  %row = tile.transpose %t, %t : !tile.tile<vec, 16x1xf32> -> !tile.tile<vec, 1x16xf32>
  // CHECK-NEXT:         %turned = tile.transpose %d, %a : !tile.tile<vec, 16x64xf32, valid=?x32>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 64x16xf32, valid=32x?>
  // CHECK-GENERIC-NEXT: %turned = "tile.transpose"(%d, %a) : (!tile.tile<vec, 16x64xf32, valid=?x32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 64x16xf32, valid=32x?>
  %turned = tile.transpose %d, %a : !tile.tile<vec, 16x64xf32, valid=?x32>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 64x16xf32, valid=32x?>
  func.return
}
