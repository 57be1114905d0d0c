// RUN: pto-opt %s -p canonicalize-io-order | filecheck %s
// RUN: pto-opt %s -p canonicalize-io-order,canonicalize-io-order | filecheck %s
// RUN: pto-opt %s -p canonicalize-io-order,canonicalize-io-order | filecheck %s --check-prefix=REMARK

// REMARK:      pto.remarks = ["{{.*}}.mlir:[[# @LINE + 215]]:3: remark: the stages of a pipeline load 98304 bytes into right, which are not loaded ahead, because it has 65536 bytes"]

!T = !tile.tile<vec, 1x64xf32>
!G = memref<256x64xf32>

// Scalars, then the loads of all stages, then the work of each stage with its stores last.
// CHECK-LABEL: func.func @stages(
func.func @stages(%a: !G, %out: !G, %i: index) {
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %j = arith.addi %i, %c1 : index
  // CHECK-NEXT: %t0 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %t1 = tile.load %a[%j, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %e0 = tile.exp %t0 {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %t0, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: tile.store %e0, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %e1 = tile.exp %t1 {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %e1, %out[%j, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t0 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !G -> !T
  tile.store %t0, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !T, !G
  %e0 = tile.exp %t0 {tile.stage = [#tile.stage<0, 0>]} : !T
  tile.store %e0, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !T, !G
  %j = arith.addi %i, %c1 : index
  %t1 = tile.load %a[%j, %c0] {tile.stage = [#tile.stage<0, 1>]} : !G -> !T
  %e1 = tile.exp %t1 {tile.stage = [#tile.stage<0, 1>]} : !T
  tile.store %e1, %out[%j, %c0] {tile.stage = [#tile.stage<0, 1>]} : !T, !G
  func.return
}

// Not what has no mark, and not past another group. Bindings move with their tiles.
// CHECK-LABEL: func.func @groups(
func.func @groups(%a: !G, %out: !G, %i: index) {
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %b = buffer.declare "b" : !buffer.buffer
  // CHECK-NEXT: %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %t, %out[%i, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %u = tile.load %a[%i, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %t0 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %t1 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: buffer.bind %t1 to %b : !tile.tile<vec, 1x64xf32>, !buffer.buffer
  // CHECK-NEXT: tile.store %t0, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: tile.store %t1, %out[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %v0 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %v1 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<1, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %v0, %out[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: tile.store %v1, %out[%i, %c0] {tile.stage = [#tile.stage<1, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %b = buffer.declare "b" : !buffer.buffer
  %t = tile.load %a[%i, %c0] : !G -> !T
  tile.store %t, %out[%i, %c0] : !T, !G
  %u = tile.load %a[%i, %c0] : !G -> !T
  %t0 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !G -> !T
  tile.store %t0, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !T, !G
  %t1 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !G -> !T
  buffer.bind %t1 to %b : !T, !buffer.buffer
  tile.store %t1, %out[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !T, !G
  %v0 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : !G -> !T
  tile.store %v0, %out[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : !T, !G
  %v1 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<1, 1>]} : !G -> !T
  tile.store %v1, %out[%i, %c0] {tile.stage = [#tile.stage<1, 1>]} : !T, !G
  func.return
}

// A load stays behind a store to the same tensor, unless both windows are constant and apart.
// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !G, %i: index) {
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %t0 = tile.load %a[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %t1 = tile.load %a[%c1, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %t0, %a[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: tile.store %t1, %a[%c1, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %t2 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 2>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %t2, %a[%i, %c0] {tile.stage = [#tile.stage<0, 2>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t0 = tile.load %a[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !G -> !T
  tile.store %t0, %a[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !T, !G
  %t1 = tile.load %a[%c1, %c0] {tile.stage = [#tile.stage<0, 1>]} : !G -> !T
  tile.store %t1, %a[%c1, %c0] {tile.stage = [#tile.stage<0, 1>]} : !T, !G
  %t2 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 2>]} : !G -> !T
  tile.store %t2, %a[%i, %c0] {tile.stage = [#tile.stage<0, 2>]} : !T, !G
  func.return
}

// What reads a tile stays before what overwrites it: an operation in place, a loop that begins with
// it, a branch that passes it on.
!W = !tile.tile<vec, 2x64xf32>
// CHECK-LABEL: func.func @overwriters(
func.func @overwriters(%a: !G, %out: !G, %i: index, %p: i1, %last: !T) {
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %s = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %t = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 2x64xf32>
  // CHECK-NEXT: %v = tile.slice %t[%c1, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 2x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %last, %out[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: tile.store %v, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %w = tile.assemble %t, %s[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 2x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %s, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %r = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %s) -> (!tile.tile<vec, 1x64xf32>) {
  // CHECK-NEXT:   %n = tile.exp %acc {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   scf.yield %n : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: %e = tile.exp %r {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %w, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 2x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %x = scf.if %p -> (!tile.tile<vec, 2x64xf32>) {
  // CHECK-NEXT:   %y = tile.exp %w {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 2x64xf32>
  // CHECK-NEXT:   scf.yield %y : !tile.tile<vec, 2x64xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %w : !tile.tile<vec, 2x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: tile.store %x, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 2x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.store %last, %out[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !T, !G
  %s = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !G -> !T
  %t = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !G -> !W
  %v = tile.slice %t[%c1, %c0] {tile.stage = [#tile.stage<0, 0>]} : !W -> !T
  tile.store %v, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !T, !G
  %w = tile.assemble %t, %s[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]} : !W, !T
  tile.store %s, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !T, !G
  %r = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %s) -> (!T) {
    %n = tile.exp %acc {tile.stage = [#tile.stage<0, 0>]} : !T
    scf.yield %n : !T
  }
  tile.store %w, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !W, !G
  %x = scf.if %p -> (!W) {
    %y = tile.exp %w {tile.stage = [#tile.stage<0, 0>]} : !W
    scf.yield %y : !W
  } else {
    scf.yield %w : !W
  }
  %e = tile.exp %r {tile.stage = [#tile.stage<0, 0>]} : !T
  tile.store %x, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !W, !G
  func.return
}

// A copy into an operand memory of the cube unit and the read of an element are loads. Inner loops
// are sorted, and take their place by the stage that they were cloned for.
!M = !tile.tile<mat, 16x16xbf16>
!L = !tile.tile<left, 16x16xbf16>
!B = memref<256x64xbf16>
// CHECK-LABEL: func.func @inside(
func.func @inside(%a: !B, %g: !G, %out: !G, %i: index, %n: index) {
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %m = tile.load %a[%i, %c0] : memref<256x64xbf16> -> !tile.tile<mat, 16x16xbf16>
  // CHECK-NEXT: %u = tile.load %g[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: %l = tile.move %m {tile.stage = [#tile.stage<1, 1>]} : !tile.tile<mat, 16x16xbf16> -> !tile.tile<left, 16x16xbf16>
  // CHECK-NEXT: %w = tile.load %g[%i, %c0] {tile.stage = [#tile.stage<1, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: scf.for %j = %c0 to %n step %c1 {
  // CHECK-NEXT:   %t0 = tile.load %g[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   %t1 = tile.load %g[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %t0, %out[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   tile.store %t1, %out[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: tile.store %u, %out[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tile.load %a[%i, %c0] : !B -> !M
  scf.for %j = %c0 to %n step %c1 {
    %t0 = tile.load %g[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 0>]} : !G -> !T
    tile.store %t0, %out[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 0>]} : !T, !G
    %t1 = tile.load %g[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 1>]} : !G -> !T
    tile.store %t1, %out[%j, %c0] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 1>]} : !T, !G
  }
  %u = tile.load %g[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : !G -> !T
  tile.store %u, %out[%i, %c0] {tile.stage = [#tile.stage<1, 0>]} : !T, !G
  %l = tile.move %m {tile.stage = [#tile.stage<1, 1>]} : !M -> !L
  %w = tile.load %g[%i, %c0] {tile.stage = [#tile.stage<1, 1>]} : !G -> !T
  func.return
}

// One stage alone stays as it is: nothing overlaps, and what an inner loop does in turn may share
// a buffer.
// CHECK-LABEL: func.func @one_stage(
func.func @one_stage(%a: !G, %out: !G, %i: index) {
  // CHECK:      %t = tile.load
  // CHECK-NEXT: buffer.bind %t to %b
  // CHECK-NEXT: tile.store %t
  // CHECK-NEXT: %u = tile.load
  // CHECK-NEXT: buffer.bind %u to %b
  // CHECK-NEXT: tile.store %u
  %c0 = arith.constant 0 : index
  %b = buffer.declare "b" : !buffer.buffer
  %t = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !G -> !T
  buffer.bind %t to %b : !T, !buffer.buffer
  tile.store %t, %out[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !T, !G
  %u = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !G -> !T
  buffer.bind %u to %b : !T, !buffer.buffer
  tile.store %u, %out[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !T, !G
  func.return
}

// Loads that do not fit together stay with their stage.
!R = !tile.tile<right, 128x128xbf16>
!M2 = !tile.tile<mat, 128x128xbf16>
// CHECK-LABEL: func.func @overfull(
func.func @overfull(%m: !M2, %a: !G, %out: !G, %i: index) {
  // CHECK:      %t0 = tile.load
  // CHECK-NEXT: %t1 = tile.load
  // CHECK-NEXT: %r0 = tile.move %m
  // CHECK-NEXT: tile.store %t0
  // CHECK-NEXT: %r1 = tile.move %m
  // CHECK-NEXT: %s1 = tile.move %m
  // CHECK-NEXT: tile.store %t1
  %c0 = arith.constant 0 : index
  %t0 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !G -> !T
  %r0 = tile.move %m {tile.stage = [#tile.stage<0, 0>]} : !M2 -> !R
  tile.store %t0, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !T, !G
  %t1 = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !G -> !T
  %r1 = tile.move %m {tile.stage = [#tile.stage<0, 1>]} : !M2 -> !R
  %s1 = tile.move %m {tile.stage = [#tile.stage<0, 1>]} : !M2 -> !R
  tile.store %t1, %out[%i, %c0] {tile.stage = [#tile.stage<0, 1>]} : !T, !G
  func.return
}
