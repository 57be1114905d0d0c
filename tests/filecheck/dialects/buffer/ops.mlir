// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Every operation of the dialect, with its optional parts present and absent.

// CHECK-LABEL:         func.func @buffers(
// CHECK-GENERIC:       sym_name = "buffers"
func.func @buffers(%a: memref<64x64xf32>, %i: index) {
  // CHECK-NEXT:          %ping = buffer.declare "ping" : !buffer.buffer
  // CHECK-GENERIC:       %ping = "buffer.declare"() <{label = "ping"}> : () -> !buffer.buffer
  %ping = buffer.declare "ping" : !buffer.buffer
  // CHECK-NEXT:          %one = buffer.declare "one" : !buffer.buffer
  // CHECK-GENERIC-NEXT:  %one = "buffer.declare"() <{label = "one"}> : () -> !buffer.buffer
  %one = buffer.declare "one" : !buffer.buffer<1>
  // CHECK-NEXT:          %slots = buffer.declare "two slots" {a} : !buffer.buffer<2>
  // CHECK-GENERIC-NEXT:  %slots = "buffer.declare"() <{label = "two slots"}> {a} : () -> !buffer.buffer<2>
  %slots = buffer.declare "two slots" {a} : !buffer.buffer<2>

  // CHECK-NEXT:          %t = tile.load
  // CHECK-GENERIC-NEXT:  %t = "tile.load"
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:          buffer.bind %t to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // CHECK-GENERIC-NEXT:  "buffer.bind"(%t, %ping) : (!tile.tile<vec, 64x64xf32>, !buffer.buffer) -> ()
  buffer.bind %t to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer

  // CHECK-NEXT:          %u = tile.exp
  // CHECK-GENERIC-NEXT:  %u = "tile.exp"
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:          buffer.bind %u to %slots[%i] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  // CHECK-GENERIC-NEXT:  "buffer.bind"(%u, %slots, %i) {tile.stage = [#tile.stage<0, 1>]} : (!tile.tile<vec, 64x64xf32>, !buffer.buffer<2>, index) -> ()
  buffer.bind %u to %slots[%i] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>

  // A buffer of several slots may be bound without an index.
  %v = tile.create : !tile.tile<64x64xf32>
  // CHECK:               buffer.bind %v to %slots : !tile.tile<64x64xf32>, !buffer.buffer<2>
  // CHECK-GENERIC:       "buffer.bind"(%v, %slots) : (!tile.tile<64x64xf32>, !buffer.buffer<2>) -> ()
  buffer.bind %v to %slots : !tile.tile<64x64xf32>, !buffer.buffer<2>
  func.return
}

// A binding follows its tile with only bindings, placements and constants between.

// CHECK-LABEL:         func.func @between(
func.func @between(%a: memref<64x64xf32>, %i: index) {
  %ping = buffer.declare "ping" : !buffer.buffer
  %pong = buffer.declare "pong" : !buffer.buffer<2>
  %m = mem.alloc "m" : !mem.ref<vec, 16384>
  // CHECK:               %t = tile.load
  // CHECK-NEXT:          %k = arith.constant 1 : index
  // CHECK-NEXT:          mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // CHECK-NEXT:          buffer.bind %t to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  %t = tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  %k = arith.constant 1 : index
  mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  buffer.bind %t to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer
  // CHECK-NEXT:          %u = tile.exp
  // CHECK-NEXT:          buffer.bind %u to %pong[%k]
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  buffer.bind %u to %pong[%k] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  func.return
}

// In a loop, with a slot that is known at run time only.

// CHECK-LABEL:         func.func @loop(
func.func @loop(%a: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %slots = buffer.declare "slots" : !buffer.buffer<2>
  scf.for %i = %c0 to %c2 step %c1 {
    %k = arith.remui %i, %c2 : index
    // CHECK:               %t = tile.load
    // CHECK-NEXT:          buffer.bind %t to %slots[%k] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
    %t = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
    buffer.bind %t to %slots[%k] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  }
  func.return
}
