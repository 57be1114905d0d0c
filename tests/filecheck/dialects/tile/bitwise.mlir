// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Bits and shifts.

// CHECK-LABEL:         func.func @bitwise(
// CHECK-GENERIC:       sym_name = "bitwise"
func.func @bitwise(%a: !tile.tile<vec, 16x64xi32>, %b: !tile.tile<vec, 16x64xi32>, %s: i32, %u: !tile.tile<vec, 16x64xui8>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %and = tile.and %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %and = "tile.and"(%a, %b) : (!tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi32>) -> !tile.tile<vec, 16x64xi32>
  %and = tile.and %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %or = tile.or %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %or = "tile.or"(%a, %b) : (!tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi32>) -> !tile.tile<vec, 16x64xi32>
  %or = tile.or %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %shl = tile.shl %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %shl = "tile.shl"(%a, %b) : (!tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi32>) -> !tile.tile<vec, 16x64xi32>
  %shl = tile.shl %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %shr = tile.shr %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %shr = "tile.shr"(%a, %b) : (!tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi32>) -> !tile.tile<vec, 16x64xi32>
  %shr = tile.shr %a, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %xor = tile.xor %a, %b, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %xor = "tile.xor"(%a, %b, %b) : (!tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi32>, !tile.tile<vec, 16x64xi32>) -> !tile.tile<vec, 16x64xi32>
  %xor = tile.xor %a, %b, %b : !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %not = tile.not %a : !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %not = "tile.not"(%a) : (!tile.tile<vec, 16x64xi32>) -> !tile.tile<vec, 16x64xi32>
  %not = tile.not %a : !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %ands = tile.ands %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-GENERIC-NEXT: %ands = "tile.ands"(%a, %s) : (!tile.tile<vec, 16x64xi32>, i32) -> !tile.tile<vec, 16x64xi32>
  %ands = tile.ands %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-NEXT:         %ors = tile.ors %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-GENERIC-NEXT: %ors = "tile.ors"(%a, %s) : (!tile.tile<vec, 16x64xi32>, i32) -> !tile.tile<vec, 16x64xi32>
  %ors = tile.ors %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-NEXT:         %shls = tile.shls %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-GENERIC-NEXT: %shls = "tile.shls"(%a, %s) : (!tile.tile<vec, 16x64xi32>, i32) -> !tile.tile<vec, 16x64xi32>
  %shls = tile.shls %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-NEXT:         %shrs = tile.shrs %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-GENERIC-NEXT: %shrs = "tile.shrs"(%a, %s) : (!tile.tile<vec, 16x64xi32>, i32) -> !tile.tile<vec, 16x64xi32>
  %shrs = tile.shrs %a, %s : !tile.tile<vec, 16x64xi32>, i32
  // CHECK-NEXT:         %xors = tile.xors %a, %s, %b : !tile.tile<vec, 16x64xi32>, i32, !tile.tile<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %xors = "tile.xors"(%a, %s, %b) : (!tile.tile<vec, 16x64xi32>, i32, !tile.tile<vec, 16x64xi32>) -> !tile.tile<vec, 16x64xi32>
  %xors = tile.xors %a, %s, %b : !tile.tile<vec, 16x64xi32>, i32, !tile.tile<vec, 16x64xi32>
  // CHECK-NEXT:         %byte = tile.not %u : !tile.tile<vec, 16x64xui8>
  // CHECK-GENERIC-NEXT: %byte = "tile.not"(%u) : (!tile.tile<vec, 16x64xui8>) -> !tile.tile<vec, 16x64xui8>
  %byte = tile.not %u : !tile.tile<vec, 16x64xui8>
  func.return
}
