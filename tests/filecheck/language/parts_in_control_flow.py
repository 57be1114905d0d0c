# RUN: pto-compile %s:halves --emit tile | filecheck %s
# RUN: pto-run %s:halves --check | filecheck %s --check-prefix=RUNS
# RUN: not pto-compile %s:another_part 2>&1 | filecheck %s --check-prefix=OTHER

# A loop or branch stores to a part of a tensor as it stores to a tensor: nothing is carried.

import pto_dialect.language as pl

Half = pl.Tensor[[16, 64], pl.FP32]


@pl.inline
def double_second(x: Half, out: Half):
    for j in pl.range(2):
        t = pl.load(x, [j * 8, 0], [8, 64])
        if j > 0:
            out = pl.store(pl.add(t, t), [j * 8, 0], out)
        else:
            out = pl.store(t, [j * 8, 0], out)
    return out


# CHECK:     scf.for %i = %c0 to %c2 step %c1 {
# CHECK-NOT: iter_args
# CHECK:     scf.for %j = %c0 to %c2 step %c1 {
# CHECK:     scf.if
# RUNS-COUNT-3: placed and pto equal tile
@pl.function
def halves(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    for i in pl.range(2):
        double_second(x[i * 16 : i * 16 + 16, :], out[i * 16 : i * 16 + 16, :])
    return out


# OTHER: error: 'part' is a part of tensor 'out' before the loop and another part of tensor 'out' at the end of an iteration
@pl.function
def another_part(x: Half, out: pl.Tensor[[32, 64], pl.FP32]):
    part = out[0:16, :]
    for _ in pl.range(2):
        part = pl.store(pl.load(x, [0, 0], [16, 64]), [0, 0], part)
        part = out[16:32, :]
