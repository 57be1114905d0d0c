"""
Running a function of a module from Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import Interpreter

from pto_dialect.diagnostics import CompileError, fail
from pto_dialect.interpreter.arguments import in_order, lowered_arguments
from pto_dialect.interpreter.control_flow import CfTable, FuncTable, ScfTable
from pto_dialect.interpreter.core import FunctionTable, NumpyInterpreter
from pto_dialect.interpreter.global_memory import MemRefTable
from pto_dialect.interpreter.placed_level import Memories, PlacedScfTable, PlacedTable
from pto_dialect.interpreter.pto_level import PtoTable
from pto_dialect.interpreter.scalars import ArithTable
from pto_dialect.interpreter.tile_level import IgnoredPlacements, TileValueTable
from pto_dialect.machine.targets import TARGETS, Target
from pto_dialect.module_attributes import target_of

Level: TypeAlias = Literal["tile", "placed", "pto"]
"""Which operations a function consists of, and how its tiles are kept."""


def function_named(module: ModuleOp, name: str | None = None) -> FuncOp:
    """
    A function of a module that has a body; without a name the only one.

    Raises:
        CompileError: there is no such function, or several and no name.
    """
    found = {
        op.sym_name.data: op
        for op in module.walk()
        if isinstance(op, FuncOp) and not op.is_declaration
    }
    if name is None:
        if len(found) != 1:
            names = ", ".join(f"'{n}'" for n in found) or "none"
            raise CompileError(f"name one function of the file; it has {names}")
        return next(iter(found.values()))
    if name not in found:
        names = ", ".join(f"'{n}'" for n in found) or "none"
        raise CompileError(f"there is no function '{name}'; the file has {names}")
    return found[name]


def run_function(
    module: ModuleOp,
    name: str | None,
    arguments: Sequence[Any] | Mapping[str, Any],
    *,
    level: Level = "tile",
    target: str | None = None,
    listeners: tuple[Interpreter.Listener, ...] = (),
) -> tuple[Any, ...]:
    """
    Run a function on numpy arrays and numbers, in the order of its arguments or by their names;
    the arrays that it stores to are updated in place. Returns what it returns.

    `target` is the machine whose memories are used (default: the module's).

    Raises:
        CompileError: the arguments do not fit, or the function does what it must not; the
            place of the operation is in the error.
    """
    function = function_named(module, name)
    values = in_order(function, arguments)
    tables = _tables(module, level, target)
    interpreter = NumpyInterpreter(module, level, tables, listeners)
    with np.errstate(all="ignore"):
        results = interpreter.call_op(function, values)
    for table in tables:
        if (left := table.unfinished()) is not None:
            fail(function, left)
    return results


class CompiledLevels(Protocol):
    """A compiled program at each level, as `pl.compile` returns it."""

    @property
    def tile(self) -> ModuleOp:
        """What the author wrote."""
        ...

    @property
    def placed(self) -> ModuleOp:
        """Every tile in its memory."""
        ...

    @property
    def module(self) -> ModuleOp:
        """The program in the dialect of the assembler."""
        ...


def run_compiled(
    compiled: CompiledLevels,
    arguments: Sequence[Any] | Mapping[str, Any],
    *,
    name: str | None = None,
    level: Level = "pto",
    listeners: tuple[Interpreter.Listener, ...] = (),
) -> tuple[Any, ...]:
    """
    Run a kernel of a compiled program at one of its levels. The arguments are those of the kernel
    whatever the level; the arrays that it stores to are updated in place.

    Raises:
        CompileError: as `run_function`.
    """
    function = function_named(compiled.tile, name)
    values: Sequence[Any] = in_order(function, arguments)
    name = function.sym_name.data
    modules = {"tile": compiled.tile, "placed": compiled.placed, "pto": compiled.module}
    if level == "pto":
        values = lowered_arguments(function, values)
    return run_function(modules[level], name, values, level=level, listeners=listeners)


def _tables(module: ModuleOp, level: Level, target: str | None) -> list[FunctionTable]:
    common: list[FunctionTable] = [FuncTable(), CfTable(), ArithTable(), MemRefTable()]
    match level:
        case "tile":
            return [*common, ScfTable(), TileValueTable(), IgnoredPlacements()]
        case "placed":
            return [*common, PlacedScfTable(), PlacedTable(Memories(_target(module, target)))]
        case "pto":
            return [*common, ScfTable(), PtoTable(Memories(_target(module, target)))]


def _target(module: ModuleOp, name: str | None) -> Target:
    if name is None:
        return target_of(module)
    if name not in TARGETS:
        raise CompileError(f"unknown target '{name}', know {', '.join(TARGETS)}")
    return TARGETS[name]
