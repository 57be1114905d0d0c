// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Packed masks, and selection by them.

// CHECK-LABEL:         func.func @selection(
// CHECK-GENERIC:       sym_name = "selection"
func.func @selection(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf32>, %s: f32, %w: !tile.tile<vec, 4x300xf16>, %p: !tile.tile<vec, 16x64xf32, valid=?x48>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %m = tile.cmp %a, %b {mode = "gt"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xui8>
  // CHECK-GENERIC-NEXT: %m = "tile.cmp"(%a, %b) <{mode = "gt"}> : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x32xui8>
  %m = tile.cmp %a, %b {mode = "gt"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xui8>
  // CHECK-NEXT:         %ms = tile.cmps %a, %s {mode = "le"} : !tile.tile<vec, 16x64xf32>, f32 -> !tile.tile<vec, 16x32xui8>
  // CHECK-GENERIC-NEXT: %ms = "tile.cmps"(%a, %s) <{mode = "le"}> : (!tile.tile<vec, 16x64xf32>, f32) -> !tile.tile<vec, 16x32xui8>
  %ms = tile.cmps %a, %s {mode = "le"} : !tile.tile<vec, 16x64xf32>, f32 -> !tile.tile<vec, 16x32xui8>
  // CHECK-NEXT:         %sel = tile.sel %m, %a, %b, %ms : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8> -> !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %sel = "tile.sel"(%m, %a, %b, %ms) : (!tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8>) -> !tile.tile<vec, 16x64xf32>
  %sel = tile.sel %m, %a, %b, %ms : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8> -> !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %sels = tile.sels %m, %a, %ms, %s : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8>, f32 -> !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %sels = "tile.sels"(%m, %a, %ms, %s) : (!tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8>, f32) -> !tile.tile<vec, 16x64xf32>
  %sels = tile.sels %m, %a, %ms, %s : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8>, f32 -> !tile.tile<vec, 16x64xf32>
  // A row of a mask is a multiple of 32 bytes, all of them valid.
  // CHECK-NEXT:         %wide = tile.cmp %w, %w {mode = "ne"} : !tile.tile<vec, 4x300xf16> -> !tile.tile<vec, 4x64xui8>
  // CHECK-GENERIC-NEXT: %wide = "tile.cmp"(%w, %w) <{mode = "ne"}> : (!tile.tile<vec, 4x300xf16>, !tile.tile<vec, 4x300xf16>) -> !tile.tile<vec, 4x64xui8>
  %wide = tile.cmp %w, %w {mode = "ne"} : !tile.tile<vec, 4x300xf16> -> !tile.tile<vec, 4x64xui8>
  // CHECK-NEXT:         %part = tile.cmp %p, %p {mode = "eq"} : !tile.tile<vec, 16x64xf32, valid=?x48> -> !tile.tile<vec, 16x32xui8, valid=?x32>
  // CHECK-GENERIC-NEXT: %part = "tile.cmp"(%p, %p) <{mode = "eq"}> : (!tile.tile<vec, 16x64xf32, valid=?x48>, !tile.tile<vec, 16x64xf32, valid=?x48>) -> !tile.tile<vec, 16x32xui8, valid=?x32>
  %part = tile.cmp %p, %p {mode = "eq"} : !tile.tile<vec, 16x64xf32, valid=?x48> -> !tile.tile<vec, 16x32xui8, valid=?x32>
  func.return
}
