"""
Row softmax of a matrix that is too tall for on-chip memory: a loop over blocks of rows.

    pto-compile examples/softmax.py --report
"""

import pto_dialect.language as pl

ROWS, COLUMNS = 1024, 128
BLOCK = 64


@pl.function(type=pl.FunctionType.InCore)
def softmax(
    x: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    out: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP32]],
) -> pl.Tensor[[ROWS, COLUMNS], pl.FP32]:
    for i in range(ROWS // BLOCK):
        block = pl.load(x, [i * BLOCK, 0], [BLOCK, COLUMNS])
        shifted = pl.row_expand_sub(block, pl.row_max(block))
        weights = pl.exp(shifted)
        result = pl.row_expand_div(weights, pl.row_sum(weights))
        out = pl.store(result, [i * BLOCK, 0], out)
    return out
