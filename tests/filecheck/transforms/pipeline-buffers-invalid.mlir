// RUN: pto-opt %s -p lower-pipeline-loops,canonicalize-io-order,init-memref --split-input-file --verify-diagnostics | filecheck %s

// The clones of a loop share the author's buffers. What is loaded is loaded for all stages first.

!T = !tile.tile<vec, 1x64xf32>
!G = memref<256x64xf32>
func.func @load(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    // CHECK:      mlir:[[# @LINE + 3]]:5: error: tile 't' of stage 1 and tile 't' of stage 0 share buffer 'd' but are live at the same time
    // CHECK-NEXT: mlir:[[# @LINE + 2]]:5: note: 't' is bound here and still needed
    // CHECK-NEXT: note: the iterations of a pipelined loop overlap: declare the buffer with as many slots as the loop has stages and bind without an index, so that each stage gets its slot
    buffer.bind %t to %d : !T, !buffer.buffer
    %e = tile.exp %t : !T
    tile.store %e, %out[%i, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// A constant slot is the same for all clones.

!T = !tile.tile<vec, 1x64xf32>
!G = memref<256x64xf32>
func.func @constant_slot(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    // CHECK: mlir:[[# @LINE + 1]]:5: error: tile 't' of stage 1 and tile 't' of stage 0 share slot 1 of buffer 'd' but are live at the same time
    buffer.bind %t to %d[%c1] : !T, !buffer.buffer<2>
    %e = tile.exp %t : !T
    tile.store %e, %out[%i, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}
