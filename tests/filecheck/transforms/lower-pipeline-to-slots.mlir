// RUN: pto-opt %s -p lower-pipeline-to-slots{planner=ptoas} --split-input-file | filecheck %s
// RUN: pto-opt %s -p lower-pipeline-to-slots{planner=pack},lower-pipeline-to-slots --split-input-file | filecheck %s --check-prefix=PACK
// RUN: pto-opt %s -p 'lower-pipeline-to-slots{planner=ptoas rotate=never}' --split-input-file | filecheck %s --check-prefix=NEVER
// RUN: pto-opt %s -p 'lower-pipeline-to-slots{planner=ptoas ptoas_version="0.60"}' --split-input-file | filecheck %s --check-prefix=V60
// RUN: pto-opt %s -p 'lower-pipeline-to-slots{planner=pack rotate=always}' --split-input-file | filecheck %s --check-prefix=ALWAYS

// The load rotates, what is computed does not. The loop is an ordinary one with the same bounds.

// PACK:         module attributes {pto.planner = "pack", pto.rotate = "auto"}
// NEVER:        module attributes {pto.planner = "ptoas", pto.rotate = "never"}
// ALWAYS:       module attributes {pto.planner = "pack", pto.rotate = "always"}
// CHECK:        module attributes {pto.planner = "ptoas", pto.rotate = "auto"}
// PACK-LABEL:   func.func @rotates(
// PACK-NOT:     buffer
// PACK:         tile.stages = 2
// NEVER-LABEL:  func.func @rotates(
// NEVER-NOT:    buffer
// NEVER:        tile.stages = 2
// ALWAYS-LABEL: func.func @rotates(
// ALWAYS:       buffer.bind %t to %pipe_t[
// CHECK-LABEL:  func.func @rotates(
func.func @rotates(%a: memref<256x64xf32>, %out: memref<256x64xf32>, %c0: index, %c1: index, %c4: index, %c64: index) {
  %start = arith.constant 0 : index
  %step = arith.constant 1 : index
  // CHECK:      %0 = arith.constant 2 : index
  // CHECK-NEXT: %pipe_t = buffer.declare "pipe_t" : !buffer.buffer<2>
  // CHECK-NEXT: %start = arith.constant 0 : index
  // CHECK-NEXT: %step = arith.constant 1 : index
  // CHECK-NEXT: scf.for %i = %start to %c4 step %step {
  // CHECK-NEXT:   %1 = arith.remui %i, %0 : index
  // CHECK-NEXT:   %row = arith.muli %i, %c64 : index
  // CHECK-NEXT:   %t = tile.load %a[%row, %c0] : memref<256x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:   buffer.bind %t to %pipe_t[%1] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   %e = tile.exp %t : !tile.tile<vec, 64x64xf32>
  // CHECK-NEXT:   tile.store %e, %out[%row, %c0] : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %start to %c4 step %step {
    %row = arith.muli %i, %c64 : index
    %t = tile.load %a[%row, %c0] : memref<256x64xf32> -> !tile.tile<vec, 64x64xf32>
    %e = tile.exp %t : !tile.tile<vec, 64x64xf32>
    tile.store %e, %out[%row, %c0] : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// The slots count iterations, whatever start and step.

!T = !tile.tile<vec, 1x64xf32>
// CHECK-LABEL: func.func @start_and_step(
func.func @start_and_step(%a: memref<256x64xf32>, %out: memref<256x64xf32>, %n: index, %c0: index) {
  %start = arith.constant -3 : index
  %step = arith.constant 2 : index
  // CHECK:      %0 = arith.constant 3 : index
  // CHECK-NEXT: %pipe_t = buffer.declare "pipe_t" : !buffer.buffer<3>
  // CHECK-NEXT: %1 = arith.constant 2 : index
  // CHECK-NEXT: %pipe_t_1 = buffer.declare "pipe_t_2" : !buffer.buffer<2>
  // CHECK-NEXT: %start = arith.constant -3 : index
  // CHECK-NEXT: %step = arith.constant 2 : index
  // CHECK-NEXT: scf.for %i = %start to %n step %step {
  // CHECK-NEXT:   %2 = arith.subi %i, %start : index
  // CHECK-NEXT:   %3 = arith.divui %2, %step : index
  // CHECK-NEXT:   %4 = arith.remui %3, %0 : index
  // CHECK-NEXT:   %t = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %t to %pipe_t[%4] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<3>
  // CHECK-NEXT:   tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.for %i_1 = %n to %c0 step %step {
  // CHECK-NEXT:   %5 = arith.subi %i_1, %n : index
  // CHECK-NEXT:   %6 = arith.divui %5, %step : index
  // CHECK-NEXT:   %7 = arith.remui %6, %1 : index
  // CHECK-NEXT:   %t_1 = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %t_1 to %pipe_t_1[%7] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   tile.store %t_1, %out[%c0, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %start to %n step %step {
    %t = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !T
    tile.store %t, %out[%c0, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 3 : i64}
  scf.for %i = %n to %c0 step %step {
    %t = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !T
    tile.store %t, %out[%c0, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// Every load that stands in the body itself, also one whose address is carried and one whose data
// is the same each time. Not what is loaded inside of a branch. Names that are taken are taken.

!T = !tile.tile<vec, 1x64xf32>
// CHECK-LABEL: func.func @candidates(
func.func @candidates(%a: memref<256x64xf32>, %out: memref<256x64xf32>, %p: i1) {
  // CHECK:      %0 = arith.constant 2 : index
  // CHECK-NEXT: %pipe_t = buffer.declare "pipe_t_2" : !buffer.buffer<2>
  // CHECK-NEXT: %pipe_same = buffer.declare "pipe_same" : !buffer.buffer<2>
  // CHECK-NEXT: %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c4 = arith.constant 4 : index
  // CHECK-NEXT: %mine = buffer.declare "pipe_t" : !buffer.buffer
  // CHECK-NEXT: %s = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: buffer.bind %s to %mine : !tile.tile<vec, 1x64xf32>, !buffer.buffer
  // CHECK-NEXT: %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%at = %c0) -> (index) {
  // CHECK-NEXT:   %1 = arith.remui %i, %0 : index
  // CHECK-NEXT:   %t = tile.load %a[%at, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %t to %pipe_t[%1] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   %same = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %same to %pipe_same[%1] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   %u = tile.add %t, %same : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   scf.if %p {
  // CHECK-NEXT:     %inner = tile.load %a[%c1, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:     tile.store %inner, %out[%c1, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tile.store %u, %out[%i, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   %next = arith.addi %at, %i : index
  // CHECK-NEXT:   scf.yield %next : index
  // CHECK-NEXT: }
  // CHECK-NEXT: tile.store %s, %out[%last, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %mine = buffer.declare "pipe_t" : !buffer.buffer
  %s = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !T
  buffer.bind %s to %mine : !T, !buffer.buffer
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%at = %c0) -> (index) {
    %t = tile.load %a[%at, %c0] : memref<256x64xf32> -> !T
    %same = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !T
    %u = tile.add %t, %same : !T
    scf.if %p {
      %inner = tile.load %a[%c1, %c0] : memref<256x64xf32> -> !T
      tile.store %inner, %out[%c1, %c0] : !T, memref<256x64xf32>
    }
    tile.store %u, %out[%i, %c0] : !T, memref<256x64xf32>
    %next = arith.addi %at, %i : index
    scf.yield %next : index
  } {tile.stages = 2 : i64}
  tile.store %s, %out[%last, %c0] : !T, memref<256x64xf32>
  func.return
}

// -----

// A load that the author bound stays where it is; a buffer with a slot for each stage that is bound
// without an index gets the slot of the iteration.

!T = !tile.tile<vec, 1x64xf32>
// CHECK-LABEL: func.func @authors_slots(
func.func @authors_slots(%a: memref<256x64xf32>, %out: memref<256x64xf32>) {
  // CHECK:      %0 = arith.constant 2 : index
  // CHECK-NEXT: %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c2 = arith.constant 2 : index
  // CHECK-NEXT: %c4 = arith.constant 4 : index
  // CHECK-NEXT: %mine = buffer.declare "mine" : !buffer.buffer<2>
  // CHECK-NEXT: %open = buffer.declare "open" : !buffer.buffer<2>
  // CHECK-NEXT: scf.for %i = %c0 to %c4 step %c1 {
  // CHECK-NEXT:   %1 = arith.remui %i, %0 : index
  // CHECK-NEXT:   %k = arith.remui %i, %c2 : index
  // CHECK-NEXT:   %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %t to %mine[%k] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   %u = tile.load %a[%i, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %u to %open[%1] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   %w = tile.add %t, %u : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %w, %out[%i, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %mine = buffer.declare "mine" : !buffer.buffer<2>
  %open = buffer.declare "open" : !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %k = arith.remui %i, %c2 : index
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    buffer.bind %t to %mine[%k] : !T, !buffer.buffer<2>
    %u = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    buffer.bind %u to %open : !T, !buffer.buffer<2>
    %w = tile.add %t, %u : !T
    tile.store %w, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// Loops inside of a loop that rotates have buffers of their own.

!T = !tile.tile<vec, 1x64xf32>
// CHECK-LABEL: func.func @nested(
func.func @nested(%a: memref<256x64xf32>, %out: memref<256x64xf32>) {
  // CHECK:      %0 = arith.constant 2 : index
  // CHECK-NEXT: %pipe_t = buffer.declare "pipe_t" : !buffer.buffer<2>
  // CHECK-NEXT: %1 = arith.constant 4 : index
  // CHECK-NEXT: %pipe_t_1 = buffer.declare "pipe_t_2" : !buffer.buffer<4>
  // CHECK-NEXT: %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c4 = arith.constant 4 : index
  // CHECK-NEXT: scf.for %i = %c0 to %c4 step %c1 {
  // CHECK-NEXT:   %2 = arith.remui %i, %0 : index
  // CHECK-NEXT:   %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %t to %pipe_t[%2] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   scf.for %j = %c0 to %c4 step %c1 {
  // CHECK-NEXT:     %3 = arith.remui %j, %1 : index
  // CHECK-NEXT:     %t_1 = tile.load %a[%j, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:     buffer.bind %t_1 to %pipe_t_1[%3] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<4>
  // CHECK-NEXT:     tile.store %t_1, %out[%j, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tile.store %t, %out[%i, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    scf.for %j = %c0 to %c4 step %c1 {
      %t_1 = tile.load %a[%j, %c0] : memref<256x64xf32> -> !T
      tile.store %t_1, %out[%j, %c0] : !T, memref<256x64xf32>
    } {tile.stages = 4 : i64}
    tile.store %t, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// A tile that is looked at through a view or overwritten rotates if the assembler follows its slot
// there; not what such a view carries on.

!T = !tile.tile<vec, 2x64xf32>
!V = !tile.tile<vec, 1x64xf32>
// V60:       remark: this loop does not rotate through slots: tile 'w' is carried on by control flow"]
// V60-LABEL: func.func @views(
// CHECK-LABEL: func.func @views(
func.func @views(%a: memref<256x64xf32>, %out: memref<256x64xf32>) {
  // V60:       buffer.bind %t to %pipe_t[
  // V60:       buffer.bind %u to %pipe_u[
  // V60-NOT:   buffer.bind
  // CHECK-NOT: buffer.bind
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tile.load %a[%c0, %c0] : memref<256x64xf32> -> !V
  scf.for %i = %c0 to %c4 step %c1 {
    %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %v = tile.slice %t[%c1, %c0] : !T -> !V
    %u = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %n = tile.assemble %u, %v[%c1, %c0] : !T, !V
    tile.store %n, %out[%i, %c0] : !T, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%last = %s) -> (!V) {
    %w = tile.load %a[%i, %c0] : memref<256x64xf32> -> !T
    %v = tile.slice %w[%c1, %c0] : !T -> !V
    scf.yield %v : !V
  } {tile.stages = 2 : i64}
  func.return
}
