"""
Views, operations that overwrite a tile in place, and copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, beginning, elementwise, plain
from pto_dialect.diagnostics import display_name, fail
from pto_dialect.machine.spaces import SCALE_SPACES, Space
from pto_dialect.pto.movement import TConcatOp, TGetScaleAddrOp, TInsertOp, TMovOp
from pto_dialect.pto.tile_views import TReshapeOp
from pto_dialect.pto.types import TileBufType
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
    source = to.values[op.src]
    assert isinstance(source.type, TileBufType)
    type_ = to.handles.view_type(op.result, source.type)
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
        assert isinstance(window.type, TileBufType)
        # A line that fills whole 32 bytes is longer than the window.
        to.emit(TMovOp(beginning(to, op.source, source, window.type.shape), window))
    to.handles.overwrite(op)


def _move(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, MoveOp)
    if tile_type(op.result).memory_space in SCALE_SPACES:
        _move_scales(to, op)
    else:
        elementwise(TMovOp)(to, op)


def _move_scales(to: FunctionLowering, op: MoveOp) -> None:
    """Scales have to lie where the cube unit looks for them: it knows the place of the operand."""
    scales = to.handles.make(op)
    operands = [
        use.operation.operands[use.index - 1]
        for use in op.result.uses
        if use.operation.name.startswith("tile.matmul_mx")
    ]
    places = {to.handles.placement(operand): operand for operand in operands}
    if len(places) > 1:
        names = " and ".join(f"'{display_name(operand)}'" for operand in places.values())
        fail(
            op,
            f"the scales '{display_name(op.result)}' belong to {names}, but have one place in "
            "memory",
            ["copy them once for each operand"],
        )
    for operand in places.values():
        to.emit(TGetScaleAddrOp(to.handles.of_result(op, operand), scales))
    to.emit(TMovOp(to.values[op.src], scales))


LOWERINGS: dict[type[Operation], Lowering] = {
    SliceOp: _slice,
    SetValidShapeOp: _set_valid_shape,
    ReshapeOp: _reshape,
    ValidDimOp: _valid_dim,
    AssembleOp: _assemble,
    MoveOp: _move,
    ConcatOp: plain(TConcatOp),
}
"""Tile operation to what it becomes."""
