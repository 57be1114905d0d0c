"""
Padding, and operations on tiles that are valid in different regions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering, as_row_handle, plain
from lowering.types import as_row, is_column
from pto_dialect.diagnostics import display_name, fail
from pto_dialect.pto import arithmetic
from pto_dialect.pto.arithmetic import PartialOp
from pto_dialect.pto.movement import TFillPadExpandOp, TFillPadOp
from pto_dialect.pto.tile_views import SubviewOp, TReshapeOp
from pto_dialect.pto.types import DYNAMIC, TileBufType
from pto_dialect.tile.ops import padding as tile
from pto_dialect.tile.ops.views import is_contiguous

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _in_place(to: FunctionLowering, op: Operation) -> None:
    """
    The padded tile is the same bytes with another type. `tfillpad` with both is what every version
    of the assembler has; `tfillpad_inplace` went away with 0.60.
    """
    assert isinstance(op, tile.FillPadInplaceOp)
    if not is_contiguous(op.src):
        fail(
            op,
            f"{op.name} pads whole rows, and tile '{display_name(op.src)}' is a window with rows "
            "that do not follow each other",
            ["use fillpad, which makes a new tile"],
        )
    source = to.values[op.src]
    assert isinstance(source.type, TileBufType)
    type_ = to.handles.view_type(op.result, source.type)
    destination = to.emit(TReshapeOp(source, type_)).results[0]
    to.emit(TFillPadOp(source, destination))
    to.values[op.result] = destination


def _partial(kind: type[PartialOp]) -> Lowering:
    """
    The vector unit reads row by row, so columns that are stored column by column are handed over as
    the rows that they are in memory, valid where the columns are: that decides what is computed.
    """

    def lower(to: FunctionLowering, op: Operation) -> None:
        to.handles.make(op)
        to.emit(kind(*(_valid_row(to, tile) for tile in (*op.operands, *op.results))))

    return lower


def _valid_row(to: FunctionLowering, tile: SSAValue) -> SSAValue:
    handle = to.values[tile]
    type_ = handle.type
    assert isinstance(type_, TileBufType)
    if DYNAMIC not in type_.valid or not is_column(type_):
        return as_row_handle(to, handle)
    row, zero = as_row_handle(to, handle, whole=True), to.builder.index(0)
    rows, cols = to.handles.valid_extents(tile)[-2:]
    shape = (1, type_.shape[0])
    return to.emit(SubviewOp(row, [zero, zero], shape, as_row(type_), (cols, rows))).results[0]


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.FillPadOp: plain(TFillPadOp),
    tile.FillPadInplaceOp: _in_place,
    tile.FillPadExpandOp: plain(TFillPadExpandOp),
    tile.PartAddOp: _partial(arithmetic.TPartAddOp),
    tile.PartMulOp: _partial(arithmetic.TPartMulOp),
    tile.PartMaxOp: _partial(arithmetic.TPartMaxOp),
    tile.PartMinOp: _partial(arithmetic.TPartMinOp),
}
"""Tile operation to what it becomes."""
