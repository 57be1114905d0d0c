# RUN: pto-compile %s | filecheck %s
# RUN: pto-compile %s:P | filecheck %s --check-prefix=PROGRAM
# RUN: pto-compile %s -o %t.pto 2>&1 | filecheck %s --check-prefix=NOTES
# RUN: pto-run %s --check 2>&1 | filecheck %s --check-prefix=EQUAL
# RUN: not pto-compile %s:P.main 2>&1 | filecheck %s --check-prefix=HOST

# Without a name every kernel of a file is compiled; what runs on the host is skipped.

import pto_dialect.language as pl

M = pl.Tensor[[64, 64], pl.FP32]


@pl.function
def twice(t: pl.Tile[[64, 64], pl.FP32]) -> pl.Tile[[64, 64], pl.FP32]:
    return pl.add(t, t)


@pl.program
class P:
    # CHECK:     func.func @double(
    # PROGRAM:   func.func @double(
    @pl.function(type=pl.FunctionType.InCore)
    def double(self, a: M, out: pl.Out[M]) -> M:
        out = pl.store(twice(pl.load(a, [0, 0], [64, 64])), [0, 0], out)
        return out

    # CHECK:     func.func @vector(
    # PROGRAM:   func.func @vector(
    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, a: M, out: pl.Out[M]) -> M:
        out = pl.store(pl.exp(pl.load(a, [0, 0], [64, 64])), [0, 0], out)
        return out

    # CHECK-NOT: @main
    # NOTES:      note: 'twice' is skipped: it takes or returns tiles
    # NOTES-NEXT: note: 'main' is skipped: it is host-side (FunctionType.Orchestration)
    # NOTES-NEXT: note: 'start' is skipped: it has no type=, so it is host-side
    # HOST:       error: not supported: host-side functions, such as 'main'
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: M, out: M) -> M:
        out = self.double(a, out)
        return self.vector(out, out)

    @pl.function
    def start(self, a: M, out: M) -> M:
        return self.main(a, out)


# CHECK:       func.func @alone(
# PROGRAM-NOT: func.func @alone(
@pl.function(type=pl.FunctionType.InCore)
def alone(a: M, out: pl.Out[M]) -> M:
    out = pl.store(pl.load(a, [0, 0], [64, 64]), [0, 0], out)
    return out


# EQUAL: double: planner pack: placed and pto equal tile
# EQUAL: vector: planner pack: placed and pto equal tile
# EQUAL: alone: planner pack: placed and pto equal tile
