# RUN: pto-compile %s --emit=tile | filecheck %s
# RUN: pto-run %s:chosen --set n=0 --check
# RUN: pto-run %s:skipped --set n=1 --check
# RUN: not pto-compile %s:looped 2>&1 | filecheck %s --check-prefix=LOOP
# RUN: not pto-compile %s:either 2>&1 | filecheck %s --check-prefix=EITHER

# A kernel may return at the ends of branches; what follows a branch that returns is its other arm.

import pto_dialect.language as pl

M = pl.Tensor[[64, 64], pl.FP32]


@pl.program
class Returns:
    # CHECK-LABEL: func.func @chosen(
    # CHECK:         scf.if
    # CHECK:           tile.store %t, %out
    # CHECK:         } else {
    # CHECK:           tile.exp %t
    # CHECK:           tile.store
    # CHECK:         }
    # CHECK-NEXT:    func.return
    @pl.function(type=pl.FunctionType.InCore)
    def chosen(self, x: M, n: pl.Scalar[pl.INDEX], out: pl.Out[M]) -> M:
        t = pl.load(x, [0, 0], [64, 64])
        if n == 0:
            out = pl.store(t, [0, 0], out)
            return out
        else:
            return pl.store(pl.exp(t), [0, 0], out)

    # CHECK-LABEL: func.func @skipped(
    # CHECK:         scf.if
    # CHECK-NEXT:    } else {
    # CHECK-NEXT:      tile.load
    # CHECK:           tile.store
    # CHECK:         }
    # CHECK-NEXT:    func.return
    @pl.function(type=pl.FunctionType.InCore)
    def skipped(self, x: M, n: pl.Scalar[pl.INDEX], out: pl.Out[M]):
        if n == 0:
            return
        t = pl.load(x, [0, 0], [64, 64])
        pl.store(t, [0, 0], out)


# LOOP: returns.py:[[# @LINE + 4]]:9: error: not supported: return before the end of the kernel
@pl.function(type=pl.FunctionType.Inline)
def looped(x: M, n: pl.Scalar[pl.INDEX], out: pl.Out[M]):
    for i in pl.range(n):
        return out


# EITHER: returns.py:[[# @LINE + 3]]:5: error: 'return value' is a tensor of 64x64xf32 in one arm of the branch and another one, a tensor of 64x64xf32 in the other
@pl.function(type=pl.FunctionType.Inline)
def either(x: M, n: pl.Scalar[pl.INDEX], out: pl.Out[M]):
    if n == 0:
        return x
    return out
