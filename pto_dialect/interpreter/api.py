"""
Running a function of a module from Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import Interpreter

from pto_dialect.diagnostics import CompileError, fail
from pto_dialect.interpreter.arguments import in_order, lowered_kernel_arguments, names_of
from pto_dialect.interpreter.control_flow import CfTable, ScfTable
from pto_dialect.interpreter.core import FunctionTable, NumpyInterpreter
from pto_dialect.interpreter.cores import CoreId, Grid
from pto_dialect.interpreter.global_memory import MemRefTable
from pto_dialect.interpreter.kernels import (
    CoreFuncTable,
    Kernel,
    counterpart,
    kernel_named,
    kinds_of,
    vector_cores,
)
from pto_dialect.interpreter.placed_level import Memories, PlacedScfTable, PlacedTable
from pto_dialect.interpreter.pto_level import PtoTable
from pto_dialect.interpreter.queues import Chip
from pto_dialect.interpreter.scalars import ArithTable
from pto_dialect.interpreter.tile_level import IgnoredPlacements, TileValueTable
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.targets import TARGETS, Target
from pto_dialect.module_attributes import functions_in, target_of
from pto_dialect.pto.levels import MEMORY_BYTES

ONE_BLOCK = Grid()
"""One block with all its cores."""
Level: TypeAlias = Literal["tile", "placed", "pto"]
"""Which operations a function consists of, and how its tiles are kept."""


def function_named(module: ModuleOp, name: str | None = None) -> FuncOp:
    """
    A function of a module that has a body; without a name the only one.

    Raises:
        CompileError: there is no such function, or several and no name.
    """
    found = {function.sym_name.data: function for function in functions_in(module)}
    if name is None:
        if len(found) != 1:
            names = ", ".join(f"'{n}'" for n in found) or "none"
            fail(module, f"name one function of the file; it has {names}")
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
    grid: Grid = ONE_BLOCK,
) -> tuple[Any, ...]:
    """
    Run the function of that name, or without a name the only kernel (`kernels.kernel_named`), as
    `run_kernel` does.

    Raises:
        CompileError: as there; or there is no such function.
    """
    return run_kernel(
        module,
        kernel_named(module, name),
        arguments,
        level=level,
        target=target,
        listeners=listeners,
        grid=grid,
    )


def run_kernel(
    module: ModuleOp,
    kernel: Kernel,
    arguments: Sequence[Any] | Mapping[str, Any],
    *,
    level: Level,
    target: str | None = None,
    listeners: tuple[Interpreter.Listener, ...] = (),
    grid: Grid = ONE_BLOCK,
) -> tuple[Any, ...]:
    """
    Run a kernel of a module on numpy arrays and numbers, in the order of its arguments or by their
    names; the arrays that it stores to are updated in place. It runs on the cores of `grid`.
    Returns what its function returns; if several run, nothing. `target` is the machine whose
    memories are used (default: the module's).

    Raises:
        CompileError: the arguments do not fit, or the kernel does what it must not; the place of
            the operation is in the error.
    """
    machine = _target(module, target)
    values = dict(zip(names_of(kernel), in_order(kernel, arguments), strict=True))
    jobs = list(_jobs(kernel, grid))
    chip = Chip([core for _, core in jobs])
    # The assembler knows more of a memory than our compiler uses of it.
    sizes: Mapping[str, int] = {str(space): size for space, size in machine.capacity.items()}
    if level == "pto":
        sizes = MEMORY_BYTES[machine.name]
    memories: dict[tuple[int, int], Memories] = {}

    def task(function: FuncOp, core: CoreId) -> Callable[[], tuple[Any, ...]]:
        here = memories.setdefault((core.block, core.subblock), Memories(machine, sizes))
        tables = _tables(level, here, core, chip)
        interpreter = NumpyInterpreter(module, level, tables, listeners)

        def run() -> tuple[Any, ...]:
            with np.errstate(all="ignore"):
                results = interpreter.call_op(
                    function, tuple(values[n] for n in names_of(function))
                )
            for table in tables:
                if (left := table.unfinished()) is not None:
                    fail(function, left)
            return results

        return run

    results = chip.turns.run([task(function, core) for function, core in jobs])
    if (left := chip.unfinished()) is not None:
        fail(kernel.functions[0], left)
    return results[0] if len(results) == 1 else ()


def _jobs(kernel: Kernel, grid: Grid) -> Iterator[tuple[FuncOp, CoreId]]:
    """Each function with each core that runs it, block by block, the cube core first."""
    kinds = {f: kinds_of(f) for f in kernel.functions}
    count = vector_cores(kernel.functions) if grid.subblock_num is None else grid.subblock_num
    for block in grid.blocks():
        for kind in (Core.CUBE, Core.VECTOR):
            for function in (f for f in kernel.functions if kind in kinds[f]):
                for subblock in grid.subblocks(count) if kind is Core.VECTOR else (0,):
                    yield function, CoreId(kind, block, subblock, grid.block_num, count)


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
    grid: Grid = ONE_BLOCK,
) -> tuple[Any, ...]:
    """
    Run a kernel of a compiled program at one of its levels. The arguments are those of the kernel
    whatever the level; the arrays that it stores to are updated in place.

    Raises:
        CompileError: as `run_function`.
    """
    kernel = kernel_named(compiled.tile, name)
    values: Sequence[Any] = in_order(kernel, arguments)
    modules = {"tile": compiled.tile, "placed": compiled.placed, "pto": compiled.module}
    there = counterpart(kernel, modules[level])
    if level == "pto":
        values = lowered_kernel_arguments(kernel, values, there, blocks=grid.block_num)
    return run_kernel(modules[level], there, values, level=level, listeners=listeners, grid=grid)


def _tables(level: Level, memories: Memories, core: CoreId, chip: Chip) -> list[FunctionTable]:
    common = [CfTable(), ArithTable(), MemRefTable(), CoreFuncTable(core.kind)]
    match level:
        case "tile":
            return [*common, ScfTable(), TileValueTable(core, chip), IgnoredPlacements()]
        case "placed":
            return [*common, PlacedScfTable(), PlacedTable(memories, core, chip)]
        case "pto":
            return [*common, ScfTable(), PtoTable(memories, core, chip)]


def _target(module: ModuleOp, name: str | None) -> Target:
    if name is None:
        return target_of(module)
    if name not in TARGETS:
        raise CompileError(f"unknown target '{name}', know {', '.join(TARGETS)}")
    return TARGETS[name]
