# RUN: pto-compile %s:tiles --emit=tile | filecheck %s --check-prefix=TILES
# RUN: pto-compile %s:tensors --emit=tile | filecheck %s --check-prefix=TENSORS
# RUN: pto-run %s:tiles --check
# RUN: pto-run %s:tensors --check

# Subscripts are slices, elements and windows.

import pto_dialect.language as pl

IN = pl.Tensor[[64, 64], pl.FP32]
BATCH = pl.Tensor[[4, 64, 64], pl.FP32]


@pl.function(type=pl.FunctionType.InCore)
def tiles(x: IN, out: pl.Out[IN]) -> IN:
    # TILES: %t = tile.load
    t = pl.load(x, [0, 0], [64, 64])
    # TILES-NEXT: %a = tile.slice %t[%c0, %c0] : !tile.tile<64x64xf32> -> !tile.tile<4x64xf32>
    a = t[0:4, :]
    # TILES-NEXT: %b = tile.slice %t[%c60, %c16] : !tile.tile<64x64xf32> -> !tile.tile<4x16xf32>
    b = t[-4:, 16:32]
    # A row of a tile is a tile.
    # TILES-NEXT: %c = tile.slice %t[%c3, %c0] : !tile.tile<64x64xf32> -> !tile.tile<1x64xf32>
    c = t[3]
    # TILES-NEXT: %d = tile.read %t[%c1, %c2]
    d = t[1, 2]
    # TILES-NEXT: %t_1 = tile.write %d, %t[%c0, %c0]
    t[0, 0] = d
    # TILES-NEXT: %e = tile.muls %a
    e = a * 2.0
    # TILES-NEXT: %t_2 = tile.assemble %t_1, %e[%c8, %c0]
    t[8:12] = e
    # TILES-NEXT: %[[ROW:.+]] = tile.full %cst_1
    # TILES-NEXT: %t_3 = tile.assemble %t_2, %[[ROW]][%c12, %c0]
    t[12, :] = 0.5
    # TILES-NEXT: %[[OLD:.+]] = tile.read %t_3[%c5, %c5]
    # TILES-NEXT: %[[NEW:.+]] = arith.addf %[[OLD]], %cst_2
    # TILES-NEXT: %t_4 = tile.write %[[NEW]], %t_3[%c5, %c5]
    t[5, 5] += 1.0
    # TILES-NEXT: tile.store %t_4, %out[%c0, %c0]
    # TILES-NEXT: tile.store %b, %out[%c16, %c0]
    # TILES-NEXT: tile.store %c, %out[%c32, %c0]
    out[:, :] = t
    out[16:20, 0:16] = b
    out = pl.store(c, [32, 0], out)
    # Only the start of a slice is computed; the loop carries what it changes.
    # TILES-NEXT: %u = tile.load
    u = pl.load(x, [0, 0], [64, 64])
    # TILES-NEXT: %u_1 = scf.for %i = %c0 to %c2 step %c1 iter_args(%u_2 = %u)
    # TILES-NEXT:   %[[AT:.+]] = arith.muli %i, %c32
    # TILES-NEXT:   %w = tile.slice %u_2[%[[AT]], %c0]
    # TILES-NEXT:   %[[TO:.+]] = arith.muli %i, %c8
    # TILES-NEXT:   %u_3 = tile.assemble %u_2, %w[%[[TO]], %c0]
    # TILES-NEXT:   scf.yield %u_3
    for i in range(2):
        w = u[i * 32 : (i + 1) * 32 - 24, :]
        u[i * 8 : i * 8 + 8, :] = w
    out[32:, :] = u[:32, :]
    return out


@pl.function(type=pl.FunctionType.InCore)
def tensors(x: BATCH, out: pl.Out[BATCH]) -> BATCH:
    for i in range(4):
        # TENSORS:      scf.for %i
        # TENSORS-NEXT: %t = tile.load %x[%i, %c16, %c8] :
        part = x[i, 16:32]
        t = pl.load(part, [0, 8], [16, 32])
        # TENSORS-NEXT: %[[AT:.+]] = arith.addi %i, %c8
        # TENSORS-NEXT: %u = tile.load %x[%c2, %[[AT]], %c0] :
        u = pl.load(x[2, i : i + 16, :], [8, 0], [8, 32])
        # TENSORS-NEXT: %v = tile.load %x[%c0, %i, %c8] window = [4, 1, 8]
        v = pl.load(x[:, i, :], [0, 8], [4, 8])
        # TENSORS-NEXT: %e = memref.load %x[%i, %c16, %c3]
        e = part[0, 3]
        # TENSORS-NEXT: memref.store %e, %out[%i, %c0, %c63]
        out[i, 0, 63] = e
        # TENSORS-NEXT: tile.store %t, %out[%i, %c0, %c0]
        out[i, 0:16, 0:32] = t
        # TENSORS-NEXT: tile.store %u, %out[%i, %c16, %c32]
        pl.store(u, [0, 32], out[i, 16:32, :])
        # TENSORS-NEXT: %[[ROW:.+]] = arith.addi %c32, %i
        # TENSORS-NEXT: tile.store %v, %out[%c0, %[[ROW]], %c0] window = [4, 1, 8]
        out[:, 32 + i, 0:8] = v
    return out
