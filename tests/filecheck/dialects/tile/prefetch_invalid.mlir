// RUN: pto-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @f(%ctx: !pto.prefetch_async_context, %a: memref<64x128xf32>, %i: index) {
  // CHECK: prefetch_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.prefetch_async of a tensor of 2 dimensions has a window of 1
  %e = tile.prefetch_async %ctx, %a, %i, %i {window = #tile.extents<16>} : !pto.prefetch_async_context, memref<64x128xf32>, index, index -> !pto.async_event
  func.return
}

// -----

func.func @f(%ctx: !pto.prefetch_async_context, %a: memref<64x128xf32>) {
  %c60 = arith.constant 60 : index
  // CHECK: prefetch_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements 60 to 76 of dimension 0 reach outside of the tensor's 64
  %e = tile.prefetch_async %ctx, %a, %c60, %c60 {window = #tile.extents<16x16>} : !pto.prefetch_async_context, memref<64x128xf32>, index, index -> !pto.async_event
  func.return
}

// -----

func.func @f(%ctx: !pto.prefetch_async_context, %a: memref<64x128xf32>, %i: index) {
  // CHECK: prefetch_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tensor of 2 dimensions has 1 offsets
  %e = tile.prefetch_async %ctx, %a, %i {window = #tile.extents<16x16>} : !pto.prefetch_async_context, memref<64x128xf32>, index -> !pto.async_event
  func.return
}
