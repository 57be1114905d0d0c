"""
What xDSL does not read of MLIR's own dialects: operations that it does not have, and text of
operations that it has.

They exist for the parser of `.pto` text only; no pass makes them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import AnyFloatConstr, IndexType, IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    AnyOf,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.traits import Pure


@irdl_op_definition
class IndexCastUIOp(IRDLOperation):
    """An integer as an index or the other way round, without sign."""

    name = "arith.index_castui"

    input = operand_def(AnyOf.get(IntegerType, IndexType))
    result = result_def(AnyOf.get(IntegerType, IndexType))

    traits = traits_def(Pure())

    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"


@irdl_op_definition
class RemFOp(IRDLOperation):
    """The remainder of a division of floats, with the sign of the dividend."""

    name = "arith.remf"

    T: ClassVar = VarConstraint("T", AnyFloatConstr)

    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)

    traits = traits_def(Pure())

    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"


def _parse_if(parser: Parser) -> scf.IfOp:
    """`scf.if %c -> i32 { … } else { … }`: one result type needs no parentheses."""
    condition = parser.parse_operand(i1)
    types: list[Attribute] = []
    if parser.parse_optional_punctuation("->") is not None:
        types += parser.parse_optional_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_type
        ) or [parser.parse_type()]
    then, otherwise = scf.IfOp.parse_region_with_yield(parser), Region()
    if parser.parse_optional_keyword("else") is not None:
        otherwise = scf.IfOp.parse_region_with_yield(parser)
    return scf.IfOp(condition, types, then, otherwise, parser.parse_optional_attr_dict())


def _parse_while(parser: Parser) -> scf.WhileOp:
    """`scf.while : () -> () { … } do { … }`: without values there is no list of them."""
    if parser.parse_optional_punctuation(":") is None:
        return scf.WhileOp.parse(parser)
    results = parser.parse_function_type().outputs.data
    before = parser.parse_region()
    parser.parse_keyword("do")
    op = scf.WhileOp((), results, before, parser.parse_region())
    attributes = parser.parse_optional_attr_dict_with_keyword()
    if attributes is not None:
        op.attributes |= attributes.data
    return op


def _parse_index_switch(parser: Parser) -> scf.IndexSwitchOp:
    """`scf.index_switch %i case 0 { … } default { }`: an empty region needs no `scf.yield`."""
    op = scf.IndexSwitchOp.parse(parser)
    for region in op.regions:
        if not region.blocks:
            region.add_block(Block([scf.YieldOp()]))
    return op


def _parse_memref_cast(parser: Parser) -> memref.CastOp:
    """`memref.cast %a : A to B`."""
    source = parser.parse_unresolved_operand()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    operand = parser.resolve_operand(source, parser.parse_type())
    parser.parse_keyword("to")
    result = parser.parse_type()
    return memref.CastOp.create(operands=[operand], result_types=[result], attributes=attributes)


def _parse_memref_copy(parser: Parser) -> memref.CopyOp:
    """`memref.copy %a, %b : A to B`."""
    source = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    destination = parser.parse_unresolved_operand()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    operand = parser.resolve_operand(source, parser.parse_type())
    parser.parse_keyword("to")
    target = parser.resolve_operand(destination, parser.parse_type())
    return memref.CopyOp.create(operands=[operand, target], attributes=attributes)


_OpT = TypeVar("_OpT", bound=Operation)


def _reading(kind: type[_OpT], parse: Callable[[Parser], _OpT]) -> type[Operation]:
    """What stands for an operation in the parser: it reads other text and makes the operation."""
    return type(kind.__name__, (kind,), {"parse": staticmethod(parse), "create": kind.create})


FOREIGN_OPS: dict[str, type[Operation]] = {
    op.name: op
    for op in (
        IndexCastUIOp,
        RemFOp,
        _reading(scf.IfOp, _parse_if),
        _reading(scf.WhileOp, _parse_while),
        _reading(scf.IndexSwitchOp, _parse_index_switch),
        _reading(memref.CastOp, _parse_memref_cast),
        _reading(memref.CopyOp, _parse_memref_copy),
    )
}
"""Those operations by name."""
