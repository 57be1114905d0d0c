// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Communication between devices, with one and two buffers, and asynchronous transfers.

!V = !pto.tile_buf<vec, 16x64xf32>
!G = !pto.partition_tensor_view<16x64xf32>

func.func @transfers(%a: !V, %b: !V, %g: !G, %h: !G, %n: i32) {
  pto.comm.tput(%g, %h, buf(%a) : !G, !G, !V)
  // CHECK: pto.comm.tput(%g, %h, buf(%a) : !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.comm.tput"(%g, %h, %a) : (!pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.comm.tput(%g, %h, buf(%a, %b) : !G, !G, !V, !V) {atomicType = #pto<atomic_type atomic_add>}
  // CHECK: pto.comm.tput(%g, %h, buf(%a, %b) : !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) {atomicType = #pto<atomic_type atomic_add>}
  // CHECK-GENERIC: "pto.comm.tput"(%g, %h, %a, %b) <{atomicType = #pto<atomic_type atomic_add>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.comm.tget(%g, %h, buf(%a) : !G, !G, !V)
  // CHECK: pto.comm.tget(%g, %h, buf(%a) : !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.comm.tget"(%g, %h, %a) : (!pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.comm.tget(%g, %h, buf(%a, %b) : !G, !G, !V, !V)
  // CHECK: pto.comm.tget(%g, %h, buf(%a, %b) : !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>)
  // CHECK-GENERIC: "pto.comm.tget"(%g, %h, %a, %b) : (!pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.comm.tnotify(%g, %n : !G, i32) {notifyOp = #pto<notify_op atomic_add>}
  // CHECK: pto.comm.tnotify(%g, %n : !pto.partition_tensor_view<16x64xf32>, i32) {notifyOp = #pto<notify_op atomic_add>}
  // CHECK-GENERIC: "pto.comm.tnotify"(%g, %n) <{notifyOp = #pto<notify_op atomic_add>}> : (!pto.partition_tensor_view<16x64xf32>, i32) -> ()
  pto.comm.twait(%g, %n : !G, i32) {cmp = #pto<wait_cmp ge>}
  // CHECK: pto.comm.twait(%g, %n : !pto.partition_tensor_view<16x64xf32>, i32) {cmp = #pto<wait_cmp ge>}
  // CHECK-GENERIC: "pto.comm.twait"(%g, %n) <{cmp = #pto<wait_cmp ge>}> : (!pto.partition_tensor_view<16x64xf32>, i32) -> ()
  %t = pto.comm.ttest(%g, %n : !G, i32) {cmp = #pto<wait_cmp eq>} -> i1
  // CHECK: %t = pto.comm.ttest(%g, %n : !pto.partition_tensor_view<16x64xf32>, i32) {cmp = #pto<wait_cmp eq>} -> i1
  // CHECK-GENERIC: %t = "pto.comm.ttest"(%g, %n) <{cmp = #pto<wait_cmp eq>}> : (!pto.partition_tensor_view<16x64xf32>, i32) -> i1
  pto.comm.tbroadcast(%g, recv(%a), group(%g) : !G, !V, !G) {root = 0 : i32}
  // CHECK: pto.comm.tbroadcast(%g, recv(%a), group(%g) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = 0 : i32}
  // CHECK-GENERIC: "pto.comm.tbroadcast"(%g, %a, %g) <{root = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.comm.tbroadcast(%g, recv(%a, %b), group(%g, %h) : !G, !V, !V, !G, !G) {root = 1 : i32}
  // CHECK: pto.comm.tbroadcast(%g, recv(%a, %b), group(%g, %h) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = 1 : i32}
  // CHECK-GENERIC: "pto.comm.tbroadcast"(%g, %a, %b, %g, %h) <{root = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 2>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.comm.tgather(%g, recv(%a), group(%g, %h) : !G, !V, !G, !G) {root = 0 : i32}
  // CHECK: pto.comm.tgather(%g, recv(%a), group(%g, %h) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = 0 : i32}
  // CHECK-GENERIC: "pto.comm.tgather"(%g, %a, %g, %h) <{root = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 2>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.comm.tgather(%g, recv(%a, %b), group(%g) : !G, !V, !V, !G) {root = 0 : i32}
  // CHECK: pto.comm.tgather(%g, recv(%a, %b), group(%g) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = 0 : i32}
  // CHECK-GENERIC: "pto.comm.tgather"(%g, %a, %b, %g) <{root = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.comm.tscatter(%g, recv(%a), group(%g, %h) : !G, !V, !G, !G) {root = 0 : i32}
  // CHECK: pto.comm.tscatter(%g, recv(%a), group(%g, %h) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = 0 : i32}
  // CHECK-GENERIC: "pto.comm.tscatter"(%g, %a, %g, %h) <{root = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 2>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.comm.tscatter(%g, recv(%a, %b), group(%g) : !G, !V, !V, !G) {root = 0 : i32}
  // CHECK: pto.comm.tscatter(%g, recv(%a, %b), group(%g) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = 0 : i32}
  // CHECK-GENERIC: "pto.comm.tscatter"(%g, %a, %b, %g) <{root = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.comm.treduce(%g, %a, recv(%b), group(%g, %h) : !G, !V, !V, !G, !G) {reduceOp = #pto<reduce_op sum>, root = 0 : i32}
  // CHECK: pto.comm.treduce(%g, %a, recv(%b), group(%g, %h) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {reduceOp = #pto<reduce_op sum>, root = 0 : i32}
  // CHECK-GENERIC: "pto.comm.treduce"(%g, %a, %b, %g, %h) <{reduceOp = #pto<reduce_op sum>, root = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 2>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  pto.comm.treduce(%g, %a, recv(%b, %a), group(%g) : !G, !V, !V, !V, !G) {reduceOp = #pto<reduce_op max>, root = 0 : i32}
  // CHECK: pto.comm.treduce(%g, %a, recv(%b, %a), group(%g) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {reduceOp = #pto<reduce_op max>, root = 0 : i32}
  // CHECK-GENERIC: "pto.comm.treduce"(%g, %a, %b, %a, %g) <{reduceOp = #pto<reduce_op max>, root = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) -> ()
  func.return
}

func.func @asynchronous(%a: !V, %g: !G, %p: !pto.ptr<i8>) {
  %c = pto.make_prefetch_async_context(%p : !pto.ptr<i8>) -> !pto.prefetch_async_context
  // CHECK: %c = pto.make_prefetch_async_context(%p : !pto.ptr<i8, gm>) -> !pto.prefetch_async_context
  // CHECK-GENERIC: %c = "pto.make_prefetch_async_context"(%p) : (!pto.ptr<i8, gm>) -> !pto.prefetch_async_context
  %ps = pto.get_prefetch_async_session %c : !pto.prefetch_async_context -> !pto.async_session
  // CHECK: %ps = pto.get_prefetch_async_session %c : !pto.prefetch_async_context -> !pto.async_session
  // CHECK-GENERIC: %ps = "pto.get_prefetch_async_session"(%c) : (!pto.prefetch_async_context) -> !pto.async_session
  %pe = pto.tprefetch_async(%g, %c : !G, !pto.prefetch_async_context) -> !pto.async_event
  // CHECK: %pe = pto.tprefetch_async(%g, %c : !pto.partition_tensor_view<16x64xf32>, !pto.prefetch_async_context) -> !pto.async_event
  // CHECK-GENERIC: %pe = "pto.tprefetch_async"(%g, %c) : (!pto.partition_tensor_view<16x64xf32>, !pto.prefetch_async_context) -> !pto.async_event
  %s0 = pto.comm.build_async_session(%a, %p : !V, !pto.ptr<i8>) -> !pto.async_session
  // CHECK: %s0 = pto.comm.build_async_session(%a, %p : !pto.tile_buf<vec, 16x64xf32>, !pto.ptr<i8, gm>) -> !pto.async_session
  // CHECK-GENERIC: %s0 = "pto.comm.build_async_session"(%a, %p) : (!pto.tile_buf<vec, 16x64xf32>, !pto.ptr<i8, gm>) -> !pto.async_session
  %s1 = pto.comm.build_async_session(%a, %p : !V, !pto.ptr<i8>) {sync_id = 1 : i32, block_bytes = 64 : i64, comm_block_offset = 0 : i64, queue_num = 2 : i32, channel_group_idx = 3 : i64} -> !pto.async_session
  // CHECK: %s1 = pto.comm.build_async_session(%a, %p : !pto.tile_buf<vec, 16x64xf32>, !pto.ptr<i8, gm>) {block_bytes = 64 : i64, channel_group_idx = 3 : i64, comm_block_offset = 0 : i64, queue_num = 2 : i32, sync_id = 1 : i32} -> !pto.async_session
  // CHECK-GENERIC: %s1 = "pto.comm.build_async_session"(%a, %p) <{sync_id = 1 : i32, block_bytes = 64 : i64, comm_block_offset = 0 : i64, queue_num = 2 : i32, channel_group_idx = 3 : i64}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.ptr<i8, gm>) -> !pto.async_session
  %e0 = pto.comm.tput_async(%g, %g, %s0 : !G, !G, !pto.async_session) -> !pto.async_event
  // CHECK: %e0 = pto.comm.tput_async(%g, %g, %s0 : !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.async_session) -> !pto.async_event
  // CHECK-GENERIC: %e0 = "pto.comm.tput_async"(%g, %g, %s0) : (!pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.async_session) -> !pto.async_event
  %e1 = pto.comm.tget_async(%g, %g, %s0 : !G, !G, !pto.async_session) -> !pto.async_event
  // CHECK: %e1 = pto.comm.tget_async(%g, %g, %s0 : !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.async_session) -> !pto.async_event
  // CHECK-GENERIC: %e1 = "pto.comm.tget_async"(%g, %g, %s0) : (!pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.async_session) -> !pto.async_event
  %d0 = pto.comm.wait_async_event(%e0, %s0 : !pto.async_event, !pto.async_session) -> i1
  // CHECK: %d0 = pto.comm.wait_async_event(%e0, %s0 : !pto.async_event, !pto.async_session) -> i1
  // CHECK-GENERIC: %d0 = "pto.comm.wait_async_event"(%e0, %s0) : (!pto.async_event, !pto.async_session) -> i1
  %d1 = pto.comm.test_async_event(%e1, %s0 : !pto.async_event, !pto.async_session) -> i1
  // CHECK: %d1 = pto.comm.test_async_event(%e1, %s0 : !pto.async_event, !pto.async_session) -> i1
  // CHECK-GENERIC: %d1 = "pto.comm.test_async_event"(%e1, %s0) : (!pto.async_event, !pto.async_session) -> i1
  func.return
}
