// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// The forms of gather and merge sort, quantisation in blocks, and optional scratch tiles.

!V = !pto.tile_buf<vec, 16x64xf32>
!I = !pto.tile_buf<vec, 16x64xi32>
!B = !pto.tile_buf<vec, 16x64xi8>
!H = !pto.tile_buf<vec, 16x64xi16>
!C = !pto.tile_buf<vec, 16x1xf32, blayout=col_major>
!K = !pto.tile_buf<vec, 16x1xi32, blayout=col_major>

func.func @gather(%a: !V, %b: !V, %idx: !I, %n: i32, %x: f32, %exec: vector<4xi16>) {
  pto.tgather ins(%a, %idx : !V, !I) outs(%b : !V)
  // CHECK: pto.tgather ins(%a, %idx : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tgather"(%a, %b, %idx) <{operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) -> ()
  pto.tgather ins(%a, %idx, %b : !V, !I, !V) outs(%b : !V)
  // CHECK: pto.tgather ins(%a, %idx, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tgather"(%a, %b, %idx, %b) <{operandSegmentSizes = array<i32: 1, 1, 0, 1, 1, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tgather ins(%a, %x : !V, f32) outs(%b, %idx : !V, !I) {cmpMode = #pto<cmp gt>, offset = 0 : i32}
  // CHECK: pto.tgather ins(%a, %x : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%b, %idx : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) {cmpMode = #pto<cmp gt>, offset = 0 : i32}
  // CHECK-GENERIC: "pto.tgather"(%a, %b, %idx, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>, cmpMode = #pto<cmp gt>, offset = 0 : i32}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, f32) -> ()
  pto.tgather ins(%a, %x, %b : !V, f32, !V) outs(%b, %idx : !V, !I) {cmpMode = #pto<cmp gt>, offset = 4 : i32}
  // CHECK: pto.tgather ins(%a, %x, %b : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%b, %idx : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) {cmpMode = #pto<cmp gt>, offset = 4 : i32}
  // CHECK-GENERIC: "pto.tgather"(%a, %b, %idx, %b, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1>, cmpMode = #pto<cmp gt>, offset = 4 : i32}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>, f32) -> ()
  pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P0101>} : !V) outs(%b : !V)
  // CHECK: pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P0101>} : !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tgather"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, maskPattern = #pto.mask_pattern<P0101>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // The mask is also read behind outs.
  pto.tgather ins(%a : !V) outs(%b : !V) {maskPattern = #pto.mask_pattern<P1111>}
  // CHECK: pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P1111>} : !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tgather"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, maskPattern = #pto.mask_pattern<P1111>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmrgsort ins(%a, %n : !V, i32) outs(%b : !V)
  // CHECK: pto.tmrgsort ins(%a, %n : !pto.tile_buf<vec, 16x64xf32>, i32) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tmrgsort"(%a, %n, %b) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, i32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmrgsort ins(%a, %a, %b {exhausted = false} : !V, !V, !V) outs(%b, %exec : !V, vector<4xi16>)
  // CHECK: pto.tmrgsort ins(%a, %a, %b {exhausted = false} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b, %exec : !pto.tile_buf<vec, 16x64xf32>, vector<4xi16>)
  // CHECK-GENERIC: "pto.tmrgsort"(%a, %a, %b, %b, %exec) <{operandSegmentSizes = array<i32: 2, 0, 1, 1, 1>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, vector<4xi16>) -> ()
  pto.tmrgsort ins(%a, %a, %a, %a, %b {exhausted = true} : !V, !V, !V, !V, !V) outs(%b, %exec : !V, vector<4xi16>)
  // CHECK: pto.tmrgsort ins(%a, %a, %a, %a, %b {exhausted = true} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b, %exec : !pto.tile_buf<vec, 16x64xf32>, vector<4xi16>)
  // CHECK-GENERIC: "pto.tmrgsort"(%a, %a, %a, %a, %b, %b, %exec) <{operandSegmentSizes = array<i32: 4, 0, 1, 1, 1>, exhausted = true}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, vector<4xi16>) -> ()
  pto.tquant.mx ins(%a : !V) outs(%a, %b, %b, %b : !V, !V, !V, !V) {quant_type = #pto<quant_type MXFP8>}
  // CHECK: pto.tquant.mx ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a, %b, %b, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) {quantScaleAlg = #pto<quant_scale_alg ocp>, quant_type = #pto<quant_type MXFP8>}
  // CHECK-GENERIC: "pto.tquant.mx"(%a, %a, %b, %b, %b) <{quant_type = #pto<quant_type MXFP8>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tquant.mx ins(%a : !V) outs(%a, %b, %b, %b, %a : !V, !V, !V, !V, !V) {quant_type = #pto<quant_type MXFP8>, quantScaleAlg = #pto<quant_scale_alg nv>, storeMode = #pto<vec_store_mode nz>}
  // CHECK: pto.tquant.mx ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a, %b, %b, %b, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) {quantScaleAlg = #pto<quant_scale_alg nv>, quant_type = #pto<quant_type MXFP8>, storeMode = #pto<vec_store_mode nz>}
  // CHECK-GENERIC: "pto.tquant.mx"(%a, %a, %b, %b, %b, %a) <{quant_type = #pto<quant_type MXFP8>, quantScaleAlg = #pto<quant_scale_alg nv>, storeMode = #pto<vec_store_mode nz>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}

func.func @without_scratch(%a: !V, %b: !V, %c: !C, %k: !K, %h: !H, %m: !B, %x: f32, %row: !pto.tile_buf<vec, 1x64xi32>) {
  pto.trem ins(%a, %a : !V, !V) outs(%b : !V)
  // CHECK: pto.trem ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.trem"(%a, %a, %b) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.txor ins(%h, %h : !H, !H) outs(%h : !H)
  // CHECK: pto.txor ins(%h, %h : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%h : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC: "pto.txor"(%h, %h, %h) : (!pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.tprelu ins(%a, %a : !V, !V) outs(%b : !V)
  // CHECK: pto.tprelu ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tprelu"(%a, %a, %b) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.taddrelu ins(%a, %a : !V, !V) outs(%b : !V)
  // CHECK: pto.taddrelu ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.taddrelu"(%a, %a, %b) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trems ins(%a, %x : !V, f32) outs(%b : !V)
  // CHECK: pto.trems ins(%a, %x : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.trems"(%a, %x, %b) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsel ins(%m, %a, %b : !B, !V, !V) outs(%b : !V)
  // CHECK: pto.tsel ins(%m, %a, %b : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tsel"(%m, %a, %b, %b) : (!pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsels ins(%m, %a, %x : !B, !V, f32) outs(%b : !V)
  // CHECK: pto.tsels ins(%m, %a, %x : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, f32) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tsels"(%m, %a, %x, %b) : (!pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowsum ins(%a : !V) outs(%c : !C)
  // CHECK: pto.trowsum ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  // CHECK-GENERIC: "pto.trowsum"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) -> ()
  pto.trowargmax ins(%a : !V) outs(%k : !K)
  // CHECK: pto.trowargmax ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%k : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
  // CHECK-GENERIC: "pto.trowargmax"(%a, %k) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xi32, blayout=col_major>) -> ()
  pto.tcolargmin ins(%a : !V) outs(%row : !pto.tile_buf<vec, 1x64xi32>)
  // CHECK: pto.tcolargmin ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%row : !pto.tile_buf<vec, 1x64xi32>)
  // CHECK-GENERIC: "pto.tcolargmin"(%a, %row) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xi32>) -> ()
  pto.ttrans ins(%a : !V) outs(%b : !V)
  // CHECK: pto.ttrans ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.ttrans"(%a, %b) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcvt ins(%a, %b {rmode = #pto<round_mode CAST_RINT>, sat_mode = #pto<saturation_mode ON>} : !V, !V) outs(%h : !H)
  // CHECK: pto.tcvt ins(%a, %b {rmode = #pto<round_mode CAST_RINT>, satmode = #pto<saturation_mode ON>} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%h : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC: "pto.tcvt"(%a, %h, %b) <{sat_mode = #pto<saturation_mode ON>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}

func.func @scales(%a: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, %fp: !pto.tile_buf<scaling, 1x64xi64>, %m: !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>, %g: !pto.partition_tensor_view<16x64xi8>, %i: index) {
  pto.tstore_fp ins(%a, %fp : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>) outs(%g : !pto.partition_tensor_view<16x64xi8>)
  // CHECK: pto.tstore_fp ins(%a, %fp : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>) outs(%g : !pto.partition_tensor_view<16x64xi8>)
  // CHECK-GENERIC: "pto.tstore_fp"(%a, %fp, %g) : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, !pto.partition_tensor_view<16x64xi8>) -> ()
  pto.tmov.fp ins(%a, %fp : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>) outs(%m : !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>)
  // CHECK: pto.tmov.fp ins(%a, %fp : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>) outs(%m : !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>)
  // CHECK-GENERIC: "pto.tmov.fp"(%a, %fp, %m) : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>) -> ()
  pto.textract_fp ins(%a, %fp, %i, %i : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, index, index) outs(%m : !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>)
  // CHECK: pto.textract_fp ins(%a, %fp, %i, %i : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, index, index) outs(%m : !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>)
  // CHECK-GENERIC: "pto.textract_fp"(%a, %fp, %i, %i, %m) : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, index, index, !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>) -> ()
  pto.tinsert_fp ins(%a, %fp, %i, %i : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, index, index) outs(%m : !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>) {reluPreMode = #pto<relu_pre_mode normal_relu>}
  // CHECK: pto.tinsert_fp ins(%a, %fp, %i, %i : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, index, index) outs(%m : !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>) {reluPreMode = #pto<relu_pre_mode normal_relu>}
  // CHECK-GENERIC: "pto.tinsert_fp"(%a, %fp, %i, %i, %m) <{reluPreMode = #pto<relu_pre_mode normal_relu>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, index, index, !pto.tile_buf<mat, 16x64xi8, blayout=col_major, slayout=row_major>) -> ()
  func.return
}
