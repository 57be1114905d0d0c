# RUN: pto-compile %s:carried --planner ptoas | filecheck %s --check-prefixes=LOOP,FREE
# RUN: pto-compile %s:carried | filecheck %s --check-prefixes=LOOP,PLACED
# RUN: pto-run %s:carried --check --set n=7
# RUN: pto-compile %s:chosen --planner ptoas | filecheck %s --check-prefix=BRANCH
# RUN: pto-run %s:chosen --check --set n=5
# RUN: pto-run %s:chosen --check --set n=2
# RUN: pto-run %s:kept --check --set n=5
# RUN: pto-compile %s:kept --planner ptoas | filecheck %s --check-prefix=KEPT

# A tile that control flow passes on with a run-time valid extent has one handle in the head; the
# extents are set before it is written, and read where it has been passed on.

import pto_dialect.language as pl

SHAPE = [8, 64]


# FREE:        %q = pto.alloc_tile valid_row = %c8 valid_col = %c64 : [[T:!pto.tile_buf<vec, 8x64xf32, valid=\?x\?>]]
# PLACED:      %q = pto.alloc_tile addr = %c0_i64 valid_row = %c8 valid_col = %c64 : [[T:!pto.tile_buf<vec, 8x64xf32, valid=\?x\?>]]
# LOOP-NOT:    pto.alloc_tile
# LOOP:        pto.set_validshape %q, %n, %c64 : [[T]]
# LOOP:        pto.tload {{.*}} outs(%q : [[T]])
# LOOP-NEXT:   scf.for %i
# LOOP:          scf.if
# LOOP:            [[LESS:%.*]] = arith.subi %n, %i
# LOOP:            pto.set_validshape %q, [[LESS]], %c64 : [[T]]
# LOOP:            pto.tload {{.*}} outs(%q : [[T]])
# LOOP-NEXT:     } else {
# LOOP:            pto.tmuls ins(%q, {{.*}} outs(%q : [[T]])
# LOOP:        [[ROWS:%.*]], %{{.*}} = pto.get_validshape %q : [[T]]
# LOOP-NEXT:   pto.partition_view %out_view, offsets = [%c0, %c0], sizes = {{\[}}[[ROWS]], %c64]
# LOOP-NEXT:   pto.tstore ins(%q : [[T]])
@pl.function(type=pl.FunctionType.InCore)
def carried(
    a: pl.Tensor[SHAPE, pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[SHAPE, pl.FP32]]
):
    q = pl.load(a, [0, 0], SHAPE, valid_shapes=[n, 64])
    for i in pl.range(3):
        if i == 1:
            q = pl.load(a, [0, 0], SHAPE, valid_shapes=[n - i, 64])
        else:
            q = pl.muls(q, 3.0)
    out = pl.store(q, [0, 0], out)
    return out


# BRANCH:      %q = pto.alloc_tile valid_row = %c16 valid_col = %c32 : [[T:!pto.tile_buf<acc, 16x32xf32, valid=\?x\?, .*>]]
# BRANCH:      scf.if
# BRANCH:        pto.set_validshape %q, %n, %c32
# BRANCH-NEXT:   pto.tmatmul {{.*}} outs(%q :
# BRANCH:      } else {
# BRANCH:        pto.set_validshape %q, %m, %c32
# BRANCH-NEXT:   pto.tmatmul {{.*}} outs(%q :
# BRANCH:      [[ROWS:%.*]], %{{.*}} = pto.get_validshape %q
# BRANCH:      sizes = {{\[}}[[ROWS]], %c32]
@pl.function(type=pl.FunctionType.InCore)
def chosen(
    a: pl.Tensor[[16, 64], pl.BF16],
    b: pl.Tensor[[64, 32], pl.BF16],
    n: pl.Scalar[pl.INDEX],
    out: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
):
    right = pl.load(b, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
    if n > 4:
        left = pl.load(a, [0, 0], [16, 64], valid_shapes=[n, 64], target_memory=pl.Mem.Mat)
        q = pl.matmul(left, right)
    else:
        m = n + 2
        left = pl.load(a, [0, 0], [16, 64], valid_shapes=[m, 64], target_memory=pl.Mem.Mat)
        q = pl.matmul(left, right)
    out = pl.store(q, [0, 0], out)
    return out


# The tile from before a branch is still needed: the branch passes on a copy.
# KEPT:      pto.tload {{.*}} outs(%q :
# KEPT:      scf.if
# KEPT:      } else {
# KEPT:        pto.set_validshape [[P:%.*]], %n, %c64
# KEPT-NEXT:   pto.tmov ins(%q : {{.*}} outs([[P]] :
@pl.function(type=pl.FunctionType.InCore)
def kept(
    a: pl.Tensor[SHAPE, pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[SHAPE, pl.FP32]]
):
    q = pl.load(a, [0, 0], SHAPE, valid_shapes=[n, 64])
    p = q
    if n > 4:
        p = pl.load(a, [0, 0], SHAPE, valid_shapes=[n - 1, 64])
    out = pl.store(pl.muls(q, 2.0), [0, 0], out)
    out = pl.store(p, [0, 0], out)
    return out
