"""
The cube unit: products into accumulators, windows of tiles, transposed views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, beginning, plain
from pto_dialect.machine.spaces import Space
from pto_dialect.pto import matrix
from pto_dialect.pto.movement import TExtractOp
from pto_dialect.pto.tile_handles import SetValidShapeOp
from pto_dialect.pto.tile_views import TReshapeOp
from pto_dialect.pto.types import DYNAMIC
from pto_dialect.tile.ops import matrix as tile
from pto_dialect.tile.ops.base import tile_type

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _in_place(kind: Callable[..., Operation]) -> Lowering:
    """The instruction adds to its destination: accumulator and result are one handle."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        acc, *operands = (to.values[operand] for operand in op.operands)
        to.emit(kind(acc, *operands, acc))
        to.handles.overwrite(op)

    return lower


def _extract(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ExtractOp)
    destination = to.handles.make(op)
    type_ = tile_type(op.result)
    if type_.memory_space is Space.VEC:
        # A line that fills whole 32 bytes is longer than the window.
        rows = (1,) * (2 - len(type_.extents))
        destination = beginning(to, op.result, destination, (*rows, *type_.extents))
    row, col = to.handles.starts(op.offsets)
    to.emit(TExtractOp(to.values[op.src], row, col, destination))


def _transpose_view(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.TransposeViewOp)
    type_ = to.handles.type_of(op.result)
    to.handles.note_valid(op)
    if DYNAMIC not in type_.valid:
        to.values[op.result] = to.emit(TReshapeOp(to.values[op.src], type_)).results[0]
        return
    # A view has the valid rows and columns of its source, not exchanged.
    type_ = type_.changed(valid=(DYNAMIC, DYNAMIC))
    handle = to.emit(TReshapeOp(to.values[op.src], type_)).results[0]
    to.emit(SetValidShapeOp(handle, *to.handles.valid_rectangle(op.result)))
    to.values[op.result] = handle


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.MatmulOp: plain(matrix.TMatMulOp),
    tile.MatmulAccOp: _in_place(matrix.TMatMulAccOp),
    tile.MatmulBiasOp: plain(matrix.TMatMulBiasOp),
    tile.GemvOp: plain(matrix.TGemvOp),
    tile.GemvAccOp: _in_place(matrix.TGemvAccOp),
    tile.GemvBiasOp: plain(matrix.TGemvBiasOp),
    tile.MatmulMxOp: plain(matrix.TMatMulMxOp),
    tile.MatmulMxAccOp: _in_place(matrix.TMatMulMxAccOp),
    tile.MatmulMxBiasOp: plain(matrix.TMatMulMxBiasOp),
    tile.ExtractOp: _extract,
    tile.TransposeViewOp: _transpose_view,
}
"""Tile operation to what it becomes."""
