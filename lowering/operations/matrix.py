"""
The cube unit: products into accumulators, windows of tiles, transposed views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, plain
from pto_dialect.diagnostics import fail
from pto_dialect.machine.targets import A3
from pto_dialect.pto import matrix
from pto_dialect.pto.movement import TExtractOp
from pto_dialect.pto.tile_views import TReshapeOp
from pto_dialect.tile.ops import matrix as tile
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.types import is_float

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _product(kind: Callable[..., Operation]) -> Lowering:
    """Handles of the operands in order, then a new accumulator."""
    lower_plain = plain(kind)

    def lower(to: FunctionLowering, op: Operation) -> None:
        _check_elements(to, op)
        lower_plain(to, op)

    return lower


def _in_place(kind: Callable[..., Operation]) -> Lowering:
    """The instruction adds to its destination: accumulator and result are one handle."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        _check_elements(to, op)
        acc, *operands = (to.values[operand] for operand in op.operands)
        to.emit(kind(acc, *operands, acc))
        to.values[op.results[0]] = acc
        to.handles.note_valid(op)

    return lower


def _check_elements(to: FunctionLowering, op: Operation) -> None:
    """
    Check that the target multiplies elements of these types.

    Raises:
        CompileError: it does not.
    """
    if to.target is not A3:
        return
    for operand in op.operands[-2:]:
        element = tile_type(operand).element_type
        if is_float(element) and tile_type(operand).element_bits < 16:
            fail(op, f"{op.name} of {element} is not supported on {to.target.name}")


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
    tile.MatmulOp: _product(matrix.TMatMulOp),
    tile.MatmulAccOp: _in_place(matrix.TMatMulAccOp),
    tile.MatmulBiasOp: _product(matrix.TMatMulBiasOp),
    tile.GemvOp: _product(matrix.TGemvOp),
    tile.GemvAccOp: _in_place(matrix.TGemvAccOp),
    tile.GemvBiasOp: _product(matrix.TGemvBiasOp),
    tile.MatmulMxOp: _product(matrix.TMatMulMxOp),
    tile.MatmulMxAccOp: _in_place(matrix.TMatMulMxAccOp),
    tile.MatmulMxBiasOp: _product(matrix.TMatMulMxBiasOp),
    tile.ExtractOp: _extract,
    tile.TransposeViewOp: _transpose_view,
}
"""Tile operation to what it becomes."""
