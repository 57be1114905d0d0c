"""
One kernel at every level, with every planner, on the same random inputs.

The reference is the tile level. The others are the placed IR and the `.pto` text, parsed again, of
each planner. Results are compared bit by bit if every operation of the kernel is rounded
correctly (`semantics.Meaning.exact`), else up to `tolerance`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from pto_dialect.diagnostics import CompileError, fail
from pto_dialect.interpreter.api import ONE_BLOCK, Level, run_kernel
from pto_dialect.interpreter.arguments import (
    lowered_kernel_arguments,
    names_of,
    naming_made_up,
    random_arguments,
)
from pto_dialect.interpreter.cores import Grid
from pto_dialect.interpreter.dtypes import Array, is_array, is_float_dtype
from pto_dialect.interpreter.kernels import Kernel, counterpart, kernel_named, kernels_in
from pto_dialect.interpreter.semantics import MEANINGS
from pto_dialect.module_attributes import Planner, target_of

PLANNERS = tuple(p.value for p in Planner)
"""Every memory planner; a kernel has to compile with the first one."""


@dataclass(frozen=True)
class Outcome:
    """What came of one kernel with one planner."""

    kernel: str
    """Name of the function."""
    planner: str
    """Name of the planner."""
    refused: CompileError | None
    """Why the planner does not compile the kernel; `None` if all levels agree."""
    is_exact: bool
    """Whether the results were compared bit by bit."""


def check_levels(
    module: ModuleOp,
    name: str | None = None,
    *,
    seed: int = 0,
    given: Mapping[str, float] | None = None,
    planners: Sequence[str] = PLANNERS,
    target: str | None = None,
    grid: Grid = ONE_BLOCK,
) -> Iterator[Outcome]:
    """
    Run the kernels of a module of tile IR (or the one of that name) at every level on two sets of
    random arguments, one of them without negative numbers, on the cores of `grid`. The module is
    not changed. `given` has scalars and sizes of dimensions by name.

    Raises:
        CompileError: a level fails, or gives other numbers than the tile level; or the first
            planner does not compile the kernel.
    """
    kernels = [kernel_named(module, name)] if name else kernels_in(module)
    target = target or target_of(module).name
    for planner in planners:
        try:
            levels = _levels(module, planner, target)
        except CompileError as error:
            if planner == planners[0]:
                raise
            yield from (Outcome(k.name, planner, error, False) for k in kernels)
            continue
        for kernel in kernels:
            exact = all(map(is_exact, kernel.functions))
            for positive in (False, True):
                arguments = random_arguments(kernel, seed, given, positive=positive)
                with naming_made_up(kernel, given or {}):
                    _check(module, kernel, arguments, levels, planner, target, exact, grid)
            yield Outcome(kernel.name, planner, None, exact)


def _levels(module: ModuleOp, planner: str, target: str) -> dict[Level, ModuleOp]:
    # The compiler is above this package; it is needed only here.
    from pto_dialect.language.compiler import Options, compile_module

    compiled = compile_module(module.clone(), Options(target=target, planner=planner))
    return {"placed": compiled.placed, "pto": _parsed(compiled.pto)}


def _parsed(text: str) -> ModuleOp:
    from xdsl.dialects import get_all_dialects

    from pto_dialect.tools.parser import parse_module
    from pto_dialect.universe import PTO_UNIVERSE

    context = Context()
    for name, factory in {**get_all_dialects(), **PTO_UNIVERSE.all_dialects}.items():
        context.register_dialect(name, factory)
    return parse_module(context, text.encode(), "<.pto text>")


def _check(
    module: ModuleOp,
    kernel: Kernel,
    arguments: Sequence[Any],
    levels: Mapping[Level, ModuleOp],
    planner: str,
    target: str,
    exact: bool,
    grid: Grid,
) -> None:
    expected = _copies(arguments)
    run_kernel(module, kernel, expected, level="tile", target=target, grid=grid)
    for level, there in levels.items():
        where = f"at level {level} with planner {planner}"
        actual = _copies(arguments)
        lowered, values = counterpart(kernel, there), actual
        if level == "pto":
            values = lowered_kernel_arguments(kernel, actual, lowered, blocks=grid.block_num)
        try:
            run_kernel(there, lowered, values, level=level, target=target, grid=grid)
        except CompileError as error:
            notes = (*error.notes, where)
            raise CompileError(error.message, error.position, notes) from error
        for argument, a, b in zip(names_of(kernel), expected, actual, strict=True):
            if is_array(a) and (wrong := difference(a, b, exact=exact)) is not None:
                fail(kernel.functions[0], f"'{argument}' differs {where}: {wrong}")


def _copies(arguments: Sequence[Any]) -> list[Any]:
    return [a.copy() if is_array(a) else a for a in arguments]


def is_exact(function: FuncOp) -> bool:
    """Whether every operation of a tile function is rounded correctly."""
    names = (op.name.removeprefix("tile.") for op in function.walk())
    return all(MEANINGS[name].exact for name in names if name in MEANINGS)


def tolerance(dtype: np.dtype[Any]) -> float:
    """
    How much two floats may differ, relative to the larger of 1 and the largest magnitude in the
    array: 64 units in the last place of f32 and f64, 4 of narrower types; 0 for integers.
    """
    if not is_float_dtype(dtype):
        return 0.0
    one, two = np.asarray(1, dtype), np.asarray(2, dtype)
    last_place = float(np.nextafter(one, two).astype(np.float64)) - 1
    return last_place * (64 if dtype.itemsize >= 4 else 4)


def difference(expected: Array, actual: Array, *, exact: bool) -> str | None:
    """What is different between two arrays, in one line; `None` if nothing. NaN equals NaN."""
    is_float = is_float_dtype(expected.dtype)
    a = expected.astype(np.float64) if is_float else expected
    b = actual.astype(np.float64) if is_float else actual
    same = a == b
    if is_float:
        same |= np.isnan(a) & np.isnan(b)
        if not exact:
            finite = a[np.isfinite(a)]
            scale = max(1.0, float(np.abs(finite).max(initial=0.0)))
            with np.errstate(invalid="ignore"):
                same |= np.abs(a - b) <= tolerance(expected.dtype) * scale
    if same.all():
        return None
    wrong = np.argwhere(~same)
    first = tuple(int(i) for i in wrong[0])
    return (
        f"{len(wrong)} of {same.size} elements, first {list(first)}: {b[first]} instead of "
        f"{a[first]}"
    )
