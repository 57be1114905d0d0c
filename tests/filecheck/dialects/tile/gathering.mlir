// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Gather and scatter, on chip and in global memory.

// CHECK-LABEL:         func.func @gathering(
// CHECK-GENERIC:       sym_name = "gathering"
func.func @gathering(%a: !tile.tile<vec, 16x64xf32>, %i: !tile.tile<vec, 8x64xi32>, %o: !tile.tile<vec, 4x8xui32>, %s: f32, %k: !tile.tile<vec, 1x16xf32>, %h: !tile.tile<vec, 16x32xf32>, %e: !tile.tile<vec, 8x64xf32>, %r: !tile.tile<vec, 1x8xi32>, %g: memref<256x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %gather = tile.gather %a, %i, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xi32>, !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
  // CHECK-GENERIC-NEXT: %gather = "tile.gather"(%a, %i, %i) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xi32>, !tile.tile<vec, 8x64xi32>) -> !tile.tile<vec, 8x64xf32>
  %gather = tile.gather %a, %i, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xi32>, !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
  // CHECK-NEXT:         %gatherb = tile.gatherb %a, %o : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 4x8xui32> -> !tile.tile<vec, 4x64xf32>
  // CHECK-GENERIC-NEXT: %gatherb = "tile.gatherb"(%a, %o) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 4x8xui32>) -> !tile.tile<vec, 4x64xf32>
  %gatherb = tile.gatherb %a, %o : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 4x8xui32> -> !tile.tile<vec, 4x64xf32>
  // CHECK-NEXT:         %mask = tile.gather_mask %a {pattern = "P0101"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xf32>
  // CHECK-GENERIC-NEXT: %mask = "tile.gather_mask"(%a) <{pattern = "P0101"}> : (!tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x32xf32>
  %mask = tile.gather_mask %a {pattern = "P0101"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xf32>
  // CHECK-NEXT:         %bits = tile.gather_mask %a {pattern = "P1000"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x16xi32>
  // CHECK-GENERIC-NEXT: %bits = "tile.gather_mask"(%a) <{pattern = "P1000"}> : (!tile.tile<vec, 16x64xf32>) -> !tile.tile<vec, 16x16xi32>
  %bits = tile.gather_mask %a {pattern = "P1000"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x16xi32>
  // CHECK-NEXT:         %found, %count = tile.gather_compare %a, %s, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  // CHECK-GENERIC-NEXT: %found, %count = "tile.gather_compare"(%a, %s, %a) <{mode = "gt"}> : (!tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>) -> (!tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>)
  %found, %count = tile.gather_compare %a, %s, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  // CHECK-NEXT:         %found2, %count2 = tile.gather_compare %a, %k, %a {mode = "eq", offset = 5 : i32} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x16xf32>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  // CHECK-GENERIC-NEXT: %found2, %count2 = "tile.gather_compare"(%a, %k, %a) <{mode = "eq", offset = 5 : i32}> : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x16xf32>, !tile.tile<vec, 16x64xf32>) -> (!tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>)
  %found2, %count2 = tile.gather_compare %a, %k, %a {mode = "eq", offset = 5 : i32} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x16xf32>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  // CHECK-NEXT:         %scatter = tile.scatter %a, %e, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 8x64xi32>
  // CHECK-GENERIC-NEXT: %scatter = "tile.scatter"(%a, %e, %i) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 8x64xi32>) -> !tile.tile<vec, 16x64xf32>
  %scatter = tile.scatter %a, %e, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 8x64xi32>
  // CHECK-NEXT:         %spread = tile.scatter_mask %a, %h {pattern = "P1010"} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xf32>
  // CHECK-GENERIC-NEXT: %spread = "tile.scatter_mask"(%a, %h) <{pattern = "P1010"}> : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xf32>) -> !tile.tile<vec, 16x64xf32>
  %spread = tile.scatter_mask %a, %h {pattern = "P1010"} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xf32>
  // CHECK-NEXT:         %update = tile.scatter_update %a, %r, %e : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>, !tile.tile<vec, 8x64xf32>
  // CHECK-GENERIC-NEXT: %update = "tile.scatter_update"(%a, %r, %e) : (!tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>, !tile.tile<vec, 8x64xf32>) -> !tile.tile<vec, 16x64xf32>
  %update = tile.scatter_update %a, %r, %e : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>, !tile.tile<vec, 8x64xf32>
  // CHECK-NEXT:         %picked = tile.gather_row %e, %a, %r : !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>
  // CHECK-GENERIC-NEXT: %picked = "tile.gather_row"(%e, %a, %r) : (!tile.tile<vec, 8x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>) -> !tile.tile<vec, 8x64xf32>
  %picked = tile.gather_row %e, %a, %r : !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>
  // CHECK-NEXT:         %rows = tile.mgather %g, %r {coalesce = "row"} : memref<256x64xf32>, !tile.tile<vec, 1x8xi32> -> !tile.tile<vec, 8x64xf32>
  // CHECK-GENERIC-NEXT: %rows = "tile.mgather"(%g, %r) <{coalesce = "row"}> : (memref<256x64xf32>, !tile.tile<vec, 1x8xi32>) -> !tile.tile<vec, 8x64xf32>
  %rows = tile.mgather %g, %r {coalesce = "row"} : memref<256x64xf32>, !tile.tile<vec, 1x8xi32> -> !tile.tile<vec, 8x64xf32>
  // CHECK-NEXT:         %elems = tile.mgather %g, %i {coalesce = "elem", out_of_bounds = "clamp"} : memref<256x64xf32>, !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
  // CHECK-GENERIC-NEXT: %elems = "tile.mgather"(%g, %i) <{coalesce = "elem", out_of_bounds = "clamp"}> : (memref<256x64xf32>, !tile.tile<vec, 8x64xi32>) -> !tile.tile<vec, 8x64xf32>
  %elems = tile.mgather %g, %i {coalesce = "elem", out_of_bounds = "clamp"} : memref<256x64xf32>, !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
  // CHECK-NEXT:         tile.mscatter %e, %r, %g {coalesce = "row"} : !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 1x8xi32>, memref<256x64xf32>
  // CHECK-GENERIC-NEXT: "tile.mscatter"(%e, %r, %g) <{coalesce = "row"}> : (!tile.tile<vec, 8x64xf32>, !tile.tile<vec, 1x8xi32>, memref<256x64xf32>) -> ()
  tile.mscatter %e, %r, %g {coalesce = "row"} : !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 1x8xi32>, memref<256x64xf32>
  func.return
}
