# RUN: pto-compile %s:inverted | filecheck %s
# RUN: pto-run %s:inverted --check | filecheck %s --check-prefix=RUNS
# RUN: pto-run %s:combined --check --set n=5 | filecheck %s --check-prefix=RUNS
# RUN: not pto-run %s:beyond --level pto 2>&1 | filecheck %s --check-prefix=BEYOND

# Bytes are inverted as halves of 16-bit numbers, of which the last one may be half valid.

import pto_dialect.language as pl

I8 = pl.INT8


# CHECK: pto.tnot ins(%{{.*}} : !pto.tile_buf<vec, 8x32xi16>)
# RUNS-COUNT-3: placed and pto equal tile
@pl.function
def inverted(a: pl.Tensor[[8, 33], I8], out: pl.Tensor[[8, 33], I8]):
    t = pl.load(a, [0, 0], [8, 64], [8, 33])
    pl.store(pl.not_(t), [0, 0], out)


@pl.function
def combined(a: pl.Tensor[[1, 7], I8], n: pl.Scalar[pl.INDEX], out: pl.Tensor[[1, 7], I8]):
    t = pl.load(a, [0, 0], [1, 7], [1, n])
    pl.store(pl.xors(pl.and_(t, pl.not_(t)), 3), [0, 0], out)


# The other half is what nobody has written, now as before.
# BEYOND: 'pto.tstore' reads element [0, 33]
@pl.function
def beyond(a: pl.Tensor[[8, 33], I8], out: pl.Tensor[[8, 34], I8]):
    t = pl.load(a, [0, 0], [8, 64], [8, 33])
    pl.store(pl.set_validshape(pl.not_(t), 8, 34), [0, 0], out)
