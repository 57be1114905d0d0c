"""
Views (other names of a tile's bytes), operations that overwrite a tile in place, and copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntAttr, IntegerAttr, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    base,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import AlwaysSpeculatable, Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import TARGETS, Target
from pto_dialect.segments import segments
from pto_dialect.tile.ops.base import (
    SimpleTileOp,
    TileOp,
    VectorOp,
    check_same_data,
    check_same_layout,
    check_valid_operands,
    parse_index_list,
    parse_optional_valid,
    print_index_list,
    print_optional_valid,
    tile_type,
)
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import (
    NotInPlaceSafe,
    ReadsIn,
    RunsOn,
    Spaces,
    TileEffects,
    ViewOf,
    WritesInto,
    storage_facts,
)
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text


def _check_one_space(a: TileType, b: TileType, op: str) -> None:
    if a.memory_space is not b.memory_space:
        raise VerifyException(
            f"{op} stays in the space of its operand, "
            f"{a.memory_space or 'not known yet'}, not {b.memory_space or 'not known yet'}"
        )


def check_inside(outer: TileType, inner: TileType, offsets: Sequence[SSAValue], op: str) -> None:
    """
    Check that a window lies inside of a tile as far as its offsets are constants.

    Raises:
        VerifyException: it does not.
    """
    if len(offsets) != len(outer.extents) or len(inner.extents) != len(outer.extents):
        raise VerifyException(
            f"{op} of a tile {dims_text(outer.extents)} has {len(offsets)} offsets and "
            f"{len(inner.extents)} extents"
        )
    for d, (offset, extent, size) in enumerate(
        zip(offsets, inner.extents, outer.extents, strict=True)
    ):
        start = constant_value(offset) or 0
        if start < 0 or (DYNAMIC not in (extent, size) and start + extent > size):
            raise VerifyException(
                f"elements {start} to {start + extent} of dimension {d} reach outside of the "
                f"tile's {size}"
            )


def allocated_shape(tile: SSAValue) -> TileType:
    """
    The type whose columns say how far apart the rows of a tile are: for a window its tile's, also
    if something has been written into the window.
    """
    while (source := _source_of_rows(tile)) is not None:
        tile = source
    return tile_type(tile)


def _source_of_rows(tile: SSAValue) -> SSAValue | None:
    """The tile whose rows are as far apart because they are the same ones, `None` without one."""
    owner = tile.owner
    if not isinstance(owner, Operation):
        return None
    facts = storage_facts(owner)
    if facts.writes_into is not None:
        return owner.operands[facts.writes_into.operand]
    if facts.view_of is None:
        return None
    source = owner.operands[facts.view_of.operand]
    before, after = tile_type(source), tile_type(tile)
    keeps_rows = before.extents == after.extents and before.layout == after.layout
    return source if keeps_rows or isinstance(owner, SliceOp) else None


def is_contiguous(tile: SSAValue) -> bool:
    """Whether the rows of a tile follow each other without a gap, so that it can be reshaped."""
    type_ = tile_type(tile)
    return prod(type_.extents[:-1]) == 1 or type_.extents[-1] == allocated_shape(tile).extents[-1]


def window_offset(op: Operation) -> int | None:
    """
    Bytes from the start of a tile to a window of it, counted row by row: `(row · columns of
    the allocated tile + column) · element size`; `None` if an offset is known at run time only.
    """
    assert isinstance(op, SliceOp | AssembleOp)
    elements = _element_offset(op)
    if elements is None:
        return None
    return elements * tile_type(op.operands[0]).element_bits // 8


def _element_offset(op: SliceOp | AssembleOp) -> int | None:
    elements = 0
    extents = allocated_shape(op.operands[0]).extents
    for offset, extent in zip(op.offsets, extents, strict=True):
        if (start := constant_value(offset)) is None:
            return None
        elements = elements * extent + start
    return elements


class WindowOp(TileOp):
    """
    The part of a tile that begins at `offsets`; `valid` gives the result's `?` extents in order.
    """

    src = operand_def(base(TileType))
    offsets = var_operand_def(IndexType)
    valid = var_operand_def(IndexType)
    result = result_def(base(TileType))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self,
        src: SSAValue | Operation,
        offsets: Sequence[SSAValue],
        result_type: TileType,
        *,
        valid: Sequence[SSAValue] = (),
    ):
        Operation.__init__(
            self,
            operands=(SSAValue.get(src), *offsets, *valid),
            result_types=(result_type,),
            properties=segments(1, len(offsets), len(valid)),
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        src = parser.parse_unresolved_operand()
        offsets = parse_index_list(parser)
        valid = parse_optional_valid(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        parser.parse_punctuation("->")
        return cls.build(
            operands=[parser.resolve_operand(src, type_), offsets, valid],
            result_types=[parser.parse_type()],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.src)
        print_index_list(printer, self.offsets)
        print_optional_valid(printer, self.valid)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.src.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        src, result = tile_type(self.src), tile_type(self.result)
        if src.element_type != result.element_type:
            raise VerifyException(f"{self.name} keeps the element type {src.element_type}")
        check_inside(src, result, self.offsets, self.name)
        check_valid_operands(result, self.valid)


@irdl_op_definition
class SliceOp(WindowOp):
    """
    A window of a tile, as a view: nothing moves.

        %s = tile.slice %t[%c16, %c0] : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 16x64xf32>
    """

    name = "tile.slice"

    traits = traits_def(ViewOf(0, window_offset), Pure())

    def verify_(self) -> None:
        src, result = tile_type(self.src), tile_type(self.result)
        _check_one_space(src, result, self.name)
        super().verify_()
        if src.layout != result.layout:
            raise VerifyException(
                f"{self.name} keeps the layout: {src.blayout.data}/{src.slayout.data} cannot "
                f"become {result.blayout.data}/{result.slayout.data}"
            )
        start = _element_offset(self)
        if src.element_bits < 8 and (start is None or start * src.element_bits % 8):
            raise VerifyException(
                f"a window of {src.element_bits}-bit elements starts at a constant offset and "
                "on a byte"
            )


@irdl_op_definition
class ReshapeOp(SimpleTileOp):
    """
    The elements of a tile in another shape, row by row, as a view: nothing moves.

        %r = tile.reshape %t : !tile.tile<vec, 64x1xf32> -> !tile.tile<vec, 1x64xf32>
    """

    name = "tile.reshape"

    src = operand_def(base(TileType))
    result = result_def(base(TileType))

    traits = traits_def(ViewOf(0), Pure())

    def __init__(self, src: SSAValue | Operation, result_type: TileType):
        super().__init__(src, result_types=[result_type])

    def verify_(self) -> None:
        src, result = tile_type(self.src), tile_type(self.result)
        _check_one_space(src, result, self.name)
        if src.element_type != result.element_type or prod(src.extents) != prod(result.extents):
            raise VerifyException(
                f"{self.name} keeps the elements: {dims_text(src.extents)}x{src.element_type} "
                f"cannot become {dims_text(result.extents)}x{result.element_type}"
            )
        if src.extents != result.extents and not is_contiguous(self.src):
            raise VerifyException(
                f"{self.name} moves nothing, and the rows of this window of "
                f"{dims_text(allocated_shape(self.src).extents)} do not follow each other"
            )
        before, after = src.valid_extents, result.valid_extents
        if before.count(DYNAMIC) != after.count(DYNAMIC) or _known(before) != _known(after):
            raise VerifyException(
                f"{self.name} keeps the valid elements: {dims_text(before)} cannot become "
                f"{dims_text(after)}"
            )


def _known(extents: Sequence[int]) -> int:
    return prod(d for d in extents if d != DYNAMIC)


@irdl_op_definition
class SetValidShapeOp(TileOp):
    """
    The same tile with another valid region, as a view.

        %v = tile.set_valid_shape %t valid [%n]
            : !tile.tile<vec, 64x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
    """

    name = "tile.set_valid_shape"

    src = operand_def(base(TileType))
    valid = var_operand_def(IndexType)
    result = result_def(base(TileType))

    traits = traits_def(ViewOf(0), Pure())

    def __init__(
        self,
        src: SSAValue | Operation,
        result_type: TileType,
        *,
        valid: Sequence[SSAValue] = (),
    ):
        Operation.__init__(self, operands=(SSAValue.get(src), *valid), result_types=(result_type,))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        src = parser.parse_unresolved_operand()
        valid = parse_optional_valid(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        parser.parse_punctuation("->")
        return cls.create(
            operands=[parser.resolve_operand(src, type_), *valid],
            result_types=[parser.parse_type()],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.src)
        print_optional_valid(printer, self.valid)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.src.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        src, result = tile_type(self.src), tile_type(self.result)
        _check_one_space(src, result, self.name)
        if src.extents != result.extents or src.element_type != result.element_type:
            raise VerifyException(f"{self.name} keeps the shape and the element type")
        check_same_layout(src, result)
        check_valid_operands(result, self.valid)


@irdl_op_definition
class ValidDimOp(TileOp):
    """
    The valid extent of one dimension of a tile.

        %n = tile.valid_dim %t, 0 : !tile.tile<vec, 64x64xf32, valid=?x64>
    """

    name = "tile.valid_dim"

    src = operand_def(base(TileType))
    dim = prop_def(IntegerAttr)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    HIDDEN_PROPERTIES: ClassVar = ("dim",)

    def __init__(self, src: SSAValue | Operation, dim: int):
        super().__init__(
            operands=[src],
            result_types=[IndexType()],
            properties={"dim": IntegerAttr(IntAttr(dim), i64)},
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        src = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        dim = parser.parse_integer(allow_boolean=False, allow_negative=False)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        op = cls(parser.resolve_operand(src, parser.parse_type()), dim)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.src)
        printer.print_string(f", {self.dim.value.data}")
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.src.type)

    def verify_(self) -> None:
        rank = len(tile_type(self.src).extents)
        if not 0 <= self.dim.value.data < rank:
            raise VerifyException(f"a tile of {rank} dimensions has no {self.dim.value.data}")


def _assembled_spaces(op: Operation, index: int) -> Spaces | None:
    """The target of an assembly stays where it is; the source comes from where it can be copied."""
    target = tile_type(op.operands[0]).memory_space
    if index == 0:
        return (Space.VEC, Space.MAT)
    return (Space.ACC, Space.VEC) if target is Space.MAT else (Space.VEC,)


def _assemble_pipe(op: Operation, target: Target) -> Pipe:
    source, into = (tile_type(operand).memory_space for operand in op.operands[:2][::-1])
    if into is Space.MAT:
        return Pipe.FIX if source is Space.ACC else Pipe.MTE3
    return Pipe.V


@irdl_op_definition
class AssembleOp(TileOp):
    """
    A tile with a window of it replaced by another tile. Overwrites the first operand in place.

        %u = tile.assemble %t, %s[%c0, %c8] : !tile.tile<vec, 64x64xf32>, !tile.tile<vec, 8x8xf32>
    """

    name = "tile.assemble"

    target = operand_def(base(TileType))
    source = operand_def(base(TileType))
    offsets = var_operand_def(IndexType)
    result = result_def(base(TileType))

    traits = traits_def(
        WritesInto(0),
        ReadsIn(_assembled_spaces),
        RunsOn(_assemble_pipe),
        TileEffects(),
        AlwaysSpeculatable(),
    )

    def __init__(
        self,
        target: SSAValue | Operation,
        source: SSAValue | Operation,
        offsets: Sequence[SSAValue],
    ):
        target = SSAValue.get(target)
        Operation.__init__(
            self,
            operands=(target, SSAValue.get(source), *offsets),
            result_types=(target.type,),
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        target = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        source = parser.parse_unresolved_operand()
        offsets = parse_index_list(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        target_type = parser.parse_type()
        parser.parse_punctuation(",")
        source_type = parser.parse_type()
        return cls.create(
            operands=[
                parser.resolve_operand(target, target_type),
                parser.resolve_operand(source, source_type),
                *offsets,
            ],
            result_types=[target_type],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.target)
        printer.print_string(", ")
        printer.print_ssa_value(self.source)
        print_index_list(printer, self.offsets)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.target.type)
        printer.print_string(", ")
        printer.print_attribute(self.source.type)

    def verify_(self) -> None:
        target, source = tile_type(self.target), tile_type(self.source)
        if len(target.extents) != len(source.extents):
            raise VerifyException(
                f"{self.name} puts a rank-{len(source.extents)} source into a "
                f"rank-{len(target.extents)} target; both have one rank"
            )
        if target.element_type != source.element_type:
            raise VerifyException(
                f"{self.name} keeps the element type {target.element_type}, "
                f"not {source.element_type}"
            )
        check_inside(target, source, self.offsets, self.name)
        if self.result.type != target:
            raise VerifyException(f"the result of {self.name} has the type of its target")


def move_pipe(op: Operation, target: Target) -> Pipe:
    """The pipe that copies the first operand of an operation to where its result lies."""
    source = tile_type(op.operands[0]).memory_space
    destination = tile_type(op.results[0]).memory_space
    if source is Space.ACC:
        return Pipe.FIX
    if source is Space.MAT:
        return Pipe.MTE1
    return Pipe.MTE3 if destination is Space.MAT else Pipe.V


@irdl_op_definition
class MoveOp(SimpleTileOp):
    """
    A copy of a tile, possibly in another space or layout.

        %c = tile.move %t : !tile.tile<mat, 16x64xbf16> -> !tile.tile<left, 16x64xbf16>
    """

    name = "tile.move"

    src = operand_def(base(TileType))
    result = result_def(base(TileType))

    traits = traits_def(NotInPlaceSafe(), RunsOn(move_pipe), TileEffects(), AlwaysSpeculatable())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return operand_types[:1]

    def verify_(self) -> None:
        src, result = tile_type(self.src), tile_type(self.result)
        check_same_data(src, result)
        pair = (src.memory_space, result.memory_space)
        if None not in pair and not any(pair in target.copies for target in TARGETS.values()):
            raise VerifyException(f"no target can copy {pair[0]} to {pair[1]}")


@irdl_op_definition
class ConcatOp(VectorOp):
    """The columns of two tiles beside each other; never in place."""

    name = "tile.concat"

    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))

    traits = traits_def(NotInPlaceSafe())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs = (tile_type(t) for t in operand_types)
        if lhs.extents[:-1] != rhs.extents[:-1] or lhs.element_type != rhs.element_type:
            raise VerifyException(
                f"operands of {cls.name} have the same rows and element type, not "
                f"{dims_text(lhs.extents)}x{lhs.element_type} and "
                f"{dims_text(rhs.extents)}x{rhs.element_type}"
            )
        if lhs.valid_extents != lhs.extents or rhs.valid_extents != rhs.extents:
            raise VerifyException(f"operands of {cls.name} are valid in every element")
        return (
            TileType.get(
                (*lhs.extents[:-1], lhs.extents[-1] + rhs.extents[-1]),
                lhs.element_type,
                lhs.memory_space,
            ),
        )
