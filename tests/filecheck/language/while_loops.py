# RUN: pto-compile %s --emit=tile | filecheck %s
# RUN: pto-compile %s | filecheck %s --check-prefix=PTO
# RUN: pto-run %s --set n=3 --check

# A while loop carries numbers.

import pto_dialect.language as pl

M = pl.Tensor[[64, 64], pl.FP32]


@pl.function(type=pl.FunctionType.InCore)
def halves(x: M, out: pl.Out[M], n: pl.Scalar[pl.INDEX]) -> M:
    row = 0
    size = 32
    # CHECK:      %row, %size = scf.while (%row_1 = %c0, %size_1 = %c32) : (index, index) -> (index, index) {
    # CHECK-NEXT:   %{{.+}} = arith.addi %row_1, %size_1
    # CHECK-NEXT:   %{{.+}} = arith.cmpi sle
    # CHECK:        scf.condition(%{{.+}}) %row_1, %size_1 : index, index
    # CHECK-NEXT: } do {
    # CHECK-NEXT: ^{{.+}}(%row_2: index, %size_2: index):
    # CHECK-NEXT:   %t = tile.load %x[%row_2, %c0]
    # CHECK:        tile.store {{.*}}, %out[%row_2, %c0]
    # CHECK:        scf.yield
    # PTO:        scf.while (
    # PTO:          scf.condition
    # PTO:        } do {
    # PTO:          pto.tload
    # PTO:          pto.texp
    # PTO:          pto.tstore
    # PTO:          scf.yield
    while row + size <= 48 and size > n:
        t = pl.load(x, [row, 0], [16, 64])
        out = pl.store(pl.exp(t), [row, 0], out)
        row += size
        size = size // 2
    # CHECK:      tile.store %u, %out[%row, %c0]
    u = pl.load(x, [0, 0], [8, 64])
    out = pl.store(u, [row, 0], out)
    return out
