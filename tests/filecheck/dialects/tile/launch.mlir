// RUN: pto-opt %s | pto-opt | filecheck %s
// RUN: pto-opt %s --print-op-generic | filecheck %s --check-prefix=CHECK-GENERIC

func.func @f() {
  // CHECK:           %i = tile.block_idx : index
  // CHECK-GENERIC:   %i = "tile.block_idx"() : () -> index
  %i = tile.block_idx : index
  // CHECK-NEXT:      %n = tile.block_num : index
  // CHECK-GENERIC:   %n = "tile.block_num"() : () -> index
  %n = tile.block_num : index
  // CHECK-NEXT:      %j = tile.subblock_idx : index
  // CHECK-GENERIC:   %j = "tile.subblock_idx"() : () -> index
  %j = tile.subblock_idx : index
  // CHECK-NEXT:      %m = tile.subblock_num {note} : index
  // CHECK-GENERIC:   %m = "tile.subblock_num"() {note} : () -> index
  %m = tile.subblock_num {note} : index
  func.return
}
