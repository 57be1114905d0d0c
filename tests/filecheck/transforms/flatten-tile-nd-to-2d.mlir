// RUN: pto-opt %s -p flatten-tile-nd-to-2d | filecheck %s

// N-D tiles become two-dimensional.

// Windows of tensors are kept, valid extents merged, offsets folded; bindings stay.
// CHECK-LABEL: func.func @nd(
// CHECK:      %nd = buffer.declare "nd" : !buffer.buffer
// CHECK-NEXT: %t0 = tile.load %a[%i, %c0, %c0] window = [4, 16, 64] : memref<8x16x64xf32> -> !tile.tile<vec, 64x64xf32>
// CHECK-NEXT: buffer.bind %t0 to %nd : !tile.tile<vec, 64x64xf32>, !buffer.buffer
// CHECK-NEXT: %t1 = tile.exp %t0 : !tile.tile<vec, 64x64xf32>
// CHECK-NEXT: buffer.bind %t1 to %nd : !tile.tile<vec, 64x64xf32>, !buffer.buffer
// CHECK-NEXT: tile.store %t1, %out[%i, %c0, %c0] window = [4, 16, 64] : !tile.tile<vec, 64x64xf32>, memref<8x16x64xf32>
// CHECK-NEXT: %p = tile.load %a[%c0, %c0, %c0] valid [%n] window = [1, ?, 64] : memref<8x16x64xf32> -> !tile.tile<16x64xf32, valid=?x64>
// CHECK-NEXT: tile.store %p, %out[%c0, %c0, %c0] window = [1, ?, 64] : !tile.tile<16x64xf32, valid=?x64>, memref<8x16x64xf32>
// CHECK-NEXT: %q = tile.load %a[%c0, %c0, %c0] window = [1, 10, 64] : memref<8x16x64xf32> -> !tile.tile<16x64xf32, valid=10x64>
// CHECK-NEXT: tile.store %q, %out[%c0, %c0, %c0] window = [1, 10, 64] : !tile.tile<16x64xf32, valid=10x64>, memref<8x16x64xf32>
// CHECK-NEXT: %z = tile.load %a[%c0, %c0, %c0] window = [4, 16, 64] : memref<8x16x64xf32> -> !tile.tile<64x64xf32>
// CHECK-NEXT: %page = tile.load %a[%c0, %c0, %c0] window = [1, 16, 64] : memref<8x16x64xf32> -> !tile.tile<16x64xf32>
// CHECK:      %u = tile.assemble %z, %page[%0, %c0] : !tile.tile<64x64xf32>, !tile.tile<16x64xf32>
// CHECK:      %2 = arith.muli %i, %1 : index
// CHECK-NEXT: %v = tile.assemble %u, %page[%2, %c0] : !tile.tile<64x64xf32>, !tile.tile<16x64xf32>
// CHECK:      %s = tile.slice %v[%3, %c0] : !tile.tile<64x64xf32> -> !tile.tile<32x64xf32>
// CHECK-NEXT: tile.store %s, %out[%c0, %c0, %c0] window = [2, 16, 64] : !tile.tile<32x64xf32>, memref<8x16x64xf32>
// CHECK-NEXT: func.return
func.func @nd(%a: memref<8x16x64xf32>, %out: memref<8x16x64xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %nd = buffer.declare "nd" : !buffer.buffer
  %t0 = tile.load %a[%i, %c0, %c0] : memref<8x16x64xf32> -> !tile.tile<vec, 4x16x64xf32>
  buffer.bind %t0 to %nd : !tile.tile<vec, 4x16x64xf32>, !buffer.buffer
  %t1 = tile.exp %t0 : !tile.tile<vec, 4x16x64xf32>
  buffer.bind %t1 to %nd : !tile.tile<vec, 4x16x64xf32>, !buffer.buffer
  tile.store %t1, %out[%i, %c0, %c0] : !tile.tile<vec, 4x16x64xf32>, memref<8x16x64xf32>
  %p = tile.load %a[%c0, %c0, %c0] valid [%n] : memref<8x16x64xf32> -> !tile.tile<1x16x64xf32, valid=1x?x64>
  tile.store %p, %out[%c0, %c0, %c0] : !tile.tile<1x16x64xf32, valid=1x?x64>, memref<8x16x64xf32>
  %q = tile.load %a[%c0, %c0, %c0] : memref<8x16x64xf32> -> !tile.tile<1x16x64xf32, valid=1x10x64>
  tile.store %q, %out[%c0, %c0, %c0] : !tile.tile<1x16x64xf32, valid=1x10x64>, memref<8x16x64xf32>
  %z = tile.load %a[%c0, %c0, %c0] : memref<8x16x64xf32> -> !tile.tile<4x16x64xf32>
  %page = tile.load %a[%c0, %c0, %c0] : memref<8x16x64xf32> -> !tile.tile<1x16x64xf32>
  %u = tile.assemble %z, %page[%c2, %c0, %c0] : !tile.tile<4x16x64xf32>, !tile.tile<1x16x64xf32>
  %v = tile.assemble %u, %page[%i, %c0, %c0] : !tile.tile<4x16x64xf32>, !tile.tile<1x16x64xf32>
  %s = tile.slice %v[%c2, %c0, %c0] : !tile.tile<4x16x64xf32> -> !tile.tile<2x16x64xf32>
  tile.store %s, %out[%c0, %c0, %c0] : !tile.tile<2x16x64xf32>, memref<8x16x64xf32>
  func.return
}

// What control flow passes on, and rows of more than two dimensions.
// CHECK-LABEL: func.func @control_flow(
// CHECK:      %t = tile.load %a[%c0, %c0, %c0] window = [4, 16, 64] : memref<4x16x64xf32> -> !tile.tile<64x64xf32>
// CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (!tile.tile<64x64xf32>) {
// CHECK-NEXT: %m = tile.row_max %x, %x : !tile.tile<64x64xf32> -> !tile.tile<64x1xf32>
// CHECK-NEXT: %y = tile.row_expand_sub %x, %m : !tile.tile<64x64xf32>, !tile.tile<64x1xf32>
// CHECK-NEXT: scf.yield %y : !tile.tile<64x64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: tile.store %r, %out[%c0, %c0, %c0] window = [4, 16, 64] : !tile.tile<64x64xf32>, memref<4x16x64xf32>
// CHECK-NEXT: func.return
func.func @control_flow(%a: memref<4x16x64xf32>, %out: memref<4x16x64xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tile.load %a[%c0, %c0, %c0] : memref<4x16x64xf32> -> !tile.tile<4x16x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (!tile.tile<4x16x64xf32>) {
    %m = tile.row_max %x, %x : !tile.tile<4x16x64xf32> -> !tile.tile<4x16x1xf32>
    %y = tile.row_expand_sub %x, %m : !tile.tile<4x16x64xf32>, !tile.tile<4x16x1xf32>
    scf.yield %y : !tile.tile<4x16x64xf32>
  }
  tile.store %r, %out[%c0, %c0, %c0] : !tile.tile<4x16x64xf32>, memref<4x16x64xf32>
  func.return
}

// Two dimensions stay, and the valid extent of a leading one can be read.
// CHECK-LABEL: func.func @left_alone(
// CHECK:      %t = tile.create valid [%n] : !tile.tile<64x64xf32, valid=?x64>
// CHECK-NEXT: tile.store %t, %out[%c0, %c0] : !tile.tile<64x64xf32, valid=?x64>, memref<64x64xf32>
// CHECK-NEXT: %u = tile.create valid [%n] : !tile.tile<16x64xf32, valid=?x64>
// CHECK-NEXT: %rows = tile.valid_dim %u, 0 : !tile.tile<16x64xf32, valid=?x64>
// CHECK-NEXT: %v = tile.create valid [%rows] : !tile.tile<64x64xf32, valid=?x64>
// CHECK-NEXT: func.return
func.func @left_alone(%n: index, %out: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.create valid [%n] : !tile.tile<64x64xf32, valid=?x64>
  tile.store %t, %out[%c0, %c0] : !tile.tile<64x64xf32, valid=?x64>, memref<64x64xf32>
  %u = tile.create valid [%n] : !tile.tile<1x16x64xf32, valid=1x?x64>
  %rows = tile.valid_dim %u, 1 : !tile.tile<1x16x64xf32, valid=1x?x64>
  %v = tile.create valid [%rows] : !tile.tile<64x64xf32, valid=?x64>
  func.return
}
