// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Operations on a tile and a scalar.

!V = !pto.tile_buf<vec, 16x64xf32>
!I = !pto.tile_buf<vec, 16x64xi16>

func.func @scalar_arithmetic(%a: !V, %b: !V, %c: !V, %tmp: !V, %s: f32, %ia: !I, %ic: !I, %it: !I, %n: i16) {
  pto.tadds ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK: pto.tadds ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.tadds"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsubs ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tsubs ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsubs"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmuls ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tmuls ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tmuls"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmaxs ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tmaxs ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tmaxs"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tmins ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tmins ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tmins"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tfmods ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tfmods ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tfmods"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.taxpy ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.taxpy ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.taxpy"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tlrelu ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tlrelu ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tlrelu"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // The scalar may be the dividend; the precision is always printed.
  pto.tdivs ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tdivs ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<div_precision default>}
  // CHECK-GENERIC-NEXT: "pto.tdivs"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tdivs ins(%s, %a : f32, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tdivs ins(%s, %a : f32, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<div_precision default>}
  // CHECK-GENERIC-NEXT: "pto.tdivs"(%s, %a, %c) : (f32, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tdivs ins(%a, %s : !V, f32) outs(%c : !V) {precisionType = #pto<div_precision high_precision>}
  // CHECK-NEXT: pto.tdivs ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<div_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tdivs"(%a, %s, %c) <{precisionType = #pto<div_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // With a scratch tile, optional for a power.
  pto.trems ins(%a, %s, %tmp : !V, f32, !V) outs(%c : !V)
  // CHECK-NEXT: pto.trems ins(%a, %s, %tmp : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trems"(%a, %s, %tmp, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpows ins(%a, %s : !V, f32) outs(%c : !V)
  // CHECK-NEXT: pto.tpows ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<pow_precision default>}
  // CHECK-GENERIC-NEXT: "pto.tpows"(%a, %s, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpows ins(%a, %s, %tmp : !V, f32, !V) outs(%c : !V) {precisionType = #pto<pow_precision high_precision>}
  // CHECK-NEXT: pto.tpows ins(%a, %s, %tmp : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<pow_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tpows"(%a, %s, %c, %tmp) <{precisionType = #pto<pow_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // With two tiles.
  pto.taddsc ins(%a, %s, %b : !V, f32, !V) outs(%c : !V)
  // CHECK-NEXT: pto.taddsc ins(%a, %s, %b : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.taddsc"(%a, %s, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tsubsc ins(%a, %s, %b : !V, f32, !V) outs(%c : !V)
  // CHECK-NEXT: pto.tsubsc ins(%a, %s, %b : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tsubsc"(%a, %s, %b, %c) : (!pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // On integers.
  pto.tands ins(%ia, %n : !I, i16) outs(%ic : !I)
  // CHECK-NEXT: pto.tands ins(%ia, %n : !pto.tile_buf<vec, 16x64xi16>, i16) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tands"(%ia, %n, %ic) : (!pto.tile_buf<vec, 16x64xi16>, i16, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.tors ins(%ia, %n : !I, i16) outs(%ic : !I)
  // CHECK-NEXT: pto.tors ins(%ia, %n : !pto.tile_buf<vec, 16x64xi16>, i16) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tors"(%ia, %n, %ic) : (!pto.tile_buf<vec, 16x64xi16>, i16, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.tshls ins(%ia, %n : !I, i16) outs(%ic : !I)
  // CHECK-NEXT: pto.tshls ins(%ia, %n : !pto.tile_buf<vec, 16x64xi16>, i16) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tshls"(%ia, %n, %ic) : (!pto.tile_buf<vec, 16x64xi16>, i16, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.tshrs ins(%ia, %n : !I, i16) outs(%ic : !I)
  // CHECK-NEXT: pto.tshrs ins(%ia, %n : !pto.tile_buf<vec, 16x64xi16>, i16) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.tshrs"(%ia, %n, %ic) : (!pto.tile_buf<vec, 16x64xi16>, i16, !pto.tile_buf<vec, 16x64xi16>) -> ()
  pto.txors ins(%ia, %n, %it : !I, i16, !I) outs(%ic : !I)
  // CHECK-NEXT: pto.txors ins(%ia, %n, %it : !pto.tile_buf<vec, 16x64xi16>, i16, !pto.tile_buf<vec, 16x64xi16>) outs(%ic : !pto.tile_buf<vec, 16x64xi16>)
  // CHECK-GENERIC-NEXT: "pto.txors"(%ia, %n, %it, %ic) : (!pto.tile_buf<vec, 16x64xi16>, i16, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) -> ()
  // A tile full of one value.
  pto.texpands ins(%s : f32) outs(%c : !V)
  // CHECK-NEXT: pto.texpands ins(%s : f32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.texpands"(%s, %c) : (f32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}
