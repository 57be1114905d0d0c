// RUN: xdsl-opt %s | filecheck %s
// RUN: xdsl-opt %s -p cse,dce | filecheck %s

// Stock xdsl-opt reads our dialects, and its passes keep what the author bound.

func.func @f(%a: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: %ping = buffer.declare "ping" : !buffer.buffer
  %ping = buffer.declare "ping" : !buffer.buffer
  // CHECK: %t = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %t = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT: buffer.bind %t to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  buffer.bind %t to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  func.return
}
