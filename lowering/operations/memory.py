"""
Loads, stores and the creation of tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, signless
from pto_dialect.pto.attributes import AtomicTypeAttr
from pto_dialect.pto.movement import TLoadOp, TStoreOp
from pto_dialect.pto.scalar_arithmetic import TExpandsOp
from pto_dialect.tile.ops.memory import CreateOp, FullOp, LoadOp, StoreOp

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _load(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, LoadOp)
    tile = to.handles.make(op)
    valid = to.handles.valid_extents(op.result)
    window = to.tensors.window(op.source, op.offsets, op.result, valid, op.window)
    to.emit(TLoadOp(window, tile))


def _store(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, StoreOp)
    valid = to.handles.valid_extents(op.tile)
    window = to.tensors.window(op.destination, op.offsets, op.tile, valid, op.window)
    adds = {} if op.atomic_add is None else {"atomicType": AtomicTypeAttr("atomic_add")}
    to.emit(TStoreOp(to.values[op.tile], window, properties=adds))


def _create(to: FunctionLowering, op: Operation) -> None:
    to.handles.make(op)


def _full(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, FullOp)
    to.emit(TExpandsOp(to.values[op.scalar], signless(to, to.handles.make(op))))


LOWERINGS: dict[type[Operation], Lowering] = {
    LoadOp: _load,
    StoreOp: _store,
    CreateOp: _create,
    FullOp: _full,
}
"""Tile operation to what it becomes."""
