// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Functions of one tile, conversion, comparison and selection.

!V = !pto.tile_buf<vec, 16x64xf32>
!B = !pto.tile_buf<vec, 16x64xbf16>
!M = !pto.tile_buf<vec, 16x64xi8>
!I = !pto.tile_buf<vec, 16x64xi16>

func.func @unary(%a: !V, %b: !V, %c: !V, %tmp: !V, %s: f32, %bf: !B, %m: !M, %ia: !I, %ic: !I) {
  pto.tabs ins(%a : !V) outs(%c : !V)
  // CHECK: pto.tabs ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tabs"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tneg ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.tneg ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tneg"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.texp ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.texp ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.texp"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tlog ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.tlog ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tlog"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsqrt ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.tsqrt ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsqrt"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trecip ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.trecip ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trecip"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trelu ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.trelu ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trelu"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tnot ins(%ia : !I) outs(%ic : !I)
  // CHECK-NEXT: pto.tnot ins(%ia : !pto.tile_buf<vec, 16x64xi16>) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tnot"(%ia, %ic) : (!pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.texp ins(%a : !V) outs(%c : !V) {precisionType = #pto<exp_precision high_precision>}
  // CHECK-NEXT: pto.texp ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<exp_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.texp"(%a, %c) <{precisionType = #pto<exp_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tlog ins(%a : !V) outs(%c : !V) {precisionType = #pto<log_precision high_precision>}
  // CHECK-NEXT: pto.tlog ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<log_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tlog"(%a, %c) <{precisionType = #pto<log_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsqrt ins(%a : !V) outs(%c : !V) {precisionType = #pto<sqrt_precision high_precision>}
  // CHECK-NEXT: pto.tsqrt ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<sqrt_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tsqrt"(%a, %c) <{precisionType = #pto<sqrt_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trecip ins(%a : !V) outs(%c : !V) {precisionType = #pto<recip_precision high_precision>}
  // CHECK-NEXT: pto.trecip ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<recip_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.trecip"(%a, %c) <{precisionType = #pto<recip_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // With an optional scratch tile; the precision is always printed.
  pto.trsqrt ins(%a : !V) outs(%c : !V)
  // CHECK-NEXT: pto.trsqrt ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<rsqrt_precision default>}
  // CHECK-GENERIC-NEXT: "pto.trsqrt"(%a, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trsqrt ins(%a, %tmp : !V, !V) outs(%c : !V) {precisionType = #pto<rsqrt_precision high_precision>}
  // CHECK-NEXT: pto.trsqrt ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<rsqrt_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.trsqrt"(%a, %c, %tmp) <{precisionType = #pto<rsqrt_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // Both modes of a conversion are always printed; `sat_mode` is read, too.
  pto.tcvt ins(%a : !V) outs(%bf : !B)
  // CHECK-NEXT: pto.tcvt ins(%a {rmode = #pto<round_mode CAST_RINT>, satmode = #pto<saturation_mode OFF>} : !pto.tile_buf<vec, 16x64xf32>) outs(%bf : !pto.tile_buf<vec, 16x64xbf16>)
  // CHECK-GENERIC-NEXT: "pto.tcvt"(%a, %bf) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xbf16>) -> ()
  pto.tcvt ins(%a {rmode = #pto<round_mode RINT>, satmode = #pto<saturation_mode ON>} : !V) outs(%bf : !B)
  // CHECK-NEXT: pto.tcvt ins(%a {rmode = #pto<round_mode RINT>, satmode = #pto<saturation_mode ON>} : !pto.tile_buf<vec, 16x64xf32>) outs(%bf : !pto.tile_buf<vec, 16x64xbf16>)
  // CHECK-GENERIC-NEXT: "pto.tcvt"(%a, %bf) <{rmode = #pto<round_mode RINT>, sat_mode = #pto<saturation_mode ON>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xbf16>) -> ()
  pto.tcvt ins(%bf {sat_mode = #pto<saturation_mode ON>} : !B) outs(%a : !V)
  // CHECK-NEXT: pto.tcvt ins(%bf {rmode = #pto<round_mode CAST_RINT>, satmode = #pto<saturation_mode ON>} : !pto.tile_buf<vec, 16x64xbf16>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcvt"(%bf, %a) <{sat_mode = #pto<saturation_mode ON>}> : (!pto.tile_buf<vec, 16x64xbf16>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // Comparisons have their mode inside of `ins`; `eq` is the default against a scalar.
  pto.tcmp ins(%a, %b : !V, !V) outs(%m : !M)
  // CHECK-NEXT: pto.tcmp ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%m : !pto.tile_buf<vec, 16x64xi8>)
  // CHECK-GENERIC-NEXT: "pto.tcmp"(%a, %b, %m) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tcmp ins(%a, %b {cmpMode = #pto<cmp gt>} : !V, !V) outs(%m : !M)
  // CHECK-NEXT: pto.tcmp ins(%a, %b {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%m : !pto.tile_buf<vec, 16x64xi8>)
  // CHECK-GENERIC-NEXT: "pto.tcmp"(%a, %b, %m) <{cmpMode = #pto<cmp gt>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tcmps ins(%a, %s : !V, f32) outs(%m : !M)
  // CHECK-NEXT: pto.tcmps ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%m : !pto.tile_buf<vec, 16x64xi8>)
  // CHECK-GENERIC-NEXT: "pto.tcmps"(%a, %s, %m) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tcmps ins(%a, %s {cmpMode = #pto<cmp eq>} : !V, f32) outs(%m : !M)
  // CHECK-NEXT: pto.tcmps ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%m : !pto.tile_buf<vec, 16x64xi8>)
  // CHECK-GENERIC-NEXT: "pto.tcmps"(%a, %s, %m) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tcmps ins(%a, %s {cmpMode = #pto<cmp le>} : !V, f32) outs(%m : !M)
  // CHECK-NEXT: pto.tcmps ins(%a, %s {cmpMode = #pto<cmp le>} : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%m : !pto.tile_buf<vec, 16x64xi8>)
  // CHECK-GENERIC-NEXT: "pto.tcmps"(%a, %s, %m) <{cmpMode = #pto<cmp le>}> : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xi8>) -> ()
  pto.tsel ins(%m, %a, %b, %tmp : !M, !V, !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tsel ins(%m, %a, %b, %tmp : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsel"(%m, %a, %b, %tmp, %c) : (!pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsels ins(%m, %a, %tmp, %s : !M, !V, !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tsels ins(%m, %a, %tmp, %s : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsels"(%m, %a, %tmp, %s, %c) : (!pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}
