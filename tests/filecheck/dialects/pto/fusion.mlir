// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Regions that may be fused, and printing.

!V = !pto.tile_buf<vec, 16x64xf32>

func.func @regions(%a: !V, %b: !V, %n: i32) {
  %r = pto.fusion_region {
  // CHECK: %r = pto.fusion_region {
  // CHECK-GENERIC: %r = "pto.fusion_region"() ({
    pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
    // CHECK: pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
    // CHECK-GENERIC: "pto.tadd"(%a, %a, %b) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
    pto.yield(%b) : (!V) -> ()
    // CHECK: pto.yield(%b) : (!pto.tile_buf<vec, 16x64xf32>) -> ()
    // CHECK-GENERIC: "pto.yield"(%b) : (!pto.tile_buf<vec, 16x64xf32>) -> ()
  } : !V
  pto.fusion_region {
  // CHECK: pto.fusion_region {
  // CHECK-GENERIC: "pto.fusion_region"() ({
    pto.yield() : () -> ()
    // CHECK: pto.yield() : () -> ()
    // CHECK-GENERIC: "pto.yield"() : () -> ()
  } {pto.mark}
  pto.tprint ins(%a : !V)
  // CHECK: pto.tprint ins(%a : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tprint"(%a) : (!pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tprint ins(%a, %b : !V, !V) {printFormat = #pto<print_format width8_precision2>}
  // CHECK: pto.tprint ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) {printFormat = #pto<print_format width8_precision2>}
  // CHECK-GENERIC: "pto.tprint"(%a, %b) <{printFormat = #pto<print_format width8_precision2>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.print ins("x = %d\n", %n : i32)
  // CHECK: pto.print ins("x = %d\0A", %n : i32)
  // CHECK-GENERIC: "pto.print"(%n) <{format = "x = %d\0A"}> : (i32) -> ()
  func.return
}
