"""Helpers of the tests of `.pto` text."""

from __future__ import annotations

from functools import cache
from io import StringIO

from contexts import every_dialect
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from pto_dialect.pto.frontend import read_pto

context = cache(every_dialect)
"""The context of all files."""


def read(text: str | bytes, name: str = "k.pto", *, check: bool = True, **options: str) -> ModuleOp:
    """The module in `.pto` text."""
    source = text.encode() if isinstance(text, str) else text
    return read_pto(context(), source, name, check=check, **options)


def generic(module: ModuleOp) -> str:
    """A module in the generic form."""
    stream = StringIO()
    Printer(stream, print_generic_format=True).print_op(module)
    return stream.getvalue()
