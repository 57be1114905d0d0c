# RUN: pto-compile %s:marked --emit=tile | filecheck %s
# RUN: not pto-compile %s:opened --emit=tile 2>&1 | filecheck %s --check-prefix=REFUSED

import pto_dialect.language as pl

X = pl.Tensor[[64, 64], pl.FP32]


# A scope that only marks a stretch is what it holds; options of host-side code mean nothing.


# CHECK-LABEL: func.func @marked
# CHECK: scf.for
# CHECK: tile.add
# CHECK: tile.store
@pl.function(type=pl.FunctionType.InCore, level=None, attrs={"split": 1})
def marked(a: X, out: pl.Out[X]):
    with pl.auto_incore():
        t = pl.load(a, [0, 0], [64, 64])
        for _ in range(3):
            with pl.section_vector():
                t = pl.add(t, t)
    return pl.store(t, [0, 0], out)


# REFUSED: scopes.py:[[# @LINE + 3]]:5: error: not supported: with
@pl.function
def opened(a: X, out: pl.Out[X]):
    with open("x") as f:
        t = pl.load(a, [0, 0], [64, 64])
    return pl.store(t, [0, 0], out)
