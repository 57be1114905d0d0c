"""
Running a kernel on numpy arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pto_dialect.language.compiler import compile
from pto_dialect.language.kernel import Kernel, Program
from pto_dialect.language.module import tile_module
from pto_dialect.tools.verifier import verify

if TYPE_CHECKING:
    from pto_dialect.interpreter.api import Level


def run(
    kernel: Kernel | Program,
    *arguments: Any,
    name: str | None = None,
    level: Level = "tile",
    target: str = "a3",
    planner: str = "pack",
    block_num: int = 1,
) -> None:
    """
    Execute a kernel on numpy, without an NPU. `arguments` are the kernel's own, in order: arrays
    for tensors (those that it stores to are filled), numbers for scalars. Of a program, `name`
    says which kernel; a cube and a vector function that pass tiles to each other are one
    (`cube+vector`), whose arguments are those of the cube function, then what the vector function
    has besides. `block_num` blocks run it.

    `level` is `tile` (tiles are values), `placed` (tiles are bytes of on-chip memory) or `pto`
    (only what the `.pto` text says counts). `target` and `planner` as for `pl.compile`.

    Raises:
        CompileError: the kernel has an error, the arguments do not fit, or something undefined
            reaches a store, a scalar or a branch.
    """
    from pto_dialect.interpreter.api import run_compiled, run_function
    from pto_dialect.interpreter.cores import Grid

    grid = Grid(block_num=block_num)
    if level == "tile":
        module = tile_module(kernel, target)
        verify(module)
        run_function(module, name, arguments, level=level, target=target, grid=grid)
    else:
        compiled = compile(kernel, target=target, planner=planner)
        run_compiled(compiled, arguments, name=name, level=level, grid=grid)
