"""
Small arrays in registers: of event ids, and of numbers.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IndexType
from xdsl.irdl import irdl_op_definition, operand_def, result_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.base import INDEX, SCALAR, PtoOp
from pto_dialect.pto.checks import constant_value
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.types import EventIdArrayType, LocalArrayType, StructType


@irdl_op_definition
class DeclareEventIdArrayOp(FormattedOp):
    """An array of event ids: `%a = pto.declare_eventid_array -> !pto.eventid_array<4>`."""

    name = "pto.declare_eventid_array"
    FORMAT: ClassVar = "{attributes} -> {array:type}"

    array = result_def(EventIdArrayType)


@irdl_op_definition
class EventIdArrayGetOp(FormattedOp):
    """An event id of an array: `%e = pto.eventid_array_get %a[%i] : A`."""

    name = "pto.eventid_array_get"
    FORMAT: ClassVar = " {array}[{index}]{attributes} : {array:type}"

    array = operand_def(EventIdArrayType)
    index = operand_def(INDEX)
    value = result_def(IndexType)

    def verify_(self) -> None:
        _check_event_index(self)


@irdl_op_definition
class EventIdArraySetOp(FormattedOp):
    """Change an event id of an array: `pto.eventid_array_set %a[%i], %e : A`."""

    name = "pto.eventid_array_set"
    FORMAT: ClassVar = " {array}[{index}], {value}{attributes} : {array:type}"

    array = operand_def(EventIdArrayType)
    index = operand_def(INDEX)
    value = operand_def(INDEX)

    def verify_(self) -> None:
        _check_event_index(self)


def _check_event_index(op: EventIdArrayGetOp | EventIdArraySetOp) -> None:
    array = op.array.type
    assert isinstance(array, EventIdArrayType)
    _check_index(op.name, constant_value(op.index), array.size.data)


def _check_index(name: str, index: int | None, extent: int) -> None:
    if index is not None and not 0 <= index < extent:
        raise VerifyException(f"{name}: index {index} of an array of {extent}")


@irdl_op_definition
class DeclareLocalArrayOp(FormattedOp):
    """An array of numbers: `%a = pto.declare_local_array -> !pto.local_array<4x8xf32>`."""

    name = "pto.declare_local_array"
    FORMAT: ClassVar = "{attributes} -> {array:type}"

    array = result_def(LocalArrayType)


@irdl_op_definition
class LocalArrayGetOp(FormattedOp):
    """A number of an array: `%x = pto.local_array_get %a[%i, %j] : A -> f32`."""

    name = "pto.local_array_get"
    FORMAT: ClassVar = " {array}[{indices}]{attributes} : {array:type} -> {result:type}"

    array = operand_def(LocalArrayType)
    indices = var_operand_def(INDEX)
    result = result_def(SCALAR)

    def verify_(self) -> None:
        _check_access(self)


@irdl_op_definition
class LocalArraySetOp(FormattedOp):
    """Change a number of an array: `pto.local_array_set %a[%i, %j], %x : A, f32`."""

    name = "pto.local_array_set"
    FORMAT: ClassVar = " {array}[{indices}], {value}{attributes} : {array:type}, {value:type}"

    array = operand_def(LocalArrayType)
    indices = var_operand_def(INDEX)
    value = operand_def(SCALAR)

    def verify_(self) -> None:
        _check_access(self)


def _check_access(op: LocalArrayGetOp | LocalArraySetOp) -> None:
    array = op.array.type
    assert isinstance(array, LocalArrayType)
    if len(op.indices) != len(array.shape):
        raise VerifyException(
            f"{op.name}: an array of {len(array.shape)} dimensions has as many indices, got "
            f"{len(op.indices)}"
        )
    element = (op.result if isinstance(op, LocalArrayGetOp) else op.value).type
    if element != array.element_type:
        raise VerifyException(f"{op.name}: the array holds {array.element_type}, not {element}")
    for index, extent in zip(op.indices, array.shape, strict=True):
        _check_index(op.name, constant_value(index), extent)


@irdl_op_definition
class DeclareStructOp(FormattedOp):
    """Several values side by side (since 0.60): `%s = pto.declare_struct -> !pto.struct<i32>`."""

    name = "pto.declare_struct"
    FORMAT: ClassVar = "{attributes} -> {result:type}"

    result = result_def(StructType)


ARRAY_OPS: list[type[PtoOp]] = [
    DeclareEventIdArrayOp,
    EventIdArrayGetOp,
    EventIdArraySetOp,
    DeclareLocalArrayOp,
    LocalArrayGetOp,
    LocalArraySetOp,
    DeclareStructOp,
]
"""Arrays of event ids and of numbers."""
