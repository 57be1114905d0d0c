// RUN: pto-opt %s -p expand-composite-ops | filecheck %s

// Sine and cosine become arithmetic; a binding and the stage stay on the result.

// CHECK-LABEL: func.func @sine
// CHECK:         %b = buffer.declare "b"
// CHECK-NOT:     tile.sin
// CHECK:         tile.muls %x, %cst{{.*}} {tile.stage = [#tile.stage<0, 1>]}
// CHECK:         tile.cast %{{.*}} {mode = "rint", tile.stage = [#tile.stage<0, 1>]} : {{.*}} -> !tile.tile<vec, 8x64xi32>
// CHECK:         %s = tile.mul {{.*}} {tile.stage = [#tile.stage<0, 1>]}
// CHECK-NEXT:    buffer.bind %s to %b
func.func @sine(%x: !tile.tile<vec, 8x64xf32>) {
  %b = buffer.declare "b" : !buffer.buffer
  %s = tile.sin %x {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 8x64xf32>
  buffer.bind %s to %b : !tile.tile<vec, 8x64xf32>, !buffer.buffer
  func.return
}

// Narrow elements are computed in f32.
// CHECK-LABEL: func.func @cosine
// CHECK:         tile.cast %x {mode = "none"} : !tile.tile<vec, 8x64xf16> -> !tile.tile<vec, 8x64xf32>
// CHECK-NOT:     tile.cos
// CHECK:         %c = tile.cast %{{.*}} {mode = "rint"} : !tile.tile<vec, 8x64xf32> -> !tile.tile<vec, 8x64xf16>
func.func @cosine(%x: !tile.tile<vec, 8x64xf16>) {
  %c = tile.cos %x : !tile.tile<vec, 8x64xf16>
  func.return
}
