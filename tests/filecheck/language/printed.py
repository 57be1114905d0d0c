# RUN: pto-compile %s --emit=tile | filecheck %s
# RUN: pto-compile %s | filecheck %s --check-prefix=PTO
# RUN: pto-run %s:Printed.main_incore_0 --set n=5 --check

# A program as PyPTO prints it after its passes: memory is decided anew, tiles have two dimensions,
# windows of tensors more.

import pto_dialect.language as pl


@pl.program
class Printed:
    # CHECK-LABEL: func.func @main_incore_0(
    # CHECK-NOT:     buffer.
    # CHECK:         %x__tile = tile.load %x__ssa_v0[%c0, %c0, %c0] window = [4, 16, 64] : memref<4x16x64xf32> -> !tile.tile<vec, 64x64xf32>
    # CHECK-NEXT:    %y__tile = tile.load %y[%c0, %c0, %c0] valid [%n] window = [1, ?, 64] : memref<1x16x64xf32> -> !tile.tile<vec, 16x64xf32, valid=?x64>
    # CHECK-NEXT:    %s__tile = tile.adds %x__tile
    # CHECK-NEXT:    %z__tile = tile.exp %y__tile
    # CHECK-NEXT:    tile.store %s__tile, %out__ssa_v0[%c0, %c0, %c0] window = [4, 16, 64]
    # CHECK-NEXT:    tile.store %z__tile, %y[%c0, %c0, %c0] window = [1, ?, 64]
    # PTO:           pto.partition_view {{.*}} -> !pto.partition_tensor_view<4x16x64xf32>
    @pl.function(type=pl.FunctionType.InCore)
    def main_incore_0(
        self,
        x__ssa_v0: pl.Tensor[[4, 16, 64], pl.FP32, pl.MemRef("mem_ddr_0", 0, 16384)],
        n: pl.Scalar[pl.INDEX],
        y: pl.InOut[pl.Tensor[[1, 16, 64], pl.FP32]],
        out__ssa_v0: pl.Out[pl.Tensor[[4, 16, 64], pl.FP32, pl.MemRef("mem_ddr_1", 0, 16384)]],
    ) -> pl.Tensor[[4, 16, 64], pl.FP32]:
        mem_vec_2: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 16384)
        mem_vec_3: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096, pinned=True)
        x__tile: pl.Tile[[64, 64], pl.FP32, pl.MemRef(mem_vec_2, 0, 16384), pl.Mem.Vec] = (
            pl.tile.load(x__ssa_v0, [0, 0, 0], [4, 16, 64], [4, 16, 64], target_memory=pl.Mem.Vec)
        )
        y__tile: pl.Tile[
            [16, 64],
            pl.FP32,
            pl.MemRef(mem_vec_3, 0, 4096),
            pl.Mem.Vec,
            pl.TileView(valid_shape=[n, 64]),
        ] = pl.tile.load(y, [0, 0, 0], [1, 16, 64], [1, n, 64], target_memory=pl.Mem.Vec)
        s__tile: pl.Tile[[64, 64], pl.FP32, pl.MemRef(mem_vec_2, 0, 16384), pl.Mem.Vec] = (
            pl.tile.adds(x__tile, pl.const(1.0, pl.FP32))
        )
        z__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(y__tile)
        out: pl.Tensor[[4, 16, 64], pl.FP32, pl.MemRef("mem_ddr_1", 0, 16384)] = pl.tile.store(
            s__tile, [0, 0, 0], out__ssa_v0, [4, 16, 64]
        )
        pl.tile.store(z__tile, [0, 0, 0], y, [1, 16, 64])
        return out

    # What is said about the layout of a tile is checked in the space that it is said to be in.
    # CHECK-LABEL: func.func @layouts(
    # CHECK:         %acc = tile.matmul {{.*}} -> !tile.tile<acc, 64x64xf32>
    # CHECK-NEXT:    tile.store %acc
    @pl.function(type=pl.FunctionType.AIC)
    def layouts(
        self,
        x: pl.Tensor[[64, 64], pl.FP16],
        out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    ):
        t: pl.Tile = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        acc: pl.Tile[
            [64, 64],
            pl.FP32,
            pl.Mem.Acc,
            pl.TileView(
                blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major, fractal=1024
            ),
        ] = pl.matmul(t, t, out_dtype=pl.FP32, a_trans=False, b_trans=False)
        result: pl.Tensor = pl.store(acc, [0, 0], out)
        return result
