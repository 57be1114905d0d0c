// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Remainders, carries, leaky rectification, a spread scalar, composite functions.

// CHECK-LABEL:         func.func @arithmetic(
// CHECK-GENERIC:       sym_name = "arithmetic"
func.func @arithmetic(%a: !tile.tile<vec, 16x64xf32>, %b: !tile.tile<vec, 16x64xf32>, %tmp: !tile.tile<vec, 16x64xf32>, %s: f32, %m: !tile.tile<vec, 17x32xui8>, %u: !tile.tile<vec, 16x64xui16>, %v: i16, %d: !tile.tile<vec, 16x64xf32, valid=?x64>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %fmod = tile.fmod %a, %b : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %fmod = "tile.fmod"(%a, %b) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %fmod = tile.fmod %a, %b : !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %fmods = tile.fmods %a, %s : !tile.tile<vec, 16x64xf32>, f32
  // CHECK-GENERIC-NEXT: %fmods = "tile.fmods"(%a, %s) : (!tile.tile<vec, 16x64xf32>, f32) -> !tile.tile<vec, 16x64xf32>
  %fmods = tile.fmods %a, %s : !tile.tile<vec, 16x64xf32>, f32 -> !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %rem = tile.rem %a, %b, %tmp : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %rem = "tile.rem"(%a, %b, %tmp) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %rem = tile.rem %a, %b, %tmp : !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %rems = tile.rems %a, %s, %tmp : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %rems = "tile.rems"(%a, %s, %tmp) : (!tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %rems = tile.rems %a, %s, %tmp : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %lrelu = tile.lrelu %a, %s : !tile.tile<vec, 16x64xf32>, f32
  // CHECK-GENERIC-NEXT: %lrelu = "tile.lrelu"(%a, %s) : (!tile.tile<vec, 16x64xf32>, f32) -> !tile.tile<vec, 16x64xf32>
  %lrelu = tile.lrelu %a, %s : !tile.tile<vec, 16x64xf32>, f32
  // CHECK-NEXT:         %prelu = tile.prelu %a, %b, %m : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 17x32xui8>
  // CHECK-GENERIC-NEXT: %prelu = "tile.prelu"(%a, %b, %m) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 17x32xui8>) -> !tile.tile<vec, 16x64xf32>
  %prelu = tile.prelu %a, %b, %m : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 17x32xui8>
  // CHECK-NEXT:         %addc = tile.addc %a, %b, %a : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %addc = "tile.addc"(%a, %b, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %addc = tile.addc %a, %b, %a : !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %subc = tile.subc %a, %b, %a : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %subc = "tile.subc"(%a, %b, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %subc = tile.subc %a, %b, %a : !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %addsc = tile.addsc %a, %s, %b : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %addsc = "tile.addsc"(%a, %s, %b) : (!tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %addsc = tile.addsc %a, %s, %b : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %subsc = tile.subsc %a, %s, %b : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %subsc = "tile.subsc"(%a, %s, %b) : (!tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %subsc = tile.subsc %a, %s, %b : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %expands = tile.expands %a, %s : !tile.tile<vec, 16x64xf32>, f32
  // CHECK-GENERIC-NEXT: %expands = "tile.expands"(%a, %s) : (!tile.tile<vec, 16x64xf32>, f32) -> !tile.tile<vec, 16x64xf32>
  %expands = tile.expands %a, %s : !tile.tile<vec, 16x64xf32>, f32
  // CHECK-NEXT:         %sin = tile.sin %a : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %sin = "tile.sin"(%a) : (!tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %sin = tile.sin %a : !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %cos = tile.cos %a {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %cos = "tile.cos"(%a) {tile.stage = [#tile.stage<0, 1>]} : (!tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %cos = tile.cos %a {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 16x64xf32>
  // A scalar has no sign, whatever the elements have.
  // CHECK-NEXT:         %unsigned = tile.adds %u, %v : !tile.tile<vec, 16x64xui16>, i16
  // CHECK-GENERIC-NEXT: %unsigned = "tile.adds"(%u, %v) : (!tile.tile<vec, 16x64xui16>, i16) -> !tile.tile<vec, 16x64xui16>
  %unsigned = tile.adds %u, %v : !tile.tile<vec, 16x64xui16>, i16
  // CHECK-NEXT:         %dynamic = tile.rem %d, %b, %tmp : !tile.tile<vec, 16x64xf32, valid=?x64>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %dynamic = "tile.rem"(%d, %b, %tmp) : (!tile.tile<vec, 16x64xf32, valid=?x64>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32, valid=?x64>
  %dynamic = tile.rem %d, %b, %tmp : !tile.tile<vec, 16x64xf32, valid=?x64>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>
  func.return
}
