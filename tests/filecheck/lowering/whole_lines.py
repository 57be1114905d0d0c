# RUN: pto-compile %s:reductions | filecheck %s
# RUN: pto-compile %s:windows | filecheck %s --check-prefix=WINDOWS
# RUN: pto-compile %s:slots --planner ptoas | filecheck %s --check-prefix=SLOTS
# RUN: pto-compile %s:own_slots | filecheck %s --check-prefix=OWN
# RUN: pto-compile %s:own_slots --report -o %t.pto | filecheck %s --check-prefix=REPORT
# RUN: pto-run %s:reductions --check | filecheck %s --check-prefix=RUNS
# RUN: pto-run %s:windows --check | filecheck %s --check-prefix=RUNS
# RUN: pto-run %s:slots --check | filecheck %s --check-prefix=RUNS
# RUN: pto-run %s:own_slots --check | filecheck %s --check-prefix=RUNS

# A single row or column takes whole 32 bytes, of which its elements are valid.

import pto_dialect.language as pl

F32 = pl.FP32


# CHECK-DAG: %m = pto.alloc_tile addr = {{.*}} : !pto.tile_buf<vec, 8x1xf32, valid=6x1, blayout=col_major>
# CHECK-DAG: %r = pto.alloc_tile addr = {{.*}} : !pto.tile_buf<vec, 1x8xf32, valid=1x7>
# CHECK-DAG: %s = pto.alloc_tile addr = {{.*}} : !pto.tile_buf<vec, 1x8xf32, valid=1x1>
# CHECK:     sizes = [%c1, %c7]
# RUNS-COUNT-3: placed and pto equal tile
@pl.function
def reductions(
    x: pl.Tensor[[6, 64], F32],
    y: pl.Tensor[[1, 7], F32],
    columns: pl.Tensor[[6, 1], F32],
    total: pl.Tensor[[1, 1], F32],
):
    t = pl.load(x, [0, 0], [6, 64])
    tmp = pl.create_tile([6, 64], dtype=F32)
    m = pl.row_max(t, tmp)
    pl.store(pl.muls(m, 2.0), [0, 0], columns)
    r = pl.load(y, [0, 0], [1, 7])
    s = pl.row_sum(r, pl.create_tile([1, 7], dtype=F32))
    pl.store(s, [0, 0], total)


# Views of other tiles stay what they are; what is all of one keeps its size.
# WINDOWS: pto.subview %t[%c1, %c8] sizes [1, 7] : {{.*}} -> !pto.tile_buf<vec, 1x7xf32>
# WINDOWS: pto.treshape {{.*}} : !pto.tile_buf<vec, 1x8xf32, valid=1x7> -> !pto.tile_buf<vec, 8x1xf32, valid=7x1, blayout=col_major>
@pl.function
def windows(x: pl.Tensor[[6, 64], F32], out: pl.Tensor[[7, 1], F32]):
    t = pl.load(x, [0, 0], [6, 64])
    w = pl.add(t[1:2, 8:15], 1.0)
    pl.store(pl.reshape(w, [7, 1]), [0, 0], out)


# Whole 32 bytes are a multiple of the alignment, so slots of them lie side by side.
# SLOTS: pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 1x8xf32, valid=1x7>, count=2>
@pl.function
def slots(x: pl.Tensor[[8, 7], F32], out: pl.Tensor[[8, 7], F32]):
    for i in pl.pipeline(0, 8, 1, stage=2):
        y = pl.load(x, [i, 0], [1, 7])
        pl.store(pl.add(y, y), [i, 0], out)


# OWN: %ring_mb = pto.alloc_multi_tile addr = {{.*}} : !pto.multi_tile_buf<!pto.tile_buf<vec, 1x8xf32, valid=1x7>, count=2>
# REPORT: vec  ring  64 B in 2 slots
@pl.function
def own_slots(x: pl.Tensor[[8, 7], F32], out: pl.Tensor[[8, 7], F32]):
    ring = pl.Buffer(slots=2)
    for i in pl.range(8):
        y: pl.Tile[[1, 7], F32, pl.Mem.Vec, ring[i % 2]] = pl.load(x, [i, 0], [1, 7])
        pl.store(y, [i, 0], out)
