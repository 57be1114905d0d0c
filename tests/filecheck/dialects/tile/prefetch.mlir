// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Asynchronous prefetches.

// CHECK-LABEL:         func.func @prefetches(
// CHECK-GENERIC:       sym_name = "prefetches"
func.func @prefetches(%w: memref<1024xi8>, %a: memref<64x128xf32>, %i: index) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %ctx = tile.prefetch_context %w : memref<1024xi8> -> !pto.prefetch_async_context
  // CHECK-GENERIC-NEXT: %ctx = "tile.prefetch_context"(%w)
  %ctx = tile.prefetch_context %w : memref<1024xi8> -> !pto.prefetch_async_context
  // CHECK-NEXT:         %session = tile.prefetch_session %ctx : !pto.prefetch_async_context -> !pto.async_session
  // CHECK-GENERIC-NEXT: %session = "tile.prefetch_session"(%ctx)
  %session = tile.prefetch_session %ctx : !pto.prefetch_async_context -> !pto.async_session
  // CHECK-NEXT:         %event = tile.prefetch_async %ctx, %a, %i, %i {window = #tile.extents<16x128>} : !pto.prefetch_async_context, memref<64x128xf32>, index, index -> !pto.async_event
  // CHECK-GENERIC-NEXT: %event = "tile.prefetch_async"(%ctx, %a, %i, %i) <{window = #tile.extents<16x128>}>
  %event = tile.prefetch_async %ctx, %a, %i, %i {window = #tile.extents<16x128>} : !pto.prefetch_async_context, memref<64x128xf32>, index, index -> !pto.async_event
  // CHECK-NEXT:         %done = tile.prefetch_wait %event, %session : !pto.async_event, !pto.async_session -> i1
  // CHECK-GENERIC-NEXT: %done = "tile.prefetch_wait"(%event, %session)
  %done = tile.prefetch_wait %event, %session : !pto.async_event, !pto.async_session -> i1
  func.return
}
