"""
Single elements of tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering, signless
from pto_dialect.machine.spaces import BLayout
from pto_dialect.pto.movement import TGetValOp, TSetValOp
from pto_dialect.tile.ops import elements as tile
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.views import allocated_shape

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _offset(to: FunctionLowering, value: SSAValue, indices: Sequence[SSAValue]) -> SSAValue:
    """
    Where an element lies behind the start of a tile, in elements of memory: a window has the
    rows of the tile that it is a part of.
    """
    row, column = [to.builder.index(0), *(to.values[i] for i in indices)][-2:]
    rows, columns = (1, *allocated_shape(value).extents)[-2:]
    if tile_type(value).layout.blayout is BLayout.COL_MAJOR:
        row, column, columns = column, row, rows
    return _sum(to, _product(to, row, columns), column)


def _product(to: FunctionLowering, value: SSAValue, factor: int) -> SSAValue:
    known = constant_value(value)
    if known is not None:
        return to.builder.index(known * factor)
    if factor == 1:
        return value
    return to.emit(arith.MuliOp(value, to.builder.index(factor))).results[0]


def _sum(to: FunctionLowering, a: SSAValue, b: SSAValue) -> SSAValue:
    known = constant_value(a), constant_value(b)
    if known[0] is not None and known[1] is not None:
        return to.builder.index(known[0] + known[1])
    if known[0] == 0:
        return b
    return a if known[1] == 0 else to.emit(arith.AddiOp(a, b)).results[0]


def _read(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ReadOp)
    source = signless(to, to.values[op.src])
    offset = _offset(to, op.src, op.indices)
    element = to.emit(TGetValOp(source, offset, op.result.type)).results[0]
    element.name_hint = op.result.name_hint
    to.values[op.result] = element


def _write(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.WriteOp)
    target = to.values[op.target]
    offset = _offset(to, op.target, op.indices)
    to.emit(TSetValOp(signless(to, target), offset, to.values[op.scalar]))
    to.handles.overwrite(op)


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.ReadOp: _read,
    tile.WriteOp: _write,
}
"""Tile operation to what it becomes."""
