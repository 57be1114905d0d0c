# RUN: pto-compile %s:transposed | filecheck %s
# RUN: pto-run %s:transposed --check --set n=3 --set m=5
# RUN: pto-run %s:transposed --check --set n=0 --set m=0
# RUN: pto-run %s:scattered --check --set n=3 --set m=5
# RUN: pto-run %s:scattered --check --set n=0 --set m=64
# RUN: not pto-run %s:counted --target a5 --set n=3 2>&1 | filecheck %s --check-prefix=COUNTED

# Valid extents that are known at run time only: a transposed view exchanges them, the rows that
# replace others may be valid in part, and a store says what does not fill its window.

import pto_dialect.language as pl


# CHECK-LABEL: func.func @transposed(
# CHECK:      %[[V:.*]] = pto.treshape %a : {{.*}} -> !pto.tile_buf<mat, 64x32xbf16, valid=?x?, slayout=col_major>
# CHECK-NEXT: pto.set_validshape %[[V]], %m, %n :
@pl.function(type=pl.FunctionType.InCore)
def transposed(
    ga: pl.Tensor[[32, 64], pl.BF16],
    gb: pl.Tensor[[16, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
    n: pl.Scalar[pl.INDEX],
    m: pl.Scalar[pl.INDEX],
):
    a = pl.load(ga, [0, 0], [32, 64], [n, m], target_memory=pl.Mem.Mat)
    b = pl.load(gb, [0, 0], [16, 64], [n, m], target_memory=pl.Mem.Mat)
    out = pl.store(pl.matmul(b, pl.transpose_view(a)), [0, 0], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def scattered(
    ga: pl.Tensor[[16, 64], pl.FP32],
    gb: pl.Tensor[[8, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    n: pl.Scalar[pl.INDEX],
    m: pl.Scalar[pl.INDEX],
):
    a = pl.load(ga, [0, 0], [16, 64], [n, m])
    b = pl.load(gb, [0, 0], [8, 64], [n, m])
    out = pl.store(pl.scatter_update(a, -2, pl.ci(0, [1, 8]), b), [0, 0], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def counted(
    ga: pl.Tensor[[8, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    n: pl.Scalar[pl.INDEX],
):
    a = pl.load(ga, [0, 0], [8, 64], [n, 64])
    places, count = pl.gather_compare(a, 0.5, cmp_mode="gt", out_cols=16)
    # COUNTED: transposed_valid_extents.py:[[# @LINE + 1]]:5: error: a tile of valid 1x3 does not fill a window of 1x8
    out = pl.store(count, [0, 0], out)
    return out
