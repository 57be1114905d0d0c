// RUN: pto-opt %s -p verify-memory-plan --split-input-file --verify-diagnostics | filecheck %s --check-prefix=OLD
// RUN: pto-opt %s -p 'verify-memory-plan{sync=graph}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=GRAPH
// RUN: pto-opt %s -p 'verify-memory-plan{ptoas_version="0.52"}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=V52
// RUN: pto-opt %s -p 'verify-memory-plan{ptoas_version="0.60"}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=V60
// RUN: not pto-opt %s -p 'verify-memory-plan{ptoas_version=new}' --split-input-file 2>&1 | filecheck %s --check-prefix=VERSION
// RUN: not pto-opt %s -p 'verify-memory-plan{sync=none}' --split-input-file 2>&1 | filecheck %s --check-prefix=SYNC

// Which plans are right depends on the assembler.

// VERSION: error: 'new' is not a version of ptoas
// SYNC: error: sync is one of insert, graph, not 'none'

!T = !tile.tile<vec, 8x16xf32>
// OLD: error: allocation 'm1' (bytes 256 to 768 of vec) overlaps allocation 'm0' (bytes 0 to 512)
// GRAPH: func.func @partial_overlap(
// V52: func.func @partial_overlap(
// V60: func.func @partial_overlap(
func.func @partial_overlap(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 256 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  tile.store %b, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

// What is allowed to overlap is not allowed to overwrite.

!T = !tile.tile<vec, 8x16xf32>
// OLD: error: allocation 'm1' (bytes 256 to 768 of vec) overlaps allocation 'm0' (bytes 0 to 512)
// GRAPH: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'b' (in 'm1', bytes 256 to 768 of vec)
// GRAPH-NEXT: note: 'b' is written to bytes 256 to 512 here
// V52: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'b' (in 'm1', bytes 256 to 768 of vec)
// V60: error: tile 'a' (in 'm0', bytes 0 to 512 of vec) is needed here, but tile 'b' (in 'm1', bytes 256 to 768 of vec)
func.func @partial_overwrite(%in: memref<8x16xf32>, %out: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 256 : !mem.ref<vec, 512>
  %a = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %a in %m0 : !T, !mem.ref<vec, 512>
  %b = tile.load %in[%c0, %c0] : memref<8x16xf32> -> !T
  mem.place %b in %m1 : !T, !mem.ref<vec, 512>
  tile.store %a, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// -----

!T = !tile.tile<vec, 3x4xf32>
// OLD: error: a slot of 'ring' has 48 bytes
// GRAPH: error: a slot of 'ring' has 48 bytes
// V52: error: a slot of 'ring' has 48 bytes
// V60: func.func @unaligned_slots(
func.func @unaligned_slots(%in: memref<3x4xf32>, %out: memref<3x4xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 48, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<3x4xf32> -> !T
  mem.place %a in %m0[%k] : !T, !mem.ref<vec, 48, slots=2>
  tile.store %a, %out[%c0, %c0] : !T, memref<3x4xf32>
  func.return
}

// -----

// Constant slots have a handle each, at any distance.

!T = !tile.tile<vec, 3x4xf32>
// OLD: func.func @constant_slots(
// GRAPH: func.func @constant_slots(
// V52: func.func @constant_slots(
// V60: func.func @constant_slots(
func.func @constant_slots(%in: memref<3x4xf32>, %out: memref<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m0 = mem.alloc "ring" pinned at 0 : !mem.ref<vec, 48, slots=2>
  %a = tile.load %in[%c0, %c0] : memref<3x4xf32> -> !T
  mem.place %a in %m0[%c0] : !T, !mem.ref<vec, 48, slots=2>
  %b = tile.load %in[%c0, %c0] : memref<3x4xf32> -> !T
  mem.place %b in %m0[%c1] : !T, !mem.ref<vec, 48, slots=2>
  tile.store %a, %out[%c0, %c0] : !T, memref<3x4xf32>
  func.return
}
