// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Signals between cores, buffer ids and events: with numbers and with values.

!V = !pto.tile_buf<vec, 16x64xf32>

func.func @cores(%i: index, %n: i32, %p: !pto.ptr<i32>, %u: !V, %l: !pto.tile_buf<mat, 16x64xf32>) {
  pto.get_buf "PIPE_V", 3, 0
  // CHECK: pto.get_buf "PIPE_V", 3, 0
  // CHECK-GENERIC: "pto.get_buf"() <{op_type = #pto.pipe<PIPE_V>, buf_id = 3 : i32}> : () -> ()
  pto.get_buf #pto.pipe<PIPE_MTE2>, 31
  // CHECK: pto.get_buf "PIPE_MTE2", 31, 0
  // CHECK-GENERIC: "pto.get_buf"() <{op_type = #pto.pipe<PIPE_MTE2>, buf_id = 31 : i32}> : () -> ()
  pto.get_buf[#pto.pipe_event_type<TVEC>, 0, 1]
  // CHECK: pto.get_buf[#pto.pipe_event_type<TVEC>, 0, 1]
  // CHECK-GENERIC: "pto.get_buf"() <{op_type = #pto.pipe_event_type<TVEC>, buf_id = 0 : i32, mode = 1 : i32}> : () -> ()
  pto.rls_buf "PIPE_V", 3, 0
  // CHECK: pto.rls_buf "PIPE_V", 3, 0
  // CHECK-GENERIC: "pto.rls_buf"() <{op_type = #pto.pipe<PIPE_V>, buf_id = 3 : i32}> : () -> ()
  pto.rls_buf[#pto.sync_op_type<TLOAD>, 3, 0]
  // CHECK: pto.rls_buf[#pto.sync_op_type<TLOAD>, 3, 0]
  // CHECK-GENERIC: "pto.rls_buf"() <{op_type = #pto.sync_op_type<TLOAD>, buf_id = 3 : i32}> : () -> ()
  pto.sync.set <PIPE_FIX>, 3
  // CHECK: pto.sync.set <PIPE_FIX>, 3
  // CHECK-GENERIC: "pto.sync.set"() <{pipe = #pto.pipe<PIPE_FIX>, event_id = 3 : i32}> : () -> ()
  pto.sync.set "PIPE_MTE3", 3 {ffts_mode = 2 : i32}
  // CHECK: pto.sync.set <PIPE_MTE3>, 3 {ffts_mode = 2 : i32}
  // CHECK-GENERIC: "pto.sync.set"() <{pipe = #pto.pipe<PIPE_MTE3>, event_id = 3 : i32, ffts_mode = 2 : i32}> : () -> ()
  pto.sync.set <PIPE_FIX>, %i
  // CHECK: pto.sync.set <PIPE_FIX>, %i
  // CHECK-GENERIC: "pto.sync.set"(%i) <{pipe = #pto.pipe<PIPE_FIX>}> : (index) -> ()
  pto.sync.wait <PIPE_V>, 3
  // CHECK: pto.sync.wait <PIPE_V>, 3
  // CHECK-GENERIC: "pto.sync.wait"() <{pipe = #pto.pipe<PIPE_V>, event_id = 3 : i32}> : () -> ()
  pto.sync.wait #pto.pipe<PIPE_V>, %i
  // CHECK: pto.sync.wait <PIPE_V>, %i
  // CHECK-GENERIC: "pto.sync.wait"(%i) <{pipe = #pto.pipe<PIPE_V>}> : (index) -> ()
  pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<mix>
  // CHECK: pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<mix>
  // CHECK-GENERIC: "pto.syncall"() <{mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<mix>, operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> ()
  pto.syncall(%p, %u : !pto.ptr<i32>, !V) mode = #pto.sync_all_mode<soft>, core_type = #pto.sync_core_type<aiv_only>
  // CHECK: pto.syncall(%p, %u : !pto.ptr<i32, gm>, !pto.tile_buf<vec, 16x64xf32>) mode = #pto.sync_all_mode<soft>, core_type = #pto.sync_core_type<aiv_only>
  // CHECK-GENERIC: "pto.syncall"(%p, %u) <{mode = #pto.sync_all_mode<soft>, core_type = #pto.sync_core_type<aiv_only>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!pto.ptr<i32, gm>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  pto.syncall(%p, %u, %l, %n : !pto.ptr<i32>, !V, !pto.tile_buf<mat, 16x64xf32>, i32) mode = <soft>, core_type = <mix>
  // CHECK: pto.syncall(%p, %u, %l, %n : !pto.ptr<i32, gm>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<mat, 16x64xf32>, i32) mode = #pto.sync_all_mode<soft>, core_type = #pto.sync_core_type<mix>
  // CHECK-GENERIC: "pto.syncall"(%p, %u, %l, %n) <{mode = #pto.sync_all_mode<soft>, core_type = #pto.sync_core_type<mix>, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!pto.ptr<i32, gm>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<mat, 16x64xf32>, i32) -> ()
  pto.tsync ins(%i : index)
  // CHECK: pto.tsync ins(%i : index)
  // CHECK-GENERIC: "pto.tsync"(%i) : (index) -> ()
  pto.tsync ins(%i, %i : index, index)
  // CHECK: pto.tsync ins(%i, %i : index, index)
  // CHECK-GENERIC: "pto.tsync"(%i, %i) : (index, index) -> ()
  pto.set_ffts %p : <i32, gm>
  // CHECK: pto.set_ffts %p : !pto.ptr<i32, gm>
  // CHECK-GENERIC: "pto.set_ffts"(%p) : (!pto.ptr<i32, gm>) -> ()
  func.return
}
