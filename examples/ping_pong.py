"""
Who decides where a tile lives: one chain of load, exp, exp and store, three ways.

    pto-compile examples/ping_pong.py:ping_pong --report

The author of `ping_pong` keeps the three tiles in two buffers: `t2` may follow `t0` in `ping`,
while `pong` lies between them. `unannotated` leaves it to the compiler, which packs all three into
one buffer: that saves memory, but then each operation has to wait for the one before.
`one_buffer_per_tile` spends the most memory and lets the hardware overlap the most.
"""

import pto_dialect.language as pl

SIZE = 64


@pl.function(type=pl.FunctionType.InCore)
def ping_pong(
    a: pl.Tensor[[SIZE, SIZE], pl.FP32],
    out: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]],
) -> pl.Tensor[[SIZE, SIZE], pl.FP32]:
    ping = pl.Buffer()
    pong = pl.Buffer()
    t0: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, ping] = pl.load(a, [0, 0], [SIZE, SIZE])
    t1: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, pong] = pl.exp(t0)
    t2: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, ping] = pl.exp(t1)
    out = pl.store(t2, [0, 0], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def unannotated(
    a: pl.Tensor[[SIZE, SIZE], pl.FP32],
    out: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]],
) -> pl.Tensor[[SIZE, SIZE], pl.FP32]:
    t0 = pl.load(a, [0, 0], [SIZE, SIZE])
    t1 = pl.exp(t0)
    t2 = pl.exp(t1)
    out = pl.store(t2, [0, 0], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def one_buffer_per_tile(
    a: pl.Tensor[[SIZE, SIZE], pl.FP32],
    out: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]],
) -> pl.Tensor[[SIZE, SIZE], pl.FP32]:
    first = pl.Buffer()
    second = pl.Buffer()
    third = pl.Buffer()
    t0: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, first] = pl.load(a, [0, 0], [SIZE, SIZE])
    t1: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, second] = pl.exp(t0)
    t2: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, third] = pl.exp(t1)
    out = pl.store(t2, [0, 0], out)
    return out
