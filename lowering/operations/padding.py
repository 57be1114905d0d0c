"""
Padding, and operations on tiles that are valid in different regions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, plain
from pto_dialect.diagnostics import display_name, fail
from pto_dialect.pto import arithmetic
from pto_dialect.pto.movement import TFillPadExpandOp, TFillPadOp
from pto_dialect.pto.tile_views import TReshapeOp
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
    destination = to.emit(TReshapeOp(source, to.handles.type_of(op.result))).results[0]
    to.emit(TFillPadOp(source, destination))
    to.values[op.result] = destination


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.FillPadOp: plain(TFillPadOp),
    tile.FillPadInplaceOp: _in_place,
    tile.FillPadExpandOp: plain(TFillPadExpandOp),
    tile.PartAddOp: plain(arithmetic.TPartAddOp),
    tile.PartMulOp: plain(arithmetic.TPartMulOp),
    tile.PartMaxOp: plain(arithmetic.TPartMaxOp),
    tile.PartMinOp: plain(arithmetic.TPartMinOp),
}
"""Tile operation to what it becomes."""
