// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Which core runs.


func.func @kernel() {
  %a = pto.get_block_idx
  // CHECK: %a = pto.get_block_idx
  // CHECK-GENERIC: %b = "pto.get_block_num"() : () -> i64
  %b = pto.get_block_num
  // CHECK-NEXT: %b = pto.get_block_num
  // CHECK-GENERIC-NEXT: %c = "pto.get_subblock_idx"() : () -> i64
  %c = pto.get_subblock_idx
  // CHECK-NEXT: %c = pto.get_subblock_idx
  // CHECK-GENERIC-NEXT: %d = "pto.get_subblock_num"() {k} : () -> i64
  %d = pto.get_subblock_num {k}
  // CHECK-NEXT: %d = pto.get_subblock_num {k}
  // CHECK-GENERIC-NEXT: "pto.trap"() : () -> ()
  pto.trap
  // CHECK-NEXT: pto.trap
  // CHECK-GENERIC-NEXT: "func.return"() : () -> ()
  func.return
}
