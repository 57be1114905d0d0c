# RUN: pto-compile %s --emit=tile | filecheck %s

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
