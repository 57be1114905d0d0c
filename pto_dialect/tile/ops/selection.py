"""
Comparisons, which give packed masks, and selection by such a mask.

A mask of `[M, N]` is `[M, K]xui8`: a bit for each element, the first one of eight in the lowest
bit, and `K` the number of bytes that hold `N` bits, rounded up to 32. Bytes behind the bits of the
valid region are undefined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import IntegerType, Signedness, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import AnyAttr, base, irdl_op_definition, operand_def, prop_def, traits_def
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from pto_dialect.machine.targets import align_up
from pto_dialect.tile.ops.base import VectorOp, check_scalar, same_extents, tile_type
from pto_dialect.tile.traits import MayNotAlias, Scratch, ValidFrom
from pto_dialect.tile.types import TileType, dims_text

MASK_ELEMENT = IntegerType(8, Signedness.UNSIGNED)
"""The elements that the bits of a mask are packed in."""

_LINE = 32
"""Bytes that a row of a mask is a multiple of."""


class CmpMode(StrEnum):
    """A comparison."""

    EQ = "eq"
    NE = "ne"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"


def mask_of(type_: TileType) -> TileType:
    """The type of a mask with a bit for each element of a tile."""
    columns = align_up(-(-type_.extents[-1] // 8), _LINE)
    return TileType.get(
        (*type_.extents[:-1], columns),
        MASK_ELEMENT,
        type_.memory_space,
        valid=(*type_.valid_extents[:-1], columns),
    )


def check_mode(mode: Attribute | None, op: str) -> None:
    """
    Check the name of a comparison.

    Raises:
        VerifyException: there is no such comparison.
    """
    if not isinstance(mode, StringAttr) or mode.data not in list(CmpMode):
        raise VerifyException(f"{op} compares by one of {', '.join(CmpMode)}, not {mode}")


def _check_mask(mask: TileType, src: TileType, op: str) -> None:
    wanted = mask_of(src)
    element = mask.element_type
    if (
        mask.extents != wanted.extents
        or not isinstance(element, IntegerType)
        or element.bitwidth != 8
    ):
        raise VerifyException(
            f"the mask of {op} of {dims_text(src.extents)} elements is "
            f"{dims_text(wanted.extents)}x{MASK_ELEMENT}, not {dims_text(mask.extents)}x{element}"
        )


class _ComparisonOp(VectorOp):
    """An operation that makes a mask, by its `mode`."""

    mode = prop_def(StringAttr)

    def __init__(self, src: SSAValue | Operation, other: SSAValue | Operation, mode: CmpMode):
        super().__init__(src, other, properties={"mode": StringAttr(mode)})


@irdl_op_definition
class CmpOp(_ComparisonOp):
    """
    A mask of where a comparison of two elements holds.

        %m = tile.cmp %a, %b {mode = "gt"}
            : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xui8>
    """

    name = "tile.cmp"

    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs = (tile_type(t) for t in operand_types)
        check_mode(properties.get("mode"), cls.name)
        same_extents(lhs, rhs, cls.name)
        return (mask_of(lhs),)


@irdl_op_definition
class CmpsOp(_ComparisonOp):
    """A mask of where a comparison of an element and a scalar holds."""

    name = "tile.cmps"

    src = operand_def(base(TileType))
    scalar = operand_def(AnyAttr())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = tile_type(operand_types[0])
        check_mode(properties.get("mode"), cls.name)
        check_scalar(src, operand_types[1], cls.name)
        return (mask_of(src),)


@irdl_op_definition
class SelOp(VectorOp):
    """
    The element of `lhs` where the bit of the mask is set, else that of `rhs`. `tmp` is scratch
    of any type. The result never shares the bytes of the mask.

        %r = tile.sel %m, %a, %b, %tmp : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>,
            !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8> -> !tile.tile<vec, 16x64xf32>
    """

    name = "tile.sel"

    mask = operand_def(base(TileType))
    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))
    tmp = operand_def(base(TileType))

    traits = traits_def(MayNotAlias((0,)), Scratch(3), ValidFrom(((1, 0), (1, 1))))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        mask, lhs, rhs, _ = (tile_type(t) for t in operand_types)
        same_extents(lhs, rhs, cls.name)
        _check_mask(mask, lhs, cls.name)
        return (lhs,)


@irdl_op_definition
class SelsOp(VectorOp):
    """
    The element of `src` where the bit of the mask is set, else the scalar. `tmp` is scratch of
    any type. The result never shares the bytes of the mask.
    """

    name = "tile.sels"

    mask = operand_def(base(TileType))
    src = operand_def(base(TileType))
    tmp = operand_def(base(TileType))
    scalar = operand_def(AnyAttr())

    traits = traits_def(MayNotAlias((0,)), Scratch(2), ValidFrom(((1, 0), (1, 1))))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        mask, src = tile_type(operand_types[0]), tile_type(operand_types[1])
        check_scalar(src, operand_types[3], cls.name)
        _check_mask(mask, src, cls.name)
        return (src,)
