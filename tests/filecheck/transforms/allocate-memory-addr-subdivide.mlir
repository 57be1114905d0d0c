// RUN: pto-opt %s -p 'init-memref{planner=solve},materialize-semantic-aliases,memory-reuse,allocate-memory-addr{sync=graph},verify-memory-plan{sync=graph}' --split-input-file | filecheck %s --check-prefixes=CHECK,SOLVE
// RUN: pto-opt %s -p 'init-memref,materialize-semantic-aliases,memory-reuse,allocate-memory-addr{sync=graph},verify-memory-plan{sync=graph}' --split-input-file | filecheck %s --check-prefixes=CHECK,PACK
// RUN: pto-opt %s -p 'init-memref,materialize-semantic-aliases,memory-reuse,allocate-memory-addr{ptoas_version="0.52"},verify-memory-plan{ptoas_version="0.52"}' --split-input-file | filecheck %s --check-prefixes=CHECK,PACK
// RUN: pto-opt %s -p 'init-memref{planner=solve},materialize-semantic-aliases,memory-reuse,allocate-memory-addr' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=REFUSED
// RUN: pto-opt %s -p 'init-memref,materialize-semantic-aliases,memory-reuse,allocate-memory-addr' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=APART

// Two tiles of half the size take the place of a dead one, if the assembler orders tiles that overlap
// without starting at one address: 65536 bytes instead of 98304 beside the buffer. If it does not, the
// error says what would help.

// CHECK-LABEL: func.func @halves
// SOLVE-SAME: mem.plans = {vec = [2 : i64, 2 : i64, "optimal"]}
// PACK-SAME: mem.plans = {vec = [2 : i64, 2 : i64]}
// CHECK: mem.alloc "big" pinned at 0
// CHECK: mem.alloc "mem_vec_{{[0-9]}}" at 114688 : !mem.ref<vec, 65536>
// CHECK: mem.alloc "mem_vec_{{[0-9]}}" at 114688 : !mem.ref<vec, 32768>
// CHECK: mem.alloc "mem_vec_{{[0-9]}}" at 147456 : !mem.ref<vec, 32768>

// REFUSED: error: no addresses for the tiles in Vec, which need 180224 bytes at the peak: a3 has 188416 bytes
// REFUSED: note: no plan exists
// REFUSED: note: it would fit if tiles could overlap in part: use sync=graph, or ptoas 0.52 or later

// APART: error: Vec buffer usage (212992 bytes) exceeds the limit of a3 (188416 bytes)
// APART: note: it would fit if tiles could overlap in part: use sync=graph, or ptoas 0.52 or later
// APART: note: live at the peak: 'p' in 'big', 114688 bytes
// APART: note: live at the peak: 'y' in 'mem_vec_0', 65536 bytes
// APART: note: live at the peak: 'z' in 'mem_vec_2', 32768 bytes
// APART: note: largest hole at the peak: 32768 bytes at 147456
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

// -----

// What control flow passes on stays in one place when the tiles are separated: the accumulators y and
// z share the bytes of x, each with what its loop and its branch yield.

// CHECK-LABEL: func.func @carried
// CHECK: [[X:%[a-z_0-9]+]] = mem.alloc "mem_vec_{{[0-9]}}" at 114688 : !mem.ref<vec, 65536>
// CHECK: [[Y:%[a-z_0-9]+]] = mem.alloc "mem_vec_{{[0-9]}}" at [[A:114688|147456]] : !mem.ref<vec, 32768>
// CHECK: [[Z:%[a-z_0-9]+]] = mem.alloc "mem_vec_{{[0-9]}}" at [[B:114688|147456]] : !mem.ref<vec, 32768>
// CHECK: mem.place %x in [[X]]
// CHECK: mem.place %y in [[Y]]
// CHECK: mem.place %z in [[Z]]
// CHECK: mem.place %y1 in [[Y]]
// CHECK: mem.place %z1 in [[Z]]
// CHECK: mem.place %z2 in [[Z]]
func.func @carried(%a : memref<64x256xf32>, %out : memref<64x256xf32>, %n : index, %q : i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = buffer.declare "big" : !buffer.buffer<7>
  %p = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 16x256xf32>
  buffer.bind %p to %b[%c0] : !tile.tile<vec, 16x256xf32>, !buffer.buffer<7>
  tile.store %p, %out[%c0, %c0] : !tile.tile<vec, 16x256xf32>, memref<64x256xf32>
  %x = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 64x256xf32>
  tile.store %x, %out[%c0, %c0] : !tile.tile<vec, 64x256xf32>, memref<64x256xf32>
  %y = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 32x256xf32>
  %z = tile.load %a[%c0, %c0] : memref<64x256xf32> -> !tile.tile<vec, 32x256xf32>
  %yr, %zr = scf.for %i = %c0 to %n step %c1 iter_args(%ya = %y, %za = %z) -> (!tile.tile<vec, 32x256xf32>, !tile.tile<vec, 32x256xf32>) {
    %y1 = tile.exp %ya : !tile.tile<vec, 32x256xf32>
    %zi = scf.if %q -> (!tile.tile<vec, 32x256xf32>) {
      %z1 = tile.exp %za : !tile.tile<vec, 32x256xf32>
      scf.yield %z1 : !tile.tile<vec, 32x256xf32>
    } else {
      %z2 = tile.neg %za : !tile.tile<vec, 32x256xf32>
      scf.yield %z2 : !tile.tile<vec, 32x256xf32>
    }
    scf.yield %y1, %zi : !tile.tile<vec, 32x256xf32>, !tile.tile<vec, 32x256xf32>
  }
  tile.store %yr, %out[%c0, %c0] : !tile.tile<vec, 32x256xf32>, memref<64x256xf32>
  tile.store %zr, %out[%c0, %c0] : !tile.tile<vec, 32x256xf32>, memref<64x256xf32>
  func.return
}
