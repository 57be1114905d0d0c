// RUN: not pto-opt %s 2>&1 | filecheck %s

// An error names its place and shows the line.

func.func @f(%a: i32) -> i64 {
// CHECK:      errors.mlir:[[# @LINE + 3]]:3: error: Expected arguments to have the same types
// CHECK-NEXT:   func.return %a : i32
// CHECK-NEXT:   ^
  func.return %a : i32
}
