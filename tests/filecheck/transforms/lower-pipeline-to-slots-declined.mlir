// RUN: pto-opt %s -p lower-pipeline-to-slots{planner=ptoas} --split-input-file | filecheck %s

// Loops that do not rotate are left for lower-pipeline-loops, and the module says why.

!T = !tile.tile<vec, 1x64xf32>
// CHECK:      pto.remarks = ["{{.*}}.mlir:[[# @LINE + 12]]:3: remark: this loop does not rotate through slots: 1 stages, and a region has 2 to 16",
// CHECK-SAME: "{{.*}}.mlir:[[# @LINE + 15]]:3: remark: this loop does not rotate through slots: 32 stages, and a region has 2 to 16",
// CHECK-SAME: "{{.*}}.mlir:[[# @LINE + 18]]:3: remark: this loop does not rotate through slots: its step is no positive constant"]
// CHECK-LABEL: func.func @stages_and_step(
func.func @stages_and_step(%a: memref<256x64xf32>, %out: memref<256x64xf32>, %s: index) {
  // CHECK-NOT: buffer
  // CHECK:     tile.stages = 1
  // CHECK:     tile.stages = 32
  // CHECK:     tile.stages = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    tile.store %t, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 1 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    tile.store %t, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 32 : i64}
  scf.for %i = %c0 to %c4 step %s {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    tile.store %t, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// One tile that is carried on stops the whole loop, and what is inside of it.

!T = !tile.tile<vec, 1x64xf32>
// CHECK:       slots: tile 't' is carried on by control flow"]
// CHECK-LABEL: func.func @carried(
func.func @carried(%a: memref<256x64xf32>, %out: memref<256x64xf32>) {
  // CHECK-NOT: buffer
  // CHECK:     } {tile.stages = 2
  // CHECK:     } {tile.stages = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !T
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%last = %s) -> (!T) {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %other = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %u = tile.add %last, %other : !T
    tile.store %u, %out[%i, %c0] : !T, memref<256x64xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %inner = tile.load %a[%j, %c0] : memref<256x64xf32> -> !T
      tile.store %inner, %out[%j, %c0] : !T, memref<256x64xf32>
    } {tile.stages = 2 : i64}
    scf.yield %t : !T
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// So does a copy of it that is carried on, the initial value of a loop inside, and what a branch
// yields.

!T = !tile.tile<vec, 1x64xf32>
// CHECK:       slots: tile 't' is carried on by control flow, as a copy"
// CHECK-SAME:  slots: tile 'u' is carried on by control flow"
// CHECK-SAME:  slots: tile 'w' is carried on by control flow"
// CHECK-SAME:  slots: tile 'x' is carried on by control flow, as a copy"]
// CHECK-LABEL: func.func @carried_on(
func.func @carried_on(%a: memref<256x64xf32>, %out: memref<256x64xf32>, %p: i1) {
  // CHECK-NOT: buffer
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !T
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%last = %s) -> (!T) {
    tile.store %last, %out[%i, %c0] : !T, memref<256x64xf32>
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %copy = tile.move %t : !T -> !T
    scf.yield %copy : !T
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %u = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %r2 = scf.for %j = %c0 to %c4 step %c1 iter_args(%acc = %u) -> (!T) {
      %next = tile.exp %acc : !T
      scf.yield %next : !T
    }
    tile.store %r2, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %w = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %x = scf.if %p -> (!T) {
      scf.yield %w : !T
    } else {
      %y = tile.exp %w : !T
      scf.yield %y : !T
    }
    tile.store %x, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 iter_args(%last = %s) -> (!T) {
    tile.store %last, %out[%i, %c0] : !T, memref<256x64xf32>
    %x = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %copy = tile.move %x : !T -> !T
    %again = tile.move %copy : !T -> !T
    scf.yield %again : !T
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// A tile that is looked at through a view, that is overwritten, whose valid extent is known at run
// time only.

!T = !tile.tile<vec, 2x64xf32>
!V = !tile.tile<vec, 1x64xf32>
!D = !tile.tile<vec, 2x64xf32, valid=?x64>
// CHECK:       slots: tile 't' is looked at through tile.slice, where ptoas 0.48 does not see its slot"
// CHECK-SAME:  slots: tile 'u' is overwritten by tile.assemble, where ptoas 0.48 does not see its slot"
// CHECK-SAME:  slots: tile 'w' has a valid extent that is known at run time only"]
// CHECK-LABEL: func.func @shapes(
func.func @shapes(%a: memref<256x64xf32>, %out: memref<256x64xf32>, %n: index) {
  // CHECK-NOT: buffer
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !V
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %v = tile.slice %t[%c1, %c0] : !T -> !V
    tile.store %v, %out[%i, %c0] : !V, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %u = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %v = tile.assemble %u, %s[%c1, %c0] : !T, !V
    tile.store %v, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %w = tile.load %a[%i, %c0] valid [%n] : memref<256x64xf32> -> !D
    tile.store %w, %out[%i, %c0] : !D, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// Slots that do not fit: alone, beside what another loop has, beside what the author has.

!Big = !tile.tile<vec, 128x256xf32>
!Half = !tile.tile<vec, 64x256xf32>
// CHECK:       slots: its slots need 262144 bytes of vec, of which 188416 are left"
// CHECK-SAME:  slots: its slots need 131072 bytes of vec, of which 57344 are left"]
// CHECK-LABEL: func.func @capacity(
func.func @capacity(%a: memref<256x256xf32>, %out: memref<256x256xf32>) {
  // CHECK-COUNT-1: buffer.declare
  // CHECK-NOT:     buffer.declare
  // CHECK:         tile.load
  // CHECK-NOT:     bind
  // CHECK:         tile.load
  // CHECK-NEXT:    buffer.bind %t_1 to %pipe_t[
  // CHECK:         tile.load
  // CHECK-NOT:     bind
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x256xf32> -> !Big
    tile.store %t, %out[%i, %c0] : !Big, memref<256x256xf32>
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x256xf32> -> !Half
    tile.store %t, %out[%i, %c0] : !Half, memref<256x256xf32>
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x256xf32> -> !Half
    tile.store %t, %out[%i, %c0] : !Half, memref<256x256xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

!Half = !tile.tile<vec, 64x256xf32>
// CHECK:       slots: its slots need 131072 bytes of vec, of which 57344 are left"]
// CHECK-LABEL: func.func @authors_capacity(
func.func @authors_capacity(%a: memref<256x256xf32>, %out: memref<256x256xf32>) {
  // CHECK-COUNT-1: buffer.declare
  // CHECK-NOT:     buffer.declare
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %mine = buffer.declare "mine" : !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %k = arith.remui %i, %c2 : index
    %t = tile.load %a[%i, %c0] : memref<256x256xf32> -> !Half
    buffer.bind %t to %mine[%k] : !Half, !buffer.buffer<2>
    %u = tile.load %a[%i, %c0] : memref<256x256xf32> -> !Half
    %v = tile.add %t, %u : !Half
    tile.store %v, %out[%i, %c0] : !Half, memref<256x256xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// A loop all of whose loads are bound has nothing to rotate.

!T = !tile.tile<vec, 1x64xf32>
// CHECK:       slots: it loads no tile of its own that is not bound already"]
// CHECK-LABEL: func.func @bound(
func.func @bound(%a: memref<256x64xf32>, %out: memref<256x64xf32>) {
  // CHECK: } {tile.stages = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %mine = buffer.declare "mine" : !buffer.buffer
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    buffer.bind %t to %mine : !T, !buffer.buffer
    tile.store %t, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// A buffer with a slot for each stage that cannot be a region keeps constant slots: one in a memory
// without regions, one that holds tiles of several types.

!M = !tile.tile<mat, 16x16xbf16>
!L = !tile.tile<left, 16x16xbf16>
!T = !tile.tile<vec, 2x64xf32>
!S = !tile.tile<vec, 1x64xf32>
// CHECK:       slots: tile 'l' lies in left, where the assembler has no regions"
// CHECK-SAME:  slots: tile 's' shares buffer 'e' with tiles of other types"]
// CHECK-LABEL: func.func @open(
func.func @open(%a: memref<16x16xbf16>, %b: memref<256x64xf32>) {
  // CHECK:     buffer.bind %l to %d : !tile
  // CHECK:     buffer.bind %s to %e : !tile
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %e = buffer.declare "e" : !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %m = tile.load %a[%c0, %c0] : memref<16x16xbf16> -> !M
    %l = tile.move %m : !M -> !L
    buffer.bind %l to %d : !L, !buffer.buffer<2>
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c4 step %c1 {
    %s = tile.load %b[%i, %c0] : memref<256x64xf32> -> !S
    buffer.bind %s to %e : !S, !buffer.buffer<2>
  } {tile.stages = 2 : i64}
  %t = tile.load %b[%c0, %c0] : memref<256x64xf32> -> !T
  buffer.bind %t to %e[%c0] : !T, !buffer.buffer<2>
  func.return
}

// -----

// Slots lie side by side, and the assembler of this version does not align them.

!T = !tile.tile<vec, 2x7xf32>
// CHECK:       slots: tile 't' has 56 bytes, and slots of ptoas 0.48 in vec are multiples of 32"]
// CHECK-LABEL: func.func @odd_slots(
func.func @odd_slots(%a: memref<8x7xf32>, %out: memref<8x7xf32>) {
  // CHECK-NOT: buffer
  // CHECK:     } {tile.stages = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<8x7xf32> -> !T
    tile.store %t, %out[%i, %c0] : !T, memref<8x7xf32>
  } {tile.stages = 2 : i64}
  func.return
}
