"""
What the operations of the `pto` dialect have in common: one description of their text, and the
destination-passing form `ins(…) outs(…)`.

A concrete operation is a few lines in a file named after its family: the family's base class
declares operands, constructor and rules, the class itself the name, the properties and a
docstring.
"""

from __future__ import annotations

import inspect
import re
import struct
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import ClassVar, Self, TypeAlias

from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseArrayBase,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyOf,
    BaseAttr,
    IRDLOperation,
    OptOperandDef,
    operand_def,
    opt_operand_def,
    traits_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRLexer

from pto_dialect.pto.effects import effect_on
from pto_dialect.pto.types import (
    Cursor,
    LeftLayoutRule,
    PartitionTensorViewType,
    PlainTileType,
    PtrType,
    TensorViewType,
    TileBufType,
    parse_type,
)

Piece: TypeAlias = str | SSAValue | Attribute | Region
"""A part of an operation's text: literal text, or something that is printed by its own rules."""

TILE = AnyOf.get(TileBufType, PlainTileType, MemRefType, TensorType)
"""
What a tile operand may be. Old versions of the assembler also take memrefs and ranked tensors;
operations with such operands are not checked any further.
"""

WINDOW = AnyOf.get(PartitionTensorViewType, TensorViewType, MemRefType, TensorType)
"""A window of global memory."""

VIEW = AnyOf.get(WINDOW, PtrType)
"""What stands for a window of global memory."""

DATA = AnyOf.get(TILE, WINDOW)
"""A tile, or a window of global memory."""

SCALAR = AnyOf.get(IntegerType, IndexType, Float16Type, BFloat16Type, Float32Type, Float64Type)
"""A scalar operand."""

INDEX = BaseAttr(IndexType)
"""An `index` operand."""


class PtoOp(IRDLOperation, ABC):
    """
    An operation whose text is described once, by `assembly`, for the printer and for the direct
    emitter.

    A property that has its default value is absent, so that operations of the same meaning are
    equal.
    """

    KEEPS_DEFAULT: ClassVar[tuple[str, ...]] = ()
    """Properties that the assembler writes if they were given, also with their default value."""

    def __post_init__(self) -> None:
        super().__post_init__()
        properties = self.properties
        if properties:
            for key, default in _defaults(type(self)):
                if properties.get(key) == default:
                    del properties[key]

    @abstractmethod
    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        """
        The operation's text after its name. `canonical` is the spelling that the assembler
        itself prints; otherwise result types that could be inferred are written out and
        attributes that have their default value are left out.
        """

    def operand_at(self, position: int) -> SSAValue:
        """Operand in the order of the generic form."""
        return self._operands[position]

    def reads(self) -> tuple[SSAValue, ...]:
        """The tiles, views and pointers whose contents are read (scalars may be among them)."""
        return ()

    def writes(self) -> tuple[SSAValue, ...]:
        """The tiles, views and pointers whose contents are written."""
        return ()

    def has_readable_text(self) -> bool:
        """
        Whether the assembler reads the text back as this operation; otherwise the operation has
        to be emitted in the generic form.
        """
        return True

    @classmethod
    def form(cls) -> str | None:
        """How the operation is written, for messages: the example in its description."""
        for base in cls.__mro__:
            for example in _EXAMPLE.findall(inspect.cleandoc(base.__doc__ or "")):
                if re.search(rf"{re.escape(cls.name)}(?![\w.])", example):
                    lines = re.sub(r"\n {4}(?=\S)", " or ", example)
                    return " ".join(lines.split())
        return None

    def print(self, printer: Printer) -> None:
        for piece in self.assembly(canonical=True):
            match piece:
                case str():
                    printer.print_string(piece)
                case SSAValue():
                    printer.print_operand(piece)
                case Attribute():
                    printer.print_attribute(piece)
                case Region():
                    printer.print_region(piece, print_empty_block=False)


_EXAMPLE = re.compile(r"(?:^ {4}.*\n?)+", re.MULTILINE)
"""What is indented in a description."""


@cache
def _defaults(cls: type[PtoOp]) -> tuple[tuple[str, Attribute], ...]:
    """The properties that are absent if they have this value."""
    return tuple(
        (key, definition.default_value)
        for key, definition in cls.get_irdl_definition().properties.items()
        if definition.default_value is not None and key not in cls.KEEPS_DEFAULT
    )


def comma_separated(values: Sequence[Piece]) -> list[Piece]:
    """Pieces with commas between them."""
    pieces: list[Piece] = []
    _append_list(pieces, values)
    return pieces


def _append_list(pieces: list[Piece], values: Sequence[Piece]) -> None:
    """Add pieces with commas between them."""
    separate = False
    for value in values:
        if separate:
            pieces.append(", ")
        pieces.append(value)
        separate = True


def dictionary(entries: Mapping[str, Attribute]) -> list[Piece]:
    """` {a = 1, unit}`, sorted as MLIR does, or nothing when there are no entries."""
    if not entries:
        return []
    pieces: list[Piece] = [" {"]
    for i, (key, value) in enumerate(sorted(entries.items(), key=itemgetter(0))):
        text = key if MLIRLexer.bare_identifier_regex.fullmatch(key) else str(StringAttr(key))
        pieces.append(f"{', ' if i else ''}{text}")
        if not isinstance(value, UnitAttr):
            pieces += (" = ", value)
    pieces.append("}")
    return pieces


def parse_typed_operand(parser: Parser) -> SSAValue:
    """`%a : A`."""
    operand = parser.parse_unresolved_operand()
    parser.parse_punctuation(":")
    return parser.resolve_operand(operand, parse_type(parser))


def parse_index_list(parser: Parser) -> list[SSAValue]:
    """`[%a, %b]`, all of type `index`."""
    index = IndexType()
    return parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE,
        lambda: parser.resolve_operand(parser.parse_unresolved_operand(), index),
    )


def segment_sizes(sizes: Attribute) -> tuple[int, ...]:
    """How many operands each operand group has, from the property that says so."""
    assert isinstance(sizes, DenseArrayBase)
    return _unpacked_sizes(sizes.data.data)


@lru_cache
def _unpacked_sizes(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}i", data)


def segments(*sizes: int) -> dict[str, Attribute]:
    """The property that says how many operands each operand group has."""
    return {"operandSegmentSizes": _segment_sizes(sizes)}


@cache
def _segment_sizes(sizes: tuple[int, ...]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i32, sizes)


def parse_operand_clause(
    parser: Parser, *, has_dictionary: bool = False
) -> tuple[list[SSAValue], dict[str, Attribute]]:
    """
    `(%a, %b [{…}] : A, B)` or `(%a : A, %b : B)`: the operands and the dictionary, if the operation
    may have it there.
    """
    plain = _CLAUSE.match(parser.lexer.input.content, parser.pos)
    if plain is not None and (known := _known_operands(parser, plain, 1)) is not None:
        Cursor.move(parser, plain.end())
        return known, {}
    parser.parse_punctuation("(")
    operands, entries = parse_operand_group(parser, has_dictionary=has_dictionary)
    parser.parse_punctuation(")")
    if plain is not None:
        _remember(parser, plain.group(2), operands)
    return operands, entries


_CLAUSE_TEXT = r"\((%[\w$.-]+(?:, %[\w$.-]+)*) : ([^(){}%#/\n]+)\)"
_CLAUSE = re.compile(_CLAUSE_TEXT)
"""`(%a, %b : A, B)` as the printers write it: names and types."""
_INS_AND_OUTS = re.compile(f"ins{_CLAUSE_TEXT} outs{_CLAUSE_TEXT}")

_KNOWN_CLAUSES: dict[str, tuple[Attribute, ...]] = {}
_MAX_CLAUSES = 4096


def _clauses(parser: Parser) -> dict[str, tuple[Attribute, ...]]:
    """What each list of types means: lexing dominates parsing, and a kernel repeats itself."""
    return parser.known_clauses if isinstance(parser, LeftLayoutRule) else _KNOWN_CLAUSES


def _remember(parser: Parser, types: str, operands: Sequence[SSAValue]) -> None:
    """Remember a list of types, unless it has an alias in it and depends on the file."""
    if types.count("!") == types.count("!pto."):
        clauses = _clauses(parser)
        if len(clauses) >= _MAX_CLAUSES:
            clauses.clear()
        clauses[types] = tuple(v.type for v in operands)


def _known_operands(parser: Parser, found: re.Match[str], group: int) -> list[SSAValue] | None:
    """The operands of a clause whose types are known; `None` if they are not."""
    types = _clauses(parser).get(found.group(group + 1))
    names = found.group(group).split(", ")
    if types is None or len(types) != len(names):
        return None
    operands: list[SSAValue] = []
    start = found.start(group)
    for name, type_ in zip(names, types, strict=True):
        end = start + len(name)
        values = parser.ssa_values.get(name[1:])
        if values is not None and len(values) == 1 and values[0].type is type_:
            operands.append(values[0])
        else:
            operand = UnresolvedOperand(Span(start, end, parser.lexer.input), 0)
            operands.append(parser.resolve_operand(operand, type_))
        start = end + 2
    return operands


def parse_operand_group(
    parser: Parser, *, has_dictionary: bool = False
) -> tuple[list[SSAValue], dict[str, Attribute]]:
    """What stands between the parentheses of an operand clause."""
    resolved: list[SSAValue] = []
    entries = dict[str, Attribute]()
    following: UnresolvedOperand | None = parser.parse_unresolved_operand()
    while following is not None:
        group = [following]
        following = None
        while parser.parse_optional_punctuation(",") is not None:
            operand = parser.parse_optional_unresolved_operand()
            if operand is None and has_dictionary:
                break
            group.append(operand or parser.parse_unresolved_operand())
        if has_dictionary:
            merge_entries(parser, entries, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        types: list[Attribute] = [parse_type(parser)]
        while parser.parse_optional_punctuation(",") is not None:
            following = parser.parse_optional_unresolved_operand()
            if following is not None:
                break
            types.append(parse_type(parser))
        if len(types) != len(group):
            counts = f"{len(group)} operands and {len(types)} types"
            parser.raise_error(f"expected a type for each operand, got {counts}")
        resolve = parser.resolve_operand
        resolved += [resolve(o, t) for o, t in zip(group, types, strict=True)]
    return resolved, entries


def merge_entries(
    parser: Parser, entries: dict[str, Attribute], more: Mapping[str, Attribute]
) -> None:
    """Add what stands in a second dictionary to the first one."""
    for key in more:
        if key in entries:
            parser.raise_error(f"'{key}' is given twice")
    entries |= more


class DataEffects(MemoryEffect):
    """Reads and writes what the operation says that it reads and writes."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        assert isinstance(op, PtoOp)
        read, write = MemoryEffectKind.READ, MemoryEffectKind.WRITE
        effects = {effect_on(read, value) for value in op.reads()}
        effects.update(effect_on(write, value) for value in op.writes())
        return {e for e in effects if e is not None}


DpsEffects = DataEffects
"""Reads what is in `ins`, writes what is in `outs`; reads that, too, where it accumulates."""


@dataclass(frozen=True)
class Arrangement:
    """Which operands of a DPS operation stand where in its text."""

    ins: tuple[int, ...]
    """Positions in the operand list of what stands in `ins`, in text order."""
    outs: tuple[int, ...]
    """Positions of what stands in `outs`."""


class DpsOp(PtoOp, ABC):
    """
    An operation in destination-passing style:

        pto.… ins(%a, %b : A, B) outs(%c : C) {attributes}

    The fields are declared in the order of the generic form. Those named in `OUTS` stand in
    `outs`, the others in `ins`, in the order of `INS` if it is given and else as declared.
    Optional operands of `ins` are filled from the left.
    """

    INS: ClassVar[tuple[str, ...]] = ()
    """Fields in `ins` in the order of the text; empty: as declared."""
    OUTS: ClassVar[tuple[str, ...]] = ("dst",)
    """Fields in `outs` in the order of the text."""
    READS_DESTINATION: ClassVar[bool] = False
    """Whether the result depends on what the destination held before."""
    DICTIONARY_IN_INS: ClassVar[bool] = False
    """Whether the attribute dictionary stands before the colon inside of `ins`."""
    READS_DICTIONARY_IN_INS: ClassVar[bool] = False
    """Whether it may also stand there."""
    PRINTS_DEFAULTS: ClassVar[bool] = False
    """Whether the assembler prints attributes that have their default value."""
    KEYS: ClassVar[Mapping[str, str]] = {}
    """Properties that the text calls by another name: property → key."""
    CLAUSES: ClassVar[tuple[str, ...]] = ()
    """Operands and properties that are written in clauses of their own."""
    TYPED_ONE_BY_ONE: ClassVar[bool] = False
    """Whether the text is `ins(%a : A, %b : B)` instead of `ins(%a, %b : A, B)`."""

    def arrangement(self) -> Arrangement:
        """Where the operands stand in the text."""
        sizes = self.properties.get("operandSegmentSizes")
        return _arrange(type(self), len(self._operands), sizes and segment_sizes(sizes))

    def sources(self) -> tuple[SSAValue, ...]:
        """The operands in `ins`: what is read."""
        operands = self._operands
        return tuple(operands[i] for i in self.arrangement().ins)

    def destinations(self) -> tuple[SSAValue, ...]:
        """The operands in `outs`: what is written."""
        operands = self._operands
        return tuple(operands[i] for i in self.arrangement().outs)

    def reads(self) -> tuple[SSAValue, ...]:
        return self.sources() + (self.destinations() if self.READS_DESTINATION else ())

    def writes(self) -> tuple[SSAValue, ...]:
        return self.destinations()

    def build_dps(
        self,
        operands: Sequence[SSAValue | None],
        properties: Mapping[str, Attribute | None] | None = None,
    ) -> None:
        """Initialise from the operands in the order of the generic form, `None` for absent."""
        given = tuple(o for o in operands if o is not None)
        all_properties = dict[str, Attribute]()
        if properties is not None:
            all_properties |= {k: v for k, v in properties.items() if v is not None}
        if _fields(type(self)).has_segments:
            all_properties |= segments(*(o is not None for o in operands))
        Operation.__init__(self, operands=given, properties=all_properties)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        operands = self._operands
        arrangement = self.arrangement()
        trailing = self.entries(canonical=canonical)
        ins = [operands[i] for i in arrangement.ins]
        pieces: list[Piece] = [" ins("]
        if self.TYPED_ONE_BY_ONE:
            for i, value in enumerate(ins):
                pieces += (", " if i else "", value, " : ", value.type)
        else:
            _append_list(pieces, ins)
            if self.DICTIONARY_IN_INS:
                pieces += trailing
            pieces.append(" : ")
            _append_list(pieces, [v.type for v in ins])
        pieces += self.clauses_in_ins()
        pieces.append(") outs(")
        outs = [operands[i] for i in arrangement.outs]
        _append_list(pieces, outs)
        pieces.append(" : ")
        _append_list(pieces, [v.type for v in outs])
        pieces.append(")")
        if not self.DICTIONARY_IN_INS:
            pieces += trailing
        pieces += self.trailing_clauses()
        if self.results:
            pieces += (" -> ", self.results[0].type)
        return pieces

    @classmethod
    def form(cls) -> str | None:
        if cls.assembly is not DpsOp.assembly:
            return super().form()
        fields = _fields(cls)
        ins, outs = (
            f"{cls.listed(names)} : type{'s' if len(names) > 1 else ''}"
            for names in (fields.ins, fields.outs)
        )
        return f"{cls.name} ins({ins}) outs({outs})"

    @classmethod
    def listed(cls, names: Sequence[str]) -> str:
        """Operands for messages, `a, b, [c]`: what may be absent is in brackets."""
        optional = _fields(cls).optional
        return ", ".join(f"[{n}]" if n in optional else n for n in names)

    def clauses_in_ins(self) -> Sequence[Piece]:
        """Clauses behind the types inside of `ins`."""
        return ()

    def trailing_clauses(self) -> Sequence[Piece]:
        """Clauses behind the attribute dictionary."""
        return ()

    def entries(self, *, canonical: bool) -> list[Piece]:
        """The attribute dictionary."""
        fields = _fields(type(self))
        if not fields.defaults and not self.properties and not self.attributes:
            return []
        shows_defaults = self.PRINTS_DEFAULTS and canonical
        entries = dict[str, Attribute]()
        for name, default in fields.defaults.items():
            value = self.properties.get(name, default if shows_defaults else None)
            if value is not None:
                entries[self.KEYS.get(name, name)] = value
        return dictionary(entries | self.attributes)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        plain = _INS_AND_OUTS.match(parser.lexer.input.content, parser.pos)
        ins = None if plain is None else _known_operands(parser, plain, 1)
        outs = None if plain is None or ins is None else _known_operands(parser, plain, 3)
        entries = dict[str, Attribute]()
        if plain is not None and ins is not None and outs is not None:
            Cursor.move(parser, plain.end())
        else:
            parser.parse_keyword("ins")
            has_dictionary = cls.DICTIONARY_IN_INS or cls.READS_DICTIONARY_IN_INS
            ins, entries = parse_operand_clause(parser, has_dictionary=has_dictionary)
            parser.parse_keyword("outs")
            outs, _ = parse_operand_clause(parser)
        merge_entries(parser, entries, parser.parse_optional_attr_dict())
        operands, properties = cls.in_generic_order(parser, ins, outs)
        return cls.from_text(parser, operands, properties, entries)

    @classmethod
    def in_generic_order(
        cls, parser: Parser, ins: Sequence[SSAValue], outs: Sequence[SSAValue]
    ) -> tuple[list[SSAValue], dict[str, Attribute]]:
        """
        The operands in the order of the generic form, and the properties that this needs.

        Raises:
            VerifyException: there are too many or too few operands.
        """
        assignment = _assignment(cls, len(ins), len(outs))
        if assignment is None:
            fields = _fields(cls)
            raise VerifyException(
                f"{cls.name} takes ins({cls.listed(fields.ins)}) outs({cls.listed(fields.outs)}), "
                f"got {len(ins)} and {len(outs)} operands"
            )
        order, properties = assignment
        in_text = (*ins, *outs)
        return [in_text[i] for i in order], dict(properties)

    @classmethod
    def from_text(
        cls,
        parser: Parser,
        operands: Sequence[SSAValue],
        properties: dict[str, Attribute],
        entries: dict[str, Attribute],
    ) -> Self:
        """Make the operation from its operands and its attribute dictionary."""
        fields = _fields(cls)
        attributes = dict[str, Attribute]()
        for key, value in entries.items():
            name = fields.properties_by_key.get(key)
            if name is None:
                attributes[key] = value
            elif name in properties:
                parser.raise_error(f"'{key}' is given twice")
            else:
                properties[name] = value
        result_types: list[Attribute] = []
        if fields.has_result and parser.parse_optional_punctuation("->") is not None:
            result_types.append(parse_type(parser))
        return cls.create(
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
        )


class OneSourceOp(DpsOp, ABC):
    """`ins(%a : A) outs(%c : C)`."""

    src = operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, dst: SSAValue):
        self.build_dps((src, dst))


class TwoSourceOp(DpsOp, ABC):
    """`ins(%a, %b : A, B) outs(%c : C)`."""

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src0: SSAValue, src1: SSAValue, dst: SSAValue):
        self.build_dps((src0, src1, dst))


class ScratchSourceOp(DpsOp, ABC):
    """`ins(%a[, %tmp] : A[, T]) outs(%c : C)`, with a scratch tile."""

    src = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, tmp: SSAValue | None, dst: SSAValue):
        self.build_dps((src, tmp, dst))


@dataclass(frozen=True)
class _Fields:
    """What the definition of a DPS operation says, in the form that is needed often."""

    operands: tuple[str, ...]
    """Operand fields in the order of the generic form."""
    optional: frozenset[str]
    """Those that may be absent."""
    ins: tuple[str, ...]
    """Operand fields in `ins`."""
    outs: tuple[str, ...]
    """Operand fields in `outs`."""
    has_segments: bool
    """Whether a property says which optional operands are there."""
    has_result: bool
    """Whether there may be a result (of tensor type)."""
    defaults: Mapping[str, Attribute | None]
    """Properties of the attribute dictionary with their default values."""
    properties_by_key: Mapping[str, str]
    """Properties of the attribute dictionary by the name that the text gives them."""


@cache
def _fields(cls: type[DpsOp]) -> _Fields:
    definition = cls.get_irdl_definition()
    names = tuple(name for name, _ in definition.operands)
    ins = cls.INS or tuple(n for n in names if n not in cls.OUTS and n not in cls.CLAUSES)
    outs = tuple(n for n in cls.OUTS if n in names)
    optional = frozenset(n for n, d in definition.operands if isinstance(d, OptOperandDef))
    defaults = {
        name: definition.properties[name].default_value
        for name in definition.properties
        if name != "operandSegmentSizes" and name not in cls.CLAUSES
    }
    keys = {cls.KEYS.get(name, name): name for name in defaults} | {n: n for n in defaults}
    return _Fields(
        operands=names,
        optional=optional,
        ins=ins,
        outs=outs,
        has_segments="operandSegmentSizes" in definition.properties,
        has_result=bool(definition.results),
        defaults=defaults,
        properties_by_key=keys,
    )


@cache
def _arrange(cls: type[DpsOp], count: int, sizes: tuple[int, ...] | None) -> Arrangement:
    """
    Where the operands stand in the text.

    Raises:
        VerifyException: there are too many or too few operands.
    """
    fields = _fields(cls)
    if sizes is not None:
        present = [n for n, size in zip(fields.operands, sizes, strict=True) if size]
    elif count == len(fields.operands):
        present = list(fields.operands)
    else:
        present = [n for n in fields.operands if n not in fields.optional]
    if count != len(present):
        raise VerifyException(
            f"{cls.name} has {count} operands, expected {', '.join(fields.operands)}"
        )
    position = {name: i for i, name in enumerate(present)}
    return Arrangement(
        ins=tuple(position[n] for n in fields.ins if n in position),
        outs=tuple(position[n] for n in fields.outs if n in position),
    )


@cache
def _assignment(
    cls: type[DpsOp], ins: int, outs: int
) -> tuple[tuple[int, ...], dict[str, Attribute]] | None:
    """
    For operands as they stand in the text, `ins` then `outs`: their positions in the text in
    the order of the generic form, and the properties that this needs. `None` if the numbers
    do not fit.
    """
    fields = _fields(cls)
    place = dict[str, int]()
    start = 0
    for names, count in ((fields.ins, ins), (fields.outs, outs)):
        spare = count - sum(n not in fields.optional for n in names)
        at = start
        for name in names:
            if name in fields.optional:
                if spare <= 0:
                    continue
                spare -= 1
            place[name] = at
            at += 1
        start += count
        if spare or at != start:
            return None
    order = tuple(place[n] for n in fields.operands if n in place)
    if not fields.has_segments:
        return order, {}
    return order, segments(*(int(n in place) for n in fields.operands))
