// Tile IR by hand: out = a + b, a block of 64 rows at a time.
//
//     pto-compile examples/vector_add.mlir --report

func.func @vector_add(%a: memref<256x64xf32>, %b: memref<256x64xf32>, %out: memref<256x64xf32>)
    attributes {tile.core = #tile.core<vector>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %row = arith.muli %i, %c64 : index
    %x = tile.load %a[%row, %c0] : memref<256x64xf32> -> !tile.tile<vec, 64x64xf32>
    %y = tile.load %b[%row, %c0] : memref<256x64xf32> -> !tile.tile<vec, 64x64xf32>
    %sum = tile.add %x, %y : !tile.tile<vec, 64x64xf32>
    tile.store %sum, %out[%row, %c0] : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  }
  func.return
}
