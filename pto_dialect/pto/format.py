"""
The text of operations that are not in `ins(…) outs(…)` form, declared in one line.

    class LoadScalarOp(FormattedOp):
        FORMAT = " {ptr}[{offset}]{attributes} : {ptr:type} -> {value:type}"

A format is the text behind the operation's name:

- `{x}` is an operand, a property or a region; a list of operands has commas between them;
- `{x:type}` is the type of an operand or result; a type that is not written is the one that
  the definition demands, or if there are several, that of the value;
- `{attributes}` is the dictionary of the other attributes;
- `{?:…}` is a clause that is there when the first operand or property in it is; it begins with
  text or an operand, or is about the types of operands that stand before it;
- everything else is literal text, `{{` and `}}` for braces.

A property is written as `<keyword>` (enumerations whose attribute is `#pto.name<keyword>`), as a
bare number, as `true`/`false`, as a string or symbol, else as the whole attribute.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import (
    BoolAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    OpDef,
    OptOperandDef,
    VarOperandDef,
    VerificationContext,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import AngleEnum
from pto_dialect.pto.base import Piece, PtoOp, comma_separated, dictionary, segments
from pto_dialect.pto.types import Cursor, PtrType, parse_type


@dataclass
class _Read:
    """What has been read of an operation."""

    operands: dict[str, list[UnresolvedOperand]] = field(
        default_factory=dict[str, list[UnresolvedOperand]]
    )
    types: dict[str, list[Attribute]] = field(default_factory=dict[str, list[Attribute]])
    properties: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    regions: list[Region] = field(default_factory=list[Region])


class _Element(ABC):
    """A part of a format."""

    @abstractmethod
    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        """Add the text of this part."""

    @abstractmethod
    def read(self, parser: Parser, read: _Read) -> None:
        """Read this part."""


class _Opening(_Element, ABC):
    """A part that a clause can begin with: whether it is there can be seen without reading on."""

    @abstractmethod
    def begins(self, parser: Parser, read: _Read) -> bool:
        """Read this part if it is there."""


_TOKEN = re.compile(r"->|[\w.]+|[^\w\s]")


@dataclass
class _Literal(_Opening):
    """Text that is always the same."""

    text: str
    tokens: list[str]

    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        pieces.append(self.text)

    def read(self, parser: Parser, read: _Read) -> None:
        for token in self.tokens:
            if token[0].isalpha():
                parser.parse_keyword(token)
            else:
                parser.parse_punctuation(cast(Any, token))

    def begins(self, parser: Parser, read: _Read) -> bool:
        """A comma is the beginning only with the keyword that follows it here."""
        start = parser.pos
        for token in self.tokens:
            if token[0].isalpha():
                found = parser.parse_optional_keyword(token)
            else:
                found = parser.parse_optional_punctuation(cast(Any, token))
            if found is None:
                Cursor.move(parser, start)
                return False
        return True


@dataclass
class _Operands(_Opening):
    """An operand, or all operands of a list."""

    name: str
    position: int | None
    """Where it is, if that never changes."""
    is_list: bool

    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        if self.position is not None:
            pieces.append(op.operand_at(self.position))
            return
        value: Any = getattr(op, self.name)
        if self.is_list:
            pieces += comma_separated(value)
        elif value is not None:
            pieces.append(value)

    def read(self, parser: Parser, read: _Read) -> None:
        if self.is_list:
            self.begins(parser, read)
        else:
            read.operands[self.name] = [parser.parse_unresolved_operand()]

    def begins(self, parser: Parser, read: _Read) -> bool:
        value = parser.parse_optional_unresolved_operand()
        if value is None:
            return False
        values = read.operands.setdefault(self.name, [])
        values.append(value)
        while self.is_list and parser.parse_optional_punctuation(",") is not None:
            values.append(parser.parse_unresolved_operand())
        return True


@dataclass
class _Types(_Element):
    """The type of an operand or result, or those of a list."""

    name: str
    position: int | None
    """Where the operand is, if that never changes."""
    is_list: bool

    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        if self.position is not None:
            pieces.append(op.operand_at(self.position).type)
            return
        value: Any = getattr(op, self.name)
        if self.is_list:
            pieces += comma_separated([v.type for v in value])
        elif value is not None:
            pieces.append(value.type)

    def read(self, parser: Parser, read: _Read) -> None:
        types = read.types.setdefault(self.name, [])
        if not self.is_list:
            types.append(parse_operand_type(parser))
            return
        wanted = len(read.operands.get(self.name, ()))
        for i in range(wanted):
            if i:
                parser.parse_punctuation(",")
            types.append(parse_operand_type(parser))


@dataclass
class _Property(_Element):
    """A property."""

    name: str
    key: str
    parse: Callable[[Parser], Attribute]
    text: Callable[[Attribute], Piece]

    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        value: Any = getattr(op, self.name)
        if value is not None:
            pieces.append(self.text(value))

    def read(self, parser: Parser, read: _Read) -> None:
        read.properties[self.key] = self.parse(parser)


@dataclass
class _Region(_Element):
    """A region of one block."""

    position: int

    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        pieces.append(op.regions[self.position])

    def read(self, parser: Parser, read: _Read) -> None:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        read.regions.append(region)


@dataclass
class _Attributes(_Element):
    """The dictionary of the attributes and of the properties that stand nowhere else."""

    elsewhere: tuple[str, ...]
    """Those properties."""

    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        entries = op.attributes
        if self.elsewhere:
            properties = op.properties
            entries = {
                key: value for key in self.elsewhere if (value := properties.get(key)) is not None
            } | entries
        if entries:
            pieces += dictionary(entries)

    def read(self, parser: Parser, read: _Read) -> None:
        start = parser.pos
        for key, value in parser.parse_optional_attr_dict().items():
            if key not in self.elsewhere:
                read.attributes[key] = value
            elif key in read.properties:
                parser.raise_error(f"'{key}' is given twice", start, parser.pos)
            else:
                read.properties[key] = value


@dataclass
class _Clause(_Element):
    """A part that may be absent."""

    anchor: str
    """The operand or property that says whether it is there."""
    opening: _Opening | None
    """What it begins with; `None` if it is about the types of operands that were read before."""
    rest: list[_Element]
    """What stands behind that."""

    def write(self, op: FormattedOp, pieces: list[Piece]) -> None:
        value: Any = getattr(op, self.anchor)
        if value is None or value == () or not op.shows(self.anchor):
            return
        if self.opening is not None:
            self.opening.write(op, pieces)
        for element in self.rest:
            element.write(op, pieces)

    def read(self, parser: Parser, read: _Read) -> None:
        if self.opening is None:
            is_there = bool(read.operands.get(self.anchor))
        else:
            is_there = self.opening.begins(parser, read)
        if is_there:
            for element in self.rest:
                element.read(parser, read)


class FormattedOp(PtoOp, ABC):
    """An operation whose text is given by a format."""

    FORMAT: ClassVar[str]
    """The text behind the name, see the module's description."""
    READS: ClassVar[tuple[str, ...]] = ()
    """Operands whose contents are read."""
    WRITES: ClassVar[tuple[str, ...]] = ()
    """Operands whose contents are written."""

    @classmethod
    def form(cls) -> str | None:
        if not hasattr(cls, "FORMAT"):
            return super().form()
        text = cls.FORMAT.replace("{attributes}", "")
        text = re.sub(r"\{\w+:type\}", "type", text)
        text = re.sub(r"\{(\w+)\}", r"\1", text)
        while "{?:" in text:  # From the inside: clauses nest.
            text = re.sub(r"\{\?:( ?)([^{}]*)\}", r"\1[\2]", text)
        return cls.name + text.replace("{{", "{").replace("}}", "}")

    def reads(self) -> tuple[SSAValue, ...]:
        return self._named(self.READS)

    def writes(self) -> tuple[SSAValue, ...]:
        return self._named(self.WRITES)

    def _named(self, names: Sequence[str]) -> tuple[SSAValue, ...]:
        values: list[SSAValue] = []
        for name in names:
            value: SSAValue | Sequence[SSAValue] | None = getattr(self, name)
            if isinstance(value, SSAValue):
                values.append(value)
            elif value is not None:
                values += value
        return tuple(values)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        pieces: list[Piece] = []
        for element in _compile(type(self)):
            element.write(self, pieces)
        return pieces

    def shows(self, name: str) -> bool:
        """Whether the clause of a property that has a value is written: not for a default."""
        definition = type(self).get_irdl_definition().properties
        key = property_key(type(self), name)
        return key is None or key in self.properties or definition[key].default_value is None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        read = _Read()
        for element in _compile(cls):
            element.read(parser, read)
        definition = cls.get_irdl_definition()
        only = _only_types(cls)
        operands: list[SSAValue] = []
        sizes: list[int] = []
        for name, _ in definition.operands:
            values = read.operands.get(name, [])
            types = read.types.get(name)
            if types is None:
                types = [only.get(name) or _type_of(parser, v) for v in values]
            if len(types) != len(values):
                parser.raise_error(
                    f"expected a type for each operand, got {len(values)} operands and "
                    f"{len(types)} types"
                )
            sizes.append(len(values))
            operands += [parser.resolve_operand(v, t) for v, t in zip(values, types, strict=True)]
        if _has_segments(definition):
            read.properties |= segments(*sizes)
        results: list[Attribute] = []
        for name, _ in definition.results:
            results += read.types.get(name) or [only[name]]
        return cls.create(
            operands=operands,
            result_types=results,
            properties=read.properties,
            attributes=read.attributes,
            regions=read.regions,
        )


def _type_of(parser: Parser, operand: UnresolvedOperand) -> Attribute:
    """The type of a value that is defined above."""
    values = parser.ssa_values.get(operand.operand_name, ())
    if operand.index >= len(values):
        parser.raise_error("a value whose type is not written is defined above", operand.span.start)
    return values[operand.index].type


def _has_segments(definition: OpDef) -> bool:
    return any(isinstance(o, AttrSizedOperandSegments) for o in definition.options)


@cache
def _only_types(cls: type[FormattedOp]) -> dict[str, Attribute]:
    """The types of operands and results for which the definition leaves no choice."""
    definition = cls.get_irdl_definition()
    known = set[str]()
    return {
        name: value.constr.infer(VerificationContext(), length=1)[0]
        for name, value in (*definition.operands, *definition.results)
        if value.constr.can_infer(known, length_known=True)
    }


def property_key(cls: type[FormattedOp], name: str) -> str | None:
    """The property that a part of a format or a field names, if it names one."""
    definition = cls.get_irdl_definition()
    if name in definition.properties:
        return name
    accessor = definition.accessor_names.get(name)
    return None if accessor is None else accessor[0]


@cache
def _compile(cls: type[FormattedOp]) -> tuple[_Element, ...]:
    """The parts of an operation's format."""
    return tuple(_elements(cls, cls.FORMAT))


def _elements(cls: type[FormattedOp], text: str) -> list[_Element]:
    elements: list[_Element] = []
    for literal, name, spec, _ in Formatter().parse(text):
        if literal:
            elements.append(_Literal(literal, _TOKEN.findall(literal)))
        if name is None:
            continue
        if name == "attributes":
            elements.append(_Attributes(properties_elsewhere(cls)))
        elif name == "?":
            elements.append(_clause(cls, spec or ""))
        else:
            elements.append(_field(cls, name, is_type=spec == "type"))
    return elements


def _clause(cls: type[FormattedOp], text: str) -> _Clause:
    """
    The clause with this format.

    Raises:
        TypeError: nothing that it begins with says whether it is there.
    """
    elements = _elements(cls, text)
    anchor = next(e for e in elements if isinstance(e, _Operands | _Property | _Types))
    if isinstance(anchor, _Types):
        return _Clause(anchor.name, None, elements)
    opening, *rest = elements
    if not isinstance(opening, _Opening):
        raise TypeError(f"{cls.name}: the clause '{text}' begins neither with text nor an operand")
    return _Clause(anchor.name, opening, rest)


def properties_elsewhere(cls: type[FormattedOp]) -> tuple[str, ...]:
    """The properties that the format does not mention."""
    definition = cls.get_irdl_definition()
    return tuple(
        key
        for key in definition.properties
        if key != "operandSegmentSizes"
        and not any(
            f"{{{name}}}" in cls.FORMAT
            for name in (key, *(n for n, (k, _) in definition.accessor_names.items() if k == key))
        )
    )


def _field(cls: type[FormattedOp], name: str, *, is_type: bool) -> _Element:
    definition = cls.get_irdl_definition()
    operands = dict(definition.operands)
    if name in operands:
        is_fixed = not any(isinstance(o, VarOperandDef) for o in operands.values())
        position = list(operands).index(name) if is_fixed else None
        kind = operands[name]
        is_list = isinstance(kind, VarOperandDef) and not isinstance(kind, OptOperandDef)
        return (_Types if is_type else _Operands)(name, position, is_list)
    if is_type:
        assert any(n == name for n, _ in definition.results), (cls.name, name)
        return _Types(name, None, is_list=False)
    for i, (region, _) in enumerate(definition.regions):
        if region == name:
            return _Region(i)
    key = property_key(cls, name)
    assert key is not None, (cls.name, name)
    return _Property(name, key, *_property_text(definition.properties[key].constr))


def _property_text(
    constraint: Any,
) -> tuple[Callable[[Parser], Attribute], Callable[[Attribute], Piece]]:
    """How to read and write a property of this kind."""
    base, type_ = property_kind(constraint)
    if issubclass(base, AngleEnum):
        return base.parse_in_clause, lambda a: cast(AngleEnum, a).clause
    if base is IntegerAttr and type_ is not None and type_.bitwidth == 1:
        return (
            lambda p: BoolAttr.from_bool(p.parse_boolean()),
            lambda a: "true" if cast(BoolAttr, a).value.data else "false",
        )
    if base is IntegerAttr and type_ is not None:
        return (
            lambda p: IntegerAttr(parse_number(p), type_),
            lambda a: str(cast(IntegerAttr[IntegerType], a).value.data),
        )
    if base is StringAttr:
        return lambda p: StringAttr(parse_string(p)), lambda a: a
    if base is SymbolRefAttr:
        return lambda p: SymbolRefAttr(p.parse_symbol_name()), lambda a: a
    return lambda p: p.parse_attribute(), lambda a: a


def parse_operand_type(parser: Parser) -> Attribute:
    """
    A type in an operation's text, or a pointer without `!pto.ptr` in front: `<f32, gm>`. The
    assembler prints pointers like that where nothing but a pointer is possible.
    """
    if parser.parse_optional_punctuation("<") is None:
        return parse_type(parser)
    element_type = parser.parse_type()
    space = PtrType.parse_space(parser)
    parser.parse_punctuation(">")
    return PtrType(element_type, space)


def parse_string(parser: Parser) -> str:
    """A string in an operation's text; what is not ASCII is written byte by byte."""
    payload = parser.parse_optional_bytes_literal()
    if payload is None:
        return parser.parse_str_literal()
    try:
        return payload.decode("utf-8")
    except UnicodeDecodeError:
        parser.raise_error("a string that is not UTF-8")


def parse_number(parser: Parser) -> int:
    """An integer in an operation's text."""
    return parser.parse_integer(allow_boolean=False)


def property_kind(constraint: Any) -> tuple[type[Attribute], IntegerType | None]:
    """The class of a property, and the type if it is an integer of a given one."""
    if isinstance(constraint, SymbolNameConstraint):
        return StringAttr, None
    if isinstance(constraint, BaseAttr):
        return cast(Any, constraint).attr, None
    bases = constraint.get_bases()
    base = next(iter(bases)) if bases is not None and len(bases) == 1 else Attribute
    if base is IntegerAttr and hasattr(constraint, "param_constrs"):
        type_constraint = constraint.param_constrs[1]
        if type_constraint.can_infer(set[str]()):
            type_ = type_constraint.infer(VerificationContext())
            if isinstance(type_, IntegerType):
                return base, cast(IntegerType, type_)
    return base, None


def in_integer_range(value: int, low: int, high: int, what: str) -> None:
    """
    Check a number of an operation's text.

    Raises:
        VerifyException: it is not in `low … high`.
    """
    if not low <= value <= high:
        raise VerifyException(f"{what} is {low} to {high}, got {value}")
