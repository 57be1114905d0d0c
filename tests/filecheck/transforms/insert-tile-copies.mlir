// RUN: pto-opt %s -p insert-tile-copies | filecheck %s
// RUN: pto-opt %s -p insert-tile-copies,insert-tile-copies | filecheck %s

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
!R = !tile.tile<vec, 8x1xf32>

// An in-place operation may overwrite a tile that nobody reads again.
// CHECK-LABEL: func.func @last_use(
func.func @last_use(%t: !T, %s: !V, %out: memref<8x16xf32>, %c0: index) {
  // CHECK:      %u = tile.assemble %t, %s[%c0, %c0]
  // CHECK-NEXT: tile.store %u, %out[%c0, %c0]
  // CHECK-NEXT: func.return
  %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  tile.store %u, %out[%c0, %c0] : !T, memref<8x16xf32>
  func.return
}

// A tile that is read after it is overwritten is copied, and the copy is overwritten.
// CHECK-LABEL: func.func @later_reader(
func.func @later_reader(%t: !T, %s: !V, %c0: index) {
  // CHECK:      %t_copy = tile.move %t
  // CHECK-NEXT: %u = tile.assemble %t_copy, %s[%c0, %c0]
  // CHECK-NEXT: %r = tile.add %u, %t
  // CHECK-NEXT: func.return
  %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  %r = tile.add %u, %t : !T
  func.return
}

// A view of the overwritten tile counts, and a view of that view.
// CHECK-LABEL: func.func @view_read_later(
func.func @view_read_later(%t: !T, %s: !V, %c0: index) {
  // CHECK:      %v = tile.slice %t[%c0, %c0]
  // CHECK-NEXT: %w = tile.slice %v[%c0, %c0]
  // CHECK-NEXT: %t_copy = tile.move %t
  // CHECK-NEXT: %u = tile.assemble %t_copy, %s[%c0, %c0]
  // CHECK-NEXT: %r = tile.neg %w
  // CHECK-NEXT: func.return
  %v = tile.slice %t[%c0, %c0] : !T -> !V
  %w = tile.slice %v[%c0, %c0] : !V -> !V
  %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  %r = tile.neg %w : !V
  func.return
}

// Overwriting a view overwrites the tile.
// CHECK-LABEL: func.func @view_overwritten(
func.func @view_overwritten(%t: !T, %s: !V, %c0: index) {
  // CHECK:      %v = tile.slice %t[%c0, %c0]
  // CHECK-NEXT: %v_copy = tile.move %v
  // CHECK-NEXT: %u = tile.assemble %v_copy, %s[%c0, %c0]
  // CHECK-NEXT: %r = tile.neg %t
  // CHECK-NEXT: func.return
  %v = tile.slice %t[%c0, %c0] : !T -> !V
  %u = tile.assemble %v, %s[%c0, %c0] : !V, !V
  %r = tile.neg %t : !T
  func.return
}

// A view that is overwritten in place for the last time is no reason to copy.
// CHECK-LABEL: func.func @last_use_of_view(
func.func @last_use_of_view(%t: !T, %s: !V, %c0: index) {
  // CHECK:      %v = tile.slice %t[%c0, %c0]
  // CHECK-NEXT: %u = tile.assemble %v, %s[%c0, %c0]
  // CHECK-NEXT: func.return
  %v = tile.slice %t[%c0, %c0] : !T -> !V
  %u = tile.assemble %v, %s[%c0, %c0] : !V, !V
  func.return
}

// Both operands of an in-place operation are one tile.
// CHECK-LABEL: func.func @target_is_source(
func.func @target_is_source(%t: !T, %c0: index) {
  // CHECK:      %t_copy = tile.move %t
  // CHECK-NEXT: %u = tile.assemble %t_copy, %t[%c0, %c0]
  // CHECK-NEXT: func.return
  %u = tile.assemble %t, %t[%c0, %c0] : !T, !T
  func.return
}

// The next iteration needs a tile from outside again.
// CHECK-LABEL: func.func @overwritten_in_loop(
func.func @overwritten_in_loop(%t: !T, %s: !V, %n: index, %c0: index, %c1: index) {
  // CHECK:      scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %t_copy = tile.move %t
  // CHECK-NEXT:   %u = tile.assemble %t_copy, %s[%c0, %c0]
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %n step %c1 {
    %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  }
  func.return
}

// A reader that stands before in the loop comes after in the next iteration.
// CHECK-LABEL: func.func @read_before_in_loop(
func.func @read_before_in_loop(%t: !T, %s: !V, %n: index, %c0: index, %c1: index) {
  // CHECK:      scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %r = tile.neg %t
  // CHECK-NEXT:   scf.for %j = %c0 to %n step %c1
  // CHECK-NEXT:     %t_copy = tile.move %t
  // CHECK-NEXT:     %u = tile.assemble %t_copy, %s[%c0, %c0]
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %n step %c1 {
    %r = tile.neg %t : !T
    scf.for %j = %c0 to %n step %c1 {
      %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
    }
  }
  func.return
}

// A tile that each iteration makes is not needed by the next one.
// CHECK-LABEL: func.func @made_in_loop(
func.func @made_in_loop(%a: !T, %s: !V, %n: index, %c0: index, %c1: index) {
  // CHECK:      scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %t = tile.neg %a
  // CHECK-NEXT:   %u = tile.assemble %t, %s[%c0, %c0]
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %n step %c1 {
    %t = tile.neg %a : !T
    %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  }
  func.return
}

// Of two arms only one runs.
// CHECK-LABEL: func.func @opposite_arm(
func.func @opposite_arm(%t: !T, %s: !V, %p: i1, %c0: index) {
  // CHECK:      scf.if %p
  // CHECK-NEXT:   %u = tile.assemble %t, %s[%c0, %c0]
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %r = tile.neg %t
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.if %p {
    %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  } else {
    %r = tile.neg %t : !T
  }
  func.return
}

// So both may overwrite it, one in place and one by passing it on.
// CHECK-LABEL: func.func @overwritten_in_both_arms(
func.func @overwritten_in_both_arms(%t: !T, %s: !V, %p: i1, %c0: index) {
  // CHECK:      %r = scf.if %p
  // CHECK-NEXT:   %u = tile.assemble %t, %s[%c0, %c0]
  // CHECK-NEXT:   scf.yield %u
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %t
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.if %p -> (!T) {
    %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
    scf.yield %u : !T
  } else {
    scf.yield %t : !T
  }
  func.return
}

// In a loop the other arm may run in the next iteration.
// CHECK-LABEL: func.func @opposite_arm_in_loop(
func.func @opposite_arm_in_loop(%t: !T, %s: !V, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   scf.if %p
  // CHECK-NEXT:     %t_copy = tile.move %t
  // CHECK-NEXT:     %u = tile.assemble %t_copy, %s[%c0, %c0]
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %r = tile.neg %t
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
    } else {
      %r = tile.neg %t : !T
    }
  }
  func.return
}

// Scratch that is read later: other undefined data is destroyed instead.
// CHECK-LABEL: func.func @scratch_read_later(
func.func @scratch_read_later(%a: !T, %tmp: !T, %c0: index) {
  // CHECK:      %tmp_copy = tile.create
  // CHECK-NEXT: %r = tile.row_sum %a, %tmp_copy
  // CHECK-NEXT: %s = tile.neg %tmp
  // CHECK-NEXT: func.return
  %r = tile.row_sum %a, %tmp : !T -> !R
  %s = tile.neg %tmp : !T
  func.return
}

// Scratch that is the source of its own operation.
// CHECK-LABEL: func.func @scratch_is_source(
func.func @scratch_is_source(%a: !T) {
  // CHECK:      %a_copy = tile.create
  // CHECK-NEXT: %r = tile.row_sum %a, %a_copy
  // CHECK-NEXT: func.return
  %r = tile.row_sum %a, %a : !T -> !R
  func.return
}

// Scratch of several operations, and of every iteration, needs no copy: nobody reads it.
// CHECK-LABEL: func.func @scratch_again(
func.func @scratch_again(%a: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %tmp = tile.create
  // CHECK-NEXT: %r = tile.row_sum %a, %tmp
  // CHECK-NEXT: scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %s = tile.row_max %a, %tmp
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %tmp = tile.create : !T
  %r = tile.row_sum %a, %tmp : !T -> !R
  scf.for %i = %c0 to %n step %c1 {
    %s = tile.row_max %a, %tmp : !T -> !R
  }
  func.return
}

// Scratch with an extent that is known at run time only is copied for its extent.
// CHECK-LABEL: func.func @scratch_of_dynamic_extent(
func.func @scratch_of_dynamic_extent(%tmp: !tile.tile<vec, 8x16xf32, valid=?x16>, %a: !tile.tile<vec, 8x16xf32, valid=?x16>) {
  // CHECK:      %tmp_copy = tile.move %tmp
  // CHECK-NEXT: %r = tile.row_sum %a, %tmp_copy
  // CHECK-NEXT: %s = tile.neg %tmp
  // CHECK-NEXT: func.return
  %r = tile.row_sum %a, %tmp : !tile.tile<vec, 8x16xf32, valid=?x16> -> !tile.tile<vec, 8x1xf32, valid=?x1>
  %s = tile.neg %tmp : !tile.tile<vec, 8x16xf32, valid=?x16>
  func.return
}

// Undefined data is not copied but created again.
// CHECK-LABEL: func.func @create_overwritten_twice(
func.func @create_overwritten_twice(%s: !V, %c0: index) {
  // CHECK:      %t = tile.create
  // CHECK-NEXT: %t_copy = tile.create
  // CHECK-NEXT: %u = tile.assemble %t_copy, %s[%c0, %c0]
  // CHECK-NEXT: %v = tile.assemble %t, %s[%c0, %c0]
  // CHECK-NEXT: func.return
  %t = tile.create : !T
  %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  %v = tile.assemble %t, %s[%c0, %c0] : !T, !V
  func.return
}

// Undefined data in a loop is undefined in each iteration anyway.
// CHECK-LABEL: func.func @create_overwritten_in_loop(
func.func @create_overwritten_in_loop(%s: !V, %n: index, %c0: index, %c1: index) {
  // CHECK:      %t = tile.create
  // CHECK-NEXT: scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %u = tile.assemble %t, %s[%c0, %c0]
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %t = tile.create : !T
  scf.for %i = %c0 to %n step %c1 {
    %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  }
  func.return
}

// A loop overwrites its initial value, which is dead here.
// CHECK-LABEL: func.func @loop_init(
func.func @loop_init(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x)
  // CHECK-NEXT:   %m = tile.neg %acc
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (!T) {
    %m = tile.neg %acc : !T
    scf.yield %m : !T
  }
  func.return
}

// An initial value that is read after the loop.
// CHECK-LABEL: func.func @loop_init_read_after(
func.func @loop_init_read_after(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %x_copy = tile.move %x
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x_copy)
  // CHECK-NEXT:   %m = tile.neg %acc
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: %s = tile.add %r, %x
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (!T) {
    %m = tile.neg %acc : !T
    scf.yield %m : !T
  }
  %s = tile.add %r, %x : !T
  func.return
}

// An initial value that is read in the loop.
// CHECK-LABEL: func.func @loop_init_read_in_loop(
func.func @loop_init_read_in_loop(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %x_copy = tile.move %x
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x_copy)
  // CHECK-NEXT:   %m = tile.add %acc, %x
  // CHECK-NEXT:   scf.yield %m
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (!T) {
    %m = tile.add %acc, %x : !T
    scf.yield %m : !T
  }
  func.return
}

// Two carries with one initial value.
// CHECK-LABEL: func.func @one_init_twice(
func.func @one_init_twice(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %x_copy = tile.move %x
  // CHECK-NEXT: %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x_copy, %b = %x)
  // CHECK-NEXT:   scf.yield %a, %b
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (!T, !T) {
    scf.yield %a, %b : !T, !T
  }
  func.return
}

// Two loops with one initial value: the second still needs it.
// CHECK-LABEL: func.func @two_loops(
func.func @two_loops(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %x_copy = tile.move %x
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x_copy)
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: }
  // CHECK-NEXT: %s = scf.for %i_1 = %c0 to %n step %c1 iter_args(%a_1 = %x)
  // CHECK-NEXT:   scf.yield %a_1
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    scf.yield %a : !T
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    scf.yield %a : !T
  }
  func.return
}

// A loop's result as the initial value of the next loop.
// CHECK-LABEL: func.func @result_as_init(
func.func @result_as_init(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: }
  // CHECK-NEXT: %s = scf.for %i_1 = %c0 to %n step %c1 iter_args(%a_1 = %r)
  // CHECK-NEXT:   scf.yield %a_1
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    scf.yield %a : !T
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> (!T) {
    scf.yield %a : !T
  }
  func.return
}

// The same, and the first result is read again.
// CHECK-LABEL: func.func @result_as_init_read_after(
func.func @result_as_init_read_after(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: }
  // CHECK-NEXT: %r_copy = tile.move %r
  // CHECK-NEXT: %s = scf.for %i_1 = %c0 to %n step %c1 iter_args(%a_1 = %r_copy)
  // CHECK-NEXT:   scf.yield %a_1
  // CHECK-NEXT: }
  // CHECK-NEXT: %t = tile.add %r, %s
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    scf.yield %a : !T
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> (!T) {
    scf.yield %a : !T
  }
  %t = tile.add %r, %s : !T
  func.return
}

// A carry of the outer loop as the initial value of the inner one.
// CHECK-LABEL: func.func @nested_loops(
func.func @nested_loops(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a)
  // CHECK-NEXT:     scf.yield %b
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (!T) {
      scf.yield %b : !T
    }
    scf.yield %s : !T
  }
  func.return
}

// An initial value from outside of the outer loop is needed again by its next iteration.
// CHECK-LABEL: func.func @inner_init_from_outside(
func.func @inner_init_from_outside(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %x_copy = tile.move %x
  // CHECK-NEXT:   %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %x_copy)
  // CHECK-NEXT:     scf.yield %b
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %n step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %x) -> (!T) {
      scf.yield %b : !T
    }
  }
  func.return
}

// A view has no allocation that a loop could have.
// CHECK-LABEL: func.func @view_as_init(
func.func @view_as_init(%x: !T, %n: index, %c0: index, %c1: index) {
  // CHECK:      %v = tile.slice %x[%c0, %c0]
  // CHECK-NEXT: %v_copy = tile.move %v
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v_copy)
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %v = tile.slice %x[%c0, %c0] : !T -> !V
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (!V) {
    scf.yield %a : !V
  }
  func.return
}

// Neither has what overwrote a view in place.
// CHECK-LABEL: func.func @overwritten_view_as_init(
func.func @overwritten_view_as_init(%x: !T, %y: !V, %n: index, %c0: index, %c1: index) {
  // CHECK:      %v = tile.slice %x[%c1, %c0]
  // CHECK-NEXT: %u = tile.assemble %v, %y[%c0, %c0]
  // CHECK-NEXT: %u_copy = tile.move %u
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %u_copy)
  // CHECK-NEXT:   scf.yield %a
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %v = tile.slice %x[%c1, %c0] : !T -> !V
  %u = tile.assemble %v, %y[%c0, %c0] : !V, !V
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %u) -> (!V) {
    scf.yield %a : !V
  }
  func.return
}

// A loop without carries may read tiles, and so may a while loop.
// CHECK-LABEL: func.func @no_carries(
func.func @no_carries(%x: !T, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %r = tile.neg %x
  // CHECK-NEXT: }
  // CHECK-NEXT: %j = scf.while (%k = %n)
  // CHECK-NEXT:   scf.condition(%p) %k
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%l: index):
  // CHECK-NEXT:   %s = tile.neg %x
  // CHECK-NEXT:   scf.yield %l
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %n step %c1 {
    %r = tile.neg %x : !T
  }
  %j = scf.while (%k = %n) : (index) -> index {
    scf.condition(%p) %k : index
  } do {
  ^bb0(%l: index):
    %s = tile.neg %x : !T
    scf.yield %l : index
  }
  func.return
}

// A branch may take the storage of what it passes on, in either arm.
// CHECK-LABEL: func.func @arms_pass_on(
func.func @arms_pass_on(%x: !T, %y: !T, %p: i1) {
  // CHECK:      %r = scf.if %p
  // CHECK-NEXT:   scf.yield %x
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %y
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.if %p -> (!T) {
    scf.yield %x : !T
  } else {
    scf.yield %y : !T
  }
  func.return
}

// Both arms may pass on one tile.
// CHECK-LABEL: func.func @arms_pass_on_one(
func.func @arms_pass_on_one(%x: !T, %p: i1) {
  // CHECK:      %r = scf.if %p
  // CHECK-NEXT:   scf.yield %x
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %x
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.if %p -> (!T) {
    scf.yield %x : !T
  } else {
    scf.yield %x : !T
  }
  func.return
}

// The arm that passes on a tile that is read again makes the copy.
// CHECK-LABEL: func.func @passed_on_and_read_after(
func.func @passed_on_and_read_after(%x: !T, %p: i1) {
  // CHECK:      %r = scf.if %p
  // CHECK-NEXT:   %x_copy = tile.move %x
  // CHECK-NEXT:   scf.yield %x_copy
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %n = tile.neg %x
  // CHECK-NEXT:   scf.yield %n
  // CHECK-NEXT: }
  // CHECK-NEXT: %s = tile.add %r, %x
  // CHECK-NEXT: func.return
  %r = scf.if %p -> (!T) {
    scf.yield %x : !T
  } else {
    %n = tile.neg %x : !T
    scf.yield %n : !T
  }
  %s = tile.add %r, %x : !T
  func.return
}

// A tile from outside of a loop is needed again by the next iteration.
// CHECK-LABEL: func.func @passed_on_in_loop(
func.func @passed_on_in_loop(%x: !T, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %r = scf.if %p
  // CHECK-NEXT:     %x_copy = tile.move %x
  // CHECK-NEXT:     scf.yield %x_copy
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %m = tile.neg %x
  // CHECK-NEXT:     scf.yield %m
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %n step %c1 {
    %r = scf.if %p -> (!T) {
      scf.yield %x : !T
    } else {
      %m = tile.neg %x : !T
      scf.yield %m : !T
    }
  }
  func.return
}

// A carry that one arm passes on.
// CHECK-LABEL: func.func @carry_passed_on(
func.func @carry_passed_on(%x: !T, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %s = scf.if %p
  // CHECK-NEXT:     %m = tile.neg %a
  // CHECK-NEXT:     scf.yield %m
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %a
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
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

// An arm that yields a tile as two results: each has its own place.
// CHECK-LABEL: func.func @yielded_twice(
func.func @yielded_twice(%x: !T, %p: i1) {
  // CHECK:      %r, %s = scf.if %p
  // CHECK-NEXT:   %m = tile.neg %x
  // CHECK-NEXT:   %m_copy = tile.move %m
  // CHECK-NEXT:   scf.yield %m, %m_copy
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %k = tile.neg %x
  // CHECK-NEXT:   %l = tile.neg %x
  // CHECK-NEXT:   scf.yield %k, %l
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r, %s = scf.if %p -> (!T, !T) {
    %m = tile.neg %x : !T
    scf.yield %m, %m : !T, !T
  } else {
    %k = tile.neg %x : !T
    %l = tile.neg %x : !T
    scf.yield %k, %l : !T, !T
  }
  func.return
}

// A view that an arm yields has no allocation that the result could have.
// CHECK-LABEL: func.func @view_yielded(
func.func @view_yielded(%x: !T, %p: i1, %c0: index) {
  // CHECK:      %r = scf.if %p
  // CHECK-NEXT:   %m = tile.neg %x
  // CHECK-NEXT:   %v = tile.slice %m[%c0, %c0]
  // CHECK-NEXT:   %v_copy = tile.move %v
  // CHECK-NEXT:   scf.yield %v_copy
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %l = tile.slice %x[%c0, %c0]
  // CHECK-NEXT:   %k = tile.neg %l
  // CHECK-NEXT:   scf.yield %k
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.if %p -> (!V) {
    %m = tile.neg %x : !T
    %v = tile.slice %m[%c0, %c0] : !T -> !V
    scf.yield %v : !V
  } else {
    %l = tile.slice %x[%c0, %c0] : !T -> !V
    %k = tile.neg %l : !V
    scf.yield %k : !V
  }
  func.return
}

// Scalars and tensors are nobody's storage.
// CHECK-LABEL: func.func @other_values(
func.func @other_values(%g: memref<8x16xf32>, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n)
  // CHECK-NEXT:   %s = scf.if %p
  // CHECK-NEXT:     scf.yield %n
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %a
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %s
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n) -> (index) {
    %s = scf.if %p -> (index) {
      scf.yield %n : index
    } else {
      scf.yield %a : index
    }
    scf.yield %s : index
  }
  func.return
}

// The author's binding stays on the original.
// CHECK-LABEL: func.func @bound(
func.func @bound(%g: memref<8x16xf32>, %s: !V, %c0: index) {
  // CHECK:      %b = buffer.declare "b" : !buffer.buffer
  // CHECK-NEXT: %t = tile.load %g[%c0, %c0]
  // CHECK-NEXT: buffer.bind %t to %b
  // CHECK-NEXT: %t_copy = tile.move %t
  // CHECK-NEXT: %u = tile.assemble %t_copy, %s[%c0, %c0]
  // CHECK-NEXT: %r = tile.add %u, %t
  // CHECK-NEXT: func.return
  %b = buffer.declare "b" : !buffer.buffer
  %t = tile.load %g[%c0, %c0] : memref<8x16xf32> -> !T
  buffer.bind %t to %b : !T, !buffer.buffer
  %u = tile.assemble %t, %s[%c0, %c0] : !T, !V
  %r = tile.add %u, %t : !T
  func.return
}

// CHECK-LABEL: func.func private @declared(
func.func private @declared(!T) -> !T
