"""
Asynchronous prefetches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering
from pto_dialect.pto.communication import (
    GetPrefetchAsyncSessionOp,
    MakePrefetchAsyncContextOp,
    TPrefetchAsyncOp,
    WaitAsyncEventOp,
)
from pto_dialect.tile.ops import prefetch as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _plain(kind: type[Operation]) -> Lowering:
    """The new values of the operands in order; the result has the same type."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        operands = [to.values[operand] for operand in op.operands]
        new = to.emit(kind.create(operands=operands, result_types=op.result_types))
        new.results[0].name_hint = op.results[0].name_hint
        to.values[op.results[0]] = new.results[0]

    return lower


def _begin(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.PrefetchAsyncOp)
    part = to.tensors.part(op.source, op.offsets, op.window.data)
    operands = [part, to.values[op.context]]
    event = to.emit(TPrefetchAsyncOp.create(operands=operands, result_types=op.result_types))
    event.results[0].name_hint = op.result.name_hint
    to.values[op.result] = event.results[0]


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.PrefetchContextOp: _plain(MakePrefetchAsyncContextOp),
    tile.PrefetchSessionOp: _plain(GetPrefetchAsyncSessionOp),
    tile.PrefetchAsyncOp: _begin,
    tile.PrefetchWaitOp: _plain(WaitAsyncEventOp),
}
"""Tile operation to what it becomes."""
