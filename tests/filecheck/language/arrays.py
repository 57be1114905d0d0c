# RUN: pto-compile %s --emit=tile | filecheck %s --check-prefix=TILE
# RUN: pto-compile %s | filecheck %s
# RUN: pto-run %s --check

# Small arrays of the core's own: what they become, and versions through a loop and a branch.

import pto_dialect.language as pl


# TILE:       %rows = memref.alloca() : memref<4xi32>
# TILE:       scf.for %i
# TILE:         memref.store %{{.*}}, %rows[%i] : memref<4xi32>
# TILE:       memref.store %c5_i32, %rows[%c1] : memref<4xi32>
# TILE:       scf.if
# TILE:         memref.store %c6_i32, %rows[%c1] : memref<4xi32>
# TILE:       memref.load %rows[%c1] : memref<4xi32>
# CHECK:      %rows = pto.declare_local_array -> !pto.local_array<4xi32>
# CHECK:      pto.local_array_set %rows[%i], %{{.*}} : !pto.local_array<4xi32>, i32
# CHECK:      %{{.*}} = pto.local_array_get %rows[%c1] : !pto.local_array<4xi32> -> i32
# CHECK-NOT:  pto.barrier
@pl.function(type=pl.FunctionType.InCore)
def kernel(a: pl.Tensor[[8, 64], pl.FP32], out: pl.Out[pl.Tensor[[2, 64], pl.FP32]]):
    rows: pl.Array[4, pl.INT32] = pl.array.create(4, pl.INT32)
    for i in pl.range(4):
        rows[i] = pl.cast(i, pl.INT32)
    pl.array.update_element(rows, 1, 5)
    if pl.get_block_idx() == 1:
        rows = pl.array.update_element(rows, 1, 6)
    t = pl.load(a, [0, 0], [8, 64])
    out = pl.store(pl.slice(t, [2, 64], [pl.array.get_element(rows, 1), 0]), [0, 0], out)
    return out
