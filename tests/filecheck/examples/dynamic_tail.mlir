// RUN: pto-compile %S/../../../examples/dynamic_tail.py | filecheck %s
// RUN: pto-compile %S/../../../examples/dynamic_tail.py --target a5 | filecheck %s
// RUN: pto-run %S/../../../examples/dynamic_tail.py --check

// The extent is an argument; what is valid of a block is computed from it.

// CHECK: func.func @dynamic_tail(%x: !pto.ptr<f32>, %out: !pto.ptr<f32>, %R: index)
// CHECK:      scf.for %i = %c0 to %R step %c64 {
// CHECK-NEXT: %[[LEFT:.+]] = arith.subi %R, %i : index
// CHECK-NEXT: %rows = arith.minsi %c64, %[[LEFT]] : index
// CHECK-NEXT: %block = pto.alloc_tile {{.*}} valid_row = %rows
// CHECK:      sizes = [%rows, %c128] : {{.*}} -> !pto.partition_tensor_view<?x128xf32>
// CHECK-NEXT: pto.tload {{.*}} outs(%block : !pto.tile_buf<vec, 64x128xf32, valid=?x128>)
// CHECK:      pto.tmuls ins(%block,
// CHECK:      pto.tstore {{.*}} outs({{.*}} : !pto.partition_tensor_view<?x128xf32>)
