// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Queues between cube and vector cores: with and without each optional key and operand.

!V = !pto.tile_buf<vec, 16x64xf32>
!G = !pto.tensor_view<16x64xf32>

func.func @by_id(%t: !V, %r: index, %n: i32, %p: !pto.ptr<f32>, %g: !G) {
  pto.aic_initialize_pipe{dir_mask = 1, slot_size = 4096}(c2v_consumer_buf = %n : i32)
  // CHECK: pto.aic_initialize_pipe{dir_mask = 1, slot_size = 4096}(c2v_consumer_buf = %n : i32)
  // CHECK-GENERIC: "pto.aic_initialize_pipe"(%n) <{dir_mask = 1 : i8, slot_size = 4096 : i32, operandSegmentSizes = array<i32: 0, 0, 1, 0>}> : (i32) -> ()
  pto.aic_initialize_pipe {id = 0, dir_mask = 2, slot_size = 4096} (v2c_consumer_buf = %n : i32)
  // CHECK: pto.aic_initialize_pipe{dir_mask = 2, slot_size = 4096}(v2c_consumer_buf = %n : i32)
  // CHECK-GENERIC: "pto.aic_initialize_pipe"(%n) <{dir_mask = 2 : i8, slot_size = 4096 : i32, operandSegmentSizes = array<i32: 0, 0, 0, 1>}> : (i32) -> ()
  pto.aiv_initialize_pipe{id = 2, dir_mask = 3, slot_size = 4096, slot_num = 4, local_slot_num = 2, nosplit = true}(gm_slot_buffer = %p : !pto.ptr<f32>, c2v_consumer_buf = %n : i32, v2c_consumer_buf = %n : i32)
  // CHECK: pto.aiv_initialize_pipe{id = 2, dir_mask = 3, slot_size = 4096, slot_num = 4, local_slot_num = 2, nosplit = true}(gm_slot_buffer = %p : !pto.ptr<f32, gm>, c2v_consumer_buf = %n : i32, v2c_consumer_buf = %n : i32)
  // CHECK-GENERIC: "pto.aiv_initialize_pipe"(%p, %n, %n) <{id = 2 : i32, dir_mask = 3 : i8, slot_size = 4096 : i32, slot_num = 4 : i32, local_slot_num = 2 : i32, nosplit = true, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (!pto.ptr<f32, gm>, i32, i32) -> ()
  // Operands may come in any order.
  pto.aiv_initialize_pipe{dir_mask = 3, slot_size = 4096, nosplit = false}(v2c_consumer_buf = %n : i32, c2v_consumer_buf = %n : i32)
  // CHECK: pto.aiv_initialize_pipe{dir_mask = 3, slot_size = 4096, nosplit = false}(c2v_consumer_buf = %n : i32, v2c_consumer_buf = %n : i32)
  // CHECK-GENERIC: "pto.aiv_initialize_pipe"(%n, %n) <{dir_mask = 3 : i8, slot_size = 4096 : i32, nosplit = false, operandSegmentSizes = array<i32: 0, 0, 1, 1>}> : (i32, i32) -> ()
  pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 4096}(gm_slot_tensor = %g : !G)
  // CHECK: pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 4096}(gm_slot_tensor = %g : !pto.tensor_view<16x64xf32>)
  // CHECK-GENERIC: "pto.aiv_initialize_pipe"(%g) <{dir_mask = 1 : i8, slot_size = 4096 : i32, operandSegmentSizes = array<i32: 0, 1, 0, 0>}> : (!pto.tensor_view<16x64xf32>) -> ()
  %e0 = pto.talloc_to_aiv{ split = 0} -> !G
  // CHECK: %e0 = pto.talloc_to_aiv{split = 0} -> !pto.tensor_view<16x64xf32>
  // CHECK-GENERIC: %e0 = "pto.talloc_to_aiv"() <{split = 0 : i8}> : () -> !pto.tensor_view<16x64xf32>
  %e1 = pto.talloc_to_aic{id = 1, split = 2} -> !G
  // CHECK: %e1 = pto.talloc_to_aic{id = 1, split = 2} -> !pto.tensor_view<16x64xf32>
  // CHECK-GENERIC: %e1 = "pto.talloc_to_aic"() <{id = 1 : i32, split = 2 : i8}> : () -> !pto.tensor_view<16x64xf32>
  pto.tpush_to_aiv(%t : !V) { split = 0}
  // CHECK: pto.tpush_to_aiv(%t : !pto.tile_buf<vec, 16x64xf32>) {split = 0}
  // CHECK-GENERIC: "pto.tpush_to_aiv"(%t) <{split = 0 : i8}> : (!pto.tile_buf<vec, 16x64xf32>) -> ()
  // An id that was written is printed, even the default.
  pto.tpush_to_aic(%t : !V) {id = 0, split = 1}
  // CHECK: pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x64xf32>) {id = 0, split = 1}
  // CHECK-GENERIC: "pto.tpush_to_aic"(%t) <{id = 0 : i32, split = 1 : i8}> : (!pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.tpush_to_aic(%t : !V) {id = 1, split = 1, aiv_subblockid = 1}
  // CHECK: pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x64xf32>) {id = 1, split = 1, aiv_subblockid = 1}
  // CHECK-GENERIC: "pto.tpush_to_aic"(%t) <{id = 1 : i32, split = 1 : i8, aiv_subblockid = 1 : i32}> : (!pto.tile_buf<vec, 16x64xf32>) -> ()
  %t0 = pto.tpop_from_aic{ split = 1} -> !V
  // CHECK: %t0 = pto.tpop_from_aic {split = 1} -> !pto.tile_buf<vec, 16x64xf32>
  // CHECK-GENERIC: %t0 = "pto.tpop_from_aic"() <{split = 1 : i8, operandSegmentSizes = array<i32: 0, 0>}> : () -> !pto.tile_buf<vec, 16x64xf32>
  %t1 = pto.tpop_from_aiv(%r, %r) {id = 3, split = 1} -> !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  // CHECK: %t1 = pto.tpop_from_aiv(%r, %r) {id = 3, split = 1} -> !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  // CHECK-GENERIC: %t1 = "pto.tpop_from_aiv"(%r, %r) <{id = 3 : i32, split = 1 : i8, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  pto.tfree_from_aic{ split = 1}
  // CHECK: pto.tfree_from_aic {split = 1}
  // CHECK-GENERIC: "pto.tfree_from_aic"() <{split = 1 : i8}> : () -> ()
  pto.tfree_from_aiv(%e0 : !G) {id = 3, split = 1}
  // CHECK: pto.tfree_from_aiv(%e0 : !pto.tensor_view<16x64xf32>) {id = 3, split = 1}
  // CHECK-GENERIC: "pto.tfree_from_aiv"(%e0) <{id = 3 : i32, split = 1 : i8}> : (!pto.tensor_view<16x64xf32>) -> ()
  func.return
}

func.func @by_value(%t: !V, %n: i32, %p: !pto.ptr<f32>, %g: !G) {
  %q0 = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8} (%p : !pto.ptr<f32>) -> !pto.pipe
  // CHECK: %q0 = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8} (%p : !pto.ptr<f32, gm>) -> !pto.pipe
  // CHECK-GENERIC: %q0 = "pto.initialize_l2g2l_pipe"(%p) <{dir_mask = 1 : i8, slot_size = 4096 : i32, slot_num = 8 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pto.ptr<f32, gm>) -> !pto.pipe
  %q1 = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, local_slot_num = 4, flag_base = 0, nosplit = true} (%p : !pto.ptr<f32>, %n : i32, %n : i32) -> !pto.pipe
  // CHECK: %q1 = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, local_slot_num = 4, flag_base = 0, nosplit = true} (%p : !pto.ptr<f32, gm>, %n : i32, %n : i32) -> !pto.pipe
  // CHECK-GENERIC: %q1 = "pto.initialize_l2g2l_pipe"(%p, %n, %n) <{dir_mask = 1 : i8, slot_size = 4096 : i32, slot_num = 8 : i32, local_slot_num = 4 : i32, flag_base = 0 : i32, nosplit = true, operandSegmentSizes = array<i32: 1, 1, 1>}> : (!pto.ptr<f32, gm>, i32, i32) -> !pto.pipe
  %q2 = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, flag_base = 2} (%p : !pto.ptr<f32>, %n : i32) -> !pto.pipe
  // CHECK: %q2 = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, flag_base = 2} (%p : !pto.ptr<f32, gm>, %n : i32) -> !pto.pipe
  // CHECK-GENERIC: %q2 = "pto.initialize_l2g2l_pipe"(%p, %n) <{dir_mask = 1 : i8, slot_size = 4096 : i32, slot_num = 8 : i32, flag_base = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pto.ptr<f32, gm>, i32) -> !pto.pipe
  %q3 = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8} (%n : i32) -> !pto.pipe
  // CHECK: %q3 = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8} (%n : i32) -> !pto.pipe
  // CHECK-GENERIC: %q3 = "pto.initialize_l2l_pipe"(%n) <{dir_mask = 1 : i8, slot_size = 4096 : i32, slot_num = 8 : i32, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> !pto.pipe
  %q4 = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, nosplit = true} (%n : i32, %n : i32) -> !pto.pipe
  // CHECK: %q4 = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8, nosplit = true} (%n : i32, %n : i32) -> !pto.pipe
  // CHECK-GENERIC: %q4 = "pto.initialize_l2l_pipe"(%n, %n) <{dir_mask = 1 : i8, slot_size = 4096 : i32, slot_num = 8 : i32, nosplit = true, operandSegmentSizes = array<i32: 1, 1>}> : (i32, i32) -> !pto.pipe
  pto.talloc(%g, %q0 : !G, !pto.pipe) {split = 0}
  // CHECK: pto.talloc(%g, %q0 : !pto.tensor_view<16x64xf32>, !pto.pipe) {split = 0}
  // CHECK-GENERIC: "pto.talloc"(%g, %q0) <{split = 0 : i8}> : (!pto.tensor_view<16x64xf32>, !pto.pipe) -> ()
  pto.tpush(%t, %q0 : !V, !pto.pipe) {split = 0}
  // CHECK: pto.tpush(%t, %q0 : !pto.tile_buf<vec, 16x64xf32>, !pto.pipe) {split = 0}
  // CHECK-GENERIC: "pto.tpush"(%t, %q0) <{split = 0 : i8}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.pipe) -> ()
  pto.tpush(%t, %q0 : !V, !pto.pipe) {split = 0, aiv_subblockid = 1}
  // CHECK: pto.tpush(%t, %q0 : !pto.tile_buf<vec, 16x64xf32>, !pto.pipe) {split = 0, aiv_subblockid = 1}
  // CHECK-GENERIC: "pto.tpush"(%t, %q0) <{split = 0 : i8, aiv_subblockid = 1 : i32}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.pipe) -> ()
  pto.tpop(%t, %q0 : !V, !pto.pipe) {split = 1}
  // CHECK: pto.tpop(%t, %q0 : !pto.tile_buf<vec, 16x64xf32>, !pto.pipe) {split = 1}
  // CHECK-GENERIC: "pto.tpop"(%t, %q0) <{split = 1 : i8}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.pipe) -> ()
  pto.tfree(%q0 : !pto.pipe) {split = 0}
  // CHECK: pto.tfree(%q0 : !pto.pipe) {split = 0}
  // CHECK-GENERIC: "pto.tfree"(%q0) <{split = 0 : i8}> : (!pto.pipe) -> ()
  pto.tfree(%g, %q0 : !G, !pto.pipe) {split = 2}
  // CHECK: pto.tfree(%g, %q0 : !pto.tensor_view<16x64xf32>, !pto.pipe) {split = 2}
  // CHECK-GENERIC: "pto.tfree"(%g, %q0) <{split = 2 : i8}> : (!pto.tensor_view<16x64xf32>, !pto.pipe) -> ()
  func.return
}
