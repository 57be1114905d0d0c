// RUN: pto-opt %s -p 'init-memref{planner=solve},materialize-semantic-aliases,memory-reuse,allocate-memory-addr,verify-memory-plan' --split-input-file | filecheck %s

// With room enough every tile has bytes of its own, and nothing waits.

// CHECK-LABEL: func.func @room_enough
// CHECK-SAME: mem.plans = {vec = [0 : i64, 0 : i64, "optimal"]}
// CHECK: mem.alloc "mem_vec_0" at 0
// CHECK: mem.alloc "mem_vec_1" at 16384
// CHECK: mem.alloc "mem_vec_2" at 32768
func.func @room_enough(%a : memref<64x64xf32>, %out : memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  %v = tile.exp %u : !tile.tile<vec, 64x64xf32>
  tile.store %v, %out[%c0, %c0] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  func.return
}

// -----

// Room for two of three: whatever shares, one pipe waits for another once in each iteration, here the
// next load for the store.

// CHECK-LABEL: func.func @room_for_two
// CHECK-SAME: mem.plans = {vec = [1 : i64, 1 : i64, "optimal"]}
// CHECK: mem.alloc "mem_vec_0" at 0
// CHECK: mem.alloc "mem_vec_1" at 81920
// CHECK: mem.alloc "mem_vec_2" at 0
func.func @room_for_two(%a : memref<64x320xf32>, %out : memref<64x320xf32>, %n : index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = tile.load %a[%c0, %c0] : memref<64x320xf32> -> !tile.tile<vec, 64x320xf32>
    %u = tile.exp %t : !tile.tile<vec, 64x320xf32>
    %v = tile.exp %u : !tile.tile<vec, 64x320xf32>
    tile.store %v, %out[%c0, %c0] : !tile.tile<vec, 64x320xf32>, memref<64x320xf32>
  }
  func.return
}
