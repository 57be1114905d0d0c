// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Movement between memories.

!V = !pto.tile_buf<vec, 16x64xf32>
!P = !pto.partition_tensor_view<16x64xf32>
!A = !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>
!PA = !pto.partition_tensor_view<16x64xf16>
!N = !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>
!L = !pto.tile_buf<left, 16x64xf16, slayout=row_major>
!F = !pto.tile_buf<scaling, 1x64xi64>
!H = !pto.tile_buf<vec, 8x64xf32>
!Z = !pto.tile_buf<vec, 16x64xf32, pad=1>
!ZZ = !pto.tile_buf<vec, 32x64xf32, pad=3>
!CC = !pto.tile_buf<vec, 16x128xf32>
!T = !pto.tile_buf<vec, 64x16xf32>

func.func @movement(%p: !P, %pa: !PA, %a: !V, %b: !V, %c: !V, %tmp: !V, %i: index, %j: index, %s: f32, %q: i64, %cond: i1, %mat: !N, %acc: !A, %fp: !F, %l: !L, %half: !H, %pad: !Z, %big: !ZZ, %cc: !CC, %tr: !T) {
  // A load has clauses behind the attributes, in this order.
  pto.tload ins(%p : !P) outs(%a : !V)
  // CHECK: pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tload"(%p, %a) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tload ins(%p : !P) outs(%a : !V) {k = 1 : i32} pad_mode = <PadNull>
  // CHECK-NEXT: pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>) {k = 1 : i32} pad_mode = <PadNull>
  // CHECK-GENERIC-NEXT: "pto.tload"(%p, %a) <{pad_mode = #pto.padmode<PadNull>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> {k = 1 : i32} : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tload ins(%p : !P) outs(%a : !V) pad_mode = <PadValue> pad_value = %s : f32 left_padding_num = %i : index init_out_buffer = true right_padding_num = %j : index init_condition = %cond : i1
  // CHECK-NEXT: pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>) pad_mode = <PadValue> pad_value = %s : f32 left_padding_num = %i : index init_out_buffer = true right_padding_num = %j : index init_condition = %cond : i1
  // CHECK-GENERIC-NEXT: "pto.tload"(%p, %a, %s, %i, %j, %cond) <{pad_mode = #pto.padmode<PadValue>, init_out_buffer = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, f32, index, index, i1) -> ()
  pto.tload ins(%p : !P) outs(%a : !V) pad_mode = #pto.padmode<PadFirstElem> right_padding_num = %j : index
  // CHECK-NEXT: pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>) pad_mode = <PadFirstElem> right_padding_num = %j : index
  // CHECK-GENERIC-NEXT: "pto.tload"(%p, %a, %j) <{pad_mode = #pto.padmode<PadFirstElem>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, index) -> ()
  pto.tload ins(%p : !P) outs(%a : !V) init_out_buffer = false
  // CHECK-NEXT: pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>) init_out_buffer = false
  // CHECK-GENERIC-NEXT: "pto.tload"(%p, %a) <{init_out_buffer = false, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tprefetch ins(%p : !P) outs(%a : !V)
  // CHECK-NEXT: pto.tprefetch ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tprefetch"(%p, %a) : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // A store may quantise what leaves an accumulator.
  pto.tstore ins(%a : !V) outs(%p : !P)
  // CHECK-NEXT: pto.tstore ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%p : !pto.partition_tensor_view<16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tstore"(%a, %p) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.tstore ins(%acc : !A, %q : i64) outs(%pa : !PA) {stPhase = #pto<st_phase final>, atomicType = #pto<atomic_type atomic_add>, reluPreMode = #pto<relu_pre_mode normal_relu>}
  // CHECK-NEXT: pto.tstore ins(%acc : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, %q : i64) outs(%pa : !pto.partition_tensor_view<16x64xf16>) {atomicType = #pto<atomic_type atomic_add>, reluPreMode = #pto<relu_pre_mode normal_relu>, stPhase = #pto<st_phase final>}
  // CHECK-GENERIC-NEXT: "pto.tstore"(%acc, %pa, %q) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>, stPhase = #pto<st_phase final>, atomicType = #pto<atomic_type atomic_add>, reluPreMode = #pto<relu_pre_mode normal_relu>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.partition_tensor_view<16x64xf16>, i64) -> ()
  pto.tstore ins(%a : !V) outs(%p : !P) {atomicType = #pto<atomic_type atomic_none>}
  // CHECK-NEXT: pto.tstore ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%p : !pto.partition_tensor_view<16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tstore"(%a, %p) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  // A move may have scales, a scalar, both or neither.
  pto.tmov ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.tmov ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tmov"(%a, %c) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmov ins(%mat : !N) outs(%l : !L)
  // CHECK-NEXT: pto.tmov ins(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>) outs(%l : !pto.tile_buf<left, 16x64xf16, slayout=row_major>)
  // CHECK-GENERIC-NEXT: "pto.tmov"(%mat, %l) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, !pto.tile_buf<left, 16x64xf16, slayout=row_major>) -> ()
  pto.tmov ins(%acc : !A, %fp : !F) outs(%mat : !N)
  // CHECK-NEXT: pto.tmov ins(%acc : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, %fp : !pto.tile_buf<scaling, 1x64xi64>) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>)
  // CHECK-GENERIC-NEXT: "pto.tmov"(%acc, %mat, %fp) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>) -> ()
  pto.tmov ins(%acc : !A, %fp : !F, %q : i64) outs(%mat : !N)
  // CHECK-NEXT: pto.tmov ins(%acc : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, %fp : !pto.tile_buf<scaling, 1x64xi64>, %q : i64) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>)
  // CHECK-GENERIC-NEXT: "pto.tmov"(%acc, %mat, %fp, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, i64) -> ()
  pto.tmov ins(%acc : !A, %q : i64) outs(%mat : !N) {accToVecMode = #pto.acc_to_vec_mode<dual_mode_split_m>, reluPreMode = #pto<relu_pre_mode scalar_relu>}
  // CHECK-NEXT: pto.tmov ins(%acc : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, %q : i64) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>) {accToVecMode = #pto.acc_to_vec_mode<dual_mode_split_m>, reluPreMode = #pto<relu_pre_mode scalar_relu>}
  // CHECK-GENERIC-NEXT: "pto.tmov"(%acc, %mat, %q) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>, accToVecMode = #pto.acc_to_vec_mode<dual_mode_split_m>, reluPreMode = #pto<relu_pre_mode scalar_relu>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, i64) -> ()
  "pto.tmov"(%acc, %mat, %q) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (!A, !N, i64) -> ()
  // CHECK-NEXT: pto.tmov ins(%acc : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, %q : i64) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>)
  // CHECK-GENERIC-NEXT: "pto.tmov"(%acc, %mat, %q) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, i64) -> ()
  // Windows.
  pto.textract ins(%a, %i, %j : !V, index, index) outs(%half : !H)
  // CHECK-NEXT: pto.textract ins(%a, %i, %j : !pto.tile_buf<vec, 16x64xf32>, index, index) outs(%half : !pto.tile_buf<vec, 8x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.textract"(%a, %i, %j, %half) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (!pto.tile_buf<vec, 16x64xf32>, index, index, !pto.tile_buf<vec, 8x64xf32>) -> ()
  pto.textract ins(%acc, %i, %j, %q : !A, index, index, i64) outs(%mat : !N) {reluPreMode = #pto<relu_pre_mode normal_relu>}
  // CHECK-NEXT: pto.textract ins(%acc, %i, %j, %q : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index, i64) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>) {reluPreMode = #pto<relu_pre_mode normal_relu>}
  // CHECK-GENERIC-NEXT: "pto.textract"(%acc, %i, %j, %q, %mat) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1>, reluPreMode = #pto<relu_pre_mode normal_relu>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index, i64, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>) -> ()
  pto.tinsert ins(%half, %i, %j : !H, index, index) outs(%a : !V)
  // CHECK-NEXT: pto.tinsert ins(%half, %i, %j : !pto.tile_buf<vec, 8x64xf32>, index, index) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tinsert"(%half, %i, %j, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>}> : (!pto.tile_buf<vec, 8x64xf32>, index, index, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tinsert ins(%acc, %i, %j : !A, index, index fp %fp : !F) outs(%mat : !N)
  // CHECK-NEXT: pto.tinsert ins(%acc, %i, %j : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index fp %fp : !pto.tile_buf<scaling, 1x64xi64>) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>)
  // CHECK-GENERIC-NEXT: "pto.tinsert"(%acc, %i, %j, %mat, %fp) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>) -> ()
  pto.tinsert ins(%acc, %i, %j : !A, index, index pre_quant %q : i64) outs(%mat : !N)
  // CHECK-NEXT: pto.tinsert ins(%acc, %i, %j : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index pre_quant %q : i64) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>)
  // CHECK-GENERIC-NEXT: "pto.tinsert"(%acc, %i, %j, %mat, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, i64) -> ()
  pto.tinsert ins(%acc, %i, %j : !A, index, index fp %fp : !F pre_quant %q : i64) outs(%mat : !N) {tinsertMode = #pto.tinsert_mode<split2>}
  // CHECK-NEXT: pto.tinsert ins(%acc, %i, %j : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index fp %fp : !pto.tile_buf<scaling, 1x64xi64> pre_quant %q : i64) outs(%mat : !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>) {tinsertMode = #pto.tinsert_mode<split2>}
  // CHECK-GENERIC-NEXT: "pto.tinsert"(%acc, %i, %j, %mat, %fp, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>, tinsertMode = #pto.tinsert_mode<split2>}> : (!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index, !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>, i64) -> ()
  pto.ttrans ins(%a, %tmp : !V, !V) outs(%tr : !T)
  // CHECK-NEXT: pto.ttrans ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%tr : !pto.tile_buf<vec, 64x16xf32>)
  // CHECK-GENERIC-NEXT: "pto.ttrans"(%a, %tmp, %tr) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 64x16xf32>) -> ()
  pto.tfillpad ins(%a : !V) outs(%pad : !Z)
  // CHECK-NEXT: pto.tfillpad ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%pad : !pto.tile_buf<vec, 16x64xf32, pad=1>)
  // CHECK-GENERIC-NEXT: "pto.tfillpad"(%a, %pad) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, pad=1>) -> ()
  pto.tfillpad ins(%a : !V) outs(%pad : !Z) {padValue = #pto.pad_value<zero>}
  // CHECK-NEXT: pto.tfillpad ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%pad : !pto.tile_buf<vec, 16x64xf32, pad=1>) {padValue = #pto.pad_value<zero>}
  // CHECK-GENERIC-NEXT: "pto.tfillpad"(%a, %pad) <{padValue = #pto.pad_value<zero>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, pad=1>) -> ()
  pto.tfillpad_expand ins(%a : !V) outs(%big : !ZZ)
  // CHECK-NEXT: pto.tfillpad_expand ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%big : !pto.tile_buf<vec, 32x64xf32, pad=3>)
  // CHECK-GENERIC-NEXT: "pto.tfillpad_expand"(%a, %big) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 32x64xf32, pad=3>) -> ()
  pto.tfillpad_inplace ins(%a : !V) outs(%pad : !Z)
  // CHECK-NEXT: pto.tfillpad_inplace ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%pad : !pto.tile_buf<vec, 16x64xf32, pad=1>)
  // CHECK-GENERIC-NEXT: "pto.tfillpad_inplace"(%a, %pad) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, pad=1>) -> ()
  pto.tconcat ins(%a, %b : !V, !V) outs(%cc : !CC)
  // CHECK-NEXT: pto.tconcat ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%cc : !pto.tile_buf<vec, 16x128xf32>)
  // CHECK-GENERIC-NEXT: "pto.tconcat"(%a, %b, %cc) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x128xf32>) -> ()
  pto.tconcatidx ins(%a, %b, %a, %b : !V, !V, !V, !V) outs(%cc : !CC)
  // CHECK-NEXT: pto.tconcatidx ins(%a, %b, %a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%cc : !pto.tile_buf<vec, 16x128xf32>)
  // CHECK-GENERIC-NEXT: "pto.tconcatidx"(%a, %b, %a, %b, %cc) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x128xf32>) -> ()
  pto.tget_scale_addr ins(%l : !L) outs(%fp : !F)
  // CHECK-NEXT: pto.tget_scale_addr ins(%l : !pto.tile_buf<left, 16x64xf16, slayout=row_major>) outs(%fp : !pto.tile_buf<scaling, 1x64xi64>)
  // CHECK-GENERIC-NEXT: "pto.tget_scale_addr"(%l, %fp) : (!pto.tile_buf<left, 16x64xf16, slayout=row_major>, !pto.tile_buf<scaling, 1x64xi64>) -> ()
  // Single elements.
  %e = pto.tgetval ins(%a, %i : !V, index) outs : f32
  // CHECK-NEXT: %e = pto.tgetval ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, index) outs : f32
  // CHECK-GENERIC-NEXT: %e = "pto.tgetval"(%a, %i) : (!pto.tile_buf<vec, 16x64xf32>, index) -> f32
  pto.tsetval ins(%i, %s : index, f32) outs(%a : !V)
  // CHECK-NEXT: pto.tsetval ins(%i, %s : index, f32) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsetval"(%a, %i, %s) : (!pto.tile_buf<vec, 16x64xf32>, index, f32) -> ()
  func.return
}
