"""
RMS normalisation of the rows of a matrix, with a weight for each column.

    pto-compile examples/rmsnorm.py --report

The weights are loaded once, into memory of their own: nothing that the loop makes is put there.
"""

import pto_dialect.language as pl

ROWS, COLUMNS = 1024, 256
BLOCK = 32
EPSILON = 1e-6


@pl.function(type=pl.FunctionType.InCore)
def rmsnorm(
    x: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    weight: pl.Tensor[[1, COLUMNS], pl.FP32],
    out: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP32]],
) -> pl.Tensor[[ROWS, COLUMNS], pl.FP32]:
    resident = pl.Buffer()
    w: pl.Tile[[1, COLUMNS], pl.FP32, pl.Mem.Vec, resident] = pl.load(weight, [0, 0], [1, COLUMNS])
    for i in range(ROWS // BLOCK):
        block = pl.load(x, [i * BLOCK, 0], [BLOCK, COLUMNS])
        mean_square = pl.row_sum(block * block) * (1.0 / COLUMNS)
        scale = pl.rsqrt(mean_square + EPSILON)
        normalised = pl.row_expand_mul(block, scale)
        out = pl.store(pl.col_expand_mul(normalised, w), [i * BLOCK, 0], out)
    return out
