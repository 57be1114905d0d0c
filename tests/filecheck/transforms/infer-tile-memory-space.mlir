// RUN: pto-opt %s -p infer-tile-memory-space --split-input-file | filecheck %s
// RUN: pto-opt %s -p infer-tile-memory-space,infer-tile-memory-space --split-input-file | filecheck %s

!T = !tile.tile<8x16xf32>
!V = !tile.tile<4x16xf32>

// Everything that has no space is in vec: what is loaded, made, viewed and overwritten.
// CHECK-LABEL: func.func @straight(
func.func @straight(%g: memref<8x16xf32>, %c0: index) {
  // CHECK-NEXT: %a = tile.load %g[%c0, %c0] : memref<8x16xf32> -> !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT: %b = tile.neg %a : !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT: %v = tile.slice %b[%c0, %c0] : !tile.tile<vec, 8x16xf32> -> !tile.tile<vec, 4x16xf32>
  // CHECK-NEXT: %w = tile.create : !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT: %u = tile.assemble %w, %v[%c0, %c0] : !tile.tile<vec, 8x16xf32>, !tile.tile<vec, 4x16xf32>
  // CHECK-NEXT: tile.store %u, %g[%c0, %c0] : !tile.tile<vec, 8x16xf32>, memref<8x16xf32>
  %a = tile.load %g[%c0, %c0] : memref<8x16xf32> -> !T
  %b = tile.neg %a : !T
  %v = tile.slice %b[%c0, %c0] : !T -> !V
  %w = tile.create : !T
  %u = tile.assemble %w, %v[%c0, %c0] : !T, !V
  tile.store %u, %g[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// So are arguments, and the function's type says so.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %a: !tile.tile<vec, 8x16xf32>) -> !tile.tile<vec, 8x16xf32> {
func.func @argument(%a: !T) -> !T {
  func.return %a : !T
}

// Loops and branches pass the space on, however they are nested.
// CHECK-LABEL: func.func @control_flow(
func.func @control_flow(%f: f32, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %x = tile.full %f : f32 -> !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!tile.tile<vec, 8x16xf32>) {
  // CHECK-NEXT:   %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (!tile.tile<vec, 8x16xf32>) {
  // CHECK-NEXT:     %t = scf.if %p -> (!tile.tile<vec, 8x16xf32>) {
  // CHECK-NEXT:       %m = tile.neg %b : !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT:       scf.yield %m : !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       scf.yield %b : !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     scf.yield %t : !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s : !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT: }
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (!T) {
      %t = scf.if %p -> (!T) {
        %m = tile.neg %b : !T
        scf.yield %m : !T
      } else {
        scf.yield %b : !T
      }
      scf.yield %t : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// A space that is given is kept, and so are valid extents and layout.
// CHECK-LABEL: func.func @given(
func.func @given(%g: memref<16x16xf32>, %n: index, %c0: index) {
  // CHECK-NEXT: %a = tile.load %g[%c0, %c0] : memref<16x16xf32> -> !tile.tile<mat, 16x16xf32>
  // CHECK-NEXT: %b = tile.load %g[%c0, %c0] valid [%n] : memref<16x16xf32> -> !tile.tile<vec, 16x16xf32, valid=?x16, blayout=col_major>
  %a = tile.load %g[%c0, %c0] : memref<16x16xf32> -> !tile.tile<mat, 16x16xf32>
  %b = tile.load %g[%c0, %c0] valid [%n] : memref<16x16xf32> -> !tile.tile<16x16xf32, valid=?x16, blayout=col_major>
  func.return
}

// The author's binding stays where it is.
// CHECK-LABEL: func.func @bound(
func.func @bound(%f: f32) {
  // CHECK:      %a = tile.full %f : f32 -> !tile.tile<vec, 8x16xf32>
  // CHECK-NEXT: buffer.bind %a to %d : !tile.tile<vec, 8x16xf32>, !buffer.buffer
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  func.return
}

// Functions without a body, and without tiles, stay as they are.
// CHECK:      func.func private @declared(!tile.tile<8x16xf32>)
// CHECK-NEXT: func.func @scalars(%n: index) -> index {
func.func private @declared(!T)
func.func @scalars(%n: index) -> index {
  func.return %n : index
}

// -----

// On a5 an accumulator is copied to vec for a vector operation: once in a block, before its first
// reader, and not out of one arm into the other. A store reads it where it is.
!A = !tile.tile<acc, 16x16xf32>
!B = !tile.tile<vec, 32x32xf32>
builtin.module attributes {pto.target_arch = "a5"} {
  // CHECK-LABEL: func.func @accumulator(
  func.func @accumulator(%a: !A, %b: !B, %c: !B, %d: !B, %g: memref<16x16xf32>, %p: i1, %c0: index) {
    // CHECK-NEXT: tile.store %a, %g[%c0, %c0]
    // CHECK-NEXT: scf.if %p {
    // CHECK-NEXT:   %a_vec = tile.move %a : !tile.tile<acc, 16x16xf32> -> !tile.tile<vec, 16x16xf32>
    // CHECK-NEXT:   %u = tile.assemble %b, %a_vec[%c0, %c0]
    // CHECK-NEXT:   %v = tile.assemble %c, %a_vec[%c0, %c0]
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   %a_vec_1 = tile.move %a : !tile.tile<acc, 16x16xf32> -> !tile.tile<vec, 16x16xf32>
    // CHECK-NEXT:   %w = tile.assemble %d, %a_vec_1[%c0, %c0]
    tile.store %a, %g[%c0, %c0] : !A, memref<16x16xf32>
    scf.if %p {
      %u = tile.assemble %b, %a[%c0, %c0] : !B, !A
      %v = tile.assemble %c, %a[%c0, %c0] : !B, !A
    } else {
      %w = tile.assemble %d, %a[%c0, %c0] : !B, !A
    }
    func.return
  }
}
