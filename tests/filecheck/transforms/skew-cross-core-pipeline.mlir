// RUN: pto-opt %s -p skew-cross-core-pipeline --split-input-file | filecheck %s

// What is pushed is computed one iteration ahead; numbers that both parts need are computed twice.
// A branch decides if it is not known whether the loop runs.

!V = !tile.tile<vec, 16x16xf32>
!G = memref<128x16xf32>
// CHECK-LABEL: func.func @ahead(
func.func @ahead(%a: !G, %out: !G, %n: index) {
  // CHECK:      [[RUNS:%.*]] = arith.cmpi sgt, %n, %c0 : index
  // CHECK-NEXT: scf.if [[RUNS]] {
  // CHECK-NEXT:   [[ONE:%.*]] = arith.constant 1 : index
  // CHECK-NEXT:   [[LAST:%.*]] = arith.subi %n, [[ONE]] : index
  // CHECK-NEXT:   %row = arith.muli %c0, %c16 : index
  // CHECK-NEXT:   %t = tile.load %a[%row, %c0]
  // CHECK-NEXT:   tile.tpush %t to cube
  // CHECK-NEXT:   scf.for %i = %c0 to [[LAST]] step %c1 {
  // CHECK-NEXT:     [[NEXT:%.*]] = arith.addi %i, %c1 : index
  // CHECK-NEXT:     %row_1 = arith.muli [[NEXT]], %c16 : index
  // CHECK-NEXT:     %t_1 = tile.load %a[%row_1, %c0]
  // CHECK-NEXT:     tile.tpush %t_1 to cube
  // CHECK-NEXT:     %row_2 = arith.muli %i, %c16 : index
  // CHECK-NEXT:     %u = tile.tpop from cube
  // CHECK-NEXT:     tile.store %u, %out[%row_2, %c0]
  // CHECK-NEXT:     tile.tfree %u
  // CHECK-NEXT:   } {tile.stages = 2 : i64}
  // CHECK-NEXT:   %row_3 = arith.muli [[LAST]], %c16 : index
  // CHECK-NEXT:   %u_1 = tile.tpop from cube
  // CHECK-NEXT:   tile.store %u_1, %out[%row_3, %c0]
  // CHECK-NEXT:   tile.tfree %u_1
  // CHECK-NEXT: }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = arith.muli %i, %c16 : index
    %t = tile.load %a[%row, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    tile.store %u, %out[%row, %c0] : !V, !G
    tile.tfree %u : !V
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// Left alone without a word: who answers, who uses one core, what is no pipeline, one iteration.

!V = !tile.tile<vec, 16x16xf32>
!G = memref<128x16xf32>
// CHECK:       builtin.module {
// CHECK-LABEL: func.func @alone(
func.func @alone(%a: !G, %out: !G) {
  // CHECK-COUNT-3: scf.for
  // CHECK:         tile.tpush
  // CHECK:         scf.for
  // CHECK:         tile.tpush
  // CHECK-NOT:     tile.tpush
  // CHECK:         func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !V
    tile.store %t, %out[%i, %c0] : !V, !G
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c8 step %c1 {
    %u = tile.tpop from cube : !V
    tile.store %u, %out[%i, %c0] : !V, !G
    tile.tfree %u : !V
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c8 step %c1 {
    %u = tile.tpop from cube : !V
    %e = tile.exp %u : !V
    tile.tfree %u : !V
    tile.tpush %e to cube : !V
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c1 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    tile.tfree %u : !V
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// Parts that cannot be told apart.

!V = !tile.tile<vec, 16x16xf32>
!G = memref<128x16xf32>
// CHECK:      remark: this loop does not push ahead: 't' is needed for what is pushed and afterwards",
// CHECK-SAME: remark: this loop does not push ahead: what tile.load needs is passed on by the iteration before",
// CHECK-SAME: remark: this loop does not push ahead: it pushes into one queue before and after it pops",
// CHECK-SAME: remark: this loop does not push ahead: tensor 'a' is needed for what is pushed and stored into",
// CHECK-SAME: remark: this loop does not push ahead: tile.tpop stands inside of scf.if"]
// CHECK-LABEL: func.func @together(
func.func @together(%a: !G, %out: !G, %p: i1) {
  // CHECK-COUNT-6: tile.tpush
  // CHECK-NOT:     tile.tpush
  // CHECK:         func.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    %w = tile.add %t, %u : !V
    tile.store %w, %out[%i, %c0] : !V, !G
    tile.tfree %u : !V
  } {tile.stages = 2 : i64}
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%k = %c0) -> (index) {
    %t = tile.load %a[%k, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    tile.tfree %u : !V
    %next = arith.addi %k, %c1 : index
    scf.yield %next : index
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c8 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    %e = tile.exp %u : !V
    tile.tfree %u : !V
    tile.tpush %e to cube : !V
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c8 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    tile.store %u, %a[%i, %c0] : !V, !G
    tile.tfree %u : !V
  } {tile.stages = 2 : i64}
  scf.for %i = %c0 to %c8 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    tile.tfree %u : !V
    scf.if %p {
      %x = tile.tpop from cube : !V
      tile.tfree %x : !V
    }
  } {tile.stages = 2 : i64}
  func.return
}

// -----

// With one slot two cores that both push ahead would wait for each other.

!V = !tile.tile<vec, 16x16xf32>
!G = memref<128x16xf32>
// CHECK: remark: this loop does not push ahead: its queue has one slot"]
func.func @one_slot(%a: !G, %n: index) attributes {tile.core = #tile.core<vector>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mine = mem.reserve "c2v" : !mem.ref<vec, 1024>
  tile.init_pipe on vector receives in %mine : !mem.ref<vec, 1024> sends to "v2c" of @cube
    {dir_mask = 3 : i64, slot_size = 1024 : i64, slot_num = 1 : i64}
  scf.for %i = %c0 to %n step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !V
    tile.tpush %t to cube : !V
    %u = tile.tpop from cube : !V
    tile.tfree %u : !V
  } {tile.stages = 2 : i64}
  func.return
}
