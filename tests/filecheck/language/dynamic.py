# RUN: pto-compile %s --emit=tile | filecheck %s
# RUN: pto-compile %s:parts --emit=tile | filecheck %s --check-prefix=PARTS
# RUN: pto-run %s:parts --check --set n=11 --set i=5

# Extents that are known at run time only: equal names are one value, from the first tensor that
# has it.

import pto_dialect.language as pl

N = pl.dynamic("N")


# CHECK:      func.func @rows(%a: memref<?x64xf32> {tile.dims = ["N", ""]}, %b: memref<?x?xf32> {tile.dims = ["N", "M"]}, %c: memref<?x64xf32>, %d: memref<8x64xf32>) {
# CHECK:        %N = memref.dim %a, %c0 : memref<?x64xf32>
# CHECK-NEXT:   %M = memref.dim %b, %c1 : memref<?x?xf32>
# CHECK-NEXT:   %0 = memref.dim %c, %c0 : memref<?x64xf32>
# CHECK-NEXT:   %1 = arith.divui %N, %c64 : index
# CHECK-NEXT:   scf.for %i = %c0 to %1 step %c1 {
# CHECK:        tile.load %b[%c0, %M]
# CHECK-NEXT:   tile.load %b[%N, %M]
# CHECK-NEXT:   tile.load %c[%0, %c0]
@pl.function
def rows(
    a: pl.Tensor[[N, 64], pl.FP32],
    b: pl.Tensor[[N, "M"], pl.FP32],
    c: pl.Tensor[[-1, 64], pl.FP32],
    d: pl.Tensor[[8, 64], pl.FP32],
):
    for i in pl.range(N // 64):
        t = pl.load(a, [i * 64, 0], [64, 64])
    u = pl.load(b, [0, M], [8, 8])
    v = pl.load(b, [b.shape[0], pl.tensor.dim(b, 1)], [8, 8])
    w = pl.load(c, [c.shape[0], 0], [d.shape[0], 8])


# What is valid of a window is what is left of the valid region behind its start.
# PARTS:      %t = tile.load {{.*}} valid [%n] : {{.*}} -> !tile.tile<16x64xf32, valid=?x40>
# PARTS:      [[R:%.*]] = tile.valid_dim %t, 0
# PARTS:      [[L:%.*]] = arith.subi [[R]], %i : index
# PARTS-NEXT: [[M:%.*]] = arith.minsi [[L]], %c8 : index
# PARTS-NEXT: [[V:%.*]] = arith.maxsi [[M]], %c0 : index
# PARTS-NEXT: %u = tile.slice %t[%i, %c0] valid {{\[}}[[V]]] : {{.*}} -> !tile.tile<8x64xf32, valid=?x40>
# PARTS:      %w = tile.slice %t[%c0, %c32] valid [%{{.*}}] : {{.*}} -> !tile.tile<16x32xf32, valid=?x8>
@pl.function
def parts(
    a: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    i: pl.Scalar[pl.INDEX],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    t = pl.load(a, [0, 0], [16, 64], valid_shapes=[n, 40])
    u = pl.slice(t, [8, 64], [i, 0])
    pl.store(u, [0, 0], out)
    w = t[:, 32:64]
    pl.store(w, [0, 32], out)
