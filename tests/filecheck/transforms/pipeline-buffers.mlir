// RUN: pto-opt %s -p lower-pipeline-loops,canonicalize-io-order,init-memref | filecheck %s

!T = !tile.tile<vec, 1x64xf32>
!G = memref<256x64xf32>

// A buffer with a slot for each stage, bound without an index: each clone has its slot.
// CHECK-LABEL: func.func @slot_of_the_stage(
func.func @slot_of_the_stage(%a: !G, %out: !G) {
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %d = mem.alloc "d" pinned : !mem.ref<vec, 256, slots=2>
  // CHECK:      mem.place %t in %d[%c0]
  // CHECK:      mem.place %t_1 in %d[%c1]
  %start = arith.constant 0 : index
  %step = arith.constant 1 : index
  %stop = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  scf.for %i = %start to %stop step %step {
    %t = tile.load %a[%i, %start] : !G -> !T
    buffer.bind %t to %d : !T, !buffer.buffer<2>
    %e = tile.exp %t : !T
    tile.store %e, %out[%i, %start] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}

// A computed tile that is used up in its own stage may be bound: the stages take turns.
// CHECK-LABEL: func.func @computed(
func.func @computed(%a: !G, %out: !G) {
  // CHECK:     mem.place %e in %d :
  // CHECK:     mem.place %e_1 in %d :
  %start = arith.constant 0 : index
  %step = arith.constant 1 : index
  %stop = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer
  scf.for %i = %start to %stop step %step {
    %t = tile.load %a[%i, %start] : !G -> !T
    %e = tile.exp %t : !T
    buffer.bind %e to %d : !T, !buffer.buffer
    tile.store %e, %out[%i, %start] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}

// So may what a loop inside of the stage makes.
// CHECK-LABEL: func.func @inner_loop(
func.func @inner_loop(%a: !G, %out: !G) {
  // CHECK:     scf.for
  // CHECK:     scf.for
  // CHECK:       mem.place %t in %d :
  // CHECK:     scf.for
  // CHECK:       mem.place %t_1 in %d :
  %start = arith.constant 0 : index
  %step = arith.constant 1 : index
  %stop = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer
  scf.for %i = %start to %stop step %step {
    scf.for %j = %start to %stop step %step {
      %t = tile.load %a[%j, %start] : !G -> !T
      buffer.bind %t to %d : !T, !buffer.buffer
      tile.store %t, %out[%i, %start] : !T, !G
    }
  } {tile.stages = 2 : i64}
  func.return
}
