// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// What 0.60 has added.

func.func @added(%s: f32, %t: !pto.tile_buf<scaling, 1x64xi64>, %x: index) {
  pto.set_quant_scalar (%s : f32){id = 1}
  // CHECK: pto.set_quant_scalar (%s : f32){id = 1}
  // CHECK-GENERIC: "pto.set_quant_scalar"(%s) <{id = 1 : i32}> : (f32) -> ()
  pto.set_quant_vector (%t : !pto.tile_buf<scaling, 1x64xi64>){id = 2} {pto.mark}
  // CHECK: pto.set_quant_vector (%t : !pto.tile_buf<scaling, 1x64xi64>){id = 2} {pto.mark}
  // CHECK-GENERIC: "pto.set_quant_vector"(%t) <{id = 2 : i32}> {pto.mark} : (!pto.tile_buf<scaling, 1x64xi64>) -> ()
  %d = pto.declare_struct -> !pto.struct<i32, !pto.struct<f32, f64>>
  // CHECK: %d = pto.declare_struct -> !pto.struct<i32, !pto.struct<f32, f64>>
  // CHECK-GENERIC: %d = "pto.declare_struct"() : () -> !pto.struct<i32, !pto.struct<f32, f64>>
  %e = pto.alloc_tile : !pto.tile_buf<vec, 16x8x!pto.bf16x2>
  // CHECK: %e = pto.alloc_tile : !pto.tile_buf<vec, 16x8x!pto.bf16x2>
  // CHECK-GENERIC: %e = "pto.alloc_tile"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !pto.tile_buf<vec, 16x8x!pto.bf16x2>
  pto.section.simt <<<%x, %x, %x>>> {
  // CHECK: pto.section.simt <<<%x, %x, %x>>> {
  // CHECK-GENERIC: "pto.section.simt"(%x, %x, %x) ({
    pto.trap
    // CHECK: pto.trap
    // CHECK-GENERIC: "pto.trap"() : () -> ()
  }
  func.return
}
