"""
Layer normalisation of the rows of a matrix, with a weight and a bias for each column.

    pto-compile examples/layernorm.py --report
    pto-run examples/layernorm.py --check

Each block on the chip does every so many rows, as its number says.
"""

import pto_dialect.language as pl

ROWS, COLUMNS = 512, 256
BLOCK = 32
EPSILON = 1e-5


def mean(tile):
    """The mean of each row."""
    return pl.row_sum(tile) * (1.0 / COLUMNS)


@pl.function(type=pl.FunctionType.InCore)
def layernorm(
    x: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    weight: pl.Tensor[[1, COLUMNS], pl.FP32],
    bias: pl.Tensor[[1, COLUMNS], pl.FP32],
    out: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP32]],
) -> pl.Tensor[[ROWS, COLUMNS], pl.FP32]:
    w = pl.load(weight, [0, 0], [1, COLUMNS])
    b = pl.load(bias, [0, 0], [1, COLUMNS])
    first, step = pl.tile.get_block_idx(), pl.tile.get_block_num()
    for i in range(first, ROWS // BLOCK, step):
        block = pl.load(x, [i * BLOCK, 0], [BLOCK, COLUMNS])
        centred = pl.row_expand_sub(block, mean(block))
        scale = pl.rsqrt(mean(centred * centred) + EPSILON)
        normalised = pl.row_expand_mul(centred, scale)
        scaled = pl.col_expand_mul(normalised, w)
        out = pl.store(pl.col_expand_add(scaled, b), [i * BLOCK, 0], out)
    return out
