"""
What is in the assembler's dialect already is not compiled.
"""

from __future__ import annotations

from typing import NoReturn

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from pto_dialect.diagnostics import fail
from pto_dialect.pto.base import PtoOp


def check_is_no_text(module: ModuleOp) -> None:
    """
    Check that a module is not in the assembler's dialect yet.

    Raises:
        CompileError: it is.
    """
    for op in module.walk():
        if isinstance(op, PtoOp):
            fail_is_text(op)


def fail_is_text(op: Operation) -> NoReturn:
    """
    Stop at an operation of the assembler's dialect.

    Raises:
        CompileError: always.
    """
    fail(
        op,
        f"'{op.name}': this is .pto text already; pto-opt checks and prints it, pto-run runs it",
    )
