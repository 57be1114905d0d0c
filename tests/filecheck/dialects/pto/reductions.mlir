// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Reductions along rows and columns.

!V = !pto.tile_buf<vec, 16x64xf32>
!C = !pto.tile_buf<vec, 16x1xf32, blayout=col_major>
!R = !pto.tile_buf<vec, 1x64xf32>
!X = !pto.tile_buf<vec, 16x1xi32, blayout=col_major>
!Y = !pto.tile_buf<vec, 1x64xi32>

func.func @reductions(%a: !V, %tmp: !V, %col: !C, %row: !R, %ix: !X, %rx: !Y) {
  pto.trowsum ins(%a, %tmp : !V, !V) outs(%col : !C)
  // CHECK: pto.trowsum ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%col : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  // CHECK-GENERIC: "pto.trowsum"(%a, %tmp, %col) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) -> ()
  pto.trowmax ins(%a, %tmp : !V, !V) outs(%col : !C)
  // CHECK-NEXT: pto.trowmax ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%col : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  // CHECK-GENERIC-NEXT: "pto.trowmax"(%a, %tmp, %col) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) -> ()
  pto.trowmin ins(%a, %tmp : !V, !V) outs(%col : !C)
  // CHECK-NEXT: pto.trowmin ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%col : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  // CHECK-GENERIC-NEXT: "pto.trowmin"(%a, %tmp, %col) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) -> ()
  pto.trowprod ins(%a, %tmp : !V, !V) outs(%col : !C)
  // CHECK-NEXT: pto.trowprod ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%col : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  // CHECK-GENERIC-NEXT: "pto.trowprod"(%a, %tmp, %col) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) -> ()
  pto.trowargmax ins(%a, %tmp : !V, !V) outs(%ix : !X)
  // CHECK-NEXT: pto.trowargmax ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%ix : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
  // CHECK-GENERIC-NEXT: "pto.trowargmax"(%a, %tmp, %ix) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xi32, blayout=col_major>) -> ()
  pto.trowargmin ins(%a, %tmp : !V, !V) outs(%ix : !X)
  // CHECK-NEXT: pto.trowargmin ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%ix : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
  // CHECK-GENERIC-NEXT: "pto.trowargmin"(%a, %tmp, %ix) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xi32, blayout=col_major>) -> ()
  pto.tcolsum ins(%a : !V) outs(%row : !R)
  // CHECK-NEXT: pto.tcolsum ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%row : !pto.tile_buf<vec, 1x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolsum"(%a, %row) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) -> ()
  pto.tcolmax ins(%a : !V) outs(%row : !R)
  // CHECK-NEXT: pto.tcolmax ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%row : !pto.tile_buf<vec, 1x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolmax"(%a, %row) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) -> ()
  pto.tcolmin ins(%a : !V) outs(%row : !R)
  // CHECK-NEXT: pto.tcolmin ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%row : !pto.tile_buf<vec, 1x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolmin"(%a, %row) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) -> ()
  pto.tcolprod ins(%a : !V) outs(%row : !R)
  // CHECK-NEXT: pto.tcolprod ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%row : !pto.tile_buf<vec, 1x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolprod"(%a, %row) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) -> ()
  pto.tcolargmax ins(%a, %tmp : !V, !V) outs(%rx : !Y)
  // CHECK-NEXT: pto.tcolargmax ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%rx : !pto.tile_buf<vec, 1x64xi32>)
  // CHECK-GENERIC-NEXT: "pto.tcolargmax"(%a, %tmp, %rx) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xi32>) -> ()
  pto.tcolargmin ins(%a, %tmp : !V, !V) outs(%rx : !Y)
  // CHECK-NEXT: pto.tcolargmin ins(%a, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%rx : !pto.tile_buf<vec, 1x64xi32>)
  // CHECK-GENERIC-NEXT: "pto.tcolargmin"(%a, %tmp, %rx) : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xi32>) -> ()
  // A scratch tile goes with `isBinary`.
  pto.tcolsum ins(%a, %tmp {isBinary = true} : !V, !V) outs(%row : !R)
  // CHECK-NEXT: pto.tcolsum ins(%a, %tmp {isBinary = true} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%row : !pto.tile_buf<vec, 1x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.tcolsum"(%a, %tmp, %row) <{isBinary = true}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) -> ()
  func.return
}
