"""
Types of the `pto` dialect.

Sizes are in elements unless a name says bytes. A valid extent that is known at run time only is
`DYNAMIC`, printed `?`.

The assembler replaces the `blayout` of a `left` tile by the one of its target while it parses.
A parser that is a `LeftLayoutRule` does so, too; every other one keeps what is written.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    FixedBitwidthType,
    IntAttr,
    IntegerType,
    StringAttr,
    bf16,
    f16,
    f32,
    f64,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from pto_dialect.hash_once import hash_once
from pto_dialect.machine.spaces import FRACTAL_SIZES
from pto_dialect.pto.attributes import (
    AddressSpaceAttr,
    BLayoutAttr,
    CompactModeAttr,
    KeywordEnum,
    PadValueAttr,
    SLayoutAttr,
    codes,
    one_of,
)

DYNAMIC = DYNAMIC_INDEX
"""The extent of a dimension that is known at run time only, printed `?`."""

TILE_SPACES = ("vec", "mat", "left", "right", "acc", "bias", "scaling")
"""The memories that a tile can live in."""

_MEMORY_FIRST = f": a tile begins with its memory{one_of(TILE_SPACES)}"

MAX_EXTENT = 2**63 - 1
"""Largest extent of a dimension."""

MIN_SLOTS, MAX_SLOTS = 2, 16
"""How many slots a multi-buffered region has."""


LEFT_BLAYOUT = {"a3": "row_major", "a5": "col_major"}
"""The `blayout` of every `left` tile by target."""


class LeftLayoutRule:
    """A parser that gives `left` tiles the layout of a target."""

    left_blayout: str
    """That layout."""
    known_types: dict[str, TypeAttribute]
    """What each spelling of a type means with this rule."""
    known_clauses: dict[str, tuple[Attribute, ...]]
    """What each list of types means with this rule."""


class NamedType(ParametrizedAttribute, TypeAttribute, ABC):
    """A type of which there is only the name: nothing may stand in angle brackets behind it."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return ()


class LowPrecisionType(NamedType, ABC):
    """An element type that MLIR does not have."""

    BYTES: ClassVar[int]
    """Width in bytes; a type with two values in an element counts as one element."""


@irdl_attr_definition
class HiF8Type(LowPrecisionType):
    """8-bit float of tapered precision."""

    name = "pto.hif8"
    BYTES = 1


@irdl_attr_definition
class HiF8x2Type(LowPrecisionType):
    """Two `hif8` values in an element."""

    name = "pto.hif8x2"
    BYTES = 2


@irdl_attr_definition
class F8E8M0Type(LowPrecisionType):
    """8-bit power of two, the scale of a block."""

    name = "pto.f8E8M0"
    BYTES = 1


@irdl_attr_definition
class F4E1M2x2Type(LowPrecisionType):
    """Two 4-bit floats in an element."""

    name = "pto.f4E1M2x2"
    BYTES = 1


@irdl_attr_definition
class F4E2M1x2Type(LowPrecisionType):
    """Two 4-bit floats in an element."""

    name = "pto.f4E2M1x2"
    BYTES = 1


def is_pair(element_type: Attribute) -> bool:
    """Whether an element holds two values."""
    return isinstance(element_type, F4E1M2x2Type | F4E2M1x2Type | HiF8x2Type | BF16x2Type)


def element_bytes(element_type: Attribute) -> int:
    """
    Width of an element in bytes.

    Raises:
        VerifyException: the type is no element type of a tile.
    """
    if isinstance(element_type, FixedBitwidthType) and element_type.bitwidth >= 8:
        return element_type.bitwidth // 8
    if isinstance(element_type, LowPrecisionType):
        return element_type.BYTES
    raise VerifyException(f"{element_type} is no element type of a tile")


def dims_text(dims: Sequence[int]) -> str:
    """Extents as they are printed, `16x?`."""
    return "x".join("?" if d == DYNAMIC else str(d) for d in dims)


class OpaqueType(NamedType, ABC):
    """A handle whose contents are the assembler's affair."""


@irdl_attr_definition
class PipeType(OpaqueType):
    """A queue between cores."""

    name = "pto.pipe"


@irdl_attr_definition
class AsyncSessionType(OpaqueType):
    """A session of asynchronous transfers."""

    name = "pto.async_session"


@irdl_attr_definition
class AsyncEventType(OpaqueType):
    """The end of an asynchronous transfer."""

    name = "pto.async_event"


@irdl_attr_definition
class PrefetchAsyncContextType(OpaqueType):
    """A context of asynchronous prefetches."""

    name = "pto.prefetch_async_context"


@irdl_attr_definition
class AlignType(OpaqueType):
    """State of unaligned vector accesses."""

    name = "pto.align"


@irdl_attr_definition
class EventIdArrayType(ParametrizedAttribute, TypeAttribute):
    """An array of event ids: `!pto.eventid_array<4>`."""

    name = "pto.eventid_array"

    size: IntAttr = param_def()

    def verify(self) -> None:
        if self.size.data <= 0:
            raise VerifyException(f"an array of event ids has at least one, got {self.size.data}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (IntAttr(parser.parse_integer(allow_boolean=False)),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(str(self.size.data))


_MASK_WIDTHS = ("b8", "b16", "b32")


@irdl_attr_definition
class MaskType(ParametrizedAttribute, TypeAttribute):
    """A mask of vector lanes: `!pto.mask<b8>`, `<b16>` or `<b32>`."""

    name = "pto.mask"

    width: StringAttr = param_def()

    def verify(self) -> None:
        if self.width.data not in _MASK_WIDTHS:
            raise VerifyException(f"'{self.width.data}' is none of {', '.join(_MASK_WIDTHS)}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (StringAttr(parser.parse_identifier(context_msg=one_of(_MASK_WIDTHS))),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.width.data)


_REALS = (f16, bf16, f32, f64)
"""Floats that a struct can hold."""


@irdl_attr_definition
class StructType(ParametrizedAttribute, TypeAttribute):
    """Several values side by side (0.60): `!pto.struct<i32, f32>`."""

    name = "pto.struct"

    members: ArrayAttr[Attribute] = param_def()

    def verify(self) -> None:
        for member in self.members.data:
            is_integer = isinstance(member, IntegerType) and member.bitwidth in (8, 16, 32, 64)
            if not is_integer and not isinstance(member, StructType) and member not in _REALS:
                raise VerifyException(f"{member} is no member of a struct")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        members = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_type)
        return (ArrayAttr(members),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.members.data, printer.print_attribute)


@irdl_attr_definition
class BF16x2Type(LowPrecisionType):
    """Two `bf16` values in an element (0.60)."""

    name = "pto.bf16x2"
    BYTES = 4


_POINTER_SPACES = {
    "gm": "gm",
    "ub": "vec",
    "vec": "vec",
    "mat": "mat",
    "l1": "mat",
    "left": "left",
    "l0a": "left",
    "right": "right",
    "l0b": "right",
    "acc": "acc",
    "l0c": "acc",
    "bias": "bias",
    "bt": "bias",
    "scaling": "scaling",
    "fb": "scaling",
}
"""Every name of a pointer's space, with the address space that it means."""

_POINTER_SPACE_NAMES = {
    "gm": "gm",
    "vec": "ub",
    "mat": "l1",
    "left": "l0a",
    "right": "l0b",
    "acc": "l0c",
    "bias": "bt",
    "scaling": "fb",
}
"""How the space of a pointer is printed."""


@irdl_attr_definition
class PtrType(ParametrizedAttribute, TypeAttribute):
    """
    A pointer: `!pto.ptr<f32, gm>`. The space may be left out on input and is then `gm`. The others
    are `ub`, `l1`, `l0a`, `l0b`, `l0c`, `bt` and `fb`: `vec`, `mat`, `left`, `right`, `acc`, `bias`
    and `scaling`, which are read, too.
    """

    name = "pto.ptr"

    element_type: Attribute = param_def()
    space: AddressSpaceAttr = param_def()

    def __init__(self, element_type: Attribute, space: str = "gm"):
        super().__init__(element_type, AddressSpaceAttr(space))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            element_type = parser.parse_type()
            space = cls.parse_space(parser)
        return (element_type, AddressSpaceAttr(space))

    @staticmethod
    def parse_space(parser: AttrParser) -> str:
        """`[, SPACE]` behind the element type."""
        if parser.parse_optional_punctuation(",") is None:
            return "gm"
        word = parser.parse_identifier(context_msg=one_of(tuple(_POINTER_SPACES)))
        if word not in _POINTER_SPACES:
            parser.raise_error(f"'{word}' is none of {', '.join(_POINTER_SPACES)}")
        return _POINTER_SPACES[word]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element_type)
            printer.print_string(f", {_POINTER_SPACE_NAMES[self.space.data]}")

    def verify(self) -> None:
        if self.space.data not in _POINTER_SPACE_NAMES:
            raise VerifyException(f"a pointer cannot point to '{self.space.data}'")


@dataclass(frozen=True, init=False)
class ShapedViewType(ParametrizedAttribute, TypeAttribute, ABC):
    """
    A shape of any rank and an element type, printed `<16x?xf32>`.

    It is a data class because equality looks only at the fields of those among the bases.
    """

    dims: ArrayAttr[IntAttr]
    element_type: Attribute

    @classmethod
    def get(cls, shape: Sequence[int], element_type: Attribute) -> Self:
        """The type with these extents, `DYNAMIC` where unknown."""
        return cls.new((ArrayAttr(IntAttr(d) for d in shape), element_type))

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents in elements, `DYNAMIC` where unknown."""
        return tuple(d.data for d in self.dims.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            shape, element_type = parser.parse_ranked_shape()
        return (ArrayAttr(IntAttr(d) for d in shape), element_type)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            if self.shape:
                printer.print_string(f"{dims_text(self.shape)}x")
            printer.print_attribute(self.element_type)


@irdl_attr_definition
class TensorViewType(ShapedViewType):
    """A tensor in global memory: a pointer with shape and strides."""

    name = "pto.tensor_view"


@irdl_attr_definition
class PartitionTensorViewType(ShapedViewType):
    """A window of a tensor in global memory."""

    name = "pto.partition_tensor_view"


@irdl_attr_definition
class VRegType(ShapedViewType):
    """A vector register: `!pto.vreg<64xf32>`."""

    name = "pto.vreg"


@irdl_attr_definition
class LocalArrayType(ShapedViewType):
    """An array of numbers in registers: static extents of at least 1."""

    name = "pto.local_array"

    def verify(self) -> None:
        if not self.shape or min(self.shape) < 1:
            raise VerifyException(
                f"a local array has static extents of at least 1, got {dims_text(self.shape)}"
            )
        if not isinstance(self.element_type, IntegerType | AnyFloat):
            raise VerifyException(f"a local array holds numbers, not {self.element_type}")


@irdl_attr_definition
class PlainTileType(ShapedViewType):
    """A tile without a memory; rarely used."""

    name = "pto.tile"


@irdl_attr_definition
class TileBufType(ParametrizedAttribute, TypeAttribute):
    """
    A handle of a two-dimensional block in on-chip memory.

    Two spellings are read; the second one is printed, with only the keys that are not default:

        !pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=16, v_col=?,
                      blayout=row_major, slayout=none_box, fractal=512, pad=0[, compact=0]>
        !pto.tile_buf<vec, 16x64xf32[, valid=16x?][, blayout=…][, slayout=…][, fractal=…]
                      [, pad=…][, compact=…]>

    Defaults: `valid` is the shape, `blayout=row_major`, `slayout=none_box`, `fractal=512`,
    `pad=0` (null), `compact=0` (null). In a `.pto` file the `blayout` of a `left` tile is that of
    the target, whatever is written: `row_major` on a3, `col_major` on a5.
    """

    name = "pto.tile_buf"
    BLAYOUT_INDEX: ClassVar = 6
    """Which parameter is the `blayout`."""

    space: AddressSpaceAttr = param_def()
    rows: IntAttr = param_def()
    cols: IntAttr = param_def()
    element_type: Attribute = param_def()
    valid_rows: IntAttr = param_def()
    valid_cols: IntAttr = param_def()
    blayout: BLayoutAttr = param_def()
    slayout: SLayoutAttr = param_def()
    fractal: IntAttr = param_def()
    pad: PadValueAttr = param_def()
    compact: CompactModeAttr = param_def()

    __hash__ = hash_once

    @staticmethod
    def get(
        space: str,
        shape: Sequence[int],
        element_type: Attribute,
        *,
        valid: Sequence[int] | None = None,
        blayout: str = "row_major",
        slayout: str = "none_box",
        fractal: int = 512,
        pad: str = "null",
        compact: str = "null",
    ) -> TileBufType:
        """
        The type with these parameters; equal arguments give the same object.

        Raises:
            VerifyException: a parameter breaks a rule of the type.
        """
        return _tile_buf(
            space,
            tuple(shape),
            element_type,
            tuple(shape if valid is None else valid),
            blayout,
            slayout,
            fractal,
            pad,
            compact,
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns in elements."""
        return (self.rows.data, self.cols.data)

    @property
    def valid(self) -> tuple[int, int]:
        """Valid rows and columns in elements, `DYNAMIC` where unknown."""
        return (self.valid_rows.data, self.valid_cols.data)

    @property
    def element_bytes(self) -> int:
        """Width of an element in bytes."""
        return element_bytes(self.element_type)

    @property
    def bytes(self) -> int:
        """Bytes that the assembler reserves: rows · columns · element width."""
        return self.rows.data * self.cols.data * self.element_bytes

    @property
    def is_boxed(self) -> bool:
        """Whether the elements are stored in boxes ("fractals")."""
        return self.slayout.data != "none_box"

    @property
    def box(self) -> tuple[int, int]:
        """Rows and columns of a box in elements, 1×1 for a tile without boxes."""
        if not self.is_boxed:
            return (1, 1)
        if self.fractal.data == 1024:
            return (16, 16)
        if self.fractal.data == 32:
            return (16, 2)
        line = max(1, 32 // self.element_bytes)
        return (16, line) if self.slayout.data == "row_major" else (line, 16)

    def changed(
        self,
        *,
        shape: Sequence[int] | None = None,
        valid: Sequence[int] | None = None,
        element_type: Attribute | None = None,
        blayout: str | None = None,
    ) -> TileBufType:
        """The same type but for what is given."""
        return TileBufType.get(
            self.space.data,
            self.shape if shape is None else shape,
            self.element_type if element_type is None else element_type,
            valid=self.valid if valid is None else valid,
            blayout=self.blayout.data if blayout is None else blayout,
            slayout=self.slayout.data,
            fractal=self.fractal.data,
            pad=self.pad.data,
            compact=self.compact.data,
        )

    def verify(self) -> None:
        element_bytes(self.element_type)
        if self.space.data not in TILE_SPACES:
            raise VerifyException(
                f"a tile cannot live in '{self.space.data}', only in {', '.join(TILE_SPACES)}"
            )
        if self.fractal.data not in FRACTAL_SIZES:
            raise VerifyException(
                f"fractal={self.fractal.data} is none of {', '.join(map(str, FRACTAL_SIZES))}"
            )
        if min(self.shape) < 0:
            raise VerifyException(f"a tile needs a static shape, got {dims_text(self.shape)}")
        if max(self.shape) > MAX_EXTENT:
            raise VerifyException(f"the shape {dims_text(self.shape)} does not fit into 64 bits")
        for valid, extent in zip(self.valid, self.shape, strict=True):
            if valid != DYNAMIC and not 0 <= valid <= extent:
                raise VerifyException(
                    f"valid={dims_text(self.valid)} reaches outside of the shape "
                    f"{dims_text(self.shape)}"
                )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            first = parser.parse_identifier(context_msg=_MEMORY_FIRST)
            if first == "loc":
                parameters = _parse_long_form(parser)
            else:
                parameters, _ = _parse_compact_form(parser, first, has_count=False)
            return _for_target(parser, parameters)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.space.data}, {dims_text(self.shape)}x")
            printer.print_attribute(self.element_type)
            printer.print_string(self._keys())

    def _keys(self) -> str:
        """The keys that are not default, each with a comma in front."""
        text = ""
        if self.valid != self.shape:
            text += f", valid={dims_text(self.valid)}"
        if self.blayout.data != "row_major":
            text += f", blayout={self.blayout.data}"
        if self.slayout.data != "none_box":
            text += f", slayout={self.slayout.data}"
        if self.fractal.data != 512:
            text += f", fractal={self.fractal.data}"
        if self.pad.data != "null":
            text += f", pad={PadValueAttr.keywords.index(self.pad.data)}"
        if self.compact.data != "null":
            text += f", compact={CompactModeAttr.keywords.index(self.compact.data)}"
        return text


@irdl_attr_definition
class MultiTileBufType(ParametrizedAttribute, TypeAttribute):
    """
    A region of `count` equal tiles (slots), one of which is chosen at run time.

    Read as `<!pto.tile_buf<…>, count=N>` or `<vec, 16x16xf32[, keys…], count=N>`; printed in the
    first form. `2 ≤ N ≤ 16`.
    """

    name = "pto.multi_tile_buf"

    tile: TileBufType = param_def()
    count: IntAttr = param_def()

    def __init__(self, tile: TileBufType, count: int):
        super().__init__(tile, IntAttr(count))

    @property
    def slots(self) -> int:
        """Number of slots."""
        return self.count.data

    def verify(self) -> None:
        if not MIN_SLOTS <= self.count.data <= MAX_SLOTS:
            raise VerifyException(
                f"count={self.count.data}: a multi-buffered region has {MIN_SLOTS} to "
                f"{MAX_SLOTS} slots"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            if (space := parser.parse_optional_identifier()) is not None:
                parameters, count = _parse_compact_form(parser, space, has_count=True)
                parameters = _for_target(parser, parameters)
                return (TileBufType.new(parameters), IntAttr(count))
            tile = parser.expect(
                parser.parse_optional_type, "!pto.tile_buf<…> or a memory expected" + _MEMORY_FIRST
            )
            parser.parse_punctuation(",")
            parser.parse_keyword("count")
            parser.parse_punctuation("=")
            return (tile, IntAttr(parser.parse_integer(allow_boolean=False)))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.tile)
            printer.print_string(f", count={self.count.data}")


@lru_cache(maxsize=4096)
def _tile_buf(
    space: str,
    shape: tuple[int, ...],
    element_type: Attribute,
    valid: tuple[int, ...],
    blayout: str,
    slayout: str,
    fractal: int,
    pad: str,
    compact: str,
) -> TileBufType:
    return TileBufType.new(
        _parameters(space, shape, element_type, valid, blayout, slayout, fractal, pad, compact)
    )


def _parameters(
    space: str,
    shape: Sequence[int],
    element_type: Attribute,
    valid: Sequence[int],
    blayout: str,
    slayout: str,
    fractal: int,
    pad: str,
    compact: str,
) -> tuple[Attribute, ...]:
    return (
        AddressSpaceAttr(space),
        IntAttr(shape[0]),
        IntAttr(shape[1]),
        element_type,
        IntAttr(valid[0]),
        IntAttr(valid[1]),
        BLayoutAttr(blayout),
        SLayoutAttr(slayout),
        IntAttr(fractal),
        PadValueAttr(pad),
        CompactModeAttr(compact),
    )


def _for_target(parser: AttrParser, parameters: Sequence[Attribute]) -> Sequence[Attribute]:
    """The parameters of a tile with the layout that its target demands."""
    space = parameters[0]
    assert isinstance(space, AddressSpaceAttr)
    if space.data != "left" or not isinstance(parser, LeftLayoutRule):
        return parameters
    at = TileBufType.BLAYOUT_INDEX
    return (*parameters[:at], BLayoutAttr(parser.left_blayout), *parameters[at + 1 :])


def _parse_word(parser: AttrParser, kind: type[KeywordEnum]) -> str:
    """A keyword, bare or quoted."""
    word = parser.parse_identifier_or_str_literal(one_of(kind.keywords))
    if word not in kind.keywords:
        parser.raise_error(f"'{word}' is none of {', '.join(kind.keywords)}")
    return word


def _parse_space(parser: AttrParser, word: str) -> str:
    if word not in TILE_SPACES:
        parser.raise_error(f"a tile cannot live in '{word}', only in {', '.join(TILE_SPACES)}")
    return word


def _parse_code(parser: AttrParser, kind: type[KeywordEnum]) -> str:
    """A keyword given by its integer code."""
    start = parser.pos
    code = parser.parse_integer(
        allow_boolean=False, allow_negative=False, context_msg=one_of(codes(kind))
    )
    if code >= len(kind.keywords):
        parser.raise_error(f"{code} is none of {', '.join(codes(kind))}", start, parser.pos)
    return kind.keywords[code]


def _parse_long_form(parser: AttrParser) -> Sequence[Attribute]:
    """`loc=…, dtype=…, …`, the first word of which has been read."""

    def key(word: str) -> None:
        parser.parse_punctuation(",")
        parser.parse_keyword(word)
        parser.parse_punctuation("=")

    def extent() -> int:
        if parser.parse_optional_punctuation("?") is not None:
            return DYNAMIC
        value = parser.parse_integer(allow_boolean=False)
        return DYNAMIC if value == -1 else value

    parser.parse_punctuation("=")
    space = _parse_space(parser, parser.parse_identifier_or_str_literal(one_of(TILE_SPACES)))
    key("dtype")
    element_type = parser.parse_type()
    key("rows")
    rows = parser.parse_integer(allow_boolean=False, allow_negative=False)
    key("cols")
    cols = parser.parse_integer(allow_boolean=False, allow_negative=False)
    key("v_row")
    valid_rows = extent()
    key("v_col")
    valid_cols = extent()
    key("blayout")
    blayout = _parse_word(parser, BLayoutAttr)
    key("slayout")
    slayout = _parse_word(parser, SLayoutAttr)
    key("fractal")
    fractal = parser.parse_integer(allow_boolean=False)
    key("pad")
    pad = _parse_code(parser, PadValueAttr)
    compact = "null"
    if parser.parse_optional_punctuation(",") is not None:
        parser.parse_keyword("compact")
        parser.parse_punctuation("=")
        compact = _parse_code(parser, CompactModeAttr)
    return _parameters(
        space,
        (rows, cols),
        element_type,
        (valid_rows, valid_cols),
        blayout,
        slayout,
        fractal,
        pad,
        compact,
    )


_COMPACT_KEYS = ("valid", "blayout", "slayout", "fractal", "pad", "compact")


def _parse_compact_form(
    parser: AttrParser, space: str, *, has_count: bool
) -> tuple[Sequence[Attribute], int]:
    """
    `vec, 16x16xf32, keys…`, the first word of which has been read; with `has_count` the last
    key has to be `count`. Returns the tile's parameters and the count (0 without one).
    """
    _parse_space(parser, space)
    parser.parse_punctuation(",")
    shape, element_type = parser.parse_ranked_shape()
    if len(shape) != 2:
        parser.raise_error(f"a tile has two dimensions, got {len(shape)}")
    valid = shape
    words = {"blayout": "row_major", "slayout": "none_box"}
    codes = {"pad": "null", "compact": "null"}
    fractal, count = 512, 0
    seen = set[str]()
    while parser.parse_optional_punctuation(",") is not None:
        start = parser.pos
        key = parser.parse_identifier()
        if key in seen:
            parser.raise_error(f"key '{key}' is given twice", start, start + len(key))
        if key not in _COMPACT_KEYS and not (has_count and key == "count"):
            known = ", ".join(_COMPACT_KEYS)
            message = f"unknown key '{key}' of a tile, know {known}"
            parser.raise_error(message, start, start + len(key))
        seen.add(key)
        parser.parse_punctuation("=")
        match key:
            case "valid":
                valid = parser.parse_dimension_list()
                if len(valid) != 2:
                    parser.raise_error(f"valid has two extents, got {len(valid)}")
            case "blayout":
                words[key] = _parse_word(parser, BLayoutAttr)
            case "slayout":
                words[key] = _parse_word(parser, SLayoutAttr)
            case "fractal":
                fractal = parser.parse_integer(allow_boolean=False)
            case "pad":
                codes[key] = _parse_code(parser, PadValueAttr)
            case "compact":
                codes[key] = _parse_code(parser, CompactModeAttr)
            case _:
                count = parser.parse_integer(allow_boolean=False)
                break
    if has_count and "count" not in seen:
        parser.raise_error("expected 'count=N' as the last key of a multi-buffered region")
    parameters = _parameters(
        space,
        shape,
        element_type,
        valid,
        words["blayout"],
        words["slayout"],
        fractal,
        codes["pad"],
        codes["compact"],
    )
    return parameters, count


class Cursor(AttrParser):
    """Moves a parser to a place in its text, which only a parser may do."""

    @staticmethod
    def move(parser: AttrParser, position: int) -> None:
        """Continue parsing at a position of the text."""
        parser._resume_from(position)


_SPELLING = re.compile(r"!pto\.\w+<(?:[^<>\n]|<[^<>\n]*>)*>")
_KNOWN_SPELLINGS: dict[str, TypeAttribute] = {}
_MAX_SPELLINGS = 4096


def parse_type(parser: AttrParser) -> TypeAttribute:
    """
    Parse a type, remembering what each spelling of a `pto` type means: lexing dominates parsing,
    and a kernel spells the same few types over and over. Spellings with an alias inside depend
    on the file and are not remembered.
    """
    spelling = _SPELLING.match(parser.lexer.input.content, parser.pos)
    if spelling is None:
        return parser.parse_type()
    text = spelling.group()
    memo = parser.known_types if isinstance(parser, LeftLayoutRule) else _KNOWN_SPELLINGS
    known = memo.get(text)
    if known is not None:
        Cursor.move(parser, spelling.end())
        return known
    result = parser.parse_type()
    if text.count("!") == text.count("!pto."):
        if len(memo) >= _MAX_SPELLINGS:
            memo.clear()
        memo[text] = result
    return result


TYPES: list[type[Attribute]] = [
    PtrType,
    TensorViewType,
    PartitionTensorViewType,
    PlainTileType,
    TileBufType,
    MultiTileBufType,
    HiF8Type,
    HiF8x2Type,
    F8E8M0Type,
    F4E1M2x2Type,
    F4E2M1x2Type,
    PipeType,
    AsyncSessionType,
    AsyncEventType,
    PrefetchAsyncContextType,
    AlignType,
    EventIdArrayType,
    MaskType,
    StructType,
    BF16x2Type,
    VRegType,
    LocalArrayType,
]
"""Every type of the dialect."""
