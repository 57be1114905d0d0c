"""Helpers of the tests of `.pto` text."""

from __future__ import annotations

from functools import cache

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp

from pto_dialect.pto import Pto
from pto_dialect.pto.frontend import read_pto


@cache
def context() -> Context:
    """A context with every dialect that the tools know."""
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    ctx.register_dialect("pto", lambda: Pto)
    return ctx


def read(text: str | bytes, name: str = "k.pto", *, check: bool = True, **options: str) -> ModuleOp:
    """The module in `.pto` text."""
    source = text.encode() if isinstance(text, str) else text
    return read_pto(context(), source, name, check=check, **options)
