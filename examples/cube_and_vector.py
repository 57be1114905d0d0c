"""
A kernel on both cores: the cube core multiplies, the vector core finishes each tile.

Tiles go through a queue. The cube core pushes an accumulator as soon as a slot is free; the vector
core pops it, scales it, adds the residual, and gives the slot back. Both run at the same time, so a
product is computed while the one before is being finished.

    python examples/cube_and_vector.py
    pto-run examples/cube_and_vector.py:LinearResidual --check
"""

import pto_dialect.language as pl

ROWS, DEPTH, COLS, STEP = 64, 128, 64, 16
SLOT_BYTES = STEP * COLS * 4
SLOTS = 8


@pl.program
class LinearResidual:
    """out = scale · (x @ w) + residual"""

    @pl.function(type=pl.FunctionType.AIC)
    def product(
        self,
        x: pl.Tensor[[ROWS, DEPTH], pl.BF16],
        w: pl.Tensor[[DEPTH, COLS], pl.BF16],
    ):
        products = pl.import_peer_buffer(name="products", peer_func="finish")
        pl.aic_initialize_pipe(products, dir_mask=1, slot_size=SLOT_BYTES)
        w_l1: pl.Tile[[DEPTH, COLS], pl.BF16, pl.Mem.Mat] = pl.load(w, [0, 0], [DEPTH, COLS])
        w_l0: pl.Tile[[DEPTH, COLS], pl.BF16, pl.Mem.Right] = pl.move(w_l1, pl.Mem.Right)
        for row in pl.range(0, ROWS, STEP):
            x_l1: pl.Tile[[STEP, DEPTH], pl.BF16, pl.Mem.Mat] = pl.load(x, [row, 0], [STEP, DEPTH])
            x_l0: pl.Tile[[STEP, DEPTH], pl.BF16, pl.Mem.Left] = pl.move(x_l1, pl.Mem.Left)
            pl.tpush_to_aiv(pl.matmul(x_l0, w_l0), split=0)

    @pl.function(type=pl.FunctionType.AIV)
    def finish(
        self,
        residual: pl.Tensor[[ROWS, COLS], pl.FP32],
        scale: pl.Scalar[pl.FP32],
        out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ):
        products = pl.reserve_buffer(name="products", size=SLOTS * SLOT_BYTES)
        pl.aiv_initialize_pipe(products, dir_mask=1, slot_size=SLOT_BYTES)
        for row in pl.range(0, ROWS, STEP):
            rest = pl.load(residual, [row, 0], [STEP, COLS])
            product: pl.Tile[[STEP, COLS], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic(split=0)
            scaled = pl.muls(product, scale)
            pl.tfree_to_aic(product)
            out = pl.store(pl.add(scaled, rest), [row, 0], out)
        return out


if __name__ == "__main__":
    print(pl.compile(LinearResidual).pto)
