# RUN: pto-compile %s:product --emit=tile | filecheck %s --check-prefix=TILE
# RUN: pto-compile %s:product | filecheck %s
# RUN: pto-run %s --check --set K=64

# A tensor that is stored column by column is loaded as what its memory holds, and transposed as a
# view.

import pto_dialect.language as pl

K = pl.dynamic("K")


# TILE:      func.func @product(%a: memref<16x?xbf16> {tile.dims = ["", "K"]}, %b: memref<32x?xbf16> {tile.dims = ["", "K"]}
# TILE:      [[T:%.*]] = tile.load %b[%c0, %k] : memref<32x?xbf16> -> !tile.tile<mat, 32x64xbf16>
# TILE-NEXT: %right = tile.transpose_view [[T]] : !tile.tile<mat, 32x64xbf16> -> !tile.tile<mat, 64x32xbf16, blayout=row_major, slayout=col_major>
# CHECK:     %b_view = pto.make_tensor_view %b, shape = [%c32, %K], strides = [%K, %c1]
# CHECK:     pto.tload ins({{.*}} : !pto.partition_tensor_view<32x64xbf16>) outs([[M:%.*]] : !pto.tile_buf<mat, 32x64xbf16, blayout=col_major, slayout=row_major>)
# CHECK:     pto.treshape [[M]] : {{.*}} -> !pto.tile_buf<mat, 64x32xbf16, slayout=col_major>
@pl.function(type=pl.FunctionType.InCore)
def product(
    a: pl.Tensor[[16, K], pl.BF16],
    b: pl.Tensor[[K, 32], pl.BF16, pl.DN],
    out: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
):
    acc = pl.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc)
    for k in pl.range(0, pl.dim(b, 0), 64):
        left = pl.load(a, [0, k], [16, 64], target_memory=pl.Mem.Mat)
        right = pl.load(b, [k, 0], [64, 32], target_memory=pl.Mem.Mat)
        acc = pl.matmul_acc(acc, left, right, init_cond=k == 0)
    out = pl.store(acc, [0, 0], out)
    return out
