# RUN: pto-compile %s --emit=tile | filecheck %s
# RUN: pto-compile %s -o /dev/null
# RUN: pto-run %s --check

# Arguments of operations as PyPTO has them, and what stands for several operations.

import pto_dialect.language as pl

S = pl.Tensor[[64, 64], pl.FP32]
INTS = pl.Tensor[[32, 64], pl.INT32]


# A row or column as an operand stands for all rows or columns.
# CHECK-LABEL: func.func @broadcast(
@pl.function(type=pl.FunctionType.InCore)
def broadcast(a: S, c: pl.Tensor[[64, 1], pl.FP32], r: pl.Tensor[[1, 64], pl.FP32], out: pl.Out[S]):
    t = pl.load(a, [0, 0], [64, 64])
    column = pl.load(c, [0, 0], [64, 1])
    row = pl.load(r, [0, 0], [1, 64])
    # CHECK:      %u = tile.row_expand_add %t, %column
    # CHECK-NEXT: %u_1 = tile.col_expand_mul %u, %row
    # CHECK-NEXT: %u_2 = tile.col_expand_sub %u_1, %row
    # CHECK-NEXT: %u_3 = tile.row_expand_div %u_2, %column
    # CHECK-NEXT: %u_4 = tile.col_expand_max %u_3, %row
    # CHECK-NEXT: %u_5 = tile.add %u_4, %t
    u = pl.add(t, column)
    u = row * u
    u = pl.sub(u, row)
    u = u / column
    u = pl.maximum(row, u)
    u = pl.add(u, t)
    # Scratch that no target needs.
    # CHECK-NEXT: tile.col_sum %u_5 :
    # CHECK-NEXT: %v = tile.row_expand_mul %u_5, %column
    s = pl.col_sum(u, t)
    v = pl.tile.row_expand_mul(u, column, t)
    # CHECK-NEXT: [[ROOT:%.+]] = tile.sqrt %v
    # CHECK-NEXT: %w = tile.recip [[ROOT]]
    # CHECK-NEXT: %w_1 = tile.rsqrt %w
    w = pl.rsqrt(v, high_precision=True)
    w = pl.rsqrt(w)
    return pl.store(w, [0, 0], out)


# CHECK-LABEL: func.func @bits(
@pl.function(type=pl.FunctionType.InCore)
def bits(a: INTS, b: INTS, out: pl.Out[INTS]):
    t = pl.load(a, [0, 0], [32, 64])
    u = pl.load(b, [0, 0], [32, 64])
    # CHECK:      [[AND:%.+]] = tile.ands %t, %c7_i32
    # CHECK-NEXT: %v = tile.shls [[AND]], %c2_i32
    v = (7 & t) << 2
    # CHECK-NEXT: [[OR:%.+]] = tile.or %v, %u
    # CHECK-NEXT: [[TMP:%.+]] = tile.create : !tile.tile<32x64xi32>
    # CHECK-NEXT: %w = tile.xor [[OR]], %t, [[TMP]]
    # CHECK-NEXT: [[TMP:%.+]] = tile.create
    # CHECK-NEXT: %w_1 = tile.xors %w, %c5_i32, [[TMP]]
    w = (v | u) ^ t
    w ^= 5
    # CHECK-NEXT: %x = tile.not %w_1
    x = ~w
    return pl.store(x, [0, 0], out)


# A part of a tensor is where loads and stores count from.
# CHECK-LABEL: func.func @parts(
@pl.function(type=pl.FunctionType.InCore)
def parts(a: pl.Tensor[[4, 64, 128], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[S]):
    # CHECK:      [[ROW:%.+]] = arith.addi %n, %c8
    # CHECK-NEXT: %t = tile.load %a[%c2, [[ROW]], %c80] : memref<4x64x128xf32> -> !tile.tile<1x16x32xf32>
    batch = pl.tensor.view(a, [1, 64, 128], [2, 0, 0])
    part: pl.Tensor[[1, 32, 64], pl.FP32] = pl.slice(batch, [1, 32, 64], [0, n, 64])
    t = pl.load(part, [0, 8, 16], [1, 16, 32])
    t2: pl.Tile[[16, 32], pl.FP32] = pl.reshape(t, [16, 32])
    # CHECK:      tile.store {{.*}}, %out[%c16, %c32]
    # CHECK-NEXT: tile.store {{.*}}, %out[%c0, %c0]
    out = pl.assemble(out, t2, [16, 32])
    where = pl.tensor.slice(out, [16, 32], [0, 0])
    where = pl.store(t2, [0, 0], where)
    return out


# A helper takes a part of a tensor as its tensor: the names of its extents are those of the part,
# and a binding in it holds.
ROWS = pl.dynamic("ROWS")


def staged(x: pl.Tensor[[ROWS, 64], pl.FP32], pair):
    t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, pair[0]] = pl.load(x, [0, 0], [32, 64], [ROWS, 64])
    return pl.exp(t)


# CHECK-LABEL: func.func @parts_of_helpers(
@pl.function(type=pl.FunctionType.InCore)
def parts_of_helpers(a: pl.Tensor[[128, 64], pl.FP32], out: pl.Out[pl.Tensor[[128, 64], pl.FP32]]):
    # CHECK:      tile.load %a[%c48, %c0] : memref<128x64xf32> -> !tile.tile<vec, 32x64xf32, valid=16x64>
    # CHECK-NEXT: buffer.bind {{.*}} to %pair[%c0]
    pair = pl.Buffer(slots=2)
    t = staged(a[48:64, :], pair)
    return pl.store(t, [0, 0], out)


# CHECK-LABEL: func.func @layouts(
@pl.function(type=pl.FunctionType.InCore)
def layouts(a: S, out: pl.Out[S]):
    t = pl.load(a, [0, 0], [64, 64])
    # CHECK: %u = tile.move %t : !tile.tile<64x64xf32> -> !tile.tile<vec, 64x64xf32>
    u = pl.move(
        t,
        target_memory=pl.Mem.Vec,
        blayout=pl.TileLayout.row_major,
        slayout=pl.TileLayout.none_box,
    )
    return pl.store(u, [0, 0], out)


# Numbers become what the elements of a tile are; constants are known at compile time.
# CHECK-LABEL: func.func @numbers(
@pl.function(type=pl.FunctionType.InCore)
def numbers(
    a: pl.Tensor[[4, 16, 128], pl.FP16],
    x: pl.Scalar[pl.FP32],
    n: pl.Scalar[pl.INT32],
    out: pl.Out[pl.Tensor[[16, 128], pl.FP16]],
):
    # CHECK:      %t = tile.load %a[%c2, %c0, %c0] : memref<4x16x128xf16> -> !tile.tile<1x16x128xf16, valid=1x8x128>
    t = pl.load(a, [2, 0, 0], [1, pl.const(16, pl.INDEX), 128], [1, pl.const(8, pl.INDEX), 128])
    # CHECK-NEXT: [[X:%.+]] = arith.truncf %x : f32 to f16
    # CHECK-NEXT: [[U:%.+]] = tile.muls %t, [[X]]
    # CHECK-NEXT: [[N:%.+]] = arith.sitofp %n : i32 to f16
    # CHECK-NEXT: %u = tile.adds [[U]], [[N]]
    u = pl.muls(t, x) + n
    # CHECK-NEXT: %v = tile.exp %u
    v = pl.exp(input=u)
    # A tile of one row of rows is stored to a tensor of rows.
    # CHECK-NEXT: tile.store %v, %out[%c0, %c0] window = [8, 128]
    return pl.store(v, [0, 0], out)
