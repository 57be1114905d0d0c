// RUN: pto-opt %s -p init-memref,materialize-semantic-aliases | filecheck %s
// RUN: pto-opt %s -p init-memref,materialize-semantic-aliases,materialize-semantic-aliases | filecheck %s

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
!H = !tile.tile<vec, 8x16xf16>

// The next value of an accumulator is written where the accumulator lives.
// CHECK-LABEL: func.func @accumulator(
func.func @accumulator(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %mem_vec
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    scf.yield %m : !T
  }
  func.return
}

// Declined: the old value is read after the new one is made.
// CHECK-LABEL: func.func @read_after(
func.func @read_after(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %mem_vec_1
  // CHECK-NEXT:   %k = tile.exp %a
  // CHECK-NEXT:   mem.place %k in %mem_vec_2
  // CHECK-NEXT:   %m_mv = tile.move %m
  // CHECK-NEXT:   mem.place %m_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %m_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    %k = tile.exp %a : !T
    scf.yield %m : !T
  }
  func.return
}

// Declined: the read stands in a branch.
// CHECK-LABEL: func.func @read_after_in_branch(
func.func @read_after_in_branch(%f: f32, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %mem_vec_1
  // CHECK-NEXT:   scf.if %p
  // CHECK-NEXT:     %k = tile.exp %a
  // CHECK-NEXT:     mem.place %k in %mem_vec_2
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %m_mv = tile.move %m
  // CHECK-NEXT:   mem.place %m_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %m_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    scf.if %p {
      %k = tile.exp %a : !T
    }
    scf.yield %m : !T
  }
  func.return
}

// Declined: the read stands before in an inner loop, whose next iteration comes after.
// CHECK-LABEL: func.func @read_in_inner_loop(
func.func @read_in_inner_loop(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %y = tile.full %f
  // CHECK-NEXT:   mem.place %y in %mem_vec_1
  // CHECK-NEXT:   %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %y)
  // CHECK-NEXT:     %k = tile.add %a, %b
  // CHECK-NEXT:     mem.place %k in %mem_vec_1
  // CHECK-NEXT:     scf.yield %k
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %s_mv = tile.move %s
  // CHECK-NEXT:   mem.place %s_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %s_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %y = tile.full %f : f32 -> !T
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %y) -> (!T) {
      %k = tile.add %a, %b : !T
      scf.yield %k : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// Declined: something else is written to the place afterwards.
// CHECK-LABEL: func.func @written_after(
func.func @written_after(%g: memref<8x16xf32>, %f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %d
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %mem_vec
  // CHECK-NEXT:   %z = tile.full %f
  // CHECK-NEXT:   mem.place %z in %d
  // CHECK-NEXT:   %m_mv = tile.move %m
  // CHECK-NEXT:   mem.place %m_mv in %d
  // CHECK-NEXT:   scf.yield %m_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %x = tile.full %f : f32 -> !T
  buffer.bind %x to %d : !T, !buffer.buffer
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    %z = tile.full %f : f32 -> !T
    buffer.bind %z to %d : !T, !buffer.buffer
    scf.yield %m : !T
  }
  func.return
}

// Declined: the operation cannot write over its operand.
// CHECK-LABEL: func.func @forbidden_operand(
func.func @forbidden_operand(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.recip %a
  // CHECK-NEXT:   mem.place %m in %mem_vec_1
  // CHECK-NEXT:   %m_mv = tile.move %m
  // CHECK-NEXT:   mem.place %m_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %m_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.recip %a : !T
    scf.yield %m : !T
  }
  func.return
}

// A widening cast may write over what it does not read.
// CHECK-LABEL: func.func @widening_cast(
func.func @widening_cast(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 256>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %h = tile.cast %a {mode = "rint"}
  // CHECK-NEXT:   mem.place %h in %mem_vec_1
  // CHECK-NEXT:   %m = tile.cast %h {mode = "rint"}
  // CHECK-NEXT:   mem.place %m in %mem_vec
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %h = tile.cast %a {mode = "rint"} : !T -> !H
    %m = tile.cast %h {mode = "rint"} : !H -> !T
    scf.yield %m : !T
  }
  func.return
}

// Declined: the author chose another buffer for the next value.
// CHECK-LABEL: func.func @pinned_elsewhere(
func.func @pinned_elsewhere(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %e = mem.alloc "e" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %d
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %e
  // CHECK-NEXT:   %m_mv = tile.move %m
  // CHECK-NEXT:   mem.place %m_mv in %d
  // CHECK-NEXT:   scf.yield %m_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %e = buffer.declare "e" : !buffer.buffer
  %x = tile.full %f : f32 -> !T
  buffer.bind %x to %d : !T, !buffer.buffer
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    buffer.bind %m to %e : !T, !buffer.buffer
    scf.yield %m : !T
  }
  func.return
}

// An accumulator on a declared buffer: the next value, which the author did not bind, joins it.
// CHECK-LABEL: func.func @accumulator_on_buffer(
func.func @accumulator_on_buffer(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %d
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %d
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %x = tile.full %f : f32 -> !T
  buffer.bind %x to %d : !T, !buffer.buffer
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    scf.yield %m : !T
  }
  func.return
}

// Both on one declared buffer.
// CHECK-LABEL: func.func @accumulator_bound_twice(
func.func @accumulator_bound_twice(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %d
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %d
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %x = tile.full %f : f32 -> !T
  buffer.bind %x to %d : !T, !buffer.buffer
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    buffer.bind %m to %d : !T, !buffer.buffer
    scf.yield %m : !T
  }
  func.return
}

// Accumulators in a slot that is chosen at run time, and in one that is constant.
// CHECK-LABEL: func.func @accumulators_in_slots(
func.func @accumulators_in_slots(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %c1_1 = arith.constant 1
  // CHECK-NEXT: %d = mem.alloc "d" pinned : !mem.ref<vec, 512, slots=2>
  // CHECK-NEXT: %e = mem.alloc "e" pinned : !mem.ref<vec, 512, slots=2>
  // CHECK-NEXT: %two = arith.constant 2
  // CHECK-NEXT: scf.for %k = %c0 to %n step %c1
  // CHECK-NEXT:   %slot = arith.remui %k, %two
  // CHECK-NEXT:   %x = tile.full %f
  // CHECK-NEXT:   mem.place %x in %d[%slot]
  // CHECK-NEXT:   %one = arith.constant 1
  // CHECK-NEXT:   %y = tile.full %f
  // CHECK-NEXT:   mem.place %y in %e[%c1_1]
  // CHECK-NEXT:   %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
  // CHECK-NEXT:     %m = tile.neg %a
  // CHECK-NEXT:     mem.place %m in %d[%slot]
  // CHECK-NEXT:     %l = tile.neg %b
  // CHECK-NEXT:     mem.place %l in %e[%c1_1]
  // CHECK-NEXT:     scf.yield %m, %l
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer<2>
  %e = buffer.declare "e" : !buffer.buffer<2>
  %two = arith.constant 2 : index
  scf.for %k = %c0 to %n step %c1 {
    %slot = arith.remui %k, %two : index
    %x = tile.full %f : f32 -> !T
    buffer.bind %x to %d[%slot] : !T, !buffer.buffer<2>
    %one = arith.constant 1 : index
    %y = tile.full %f : f32 -> !T
    buffer.bind %y to %e[%one] : !T, !buffer.buffer<2>
    %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (!T, !T) {
      %m = tile.neg %a : !T
      %l = tile.neg %b : !T
      scf.yield %m, %l : !T, !T
    }
  }
  func.return
}

// Two carries that change places go through scratch.
// CHECK-LABEL: func.func @swap(
func.func @swap(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec_1
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_2
  // CHECK-NEXT: %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
  // CHECK-NEXT:   %b_mv = tile.move %b
  // CHECK-NEXT:   mem.place %b_mv in %mem_vec
  // CHECK-NEXT:   %a_mv = tile.move %a
  // CHECK-NEXT:   mem.place %a_mv in %mem_vec_2
  // CHECK-NEXT:   %b_mv_mv = tile.move %b_mv
  // CHECK-NEXT:   mem.place %b_mv_mv in %mem_vec_1
  // CHECK-NEXT:   scf.yield %b_mv_mv, %a_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %y = tile.full %f : f32 -> !T
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (!T, !T) {
    scf.yield %b, %a : !T, !T
  }
  func.return
}

// A carry that lags behind another one is copied before that one is overwritten.
// CHECK-LABEL: func.func @lag(
func.func @lag(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_1
  // CHECK-NEXT: %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
  // CHECK-NEXT:   %m = tile.neg %b
  // CHECK-NEXT:   mem.place %m in %mem_vec_2
  // CHECK-NEXT:   %a_mv = tile.move %a
  // CHECK-NEXT:   mem.place %a_mv in %mem_vec_1
  // CHECK-NEXT:   %m_mv = tile.move %m
  // CHECK-NEXT:   mem.place %m_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %m_mv, %a_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %y = tile.full %f : f32 -> !T
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (!T, !T) {
    %m = tile.neg %b : !T
    scf.yield %m, %a : !T, !T
  }
  func.return
}

// A chain of lags needs an order, but no scratch.
// CHECK-LABEL: func.func @lag_chain(
func.func @lag_chain(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_1
  // CHECK-NEXT: %z = tile.full %f
  // CHECK-NEXT: mem.place %z in %mem_vec_2
  // CHECK-NEXT: %r, %s, %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z)
  // CHECK-NEXT:   %b_mv = tile.move %b
  // CHECK-NEXT:   mem.place %b_mv in %mem_vec_2
  // CHECK-NEXT:   %a_mv = tile.move %a
  // CHECK-NEXT:   mem.place %a_mv in %mem_vec_1
  // CHECK-NEXT:   scf.yield %a, %a_mv, %b_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %y = tile.full %f : f32 -> !T
  %z = tile.full %f : f32 -> !T
  %r, %s, %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z) -> (!T, !T, !T) {
    scf.yield %a, %a, %b : !T, !T, !T
  }
  func.return
}

// One value for two carries: it is made at the first one's place and copied to the other.
// CHECK-LABEL: func.func @one_value_for_two_carries(
func.func @one_value_for_two_carries(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_1
  // CHECK-NEXT: %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
  // CHECK-NEXT:   %m = tile.full %f
  // CHECK-NEXT:   mem.place %m in %mem_vec
  // CHECK-NEXT:   %m_mv = tile.move %m
  // CHECK-NEXT:   mem.place %m_mv in %mem_vec_1
  // CHECK-NEXT:   scf.yield %m, %m_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %y = tile.full %f : f32 -> !T
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (!T, !T) {
    %m = tile.full %f : f32 -> !T
    scf.yield %m, %m : !T, !T
  }
  func.return
}

// A tile from outside is copied into the carry, not moved.
// CHECK-LABEL: func.func @yielded_from_outside(
func.func @yielded_from_outside(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_1
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %y_mv = tile.move %y
  // CHECK-NEXT:   mem.place %y_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %y_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %y = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    scf.yield %y : !T
  }
  func.return
}

// A view of a larger tile is copied into the carry.
// CHECK-LABEL: func.func @yielded_view(
func.func @yielded_view(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 256>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.full %f
  // CHECK-NEXT:   mem.place %m in %mem_vec_1
  // CHECK-NEXT:   %v = tile.slice %m[%c0, %c0]
  // CHECK-NEXT:   %v_mv = tile.move %v
  // CHECK-NEXT:   mem.place %v_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %v_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !V
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!V) {
    %m = tile.full %f : f32 -> !T
    %v = tile.slice %m[%c0, %c0] : !T -> !V
    scf.yield %v : !V
  }
  func.return
}

// The inner carry starts as the outer one.
// CHECK-LABEL: func.func @inner_carry_of_outer_carry(
func.func @inner_carry_of_outer_carry(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a)
  // CHECK-NEXT:     %m = tile.neg %b
  // CHECK-NEXT:     mem.place %m in %mem_vec
  // CHECK-NEXT:     scf.yield %m
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (!T) {
      %m = tile.neg %b : !T
      scf.yield %m : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// The outer carry becomes what the inner loop makes: all of it lives there.
// CHECK-LABEL: func.func @outer_carry_of_inner_result(
func.func @outer_carry_of_inner_result(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %y = tile.neg %a
  // CHECK-NEXT:   mem.place %y in %mem_vec
  // CHECK-NEXT:   %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %y)
  // CHECK-NEXT:     %m = tile.neg %b
  // CHECK-NEXT:     mem.place %m in %mem_vec
  // CHECK-NEXT:     scf.yield %m
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %y = tile.neg %a : !T
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %y) -> (!T) {
      %m = tile.neg %b : !T
      scf.yield %m : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// The result of a loop as the initial value of the next one.
// CHECK-LABEL: func.func @result_as_init(
func.func @result_as_init(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %m = tile.neg %a
  // CHECK-NEXT:   mem.place %m in %mem_vec
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: %s = scf.for %i_1 = %c0 to %n step %c1 iter_args(%b = %r)
  // CHECK-NEXT:   %k = tile.exp %b
  // CHECK-NEXT:   mem.place %k in %mem_vec
  // CHECK-NEXT:   scf.yield %k
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %m = tile.neg %a : !T
    scf.yield %m : !T
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%b = %r) -> (!T) {
    %k = tile.exp %b : !T
    scf.yield %k : !T
  }
  func.return
}

// Both arms write to one place.
// CHECK-LABEL: func.func @arms(
func.func @arms(%f: f32, %p: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   %a = tile.full %f
  // CHECK-NEXT:   mem.place %a in %mem_vec
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %b = tile.full %f
  // CHECK-NEXT:   mem.place %b in %mem_vec
  // CHECK-NEXT:   scf.yield %b
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.if %p -> (!T) {
    %a = tile.full %f : f32 -> !T
    scf.yield %a : !T
  } else {
    %b = tile.full %f : f32 -> !T
    scf.yield %b : !T
  }
  func.return
}

// The result lives where the then-arm's tile from outside does.
// CHECK-LABEL: func.func @arm_passes_on(
func.func @arm_passes_on(%f: f32, %p: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   scf.yield %x
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %b = tile.neg %x
  // CHECK-NEXT:   mem.place %b in %mem_vec
  // CHECK-NEXT:   scf.yield %b
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.if %p -> (!T) {
    scf.yield %x : !T
  } else {
    %b = tile.neg %x : !T
    scf.yield %b : !T
  }
  func.return
}

// Two tiles from outside: the else-arm copies.
// CHECK-LABEL: func.func @arms_pass_on(
func.func @arms_pass_on(%f: f32, %p: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_1
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   scf.yield %x
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %y_mv = tile.move %y
  // CHECK-NEXT:   mem.place %y_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %y_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %y = tile.full %f : f32 -> !T
  %r = scf.if %p -> (!T) {
    scf.yield %x : !T
  } else {
    scf.yield %y : !T
  }
  func.return
}

// Arms that pass two tiles on in different order swap them.
// CHECK-LABEL: func.func @arms_swap(
func.func @arms_swap(%f: f32, %p: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec_1
  // CHECK-NEXT: %y = tile.full %f
  // CHECK-NEXT: mem.place %y in %mem_vec_2
  // CHECK-NEXT: %r, %s = scf.if %p
  // CHECK-NEXT:   scf.yield %x, %y
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %y_mv = tile.move %y
  // CHECK-NEXT:   mem.place %y_mv in %mem_vec
  // CHECK-NEXT:   %x_mv = tile.move %x
  // CHECK-NEXT:   mem.place %x_mv in %mem_vec_2
  // CHECK-NEXT:   %y_mv_mv = tile.move %y_mv
  // CHECK-NEXT:   mem.place %y_mv_mv in %mem_vec_1
  // CHECK-NEXT:   scf.yield %y_mv_mv, %x_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %y = tile.full %f : f32 -> !T
  %r, %s = scf.if %p -> (!T, !T) {
    scf.yield %x, %y : !T, !T
  } else {
    scf.yield %y, %x : !T, !T
  }
  func.return
}

// A carry that one arm passes on, and the other one renews in place.
// CHECK-LABEL: func.func @carry_passed_on(
func.func @carry_passed_on(%f: f32, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %s = scf.if %p
  // CHECK-NEXT:     %m = tile.neg %a
  // CHECK-NEXT:     mem.place %m in %mem_vec
  // CHECK-NEXT:     scf.yield %m
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %a
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %s = scf.if %p -> (!T) {
      %m = tile.neg %a : !T
      scf.yield %m : !T
    } else {
      scf.yield %a : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// The same with the arms the other way round.
// CHECK-LABEL: func.func @carry_passed_on_first(
func.func @carry_passed_on_first(%f: f32, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %s = scf.if %p
  // CHECK-NEXT:     scf.yield %a
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %m = tile.neg %a
  // CHECK-NEXT:     mem.place %m in %mem_vec
  // CHECK-NEXT:     scf.yield %m
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %s = scf.if %p -> (!T) {
      scf.yield %a : !T
    } else {
      %m = tile.neg %a : !T
      scf.yield %m : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// Declined in one arm only: that arm copies.
// CHECK-LABEL: func.func @one_arm_declines(
func.func @one_arm_declines(%f: f32, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %s = scf.if %p
  // CHECK-NEXT:     %m = tile.neg %a
  // CHECK-NEXT:     mem.place %m in %mem_vec
  // CHECK-NEXT:     scf.yield %m
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %k = tile.recip %a
  // CHECK-NEXT:     mem.place %k in %mem_vec_1
  // CHECK-NEXT:     %k_mv = tile.move %k
  // CHECK-NEXT:     mem.place %k_mv in %mem_vec
  // CHECK-NEXT:     scf.yield %k_mv
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %s = scf.if %p -> (!T) {
      %m = tile.neg %a : !T
      scf.yield %m : !T
    } else {
      %k = tile.recip %a : !T
      scf.yield %k : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// A slot whose index is computed inside of the arm cannot be named outside of it.
// CHECK-LABEL: func.func @slot_inside_of_arm(
func.func @slot_inside_of_arm(%f: f32, %k: index, %p: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %d = mem.alloc "d" pinned : !mem.ref<vec, 512, slots=2>
  // CHECK-NEXT: %two = arith.constant 2
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   %slot = arith.remui %k, %two
  // CHECK-NEXT:   %a = tile.full %f
  // CHECK-NEXT:   mem.place %a in %d[%slot]
  // CHECK-NEXT:   %a_mv = tile.move %a
  // CHECK-NEXT:   mem.place %a_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %a_mv
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %b = tile.full %f
  // CHECK-NEXT:   mem.place %b in %mem_vec
  // CHECK-NEXT:   scf.yield %b
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer<2>
  %two = arith.constant 2 : index
  %r = scf.if %p -> (!T) {
    %slot = arith.remui %k, %two : index
    %a = tile.full %f : f32 -> !T
    buffer.bind %a to %d[%slot] : !T, !buffer.buffer<2>
    scf.yield %a : !T
  } else {
    %b = tile.full %f : f32 -> !T
    scf.yield %b : !T
  }
  func.return
}

// A constant index can.
// CHECK-LABEL: func.func @constant_slot_inside_of_arm(
func.func @constant_slot_inside_of_arm(%f: f32, %p: i1) {
  // CHECK:      %c1 = arith.constant 1
  // CHECK-NEXT: %d = mem.alloc "d" pinned : !mem.ref<vec, 512, slots=2>
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   %one = arith.constant 1
  // CHECK-NEXT:   %a = tile.full %f
  // CHECK-NEXT:   mem.place %a in %d[%c1]
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %b = tile.full %f
  // CHECK-NEXT:   mem.place %b in %d[%c1]
  // CHECK-NEXT:   scf.yield %b
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer<2>
  %r = scf.if %p -> (!T) {
    %one = arith.constant 1 : index
    %a = tile.full %f : f32 -> !T
    buffer.bind %a to %d[%one] : !T, !buffer.buffer<2>
    scf.yield %a : !T
  } else {
    %b = tile.full %f : f32 -> !T
    scf.yield %b : !T
  }
  func.return
}

// The copies at the end of one body are made in an order: a later one still reads %x, so none
// before it may be made where %x lives, although that is where the result is expected.
// CHECK-LABEL: func.func @copy_beside_a_reader(
func.func @copy_beside_a_reader(%f: f32, %p: i1, %q: i1) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_2" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_3 = mem.alloc "mem_vec_3" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_4 = mem.alloc "mem_vec_4" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   scf.yield %x
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %a = tile.full %f
  // CHECK-NEXT:   mem.place %a in %mem_vec_1
  // CHECK-NEXT:   %s, %t = scf.if %q
  // CHECK-NEXT:     %k = tile.full %f
  // CHECK-NEXT:     mem.place %k in %mem_vec_2
  // CHECK-NEXT:     %l = tile.full %f
  // CHECK-NEXT:     mem.place %l in %mem_vec_3
  // CHECK-NEXT:     scf.yield %k, %l
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %a_mv = tile.move %a
  // CHECK-NEXT:     mem.place %a_mv in %mem_vec_2
  // CHECK-NEXT:     %x_mv = tile.move %x
  // CHECK-NEXT:     mem.place %x_mv in %mem_vec_3
  // CHECK-NEXT:     scf.yield %a_mv, %x_mv
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %u = tile.neg %t
  // CHECK-NEXT:   mem.place %u in %mem_vec_4
  // CHECK-NEXT:   %s_mv = tile.move %s
  // CHECK-NEXT:   mem.place %s_mv in %mem_vec
  // CHECK-NEXT:   scf.yield %s_mv
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %x = tile.full %f : f32 -> !T
  %r = scf.if %p -> (!T) {
    scf.yield %x : !T
  } else {
    %a = tile.full %f : f32 -> !T
    %s, %t = scf.if %q -> (!T, !T) {
      %k = tile.full %f : f32 -> !T
      %l = tile.full %f : f32 -> !T
      scf.yield %k, %l : !T, !T
    } else {
      scf.yield %a, %x : !T, !T
    }
    %u = tile.neg %t : !T
    scf.yield %s : !T
  }
  func.return
}

// Nothing to do without tiles in loops and branches.
// CHECK-LABEL: func.func @scalars(
func.func @scalars(%n: index, %p: i1, %c0: index, %c1: index) {
  // CHECK:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n)
  // CHECK-NEXT:   %s = scf.if %p
  // CHECK-NEXT:     scf.yield %a
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %n
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n) -> (index) {
    %s = scf.if %p -> (index) {
      scf.yield %a : index
    } else {
      scf.yield %n : index
    }
    scf.yield %s : index
  }
  func.return
}
