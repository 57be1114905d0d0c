"""
Rows in blocks, where the number of rows is known at run time only: the last block is partly valid.

    pto-compile examples/dynamic_tail.py
    pto-run examples/dynamic_tail.py --set R=100 --check
"""

import pto_dialect.language as pl

R = pl.dynamic("R")
COLUMNS = 128
BLOCK = 64


@pl.function(type=pl.FunctionType.InCore)
def dynamic_tail(
    x: pl.Tensor[[R, COLUMNS], pl.FP32],
    out: pl.Out[pl.Tensor[[R, COLUMNS], pl.FP32]],
) -> pl.Tensor[[R, COLUMNS], pl.FP32]:
    for i in range(0, R, BLOCK):
        rows = min(BLOCK, R - i)
        block = pl.load(x, [i, 0], [BLOCK, COLUMNS], valid_shape=[rows, COLUMNS])
        out = pl.store(pl.exp(block * 0.5), [i, 0], out)
    return out
