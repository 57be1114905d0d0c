// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Tiles made from numbers.

!I = !pto.tile_buf<vec, 1x64xi32>
!V = !pto.tile_buf<vec, 16x64xf32>

func.func @generation(%s: i32, %a: !I, %tmp: !I, %c: !V) {
  // The direction is always printed.
  pto.tci ins(%s : i32) outs(%a : !I)
  // CHECK: pto.tci ins(%s : i32) outs(%a : !pto.tile_buf<vec, 1x64xi32>) {descending = false}
  // CHECK-GENERIC: "pto.tci"(%s, %a) : (i32, !pto.tile_buf<vec, 1x64xi32>) -> ()
  pto.tci ins(%s, %tmp : i32, !I) outs(%a : !I) {descending = true}
  // CHECK-NEXT: pto.tci ins(%s, %tmp : i32, !pto.tile_buf<vec, 1x64xi32>) outs(%a : !pto.tile_buf<vec, 1x64xi32>) {descending = true}
  // CHECK-GENERIC-NEXT: "pto.tci"(%s, %tmp, %a) <{descending = true}> : (i32, !pto.tile_buf<vec, 1x64xi32>, !pto.tile_buf<vec, 1x64xi32>) -> ()
  // Attributes stand inside of `ins` and are printed when they are not default.
  pto.ttri ins(%s : i32) outs(%c : !V)
  // CHECK-NEXT: pto.ttri ins(%s : i32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.ttri"(%s, %c) : (i32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.ttri ins(%s {upperOrLower = 1 : i32} : i32) outs(%c : !V)
  // CHECK-NEXT: pto.ttri ins(%s {upperOrLower = 1 : i32} : i32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.ttri"(%s, %c) <{upperOrLower = 1 : i32}> : (i32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trandom ins(%s, %s, %s, %s, %s, %s : i32, i32, i32, i32, i32, i32) outs(%c : !V)
  // CHECK-NEXT: pto.trandom ins(%s, %s, %s, %s, %s, %s : i32, i32, i32, i32, i32, i32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trandom"(%s, %s, %s, %s, %s, %s, %c) : (i32, i32, i32, i32, i32, i32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.trandom ins(%s, %s, %s, %s, %s, %s {rounds = 7 : i32} : i32, i32, i32, i32, i32, i32) outs(%c : !V)
  // CHECK-NEXT: pto.trandom ins(%s, %s, %s, %s, %s, %s {rounds = 7 : i32} : i32, i32, i32, i32, i32, i32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC-NEXT: "pto.trandom"(%s, %s, %s, %s, %s, %s, %c) <{rounds = 7 : i32}> : (i32, i32, i32, i32, i32, i32, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}
