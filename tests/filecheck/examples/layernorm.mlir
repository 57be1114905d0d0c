// RUN: pto-compile %S/../../../examples/layernorm.py | filecheck %s
// RUN: pto-compile %S/../../../examples/layernorm.py --target a5 | filecheck %s
// RUN: pto-run %S/../../../examples/layernorm.py --check

// Each block begins at its own index; the weights stay in memory.

// CHECK: func.func @layernorm({{.*}}) attributes {pto.kernel_kind = #pto.kernel_kind<vector>}
// CHECK:      pto.tload {{.*}} outs(%w :
// CHECK:      pto.tload {{.*}} outs(%b :
// CHECK-NEXT: %[[I:.+]] = pto.get_block_idx
// CHECK-NEXT: %first = arith.index_cast %[[I]] : i64 to index
// CHECK-NEXT: %[[N:.+]] = pto.get_block_num
// CHECK-NEXT: %step = arith.index_cast %[[N]] : i64 to index
// CHECK:      scf.for %i = %c0 to
// CHECK-NEXT:   %[[O:.+]] = arith.muli %i, %step : index
// CHECK-NEXT:   arith.addi %[[O]], %first : index
// CHECK:        pto.trowsum ins(%block,
// CHECK:        pto.trowexpandsub ins(%block,
// CHECK-NEXT:   pto.tmul ins(%block, %block :
// CHECK:        pto.trsqrt
// CHECK-NEXT:   pto.trowexpandmul ins(%block,
// CHECK-NEXT:   pto.tcolexpandmul ins(%block, %w :
// CHECK-NEXT:   pto.tcolexpandadd ins(%block, %b :
// CHECK:        pto.tstore ins(%block :
