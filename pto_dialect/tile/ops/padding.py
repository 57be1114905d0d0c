"""
Partly valid tiles: what lies outside of the valid region is filled, or one tile goes on where the
other one ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import base, irdl_op_definition, operand_def, traits_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.spaces import Pad
from pto_dialect.tile.ops.base import BinaryVectorOp, VectorOp, check_same_layout, tile_type
from pto_dialect.tile.traits import NotInPlaceSafe, WritesInto
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text, layout_text


def padded(src: TileType, pad: Pad, extents: Sequence[int] | None = None) -> TileType:
    """The type of a tile after padding, possibly with larger extents; all of it is valid."""
    return TileType.get(
        src.extents if extents is None else extents,
        src.element_type,
        src.memory_space,
        layout=None if src.has_implicit_layout else src.layout,
        pad=pad,
    )


class PadOp(VectorOp):
    """
    A tile whose elements outside of the valid region have the value that the `pad` of the
    result's type says: zero, or the largest or smallest that there is. All of it is valid.
    """

    src = operand_def(base(TileType))

    def __init__(self, src: SSAValue | Operation, result_type: TileType):
        super().__init__(src, result_types=[result_type])

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        raise VerifyException(f"{cls.name} needs a result type, which says what to pad with")

    def verify_(self) -> None:
        self.check_spaces()
        src, result = tile_type(self.src), tile_type(self.result)
        if result.pad.data == Pad.NULL:
            raise VerifyException(f"the result of {self.name} has a pad value, pad=null is none")
        if src.element_type != result.element_type:
            raise VerifyException(f"{self.name} keeps the element type {src.element_type}")
        if result.valid_extents != result.extents:
            raise VerifyException(
                f"the result of {self.name} is valid in all of {dims_text(result.extents)}, not "
                f"in {dims_text(result.valid_extents)}"
            )
        self.check_extents(src, result)

    def check_extents(self, src: TileType, result: TileType) -> None:
        """
        Check the shape of the result.

        Raises:
            VerifyException: it is not that of the source.
        """
        if src.extents != result.extents:
            raise VerifyException(
                f"{self.name} keeps the shape {dims_text(src.extents)}, not "
                f"{dims_text(result.extents)}"
            )
        check_same_layout(src, result)


@irdl_op_definition
class FillPadOp(PadOp):
    """
    A copy of a tile, padded.

        %p = tile.fillpad %t : !tile.tile<vec, 64x64xf32, valid=?x64>
            -> !tile.tile<vec, 64x64xf32, pad=zero>
    """

    name = "tile.fillpad"


@irdl_op_definition
class FillPadInplaceOp(PadOp):
    """The tile itself, padded: overwrites the operand in place."""

    name = "tile.fillpad_inplace"

    traits = traits_def(WritesInto(0))


@irdl_op_definition
class FillPadExpandOp(PadOp):
    """A copy of a tile, padded to a shape at least as large; never in place."""

    name = "tile.fillpad_expand"

    traits = traits_def(NotInPlaceSafe())

    def check_extents(self, src: TileType, result: TileType) -> None:
        if len(src.extents) != len(result.extents) or any(
            r < s for s, r in zip(src.extents, result.extents, strict=True)
        ):
            raise VerifyException(
                f"{self.name} pads {dims_text(src.extents)} to a shape at least as large, not to "
                f"{dims_text(result.extents)}"
            )
        if src.layout.slayout != result.layout.slayout:
            raise VerifyException(
                f"{self.name} keeps the layout {layout_text(src)}, not {layout_text(result)}"
            )


class PartialOp(BinaryVectorOp):
    """
    A function of two elements where both tiles are valid, elsewhere the element of the one that
    is. The valid region of one contains that of the other, and is that of the result.
    """

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs = (tile_type(t) for t in operand_types)
        if lhs.extents != rhs.extents or lhs.element_type != rhs.element_type:
            raise VerifyException(
                f"operands of {cls.name} have one shape and element type, not "
                f"{dims_text(lhs.extents)}x{lhs.element_type} and "
                f"{dims_text(rhs.extents)}x{rhs.element_type}"
            )
        if _contains(lhs, rhs):
            return (lhs,)
        if _contains(rhs, lhs) and not rhs.dynamic_valid_dims:
            return (rhs,)
        raise VerifyException(
            f"{cls.name} needs one valid region that contains the other, not "
            f"{dims_text(lhs.valid_extents)} and {dims_text(rhs.valid_extents)}"
        )


def _contains(outer: TileType, inner: TileType) -> bool:
    """Whether a valid region may contain another one; one that is not known may."""
    pairs = zip(outer.valid_extents, inner.valid_extents, strict=True)
    return all(o >= i or DYNAMIC in (o, i) for o, i in pairs)


@irdl_op_definition
class PartAddOp(PartialOp):
    """lhs + rhs where both are valid."""

    name = "tile.part_add"


@irdl_op_definition
class PartMulOp(PartialOp):
    """lhs * rhs where both are valid."""

    name = "tile.part_mul"


@irdl_op_definition
class PartMaxOp(PartialOp):
    """The larger element where both are valid."""

    name = "tile.part_max"


@irdl_op_definition
class PartMinOp(PartialOp):
    """The smaller element where both are valid."""

    name = "tile.part_min"
