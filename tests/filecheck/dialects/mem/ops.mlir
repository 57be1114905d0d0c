// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Every operation of the dialect, with its optional parts present and absent.

// CHECK-LABEL:         func.func @allocations(
// CHECK-GENERIC:       sym_name = "allocations"
func.func @allocations() {
  // CHECK-NEXT:          %a = mem.alloc "a" : !mem.ref<vec, 16384>
  // CHECK-GENERIC:       %a = "mem.alloc"() <{label = "a"}> : () -> !mem.ref<vec, 16384>
  %a = mem.alloc "a" : !mem.ref<vec, 16384>
  // CHECK-NEXT:          %b = mem.alloc "b" pinned : !mem.ref<acc, 8192, slots=2>
  // CHECK-GENERIC-NEXT:  %b = "mem.alloc"() <{label = "b", pinned}> : () -> !mem.ref<acc, 8192, slots=2>
  %b = mem.alloc "b" pinned : !mem.ref<acc, 8192, slots=2>
  // CHECK-NEXT:          %c = mem.alloc "c d" at 32768 {x = 1 : i32} : !mem.ref<mat, 4096>
  // CHECK-GENERIC-NEXT:  %c = "mem.alloc"() <{label = "c d", address = 32768 : i64}> {x = 1 : i32} : () -> !mem.ref<mat, 4096>
  %c = mem.alloc "c d" at 32768 {x = 1 : i32} : !mem.ref<mat, 4096, slots=1>
  // CHECK-NEXT:          %d = mem.alloc "d" pinned at 0 : !mem.ref<vec, 1>
  // CHECK-GENERIC-NEXT:  %d = "mem.alloc"() <{{{.*}}pinned{{.*}}}> : () -> !mem.ref<vec, 1>
  %d = mem.alloc "d" pinned at 0 : !mem.ref<vec, 1>
  // CHECK-NEXT:          %r = mem.reserve "fifo" : !mem.ref<vec, 8192>
  // CHECK-GENERIC-NEXT:  %r = "mem.reserve"() <{label = "fifo"}> : () -> !mem.ref<vec, 8192>
  %r = mem.reserve "fifo" : !mem.ref<vec, 8192>
  // CHECK-NEXT:          %s = mem.reserve "fifo" at 4096 {x} : !mem.ref<vec, 8192>
  // CHECK-GENERIC-NEXT:  %s = "mem.reserve"() <{label = "fifo", address = 4096 : i64}> {x} : () -> !mem.ref<vec, 8192>
  %s = mem.reserve "fifo" at 4096 {x} : !mem.ref<vec, 8192>
  func.return
}

// CHECK-LABEL:         func.func @placements(
// CHECK-GENERIC:       sym_name = "placements"
func.func @placements(%x: memref<64x64xf32>, %i: index) {
  %one = mem.alloc "one" : !mem.ref<vec, 16384>
  %two = mem.alloc "two" pinned : !mem.ref<vec, 32768, slots=2>
  %t = tile.load %x[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  // CHECK:               mem.place %t in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  // CHECK-GENERIC:       "mem.place"(%t, %one) : (!tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>) -> ()
  mem.place %t in %one : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
  %u = tile.exp %t : !tile.tile<vec, 64x64xf32>
  // A slot may be larger than the tile.
  // CHECK:               mem.place %u in %two[%i] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 32768, slots=2>
  // CHECK-GENERIC:       "mem.place"(%u, %two, %i) {tile.stage = [#tile.stage<0, 1>]} : (!tile.tile<vec, 64x64xf32>, !mem.ref<vec, 32768, slots=2>, index) -> ()
  mem.place %u in %two[%i] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 32768, slots=2>
  %v = tile.exp %u : !tile.tile<vec, 64x64xf32>
  // CHECK:               mem.place %v in %two : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 32768, slots=2>
  // CHECK-GENERIC:       "mem.place"(%v, %two) : (!tile.tile<vec, 64x64xf32>, !mem.ref<vec, 32768, slots=2>) -> ()
  mem.place %v in %two : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 32768, slots=2>
  func.return
}

// -----

// Memory that only a5 has.

// CHECK-LABEL:         func.func @a5()
builtin.module attributes {pto.target_arch = "a5"} {
  func.func @a5() {
    // CHECK-NEXT: %a = mem.alloc "a" : !mem.ref<left_scale, 32>
    // CHECK-NEXT: %b = mem.alloc "b" : !mem.ref<right_scale, 32>
    %a = mem.alloc "a" : !mem.ref<left_scale, 32>
    %b = mem.alloc "b" : !mem.ref<right_scale, 32>
    func.return
  }
}
