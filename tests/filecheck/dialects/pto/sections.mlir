// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Regions for one kind of core have neither operands nor a terminator.

func.func @sections() {
  pto.section.cube {
    %a = pto.get_block_idx
  }
  pto.section.vector {
    pto.barrier <PIPE_V>
  } {mark}
  pto.section.vector {
  }
  func.return
}

// CHECK:      func.func @sections() {
// CHECK-NEXT:   pto.section.cube {
// CHECK-NEXT:     %a = pto.get_block_idx
// CHECK-NEXT:   }
// CHECK-NEXT:   pto.section.vector {
// CHECK-NEXT:     pto.barrier <PIPE_V>
// CHECK-NEXT:   } {mark}
// CHECK-NEXT:   pto.section.vector {
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return

// CHECK-GENERIC:      "pto.section.cube"() ({
// CHECK-GENERIC-NEXT:   %a = "pto.get_block_idx"() : () -> i64
// CHECK-GENERIC-NEXT: }) : () -> ()
// CHECK-GENERIC-NEXT: "pto.section.vector"() ({
// CHECK-GENERIC-NEXT:   "pto.barrier"() <{pipe = #pto.pipe<PIPE_V>}> : () -> ()
// CHECK-GENERIC-NEXT: }) {mark} : () -> ()
// CHECK-GENERIC-NEXT: "pto.section.vector"() ({
// CHECK-GENERIC-NEXT: ^bb0:
// CHECK-GENERIC-NEXT: }) : () -> ()
