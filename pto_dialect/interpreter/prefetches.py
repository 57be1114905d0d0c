"""
Asynchronous prefetches, which change no data: handles are tokens, and every transfer has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xdsl.interpreter import OpImplResult
from xdsl.ir import Operation

from pto_dialect.interpreter.core import Function
from pto_dialect.pto import communication
from pto_dialect.tile.ops import prefetch


def _handle(table: Any, interpreter: Any, op: Operation, args: Any) -> OpImplResult:
    return OpImplResult((op.name,), None)


def _ended(table: Any, interpreter: Any, op: Operation, args: Any) -> OpImplResult:
    return OpImplResult((1,), None)


TILE_LEVEL: Mapping[type[Operation], Function] = {
    prefetch.PrefetchContextOp: _handle,
    prefetch.PrefetchSessionOp: _handle,
    prefetch.PrefetchAsyncOp: _handle,
    prefetch.PrefetchWaitOp: _ended,
}
"""The operations of the tile dialect with their functions."""

PTO_LEVEL: Mapping[type[Operation], Function] = {
    communication.MakePrefetchAsyncContextOp: _handle,
    communication.GetPrefetchAsyncSessionOp: _handle,
    communication.TPrefetchAsyncOp: _handle,
    communication.WaitAsyncEventOp: _ended,
}
"""The assembler's operations with their functions; only prefetches have events here."""
