// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Views of global memory, allocations and views of tiles.

!V = !pto.tile_buf<vec, 16x64xf32>
!D = !pto.tile_buf<vec, 16x64xf32, valid=?x?>
!G = !pto.ptr<f32, gm>
!GV = !pto.tensor_view<?x?xf32>
!MT = !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
!S = !pto.tile_buf<vec, 8x64xf32>

func.func @views(%g: !G, %m: index, %n: index, %addr: i64, %k: index) {
  // A view of a pointer; the layout is optional.
  %c1 = arith.constant 1 : index
  // CHECK: %c1 = arith.constant 1 : index
  // CHECK-GENERIC: %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c8 = arith.constant 8 : index
  // CHECK-NEXT: %c8 = arith.constant 8 : index
  // CHECK-GENERIC-NEXT: %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
  %c16 = arith.constant 16 : index
  // CHECK-NEXT: %c16 = arith.constant 16 : index
  // CHECK-GENERIC-NEXT: %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
  %c64 = arith.constant 64 : index
  // CHECK-NEXT: %c64 = arith.constant 64 : index
  // CHECK-GENERIC-NEXT: %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
  %v = pto.make_tensor_view %g, shape = [%m, %n], strides = [%n, %c1] : !GV
  // CHECK-NEXT: %v = pto.make_tensor_view %g, shape = [%m, %n], strides = [%n, %c1] : !pto.tensor_view<?x?xf32>
  // CHECK-GENERIC-NEXT: %v = "pto.make_tensor_view"(%g, %m, %n, %n, %c1) <{operandSegmentSizes = array<i32: 1, 2, 2>}> : (!pto.ptr<f32, gm>, index, index, index, index) -> !pto.tensor_view<?x?xf32>
  %w = pto.make_tensor_view %g, shape = [%c16, %c64], strides = [%c64, %c1] {layout = #pto.layout<nd>} : !pto.tensor_view<16x64xf32>
  // CHECK-NEXT: %w = pto.make_tensor_view %g, shape = [%c16, %c64], strides = [%c64, %c1] {layout = #pto.layout<nd>} : !pto.tensor_view<16x64xf32>
  // CHECK-GENERIC-NEXT: %w = "pto.make_tensor_view"(%g, %c16, %c64, %c64, %c1) <{operandSegmentSizes = array<i32: 1, 2, 2>, layout = #pto.layout<nd>}> : (!pto.ptr<f32, gm>, index, index, index, index) -> !pto.tensor_view<16x64xf32>
  %z = pto.make_tensor_view %g, shape = [%n], strides = [%c1] {k, layout = #pto.layout<dn>} : !pto.tensor_view<?xf32>
  // CHECK-NEXT: %z = pto.make_tensor_view %g, shape = [%n], strides = [%c1] {k, layout = #pto.layout<dn>} : !pto.tensor_view<?xf32>
  // CHECK-GENERIC-NEXT: %z = "pto.make_tensor_view"(%g, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1>, layout = #pto.layout<dn>}> {k} : (!pto.ptr<f32, gm>, index, index) -> !pto.tensor_view<?xf32>
  // The type of a window is not printed when it is the one that the sizes imply.
  %p0 = pto.partition_view %v, offsets = [%m, %n], sizes = [%c16, %c64] : !GV -> !pto.partition_tensor_view<16x64xf32>
  // CHECK-NEXT: %p0 = pto.partition_view %v, offsets = [%m, %n], sizes = [%c16, %c64] : !pto.tensor_view<?x?xf32>
  // CHECK-GENERIC-NEXT: %p0 = "pto.partition_view"(%v, %m, %n, %c16, %c64) <{operandSegmentSizes = array<i32: 1, 2, 2>}> : (!pto.tensor_view<?x?xf32>, index, index, index, index) -> !pto.partition_tensor_view<16x64xf32>
  %p1 = pto.partition_view %v, offsets = [%m, %n], sizes = [%c16, %n] : !GV
  // CHECK-NEXT: %p1 = pto.partition_view %v, offsets = [%m, %n], sizes = [%c16, %n] : !pto.tensor_view<?x?xf32>
  // CHECK-GENERIC-NEXT: %p1 = "pto.partition_view"(%v, %m, %n, %c16, %n) <{operandSegmentSizes = array<i32: 1, 2, 2>}> : (!pto.tensor_view<?x?xf32>, index, index, index, index) -> !pto.partition_tensor_view<16x?xf32>
  %p2 = pto.partition_view %v, offsets = [%m, %n], sizes = [%c16, %c64] : !GV -> !pto.partition_tensor_view<?x64xf32>
  // CHECK-NEXT: %p2 = pto.partition_view %v, offsets = [%m, %n], sizes = [%c16, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<?x64xf32>
  // CHECK-GENERIC-NEXT: %p2 = "pto.partition_view"(%v, %m, %n, %c16, %c64) <{operandSegmentSizes = array<i32: 1, 2, 2>}> : (!pto.tensor_view<?x?xf32>, index, index, index, index) -> !pto.partition_tensor_view<?x64xf32>
  %p3 = pto.partition_view %z, offsets = [%m], sizes = [%c16] : !pto.tensor_view<?xf32>
  // CHECK-NEXT: %p3 = pto.partition_view %z, offsets = [%m], sizes = [%c16] : !pto.tensor_view<?xf32>
  // CHECK-GENERIC-NEXT: %p3 = "pto.partition_view"(%z, %m, %c16) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!pto.tensor_view<?xf32>, index, index) -> !pto.partition_tensor_view<16xf32>
  %dim = pto.get_tensor_view_dim %v, %c1 : !GV -> index
  // CHECK-NEXT: %dim = pto.get_tensor_view_dim %v, %c1 : !pto.tensor_view<?x?xf32> -> index
  // CHECK-GENERIC-NEXT: %dim = "pto.get_tensor_view_dim"(%v, %c1) : (!pto.tensor_view<?x?xf32>, index) -> index
  %stride = pto.get_tensor_view_stride %v, %c1 : !GV -> index
  // CHECK-NEXT: %stride = pto.get_tensor_view_stride %v, %c1 : !pto.tensor_view<?x?xf32> -> index
  // CHECK-GENERIC-NEXT: %stride = "pto.get_tensor_view_stride"(%v, %c1) : (!pto.tensor_view<?x?xf32>, index) -> index
  // An allocation has an address, and an operand for each `?` extent.
  %t0 = pto.alloc_tile : !V
  // CHECK-NEXT: %t0 = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %t0 = "pto.alloc_tile"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !pto.tile_buf<vec, 16x64xf32>
  %t1 = pto.alloc_tile addr = %addr : !V
  // CHECK-NEXT: %t1 = pto.alloc_tile addr = %addr : !pto.tile_buf<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %t1 = "pto.alloc_tile"(%addr) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> !pto.tile_buf<vec, 16x64xf32>
  %t2 = pto.alloc_tile valid_row = %m valid_col = %n : !D
  // CHECK-NEXT: %t2 = pto.alloc_tile valid_row = %m valid_col = %n : !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  // CHECK-GENERIC-NEXT: %t2 = "pto.alloc_tile"(%m, %n) <{operandSegmentSizes = array<i32: 0, 1, 1>}> : (index, index) -> !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  %t3 = pto.alloc_tile addr = %addr valid_col = %n : !pto.tile_buf<vec, 16x64xf32, valid=16x?>
  // CHECK-NEXT: %t3 = pto.alloc_tile addr = %addr valid_col = %n : !pto.tile_buf<vec, 16x64xf32, valid=16x?>
  // CHECK-GENERIC-NEXT: %t3 = "pto.alloc_tile"(%addr, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i64, index) -> !pto.tile_buf<vec, 16x64xf32, valid=16x?>
  %mt0 = pto.alloc_multi_tile : !MT
  // CHECK-NEXT: %mt0 = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
  // CHECK-GENERIC-NEXT: %mt0 = "pto.alloc_multi_tile"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
  %mt1 = pto.alloc_multi_tile addr = %addr valid_row = %m : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32, valid=?x64>, count=16>
  // CHECK-NEXT: %mt1 = pto.alloc_multi_tile addr = %addr valid_row = %m : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32, valid=?x64>, count=16>
  // CHECK-GENERIC-NEXT: %mt1 = "pto.alloc_multi_tile"(%addr, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i64, index) -> !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32, valid=?x64>, count=16>
  %slot = pto.multi_tile_get %mt0[%k] : !MT -> !V
  // CHECK-NEXT: %slot = pto.multi_tile_get %mt0[%k] : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2> -> !pto.tile_buf<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %slot = "pto.multi_tile_get"(%mt0, %k) : (!pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>, index) -> !pto.tile_buf<vec, 16x64xf32>
  // A window of a tile; without a written type its valid region is the window, or what `valid` says.
  %s0 = pto.subview %t0[%c8, %n] sizes [8, 64] : !V -> !S
  // CHECK-NEXT: %s0 = pto.subview %t0[%c8, %n] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32>
  // CHECK-GENERIC-NEXT: %s0 = "pto.subview"(%t0, %c8, %n) <{sizes = [8 : i64, 64 : i64], operandSegmentSizes = array<i32: 1, 2, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, index, index) -> !pto.tile_buf<vec, 8x64xf32>
  %s1 = pto.subview %t0[%m, %n] sizes [8, 64] : !V
  // CHECK-NEXT: %s1 = pto.subview %t0[%m, %n] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32>
  // CHECK-GENERIC-NEXT: %s1 = "pto.subview"(%t0, %m, %n) <{sizes = [8 : i64, 64 : i64], operandSegmentSizes = array<i32: 1, 2, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, index, index) -> !pto.tile_buf<vec, 8x64xf32>
  %s2 = pto.subview %t0[%m, %n] sizes [8, 64] valid [%c16, %n] : !V
  // CHECK-NEXT: %s2 = pto.subview %t0[%m, %n] sizes [8, 64] valid [%c16, %n] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32, valid=8x?>
  // CHECK-GENERIC-NEXT: %s2 = "pto.subview"(%t0, %m, %n, %c16, %n) <{sizes = [8 : i64, 64 : i64], operandSegmentSizes = array<i32: 1, 2, 1, 1>}> : (!pto.tile_buf<vec, 16x64xf32>, index, index, index, index) -> !pto.tile_buf<vec, 8x64xf32, valid=8x?>
  %s3 = pto.subview %t0[%m, %n] sizes [8, 64] : !V -> !pto.tile_buf<vec, 8x64xf32, valid=5x64>
  // CHECK-NEXT: %s3 = pto.subview %t0[%m, %n] sizes [8, 64] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 8x64xf32, valid=5x64>
  // CHECK-GENERIC-NEXT: %s3 = "pto.subview"(%t0, %m, %n) <{sizes = [8 : i64, 64 : i64], operandSegmentSizes = array<i32: 1, 2, 0, 0>}> : (!pto.tile_buf<vec, 16x64xf32>, index, index) -> !pto.tile_buf<vec, 8x64xf32, valid=5x64>
  // The same bytes under another type.
  %r = pto.treshape %t0 : !V -> !pto.tile_buf<vec, 64x16xf32>
  // CHECK-NEXT: %r = pto.treshape %t0 : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 64x16xf32>
  // CHECK-GENERIC-NEXT: %r = "pto.treshape"(%t0) : (!pto.tile_buf<vec, 16x64xf32>) -> !pto.tile_buf<vec, 64x16xf32>
  %bc = pto.bitcast %t0 : !V -> !pto.tile_buf<vec, 16x64xi32>
  // CHECK-NEXT: %bc = pto.bitcast %t0 : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xi32>
  // CHECK-GENERIC-NEXT: %bc = "pto.bitcast"(%t0) : (!pto.tile_buf<vec, 16x64xf32>) -> !pto.tile_buf<vec, 16x64xi32>
  // The valid region.
  pto.set_validshape %t2, %m, %n : !D
  // CHECK-NEXT: pto.set_validshape %t2, %m, %n : !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  // CHECK-GENERIC-NEXT: "pto.set_validshape"(%t2, %m, %n) : (!pto.tile_buf<vec, 16x64xf32, valid=?x?>, index, index) -> ()
  %vr, %vc = pto.get_validshape %t2 : !D
  // CHECK-NEXT: %vr, %vc = pto.get_validshape %t2 : !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  // CHECK-GENERIC-NEXT: %vr, %vc = "pto.get_validshape"(%t2) : (!pto.tile_buf<vec, 16x64xf32, valid=?x?>) -> (index, index)
  %rows = pto.tile_valid_rows %t2 : !D -> index
  // CHECK-NEXT: %rows = pto.tile_valid_rows %t2 : !pto.tile_buf<vec, 16x64xf32, valid=?x?> -> index
  // CHECK-GENERIC-NEXT: %rows = "pto.tile_valid_rows"(%t2) : (!pto.tile_buf<vec, 16x64xf32, valid=?x?>) -> index
  %cols = pto.tile_valid_cols %t2 : !D -> index
  // CHECK-NEXT: %cols = pto.tile_valid_cols %t2 : !pto.tile_buf<vec, 16x64xf32, valid=?x?> -> index
  // CHECK-GENERIC-NEXT: %cols = "pto.tile_valid_cols"(%t2) : (!pto.tile_buf<vec, 16x64xf32, valid=?x?>) -> index
  %as = pto.tassign %t1, %addr : !V -> !V
  // CHECK-NEXT: %as = pto.tassign %t1, %addr : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %as = "pto.tassign"(%t1, %addr) : (!pto.tile_buf<vec, 16x64xf32>, i64) -> !pto.tile_buf<vec, 16x64xf32>
  %dt = pto.declare_tile -> !D
  // CHECK-NEXT: %dt = pto.declare_tile -> !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  // CHECK-GENERIC-NEXT: %dt = "pto.declare_tile"() : () -> !pto.tile_buf<vec, 16x64xf32, valid=?x?>
  %dg = pto.declare_global -> !GV
  // CHECK-NEXT: %dg = pto.declare_global -> !pto.tensor_view<?x?xf32>
  // CHECK-GENERIC-NEXT: %dg = "pto.declare_global"() : () -> !pto.tensor_view<?x?xf32>
  func.return
}
