"""
The elements of a tile as they are read in another way: as another type, or columns as rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import base, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.spaces import BLayout, SLayout
from pto_dialect.tile.ops.base import (
    SimpleTileOp,
    VectorOp,
    check_matrix,
    check_same_data,
    check_same_layout,
    tile_type,
)
from pto_dialect.tile.ops.views import allocated_shape, is_contiguous
from pto_dialect.tile.traits import NotInPlaceSafe, Scratch, ValidFrom, ViewOf
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text, element_bits, layout_text


@irdl_op_definition
class ReinterpretViewOp(SimpleTileOp):
    """
    The bytes of a tile as elements of another type, as a view: nothing moves. The rows stay; a row
    has as many bytes as before.

        %r = tile.reinterpret_view %t : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xi32>
    """

    name = "tile.reinterpret_view"

    src = operand_def(base(TileType))
    result = result_def(base(TileType))

    traits = traits_def(ViewOf(0), Pure())

    def __init__(self, src: SSAValue | Operation, element_type: Attribute):
        super().__init__(
            src, result_types=[reinterpreted(tile_type(SSAValue.get(src)), element_type)]
        )

    def verify_(self) -> None:
        src, result = tile_type(self.src), tile_type(self.result)
        if src.memory_space is not result.memory_space:
            raise VerifyException(
                f"{self.name} stays in the space of its operand, "
                f"{src.memory_space or 'not known yet'}, not "
                f"{result.memory_space or 'not known yet'}"
            )
        wanted = reinterpreted(src, result.element_type)
        check_same_data(wanted, result)
        check_same_layout(wanted, result)
        if src.element_bits != result.element_bits and not is_contiguous(self.src):
            raise VerifyException(
                f"{self.name} moves nothing, and the rows of this window of "
                f"{dims_text(allocated_shape(self.src).extents)} do not follow each other"
            )


def reinterpreted(src: TileType, element_type: Attribute) -> TileType:
    """
    The type of the bytes of a tile as elements of another type.

    Raises:
        VerifyException: a row, or the valid part of it, is no whole number of elements.
    """
    before, after = src.element_bits, element_bits(element_type)
    columns, valid = src.extents[-1] * before, src.valid_extents[-1]
    if before != after:
        if (
            src.layout.blayout is not BLayout.ROW_MAJOR
            or src.layout.slayout is not SLayout.NONE_BOX
        ):
            raise VerifyException(
                "elements of another width need a tile that is stored row by row, not as "
                f"{layout_text(src)}"
            )
        if valid == DYNAMIC or columns % after or valid * before % after:
            raise VerifyException(
                f"{dims_text(src.extents)}x{src.element_type} with "
                f"valid={dims_text(src.valid_extents)} is no whole number of {element_type} in a "
                "row"
            )
        valid = valid * before // after
    return TileType.get(
        (*src.extents[:-1], columns // after),
        element_type,
        src.memory_space,
        valid=(*src.valid_extents[:-1], valid),
        layout=None if src.has_implicit_layout else src.layout,
    )


@irdl_op_definition
class TransposeOp(VectorOp):
    """
    Rows and columns of a tile exchanged. `tmp` is scratch with the element type of the source and
    at least as many elements. Never in place.

        %r = tile.transpose %t, %tmp : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 64x16xf32>
    """

    name = "tile.transpose"

    src = operand_def(base(TileType))
    tmp = operand_def(base(TileType))

    traits = traits_def(NotInPlaceSafe(), Scratch(1), ValidFrom(((0, 1), (0, 0))))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, tmp = (tile_type(t) for t in operand_types)
        check_matrix(src, cls.name)
        if src.element_bits not in (8, 16, 32):
            raise VerifyException(
                f"{cls.name} moves elements of 8, 16 or 32 bits, not {src.element_type}"
            )
        if tmp.element_type != src.element_type or prod(tmp.extents) < prod(src.extents):
            raise VerifyException(
                f"scratch of {cls.name} holds at least {prod(src.extents)} elements of "
                f"{src.element_type}, not {dims_text(tmp.extents)}x{tmp.element_type}"
            )
        return (
            TileType.get(
                src.extents[::-1],
                src.element_type,
                src.memory_space,
                valid=src.valid_extents[::-1],
            ),
        )
