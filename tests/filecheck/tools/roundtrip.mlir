// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// CHECK-LABEL:   func.func @first(
// CHECK-GENERIC: sym_name = "first"
func.func @first(%a: i32) -> i32 {
  // CHECK-NEXT:    %b = arith.addi %a, %a : i32
  // CHECK-GENERIC: "arith.addi"(%a, %a)
  %b = arith.addi %a, %a : i32
  func.return %b : i32
}

// -----

// CHECK-LABEL:   func.func @second(
// CHECK-GENERIC: sym_name = "second"
func.func @second() {
  func.return
}
