// RUN: pto-opt %s --split-input-file --verify-diagnostics -t pto | filecheck %s

// What has no place in the text is an error that names it, and where.

func.func @f(%a: index) {
  %t = "test.op"(%a) : (index) -> index
  func.return
}
// CHECK: error: 'test.op' has no place in .pto text

// -----

func.func @f(%a: !tile.tile<vec, 16x64xf32>) {
  %t = tile.exp %a : !tile.tile<vec, 16x64xf32>
  func.return
}
// CHECK: error: type !tile.tile<vec, 16x64xf32> has no place in .pto text

// -----

func.func @f(%a: memref<16x64xf32>, %i: index) {
  %t = tile.load %a[%i, %i] : memref<16x64xf32> -> !tile.tile<vec, 16x64xf32>
  func.return
}
// CHECK: error: 'tile.load' has no place in .pto text
