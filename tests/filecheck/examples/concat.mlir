// RUN: pto-compile %S/../../../examples/concat.py | filecheck %s
// RUN: pto-compile %S/../../../examples/concat.py --target a5 | filecheck %s
// RUN: pto-run %S/../../../examples/concat.py --check

// Side by side is a new tile; a part is replaced where it is.

// CHECK: func.func @concat(
// CHECK:      pto.tconcat ins({{.*}}) outs(%both : !pto.tile_buf<vec, 32x128xf32>)
// CHECK-NEXT: %[[FROM:.+]] = pto.subview %both[%c8, %c0] sizes [8, 128]
// CHECK-NEXT: pto.tmuls ins(%[[FROM]], %cst : {{.*}}) outs(%[[PART:.+]] :
// CHECK-NEXT: %[[TO:.+]] = pto.subview %both[%c0, %c0] sizes [8, 128]
// CHECK-NEXT: pto.tmov ins(%[[PART]] : {{.*}}) outs(%[[TO]] :
// CHECK:      pto.tstore ins(%both :
