# RUN: pto-compile %s:product --target a5 --planner ptoas --remarks 2>&1 | filecheck %s
# RUN: pto-run %s:product --target a5 --check | filecheck %s --check-prefix=RUNS
# RUN: not pto-compile %s:slots --target a5 --planner ptoas 2>&1 | filecheck %s --check-prefix=SLOTS

# The assembler has no regions of scales: their loads do not rotate.

import pto_dialect.language as pl

F8, E8 = pl.FP8E4M3FN, pl.FP8E8M0


# CHECK: remark: this loop does not rotate through slots: tile '{{.*}}' has elements of f8E8M0FNU, of which the assembler has no regions
# CHECK-NOT: pto.alloc_multi_tile
# RUNS-COUNT-3: placed and pto equal tile
@pl.function
def product(
    x: pl.Tensor[[32, 192], F8],
    xs: pl.Tensor[[32, 6], E8],
    w: pl.Tensor[[192, 64], F8],
    ws: pl.Tensor[[6, 64], E8],
    out: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    acc = pl.matmul_mx(
        pl.load(x, [0, 0], [32, 64]),
        pl.load(xs, [0, 0], [32, 2]),
        pl.load(w, [0, 0], [64, 64]),
        pl.load(ws, [0, 0], [2, 64]),
    )
    for i in pl.pipeline(1, 3, stage=2):
        acc = pl.matmul_mx_acc(
            acc,
            pl.load(x, [0, i * 64], [32, 64]),
            pl.load(xs, [0, i * 2], [32, 2]),
            pl.load(w, [i * 64, 0], [64, 64]),
            pl.load(ws, [i * 2, 0], [2, 64]),
        )
    return pl.store(acc, [0, 0], out)


# SLOTS: error: buffer 'pair' cannot be a region of the assembler: it holds tiles of !pto.f8E8M0, of which there are no regions
@pl.function
def slots(
    x: pl.Tensor[[32, 128], F8],
    xs: pl.Tensor[[32, 4], E8],
    w: pl.Tensor[[128, 64], F8],
    ws: pl.Tensor[[4, 64], E8],
    out: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    pair = pl.Buffer(slots=2)
    for i in pl.range(2):
        s: pl.Tile[[32, 2], E8, pl.Mem.Mat, pair[i % 2]] = pl.load(xs, [0, i * 2], [32, 2])
        t = pl.load(x, [0, i * 64], [32, 64])
        u = pl.load(w, [i * 64, 0], [64, 64])
        v = pl.load(ws, [i * 2, 0], [2, 64])
        out = pl.store(pl.matmul_mx(t, s, u, v), [0, 0], out)
    return out
