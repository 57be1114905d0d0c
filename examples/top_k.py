"""
The largest elements of a row and where they stand, by sorting.

    pto-compile examples/top_k.py
    pto-run examples/top_k.py --check

Sorting makes records: an element, then its index. Runs of 32 records are sorted, then four runs at
a time are merged, twice. Every second column of the result holds elements.
"""

import pto_dialect.language as pl

COLUMNS = 512
K = 64


@pl.function(type=pl.FunctionType.InCore)
def top_k(
    x: pl.Tensor[[1, COLUMNS], pl.FP32],
    values: pl.Out[pl.Tensor[[1, K], pl.FP32]],
    indices: pl.Out[pl.Tensor[[1, K], pl.UINT32]],
) -> tuple[pl.Tensor[[1, K], pl.FP32], pl.Tensor[[1, K], pl.UINT32]]:
    row = pl.load(x, [0, 0], [1, COLUMNS])
    order = pl.ci(0, [1, COLUMNS], pl.UINT32)
    records = pl.sort32(row, order)
    records = pl.mrgsort(records, block_len=64)
    records = pl.mrgsort(records, block_len=256)
    best = records[:, : 2 * K]
    values[:, :] = pl.gather_mask(best, pl.MaskPattern.P0101)
    indices[:, :] = pl.gather_mask(best, pl.MaskPattern.P1010, output_dtype=pl.UINT32)
    return values, indices
