// RUN: pto-compile %S/../../../examples/cube_and_vector.py | filecheck %s
// RUN: pto-compile %S/../../../examples/cube_and_vector.py --target a5 | filecheck %s --check-prefix=CHECK-A5
// RUN: pto-run %S/../../../examples/cube_and_vector.py:LinearResidual --check

// One function for each core. Each product is pushed as soon as a slot is free, and finished where
// it was popped; a3 passes it through global memory.

// CHECK:      func.func @product({{.*}}, %gm_pipe_buffer: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>}
// CHECK:        %[[THERE:.*]] = pto.import_reserved_buffer{name = "products", peer_func = @finish} -> i32
// CHECK-NEXT:   pto.aic_initialize_pipe{dir_mask = 1, slot_size = 4096}(gm_slot_buffer = %gm_pipe_buffer : !pto.ptr<f32>, c2v_consumer_buf = %[[THERE]] : i32)
// CHECK:        scf.for
// CHECK:          pto.tmatmul
// CHECK-NEXT:     pto.tpush_to_aiv(
// CHECK:      func.func @finish({{.*}}, %gm_pipe_buffer: !pto.ptr<f32>, %scale: f32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>}
// CHECK:        %products = pto.reserve_buffer{name = "products", size = 32768, location = <vec>, auto = false, base = 0} -> i32
// CHECK:        pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 4096}(gm_slot_buffer = %gm_pipe_buffer : !pto.ptr<f32>, c2v_consumer_buf = %products : i32)
// CHECK:        scf.for
// CHECK:          %product = pto.tpop_from_aic {split = 0} -> !pto.tile_buf<vec, 16x64xf32>
// CHECK-NEXT:     pto.tmuls ins(%product,
// CHECK-NEXT:     pto.tfree_from_aic {split = 0}

// CHECK-A5-NOT: gm_
// CHECK-A5:     pto.aic_initialize_pipe{dir_mask = 1, slot_size = 4096}(c2v_consumer_buf = %{{.*}} : i32)
// CHECK-A5:     pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 4096}(c2v_consumer_buf = %products : i32)
