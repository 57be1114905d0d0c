// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule of a type or an operation in each function.

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile has at least one dimension
  %t = tile.create : !tile.tile<vec, f32>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the shape 64x0 has an empty dimension
  %t = tile.create : !tile.tile<vec, 64x0xf32>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: index is no element type of a tile, which is an integer or a float of 4, 8, 16, 32, 64 bits
  %t = tile.create : !tile.tile<vec, 64x64xindex>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: i1 is no element type of a tile
  %t = tile.create : !tile.tile<vec, 64x64xi1>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: vector<4xf32> is no element type of a tile
  %t = tile.create : !tile.tile<vec, 64x64xvector<4xf32>>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=64 has 1 extents, the shape 64x64 has 2
  %t = tile.create : !tile.tile<vec, 64x64xf32, valid=64>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=64x65 reaches outside of the shape 64x64
  %t = tile.create : !tile.tile<vec, 64x64xf32, valid=64x65>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: fractal=16 is none of 32, 512, 1024
  %t = tile.create : !tile.tile<vec, 64x64xf32, fractal=16>
  func.return
}

// -----

func.func @f() {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the size of a tile 3000000000x3000000000 overflows 64 bits
  %t = tile.create : !tile.tile<vec, 3000000000x3000000000xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tensor of 2 dimensions has 1 offsets
  %t = tile.load %a[%i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tensor of f32 and a tile of i32 do not match
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result of tile.load, 't', is in left, expected vec or mat
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<left, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=?x64 needs 1 run-time extents, 0 given
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=64x64 needs 0 run-time extents, 1 given
  %t = tile.load %a[%i, %i] valid [%i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile of 3 dimensions and a tensor of 2 need a window
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 1x64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: window 1x64x64 has 3 extents, the tensor 2
  %t = tile.load %a[%i, %i] window = [1, 64, 64] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: window 64x32 does not hold the tile's valid 64x64
  %t = tile.load %a[%i, %i] window = [64, 32] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: window ?x64 does not hold the tile's valid 64x64
  %t = tile.load %a[%i, %i] window = [?, 64] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  %c = arith.constant -1 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: offset -1 of dimension 1 is negative
  %t = tile.load %a[%i, %c] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index) {
  %c = arith.constant 1 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements 1 to 65 of dimension 0 reach outside of the tensor's 64
  %t = tile.load %a[%c, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%a: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.load: operand 'source' is memref, got !tile.tile<vec, 64x64xf32>
  %t = tile.load %a[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tensor of 2 dimensions has 1 offsets
  tile.store %t, %a[%i] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xi32>, %a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tensor of f32 and a tile of i32 do not match
  tile.store %t, %a[%i, %i] : !tile.tile<vec, 64x64xi32>, memref<64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<mat, 64x64xf32>, %a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operand of tile.store, 't', is in mat, expected vec or acc
  tile.store %t, %a[%i, %i] : !tile.tile<mat, 64x64xf32>, memref<64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %a: memref<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: window 64x32 does not hold the tile's valid 64x64
  tile.store %t, %a[%i, %i] window = [64, 32] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %a: memref<64x64xf32>, %i: index) {
  %c = arith.constant 1 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements 1 to 65 of dimension 1 reach outside of the tensor's 64
  tile.store %t, %a[%i, %c] : !tile.tile<vec, 64x64xf32>, memref<64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xui16>, %a: memref<64x64xui16>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: an atomic store adds elements of f32, f16, bf16, i32, i16, i8, not of ui16
  tile.store %t, %a[%i, %i] atomic_add : !tile.tile<vec, 64x64xui16>, memref<64x64xui16>
  func.return
}

// -----

func.func @f(%i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=64x64 needs 0 run-time extents, 1 given
  %t = tile.create valid [%i] : !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%x: i32) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.full has type i32, expected f32
  %t = tile.full %x : i32 -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%x: f32) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result of tile.full, 't', is in mat, expected vec
  %t = tile.full %x : f32 -> !tile.tile<mat, 64x64xf32>
  func.return
}

// -----

func.func @f(%x: f32) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=?x64 needs 1 run-time extents, 0 given
  %t = tile.full %x : f32 -> !tile.tile<vec, 64x64xf32, valid=?x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}Expected 2 operands, but got 1
  %r = tile.add %t : !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %x: f32) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.add: operand 'rhs' is !tile.tile, got f32
  %r = tile.add %t, %x : !tile.tile<vec, 64x64xf32>, f32
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %u: !tile.tile<vec, 64x32xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.add have one shape and element type, not 64x64xf32 and 64x32xf32
  %r = tile.add %t, %u : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x32xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %u: !tile.tile<vec, 64x64xi32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.mul have one shape and element type, not 64x64xf32 and 64x64xi32
  %r = tile.mul %t, %u : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %u: !tile.tile<vec, 64x64xf32, valid=32x64>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.add have one valid region, not 64x64 and 32x64
  %r = tile.add %t, %u : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32, valid=32x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %u: !tile.tile<vec, 64x64xf32, blayout=col_major>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.add have one layout, not row_major/none_box/512 and col_major/none_box/512
  %r = tile.add %t, %u : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32, blayout=col_major>
  func.return
}

// -----

func.func @f(%t: !tile.tile<mat, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result of tile.add, 'r', is in mat, expected vec
  %r = tile.add %t, %t : !tile.tile<mat, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result of tile.exp, 'r', is in acc, expected vec
  %r = tile.exp %t : !tile.tile<64x64xf32> -> !tile.tile<acc, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 64x32, expected 64x64
  %r = tile.exp %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x32xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has elements of type f16, expected f32
  %r = tile.exp %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf16>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has valid extents 1x64, expected 64x64
  %r = tile.exp %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=1x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result is stored as col_major/none_box/512, expected row_major/none_box/512
  %r = tile.exp %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, blayout=col_major>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xi32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.exp needs floating-point elements, not i32
  %r = tile.exp %t : !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %x: i32) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.adds has type i32, expected f32
  %r = tile.adds %t, %x : !tile.tile<vec, 64x64xf32>, i32
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %x: f32) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.ands needs integer elements, not f32
  %r = tile.ands %t, %x : !tile.tile<vec, 64x64xf32>, f32
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xi32>, %x: i8) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.ands has type i8, expected i32
  %r = tile.ands %t, %x : !tile.tile<vec, 64x64xi32>, i8
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %x: f32) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.xors needs integer elements, not f32
  %r = tile.xors %t, %x, %t : !tile.tile<vec, 64x64xf32>, f32, !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xi32>, %x: i8) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scalar operand of tile.xors has type i8, expected i32
  %r = tile.xors %t, %x, %t : !tile.tile<vec, 64x64xi32>, i8, !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xi32>, %x: i32, %s: !tile.tile<vec, 32x64xi32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.xors holds at least 64x64xi32, not 32x64xi32
  %r = tile.xors %t, %x, %s : !tile.tile<vec, 64x64xi32>, i32, !tile.tile<vec, 32x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: rounding mode 'up' is none of none, rint, round, floor, ceil, trunc, odd
  %r = tile.cast %t {mode = "up"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}property 'mode' expected
  %r = tile.cast %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 64x32, expected 64x64
  %r = tile.cast %t {mode = "rint"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x32xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result is stored as col_major/none_box/512, expected row_major/none_box/512
  %r = tile.cast %t {mode = "rint"} : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32, blayout=col_major>
  func.return
}

// -----

func.func @f(%t: !tile.tile<acc, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result of tile.cast, 'r', is in acc, expected vec
  %r = tile.cast %t {mode = "rint"} : !tile.tile<acc, 64x64xf32> -> !tile.tile<acc, 64x64xbf16>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.row_sum needs two dimensions, not 64
  %r = tile.row_sum %t, %t : !tile.tile<vec, 64xf32> -> !tile.tile<vec, 1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %s: !tile.tile<vec, 64x32xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.row_sum holds at least 64x64xf32, not 64x32xf32
  %r = tile.row_sum %t, %s : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x32xf32> -> !tile.tile<vec, 64x1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %s: !tile.tile<vec, 64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.row_sum holds at least 64x64xf32, not 64xf32
  %r = tile.row_sum %t, %s : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64xf32> -> !tile.tile<vec, 64x1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %s: !tile.tile<vec, 64x64xi32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: scratch of tile.row_sum holds at least 64x64xf32, not 64x64xi32
  %r = tile.row_sum %t, %s : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xi32> -> !tile.tile<vec, 64x1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 64x64, expected 64x1
  %r = tile.row_sum %t, %t : !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32, valid=32x64>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has valid extents 64x1, expected 32x1
  %r = tile.row_sum %t, %t : !tile.tile<vec, 64x64xf32, valid=32x64> -> !tile.tile<vec, 64x1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 4x16x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.col_sum needs two dimensions, not 4x16x64
  %r = tile.col_sum %t : !tile.tile<vec, 4x16x64xf32> -> !tile.tile<vec, 1x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 64x1, expected 1x64
  %r = tile.col_sum %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %v: !tile.tile<vec, 1x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.row_expand_mul of 64x64xf32 needs a vector of 64x1xf32, not 1x64xf32
  %r = tile.row_expand_mul %t, %v : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %v: !tile.tile<vec, 64x1xf16>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.row_expand_mul of 64x64xf32 needs a vector of 64x1xf32, not 64x1xf16
  %r = tile.row_expand_mul %t, %v : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf16>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %v: !tile.tile<vec, 64x1xf32, valid=32x1>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.row_expand_mul of a tile with valid=64x64 needs a vector with valid=64x1, not 32x1
  %r = tile.row_expand_mul %t, %v : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32, valid=32x1>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 4x16x64xf32>, %v: !tile.tile<vec, 4x1xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.row_expand of 4x16x64xf32 needs a vector of 4x16x1xf32, not 4x1xf32
  %r = tile.row_expand %t, %v : !tile.tile<vec, 4x16x64xf32>, !tile.tile<vec, 4x1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.row_expand needs two dimensions, not 64
  %r = tile.row_expand %t, %t : !tile.tile<vec, 64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %v: !tile.tile<vec, 64x1xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.col_expand_mul of 64x64xf32 needs a vector of 1x64xf32, not 64x1xf32
  %r = tile.col_expand_mul %t, %v : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x1xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %v: !tile.tile<vec, 1x64xf32, valid=1x8>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.col_expand_mul of a tile with valid=64x64 needs a vector with valid=1x64, not 1x8
  %r = tile.col_expand_mul %t, %v : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 1x64xf32, valid=1x8>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 4x16x64xf32>, %v: !tile.tile<vec, 1x16xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.col_expand needs two dimensions, not 4x16x64
  %r = tile.col_expand %t, %v : !tile.tile<vec, 4x16x64xf32>, !tile.tile<vec, 1x16xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.slice stays in the space of its operand, vec, not mat
  %r = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<mat, 16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.slice stays in the space of its operand, not known yet, not vec
  %r = tile.slice %t[%i, %i] : !tile.tile<64x64xf32> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.slice keeps the element type f32
  %r = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.slice of a tile 64x64 has 1 offsets and 2 extents
  %r = tile.slice %t[%i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.slice of a tile 64x64 has 2 offsets and 1 extents
  %r = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements 0 to 65 of dimension 0 reach outside of the tile's 64
  %r = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 65x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  %c = arith.constant 49 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements 49 to 65 of dimension 0 reach outside of the tile's 64
  %r = tile.slice %t[%c, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  %c = arith.constant -1 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements -1 to 7 of dimension 1 reach outside of the tile's 64
  %r = tile.slice %t[%i, %c] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x8xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=?x64 needs 1 run-time extents, 0 given
  %r = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32, valid=?x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 8x16xi4>) {
  %c = arith.constant 1 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a window of 4-bit elements starts at a constant offset and on a byte
  %r = tile.slice %t[%c, %c] : !tile.tile<vec, 8x16xi4> -> !tile.tile<vec, 1x8xi4>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 8x16xi4>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a window of 4-bit elements starts at a constant offset and on a byte
  %r = tile.slice %t[%i, %i] : !tile.tile<vec, 8x16xi4> -> !tile.tile<vec, 1x8xi4>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reshape keeps the elements: 64x64xf32 cannot become 64x32xf32
  %r = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x32xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reshape keeps the elements: 64x64xf32 cannot become 64x64xi32
  %r = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reshape stays in the space of its operand, vec, not mat
  %r = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<mat, 32x128xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reshape keeps the valid elements: 64x64 cannot become 32x64
  %r = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 32x128xf32, valid=32x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reshape keeps the valid elements: 64x64 cannot become ?x128
  %r = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 32x128xf32, valid=?x128>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.set_valid_shape keeps the shape and the element type
  %r = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 32x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.set_valid_shape keeps the shape and the element type
  %r = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result is stored as col_major/none_box/512, expected row_major/none_box/512
  %r = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=1x64, blayout=col_major>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.set_valid_shape stays in the space of its operand, vec, not mat
  %r = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<mat, 64x64xf32, valid=1x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: valid=?x64 needs 1 run-time extents, 0 given
  %r = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile of 2 dimensions has no 2
  %r = tile.valid_dim %t, 2 : !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %s: !tile.tile<vec, 8x8xi32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.assemble keeps the element type f32, not i32
  %r = tile.assemble %t, %s[%i, %i] : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xi32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %s: !tile.tile<vec, 8x8xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.assemble of a tile 64x64 has 1 offsets and 2 extents
  %r = tile.assemble %t, %s[%i] : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %s: !tile.tile<vec, 8x8xf32>, %i: index) {
  %c = arith.constant 60 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: elements 60 to 68 of dimension 1 reach outside of the tile's 64
  %r = tile.assemble %t, %s[%i, %c] : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %s: !tile.tile<vec, 8x8xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the result of tile.assemble has the type of its target
  %r = "tile.assemble"(%t, %s, %i, %i) : (!tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>, index, index) -> !tile.tile<vec, 64x64xf32, valid=1x1>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 64x32, expected 64x64
  %r = tile.move %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x32xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %i: index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: no target can copy vec to right
  %r = tile.move %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<right, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<acc, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: no target can copy acc to acc
  %r = tile.move %t : !tile.tile<acc, 64x64xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %u: !tile.tile<vec, 32x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.concat have the same rows and element type, not 64x64xf32 and 32x64xf32
  %r = tile.concat %t, %u : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 32x64xf32> -> !tile.tile<vec, 64x128xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %u: !tile.tile<vec, 64x64xi32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.concat have the same rows and element type, not 64x64xf32 and 64x64xi32
  %r = tile.concat %t, %u : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xi32> -> !tile.tile<vec, 64x128xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>, %u: !tile.tile<vec, 64x64xf32, valid=64x8>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: operands of tile.concat are valid in every element
  %r = tile.concat %t, %u : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 64x64xf32, valid=64x8> -> !tile.tile<vec, 64x128xf32>
  func.return
}

// -----

func.func @f(%t: !tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: result has shape 64x64, expected 64x128
  %r = tile.concat %t, %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}

// -----

func.func @a_window_keeps_the_layout(%t : !tile.tile<vec, 16x8xf32>, %i : index) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.slice keeps the layout: row_major/none_box cannot become col_major/none_box
  %r = tile.slice %t[%i, %i] : !tile.tile<vec, 16x8xf32> -> !tile.tile<vec, 16x1xf32>
  func.return
}

// -----

func.func @a_window_with_gaps_is_not_reshaped(%t : !tile.tile<vec, 64x64xf32>, %i : index) {
  %s = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x8xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reshape moves nothing, and the rows of this window of 64x64 do not follow each other
  %r = tile.reshape %s : !tile.tile<vec, 64x8xf32> -> !tile.tile<vec, 8x64xf32>
  func.return
}

// -----

func.func @a_window_with_gaps_that_is_written_into_is_not_reshaped(%t : !tile.tile<vec, 8x16xf32>, %s : !tile.tile<vec, 8x8xf32>, %i : index) {
  %v = tile.slice %t[%i, %i] : !tile.tile<vec, 8x16xf32> -> !tile.tile<vec, 8x8xf32>
  %u = tile.assemble %v, %s[%i, %i] : !tile.tile<vec, 8x8xf32>, !tile.tile<vec, 8x8xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.reshape moves nothing, and the rows of this window of 8x16 do not follow each other
  %r = tile.reshape %u : !tile.tile<vec, 8x8xf32> -> !tile.tile<vec, 4x16xf32>
  func.return
}
