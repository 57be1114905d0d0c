// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// A key of a tile type is printed iff it differs from its default, whatever was written.

// CHECK-LABEL: @spaces
// CHECK-SAME:  (%no_space: !tile.tile<64x64xf32>, %vec: !tile.tile<vec, 64x64xf32>, %mat: !tile.tile<mat, 64x64xf32>,
// CHECK-SAME:  %left: !tile.tile<left, 64x64xf32>, %right: !tile.tile<right, 64x64xf32>, %acc: !tile.tile<acc, 64x64xf32>,
// CHECK-SAME:  %bias: !tile.tile<bias, 64x64xf32>, %left_scale: !tile.tile<left_scale, 64x64xf8E8M0FNU>, %right_scale: !tile.tile<right_scale, 64x64xf8E8M0FNU>)
// CHECK-GENERIC: function_type = (!tile.tile<64x64xf32>, !tile.tile<vec, 64x64xf32>, !tile.tile<mat, 64x64xf32>,
// CHECK-GENERIC-SAME: !tile.tile<left, 64x64xf32>, !tile.tile<right, 64x64xf32>, !tile.tile<acc, 64x64xf32>,
// CHECK-GENERIC-SAME: !tile.tile<bias, 64x64xf32>, !tile.tile<left_scale, 64x64xf8E8M0FNU>, !tile.tile<right_scale, 64x64xf8E8M0FNU>)
func.func @spaces(
  %no_space: !tile.tile<64x64xf32>,
  %vec: !tile.tile<vec, 64x64xf32>,
  %mat: !tile.tile<mat, 64x64xf32>,
  %left: !tile.tile<left, 64x64xf32>,
  %right: !tile.tile<right, 64x64xf32>,
  %acc: !tile.tile<acc, 64x64xf32>,
  %bias: !tile.tile<bias, 64x64xf32>,
  %left_scale: !tile.tile<left_scale, 64x64xf8E8M0FNU>,
  %right_scale: !tile.tile<right_scale, 64x64xf8E8M0FNU>
) {
  func.return
}

// CHECK-LABEL: @extents
// CHECK-SAME:  (%one: !tile.tile<vec, 64xi8>, %three: !tile.tile<vec, 4x16x64xi8>, %dynamic: !tile.tile<vec, ?x64xi8>,
// CHECK-SAME:  %whole: !tile.tile<vec, 64x64xi8>, %part: !tile.tile<vec, 64x64xi8, valid=0x32>, %unknown: !tile.tile<vec, 64x64xi8, valid=?x64>)
func.func @extents(
  %one: !tile.tile<vec, 64xi8>,
  %three: !tile.tile<vec, 4x16x64xi8>,
  %dynamic: !tile.tile<vec, ?x64xi8>,
  %whole: !tile.tile<vec, 64x64xi8, valid=64x64>,
  %part: !tile.tile<vec, 64x64xi8, valid=0x32>,
  %unknown: !tile.tile<vec, 64x64xi8, valid=?x64>
) {
  func.return
}

// CHECK-LABEL: @elements
// CHECK-SAME:  (%a: !tile.tile<2x2xi4>, %b: !tile.tile<2x2xui8>, %c: !tile.tile<2x2xsi16>, %d: !tile.tile<2x2xi64>,
// CHECK-SAME:  %e: !tile.tile<2x2xbf16>, %f: !tile.tile<2x2xf8E4M3FN>, %g: !tile.tile<2x2xf4E2M1FN>)
func.func @elements(
  %a: !tile.tile<2x2xi4>,
  %b: !tile.tile<2x2xui8>,
  %c: !tile.tile<2x2xsi16>,
  %d: !tile.tile<2x2xi64>,
  %e: !tile.tile<2x2xbf16>,
  %f: !tile.tile<2x2xf8E4M3FN>,
  %g: !tile.tile<2x2xf4E2M1FN>
) {
  func.return
}

// Every key, in any order; a default that is written is not printed.
// CHECK-LABEL: @keys
// CHECK-SAME:  (%all: !tile.tile<vec, 64x64xf32, valid=32x64, blayout=col_major, slayout=row_major, fractal=1024, pad=zero, compact=normal>,
// CHECK-SAME:  %defaults: !tile.tile<vec, 64x64xf32>, %mat_defaults: !tile.tile<mat, 64x64xf32>,
// CHECK-SAME:  %column: !tile.tile<vec, 64x1xf32>, %row_column: !tile.tile<vec, 64x1xf32, blayout=row_major>,
// CHECK-SAME:  %mat_row: !tile.tile<mat, 64x64xf32, blayout=row_major, slayout=none_box>,
// CHECK-SAME:  %pads: !tile.tile<vec, 64x64xf32, pad=max>, %more: !tile.tile<vec, 64x64xf32, pad=min, compact=row_plus_one>)
func.func @keys(
  %all: !tile.tile<vec, 64x64xf32, compact=normal, pad=zero, fractal=1024, slayout=row_major, blayout=col_major, valid=32x64>,
  %defaults: !tile.tile<vec, 64x64xf32, blayout=row_major, slayout=none_box, fractal=512, pad=null, compact=null>,
  %mat_defaults: !tile.tile<mat, 64x64xf32, blayout=col_major, slayout=row_major, fractal=512>,
  %column: !tile.tile<vec, 64x1xf32, blayout=col_major>,
  %row_column: !tile.tile<vec, 64x1xf32, blayout=row_major>,
  %mat_row: !tile.tile<mat, 64x64xf32, blayout=row_major, slayout=none_box>,
  %pads: !tile.tile<vec, 64x64xf32, pad=max>,
  %more: !tile.tile<vec, 64x64xf32, pad=min, compact=row_plus_one>
) {
  func.return
}

// CHECK-LABEL: @attributes
// CHECK-SAME:  attributes {core = #tile.core<cube>, extents = #tile.extents<1x?x64>, none = #tile.extents<>, space = #tile.space<acc>, stage = [#tile.stage<0, 1>, #tile.stage<2, 0>], tile.core = #tile.core<vector>}
// CHECK-GENERIC: core = #tile.core<cube>, extents = #tile.extents<1x?x64>, none = #tile.extents<>, space = #tile.space<acc>, stage = [#tile.stage<0, 1>, #tile.stage<2, 0>], tile.core = #tile.core<vector>
func.func @attributes() attributes {
  core = #tile.core<cube>,
  extents = #tile.extents<1x?x64>,
  none = #tile.extents<>,
  space = #tile.space<acc>,
  stage = [#tile.stage<0, 1>, #tile.stage<2, 0>],
  tile.core = #tile.core<vector>
} {
  func.return
}
