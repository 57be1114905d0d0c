// RUN: pto-opt %s -p allocate-memory-addr | filecheck %s
// RUN: pto-opt %s -p allocate-memory-addr,allocate-memory-addr | filecheck %s
// RUN: not pto-opt %s -p 'allocate-memory-addr{ptoas_version=new}' 2>&1 | filecheck %s --check-prefix=VERSION
// RUN: not pto-opt %s -p 'allocate-memory-addr{sync=none}' 2>&1 | filecheck %s --check-prefix=SYNC
// RUN: pto-opt %s -p allocate-memory-addr{planner=ptoas} | filecheck %s --check-prefix=PTOAS

// VERSION: error: 'new' is not a version of ptoas
// SYNC: error: sync is one of insert, graph, not 'none'

// Allocations follow each other, each at a multiple of 32 bytes. Without addresses if the
// assembler plans.
// PTOAS-LABEL: func.func @in_order(
// PTOAS-NEXT: %a = mem.alloc "a" : !mem.ref<vec, 20>
// CHECK-LABEL: func.func @in_order(
func.func @in_order() {
  // CHECK:      %a = mem.alloc "a" at 0 : !mem.ref<vec, 20>
  // CHECK-NEXT: %b = mem.alloc "b" at 32 : !mem.ref<vec, 512>
  // CHECK-NEXT: %c = mem.alloc "c" at 544 : !mem.ref<vec, 512>
  // CHECK-NEXT: func.return
  %a = mem.alloc "a" : !mem.ref<vec, 20>
  %b = mem.alloc "b" : !mem.ref<vec, 512>
  %c = mem.alloc "c" : !mem.ref<vec, 512>
  func.return
}

// In accumulators at a multiple of 512; each memory counts from 0.
// CHECK-LABEL: func.func @spaces(
func.func @spaces() {
  // CHECK:      %a = mem.alloc "a" at 0 : !mem.ref<acc, 1000>
  // CHECK-NEXT: %b = mem.alloc "b" at 0 : !mem.ref<vec, 512>
  // CHECK-NEXT: %c = mem.alloc "c" at 1024 : !mem.ref<acc, 1024>
  // CHECK-NEXT: func.return
  %a = mem.alloc "a" : !mem.ref<acc, 1000>
  %b = mem.alloc "b" : !mem.ref<vec, 512>
  %c = mem.alloc "c" : !mem.ref<acc, 1024>
  func.return
}

// Slots are aligned as well.
// CHECK-LABEL: func.func @slots(
func.func @slots() {
  // CHECK:      %a = mem.alloc "a" pinned at 0 : !mem.ref<vec, 20, slots=3>
  // CHECK-NEXT: %b = mem.alloc "b" at 96 : !mem.ref<vec, 512>
  // CHECK-NEXT: func.return
  %a = mem.alloc "a" pinned : !mem.ref<vec, 20, slots=3>
  %b = mem.alloc "b" : !mem.ref<vec, 512>
  func.return
}

// The whole buffer counts, whichever of its slots are used, and each function has all memory.
// CHECK-LABEL: func.func @all_of_memory(
func.func @all_of_memory() {
  // CHECK:      %a = mem.alloc "a" pinned at 0 : !mem.ref<vec, 16384, slots=11>
  // CHECK-NEXT: %b = mem.alloc "b" at 180224 : !mem.ref<vec, 8192>
  // CHECK-NEXT: func.return
  %a = mem.alloc "a" pinned : !mem.ref<vec, 16384, slots=11>
  %b = mem.alloc "b" : !mem.ref<vec, 8192>
  func.return
}

// Reserved ranges come first. One without an address gets the lowest, a multiple of 256 bytes.
// CHECK-LABEL: func.func @reserved(
func.func @reserved() {
  // CHECK:      %a = mem.alloc "a" at 544 : !mem.ref<vec, 512>
  // CHECK-NEXT: %r = mem.reserve "r" at 0 : !mem.ref<vec, 100>
  // CHECK-NEXT: %s = mem.reserve "s" at 256 : !mem.ref<vec, 64, slots=2>
  // CHECK-NEXT: %t = mem.reserve "t" at 512 : !mem.ref<vec, 32>
  // CHECK-NEXT: %m = mem.alloc "m" at 0 : !mem.ref<mat, 512>
  // CHECK-NEXT: func.return
  %a = mem.alloc "a" : !mem.ref<vec, 512>
  %r = mem.reserve "r" : !mem.ref<vec, 100>
  %s = mem.reserve "s" : !mem.ref<vec, 64, slots=2>
  %t = mem.reserve "t" : !mem.ref<vec, 32>
  %m = mem.alloc "m" : !mem.ref<mat, 512>
  func.return
}

// A gap below a reserved range stays.
// CHECK-LABEL: func.func @reserved_at(
func.func @reserved_at() {
  // CHECK:      %r = mem.reserve "r" at 8192 : !mem.ref<vec, 4096>
  // CHECK-NEXT: %a = mem.alloc "a" at 12288 : !mem.ref<vec, 512>
  // CHECK-NEXT: func.return
  %r = mem.reserve "r" at 8192 : !mem.ref<vec, 4096>
  %a = mem.alloc "a" : !mem.ref<vec, 512>
  func.return
}

// The same bytes of two memories do not overlap.
// CHECK-LABEL: func.func @reserved_in_two_spaces(
func.func @reserved_in_two_spaces() {
  // CHECK:      %r = mem.reserve "r" at 0 : !mem.ref<vec, 4096>
  // CHECK-NEXT: %s = mem.reserve "s" at 0 : !mem.ref<mat, 4096>
  // CHECK-NEXT: func.return
  %r = mem.reserve "r" at 0 : !mem.ref<vec, 4096>
  %s = mem.reserve "s" at 0 : !mem.ref<mat, 4096>
  func.return
}

// Nothing to do.
// CHECK-LABEL: func.func @scalars(
func.func @scalars(%n: index) -> index {
  // CHECK:      func.return %n
  func.return %n : index
}
