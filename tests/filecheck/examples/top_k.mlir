// RUN: pto-compile %S/../../../examples/top_k.py | filecheck %s
// RUN: pto-compile %S/../../../examples/top_k.py --target a5 | filecheck %s
// RUN: pto-run %S/../../../examples/top_k.py --check

// Sorted runs of records are merged; elements and indices are every second column.

// CHECK: func.func @top_k(
// CHECK:      pto.tci ins(%c0_i32 : i32)
// CHECK-NEXT: pto.tsort32 ins(%row, %order : {{.*}}) outs(%records : !pto.tile_buf<vec, 1x1024xf32>)
// CHECK-NEXT: pto.tmrgsort ins(%records, %c64_i32 : {{.*}}) outs(%[[R:.+]] :
// CHECK-NEXT: pto.tmrgsort ins(%[[R]], %c256_i32 :
// CHECK-NEXT: %[[BEST:.+]] = pto.subview {{.*}} sizes [1, 128]
// CHECK-NEXT: pto.tgather ins(%[[BEST]], {maskPattern = #pto.mask_pattern<P0101>} :
// CHECK:      pto.tgather ins(%[[BEST]], {maskPattern = #pto.mask_pattern<P1010>} : {{.*}} outs({{.*}} : !pto.tile_buf<vec, 1x64xui32>)
