# RUN: pto-compile %s --emit=tile | filecheck %s
# RUN: pto-run %s --check | filecheck %s --check-prefix=RUNS

# An older name of a tensor may be stored to: both names are one memory.

import pto_dialect.language as pl


# CHECK:      tile.store %t, %out[%c0, %c0]
# CHECK-NEXT: tile.store %t, %out[%c64, %c0]
# RUNS: placed and pto equal tile
@pl.function(type=pl.FunctionType.InCore)
def twice(a: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[128, 64], pl.FP32]]):
    t = pl.load(a, [0, 0], [64, 64])
    upper = pl.store(t, [0, 0], out)
    both = pl.store(t, [64, 0], out)
    return both
