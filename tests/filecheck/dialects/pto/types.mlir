// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Every spelling of a type is read; one is printed.

// CHECK-GENERIC: "builtin.module"

"test.op"() {
  // A pointer's space may be left out and has several names.
  // CHECK: ptr = [!pto.ptr<f32, gm>, !pto.ptr<f32, gm>, !pto.ptr<i8, ub>, !pto.ptr<f16, ub>, !pto.ptr<f16, l1>, !pto.ptr<f16, l0a>, !pto.ptr<f16, l0b>, !pto.ptr<f32, l0c>, !pto.ptr<f32, bt>, !pto.ptr<i64, fb>]
  ptr = [!pto.ptr<f32>, !pto.ptr<f32, gm>, !pto.ptr<i8, vec>, !pto.ptr<f16, ub>, !pto.ptr<f16, mat>, !pto.ptr<f16, l0a>, !pto.ptr<f16, right>, !pto.ptr<f32, acc>, !pto.ptr<f32, bias>, !pto.ptr<i64, scaling>],
  // CHECK-SAME: views = [!pto.tensor_view<?x?xf32>, !pto.tensor_view<16xi8>, !pto.tensor_view<f32>, !pto.partition_tensor_view<1x0x16x?xbf16>, !pto.tile<16x16xf32>]
  views = [!pto.tensor_view<?x?xf32>, !pto.tensor_view<16xi8>, !pto.tensor_view<f32>, !pto.partition_tensor_view<1x0x16x?xbf16>, !pto.tile<16x16xf32>],
  // The long spelling of a tile.
  // CHECK-SAME: long = [!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, valid=?x?, pad=1>, !pto.tile_buf<mat, 32x64xf16, blayout=col_major, slayout=row_major, compact=1>]
  long = [!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=16, v_col=64, blayout=row_major, slayout=none_box, fractal=512, pad=0>, !pto.tile_buf<loc="vec", dtype=f32, rows=16, cols=64, v_row=?, v_col=-1, blayout="row_major", slayout="none_box", fractal=512, pad=1>, !pto.tile_buf<loc=mat, dtype=f16, rows=32, cols=64, v_row=32, v_col=64, blayout=col_major, slayout=row_major, fractal=512, pad=0, compact=1>],
  // The compact spelling: keys in any order, those with their default value are not printed.
  // CHECK-SAME: compact = [!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, valid=0x16>, !pto.tile_buf<acc, 16x64xf32, valid=?x8, blayout=col_major, slayout=row_major, fractal=1024, pad=3, compact=2>]
  compact = [!pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, pad=0, fractal=512, valid=16x64, compact=0, slayout=none_box, blayout=row_major>, !pto.tile_buf<vec, 16x64xf32, valid=0x16>, !pto.tile_buf<acc, 16x64xf32, compact=2, pad=3, fractal=1024, slayout=row_major, blayout=col_major, valid=?x8>],
  // CHECK-SAME: elements = [!pto.tile_buf<vec, 16x32xui8>, !pto.tile_buf<left, 16x32xf8E4M3FN>, !pto.tile_buf<vec, 16x32x!pto.hif8>, !pto.tile_buf<vec, 16x32x!pto.hif8x2>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0>, !pto.tile_buf<left, 16x32x!pto.f4E1M2x2>, !pto.tile_buf<left, 16x32x!pto.f4E2M1x2>]
  elements = [!pto.tile_buf<vec, 16x32xui8>, !pto.tile_buf<left, 16x32xf8E4M3FN>, !pto.tile_buf<vec, 16x32x!pto.hif8>, !pto.tile_buf<vec, 16x32x!pto.hif8x2>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0>, !pto.tile_buf<left, 16x32x!pto.f4E1M2x2>, !pto.tile_buf<left, 16x32x!pto.f4E2M1x2>],
  // A region of slots.
  // CHECK-SAME: multi = [!pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>, !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=16>, !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32, valid=?x64, pad=1>, count=3>]
  multi = [!pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>, !pto.multi_tile_buf<!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=16, v_col=64, blayout=row_major, slayout=none_box, fractal=512, pad=0>, count=16>, !pto.multi_tile_buf<vec, 16x64xf32, pad=1, valid=?x64, count=3>]
} : () -> ()
