// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of an operation in each function.

func.func @f() {
  // CHECK: synchronisation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: pipe of tile.barrier is one of all, V, M, MTE1, MTE2, MTE3, FIX, not 'S'
  tile.barrier "S"
  func.return
}

// -----

func.func @f() {
  // CHECK: synchronisation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: mode of tile.sync_all is one of hard, soft, not 'firm'
  tile.sync_all() {mode = "firm", core_type = "mix"}
  func.return
}

// -----

func.func @f() {
  // CHECK: synchronisation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: core_type of tile.sync_all is one of aiv_only, aic_only, mix, not 'all'
  tile.sync_all() {mode = "hard", core_type = "all"}
  func.return
}

// -----

func.func @f(%ws: memref<64xi32>) {
  // CHECK: synchronisation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sync_all of mode hard has no workspace
  tile.sync_all(%ws : memref<64xi32>) {mode = "hard", core_type = "mix"}
  func.return
}

// -----

func.func @f() {
  // CHECK: synchronisation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sync_all of mode soft has a tensor as workspace, then tiles in vec and mat and the number of cores
  tile.sync_all() {mode = "soft", core_type = "mix"}
  func.return
}

// -----

func.func @f(%ws: memref<64xi32>, %n: i32) {
  // CHECK: synchronisation_invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.sync_all of mode soft has a tensor as workspace, then tiles in vec and mat and the number of cores
  tile.sync_all(%n, %ws : i32, memref<64xi32>) {mode = "soft", core_type = "mix"}
  func.return
}
