"""
Transposition, and tiles as another element type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, as_row_handle
from lowering.types import is_column
from pto_dialect.pto.movement import TMovOp, TTransOp
from pto_dialect.pto.tile_views import BitcastOp, TReshapeOp
from pto_dialect.pto.types import TileBufType
from pto_dialect.tile.ops import rearrangement as tile
from pto_dialect.tile.ops.base import tile_type

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _transpose(to: FunctionLowering, op: Operation) -> None:
    """A column is stored as the row that it becomes, and the reverse: that is a copy."""
    assert isinstance(op, tile.TransposeOp)
    source, destination = to.values[op.src], to.handles.make(op)
    types = (source.type, destination.type)
    if any(isinstance(type_, TileBufType) and is_column(type_) for type_ in types):
        to.emit(TMovOp(as_row_handle(to, source), as_row_handle(to, destination)))
    else:
        to.emit(TTransOp(source, to.values[op.tmp], destination))


def _reinterpret_view(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ReinterpretViewOp)
    source = to.values[op.src]
    assert isinstance(source.type, TileBufType)
    type_ = to.handles.view_type(op.result, source.type)
    same_width = tile_type(op.src).element_bits == tile_type(op.result).element_bits
    if source.type == type_:
        to.values[op.result] = source
    else:
        view = BitcastOp(source, type_) if same_width else TReshapeOp(source, type_)
        to.values[op.result] = to.emit(view).results[0]
    to.handles.note_valid(op)


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.TransposeOp: _transpose,
    tile.ReinterpretViewOp: _reinterpret_view,
}
"""Tile operation to what it becomes."""
