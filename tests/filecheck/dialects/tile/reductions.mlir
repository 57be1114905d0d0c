// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Products, positions of extreme elements, exponentials of differences.

// CHECK-LABEL:         func.func @reductions(
// CHECK-GENERIC:       sym_name = "reductions"
func.func @reductions(%a: !tile.tile<vec, 16x64xf32>, %c: !tile.tile<vec, 16x1xf32>, %r: !tile.tile<vec, 1x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %rp = tile.row_prod %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xf32>
  // CHECK-GENERIC-NEXT: %rp = "tile.row_prod"(%a, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x1xf32>
  %rp = tile.row_prod %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xf32>
  // CHECK-NEXT:         %cp = tile.col_prod %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %cp = "tile.col_prod"(%a) : (!tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 1x64xf32>
  %cp = tile.col_prod %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %rargmax = tile.row_argmax %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xi32>
  // CHECK-GENERIC-NEXT: %rargmax = "tile.row_argmax"(%a, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x1xi32>
  %rargmax = tile.row_argmax %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xi32>
  // CHECK-NEXT:         %rargmin = tile.row_argmin %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xi32>
  // CHECK-GENERIC-NEXT: %rargmin = "tile.row_argmin"(%a, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x1xi32>
  %rargmin = tile.row_argmin %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xi32>
  // CHECK-NEXT:         %cargmax = tile.col_argmax %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xi32>
  // CHECK-GENERIC-NEXT: %cargmax = "tile.col_argmax"(%a, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 1x64xi32>
  %cargmax = tile.col_argmax %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xi32>
  // CHECK-NEXT:         %cargmin = tile.col_argmin %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xi32>
  // CHECK-GENERIC-NEXT: %cargmin = "tile.col_argmin"(%a, %a) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 1x64xi32>
  %cargmin = tile.col_argmin %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xi32>
  // CHECK-NEXT:         %re = tile.row_expand_expdif %a, %c : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x1xf32>
  // CHECK-GENERIC-NEXT: %re = "tile.row_expand_expdif"(%a, %c) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x1xf32>) -> !tile.tile<vec, 16x64xf32>
  %re = tile.row_expand_expdif %a, %c : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x1xf32>
  // CHECK-NEXT:         %ce = tile.col_expand_expdif %a, %r : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %ce = "tile.col_expand_expdif"(%a, %r) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %ce = tile.col_expand_expdif %a, %r : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>
  func.return
}
