// RUN: pto-opt %s -p canonicalize-tile-slice | filecheck %s

// Slices that the hardware cannot read in place become extracts.

// A slice of a slice in L1 goes straight to the operand memory, once for all readers.
// CHECK-LABEL: func.func @operand(
// CHECK:      %0 = arith.addi %c64, %i : index
// CHECK-NEXT: %t_left = tile.extract %m[%c0, %0] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16>
// CHECK-NEXT: %x = tile.matmul %t_left, %r : !tile.tile<left, 64x64xbf16>, !tile.tile<right, 64x64xbf16> -> !tile.tile<acc, 64x64xf32>
// CHECK-NEXT: %y = tile.matmul_acc %x, %t_left, %r : !tile.tile<acc, 64x64xf32>, !tile.tile<left, 64x64xbf16>, !tile.tile<right, 64x64xbf16>
// CHECK-NEXT: func.return
func.func @operand(%m: !tile.tile<mat, 64x256xbf16>, %r: !tile.tile<right, 64x64xbf16>, %i: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = tile.slice %m[%c0, %c64] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<mat, 64x128xbf16>
  %t = tile.slice %s[%c0, %i] : !tile.tile<mat, 64x128xbf16> -> !tile.tile<mat, 64x64xbf16>
  %x = tile.matmul %t, %r : !tile.tile<mat, 64x64xbf16>, !tile.tile<right, 64x64xbf16> -> !tile.tile<acc, 64x64xf32>
  %y = tile.matmul_acc %x, %t, %r : !tile.tile<acc, 64x64xf32>, !tile.tile<mat, 64x64xbf16>, !tile.tile<right, 64x64xbf16>
  func.return
}

// So does a slice that the author copies there; its binding stays.
// CHECK-LABEL: func.func @copied(
// CHECK:      %mine = buffer.declare "mine" : !buffer.buffer
// CHECK-NEXT: %l = tile.extract %m[%c0, %c64] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16>
// CHECK-NEXT: buffer.bind %l to %mine : !tile.tile<left, 64x64xbf16>, !buffer.buffer
// CHECK-NEXT: func.return
func.func @copied(%m: !tile.tile<mat, 64x256xbf16>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %mine = buffer.declare "mine" : !buffer.buffer
  %s = tile.slice %m[%c0, %c64] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<mat, 64x64xbf16>
  %l = tile.move %s : !tile.tile<mat, 64x64xbf16> -> !tile.tile<left, 64x64xbf16>
  buffer.bind %l to %mine : !tile.tile<left, 64x64xbf16>, !buffer.buffer
  func.return
}

// A column that starts in the middle of 32 bytes is copied; what follows from it is stored as it is.
// CHECK-LABEL: func.func @unaligned(
// CHECK:      %s = tile.extract %t[%c0, %c1] : !tile.tile<vec, 16x8xf32> -> !tile.tile<vec, 16x1xf32>
// CHECK-NEXT: %u = tile.muls %s, %f : !tile.tile<vec, 16x1xf32>, f32
// CHECK-NEXT: %v = tile.exp %u : !tile.tile<vec, 16x1xf32>
// CHECK-NEXT: func.return
func.func @unaligned(%t: !tile.tile<vec, 16x8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tile.slice %t[%c0, %c1] : !tile.tile<vec, 16x8xf32> -> !tile.tile<vec, 16x1xf32, blayout=row_major>
  %u = tile.muls %s, %f : !tile.tile<vec, 16x1xf32, blayout=row_major>, f32
  %v = tile.exp %u : !tile.tile<vec, 16x1xf32, blayout=row_major>
  func.return
}

// An offset is a multiple of 32 bytes if that follows from how it is computed.
// CHECK-LABEL: func.func @aligned(
// CHECK:      scf.for %j = %c0 to %c64 step %c8 {
// CHECK-NEXT: %s = tile.slice %t[%n, %j] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x8xf32>
// CHECK-NEXT: %u = tile.muls %s, %f : !tile.tile<vec, 1x8xf32>, f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @aligned(%t: !tile.tile<vec, 64x64xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %j = %c0 to %c64 step %c8 {
    %s = tile.slice %t[%n, %j] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x8xf32>
    %u = tile.muls %s, %f : !tile.tile<vec, 1x8xf32>, f32
  }
  func.return
}

// A column expansion reads its row at a constant place only.
// CHECK-LABEL: func.func @expansion(
// CHECK:      %s = tile.extract %t[%n, %c0] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
// CHECK-NEXT: %u = tile.col_expand_mul %w, %s : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>
// CHECK-NEXT: %s0 = tile.slice %t[%c0, %c0] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
// CHECK-NEXT: %v = tile.col_expand_mul %w, %s0 : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>
// CHECK-NEXT: func.return
func.func @expansion(%t: !tile.tile<vec, 64x64xf32>, %w: !tile.tile<vec, 16x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %s = tile.slice %t[%n, %c0] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  %u = tile.col_expand_mul %w, %s : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>
  %s0 = tile.slice %t[%c0, %c0] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  %v = tile.col_expand_mul %w, %s0 : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>
  func.return
}
