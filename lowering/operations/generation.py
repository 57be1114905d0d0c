"""
Tiles made from scalars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Operation

from lowering.operations.common import Lowering, signless
from pto_dialect.diagnostics import fail
from pto_dialect.machine.targets import A3
from pto_dialect.pto.generation import TCiOp, TRandomOp, TTriOp
from pto_dialect.tile.ops import generation as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _ci(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.CiOp)
    destination = signless(to, to.handles.make(op))
    descending = BoolAttr.from_bool(op.descending is not None)
    to.emit(TCiOp(to.values[op.start], destination, descending=descending))


def _tri(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.TriOp)
    destination = to.handles.make(op)
    to.emit(TTriOp(to.values[op.diagonal], destination, upper=op.upper is not None))


def _random(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.RandomOp)
    if to.target is A3:
        fail(op, f"{op.name} does not exist on a3", ["compile for a5"])
    numbers = [to.values[key] for key in op.keys]
    to.emit(TRandomOp(numbers[:2], numbers[2:], to.handles.make(op), op.rounds))


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.CiOp: _ci,
    tile.TriOp: _tri,
    tile.RandomOp: _random,
}
"""Tile operation to what it becomes."""
