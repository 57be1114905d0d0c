# RUN: pto-compile %s:Program.main --emit=tile | filecheck %s
# RUN: pto-run %s:plain --check

# A call of a function is built where it stands, with variables of its own.

import pto_dialect.language as pl

ROWS = pl.dynamic("R")


def scaled(tile, factor=2.0, *, offset=None):
    """Ordinary Python, with a condition that is known at compile time."""
    if offset is None:
        return pl.muls(tile, factor)
    product = pl.muls(tile, factor)
    return pl.add(product, offset)


def halves(n):
    return n // 2, n - n // 2


@pl.inline
def larger(a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX]):
    if a > b:
        return a
    return b


@pl.function
def normalize(t: pl.Tile[[16, 64], pl.FP32]) -> pl.Tile[[16, 64], pl.FP32]:
    total = pl.row_sum(t)
    return pl.row_expand_div(t, total)


def ordered(a, b):
    """Several values from either arm of a branch."""
    if a > b:
        return b, a
    return a, b


def put(tile, i, out: pl.Tensor[[ROWS, 64], pl.FP32]):
    if i < ROWS:
        out = pl.store(tile, [i, 0], out)
    return out


@pl.function
def plain(
    x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
) -> pl.Tensor[[16, 64], pl.FP32]:
    return put(normalize(pl.load(x, [0, 0], [16, 64])), 0, out)


@pl.program
class Program:
    # CHECK-LABEL: func.func @main(
    @pl.function(type=pl.FunctionType.InCore)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in range(4):
            # CHECK:      %t = tile.load
            t = pl.load(x, [i * 16, 0], [16, 64])
            # CHECK-NEXT: tile.create
            # CHECK-NEXT: %total = tile.row_sum %t
            # CHECK-NEXT: %t_1 = tile.row_expand_div %t, %total
            t = normalize(t)
            # CHECK-NEXT: %[[TWICE:.+]] = tile.muls %t_1, %cst
            twice = scaled(t)
            # CHECK-NEXT: %product = tile.muls %[[TWICE]], %cst_1
            # CHECK-NEXT: %[[SUM:.+]] = tile.add %product, %t_1
            sum = scaled(twice, factor=0.5, offset=t)
            # CHECK-NEXT: %[[C:.+]] = arith.cmpi sgt, %i, %c3
            # CHECK-NEXT: %[[R:.+]] = scf.if %[[C]] -> (index) {
            # CHECK-NEXT:   scf.yield %i
            # CHECK-NEXT: } else {
            # CHECK-NEXT:   scf.yield %c3
            # CHECK-NEXT: }
            row = larger(i, 3)
            # CHECK:      scf.if {{.*}} -> (index, index) {
            # CHECK-NEXT:   scf.yield %c2, %i
            # CHECK-NEXT: } else {
            # CHECK-NEXT:   scf.yield %i, %c2
            # CHECK-NEXT: }
            first, second = ordered(i, 2)
            low, high = halves(32)
            # CHECK:      arith.muli %[[R]], %c16
            # CHECK:      tile.store %[[SUM]], %out
            out = self.last(sum, row * low, out, high=high)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def last(self, t, at, out, high):
        out = pl.store(t, [at, high - 16], out)
        return out
