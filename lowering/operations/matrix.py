"""
The cube unit: products into accumulators, windows of tiles, transposed views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, plain
from pto_dialect.pto import matrix
from pto_dialect.pto.movement import TExtractOp
from pto_dialect.pto.tile_views import TReshapeOp
from pto_dialect.tile.ops import matrix as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _in_place(kind: Callable[..., Operation]) -> Lowering:
    """The instruction adds to its destination: accumulator and result are one handle."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        acc, *operands = (to.values[operand] for operand in op.operands)
        to.emit(kind(acc, *operands, acc))
        to.values[op.results[0]] = acc
        to.handles.note_valid(op)

    return lower


def _extract(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ExtractOp)
    destination = to.handles.make(op)
    row, col = (to.values[offset] for offset in op.offsets)
    to.emit(TExtractOp(to.values[op.src], row, col, destination))


def _transpose_view(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.TransposeViewOp)
    handle = TReshapeOp(to.values[op.src], to.handles.type_of(op.result))
    to.values[op.result] = to.emit(handle).results[0]


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
