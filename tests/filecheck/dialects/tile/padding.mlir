// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Padding, and functions of tiles that are valid in different regions.

// CHECK-LABEL:         func.func @padding(
// CHECK-GENERIC:       sym_name = "padding"
func.func @padding(%a: !tile.tile<vec, 16x64xf32>, %p: !tile.tile<vec, 16x64xf32, valid=10x48>, %d: !tile.tile<vec, 16x64xf32, valid=?x64>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %zero = tile.fillpad %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32, pad=zero>
  // CHECK-GENERIC-NEXT: %zero = "tile.fillpad"(%p) : (!tile.tile<vec, 16x64xf32, valid=10x48>) -> !tile.tile<vec, 16x64xf32, pad=zero>
  %zero = tile.fillpad %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32, pad=zero>
  // CHECK-NEXT:         %min = tile.fillpad %d : !tile.tile<vec, 16x64xf32, valid=?x64> -> !tile.tile<vec, 16x64xf32, pad=min>
  // CHECK-GENERIC-NEXT: %min = "tile.fillpad"(%d) : (!tile.tile<vec, 16x64xf32, valid=?x64>) -> !tile.tile<vec, 16x64xf32, pad=min>
  %min = tile.fillpad %d : !tile.tile<vec, 16x64xf32, valid=?x64> -> !tile.tile<vec, 16x64xf32, pad=min>
  // CHECK-NEXT:         %expand = tile.fillpad_expand %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 32x128xf32, pad=max>
  // CHECK-GENERIC-NEXT: %expand = "tile.fillpad_expand"(%p) : (!tile.tile<vec, 16x64xf32, valid=10x48>) -> !tile.tile<vec, 32x128xf32, pad=max>
  %expand = tile.fillpad_expand %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 32x128xf32, pad=max>
  // CHECK-NEXT:         %inplace = tile.fillpad_inplace %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32, pad=zero>
  // CHECK-GENERIC-NEXT: %inplace = "tile.fillpad_inplace"(%p) : (!tile.tile<vec, 16x64xf32, valid=10x48>) -> !tile.tile<vec, 16x64xf32, pad=zero>
  %inplace = tile.fillpad_inplace %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32, pad=zero>
  // CHECK-NEXT:         %add = tile.part_add %a, %p : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32, valid=10x48>
  // CHECK-GENERIC-NEXT: %add = "tile.part_add"(%a, %p) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32, valid=10x48>) -> !tile.tile<vec, 16x64xf32>
  %add = tile.part_add %a, %p : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32, valid=10x48>
  // CHECK-NEXT:         %mul = tile.part_mul %p, %a : !tile.tile<vec, 16x64xf32, valid=10x48>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %mul = "tile.part_mul"(%p, %a) : (!tile.tile<vec, 16x64xf32, valid=10x48>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %mul = tile.part_mul %p, %a : !tile.tile<vec, 16x64xf32, valid=10x48>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %max = tile.part_max %a, %a : !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %max = "tile.part_max"(%a, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %max = tile.part_max %a, %a : !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %min2 = tile.part_min %a, %d : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32, valid=?x64>
  // CHECK-GENERIC-NEXT: %min2 = "tile.part_min"(%a, %d) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32, valid=?x64>) -> !tile.tile<vec, 16x64xf32>
  %min2 = tile.part_min %a, %d : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32, valid=?x64>
  func.return
}
