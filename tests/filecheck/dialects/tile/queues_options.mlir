// RUN: pto-opt %s | pto-opt | filecheck %s
// RUN: pto-opt %s --print-op-generic | pto-opt | filecheck %s

// A second queue, with fewer slots where it is received; tiles are halved by columns.

func.func @cube() {
  // CHECK:           tile.init_pipe on cube {dir_mask = 1 : i64, slot_size = 4096 : i64, slot_num = 2 : i64, id = 1 : i64}
  tile.init_pipe on cube {dir_mask = 1 : i64, slot_size = 4096 : i64, slot_num = 2 : i64, id = 1 : i64}
  %acc = tile.create : !tile.tile<acc, 16x64xf32>
  // CHECK:           tile.tpush %acc to vector {split = 2 : i64, id = 1 : i64}
  tile.tpush %acc to vector {split = 2 : i64, id = 1 : i64} : !tile.tile<acc, 16x64xf32>
  func.return
}

func.func @vector() {
  %q = mem.reserve "c2v" : !mem.ref<vec, 4096>
  // CHECK:           tile.init_pipe on vector receives in %q : !mem.ref<vec, 4096> {dir_mask = 1 : i64, slot_size = 4096 : i64, slot_num = 2 : i64, local_slot_num = 1 : i64, nosplit = 0 : i64, id = 1 : i64}
  tile.init_pipe on vector receives in %q : !mem.ref<vec, 4096> {dir_mask = 1 : i64, slot_size = 4096 : i64, slot_num = 2 : i64, local_slot_num = 1 : i64, nosplit = 0 : i64, id = 1 : i64}
  // CHECK-NEXT:      %t = tile.tpop from cube {split = 2 : i64, id = 1 : i64} : !tile.tile<vec, 16x32xf32>
  %t = tile.tpop from cube {split = 2 : i64, id = 1 : i64} : !tile.tile<vec, 16x32xf32>
  func.return
}
