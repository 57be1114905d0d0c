// RUN: pto-opt %s -p init-memref,materialize-semantic-aliases,memory-reuse | filecheck %s
// RUN: pto-opt %s -p init-memref,materialize-semantic-aliases,memory-reuse,memory-reuse,allocate-memory-addr,verify-memory-plan
// RUN: pto-opt %s -p init-memref{planner=ptoas},materialize-semantic-aliases,memory-reuse | filecheck %s --check-prefix=PTOAS

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
!H = !tile.tile<vec, 8x16xbf16>
!R = !tile.tile<vec, 8x1xf32>

// A result takes the place of an operand that dies. Not if the assembler plans.
// PTOAS-LABEL: func.func @in_place(
// PTOAS:       mem.place %a in %mem_vec :
// PTOAS:       mem.place %b in %mem_vec_1 :
// CHECK-LABEL: func.func @in_place(
func.func @in_place(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %b = tile.neg %a
  // CHECK-NEXT: mem.place %b in %mem_vec
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %b = tile.neg %a : !T
  func.return
}

// Not if the operation cannot run in place, also over a view.
// CHECK-LABEL: func.func @not_in_place(
func.func @not_in_place(%f: f32, %c0: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 256>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %v = tile.slice %a[%c0, %c0]
  // CHECK-NEXT: %b = tile.recip %v
  // CHECK-NEXT: mem.place %b in %mem_vec_1
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  %b = tile.recip %v : !V
  func.return
}

// Not over the vector of a broadcast, but over its tile.
// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 32>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %v = tile.full %f
  // CHECK-NEXT: mem.place %v in %mem_vec_1
  // CHECK-NEXT: %b = tile.row_expand_add %a, %v
  // CHECK-NEXT: mem.place %b in %mem_vec
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %v = tile.full %f : f32 -> !R
  %b = tile.row_expand_add %a, %v : !T, !R -> !T
  func.return
}

// Not over scratch.
// CHECK-LABEL: func.func @scratch(
func.func @scratch(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_2" : !mem.ref<vec, 32>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %tmp = tile.create
  // CHECK-NEXT: mem.place %tmp in %mem_vec_1
  // CHECK-NEXT: %b = tile.row_sum %a, %tmp
  // CHECK-NEXT: mem.place %b in %mem_vec_2
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %tmp = tile.create : !T
  %b = tile.row_sum %a, %tmp : !T -> !R
  func.return
}

// A narrowing cast can, a widening one cannot.
// CHECK-LABEL: func.func @casts(
func.func @casts(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 256>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %h = tile.cast %a {mode = "rint"}
  // CHECK-NEXT: mem.place %h in %mem_vec_1
  // CHECK-NEXT: %b = tile.cast %h {mode = "rint"}
  // CHECK-NEXT: mem.place %b in %mem_vec
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %h = tile.cast %a {mode = "rint"} : !T -> !H
  %b = tile.cast %h {mode = "rint"} : !H -> !T
  func.return
}

// A dead tile needs its place when it is written.
// CHECK-LABEL: func.func @dead(
func.func @dead(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %b = tile.full %f
  // CHECK-NEXT: mem.place %b in %mem_vec_1
  // CHECK-NEXT: %c = tile.neg %a
  // CHECK-NEXT: mem.place %c in %mem_vec
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %b = tile.full %f : f32 -> !T
  %c = tile.neg %a : !T
  func.return
}

// The larger one comes first: a small tile joins a large one that is dead, whichever was there.
// CHECK-LABEL: func.func @sizes(
func.func @sizes(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %b = tile.neg %a
  // CHECK-NEXT: mem.place %b in %mem_vec
  // CHECK-NEXT: %c = tile.full %f
  // CHECK-NEXT: mem.place %c in %mem_vec
  // CHECK-NEXT: %d = tile.neg %c
  // CHECK-NEXT: mem.place %d in %mem_vec
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !V
  %b = tile.neg %a : !V
  %c = tile.full %f : f32 -> !T
  %d = tile.neg %c : !T
  func.return
}

// A tile lives as long as a view of it.
// CHECK-LABEL: func.func @view(
func.func @view(%f: f32, %c0: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %v = tile.slice %a[%c0, %c0]
  // CHECK-NEXT: %b = tile.full %f
  // CHECK-NEXT: mem.place %b in %mem_vec_1
  // CHECK-NEXT: %c = tile.neg %v
  // CHECK-NEXT: mem.place %c in %mem_vec_1
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  %b = tile.full %f : f32 -> !T
  %c = tile.neg %v : !V
  func.return
}

// What a loop reads from outside is needed until the loop ends.
// CHECK-LABEL: func.func @read_in_loop(
func.func @read_in_loop(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %b = tile.neg %a
  // CHECK-NEXT:   mem.place %b in %mem_vec_1
  // CHECK-NEXT:   %c = tile.neg %b
  // CHECK-NEXT:   mem.place %c in %mem_vec_1
  // CHECK-NEXT: }
  // CHECK-NEXT: %d = tile.full %f
  // CHECK-NEXT: mem.place %d in %mem_vec
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  scf.for %i = %c0 to %n step %c1 {
    %b = tile.neg %a : !T
    %c = tile.neg %b : !T
  }
  %d = tile.full %f : f32 -> !T
  func.return
}

// A loop that does not run at all still passes its initial value on.
// CHECK-LABEL: func.func @zero_trips(
func.func @zero_trips(%f: f32, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.full %f
  // CHECK-NEXT:   mem.place %m in %mem_vec
  // CHECK-NEXT:   %k = tile.full %f
  // CHECK-NEXT:   mem.place %k in %mem_vec_1
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: %s = tile.neg %r
  // CHECK-NEXT: mem.place %s in %mem_vec
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.full %f : f32 -> !T
    %k = tile.full %f : f32 -> !T
    scf.yield %m : !T
  }
  %s = tile.neg %r : !T
  func.return
}

// What an arm uses may take the place of what the other arm uses.
// CHECK-LABEL: func.func @arms(
func.func @arms(%f: f32, %p: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: scf.if %p
  // CHECK-NEXT:   %a = tile.full %f
  // CHECK-NEXT:   mem.place %a in %mem_vec
  // CHECK-NEXT:   %b = tile.neg %a
  // CHECK-NEXT:   mem.place %b in %mem_vec
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %c = tile.full %f
  // CHECK-NEXT:   mem.place %c in %mem_vec
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.if %p {
    %a = tile.full %f : f32 -> !T
    %b = tile.neg %a : !T
  } else {
    %c = tile.full %f : f32 -> !T
  }
  func.return
}

// A branch result lives from where the first arm makes it.
// CHECK-LABEL: func.func @branch_result(
func.func @branch_result(%f: f32, %p: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   %a = tile.full %f
  // CHECK-NEXT:   mem.place %a in %mem_vec
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %b = tile.full %f
  // CHECK-NEXT:   mem.place %b in %mem_vec_1
  // CHECK-NEXT:   %c = tile.recip %b
  // CHECK-NEXT:   mem.place %c in %mem_vec
  // CHECK-NEXT:   scf.yield %c
  // CHECK-NEXT: }
  // CHECK-NEXT: %d = tile.full %f
  // CHECK-NEXT: mem.place %d in %mem_vec_1
  // CHECK-NEXT: %e = tile.add %r, %d
  // CHECK-NEXT: mem.place %e in %mem_vec
  // CHECK-NEXT: func.return
  %r = scf.if %p -> (!T) {
    %a = tile.full %f : f32 -> !T
    scf.yield %a : !T
  } else {
    %b = tile.full %f : f32 -> !T
    %c = tile.recip %b : !T
    scf.yield %c : !T
  }
  %d = tile.full %f : f32 -> !T
  %e = tile.add %r, %d : !T
  func.return
}

// The result of a loop over the result of a loop is the first one's storage.
// CHECK-LABEL: func.func @result_of_result(
func.func @result_of_result(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: }
  // CHECK-NEXT: %s = scf.for %i_1 = %c0 to %n step %c1 iter_args(%b = %r)
  // CHECK-NEXT:   scf.yield %b
  // CHECK-NEXT: }
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_1
  // CHECK-NEXT: %t = tile.add %s, %y
  // CHECK-NEXT: mem.place %t in %mem_vec
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    scf.yield %a : !T
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%b = %r) -> (!T) {
    scf.yield %b : !T
  }
  %y = tile.full %f : f32 -> !T
  %t = tile.add %s, %y : !T
  func.return
}

// Nothing joins the author's buffer, and it joins nothing.
// CHECK-LABEL: func.func @pinned(
func.func @pinned(%f: f32) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512, slots=2>
  // CHECK-NEXT: %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %c1 = arith.constant 1
  // CHECK-NEXT: %c1_1 = arith.constant 1
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %d[%c1]
  // CHECK-NEXT: %b = tile.neg %a
  // CHECK-NEXT: mem.place %b in %mem_vec
  // CHECK-NEXT: %c = tile.neg %b
  // CHECK-NEXT: mem.place %c in %mem_vec
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer<2>
  %c1 = arith.constant 1 : index
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d[%c1] : !T, !buffer.buffer<2>
  %b = tile.neg %a : !T
  %c = tile.neg %b : !T
  func.return
}

// An allocation that holds nothing vanishes, the author's too.
// CHECK-LABEL: func.func @unused(
func.func @unused() {
  // CHECK:      func.return
  %m = mem.alloc "m" : !mem.ref<vec, 512>
  %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  func.return
}

// Memories do not mix.
// CHECK-LABEL: func.func @spaces(
func.func @spaces() {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 1024>
  // CHECK-NEXT: %mem_mat = mem.alloc "mem_mat_0" : !mem.ref<mat, 1024>
  // CHECK-NEXT: %a = tile.create
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %b = tile.create
  // CHECK-NEXT: mem.place %b in %mem_mat
  // CHECK-NEXT: func.return
  %a = tile.create : !tile.tile<vec, 16x16xf32>
  %b = tile.create : !tile.tile<mat, 16x16xf32>
  func.return
}

// Allocations come to the head, where every tile sees the one that it joins.
// CHECK-LABEL: func.func @late_allocation(
func.func @late_allocation(%f: f32) {
  // CHECK:      %late = mem.alloc "late" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %late
  // CHECK-NEXT: %b = tile.full %f
  // CHECK-NEXT: mem.place %b in %late
  // CHECK-NEXT: func.return
  %m = mem.alloc "m" : !mem.ref<vec, 256>
  %a = tile.full %f : f32 -> !V
  mem.place %a in %m : !V, !mem.ref<vec, 256>
  %late = mem.alloc "late" : !mem.ref<vec, 512>
  %b = tile.full %f : f32 -> !T
  mem.place %b in %late : !T, !mem.ref<vec, 512>
  func.return
}
