// RUN: pto-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// One broken rule in each function.

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // An operation stands between.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer.bind of tile 't' does not follow the operation that makes the tile, with only placements and constants between
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // In another block.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  scf.if %p {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer.bind of tile 't' does not follow the operation that makes the tile
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  }
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Behind the placement of a later tile.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  buffer.bind %u to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer.bind of tile 't' does not follow the operation that makes the tile
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Twice.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: error: tile 't' is tied to memory twice
  // CHECK-NEXT: invalid.mlir:[[# @LINE + 2]]:{{[0-9]+}}: note: it is tied here, too
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1, %t: !tile.tile<vec, 64x64xf32>) {
  // A function's argument.
  %m = buffer.declare "ping" : !buffer.buffer
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 't' cannot be put into buffer 'ping': a block argument lives in the allocation of the tile that is passed to it; bind that tile
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // What a loop carries.
  %m = buffer.declare "ping" : !buffer.buffer
  %c1 = arith.constant 1 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %r = scf.for %k = %c1 to %i step %c1 iter_args(%acc = %t) -> (!tile.tile<vec, 64x64xf32>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'acc' cannot be put into buffer 'ping': a block argument lives in the allocation of the tile that is passed to it; bind that tile
  buffer.bind %acc to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  scf.yield %acc : !tile.tile<vec, 64x64xf32>
  }
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // The result of a loop.
  %m = buffer.declare "ping" : !buffer.buffer
  %c1 = arith.constant 1 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %r = scf.for %k = %c1 to %i step %c1 iter_args(%acc = %t) -> (!tile.tile<vec, 64x64xf32>) {
  scf.yield %acc : !tile.tile<vec, 64x64xf32>
  }
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'r' cannot be put into buffer 'ping': a result of scf.for lives in the allocation of the tile that is yielded to it; bind that tile
  buffer.bind %r to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // The result of a branch.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %r = scf.if %p -> (!tile.tile<vec, 64x64xf32>) {
  scf.yield %t : !tile.tile<vec, 64x64xf32>
  } else {
  scf.yield %t : !tile.tile<vec, 64x64xf32>
  }
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'r' cannot be put into buffer 'ping': a result of scf.if lives in the allocation of the tile that is yielded to it; bind that tile
  buffer.bind %r to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A view.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.slice %t[%i, %i] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 's' cannot be put into buffer 'ping': tile.slice is a view of 't' and lands in its source tile's allocation; bind 't'
  buffer.bind %s to %m : !tile.tile<vec, 16x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A view.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.reshape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 32x128xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 's' cannot be put into buffer 'ping': tile.reshape is a view of 't' and lands in its source tile's allocation; bind 't'
  buffer.bind %s to %m : !tile.tile<vec, 32x128xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A view.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.set_valid_shape %t : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=8x64>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 's' cannot be put into buffer 'ping': tile.set_valid_shape is a view of 't' and lands in its source tile's allocation; bind 't'
  buffer.bind %s to %m : !tile.tile<vec, 64x64xf32, valid=8x64>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A result in place.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %s = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 8x8xf32>
  %u = tile.assemble %t, %s[%i, %i] : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'u' cannot be put into buffer 'ping': tile.assemble overwrites 't' and lands in its source tile's allocation; bind 't'
  buffer.bind %u to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A result of an operation that owns no storage.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = builtin.unrealized_conversion_cast %i : index to !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 't' cannot be put into buffer 'ping': the result of builtin.unrealized_conversion_cast owns no allocation
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot of a single one.
  %m = buffer.declare "ping" : !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer 'ping' has a single slot, it takes no index (tile 't')
  buffer.bind %t to %m[%i] : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot that is not there.
  %m = buffer.declare "ping" : !buffer.buffer<2>
  %k = arith.constant 2 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: slot 2 of buffer 'ping' is out of range, it has 2 slots (tile 't')
  buffer.bind %t to %m[%k] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot that is not there.
  %m = buffer.declare "ping" : !buffer.buffer<2>
  %k = arith.constant -1 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: slot -1 of buffer 'ping' is out of range, it has 2 slots (tile 't')
  buffer.bind %t to %m[%k] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot whose constant comes after the tile, so that it cannot be computed before.
  %m = buffer.declare "ping" : !buffer.buffer<2>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %k = arith.constant 1 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: the slot index of tile 't' is computed after the tile
  buffer.bind %t to %m[%k] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot that is computed after the tile.
  %m = buffer.declare "ping" : !buffer.buffer<2>
  %c2 = arith.constant 2 : index
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %k = arith.remui %i, %c2 : index
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer.bind of tile 't' does not follow the operation that makes the tile
  buffer.bind %t to %m[%k] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // A slot of another type.
  %m = buffer.declare "ping" : !buffer.buffer<2>
  %k = arith.constant 1 : i32
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer.bind: operand 'slot' is index, got i32
  "buffer.bind"(%t, %m, %k) : (!tile.tile<vec, 64x64xf32>, !buffer.buffer<2>, i32) -> ()
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Types.
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a buffer has at least one slot, not 0
  %m = buffer.declare "m" : !buffer.buffer<0>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a buffer has at least one slot, not -1
  %m = buffer.declare "m" : !buffer.buffer<-1>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer.declare: result 'buffer' is !buffer.buffer, got !tile.tile<vec, 8x8xf32>
  %m = "buffer.declare"() <{label = "m"}> : () -> !tile.tile<vec, 8x8xf32>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // Where a buffer is declared.
  scf.if %p {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer 'm' has to be declared in the entry block of its function, not inside of scf.if
  %m = buffer.declare "m" : !buffer.buffer
  }
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  cf.br ^next
  ^next:
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer 'm' has to be declared in the entry block of its function
  %m = buffer.declare "m" : !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1, %m: !buffer.buffer) {
  // What is no declared buffer.
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile 't' is bound to buffer 'm', which is not the result of a buffer.declare in this function
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile is bound to a buffer, not to !mem.ref<vec, 16384>
  buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  func.return
}

// -----

func.func @f(%a: memref<64x64xf32>, %i: index, %p: i1) {
  // What is no tile.
  %m = buffer.declare "m" : !buffer.buffer
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: buffer.bind: operand 'tile' is !tile.tile, got index
  buffer.bind %i to %m : index, !buffer.buffer
  func.return
}
