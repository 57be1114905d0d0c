// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// A column or a row spread over a tile.

!V = !pto.tile_buf<vec, 16x64xf32>
!C = !pto.tile_buf<vec, 16x1xf32, blayout=col_major>
!R = !pto.tile_buf<vec, 1x64xf32>
!L = !pto.tile_buf<vec, 16x8xf32>

func.func @broadcast(%a: !V, %c: !V, %tmp: !V, %col: !C, %row: !R, %lane: !L) {
  pto.trowexpand ins(%col : !C) outs(%c : !V)
  // CHECK: pto.trowexpand ins(%col : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.trowexpand"(%col, %c) : (!pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpand ins(%row : !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpand ins(%row : !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpand"(%row, %c) : (!pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpandadd ins(%a, %col : !V, !C) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandadd ins(%a, %col : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandadd"(%a, %col, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpandsub ins(%a, %col : !V, !C) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandsub ins(%a, %col : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandsub"(%a, %col, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpandmul ins(%a, %col : !V, !C) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandmul ins(%a, %col : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandmul"(%a, %col, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpandmax ins(%a, %col : !V, !C) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandmax ins(%a, %col : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandmax"(%a, %col, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpandmin ins(%a, %col : !V, !C) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandmin ins(%a, %col : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandmin"(%a, %col, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpandexpdif ins(%a, %col : !V, !C) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandexpdif ins(%a, %col : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandexpdif"(%a, %col, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // A row-major second source holds each value over 32 bytes; a scratch tile is optional.
  pto.trowexpandadd ins(%a, %lane : !V, !L) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandadd ins(%a, %lane : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x8xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandadd"(%a, %lane, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x8xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpandadd ins(%a, %col, %tmp : !V, !C, !V) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpandadd ins(%a, %col, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trowexpandadd"(%a, %col, %tmp, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  // The precision of a row-wise division is always printed.
  pto.trowexpanddiv ins(%a, %col : !V, !C) outs(%c : !V)
  // CHECK-NEXT: pto.trowexpanddiv ins(%a, %col : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<div_precision default>}
  // CHECK-GENERIC-NEXT: "pto.trowexpanddiv"(%a, %col, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trowexpanddiv ins(%a, %col, %tmp : !V, !C, !V) outs(%c : !V) {precisionType = #pto<div_precision high_precision>}
  // CHECK-NEXT: pto.trowexpanddiv ins(%a, %col, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<div_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.trowexpanddiv"(%a, %col, %tmp, %c) <{precisionType = #pto<div_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpandadd ins(%a, %row : !V, !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpandadd ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpandadd"(%a, %row, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpandsub ins(%a, %row : !V, !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpandsub ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpandsub"(%a, %row, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpandmul ins(%a, %row : !V, !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpandmul ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpandmul"(%a, %row, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpanddiv ins(%a, %row : !V, !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpanddiv ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpanddiv"(%a, %row, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpandmax ins(%a, %row : !V, !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpandmax ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpandmax"(%a, %row, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpandmin ins(%a, %row : !V, !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpandmin ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpandmin"(%a, %row, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpandexpdif ins(%a, %row : !V, !R) outs(%c : !V)
  // CHECK-NEXT: pto.tcolexpandexpdif ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolexpandexpdif"(%a, %row, %c) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tcolexpanddiv ins(%a, %row : !V, !R) outs(%c : !V) {precisionType = #pto<div_precision high_precision>}
  // CHECK-NEXT: pto.tcolexpanddiv ins(%a, %row : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<div_precision high_precision>}
  // CHECK-GENERIC-NEXT: "pto.tcolexpanddiv"(%a, %row, %c) <{precisionType = #pto<div_precision high_precision>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}
