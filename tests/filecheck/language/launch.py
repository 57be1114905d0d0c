# RUN: pto-compile %s --emit=tile | filecheck %s
# RUN: pto-compile %s | filecheck %s --check-prefix=PTO
# RUN: pto-compile %s --target=a5 | filecheck %s --check-prefix=PTO
# RUN: pto-run %s --check

# Each block does its own rows.

import pto_dialect.language as pl


# CHECK-LABEL: func.func @blocks(
@pl.function(type=pl.FunctionType.InCore)
def blocks(
    x: pl.Tensor[[256, 64], pl.FP32], out: pl.Out[pl.Tensor[[256, 64], pl.FP32]]
) -> pl.Tensor[[256, 64], pl.FP32]:
    # CHECK:      %block = tile.block_idx : index
    # PTO:        %[[I:.+]] = pto.get_block_idx
    # PTO-NEXT:   %[[BLOCK:.+]] = arith.index_cast %[[I]] : i64 to index
    block = pl.tile.get_block_idx()
    # CHECK-NEXT: %blocks = tile.block_num : index
    # PTO-NEXT:   %[[N:.+]] = pto.get_block_num
    # PTO-NEXT:   %[[BLOCKS:.+]] = arith.index_cast %[[N]] : i64 to index
    blocks = pl.tile.get_block_num()
    # CHECK-NEXT: %part = tile.subblock_idx : index
    # CHECK-NEXT: %parts = tile.subblock_num : index
    # PTO-NEXT:   %[[J:.+]] = pto.get_subblock_idx
    # PTO-NEXT:   arith.index_cast %[[J]] : i64 to index
    # PTO-NEXT:   %[[M:.+]] = pto.get_subblock_num
    # PTO-NEXT:   arith.index_cast %[[M]] : i64 to index
    part = pl.get_subblock_idx()
    parts = pl.get_subblock_num()
    # None of them is negative, so neither division needs a correction.
    # CHECK-NEXT: arith.muli %block, %parts
    # CHECK-NEXT: arith.addi
    # CHECK-NEXT: arith.remui {{.*}}, %c4
    # CHECK:      scf.for %i = %row to %c4 step
    row = (block * parts + part) % 4
    for i in range(row, 4, blocks * parts):
        # PTO: scf.for
        t = pl.load(x, [i * 64, 0], [64, 64])
        out = pl.store(t, [i * 64, 0], out)
    # A loop from the index of a block counts from there.
    # PTO: scf.for %k = %block to %c4 step %c1 {
    for k in range(block, 4):
        t = pl.load(x, [k * 64, 0], [64, 64])
        out = pl.store(t, [k * 64, 0], out)
    return out
