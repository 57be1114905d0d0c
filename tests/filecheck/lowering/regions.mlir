// RUN: pto-opt %s -p 'pto-pipeline{planner=ptoas}' -t pto | filecheck %s
// RUN: pto-opt %s -p 'pto-pipeline{planner=pack rotate=always}' -t pto | filecheck %s --check-prefix=PACK

// One region in the head of the function for each buffer, and one get for each use, with the index
// itself. With our own addresses a buffer whose slots are all constant is plain allocations; any
// run-time slot makes every use of it go through one region at a constant address.

!T = !tile.tile<vec, 64x64xf32>
!G = memref<256x64xf32>

// CHECK-LABEL: @constant_slots
// PACK-LABEL: @constant_slots
func.func @constant_slots(%a: !G, %out: !G) {
  // CHECK-COUNT-1: pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 64x64xf32>, count=2>
  // CHECK-NOT:     alloc
  // CHECK:         %t = pto.multi_tile_get %d_mb[%c0]
  // CHECK:         %u = pto.multi_tile_get %d_mb[%c1]
  // CHECK-NOT:     alloc
  // PACK-NOT:      multi_tile
  // PACK:          %t = pto.alloc_tile addr = %c0_i64
  // PACK-NEXT:     %u = pto.alloc_tile addr = %c16384_i64
  // PACK-NOT:      multi_tile
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  %t = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %t to %d[%c0] : !T, !buffer.buffer<2>
  %u = tile.exp %t : !T
  buffer.bind %u to %d[%c1] : !T, !buffer.buffer<2>
  tile.store %u, %out[%c0, %c0] : !T, !G
  func.return
}

// CHECK-LABEL: @sibling_loops
// PACK-LABEL: @sibling_loops
func.func @sibling_loops(%a: !G, %out: !G) {
  // CHECK-COUNT-1: pto.alloc_multi_tile
  // CHECK-NOT:     alloc
  // CHECK:         pto.multi_tile_get %d_mb[%k]
  // CHECK:         pto.multi_tile_get %d_mb[%l]
  // PACK-COUNT-1:  pto.alloc_multi_tile addr = %c0_i64
  // PACK-NOT:      alloc
  // PACK:          pto.multi_tile_get %d_mb[%k]
  // PACK:          pto.multi_tile_get %d_mb[%l]
  // PACK:          pto.multi_tile_get %d_mb[%c0]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = buffer.declare "d" : !buffer.buffer<2>
  scf.for %i = %c0 to %c4 step %c1 {
    %k = arith.remui %i, %c2 : index
    %t = tile.load %a[%i, %c0] : !G -> !T
    buffer.bind %t to %d[%k] : !T, !buffer.buffer<2>
    tile.store %t, %out[%i, %c0] : !T, !G
  }
  scf.for %j = %c0 to %c4 step %c1 {
    %l = arith.remui %j, %c2 : index
    %t = tile.load %a[%j, %c0] : !G -> !T
    buffer.bind %t to %d[%l] : !T, !buffer.buffer<2>
    tile.store %t, %out[%j, %c0] : !T, !G
  }
  %s = tile.load %a[%c0, %c0] : !G -> !T
  buffer.bind %s to %d[%c0] : !T, !buffer.buffer<2>
  tile.store %s, %out[%c0, %c0] : !T, !G
  func.return
}

// A pipelined loop that accumulates: one body, one region, and nothing shares bytes with it.
// CHECK-LABEL: @accumulates
// PACK-LABEL: @accumulates
func.func @accumulates(%a: !G, %out: !G) {
  // CHECK:         %s = pto.alloc_tile : !pto.tile_buf<vec, 64x64xf32>
  // CHECK-NEXT:    %pipe_t_mb = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 64x64xf32>, count=2>
  // CHECK-NOT:     alloc
  // CHECK:         pto.tload {{.*}} outs(%s :
  // CHECK:         scf.for %i = %c0 to %c4 step %c1 {
  // CHECK-NEXT:      [[K:%.*]] = arith.remui %i, %{{.*}} : index
  // CHECK:           %t = pto.multi_tile_get %pipe_t_mb[[[K]]]
  // CHECK:           pto.tload {{.*}} outs(%t :
  // CHECK-NEXT:      pto.tadd ins(%s, %t :
  // CHECK-NEXT:    }
  // CHECK-NEXT:    {{.*}} = pto.partition_view
  // PACK:          %s = pto.alloc_tile addr = %c0_i64
  // PACK-NEXT:     %pipe_t_mb = pto.alloc_multi_tile addr = %c16384_i64
  // PACK-NOT:      alloc
  // PACK:          %t = pto.multi_tile_get %pipe_t_mb[
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tile.load %a[%c0, %c0] : !G -> !T
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %s) -> (!T) {
    %t = tile.load %a[%i, %c0] : !G -> !T
    %n = tile.add %acc, %t : !T
    scf.yield %n : !T
  } {tile.stages = 2 : i64}
  tile.store %r, %out[%c0, %c0] : !T, !G
  func.return
}

// Loops begin at zero and count up, whatever the bounds. Slots count from the first iteration.
// CHECK-LABEL: @bounds
// PACK-LABEL: @bounds
func.func @bounds(%a: !G, %out: !G, %n: index) {
  // From -4 to 4: eight times.
  // CHECK:         scf.for %i = %c0 to %c8 step %c1 {
  // CHECK-NEXT:      %i_1 = arith.addi %i, %cm4 : index
  // CHECK-NEXT:      [[COUNT:%.*]] = arith.subi %i_1, %cm4 : index
  // CHECK-NEXT:      [[SLOT:%.*]] = arith.remui [[COUNT]], %c2 : index
  // CHECK:           pto.multi_tile_get %pipe_t_mb[[[SLOT]]]
  // From 4 to -1: never.
  // CHECK:         scf.for %j = %c0 to %c0 step %c1 {
  // From n to 4 by 3, where n may be anything.
  // CHECK:         [[RUNS:%.*]] = arith.cmpi sgt, %c4, %n : index
  // CHECK-NEXT:    [[SPAN:%.*]] = arith.subi %c4, %n : index
  // CHECK-NEXT:    [[UP:%.*]] = arith.addi [[SPAN]], %c2 : index
  // CHECK-NEXT:    [[TRIPS:%.*]] = arith.divui [[UP]], %c3 : index
  // CHECK-NEXT:    [[STOP:%.*]] = arith.select [[RUNS]], [[TRIPS]], %c0 : index
  // CHECK-NEXT:    scf.for %k = %c0 to [[STOP]] step %c1 {
  // CHECK-NEXT:      [[BY:%.*]] = arith.muli %k, %c3 : index
  // CHECK-NEXT:      %k_1 = arith.addi [[BY]], %n : index
  // CHECK-NEXT:      [[GONE:%.*]] = arith.subi %k_1, %n : index
  // CHECK-NEXT:      [[NTH:%.*]] = arith.divui [[GONE]], %c3 : index
  // CHECK-NEXT:      [[SLOT:%.*]] = arith.remui [[NTH]], %c2 : index
  %cm4 = arith.constant -4 : index
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %cm4 to %c4 step %c1 {
    %t = tile.load %a[%c0, %c0] : !G -> !T
    tile.store %t, %out[%c0, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  scf.for %j = %c4 to %cm1 step %c1 {
    %t = tile.load %a[%c0, %c0] : !G -> !T
    tile.store %t, %out[%c0, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  scf.for %k = %n to %c4 step %c3 {
    %t = tile.load %a[%c0, %c0] : !G -> !T
    tile.store %t, %out[%c0, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}
