// RUN: pto-opt %s -p infer-tile-memory-space | filecheck %s
// RUN: pto-opt %s -p infer-tile-memory-space,infer-tile-memory-space | filecheck %s

// What the cube unit reads and makes. Bindings and explicit spaces: infer-tile-memory-space.mlir.

// What the cube unit reads is loaded into L1 and copied from there, once for all readers.
// CHECK-LABEL: func.func @shared_operand(
// CHECK:      %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<mat, 16x64xbf16>
// CHECK-NEXT: %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<mat, 64x32xbf16>
// CHECK-NEXT: %l_left = tile.move %l : !tile.tile<mat, 16x64xbf16> -> !tile.tile<left, 16x64xbf16>
// CHECK-NEXT: %r_right = tile.move %r : !tile.tile<mat, 64x32xbf16> -> !tile.tile<right, 64x32xbf16>
// CHECK-NEXT: %x = tile.matmul %l_left, %r_right : !tile.tile<left, 16x64xbf16>, !tile.tile<right, 64x32xbf16> -> !tile.tile<acc, 16x32xf32>
// CHECK-NEXT: %y = tile.matmul_acc %x, %l_left, %r_right : !tile.tile<acc, 16x32xf32>, !tile.tile<left, 16x64xbf16>, !tile.tile<right, 64x32xbf16>
// CHECK-NEXT: tile.store %y, %out[%c0, %c0] : !tile.tile<acc, 16x32xf32>, memref<16x32xf32>
// CHECK-NEXT: func.return
func.func @shared_operand(%a: memref<16x64xbf16>, %b: memref<64x32xbf16>, %out: memref<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<16x64xbf16>
  %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<64x32xbf16>
  %x = tile.matmul %l, %r : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<16x32xf32>
  %y = tile.matmul_acc %x, %l, %r : !tile.tile<16x32xf32>, !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16>
  tile.store %y, %out[%c0, %c0] : !tile.tile<16x32xf32>, memref<16x32xf32>
  func.return
}

// A row in L1 has no boxes; the bias goes to its own memory.
// CHECK-LABEL: func.func @bias(
// CHECK:      %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<mat, 16x64xbf16>
// CHECK-NEXT: %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<mat, 64x32xbf16>
// CHECK-NEXT: %v = tile.load %row[%c0, %c0] : memref<1x32xf32> -> !tile.tile<mat, 1x32xf32>
// CHECK-NEXT: %l_left = tile.move %l : !tile.tile<mat, 16x64xbf16> -> !tile.tile<left, 16x64xbf16>
// CHECK-NEXT: %r_right = tile.move %r : !tile.tile<mat, 64x32xbf16> -> !tile.tile<right, 64x32xbf16>
// CHECK-NEXT: %v_bias = tile.move %v : !tile.tile<mat, 1x32xf32> -> !tile.tile<bias, 1x32xf32>
// CHECK-NEXT: %x = tile.matmul_bias %l_left, %r_right, %v_bias : !tile.tile<left, 16x64xbf16>, !tile.tile<right, 64x32xbf16>, !tile.tile<bias, 1x32xf32> -> !tile.tile<acc, 16x32xf32>
// CHECK-NEXT: tile.store %x, %out[%c0, %c0] : !tile.tile<acc, 16x32xf32>, memref<16x32xf32>
// CHECK-NEXT: func.return
func.func @bias(%a: memref<16x64xbf16>, %b: memref<64x32xbf16>, %row: memref<1x32xf32>, %out: memref<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<16x64xbf16>
  %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<64x32xbf16>
  %v = tile.load %row[%c0, %c0] : memref<1x32xf32> -> !tile.tile<1x32xf32>
  %x = tile.matmul_bias %l, %r, %v : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16>, !tile.tile<1x32xf32> -> !tile.tile<16x32xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<16x32xf32>, memref<16x32xf32>
  func.return
}

// A view follows its source, and its layout that of the source's space.
// CHECK-LABEL: func.func @transposed(
// CHECK:      %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<mat, 16x64xbf16>
// CHECK-NEXT: %r = tile.load %b[%c0, %c0] : memref<32x64xbf16> -> !tile.tile<mat, 32x64xbf16>
// CHECK-NEXT: %t = tile.transpose_view %r : !tile.tile<mat, 32x64xbf16> -> !tile.tile<mat, 64x32xbf16, blayout=row_major, slayout=col_major>
// CHECK-NEXT: %l_left = tile.move %l : !tile.tile<mat, 16x64xbf16> -> !tile.tile<left, 16x64xbf16>
// CHECK-NEXT: %t_right = tile.move %t : !tile.tile<mat, 64x32xbf16, blayout=row_major, slayout=col_major> -> !tile.tile<right, 64x32xbf16>
// CHECK-NEXT: %x = tile.matmul %l_left, %t_right : !tile.tile<left, 16x64xbf16>, !tile.tile<right, 64x32xbf16> -> !tile.tile<acc, 16x32xf32>
// CHECK-NEXT: tile.store %x, %out[%c0, %c0] : !tile.tile<acc, 16x32xf32>, memref<16x32xf32>
// CHECK-NEXT: func.return
func.func @transposed(%a: memref<16x64xbf16>, %b: memref<32x64xbf16>, %out: memref<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<16x64xbf16>
  %r = tile.load %b[%c0, %c0] : memref<32x64xbf16> -> !tile.tile<32x64xbf16>
  %t = tile.transpose_view %r : !tile.tile<32x64xbf16> -> !tile.tile<64x32xbf16, blayout=col_major>
  %x = tile.matmul %l, %t : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16, blayout=col_major> -> !tile.tile<16x32xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<16x32xf32>, memref<16x32xf32>
  func.return
}

// A carry lies where its body makes it; an init that is only created is created there.
// CHECK-LABEL: func.func @accumulator(
// CHECK:      %acc0 = tile.create : !tile.tile<acc, 16x32xf32>
// CHECK-NEXT: %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<mat, 16x64xbf16>
// CHECK-NEXT: %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<mat, 64x32xbf16>
// CHECK-NEXT: %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!tile.tile<acc, 16x32xf32>) {
// CHECK-NEXT: %l_left = tile.move %l : !tile.tile<mat, 16x64xbf16> -> !tile.tile<left, 16x64xbf16>
// CHECK-NEXT: %r_right = tile.move %r : !tile.tile<mat, 64x32xbf16> -> !tile.tile<right, 64x32xbf16>
// CHECK-NEXT: %x = tile.matmul_acc %acc, %l_left, %r_right : !tile.tile<acc, 16x32xf32>, !tile.tile<left, 16x64xbf16>, !tile.tile<right, 64x32xbf16>
// CHECK-NEXT: scf.yield %x : !tile.tile<acc, 16x32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: tile.store %s, %out[%c0, %c0] : !tile.tile<acc, 16x32xf32>, memref<16x32xf32>
// CHECK-NEXT: func.return
func.func @accumulator(%a: memref<16x64xbf16>, %b: memref<64x32xbf16>, %out: memref<16x32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc0 = tile.create : !tile.tile<16x32xf32>
  %l = tile.load %a[%c0, %c0] : memref<16x64xbf16> -> !tile.tile<16x64xbf16>
  %r = tile.load %b[%c0, %c0] : memref<64x32xbf16> -> !tile.tile<64x32xbf16>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!tile.tile<16x32xf32>) {
    %x = tile.matmul_acc %acc, %l, %r : !tile.tile<16x32xf32>, !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16>
    scf.yield %x : !tile.tile<16x32xf32>
  }
  tile.store %s, %out[%c0, %c0] : !tile.tile<16x32xf32>, memref<16x32xf32>
  func.return
}

// A product that is carried to where the cube unit reads it leaves its accumulator at the yield.
// CHECK-LABEL: func.func @carried_operand(
// CHECK:      %l = tile.load %a[%c0, %c0] : memref<16x16xf32> -> !tile.tile<mat, 16x16xf32>
// CHECK-NEXT: %p = scf.for %i = %c0 to %n step %c1 iter_args(%x = %l) -> (!tile.tile<mat, 16x16xf32>) {
// CHECK-NEXT: %x_left = tile.move %x : !tile.tile<mat, 16x16xf32> -> !tile.tile<left, 16x16xf32>
// CHECK-NEXT: %l_right = tile.move %l : !tile.tile<mat, 16x16xf32> -> !tile.tile<right, 16x16xf32>
// CHECK-NEXT: %y = tile.matmul %x_left, %l_right : !tile.tile<left, 16x16xf32>, !tile.tile<right, 16x16xf32> -> !tile.tile<acc, 16x16xf32>
// CHECK-NEXT: %y_mat = tile.move %y : !tile.tile<acc, 16x16xf32> -> !tile.tile<mat, 16x16xf32>
// CHECK-NEXT: scf.yield %y_mat : !tile.tile<mat, 16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %p_left = tile.move %p : !tile.tile<mat, 16x16xf32> -> !tile.tile<left, 16x16xf32>
// CHECK-NEXT: %l_right_1 = tile.move %l : !tile.tile<mat, 16x16xf32> -> !tile.tile<right, 16x16xf32>
// CHECK-NEXT: %z = tile.matmul %p_left, %l_right_1 : !tile.tile<left, 16x16xf32>, !tile.tile<right, 16x16xf32> -> !tile.tile<acc, 16x16xf32>
// CHECK-NEXT: tile.store %z, %out[%c0, %c0] : !tile.tile<acc, 16x16xf32>, memref<16x16xf32>
// CHECK-NEXT: func.return
func.func @carried_operand(%a: memref<16x16xf32>, %out: memref<16x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tile.load %a[%c0, %c0] : memref<16x16xf32> -> !tile.tile<16x16xf32>
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%x = %l) -> (!tile.tile<16x16xf32>) {
    %y = tile.matmul %x, %l : !tile.tile<16x16xf32> -> !tile.tile<16x16xf32>
    scf.yield %y : !tile.tile<16x16xf32>
  }
  %z = tile.matmul %p, %l : !tile.tile<16x16xf32> -> !tile.tile<16x16xf32>
  tile.store %z, %out[%c0, %c0] : !tile.tile<16x16xf32>, memref<16x16xf32>
  func.return
}
