# RUN: pto-compile %s --emit=tile | filecheck %s

# What the arms of an `if` leave in a variable that is read afterwards is a result of `scf.if`; a
# condition that is known at compile time leaves no trace.

import pto_dialect.language as pl

FAST = True


@pl.program
class Branches:
    # CHECK-LABEL: func.func @reassigned(
    # CHECK:         %0 = arith.cmpi sgt, %n, %c0 : index
    # CHECK-NEXT:    %t_1, %k = scf.if %0 -> (!tile.tile<64x64xf32>, index) {
    # CHECK-NEXT:      %t_2 = tile.exp %t
    # CHECK-NEXT:      scf.yield %t_2, %c64 : !tile.tile<64x64xf32>, index
    # CHECK-NEXT:    } else {
    # CHECK-NEXT:      %1 = arith.cmpi slt, %n, %cm1 : index
    # CHECK-NEXT:      %t_3 = scf.if %1 -> (!tile.tile<64x64xf32>) {
    # CHECK-NEXT:        %t_4 = tile.neg %t
    # CHECK-NEXT:        scf.yield %t_4
    # CHECK-NEXT:      } else {
    # CHECK-NEXT:        scf.yield %t
    # CHECK-NEXT:      }
    # CHECK-NEXT:      scf.yield %t_3, %c0 : !tile.tile<64x64xf32>, index
    # CHECK-NEXT:    }
    # CHECK-NEXT:    tile.store %t_1, %out[%k, %c0]
    @pl.function
    def reassigned(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [64, 64])
        k = 0
        if n > 0:
            t = pl.exp(t)
            k = 64
        elif n < -1:
            t = -t
        out = pl.store(t, [k, 0], out)
        return out

    # CHECK-LABEL: func.func @explicit(
    # CHECK:         %r = scf.if %0 -> (!tile.tile<64x64xf32>) {
    # CHECK-NEXT:      %u = tile.exp %t
    # CHECK-NEXT:      scf.yield %u
    # CHECK-NEXT:    } else {
    # CHECK-NEXT:      scf.yield %t
    # CHECK-NEXT:    }
    @pl.function
    def explicit(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [64, 64])
        if n == 0:
            u = pl.exp(t)
            r: pl.Tile[[64, 64], pl.FP32] = pl.yield_(u)
        else:
            r = pl.yield_(t)
        out = pl.store(r, [0, 0], out)
        return out

    # Only what is read afterwards is a result; a tensor is not.
    # CHECK-LABEL: func.func @effects(
    # CHECK:         %3 = arith.andi %0, %2 : i1
    # CHECK:         %5 = arith.ori %3, %4 : i1
    # CHECK-NEXT:    scf.if %5 {
    # CHECK-NEXT:      %u = tile.exp %t
    # CHECK-NEXT:      tile.store %u, %out
    # CHECK-NEXT:    }
    # CHECK-NEXT:    %u_1 = tile.load %out
    @pl.function
    def effects(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        out: pl.InOut[pl.Tensor[[256, 64], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [64, 64])
        u = t
        if n == 0 and not n == 5 or n > 7:
            u = pl.exp(t)
            out = pl.store(u, [0, 0], out)
        u = pl.load(out, [0, 0], [64, 64])

    # CHECK-LABEL: func.func @known(
    # CHECK-NOT:     scf.if
    # CHECK:         tile.exp
    # CHECK-NOT:     tile.log
    # CHECK:         func.return
    @pl.function
    def known(self, a: pl.Tensor[[256, 64], pl.FP32]):
        t = pl.load(a, [0, 0], [64, 64])
        if FAST and len([1, 2]) == 2:
            u = pl.exp(t)
        else:
            u = pl.log(t)
        v = u if FAST else t

    # A branch in a loop that carries what it reassigns.
    # CHECK-LABEL: func.func @in_a_loop(
    # CHECK:         %acc_1 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc_2 = %acc)
    # CHECK-NEXT:      %0 = arith.cmpi eq, %i, %c0 : index
    # CHECK-NEXT:      %acc_3 = scf.if %0
    # CHECK-NEXT:        %acc_4 = tile.exp %acc_2
    # CHECK-NEXT:        scf.yield %acc_4
    # CHECK-NEXT:      } else {
    # CHECK-NEXT:        scf.yield %acc_2
    # CHECK-NEXT:      }
    # CHECK-NEXT:      scf.yield %acc_3
    @pl.function
    def in_a_loop(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        acc = pl.load(a, [0, 0], [64, 64])
        for i in range(4):
            if i == 0:
                acc = pl.exp(acc)
        out = pl.store(acc, [0, 0], out)
        return out
