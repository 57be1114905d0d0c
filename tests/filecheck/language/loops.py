# RUN: pto-compile %s --emit=tile | filecheck %s

# A loop carries what an iteration may read of the one before or what is read afterwards, and
# nothing else; tensors are never carried.

import pto_dialect.language as pl


@pl.program
class Loops:
    # CHECK-LABEL: func.func @reassigned(
    # CHECK:         %acc = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc_1 = %t) -> (!tile.tile<64x64xf32>) {
    # CHECK-NEXT:      %0 = arith.muli %i, %c64 : index
    # CHECK-NEXT:      %t_1 = tile.load %a[%0, %c0]
    # CHECK-NEXT:      %acc_2 = tile.add %acc_1, %t_1
    # CHECK-NEXT:      scf.yield %acc_2 : !tile.tile<64x64xf32>
    # CHECK-NEXT:    }
    # CHECK-NEXT:    tile.store %acc, %out
    @pl.function
    def reassigned(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [64, 64])
        acc = t
        for i in range(4):
            t = pl.load(a, [i * 64, 0], [64, 64])
            acc = acc + t
        out = pl.store(acc, [0, 0], out)
        return out

    # What is assigned before it is read and dead afterwards is not carried.
    # CHECK-LABEL: func.func @not_carried(
    # CHECK:         scf.for %i = %c0 to %c4 step %c1 {
    # CHECK-NEXT:      %t_1 = tile.load
    # CHECK-NEXT:      tile.store %t_1
    # CHECK-NEXT:    }
    @pl.function
    def not_carried(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [64, 64])
        out = pl.store(t, [64, 0], out)
        for i in range(4):
            t = pl.load(a, [0, 0], [32, 32])
            out = pl.store(t, [0, 0], out)
        return out

    # CHECK-LABEL: func.func @explicit(
    # CHECK:         %r1, %r2, %k = scf.for %i = %c2 to %c8 step %c2 iter_args(%x = %t, %y = %cst, %k_1 = %c0) -> (!tile.tile<64x64xf32>, f32, index) {
    # CHECK-NEXT:      %x2 = tile.muls %x, %y : !tile.tile<64x64xf32>, f32
    # CHECK-NEXT:      %k_2 = arith.addi %k_1, %i : index
    # CHECK-NEXT:      %0 = arith.addf %y, %cst : f32
    # CHECK-NEXT:      scf.yield %x2, %0, %k_2 : !tile.tile<64x64xf32>, f32, index
    # CHECK-NEXT:    }
    # CHECK-NEXT:    %q = tile.adds %r1, %r2
    # CHECK-NEXT:    tile.store %q, %out[%k, %c0]
    @pl.function
    def explicit(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [64, 64])
        k = 0
        for i, (x, y, o) in pl.range(2, 8, 2, init_values=(t, 1.0, out)):
            x2 = x * y
            k += i
            r1, r2, r3 = pl.yield_(x2, y + 1.0, o)
        q = r1 + r2
        out = pl.store(q, [k, 0], r3)
        return out

    # Without pl.yield_ an iteration passes on what the variables hold at its end.
    # CHECK-LABEL: func.func @implicit(
    # CHECK:         %acc = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc_1 = %t)
    # CHECK-NEXT:      %acc_2 = tile.exp %acc_1
    # CHECK-NEXT:      scf.yield %acc_2
    @pl.function
    def implicit(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        t = pl.load(a, [0, 0], [64, 64])
        for i, (acc,) in pl.range(4, init_values=(t,)):
            acc = pl.exp(acc)
        out = pl.store(acc, [0, 0], out)
        return out

    # A result of a store inside of a loop is the same tensor after it.
    # CHECK-LABEL: func.func @tensors(
    # CHECK:         scf.for %i = %c0 to %c4 step %c1 {
    # CHECK:           tile.store %t, %out[%1, %c0]
    # CHECK-NEXT:    }
    # CHECK-NEXT:    %u = tile.load %out[%c0, %c0]
    # CHECK-NEXT:    tile.store %u, %out[%c64, %c0]
    # CHECK-NEXT:    tile.store %u, %out[%c128, %c0]
    # CHECK-NEXT:    %v = tile.load %out[%c64, %c0]
    # CHECK-NEXT:    func.return
    @pl.function
    def tensors(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.InOut[pl.Tensor[[256, 64], pl.FP32]],
    ) -> pl.Tensor[[256, 64], pl.FP32]:
        for i in range(4):
            t = pl.load(a, [i * 64, 0], [64, 64])
            stored = pl.store(t, [i * 64, 0], out)
        u = pl.load(stored, [0, 0], [64, 64])
        pl.store(u, [64, 0], stored)
        pl.store(u, [128, 0], stored)
        v = pl.load(stored, [64, 0], [64, 64])
        return stored

    # Two loops with the same names, one inside of the other's variables.
    # CHECK-LABEL: func.func @nested(
    # CHECK:         %acc_1 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc_2 = %acc)
    # CHECK-NEXT:      %acc_3 = scf.for %j = %c0 to %c2 step %c1 iter_args(%acc_4 = %acc_2)
    # CHECK-NEXT:        %acc_5 = tile.exp %acc_4
    # CHECK-NEXT:        scf.yield %acc_5
    # CHECK-NEXT:      }
    # CHECK-NEXT:      scf.yield %acc_3
    # CHECK-NEXT:    }
    # CHECK-NEXT:    tile.store %acc_1
    @pl.function
    def nested(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        acc = pl.load(a, [0, 0], [64, 64])
        for i in range(4):
            for j in range(2):
                acc = pl.exp(acc)
        out = pl.store(acc, [0, 0], out)
        return out

    # A space that is named for one of the tiles that a loop passes on holds for all of them.
    # CHECK-LABEL: func.func @spaces(
    # CHECK:         %acc = tile.full %cst : f32 -> !tile.tile<vec, 64x64xf32>
    # CHECK-NEXT:    %acc_1 = scf.for {{.*}} -> (!tile.tile<vec, 64x64xf32>) {
    # CHECK:           scf.yield %acc_3 : !tile.tile<vec, 64x64xf32>
    @pl.function
    def spaces(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        acc = pl.full([64, 64], pl.FP32, 0.0)
        for i in range(4):
            t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.load(a, [i * 64, 0], [64, 64])
            acc = t + acc
        out = pl.store(acc, [0, 0], out)
        return out

    # CHECK-LABEL: func.func @kinds(
    # CHECK:         scf.for %i = %c0 to %c4 step %c1 {
    # CHECK-NEXT:    } {tile.stages = 2 : i64}
    # CHECK-NEXT:    scf.for %j = %c0 to %c4 step %c1 {
    # CHECK-NEXT:    }
    # CHECK-NEXT:    tile.load %a[%c0, %c0]
    # CHECK-NEXT:    tile.load %a[%c64, %c0]
    # CHECK-NEXT:    func.return
    @pl.function
    def kinds(self, a: pl.Tensor[[256, 64], pl.FP32]):
        for i in pl.pipeline(0, 4, 1, stage=2):
            pass
        for j in pl.parallel(4):
            pass
        for k in pl.unroll(2):
            t = pl.load(a, [64 * k, 0], [64, 64])

    # CHECK-LABEL: func.func @unrolled_carry(
    # CHECK:         %total = tile.full
    # CHECK-NEXT:    %next = tile.adds %total, %cst_1
    # CHECK-NEXT:    %next_1 = tile.adds %next, %cst_2
    # CHECK-NEXT:    tile.store %next_1, %out[%c8, %c0]
    # CHECK-NEXT:    tile.store %total, %out[%c0, %c0]
    # CHECK-NEXT:    func.return
    @pl.function
    def unrolled_carry(self, out: pl.Out[pl.Tensor[[256, 64], pl.FP32]]):
        total = pl.full([64, 64], pl.FP32, 0.0)
        for i, (acc, row) in pl.unroll(1, 3, init_values=(total, 0)):
            next = pl.adds(acc, 1.0 * i)
            last, row_last = pl.yield_(next, row + 4)
        for i, (acc,) in pl.unroll(0, init_values=(total,)):
            same = pl.yield_(last)
        out = pl.store(last, [row_last, 0], out)
        pl.store(same, [0, 0], out)

    # The step of `scf.for` is positive: a loop that counts down counts its iterations.
    # CHECK-LABEL: func.func @down(
    # CHECK:         scf.for %i = %c0 to %c4 step %c1 {
    # CHECK-NEXT:      %i_1 = arith.subi %c3, %i : index
    # CHECK-NEXT:      %slot = arith.remui %i_1, %c2 : index
    # CHECK-NEXT:    }
    # CHECK-NEXT:    %0 = arith.subi %n, %c1 : index
    # CHECK-NEXT:    %1 = arith.addi %0, %c1 : index
    # CHECK-NEXT:    %2 = arith.remsi %1, %c2 : index
    # CHECK-NEXT:    %3 = arith.addi %2, %c2 : index
    # CHECK-NEXT:    %4 = arith.remsi %3, %c2 : index
    # CHECK-NEXT:    %5 = arith.subi %1, %4 : index
    # CHECK-NEXT:    %6 = arith.divsi %5, %c2 : index
    # CHECK-NEXT:    scf.for %j = %c0 to %6 step %c1 {
    # CHECK-NEXT:      %7 = arith.muli %j, %c2 : index
    # CHECK-NEXT:      %j_1 = arith.subi %n, %7 : index
    # CHECK-NEXT:      tile.load %a[%j_1, %c0]
    @pl.function
    def down(self, a: pl.Tensor[[256, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in range(3, -1, -1):
            slot = i % 2
        for j in pl.range(n, 1, -2):
            t = pl.load(a, [j, 0], [64, 64])

    # A loop counts up from its start if its step is known at run time only.
    # CHECK-LABEL: func.func @step(
    # CHECK:         scf.for %i = %c0 to %c8 step %s {
    # CHECK-NEXT:      %slot = arith.remui %i, %c2 : index
    # CHECK-NEXT:    }
    @pl.function
    def step(self, s: pl.Scalar[pl.INDEX]):
        for i in pl.range(0, 8, s):
            slot = i % 2
