"""
Bitwise operations and shifts.
"""

from __future__ import annotations

from xdsl.ir import Operation

from lowering.operations.common import Lowering, elementwise
from pto_dialect.pto import arithmetic, scalar_arithmetic, unary
from pto_dialect.tile.ops import bitwise as tile

LOWERINGS: dict[type[Operation], Lowering] = {
    tile.AndOp: elementwise(arithmetic.TAndOp),
    tile.OrOp: elementwise(arithmetic.TOrOp),
    tile.XorOp: elementwise(arithmetic.TXorOp),
    tile.NotOp: elementwise(unary.TNotOp),
    tile.ShlOp: elementwise(arithmetic.TShlOp),
    tile.ShrOp: elementwise(arithmetic.TShrOp),
    tile.AndsOp: elementwise(scalar_arithmetic.TAndsOp),
    tile.OrsOp: elementwise(scalar_arithmetic.TOrsOp),
    tile.XorsOp: elementwise(scalar_arithmetic.TXorsOp),
    tile.ShlsOp: elementwise(scalar_arithmetic.TShlsOp),
    tile.ShrsOp: elementwise(scalar_arithmetic.TShrsOp),
}
"""Tile operation to what it becomes."""
