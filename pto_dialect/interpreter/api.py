"""
Running a function of a module from Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerType, MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import Interpreter
from xdsl.ir import Attribute, BlockArgument
from xdsl.utils.hints import isa

from pto_dialect.diagnostics import CompileError, display_name, fail
from pto_dialect.interpreter.core import FunctionTable, NumpyInterpreter
from pto_dialect.interpreter.dtypes import (
    Array,
    is_float_dtype,
    numpy_dtype,
    round_scalar,
    scalar_bits,
    wrap,
)
from pto_dialect.interpreter.global_memory import MemRefTable
from pto_dialect.interpreter.placed_level import Memories, PlacedScfTable, PlacedTable
from pto_dialect.interpreter.pto_level import Pointer, PtoTable
from pto_dialect.interpreter.scalars import ArithTable, ScfTable
from pto_dialect.interpreter.tile_level import IgnoredPlacements, TileValueTable
from pto_dialect.machine.targets import TARGETS, Target
from pto_dialect.module_attributes import target_of
from pto_dialect.pto.types import PtrType
from pto_dialect.tile.types import dims_text

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


def argument_value(argument: BlockArgument, value: Any) -> Any:
    """
    What a caller passes for an argument, as the interpreter holds it. Arrays are not copied.

    Raises:
        CompileError: it does not fit the argument's type.
    """
    type_ = argument.type
    name = display_name(argument)
    if isa(type_, MemRefType[Attribute]):
        return _tensor(name, type_, value)
    if isinstance(type_, PtrType):
        return _pointer(name, type_, value)
    if isa(type_, IntegerType) or isinstance(type_, IndexType):
        return wrap(int(value), scalar_bits(type_))
    if is_float_dtype(numpy_dtype(type_)):
        return round_scalar(float(value), type_)
    raise CompileError(f"argument '{name}' of type {type_} cannot be passed")


def _pointer(name: str, type_: PtrType, value: Any) -> Pointer:
    if not isinstance(value, np.ndarray):
        raise CompileError(f"argument '{name}' is an array, not {type(value).__name__}")
    array = cast(Array, value)
    dtype = numpy_dtype(type_.element_type)
    if array.dtype != dtype:
        raise CompileError(f"argument '{name}' has elements {array.dtype}, expected {dtype}")
    if not array.flags.c_contiguous:
        raise CompileError(f"argument '{name}' is not stored row by row without gaps")
    return Pointer(array.reshape(-1), 0)


def _tensor(name: str, type_: MemRefType[Attribute], value: Any) -> Array:
    if not isinstance(value, np.ndarray):
        raise CompileError(f"argument '{name}' is an array, not {type(value).__name__}")
    array = cast(Array, value)
    dtype, shape = numpy_dtype(type_.element_type), type_.get_shape()
    if array.dtype != dtype:
        raise CompileError(f"argument '{name}' has elements {array.dtype}, expected {dtype}")
    if len(shape) != array.ndim or any(
        s not in (DYNAMIC_INDEX, v) for s, v in zip(shape, array.shape, strict=True)
    ):
        raise CompileError(
            f"argument '{name}' has shape {dims_text(array.shape)}, expected {dims_text(shape)}"
        )
    return array


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
    values = _in_order(function, arguments)
    tables = _tables(module, level, target)
    interpreter = NumpyInterpreter(module, level, tables, listeners)
    with np.errstate(all="ignore"):
        results = interpreter.call_op(function, values)
    for table in tables:
        if (left := table.unfinished()) is not None:
            fail(function, left)
    return results


def _in_order(function: FuncOp, arguments: Sequence[Any] | Mapping[str, Any]) -> tuple[Any, ...]:
    name = function.sym_name.data
    formal = function.args
    if isinstance(arguments, Mapping):
        names = [display_name(a) for a in formal]
        if wrong := [n for n in arguments if n not in names]:
            raise CompileError(f"'{name}' has no argument '{wrong[0]}', but {', '.join(names)}")
        if missing := [n for n in names if n not in arguments]:
            raise CompileError(f"'{name}' needs argument '{missing[0]}'")
        arguments = [arguments[n] for n in names]
    if len(arguments) != len(formal):
        raise CompileError(f"'{name}' takes {len(formal)} arguments, {len(arguments)} given")
    return tuple(argument_value(a, v) for a, v in zip(formal, arguments, strict=True))


def _tables(module: ModuleOp, level: Level, target: str | None) -> list[FunctionTable]:
    common: list[FunctionTable] = [ArithTable(), MemRefTable()]
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
