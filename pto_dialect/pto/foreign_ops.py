"""
Operations of MLIR's own dialects that xDSL does not have.

They exist for the parser of `.pto` text only; no pass makes them.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    I32,
    I64,
    AffineMapAttr,
    AnyDenseElement,
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    FlatSymbolRefAttrConstr,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    StringAttr,
    SymbolNameConstraint,
    TensorType,
    UnitAttr,
    i1,
    i64,
)
from xdsl.dialects.utils import EnumAttribute, parse_assignment
from xdsl.ir import (
    Attribute,
    Block,
    Operation,
    Region,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
)
from xdsl.irdl import (
    AnyAttr,
    AnyOf,
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import (
    IsTerminator,
    NoTerminator,
    Pure,
    SingleBlockImplicitTerminator,
    SymbolOpInterface,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

_INTEGER = AnyOf.get(IntegerType, IndexType)
_INDEX = IndexType()


# affine


@irdl_op_definition
class AffineMaxOp(IRDLOperation):
    """The largest result of an affine map, such as `affine.max #map(%i)[%n]`."""

    name = "affine.max"

    arguments = var_operand_def(_INDEX)
    result = result_def(_INDEX)
    map = prop_def(AffineMapAttr)

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> AffineMaxOp:
        least = affine.MinOp.parse(parser)
        operands, map_ = list(least.operands), least.map
        least.erase()
        return cls.build(operands=[operands], result_types=[_INDEX], properties={"map": map_})

    def verify_(self) -> None:
        map_ = self.map.data
        if len(self.arguments) != map_.num_dims + map_.num_symbols:
            raise VerifyException(f"{self.name}: the map has another number of operands")


# arith


@irdl_op_definition
class IndexCastUIOp(IRDLOperation):
    """An integer as an index or the other way round, without sign."""

    name = "arith.index_castui"

    input = operand_def(_INTEGER)
    result = result_def(_INTEGER)

    traits = traits_def(Pure())

    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def verify_(self) -> None:
        before, after = self.input.type, self.result.type
        if isinstance(before, IndexType) == isinstance(after, IndexType):
            raise VerifyException(
                f"{self.name}: it casts between index and an integer, got {before} and {after}"
            )


@irdl_op_definition
class RemFOp(arith.FloatingPointLikeBinaryOperation):
    """The remainder of a division of floats, with the sign of the dividend."""

    name = "arith.remf"

    traits = traits_def(Pure())


# func


@irdl_op_definition
class FunctionConstantOp(IRDLOperation):
    """A function as a value."""

    name = "func.constant"

    value = prop_def(FlatSymbolRefAttrConstr)
    result = result_def(FunctionType)

    traits = traits_def(Pure())

    assembly_format = "attr-dict $value `:` type($result)"


@irdl_op_definition
class CallIndirectOp(IRDLOperation):
    """A call of a function that is a value."""

    name = "func.call_indirect"

    callee = operand_def(FunctionType)
    callee_operands = var_operand_def()
    outputs = var_result_def()

    @classmethod
    def parse(cls, parser: Parser) -> CallIndirectOp:
        callee = parser.parse_unresolved_operand()
        position = parser.pos
        arguments = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_function_type()
        operands = [
            parser.resolve_operand(callee, type_),
            *parser.resolve_operands(arguments, type_.inputs.data, position),
        ]
        return cls.create(operands=operands, result_types=type_.outputs.data, attributes=attributes)


# index


class _Predicate(StrEnum):
    EQ = "eq"
    NE = "ne"
    SLT = "slt"
    SLE = "sle"
    SGT = "sgt"
    SGE = "sge"
    ULT = "ult"
    ULE = "ule"
    UGT = "ugt"
    UGE = "uge"


@irdl_attr_definition
class PredicateAttr(EnumAttribute[_Predicate], SpacedOpaqueSyntaxAttribute):
    """How two indices compare: `#index<cmp_predicate slt>`."""

    name = "index.cmp_predicate"


class _IndexBinaryOp(IRDLOperation, ABC):
    lhs = operand_def(_INDEX)
    rhs = operand_def(_INDEX)
    result = result_def(_INDEX)

    traits = traits_def(Pure())

    assembly_format = "$lhs `,` $rhs attr-dict"


class _IndexCastOp(IRDLOperation, ABC):
    input = operand_def(_INTEGER)
    output = result_def(_INTEGER)

    traits = traits_def(Pure())

    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"


@irdl_op_definition
class IndexConstantOp(IRDLOperation):
    """An index."""

    name = "index.constant"

    value = prop_def(IntegerAttr.constr(_INDEX))
    result = result_def(_INDEX)

    traits = traits_def(Pure())

    assembly_format = "attr-dict $value"


@irdl_op_definition
class IndexBoolConstantOp(IRDLOperation):
    """A truth value."""

    name = "index.bool.constant"

    value = prop_def(BoolAttr)
    result = result_def(i1)

    traits = traits_def(Pure())

    assembly_format = "attr-dict $value"


@irdl_op_definition
class IndexSizeOfOp(IRDLOperation):
    """How many bits an index has."""

    name = "index.sizeof"

    result = result_def(_INDEX)

    traits = traits_def(Pure())

    assembly_format = "attr-dict"


@irdl_op_definition
class IndexCompareOp(IRDLOperation):
    """Whether two indices compare as a predicate says."""

    name = "index.cmp"

    pred = prop_def(PredicateAttr)
    lhs = operand_def(_INDEX)
    rhs = operand_def(_INDEX)
    result = result_def(i1)

    traits = traits_def(Pure())

    assembly_format = "$pred `` `(` $lhs `,` $rhs `)` attr-dict"


def _named(base: type[IRDLOperation], *names: str) -> tuple[type[Operation], ...]:
    """An operation of the index dialect for each name."""
    return tuple(
        irdl_op_definition(type(f"Index_{name}", (base,), {"name": f"index.{name}"}))
        for name in names
    )


INDEX_OPS: tuple[type[Operation], ...] = (
    IndexConstantOp,
    IndexBoolConstantOp,
    IndexSizeOfOp,
    IndexCompareOp,
    *_named(_IndexCastOp, "casts", "castu"),
    *_named(_IndexBinaryOp, "add", "sub", "mul", "and", "or", "xor", "shl", "shrs", "shru"),
    *_named(_IndexBinaryOp, "divs", "divu", "ceildivs", "ceildivu", "floordivs", "rems", "remu"),
    *_named(_IndexBinaryOp, "maxs", "maxu", "mins", "minu"),
)
"""The index dialect."""


# memref


@irdl_op_definition
class GlobalOp(IRDLOperation):
    """A memref with a name; in xDSL its visibility and its value are always given."""

    name = "memref.global"

    sym_name = prop_def(SymbolNameConstraint())
    sym_visibility = opt_prop_def(StringAttr)
    type = prop_def(MemRefType)
    initial_value = opt_prop_def(AnyAttr())
    constant = opt_prop_def(UnitAttr)
    alignment = opt_prop_def(IntegerAttr[I64])

    traits = traits_def(SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> GlobalOp:
        visibility = parser.parse_optional_str_literal()
        constant = parser.parse_optional_keyword("constant")
        name = parser.parse_symbol_name()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        value = None
        if parser.parse_optional_punctuation("=") is not None:
            if parser.parse_optional_keyword("uninitialized") is not None:
                value = UnitAttr()
            else:
                value = _parse_value(parser, type_)
        attributes = parser.parse_optional_attr_dict()
        return cls.build(
            properties={
                "sym_name": name,
                "sym_visibility": None if visibility is None else StringAttr(visibility),
                "type": type_,
                "initial_value": value,
                "constant": None if constant is None else UnitAttr(),
                "alignment": attributes.pop("alignment", None),
            },
            attributes=attributes,
        )


def _parse_value(parser: Parser, type_: Attribute) -> Attribute:
    """`dense<1.0>`, whose type is that of the global, or a constant that names its own."""
    if (
        isa(type_, MemRefType[AnyDenseElement])
        and type_.has_static_shape()
        and parser.parse_optional_keyword("dense") is not None
    ):
        tensor = TensorType(type_.get_element_type(), type_.get_shape())
        return parser.parse_dense_int_or_fp_elements_attr(tensor)
    return parser.parse_attribute()


@irdl_op_definition
class AssumeAlignmentOp(IRDLOperation):
    """A promise where a memref starts; in xDSL it has a result."""

    name = "memref.assume_alignment"

    memref = operand_def(MemRefType)
    alignment = prop_def(IntegerAttr[I32])

    assembly_format = "$memref `,` $alignment attr-dict `:` type($memref)"


# scf


class ExecuteRegionOp(scf.ExecuteRegionOp):
    """A region that runs once; xDSL forgets its attributes and how a body without values ends."""

    @classmethod
    def parse(cls, parser: Parser) -> ExecuteRegionOp:
        types = parse_results(parser)
        body = parser.parse_region()
        return cls.create(
            result_types=types, regions=[body], attributes=parser.parse_optional_attr_dict()
        )

    def print(self, printer: Printer) -> None:
        if self.outs:
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.outs.types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class InParallelOp(IRDLOperation):
    """The end of what runs in parallel: which parts of the results each has made."""

    name = "scf.forall.in_parallel"

    region = region_def()

    traits = traits_def(IsTerminator(), NoTerminator())

    assembly_format = "$region attr-dict"


@irdl_op_definition
class ForallOp(IRDLOperation):
    """A loop whose iterations run in parallel, such as `scf.forall (%i, %j) in (%n, 4) {…}`."""

    name = "scf.forall"

    dynamicLowerBound = var_operand_def(_INDEX)
    dynamicUpperBound = var_operand_def(_INDEX)
    dynamicStep = var_operand_def(_INDEX)
    outputs = var_operand_def()
    staticLowerBound = prop_def(DenseArrayBase.constr(i64))
    staticUpperBound = prop_def(DenseArrayBase.constr(i64))
    staticStep = prop_def(DenseArrayBase.constr(i64))
    mapping = opt_prop_def(ArrayAttr)
    res = var_result_def()
    region = region_def("single_block")

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(SingleBlockImplicitTerminator(InParallelOp))

    @classmethod
    def parse(cls, parser: Parser) -> ForallOp:
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        bounds: list[list[SSAValue | int]]
        if parser.parse_optional_keyword("in") is not None:
            bounds = [[0] * len(indices), _parse_bounds(parser), [1] * len(indices)]
        else:
            bounds = []
            for mark in ("=", "to", "step"):
                parser.parse_characters(mark)
                bounds.append(_parse_bounds(parser))
        carried: list[tuple[Parser.UnresolvedArgument, UnresolvedOperand]] = []
        types: list[Attribute] = []
        if parser.parse_optional_keyword("shared_outs") is not None:
            carried = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parse_assignment(parser)
            )
            parser.parse_punctuation("->")
            types = parse_types(parser)
        outputs = parser.resolve_operands([value for _, value in carried], types, parser.pos)
        arguments = [index.resolve(_INDEX) for index in indices]
        arguments += [a.resolve(t) for (a, _), t in zip(carried, types, strict=True)]
        body = parser.parse_region(arguments)
        if not body.blocks:
            body.add_block(Block(arg_types=[a.type for a in arguments]))
        attributes = parser.parse_optional_attr_dict()
        mapping = attributes.pop("mapping", None)
        names = ("staticLowerBound", "staticUpperBound", "staticStep")
        static = [[b if isinstance(b, int) else DYNAMIC_INDEX for b in list_] for list_ in bounds]
        op = cls.build(
            operands=[*([b for b in list_ if not isinstance(b, int)] for list_ in bounds), outputs],
            result_types=[types],
            properties={
                **dict(zip(names, (DenseArrayBase.from_list(i64, s) for s in static), strict=True)),
                "mapping": mapping,
            },
            regions=[body],
            attributes=attributes,
        )
        if not isinstance(body.block.last_op, InParallelOp):
            body.block.add_op(InParallelOp.build(regions=[Region(Block())]))
        return op

    def verify_(self) -> None:
        lower, upper, step = (
            len(static)
            for static in (self.staticLowerBound, self.staticUpperBound, self.staticStep)
        )
        types = [*[_INDEX] * lower, *self.outputs.types]
        if not lower == upper == step or list(self.region.block.arg_types) != types:
            raise VerifyException(f"{self.name}: the body takes an index for each bound, and outs")
        if list(self.res.types) != list(self.outputs.types):
            raise VerifyException(f"{self.name}: the results have the types of the outs")


def _parse_bounds(parser: Parser) -> list[SSAValue | int]:
    """`(%n, 4)`."""

    def parse_bound() -> SSAValue | int:
        number = parser.parse_optional_integer(allow_boolean=False)
        return parser.parse_operand(_INDEX) if number is None else number

    return parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_bound)


def parse_types(parser: Parser) -> list[Attribute]:
    """`A` or `(A, B)`: one type needs no parentheses."""
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return [parser.parse_type()] if types is None else list(types)


def parse_results(parser: Parser) -> list[Attribute]:
    """`-> A`, `-> (A, B)` or nothing: types of results."""
    return parse_types(parser) if parser.parse_optional_punctuation("->") is not None else []


FOREIGN_ATTRIBUTES: dict[str, type[Attribute]] = {PredicateAttr.name: PredicateAttr}
"""Attributes of these operations by name."""


MISSING_OPS: tuple[type[Operation], ...] = (
    *INDEX_OPS,
    AffineMaxOp,
    AssumeAlignmentOp,
    CallIndirectOp,
    ExecuteRegionOp,
    ForallOp,
    FunctionConstantOp,
    GlobalOp,
    IndexCastUIOp,
    InParallelOp,
    RemFOp,
)
"""The operations of this file."""
