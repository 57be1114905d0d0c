// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// What the assembler makes for itself while it lowers.

!M = memref<16x64xf32, #pto.address_space<vec>>
!T = !pto.tile_buf<vec, 16x64xf32>

func.func @internal(%m: !M, %t: !T, %r: index, %a: i64) {
  %0 = pto.bind_tile %m {config = #pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null, compact=null>} : !M -> !M
  // CHECK: %0 = pto.bind_tile %m {config = #pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null, compact=null>} : memref<16x64xf32, #pto.address_space<vec>> -> memref<16x64xf32, #pto.address_space<vec>>
  // CHECK-GENERIC: %0 = "pto.bind_tile"(%m) <{config = #pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null, compact=null>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<16x64xf32, #pto.address_space<vec>>) -> memref<16x64xf32, #pto.address_space<vec>>
  %1 = pto.bind_tile %m, %r, %r {config = #pto.tile_buf_config<blayout=#pto.blayout<col_major>, slayout=#pto.slayout<row_major>, s_fractal_size=1024, pad=#pto.pad_value<zero>>} : !M -> !M
  // CHECK: %1 = pto.bind_tile %m, %r, %r {config = #pto.tile_buf_config<blayout=col_major, slayout=row_major, s_fractal_size=1024, pad=zero, compact=null>} : memref<16x64xf32, #pto.address_space<vec>> -> memref<16x64xf32, #pto.address_space<vec>>
  // CHECK-GENERIC: %1 = "pto.bind_tile"(%m, %r, %r) <{config = #pto.tile_buf_config<blayout=col_major, slayout=row_major, s_fractal_size=1024, pad=zero, compact=null>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<16x64xf32, #pto.address_space<vec>>, index, index) -> memref<16x64xf32, #pto.address_space<vec>>
  %2 = pto.materialize_tile %m {config = #pto.tile_buf_config<blayout=1, slayout=2, s_fractal_size=32, pad=0, compact=1>} : !M -> !T
  // CHECK: %2 = pto.materialize_tile %m {config = #pto.tile_buf_config<blayout=col_major, slayout=col_major, s_fractal_size=32, pad=null, compact=normal>} : memref<16x64xf32, #pto.address_space<vec>> -> !pto.tile_buf<vec, 16x64xf32>
  // CHECK-GENERIC: %2 = "pto.materialize_tile"(%m) <{config = #pto.tile_buf_config<blayout=col_major, slayout=col_major, s_fractal_size=32, pad=null, compact=normal>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<16x64xf32, #pto.address_space<vec>>) -> !pto.tile_buf<vec, 16x64xf32>
  %3 = pto.pointer_cast(%a) : !M
  // CHECK: %3 = pto.pointer_cast(%a) : memref<16x64xf32, #pto.address_space<vec>>
  // CHECK-GENERIC: %3 = "pto.pointer_cast"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> memref<16x64xf32, #pto.address_space<vec>>
  %4 = pto.pointer_cast(%a, %a) [%r, %r] {config = #pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null, compact=null>} : !M
  // CHECK: %4 = pto.pointer_cast(%a, %a) [%r, %r] {config = #pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null, compact=null>} : memref<16x64xf32, #pto.address_space<vec>>
  // CHECK-GENERIC: %4 = "pto.pointer_cast"(%a, %a, %r, %r) <{config = #pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null, compact=null>, operandSegmentSizes = array<i32: 2, 1, 1>}> : (i64, i64, index, index) -> memref<16x64xf32, #pto.address_space<vec>>
  %5 = pto.slot_marker %m[%r] : !M -> !M
  // CHECK: %5 = pto.slot_marker %m[%r] : memref<16x64xf32, #pto.address_space<vec>> -> memref<16x64xf32, #pto.address_space<vec>>
  // CHECK-GENERIC: %5 = "pto.slot_marker"(%m, %r) : (memref<16x64xf32, #pto.address_space<vec>>, index) -> memref<16x64xf32, #pto.address_space<vec>>
  %6 = pto.declare_tile_memref -> !M
  // CHECK: %6 = pto.declare_tile_memref -> memref<16x64xf32, #pto.address_space<vec>>
  // CHECK-GENERIC: %6 = "pto.declare_tile_memref"() : () -> memref<16x64xf32, #pto.address_space<vec>>
  %7 = pto.simd.tile_to_memref %t : !T to !M
  // CHECK: %7 = pto.simd.tile_to_memref %t : !pto.tile_buf<vec, 16x64xf32> to memref<16x64xf32, #pto.address_space<vec>>
  // CHECK-GENERIC: %7 = "pto.simd.tile_to_memref"(%t) : (!pto.tile_buf<vec, 16x64xf32>) -> memref<16x64xf32, #pto.address_space<vec>>
  func.return
}
