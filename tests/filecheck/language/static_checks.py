# RUN: pto-compile %s:holds --emit=tile 2>&1 | filecheck %s
# RUN: not pto-compile %s:fails 2>&1 | filecheck %s --check-prefix=FAILS
# RUN: not pto-compile %s:late 2>&1 | filecheck %s --check-prefix=LATE

# Checks of compile time leave nothing behind.

import pto_dialect.language as pl

M = pl.Tensor[[64, 64], pl.FP32]
BLOCK = 16


# CHECK: static_checks.py:[[# @LINE + 6]]:5: the tile is a tile of 64x64xf32 16 a scalar of type index
# CHECK-LABEL: func.func @holds
@pl.function(type=pl.FunctionType.InCore)
def holds(x: M, n: pl.Scalar[pl.INDEX]):
    pl.static_assert(64 % BLOCK == 0, "whole blocks")
    t = pl.load(x, [0, 0], [64, 64])
    pl.static_print("the tile is", t, BLOCK, n * 2)
    # CHECK:      %t = tile.load
    # CHECK-NEXT: func.return


# FAILS: static_checks.py:[[# @LINE + 3]]:5: error: '64 % BLOCK == 1' does not hold: whole blocks
@pl.function(type=pl.FunctionType.InCore)
def fails(x: M):
    pl.static_assert(64 % BLOCK == 1, "whole blocks")


# LATE: static_checks.py:[[# @LINE + 3]]:22: error: pl.static_assert of a scalar of type i1, which is known at run time only
@pl.function(type=pl.FunctionType.InCore)
def late(x: M, n: pl.Scalar[pl.INDEX]):
    pl.static_assert(n > 2)
