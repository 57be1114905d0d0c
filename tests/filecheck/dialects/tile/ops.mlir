// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Every operation of the dialect, with its optional parts present and absent.

// CHECK-LABEL:         func.func @memory(
// CHECK-GENERIC:       sym_name = "memory"
func.func @memory(%a: memref<256x64xf32>, %n: memref<4x?x64xf32>, %i: index, %x: f32) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %load = tile.load %a[%i, %i] : memref<256x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %load = "tile.load"(%a, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (memref<256x64xf32>, index, index) -> !tile.tile<vec, 64x64xf32>
  %load = tile.load %a[%i, %i] : memref<256x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %load_all = tile.load %n[%i, %i, %i] valid [%i] window = [1, ?, 64] {tile.stage = [#tile.stage<0, 1>]} : memref<4x?x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
  // CHECK-GENERIC-NEXT: %load_all = "tile.load"(%n, %i, %i, %i, %i) <{window = #tile.extents<1x?x64>, operandSegmentSizes = array<i32: 1, 3, 1>}> {tile.stage = [#tile.stage<0, 1>]} : (memref<4x?x64xf32>, index, index, index, index) -> !tile.tile<vec, 64x64xf32, valid=?x64>
  %load_all = tile.load %n[%i, %i, %i] valid [%i] window = [1, ?, 64] {tile.stage = [#tile.stage<0, 1>]} : memref<4x?x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
  // CHECK-NEXT:         %load_mat = tile.load %a[%i, %i] : memref<256x64xf32> -> !tile.tile<mat, 64x64xf32>
  // CHECK-GENERIC-NEXT: %load_mat = "tile.load"(%a, %i, %i)
  %load_mat = tile.load %a[%i, %i] : memref<256x64xf32> -> !tile.tile<mat, 64x64xf32>
  // CHECK-NEXT:         %load_no_space = tile.load %a[%i, %i] : memref<256x64xf32> -> !tile.tile<64x64xf32>
  // CHECK-GENERIC-NEXT: %load_no_space = "tile.load"(%a, %i, %i)
  %load_no_space = tile.load %a[%i, %i] : memref<256x64xf32> -> !tile.tile<64x64xf32>
  // CHECK-NEXT:         tile.store %load, %a[%i, %i] : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  // CHECK-GENERIC-NEXT: "tile.store"(%load, %a, %i, %i) : (!tile.tile<vec, 64x64xf32>, memref<256x64xf32>, index, index) -> ()
  tile.store %load, %a[%i, %i] : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:         tile.store %load_all, %n[%i, %i, %i] window = [1, ?, 64] {tile.stage = [#tile.stage<0, 1>, #tile.stage<3, 0>]} : !tile.tile<vec, 64x64xf32, valid=?x64>, memref<4x?x64xf32>
  // CHECK-GENERIC-NEXT: "tile.store"(%load_all, %n, %i, %i, %i) <{window = #tile.extents<1x?x64>}> {tile.stage = [#tile.stage<0, 1>, #tile.stage<3, 0>]} : (!tile.tile<vec, 64x64xf32, valid=?x64>, memref<4x?x64xf32>, index, index, index) -> ()
  tile.store %load_all, %n[%i, %i, %i] window = [1, ?, 64] {tile.stage = [#tile.stage<0, 1>, #tile.stage<3, 0>]} : !tile.tile<vec, 64x64xf32, valid=?x64>, memref<4x?x64xf32>
  // CHECK-NEXT:         tile.store %load, %a[%i, %i] window = [64, 64] atomic_add {a} : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  // CHECK-GENERIC-NEXT: "tile.store"(%load, %a, %i, %i) <{window = #tile.extents<64x64>, atomic_add}> {a} : (!tile.tile<vec, 64x64xf32>, memref<256x64xf32>, index, index) -> ()
  tile.store %load, %a[%i, %i] window = [64, 64] atomic_add {a} : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:         %create = tile.create : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %create = "tile.create"() : () -> !tile.tile<vec, 64x64xf32>
  %create = tile.create : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %create_valid = tile.create valid [%i, %i] {a = 1 : i32} : !tile.tile<acc, 64x64xf32, valid=?x?>
  // CHECK-GENERIC-NEXT: %create_valid = "tile.create"(%i, %i) {a = 1 : i32} : (index, index) -> !tile.tile<acc, 64x64xf32, valid=?x?>
  %create_valid = tile.create valid [%i, %i] {a = 1 : i32} : !tile.tile<acc, 64x64xf32, valid=?x?>
  // CHECK-NEXT:         %full = tile.full %x : f32 -> !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %full = "tile.full"(%x) : (f32) -> !tile.tile<vec, 64x64xf32>
  %full = tile.full %x : f32 -> !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %full_valid = tile.full %x valid [%i] {a} : f32 -> !tile.tile<vec, 64x64xf32, valid=64x?>
  // CHECK-GENERIC-NEXT: %full_valid = "tile.full"(%x, %i) {a} : (f32, index) -> !tile.tile<vec, 64x64xf32, valid=64x?>
  %full_valid = tile.full %x valid [%i] {a} : f32 -> !tile.tile<vec, 64x64xf32, valid=64x?>
  func.return
}

// CHECK-LABEL:         func.func @zero_dimensions(
// CHECK-GENERIC:       sym_name = "zero_dimensions"
func.func @zero_dimensions(%a: memref<f32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %t = tile.load %a[] window = [] : memref<f32> -> !tile.tile<vec, 1x1xf32>
  // CHECK-GENERIC-NEXT: %t = "tile.load"(%a) <{window = #tile.extents<>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<f32>) -> !tile.tile<vec, 1x1xf32>
  %t = tile.load %a[] window = [] : memref<f32> -> !tile.tile<vec, 1x1xf32>
  func.return
}

// CHECK-LABEL:         func.func @binary(
// CHECK-GENERIC:       sym_name = "binary"
func.func @binary(%t: !tile.tile<vec, 64x64xf32>, %p: !tile.tile<vec, 64x64xf32, valid=?x64>, %q: !tile.tile<64x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %add = tile.add %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %add = "tile.add"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %add = tile.add %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %sub = tile.sub %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %sub = "tile.sub"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %sub = tile.sub %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %mul = tile.mul %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %mul = "tile.mul"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %mul = tile.mul %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %div = tile.div %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %div = "tile.div"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %div = tile.div %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %max = tile.max %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %max = "tile.max"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %max = tile.max %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %min = tile.min %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %min = "tile.min"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %min = tile.min %t, %t : !tile.tile<vec, 64x64xf32>
  // Types are written out where they differ: operands, then the result.
  // CHECK-NEXT:         %dyn = tile.add %p, %t : !tile.tile<vec, 64x64xf32, valid=?x64>, !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %dyn = "tile.add"(%p, %t) : (!tile.tile<vec, 64x64xf32, valid=?x64>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32, valid=?x64>
  %dyn = tile.add %p, %t : !tile.tile<vec, 64x64xf32, valid=?x64>, !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %placed = tile.add %q, %q {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %placed = "tile.add"(%q, %q) {tile.stage = [#tile.stage<0, 0>]} : (!tile.tile<64x64xf32>, !tile.tile<64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %placed = tile.add %q, %q {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // What could be left out may be written.
  // CHECK-NEXT:         %long = tile.add %t, %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %long = "tile.add"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %long = tile.add %t, %t : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// CHECK-LABEL:         func.func @scalar(
// CHECK-GENERIC:       sym_name = "scalar"
func.func @scalar(%t: !tile.tile<vec, 64x64xf32>, %x: f32, %u: !tile.tile<vec, 64x64xi32>, %k: i32) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %adds = tile.adds %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-GENERIC-NEXT: %adds = "tile.adds"(%t, %x) : (!tile.tile<vec, 64x64xf32>, f32) -> !tile.tile<vec, 64x64xf32>
  %adds = tile.adds %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-NEXT:         %subs = tile.subs %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-GENERIC-NEXT: %subs = "tile.subs"(%t, %x) : (!tile.tile<vec, 64x64xf32>, f32) -> !tile.tile<vec, 64x64xf32>
  %subs = tile.subs %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-NEXT:         %muls = tile.muls %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-GENERIC-NEXT: %muls = "tile.muls"(%t, %x) : (!tile.tile<vec, 64x64xf32>, f32) -> !tile.tile<vec, 64x64xf32>
  %muls = tile.muls %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-NEXT:         %divs = tile.divs %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-GENERIC-NEXT: %divs = "tile.divs"(%t, %x) : (!tile.tile<vec, 64x64xf32>, f32) -> !tile.tile<vec, 64x64xf32>
  %divs = tile.divs %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-NEXT:         %maxs = tile.maxs %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-GENERIC-NEXT: %maxs = "tile.maxs"(%t, %x) : (!tile.tile<vec, 64x64xf32>, f32) -> !tile.tile<vec, 64x64xf32>
  %maxs = tile.maxs %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-NEXT:         %mins = tile.mins %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-GENERIC-NEXT: %mins = "tile.mins"(%t, %x) : (!tile.tile<vec, 64x64xf32>, f32) -> !tile.tile<vec, 64x64xf32>
  %mins = tile.mins %t, %x : !tile.tile<vec, 64x64xf32>, f32
  // CHECK-NEXT:         %ands = tile.ands %u, %k : !tile.tile<vec, 64x64xi32>, i32
  // CHECK-GENERIC-NEXT: %ands = "tile.ands"(%u, %k) : (!tile.tile<vec, 64x64xi32>, i32) -> !tile.tile<vec, 64x64xi32>
  %ands = tile.ands %u, %k : !tile.tile<vec, 64x64xi32>, i32
  // CHECK-NEXT:         %ors = tile.ors %u, %k : !tile.tile<vec, 64x64xi32>, i32
  // CHECK-GENERIC-NEXT: %ors = "tile.ors"(%u, %k) : (!tile.tile<vec, 64x64xi32>, i32) -> !tile.tile<vec, 64x64xi32>
  %ors = tile.ors %u, %k : !tile.tile<vec, 64x64xi32>, i32
  // CHECK-NEXT:         %xors = tile.xors %u, %k, %u : !tile.tile<vec, 64x64xi32>, i32, !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %xors = "tile.xors"(%u, %k, %u) : (!tile.tile<vec, 64x64xi32>, i32, !tile.tile<vec, 64x64xi32>) -> !tile.tile<vec, 64x64xi32>
  %xors = tile.xors %u, %k, %u : !tile.tile<vec, 64x64xi32>, i32, !tile.tile<vec, 64x64xi32>
  func.return
}

// CHECK-LABEL:         func.func @unary(
// CHECK-GENERIC:       sym_name = "unary"
func.func @unary(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %exp = tile.exp %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %exp = "tile.exp"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %exp = tile.exp %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %log = tile.log %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %log = "tile.log"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %log = tile.log %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %sqrt = tile.sqrt %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %sqrt = "tile.sqrt"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %sqrt = tile.sqrt %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %rsqrt = tile.rsqrt %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %rsqrt = "tile.rsqrt"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %rsqrt = tile.rsqrt %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %recip = tile.recip %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %recip = "tile.recip"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %recip = tile.recip %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %neg = tile.neg %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %neg = "tile.neg"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %neg = tile.neg %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %abs = tile.abs %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %abs = "tile.abs"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %abs = tile.abs %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %relu = tile.relu %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %relu = "tile.relu"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %relu = tile.relu %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %cast_none = tile.cast %t {mode = "none"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %cast_none = "tile.cast"(%t) <{mode = "none"}> : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xi32>
  %cast_none = tile.cast %t {mode = "none"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-NEXT:         %cast_rint = tile.cast %t {mode = "rint"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %cast_rint = "tile.cast"(%t) <{mode = "rint"}> : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xi32>
  %cast_rint = tile.cast %t {mode = "rint"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-NEXT:         %cast_round = tile.cast %t {mode = "round"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %cast_round = "tile.cast"(%t) <{mode = "round"}> : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xi32>
  %cast_round = tile.cast %t {mode = "round"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-NEXT:         %cast_floor = tile.cast %t {mode = "floor"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %cast_floor = "tile.cast"(%t) <{mode = "floor"}> : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xi32>
  %cast_floor = tile.cast %t {mode = "floor"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-NEXT:         %cast_ceil = tile.cast %t {mode = "ceil"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %cast_ceil = "tile.cast"(%t) <{mode = "ceil"}> : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xi32>
  %cast_ceil = tile.cast %t {mode = "ceil"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-NEXT:         %cast_trunc = tile.cast %t {mode = "trunc"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %cast_trunc = "tile.cast"(%t) <{mode = "trunc"}> : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xi32>
  %cast_trunc = tile.cast %t {mode = "trunc"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-NEXT:         %cast_odd = tile.cast %t {mode = "odd"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-GENERIC-NEXT: %cast_odd = "tile.cast"(%t) <{mode = "odd"}> : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xi32>
  %cast_odd = tile.cast %t {mode = "odd"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  // CHECK-NEXT:         %same = tile.cast %t {mode = "rint", a} : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %same = "tile.cast"(%t) <{mode = "rint"}> {a} : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %same = tile.cast %t {mode = "rint", a} : !tile.tile<vec, 64x64xf32>
  func.return
}

// CHECK-LABEL:         func.func @reductions(
// CHECK-GENERIC:       sym_name = "reductions"
func.func @reductions(%t: !tile.tile<vec, 64x64xf32>, %part: !tile.tile<vec, 64x64xf32, valid=?x32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %row_sum = tile.row_sum %t, %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %row_sum = "tile.row_sum"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x1xf32>
  %row_sum = tile.row_sum %t, %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %row_max = tile.row_max %t, %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %row_max = "tile.row_max"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x1xf32>
  %row_max = tile.row_max %t, %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %row_min = tile.row_min %t, %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %row_min = "tile.row_min"(%t, %t) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x1xf32>
  %row_min = tile.row_min %t, %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %col_sum = tile.col_sum %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %col_sum = "tile.col_sum"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 1x64xf32>
  %col_sum = tile.col_sum %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %col_max = tile.col_max %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %col_max = "tile.col_max"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 1x64xf32>
  %col_max = tile.col_max %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %col_min = tile.col_min %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %col_min = "tile.col_min"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 1x64xf32>
  %col_min = tile.col_min %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 1x64xf32>
  // The valid extent of the surviving axis stays.
  // CHECK-NEXT:         %row_part = tile.row_sum %part, %t : !tile.tile<vec, 64x64xf32, valid=?x32>, !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32, valid=?x1>
  // CHECK-GENERIC-NEXT: %row_part = "tile.row_sum"(%part, %t)
  %row_part = tile.row_sum %part, %t : !tile.tile<vec, 64x64xf32, valid=?x32>, !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32, valid=?x1>
  // CHECK-NEXT:         %col_part = tile.col_sum %part : !tile.tile<vec, 64x64xf32, valid=?x32> -> !tile.tile<vec, 1x64xf32, valid=1x32>
  // CHECK-GENERIC-NEXT: %col_part = "tile.col_sum"(%part)
  %col_part = tile.col_sum %part : !tile.tile<vec, 64x64xf32, valid=?x32> -> !tile.tile<vec, 1x64xf32, valid=1x32>
  func.return
}

// CHECK-LABEL:         func.func @expands(
// CHECK-GENERIC:       sym_name = "expands"
func.func @expands(%t: !tile.tile<vec, 64x64xf32>, %column: !tile.tile<vec, 64x1xf32>, %row: !tile.tile<vec, 1x64xf32>, %nd: !tile.tile<4x16x64xf32>, %nd_column: !tile.tile<4x16x1xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %r = tile.row_expand %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %r = "tile.row_expand"(%t, %column) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>) -> !tile.tile<vec, 64x64xf32>
  %r = tile.row_expand %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %r_max = tile.row_expand_max %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %r_max = "tile.row_expand_max"(%t, %column) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>) -> !tile.tile<vec, 64x64xf32>
  %r_max = tile.row_expand_max %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %r_min = tile.row_expand_min %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %r_min = "tile.row_expand_min"(%t, %column) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>) -> !tile.tile<vec, 64x64xf32>
  %r_min = tile.row_expand_min %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %r_add = tile.row_expand_add %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %r_add = "tile.row_expand_add"(%t, %column) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>) -> !tile.tile<vec, 64x64xf32>
  %r_add = tile.row_expand_add %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %r_sub = tile.row_expand_sub %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %r_sub = "tile.row_expand_sub"(%t, %column) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>) -> !tile.tile<vec, 64x64xf32>
  %r_sub = tile.row_expand_sub %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %r_mul = tile.row_expand_mul %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %r_mul = "tile.row_expand_mul"(%t, %column) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>) -> !tile.tile<vec, 64x64xf32>
  %r_mul = tile.row_expand_mul %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %r_div = tile.row_expand_div %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-GENERIC-NEXT: %r_div = "tile.row_expand_div"(%t, %column) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>) -> !tile.tile<vec, 64x64xf32>
  %r_div = tile.row_expand_div %t, %column : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  // CHECK-NEXT:         %c = tile.col_expand %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %c = "tile.col_expand"(%t, %row) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %c = tile.col_expand %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %c_max = tile.col_expand_max %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %c_max = "tile.col_expand_max"(%t, %row) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %c_max = tile.col_expand_max %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %c_min = tile.col_expand_min %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %c_min = "tile.col_expand_min"(%t, %row) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %c_min = tile.col_expand_min %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %c_add = tile.col_expand_add %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %c_add = "tile.col_expand_add"(%t, %row) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %c_add = tile.col_expand_add %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %c_sub = tile.col_expand_sub %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %c_sub = "tile.col_expand_sub"(%t, %row) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %c_sub = tile.col_expand_sub %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %c_mul = tile.col_expand_mul %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %c_mul = "tile.col_expand_mul"(%t, %row) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %c_mul = tile.col_expand_mul %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:         %c_div = tile.col_expand_div %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // CHECK-GENERIC-NEXT: %c_div = "tile.col_expand_div"(%t, %row) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %c_div = tile.col_expand_div %t, %row : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  // Rows of more than two dimensions.
  // CHECK-NEXT:         %n = tile.row_expand_mul %nd, %nd_column : !tile.tile<4x16x64xf32>, !tile.tile<4x16x1xf32>
  // CHECK-GENERIC-NEXT: %n = "tile.row_expand_mul"(%nd, %nd_column)
  %n = tile.row_expand_mul %nd, %nd_column : !tile.tile<4x16x64xf32>, !tile.tile<4x16x1xf32>
  // CHECK-NEXT:         %m = tile.row_max %nd, %nd : !tile.tile<4x16x64xf32> -> !tile.tile<4x16x1xf32>
  // CHECK-GENERIC-NEXT: %m = "tile.row_max"(%nd, %nd)
  %m = tile.row_max %nd, %nd : !tile.tile<4x16x64xf32> -> !tile.tile<4x16x1xf32>
  func.return
}

// CHECK-LABEL:         func.func @views(
// CHECK-GENERIC:       sym_name = "views"
func.func @views(%t: !tile.tile<vec, 64x64xf32>, %i: index, %s: !tile.tile<vec, 8x8xf32>, %m: !tile.tile<mat, 16x64xbf16>, %p: !tile.tile<vec, 64x64xf32, valid=?x64>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %slice = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK-GENERIC-NEXT: %slice = "tile.slice"(%t, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (!tile.tile<vec, 64x64xf32>, index, index) -> !tile.tile<vec, 16x64xf32>
  %slice = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK-NEXT:         %slice_valid = tile.slice %t[%i, %i] valid [%i] {a} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32, valid=?x32>
  // CHECK-GENERIC-NEXT: %slice_valid = "tile.slice"(%t, %i, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 1>}> {a} : (!tile.tile<vec, 64x64xf32>, index, index, index) -> !tile.tile<vec, 16x64xf32, valid=?x32>
  %slice_valid = tile.slice %t[%i, %i] valid [%i] {a} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32, valid=?x32>
  // CHECK-NEXT:         %reshape = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 32x128xf32>
  // CHECK-GENERIC-NEXT: %reshape = "tile.reshape"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 32x128xf32>
  %reshape = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 32x128xf32>
  // CHECK-NEXT:         %reshape_part = tile.reshape %p : !tile.tile<vec, 64x64xf32, valid=?x64> -> !tile.tile<vec, 1x64x64xf32, valid=1x?x64>
  // CHECK-GENERIC-NEXT: %reshape_part = "tile.reshape"(%p)
  %reshape_part = tile.reshape %p : !tile.tile<vec, 64x64xf32, valid=?x64> -> !tile.tile<vec, 1x64x64xf32, valid=1x?x64>
  // CHECK-NEXT:         %valid = tile.set_valid_shape %t valid [%i] {a} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
  // CHECK-GENERIC-NEXT: %valid = "tile.set_valid_shape"(%t, %i) {a} : (!tile.tile<vec, 64x64xf32>, index) -> !tile.tile<vec, 64x64xf32, valid=?x64>
  %valid = tile.set_valid_shape %t valid [%i] {a} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
  // CHECK-NEXT:         %valid_static = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=0x64>
  // CHECK-GENERIC-NEXT: %valid_static = "tile.set_valid_shape"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32, valid=0x64>
  %valid_static = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=0x64>
  // CHECK-NEXT:         %dim = tile.valid_dim %p, 0 {a} : !tile.tile<vec, 64x64xf32, valid=?x64>
  // CHECK-GENERIC-NEXT: %dim = "tile.valid_dim"(%p) <{dim = 0 : i64}> {a} : (!tile.tile<vec, 64x64xf32, valid=?x64>) -> index
  %dim = tile.valid_dim %p, 0 {a} : !tile.tile<vec, 64x64xf32, valid=?x64>
  // CHECK-NEXT:         %assemble = tile.assemble %t, %s[%i, %dim] {a} : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>
  // CHECK-GENERIC-NEXT: %assemble = "tile.assemble"(%t, %s, %i, %dim) {a} : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>, index, index) -> !tile.tile<vec, 64x64xf32>
  %assemble = tile.assemble %t, %s[%i, %dim] {a} : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>
  // CHECK-NEXT:         %move = tile.move %t : !tile.tile<vec, 64x64xf32>
  // CHECK-GENERIC-NEXT: %move = "tile.move"(%t) : (!tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x64xf32>
  %move = tile.move %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:         %move_space = tile.move %m {a} : !tile.tile<mat, 16x64xbf16> -> !tile.tile<left, 16x64xbf16>
  // CHECK-GENERIC-NEXT: %move_space = "tile.move"(%m) {a} : (!tile.tile<mat, 16x64xbf16>) -> !tile.tile<left, 16x64xbf16>
  %move_space = tile.move %m {a} : !tile.tile<mat, 16x64xbf16> -> !tile.tile<left, 16x64xbf16>
  // CHECK-NEXT:         %concat = tile.concat %t, %t {a} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x128xf32>
  // CHECK-GENERIC-NEXT: %concat = "tile.concat"(%t, %t) {a} : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32>) -> !tile.tile<vec, 64x128xf32>
  %concat = tile.concat %t, %t {a} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x128xf32>
  func.return
}
