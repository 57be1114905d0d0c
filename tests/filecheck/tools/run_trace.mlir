// RUN: pto-run %s --trace | filecheck %s --check-prefix=TILE
// RUN: pto-run %s --trace --level placed | filecheck %s --check-prefix=PLACED
// RUN: pto-run %s --trace --level pto | filecheck %s --check-prefix=PTO
// RUN: pto-run %s --trace --level pto --planner ptoas | filecheck %s --check-prefix=PTOAS

// A trace says of each tile what it is, its bytes, and where it lives.

// TILE:      tile.load            x            8x16 float32, 512 bytes
// TILE-NEXT: tile.exp             y            8x16 float32, 512 bytes
// TILE-NEXT: tile.recip           z            8x16 float32, 512 bytes
// TILE-NEXT: tile.slice           row          1x16 float32, 64 bytes
// TILE-NEXT: tile.store           row          1x16 float32, 64 bytes
// TILE-NEXT: out: 1x16 float32,

// PLACED:      tile.load            x            8x16 float32, 512 bytes at vec[0, 512) of allocation
// PLACED-NEXT: tile.exp             y            8x16 float32, 512 bytes at vec[0, 512) of allocation
// PLACED-NEXT: tile.recip           z            8x16 float32, 512 bytes at vec[512, 1024) of allocation
// PLACED-NEXT: tile.slice           row          1x16 float32, 64 bytes at vec[640, 704)
// PLACED-NEXT: tile.store           row          1x16 float32, 64 bytes at vec[640, 704)

// PTO:      pto.tload            x            8x16 float32, 512 bytes at vec[0, 512)
// PTO-NEXT: pto.texp             {{[xy] }}           8x16 float32, 512 bytes at vec[0, 512)
// PTO-NEXT: pto.trecip           z            8x16 float32, 512 bytes at vec[512, 1024)
// PTO-NEXT: pto.subview {{.*}} 1x16 float32, 64 bytes at vec[640, 704)
// PTO-NEXT: pto.tstore {{.*}} 1x16 float32, 64 bytes at vec[640, 704)

// Without addresses every allocation is a memory of its own.
// PTOAS:      pto.tload            x            8x16 float32, 512 bytes at x[0, 512)
// PTOAS:      pto.trecip           z            8x16 float32, 512 bytes at z[0, 512)

func.func @k(%a: memref<8x16xf32>, %out: memref<1x16xf32>)
    attributes {tile.core = #tile.core<vector>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = tile.load %a[%c0, %c0] : memref<8x16xf32> -> !tile.tile<vec, 8x16xf32>
  %y = tile.exp %x : !tile.tile<vec, 8x16xf32>
  %z = tile.recip %y : !tile.tile<vec, 8x16xf32>
  %row = tile.slice %z[%c2, %c0] : !tile.tile<vec, 8x16xf32> -> !tile.tile<vec, 1x16xf32>
  tile.store %row, %out[%c0, %c0] : !tile.tile<vec, 1x16xf32>, memref<1x16xf32>
  func.return
}
