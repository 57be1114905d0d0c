"""
Reductions and broadcasts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, plain
from pto_dialect.pto import broadcast, reductions
from pto_dialect.tile.ops import reductions as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _col_sum(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ColSumOp)
    destination = to.handles.make(op)
    to.emit(reductions.TColSumOp(to.values[op.src], None, destination))


def _expand(kind: Callable[..., Operation]) -> Lowering:
    """Only the vector is read: of the tile operand, the type counts."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        to.emit(kind(to.values[op.operands[1]], to.handles.make(op)))

    return lower


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.RowSumOp: plain(reductions.TRowSumOp),
    tile.RowMaxOp: plain(reductions.TRowMaxOp),
    tile.RowMinOp: plain(reductions.TRowMinOp),
    tile.RowProdOp: plain(reductions.TRowProdOp),
    tile.RowArgMaxOp: plain(reductions.TRowArgMaxOp),
    tile.RowArgMinOp: plain(reductions.TRowArgMinOp),
    tile.ColSumOp: _col_sum,
    tile.ColMaxOp: plain(reductions.TColMaxOp),
    tile.ColMinOp: plain(reductions.TColMinOp),
    tile.ColProdOp: plain(reductions.TColProdOp),
    tile.ColArgMaxOp: plain(reductions.TColArgMaxOp),
    tile.ColArgMinOp: plain(reductions.TColArgMinOp),
    tile.RowExpandFillOp: _expand(broadcast.TRowExpandOp),
    tile.RowExpandAddOp: plain(broadcast.TRowExpandAddOp),
    tile.RowExpandSubOp: plain(broadcast.TRowExpandSubOp),
    tile.RowExpandMulOp: plain(broadcast.TRowExpandMulOp),
    tile.RowExpandDivOp: plain(broadcast.TRowExpandDivOp),
    tile.RowExpandMaxOp: plain(broadcast.TRowExpandMaxOp),
    tile.RowExpandMinOp: plain(broadcast.TRowExpandMinOp),
    tile.RowExpandExpdifOp: plain(broadcast.TRowExpandExpdifOp),
    tile.ColExpandFillOp: _expand(broadcast.TColExpandOp),
    tile.ColExpandAddOp: plain(broadcast.TColExpandAddOp),
    tile.ColExpandSubOp: plain(broadcast.TColExpandSubOp),
    tile.ColExpandMulOp: plain(broadcast.TColExpandMulOp),
    tile.ColExpandDivOp: plain(broadcast.TColExpandDivOp),
    tile.ColExpandMaxOp: plain(broadcast.TColExpandMaxOp),
    tile.ColExpandMinOp: plain(broadcast.TColExpandMinOp),
    tile.ColExpandExpdifOp: plain(broadcast.TColExpandExpdifOp),
}
"""Tile operation to what it becomes."""
