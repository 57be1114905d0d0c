"""
Two ways to put tiles together: `pl.concat` puts columns side by side in a new tile, an assignment
to a part of a tile (`pl.assemble`) replaces that part.

    pto-compile examples/concat.py
    pto-run examples/concat.py --check
"""

import pto_dialect.language as pl

ROWS, COLUMNS = 32, 64


@pl.function(type=pl.FunctionType.InCore)
def concat(
    a: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    b: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    out: pl.Out[pl.Tensor[[ROWS, 2 * COLUMNS], pl.FP32]],
) -> pl.Tensor[[ROWS, 2 * COLUMNS], pl.FP32]:
    both = pl.concat(pl.load(a, [0, 0], [ROWS, COLUMNS]), pl.load(b, [0, 0], [ROWS, COLUMNS]))
    both[0:8, :] = both[8:16, :] * 2.0
    return pl.store(both, [0, 0], out)
