// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: dir_mask is 1 (cube to vector), 2 (vector to cube) or 3 (both), not 4
  tile.init_pipe on cube {dir_mask = 4 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a queue has at least one slot of one byte, not 8 of 0
  tile.init_pipe on cube {dir_mask = 1 : i64, slot_size = 0 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a queue has at least one slot of one byte, not 0 of 4096
  tile.init_pipe on cube {dir_mask = 1 : i64, slot_size = 4096 : i64, slot_num = 0 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: local_slot_num is 1 to the 4 slots, not 5
  tile.init_pipe on cube {dir_mask = 3 : i64, slot_size = 4096 : i64, local_slot_num = 5 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the cube core sends nothing through a queue with dir_mask 2
  tile.init_pipe on cube sends to "b" of @f {dir_mask = 2 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.init_pipe names a buffer and its function, or neither
  "tile.init_pipe"() <{runs_on = #tile.core<cube>, dir_mask = 1 : i64, slot_size = 4096 : i64, peer_buffer = "b", operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  %q = mem.reserve "q" : !mem.ref<mat, 32768>
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the cube core receives nothing through a queue with dir_mask 1
  tile.init_pipe on cube receives in %q : !mem.ref<mat, 32768> {dir_mask = 1 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  %q = mem.alloc "q" : !mem.ref<mat, 32768>
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a core receives in memory of mem.reserve, not in 'q'
  tile.init_pipe on cube receives in %q : !mem.ref<mat, 32768> {dir_mask = 2 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  %q = mem.reserve "q" : !mem.ref<vec, 32768>
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the cube core receives in mat, but 'q' is in vec
  tile.init_pipe on cube receives in %q : !mem.ref<vec, 32768> {dir_mask = 2 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  %q = mem.reserve "q" : !mem.ref<mat, 4096>
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'q' reserves 4096 bytes, but 8 slots of 4096 bytes need 32768
  tile.init_pipe on cube receives in %q : !mem.ref<mat, 4096> {dir_mask = 2 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: split is 0 (none), 1 (rows) or 2 (columns), not 3
  tile.tpush %t to cube {split = 3 : i64} : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile that the vector core pops is in vec, its type has to say so
  %p = tile.tpop from cube : !tile.tile<16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile that the vector core pops, 'p', is in mat, expected vec
  %p = tile.tpop from cube : !tile.tile<mat, 16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=?x64 needs 1 run-time extents, 0 given
  %p = tile.tpop from cube : !tile.tile<vec, 16x64xf32, valid=?x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.tfree takes the result of a tile.tpop, 't' is none
  tile.tfree %t : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  %b = buffer.declare "mine" : !buffer.buffer
  %p = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'p' cannot be put into buffer 'mine': the result of tile.tpop lies in a slot of its queue; bind a copy of it
  buffer.bind %p to %b : !tile.tile<vec, 16x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 16x64xf32>) {
  %b = buffer.declare "mine" : !buffer.buffer
  %p = tile.tpop from cube : !tile.tile<vec, 16x64xf32>
  %v = tile.reshape %p : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 32x32xf32>
  // CHECK: queues_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'v' cannot be put into buffer 'mine': tile.reshape is a view of 'p', which lies in a slot of its queue; bind a copy of it
  buffer.bind %v to %b : !tile.tile<vec, 32x32xf32>, !buffer.buffer
  func.return
}
