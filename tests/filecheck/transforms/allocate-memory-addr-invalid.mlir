// RUN: pto-opt %s -p allocate-memory-addr --split-input-file --verify-diagnostics | filecheck %s

// More than there is: names what is live when most bytes are.

!T = !tile.tile<vec, 128x256xf32>
!V = !tile.tile<vec, 128x128xf32>
func.func @too_much(%f: f32, %out: memref<128x128xf32>, %c0: index) {
  %m0 = mem.alloc "m0" : !mem.ref<vec, 131072>
  %m1 = mem.alloc "m1" : !mem.ref<vec, 65536>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: Vec buffer usage (196608 bytes) exceeds the limit of a3 (188416 bytes)
  %a = tile.full %f : f32 -> !T
  // CHECK-NEXT: mlir:[[# @LINE - 1]]:3: note: live at the peak: 'a' in 'm0', 131072 bytes
  mem.place %a in %m0 : !T, !mem.ref<vec, 131072>
  // CHECK-NEXT: mlir:[[# @LINE + 1]]:3: note: live at the peak: 'b' in 'm1', 65536 bytes
  %b = tile.full %f : f32 -> !V
  // CHECK-NEXT: note: largest hole at the peak: 0 bytes
  // CHECK-NEXT: note: make tiles smaller, end their lives earlier, or process less at once
  mem.place %b in %m1 : !V, !mem.ref<vec, 65536>
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  %c = tile.add %v, %b : !V
  mem.place %c in %m1 : !V, !mem.ref<vec, 65536>
  tile.store %c, %out[%c0, %c0] : !V, memref<128x128xf32>
  func.return
}

// -----

// Slots count, whether they are used or not.

// CHECK: mlir:[[# @LINE + 1]]:1: error: Vec buffer usage (196608 bytes) exceeds the limit of a3 (188416 bytes)
func.func @slots() {
  %m = mem.alloc "m" pinned : !mem.ref<vec, 16384, slots=12>
  func.return
}

// -----

// Reserved bytes count, and the message says so.

// CHECK: mlir:[[# @LINE + 1]]:1: error: Vec buffer usage (188448 bytes) exceeds the limit of a3 (188416 bytes)
func.func @reserved() {
  // CHECK-NEXT: note: 'fifo' reserves 188416 bytes of vec
  %r = mem.reserve "fifo" : !mem.ref<vec, 188416>
  %m = mem.alloc "m" : !mem.ref<vec, 32>
  func.return
}

// -----

func.func @overlapping_reserves() {
  %r = mem.reserve "r" : !mem.ref<vec, 4096>
  // CHECK: mlir:[[# @LINE + 1]]:3: error: overlapping reserve_buffer ranges in vec: 'r' [0, 4096) and 's' [2048, 3072)
  %s = mem.reserve "s" at 2048 : !mem.ref<vec, 1024>
  // CHECK-NEXT: mlir:[[# @LINE - 3]]:3: note: 'r' is reserved here
  func.return
}

