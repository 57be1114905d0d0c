"""
Reductions and broadcasts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering, plain
from pto_dialect.pto import broadcast, reductions
from pto_dialect.pto.tile_views import TReshapeOp
from pto_dialect.pto.types import TileBufType
from pto_dialect.tile.ops import reductions as tile
from pto_dialect.tile.ops.base import tile_type

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _col_sum(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ColSumOp)
    destination = to.handles.make(op)
    to.emit(reductions.TColSumOp(to.values[op.src], None, destination))


def _row_expand(kind: Callable[..., Operation]) -> Lowering:
    """The vector is a column."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        src, vector = op.operands
        to.emit(kind(to.values[src], _as_column(to, vector), to.handles.make(op)))

    return lower


def _row_expand_fill(to: FunctionLowering, op: Operation) -> None:
    """Only the vector is read: of the tile operand, the type counts."""
    vector = _as_column(to, op.operands[1])
    to.emit(broadcast.TRowExpandOp(vector, to.handles.make(op)))


def _col_expand_fill(to: FunctionLowering, op: Operation) -> None:
    """Only the vector is read: of the tile operand, the type counts."""
    to.emit(broadcast.TColExpandOp(to.values[op.operands[1]], to.handles.make(op)))


def _as_column(to: FunctionLowering, vector: SSAValue) -> SSAValue:
    """A single element is stored as a row; as a column it is the same bytes."""
    handle = to.values[vector]
    type_ = handle.type
    assert isinstance(type_, TileBufType)
    if tile_type(vector).extents != (1, 1) or type_.blayout.data == "col_major":
        return handle
    column = TileBufType.get(
        type_.space.data,
        (type_.shape[1], 1),
        type_.element_type,
        valid=(1, 1),
        blayout="col_major",
        fractal=type_.fractal.data,
        pad=type_.pad.data,
        compact=type_.compact.data,
    )
    return to.emit(TReshapeOp(handle, column)).results[0]


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
    tile.RowExpandFillOp: _row_expand_fill,
    tile.RowExpandAddOp: _row_expand(broadcast.TRowExpandAddOp),
    tile.RowExpandSubOp: _row_expand(broadcast.TRowExpandSubOp),
    tile.RowExpandMulOp: _row_expand(broadcast.TRowExpandMulOp),
    tile.RowExpandDivOp: _row_expand(broadcast.TRowExpandDivOp),
    tile.RowExpandMaxOp: _row_expand(broadcast.TRowExpandMaxOp),
    tile.RowExpandMinOp: _row_expand(broadcast.TRowExpandMinOp),
    tile.RowExpandExpdifOp: _row_expand(broadcast.TRowExpandExpdifOp),
    tile.ColExpandFillOp: _col_expand_fill,
    tile.ColExpandAddOp: plain(broadcast.TColExpandAddOp),
    tile.ColExpandSubOp: plain(broadcast.TColExpandSubOp),
    tile.ColExpandMulOp: plain(broadcast.TColExpandMulOp),
    tile.ColExpandDivOp: plain(broadcast.TColExpandDivOp),
    tile.ColExpandMaxOp: plain(broadcast.TColExpandMaxOp),
    tile.ColExpandMinOp: plain(broadcast.TColExpandMinOp),
    tile.ColExpandExpdifOp: plain(broadcast.TColExpandExpdifOp),
}
"""Tile operation to what it becomes."""
