// RUN: pto-opt %s -p init-memref | filecheck %s
// RUN: pto-opt %s -p init-memref,init-memref | filecheck %s

!T = !tile.tile<vec, 8x16xf32>
!V = !tile.tile<vec, 4x16xf32>
!R = !tile.tile<vec, 8x1xf32>

// CHECK: builtin.module attributes {pto.planner = "pack"} {

// Every tile that creates storage gets an allocation, in the head and in order; views and
// in-place results get none.
// CHECK-LABEL: func.func @creators(
func.func @creators(%f: f32, %c0: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_2 = mem.alloc "mem_vec_2" : !mem.ref<vec, 256>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %b = tile.create
  // CHECK-NEXT: mem.place %b in %mem_vec_1
  // CHECK-NEXT: %v = tile.slice %a[%c0, %c0]
  // CHECK-NEXT: %u = tile.assemble %b, %v[%c0, %c0]
  // CHECK-NEXT: %c = tile.neg %v
  // CHECK-NEXT: mem.place %c in %mem_vec_2
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  %b = tile.create : !T
  %v = tile.slice %a[%c0, %c0] : !T -> !V
  %u = tile.assemble %b, %v[%c0, %c0] : !T, !V
  %c = tile.neg %v : !V
  func.return
}

// Dead tiles are written somewhere, too.
// CHECK-LABEL: func.func @dead(
func.func @dead(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: func.return
  %a = tile.full %f : f32 -> !T
  func.return
}

// What control flow passes on lives where its root does.
// CHECK-LABEL: func.func @control_flow(
func.func @control_flow(%f: f32, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec_1 = mem.alloc "mem_vec_1" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %mem_vec
  // CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:   %s = scf.if %p
  // CHECK-NEXT:     %m = tile.neg %a
  // CHECK-NEXT:     mem.place %m in %mem_vec_1
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

// Each space has numbers of its own; an accumulator has whole fractals.
// CHECK-LABEL: func.func @spaces(
func.func @spaces(%f: f32) {
  // CHECK:      %mem_mat = mem.alloc "mem_mat_0" : !mem.ref<mat, 2048>
  // CHECK-NEXT: %mem_acc = mem.alloc "mem_acc_0" : !mem.ref<acc, 4096>
  // CHECK-NEXT: %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_mat_1 = mem.alloc "mem_mat_1" : !mem.ref<mat, 2048>
  // CHECK-NEXT: %a = tile.create
  // CHECK-NEXT: mem.place %a in %mem_mat
  // CHECK-NEXT: %b = tile.create
  // CHECK-NEXT: mem.place %b in %mem_acc
  // CHECK-NEXT: %c = tile.create
  // CHECK-NEXT: mem.place %c in %mem_vec
  // CHECK-NEXT: %d = tile.create
  // CHECK-NEXT: mem.place %d in %mem_mat_1
  // CHECK-NEXT: func.return
  %a = tile.create : !tile.tile<mat, 16x64xbf16>
  %b = tile.create : !tile.tile<acc, 4x64xf32>
  %c = tile.create : !T
  %d = tile.create : !tile.tile<mat, 16x64xbf16>
  func.return
}

// The size of a buffer is that of its largest tile, and its place in the head that of its first.
// CHECK-LABEL: func.func @largest_tile(
func.func @largest_tile(%f: f32) {
  // CHECK:      %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 256>
  // CHECK-NEXT: %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %mem_vec
  // CHECK-NEXT: %b = tile.full %f
  // CHECK-NEXT: mem.place %b in %d
  // CHECK-NEXT: %c = tile.full %f
  // CHECK-NEXT: mem.place %c in %d
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !V
  %b = tile.full %f : f32 -> !V
  buffer.bind %b to %d : !V, !buffer.buffer
  %c = tile.full %f : f32 -> !T
  buffer.bind %c to %d : !T, !buffer.buffer
  func.return
}

// A buffer that holds no tile vanishes.
// CHECK-LABEL: func.func @unused_declaration(
func.func @unused_declaration() {
  // CHECK:      func.return
  %d = buffer.declare "d" : !buffer.buffer<2>
  func.return
}

// Two buffers may have one name: the name is a label.
// CHECK-LABEL: func.func @same_name(
func.func @same_name(%f: f32) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %d_1 = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %d
  // CHECK-NEXT: %b = tile.full %f
  // CHECK-NEXT: mem.place %b in %d_1
  // CHECK-NEXT: %c = tile.add %a, %b
  // CHECK-NEXT: mem.place %c in %mem_vec
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %e = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  %b = tile.full %f : f32 -> !T
  buffer.bind %b to %e : !T, !buffer.buffer
  %c = tile.add %a, %b : !T
  func.return
}

// Slots are all as large as the largest tile in any of them. Without an index it is slot 0; a
// constant index comes from the head, an index that is known at run time stays.
// CHECK-LABEL: func.func @slots(
func.func @slots(%f: f32, %n: index, %c0: index, %c1: index) {
  // CHECK:      %c0_1 = arith.constant 0
  // CHECK-NEXT: %c1_1 = arith.constant 1
  // CHECK-NEXT: %d = mem.alloc "d" pinned : !mem.ref<vec, 512, slots=2>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %d[%c0_1]
  // CHECK-NEXT: %two = arith.constant 2
  // CHECK-NEXT: scf.for %i = %c0 to %n step %c1
  // CHECK-NEXT:   %one = arith.constant 1
  // CHECK-NEXT:   %b = tile.full %f
  // CHECK-NEXT:   mem.place %b in %d[%c1_1]
  // CHECK-NEXT:   %k = arith.remui %i, %two
  // CHECK-NEXT:   %c = tile.full %f
  // CHECK-NEXT:   mem.place %c in %d[%k]
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer<2>
  %a = tile.full %f : f32 -> !V
  buffer.bind %a to %d : !V, !buffer.buffer<2>
  %two = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %one = arith.constant 1 : index
    %b = tile.full %f : f32 -> !T
    buffer.bind %b to %d[%one] : !T, !buffer.buffer<2>
    %k = arith.remui %i, %two : index
    %c = tile.full %f : f32 -> !T
    buffer.bind %c to %d[%k] : !T, !buffer.buffer<2>
  }
  func.return
}

// Tiles whose lives do not meet may share a buffer, and so may those of opposite arms.
// CHECK-LABEL: func.func @sharing(
func.func @sharing(%f: f32, %p: i1) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %d
  // CHECK-NEXT: %b = tile.neg %a
  // CHECK-NEXT: mem.place %b in %d
  // CHECK-NEXT: %r = scf.if %p
  // CHECK-NEXT:   %c = tile.neg %b
  // CHECK-NEXT:   mem.place %c in %d
  // CHECK-NEXT:   scf.yield %c
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %e = tile.full %f
  // CHECK-NEXT:   mem.place %e in %d
  // CHECK-NEXT:   scf.yield %e
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d : !T, !buffer.buffer
  %b = tile.neg %a : !T
  buffer.bind %b to %d : !T, !buffer.buffer
  %r = scf.if %p -> (!T) {
    %c = tile.neg %b : !T
    buffer.bind %c to %d : !T, !buffer.buffer
    scf.yield %c : !T
  } else {
    %e = tile.full %f : f32 -> !T
    buffer.bind %e to %d : !T, !buffer.buffer
    scf.yield %e : !T
  }
  func.return
}

// A tile does not stand in its own way.
// CHECK-LABEL: func.func @carried_in_one_arm(
func.func @carried_in_one_arm(%f: f32, %p: i1, %n: index, %c0: index, %c1: index) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512>
  // CHECK-NEXT: %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %x = tile.full %f
  // CHECK-NEXT: mem.place %x in %d
  // CHECK-NEXT: scf.if %p
  // CHECK-NEXT:   %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x)
  // CHECK-NEXT:     scf.yield %a
  // CHECK-NEXT:   }
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %b = tile.neg %x
  // CHECK-NEXT:   mem.place %b in %mem_vec
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer
  %x = tile.full %f : f32 -> !T
  buffer.bind %x to %d : !T, !buffer.buffer
  scf.if %p {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!T) {
      scf.yield %a : !T
    }
  } else {
    %b = tile.neg %x : !T
  }
  func.return
}

// Run-time indices that differ are not compared here.
// CHECK-LABEL: func.func @different_indices(
func.func @different_indices(%f: f32, %i: index, %j: index) {
  // CHECK:      %d = mem.alloc "d" pinned : !mem.ref<vec, 512, slots=2>
  // CHECK-NEXT: %mem_vec = mem.alloc "mem_vec_0" : !mem.ref<vec, 512>
  // CHECK-NEXT: %two = arith.constant 2
  // CHECK-NEXT: %k = arith.remui %i, %two
  // CHECK-NEXT: %l = arith.remui %j, %two
  // CHECK-NEXT: %a = tile.full %f
  // CHECK-NEXT: mem.place %a in %d[%k]
  // CHECK-NEXT: %b = tile.full %f
  // CHECK-NEXT: mem.place %b in %d[%l]
  // CHECK-NEXT: %c = tile.add %a, %b
  // CHECK-NEXT: mem.place %c in %mem_vec
  // CHECK-NEXT: func.return
  %d = buffer.declare "d" : !buffer.buffer<2>
  %two = arith.constant 2 : index
  %k = arith.remui %i, %two : index
  %l = arith.remui %j, %two : index
  %a = tile.full %f : f32 -> !T
  buffer.bind %a to %d[%k] : !T, !buffer.buffer<2>
  %b = tile.full %f : f32 -> !T
  buffer.bind %b to %d[%l] : !T, !buffer.buffer<2>
  %c = tile.add %a, %b : !T
  func.return
}

// Nothing to do.
// CHECK-LABEL: func.func @scalars(
func.func @scalars(%n: index) -> index {
  // CHECK:      func.return %n
  func.return %n : index
}
