// RUN: pto-compile %s --target a3 | filecheck %s --check-prefixes=CHECK,A3
// RUN: pto-compile %s --target a5 | filecheck %s --check-prefixes=CHECK,A5
// RUN: pto-run %s:all_products --check
// RUN: pto-run %s:vectors --check
// RUN: pto-run %s:windows --check --set n=9

// Operations of the cube unit. Only the left operand is stored differently on the two targets.

// CHECK-LABEL: func.func @all_products(
// CHECK-SAME:    pto.kernel_kind = #pto.kernel_kind<cube>
// A3-DAG:  %l_left = pto.alloc_tile addr = %{{.*}} : [[L:!pto.tile_buf<left, 16x64xbf16, slayout=row_major>]]
// A5-DAG:  %l_left = pto.alloc_tile addr = %{{.*}} : [[L:!pto.tile_buf<left, 16x64xbf16, blayout=col_major, slayout=row_major>]]
// CHECK-DAG: %r_right = pto.alloc_tile addr = %{{.*}} : [[R:!pto.tile_buf<right, 64x32xbf16, slayout=col_major>]]
// CHECK-DAG: %v_bias = pto.alloc_tile addr = %{{.*}} : [[B:!pto.tile_buf<bias, 1x32xf32>]]
// CHECK-DAG: %x = pto.alloc_tile addr = %{{.*}} : [[C:!pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>]]
// CHECK:      pto.tload ins(%{{.*}} : !pto.partition_tensor_view<16x64xbf16>) outs(%l : !pto.tile_buf<mat, 16x64xbf16, blayout=col_major, slayout=row_major>)
// CHECK:      pto.tload ins(%{{.*}} : !pto.partition_tensor_view<1x32xf32>) outs(%v : !pto.tile_buf<mat, 1x32xf32>)
// CHECK-NEXT: pto.tmov ins(%l : {{.*}}) outs(%l_left : [[L]])
// CHECK-NEXT: pto.tmov ins(%r : {{.*}}) outs(%r_right : [[R]])
// CHECK-NEXT: pto.tmatmul ins(%l_left, %r_right : [[L]], [[R]]) outs(%x : [[C]])
// The accumulator that is read and the one that is written are one handle.
// CHECK-NEXT: pto.tmatmul.acc ins(%x, %l_left, %r_right : [[C]], [[L]], [[R]]) outs(%x : [[C]])
// CHECK:      pto.tstore ins(%x : [[C]]) outs(%{{.*}} : !pto.partition_tensor_view<16x32xf32>)
// CHECK-NEXT: pto.tmov ins(%v : !pto.tile_buf<mat, 1x32xf32>) outs(%v_bias : [[B]])
// CHECK-NEXT: pto.tmatmul.bias ins(%l_left, %r_right, %v_bias : [[L]], [[R]], [[B]]) outs(%{{.*}} : [[C]])
// A narrower tensor: the accumulator is rounded on its way out.
// CHECK:      pto.tstore ins(%{{.*}} : [[C]]) outs(%{{.*}} : !pto.partition_tensor_view<16x32xbf16>)
func.func @all_products(%a: memref<16x64xbf16>, %b: memref<64x32xbf16>, %row: memref<1x32xf32>, %out: memref<16x32xf32>, %half: memref<16x32xbf16>) {
  %c0 = arith.constant 0 : index
  %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<16x64xbf16>
  %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<64x32xbf16>
  %v = tile.load %row[%c0, %c0] : memref<1x32xf32> -> !tile.tile<1x32xf32>
  %x = tile.matmul %l, %r : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<16x32xf32>
  %y = tile.matmul_acc %x, %l, %r : !tile.tile<16x32xf32>, !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16>
  tile.store %y, %out[%c0, %c0] : !tile.tile<16x32xf32>, memref<16x32xf32>
  %z = tile.matmul_bias %l, %r, %v : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16>, !tile.tile<1x32xf32> -> !tile.tile<16x32xf32>
  tile.store %z, %half[%c0, %c0] : !tile.tile<16x32xf32>, memref<16x32xbf16>
  func.return
}

// CHECK-LABEL: func.func @vectors(
// CHECK:      pto.tgemv ins(%l_left, %r_right : {{.*}}) outs([[X:%[a-z]+]] :
// CHECK-NEXT: pto.tgemv.acc ins([[X]], %l_left, %r_right : {{.*}}) outs([[X]] :
// CHECK:      pto.tgemv.bias ins(%l_left, %r_right, %v_bias :
func.func @vectors(%a: memref<1x64xbf16>, %b: memref<64x32xbf16>, %row: memref<1x32xf32>, %out: memref<2x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tile.load %a[%c0, %c0] : memref<1x64xbf16> -> !tile.tile<1x64xbf16>
  %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<64x32xbf16>
  %v = tile.load %row[%c0, %c0] : memref<1x32xf32> -> !tile.tile<1x32xf32>
  %x = tile.gemv %l, %r : !tile.tile<1x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<1x32xf32>
  %y = tile.gemv_acc %x, %l, %r : !tile.tile<1x32xf32>, !tile.tile<1x64xbf16>, !tile.tile<64x32xbf16>
  tile.store %y, %out[%c0, %c0] : !tile.tile<1x32xf32>, memref<2x32xf32>
  %z = tile.gemv_bias %l, %r, %v : !tile.tile<1x64xbf16>, !tile.tile<64x32xbf16>, !tile.tile<1x32xf32> -> !tile.tile<1x32xf32>
  tile.store %z, %out[%c1, %c0] : !tile.tile<1x32xf32>, memref<2x32xf32>
  func.return
}

// Windows, transposed views, accumulators that are collected in L1, and a run-time number of rows.
// CHECK-LABEL: func.func @windows(
// CHECK:      [[T:%[0-9]+]] = pto.treshape %keys : !pto.tile_buf<mat, 32x64xbf16, blayout=col_major, slayout=row_major> -> !pto.tile_buf<mat, 64x32xbf16, slayout=col_major>
// CHECK:      pto.textract ins(%rows, %c0, %c64 : !pto.tile_buf<mat, 16x128xbf16, blayout=col_major, slayout=row_major>, index, index) outs(%l :
// CHECK-NEXT: pto.tmov ins([[T]] : !pto.tile_buf<mat, 64x32xbf16, slayout=col_major>) outs(%{{.*}} : !pto.tile_buf<right, 64x32xbf16, slayout=col_major>)
// CHECK:      pto.tinsert ins(%x, %c16, %c0 : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>, index, index) outs(%all : !pto.tile_buf<mat, 32x32xf32, blayout=col_major, slayout=row_major>)
// CHECK:      %part_left = pto.alloc_tile addr = %{{.*}} valid_row = %n : !pto.tile_buf<left, 16x64xbf16, valid=?x64
// CHECK:      pto.tmatmul ins(%part_left, %{{.*}}) outs(%{{.*}} : !pto.tile_buf<acc, 16x32xf32, valid=?x32
func.func @windows(%a: memref<16x128xbf16>, %b: memref<32x64xbf16>, %out: memref<16x32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %rows = tile.load %a[%c0, %c0] : memref<16x128xbf16> -> !tile.tile<mat, 16x128xbf16>
  %keys = tile.load %b[%c0, %c0] : memref<32x64xbf16> -> !tile.tile<mat, 32x64xbf16>
  %turned = tile.transpose_view %keys : !tile.tile<mat, 32x64xbf16> -> !tile.tile<mat, 64x32xbf16, blayout=row_major, slayout=col_major>
  %l = tile.extract %rows[%c0, %c64] : !tile.tile<mat, 16x128xbf16> -> !tile.tile<left, 16x64xbf16>
  %x = tile.matmul %l, %turned : !tile.tile<left, 16x64xbf16>, !tile.tile<mat, 64x32xbf16, blayout=row_major, slayout=col_major> -> !tile.tile<16x32xf32>
  %all = tile.create : !tile.tile<mat, 32x32xf32>
  %both = tile.assemble %all, %x[%c16, %c0] : !tile.tile<mat, 32x32xf32>, !tile.tile<16x32xf32>
  %part = tile.load %a[%c0, %c0] valid [%n] : memref<16x128xbf16> -> !tile.tile<mat, 16x64xbf16, valid=?x64>
  %y = tile.matmul %part, %turned : !tile.tile<mat, 16x64xbf16, valid=?x64>, !tile.tile<mat, 64x32xbf16, blayout=row_major, slayout=col_major> -> !tile.tile<16x32xf32, valid=?x32>
  tile.store %y, %out[%c0, %c0] : !tile.tile<16x32xf32, valid=?x32>, memref<16x32xf32>
  func.return
}
