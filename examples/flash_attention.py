"""
The inner step of flash attention, for one block of queries and one of keys and values.

    pto-compile examples/flash_attention.py --report
    pto-run examples/flash_attention.py --check

1. `scores` (cube): queries times keys.
2. `online_softmax` (vector): weights from the scores, and the running maximum and sum of each row.
   What was summed before belongs to an older maximum, so it is scaled by `correction`.
3. `values` (cube): weights times values.
4. `accumulate` (vector): what was accumulated before, corrected, plus that.
"""

import pto_dialect.language as pl

QUERIES, KEYS, DEPTH = 64, 64, 128
SCALE = DEPTH**-0.5

Scores = pl.Tensor[[QUERIES, KEYS], pl.FP32]
Weights = pl.Tensor[[QUERIES, KEYS], pl.FP16]
Column = pl.Tensor[[QUERIES, 1], pl.FP32]
Values = pl.Tensor[[QUERIES, DEPTH], pl.FP32]


@pl.program
class FlashAttention:
    @pl.function(type=pl.FunctionType.AIC)
    def scores(
        self,
        q: pl.Tensor[[QUERIES, DEPTH], pl.FP16],
        k: pl.Tensor[[DEPTH, KEYS], pl.FP16],
        s: pl.Out[Scores],
    ) -> Scores:
        queries = pl.load(q, [0, 0], [QUERIES, DEPTH])
        keys = pl.load(k, [0, 0], [DEPTH, KEYS])
        return pl.store(pl.matmul(queries, keys), [0, 0], s)

    @pl.function(type=pl.FunctionType.AIV)
    def online_softmax(
        self,
        s: Scores,
        maximum: pl.InOut[Column],
        total: pl.InOut[Column],
        correction: pl.Out[Column],
        weights: pl.Out[Weights],
    ) -> tuple[Column, Column, Column, Weights]:
        block = pl.load(s, [0, 0], [QUERIES, KEYS]) * SCALE
        before = pl.load(maximum, [0, 0], [QUERIES, 1])
        sum_before = pl.load(total, [0, 0], [QUERIES, 1])
        now = pl.maximum(before, pl.row_max(block))
        factor = pl.exp(before - now)
        p = pl.exp(pl.row_expand_sub(block, now))
        maximum = pl.store(now, [0, 0], maximum)
        total = pl.store(sum_before * factor + pl.row_sum(p), [0, 0], total)
        correction = pl.store(factor, [0, 0], correction)
        weights = pl.store(pl.cast(p, pl.FP16), [0, 0], weights)
        return maximum, total, correction, weights

    @pl.function(type=pl.FunctionType.AIC)
    def values(
        self,
        weights: Weights,
        v: pl.Tensor[[KEYS, DEPTH], pl.FP16],
        o: pl.Out[Values],
    ) -> Values:
        p = pl.load(weights, [0, 0], [QUERIES, KEYS])
        block = pl.load(v, [0, 0], [KEYS, DEPTH])
        return pl.store(pl.matmul(p, block), [0, 0], o)

    @pl.function(type=pl.FunctionType.AIV)
    def accumulate(self, o: Values, correction: Column, acc: pl.InOut[Values]) -> Values:
        factor = pl.load(correction, [0, 0], [QUERIES, 1])
        before = pl.row_expand_mul(pl.load(acc, [0, 0], [QUERIES, DEPTH]), factor)
        return pl.store(before + pl.load(o, [0, 0], [QUERIES, DEPTH]), [0, 0], acc)
