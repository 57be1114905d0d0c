// RUN: pto-opt %s -p init-memref --split-input-file --verify-diagnostics | filecheck %s
// RUN: pto-opt %s -p init-memref{planner=ptoas} --split-input-file --verify-diagnostics | filecheck %s --check-prefix=PTOAS

!T = !tile.tile<vec, 8x16xf32>
func.func @live_at_once(%f: f32) {
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  %b = tile.full %f : f32 -> !T
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'b' and tile 'a' share buffer 'd' but are live at the same time
  buffer.bind %b to %d : !T, !buffer.buffer
  // CHECK-NEXT: mlir:[[# @LINE - 4]]:3: note: 'a' is bound here and still needed
  // CHECK-NEXT: note: bind one of them to another buffer or slot, or use 'a' for the last time before 'b' is made
  %c = tile.add %a, %b : !T
  func.return
}

// -----

// A tile lives as long as a view of it.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @view_is_live(%f: f32, %c0: index) {
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  %b = tile.full %f : f32 -> !T
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'b' and tile 'a' share buffer 'd' but are live at the same time
  buffer.bind %b to %d : !T, !buffer.buffer
  %c = tile.neg %v : !V
  func.return
}

// -----

// A tile that a loop reads is needed until the loop ends.

!T = !tile.tile<vec, 8x16xf32>
func.func @live_in_loop(%f: f32, %n: index, %c0: index, %c1: index) {
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  scf.for %i = %c0 to %n step %c1 {
    %b = tile.neg %a : !T
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 'b' and tile 'a' share buffer 'd' but are live at the same time
    buffer.bind %b to %d : !T, !buffer.buffer
  }
  func.return
}

// -----

// Equal expressions of one index are one slot, and so are equal constants.

!T = !tile.tile<vec, 8x16xf32>
func.func @same_expression(%f: f32, %i: index) {
  %d = buffer.declare "d" : !buffer.buffer<2>
  %two = arith.constant 2 : index
  %k = arith.remui %i, %two : index
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d[%k] : !T, !buffer.buffer<2>
  %l = arith.remui %i, %two : index
  %b = tile.full %f : f32 -> !T
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'b' and tile 'a' share one slot of buffer 'd' but are live at the same time
  buffer.bind %b to %d[%l] : !T, !buffer.buffer<2>
  %c = tile.add %a, %b : !T
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
func.func @same_constant(%f: f32) {
  %d = buffer.declare "d" : !buffer.buffer<2>
  %one = arith.constant 1 : index
  %uno = arith.constant 1 : index
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d[%one] : !T, !buffer.buffer<2>
  %b = tile.full %f : f32 -> !T
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'b' and tile 'a' share slot 1 of buffer 'd' but are live at the same time
  buffer.bind %b to %d[%uno] : !T, !buffer.buffer<2>
  %c = tile.add %a, %b : !T
  func.return
}

// -----

// Touching lives are not enough where an operation cannot run in place.

!T = !tile.tile<vec, 8x16xf32>
func.func @not_in_place(%f: f32) {
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  %b = tile.recip %a : !T
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'b' and tile 'a' share buffer 'd', but tile.recip cannot write its result over that operand
  buffer.bind %b to %d : !T, !buffer.buffer
  // CHECK-NEXT: mlir:[[# @LINE - 4]]:3: note: 'a' is bound here
  // CHECK-NEXT: note: bind 'b' to another buffer or slot
  func.return
}

// -----

// The operand may be a view of what is in the buffer.

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
func.func @not_in_place_of_view(%f: f32, %c0: index) {
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  %b = tile.recip %v : !V
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'b' and tile 'v' share buffer 'd', but tile.recip cannot write its result over that operand
  buffer.bind %b to %d : !V, !buffer.buffer
  func.return
}

// -----

func.func @two_spaces(%f: f32) {
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.create : !tile.tile<vec, 16x16xf32>
  buffer.bind %a to %d : !tile.tile<vec, 16x16xf32>, !buffer.buffer
  %b = tile.create : !tile.tile<mat, 16x16xf32>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tiles in buffer 'd' lie in the same memory space: 'a' is in vec, 'b' in mat
  buffer.bind %b to %d : !tile.tile<mat, 16x16xf32>, !buffer.buffer
  // CHECK-NEXT: mlir:[[# @LINE - 4]]:3: note: 'a' is bound here
  func.return
}

// -----

func.func @no_space(%f: f32) {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' has no memory space
  %a = tile.full %f : f32 -> !tile.tile<8x16xf32>
  // CHECK-NEXT: note: run infer-tile-memory-space before init-memref
  func.return
}

// -----

func.func @no_size(%g: memref<?x16xf32>, %n: index, %c0: index) {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' has no compile-time size, its type is !tile.tile<vec, ?x16xf32>
  %a = tile.load %g[%c0, %c0] valid [%n] : memref<?x16xf32> -> !tile.tile<vec, ?x16xf32>
  // CHECK-NEXT: note: give it a static shape; a valid shape may be known at run time
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
// CHECK: mlir:[[# @LINE + 2]]:3: error: buffer 'd' overflows a 64-bit size: 1152921504606846976 slots of 512 bytes
func.func @too_large(%f: f32) {
  %d = buffer.declare "d" : !buffer.buffer<1152921504606846976>
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer<1152921504606846976>
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
func.func @bound_and_placed(%f: f32) {
  %d = buffer.declare "d" : !buffer.buffer
  %m = mem.alloc "m" : !mem.ref<vec, 512>
  %a = tile.full %f : f32 -> !T
  mem.place %a in %m : !T, !mem.ref<vec, 512>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 'a' is bound to buffer 'd', but already placed in allocation 'm'
  buffer.bind %a to %d : !T, !buffer.buffer
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
// PTOAS: mlir:[[# @LINE + 2]]:3: error: buffer 'single' has a single slot, and planner 'ptoas' may put other tiles into it
func.func @single_slot(%f: f32) {
  %d = buffer.declare "single" : !buffer.buffer
  // PTOAS-NEXT: note: declare it with slots=2 or more, or use planner 'pack'
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  func.return
}

// -----

!T = !tile.tile<vec, 8x16xf32>
func.func @no_slot(%f: f32) {
  %d = buffer.declare "d" : !buffer.buffer<2>
  %a = tile.full %f : f32 -> !T
  // PTOAS: mlir:[[# @LINE + 1]]:3: error: tile 'a' is bound to buffer 'd' without selecting a slot, which planner 'ptoas' needs
  buffer.bind %a to %d : !T, !buffer.buffer<2>
  // PTOAS-NEXT: note: write one of its 2 slots, e.g. d[0]
  func.return
}

// -----

// PTOAS: error: this module was prepared for planner 'pack' and cannot be continued with planner 'ptoas'
builtin.module attributes {pto.planner = "pack"} {
}
