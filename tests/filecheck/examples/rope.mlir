// RUN: pto-compile %S/../../../examples/rope.py | filecheck %s
// RUN: pto-compile %S/../../../examples/rope.py --target a5 | filecheck %s
// RUN: pto-run %S/../../../examples/rope.py --check

// Both halves from four loads; the helper is built in place.

// CHECK: func.func @rope(
// CHECK:      scf.for %i = %c0 to %c256 step %c64 {
// CHECK-COUNT-4: pto.tload
// CHECK-NEXT: pto.tmul ins(%left, %c :
// CHECK-NEXT: pto.tmul ins(%right, %s :
// CHECK-NEXT: pto.tsub
// CHECK-NEXT: pto.tmul ins(%right, %c :
// CHECK-NEXT: pto.tmul ins(%left, %s :
// CHECK-NEXT: pto.tadd
// CHECK:      offsets = [%i, %c0]
// CHECK-NEXT: pto.tstore
// CHECK-NEXT: offsets = [%i, %c64]
// CHECK-NEXT: pto.tstore
