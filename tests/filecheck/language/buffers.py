# RUN: pto-compile %s:bound --emit=tile | filecheck %s

# Each buffer that annotations name is declared in the entry block, named by the variable that
# holds it or by its own name; a bind follows the operation that makes the tile, and the index of
# a slot is computed before that operation.

import pto_dialect.language as pl

outside = pl.Buffer()
renamed = pl.MemRef("its_own_name")


@pl.function(type=pl.FunctionType.InCore)
def bound(
    a: pl.Tensor[[256, 64], pl.FP32, pl.MemRef("mem_ddr_0", 0, 65536)],
    out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
):
    ping = pl.Buffer()
    pair = pl.Buffer(slots=2)
    # CHECK-LABEL: func.func @bound(
    # CHECK:         %ping = buffer.declare "ping" : !buffer.buffer
    # CHECK-NEXT:    %pair = buffer.declare "pair" : !buffer.buffer<2>
    # CHECK-NEXT:    %outside = buffer.declare "outside" : !buffer.buffer
    # CHECK-NEXT:    %its_own_name = buffer.declare "its_own_name" : !buffer.buffer
    # CHECK-NEXT:    %a_1 = buffer.declare "a" : !buffer.buffer
    # CHECK-NEXT:    %inline = buffer.declare "inline" : !buffer.buffer<3>
    # CHECK-NEXT:    %t0 = tile.load
    # CHECK-NEXT:    buffer.bind %t0 to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer
    # CHECK-NEXT:    %t1 = tile.exp %t0
    # CHECK-NEXT:    buffer.bind %t1 to %outside
    # CHECK-NEXT:    %t2 = tile.exp %t1
    # CHECK-NEXT:    buffer.bind %t2 to %its_own_name
    t0: pl.Tile[[64, 64], pl.FP32, ping, pl.Mem.Vec] = pl.load(a, [0, 0], [64, 64])
    t1: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, outside] = pl.tile.exp(t0)
    t2: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, renamed] = pl.exp(t1)
    # A buffer may have the name of a parameter.
    # CHECK-NEXT:    %t3 = tile.exp %t2
    # CHECK-NEXT:    buffer.bind %t3 to %a_1
    t3: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.Buffer("a")] = pl.exp(t2)
    # CHECK-NEXT:    %t4 = tile.exp %t3
    # CHECK-NEXT:    buffer.bind %t4 to %inline[%c1] : !tile.tile<vec, 64x64xf32>, !buffer.buffer<3>
    t4: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.Buffer("inline", slots=3)[1]] = pl.exp(t3)
    # CHECK-NEXT:    %t5 = tile.exp %t4
    # CHECK-NEXT:    buffer.bind %t5 to %inline[%c2]
    t5: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.Buffer("inline", slots=3)[2]] = pl.exp(t4)
    # What a printed program says about placement is no declaration.
    # CHECK-NEXT:    %t6 = tile.exp %t5 : !tile.tile<vec, 64x64xf32>
    # CHECK-NEXT:    tile.store %t6
    t6: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.MemRef("mem_vec_3", 0, 0)] = pl.exp(t5)
    out = pl.store(t6, [0, 0], out)
    # CHECK-NEXT:    scf.for %i =
    for i in pl.range(4):
        # CHECK-NEXT:      %slot = arith.remui %i, %c2 : index
        # CHECK-NEXT:      %0 = arith.muli %i, %c64
        # CHECK-NEXT:      %x = tile.load %a[%0, %c0]
        # CHECK-NEXT:      buffer.bind %x to %pair[%slot]
        slot = i % 2
        x: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pair[slot]] = pl.load(a, [i * 64, 0], [64, 64])
        # CHECK-NEXT:      %1 = arith.addi %i, %c1 : index
        # CHECK-NEXT:      %2 = arith.remui %1, %c2 : index
        # CHECK-NEXT:      %y = tile.exp %x
        # CHECK-NEXT:      buffer.bind %y to %pair[%2]
        y: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pair[(i + 1) % 2]] = pl.exp(x)
        out = pl.store(y, [i * 64, 0], out)
    return out
