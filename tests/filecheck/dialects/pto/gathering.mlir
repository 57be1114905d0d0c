// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Gather, scatter, sorting and quantisation.

!V = !pto.tile_buf<vec, 16x64xf32>
!I = !pto.tile_buf<vec, 16x64xi32>
!Q = !pto.tile_buf<vec, 16x64xi8>
!F = !pto.tile_buf<vec, 16x1xf32, blayout=col_major>
!P = !pto.partition_tensor_view<64x64xf32>

func.func @gathering(%a: !V, %b: !V, %c: !V, %tmp: !V, %i: !I, %j: !I, %k: !I, %q: !Q, %fp: !F, %off: !F, %mem: !P) {
  pto.tgatherb ins(%a, %i : !V, !I) outs(%c : !V)
  // CHECK: pto.tgatherb ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tgatherb"(%a, %i, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.thistogram ins(%a, %i : !V, !I) outs(%k : !I)
  // CHECK-NEXT: pto.thistogram ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%k : !pto.tile_buf<vec, 16x64xi32>)
  // CHECK-GENERIC-NEXT: "pto.thistogram"(%a, %i, %k) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) -> ()
  pto.thistogram ins(%a, %i : !V, !I) outs(%k : !I) {byte = 0 : i32}
  // CHECK-NEXT: pto.thistogram ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%k : !pto.tile_buf<vec, 16x64xi32>) {byte = 0 : i32}
  // CHECK-GENERIC-NEXT: "pto.thistogram"(%a, %i, %k) <{byte = 0 : i32}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) -> ()
  // By indices or by a mask.
  pto.tscatter ins(%a, %i : !V, !I) outs(%c : !V)
  // CHECK-NEXT: pto.tscatter ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tscatter"(%a, %c, %i) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) -> ()
  pto.tscatter ins(%a, {maskPattern = #pto.mask_pattern<P0101>} : !V) outs(%c : !V)
  // CHECK-NEXT: pto.tscatter ins(%a, {maskPattern = #pto.mask_pattern<P0101>} : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tscatter"(%a, %c) <{maskPattern = #pto.mask_pattern<P0101>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // With global memory.
  pto.mgather ins(%mem, %i : !P, !I) outs(%c : !V) {coalesce = #pto<coalesce row>}
  // CHECK-NEXT: pto.mgather ins(%mem, %i : !pto.partition_tensor_view<64x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {coalesce = #pto<coalesce row>}
  // CHECK-GENERIC-NEXT: "pto.mgather"(%mem, %i, %c) <{coalesce = #pto<coalesce row>}> : (!pto.partition_tensor_view<64x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.mgather ins(%mem, %i, %tmp : !P, !I, !V) outs(%c : !V) {coalesce = #pto<coalesce elem>, gatherOob = #pto<gather_oob clamp>}
  // CHECK-NEXT: pto.mgather ins(%mem, %i, %tmp : !pto.partition_tensor_view<64x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {coalesce = #pto<coalesce elem>, gatherOob = #pto<gather_oob clamp>}
  // CHECK-GENERIC-NEXT: "pto.mgather"(%mem, %i, %c, %tmp) <{coalesce = #pto<coalesce elem>, gatherOob = #pto<gather_oob clamp>}> : (!pto.partition_tensor_view<64x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.mscatter ins(%a, %i : !V, !I) outs(%mem : !P)
  // CHECK-NEXT: pto.mscatter ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%mem : !pto.partition_tensor_view<64x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.mscatter"(%a, %i, %mem) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.partition_tensor_view<64x64xf32>) -> ()
  pto.mscatter ins(%a, %i : !V, !I) outs(%mem : !P) {coalesce = #pto<coalesce row>, scatterAtomicOp = #pto<scatter_atomic_op add>, scatterOob = #pto<scatter_oob skip>, scatterConflict = #pto<scatter_conflict last>}
  // CHECK-NEXT: pto.mscatter ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%mem : !pto.partition_tensor_view<64x64xf32>) {coalesce = #pto<coalesce row>, scatterAtomicOp = #pto<scatter_atomic_op add>, scatterConflict = #pto<scatter_conflict last>, scatterOob = #pto<scatter_oob skip>}
  // CHECK-GENERIC-NEXT: "pto.mscatter"(%a, %i, %mem) <{coalesce = #pto<coalesce row>, scatterAtomicOp = #pto<scatter_atomic_op add>, scatterOob = #pto<scatter_oob skip>, scatterConflict = #pto<scatter_conflict last>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.partition_tensor_view<64x64xf32>) -> ()
  pto.tsort32 ins(%a, %i : !V, !I) outs(%c : !V)
  // CHECK-NEXT: pto.tsort32 ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsort32"(%a, %i, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsort32 ins(%a, %i, %tmp : !V, !I, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tsort32 ins(%a, %i, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsort32"(%a, %i, %tmp, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpartargmax ins(%a, %b, %i, %j : !V, !V, !I, !I) outs(%c, %k : !V, !I)
  // CHECK-NEXT: pto.tpartargmax ins(%a, %b, %i, %j : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c, %k : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>)
  // CHECK-GENERIC-NEXT: "pto.tpartargmax"(%a, %b, %i, %j, %c, %k) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) -> ()
  pto.tpartargmin ins(%a, %b, %i, %j : !V, !V, !I, !I) outs(%c, %k : !V, !I)
  // CHECK-NEXT: pto.tpartargmin ins(%a, %b, %i, %j : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c, %k : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>)
  // CHECK-GENERIC-NEXT: "pto.tpartargmin"(%a, %b, %i, %j, %c, %k) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) -> ()
  pto.tquant ins(%a, %fp : !V, !F) outs(%q : !Q) {quant_type = #pto<quant_type INT8_SYM>}
  // CHECK-NEXT: pto.tquant ins(%a, %fp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%q : !pto.tile_buf<vec, 16x64xi8>) {quant_type = #pto<quant_type INT8_SYM>}
  // CHECK-GENERIC-NEXT: "pto.tquant"(%a, %fp, %q) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>, quant_type = #pto<quant_type INT8_SYM>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tquant ins(%a, %fp, %off : !V, !F, !F) outs(%q, %tmp : !Q, !V) {quant_type = #pto<quant_type INT8_ASYM>}
  // CHECK-NEXT: pto.tquant ins(%a, %fp, %off : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%q, %tmp : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>) {quant_type = #pto<quant_type INT8_ASYM>}
  // CHECK-GENERIC-NEXT: "pto.tquant"(%a, %fp, %off, %tmp, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, quant_type = #pto<quant_type INT8_ASYM>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tquant ins(%a, %fp : !V, !F) outs(%q, %tmp : !Q, !V) {quant_type = #pto<quant_type INT8_SYM>}
  // CHECK-NEXT: pto.tquant ins(%a, %fp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%q, %tmp : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>) {quant_type = #pto<quant_type INT8_SYM>}
  // CHECK-GENERIC-NEXT: "pto.tquant"(%a, %fp, %tmp, %q) <{operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>, quant_type = #pto<quant_type INT8_SYM>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tdequant ins(%q, %fp, %off : !Q, !F, !F) outs(%c : !V)
  // CHECK-NEXT: pto.tdequant ins(%q, %fp, %off : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tdequant"(%q, %fp, %off, %c) : (!pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}
