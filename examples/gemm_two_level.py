"""
A product with both memory levels double-buffered.

    pto-compile examples/gemm_two_level.py:gemm --report
    pto-run examples/gemm_two_level.py --check

The outer loop is a pipeline over panels of `b` in L1 (`Mat`): the next panel is loaded while this
one is used. The inner loop takes a panel apart, and there the author says where everything is: the
operand alternates between the halves of L0B (`Right`), the product between two slots of L0C
(`Acc`), so that the product of one block can be stored while the next one is computed.

The assembler has no slots in L0B, and its version 0.48 synchronises one slot of a buffer in each
iteration. `gemm_regions` therefore leaves L0B to the planner and chooses the slot of L0C at run
time, which every planner can do.
"""

import pto_dialect.language as pl

M, K, N = 16, 128, 2048
PANEL = 512
BLOCK = 128


@pl.function(type=pl.FunctionType.InCore)
def gemm(
    a: pl.Tensor[[M, K], pl.BF16],
    b: pl.Tensor[[K, N], pl.BF16],
    out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
) -> pl.Tensor[[M, N], pl.FP32]:
    l0b = pl.Buffer(slots=2)
    l0c = pl.Buffer(slots=2)
    l1_a = pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
    left = pl.move(l1_a, target_memory=pl.Mem.Left)
    for p in pl.pipeline(0, N, PANEL, stage=2):
        panel = pl.load(b, [0, p], [K, PANEL], target_memory=pl.Mem.Mat)
        for j in pl.range(0, PANEL, 2 * BLOCK):
            right0: pl.Tile[[K, BLOCK], pl.BF16, pl.Mem.Right, l0b[0]] = pl.extract(
                panel, 0, j, [K, BLOCK], target_memory=pl.Mem.Right
            )
            product0: pl.Tile[[M, BLOCK], pl.FP32, pl.Mem.Acc, l0c[0]] = pl.matmul(left, right0)
            right1: pl.Tile[[K, BLOCK], pl.BF16, pl.Mem.Right, l0b[1]] = pl.extract(
                panel, 0, j + BLOCK, [K, BLOCK], target_memory=pl.Mem.Right
            )
            product1: pl.Tile[[M, BLOCK], pl.FP32, pl.Mem.Acc, l0c[1]] = pl.matmul(left, right1)
            out = pl.store(product0, [0, p + j], out)
            out = pl.store(product1, [0, p + j + BLOCK], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def gemm_regions(
    a: pl.Tensor[[M, K], pl.BF16],
    b: pl.Tensor[[K, N], pl.BF16],
    out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
) -> pl.Tensor[[M, N], pl.FP32]:
    l0c = pl.Buffer(slots=2)
    l1_a = pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat)
    left = pl.move(l1_a, target_memory=pl.Mem.Left)
    for p in pl.pipeline(0, N, PANEL, stage=2):
        panel = pl.load(b, [0, p], [K, PANEL], target_memory=pl.Mem.Mat)
        for j in pl.range(PANEL // BLOCK):
            right = pl.extract(panel, 0, j * BLOCK, [K, BLOCK], target_memory=pl.Mem.Right)
            product: pl.Tile[[M, BLOCK], pl.FP32, pl.Mem.Acc, l0c[j % 2]] = pl.matmul(left, right)
            out = pl.store(product, [0, p + j * BLOCK], out)
    return out
