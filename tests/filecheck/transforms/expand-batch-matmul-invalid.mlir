// RUN: pto-opt %s -p expand-batch-matmul --split-input-file --verify-diagnostics | filecheck %s

func.func @read(%a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<64x32xbf16>) {
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<2x16x32xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.exp uses 'c', a batch of products in 2 accumulators, which can only be stored or added to
  %e = tile.exp %c : !tile.tile<2x16x32xf32>
  func.return
}

// -----

func.func @bound(%a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<64x32xbf16>) {
  %mine = buffer.declare "mine" : !buffer.buffer
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<2x16x32xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'c' cannot be put into buffer 'mine': it is a batch of products in 2 accumulators, each of which has memory of its own
  buffer.bind %c to %mine : !tile.tile<2x16x32xf32>, !buffer.buffer
  func.return
}

// -----

func.func @made_by_a_view(%t: !tile.tile<32x32xf32>, %a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<64x32xbf16>) {
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'acc' accumulates a batch of products, each of which has an accumulator of its own, and is made by tile.reshape
  %acc = tile.reshape %t : !tile.tile<32x32xf32> -> !tile.tile<2x16x32xf32>
  %c = tile.batch_matmul_acc %acc, %a, %b : !tile.tile<2x16x32xf32>, !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16>
  func.return
}

// -----

func.func @window(%a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<64x32xbf16>, %out: memref<2x16x1x32xf32>, %i: index) {
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<2x16x32xf32>
  // CHECK: invalid.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: tile.store of a batch of products has no window of its own
  tile.store %c, %out[%i, %i, %i, %i] window = [2, 16, 1, 32] : !tile.tile<2x16x32xf32>, memref<2x16x1x32xf32>
  func.return
}
