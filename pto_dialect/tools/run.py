"""
`pto-run`: execute a kernel, tile IR, placed IR or a `.pto` file on numpy.

    pto-run kernel.py:softmax --check
    pto-run softmax.pto --input x=x.npy --output results

Tensors come from `.npy` files in the order of the arguments, or by name (`NAME=FILE`); those that
are not given are random. Sizes that are known at run time only and scalars are set with `--set
NAME=VALUE`, and so are the cores that run: `block_num` blocks (default 1) of which only `block_idx`
runs if it is given, and `subblock_num` and `subblock_idx` for the vector cores of a block.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import (
    Level,
    run_compiled,
    run_function,
)
from pto_dialect.interpreter.arguments import (
    DEFAULT_EXTENT,
    Signature,
    dynamic_dims,
    element_dtype,
    is_tensor,
    names_of,
    naming_made_up,
    random_arguments,
)
from pto_dialect.interpreter.check import PLANNERS, Outcome, check_levels
from pto_dialect.interpreter.cores import Grid
from pto_dialect.interpreter.dtypes import Array, is_array, is_float_dtype
from pto_dialect.interpreter.kernels import kernel_named, kernels_in
from pto_dialect.interpreter.low_precision import numbers
from pto_dialect.interpreter.stores import Stores
from pto_dialect.interpreter.trace import Trace
from pto_dialect.language.compiler import Options, compile_module, rotation
from pto_dialect.language.module import tile_module
from pto_dialect.machine.targets import TARGETS
from pto_dialect.mem import PlaceOp
from pto_dialect.module_attributes import target_of
from pto_dialect.pto.verify import verify_pto
from pto_dialect.tile.types import dims_text
from pto_dialect.tools.compile import find_kernels, load_kernels, read_module, split_input
from pto_dialect.tools.driver import UsageError, run_tool
from pto_dialect.tools.verifier import verify

LEVELS: tuple[Level, ...] = ("tile", "placed", "pto")
"""Where a kernel can be run, from the author's to the assembler's."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("pto-run", description="Execute a kernel on numpy.")
    parser.add_argument(
        "input",
        metavar="FILE[:KERNEL]",
        help="a Python file with kernels, tile or placed IR (.mlir), or .pto text; the name of a "
        "kernel if there are several",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        help="where to run it; what is above is compiled (default: the level of the file)",
    )
    parser.add_argument(
        "--target", choices=list(TARGETS), help="NPU generation (default: the module's, else a3)"
    )
    parser.add_argument(
        "--planner",
        choices=PLANNERS,
        default=PLANNERS[0],
        help="memory planner, if it is compiled (default: %(default)s)",
    )
    parser.add_argument(
        "--input",
        dest="files",
        nargs="+",
        action="extend",
        default=[],
        metavar="[NAME=]FILE.npy",
        help="tensors, in order or by name; the others are random (may be repeated)",
    )
    parser.add_argument(
        "--seed", type=_seed, default=0, metavar="N", help="seed of the random tensors (default: 0)"
    )
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"a scalar argument (default: 1), or a size (default: {DEFAULT_EXTENT})",
    )
    parser.add_argument(
        "--output", metavar="DIR", help="directory for the tensors stored to, as NAME.npy"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="run every level with every planner on random tensors and compare",
    )
    parser.add_argument(
        "--trace", action="store_true", help="print each tile with its bytes and its place"
    )
    parser.add_argument("--debug", action="store_true", help="show the Python traceback of errors")
    return parser


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a seed is an integer from 0 on, not '{text}'")
    return int(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run `pto-run` with these arguments (default: those of the process); its exit code."""
    return run_tool(lambda: _run(_parser().parse_args(argv)), argv)


def _run(args: argparse.Namespace) -> None:
    settings = dict(_setting(text) for text in args.settings)
    path, kernel = split_input(args.input)
    if args.check:
        if args.files or args.output or args.trace or args.level:
            raise UsageError(
                "--check runs every level on random tensors: --input, --output, --trace and "
                "--level do not go with it"
            )
        _check(path, kernel, args, settings)
        return
    # The functions of `.pto` text belong together, so those that are not named stay.
    name, kernel = (kernel, None) if Path(path).suffix == ".pto" else (None, kernel)
    module = read_module(path, kernel, args.target)
    verify(module)
    own = level_of(module)
    level: Level = args.level or own
    is_above = LEVELS.index(level) > LEVELS.index(own)
    if (own == "placed" and is_above) or (own == "pto" != level):
        raise CompileError(f"'{path}' is at level {own} and cannot be run at level {level}")
    function = kernel_named(module, name)
    grid = _grid(names_of(function), settings)
    arguments, known = _arguments(function, args.files, args.seed, settings)
    stores = Stores([a for a in arguments if is_array(a)])
    listeners = (stores, Trace(sys.stdout)) if args.trace else (stores,)
    if own == "tile" != level:
        options = Options(
            target=args.target or target_of(module).name,
            planner=args.planner,
            rotate=rotation(None, os.environ),
        )
        run = partial(run_compiled, compile_module(module, options), name=name)
    else:
        run = partial(_run_module, module, name, target=args.target)
    with naming_made_up(function, known):
        run(arguments, level=level, listeners=listeners, grid=grid)
    for argument, value in zip(names_of(function), arguments, strict=True):
        if is_array(value) and stores.has(value):
            _report(argument, value, args.output)


def _run_module(
    module: ModuleOp, name: str | None, arguments: Sequence[Any], *, level: Level, **options: Any
) -> None:
    try:
        run_function(module, name, arguments, level=level, **options)
    except DiagnosticException:
        raise
    except Exception:
        verify_pto(module)  # It need not obey the assembler's rules. Perhaps it should.
        raise


def level_of(module: ModuleOp) -> Level:
    """The level that the operations of a module belong to."""
    level: Level = "tile"
    for op in module.walk():
        if op.name.startswith("pto."):
            return "pto"
        if isinstance(op, PlaceOp):
            level = "placed"
    return level


# ---- Comparing the levels ----


def _check(
    path: str, kernel: str | None, args: argparse.Namespace, settings: Mapping[str, float]
) -> None:
    for module in _modules(path, kernel, args.target):
        if (own := level_of(module)) != "tile":
            raise CompileError(
                f"'{path}' is at level {own}; only a kernel or tile IR has levels to compare"
            )
        sizes = dict(settings)
        grid = _grid([n for k in kernels_in(module) for n in names_of(k)], sizes)
        for outcome in check_levels(
            module, seed=args.seed, given=sizes, target=args.target, grid=grid
        ):
            print(_line(outcome))


def _modules(path: str, kernel: str | None, target: str | None) -> Iterator[ModuleOp]:
    """The kernel of that name, or each of the file."""
    if kernel is not None or Path(path).suffix != ".py":
        yield read_module(path, kernel, target)
        return
    for found in find_kernels(load_kernels(path), None, path):
        yield tile_module(found, target or "a3")


def _line(outcome: Outcome) -> str:
    if outcome.refused is not None:
        text = f"does not compile: {outcome.refused.message}"
    else:
        text = "placed and pto equal tile" + (", bit by bit" if outcome.is_exact else "")
    return f"{outcome.kernel}: planner {outcome.planner}: {text}"


# ---- Arguments and results ----


def _setting(text: str) -> tuple[str, float]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"--set takes NAME=VALUE, not '{text}'")
    number = _number(value)
    if number is None:
        raise UsageError(f"--set {name} takes a number, not '{value}'")
    return name, number


def _number(text: str) -> float | None:
    """A number; of integers every digit counts."""
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        return int(number) if number % 1 == 0 else number
    return None


def _grid(names: Sequence[str], settings: dict[str, float]) -> Grid:
    """The cores that run, whose settings are taken out unless an argument has the name."""
    given = {
        field.name: settings.pop(field.name)
        for field in fields(Grid)
        if field.name in settings and field.name not in names
    }
    if wrong := [name for name, value in given.items() if not isinstance(value, int)]:
        raise UsageError(f"--set {wrong[0]} takes a whole number, not {given[wrong[0]]}")
    return Grid(**{name: int(value) for name, value in given.items()})


def _arguments(
    function: Signature, files: Sequence[str], seed: int, settings: Mapping[str, float]
) -> tuple[list[Any], Mapping[str, float]]:
    """The arguments of a run, and the scalars and sizes among them that are not made up."""
    given = _tensors(function, files)
    sizes = {
        name: given[index].shape[d] for index, d, name in dynamic_dims(function) if index in given
    }
    known = {**sizes, **settings}
    values = random_arguments(function, seed, known, without=given)
    return [given.get(index, value) for index, value in enumerate(values)], known


def _tensors(function: Signature, files: Sequence[str]) -> dict[int, Array]:
    """The arrays of `--input`, by the index of their argument."""
    names = names_of(function)
    tensors = [a.index for a in function.args if is_tensor(a)]
    found: dict[int, Array] = {}
    position = 0
    for text in files:
        name, equals, path = text.partition("=")
        if not equals or Path(text).exists():
            path = text
            if position >= len(tensors):
                raise CompileError(f"there are {len(tensors)} tensors, {len(files)} files given")
            index = tensors[position]
            position += 1
        elif name not in names:
            listed = ", ".join(names[i] for i in tensors) or "none"
            raise CompileError(f"there is no tensor '{name}'; there are: {listed}")
        else:
            index = names.index(name)
            if index not in tensors:
                raise CompileError(f"argument '{name}' is no tensor; use --set {name}=VALUE")
        if index in found:
            raise CompileError(f"there are two files for argument '{names[index]}'")
        found[index] = _read_array(path, element_dtype(function.args[index]))
    return found


def _read_array(path: str, dtype: np.dtype[Any]) -> Array:
    try:
        with open(path, "rb") as file:
            array: Array = np.lib.format.read_array(file, allow_pickle=False)
    except (OSError, MemoryError):
        raise
    except Exception as error:  # numpy's reader of headers raises what Python's tokenizer does
        raise CompileError(f"'{path}' is no .npy file of numbers") from error
    # The format has no name for bf16 and fp8: their bytes come back without a type.
    if array.dtype.kind == "V" and array.dtype.itemsize == dtype.itemsize:
        array = array.view(dtype)
    return np.ascontiguousarray(array)


def _report(name: str, tensor: Array, directory: str | None) -> None:
    """Say what is in a tensor that was stored to, and write it."""
    wide = numbers(tensor)
    wide = wide.astype(np.float64) if is_float_dtype(wide.dtype) else wide
    low, high = np.fmin.reduce(wide, axis=None), np.fmax.reduce(wide, axis=None)
    print(f"{name}: {dims_text(tensor.shape)} {tensor.dtype}, {low} to {high}")
    if directory is not None:
        Path(directory).mkdir(parents=True, exist_ok=True)
        np.save(Path(directory) / f"{name}.npy", tensor)
