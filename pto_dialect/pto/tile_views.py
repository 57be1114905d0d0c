"""
Views of tiles: the same bytes as a window, in another shape, with another element type.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.base import (
    INDEX,
    TILE,
    Piece,
    PtoOp,
    dictionary,
    parse_index_list,
    segments,
)
from pto_dialect.pto.checks import constant_value
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.global_views import bracketed
from pto_dialect.pto.types import DYNAMIC, TileBufType, dims_text, parse_type

_SIZES = ArrayAttr.constr(IntegerAttr.constr(i64))


@irdl_op_definition
class SubviewOp(PtoOp):
    """
    A window of a tile as a handle of its own; `sizes` are constants.

        %s = pto.subview %t[%r, %c] sizes [R, C] [valid [%vr, %vc]] : T [-> S]

    Without `valid` the result may declare any static valid region inside of the window; with it
    a constant gives min(constant, size) and everything else `?`.
    """

    name = "pto.subview"
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    source = operand_def(TileBufType)
    offsets = var_operand_def(INDEX)
    valid_row = opt_operand_def(INDEX)
    valid_col = opt_operand_def(INDEX)
    sizes = prop_def(_SIZES)
    result = result_def(TileBufType)

    traits = traits_def(Pure())

    def __init__(
        self,
        source: SSAValue,
        offsets: Sequence[SSAValue],
        sizes: Sequence[int],
        result_type: TileBufType,
        valid: Sequence[SSAValue] | None = None,
    ):
        given = int(valid is not None)
        Operation.__init__(
            self,
            operands=(source, *offsets, *(valid or ())),
            result_types=(result_type,),
            properties={
                "sizes": ArrayAttr(IntegerAttr(s, i64) for s in sizes),
                **segments(1, len(offsets), given, given),
            },
        )

    @property
    def window(self) -> tuple[int, ...]:
        """Rows and columns of the window."""
        return tuple(s.value.data for s in self.sizes.data)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        source, row, col, *valid = self._operands
        pieces: list[Piece] = [" ", source, "[", row, ", ", col]
        pieces.append(f"] sizes [{', '.join(map(str, self.window))}]")
        if valid:
            pieces += (" valid ", *bracketed(valid))
        pieces += dictionary(self.attributes)
        pieces += (" : ", source.type, " -> ", self.results[0].type)
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        offsets = parse_index_list(parser)
        parser.parse_keyword("sizes")
        sizes = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False)
        )
        valid: list[SSAValue] = []
        has_valid = parser.parse_optional_keyword("valid") is not None
        if has_valid:
            valid = parse_index_list(parser)
        if len(offsets) != 2 or len(sizes) != 2 or len(valid) != 2 * has_valid:
            parser.raise_error("a window has two offsets, two sizes and two or no valid extents")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source_type = parse_type(parser)
        if not isinstance(source_type, TileBufType):
            parser.raise_error(f"expected a !pto.tile_buf, got {source_type}")
        if parser.parse_optional_punctuation("->") is not None:
            result: Attribute = parse_type(parser)
        else:
            result = source_type.changed(shape=sizes, valid=_window_valid(sizes, valid))
        given = int(bool(valid))
        return cls.create(
            operands=(parser.resolve_operand(source, source_type), *offsets, *valid),
            result_types=(result,),
            properties={
                "sizes": ArrayAttr(IntegerAttr(s, i64) for s in sizes),
                **segments(1, 2, given, given),
            },
            attributes=attributes,
        )

    def verify_(self) -> None:
        source, *indices = self._operands
        tile, result = source.type, self.results[0].type
        assert isinstance(tile, TileBufType) and isinstance(result, TileBufType)
        window = self.window
        if len(window) != 2 or len(indices) not in (2, 4):
            raise VerifyException(
                f"{self.name}: a window has two offsets, two sizes and two or no valid extents"
            )
        if result.shape != window:
            raise VerifyException(
                f"{self.name}: the sizes are {dims_text(window)}, the result has the shape "
                f"{dims_text(result.shape)}"
            )
        if result != tile.changed(shape=window, valid=result.valid):
            raise VerifyException(
                f"{self.name}: a window keeps element type, memory and layout, got {result} of "
                f"{tile}"
            )
        for axis, size in enumerate(window):
            offset = constant_value(indices[axis])
            extent, box = tile.shape[axis], tile.box[axis]
            what = "rows" if axis == 0 else "columns"
            if size <= 0:
                raise VerifyException(f"{self.name}: the size of {what} is positive, got {size}")
            start = offset or 0  # The smallest that an unknown offset can be.
            if start < 0 or start + size > extent:
                raise VerifyException(
                    f"{self.name}: the window {start}..{start + size} of {what} reaches outside "
                    f"of the tile, which has {extent}"
                )
            if size % box or (offset is not None and offset % box):
                raise VerifyException(
                    f"{self.name}: offset and size of {what} have to be multiples of the {box} of "
                    f"a box"
                )
        if len(indices) == 2:
            if DYNAMIC in result.valid:
                raise VerifyException(f"{self.name}: a ? valid extent needs 'valid [%r, %c]'")
        elif result.valid != (valid := _window_valid(window, indices[2:])):
            raise VerifyException(
                f"{self.name}: the valid region is {dims_text(valid)}, the result has "
                f"{dims_text(result.valid)}"
            )


def _window_valid(sizes: Sequence[int], valid: Sequence[SSAValue]) -> tuple[int, ...]:
    """The valid region of a window: constants are cut to the window, other values are `?`."""
    if not valid:
        return tuple(sizes)
    constants = [constant_value(v) for v in valid]
    return tuple(DYNAMIC if c is None else min(c, s) for c, s in zip(constants, sizes, strict=True))


class CastOp(FormattedOp, ABC):
    """The same bytes under another type: `%b = pto.… %a : A -> B`."""

    FORMAT: ClassVar = " {src}{attributes} : {src:type} -> {result:type}"

    src = operand_def(TILE)
    result = result_def(TILE)

    traits = traits_def(Pure())

    def __init__(self, src: SSAValue, result_type: Attribute):
        Operation.__init__(self, operands=(src,), result_types=(result_type,))


@irdl_op_definition
class TReshapeOp(CastOp):
    """A tile of the same memory and as many bytes, with another shape."""

    name = "pto.treshape"

    def verify_(self) -> None:
        src, result = self._operands[0].type, self.results[0].type
        if not isinstance(src, TileBufType) or not isinstance(result, TileBufType):
            return
        _check_same_space(self.name, src, result)
        if src.bytes != result.bytes:
            raise VerifyException(
                f"{self.name}: {dims_text(src.shape)}x{src.element_type} has {src.bytes} bytes, "
                f"{dims_text(result.shape)}x{result.element_type} has {result.bytes}"
            )
        if src.is_boxed != result.is_boxed:
            raise VerifyException(
                f"{self.name}: both tiles have to be with boxes or without, got "
                f"slayout={src.slayout.data} and slayout={result.slayout.data}"
            )


@irdl_op_definition
class BitcastOp(CastOp):
    """A tile of the same memory, shape and layout, with another element type."""

    name = "pto.bitcast"

    def verify_(self) -> None:
        src, result = self._operands[0].type, self.results[0].type
        if not isinstance(src, TileBufType) or not isinstance(result, TileBufType):
            return
        _check_same_space(self.name, src, result)
        if src.element_type == result.element_type:
            raise VerifyException(f"{self.name}: both element types are {src.element_type}")
        if result.bytes > src.bytes:
            raise VerifyException(
                f"{self.name}: the result has {result.bytes} bytes, the source {src.bytes}"
            )
        if (src.shape, src.valid, *src.parameters[6:]) != (
            result.shape,
            result.valid,
            *result.parameters[6:],
        ):
            raise VerifyException(
                f"{self.name}: shape, valid region and layout stay the same, got {src} and {result}"
            )


def _check_same_space(name: str, src: TileBufType, result: TileBufType) -> None:
    if src.space != result.space:
        raise VerifyException(
            f"{name}: the tile stays in its memory, got {src.space.data} and {result.space.data}"
        )


TILE_VIEW_OPS: list[type[PtoOp]] = [SubviewOp, TReshapeOp, BitcastOp]
"""Views of tiles."""
