"""
A matrix product: the cube core sums over blocks of K in one accumulator, which stays where it is.

    pto-compile examples/matmul.py --report
    pto-run examples/matmul.py --check

No memory is named: the compiler loads into L1 what the cube unit reads, and copies it from there to
the operand memories. Both targets and all planners take the kernel as it is.
"""

import pto_dialect.language as pl

M, K, N = 128, 512, 128
TILE_M, TILE_K, TILE_N = 64, 128, 64


@pl.function(type=pl.FunctionType.InCore)
def matmul(
    a: pl.Tensor[[M, K], pl.BF16],
    b: pl.Tensor[[K, N], pl.BF16],
    out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
) -> pl.Tensor[[M, N], pl.FP32]:
    for i in pl.range(0, M, TILE_M):
        for j in pl.range(0, N, TILE_N):
            lhs = pl.load(a, [i, 0], [TILE_M, TILE_K])
            rhs = pl.load(b, [0, j], [TILE_K, TILE_N])
            acc = pl.matmul(lhs, rhs)
            for k in pl.range(TILE_K, K, TILE_K):
                lhs = pl.load(a, [i, k], [TILE_M, TILE_K])
                rhs = pl.load(b, [k, j], [TILE_K, TILE_N])
                acc = pl.matmul_acc(acc, lhs, rhs)
            out = pl.store(acc, [i, j], out)
    return out
