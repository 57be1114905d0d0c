// RUN: pto-opt %s -p pto-pipeline --split-input-file --verify-diagnostics | filecheck %s

func.func @k(%a: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: queue 0 is not set up before tile.tpush
  tile.tpush %t to cube : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @k(%a: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  tile.init_pipe on vector {dir_mask = 1 : i64, slot_size = 4096 : i64}
  %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: queue 0 has dir_mask 1, so no direction from vector to cube for tile.tpush
  tile.tpush %t to cube : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @k(%a: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  tile.init_pipe on vector {dir_mask = 2 : i64, slot_size = 4096 : i64}
  %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' and its other half has 8192 bytes, but the slots of queue 0 have 4096
  tile.tpush %t to cube {split = 1 : i64} : !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @k() {
  tile.init_pipe on vector {dir_mask = 1 : i64, slot_size = 4096 : i64}
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: queue 0 is set up twice in this function
  tile.init_pipe on vector {dir_mask = 2 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @k() {
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the queue sends to 'v2c' of function 'cube', which is not in this program
  tile.init_pipe on vector sends to "v2c" of @cube {dir_mask = 2 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

func.func @cube() {
  func.return
}
func.func @k() {
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: function 'cube' does not reserve 'v2c', but nothing
  tile.init_pipe on vector sends to "v2c" of @cube {dir_mask = 2 : i64, slot_size = 4096 : i64}
  func.return
}

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @k() {
    // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.init_pipe: a5 has no local_slot_num, its slots are local anyway
    tile.init_pipe on vector {dir_mask = 1 : i64, slot_size = 4096 : i64, local_slot_num = 4 : i64}
    func.return
  }
}

// -----

func.func @k() {
  tile.init_pipe on vector {dir_mask = 3 : i64, slot_size = 4096 : i64}
  // CHECK: queues-invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.init_pipe runs on the cube core, but tile.init_pipe runs on the vector core: function 'k' cannot mix them
  tile.init_pipe on cube {dir_mask = 3 : i64, slot_size = 4096 : i64, id = 1 : i64}
  func.return
}
