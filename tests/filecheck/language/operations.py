# RUN: pto-compile %s --emit=tile | filecheck %s

# Every operation of the language, one after the other.

import pto_dialect.language as pl


@pl.program
class Operations:
    # CHECK-LABEL: func.func @vector(
    # CHECK-SAME:    attributes {tile.core = #tile.core<vector>}
    @pl.function(type=pl.FunctionType.AIV)
    def vector(
        self,
        a: pl.Tensor[[256, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    ):
        # CHECK:      tile.load %a[%c0, %c0] : memref<256x64xf32> -> !tile.tile<64x64xf32>
        t = pl.load(a, [0, 0], [64, 64])
        # CHECK-NEXT: tile.load %a[%n, %c0] valid [%n] : memref<256x64xf32> -> !tile.tile<mat, 64x64xf32, valid=?x32>
        pl.load(a, offsets=[n, 0], shapes=[64, 64], valid_shapes=[n, 32], target_memory=pl.Mem.Mat)
        # CHECK-NEXT: %u = tile.create : !tile.tile<64x64xf32>
        u = pl.create_tile([64, 64], pl.FP32)
        # CHECK-NEXT: tile.create : !tile.tile<acc, 16x16xf32>
        pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.MemorySpace.Acc)
        # CHECK-NEXT: tile.full %c3_i32 : i32 -> !tile.tile<8x8xi32>
        ints = pl.full([8, 8], pl.INT32, 3)
        # CHECK-NEXT: tile.add %t, %u
        # CHECK-NEXT: tile.sub %t, %u
        # CHECK-NEXT: tile.mul %t, %u
        # CHECK-NEXT: tile.div %t, %u
        # CHECK-NEXT: tile.max %t, %u
        # CHECK-NEXT: tile.min %t, %u
        pl.add(t, u)
        pl.sub(t, u)
        pl.mul(t, u)
        pl.div(t, rhs=u)
        pl.maximum(t, u)
        pl.minimum(t, u)
        # CHECK-NEXT: tile.adds %t, %cst
        # CHECK-NEXT: tile.subs %t, %cst
        # CHECK-NEXT: tile.muls %t, %cst
        # CHECK-NEXT: tile.divs %t, %cst
        # CHECK-NEXT: tile.maxs %t, %cst
        # CHECK-NEXT: tile.mins %t, %cst
        # CHECK-NEXT: tile.adds %t, %cst
        # CHECK-NEXT: tile.maxs %t, %cst
        pl.adds(t, 2.0)
        pl.subs(t, 2.0)
        pl.muls(t, 2.0)
        pl.divs(t, 2.0)
        pl.maxs(t, 2.0)
        pl.mins(t, 2)
        pl.add(t, 2)
        pl.max(t, 2)
        # CHECK-NEXT: tile.ands %ints, %c7_i32
        # CHECK-NEXT: tile.ors %ints, %c7_i32
        # CHECK-NEXT: [[TMP:%[0-9]+]] = tile.create : !tile.tile<8x8xi32>
        # CHECK-NEXT: tile.xors %ints, %c7_i32, [[TMP]]
        # CHECK-NEXT: tile.xors %ints, %c7_i32, %ints
        pl.ands(ints, 7)
        pl.ors(ints, 7)
        pl.xors(ints, 7)
        pl.xors(ints, 7, ints)
        # CHECK-NEXT: tile.exp %t
        # CHECK-NEXT: tile.log %t
        # CHECK-NEXT: tile.sqrt %t
        # CHECK-NEXT: tile.rsqrt %t
        # CHECK-NEXT: tile.recip %t
        # CHECK-NEXT: tile.neg %t
        # CHECK-NEXT: tile.abs %t
        # CHECK-NEXT: tile.relu %t
        pl.exp(t)
        pl.log(t)
        pl.sqrt(t)
        pl.rsqrt(t)
        pl.recip(t)
        pl.neg(t)
        pl.abs(t)
        pl.relu(t)
        # CHECK-NEXT: tile.cast %t {mode = "round"} : !tile.tile<64x64xf32> -> !tile.tile<64x64xbf16>
        # CHECK-NEXT: tile.cast %t {mode = "floor"} : !tile.tile<64x64xf32> -> !tile.tile<64x64xi32>
        # CHECK-NEXT: tile.cast %t {mode = "trunc"} : !tile.tile<64x64xf32> -> !tile.tile<64x64xi8>
        pl.cast(t, pl.BF16)
        pl.cast(t, target_type=pl.INT32, mode="floor")
        pl.cast(t, pl.INT8, 5)
        # CHECK-NEXT: [[TMP:%[0-9]+]] = tile.create : !tile.tile<64x64xf32>
        # CHECK-NEXT: %col = tile.row_sum %t, [[TMP]]
        # CHECK-NEXT: tile.row_max %t, %u
        # CHECK-NEXT: tile.row_min %t, %u
        # CHECK-NEXT: %row = tile.col_sum %t
        # CHECK-NEXT: tile.col_max %t
        # CHECK-NEXT: tile.col_min %t
        col = pl.row_sum(t)
        pl.row_max(t, u)
        pl.row_min(t, tmp=u)
        row = pl.col_sum(t)
        pl.col_max(t)
        pl.col_min(t)
        # CHECK-NEXT: [[TMP:%[0-9]+]] = tile.create : !tile.tile<64x64xf32>
        # CHECK-NEXT: %total = tile.row_sum %t, [[TMP]]
        # CHECK-NEXT: tile.col_max %t
        # CHECK-NEXT: [[LEAST:%[0-9]+]] = tile.row_min %t, %u
        # CHECK-NEXT: %least = tile.reshape [[LEAST]] : !tile.tile<64x1xf32> -> !tile.tile<64xf32>
        total = pl.tile.sum(t, axis=1, keepdim=True)
        pl.tile.max(t, -2, keepdim=True)
        least = pl.tile.min(t, axis=-1, tmp=u)
        # CHECK-NEXT: tile.row_expand %t, %col
        # CHECK-NEXT: tile.row_expand_add %t, %col
        # CHECK-NEXT: tile.row_expand_sub %t, %col
        # CHECK-NEXT: tile.row_expand_mul %t, %col
        # CHECK-NEXT: tile.row_expand_div %t, %col
        # CHECK-NEXT: tile.row_expand_max %t, %col
        # CHECK-NEXT: tile.row_expand_min %t, %col
        pl.row_expand(t, col)
        pl.row_expand_add(t, col)
        pl.row_expand_sub(t, col)
        pl.row_expand_mul(t, col)
        pl.row_expand_div(t, col)
        pl.row_expand_max(t, col)
        pl.row_expand_min(t, col)
        # CHECK-NEXT: tile.col_expand %t, %row
        # CHECK-NEXT: tile.col_expand_add %t, %row
        # CHECK-NEXT: tile.col_expand_sub %t, %row
        # CHECK-NEXT: tile.col_expand_mul %t, %row
        # CHECK-NEXT: tile.col_expand_div %t, %row
        # CHECK-NEXT: tile.col_expand_max %t, %row
        # CHECK-NEXT: tile.col_expand_min %t, %row
        pl.col_expand(t, row)
        pl.col_expand_add(t, row)
        pl.col_expand_sub(t, row)
        pl.col_expand_mul(t, row)
        pl.col_expand_div(t, row)
        pl.col_expand_max(t, row)
        pl.col_expand_min(t, row)
        # CHECK-NEXT: tile.move %t : !tile.tile<64x64xf32>{{$}}
        # CHECK-NEXT: tile.move %t : !tile.tile<64x64xf32> -> !tile.tile<mat, 64x64xf32>
        pl.move(t)
        pl.move(t, target_memory=pl.Mem.Mat)
        # CHECK-NEXT: tile.reshape %t : !tile.tile<64x64xf32> -> !tile.tile<32x128xf32>
        # CHECK-NEXT: tile.slice %t[%c16, %n] : !tile.tile<64x64xf32> -> !tile.tile<8x32xf32>
        # CHECK-NEXT: %part = tile.slice %t[%c0, %c0] valid [%n] : !tile.tile<64x64xf32> -> !tile.tile<8x32xf32, valid=?x16>
        # CHECK-NEXT: %some = tile.slice %t[%c0, %c0] : !tile.tile<64x64xf32> -> !tile.tile<32x32xf32, valid=32x8>
        # CHECK-NEXT: tile.slice %some[%c0, %c6] : !tile.tile<32x32xf32, valid=32x8> -> !tile.tile<16x16xf32, valid=16x2>
        pl.reshape(t, [32, 128])
        pl.slice(t, [8, 32], [16, n])
        part = pl.slice(t, [8, 32], [0, 0], [n, 16])
        some = pl.slice(t, [32, 32], [0, 0], valid_shape=[32, 8])
        pl.slice(some, [16, 16], [0, 6])
        # CHECK-NEXT: tile.assemble %t, %part[%c0, %c8]
        # CHECK-NEXT: tile.concat %t, %u
        # CHECK-NEXT: tile.set_valid_shape %t valid [%n] : !tile.tile<64x64xf32> -> !tile.tile<64x64xf32, valid=?x64>
        pl.assemble(t, part, [0, 8])
        pl.concat(t, u)
        pl.set_validshape(t, n, 64)
        # Operators.
        # CHECK-NEXT: tile.add %t, %u
        # CHECK-NEXT: tile.sub %t, %u
        # CHECK-NEXT: tile.mul %t, %u
        # CHECK-NEXT: tile.div %t, %u
        # CHECK-NEXT: tile.adds %t, %cst
        # CHECK-NEXT: tile.muls %t, %cst
        # CHECK-NEXT: [[NEG:%[0-9]+]] = tile.neg %t
        # CHECK-NEXT: tile.adds [[NEG]], %cst
        # CHECK-NEXT: [[INV:%[0-9]+]] = tile.recip %t
        # CHECK-NEXT: tile.muls [[INV]], %cst
        # CHECK-NEXT: tile.neg %t
        t + u
        t - u
        t * u
        t / u
        t + 2
        2 * t
        2 - t
        2 / t
        -t
        # CHECK-NEXT: tile.store %t, %out[%c64, %n]
        pl.store(t, [64, n], output_tensor=out)
        # CHECK-NEXT: tile.store %t, %out[%c64, %n] : !tile.tile
        # CHECK-NEXT: tile.store %t, %out[%c64, %n] atomic_add : !tile.tile
        # CHECK-NEXT: tile.store %t, %out[%c64, %n] atomic_add : !tile.tile
        pl.store(t, [64, n], out, atomic=pl.AtomicType.None_)
        pl.store(t, [64, n], out, atomic=pl.AtomicType.Add)
        pl.tensor.assemble(out, t, [64, n], atomic=pl.AtomicType.Add)
        # What is known about values at compile time.
        # CHECK-NEXT: tile.full %cst{{.*}} -> !tile.tile<64x256xf32>
        pl.full([t.shape[1], out.shape[0]], a.dtype, 0)

    # CHECK-LABEL: func.func @cube(
    # CHECK-SAME:    attributes {tile.core = #tile.core<cube>}
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self):
        pass
