// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Flags and barriers; pipes may be quoted or written in full.


func.func @synchronisation(%i: index) {
  pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  // CHECK: pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  // CHECK-GENERIC: "pto.set_flag"() <{src_pipe = #pto.pipe<PIPE_MTE2>, dst_pipe = #pto.pipe<PIPE_V>, event_id = #pto.event<EVENT_ID0>}> : () -> ()
  pto.wait_flag["PIPE_MTE2", #pto.pipe<PIPE_V>, <EVENT_ID7>]
  // CHECK-NEXT: pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID7>]
  // CHECK-GENERIC-NEXT: "pto.wait_flag"() <{src_pipe = #pto.pipe<PIPE_MTE2>, dst_pipe = #pto.pipe<PIPE_V>, event_id = #pto.event<EVENT_ID7>}> : () -> ()
  pto.set_flag_dyn[<PIPE_V>, <PIPE_MTE3>, %i]
  // CHECK-NEXT: pto.set_flag_dyn[<PIPE_V>, <PIPE_MTE3>, %i]
  // CHECK-GENERIC-NEXT: "pto.set_flag_dyn"(%i) <{src_pipe = #pto.pipe<PIPE_V>, dst_pipe = #pto.pipe<PIPE_MTE3>}> : (index) -> ()
  pto.wait_flag_dyn[<PIPE_V>, <PIPE_MTE3>, %i]
  // CHECK-NEXT: pto.wait_flag_dyn[<PIPE_V>, <PIPE_MTE3>, %i]
  // CHECK-GENERIC-NEXT: "pto.wait_flag_dyn"(%i) <{src_pipe = #pto.pipe<PIPE_V>, dst_pipe = #pto.pipe<PIPE_MTE3>}> : (index) -> ()
  pto.record_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
  // CHECK-NEXT: pto.record_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
  // CHECK-GENERIC-NEXT: "pto.record_event"() <{src_op = #pto.pipe_event_type<TLOAD>, dst_op = #pto.pipe_event_type<TVEC>, event_id = #pto.event<EVENT_ID0>}> : () -> ()
  pto.wait_event[<TLOAD>, <TVEC>, <EVENT_ID0>]
  // CHECK-NEXT: pto.wait_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
  // CHECK-GENERIC-NEXT: "pto.wait_event"() <{src_op = #pto.pipe_event_type<TLOAD>, dst_op = #pto.pipe_event_type<TVEC>, event_id = #pto.event<EVENT_ID0>}> : () -> ()
  pto.barrier <PIPE_ALL>
  // CHECK-NEXT: pto.barrier <PIPE_ALL>
  // CHECK-GENERIC-NEXT: "pto.barrier"() <{pipe = #pto.pipe<PIPE_ALL>}> : () -> ()
  pto.barrier_sync[<TVEC>] {k}
  // CHECK-NEXT: pto.barrier_sync[<TVEC>] {k}
  // CHECK-GENERIC-NEXT: "pto.barrier_sync"() <{op_type = #pto.sync_op_type<TVEC>}> {k} : () -> ()
  func.return
}
