// RUN: pto-opt %s -p pto-pipeline -t pto | filecheck %s
// RUN: pto-run %s:static --check | filecheck %s --check-prefix=RUNS
// RUN: pto-run %s:dynamic --check --set n=5 | filecheck %s --check-prefix=RUNS

// Operations on partly valid columns get them as rows, valid where the columns are.

// RUNS: planner pack: placed and pto equal tile

!whole = !tile.tile<vec, 16x1xf32>
!part = !tile.tile<vec, 16x1xf32, valid=12x1>
!unknown = !tile.tile<vec, 16x1xf32, valid=?x1>

// CHECK-LABEL: func.func @static(
// CHECK:       pto.treshape %a : {{.*}} -> !pto.tile_buf<vec, 1x16xf32, valid=1x12>
// CHECK:       pto.tpartadd ins({{.*}} : !pto.tile_buf<vec, 1x16xf32, valid=1x12>, !pto.tile_buf<vec, 1x16xf32>)
func.func @static(%x: memref<16x1xf32>, %out: memref<16x1xf32>) {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<16x1xf32> -> !part
  %b = tile.load %x[%c0, %c0] : memref<16x1xf32> -> !whole
  %c = tile.part_add %a, %b : !part, !whole -> !whole
  tile.store %c, %out[%c0, %c0] : !whole, memref<16x1xf32>
  func.return
}

// CHECK-LABEL: func.func @dynamic(
// CHECK:       %[[ROW:.*]] = pto.treshape %a : {{.*}} -> !pto.tile_buf<vec, 1x16xf32>
// CHECK:       pto.subview %[[ROW]][%c0, %c0] sizes [1, 16] valid [%c1, %n] : {{.*}} -> !pto.tile_buf<vec, 1x16xf32, valid=1x?>
// CHECK:       pto.tpartmax ins({{.*}} : !pto.tile_buf<vec, 1x16xf32>, !pto.tile_buf<vec, 1x16xf32, valid=1x?>)
func.func @dynamic(%x: memref<16x1xf32>, %n: index, %out: memref<16x1xf32>) {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] valid [%n] : memref<16x1xf32> -> !unknown
  %b = tile.load %x[%c0, %c0] : memref<16x1xf32> -> !whole
  %c = tile.part_max %b, %a : !whole, !unknown
  tile.store %c, %out[%c0, %c0] : !whole, memref<16x1xf32>
  func.return
}
