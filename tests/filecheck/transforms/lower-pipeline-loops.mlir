// RUN: pto-opt %s -p lower-pipeline-loops | filecheck %s

!T = !tile.tile<vec, 1x64xf32>
!G = memref<256x64xf32>

// Ten iterations by four: two rounds, and two iterations are left. Each clone is marked.
// CHECK-LABEL: func.func @static(
func.func @static(%a: !G, %out: !G, %c0: index) {
  %start = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  // CHECK:      %start = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c10 = arith.constant 10 : index
  // CHECK-NEXT: %0 = arith.constant 8 : index
  // CHECK-NEXT: %1 = arith.constant 4 : index
  // CHECK-NEXT: scf.for %i = %start to %0 step %1 {
  // CHECK-NEXT:   %2 = arith.constant 1 : index
  // CHECK-NEXT:   %3 = arith.addi %i, %2 : index
  // CHECK-NEXT:   %4 = arith.constant 2 : index
  // CHECK-NEXT:   %5 = arith.addi %i, %4 : index
  // CHECK-NEXT:   %6 = arith.constant 3 : index
  // CHECK-NEXT:   %7 = arith.addi %i, %6 : index
  // CHECK-NEXT:   %t = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %t, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   %t_1 = tile.load %a[%3, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %t_1, %out[%3, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   %t_2 = tile.load %a[%5, %c0] {tile.stage = [#tile.stage<0, 2>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %t_2, %out[%5, %c0] {tile.stage = [#tile.stage<0, 2>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   %t_3 = tile.load %a[%7, %c0] {tile.stage = [#tile.stage<0, 3>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %t_3, %out[%7, %c0] {tile.stage = [#tile.stage<0, 3>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: %8 = arith.constant 8 : index
  // CHECK-NEXT: %9 = arith.constant 9 : index
  // CHECK-NEXT: %t_4 = tile.load %a[%8, %c0] {tile.stage = [#tile.stage<1, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %t_4, %out[%8, %c0] {tile.stage = [#tile.stage<1, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: %t_5 = tile.load %a[%9, %c0] {tile.stage = [#tile.stage<1, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: tile.store %t_5, %out[%9, %c0] {tile.stage = [#tile.stage<1, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  scf.for %i = %start to %c10 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    tile.store %t, %out[%i, %c0] : !T, !G
  } {tile.stages = 4 : i64}
  func.return
}

// Less iterations than stages: no loop. A value that is carried goes through the clones.
// CHECK-LABEL: func.func @only_the_rest(
func.func @only_the_rest(%s: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c3 = arith.constant 3 : index
  // CHECK-NEXT: %0 = arith.constant 0 : index
  // CHECK-NEXT: %1 = arith.constant 1 : index
  // CHECK-NEXT: %2 = arith.constant 2 : index
  // CHECK-NEXT: %b = arith.addi %s, %0 : index
  // CHECK-NEXT: %b_1 = arith.addi %b, %1 : index
  // CHECK-NEXT: %b_2 = arith.addi %b_1, %2 : index
  // CHECK-NEXT: func.return %b_2 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %s) -> (index) {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  } {tile.stages = 4 : i64}
  func.return %r : index
}

// Five iterations by two with a carried value: through the loop, then through the rest.
// CHECK-LABEL: func.func @carried(
func.func @carried(%s: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c5 = arith.constant 5 : index
  // CHECK-NEXT: %0 = arith.constant 4 : index
  // CHECK-NEXT: %1 = arith.constant 2 : index
  // CHECK-NEXT: %r = scf.for %i = %c0 to %0 step %1 iter_args(%a = %s) -> (index) {
  // CHECK-NEXT:   %2 = arith.constant 1 : index
  // CHECK-NEXT:   %3 = arith.addi %i, %2 : index
  // CHECK-NEXT:   %b = arith.addi %a, %i : index
  // CHECK-NEXT:   %b_1 = arith.addi %b, %3 : index
  // CHECK-NEXT:   scf.yield %b_1 : index
  // CHECK-NEXT: }
  // CHECK-NEXT: %4 = arith.constant 4 : index
  // CHECK-NEXT: %b_2 = arith.addi %r, %4 : index
  // CHECK-NEXT: func.return %b_2 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %s) -> (index) {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  } {tile.stages = 2 : i64}
  func.return %r : index
}

// No iteration, or one stage: an ordinary loop with its body as it is.
// CHECK-LABEL: func.func @ordinary(
func.func @ordinary(%n: index, %a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: scf.for %i = %c0 to %c0 step %c1 {
  // CHECK-NEXT:   %t = tile.load %a[%i, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %t, %out[%i, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.for %i_1 = %c0 to %n step %c1 {
  // CHECK-NEXT:   %t_1 = tile.load %a[%i_1, %c0] : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   tile.store %t_1, %out[%i_1, %c0] : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %c0 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    tile.store %t, %out[%i, %c0] : !T, !G
  } {tile.stages = 4 : i64}
  scf.for %i = %c0 to %n step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    tile.store %t, %out[%i, %c0] : !T, !G
  } {tile.stages = 1 : i64}
  func.return
}

// Run-time bounds: rounds are counted, and every possible rest is a branch. What is carried passes
// through if nothing is left. No loop runs if there is nothing to do, and no choice is divided.
// CHECK-LABEL: func.func @run_time(
func.func @run_time(%start: index, %stop: index, %s: index) -> index {
  %c2 = arith.constant 2 : index
  // CHECK:      %c2 = arith.constant 2 : index
  // CHECK-NEXT: %0 = arith.cmpi sgt, %stop, %start : index
  // CHECK-NEXT: %1 = arith.subi %stop, %start : index
  // CHECK-NEXT: %2 = arith.constant 1 : index
  // CHECK-NEXT: %3 = arith.addi %1, %2 : index
  // CHECK-NEXT: %4 = arith.constant 2 : index
  // CHECK-NEXT: %5 = arith.divui %3, %4 : index
  // CHECK-NEXT: %6 = arith.constant 3 : index
  // CHECK-NEXT: %7 = arith.constant 0 : index
  // CHECK-NEXT: %8 = arith.divui %5, %6 : index
  // CHECK-NEXT: %9 = arith.remui %5, %6 : index
  // CHECK-NEXT: %10 = arith.constant 6 : index
  // CHECK-NEXT: %11 = arith.muli %8, %10 : index
  // CHECK-NEXT: %12 = arith.addi %start, %11 : index
  // CHECK-NEXT: %13 = arith.select %0, %8, %7 : index
  // CHECK-NEXT: %14 = arith.select %0, %9, %7 : index
  // CHECK-NEXT: %15 = arith.constant 0 : index
  // CHECK-NEXT: %16 = arith.constant 1 : index
  // CHECK-NEXT: %r = scf.for %17 = %15 to %13 step %16 iter_args(%a = %s) -> (index) {
  // CHECK-NEXT:   %18 = arith.constant 6 : index
  // CHECK-NEXT:   %19 = arith.muli %17, %18 : index
  // CHECK-NEXT:   %i = arith.addi %19, %start : index
  // CHECK-NEXT:   %20 = arith.constant 2 : index
  // CHECK-NEXT:   %21 = arith.addi %i, %20 : index
  // CHECK-NEXT:   %22 = arith.constant 4 : index
  // CHECK-NEXT:   %23 = arith.addi %i, %22 : index
  // CHECK-NEXT:   %b = arith.addi %a, %i : index
  // CHECK-NEXT:   %b_1 = arith.addi %b, %21 : index
  // CHECK-NEXT:   %b_2 = arith.addi %b_1, %23 : index
  // CHECK-NEXT:   scf.yield %b_2 : index
  // CHECK-NEXT: }
  // CHECK-NEXT: %24 = arith.constant 1 : index
  // CHECK-NEXT: %25 = arith.cmpi eq, %14, %24 : index
  // CHECK-NEXT: %r_1 = scf.if %25 -> (index) {
  // CHECK-NEXT:   %b_3 = arith.addi %r, %12 : index
  // CHECK-NEXT:   scf.yield %b_3 : index
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %26 = arith.constant 2 : index
  // CHECK-NEXT:   %27 = arith.cmpi eq, %14, %26 : index
  // CHECK-NEXT:   %r_2 = scf.if %27 -> (index) {
  // CHECK-NEXT:     %28 = arith.constant 2 : index
  // CHECK-NEXT:     %29 = arith.addi %12, %28 : index
  // CHECK-NEXT:     %b_4 = arith.addi %r, %12 : index
  // CHECK-NEXT:     %b_5 = arith.addi %b_4, %29 : index
  // CHECK-NEXT:     scf.yield %b_5 : index
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %r : index
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %r_2 : index
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return %r_1 : index
  %r = scf.for %i = %start to %stop step %c2 iter_args(%a = %s) -> (index) {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  } {tile.stages = 3 : i64}
  func.return %r : index
}

// Inner loops first; a clone of the outer loop has clones of the inner one.
// CHECK-LABEL: func.func @nested(
func.func @nested(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c2 = arith.constant 2 : index
  // CHECK-NEXT: %0 = arith.constant 2 : index
  // CHECK-NEXT: %1 = arith.constant 2 : index
  // CHECK-NEXT: scf.for %i = %c0 to %0 step %1 {
  // CHECK-NEXT:   %2 = arith.constant 1 : index
  // CHECK-NEXT:   %3 = arith.addi %i, %2 : index
  // CHECK-NEXT:   %4 = arith.constant 2 : index
  // CHECK-NEXT:   %5 = arith.constant 2 : index
  // CHECK-NEXT:   scf.for %j = %c0 to %4 step %5 {
  // CHECK-NEXT:     %6 = arith.constant 1 : index
  // CHECK-NEXT:     %7 = arith.addi %j, %6 : index
  // CHECK-NEXT:     %t = tile.load %a[%i, %j] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:     tile.store %t, %out[%i, %j] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:     %t_1 = tile.load %a[%i, %7] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:     tile.store %t_1, %out[%i, %7] {tile.stage = [#tile.stage<1, 0>, #tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %8 = arith.constant 2 : index
  // CHECK-NEXT:   %9 = arith.constant 2 : index
  // CHECK-NEXT:   scf.for %j_1 = %c0 to %8 step %9 {
  // CHECK-NEXT:     %10 = arith.constant 1 : index
  // CHECK-NEXT:     %11 = arith.addi %j_1, %10 : index
  // CHECK-NEXT:     %t_2 = tile.load %a[%3, %j_1] {tile.stage = [#tile.stage<1, 1>, #tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:     tile.store %t_2, %out[%3, %j_1] {tile.stage = [#tile.stage<1, 1>, #tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:     %t_3 = tile.load %a[%3, %11] {tile.stage = [#tile.stage<1, 1>, #tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:     tile.store %t_3, %out[%3, %11] {tile.stage = [#tile.stage<1, 1>, #tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %t = tile.load %a[%i, %j] : !G -> !T
      tile.store %t, %out[%i, %j] : !T, !G
    } {tile.stages = 2 : i64}
  } {tile.stages = 2 : i64}
  func.return
}

// Clones share the author's buffers; slots are computed for each. A buffer with a slot for each stage
// that is bound without an index is given the stage's. The same goes for what is left over.
// CHECK-LABEL: func.func @buffers(
func.func @buffers(%a: !G, %out: !G) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = buffer.declare "one" : !buffer.buffer
  %mine = buffer.declare "mine" : !buffer.buffer<3>
  %open = buffer.declare "open" : !buffer.buffer<2>
  // CHECK:      %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %c2 = arith.constant 2 : index
  // CHECK-NEXT: %c3 = arith.constant 3 : index
  // CHECK-NEXT: %one = buffer.declare "one" : !buffer.buffer
  // CHECK-NEXT: %mine = buffer.declare "mine" : !buffer.buffer<3>
  // CHECK-NEXT: %open = buffer.declare "open" : !buffer.buffer<2>
  // CHECK-NEXT: %0 = arith.constant 2 : index
  // CHECK-NEXT: %1 = arith.constant 2 : index
  // CHECK-NEXT: scf.for %i = %c0 to %0 step %1 {
  // CHECK-NEXT:   %2 = arith.constant 1 : index
  // CHECK-NEXT:   %3 = arith.addi %i, %2 : index
  // CHECK-NEXT:   %4 = arith.constant 0 : index
  // CHECK-NEXT:   %5 = arith.constant 1 : index
  // CHECK-NEXT:   %k = arith.remui %i, %c3 : index
  // CHECK-NEXT:   %t = tile.load %a[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %t to %mine[%k] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<3>
  // CHECK-NEXT:   %u = tile.exp %t {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %u to %open[%4] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   %v = tile.exp %u {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %v to %one : !tile.tile<vec, 1x64xf32>, !buffer.buffer
  // CHECK-NEXT:   tile.store %v, %out[%i, %c0] {tile.stage = [#tile.stage<0, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT:   %k_1 = arith.remui %3, %c3 : index
  // CHECK-NEXT:   %t_1 = tile.load %a[%3, %c0] {tile.stage = [#tile.stage<0, 1>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %t_1 to %mine[%k_1] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<3>
  // CHECK-NEXT:   %u_1 = tile.exp %t_1 {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %u_1 to %open[%5] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT:   %v_1 = tile.exp %u_1 {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT:   buffer.bind %v_1 to %one : !tile.tile<vec, 1x64xf32>, !buffer.buffer
  // CHECK-NEXT:   tile.store %v_1, %out[%3, %c0] {tile.stage = [#tile.stage<0, 1>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: %6 = arith.constant 2 : index
  // CHECK-NEXT: %7 = arith.constant 0 : index
  // CHECK-NEXT: %k_2 = arith.remui %6, %c3 : index
  // CHECK-NEXT: %t_2 = tile.load %a[%6, %c0] {tile.stage = [#tile.stage<1, 0>]} : memref<256x64xf32> -> !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: buffer.bind %t_2 to %mine[%k_2] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<3>
  // CHECK-NEXT: %u_2 = tile.exp %t_2 {tile.stage = [#tile.stage<1, 0>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: buffer.bind %u_2 to %open[%7] : !tile.tile<vec, 1x64xf32>, !buffer.buffer<2>
  // CHECK-NEXT: %v_2 = tile.exp %u_2 {tile.stage = [#tile.stage<1, 0>]} : !tile.tile<vec, 1x64xf32>
  // CHECK-NEXT: buffer.bind %v_2 to %one : !tile.tile<vec, 1x64xf32>, !buffer.buffer
  // CHECK-NEXT: tile.store %v_2, %out[%6, %c0] {tile.stage = [#tile.stage<1, 0>]} : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
  // CHECK-NEXT: func.return
  scf.for %i = %c0 to %c3 step %c1 {
    %k = arith.remui %i, %c3 : index
    %t = tile.load %a[%i, %c0] : !G -> !T
    buffer.bind %t to %mine[%k] : !T, !buffer.buffer<3>
    %u = tile.exp %t : !T
    buffer.bind %u to %open : !T, !buffer.buffer<2>
    %v = tile.exp %u : !T
    buffer.bind %v to %one : !T, !buffer.buffer
    tile.store %v, %out[%i, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}

// Products share their accumulator and have no stage; all else has one, what moves into acc too. The
// tail is a group of its own.
// CHECK-LABEL: func.func @products(
func.func @products(%a: memref<96x64xf16>, %b: memref<64x64xf16>, %out: memref<96x64xf32>) {
  // CHECK:      tile.move %l {tile.stage = [#tile.stage<0, 0>]}
  // CHECK:      tile.matmul %ll, %rr :
  // CHECK:      tile.extract %c[%c0, %c0] {tile.stage = [#tile.stage<0, 0>]}
  // CHECK:      tile.move %l_1 {tile.stage = [#tile.stage<0, 1>]}
  // CHECK:      tile.matmul %ll_1, %rr :
  // CHECK:      tile.extract %c_1[%c0, %c0] {tile.stage = [#tile.stage<0, 1>]}
  // CHECK:      tile.move %l_2 {tile.stage = [#tile.stage<1, 0>]}
  // CHECK:      tile.matmul %ll_2, %rr :
  // CHECK:      tile.extract %c_2[%c0, %c0] {tile.stage = [#tile.stage<1, 0>]}
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c96 = arith.constant 96 : index
  %r = tile.load %b[%c0, %c0] : memref<64x64xf16> -> !tile.tile<mat, 64x64xf16>
  %rr = tile.move %r : !tile.tile<mat, 64x64xf16> -> !tile.tile<right, 64x64xf16>
  scf.for %i = %c0 to %c96 step %c32 {
    %l = tile.load %a[%i, %c0] : memref<96x64xf16> -> !tile.tile<mat, 32x64xf16>
    %ll = tile.move %l : !tile.tile<mat, 32x64xf16> -> !tile.tile<left, 32x64xf16>
    %c = tile.matmul %ll, %rr : !tile.tile<left, 32x64xf16>, !tile.tile<right, 64x64xf16> -> !tile.tile<acc, 32x64xf32>
    %e = tile.extract %c[%c0, %c0] : !tile.tile<acc, 32x64xf32> -> !tile.tile<acc, 32x32xf32>
    tile.store %e, %out[%i, %c0] : !tile.tile<acc, 32x32xf32>, memref<96x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}
