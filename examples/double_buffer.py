"""
Double buffering, three ways: load the next block while this one is computed.

    pto-compile examples/double_buffer.py:pipelined --planner ptoas
    pto-run examples/double_buffer.py --check

`pipelined` asks for two stages and leaves the rest to the compiler. Under planner `ptoas` the loop
keeps one body, and the blocks rotate through the two slots of a region; under the others the body
is there twice, with a buffer for each. `by_hand` says the same as its author would write it: the
buffer has two slots, and iteration i uses slot i % 2. `slot_of_the_stage` is in between: the author
owns the buffer, and the pipeline says which slot an iteration has.
"""

import pto_dialect.language as pl

BLOCKS = 8
SIZE = 64


@pl.function(type=pl.FunctionType.InCore)
def pipelined(
    a: pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32],
    out: pl.Out[pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]],
) -> pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]:
    for i in pl.pipeline(BLOCKS, stage=2):
        block = pl.load(a, [i * SIZE, 0], [SIZE, SIZE])
        result = pl.exp(block)
        out = pl.store(result, [i * SIZE, 0], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def by_hand(
    a: pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32],
    out: pl.Out[pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]],
) -> pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]:
    blocks = pl.Buffer(slots=2)
    for i in pl.range(BLOCKS):
        block: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, blocks[i % 2]] = pl.load(
            a, [i * SIZE, 0], [SIZE, SIZE]
        )
        result = pl.exp(block)
        out = pl.store(result, [i * SIZE, 0], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def slot_of_the_stage(
    a: pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32],
    out: pl.Out[pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]],
) -> pl.Tensor[[BLOCKS * SIZE, SIZE], pl.FP32]:
    blocks = pl.Buffer(slots=2)
    for i in pl.pipeline(BLOCKS, stage=2):
        block: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Vec, blocks] = pl.load(
            a, [i * SIZE, 0], [SIZE, SIZE]
        )
        result = pl.exp(block)
        out = pl.store(result, [i * SIZE, 0], out)
    return out
