// RUN: pto-opt %s | pto-opt | filecheck %s
// RUN: pto-opt %s --print-op-generic | filecheck %s --check-prefix=CHECK-GENERIC
// RUN: pto-opt %s --print-op-generic | pto-opt | filecheck %s

func.func @f(%ws: memref<64xi32>, %t: !tile.tile<vec, 1x64xi32>, %n: i32) {
  // CHECK:           tile.barrier "all"
  // CHECK-GENERIC:   "tile.barrier"() <{pipe = "all"}> : () -> ()
  tile.barrier "all"
  // CHECK-NEXT:      tile.barrier "V" {note}
  tile.barrier "V" {note}
  // CHECK-NEXT:      tile.sync_all() {mode = "hard", core_type = "mix"}
  // CHECK-GENERIC:   "tile.sync_all"() <{mode = "hard", core_type = "mix"}> : () -> ()
  tile.sync_all() {mode = "hard", core_type = "mix"}
  // CHECK-NEXT:      tile.sync_all(%ws, %t, %n : memref<64xi32>, !tile.tile<vec, 1x64xi32>, i32) {mode = "soft", core_type = "aiv_only"}
  tile.sync_all(%ws, %t, %n : memref<64xi32>, !tile.tile<vec, 1x64xi32>, i32) {mode = "soft", core_type = "aiv_only"}
  func.return
}
