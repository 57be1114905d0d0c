# RUN: pto-compile %s --emit=tile | filecheck %s

# Scalar arithmetic: Python's for compile-time values, `arith` otherwise.

import math

import pto_dialect.language as pl

TILE = 64


@pl.program
class Scalars:
    # CHECK-LABEL: func.func @indices(
    @pl.function
    def indices(self, a: pl.Tensor[[256, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        # Dividend known not to be negative, divisor a positive constant: unsigned.
        # CHECK:           scf.for %i =
        # CHECK-NEXT:      %r = arith.remui %i, %c2 : index
        # CHECK-NEXT:      %0 = arith.muli %i, %c3 : index
        # CHECK-NEXT:      %1 = arith.addi %0, %c1 : index
        # CHECK-NEXT:      %q = arith.divui %1, %c4 : index
        # CHECK-NEXT:      %s = arith.remui %q, %c2 : index
        for i in range(8):
            r = i % 2
            q = (i * 3 + 1) // 4
            s = q % 2
        # Otherwise Python's rounding, from remainders and exact divisions alone.
        # CHECK:         %2 = arith.remsi %n, %c2 : index
        # CHECK-NEXT:    %3 = arith.addi %2, %c2 : index
        # CHECK-NEXT:    %m = arith.remsi %3, %c2 : index
        m = n % 2
        # CHECK-NEXT:    %4 = arith.remsi %n, %c2 : index
        # CHECK-NEXT:    %5 = arith.addi %4, %c2 : index
        # CHECK-NEXT:    %6 = arith.remsi %5, %c2 : index
        # CHECK-NEXT:    %7 = arith.subi %n, %6 : index
        # CHECK-NEXT:    %d = arith.divsi %7, %c2 : index
        d = n // 2
        # No conditional is an operand of a division.
        # CHECK-NEXT:    %8 = arith.maxsi %n, %c3 : index
        # CHECK-NEXT:    %9 = arith.cmpi sgt, %n, %c3 : index
        # CHECK-NEXT:    %10 = scf.if %9 -> (index) {
        # CHECK-NEXT:      scf.yield %n : index
        # CHECK-NEXT:    } else {
        # CHECK-NEXT:      scf.yield %c3 : index
        # CHECK-NEXT:    }
        # CHECK-NEXT:    %e = arith.divui %10, %c4 : index
        e = max(n, 3) // 4
        # CHECK-NEXT:    %f = arith.minsi %n, %m : index
        f = pl.min(n, m)
        # CHECK-NEXT:    %11 = arith.subi %c0, %n : index
        # CHECK-NEXT:    %12 = arith.cmpi sle, %11, %f : index
        # CHECK-NEXT:    %13 = arith.cmpi slt, %f, %c8 : index
        # CHECK-NEXT:    %g = arith.andi %12, %13 : i1
        g = -n <= f < 8
        # CHECK-NEXT:    %h = arith.select %g, %n, %c1 : index
        h = n if g else 1
        # CHECK-NEXT:    tile.load %a[%c32, %c0] {{.*}} -> !tile.tile<32x8xf32>
        t = pl.load(a, [TILE // 2, 0], [TILE // 2, int(math.sqrt(TILE))])

    # CHECK-LABEL: func.func @types(
    # CHECK-SAME:    %x: f32, %y: f16, %i: i32, %u: i8, %b: i1
    @pl.function
    def types(
        self,
        x: pl.Scalar[pl.FP32],
        y: pl.Scalar[pl.FP16],
        i: pl.Scalar[pl.INT32],
        u: pl.Scalar[pl.UINT8],
        b: pl.Scalar[pl.BOOL],
        a: pl.Tensor[[256, 64], pl.FP16],
    ):
        # CHECK:         %z = arith.mulf %x, %cst : f32
        z = x * 2
        # CHECK-NEXT:    %0 = arith.extf %y : f16 to f32
        # CHECK-NEXT:    %w = arith.divf %z, %0 : f32
        w = z / pl.cast(y, pl.FP32)
        # CHECK-NEXT:    %1 = arith.index_cast %i : i32 to index
        # CHECK-NEXT:    %t = tile.load %a[%1, %c0]
        t = pl.load(a, [i, 0], [64, 64])
        # Constants take the element type of the tile.
        # CHECK-NEXT:    %v = tile.adds %t, %cst_1 : !tile.tile<64x64xf16>, f16
        v = t + 1
        # CHECK-NEXT:    %s = tile.muls %v, %y : !tile.tile<64x64xf16>, f16
        s = pl.mul(v, y)
        # CHECK-NEXT:    %2 = arith.index_cast %i : i32 to index
        # CHECK-NEXT:    scf.for %k = %c0 to %2 step %c1 {
        for k in range(i):
            pass
        # CHECK:         %c = arith.remui %u, %c4_i8 : i8
        c = u % 4
        # CHECK-NEXT:    %d = arith.xori %b, %true : i1
        d = not b
        # CHECK-NEXT:    %e = arith.addi %i, %c7_i32 : i32
        e: pl.Scalar[pl.INT32] = i + pl.const(7, pl.INT32)
        # CHECK-NEXT:    %3 = arith.fptosi %x : f32 to i64
        # CHECK-NEXT:    %f = arith.index_cast %3 : i64 to index
        f = pl.cast(x, pl.INDEX)
        # CHECK-NEXT:    func.return

    # Of two integer types the wider one; an integer as a condition is whether it is not zero.
    # CHECK-LABEL: func.func @integers(
    # CHECK:         [[WIDE:%.+]] = arith.extsi %a : i32 to i64
    # CHECK-NEXT:    %c = arith.addi [[WIDE]], %b : i64
    # CHECK-NEXT:    [[WIDE:%.+]] = arith.extsi %a : i32 to i64
    # CHECK-NEXT:    [[LESS:%.+]] = arith.cmpi slt, %c, [[WIDE]] : i64
    # CHECK-NEXT:    [[TEST:%.+]] = arith.cmpi ne, %b, %c0_i64 : i64
    # CHECK-NEXT:    scf.if [[TEST]] {
    @pl.function
    def integers(
        self,
        x: pl.Tensor[[256, 64], pl.FP32],
        a: pl.Scalar[pl.INT32],
        b: pl.Scalar[pl.INT64],
    ):
        c = a + b
        d = c < a
        if b:
            pl.load(x, [c, 0], [8, 64])
