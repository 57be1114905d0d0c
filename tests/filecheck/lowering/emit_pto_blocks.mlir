// RUN: pto-opt %s -t pto | filecheck %s

// Blocks get names in the order of the text; operations of MLIR's own dialects are kept.

func.func @f(%a: i1, %n: index, %m: memref<4xf32>) {
  cf.cond_br %a, ^left(%n : index), ^right
^left(%x: index):
  %v = memref.load %m[%x] : memref<4xf32>
  cf.br ^right
^right:
  cf.assert %a, "so"
  func.return
}
// CHECK:      func.func @f(%a: i1, %n: index, %m: memref<4xf32>) {
// CHECK-NEXT:   cf.cond_br %a, ^bb1(%n : index), ^bb2
// CHECK-NEXT: ^bb1(%x: index):
// CHECK-NEXT:   %v = memref.load %m[%x] : memref<4xf32>
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   cf.assert %a, "so"
// CHECK-NEXT:   func.return
