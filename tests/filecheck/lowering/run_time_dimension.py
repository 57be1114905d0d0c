# RUN: pto-run %s --level pto --set M=20 | filecheck %s
# RUN: pto-compile %s --emit-loc | filecheck %s --check-prefix=LOC

# An argument for a dimension that is known at run time has the name of the dimension, not that of
# the tensor at whose place it is.

import pto_dialect.language as pl

M = pl.dynamic("M")


# LOC:   func.func @k(%a: {{.*}} loc("a"({{.*}})), %out: {{.*}} loc("out"({{.*}})), %M: index loc("{{.*}}run_time_dimension.py":
# CHECK: out: 20x16 float32
@pl.function(type=pl.FunctionType.InCore)
def k(a: pl.Tensor[[M, 16], pl.FP32], out: pl.Out[pl.Tensor[[M, 16], pl.FP32]]):
    out = pl.store(pl.load(a, [0, 0], [16, 16]), [0, 0], out)
    return out
