# RUN: pto-compile %s:Ported --emit=tile 2>&1 | filecheck %s
# RUN: pto-run %s:Ported.scale --check
# RUN: not pto-compile %s:talk 2>&1 | filecheck %s --check-prefix=PLD
# RUN: not pto-compile %s:blocks 2>&1 | filecheck %s --check-prefix=SPMD

# A file of PyPTO's with another import line: kernels are compiled, what runs on the host is not.

import pto_dialect.language as pl
import pto_dialect.language.distributed as pld

M = pl.DynVar("M")

# CHECK-DAG: note: 'main' is skipped: it is host-side (FunctionType.Orchestration)
# CHECK-DAG: note: 'start' is skipped: it is host-side (FunctionType.Orchestration)
# CHECK-DAG: note: 'halved' is skipped: it is built where it is called (FunctionType.Inline)


@pl.program(strict_ssa=True)
class Ported:
    @pl.function(type=pl.FunctionType.Inline)
    def halved(self, t):
        return pl.block.muls(t, 0.5)

    # CHECK: func.func @scale(%x: memref<64x64xf32>, %column: memref<64x1xf32>, %out: memref<?x64xf32> {tile.dims = ["M", ""]})
    # CHECK-SAME: attributes {tile.core = #tile.core<vector>, tile.split = 1 : i64}
    @pl.function(level=pl.Level.AIV, role=pl.Role.SubWorker, attrs={"split": pl.SplitMode.UP_DOWN})
    def scale(
        self,
        x: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND)],
        column: pl.Tensor[[64, 1], pl.FP32, pl.DN],
        out: pl.Out[
            pl.Tensor[[M, 64], pl.FP32, pl.TensorView(valid_shape=[M, 64], stride=[64, 1])]
        ],
    ) -> pl.Tuple[pl.Tensor[[M, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        # CHECK:      %t = tile.load %x[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
        # CHECK-NEXT: %c = tile.load %column[%c0, %c0]
        # CHECK-NEXT: %u = tile.muls %t
        # CHECK:      tile.row_expand_add %u, %c
        t: pl.Tile[
            [64, 64],
            pl.FP32,
            pl.Mem.Vec,
            pl.TileView(
                valid_shape=[64, 64],
                stride=[64, 1],
                start_offset=None,
                blayout=pl.TileLayout.row_major,
                slayout=pl.TileLayout.none_box,
                fractal=512,
                pad=pl.PadValue.null,
            ),
        ] = pl.tile.load(x, [0, 0], [64, 64], target_memory=pl.MemorySpace.Vec)
        c = pl.load(column, [0, 0], [64, 1])
        u = self.halved(t)
        for _i in pl.parallel(0, 1, 1, chunk=1, chunk_policy="leading_full", attrs={"k": 1}):
            out = pl.store(pl.row_expand_add(u, c), [0, 0], out)
        return out, x

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], far: pld.DistributedTensor[[64], pl.FP32]):
        with pl.scope():
            out = pl.create_tensor([64, 64], dtype=pl.FP32)
        return pl.submit(self.scale, x, x, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def start(self, x: pl.Tensor[[64, 64], pl.FP32]):
        return self.main(x)


# PLD: ported.py:[[# @LINE + 3]]:{{[0-9]+}}: error: not supported: pld.tile.remote_load, which is for communication between devices
@pl.function(type=pl.FunctionType.InCore)
def talk(x: pl.Tensor[[64, 64], pl.FP32]):
    t = pld.tile.remote_load(x, [0, 0], [64, 64], peer=0)


# SPMD: ported.py:[[# @LINE + 3]]:{{[0-9]+}}: error: not supported: pl.spmd, which is for host-side code; pl.get_block_idx() says which block a kernel runs as
@pl.function(type=pl.FunctionType.InCore)
def blocks(x: pl.Tensor[[64, 64], pl.FP32]):
    for i in pl.spmd(4):
        t = pl.load(x, [0, 0], [64, 64])
