"""
Views, operations that overwrite a tile in place, and copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, elementwise, plain
from pto_dialect.machine.spaces import Space
from pto_dialect.pto.movement import TConcatOp, TInsertOp, TMovOp
from pto_dialect.pto.tile_views import TReshapeOp
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.views import (
    AssembleOp,
    ConcatOp,
    MoveOp,
    ReshapeOp,
    SetValidShapeOp,
    SliceOp,
    ValidDimOp,
)

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _slice(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, SliceOp)
    to.values[op.result] = to.handles.subview(op, op.src, op.result, op.offsets)


def _set_valid_shape(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, SetValidShapeOp)
    to.values[op.result] = to.handles.subview(op, op.src, op.result, None)


def _reshape(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, ReshapeOp)
    source, type_ = to.values[op.src], to.handles.type_of(op.result)
    if source.type != type_:
        source = to.emit(TReshapeOp(source, type_)).results[0]
    to.values[op.result] = source


def _valid_dim(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, ValidDimOp)
    to.values[op.result] = to.handles.valid_extents(op.src)[op.dim.value.data]


def _assemble(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, AssembleOp)
    source, target = to.values[op.source], to.values[op.target]
    if tile_type(op.target).memory_space is Space.MAT:
        row, col = (to.values[offset] for offset in op.offsets)
        to.emit(TInsertOp(source, row, col, target))
    else:
        window = to.handles.subview(op, op.target, op.source, op.offsets)
        to.emit(TMovOp(source, window))
    to.values[op.result] = target
    to.handles.note_valid(op)


LOWERINGS: dict[type[Operation], Lowering] = {
    SliceOp: _slice,
    SetValidShapeOp: _set_valid_shape,
    ReshapeOp: _reshape,
    ValidDimOp: _valid_dim,
    AssembleOp: _assemble,
    MoveOp: elementwise(TMovOp),
    ConcatOp: plain(TConcatOp),
}
"""Tile operation to what it becomes."""
