"""
Running a random kernel at every level, and what it is compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from contexts import every_dialect
from interpreter_ir import module_of
from numpy.typing import NDArray
from property.kernels import Kernel
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp, StringAttr, f16, f32, i32
from xdsl.dialects.builtin import bf16 as bf16_type
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import Level, run_function
from pto_dialect.interpreter.dtypes import numpy_dtype
from pto_dialect.module_attributes import TARGET_ARCH
from pto_dialect.tile.types import TileType
from pto_dialect.tools.verifier import verify

Results = list[list[NDArray[Any]]]
"""For each run of a kernel, the output tensors."""

_DTYPES = {"f32": f32, "f16": f16, "bf16": bf16_type, "i32": i32}


class Rejected(Exception):
    """A buffer cannot hold what is bound to it, and the compiler says so."""


def module(kernel: Kernel, target: str = "a3") -> ModuleOp:
    """The kernel as a verified module for a target."""
    result = module_of(kernel.text)
    result.attributes[TARGET_ARCH] = StringAttr(target)
    return result


def apply(kernel: Kernel, op: ModuleOp, passes: Sequence[ModulePass]) -> None:
    """
    Run passes and verify what they leave.

    Raises:
        Rejected: an error that names a buffer of the kernel.
    """
    for each in passes:
        try:
            each.apply(_context(), op)
        except CompileError as error:
            if any(f"'{name}'" in error.message for name in kernel.buffers):
                raise Rejected(error.message) from error
            raise
        verify(op)


_context = cache(every_dialect)
"""What general passes look dialects up in."""


@cache
def _numbers(dtype: str, shape: tuple[int, int], seed: int) -> NDArray[Any]:
    random = np.random.default_rng(seed)
    if dtype == "i32":
        return random.integers(-100, 100, shape, np.int32)
    numbers = random.standard_normal(shape) * 2
    return numbers.astype(numpy_dtype(_DTYPES[dtype]))


def execute(kernel: Kernel, op: ModuleOp, level: Level) -> Results:
    """What a module stores when it is run as the kernel says."""
    results: Results = []
    for run in kernel.runs:
        tensors = [
            _numbers(dtype, shape, i).copy() for i, (_, dtype, shape) in enumerate(kernel.inputs)
        ]
        outputs = [np.zeros(s, numpy_dtype(_DTYPES[d])) for _, d, s in kernel.outputs]
        scalars = (run.n, run.rows, *map(int, run.flags), run.factor)
        run_function(op, "kernel", [*tensors, *outputs, *scalars], level=level)
        for tensor, (_, dtype, shape), i in zip(tensors, kernel.inputs, range(99), strict=False):
            assert np.array_equal(tensor, _numbers(dtype, shape, i)), "an input was overwritten"
        results.append(outputs)
    return results


def assert_same(kernel: Kernel, actual: Results, expected: Results) -> None:
    """Check that two executions stored the same bits, any NaN for a NaN."""
    for run, ours, theirs in zip(kernel.runs, actual, expected, strict=True):
        for (name, _, _), a, b in zip(kernel.outputs, ours, theirs, strict=True):
            if a.tobytes() == b.tobytes():
                continue
            unsigned = f"u{a.dtype.itemsize}"
            with np.errstate(invalid="ignore"):
                differ = (a.view(unsigned) != b.view(unsigned)) & ~((a != a) & (b != b))
            if differ.any():
                row, column = np.argwhere(differ)[0].tolist()
                raise AssertionError(
                    f"{name}[{row}, {column}] is {a[row, column]}, expected {b[row, column]}, "
                    f"with {run}"
                )


def passes_tiles(op: ModuleOp) -> bool:
    """Whether control flow passes tiles on."""
    return any(
        isinstance(type_, TileType)
        for inner in op.walk()
        if isinstance(inner, scf.ForOp | scf.IfOp)
        for type_ in inner.result_types
    )
