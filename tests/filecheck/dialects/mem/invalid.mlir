// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule in each function.

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // An operation stands between.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: mem.place of tile 't' does not follow the operation that makes the tile, with only placements and constants between
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // In another block.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  scf.if %p {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: mem.place of tile 't' does not follow the operation that makes the tile
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  }
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Behind the placement of a later tile.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  mem.place %u in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: mem.place of tile 't' does not follow the operation that makes the tile
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Twice.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: error: tile 't' is tied to memory twice
  // CHECK-NEXT: invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: note: it is tied here, too
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1, %t: !tile.tile<vec, 64x64xf32>) {
  // A function's argument.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 't' cannot be put into allocation 'm': a block argument lives in the allocation of the tile that is passed to it; bind that tile
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // What a loop carries.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %c1 = arith.constant 1 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %r = scf.for %k = %c1 to %i step %c1 iter_args(%acc = %t) -> (!tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'acc' cannot be put into allocation 'm': a block argument lives in the allocation of the tile that is passed to it; bind that tile
  mem.place %acc in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  scf.yield %acc : !tile.tile<vec, 64x64xf32>
  }
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // The result of a loop.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %c1 = arith.constant 1 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %r = scf.for %k = %c1 to %i step %c1 iter_args(%acc = %t) -> (!tile.tile<vec, 64x64xf32>) {
  scf.yield %acc : !tile.tile<vec, 64x64xf32>
  }
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'r' cannot be put into allocation 'm': a result of scf.for lives in the allocation of the tile that is yielded to it; bind that tile
  mem.place %r in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // The result of a branch.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %r = scf.if %p -> (!tile.tile<vec, 64x64xf32>) {
  scf.yield %t : !tile.tile<vec, 64x64xf32>
  } else {
  scf.yield %t : !tile.tile<vec, 64x64xf32>
  }
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'r' cannot be put into allocation 'm': a result of scf.if lives in the allocation of the tile that is yielded to it; bind that tile
  mem.place %r in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A view.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 's' cannot be put into allocation 'm': tile.slice is a view of 't' and lands in its source tile's allocation; bind 't'
  mem.place %s in %m : !tile.tile<vec, 16x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A view.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 32x128xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 's' cannot be put into allocation 'm': tile.reshape is a view of 't' and lands in its source tile's allocation; bind 't'
  mem.place %s in %m : !tile.tile<vec, 32x128xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A view.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=8x64>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 's' cannot be put into allocation 'm': tile.set_valid_shape is a view of 't' and lands in its source tile's allocation; bind 't'
  mem.place %s in %m : !tile.tile<vec, 64x64xf32, valid=8x64>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A result in place.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 8x8xf32>
  %u = tile.assemble %t, %s[%i, %i] : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'u' cannot be put into allocation 'm': tile.assemble overwrites 't' and lands in its source tile's allocation; bind 't'
  mem.place %u in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A result of an operation that owns no storage.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = builtin.unrealized_conversion_cast %i : index to !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 't' cannot be put into allocation 'm': the result of builtin.unrealized_conversion_cast owns no allocation
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot of a single one.
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: allocation 'm' has a single slot, it takes no index (tile 't')
  mem.place %t in %m[%i] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot that is not there.
  %m = mem.alloc "m" : !mem.ref<vec, 16384, slots=2>
  %k = arith.constant 2 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: slot 2 of allocation 'm' is out of range, it has 2 slots (tile 't')
  mem.place %t in %m[%k] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot that is not there.
  %m = mem.alloc "m" : !mem.ref<vec, 16384, slots=2>
  %k = arith.constant -1 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: slot -1 of allocation 'm' is out of range, it has 2 slots (tile 't')
  mem.place %t in %m[%k] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot whose constant comes after the tile, so that it cannot be computed before.
  %m = mem.alloc "m" : !mem.ref<vec, 16384, slots=2>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %k = arith.constant 1 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the slot index of tile 't' is computed after the tile
  mem.place %t in %m[%k] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot that is computed after the tile.
  %m = mem.alloc "m" : !mem.ref<vec, 16384, slots=2>
  %c2 = arith.constant 2 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %k = arith.remui %i, %c2 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: mem.place of tile 't' does not follow the operation that makes the tile
  mem.place %t in %m[%k] : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot of another type.
  %m = mem.alloc "m" : !mem.ref<vec, 16384, slots=2>
  %k = arith.constant 1 : i32
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: mem.place: operand 'slot' is index, got i32
  "mem.place"(%t, %m, %k) : (!tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384, slots=2>, i32) -> ()
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Types.
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: memory has at least one byte, not 0
  %m = mem.alloc "m" : !mem.ref<vec, 0>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: memory has at least one byte, not -32
  %m = mem.alloc "m" : !mem.ref<vec, -32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: memory has at least one slot, not 0
  %m = mem.alloc "m" : !mem.ref<vec, 32, slots=0>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 1152921504606846976 slots of 16384 bytes overflow 64 bits
  %m = mem.alloc "m" : !mem.ref<vec, 16384, slots=1152921504606846976>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Addresses.
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'm' has the negative address -32
  %m = mem.alloc "m" at -32 : !mem.ref<vec, 32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'm' has the negative address -32
  %m = mem.reserve "m" at -32 : !mem.ref<vec, 32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: 9223372036854775808 is no address of 64 bits
  %m = mem.alloc "m" at 9223372036854775808 : !mem.ref<vec, 32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Memory that the target does not have; without a name the target is a3.
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'm' is in left_scale, which target a3 does not have
  %m = mem.alloc "m" : !mem.ref<left_scale, 32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'm' is in right_scale, which target a3 does not have
  %m = mem.reserve "m" : !mem.ref<right_scale, 32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // What is no allocation.
  %r = mem.reserve "r" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' is placed in 'r', which is not the result of a mem.alloc in this function
  mem.place %t in %r : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  %m = buffer.declare "m" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' is placed in 'm', which is not the result of a mem.alloc in this function
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Space and size.
  %m = mem.alloc "m" : !mem.ref<mat, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' is in vec, allocation 'm' in mat
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<mat, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.create : !tile.tile<64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' is in no space yet, allocation 'm' in vec
  mem.place %t in %m : !tile.tile<64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  %m = mem.alloc "m" : !mem.ref<vec, 16383>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' has 16384 bytes, allocation 'm' holds 16383
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16383>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // The size is that of one slot.
  %m = mem.alloc "m" : !mem.ref<vec, 8192, slots=2>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' has 16384 bytes, allocation 'm' holds 8192
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 8192, slots=2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.create valid [%i] : !tile.tile<vec, ?x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' has no compile-time size and cannot be put into allocation 'm'
  mem.place %t in %m : !tile.tile<vec, ?x64xf32>, !mem.ref<vec, 16384>
  func.return
}
