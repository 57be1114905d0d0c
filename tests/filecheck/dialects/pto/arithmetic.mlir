// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Operations on two tiles: with attributes given, default, and absent.

!V = !pto.tile_buf<vec, 16x64xf32>
!I = !pto.tile_buf<vec, 16x64xi16>

func.func @arithmetic(%a: !V, %b: !V, %c: !V, %tmp: !V, %x: !V, %ia: !I, %ib: !I, %ic: !I, %it: !I) {
  pto.tadd ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK: pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tadd"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsub ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tsub ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsub"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmul ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tmul ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tmul"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tdiv ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tdiv ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tdiv"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmax ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tmax ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tmax"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmin ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tmin ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tmin"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tfmod ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tfmod ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tfmod"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpartadd ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tpartadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tpartadd"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpartmul ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tpartmul ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tpartmul"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpartmax ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tpartmax ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tpartmax"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpartmin ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tpartmin ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tpartmin"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // An attribute is printed when it is not default.
  pto.tdiv ins(%a, %b : !V, !V) outs(%c : !V) {precisionType = #pto<div_precision high_precision>}
  // CHECK-NEXT: pto.tdiv ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<div_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tdiv"(%a, %b, %c) <{precisionType = #pto<div_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tdiv ins(%a, %b : !V, !V) outs(%c : !V) {precisionType = #pto<div_precision default>}
  // CHECK-NEXT: pto.tdiv ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tdiv"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tfmod ins(%a, %b : !V, !V) outs(%c : !V) {precisionType = #pto<fmod_precision high_precision>}
  // CHECK-NEXT: pto.tfmod ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<fmod_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tfmod"(%a, %b, %c) <{precisionType = #pto<fmod_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // Unknown attributes are kept.
  pto.tadd ins(%a, %b : !V, !V) outs(%c : !V) {note = "x", pto.mark}
  // CHECK-NEXT: pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {note = "x", pto.mark}
  // CHECK-GENERIC-NEXT: "pto.tadd"(%a, %b, %c) {note = "x", pto.mark} : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // With a scratch tile.
  pto.trem ins(%a, %b, %tmp : !V, !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.trem ins(%a, %b, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trem"(%a, %b, %tmp, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trem ins(%a, %b, %tmp : !V, !V, !V) outs(%c : !V) {precisionType = #pto<rem_precision high_precision>}
  // CHECK-NEXT: pto.trem ins(%a, %b, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<rem_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.trem"(%a, %b, %tmp, %c) <{precisionType = #pto<rem_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tprelu ins(%a, %b, %tmp : !V, !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tprelu ins(%a, %b, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tprelu"(%a, %b, %tmp, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // With an optional scratch tile; its precision is always printed.
  pto.tpow ins(%a, %b : !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tpow ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<pow_precision default>}
  // CHECK-GENERIC-NEXT: "pto.tpow"(%a, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpow ins(%a, %b, %tmp : !V, !V, !V) outs(%c : !V) {precisionType = #pto<pow_precision high_precision>}
  // CHECK-NEXT: pto.tpow ins(%a, %b, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<pow_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tpow"(%a, %b, %c, %tmp) <{precisionType = #pto<pow_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // With three sources.
  pto.taddc ins(%a, %b, %x : !V, !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.taddc ins(%a, %b, %x : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.taddc"(%a, %b, %x, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsubc ins(%a, %b, %x : !V, !V, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tsubc ins(%a, %b, %x : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsubc"(%a, %b, %x, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // On integers.
  pto.tand ins(%ia, %ib : !I, !I) outs(%ic : !I)
  // CHECK-NEXT: pto.tand ins(%ia, %ib : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tand"(%ia, %ib, %ic) : (!pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.tor ins(%ia, %ib : !I, !I) outs(%ic : !I)
  // CHECK-NEXT: pto.tor ins(%ia, %ib : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tor"(%ia, %ib, %ic) : (!pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.tshl ins(%ia, %ib : !I, !I) outs(%ic : !I)
  // CHECK-NEXT: pto.tshl ins(%ia, %ib : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tshl"(%ia, %ib, %ic) : (!pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.tshr ins(%ia, %ib : !I, !I) outs(%ic : !I)
  // CHECK-NEXT: pto.tshr ins(%ia, %ib : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tshr"(%ia, %ib, %ic) : (!pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.txor ins(%ia, %ib, %it : !I, !I, !I) outs(%ic : !I)
  // CHECK-NEXT: pto.txor ins(%ia, %ib, %it : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.txor"(%ia, %ib, %it, %ic) : (!pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  func.return
}
