"""
What xDSL does not read of MLIR's own dialects: operations that it does not have, and text of
operations that it has.

They exist for the parser of `.pto` text only; no pass makes them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from xdsl.dialects import affine, arith, memref, scf
from xdsl.dialects.builtin import AffineSetAttr, IndexType, IntegerAttr, i1, i32
from xdsl.dialects.utils import parse_assignment
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.traits import IsTerminator, SingleBlockImplicitTerminator, ensure_terminator
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.foreign_ops import MISSING_OPS, parse_results, parse_types

ASSEMBLER_DIALECTS = (
    "affine",
    "arith",
    "builtin",
    "cf",
    "emitc",
    "func",
    "index",
    "llvm",
    "math",
    "memref",
    "pto",
    "scf",
    "tensor",
    "ub",
    "vector",
)
"""The dialects of which the assembler knows the operations; it keeps others in generic form."""

_OpT = TypeVar("_OpT", bound=Operation)


def _parse_indices(parser: Parser, mark: str = "") -> list[SSAValue]:
    """`(%a, %b)`, behind a word or sign if that is given."""
    if mark:
        parser.parse_characters(mark)
    return parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parser.parse_operand(IndexType())
    )


def _terminated(op: _OpT) -> _OpT:
    """An operation whose text need not say how its regions end."""
    for trait in op.get_traits_of_type(SingleBlockImplicitTerminator):
        ensure_terminator(op, trait)
    return op


# affine


def _parse_affine_if(parser: Parser) -> affine.IfOp:
    """`affine.if #set(%i)[%n] -> f32 { … } else { … }`."""
    position = parser.pos
    condition = parser.parse_attribute()
    if not isinstance(condition, AffineSetAttr):
        parser.raise_error("an affine set is expected", position)
    operands = _parse_indices(parser)
    operands += (
        parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
        )
        or ()
    )
    results = parse_results(parser)
    regions = [parser.parse_region(), Region()]
    if parser.parse_optional_keyword("else") is not None:
        regions[1] = parser.parse_region()
    if not regions[0].blocks:
        regions[0].add_block(Block())
    for region in regions:
        block = region.blocks.last
        if block is not None and not (block.last_op and block.last_op.has_trait(IsTerminator)):
            block.add_op(affine.YieldOp.get())
    return affine.IfOp.build(
        operands=[operands],
        result_types=[results],
        properties={"condition": condition},
        regions=regions,
        attributes=parser.parse_optional_attr_dict(),
    )


# arith


def _parse_fast_math(parser: Parser) -> arith.FastMathFlagsAttr | None:
    if parser.parse_optional_keyword("fastmath") is None:
        return None
    return arith.FastMathFlagsAttr(arith.FastMathFlagsAttr.parse_parameter(parser))


def _comparison(
    make: Callable[[SSAValue, SSAValue, str, arith.FastMathFlagsAttr | None], _OpT],
) -> Callable[[Parser], _OpT]:
    """`arith.cmpf olt, %a, %b fastmath<fast> {note} : f32`: there may be attributes."""

    def parse(parser: Parser) -> _OpT:
        predicate = parser.parse_identifier()
        operands: list[UnresolvedOperand] = []
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        flags = _parse_fast_math(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        lhs, rhs = (parser.resolve_operand(operand, type_) for operand in operands)
        op = make(lhs, rhs, predicate, flags)
        op.attributes |= attributes
        return op

    return parse


def _compare_floats(
    lhs: SSAValue, rhs: SSAValue, predicate: str, flags: arith.FastMathFlagsAttr | None
) -> arith.CmpfOp:
    return arith.CmpfOp(lhs, rhs, predicate, flags or arith.FastMathFlagsAttr("none"))


def _compare_integers(
    lhs: SSAValue, rhs: SSAValue, predicate: str, flags: arith.FastMathFlagsAttr | None
) -> arith.CmpiOp:
    if flags is not None:
        raise VerifyException("arith.cmpi: integers have no fastmath flags")
    return arith.CmpiOp(lhs, rhs, predicate)


_ROUNDING = ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")
"""How `arith.truncf` may round, in the order of their numbers."""


def _float_cast(kind: type[_OpT]) -> Callable[[Parser], _OpT]:
    """`arith.truncf %a upward fastmath<fast> : f32 to f16`: xDSL has no properties for these."""

    def parse(parser: Parser) -> _OpT:
        source = parser.parse_unresolved_operand()
        attributes = dict[str, Attribute]()
        for number, mode in enumerate(_ROUNDING):
            if parser.parse_optional_keyword(mode) is not None:
                attributes["roundingmode"] = IntegerAttr(number, i32)
        if (flags := _parse_fast_math(parser)) is not None:
            attributes["fastmath"] = flags
        attributes |= parser.parse_optional_attr_dict()
        return _cast_of(kind, parser, source, attributes)

    return parse


def _cast_of(
    kind: type[_OpT], parser: Parser, source: UnresolvedOperand, attributes: dict[str, Attribute]
) -> _OpT:
    """What ends a cast: `: A to B`."""
    parser.parse_punctuation(":")
    operand = parser.resolve_operand(source, parser.parse_type())
    parser.parse_keyword("to")
    return kind.create(
        operands=[operand], result_types=[parser.parse_type()], attributes=attributes
    )


# memref


def _memref_cast(kind: type[_OpT]) -> Callable[[Parser], _OpT]:
    """`memref.cast %a : A to B`."""

    def parse(parser: Parser) -> _OpT:
        source = parser.parse_unresolved_operand()
        return _cast_of(kind, parser, source, parser.parse_optional_attr_dict())

    return parse


def _memref_query(kind: type[_OpT], *, is_typed: bool) -> Callable[[Parser], _OpT]:
    """`memref.rank %a : A`, or with `-> index` if the result is typed."""

    def parse(parser: Parser) -> _OpT:
        source = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand = parser.resolve_operand(source, parser.parse_type())
        if is_typed:
            parser.parse_punctuation("->")
            parser.parse_keyword("index")
        return kind.create(operands=[operand], result_types=[IndexType()], attributes=attributes)

    return parse


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


# scf


def _parse_if(parser: Parser) -> scf.IfOp:
    """`scf.if %c -> i32 { … } else { … }`: one result type needs no parentheses."""
    condition = parser.parse_operand(i1)
    types = parse_results(parser)
    then, otherwise = scf.IfOp.parse_region_with_yield(parser), Region()
    if parser.parse_optional_keyword("else") is not None:
        otherwise = scf.IfOp.parse_region_with_yield(parser)
    return scf.IfOp(condition, types, then, otherwise, parser.parse_optional_attr_dict())


def _parse_for(parser: Parser) -> scf.ForOp:
    """`scf.for %i = … iter_args(%a = %b) -> i32 { … }`: one type needs no parentheses."""
    variable = parser.parse_argument(expect_type=False)
    bounds: list[UnresolvedOperand] = []
    for mark in ("=", "to", "step"):
        parser.parse_characters(mark)
        bounds.append(parser.parse_unresolved_operand())
    carried: list[tuple[Parser.UnresolvedArgument, UnresolvedOperand]] = []
    position, types = parser.pos, list[Attribute]()
    if parser.parse_optional_keyword("iter_args") is not None:
        carried = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parse_assignment(parser)
        )
        parser.parse_punctuation("->")
        types = parse_types(parser)
    inits = parser.resolve_operands([init for _, init in carried], types, position)
    type_ = IndexType()
    if parser.parse_optional_punctuation(":") is not None:
        type_ = parser.parse_type()
    lower, upper, step = (parser.resolve_operand(bound, type_) for bound in bounds)
    arguments = [variable.resolve(type_)]
    arguments += [a.resolve(t) for (a, _), t in zip(carried, types, strict=True)]
    op = scf.ForOp(lower, upper, step, inits, parser.parse_region(arguments))
    op.attributes |= parser.parse_optional_attr_dict()
    return op if carried else _terminated(op)


def _parse_parallel(parser: Parser) -> scf.ParallelOp:
    """`scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> f32 { … }`."""
    variables = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
    )
    lower, upper, step = (_parse_indices(parser, mark) for mark in ("=", "to", "step"))
    inits: list[UnresolvedOperand] = []
    position = parser.pos
    if parser.parse_optional_keyword("init") is not None:
        inits = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
    operands = parser.resolve_operands(inits, parse_results(parser), position)
    body = parser.parse_region([v.resolve(IndexType()) for v in variables])
    op = scf.ParallelOp(lower, upper, step, body, operands)
    op.attributes |= parser.parse_optional_attr_dict()
    return _terminated(op)


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
    """`scf.index_switch %i case 0 { … } default { }`: a region needs no `scf.yield` of nothing."""
    op = scf.IndexSwitchOp.parse(parser)
    for region in op.regions:
        if not region.blocks:
            region.add_block(Block())
        block = region.blocks[-1]
        if not op.results and not (block.last_op and block.last_op.has_trait(IsTerminator)):
            block.add_op(scf.YieldOp())
    return op


def _reading(kind: type[_OpT], parse: Callable[[Parser], _OpT]) -> type[Operation]:
    """What stands for an operation in the parser: it reads other text and makes the operation."""
    return type(kind.__name__, (kind,), {"parse": staticmethod(parse), "create": kind.create})


FOREIGN_OPS: dict[str, type[Operation]] = {
    op.name: op
    for op in (
        *MISSING_OPS,
        _reading(affine.IfOp, _parse_affine_if),
        _reading(arith.CmpfOp, _comparison(_compare_floats)),
        _reading(arith.CmpiOp, _comparison(_compare_integers)),
        _reading(arith.ExtFOp, _float_cast(arith.ExtFOp)),
        _reading(arith.TruncFOp, _float_cast(arith.TruncFOp)),
        _reading(memref.CastOp, _memref_cast(memref.CastOp)),
        _reading(memref.CopyOp, _parse_memref_copy),
        _reading(memref.MemorySpaceCastOp, _memref_cast(memref.MemorySpaceCastOp)),
        _reading(memref.RankOp, _memref_query(memref.RankOp, is_typed=False)),
        _reading(
            memref.ExtractAlignedPointerAsIndexOp,
            _memref_query(memref.ExtractAlignedPointerAsIndexOp, is_typed=True),
        ),
        _reading(scf.ForOp, _parse_for),
        _reading(scf.IfOp, _parse_if),
        _reading(scf.IndexSwitchOp, _parse_index_switch),
        _reading(scf.ParallelOp, _parse_parallel),
        _reading(scf.WhileOp, _parse_while),
    )
}
"""Those operations by name."""
