// RUN: pto-compile %S/../../../examples/matmul_bias_relu.py | filecheck %s
// RUN: pto-compile %S/../../../examples/matmul_bias_relu.py --target a5 | filecheck %s
// RUN: pto-run %S/../../../examples/matmul_bias_relu.py --check

// One function for each core.

// CHECK: func.func @matmul_bias({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<cube>}
// CHECK:   %added_bias = pto.alloc_tile {{.*}} : !pto.tile_buf<bias, 1x64xf32>
// CHECK:   pto.tmov ins(%added : {{.*}}) outs(%added_bias :
// CHECK:   pto.tmatmul.bias ins(%lhs_left, %rhs_right, %added_bias :
// CHECK:   pto.tstore
// CHECK: func.func @relu({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<vector>}
// CHECK:   scf.for %i = %c0 to %c64 step %c32 {
// CHECK:     pto.tload {{.*}} outs(%block :
// CHECK:     pto.trelu ins(%block : {{.*}}) outs(%block :
// CHECK:     pto.tstore ins(%block :
