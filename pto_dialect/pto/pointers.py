"""
Pointers and scalar access to memory.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerType, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import AnyOf, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.base import INDEX, SCALAR, DataEffects, Piece, PtoOp, dictionary
from pto_dialect.pto.checks import is_number_of
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.types import PtrType

ANY_POINTER = AnyOf.get(PtrType, MemRefType)
"""What a scalar access goes through; memrefs only in old versions of the assembler."""


@irdl_op_definition
class AddPtrOp(FormattedOp):
    """
    A pointer moved by a number of elements.

        %q = pto.addptr %p, %n : <f32, gm> -> <f32, gm>

    The assembler prints the types without `!pto.ptr` and reads both.
    """

    name = "pto.addptr"
    FORMAT: ClassVar = " {ptr}, {offset}{attributes} : {ptr:type} -> {result:type}"

    ptr = operand_def(PtrType)
    offset = operand_def(INDEX)
    result = result_def(PtrType)

    traits = traits_def(Pure())

    def __init__(self, ptr: SSAValue, offset: SSAValue):
        Operation.__init__(self, operands=(ptr, offset), result_types=(ptr.type,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        if not canonical:
            return super().assembly(canonical=False)
        ptr, offset = self._operands
        before, after = (str(v.type).removeprefix("!pto.ptr") for v in (ptr, self.results[0]))
        tail = (*dictionary(self.attributes), f" : {before} -> {after}")
        return (" ", ptr, ", ", offset, *tail)

    def verify_(self) -> None:
        if self._operands[0].type != self.results[0].type:
            raise VerifyException(
                f"{self.name}: the type stays the same, got {self._operands[0].type} and "
                f"{self.results[0].type}"
            )


class PointerCastOp(FormattedOp, ABC):
    """An address under another type; it stays the same."""

    traits = traits_def(Pure())

    def __init__(self, value: SSAValue, result_type: Attribute):
        Operation.__init__(self, operands=(value,), result_types=(result_type,))


@irdl_op_definition
class PtrToIntOp(PointerCastOp):
    """The address that a pointer holds, in bytes: `%a = pto.ptrtoint %p : P -> i64`."""

    name = "pto.ptrtoint"
    FORMAT: ClassVar = " {ptr}{attributes} : {ptr:type} -> {result:type}"

    ptr = operand_def(ANY_POINTER)
    result = result_def(IntegerType)


@irdl_op_definition
class IntToPtrOp(PointerCastOp):
    """A pointer to an address in bytes: `%p = pto.inttoptr %a : i64 -> P`."""

    name = "pto.inttoptr"
    FORMAT: ClassVar = " {addr}{attributes} : {addr:type} -> {result:type}"

    addr = operand_def(IntegerType)
    result = result_def(PtrType)


@irdl_op_definition
class CastPtrOp(PointerCastOp):
    """A pointer of another type: `%q = pto.castptr %p : P -> Q`."""

    name = "pto.castptr"
    FORMAT: ClassVar = " {input}{attributes} : {input:type} -> {result:type}"

    input = operand_def(AnyOf.get(PtrType, MemRefType, IntegerType))
    result = result_def(AnyOf.get(PtrType, IntegerType))

    def verify_(self) -> None:
        before, after = self.input.type, self.result.type
        if isinstance(before, IntegerType) and isinstance(after, IntegerType):
            raise VerifyException(f"{self.name}: one of the types is a pointer, got {after}")


@irdl_op_definition
class LoadScalarOp(FormattedOp):
    """One element of memory, the offset in elements: `%v = pto.load_scalar %p[%i] : P -> E`."""

    name = "pto.load_scalar"
    FORMAT: ClassVar = " {ptr}[{offset}]{attributes} : {ptr:type} -> {value:type}"
    READS: ClassVar = ("ptr",)

    ptr = operand_def(ANY_POINTER)
    offset = operand_def(INDEX)
    value = result_def(SCALAR)

    traits = traits_def(DataEffects())

    def __init__(self, ptr: SSAValue, offset: SSAValue, type_: Attribute):
        Operation.__init__(self, operands=(ptr, offset), result_types=(type_,))

    def verify_(self) -> None:
        _check_element(self.name, self._operands[0].type, self.results[0].type)


@irdl_op_definition
class StoreScalarOp(FormattedOp):
    """Write one element, the offset in elements: `pto.store_scalar %v, %p[%i] : P, E`."""

    name = "pto.store_scalar"
    FORMAT: ClassVar = " {value}, {ptr}[{offset}]{attributes} : {ptr:type}, {value:type}"
    WRITES: ClassVar = ("ptr",)

    ptr = operand_def(ANY_POINTER)
    offset = operand_def(INDEX)
    value = operand_def(SCALAR)

    traits = traits_def(DataEffects())

    def __init__(self, ptr: SSAValue, offset: SSAValue, value: SSAValue):
        Operation.__init__(self, operands=(ptr, offset, value))

    def verify_(self) -> None:
        _check_element(self.name, self._operands[0].type, self._operands[2].type)


def _check_element(name: str, pointer: Attribute, value: Attribute) -> None:
    assert isinstance(pointer, PtrType | MemRefType)
    element = cast(PtrType, pointer).element_type
    if not is_number_of(element, value):
        raise VerifyException(f"{name}: {pointer} holds {element}, not {value}")


POINTER_OPS: list[type[PtoOp]] = [
    AddPtrOp,
    PtrToIntOp,
    IntToPtrOp,
    CastPtrOp,
    LoadScalarOp,
    StoreScalarOp,
]
"""Pointers and scalar memory access."""
