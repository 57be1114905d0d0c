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

// CHECK-LABEL: func.func @threads
func.func @threads(%n: i32, %m: index) {
  pto.section.simt <<<%n, %m, %n>>> {
  // CHECK: pto.section.simt <<<%n, %m, %n>>> {
  // CHECK-GENERIC: }) : (i32, index, i32) -> ()
  }
  func.return
}

!A = !pto.tile_buf<acc, 64x64xf32, blayout=col_major, slayout=row_major, fractal=1024>
!M = !pto.tile_buf<mat, 64x64xf16, blayout=col_major, slayout=row_major>
!V = !pto.tile_buf<vec, 64x64xf32>
!I = !pto.tile_buf<vec, 64x64xi32>
!S = !pto.tile_buf<scaling, 1x64xi64>
!P = !pto.partition_tensor_view<64x64xi8>

// Parts that operations of 0.48 do not have.
// CHECK-LABEL: func.func @parts
func.func @parts(%acc: !A, %m: !M, %s: !S, %p: !P, %q: i64, %i: index, %v: !V, %n: !I) {
  pto.tstore ins(%acc : !A fp %s : !S) outs(%p : !P)
  // CHECK: pto.tstore ins(%acc : !pto.tile_buf<acc, {{.*}}> fp %s : !pto.tile_buf<scaling, 1x64xi64>) outs(%p : !pto.partition_tensor_view<64x64xi8>)
  // CHECK-GENERIC: "pto.tstore"(%acc, %p, %s) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>
  pto.tstore ins(%acc : !A fp %s : !S, %q : i64) outs(%p : !P) {reluPreMode = #pto<relu_pre_mode normal_relu>}
  // CHECK: pto.tstore ins(%acc : !pto.tile_buf<acc, {{.*}}> fp %s : !pto.tile_buf<scaling, 1x64xi64>, %q : i64) outs(%p : !pto.partition_tensor_view<64x64xi8>) {reluPreMode = #pto<relu_pre_mode normal_relu>}
  // CHECK-GENERIC: "pto.tstore"(%acc, %p, %s, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>
  pto.textract ins(%acc, %i, %i : !A, index, index fp %s : !S) outs(%m : !M)
  // CHECK: pto.textract ins(%acc, %i, %i : !pto.tile_buf<acc, {{.*}}>, index, index fp %s : !pto.tile_buf<scaling, 1x64xi64>) outs(%m :
  // CHECK-GENERIC: "pto.textract"(%acc, %i, %i, %s, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1>}>
  pto.tmov ins(%v : !V) outs(%v : !V) {grpAxis = #pto<mx_group_axis axis0>}
  // CHECK: pto.tmov ins(%v : !pto.tile_buf<vec, 64x64xf32>) outs(%v : !pto.tile_buf<vec, 64x64xf32>) {grpAxis = #pto<mx_group_axis axis0>}
  // CHECK-GENERIC: grpAxis = #pto<mx_group_axis axis0>}>
  pto.tgather ins(%v, %n, %n : !V, !I, !I) outs(%v : !V) {axis = 1 : i32}
  // CHECK: pto.tgather {{.*}} {axis = 1 : i32}
  // CHECK-GENERIC: axis = 1 : i32}>
  pto.tgather ins(%v, {maskPattern = #pto.mask_pattern<P0101>} : !V) outs(%v : !V) {axis = 0 : i32}
  // CHECK: pto.tgather ins(%v, {maskPattern = #pto.mask_pattern<P0101>} : !pto.tile_buf<vec, 64x64xf32>) outs(%v : !pto.tile_buf<vec, 64x64xf32>) {axis = 0 : i32}
  // CHECK-GENERIC: axis = 0 : i32}>
  pto.fence.barrier_all <device>
  // CHECK: pto.fence.barrier_all <device>
  // CHECK-GENERIC: "pto.fence.barrier_all"() <{scope = #pto.fence_scope<device>}> : () -> ()
  func.return
}

// CHECK-LABEL: func.func @epilogue
func.func @epilogue(%b: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
  pto.aic_initialize_pipe{dir_mask = 1, slot_size = 4096, acc_push_epilogue = #pto.acc_push_epilogue<layout=nz, quant=none>}(c2v_consumer_buf = %b : i32)
  // CHECK: pto.aic_initialize_pipe{dir_mask = 1, slot_size = 4096, acc_push_epilogue = #pto.acc_push_epilogue<layout=nz, quant=none>}(c2v_consumer_buf = %b : i32)
  // CHECK-GENERIC: acc_push_epilogue = #pto.acc_push_epilogue<layout=nz, quant=none>
  %q = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, acc_push_epilogue = #pto.acc_push_epilogue<relu=no_relu>} (%b : i32) -> !pto.pipe
  // CHECK: %q = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, acc_push_epilogue = #pto.acc_push_epilogue<relu=no_relu>} (%b : i32) -> !pto.pipe
  // CHECK-GENERIC: acc_push_epilogue = #pto.acc_push_epilogue<relu=no_relu>
  func.return
}
