"""A context for tests that read IR."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import get_all_dialects

from pto_dialect.universe import PTO_UNIVERSE


def every_dialect(*, allow_unregistered: bool = False) -> Context:
    """A new context with every dialect that the tools know."""
    ctx = Context(allow_unregistered=allow_unregistered)
    for name, factory in {**get_all_dialects(), **PTO_UNIVERSE.all_dialects}.items():
        ctx.register_dialect(name, factory)
    return ctx
