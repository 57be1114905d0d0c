"""
What all tile operations share: their text, their checks, and how they are built.

The text of a tile operation is

    tile.name operand, operand … {attributes} : types [-> result types]

One operand type stands for all of them if they are equal, and the result types are left out if
each equals the first operand's type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import AnyAttr, IRDLOperation, base, operand_def, result_def, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import AlwaysSpeculatable
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import variable_name
from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.traits import ReadsIn, ResultIn, RunsOn, Scratch, TileEffects, reads_in
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text, is_float, layout_text

INDEX = IndexType()
"""The type of offsets and run-time extents."""


def tile_type(value: SSAValue | Attribute, what: str = "operand") -> TileType:
    """
    The tile type of a value.

    Raises:
        VerifyException: it is no tile.
    """
    type_ = value.type if isinstance(value, SSAValue) else value
    if not isinstance(type_, TileType):
        raise VerifyException(f"{what} is a tile, not {type_}")
    return type_


def check_same_data(expected: TileType, actual: TileType, what: str = "result") -> None:
    """
    Check that a tile holds what its operation makes: extents, valid region and element type.
    Space and layout are a matter of placement.

    Raises:
        VerifyException: they differ.
    """
    if actual is expected:
        return
    if actual.extents != expected.extents:
        raise VerifyException(
            f"{what} has shape {dims_text(actual.extents)}, expected {dims_text(expected.extents)}"
        )
    if actual.element_type != expected.element_type:
        raise VerifyException(
            f"{what} has elements of type {actual.element_type}, expected {expected.element_type}"
        )
    if actual.valid_extents != expected.valid_extents:
        raise VerifyException(
            f"{what} has valid extents {dims_text(actual.valid_extents)}, expected "
            f"{dims_text(expected.valid_extents)}"
        )


def check_same_layout(expected: TileType, actual: TileType, what: str = "result") -> None:
    """
    Check that two tiles of a vector operation store their elements in the same order.

    Raises:
        VerifyException: they do not.
    """
    if actual is not expected and actual.layout != expected.layout:
        raise VerifyException(
            f"{what} is stored as {layout_text(actual)}, expected {layout_text(expected)}"
        )


def check_space(tile: SSAValue | TileType, allowed: Sequence[Space], what: str) -> None:
    """
    Check that a tile whose space is known lies in one of the spaces that its user can read.

    Raises:
        VerifyException: it lies elsewhere.
    """
    space = tile_type(tile).memory_space
    if space is not None and space not in allowed:
        name = variable_name(tile) if isinstance(tile, SSAValue) else None
        named = what if name is None else f"{what}, '{name}',"
        raise VerifyException(f"{named} is in {space}, expected {' or '.join(allowed)}")


def as_read(type_: TileType, spaces: Sequence[Space] | None) -> TileType:
    """
    The type of a tile where an operation reads it: if it lies in none of these spaces it is
    copied to the first one (by `infer-tile-memory-space`).
    """
    space = type_.memory_space
    if spaces is None or space is None or space in spaces:
        return type_
    return type_.copied_to(spaces[0])


def check_valid_operands(type_: TileType, valid: Sequence[SSAValue]) -> None:
    """
    Check that there is one run-time extent for each `?` of a valid region.

    Raises:
        VerifyException: there are more or fewer.
    """
    wanted = len(type_.dynamic_valid_dims)
    if len(valid) != wanted:
        raise VerifyException(
            f"valid={dims_text(type_.valid_extents)} needs {wanted} run-time extents, "
            f"{len(valid)} given"
        )


def print_index_list(printer: Printer, values: Sequence[SSAValue]) -> None:
    """Print `[%a, %b]`."""
    with printer.in_square_brackets():
        printer.print_list(values, printer.print_ssa_value)


def parse_index_list(parser: Parser) -> list[SSAValue]:
    """Parse `[%a, %b]`, all of type index."""
    names = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    return [parser.resolve_operand(name, INDEX) for name in names]


def parse_optional_valid(parser: Parser) -> list[SSAValue]:
    """Parse `valid [%r]`, all of type index, if it stands here."""
    return parse_index_list(parser) if parser.parse_optional_keyword("valid") else []


def print_optional_valid(printer: Printer, valid: Sequence[SSAValue]) -> None:
    """Print ` valid [%r]` unless the list is empty."""
    if valid:
        printer.print_string(" valid ")
        print_index_list(printer, valid)


class TileOp(IRDLOperation):
    """
    An operation of the tile dialect.
    """

    HIDDEN_PROPERTIES: ClassVar[tuple[str, ...]] = ("operandSegmentSizes",)
    """Properties that have a place of their own in the text, or none."""

    @classmethod
    def split_attributes(
        cls, given: Mapping[str, Attribute]
    ) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        """Divide a parsed dictionary into properties and discardable attributes."""
        names = cls.get_irdl_definition().properties
        properties = {k: v for k, v in given.items() if k in names}
        return properties, {k: v for k, v in given.items() if k not in names}

    def print_attributes(self, printer: Printer) -> None:
        """Print properties and attributes as one dictionary."""
        printer.print_op_attributes(
            {**self.properties, **self.attributes}, reserved_attr_names=self.HIDDEN_PROPERTIES
        )


_VERIFIED: set[tuple[object, ...]] = set()
"""Kinds, types and properties of operations that have been found right."""


class SimpleTileOp(TileOp):
    """
    An operation with a fixed list of operands and the shared text.
    """

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        """
        The result types that follow from the operands.

        Raises:
            VerifyException: the operands do not go together, or the result is free to choose
                and has to be given.
        """
        raise VerifyException(f"{cls.name} needs a result type")

    @classmethod
    def results_of(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        """
        The result types for operands that may still have to be copied to where they can be read.

        Raises:
            VerifyException: as `infer_results`.
        """
        return cls.infer_results(cls.types_as_read(operand_types), properties)

    @classmethod
    def types_as_read(cls, operand_types: Sequence[Attribute]) -> Sequence[Attribute]:
        """The types of operands where the operation reads them."""
        reads = reads_in(cls)
        if reads is None:
            return operand_types
        return [
            as_read(type_, reads.at(i)) if isinstance(type_, TileType) else type_
            for i, type_ in enumerate(operand_types)
        ]

    def __init__(
        self,
        *operands: SSAValue | Operation,
        result_types: Sequence[Attribute] | None = None,
        properties: Mapping[str, Attribute] | None = None,
    ):
        values = [SSAValue.get(operand) for operand in operands]
        properties = properties or {}
        if result_types is None:
            result_types = self.results_of([v.type for v in values], properties)
        Operation.__init__(self, operands=values, result_types=result_types, properties=properties)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        names: list[UnresolvedOperand] = []
        if (first := parser.parse_optional_unresolved_operand()) is not None:
            names.append(first)
            while parser.parse_optional_punctuation(",") is not None:
                names.append(parser.parse_unresolved_operand())
        properties, attributes = cls.split_attributes(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        if parser.parse_optional_punctuation("->") is not None:
            results = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        else:
            results = [types[0]] * len(cls.get_irdl_definition().results)
        if len(types) == 1:
            types *= len(names)
        return cls.create(
            operands=parser.resolve_operands(names, types, position),
            result_types=results,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        self.print_attributes(printer)
        printer.print_string(" : ")
        types = list(self.operand_types)
        same = all(type_ == types[0] for type_ in types)
        printer.print_list(types[:1] if same else types, printer.print_attribute)
        if any(type_ != types[0] for type_ in self.result_types):
            printer.print_string(" -> ")
            printer.print_list(self.result_types, printer.print_attribute)

    def verify(self, verify_nested_ops: bool = True) -> None:
        # All rules are about types and properties, of which a program has few combinations. The
        # last operation of a block is checked in full: it may be that it is no terminator.
        combination = (
            type(self),
            self.operand_types,
            self.result_types,
            tuple(self.properties.items()),
        )
        if combination not in _VERIFIED or self.next_op is None:
            super().verify(verify_nested_ops)
            _VERIFIED.add(combination)

    def verify_(self) -> None:
        expected = self.results_of(self.operand_types, self.properties)
        for wanted, actual in zip(expected, self.result_types, strict=True):
            if actual is not wanted:
                self.check_result(tile_type(wanted), tile_type(actual, "result"))

    def check_result(self, wanted: TileType, actual: TileType) -> None:
        """
        Check a result type against the inferred one.

        Raises:
            VerifyException: they do not go together.
        """
        check_same_data(wanted, actual)


class VecOp(SimpleTileOp):
    """
    An operation of the vector core: every tile that it reads or makes lies in `vec`.
    """

    result = result_def(base(TileType))

    traits = traits_def(
        ReadsIn(((Space.VEC,),)),
        ResultIn(Space.VEC),
        TileEffects(),
        AlwaysSpeculatable(),
    )

    def verify_(self) -> None:
        self.check_spaces()
        super().verify_()

    def check_result(self, wanted: TileType, actual: TileType) -> None:
        super().check_result(wanted, actual)
        check_same_layout(wanted, actual)

    def check_spaces(self) -> None:
        """
        Check that every result lies in `vec` if its space is known. An operand that lies
        elsewhere is copied to `vec` before it is read.

        Raises:
            VerifyException: one lies elsewhere.
        """
        for result in self.results:
            check_space(result, (Space.VEC,), f"result of {self.name}")


class VectorOp(VecOp):
    """An operation of the vector unit."""

    traits = traits_def(RunsOn(Pipe.V))


def same_extents(a: TileType, b: TileType, op: str) -> None:
    """
    Check that two operands have one shape, element type, valid region and layout.

    Raises:
        VerifyException: they differ.
    """
    if a is b:
        return
    if a.extents != b.extents or a.element_type != b.element_type:
        raise VerifyException(
            f"operands of {op} have one shape and element type, not "
            f"{dims_text(a.extents)}x{a.element_type} and {dims_text(b.extents)}x{b.element_type}"
        )
    for left, right in zip(a.valid_extents, b.valid_extents, strict=True):
        if left != right and DYNAMIC not in (left, right):
            raise VerifyException(
                f"operands of {op} have one valid region, not "
                f"{dims_text(a.valid_extents)} and {dims_text(b.valid_extents)}"
            )
    if a.layout != b.layout:
        raise VerifyException(
            f"operands of {op} have one layout, not {layout_text(a)} and {layout_text(b)}"
        )


class UnaryVectorOp(VectorOp):
    """One tile in, a tile of the same type out."""

    src = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return operand_types[:1]


class BinaryVectorOp(VectorOp):
    """Two tiles of one shape and element type in, a tile of the first one's type out."""

    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs = (tile_type(t) for t in operand_types)
        same_extents(lhs, rhs, cls.name)
        return (lhs,)


class ScalarVectorOp(VectorOp):
    """A tile and a scalar of its element type in, a tile of the same type out."""

    src = operand_def(base(TileType))
    scalar = operand_def(AnyAttr())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = tile_type(operand_types[0])
        check_scalar(src, operand_types[1], cls.name)
        return (src,)


class BinaryScratchOp(VectorOp):
    """As `BinaryVectorOp`; `tmp` is scratch that is at least as large as an operand."""

    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))
    tmp = operand_def(base(TileType))

    traits = traits_def(Scratch(2))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs, tmp = (tile_type(t) for t in operand_types)
        same_extents(lhs, rhs, cls.name)
        check_scratch(lhs, tmp, cls.name)
        return (lhs,)


class ScalarScratchOp(VectorOp):
    """As `ScalarVectorOp`; `tmp` is scratch that is at least as large as the tile."""

    src = operand_def(base(TileType))
    scalar = operand_def(AnyAttr())
    tmp = operand_def(base(TileType))

    traits = traits_def(Scratch(2))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, tmp = tile_type(operand_types[0]), tile_type(operand_types[2])
        check_scalar(src, operand_types[1], cls.name)
        check_scratch(src, tmp, cls.name)
        return (src,)


def check_scalar(tile: TileType, scalar: Attribute, op: str) -> None:
    """
    Check that a scalar operand has the element type of the tile. Scalar arithmetic knows signless
    integers only, so an integer without a sign also stands for one of the same width with a sign
    or without.

    Raises:
        VerifyException: it has another one.
    """
    if scalar != tile.element_type and scalar != signless(tile.element_type):
        raise VerifyException(
            f"scalar operand of {op} has type {scalar}, expected {signless(tile.element_type)}"
        )


def signless(element_type: Attribute) -> Attribute:
    """The type of a scalar that holds an element: for an integer the one without a sign."""
    if isinstance(element_type, IntegerType):
        return IntegerType(element_type.bitwidth)
    return element_type


def check_scratch(src: TileType, tmp: TileType, op: str) -> None:
    """
    Check that a scratch tile has the element type of a source and at least its extents.

    Raises:
        VerifyException: it does not.
    """
    if (
        tmp.element_type != src.element_type
        or len(tmp.extents) != len(src.extents)
        or any(t < s for t, s in zip(tmp.extents, src.extents, strict=True))
    ):
        raise VerifyException(
            f"scratch of {op} holds at least {dims_text(src.extents)}x"
            f"{src.element_type}, not {dims_text(tmp.extents)}x{tmp.element_type}"
        )


def check_float(type_: TileType, op: str) -> None:
    """
    Check that a tile has floating-point elements.

    Raises:
        VerifyException: it has others.
    """
    if not is_float(type_.element_type):
        raise VerifyException(f"{op} needs floating-point elements, not {type_.element_type}")


def check_integer(type_: TileType, op: str, bits: Sequence[int] = ()) -> None:
    """
    Check that a tile has integer elements, of one of these widths if there are any.

    Raises:
        VerifyException: it has others.
    """
    element = type_.element_type
    if not isinstance(element, IntegerType) or (bits and element.bitwidth not in bits):
        widths = f"{' or '.join(map(str, bits))}-bit " if bits else ""
        raise VerifyException(f"{op} needs {widths}integer elements, not {element}")


def check_rows(type_: TileType, op: str) -> TileType:
    """
    Check that a tile has rows; what is more than two dimensions is flattened into them.

    Raises:
        VerifyException: it has one dimension.
    """
    if len(type_.extents) < 2:
        raise VerifyException(f"{op} needs two dimensions, not {dims_text(type_.extents)}")
    return type_


def check_matrix(type_: TileType, op: str) -> TileType:
    """
    Check that a tile has two dimensions: a column does not survive flattening.

    Raises:
        VerifyException: it has more or fewer.
    """
    if len(type_.extents) != 2:
        raise VerifyException(f"{op} needs two dimensions, not {dims_text(type_.extents)}")
    return type_
