// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// Rules of queues, arrays, events and gathers, with what they say.

func.func @f(%n: i32) {
  pto.aic_initialize_pipe{dir_mask = 4, slot_size = 64}(c2v_consumer_buf = %n : i32)
  func.return
}
// CHECK: error: pto.aic_initialize_pipe: dir_mask (1 cube to vector, 2 vector to cube, 3 both) is 1 to 3, got 4

// -----

func.func @f(%n: i32) {
  pto.aic_initialize_pipe{dir_mask = 1, slot_size = 0}(c2v_consumer_buf = %n : i32)
  func.return
}
// CHECK: error: pto.aic_initialize_pipe: slot_size and slot_num have to be positive, got 0 and 8

// -----

func.func @f(%n: i32) {
  pto.aic_initialize_pipe{dir_mask = 3, slot_size = 64, local_slot_num = 5}(c2v_consumer_buf = %n : i32)
  func.return
}
// CHECK: error: pto.aic_initialize_pipe: local_slot_num is 1 to the 4 slots, got 5

// -----

func.func @f(%n: !pto.tensor_view<8x16xf32>) {
  pto.aic_initialize_pipe{dir_mask = 1, slot_size = 64, local_slot_num = 4}(gm_slot_tensor = %n : !pto.tensor_view<8x16xf32>)
  func.return
}
// CHECK: error: pto.aic_initialize_pipe: gm_slot_tensor excludes every other operand and local_slot_num

// -----

func.func @f(%n: i32) {
  pto.aic_initialize_pipe{slot_size = 64, dir_mask = 1}(c2v_consumer_buf = %n : i32)
  func.return
}
// CHECK: expected one of slot_num, local_slot_num, nosplit

// -----

func.func @f(%n: i32) {
  pto.aic_initialize_pipe{slot_size = 64}(c2v_consumer_buf = %n : i32)
  func.return
}
// CHECK: pto.aic_initialize_pipe needs dir_mask

// -----

func.func @f(%n: i32) {
  pto.aic_initialize_pipe{dir_mask = 1, slot_size = 64}(buffer = %n : i32)
  func.return
}
// CHECK: expected one of gm_slot_buffer, gm_slot_tensor, c2v_consumer_buf, v2c_consumer_buf

// -----

func.func @f(%n: i32) {
  pto.aic_initialize_pipe{dir_mask = 300, slot_size = 64}(c2v_consumer_buf = %n : i32)
  func.return
}
// CHECK: error: Integer value 300 is out of range for type i8 which supports values in the range [-128, 256)

// -----

func.func @f(%t: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tpush_to_aiv(%t : !pto.tile_buf<vec, 16x64xf32>) {split = 3}
  func.return
}
// CHECK: error: pto.tpush_to_aiv: split is 0 to 2, got 3

// -----

func.func @f(%t: !pto.tile_buf<vec, 16x64xf32>, %q: !pto.pipe) {
  pto.tpush(%t, %q : !pto.tile_buf<vec, 16x64xf32>, !pto.pipe) {split = -1}
  func.return
}
// CHECK: error: pto.tpush: split is 0 to 2, got -1

// -----

func.func @f(%n: i32) {
  %q = pto.initialize_l2l_pipe{dir_mask = 0, slot_size = 64, slot_num = 8} (%n : i32) -> !pto.pipe
  func.return
}
// CHECK: error: pto.initialize_l2l_pipe: dir_mask (1 cube to vector, 2 vector to cube, 3 both) is 1 to 3, got 0

// -----

func.func @f(%n: i32) {
  %q = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 64, slot_num = 0} (%n : i32) -> !pto.pipe
  func.return
}
// CHECK: error: pto.initialize_l2l_pipe: slot_size and slot_num have to be positive, got 64 and 0

// -----

func.func @f(%a: !pto.eventid_array<4>) {
  %c = arith.constant 4 : index
  %e = pto.eventid_array_get %a[%c] : !pto.eventid_array<4>
  func.return
}
// CHECK: error: pto.eventid_array_get: index 4 of an array of 4

// -----

func.func @f(%a: !pto.local_array<4x8xf32>, %i: index) {
  %x = pto.local_array_get %a[%i] : !pto.local_array<4x8xf32> -> f32
  func.return
}
// CHECK: error: pto.local_array_get: an array of 2 dimensions has as many indices, got 1

// -----

func.func @f(%a: !pto.local_array<4xf32>, %i: index) {
  pto.local_array_set %a[%i], %i : !pto.local_array<4xf32>, index
  func.return
}
// CHECK: error: pto.local_array_set: the array holds f32, not index

// -----

func.func @f(%a: !pto.local_array<4xf32>) {
  %c = arith.constant -1 : index
  %x = pto.local_array_get %a[%c] : !pto.local_array<4xf32> -> f32
  func.return
}
// CHECK: error: pto.local_array_get: index -1 of an array of 4

// -----

func.func @f(%a: !pto.eventid_array<0>) {

  func.return
}
// CHECK: error: an array of event ids has at least one, got 0

// -----

func.func @f(%a: !pto.local_array<4x?xf32>) {

  func.return
}
// CHECK: error: a local array has static extents of at least 1, got 4x?

// -----

func.func @f(%a: !pto.local_array<4xindex>) {

  func.return
}
// CHECK: error: a local array holds numbers, not index

// -----

func.func @f(%a: !pto.mask<b64>) {

  func.return
}
// CHECK: error: 'b64' is none of b8, b16, b32

// -----

func.func @f(%a: !pto.struct<index>) {

  func.return
}
// CHECK: error: index is no member of a struct

// -----

func.func @f(%a: !pto.struct<i1>) {

  func.return
}
// CHECK: error: i1 is no member of a struct

// -----

func.func @f(%a: !pto.tile_buf<vec, 99999999999999999999x16xf32>) {

  func.return
}
// CHECK: error: the shape 99999999999999999999x16 does not fit into 64 bits

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %r = pto.fusion_region {
    pto.yield(%a) : (!pto.tile_buf<vec, 16x64xf32>) -> ()
  } : !pto.tile_buf<vec, 16x64xi32>
  func.return
}
// CHECK: error: pto.fusion_region: pto.yield gives !pto.tile_buf<vec, 16x64xf32>, the results are !pto.tile_buf<vec, 16x64xi32>

// -----

func.func @f() {
  pto.get_buf "PIPE_V", 32, 0
  func.return
}
// CHECK: error: pto.get_buf: the id of a buffer is 0 to 31, got 32

// -----

func.func @f() {
  pto.get_buf "PIPE_X", 0, 0
  func.return
}
// CHECK: 'PIPE_X' is neither a pipe nor a kind of operation

// -----

func.func @f() {
  "pto.sync.set"() <{pipe = #pto.pipe<PIPE_V>}> : () -> ()
  func.return
}
// CHECK: error: pto.sync.set: the event is either a number or a value, got neither

// -----

func.func @f(%i: index) {
  "pto.sync.set"(%i) <{pipe = #pto.pipe<PIPE_V>, event_id = 1 : i32}> : (index) -> ()
  func.return
}
// CHECK: error: pto.sync.set: the event is either a number or a value, got both

// -----

func.func @f() {
  pto.sync.set <PIPE_FIX>, 1 {ffts_mode = 3 : i32}
  func.return
}
// CHECK: error: pto.sync.set: ffts_mode is 0 to 2, got 3

// -----

func.func @f(%p: !pto.ptr<i32>) {
  pto.syncall(%p : !pto.ptr<i32>) mode = <hard>, core_type = <mix>
  func.return
}
// CHECK: error: pto.syncall: mode hard takes no operands, got 1

// -----

func.func @f(%p: !pto.ptr<i32>, %n: i32) {
  pto.syncall(%n, %p : i32, !pto.ptr<i32>) mode = <soft>, core_type = <mix>
  func.return
}
// CHECK: error: pto.syncall takes workspaces in gm, ub, l1, then used_cores

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tgather ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tgather: exactly one of indices, kValue, maskPattern is given, got none

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tgather ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tgather: indices holds i32, got f32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: !pto.tile_buf<vec, 16x64xi32>) {
  pto.tgather ins(%a, %i, %i, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tgather takes ins(src[, indices or kValue[, tmp]]) outs(dst[, cdst]), got 4 and 1 operands

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tmrgsort ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tmrgsort takes ins(two to four sources, tmp) outs(dst, exec), got 2 and 1 operands

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %n: i32) {
  pto.tmrgsort ins(%a, %a, %n : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, i32) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tmrgsort takes ins(src, blockLen) outs(dst)

// -----

func.func @f(%p: !pto.ptr<f32>, %i: index) {
  pto.load_scalar %p[%i] : !pto.ptr<f32> -> f32
  pto.unknown %p
  func.return
}
// CHECK: Operation pto.unknown is not registered

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: expected a type for each operand, got 2 operands and 1 types

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tadd ins(%a, %a : <vec, 16x64xf32>, <vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: type expected
