"""
Which block runs, in tile IR: the first one, which is the only one.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImplResult,
    PythonValues,
)
from xdsl.ir import Operation

from pto_dialect.interpreter.core import Function
from pto_dialect.tile.ops import launch


def _number(value: int) -> Function:
    def run(
        table: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> OpImplResult:
        return OpImplResult((value,), None)

    return run


IMPLEMENTATIONS: Mapping[type[Operation], Function] = {
    launch.BlockIdxOp: _number(0),
    launch.BlockNumOp: _number(1),
    launch.SubblockIdxOp: _number(0),
    launch.SubblockNumOp: _number(1),
}
"""Tile operation to its function."""
