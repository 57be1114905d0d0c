# RUN: pto-compile %s:explicit --emit=tile | filecheck %s
# RUN: pto-run %s:explicit --check
# RUN: not pto-compile %s:no_condition 2>&1 | filecheck %s --check-prefix=FORM
# RUN: not pto-compile %s:misplaced 2>&1 | filecheck %s --check-prefix=PLACE

# A loop that names what it carries is the while statement that does the same.

import pto_dialect.language as pl

M = pl.Tensor[[64, 64], pl.FP32]


# CHECK-LABEL: func.func @explicit
@pl.function(type=pl.FunctionType.InCore)
def explicit(x: M, out: pl.Out[M]) -> M:
    # CHECK:      %i, %size = scf.while (%i_1 = %c0, %size_1 = %c8_i64) : (index, i64) -> (index, i64) {
    # CHECK-NEXT:   arith.cmpi slt, %i_1
    # CHECK-NEXT:   scf.condition({{.*}}) %i_1, %size_1
    # CHECK:      } do {
    # CHECK:        scf.while
    # CHECK:        tile.load
    # CHECK:        tile.store {{.*}}, %out[%i_2, %c0]
    # CHECK:        scf.yield
    i0: pl.Scalar[pl.INDEX] = 0
    size0: pl.Scalar[pl.INT64] = 8
    for i, size, o in pl.while_(init_values=(i0, size0, out)):
        pl.cond(i < 64)
        for (j,) in pl.while_(init_values=[i]):
            pl.cond(j < i + 3)
            j_last: pl.Scalar[pl.INDEX] = pl.yield_(j + 1)
        t = pl.load(x, [j_last - 3, 0], [16, 64])
        if size == 8:
            t = pl.exp(t)
        o_next = pl.store(t, [i, 0], o)
        i_last, size_last, o_last = pl.yield_(i + 16, size + 1, o_next)
    # CHECK:      %row = arith.subi %i, %c64
    # CHECK-NEXT: %value = arith.trunci %size
    row = i_last - 64
    value = pl.cast(size_last, pl.INT32)
    u = pl.load(o_last, [row, 0], [8, 64])
    u = pl.adds(u, pl.cast(value, pl.FP32))
    return pl.store(u, [row, 0], o_last)


# FORM: explicit_while.py:[[# @LINE + 3]]:17: error: a pl.while_ loop has the form 'for (x,) in pl.while_(init_values=(x0,))', begins with pl.cond(...) and ends with pl.yield_(...), with as many values each
@pl.function(type=pl.FunctionType.InCore)
def no_condition(x: M, n: pl.Scalar[pl.INDEX]):
    for (i,) in pl.while_(init_values=(n,)):
        r = pl.yield_(i + 1)


# PLACE: explicit_while.py:[[# @LINE + 3]]:5: error: pl.cond stands at the beginning of a pl.while_ loop only
@pl.function(type=pl.FunctionType.InCore)
def misplaced(x: M, n: pl.Scalar[pl.INDEX]):
    pl.cond(n < 4)
