"""
Calls of operations of the language: their signatures, and their arguments one by one.

In a signature `a|b` is an argument with two names and `a=` one that may be left out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn, TypeVar

from xdsl.ir import Attribute, SSAValue
from xdsl.utils.str_enum import StrEnum

from pto_dialect.language.emitter import INDEX, Emitter, element_type, scalar_type
from pto_dialect.language.scalars import as_element, binary, convert, extreme, sum_of_offsets
from pto_dialect.language.source import Node
from pto_dialect.language.surface import DType, MemorySpace
from pto_dialect.language.values import (
    TensorValue,
    WindowValue,
    describe,
    is_constant,
    is_integer,
    is_number,
    is_sequence,
    is_tile,
    is_value,
    ways_out,
)
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.views import ValidDimOp
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text

_Words = TypeVar("_Words", bound=StrEnum)


class Call:
    """A call of an operation with its arguments in the order of the signature."""

    def __init__(
        self,
        emitter: Emitter,
        name: str,
        spec: OpSpec,
        node: ast.expr,
        values: Sequence[object],
        nodes: Sequence[Node],
    ):
        self.emitter = emitter
        """Where to build."""
        self.name = name
        """The operation as the kernel calls it."""
        self.spec = spec
        """What it takes."""
        self.node = node
        """The call."""
        self.values = values
        """The arguments, `None` where one is left out."""
        self.nodes = nodes
        """Where the arguments stand; the call itself where one is left out."""

    def fail(self, i: int, wanted: str, notes: Sequence[str] = ()) -> NoReturn:
        """Stop because an argument is not what is wanted."""
        value = self.values[i]
        self.emitter.error(
            self.nodes[i],
            f"'{self.spec.names[i][0]}' of pl.{self.name} is {wanted}, not {describe(value)}",
            notes,
        )

    def tile(self, i: int) -> SSAValue[TileType]:
        """Argument `i`, a tile."""
        value = self.values[i]
        if is_tile(value):
            return value
        self.fail(i, "a tile", ways_out(value))

    def type(self, i: int) -> TileType:
        """Type of argument `i`, a tile."""
        return self.tile(i).type

    def tensor(self, i: int) -> TensorValue:
        """Argument `i`, a tensor."""
        value = self.values[i]
        if isinstance(value, TensorValue) and not value.is_array:
            return value
        self.fail(i, "a tensor")

    def window(self, i: int, offsets: Sequence[SSAValue]) -> Window:
        """
        Argument `i`, a tensor or a part of it, with offsets that count from its start.

        Raises:
            CompileError: there is not an offset for each dimension.
        """
        value = self.values[i]
        if not isinstance(value, WindowValue):
            return Window(self.tensor(i), offsets)
        if len(offsets) != len(value.kept):
            self.emitter.error(
                self.node,
                f"a part of a tensor with {len(value.kept)} dimensions has that many offsets, "
                f"{len(offsets)} given",
            )
        whole: list[SSAValue] = []
        given = dict(zip(value.kept, offsets, strict=True))
        for d, start in enumerate(value.offsets):
            offset: SSAValue | int = given.get(d, 0)
            known = constant_value(offset) if isinstance(offset, SSAValue) else offset
            total = sum_of_offsets(
                self.emitter, start, offset if known is None else known, self.node
            )
            whole.append(self.index(total, i))
        return Window(value.tensor, whole, value)

    def sequence(self, i: int, wanted: str) -> Sequence[object]:
        """Argument `i`, a list."""
        value = self.values[i]
        if is_sequence(value):
            return value
        self.fail(i, wanted)

    def shape(self, i: int) -> tuple[int, ...]:
        """Argument `i`, extents known at compile time."""
        wanted = "a list of compile-time integers"
        extents = self.sequence(i, wanted)
        found: list[int] = []
        for extent in extents:
            number = _number_of(extent)
            if not is_constant(number):
                self.fail_item(i, extent, wanted)
            found.append(number)
        if not found or min(found) < 1:
            self.emitter.error(
                self.nodes[i], f"the shape {list(found)} of pl.{self.name} has an empty dimension"
            )
        return tuple(found)

    def fail_item(self, i: int, item: object, wanted: str) -> NoReturn:
        """Stop because a part of an argument is not what is wanted."""
        self.emitter.error(
            self.nodes[i],
            f"'{self.spec.names[i][0]}' of pl.{self.name} is {wanted}, {describe(item)} is none",
        )

    def index(self, value: object, i: int) -> SSAValue:
        """A part of argument `i` as a value of type index."""
        if is_integer(value):
            return convert(self.emitter, value, INDEX, self.nodes[i], self.spec.names[i][0])
        self.fail_item(i, value, "made of integers")

    def offsets(self, i: int) -> list[SSAValue]:
        """Argument `i`, a list of offsets."""
        return [self.index(v, i) for v in self.sequence(i, "a list of integers")]

    def valid(self, i: int, shape: tuple[int, ...]) -> tuple[tuple[int, ...], list[SSAValue]]:
        """
        Argument `i`, the valid extents of a tile of a shape (all of it if left out): extents
        with `DYNAMIC` where one is known at run time only, and those.
        """
        if self.values[i] is None:
            return shape, []
        return self.extents(self.sequence(i, "a list of integers"), i, shape)

    def extents(
        self, given: Sequence[object], i: int, shape: tuple[int, ...]
    ) -> tuple[tuple[int, ...], list[SSAValue]]:
        """Valid extents as `valid` gives them."""
        if len(given) != len(shape):
            self.emitter.error(
                self.nodes[i],
                f"'{self.spec.names[i][0]}' of pl.{self.name} has {len(given)} extents, the tile "
                f"{len(shape)}",
            )
        given = [_number_of(v) for v in given]
        static = tuple(v if is_constant(v) else DYNAMIC for v in given)
        for extent, size in zip(static, shape, strict=True):
            if extent != DYNAMIC and not 0 <= extent <= size:
                self.emitter.error(
                    self.nodes[i],
                    f"valid extents {dims_text(static)} reach outside of the shape "
                    f"{dims_text(shape)}",
                )
        dynamic = [self.index(v, i) for v, s in zip(given, static, strict=True) if s == DYNAMIC]
        return static, dynamic

    def space(self, i: int) -> Space | None:
        """Argument `i`, an on-chip memory space, or nothing."""
        value = self.values[i]
        if value is None:
            return None
        if isinstance(value, MemorySpace) and value is not MemorySpace.DDR:
            return Space(value.value)
        self.fail(i, "an on-chip memory space")

    def word(self, i: int, words: type[_Words]) -> _Words | None:
        """Argument `i`, a word of the language or its name, or nothing."""
        value = self.values[i]
        if value is None:
            return None
        name = str(getattr(value, "value", value))
        if name not in list(words):
            self.fail(i, f"one of {', '.join(words)}")
        return words(name)

    def flag(self, i: int) -> bool:
        """Argument `i`, true or false; false if it is left out."""
        value = self.values[i]
        if value is None:
            return False
        if not isinstance(value, bool | int):
            self.fail(i, "True or False")
        return bool(value)

    def dtype(self, i: int) -> Attribute:
        """Argument `i`, an element type."""
        value = self.values[i]
        if isinstance(value, DType):
            return element_type(value)
        self.fail(i, "an element type")

    def scalar(self, i: int, tile: TileType) -> SSAValue:
        """Argument `i`, a scalar of a tile's element type."""
        type_ = scalar_type(tile.element_type)
        value = self.values[i]
        if not is_number(value):
            self.fail(i, "a number")
        return as_element(self.emitter, value, type_, self.nodes[i], f"pl.{self.name}")


@dataclass(frozen=True)
class Window:
    """Where in a tensor an operation reads or writes."""

    tensor: TensorValue
    """The tensor."""
    offsets: Sequence[SSAValue]
    """Where, for each of its dimensions."""
    part: WindowValue | None = None
    """The part of the tensor that the author has named."""

    def extents(self, tile: TileType) -> Sequence[int] | None:
        """
        How much of each dimension a tile fills, `None` if the valid region of the tile says so
        by itself: if its dimensions are the last ones.
        """
        rank = len(self.offsets)
        valid = tile.valid_extents
        if self.part is None or self.part.kept == tuple(range(rank - len(valid), rank)):
            return None
        extents = [1] * rank
        for d, extent in zip(self.part.kept[::-1], valid[::-1], strict=False):
            extents[d] = extent
        return extents

    def stored(self, tensor: TensorValue) -> TensorValue | WindowValue:
        """The same part of a newer version of the tensor."""
        return tensor if self.part is None else replace(self.part, tensor=tensor)


def _number_of(value: object) -> object:
    """The number that a constant like `pl.const(64, pl.INDEX)` is; any other value as it is."""
    number = constant_value(value) if is_value(value) else None
    return value if number is None else number


Builder = Callable[[Call], object]


@dataclass(frozen=True)
class OpSpec:
    """An operation of the language."""

    signature: str
    """Its arguments."""
    build: Builder
    """Build it and return its value."""

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each argument, the one for messages first."""
        return tuple(
            tuple(p.strip(" =").split("|")) for p in self.signature.split(",") if p.strip()
        )

    @cached_property
    def required(self) -> tuple[bool, ...]:
        """Whether each argument has to be given."""
        return tuple(not p.strip().endswith("=") for p in self.signature.split(",") if p.strip())

    @cached_property
    def positions(self) -> dict[str, int]:
        """Index of each argument by each of its names."""
        positions = {name: i for i, names in enumerate(self.names) for name in names}
        return {"input": 0, **positions} if "tile" in positions else positions


def sliced_valid(
    c: Call, tile: SSAValue[TileType], offsets: Sequence[object], shape: tuple[int, ...]
) -> tuple[tuple[int, ...], list[SSAValue]]:
    """
    What of a window of a tile is valid, the part of the valid region that lies in it: extents
    with `DYNAMIC` where one is known at run time only, and those.
    """
    source = tile.type
    if source.valid_extents == source.extents:
        return shape, []
    valid: list[int] = []
    dynamic: list[SSAValue] = []
    for d, (v, offset, size) in enumerate(zip(source.valid_extents, offsets, shape, strict=False)):
        if v == source.extents[d]:
            valid.append(size)
        elif v != DYNAMIC and isinstance(offset, int):
            valid.append(max(0, min(v - offset, size)))
        else:
            valid.append(DYNAMIC)
            dynamic.append(_rest(c, tile, d, offset, size))
    return tuple(valid), dynamic


def _rest(c: Call, tile: SSAValue[TileType], d: int, offset: object, size: int) -> SSAValue:
    """How much of a window is valid in a dimension: what is left of the tile behind its start."""
    extent: SSAValue | int = tile.type.valid_extents[d]
    if extent == DYNAMIC:
        extent = c.emitter.add_inner(ValidDimOp(tile, d), c.node)
        c.emitter.non_negative.add(extent)
    with c.emitter.unnamed():  # the variable is the window, not this number
        left = extent if offset == 0 else binary(c.emitter, ast.Sub, extent, offset, c.node)
        part = extreme(c.emitter, "min", [left, size], c.node)
        if offset != 0:
            part = extreme(c.emitter, "max", [part, 0], c.node)
    return c.index(part, 0)
