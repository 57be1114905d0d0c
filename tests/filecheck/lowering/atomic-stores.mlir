// RUN: pto-compile %s --target a3 | filecheck %s
// RUN: pto-compile %s --target a5 | filecheck %s

// What is added to a tensor, out of a tile of the vector unit or an accumulator.

// CHECK-LABEL: func.func @added(
// CHECK:         pto.tstore ins(%t : !pto.tile_buf<vec, 8x64xf32>) outs(%{{[0-9]+}} : !pto.partition_tensor_view<8x64xf32>) {atomicType = #pto<atomic_type atomic_add>}{{$}}
// CHECK:         pto.tstore ins(%t : !pto.tile_buf<vec, 8x64xf32>) outs(%{{[0-9]+}} : !pto.partition_tensor_view<8x64xf32>){{$}}
func.func @added(%a: memref<8x64xf32>, %out: memref<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.load %a[%c0, %c0] : memref<8x64xf32> -> !tile.tile<vec, 8x64xf32>
  tile.store %t, %out[%c0, %c0] atomic_add : !tile.tile<vec, 8x64xf32>, memref<8x64xf32>
  tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 8x64xf32>, memref<8x64xf32>
  func.return
}

// CHECK-LABEL: func.func @product(
// CHECK:         pto.tstore ins(%c : !pto.tile_buf<acc, 16x16xf32{{.*}}>) outs(%{{[0-9]+}} : !pto.partition_tensor_view<16x16xbf16>) {atomicType = #pto<atomic_type atomic_add>}{{$}}
func.func @product(%l: memref<16x32xbf16>, %r: memref<32x16xbf16>, %out: memref<16x16xbf16>) {
  %c0 = arith.constant 0 : index
  %a = tile.load %l[%c0, %c0] : memref<16x32xbf16> -> !tile.tile<16x32xbf16>
  %b = tile.load %r[%c0, %c0] : memref<32x16xbf16> -> !tile.tile<32x16xbf16>
  %c = tile.matmul %a, %b : !tile.tile<16x32xbf16>, !tile.tile<32x16xbf16> -> !tile.tile<16x16xf32>
  tile.store %c, %out[%c0, %c0] atomic_add : !tile.tile<16x16xf32>, memref<16x16xbf16>
  func.return
}
