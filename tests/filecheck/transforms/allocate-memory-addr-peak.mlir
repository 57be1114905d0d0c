// RUN: pto-opt %s -p 'init-memref,materialize-semantic-aliases,memory-reuse,allocate-memory-addr' --split-input-file --verify-diagnostics | filecheck %s

// The error about a full memory names what is live where most is: operands and results of one
// operation together, not what died before.

// CHECK: error: Vec buffer usage (385024 bytes) exceeds the limit of a3 (188416 bytes)
// CHECK-NOT: 'dead'
// CHECK: note: live at the peak: 'x' in 'mem_vec_1', 192512 bytes
// CHECK-NEXT: note: live at the peak: 'y' in 'mem_vec_2', 192512 bytes
func.func @operand_and_result(%a : memref<64x752xf32>, %out : memref<64x752xf32>) {
  %c0 = arith.constant 0 : index
  %dead = tile.load %a[%c0, %c0] : memref<64x752xf32> -> !tile.tile<vec, 64x8xf32>
  tile.store %dead, %out[%c0, %c0] : !tile.tile<vec, 64x8xf32>, memref<64x752xf32>
  %x = tile.load %a[%c0, %c0] : memref<64x752xf32> -> !tile.tile<vec, 64x752xf32>
  %y = tile.recip %x : !tile.tile<vec, 64x752xf32>
  tile.store %y, %out[%c0, %c0] : !tile.tile<vec, 64x752xf32>, memref<64x752xf32>
  func.return
}

// -----

// CHECK: error: Vec buffer usage (212992 bytes) exceeds the limit of a3 (188416 bytes)
// CHECK: note: live at the peak: 'mine' in 'b', 196608 bytes
// CHECK: note: live at the peak: 'y' in 'mem_vec_0', 16384 bytes
func.func @a_pinned_buffer_counts_throughout(%a : memref<64x64xf32>, %out : memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %b = buffer.declare "b" : !buffer.buffer<12>
  %mine = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  buffer.bind %mine to %b[%c0] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<12>
  %y = tile.recip %mine : !tile.tile<vec, 64x64xf32>
  tile.store %y, %out[%c0, %c0] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  func.return
}
