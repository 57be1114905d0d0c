"""
Asynchronous prefetches in the language.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, SSAValue

from pto_dialect.language.calls import Call, OpSpec
from pto_dialect.language.values import TensorValue, WindowValue, as_window, is_value
from pto_dialect.pto.types import AsyncEventType, AsyncSessionType, PrefetchAsyncContextType
from pto_dialect.tile.ops import prefetch
from pto_dialect.tile.types import ExtentsAttr


def _handle(c: Call, i: int, kind: type[Attribute], what: str) -> SSAValue:
    """Argument `i`, a handle."""
    value = c.values[i]
    if not is_value(value) or not isinstance(value.type, kind):
        c.fail(i, what)
    return value


def _context(c: Call, i: int) -> SSAValue:
    return _handle(c, i, PrefetchAsyncContextType, "a context of pl.prefetch.make_context")


def _make_context(c: Call) -> SSAValue:
    return c.emitter.value(prefetch.PrefetchContextOp(c.tensor(0).memref), c.node)


def _session(c: Call) -> SSAValue:
    return c.emitter.value(prefetch.PrefetchSessionOp(_context(c, 0)), c.node)


def _begin(c: Call) -> SSAValue:
    source = c.values[0]
    if not isinstance(source, TensorValue | WindowValue):
        c.fail(0, "a tensor or a part of one")
    window = as_window(source)
    c.emitter.tensors.read(window.tensor, c.nodes[0])
    extents: list[int] = []
    for d, extent in enumerate(window.extents):
        if d not in window.kept:
            extent = 1
        if extent is None or extent == DYNAMIC_INDEX:
            c.emitter.error(
                c.nodes[0],
                f"not supported: pl.{c.name} of a tensor whose extents are known at run time only",
                ["name a part of it with pl.tensor.view"],
            )
        extents.append(extent)
    operands = [_context(c, 1), window.tensor.memref]
    op = prefetch.PrefetchAsyncOp(
        *operands,
        *(c.index(offset, 0) for offset in window.offsets),
        properties={"window": ExtentsAttr(tuple(extents))},
    )
    return c.emitter.value(op, c.node)


def _wait(c: Call) -> SSAValue:
    event = _handle(c, 0, AsyncEventType, "an event of pl.prefetch.async_prefetch")
    session = _handle(c, 1, AsyncSessionType, "a session of pl.prefetch.session")
    return c.emitter.value(prefetch.PrefetchWaitOp(event, session), c.node)


PREFETCH_OPS: dict[str, OpSpec] = {
    "prefetch.make_context": OpSpec("workspace", _make_context),
    "prefetch.session": OpSpec("context|ctx", _session),
    "prefetch.async_prefetch": OpSpec("src|tensor|source, context|ctx", _begin),
    "prefetch.wait": OpSpec("event, session", _wait),
}
"""Operations by name."""
