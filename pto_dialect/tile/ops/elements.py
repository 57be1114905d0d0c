"""
Single elements of a tile as scalars.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    base,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import AlwaysSpeculatable
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.ops.base import (
    TileOp,
    check_scalar,
    check_space,
    parse_index_list,
    print_index_list,
    signless,
    tile_type,
)
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import ReadsIn, RunsOn, TileEffects, WritesInto
from pto_dialect.tile.types import TileType


def _check_element(type_: TileType, indices: Sequence[SSAValue], op: str) -> None:
    if len(indices) != len(type_.extents):
        raise VerifyException(
            f"an element of a tile of {len(type_.extents)} dimensions has that many indices, "
            f"{len(indices)} given"
        )
    for d, (index, extent) in enumerate(zip(indices, type_.extents, strict=True)):
        at = constant_value(index)
        if at is not None and not 0 <= at < extent:
            raise VerifyException(
                f"index {at} of dimension {d} lies outside of the tile's {extent}"
            )


@irdl_op_definition
class ReadOp(TileOp):
    """
    An element of a tile as a scalar; an integer without a sign.

        %x = tile.read %t[%i, %j] : !tile.tile<vec, 16x64xf32>
    """

    name = "tile.read"

    src = operand_def(base(TileType))
    indices = var_operand_def(IndexType)
    result = result_def(AnyAttr())

    traits = traits_def(
        RunsOn(Pipe.S), ReadsIn(((Space.VEC,),)), TileEffects(), AlwaysSpeculatable()
    )

    def __init__(self, src: SSAValue | Operation, indices: Sequence[SSAValue]):
        src = SSAValue.get(src)
        Operation.__init__(
            self,
            operands=(src, *indices),
            result_types=(signless(tile_type(src).element_type),),
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        src = parser.parse_unresolved_operand()
        indices = parse_index_list(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        op = cls(parser.resolve_operand(src, parser.parse_type()), indices)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.src)
        print_index_list(printer, self.indices)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.src.type)

    def verify_(self) -> None:
        type_ = tile_type(self.src)
        _check_element(type_, self.indices, self.name)
        check_scalar(type_, self.result.type, self.name)


@irdl_op_definition
class WriteOp(TileOp):
    """
    A tile with one element replaced by a scalar. Overwrites the operand in place.

        %u = tile.write %x, %t[%i, %j] : f32, !tile.tile<vec, 16x64xf32>
    """

    name = "tile.write"

    target = operand_def(base(TileType))
    scalar = operand_def(AnyAttr())
    indices = var_operand_def(IndexType)
    result = result_def(base(TileType))

    traits = traits_def(WritesInto(0), RunsOn(Pipe.S), TileEffects(), AlwaysSpeculatable())

    def __init__(
        self,
        target: SSAValue | Operation,
        scalar: SSAValue | Operation,
        indices: Sequence[SSAValue],
    ):
        target = SSAValue.get(target)
        Operation.__init__(
            self,
            operands=(target, SSAValue.get(scalar), *indices),
            result_types=(target.type,),
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        scalar = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        target = parser.parse_unresolved_operand()
        indices = parse_index_list(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        scalar_type = parser.parse_type()
        parser.parse_punctuation(",")
        target_type = parser.parse_type()
        return cls.create(
            operands=[
                parser.resolve_operand(target, target_type),
                parser.resolve_operand(scalar, scalar_type),
                *indices,
            ],
            result_types=[target_type],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.scalar)
        printer.print_string(", ")
        printer.print_ssa_value(self.target)
        print_index_list(printer, self.indices)
        self.print_attributes(printer)
        printer.print_string(" : ")
        types: list[Attribute] = [self.scalar.type, self.target.type]
        printer.print_list(types, printer.print_attribute)

    def verify_(self) -> None:
        type_ = tile_type(self.target)
        check_space(self.target, (Space.VEC,), f"target of {self.name}")
        _check_element(type_, self.indices, self.name)
        check_scalar(type_, self.scalar.type, self.name)
        if self.result.type != type_:
            raise VerifyException(f"the result of {self.name} has the type of its target")
