// RUN: pto-compile %s:second | filecheck %s
// RUN: pto-compile %s:second --emit=tile | pto-compile - | filecheck %s
// RUN: not pto-compile %s:third 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not pto-compile - < %S/errors.mlir 2>&1 | filecheck %s --check-prefix=STDIN

// Tile IR is compiled as a kernel is; one of its functions can be named.

// CHECK-NOT: @first
// CHECK:     func.func @second(
// CHECK:       pto.tload

// UNKNOWN: error: no kernel 'third' in '{{.*}}compile_tile_ir.mlir'

// STDIN:      <stdin>:9:3: error: Expected arguments to have the same types
// STDIN-NEXT:   func.return %a : i32
// STDIN-NEXT:   ^

func.func @first() {
  func.return
}

func.func @second(%a: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %t = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
  func.return
}
