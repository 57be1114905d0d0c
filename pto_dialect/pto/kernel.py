"""
Which core runs, debugging, and regions for one kind of core.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntegerType, StringAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyOf,
    eq,
    irdl_op_definition,
    lazy_traits_def,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.traits import HasParent, IsTerminator, NoTerminator, Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import PrintFormatAttr
from pto_dialect.pto.base import DATA, TILE, VIEW, Piece, PtoOp, comma_separated, dictionary
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.types import parse_type


class CoreIndexOp(FormattedOp, ABC):
    """A number that differs from core to core, as an `i64` whose type is not written."""

    FORMAT: ClassVar = "{attributes}"

    result = result_def(eq(i64))

    traits = traits_def(Pure())

    def __init__(self):
        Operation.__init__(self, result_types=(i64,))


@irdl_op_definition
class GetBlockIdxOp(CoreIndexOp):
    """Index of this block."""

    name = "pto.get_block_idx"


@irdl_op_definition
class GetBlockNumOp(CoreIndexOp):
    """Number of blocks."""

    name = "pto.get_block_num"


@irdl_op_definition
class GetSubblockIdxOp(CoreIndexOp):
    """Index of this vector core in its block."""

    name = "pto.get_subblock_idx"


@irdl_op_definition
class GetSubblockNumOp(CoreIndexOp):
    """Number of vector cores in a block."""

    name = "pto.get_subblock_num"


@irdl_op_definition
class TrapOp(FormattedOp):
    """Stop the kernel."""

    name = "pto.trap"
    FORMAT: ClassVar = "{attributes}"

    def __init__(self):
        Operation.__init__(self)


class SectionOp(FormattedOp, ABC):
    """A part of a kernel that one kind of core runs: `pto.… { … }`."""

    FORMAT: ClassVar = " {body}{attributes}"

    body = region_def("single_block")

    traits = traits_def(NoTerminator(), RecursiveMemoryEffect())

    def __init__(self, body: Region | Sequence[Operation]):
        if not isinstance(body, Region):
            body = Region(Block(body))
        Operation.__init__(self, regions=(body,))


@irdl_op_definition
class SectionCubeOp(SectionOp):
    """What the cube core runs."""

    name = "pto.section.cube"


@irdl_op_definition
class SectionVectorOp(SectionOp):
    """What the vector cores run."""

    name = "pto.section.vector"


@irdl_op_definition
class YieldOp(PtoOp):
    """The results of a `pto.fusion_region`: `pto.yield(%a, %b) : (A, B) -> ()`."""

    name = "pto.yield"

    values = var_operand_def()

    traits = lazy_traits_def(lambda: (IsTerminator(), Pure(), HasParent(FusionRegionOp)))

    def __init__(self, values: Sequence[SSAValue]):
        Operation.__init__(self, operands=values)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        values = self._operands
        types = comma_separated([v.type for v in values])
        tail = (*dictionary(self.attributes), " : (", *types, ") -> ()")
        return ("(", *comma_separated(values), ")", *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        start = parser.pos
        values = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_function_type()
        if type_.outputs.data:
            parser.raise_error(f"{cls.name} has no results", start)
        types = type_.inputs.data
        operands = parser.resolve_operands(values, types, start)
        return cls.create(operands=operands, attributes=attributes)


@irdl_op_definition
class FusionRegionOp(PtoOp):
    """
    Operations that the assembler may fuse: `%r = pto.fusion_region { … pto.yield(…) … } : T`.
    """

    name = "pto.fusion_region"

    body = region_def("single_block")
    outputs = var_result_def()

    traits = traits_def(RecursiveMemoryEffect())

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        pieces: list[Piece] = [" ", self.regions[0], *dictionary(self.attributes)]
        if self.results:
            pieces += (" : ", *comma_separated([r.type for r in self.results]))
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        body = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        types: list[Attribute] = []
        if parser.parse_optional_punctuation(":") is not None:
            types.append(parse_type(parser))
            while parser.parse_optional_punctuation(",") is not None:
                types.append(parse_type(parser))
        return cls.create(regions=(body,), result_types=types, attributes=attributes)

    def verify_(self) -> None:
        last = self.body.block.last_op
        if not isinstance(last, YieldOp):
            raise VerifyException(f"{self.name}: the region has to end with pto.yield")
        given, wanted = [v.type for v in last.values], [r.type for r in self.results]
        if given != wanted:
            raise VerifyException(
                f"{self.name}: pto.yield gives {_types(given)}, the results are {_types(wanted)}"
            )


def _types(types: Sequence[Attribute]) -> str:
    return ", ".join(map(str, types)) or "nothing"


@irdl_op_definition
class TPrintOp(FormattedOp):
    """Print a tile: `pto.tprint ins(%t[, %tmp] : T[, T])`."""

    name = "pto.tprint"
    FORMAT: ClassVar = " ins({src}{?:, {tmp}} : {src:type}{?:, {tmp:type}}){attributes}"

    src = operand_def(DATA)
    tmp = opt_operand_def(AnyOf.get(TILE, VIEW))
    format = opt_prop_def(PrintFormatAttr, prop_name="printFormat")

    def __init__(self, src: SSAValue):
        Operation.__init__(self, operands=(src,))


@irdl_op_definition
class PrintOp(FormattedOp):
    """Print a number: `pto.print ins("x = %d", %x : i32)`."""

    name = "pto.print"
    FORMAT: ClassVar = " ins({format}, {scalar} : {scalar:type}){attributes}"

    scalar = operand_def()
    format = prop_def(StringAttr)


@irdl_op_definition
class SectionSimtOp(FormattedOp):
    """
    What a grid of threads runs (since 0.60): `pto.section.simt <<<%x, %y, %z>>> { … }`. The numbers
    are integers or indices.
    """

    name = "pto.section.simt"
    FORMAT: ClassVar = " <<<{x}, {y}, {z}>>> {body}{attributes}"

    x = operand_def(AnyOf.get(IntegerType, IndexType))
    y = operand_def(AnyOf.get(IntegerType, IndexType))
    z = operand_def(AnyOf.get(IntegerType, IndexType))
    body = region_def("single_block")

    traits = traits_def(NoTerminator(), RecursiveMemoryEffect())


KERNEL_OPS: list[type[PtoOp]] = [
    GetBlockIdxOp,
    GetBlockNumOp,
    GetSubblockIdxOp,
    GetSubblockNumOp,
    TrapOp,
    TPrintOp,
    PrintOp,
    FusionRegionOp,
    YieldOp,
    SectionCubeOp,
    SectionVectorOp,
    SectionSimtOp,
]
"""Identity of the core, and regions."""
