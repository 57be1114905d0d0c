"""Helpers of the tests of `.pto` text."""

from __future__ import annotations

from functools import cache

from contexts import every_dialect
from xdsl.dialects.builtin import ModuleOp

from pto_dialect.pto.frontend import read_pto

context = cache(every_dialect)
"""The context of all files."""


def read(text: str | bytes, name: str = "k.pto", *, check: bool = True, **options: str) -> ModuleOp:
    """The module in `.pto` text."""
    source = text.encode() if isinstance(text, str) else text
    return read_pto(context(), source, name, check=check, **options)
