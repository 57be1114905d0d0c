"""IR from text, for tests that execute it."""

from __future__ import annotations

from contexts import every_dialect
from xdsl.dialects.builtin import ModuleOp

from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.verifier import verify


def module_of(text: str, *, verified: bool = True) -> ModuleOp:
    """The module that a text describes, with the places of its operations in `test.mlir`."""
    module = parse_module(every_dialect(), text.encode(), "test.mlir")
    if verified:
        verify(module)
    return module
