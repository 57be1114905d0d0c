// RUN: pto-compile %s --planner ptoas | filecheck %s
// RUN: pto-run %s:four_rows --planner ptoas --level pto | filecheck %s --check-prefix=RUNS
// RUN: pto-run %s:four_rows_at_a_time --planner ptoas --level pto | filecheck %s --check-prefix=LOOP

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

// So do the slots of a region.
// CHECK: %pipe_l_mb = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<mat, 16x128xbf16, valid=4x128, blayout=col_major, slayout=row_major>, count=2>
// LOOP: out: 16x64 float32
func.func @four_rows_at_a_time(%a: memref<16x128xbf16>, %b: memref<128x64xbf16>, %out: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = tile.load %b[%c0, %c0] : memref<128x64xbf16> -> !tile.tile<128x64xbf16>
  scf.for %i = %c0 to %c16 step %c4 {
    %l = tile.load %a[%i, %c0] : memref<16x128xbf16> -> !tile.tile<4x128xbf16>
    %x = tile.matmul %l, %r : !tile.tile<4x128xbf16>, !tile.tile<128x64xbf16> -> !tile.tile<4x64xf32>
    tile.store %x, %out[%i, %c0] : !tile.tile<4x64xf32>, memref<16x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}
