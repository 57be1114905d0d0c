// RUN: pto-opt %s -p 'pto-pipeline{planner=pack}' -t pto | filecheck %s

// The assembler's loops are unsigned: every loop begins at zero or above and counts up, also what is
// left of a pipelined loop. Nothing that was chosen by a condition is divided.

!T = !tile.tile<vec, 64x64xf32>
!G = memref<256x64xf32>

// From -4 to 5 by two at a time: four rounds from zero, and the last iteration.
// CHECK-LABEL: func.func @below_zero
func.func @below_zero(%a: !G, %out: !G) {
  // CHECK:      scf.for [[N:%.*]] = %c0 to %c4 step %c1 {
  // CHECK-NEXT:   [[BY:%.*]] = arith.muli [[N]], %c2 : index
  // CHECK-NEXT:   [[I:%.*]] = arith.addi [[BY]], %cm4 : index
  // CHECK-NEXT:   [[J:%.*]] = arith.addi [[I]], %c1 : index
  // CHECK:        offsets = [[[I]], %c0]
  // CHECK:        offsets = [[[J]], %c0]
  // CHECK:      }
  // CHECK-NEXT: {{.*}}offsets = [%c4, %c0]
  %cm4 = arith.constant -4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %cm4 to %c5 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    tile.store %t, %out[%i, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}

// From 4 to -1: never.
// CHECK-LABEL: func.func @backwards
func.func @backwards(%a: !G, %out: !G) {
  // CHECK: scf.for {{.*}} = %c0 to %c0 step %c1 {
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c4 to %cm1 step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    tile.store %t, %out[%i, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}

// Run-time bounds, by two at a time: rounds are counted, and none runs if stop is not above start.
// CHECK-LABEL: func.func @run_time
func.func @run_time(%a: !G, %out: !G, %start: index, %stop: index) {
  // CHECK:      [[RUNS:%.*]] = arith.cmpi sgt, %stop, %start : index
  // CHECK-NEXT: [[SPAN:%.*]] = arith.subi %stop, %start : index
  // CHECK-NEXT: [[ROUNDS:%.*]] = arith.divui [[SPAN]], %c2 : index
  // CHECK-NEXT: [[LEFT:%.*]] = arith.remui [[SPAN]], %c2 : index
  // CHECK-NEXT: [[DONE:%.*]] = arith.muli [[ROUNDS]], %c2 : index
  // CHECK-NEXT: [[REST:%.*]] = arith.addi %start, [[DONE]] : index
  // CHECK-NEXT: [[COUNT:%.*]] = arith.select [[RUNS]], [[ROUNDS]], %c0 : index
  // CHECK-NEXT: [[MORE:%.*]] = arith.select [[RUNS]], [[LEFT]], %c0 : index
  // CHECK-NEXT: scf.for [[N:%.*]] = %c0 to [[COUNT]] step %c1 {
  // CHECK-NEXT:   [[BY:%.*]] = arith.muli [[N]], %c2 : index
  // CHECK-NEXT:   [[I:%.*]] = arith.addi [[BY]], %start : index
  // CHECK:      }
  // CHECK-NEXT: [[ONE:%.*]] = arith.cmpi eq, [[MORE]], %c1 : index
  // CHECK-NEXT: scf.if [[ONE]] {
  // CHECK:        offsets = [[[REST]], %c0]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %start to %stop step %c1 {
    %t = tile.load %a[%i, %c0] : !G -> !T
    tile.store %t, %out[%i, %c0] : !T, !G
  } {tile.stages = 2 : i64}
  func.return
}
