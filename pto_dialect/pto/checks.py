"""
Rules that the assembler has for tiles, shared by the operations' verifiers.

Each check looks at tile types only and is skipped by operations on memrefs or tensors. An extent
that is known at run time only agrees with every other one.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.types import DYNAMIC, TileBufType, dims_text, element_bytes


def tile_types(values: Sequence[SSAValue]) -> list[TileBufType] | None:
    """The types of these values if all of them are tiles, else `None`."""
    types: list[TileBufType] = []
    for value in values:
        type_ = value.type
        if not isinstance(type_, TileBufType):
            return None
        types.append(type_)
    return types


def agree(extent: int, other: int) -> bool:
    """Whether two extents can be equal."""
    return extent == other or DYNAMIC in (extent, other)


def agree_in_pairs(extent: int, other: int) -> bool:
    """Whether two extents can be equal, one of which may count pairs of values."""
    return agree(extent, other) or extent in (2 * other, other / 2)


def constant_value(value: SSAValue) -> int | None:
    """The value of an integer constant, `None` for anything else."""
    owner = value.owner
    if isinstance(owner, ConstantOp):
        attribute = owner.properties["value"]
        if isinstance(attribute, IntegerAttr):
            return attribute.value.data
    return None


def is_number_of(element: Attribute, number: Attribute) -> bool:
    """
    Whether a scalar has the type of an element. The sign of an integer does not matter: scalar
    arithmetic has signless ones only.
    """
    if isinstance(element, IntegerType) and isinstance(number, IntegerType):
        return element.bitwidth == number.bitwidth
    return element == number


def check_vector_tiles(name: str, *types: TileBufType) -> None:
    """The vector unit reads and writes row-major tiles in `vec`."""
    for type_ in types:
        if type_.space.data != "vec":
            raise VerifyException(f"{name} works on tiles in vec, got one in {type_.space.data}")
        if type_.blayout.data != "row_major":
            raise VerifyException(f"{name} works on row_major tiles, got {type_.blayout.data}")


def check_space(name: str, role: str, type_: TileBufType, *spaces: str) -> None:
    """An operand's memory is one of these."""
    if type_.space.data not in spaces:
        raise VerifyException(
            f"{name}: {role} has to be in {'/'.join(spaces)}, not in {type_.space.data}"
        )


def check_scratch(name: str, tmp: Sequence[TileBufType]) -> None:
    """A scratch tile, if there is one, is in `vec`."""
    for type_ in tmp:
        check_space(name, "tmp", type_, "vec")


def check_same_element(name: str, *types: TileBufType) -> None:
    """The element types are the same."""
    first = types[0].element_type
    for type_ in types[1:]:
        other = type_.element_type
        if other is not first and other != first:
            raise VerifyException(f"{name}: element types differ, {first} and {other}")


def check_same_width(name: str, src: Attribute, dst: Attribute) -> None:
    """A copy between memory and a tile does not convert."""
    here, there = element_bytes(src), element_bytes(dst)
    if here != there:
        raise VerifyException(
            f"{name}: an element of {src} has {here} bytes, one of {dst} has {there}"
        )


def check_same_valid(name: str, *types: TileBufType) -> None:
    """The valid regions can be equal."""
    first = types[0].valid
    for type_ in types[1:]:
        other = type_.valid
        if not (agree(first[0], other[0]) and agree(first[1], other[1])):
            raise VerifyException(
                f"{name}: valid regions differ, {dims_text(first)} and {dims_text(other)}"
            )


def check_same_shape(name: str, *types: TileBufType) -> None:
    """The shapes are equal."""
    first = types[0].shape
    for type_ in types[1:]:
        if type_.shape != first:
            raise VerifyException(
                f"{name}: shapes differ, {dims_text(first)} and {dims_text(type_.shape)}"
            )


def check_elementwise(name: str, types: Sequence[TileBufType]) -> None:
    """Tiles of one element type and valid region, row-major in `vec`."""
    check_vector_tiles(name, *types)
    check_same_element(name, *types)
    check_same_valid(name, *types)
