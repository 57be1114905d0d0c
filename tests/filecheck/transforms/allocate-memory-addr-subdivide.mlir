// RUN: pto-opt %s -p 'init-memref{planner=solve},materialize-semantic-aliases,memory-reuse,allocate-memory-addr{sync=graph},verify-memory-plan{sync=graph}' | filecheck %s
// RUN: pto-opt %s -p 'init-memref{planner=solve},materialize-semantic-aliases,memory-reuse,allocate-memory-addr' --verify-diagnostics | filecheck %s --check-prefix=REFUSED

// Two tiles of half the size take the place of a dead one, if the assembler orders tiles that overlap
// without starting at one address. If it does not, the error says what would help.

// CHECK-LABEL: func.func @halves
// CHECK: mem.alloc "big" pinned at 0
// CHECK: mem.alloc "mem_vec_0" at 114688 : !mem.ref<vec, 65536>
// CHECK: mem.alloc "mem_vec_1" at 114688 : !mem.ref<vec, 32768>
// CHECK: mem.alloc "mem_vec_2" at 147456 : !mem.ref<vec, 32768>

// REFUSED: error: Vec buffer usage
// REFUSED: note: no plan exists
// REFUSED: note: it would fit if tiles could overlap in part: use sync=graph, or ptoas 0.52 or later
func.func @halves(%a : memref<64x256xf32>, %out : memref<64x256xf32>) {
  %c0 = arith.constant 0 : index
  %b = buffer.declare "big" : !buffer.buffer<7>
  %p = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 16x256xf32>
  buffer.bind %p to %b[%c0] : !tile.tile<vec, 16x256xf32>, !buffer.buffer<7>
  tile.store %p, %out[%c0, %c0] : !tile.tile<vec, 16x256xf32>, memref<64x256xf32>
  %x = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 64x256xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<vec, 64x256xf32>, memref<64x256xf32>
  %y = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 32x256xf32>
  %z = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 32x256xf32>
  tile.store %y, %out[%c0, %c0] : !tile.tile<vec, 32x256xf32>, memref<64x256xf32>
  tile.store %z, %out[%c0, %c0] : !tile.tile<vec, 32x256xf32>, memref<64x256xf32>
  func.return
}
