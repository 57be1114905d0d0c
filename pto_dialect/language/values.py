"""
What a variable of a kernel can hold beside a tile or scalar (an SSA value) and a compile-time
Python object.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeGuard

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from pto_dialect.language.source import Node
from pto_dialect.language.surface import (
    AtomicType,
    Buffer,
    DType,
    Intrinsic,
    MaskPattern,
    MemorySpace,
    PadValue,
    TensorLayout,
    TileLayout,
)
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text, layout_text

if TYPE_CHECKING:
    from typing_extensions import TypeIs


@dataclass(frozen=True)
class TensorValue:
    """
    A tensor in global memory as it is after a certain store. The memory is the same for every
    version; only the newest one can be read.
    """

    memref: SSAValue
    """The memory."""
    version: int
    """Which store it is the result of."""

    @property
    def type(self) -> MemRefType[Attribute]:
        """Shape and element type."""
        type_ = self.memref.type
        assert isa(type_, MemRefType[Attribute])
        return type_

    @property
    def is_array(self) -> bool:
        """Whether it is an array of the core's own and no tensor in global memory."""
        owner = self.memref.owner
        return isinstance(owner, Operation) and owner.name == "memref.alloca"


@dataclass(frozen=True)
class ColumnTensor:
    """
    A tensor of two dimensions that is stored column by column (`pl.DN`). It can be loaded.
    """

    transposed: TensorValue
    """The same memory as a tensor that is stored row by row."""


@dataclass(frozen=True)
class Span:
    """What `start:stop:step` between square brackets says, `None` where it says nothing."""

    start: object
    """The first place."""
    stop: object
    """The place behind the last."""
    step: object
    """How far apart places are."""


@dataclass(frozen=True)
class WindowValue:
    """A part of a tensor, such as `a[i : i + 16, :]`."""

    tensor: TensorValue
    """The whole."""
    offsets: tuple[SSAValue | int, ...]
    """Where it begins in each dimension of the tensor."""
    kept: tuple[int, ...]
    """The dimensions that it has; it is at one place of the others."""
    extents: tuple[int | None, ...]
    """How much of each dimension of the tensor it has, where that is known."""


def as_window(part: TensorValue | WindowValue) -> WindowValue:
    """A tensor as a part of itself; a part as it is."""
    if isinstance(part, WindowValue):
        return part
    extents = tuple(None if e == DYNAMIC else e for e in part.type.get_shape())
    return WindowValue(part, (0,) * len(extents), tuple(range(len(extents))), extents)


def whole_of(part: TensorValue | WindowValue) -> TensorValue:
    """The tensor that a part belongs to; a tensor as it is."""
    return part.tensor if isinstance(part, WindowValue) else part


def part_of(tensor: TensorValue, like: TensorValue | WindowValue) -> TensorValue | WindowValue:
    """The part of a tensor that `like` is of another version of it."""
    return replace(like, tensor=tensor) if isinstance(like, WindowValue) else tensor


@dataclass(frozen=True)
class Undefined:
    """A variable that some path to this point does not assign."""

    reason: str
    """What is wrong with it, to follow its name."""
    where: Node
    """The place that assigns it on the other paths."""


ABSENT = object()
"""Stands for a variable that does not exist."""


@dataclass(eq=False)
class Declaration:
    """A buffer that a kernel declares."""

    label: str
    """Its name."""
    slots: int
    """Number of slots."""
    value: SSAValue
    """What `buffer.declare` yields."""
    variable: str | None
    """The variable through which it is used, `None` before it is used."""


@dataclass(frozen=True)
class BufferUse:
    """A buffer, or a slot of it, as an annotation names it."""

    buffer: Buffer | Declaration
    """The buffer, or the declaration it has already led to."""
    variable: str
    """How the source refers to it."""
    slot: object = None
    """Index of the slot: an integer, an SSA value of type index, or `None`."""


# ---- What a value is ----


def is_value(value: object) -> TypeIs[SSAValue]:
    """Whether a value is an SSA value: a tile or a run-time scalar."""
    return isinstance(value, SSAValue)


def is_tile(value: object) -> TypeGuard[SSAValue[TileType]]:
    """Whether a value is a tile."""
    return is_value(value) and isinstance(value.type, TileType)


def is_scalar(value: object) -> TypeGuard[SSAValue]:
    """Whether a value is a run-time scalar."""
    return is_value(value) and (
        isinstance(value.type, IndexType) or is_int(value.type) or is_float(value.type)
    )


def is_number(value: object) -> TypeGuard[SSAValue | int | float]:
    """Whether a value is a number, of compile time or run time."""
    return isinstance(value, int | float) or is_scalar(value)


def is_constant(value: object) -> TypeGuard[int]:
    """Whether a value is an integer of compile time and no boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_integer(value: object) -> TypeGuard[SSAValue | int]:
    """Whether a value is an integer and no boolean, of compile time or run time."""
    if is_value(value):
        type_ = value.type
        return isinstance(type_, IndexType) or (is_int(type_) and type_.bitwidth > 1)
    return is_constant(value)


def is_sequence(value: object) -> TypeIs[tuple[object, ...] | list[object]]:
    """Whether a value is a tuple or a list."""
    return isinstance(value, tuple | list)


def is_int(type_: Attribute) -> TypeGuard[IntegerType]:
    """Whether a scalar type is an integer type, which index is not."""
    return isinstance(type_, IntegerType)


def is_float(type_: Attribute) -> TypeGuard[AnyFloat]:
    """Whether a scalar type is a floating-point type."""
    return isa(type_, AnyFloat)


@dataclass(frozen=True)
class ReservedBuffer:
    """Memory where this core receives, as `pl.reserve_buffer` returns it."""

    label: str
    """Its name."""
    memory: SSAValue
    """The memory."""


@dataclass(frozen=True)
class PeerBuffer:
    """Memory where another core receives, as `pl.import_peer_buffer` returns it."""

    label: str
    """Its name."""
    function: str
    """The function that reserves it."""


def describe(value: object) -> str:
    """A value in words."""
    if is_tile(value):
        return f"a tile of {dims_text(value.type.extents)}x{value.type.element_type}"
    if is_value(value):
        return f"a scalar of type {value.type}"
    match value:
        case TensorValue():
            what = "an array" if value.is_array else "a tensor"
            return f"{what} of {dims_text(value.type.get_shape())}x{value.type.element_type}"
        case ColumnTensor(tensor):
            extents = dims_text(tensor.type.get_shape()[::-1])
            return f"a tensor of {extents}x{tensor.type.element_type} stored column by column"
        case WindowValue():
            return f"a part of {describe(value.tensor)}"
        case Buffer() | BufferUse() | Declaration():
            return "a buffer"
        case ReservedBuffer():
            return f"the reserved memory '{value.label}'"
        case PeerBuffer():
            return f"the memory '{value.label}' of '{value.function}'"
        case Intrinsic():
            return f"pl.{value.name}"
        case str():
            return f"the text {value!r}"
        case _:
            return "a list of values" if is_sequence(value) else _described_object(value)


def tell_apart(value: object, other: object) -> tuple[str, str]:
    """Two different values in words that differ."""
    texts = describe(value), describe(other)
    if texts[0] != texts[1]:
        return texts
    if not is_tile(value) or not is_tile(other):
        return texts[0], f"another one, {texts[1]}"
    details = zip(_details(value.type), _details(other.type), strict=True)
    one, another = next((pair for pair in details if pair[0] != pair[1]), ("", ""))
    return texts[0] + one, texts[1] + another


def _details(tile: TileType) -> Sequence[str]:
    """What there is to say about a tile beside its shape and elements, what matters most first."""
    return (
        f" in {tile.memory_space or 'another memory'}",
        f" with valid {dims_text(tile.valid_extents)}",
        f" stored as {layout_text(tile)}",
        f" with padding {tile.pad.data}",
        f" packed {tile.compact.data}",
    )


def ways_out(value: object) -> Sequence[str]:
    """What to do with a value that is no tile where one is needed."""
    in_memory = isinstance(value, TensorValue | ColumnTensor | WindowValue)
    is_array = isinstance(value, TensorValue) and value.is_array
    return ["pl.load it into a tile first"] if in_memory and not is_array else []


def _described_object(value: object) -> str:
    """An object of compile time in words that are the same each time."""
    match value:
        case MemorySpace() | PadValue() | MaskPattern() | TileLayout() | TensorLayout():
            return f"pl.{value}"
        case AtomicType():
            return f"pl.{value}"
        case type():
            return value.__name__
        case None | int() | float() | complex() | bytes() | DType():
            return repr(value)
        case _:
            return f"a value of type {type(value).__name__}"
