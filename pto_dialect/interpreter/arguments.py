"""
Arguments of a function: checked, brought into the order of the lowered function, or made up.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    IndexType,
    IntegerType,
    MemRefType,
    StringAttr,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.utils.hints import isa

from pto_dialect.diagnostics import CompileError, Note, display_name, fail
from pto_dialect.interpreter.dtypes import (
    HIF8,
    Array,
    is_array,
    is_float_dtype,
    numpy_dtype,
    round_scalar,
    scalar_bits,
    wrap,
)
from pto_dialect.interpreter.kernels import Kernel
from pto_dialect.interpreter.pto_values import GlobalView, Pointer
from pto_dialect.interpreter.rounding import convert
from pto_dialect.interpreter.scalars import constant
from pto_dialect.machine.queues import default_slots
from pto_dialect.pto.global_views import MakeTensorViewOp
from pto_dialect.pto.queues import InitializePipeOp, InitializeQueueOp
from pto_dialect.pto.types import DYNAMIC, PartitionTensorViewType, PtrType, TensorViewType
from pto_dialect.tile.attributes import DIMS
from pto_dialect.tile.types import dims_text
from pto_dialect.tile.workspaces import workspaces

_VIEWS = TensorViewType | PartitionTensorViewType
Signature: TypeAlias = FuncOp | Kernel
"""What has arguments."""

DEFAULT_EXTENT = 96
"""Extent of a dimension that is known at run time only, when none is given."""


def names_of(function: Signature) -> list[str]:
    """The names of a function's arguments, in order."""
    return [display_name(a) for a in function.args]


def _name(function: Signature) -> str:
    return function.name if isinstance(function, Kernel) else function.sym_name.data


def is_tensor(argument: BlockArgument) -> bool:
    """Whether an argument is a tensor in global memory."""
    return isinstance(argument.type, MemRefType | PtrType | _VIEWS)


@cache
def _declared_shape(type_: Attribute) -> tuple[int, ...] | None:
    """The extents of a tensor, `DYNAMIC_INDEX` where unknown; `None` for a pointer."""
    if isa(type_, MemRefType[Attribute]):
        return type_.get_shape()
    if isinstance(type_, _VIEWS):
        return tuple(DYNAMIC_INDEX if d == DYNAMIC else d for d in type_.shape)
    return None


def element_dtype(argument: BlockArgument) -> np.dtype[Any]:
    """
    The numpy type of a tensor's elements.

    Raises:
        CompileError: at the argument: there is none.
    """
    try:
        return _pointed_dtype(argument.type)
    except CompileError as error:
        fail(argument, error.message)


@cache
def _pointed_dtype(type_: Attribute) -> np.dtype[Any]:
    assert isa(type_, MemRefType[Attribute]) or isinstance(type_, PtrType | _VIEWS)
    return numpy_dtype(type_.element_type)


# ---- What a caller passes ----


def in_order(function: Signature, arguments: Sequence[Any] | Mapping[str, Any]) -> tuple[Any, ...]:
    """
    What a caller passes, by position or by name, as the interpreter holds it. Arrays are not
    copied.

    Raises:
        CompileError: an argument is missing, unknown, or does not fit its type.
    """
    name, names = _name(function), names_of(function)
    if isinstance(arguments, Mapping):
        if wrong := [n for n in arguments if n not in names]:
            raise CompileError(f"'{name}' has no argument '{wrong[0]}', but {', '.join(names)}")
        if missing := [n for n in names if n not in arguments]:
            raise CompileError(f"'{name}' needs argument '{missing[0]}'")
        arguments = [arguments[n] for n in names]
    if len(arguments) != len(names):
        raise CompileError(f"'{name}' takes {len(names)} arguments, {len(arguments)} given")
    values = tuple(_value(a, v) for a, v in zip(function.args, arguments, strict=True))
    extents_by_name(function, values)
    _check_apart(function, values)
    return values


def _check_apart(function: Signature, values: Sequence[Any]) -> None:
    """Tensors do not alias each other: the compiler may reorder accesses to different ones."""
    tensors = [
        (display_name(a), v) for a, v in zip(function.args, values, strict=True) if is_array(v)
    ]
    for i, (name, array) in enumerate(tensors):
        for other_name, other in tensors[:i]:
            if np.may_share_memory(array, other):
                raise CompileError(
                    f"arguments '{other_name}' and '{name}' share memory; pass a copy of one"
                )


def _value(argument: BlockArgument, value: Any) -> Any:
    type_, name = argument.type, display_name(argument)
    if is_tensor(argument):
        array = _array(name, element_dtype(argument), value)
        if (declared := _declared_shape(type_)) is not None:
            _check_shape(name, declared, array.shape)
        if isinstance(type_, MemRefType):
            return array
        if not array.flags.c_contiguous:
            raise CompileError(f"argument '{name}' is not stored row by row without gaps")
        if declared is None:
            return Pointer(array.reshape(-1), 0)
        strides = tuple(s // array.itemsize for s in array.strides)
        return GlobalView(array.reshape(-1), 0, array.shape, strides)
    if isinstance(value, np.generic):
        value = value.item()  # pyright: ignore
    return _number(argument, cast(object, value))


def _number(argument: BlockArgument, value: object) -> int | float:
    """A scalar argument as the interpreter holds it."""
    type_, name = argument.type, display_name(argument)
    if not isinstance(value, int | float):
        raise CompileError(f"argument '{name}' is a number, not {type(value).__name__}")
    if isa(type_, IntegerType) or isinstance(type_, IndexType):
        bits = scalar_bits(type_)
        if value % 1 != 0 or not -(1 << (bits - 1)) <= value < 1 << bits:
            raise CompileError(f"argument '{name}' is a whole number of {bits} bits, not {value}")
        return wrap(int(value), bits)
    if isinstance(type_, AnyFloat) and is_float_dtype(numpy_dtype(type_)):
        try:
            return round_scalar(float(value), type_)
        except OverflowError:
            raise CompileError(f"argument '{name}' is too large for {type_}") from None
    fail(argument, f"argument '{name}' of type {type_} cannot be passed")


def _array(name: str, dtype: np.dtype[Any], value: Any) -> Array:
    if not is_array(value):
        raise CompileError(f"argument '{name}' is an array, not {type(value).__name__}")
    if value.dtype != dtype:
        raise CompileError(f"argument '{name}' has elements {value.dtype}, expected {dtype}")
    return value


def _check_shape(name: str, declared: Sequence[int], shape: Sequence[int]) -> None:
    if len(declared) != len(shape) or any(
        d not in (DYNAMIC_INDEX, s) for d, s in zip(declared, shape, strict=True)
    ):
        raise CompileError(
            f"argument '{name}' has shape {dims_text(shape)}, expected {dims_text(declared)}"
        )


# ---- Dimensions that are known at run time only ----


def dynamic_dims(function: Signature) -> Iterator[tuple[int, int, str]]:
    """
    The dimensions of tensor arguments that are known at run time only, in order: index of the
    argument, dimension, name. One without a name is called after its argument, `a.0`.
    """
    for index, argument in enumerate(function.args):
        names = _dim_names(argument)
        for d, extent in enumerate(_declared_shape(argument.type) or ()):
            if extent == DYNAMIC_INDEX:
                name = names[d] if d < len(names) else ""
                yield index, d, name or f"{display_name(argument)}.{d}"


def _dim_names(argument: BlockArgument) -> tuple[str, ...]:
    function = argument.block.parent_op()
    if not isinstance(function, FuncOp) or function.arg_attrs is None:
        return ()
    names = function.arg_attrs.data[argument.index].data.get(DIMS)
    return tuple(n.data for n in names) if isa(names, ArrayAttr[StringAttr]) else ()


def extents_by_name(function: Signature, values: Sequence[Any]) -> dict[str, int]:
    """
    The sizes of the named dimensions, in the order in which they first appear.

    Raises:
        CompileError: two dimensions of one name differ.
    """
    found: dict[str, int] = {}
    for index, d, name in dynamic_dims(function):
        extent = values[index].shape[d]
        if found.setdefault(name, extent) != extent:
            raise CompileError(
                f"dimension '{name}' is {found[name]}, but {extent} in argument "
                f"'{display_name(function.args[index])}'"
            )
    return found


def lowered_arguments(function: FuncOp, arguments: Sequence[Any], *, blocks: int = 1) -> list[Any]:
    """
    The arguments of a tile function in the order of the function that it is lowered to: tensors,
    the workspaces of its queues for this many blocks, scalars, then one number for each distinct
    dimension that is known at run time only.
    """
    pairs = list(zip(function.args, arguments, strict=True))
    return [
        *(v for a, v in pairs if is_tensor(a)),
        *(np.zeros(w.elements * blocks, np.float32) for w in workspaces(function)),
        *(v for a, v in pairs if not is_tensor(a)),
        *extents_by_name(function, arguments).values(),
    ]


def lowered_kernel_arguments(
    kernel: Kernel, arguments: Sequence[Any], lowered: Kernel, *, blocks: int = 1
) -> list[Any]:
    """The arguments of a tile kernel as those of the kernel that it is lowered to."""
    values = dict(zip(names_of(kernel), arguments, strict=True))
    functions = {f.sym_name.data: f for f in kernel.functions}
    found: dict[str, Any] = {}
    for there in lowered.functions:
        here = functions[there.sym_name.data]
        own = [values[name] for name in names_of(here)]
        passed = lowered_arguments(here, own, blocks=blocks)
        for name, value in zip(names_of(there), passed, strict=True):
            found.setdefault(name, value)
    return list(found.values())


# ---- Made up arguments ----


def random_arguments(
    function: Signature,
    seed: int,
    given: Mapping[str, float] | None = None,
    *,
    positive: bool = False,
    without: Container[int] = (),
) -> list[Any]:
    """
    Arguments for a function: normally distributed floats (or, `positive`, ones between 0.5 and
    2), integers from -100 to 100 (0 to 100 where unsigned).

    `given` has scalars and sizes of dimensions by name. A size that is not given is
    `DEFAULT_EXTENT`, an integer 1. The size of what a pointer points to follows from the views
    that the function makes of it.

    Raises:
        CompileError: `given` has an unknown name, or a size does not follow.
    """
    given = given or {}
    _check_given(function, given)
    generator = np.random.default_rng(seed)
    scalars = _scalars(function, given)
    values: list[Any] = [scalars.get(name) for name in names_of(function)]
    for index, same in enumerate(_occurrences(function)):
        if values[index] is not None or index in without:
            continue
        shape = _shape(function, index, same, scalars, given)
        dtype, name = element_dtype(same[0]), display_name(same[0])
        if any(extent < 0 for extent in shape):
            fail(same[0], f"'{name}' cannot have {dims_text(shape)} elements")
        try:
            values[index] = random_array(generator, shape, dtype, positive=positive)
        except (MemoryError, ValueError):  # numpy's; the second for what no address can reach
            fail(same[0], f"there is no memory for '{name}' of {dims_text(shape)} elements")
    return values


@contextmanager
def naming_made_up(function: Signature, given: Mapping[str, float]) -> Generator[None]:
    """Errors of a run with arguments of `random_arguments` say which numbers were made up."""
    try:
        yield
    except CompileError as error:
        extents = {name: DEFAULT_EXTENT for _, _, name in dynamic_dims(function)}
        made_up = {n: v for n, v in (_scalars(function, {}) | extents).items() if n not in given}
        if made_up and error.position is not None:  # else it is not about what runs
            values = ", ".join(f"{name} is {value:g}" for name, value in made_up.items())
            note = Note(f"{values} unless given with --set NAME=VALUE")
            error.notes = (*error.notes, note)
        raise


def _occurrences(function: Signature) -> list[list[BlockArgument]]:
    if isinstance(function, Kernel):
        return function.occurrences()
    return [[argument] for argument in function.args]


def _check_given(function: Signature, given: Mapping[str, float]) -> None:
    """What is given is known, and sizes are whole numbers that are not negative."""
    scalars = [display_name(a) for a in function.args if not is_tensor(a)]
    dims = [*dict.fromkeys(name for _, _, name in dynamic_dims(function))]
    for name, value in given.items():
        if name in dims and value % 1 != 0:
            raise CompileError(f"dimension '{name}' is a whole number, not {value}")
        if name in dims and value < 0:
            raise CompileError(f"dimension '{name}' is {value:g}, expected 0 or more")
        if name not in dims and name not in scalars:
            listed = ", ".join([*scalars, *dims]) or "none"
            raise CompileError(f"there is no scalar or dimension '{name}'; there are: {listed}")


def _scalars(function: Signature, given: Mapping[str, float]) -> dict[str, float]:
    """The scalar arguments by name."""
    return {
        (name := display_name(same[0])): _scalar(same, given.get(name))
        for same in _occurrences(function)
        if not is_tensor(same[0])
    }


def _scalar(same: Sequence[BlockArgument], given: float | None) -> float:
    if given is not None:
        return _number(same[0], given)
    is_extent = isinstance(same[0].type, IndexType) and any(
        isinstance(use.operation, MakeTensorViewOp) for argument in same for use in argument.uses
    )
    return DEFAULT_EXTENT if is_extent else 1


def _shape(
    function: Signature,
    position: int,
    same: Sequence[BlockArgument],
    scalars: Mapping[str, float],
    given: Mapping[str, float],
) -> tuple[int, ...]:
    type_ = same[0].type
    if isinstance(type_, PtrType):
        return _pointed_shape(same, scalars)
    shape = list(_declared_shape(type_) or ())
    for index, d, name in dynamic_dims(function):
        if index == position:
            shape[d] = int(given.get(name, DEFAULT_EXTENT))
    return tuple(shape)


def _pointed_shape(same: Sequence[BlockArgument], scalars: Mapping[str, float]) -> tuple[int, ...]:
    """
    The shape of the only view of a pointer if it has no gaps, else all elements in a row. A
    pointer to the slots of a queue has as many elements as they hold, one that nobody uses one.
    """
    if not any(argument.uses for argument in same):
        return (1,)
    found: set[tuple[int, ...]] = set()
    for use in (use for argument in same for use in argument.uses):
        op = use.operation
        if isinstance(op, MakeTensorViewOp):
            shape = tuple(_known(v, same[0], scalars) for v in op.shape)
            strides = [_known(v, same[0], scalars) for v in op.strides]
            reach = 1 + sum((n - 1) * s for n, s in zip(shape, strides, strict=True))
            found.add(shape if reach == prod(shape) else (reach,))
        elif isinstance(op, InitializePipeOp | InitializeQueueOp):
            slots = default_slots(op.dir_mask.value.data)
            if op.slot_num is not None:
                slots = op.slot_num.value.data
            found.add((op.slot_size.value.data * slots // element_dtype(same[0]).itemsize,))
    if not found:
        name = display_name(same[0])
        fail(
            same[0],
            f"the size of '{name}' does not follow from the function; give it with --input "
            f"{name}=FILE.npy",
        )
    return found.pop() if len(found) == 1 else (max(map(prod, found)),)


def _known(value: SSAValue, tensor: SSAValue, scalars: Mapping[str, float]) -> int:
    owner = value.owner
    if isinstance(owner, ConstantOp):
        return int(constant(owner.value))
    if isinstance(value, BlockArgument):
        scalar = scalars.get(display_name(value))
        if scalar is not None:
            return int(scalar)
    name = display_name(tensor)
    fail(
        tensor,
        f"the size '{display_name(value)}' of a view of '{name}' is computed in the function; give "
        f"it with --input {name}=FILE.npy",
    )


def random_array(
    generator: np.random.Generator,
    shape: Sequence[int],
    dtype: np.dtype[Any],
    *,
    positive: bool = False,
) -> Array:
    """Elements as `random_arguments` describes."""
    if dtype.names is not None and dtype != HIF8:
        unsigned = f"u{dtype.itemsize}"
        numbers = generator.integers(0, np.iinfo(unsigned).max, shape, unsigned, endpoint=True)
        return numbers.view(dtype)
    if is_float_dtype(dtype):
        data = generator.uniform(0.5, 2, shape) if positive else generator.standard_normal(shape)
        return convert(data.astype(np.float32), dtype) if dtype.itemsize < 4 else data.astype(dtype)
    if dtype.kind == "b":
        return generator.integers(0, 2, shape).astype(dtype)
    low = 0 if positive or dtype.kind == "u" else -100
    return generator.integers(low, 101, shape).astype(dtype)
