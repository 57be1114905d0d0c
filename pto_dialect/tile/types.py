"""
The type of a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FixedBitwidthType,
    IntAttr,
    IntegerType,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from pto_dialect.hash_once import hash_once
from pto_dialect.machine.spaces import (
    FRACTAL_SIZES,
    BLayout,
    Compact,
    Layout,
    Pad,
    SLayout,
    Space,
    implicit_layout,
)
from pto_dialect.machine.targets import Target, allocated_bytes

DYNAMIC = DYNAMIC_INDEX
"""The extent of a dimension that is known at run time only, printed `?`."""


ELEMENT_BITS = (4, 8, 16, 32, 64)
"""Widths that an element of a tile may have, in bits."""

MAX_BYTES = 2**63 - 1
"""The largest size that 64 bits can count, in bytes."""


def element_bits(element_type: Attribute) -> int:
    """
    Width of an element in bits.

    Raises:
        VerifyException: the type is no element type of a tile.
    """
    if isinstance(element_type, FixedBitwidthType) and element_type.bitwidth in ELEMENT_BITS:
        return element_type.bitwidth
    raise VerifyException(
        f"{element_type} is no element type of a tile, which is an integer or a float of "
        f"{', '.join(map(str, ELEMENT_BITS))} bits"
    )


def is_float(element_type: Attribute) -> bool:
    """Whether an element type is a floating-point type."""
    return not isinstance(element_type, IntegerType)


@irdl_attr_definition
class ExtentsAttr(Data[tuple[int, ...]]):
    """Extents in elements, `DYNAMIC` where unknown."""

    name = "tile.extents"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int, ...]:
        with parser.in_angle_brackets():
            return tuple(parser.parse_dimension_list())

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(dims_text(self.data))


@irdl_attr_definition
class SpaceAttr(Data[Space]):
    """An on-chip memory."""

    name = "tile.space"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Space:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(Space)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data)


_KEYS = ("valid", "blayout", "slayout", "fractal", "pad", "compact")
"""What may be said of a tile behind its shape."""


@irdl_attr_definition
class TileType(ParametrizedAttribute, TypeAttribute):
    """
    A block of data as an immutable value.

    Syntax:

        !tile.tile<[space,] RxCxT [, valid=VRxVC] [, blayout=…] [, slayout=…]
                   [, fractal=…] [, pad=…] [, compact=…]>

    `space` is absent until it is inferred. A key is printed iff it differs from its default:
    the valid region is the whole shape, the layout is the implicit one of the space
    (`machine.spaces.implicit_layout`), `pad` and `compact` are `null`. Every key is stored,
    so that equal layouts are equal types. `?` is an extent that is known at run time only.
    """

    name = "tile.tile"

    shape: ExtentsAttr = param_def()
    element_type: Attribute = param_def()
    space: SpaceAttr | NoneAttr = param_def()
    valid: ExtentsAttr = param_def()
    blayout: StringAttr = param_def()
    slayout: StringAttr = param_def()
    fractal: IntAttr = param_def()
    pad: StringAttr = param_def()
    compact: StringAttr = param_def()

    @staticmethod
    def get(
        shape: Sequence[int],
        element_type: Attribute,
        space: Space | None = None,
        *,
        valid: Sequence[int] | None = None,
        layout: Layout | None = None,
        pad: Pad = Pad.NULL,
        compact: Compact = Compact.NULL,
    ) -> TileType:
        """
        The tile type with these extents (elements; `DYNAMIC` for `?`). What is not given takes
        its default.

        Raises:
            VerifyException: a valid extent is larger than its dimension, or the number of
                extents differs.
        """
        return _tile_type(
            tuple(shape),
            element_type,
            space,
            tuple(shape if valid is None else valid),
            layout,
            pad,
            compact,
        )

    @property
    def extents(self) -> tuple[int, ...]:
        """Physical extents in elements, `DYNAMIC` where unknown."""
        return self.shape.data

    @property
    def valid_extents(self) -> tuple[int, ...]:
        """Extents of the valid region in elements, `DYNAMIC` where unknown."""
        return self.valid.data

    @property
    def memory_space(self) -> Space | None:
        """The on-chip memory, `None` until it is inferred."""
        space = self.space
        return space.data if type(space) is SpaceAttr else None

    @property
    def layout(self) -> Layout:
        """Order of the elements in memory."""
        return Layout(BLayout(self.blayout.data), SLayout(self.slayout.data), self.fractal.data)

    @property
    def has_implicit_layout(self) -> bool:
        """Whether the layout is the one that the space and shape imply."""
        return self.layout == implicit_layout(self.memory_space, self.extents)

    @property
    def dynamic_valid_dims(self) -> tuple[int, ...]:
        """Dimensions whose valid extent is known at run time only."""
        return tuple(d for d, v in enumerate(self.valid_extents) if v == DYNAMIC)

    @property
    def element_bits(self) -> int:
        """Width of an element in bits."""
        return element_bits(self.element_type)

    @property
    def has_static_shape(self) -> bool:
        """Whether every physical extent is known."""
        return DYNAMIC not in self.extents

    @property
    def dense_bytes(self) -> int:
        """Bytes of the elements themselves, without any rounding; the shape must be static."""
        return -(-prod(self.extents) * self.element_bits // 8)

    def allocated_bytes(self, target: Target) -> int:
        """Bytes of an allocation that holds this tile; the shape must be static."""
        return allocated_bytes(
            target,
            self.memory_space,
            self.extents,
            self.element_bits,
            self.layout,
            is_integer=isinstance(self.element_type, IntegerType),
        )

    @property
    def flattened(self) -> TileType:
        """The same tile with its leading dimensions merged; its shape must be static."""
        valid = self.valid_extents
        rows = DYNAMIC if DYNAMIC in valid[:-1] else prod(valid[:-1])
        return TileType.get(
            (prod(self.extents[:-1]), self.extents[-1]),
            self.element_type,
            self.memory_space,
            valid=(rows, valid[-1]),
            layout=None if self.has_implicit_layout else self.layout,
            pad=Pad(self.pad.data),
            compact=Compact(self.compact.data),
        )

    def with_space(self, space: Space) -> TileType:
        """
        The same tile in another space. An implicit layout becomes the implicit layout of the
        new space, an explicit one is kept.
        """
        return _in_space(self, space)

    def copied_to(self, space: Space) -> TileType:
        """The type of a copy in another space, which is stored there as its readers want it."""
        return _copied_to(self, space)

    __hash__ = hash_once

    def verify(self) -> None:
        element_bits(self.element_type)
        shape, valid = self.extents, self.valid_extents
        if not shape:
            raise VerifyException("a tile has at least one dimension")
        if len(valid) != len(shape):
            raise VerifyException(
                f"valid={dims_text(valid)} has {len(valid)} extents, the shape {dims_text(shape)} "
                f"has {len(shape)}"
            )
        if any(d < 1 and d != DYNAMIC for d in shape):
            raise VerifyException(f"the shape {dims_text(shape)} has an empty dimension")
        for v, d in zip(valid, shape, strict=True):
            if v != DYNAMIC and (v < 0 or (d != DYNAMIC and v > d)):
                raise VerifyException(
                    f"valid={dims_text(valid)} reaches outside of the shape {dims_text(shape)}"
                )
        if self.has_static_shape and self.dense_bytes > MAX_BYTES:
            raise VerifyException(f"the size of a tile {dims_text(shape)} overflows 64 bits")
        if self.fractal.data not in FRACTAL_SIZES:
            raise VerifyException(
                f"fractal={self.fractal.data} is none of {', '.join(map(str, FRACTAL_SIZES))}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        blayout: BLayout | None = None
        slayout: SLayout | None = None
        fractal: int | None = None
        valid: list[int] | None = None
        pad = Pad.NULL
        compact = Compact.NULL
        seen = set[str]()
        with parser.in_angle_brackets():
            if (space := parser.parse_optional_str_enum(Space)) is not None:
                parser.parse_punctuation(",")
            shape, element_type = parser.parse_ranked_shape()
            while parser.parse_optional_punctuation(",") is not None:
                key = parser.parse_identifier()
                if key in seen:
                    parser.raise_error(f"'{key}' is given twice")
                seen.add(key)
                parser.parse_punctuation("=")
                match key:
                    case "valid":
                        valid = parser.parse_dimension_list()
                    case "blayout":
                        blayout = parser.parse_str_enum(BLayout)
                    case "slayout":
                        slayout = parser.parse_str_enum(SLayout)
                    case "fractal":
                        fractal = parser.parse_integer(allow_boolean=False)
                    case "pad":
                        pad = parser.parse_str_enum(Pad)
                    case "compact":
                        compact = parser.parse_str_enum(Compact)
                    case _:
                        known = ", ".join(_KEYS)
                        parser.raise_error(f"unknown key '{key}' of a tile, know {known}")
        usual = implicit_layout(space, shape)
        layout = Layout(
            usual.blayout if blayout is None else blayout,
            usual.slayout if slayout is None else slayout,
            usual.fractal if fractal is None else fractal,
        )
        return _parameters(
            tuple(shape),
            element_type,
            space,
            tuple(shape if valid is None else valid),
            layout,
            pad,
            compact,
        )

    def print_parameters(self, printer: Printer) -> None:
        default = implicit_layout(self.memory_space, self.extents)
        with printer.in_angle_brackets():
            if isinstance(self.space, SpaceAttr):
                printer.print_string(f"{self.space.data}, ")
            printer.print_string(f"{dims_text(self.extents)}x")
            printer.print_attribute(self.element_type)
            if self.valid != self.shape:
                printer.print_string(f", valid={dims_text(self.valid_extents)}")
            for key, value, usual in (
                ("blayout", self.blayout.data, default.blayout),
                ("slayout", self.slayout.data, default.slayout),
                ("fractal", self.fractal.data, default.fractal),
                ("pad", self.pad.data, Pad.NULL),
                ("compact", self.compact.data, Compact.NULL),
            ):
                if value != usual:
                    printer.print_string(f", {key}={value}")


def dims_text(dims: Sequence[int]) -> str:
    """Extents as they are written, `64x?`."""
    return "x".join("?" if d == DYNAMIC else str(d) for d in dims)


def layout_text(type_: TileType) -> str:
    """The layout of a tile for messages, `row_major/none_box/512`."""
    return f"{type_.blayout.data}/{type_.slayout.data}/{type_.fractal.data}"


def _parameters(
    shape: tuple[int, ...],
    element_type: Attribute,
    space: Space | None,
    valid: tuple[int, ...],
    layout: Layout,
    pad: Pad,
    compact: Compact,
) -> tuple[Attribute, ...]:
    return (
        ExtentsAttr(shape),
        element_type,
        NoneAttr() if space is None else SpaceAttr(space),
        ExtentsAttr(valid),
        StringAttr(layout.blayout),
        StringAttr(layout.slayout),
        IntAttr(layout.fractal),
        StringAttr(pad),
        StringAttr(compact),
    )


@lru_cache(maxsize=4096)
def _in_space(type_: TileType, space: Space) -> TileType:
    return TileType.get(
        type_.extents,
        type_.element_type,
        space,
        valid=type_.valid_extents,
        layout=None if type_.has_implicit_layout else type_.layout,
        pad=Pad(type_.pad.data),
        compact=Compact(type_.compact.data),
    )


@lru_cache(maxsize=4096)
def _copied_to(type_: TileType, space: Space) -> TileType:
    return TileType.get(
        type_.extents,
        type_.element_type,
        space,
        valid=type_.valid_extents,
        pad=Pad(type_.pad.data),
        compact=Compact(type_.compact.data),
    )


@lru_cache(maxsize=4096)
def _tile_type(
    shape: tuple[int, ...],
    element_type: Attribute,
    space: Space | None,
    valid: tuple[int, ...],
    layout: Layout | None,
    pad: Pad,
    compact: Compact,
) -> TileType:
    if layout is None:
        layout = implicit_layout(space, shape)
    return TileType.new(_parameters(shape, element_type, space, valid, layout, pad, compact))
