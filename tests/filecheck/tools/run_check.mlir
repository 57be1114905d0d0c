// RUN: pto-run %s --check | filecheck %s
// RUN: pto-run %s --check --target a5 --set N=200 --seed 7 | filecheck %s
// RUN: not pto-run %s --check --set M=200 2>&1 | filecheck %s --check-prefix=UNKNOWN

// Every level and planner gives the numbers of the tile level; a size is set by its name.

// CHECK:      first: planner pack: placed and pto equal tile, bit by bit
// CHECK-NEXT: second: planner pack: placed and pto equal tile
// CHECK-NEXT: first: planner solve: placed and pto equal tile, bit by bit
// CHECK-NEXT: second: planner solve: placed and pto equal tile
// CHECK-NEXT: first: planner ptoas: placed and pto equal tile, bit by bit
// CHECK-NEXT: second: planner ptoas: placed and pto equal tile

// UNKNOWN: error: there is no scalar or dimension 'M'; there are: n, N

!T = !tile.tile<vec, 64x64xf32>
!D = !tile.tile<vec, 64x64xf32, valid=?x64>

func.func @first(%n: index, %a: memref<?x64xf32> {tile.dims = ["N", ""]},
    %out: memref<?x64xf32> {tile.dims = ["N", ""]})
    attributes {tile.core = #tile.core<vector>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %rows = memref.dim %a, %c0 : memref<?x64xf32>
  scf.for %i = %c0 to %rows step %c64 {
    %left = arith.subi %rows, %i : index
    %valid = arith.minui %left, %c64 : index
    %x = tile.load %a[%i, %c0] valid [%valid] : memref<?x64xf32> -> !D
    %y = tile.add %x, %x : !D
    tile.store %y, %out[%i, %c0] : !D, memref<?x64xf32>
  }
  func.return
}

func.func @second(%n: index, %a: memref<64x64xf32>, %out: memref<64x64xf32>,
    %b: memref<?x64xf32> {tile.dims = ["N", ""]}) attributes {tile.core = #tile.core<vector>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !T
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %x) -> (!T) {
    %y = tile.exp %acc : !T
    %z = tile.recip %y : !T
    scf.yield %z : !T
  }
  %s = tile.add %r, %x : !T
  tile.store %s, %out[%c0, %c0] : !T, memref<64x64xf32>
  func.return
}
