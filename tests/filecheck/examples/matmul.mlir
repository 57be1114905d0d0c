// RUN: pto-compile %S/../../../examples/matmul.py --target a3 | filecheck %s --check-prefixes=CHECK,A3
// RUN: pto-compile %S/../../../examples/matmul.py --target a5 | filecheck %s --check-prefixes=CHECK,A5
// RUN: pto-compile %S/../../../examples/matmul.py --planner ptoas | filecheck %s --check-prefix=PLANNED
// RUN: pto-run %S/../../../examples/matmul.py --check
// RUN: pto-run %S/../../../examples/matmul.py --check --target a5

// One accumulator, which every product adds to in place.

// CHECK: func.func @matmul({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<cube>}
// A3:    %lhs_left = pto.alloc_tile addr = %c0_i64 : !pto.tile_buf<left, 64x128xbf16, slayout=row_major>
// A5:    %lhs_left = pto.alloc_tile addr = %c0_i64 : !pto.tile_buf<left, 64x128xbf16, blayout=col_major, slayout=row_major>
// CHECK: %acc = pto.alloc_tile addr = %c0_i64 : !pto.tile_buf<acc, 64x64xf32, blayout=col_major, slayout=row_major, fractal=1024>
// CHECK-NOT: pto.alloc_tile
// CHECK: pto.tmatmul ins(%lhs_left, %rhs_right : {{.*}}) outs(%acc :
// CHECK: scf.for %k = %c128 to %c512 step %c128 {
// CHECK: pto.tmatmul.acc ins(%acc, %lhs_left, %rhs_right : {{.*}}) outs(%acc :
// CHECK: pto.tstore ins(%acc :

// PLANNED:     %acc = pto.alloc_tile : !pto.tile_buf<acc,
// PLANNED-NOT: addr =
// PLANNED:     pto.tmatmul.acc ins(%acc,
