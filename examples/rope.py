"""
Rotary position embedding: both halves of a row are turned by an angle for each pair.

    pto-compile examples/rope.py --report
    pto-run examples/rope.py --check
"""

import pto_dialect.language as pl

ROWS, COLUMNS = 256, 128
HALF = COLUMNS // 2
BLOCK = 64


def rotate(left, right, cos, sin):
    """Pairs of elements turned by their angles."""
    return left * cos - right * sin, right * cos + left * sin


@pl.function(type=pl.FunctionType.InCore)
def rope(
    x: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    cos: pl.Tensor[[ROWS, HALF], pl.FP32],
    sin: pl.Tensor[[ROWS, HALF], pl.FP32],
    out: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP32]],
) -> pl.Tensor[[ROWS, COLUMNS], pl.FP32]:
    for i in range(0, ROWS, BLOCK):
        left = pl.load(x, [i, 0], [BLOCK, HALF])
        right = pl.load(x, [i, HALF], [BLOCK, HALF])
        c = pl.load(cos, [i, 0], [BLOCK, HALF])
        s = pl.load(sin, [i, 0], [BLOCK, HALF])
        left, right = rotate(left, right, c, s)
        out = pl.store(left, [i, 0], out)
        out = pl.store(right, [i, HALF], out)
    return out
