"""
What the lowerings of tile operations have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from xdsl.ir import Operation, SSAValue

from lowering.types import as_row, is_column
from pto_dialect.pto.tile_views import BitcastOp, SubviewOp, TReshapeOp
from pto_dialect.pto.types import DYNAMIC, TileBufType
from pto_dialect.tile.ops.base import signless as without_sign

if TYPE_CHECKING:
    from lowering.function import FunctionLowering

Lowering = Callable[["FunctionLowering", Operation], None]
"""Emits what an operation becomes."""


def plain(kind: Callable[..., Operation]) -> Lowering:
    """Handles and scalars of the operands in order, then the handle of the result."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        destination = to.handles.make(op)
        to.emit(kind(*(to.values[operand] for operand in op.operands), destination))

    return lower


def elementwise(kind: Callable[..., Operation]) -> Lowering:
    """
    Like `plain`. The vector unit reads elementwise operands row by row, so columns that are
    stored column by column are handed over as the rows that they are in memory. A run-time extent
    does not survive that, so such rows are valid as a whole: what lies outside of the valid region
    means nothing.
    """

    def lower(to: FunctionLowering, op: Operation) -> None:
        operands = [to.values[operand] for operand in op.operands]
        operands.append(to.handles.make(op))
        columns = [t for o in operands if isinstance(t := o.type, TileBufType) and is_column(t)]
        if columns:
            whole = any(DYNAMIC in column.valid for column in columns)
            operands = [as_row_handle(to, operand, whole=whole) for operand in operands]
        to.emit(kind(*operands))

    return lower


def signless(to: FunctionLowering, handle: SSAValue) -> SSAValue:
    """A handle with integers without a sign: scalars have none, and some operations need it."""
    type_ = handle.type
    if not isinstance(type_, TileBufType):
        return handle
    element = without_sign(type_.element_type)
    if element == type_.element_type:
        return handle
    return to.emit(BitcastOp(handle, type_.changed(element_type=element))).results[0]


def as_row_handle(to: FunctionLowering, operand: SSAValue, *, whole: bool = False) -> SSAValue:
    """
    A column that is stored column by column as the row that it is in memory, valid as a `whole` or
    where the column is.
    """
    type_ = operand.type
    if not isinstance(type_, TileBufType) or not is_column(type_):
        return operand
    return to.emit(TReshapeOp(operand, as_row(type_, whole=whole))).results[0]


def in_one_shape(
    to: FunctionLowering, tile: SSAValue, first: SSAValue, second: SSAValue
) -> tuple[SSAValue, SSAValue]:
    """
    The handles of two rows with the valid extents of `tile`, cut down to the length of the shorter
    one: whole 32 bytes have more narrow elements than wide ones.
    """
    types = (first.type, second.type)
    lengths = [t.shape[1] for t in types if isinstance(t, TileBufType) and t.shape[0] == 1]
    if len(lengths) < 2 or lengths[0] == lengths[1]:
        return first, second
    shape = (1, min(lengths))
    return beginning(to, tile, first, shape), beginning(to, tile, second, shape)


def beginning(
    to: FunctionLowering, tile: SSAValue, handle: SSAValue, shape: Sequence[int]
) -> SSAValue:
    """What is of this shape at the beginning of a handle of `tile`, as a window of it."""
    type_ = handle.type
    assert isinstance(type_, TileBufType)
    if type_.shape == tuple(shape):
        return handle
    zero = to.builder.index(0)
    if DYNAMIC in type_.valid:
        valid, extents = to.handles.valid_rectangle(tile), type_.valid
    else:
        valid, extents = None, tuple(map(min, type_.valid, shape))
    window = type_.changed(shape=shape, valid=extents)
    return to.emit(SubviewOp(handle, (zero, zero), shape, window, valid)).results[0]
