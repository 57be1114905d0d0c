// RUN: pto-opt %s -p 'pto-pipeline{planner=ptoas ptoas_version="0.63"}' -t pto | filecheck %s
// RUN: pto-opt %s -p 'pto-pipeline{planner=ptoas ptoas_version="0.56"}' --verify-diagnostics -t pto | filecheck %s --check-prefix=V56

// What an assembler does not synchronise yet is an error only before the version that does.

!T = !tile.tile<vec, 64x64xf32>
!G = memref<64x64xf32>
// CHECK-LABEL: @two_slots_in_a_body
func.func @two_slots_in_a_body(%a: !G, %out: !G) {
  // CHECK: pto.multi_tile_get %d_mb[%k]
  // CHECK: pto.multi_tile_get %d_mb[%l]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %k = arith.remui %i, %c2 : index
    %next = arith.addi %i, %c1 : index
    %l = arith.remui %next, %c2 : index
    %t = tile.load %a[%c0, %c0] : !G -> !T
    buffer.bind %t to %d[%k] : !T, !buffer.buffer<2>
    %u = tile.exp %t : !T
    buffer.bind %u to %d[%l] : !T, !buffer.buffer<2>
    tile.store %u, %out[%c0, %c0] : !T, !G
  }
  func.return
}

// CHECK-LABEL: @filled_before_and_inside
func.func @filled_before_and_inside(%a: !G, %out: !G) {
  // CHECK: pto.multi_tile_get %d_mb[%c0]
  // CHECK: pto.multi_tile_get %d_mb[%c1]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %u = tile.load %a[%c0, %c0] : !G -> !T
    // V56: mlir:[[# @LINE + 1]]:5: error: buffer 'd' cannot be a region of ptoas 0.56: tile 't' is put into it before a loop that needs it and puts 'u' into it, which this version does not synchronise
    buffer.bind %u to %d[%c1] : !T, !buffer.buffer<2>
    %v = tile.add %t, %u : !T
    tile.store %v, %out[%c0, %c0] : !T, !G
  }
  func.return
}
