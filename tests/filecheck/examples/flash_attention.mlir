// RUN: pto-compile %S/../../../examples/flash_attention.py | filecheck %s
// RUN: pto-compile %S/../../../examples/flash_attention.py --target a5 | filecheck %s
// RUN: pto-run %S/../../../examples/flash_attention.py --check

// Cube and vector functions in one module.

// CHECK: func.func @scores({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<cube>}
// CHECK:   pto.tmatmul ins(%queries_left, %keys_right :
// CHECK: func.func @online_softmax({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<vector>}
// CHECK:   pto.trowmax
// CHECK:   pto.tmax
// CHECK:   pto.tsub
// CHECK:   pto.texp
// CHECK:   pto.trowexpandsub
// CHECK:   pto.texp
// CHECK:   pto.trowsum
// CHECK:   pto.tcvt
// CHECK: func.func @values({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<cube>}
// CHECK:   pto.tmatmul ins(%p_left, %block_right :
// CHECK: func.func @accumulate({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<vector>}
// CHECK:   pto.trowexpandmul
// CHECK:   pto.tadd
