// RUN: pto-opt %s --split-input-file --parsing-diagnostics --verify-diagnostics | filecheck %s

// What is no text of the dialect.

func.func @f(%a: !pto.tile_buf<gm, 16x64xf32>) {

  func.return
}
// CHECK: a tile cannot live in 'gm', only in vec, mat, left, right, acc, bias, scaling

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, foo=1>) {

  func.return
}
// CHECK: unknown key 'foo' of a tile, know valid, blayout, slayout, fractal, pad, compact

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, pad=1, pad=1>) {

  func.return
}
// CHECK: key 'pad' is given twice

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, pad=4>) {

  func.return
}
// CHECK: 4 is none of 0 (null), 1 (zero), 2 (max), 3 (min)

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, blayout=diagonal>) {

  func.return
}
// CHECK: 'diagonal' is none of row_major, col_major

// -----

func.func @f(%a: !pto.tile_buf<vec, 64xf32>) {

  func.return
}
// CHECK: a tile has two dimensions, got 1

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, valid=16>) {

  func.return
}
// CHECK: valid has two extents, got 1

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, count=2>) {

  func.return
}
// CHECK: unknown key 'count' of a tile

// -----

func.func @f(%a: !pto.multi_tile_buf<vec, 16x64xf32>) {

  func.return
}
// CHECK: expected 'count=N' as the last key of a multi-buffered region

// -----

func.func @f(%a: !pto.multi_tile_buf<vec, 16x64xf32, count=2, pad=1>) {

  func.return
}
// CHECK: '>' expected

// -----

func.func @f(%a: !pto.tile_buf<loc=vec, rows=16>) {

  func.return
}
// CHECK: Expected 'dtype'

// -----

func.func @f(%a: !pto.ptr<f32, cache>) {

  func.return
}
// CHECK: 'cache' is none of gm, ub, vec, mat, l1, left, l0a, right, l0b, acc, l0c, bias, bt, scaling, fb

// -----

func.func @f() {
  "test.op"() {a = #pto.cmp<gt>} : () -> ()
  func.return
}
// CHECK: identifier expected

// -----

func.func @f() {
  "test.op"() {a = #pto<pipe PIPE_V>} : () -> ()
  func.return
}
// CHECK: '<' expected

// -----

func.func @f() {
  "test.op"() {a = #pto.pipe<PIPE_X>} : () -> ()
  func.return
}
// CHECK: 'PIPE_X' is none of PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX, VIRTUAL_PIPE_MTE2_L1A, VIRTUAL_PIPE_MTE2_L1B, PIPE_NUM, PIPE_UNASSIGNED

// -----

func.func @f() {
  pto.barrier #pto.event<EVENT_ID0>
  func.return
}
// CHECK: expected an attribute #pto.pipe<…>

// -----

func.func @f() {
  pto.barrier "PIPE_X"
  func.return
}
// CHECK: 'PIPE_X' is none of PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX, VIRTUAL_PIPE_MTE2_L1A, VIRTUAL_PIPE_MTE2_L1B, PIPE_NUM, PIPE_UNASSIGNED

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tadd ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: pto.tadd takes ins(src0, src1) outs(dst), got 1 and 1 operands

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: expected a type for each operand, got 2 operands and 1 types

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.trsqrt ins(%a, %a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: pto.trsqrt takes ins(src, [tmp]) outs(dst), got 3 and 1 operands

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tcvt ins(%a {satmode = #pto<saturation_mode ON>, sat_mode = #pto<saturation_mode ON>} : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: 'sat_mode' is given twice

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %k: index) {
  %s = pto.subview %a[%k] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: a window has two offsets, two sizes and two or no valid extents

// -----

func.func @f(%p: !pto.ptr<f32, gm>, %i: index) {
  %v = pto.make_tensor_view %p, shape = [%i], strides = [%i] : !pto.partition_tensor_view<16x64xf32>
  func.return
}
// CHECK: expected a !pto.tensor_view, got !pto.partition_tensor_view<16x64xf32>

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: index) {
  %v = pto.partition_view %a, offsets = [%i], sizes = [%i] : !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: expected a view, got !pto.tile_buf<vec, 16x64xf32>

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xf32>, %i: index) {
  %v = pto.subview %p[%i, %i] sizes [16, 16] : !pto.partition_tensor_view<16x64xf32>
  func.return
}
// CHECK: expected a !pto.tile_buf, got !pto.partition_tensor_view<16x64xf32>

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %p: !pto.partition_tensor_view<16x64xf32>) {
  pto.tload ins(%p, %p : !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: pto.tload takes ins(src) outs(dst)

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tinsert ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: pto.tinsert takes ins(src, row, col) outs(dst)

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %x = pto.tgetval ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs : f32
  func.return
}
// CHECK: pto.tgetval takes ins(src, offset)

// -----

// A dictionary stands in `ins` only where the assembler prints it there.
func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  // CHECK: invalid_text.mlir:[[# @LINE + 1]]:23: error: Expected ':'
  pto.tadd ins(%a, %a {note} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  // CHECK: invalid_text.mlir:[[# @LINE + 1]]:60: error: Expected ':'
  pto.texp ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a {note} : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tcvt ins(%a {rmode = #pto<round_mode RINT>} : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>) {rmode = #pto<round_mode CEIL>}
  func.return
}
// CHECK: 'rmode' is given twice
