"""
What each tile operation becomes.

A row of `LOWERINGS` is the whole lowering of an operation: most take the handles of their operands
and the handle of their result; the others have a function of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation, SSAValue

from lowering.types import as_row, is_column
from pto_dialect.pto import (
    arithmetic,
    broadcast,
    movement,
    scalar_arithmetic,
    unary,
)
from pto_dialect.pto import reductions as pto_reductions
from pto_dialect.pto import tile_views as pto_views
from pto_dialect.pto.attributes import RoundModeAttr, SaturationModeAttr
from pto_dialect.pto.types import TileBufType
from pto_dialect.tile.ops import elementwise, memory, reductions, views
from pto_dialect.tile.ops.elementwise import RoundMode

if TYPE_CHECKING:
    from lowering.function import FunctionLowering

Lowering = Callable[["FunctionLowering", Operation], None]
"""Emits what an operation becomes."""


def _plain(kind: Callable[..., Operation]) -> Lowering:
    """Handles and scalars of the operands in order, then the handle of the result."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        destination = to.handles.make(op)
        to.emit(kind(*(to.values[operand] for operand in op.operands), destination))

    return lower


def _elementwise(kind: Callable[..., Operation]) -> Lowering:
    """
    Like `_plain`. The vector unit reads elementwise operands row by row, so columns that are
    stored column by column are handed over as the rows that they are in memory.
    """

    def lower(to: FunctionLowering, op: Operation) -> None:
        operands = [to.values[operand] for operand in op.operands]
        operands.append(to.handles.make(op))
        if any(isinstance(o.type, TileBufType) and is_column(o.type) for o in operands):
            operands = [_as_row(to, op, operand) for operand in operands]
        to.emit(kind(*operands))

    return lower


def _as_row(to: FunctionLowering, op: Operation, operand: SSAValue) -> SSAValue:
    type_ = operand.type
    if not isinstance(type_, TileBufType) or not is_column(type_):
        return operand
    return to.emit(pto_views.TReshapeOp(operand, as_row(type_))).results[0]


def _load(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memory.LoadOp)
    tile = to.handles.make(op)
    valid = to.handles.valid_extents(op.result)
    window = to.tensors.window(op.source, op.offsets, op.result, valid, op.window)
    to.emit(movement.TLoadOp(window, tile))


def _store(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memory.StoreOp)
    valid = to.handles.valid_extents(op.tile)
    window = to.tensors.window(op.destination, op.offsets, op.tile, valid, op.window)
    to.emit(movement.TStoreOp(to.values[op.tile], window))


def _create(to: FunctionLowering, op: Operation) -> None:
    to.handles.make(op)


def _full(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memory.FullOp)
    to.emit(scalar_arithmetic.TExpandsOp(to.values[op.scalar], to.handles.make(op)))


def _cast(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, elementwise.CastOp)
    mode = _ROUND_MODES[RoundMode(op.mode.data)]

    def convert(source: SSAValue, destination: SSAValue) -> Operation:
        return unary.TCvtOp(source, destination, RoundModeAttr(mode), SaturationModeAttr("OFF"))

    _elementwise(convert)(to, op)


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


def _col_sum(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, reductions.ColSumOp)
    destination = to.handles.make(op)
    to.emit(pto_reductions.TColSumOp(to.values[op.src], None, destination))


def _expand(kind: Callable[..., Operation]) -> Lowering:
    """Only the vector is read: of the tile operand, the type counts."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        to.emit(kind(to.values[op.operands[1]], to.handles.make(op)))

    return lower


def _slice(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, views.SliceOp)
    to.values[op.result] = to.handles.subview(op, op.src, op.result, op.offsets)


def _set_valid_shape(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, views.SetValidShapeOp)
    to.values[op.result] = to.handles.subview(op, op.src, op.result, None)


def _reshape(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, views.ReshapeOp)
    source, type_ = to.values[op.src], to.handles.type_of(op.result)
    if source.type != type_:
        source = to.emit(pto_views.TReshapeOp(source, type_)).results[0]
    to.values[op.result] = source


def _valid_dim(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, views.ValidDimOp)
    to.values[op.result] = to.handles.valid_extents(op.src)[op.dim.value.data]


def _assemble(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, views.AssembleOp)
    window = to.handles.subview(op, op.target, op.source, op.offsets)
    to.emit(movement.TMovOp(to.values[op.source], window))
    to.values[op.result] = to.values[op.target]


LOWERINGS: dict[type[Operation], Lowering] = {
    memory.LoadOp: _load,
    memory.StoreOp: _store,
    memory.CreateOp: _create,
    memory.FullOp: _full,
    views.SliceOp: _slice,
    views.SetValidShapeOp: _set_valid_shape,
    views.ReshapeOp: _reshape,
    views.ValidDimOp: _valid_dim,
    views.AssembleOp: _assemble,
    views.MoveOp: _elementwise(movement.TMovOp),
    views.ConcatOp: _plain(movement.TConcatOp),
    elementwise.AddOp: _elementwise(arithmetic.TAddOp),
    elementwise.SubOp: _elementwise(arithmetic.TSubOp),
    elementwise.MulOp: _elementwise(arithmetic.TMulOp),
    elementwise.DivOp: _elementwise(arithmetic.TDivOp),
    elementwise.MaxOp: _elementwise(arithmetic.TMaxOp),
    elementwise.MinOp: _elementwise(arithmetic.TMinOp),
    elementwise.AddsOp: _elementwise(scalar_arithmetic.TAddsOp),
    elementwise.SubsOp: _elementwise(scalar_arithmetic.TSubsOp),
    elementwise.MulsOp: _elementwise(scalar_arithmetic.TMulsOp),
    elementwise.DivsOp: _elementwise(scalar_arithmetic.TDivsOp),
    elementwise.MaxsOp: _elementwise(scalar_arithmetic.TMaxsOp),
    elementwise.MinsOp: _elementwise(scalar_arithmetic.TMinsOp),
    elementwise.AndsOp: _elementwise(scalar_arithmetic.TAndsOp),
    elementwise.OrsOp: _elementwise(scalar_arithmetic.TOrsOp),
    elementwise.XorsOp: _elementwise(scalar_arithmetic.TXorsOp),
    elementwise.ExpOp: _elementwise(unary.TExpOp),
    elementwise.LogOp: _elementwise(unary.TLogOp),
    elementwise.SqrtOp: _elementwise(unary.TSqrtOp),
    elementwise.RsqrtOp: _elementwise(unary.TRsqrtOp),
    elementwise.RecipOp: _elementwise(unary.TRecipOp),
    elementwise.NegOp: _elementwise(unary.TNegOp),
    elementwise.AbsOp: _elementwise(unary.TAbsOp),
    elementwise.ReluOp: _elementwise(unary.TReluOp),
    elementwise.CastOp: _cast,
    reductions.RowSumOp: _plain(pto_reductions.TRowSumOp),
    reductions.RowMaxOp: _plain(pto_reductions.TRowMaxOp),
    reductions.RowMinOp: _plain(pto_reductions.TRowMinOp),
    reductions.ColSumOp: _col_sum,
    reductions.ColMaxOp: _plain(pto_reductions.TColMaxOp),
    reductions.ColMinOp: _plain(pto_reductions.TColMinOp),
    reductions.RowExpandFillOp: _expand(broadcast.TRowExpandOp),
    reductions.RowExpandAddOp: _plain(broadcast.TRowExpandAddOp),
    reductions.RowExpandSubOp: _plain(broadcast.TRowExpandSubOp),
    reductions.RowExpandMulOp: _plain(broadcast.TRowExpandMulOp),
    reductions.RowExpandDivOp: _plain(broadcast.TRowExpandDivOp),
    reductions.RowExpandMaxOp: _plain(broadcast.TRowExpandMaxOp),
    reductions.RowExpandMinOp: _plain(broadcast.TRowExpandMinOp),
    reductions.ColExpandFillOp: _expand(broadcast.TColExpandOp),
    reductions.ColExpandAddOp: _plain(broadcast.TColExpandAddOp),
    reductions.ColExpandSubOp: _plain(broadcast.TColExpandSubOp),
    reductions.ColExpandMulOp: _plain(broadcast.TColExpandMulOp),
    reductions.ColExpandDivOp: _plain(broadcast.TColExpandDivOp),
    reductions.ColExpandMaxOp: _plain(broadcast.TColExpandMaxOp),
    reductions.ColExpandMinOp: _plain(broadcast.TColExpandMinOp),
}
"""Tile operation to what it becomes."""
