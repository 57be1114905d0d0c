"""
Elementwise operations of the vector unit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering, as_row_handle, elementwise, in_one_shape, signless
from pto_dialect.diagnostics import fail
from pto_dialect.machine.targets import A3
from pto_dialect.pto import arithmetic, scalar_arithmetic, unary
from pto_dialect.pto.attributes import RoundModeAttr, SaturationModeAttr
from pto_dialect.tile.ops import elementwise as tile
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.elementwise import RoundMode
from pto_dialect.tile.types import dims_text

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _cast(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.CastOp)
    mode = _ROUND_MODES[RoundMode(op.mode.data)]

    def convert(source: SSAValue, destination: SSAValue) -> Operation:
        source, destination = in_one_shape(to, op.result, source, destination)
        return unary.TCvtOp(source, destination, RoundModeAttr(mode), SaturationModeAttr("OFF"))

    elementwise(convert)(to, op)


def _prelu(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.PreluOp)
    rows, tmp = tile_type(op.src).valid_extents[0], tile_type(op.tmp)
    if to.target is A3 and (tmp.element_bits != 8 or tmp.extents[0] <= rows):
        fail(
            op,
            f"scratch of {op.name} on a3 has 8-bit elements and more than {rows} rows, not "
            f"{dims_text(tmp.extents)}x{tmp.element_type}",
        )
    src, slope = (as_row_handle(to, to.values[operand]) for operand in (op.src, op.slope))
    destination = as_row_handle(to, to.handles.make(op))
    to.emit(arithmetic.TPreluOp(src, slope, to.values[op.tmp], destination))


def _expands(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ExpandsOp)
    destination = signless(to, to.handles.make(op))
    to.emit(scalar_arithmetic.TExpandsOp(to.values[op.scalar], destination))


_ROUND_MODES = {
    RoundMode.NONE: "NONE",
    RoundMode.RINT: "CAST_RINT",
    RoundMode.ROUND: "ROUND",
    RoundMode.FLOOR: "FLOOR",
    RoundMode.CEIL: "CEIL",
    RoundMode.TRUNC: "TRUNC",
    RoundMode.ODD: "ODD",
}
"""The assembler's name of each rounding mode."""

LOWERINGS: dict[type[Operation], Lowering] = {
    tile.AddOp: elementwise(arithmetic.TAddOp),
    tile.SubOp: elementwise(arithmetic.TSubOp),
    tile.MulOp: elementwise(arithmetic.TMulOp),
    tile.DivOp: elementwise(arithmetic.TDivOp),
    tile.MaxOp: elementwise(arithmetic.TMaxOp),
    tile.MinOp: elementwise(arithmetic.TMinOp),
    tile.AddsOp: elementwise(scalar_arithmetic.TAddsOp),
    tile.SubsOp: elementwise(scalar_arithmetic.TSubsOp),
    tile.MulsOp: elementwise(scalar_arithmetic.TMulsOp),
    tile.DivsOp: elementwise(scalar_arithmetic.TDivsOp),
    tile.MaxsOp: elementwise(scalar_arithmetic.TMaxsOp),
    tile.MinsOp: elementwise(scalar_arithmetic.TMinsOp),
    tile.FmodOp: elementwise(arithmetic.TFmodOp),
    tile.FmodsOp: elementwise(scalar_arithmetic.TFmodsOp),
    tile.RemOp: elementwise(arithmetic.TRemOp),
    tile.RemsOp: elementwise(scalar_arithmetic.TRemsOp),
    tile.LreluOp: elementwise(scalar_arithmetic.TLreluOp),
    tile.PreluOp: _prelu,
    tile.AddcOp: elementwise(arithmetic.TAddcOp),
    tile.SubcOp: elementwise(arithmetic.TSubcOp),
    tile.AddscOp: elementwise(scalar_arithmetic.TAddscOp),
    tile.SubscOp: elementwise(scalar_arithmetic.TSubscOp),
    tile.ExpandsOp: _expands,
    tile.ExpOp: elementwise(unary.TExpOp),
    tile.LogOp: elementwise(unary.TLogOp),
    tile.SqrtOp: elementwise(unary.TSqrtOp),
    tile.RsqrtOp: elementwise(unary.TRsqrtOp),
    tile.RecipOp: elementwise(unary.TRecipOp),
    tile.NegOp: elementwise(unary.TNegOp),
    tile.AbsOp: elementwise(unary.TAbsOp),
    tile.ReluOp: elementwise(unary.TReluOp),
    tile.CastOp: _cast,
}
"""Tile operation to what it becomes."""
