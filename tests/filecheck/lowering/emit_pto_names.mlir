// RUN: pto-opt %s -t pto | filecheck %s
// RUN: pto-opt %s -t pto | pto-opt -t pto | filecheck %s

// A name hint is kept and made unique in its function. Without one, constants are called after
// their value, arguments by their position, other values by a number.

// CHECK-LABEL: func.func @f(%arg0: index, %n: index, %n_1: index) {
"func.func"() <{sym_name = "f", function_type = (index, index, index) -> ()}> ({
^bb0(%0: index, %n: index, %n_1: index):
  // CHECK-NEXT: %t0 = arith.addi %n, %n_1 : index
  %t0 = arith.addi %n, %n_1 : index
  // CHECK-NEXT: %t0_1 = arith.addi %t0, %arg0 : index
  %t0_7 = arith.addi %t0, %0 : index
  // CHECK-NEXT: %t0_2 = arith.addi %t0_1, %t0 : index
  %t0_3 = arith.addi %t0_7, %t0 : index
  // CHECK-NEXT: %a.b$c = arith.addi %t0_2, %t0 : index
  %a.b$c = arith.addi %t0_3, %t0 : index
  // CHECK-NEXT: %c7 = arith.constant 7 : index
  %1 = arith.constant 7 : index
  // CHECK-NEXT: %cm7_i64 = arith.constant -7 : i64
  %2 = arith.constant -7 : i64
  // CHECK-NEXT: %c7_1 = arith.constant 7 : index
  %3 = arith.constant 7 : index
  // CHECK-NEXT: %false = arith.constant false
  %4 = arith.constant false
  // CHECK-NEXT: %0 = arith.constant 1.000000e+00 : f32
  %5 = arith.constant 1.0 : f32
  // CHECK-NEXT: %1 = arith.addi %c7, %c7_1 : index
  %6 = arith.addi %1, %3 : index
  // CHECK-NEXT: %x, %2 = func.call @g(%1) : (index) -> (index, index)
  %x, %7 = func.call @g(%6) : (index) -> (index, index)
  func.return
}) : () -> ()

// Names begin anew in each function.
// CHECK-LABEL: func.func @g(%t0: index) -> (index, index) {
func.func @g(%t0: index) -> (index, index) {
  // CHECK-NEXT: %0 = arith.addi %t0, %t0 : index
  %0 = arith.addi %t0, %t0 : index
  func.return %0, %0 : index, index
}
