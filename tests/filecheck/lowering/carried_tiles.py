# RUN: pto-compile %s:arms --planner ptoas | filecheck %s --check-prefix=ARMS
# RUN: pto-compile %s:passing --planner ptoas | filecheck %s --check-prefix=PASSING
# RUN: pto-compile %s:reshaped --planner ptoas | filecheck %s --check-prefix=RESHAPED

import pto_dialect.language as pl

F32 = pl.FP32


# A carried tile is one handle, which both arms read and write.
# ARMS-COUNT-1: pto.alloc_tile
# ARMS-NOT:     pto.alloc_tile
# ARMS:         pto.tadd ins(%acc, %acc : {{.*}}) outs(%acc :
# ARMS-NOT:     pto.tmov
# ARMS:         pto.tmul ins(%acc, %acc : {{.*}}) outs(%acc :
# ARMS-NOT:     pto.tmov
@pl.function(type=pl.FunctionType.InCore)
def arms(a: pl.Tensor[[64, 64], F32], out: pl.Out[pl.Tensor[[64, 64], F32]]):
    acc = pl.load(a, [0, 0], [64, 64])
    for i in pl.range(4):
        if i == 0:
            acc = pl.add(acc, acc)
        else:
            acc = pl.mul(acc, acc)
    out = pl.store(acc, [0, 0], out)
    return out


# An arm that passes a tile on copies it into the handle of the branch, once.
# PASSING:          pto.texp ins(%t : {{.*}}) outs(%u :
# PASSING-NEXT:   } else {
# PASSING-NEXT:     pto.tmov ins(%t : {{.*}}) outs(%u :
# PASSING-NOT:      pto.tmov
# PASSING:        pto.tstore ins(%u :
@pl.function(type=pl.FunctionType.InCore)
def passing(
    a: pl.Tensor[[64, 64], F32], p: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[64, 64], F32]]
):
    t = pl.load(a, [0, 0], [64, 64])
    if p == 0:
        u = pl.exp(t)
    else:
        u = t
    out = pl.store(u, [0, 0], out)
    return out


# A reshape to the same shape is no operation, one there and back is two.
# RESHAPED:       pto.tload {{.*}} outs(%t :
# RESHAPED-NEXT:  pto.texp ins(%t : {{.*}}) outs(%e :
# RESHAPED-NEXT:  [[COLUMN:%.*]] = pto.treshape %e :
# RESHAPED-NEXT:  [[SQUARE:%.*]] = pto.treshape [[COLUMN]] :
# RESHAPED-NOT:   pto.treshape
# RESHAPED:       pto.tstore ins([[SQUARE]] :
@pl.function(type=pl.FunctionType.InCore)
def reshaped(a: pl.Tensor[[64, 64], F32], out: pl.Out[pl.Tensor[[64, 64], F32]]):
    t = pl.load(a, [0, 0], [64, 64])
    same = pl.reshape(t, [64, 64])
    e = pl.exp(same)
    column = pl.reshape(e, [4096, 1])
    square = pl.reshape(column, [64, 64])
    out = pl.store(square, [0, 0], out)
    return out
