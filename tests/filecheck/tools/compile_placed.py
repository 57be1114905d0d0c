# RUN: pto-compile %s --emit placed --report -o %t.mlir | filecheck %s
# RUN: not pto-compile %s 2>&1 | filecheck %s --check-prefix=TEXT
# RUN: pto-compile %s --emit placed --planner solve --report -o %t.mlir | filecheck %s --check-prefix=SOLVE

# The plan of a kernel can be seen even if its text cannot be written.

import pto_dialect.language as pl

RIGHT = pl.Tensor[[128, 64], pl.BF16]


# CHECK: kernel: 6 allocations
# CHECK-NEXT: mat mem_mat_0 1024 B at 0 lhs
# CHECK-NEXT: mat mem_mat_1 16384 B at 1024 r0
# CHECK-NEXT: mat mem_mat_2 16384 B at 17408 r1
# CHECK-NEXT: left mem_left_0 1024 B at 0
# CHECK-NEXT: right mem_right_0 16384 B at 0
# CHECK-NEXT: acc mem_acc_0 4096 B at 0 x y
# CHECK: copies inserted: 0 within a space, 3 between spaces

# SOLVE: mat: 33792 of 524288 bytes, plan optimal
# SOLVE: cost of sharing: 0


# TEXT: error: tile 'lhs' of 4x128 does not consist of whole boxes
@pl.function(type=pl.FunctionType.InCore)
def kernel(
    a: pl.Tensor[[4, 128], pl.BF16], b0: RIGHT, b1: RIGHT, out: pl.Out[pl.Tensor[[4, 64], pl.FP32]]
):
    lhs = pl.load(a, [0, 0], [4, 128], target_memory=pl.Mem.Mat)
    r0 = pl.load(b0, [0, 0], [128, 64], target_memory=pl.Mem.Mat)
    r1 = pl.load(b1, [0, 0], [128, 64], target_memory=pl.Mem.Mat)
    x = pl.matmul(lhs, r0)
    out = pl.store(x, [0, 0], out)
    y = pl.matmul(lhs, r1)
    return pl.store(y, [0, 0], out)
