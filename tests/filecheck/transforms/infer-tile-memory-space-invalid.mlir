// RUN: pto-opt %s -p infer-tile-memory-space --split-input-file --verify-diagnostics | filecheck %s

// On a3 nothing copies an accumulator to where a vector operation could read it.

!A = !tile.tile<acc, 16x16xf32>
!B = !tile.tile<vec, 32x32xf32>
func.func @accumulator(%a: !A, %b: !B, %c0: index) {
  // CHECK: mlir:[[# @LINE + 1]]:3: error: tile.assemble reads tile 'a' in vec, but it is in acc and a3 cannot copy acc to vec
  %u = tile.assemble %b, %a[%c0, %c0] : !B, !A
  func.return
}
