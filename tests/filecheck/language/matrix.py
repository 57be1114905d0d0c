# RUN: pto-compile %s:products --emit=tile | filecheck %s --check-prefix=TILE
# RUN: pto-compile %s:products --emit=placed | filecheck %s --check-prefix=PLACED
# RUN: pto-compile %s:vectors --emit=tile | filecheck %s --check-prefix=VECTORS
# RUN: pto-compile %s:windows --emit=tile | filecheck %s --check-prefix=WINDOWS
# RUN: pto-compile %s:start_anew --emit=tile | filecheck %s --check-prefix=ANEW

# Operations of the cube unit: spelling, element types, memory spaces.

import pto_dialect.language as pl


@pl.function(type=pl.FunctionType.AIC)
def products(
    a: pl.Tensor[[32, 64], pl.BF16],
    b: pl.Tensor[[64, 32], pl.BF16],
    row: pl.Tensor[[1, 32], pl.FP32],
    bytes_a: pl.Tensor[[32, 64], pl.INT8],
    bytes_b: pl.Tensor[[64, 32], pl.INT8],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
    half: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
    ints: pl.Out[pl.Tensor[[32, 32], pl.INT32]],
):
    lhs = pl.load(a, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
    rhs = pl.load(b, [0, 0], [64, 32])
    left: pl.Tile[[32, 64], pl.BF16, pl.Mem.Left] = pl.move(lhs, target_memory=pl.Mem.Left)
    # Explicit spaces stay, the others come with infer-tile-memory-space.
    # TILE: %acc = tile.matmul %left, %rhs : !tile.tile<left, 32x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<32x32xf32>
    # PLACED: %rhs = tile.load %b{{.*}} -> !tile.tile<mat, 64x32xbf16>
    # PLACED: %rhs_right = tile.move %rhs : !tile.tile<mat, 64x32xbf16> -> !tile.tile<right, 64x32xbf16>
    # PLACED: %acc = tile.matmul %left, %rhs_right {{.*}} -> !tile.tile<acc, 32x32xf32>
    acc = pl.matmul(left, rhs)
    # One copy of each operand serves both products.
    # PLACED: mem.place %acc
    # PLACED-NEXT: %sum = tile.matmul_acc %acc, %left, %rhs_right
    # TILE-NEXT: %sum = tile.matmul_acc %acc, %left, %rhs : !tile.tile<32x32xf32>, !tile.tile<left, 32x64xbf16>, !tile.tile<64x32xbf16>
    sum = pl.matmul_acc(acc, left, rhs)
    pl.store(sum, [0, 0], out)
    # TILE: %bias = tile.load %row{{.*}} -> !tile.tile<1x32xf32>
    bias = pl.load(row, [0, 0], [1, 32])
    # PLACED: %bias = tile.load %row{{.*}} -> !tile.tile<mat, 1x32xf32>
    # PLACED: %bias_bias = tile.move %bias : !tile.tile<mat, 1x32xf32> -> !tile.tile<bias, 1x32xf32>
    # TILE-NEXT: %biased = tile.matmul_bias %left, %rhs, %bias
    biased = pl.tile.matmul_bias(lhs=left, rhs=rhs, bias=bias)
    # An accumulator is rounded on its way to a tensor of narrower floats.
    # TILE-NEXT: tile.store %biased, %half{{.*}} : !tile.tile<32x32xf32>, memref<32x32xbf16>
    pl.store(biased, [0, 0], half)
    # TILE: %product = tile.matmul {{.*}} : !tile.tile<32x64xi8>, !tile.tile<64x32xi8> -> !tile.tile<32x32xi32>
    product = pl.load(bytes_a, [0, 0], [32, 64]) @ pl.load(bytes_b, [0, 0], [64, 32])
    pl.store(product, [0, 0], ints)


# VECTORS: %left = tile.load
# VECTORS: %acc = tile.gemv %left, %right : !tile.tile<1x64xf16>, !tile.tile<64x32xf16> -> !tile.tile<1x32xf32>
# VECTORS: tile.gemv_acc %acc, %left, %right
# VECTORS: tile.gemv_bias %left, %right, %bias
@pl.function
def vectors(
    a: pl.Tensor[[1, 64], pl.FP16],
    b: pl.Tensor[[64, 32], pl.FP16],
    row: pl.Tensor[[1, 32], pl.FP32],
    out: pl.Out[pl.Tensor[[2, 32], pl.FP32]],
):
    left = pl.load(a, [0, 0], [1, 64])
    right = pl.load(b, [0, 0], [64, 32])
    acc = pl.gemv(left, right)
    acc = pl.gemv_acc(acc, left, right)
    out = pl.store(acc, [0, 0], out)
    bias = pl.load(row, [0, 0], [1, 32])
    out = pl.store(pl.gemv_bias(left, right, bias), [1, 0], out)


# WINDOWS: tile.extract %block[%c0, %c64] : !tile.tile<mat, 64x128xbf16> -> !tile.tile<left, 64x64xbf16>
# WINDOWS: %turned = tile.transpose_view %keys : !tile.tile<mat, 32x64xbf16> -> !tile.tile<mat, 64x32xbf16, blayout=row_major, slayout=col_major>
# WINDOWS: tile.move %turned : {{.*}} -> !tile.tile<right, 64x32xbf16>
@pl.function
def windows(
    a: pl.Tensor[[64, 128], pl.BF16],
    b: pl.Tensor[[32, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
):
    block = pl.load(a, [0, 0], [64, 128], target_memory=pl.Mem.Mat)
    left = pl.extract(block, 0, 64, [64, 64], target_memory=pl.Mem.Left)
    keys = pl.load(b, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
    turned = pl.transpose_view(keys)
    right = pl.move(turned, target_memory=pl.Mem.Right)
    pl.store(pl.matmul(left, right), [0, 0], out)


# ANEW: %first = arith.cmpi eq
# ANEW: scf.if %first
# ANEW-NEXT: tile.matmul %left, %right
# ANEW: } else {
# ANEW-NEXT: tile.matmul_acc %{{.*}}, %left, %right
@pl.function
def start_anew(
    a: pl.Tensor[[64, 128], pl.BF16],
    b: pl.Tensor[[128, 64], pl.BF16],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    acc = pl.create_tile([64, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc)
    for k in pl.range(0, 128, 64):
        left = pl.load(a, [0, k], [64, 64])
        right = pl.load(b, [k, 0], [64, 64])
        first = k == 0
        acc = pl.matmul_acc(acc, left, right, init_cond=first)
    pl.store(acc, [0, 0], out)
