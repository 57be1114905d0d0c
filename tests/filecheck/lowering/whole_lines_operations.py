# RUN: pto-compile %s:cast | filecheck %s
# RUN: pto-compile %s:one_element | filecheck %s --check-prefix=ELEMENT
# RUN: pto-compile %s:windows | filecheck %s --check-prefix=WINDOWS
# RUN: pto-compile %s:vectors | filecheck %s --check-prefix=VECTORS
# RUN: pto-run %s:cast --check --set n=5 | filecheck %s --check-prefix=RUNS
# RUN: pto-run %s:one_element --check | filecheck %s --check-prefix=RUNS
# RUN: pto-run %s:windows --check | filecheck %s --check-prefix=RUNS
# RUN: pto-compile %s:scratch | filecheck %s --check-prefix=SCRATCH
# RUN: pto-run %s:scratch --check | filecheck %s --check-prefix=RUNS
# RUN: pto-compile %s:partly | filecheck %s --check-prefix=PARTLY
# RUN: pto-run %s:partly --check --set n=1 | filecheck %s --check-prefix=RUNS
# RUN: pto-run %s:vectors --check --set n=5 | filecheck %s --check-prefix=RUNS

# Operations that want equal shapes of lines that fill whole 32 bytes see windows of them.

import pto_dialect.language as pl

F32, F16 = pl.FP32, pl.FP16


# 32 bytes hold eight f32, but sixteen f16.
# CHECK: [[W:%.*]] = pto.subview %wide[%c0, %c0] sizes [1, 8] valid [%c1, %{{.*}}] : {{.*}} -> !pto.tile_buf<vec, 1x8xf16, valid=1x?>
# CHECK: pto.tcvt ins(%t {{.*}} : !pto.tile_buf<vec, 1x8xf32, valid=1x?>) outs([[W]] :
# RUNS-COUNT-3: placed and pto equal tile
@pl.function
def cast(x: pl.Tensor[[1, 7], F32], n: pl.Scalar[pl.INDEX], out: pl.Tensor[[1, 7], F16]):
    t = pl.load(x, [0, 0], [1, 7], valid_shape=[1, n])
    wide = pl.cast(t, F16)
    pl.store(wide, [0, 0], out)


# A single element is stored as a row; what it is spread over wants a column.
# ELEMENT: [[C:%.*]] = pto.treshape %m : !pto.tile_buf<vec, 1x8xf32, valid=1x1> -> !pto.tile_buf<vec, 8x1xf32, valid=1x1, blayout=col_major>
# ELEMENT: pto.trowexpandsub ins(%t, [[C]] :
@pl.function
def one_element(x: pl.Tensor[[1, 100], F32], out: pl.Tensor[[1, 100], F32]):
    t = pl.load(x, [0, 0], [1, 100], valid_shape=[1, 100])
    m = pl.row_max(t)
    pl.store(pl.exp(pl.row_expand_sub(t, m)), [0, 0], out)


# WINDOWS: [[E:%.*]] = pto.subview %end[%c0, %c0] sizes [1, 7]
# WINDOWS: pto.textract ins(%t, %c1, %c57 : {{.*}}) outs([[E]] :
# WINDOWS: pto.treshape {{.*}} : !pto.tile_buf<vec, 1x7xf32> -> !pto.tile_buf<vec, 7x1xf32, blayout=col_major>
# WINDOWS: pto.subview {{.*}} sizes [1, 7] : !pto.tile_buf<vec, 1x8xf32, valid=1x7>
# WINDOWS: pto.tmov
@pl.function
def windows(
    x: pl.Tensor[[2, 64], F32], column: pl.Tensor[[7, 1], F32], out: pl.Tensor[[2, 64], F32]
):
    t = pl.load(x, [0, 0], [2, 64])
    end = t[1:2, 57:64]
    pl.store(pl.reshape(t[0:1, 8:15], [7, 1]), [0, 0], column)
    pl.store(pl.assemble(t, pl.exp(end), [0, 16]), [0, 0], out)


# A tile of one dimension is a row, also when its extent is known at run time only.
# VECTORS: pto.textract ins(%t, %c0, %c3 :
# VECTORS: %{{.*}}, [[N:%.*]] = pto.get_validshape
@pl.function
def vectors(x: pl.Tensor[[64], F32], n: pl.Scalar[pl.INDEX], out: pl.Tensor[[64], F32]):
    t = pl.load(x, [0], [64])
    pl.store(pl.exp(t[3:10]), [0], out)
    sum_ = pl.load(x, [0], [7], valid_shape=[n])
    for _ in pl.range(3):
        sum_ = pl.add(sum_, pl.load(x, [16], [7], valid_shape=[n]))
    pl.store(sum_, [16], out)


# An element that may not be valid is spread, too: nothing is computed then.
# PARTLY: pto.treshape %{{.*}} : !pto.tile_buf<vec, 1x8xf32, valid=?x1> -> !pto.tile_buf<vec, 8x1xf32, valid=1x1, blayout=col_major>
@pl.function
def partly(x: pl.Tensor[[1, 64], F32], n: pl.Scalar[pl.INDEX], out: pl.Tensor[[1, 64], F32]):
    t = pl.load(x, [0, 0], [1, 64], valid_shape=[n, 64])
    pl.store(pl.row_expand_sub(t, pl.row_max(t)), [0, 0], out)


# Scratch with a row more has whole 32 bytes in each.
# SCRATCH: pto.trems ins(%t, %{{.*}}, %{{.*}} : !pto.tile_buf<vec, 1x8xf32, valid=1x7>, f32, !pto.tile_buf<vec, 2x8xf32>)
@pl.function
def scratch(x: pl.Tensor[[1, 7], F32], out: pl.Tensor[[1, 7], F32]):
    t = pl.load(x, [0, 0], [1, 7])
    pl.store(pl.rems(t, 3.0), [0, 0], out)
