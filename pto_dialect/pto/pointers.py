"""
Pointers and scalar access to memory.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Self

from xdsl.dialects.builtin import IndexType, IntegerType, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import AnyOf, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.base import INDEX, SCALAR, Piece, PtoOp, dictionary, effect_on
from pto_dialect.pto.types import PtrType, parse_type

ANY_POINTER = AnyOf.get(PtrType, MemRefType)
"""What a scalar access goes through; memrefs only in old versions of the assembler."""


class ReadsPointer(MemoryEffect):
    """Reads what operand 0 points to."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        effect = effect_on(MemoryEffectKind.READ, op.operands[0])
        return set() if effect is None else {effect}


class WritesPointer(MemoryEffect):
    """Writes what operand 0 points to."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        effect = effect_on(MemoryEffectKind.WRITE, op.operands[0])
        return set() if effect is None else {effect}


def _parse_pointer_type(parser: Parser) -> Attribute:
    """A type, or a pointer without `!pto.ptr` in front: `<f32, gm>`."""
    if parser.parse_optional_punctuation("<") is None:
        return parse_type(parser)
    element_type = parser.parse_type()
    space = PtrType.parse_space(parser)
    parser.parse_punctuation(">")
    return PtrType(element_type, space)


@irdl_op_definition
class AddPtrOp(PtoOp):
    """
    A pointer moved by a number of elements.

        %q = pto.addptr %p, %n : <f32, gm> -> <f32, gm>

    The assembler prints the types without `!pto.ptr` and reads both.
    """

    name = "pto.addptr"

    ptr = operand_def(PtrType)
    offset = operand_def(INDEX)
    result = result_def(PtrType)

    traits = traits_def(Pure())

    def __init__(self, ptr: SSAValue, offset: SSAValue):
        Operation.__init__(self, operands=(ptr, offset), result_types=(ptr.type,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        ptr, offset = self._operands
        head = (" ", ptr, ", ", offset, *dictionary(self.attributes), " : ")
        types = (ptr.type, self.results[0].type)
        if not canonical:
            return (*head, types[0], " -> ", types[1])
        before, after = (str(t).removeprefix("!pto.ptr") for t in types)
        return (*head, before, " -> ", after)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ptr = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        offset = parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = _parse_pointer_type(parser)
        parser.parse_punctuation("->")
        return cls.create(
            operands=(parser.resolve_operand(ptr, type_), offset),
            result_types=(_parse_pointer_type(parser),),
            attributes=attributes,
        )

    def verify_(self) -> None:
        if self._operands[0].type != self.results[0].type:
            raise VerifyException(
                f"{self.name}: the type stays the same, got {self._operands[0].type} and "
                f"{self.results[0].type}"
            )


class PointerCastOp(PtoOp, ABC):
    """`%b = pto.… %a : A -> B`."""

    traits = traits_def(Pure())

    def __init__(self, value: SSAValue, result_type: Attribute):
        Operation.__init__(self, operands=(value,), result_types=(result_type,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        value = self._operands[0]
        tail = (*dictionary(self.attributes), " : ", value.type, " -> ", self.results[0].type)
        return (" ", value, *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = _parse_pointer_type(parser)
        parser.parse_punctuation("->")
        return cls.create(
            operands=(parser.resolve_operand(value, type_),),
            result_types=(_parse_pointer_type(parser),),
            attributes=attributes,
        )


@irdl_op_definition
class PtrToIntOp(PointerCastOp):
    """The address that a pointer holds, in bytes."""

    name = "pto.ptrtoint"

    ptr = operand_def(ANY_POINTER)
    result = result_def(IntegerType)


@irdl_op_definition
class IntToPtrOp(PointerCastOp):
    """A pointer to an address in bytes."""

    name = "pto.inttoptr"

    addr = operand_def(IntegerType)
    result = result_def(PtrType)


@irdl_op_definition
class CastPtrOp(PointerCastOp):
    """A pointer of another type."""

    name = "pto.castptr"

    input = operand_def(AnyOf.get(PtrType, MemRefType, IntegerType))
    result = result_def(AnyOf.get(PtrType, IntegerType))


@irdl_op_definition
class LoadScalarOp(PtoOp):
    """One element of memory, the offset in elements: `%v = pto.load_scalar %p[%i] : P -> E`."""

    name = "pto.load_scalar"

    ptr = operand_def(ANY_POINTER)
    offset = operand_def(INDEX)
    value = result_def(SCALAR)

    traits = traits_def(ReadsPointer())

    def __init__(self, ptr: SSAValue, offset: SSAValue, type_: Attribute):
        Operation.__init__(self, operands=(ptr, offset), result_types=(type_,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        ptr, offset = self._operands
        tail = (*dictionary(self.attributes), " : ", ptr.type, " -> ", self.results[0].type)
        return (" ", ptr, "[", offset, "]", *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ptr = parser.parse_unresolved_operand()
        parser.parse_punctuation("[")
        offset = parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())
        parser.parse_punctuation("]")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = _parse_pointer_type(parser)
        parser.parse_punctuation("->")
        return cls.create(
            operands=(parser.resolve_operand(ptr, type_), offset),
            result_types=(parser.parse_type(),),
            attributes=attributes,
        )

    def verify_(self) -> None:
        _check_element(self.name, self._operands[0].type, self.results[0].type)


@irdl_op_definition
class StoreScalarOp(PtoOp):
    """Write one element, the offset in elements: `pto.store_scalar %v, %p[%i] : P, E`."""

    name = "pto.store_scalar"

    ptr = operand_def(ANY_POINTER)
    offset = operand_def(INDEX)
    value = operand_def(SCALAR)

    traits = traits_def(WritesPointer())

    def __init__(self, ptr: SSAValue, offset: SSAValue, value: SSAValue):
        Operation.__init__(self, operands=(ptr, offset, value))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        ptr, offset, value = self._operands
        tail = (*dictionary(self.attributes), " : ", ptr.type, ", ", value.type)
        return (" ", value, ", ", ptr, "[", offset, "]", *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        ptr = parser.parse_unresolved_operand()
        parser.parse_punctuation("[")
        offset = parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())
        parser.parse_punctuation("]")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = _parse_pointer_type(parser)
        parser.parse_punctuation(",")
        value_type = parser.parse_type()
        return cls.create(
            operands=(
                parser.resolve_operand(ptr, type_),
                offset,
                parser.resolve_operand(value, value_type),
            ),
            attributes=attributes,
        )

    def verify_(self) -> None:
        _check_element(self.name, self._operands[0].type, self._operands[2].type)


def _check_element(name: str, pointer: Attribute, value: Attribute) -> None:
    if isinstance(pointer, PtrType) and pointer.element_type != value:
        raise VerifyException(f"{name}: {pointer} holds {pointer.element_type}, not {value}")


POINTER_OPS: list[type[PtoOp]] = [
    AddPtrOp,
    PtrToIntOp,
    IntToPtrOp,
    CastPtrOp,
    LoadScalarOp,
    StoreScalarOp,
]
"""Pointers and scalar memory access."""
