// RUN: pto-opt %s -p 'pto-pipeline{planner=ptoas}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: pto-opt %s -p 'pto-pipeline{planner=pack}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=PACK

// What a region of the assembler cannot express or synchronise names the buffer and the reason. With
// our own addresses constant slots are plain allocations, and all of these compile.

// PACK-LABEL: @no_slot(
// PACK:       alloc_tile addr = %c0_i64
// CHECK: mlir:[[# @LINE + 8]]:3: error: tile 't' is bound to buffer 'd' without selecting a slot, which planner 'ptoas' needs
// CHECK-NEXT: note: write one of its 2 slots, e.g. d[0]
!T = !tile.tile<vec, 64x64xf32>
!G = memref<64x64xf32>
func.func @no_slot(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d : !T, !buffer.buffer<2>
  tile.store %t, %out[%c0, %c0] : !T, !G
  func.return
}

// -----

// PACK-LABEL: @too_many_slots(
// PACK:       %t = pto.alloc_tile addr = %c4096_i64
// CHECK: mlir:[[# @LINE + 6]]:3: error: buffer 'd' cannot be a region of the assembler: regions have 2 to 16 slots, and it declares 17
!T = !tile.tile<vec, 16x16xf32>
!G = memref<16x16xf32>
func.func @too_many_slots(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<17>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c4] : !T, !buffer.buffer<17>
  tile.store %t, %out[%c0, %c0] : !T, !G
  func.return
}

// -----

// PACK-LABEL: @shapes(
// PACK:       pto.alloc_tile addr = %c0_i64 : !pto.tile_buf<vec, 64x64xf32>
// PACK:       pto.alloc_tile addr = %c16384_i64 : !pto.tile_buf<vec, 32x32xf32>
!T = !tile.tile<vec, 64x64xf32>
!S = !tile.tile<vec, 32x32xf32>
!G = memref<64x64xf32>
func.func @shapes(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  tile.store %t, %out[%c0, %c0] : !T, !G
  %s = tile.load %a[%c0, %c0] : !G -> !S
  // CHECK: mlir:[[# @LINE + 1]]:3: error: buffer 'd' cannot be a region of the assembler: it holds differently shaped tiles, 64x64xf32 and 32x32xf32
  buffer.bind %s to %d[%c1] : !S, !buffer.buffer<2>
  // CHECK-NEXT: mlir:[[# @LINE - 5]]:3: note: 't' is put into it here
  tile.store %s, %out[%c0, %c0] : !S, !G
  func.return
}

// -----

// PACK-LABEL: @valid_shapes(
// PACK:       pto.alloc_tile addr = %c16384_i64 : !pto.tile_buf<vec, 64x64xf32, valid=32x64>
!T = !tile.tile<vec, 64x64xf32>
!V = !tile.tile<vec, 64x64xf32, valid=32x64>
!G = memref<64x64xf32>
func.func @valid_shapes(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  tile.store %t, %out[%c0, %c0] : !T, !G
  %s = tile.load %a[%c0, %c0] : !G -> !V
  // CHECK: mlir:[[# @LINE + 1]]:3: error: buffer 'd' cannot be a region of the assembler: its tiles have different valid shapes (64x64 and 32x64)
  buffer.bind %s to %d[%c1] : !V, !buffer.buffer<2>
  tile.store %s, %out[%c0, %c0] : !V, !G
  func.return
}

// -----

// PACK-LABEL: @run_time_valid(
// PACK:       pto.alloc_tile addr = %c0_i64 valid_row = %rows
!T = !tile.tile<vec, 64x64xf32, valid=?x64>
!G = memref<64x64xf32>
func.func @run_time_valid(%a: !G, %out: !G, %rows: index) {
  %c0 = arith.constant 0 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] valid [%rows] : !G -> !T
  // CHECK: mlir:[[# @LINE + 1]]:3: error: buffer 'd' cannot be a region of the assembler: tile 't' has a runtime valid shape
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  tile.store %t, %out[%c0, %c0] : !T, !G
  func.return
}

// -----

// PACK-LABEL: @layouts(
// PACK:       blayout=col_major
!T = !tile.tile<vec, 64x64xf32>
!C = !tile.tile<vec, 64x64xf32, blayout=col_major>
!G = memref<64x64xf32>
func.func @layouts(%a: !G, %x: f32, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  tile.store %t, %out[%c0, %c0] : !T, !G
  %s = tile.create : !C
  // CHECK: mlir:[[# @LINE + 1]]:3: error: buffer 'd' cannot be a region of the assembler: its tiles differ in layout
  buffer.bind %s to %d[%c1] : !C, !buffer.buffer<2>
  func.return
}

// -----

// PACK-LABEL: @space(
// PACK:       pto.alloc_tile addr = %c0_i64 : !pto.tile_buf<left, 16x16xbf16
!M = !tile.tile<mat, 16x16xbf16>
!L = !tile.tile<left, 16x16xbf16>
!G = memref<16x16xbf16>
func.func @space(%a: !G) {
  %c0 = arith.constant 0 : index
  // CHECK: mlir:[[# @LINE + 1]]:3: error: buffer 'd' cannot be a region of the assembler: regions lie in vec, mat, acc, and it is in left
  %d = buffer.declare "d" : !buffer.buffer<2>
  %m = tile.load %a[%c0, %c0] : !G -> !M
  %l = tile.move %m : !M -> !L
  buffer.bind %l to %d[%c0] : !L, !buffer.buffer<2>
  func.return
}

// -----

// PACK-LABEL: @carried(
// PACK:       pto.alloc_tile addr = %c0_i64
!T = !tile.tile<vec, 64x64xf32>
!G = memref<64x64xf32>
func.func @carried(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile 't' is passed on by a loop and lies in buffer 'd' with slots that the assembler plans
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %t) -> (!T) {
    %n = tile.exp %acc : !T
    scf.yield %n : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, !G
  func.return
}

// -----

// PACK-LABEL: @carried_by_a_branch(
// PACK:       %t = pto.alloc_tile addr = %c0_i64
// CHECK: mlir:[[# @LINE + 7]]:3: error: tile 'r' is passed on by a branch and lies in buffer 'd' with slots that the assembler plans
// CHECK-NEXT: note: use planner 'pack', or a buffer of its own for the carried tile
!T = !tile.tile<vec, 64x64xf32>
!G = memref<64x64xf32>
func.func @carried_by_a_branch(%a: !G, %out: !G, %p: i1) {
  %c0 = arith.constant 0 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %r = scf.if %p -> (!T) {
    %t = tile.load %a[%c0, %c0] : !G -> !T
    buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
    scf.yield %t : !T
  } else {
    %u = tile.load %a[%c0, %c0] : !G -> !T
    buffer.bind %u to %d[%c0] : !T, !buffer.buffer<2>
    scf.yield %u : !T
  }
  tile.store %r, %out[%c0, %c0] : !T, !G
  func.return
}

// -----

// PACK-LABEL: @two_slots_in_a_body(
// PACK:       pto.alloc_multi_tile addr = %c0_i64
// PACK:       pto.multi_tile_get %d_mb[%k]
// PACK:       pto.multi_tile_get %d_mb[%l]
!T = !tile.tile<vec, 64x64xf32>
!G = memref<64x64xf32>
func.func @two_slots_in_a_body(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %k = arith.remui %i, %c2 : index
    %next = arith.addi %i, %c1 : index
    %l = arith.remui %next, %c2 : index
    %t = tile.load %a[%c0, %c0] : !G -> !T
    buffer.bind %t to %d[%k] : !T, !buffer.buffer<2>
    %u = tile.exp %t : !T
    // CHECK: mlir:[[# @LINE + 1]]:5: error: buffer 'd' cannot be a region of ptoas 0.48: two of its slots are live at once inside a loop, for tiles 't' and 'u'
    buffer.bind %u to %d[%l] : !T, !buffer.buffer<2>
    tile.store %u, %out[%c0, %c0] : !T, !G
  }
  func.return
}

// -----

// PACK-LABEL: @filled_before_and_inside(
// PACK:       %t = pto.alloc_tile addr = %c0_i64
// PACK:       %u = pto.alloc_tile addr = %c16384_i64
!T = !tile.tile<vec, 64x64xf32>
!G = memref<64x64xf32>
func.func @filled_before_and_inside(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %u = tile.load %a[%c0, %c0] : !G -> !T
    // CHECK: mlir:[[# @LINE + 1]]:5: error: buffer 'd' cannot be a region of ptoas 0.48: tile 't' is put into it before a loop that needs it and puts 'u' into it, which this version does not synchronise
    buffer.bind %u to %d[%c1] : !T, !buffer.buffer<2>
    // CHECK-NEXT: mlir:[[# @LINE - 5]]:3: note: 't' is put into it here
    %v = tile.add %t, %u : !T
    tile.store %v, %out[%c0, %c0] : !T, !G
  }
  func.return
}
