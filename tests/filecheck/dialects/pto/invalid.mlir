// RUN: pto-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Every rule of the verifiers, with what it says.

// What a definition demands is said in words.
func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: f32) {
  pto.tadd ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tadd: operand 'src1' is !pto.tile_buf, !pto.tile, memref or tensor, got f32

// -----

func.func @f(%i: i64) {
  %p = pto.inttoptr %i : i64 -> i64
  func.return
}
// CHECK: error: pto.inttoptr: result 'result' is !pto.ptr, got i64

// -----

func.func @f() {
  pto.sync.set <PIPE_FIX>, 3 {ffts_mode = 2 : i64}
  func.return
}
// CHECK: error: pto.sync.set: 'ffts_mode' is a number : i32, got 2 : i64

// -----

func.func @f() {
  pto.record_event[#pto.pipe<PIPE_V>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
  func.return
}
// CHECK: error: pto.record_event: 'src_op' is #pto.pipe_event_type or #pto.sync_op_type, got #pto.pipe<PIPE_V>

// -----

func.func @f(%a: f32) {
  %b = "arith.addi"(%a, %a) : (f32, f32) -> f32
  func.return
}
// CHECK: error: arith.addi: operand 'lhs' is

// -----

func.func @f(%a: i32, %b: i64) {
  %c = "arith.addi"(%a, %b) : (i32, i64) -> i32
  func.return
}
// CHECK: error: arith.addi: operand 'rhs': attribute i32 expected from variable 'T', but got i64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.tadd: element types differ, f32 and f16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32, valid=8x64>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, valid=8x64>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tadd: valid regions differ, 16x64 and 8x64

// -----

func.func @f(%a: !pto.tile_buf<mat, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tadd ins(%a, %b : !pto.tile_buf<mat, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tadd works on tiles in vec, got one in mat

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32, blayout=col_major>) {
  pto.texp ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32, blayout=col_major>)
  func.return
}
// CHECK: error: pto.texp works on row_major tiles, got col_major

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: f32) {
  pto.tdivs ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tdivs: one of the operands has to be a scalar, the other one a tile, got !pto.tile_buf<vec, 16x64xf32> and !pto.tile_buf<vec, 16x64xf32>

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xi16>, %s: i16) {
  pto.tands ins(%a, %s : !pto.tile_buf<vec, 16x64xi16>, i16) outs(%a : !pto.tile_buf<vec, 16x64xi16>)
  func.return
}
// CHECK: error: pto.tands: source and destination have to be different tiles

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: f16) {
  pto.texpands ins(%s : f16) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.texpands: the scalar is f16, the elements are f32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 8x64xf16>) {
  pto.tcvt ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 8x64xf16>)
  func.return
}
// CHECK: error: pto.tcvt: shapes differ, 16x64 and 8x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, blayout=col_major>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
  pto.trowsum ins(%a, %b : !pto.tile_buf<vec, 16x64xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  func.return
}
// CHECK: error: pto.trowsum: src has to be row_major without boxes, got col_major/none_box

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<mat, 16x64xf32>, %c: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
  pto.trowsum ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<mat, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  func.return
}
// CHECK: error: pto.trowsum: tmp has to be in vec, not in mat

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x8xf32, valid=16x2>) {
  pto.trowmax ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x8xf32, valid=16x2>)
  func.return
}
// CHECK: error: pto.trowmax: dst has to be one valid column with the 16 valid rows of src, got valid=16x2

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 8x1xf32, blayout=col_major>) {
  pto.trowmax ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 8x1xf32, blayout=col_major>)
  func.return
}
// CHECK: error: pto.trowmax: dst has to be one valid column with the 16 valid rows of src, got valid=8x1

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x16xf32, valid=16x1, slayout=row_major>) {
  pto.trowmin ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x16xf32, valid=16x1, slayout=row_major>)
  func.return
}
// CHECK: error: pto.trowmin: dst has to be without boxes, got row_major

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
  pto.trowargmax ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
  func.return
}
// CHECK: error: pto.trowargmax: dst holds 32-bit integers, got f32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 1x32xf32>) {
  pto.tcolmax ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 1x32xf32>)
  func.return
}
// CHECK: error: pto.tcolmax: src has 64 valid columns, dst has 32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 1x64xf32>) {
  pto.tcolsum ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 1x64xf32>)
  func.return
}
// CHECK: error: pto.tcolsum: tmp and isBinary are given together or not at all

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x4xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.trowexpandadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x4xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.trowexpandadd: the valid columns of a row_major src1 of f32 have to be 8, got 4

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x8xf32, blayout=col_major>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.trowexpandadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x8xf32, blayout=col_major>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.trowexpandadd: the valid columns of a col_major src1 of f32 have to be 1, got 8

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 1x32xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tcolexpandmul ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x32xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tcolexpandmul: src1 has 32 valid columns, dst has 64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tmatmul ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tmatmul: lhs has to be in left, not in vec

// -----

func.func @f(%a: !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, %b: !pto.tile_buf<right, 32x32xbf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 32x32xbf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tmatmul: shapes do not fit, 16x64 · 32x32 into 16x32

// -----

func.func @f(%a: !pto.tile_buf<left, 16x4096xbf16, slayout=row_major>, %b: !pto.tile_buf<right, 4096x32xbf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tmatmul ins(%a, %b : !pto.tile_buf<left, 16x4096xbf16, slayout=row_major>, !pto.tile_buf<right, 4096x32xbf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tmatmul: M, K and N are at most 4095, got 16x4096x32

// -----

func.func @f(%x: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, %l: !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, %r: !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tmatmul.acc ins(%x, %l, %r : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tmatmul.acc: valid regions differ, 16x64 and 16x32

// -----

func.func @f(%a: !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, %b: !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, %d: !pto.tile_buf<bias, 1x32xf16>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tmatmul.bias ins(%a, %b, %d : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<bias, 1x32xf16>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tmatmul.bias: the bias has the element type of dst, f32, got f16

// -----

func.func @f(%a: !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, %b: !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, %d: !pto.tile_buf<bias, 2x32xf32>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tmatmul.bias ins(%a, %b, %d : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<bias, 2x32xf32>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tmatmul.bias: the bias is one row, got 2

// -----

func.func @f(%a: !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, %b: !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tgemv ins(%a, %b : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tgemv: lhs has one valid row, got 16

// -----

func.func @f(%l: !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, %s: !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major>, %r: !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
  pto.tmatmul.mx ins(%l, %s, %r, %s : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major>) outs(%c : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  func.return
}
// CHECK: error: pto.tmatmul.mx: a_scale has to have fractal=32, got 512

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xf16>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tload ins(%p : !pto.partition_tensor_view<16x64xf16>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tload: an element of f16 has 2 bytes, one of f32 has 4

// -----

func.func @f(%p: !pto.partition_tensor_view<8x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tstore ins(%c : !pto.tile_buf<vec, 16x64xf32>) outs(%p : !pto.partition_tensor_view<8x64xf32>)
  func.return
}
// CHECK: error: pto.tstore: the tile has 1024 valid elements (16x64), the view has 512 (8x64)

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xbf16>, %c: !pto.tile_buf<left, 16x64xbf16>) {
  pto.tstore ins(%c : !pto.tile_buf<left, 16x64xbf16>) outs(%p : !pto.partition_tensor_view<16x64xbf16>)
  func.return
}
// CHECK: error: pto.tstore: src has to be in vec/mat/acc, not in left

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<left, 16x64xf32>) {
  pto.tmov ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<left, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tmov: there is no copy from vec to left

// -----

func.func @f(%a: !pto.tile_buf<mat, 32x64xf16, blayout=col_major, slayout=row_major>, %c: !pto.tile_buf<left, 16x64xf16, slayout=row_major>) {
  pto.tmov ins(%a : !pto.tile_buf<mat, 32x64xf16, blayout=col_major, slayout=row_major>) outs(%c : !pto.tile_buf<left, 16x64xf16, slayout=row_major>)
  func.return
}
// CHECK: error: pto.tmov: shapes differ, 32x64 and 16x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  pto.textract ins(%a, %c9, %c0 : !pto.tile_buf<vec, 16x64xf32>, index, index) outs(%c : !pto.tile_buf<vec, 8x64xf32>)
  func.return
}
// CHECK: error: pto.textract: the window 9..17 of rows reaches outside of src, which has 16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  pto.tinsert ins(%c, %c0, %c32 : !pto.tile_buf<vec, 8x64xf32>, index, index) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tinsert: the window 32..96 of columns reaches outside of dst, which has 64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.ttrans ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.ttrans: element types differ, f32 and f16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xi64>, %b: !pto.tile_buf<vec, 16x64xi64>, %c: !pto.tile_buf<vec, 16x64xi64>) {
  pto.ttrans ins(%a, %b : !pto.tile_buf<vec, 16x64xi64>, !pto.tile_buf<vec, 16x64xi64>) outs(%c : !pto.tile_buf<vec, 16x64xi64>)
  func.return
}
// CHECK: error: pto.ttrans: elements have 1, 2 or 4 bytes, i64 has 8

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tfillpad ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tfillpad: dst has to have a pad value, got pad=0 (null)

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 8x64xf32, pad=1>) {
  pto.tfillpad_expand ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 8x64xf32, pad=1>)
  func.return
}
// CHECK: error: pto.tfillpad_expand: dst (8x64) is smaller than src (16x64)

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 8x64xf32>, %c: !pto.tile_buf<vec, 16x128xf32>) {
  pto.tconcat ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 8x64xf32>) outs(%c : !pto.tile_buf<vec, 16x128xf32>)
  func.return
}
// CHECK: error: pto.tconcat: src0, src1 and dst have 16, 8 and 16 valid rows

// -----

func.func @f(%p: !pto.ptr<f32, gm>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = "pto.make_tensor_view"(%p, %c16, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!pto.ptr<f32, gm>, index, index) -> !pto.tensor_view<?x?xf32>
  func.return
}
// CHECK: error: pto.make_tensor_view: a view of rank 2 has 2 extents and strides, got 1 and 1

// -----

func.func @f(%p: !pto.ptr<f16, gm>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %v = "pto.make_tensor_view"(%p, %c16, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!pto.ptr<f16, gm>, index, index) -> !pto.tensor_view<?xf32>
  func.return
}
// CHECK: error: pto.make_tensor_view: a view of f32 needs a !pto.ptr<f32, gm>, got !pto.ptr<f16, gm>

// -----

func.func @f(%v: !pto.tensor_view<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<16x16xf16>
  func.return
}
// CHECK: error: pto.partition_view: element types differ, f32 and f16

// -----

func.func @f(%v: !pto.tensor_view<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %p = pto.partition_view %v, offsets = [%c0], sizes = [%c16] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<16xf32>
  func.return
}
// CHECK: error: pto.partition_view: a window of a view of rank 2 has 2 offsets, sizes and extents, got 1, 1 and 1

// -----

func.func @f(%v: !pto.tensor_view<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant -1 : index
  %p = pto.partition_view %v, offsets = [%c0, %m], sizes = [%c16, %c16] : !pto.tensor_view<?x?xf32>
  func.return
}
// CHECK: error: pto.partition_view: the offset of dimension 1 is negative, -1

// -----

func.func @f(%v: !pto.tensor_view<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c0] : !pto.tensor_view<?x?xf32>
  func.return
}
// CHECK: error: pto.partition_view: the size of dimension 1 has to be positive, got 0

// -----

func.func @f(%v: !pto.tensor_view<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<16x8xf32>
  func.return
}
// CHECK: error: pto.partition_view: the size of dimension 1 is 16, the result has 8

// -----

func.func @f(%v: !pto.tensor_view<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %p = pto.partition_view %v, offsets = [%c8, %c0], sizes = [%c16, %c16] : !pto.tensor_view<16x64xf32>
  func.return
}
// CHECK: error: pto.partition_view: 8 + 16 reaches outside of dimension 0, which has 16

// -----

func.func @f() {
  %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32, valid=?x64>
  func.return
}
// CHECK: error: pto.alloc_tile: valid_row is given exactly when that valid extent is ?, here it is ? and valid_row is missing

// -----

func.func @f(%n: index) {
  %t = pto.alloc_tile valid_col = %n : !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.alloc_tile: valid_col is given exactly when that valid extent is ?, here it is 64 and valid_col is given

// -----

func.func @f() {
  %t = pto.alloc_tile : !pto.tile_buf<vec, 16x7xf32>
  func.return
}
// CHECK: error: pto.alloc_tile: a row has 28 bytes, which is not a multiple of 32; !pto.tile_buf<vec, 16x8xf32, valid=16x7> has whole ones

// -----

// The column that a reduction of rows leaves.
func.func @f() {
  %t = pto.alloc_tile : !pto.tile_buf<vec, 16x1xf32>
  func.return
}
// CHECK: error: pto.alloc_tile: a row has 4 bytes, which is not a multiple of 32; !pto.tile_buf<vec, 16x1xf32, blayout=col_major> has whole ones

// -----

func.func @f() {
  %t = pto.alloc_tile : !pto.tile_buf<vec, 7x16xf32, blayout=col_major>
  func.return
}
// CHECK: error: pto.alloc_tile: a column has 28 bytes, which is not a multiple of 32; !pto.tile_buf<vec, 8x16xf32, valid=7x16, blayout=col_major> has whole ones

// -----

func.func @f() {
  %t = pto.alloc_tile : !pto.tile_buf<mat, 32x36xf32, blayout=col_major, slayout=row_major>
  func.return
}
// CHECK: error: pto.alloc_tile: 36 columns are not a multiple of the 8 of a box; !pto.tile_buf<mat, 32x40xf32, valid=32x36, blayout=col_major, slayout=row_major> has whole ones

// -----

func.func @f() {
  %t = pto.alloc_tile : !pto.tile_buf<mat, 24x64xf16, blayout=col_major, slayout=row_major>
  func.return
}
// CHECK: error: pto.alloc_tile: 24 rows are not a multiple of the 16 of a box; !pto.tile_buf<mat, 32x64xf16, valid=24x64, blayout=col_major, slayout=row_major> has whole ones

// -----

func.func @f() {
  %t = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x7xf32>, count=2>
  func.return
}
// CHECK: error: pto.alloc_multi_tile: a row has 28 bytes, which is not a multiple of 32; !pto.tile_buf<vec, 16x8xf32, valid=16x7> has whole ones

// -----

func.func @f() {
  %t = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x32x!pto.hif8>, count=2>
  func.return
}
// CHECK: error: pto.alloc_multi_tile: !pto.hif8 tiles cannot be multi-buffered

// -----

func.func @f() {
  %t = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32, compact=2>, count=2>
  func.return
}
// CHECK: error: pto.alloc_multi_tile: compact=2 (row_plus_one) cannot be multi-buffered

// -----

func.func @f(%m: !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>, %k: index) {
  %t = pto.multi_tile_get %m[%k] : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2> -> !pto.tile_buf<vec, 16x64xi32>
  func.return
}
// CHECK: error: pto.multi_tile_get: a slot is a !pto.tile_buf<vec, 16x64xf32>, the result a !pto.tile_buf<vec, 16x64xi32>

// -----

func.func @f(%m: !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>) {
  %c2 = arith.constant 2 : index
  %t = pto.multi_tile_get %m[%c2] : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2> -> !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.multi_tile_get: slot 2 of a region of 2 slots

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %k: index) {
  %s = pto.subview %a[%k, %k] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.subview: the sizes are 8x64, the result has the shape 16x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %k: index) {
  %s = pto.subview %a[%k, %k] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32, pad=1>
  func.return
}
// CHECK: error: pto.subview: a window keeps element type, memory and layout, got !pto.tile_buf<vec, 8x64xf32, pad=1> of !pto.tile_buf<vec, 16x64xf32>

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %k: index) {
  %c9 = arith.constant 9 : index
  %s = pto.subview %a[%c9, %k] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.subview: the window 9..17 of rows reaches outside of the tile, which has 16

// -----

func.func @f(%a: !pto.tile_buf<mat, 32x64xf16, blayout=col_major, slayout=row_major>, %k: index) {
  %s = pto.subview %a[%k, %k] sizes [8, 64] : !pto.tile_buf<mat, 32x64xf16, blayout=col_major, slayout=row_major>
  func.return
}
// CHECK: error: pto.subview: offset and size of rows have to be multiples of the 16 of a box

// -----

func.func @f(%a: !pto.tile_buf<mat, 32x64xf16, blayout=col_major, slayout=row_major>, %k: index) {
  %c8 = arith.constant 8 : index
  %s = pto.subview %a[%c8, %k] sizes [16, 64] : !pto.tile_buf<mat, 32x64xf16, blayout=col_major, slayout=row_major>
  func.return
}
// CHECK: error: pto.subview: offset and size of rows have to be multiples of the 16 of a box

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %k: index) {
  %s = pto.subview %a[%k, %k] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32, valid=8x?>
  func.return
}
// CHECK: error: pto.subview: a ? valid extent needs 'valid [%r, %c]'

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %k: index) {
  %c4 = arith.constant 4 : index
  %s = pto.subview %a[%k, %k] sizes [8, 64] valid [%c4, %k] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32>
  func.return
}
// CHECK: error: pto.subview: the valid region is 4x?, the result has 8x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %r = pto.treshape %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32>
  func.return
}
// CHECK: error: pto.treshape: 16x64xf32 has 4096 bytes, 8x64xf32 has 2048

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %r = pto.treshape %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<mat, 16x64xf32>
  func.return
}
// CHECK: error: pto.treshape: the tile stays in its memory, got vec and mat

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %r = pto.treshape %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xf32, slayout=row_major>
  func.return
}
// CHECK: error: pto.treshape: both tiles have to be with boxes or without, got slayout=none_box and slayout=row_major

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %r = pto.bitcast %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.bitcast: both element types are f32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %r = pto.bitcast %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xi64>
  func.return
}
// CHECK: error: pto.bitcast: the result has 8192 bytes, the source 4096

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  %r = pto.bitcast %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 64x16xi32>
  func.return
}
// CHECK: error: pto.bitcast: shape, valid region and layout stay the same, got !pto.tile_buf<vec, 16x64xf32> and !pto.tile_buf<vec, 64x16xi32>

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %n: index) {
  pto.set_validshape %a, %n, %n : !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.set_validshape: both valid extents have to be ?, got 16x64

// -----

func.func @f(%m: !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32, valid=?x?>, count=2>, %n: index) {
  %t = pto.multi_tile_get %m[%n] : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32, valid=?x?>, count=2> -> !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  pto.set_validshape %t, %n, %n : !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  func.return
}
// CHECK: error: pto.set_validshape: the tile has to come from pto.alloc_tile or pto.declare_tile, not from pto.multi_tile_get

// -----

func.func @f(%p: !pto.ptr<f32, gm>, %i: index) {
  %q = pto.addptr %p, %i : !pto.ptr<f32, gm> -> !pto.ptr<f16, gm>
  func.return
}
// CHECK: error: pto.addptr: the type stays the same, got !pto.ptr<f32, gm> and !pto.ptr<f16, gm>

// -----

func.func @f(%p: !pto.ptr<f32, gm>, %i: index) {
  %v = pto.load_scalar %p[%i] : !pto.ptr<f32, gm> -> f16
  func.return
}
// CHECK: error: pto.load_scalar: !pto.ptr<f32, gm> holds f32, not f16

// -----

func.func @f() {
  %b = pto.reserve_buffer{name = "q", size = 64, location = <acc>, auto = true} -> i32
  func.return
}
// CHECK: error: pto.reserve_buffer: only vec and mat can be reserved, not acc

// -----

func.func @f() {
  %b = pto.reserve_buffer{name = "q", size = 0, location = <vec>, auto = true} -> i32
  func.return
}
// CHECK: error: pto.reserve_buffer: the size has to be positive, got 0

// -----

func.func @f() {
  %b = pto.reserve_buffer{name = "q", size = 64, location = <vec>, auto = false} -> i32
  func.return
}
// CHECK: error: pto.reserve_buffer: a base is given exactly when auto is false

// -----

func.func @f(%s: i32, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tci ins(%s : i32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tci: dst holds 16- or 32-bit integers, got f32

// -----

func.func @f(%s: i16, %c: !pto.tile_buf<vec, 1x64xi32>) {
  pto.tci ins(%s : i16) outs(%c : !pto.tile_buf<vec, 1x64xi32>)
  func.return
}
// CHECK: error: pto.tci: the start is i16, the elements are i32

// -----

func.func @f(%s: i32, %c: !pto.tile_buf<vec, 16x1xi32, blayout=col_major>) {
  pto.tci ins(%s : i32) outs(%c : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
  func.return
}
// CHECK: error: pto.tci: dst needs more than one column

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tscatter ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tscatter: either indices or a mask has to be given

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %m: !pto.partition_tensor_view<64x64xf32>) {
  pto.mscatter ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%m : !pto.partition_tensor_view<64x64xf32>) {scatterOob = #pto<scatter_oob skip>}
  func.return
}
// CHECK: error: pto.mscatter: scatterOob needs coalesce

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tquant ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>) {quant_type = #pto<quant_type INT8_ASYM>}
  func.return
}
// CHECK: error: pto.tquant: INT8_ASYM needs an offset

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tquant ins(%a, %a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>) {quant_type = #pto<quant_type INT8_SYM>}
  func.return
}
// CHECK: error: pto.tquant: an offset is given exactly for INT8_ASYM, here for INT8_SYM

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, valid=17x64>) {

  func.return
}
// CHECK: error: valid=17x64 reaches outside of the shape 16x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, fractal=64>) {

  func.return
}
// CHECK: error: fractal=64 is none of 32, 512, 1024

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xi4>) {

  func.return
}
// CHECK: error: i4 is no element type of a tile

// -----

func.func @f(%a: !pto.tile_buf<vec, ?x64xf32>) {

  func.return
}
// CHECK: error: a tile needs a static shape, got ?x64

// -----

func.func @f(%a: !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=1>) {

  func.return
}
// CHECK: error: count=1: a multi-buffered region has 2 to 16 slots

// -----

func.func @f(%a: !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=17>) {

  func.return
}
// CHECK: error: count=17: a multi-buffered region has 2 to 16 slots

// -----

func.func @f(%p: !pto.tensor_view<16x64xf32>, %a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tload ins(%p : !pto.tensor_view<16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tload: src has to be a window (pto.partition_view gives one), got !pto.tensor_view<16x64xf32>

// -----

func.func @f(%p: !pto.ptr<f32, gm>, %a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tstore ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%p : !pto.ptr<f32, gm>)
  func.return
}
// CHECK: error: pto.tstore: dst has to be a window (pto.partition_view gives one), got !pto.ptr<f32, gm>

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xf16>, %a: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tstore ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%p : !pto.partition_tensor_view<16x64xf16>)
  func.return
}
// CHECK: error: pto.tstore: an element of f32 has 4 bytes, one of f16 has 2

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: index) {
  %x = pto.tgetval ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, index) outs : f16
  func.return
}
// CHECK: error: pto.tgetval: the elements are f32, the number is f16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: index, %x: f16) {
  pto.tsetval ins(%i, %x : index, f16) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tsetval: the elements are f32, the number is f16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %m: !pto.tile_buf<vec, 16x64xi32>) {
  pto.tcmp ins(%a, %a {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%m : !pto.tile_buf<vec, 16x64xi32>)
  func.return
}
// CHECK: error: pto.tcmp: dst holds 8-bit integers, got i32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32, valid=8x64>, %m: !pto.tile_buf<vec, 16x64xi8>) {
  pto.tcmp ins(%a, %b {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, valid=8x64>) outs(%m : !pto.tile_buf<vec, 16x64xi8>)
  func.return
}
// CHECK: error: pto.tcmp: valid regions differ, 16x64 and 8x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: f32) {
  pto.tcmps ins(%a, %s {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tcmps: dst holds 8-bit integers, got f32

// -----

func.func @f(%a: !pto.tile_buf<mat, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tcvt ins(%a : !pto.tile_buf<mat, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.tcvt: src has to be in vec, not in mat

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32, valid=8x64>) {
  pto.tpow ins(%a, %a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32, valid=8x64>)
  func.return
}
// CHECK: error: pto.tpow: valid regions differ, 16x64 and 8x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: f32, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tpows ins(%a, %s, %a : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.tpows: element types differ, f32 and f16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tpartadd ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.tpartadd: element types differ, f32 and f16

// -----

func.func @f(%a: !pto.tile_buf<mat, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tpartmax ins(%a, %c : !pto.tile_buf<mat, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tpartmax works on tiles in vec, got one in mat

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: f32, %c: !pto.tile_buf<vec, 16x64xf32, valid=8x64>) {
  pto.taxpy ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%c : !pto.tile_buf<vec, 16x64xf32, valid=8x64>)
  func.return
}
// CHECK: error: pto.taxpy: valid regions differ, 16x64 and 8x64

// -----

func.func @f(%a: !pto.tile_buf<vec, 1x32xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tcolexpand ins(%a : !pto.tile_buf<vec, 1x32xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
  func.return
}
// CHECK: error: pto.tcolexpand: src has 32 valid columns, dst has 64

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: index) {
  %c = pto.subview %a[%i, %i] sizes [32, 16] : !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.subview: the window 0..32 of rows reaches outside of the tile, which has 16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: index) {
  %c = pto.subview %a[%i, %i] sizes [0, 16] : !pto.tile_buf<vec, 16x64xf32>
  func.return
}
// CHECK: error: pto.subview: the size of rows is positive, got 0

// -----

func.func @f(%v: !pto.tensor_view<32x32xf32>, %i: index) {
  %c = arith.constant 64 : index
  %p = pto.partition_view %v, offsets = [%i, %i], sizes = [%c, %c] : !pto.tensor_view<32x32xf32>
  func.return
}
// CHECK: error: pto.partition_view: 0 + 64 reaches outside of dimension 0, which has 32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, valid=?x?>, %i: index) {
  pto.set_validshape %a, %i, %i : !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  func.return
}
// CHECK: error: pto.set_validshape: the tile has to come from pto.alloc_tile or pto.declare_tile, not from an argument

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %n: i64) {
  %c = pto.tassign %a, %n : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xf16>
  func.return
}
// CHECK: error: pto.tassign: the type stays the same, got !pto.tile_buf<vec, 16x64xf32> and !pto.tile_buf<vec, 16x64xf16>

// -----

func.func @f(%l: !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, %s: !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 64x16xf8E4M3FN, slayout=col_major>, %t: !pto.tile_buf<scaling, 2x16x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, %c: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major>) {
  pto.tgemv.mx ins(%l, %s, %r, %t : !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 2x16x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>) outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major>)
  func.return
}
// CHECK: error: pto.tgemv.mx: lhs has one valid row, got 16

// -----

func.func @f(%i: !pto.tile_buf<acc, 16x16xi32, blayout=col_major, slayout=row_major>, %l: !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, %s: !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 64x16xf8E4M3FN, slayout=col_major>, %t: !pto.tile_buf<scaling, 2x16x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, %c: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major>) {
  pto.tmatmul.mx.acc ins(%i, %l, %s, %r, %t : !pto.tile_buf<acc, 16x16xi32, blayout=col_major, slayout=row_major>, !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 2x16x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>) outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major>)
  func.return
}
// CHECK: error: pto.tmatmul.mx.acc: element types differ, i32 and f32

// -----

func.func @f(%l: !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, %s: !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 64x16xf8E4M3FN, slayout=col_major>, %t: !pto.tile_buf<scaling, 2x16x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, %b: !pto.tile_buf<bias, 2x16xf32>, %c: !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major>) {
  pto.tmatmul.mx.bias ins(%l, %s, %r, %t, %b : !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x16xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 2x16x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<bias, 2x16xf32>) outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major>)
  func.return
}
// CHECK: error: pto.tmatmul.mx.bias: the bias is one row, got 2

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tgather ins(%a, %i, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.tgather: element types differ, f32 and f16

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xf16>, %i: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
  pto.mgather ins(%p, %i : !pto.partition_tensor_view<16x64xf16>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {coalesce = #pto<coalesce elem>}
  func.return
}
// CHECK: error: pto.mgather: element types differ, f16 and f32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %i: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tsort32 ins(%a, %i : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.tsort32: element types differ, f32 and f16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %n: i32, %c: !pto.tile_buf<vec, 16x64xf16>) {
  pto.tmrgsort ins(%a, %n : !pto.tile_buf<vec, 16x64xf32>, i32) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
  func.return
}
// CHECK: error: pto.tmrgsort: element types differ, f32 and f16

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xi8>) {
  pto.tquant ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xi8>) {quant_type = #pto<quant_type MXFP8>}
  func.return
}
// CHECK: error: pto.tquant: quant_type is one of INT8_SYM, INT8_ASYM, got MXFP8

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xi8>) {
  pto.tquant.mx ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c, %c, %a, %a : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) {quant_type = #pto<quant_type INT8_SYM>}
  func.return
}
// CHECK: error: pto.tquant.mx: quant_type is one of MXFP8, MXFP4_E2M1, got INT8_SYM

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xf32>, %t: !pto.tile_buf<vec, 16x64xf32>) {
  pto.comm.tbroadcast(%p, recv(%t), group(%p, %p) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = 2 : i32}
  func.return
}
// CHECK: error: pto.comm.tbroadcast: root is one of the 2 devices of the group, counted from 0, got 2

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xf32>, %t: !pto.tile_buf<vec, 16x64xf32>) {
  pto.comm.tgather(%p, recv(%t), group(%p, %p) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {root = -1 : i32}
  func.return
}
// CHECK: error: pto.comm.tgather: root is one of the 2 devices of the group, counted from 0, got -1

// -----

func.func @f(%p: !pto.partition_tensor_view<16x64xf32>, %t: !pto.tile_buf<vec, 16x64xf32>) {
  pto.comm.treduce(%p, %t, recv(%t), group(%p) : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.partition_tensor_view<16x64xf32>) {reduceOp = #pto<reduce_op sum>, root = 1 : i32}
  func.return
}
// CHECK: error: pto.comm.treduce: root is one of the 1 devices of the group, counted from 0, got 1

// -----

func.func @f(%p: i64) {
  %q = pto.castptr %p : i64 -> i32
  func.return
}
// CHECK: error: pto.castptr: one of the types is a pointer, got i32

// -----

func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %k: !pto.tile_buf<vec, 16x64xf32>) {
  "pto.tgather"(%a, %a, %k) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) -> ()
  func.return
}
// CHECK: error: pto.tgather: kValue and cdst are given together or not at all
