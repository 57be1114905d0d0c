// RUN: pto-compile %s --planner ptoas | filecheck %s
// RUN: pto-run %s --planner ptoas --level pto | filecheck %s --check-prefix=RUNS

// Where the assembler plans, tiles of a few rows get whole boxes, of which those rows are valid.

// CHECK: %l = pto.alloc_tile : !pto.tile_buf<mat, 16x128xbf16, valid=4x128, blayout=col_major, slayout=row_major>
// CHECK: %x = pto.alloc_tile : !pto.tile_buf<acc, 16x64xf32, valid=4x64, blayout=col_major, slayout=row_major, fractal=1024>
// RUNS: out: 4x64 float32
func.func @four_rows(%a: memref<4x128xbf16>, %b: memref<128x64xbf16>, %out: memref<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %l = tile.load %a[%c0, %c0] : memref<4x128xbf16> -> !tile.tile<4x128xbf16>
  %r = tile.load %b[%c0, %c0] : memref<128x64xbf16> -> !tile.tile<128x64xbf16>
  %x = tile.matmul %l, %r : !tile.tile<4x128xbf16>, !tile.tile<128x64xbf16> -> !tile.tile<4x64xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<4x64xf32>, memref<4x64xf32>
  func.return
}
