"""
Reductions and broadcasts along a row or a column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute
from xdsl.irdl import base, irdl_op_definition, operand_def, traits_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.tile.ops.base import (
    VectorOp,
    check_float,
    check_matrix,
    check_rows,
    check_scratch,
    tile_type,
)
from pto_dialect.tile.traits import MayNotAlias, NotInPlaceSafe, Scratch
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text


def _column_of(src: TileType, element_type: Attribute) -> TileType:
    """A column with one element for each row of a tile."""
    return TileType.get(
        (*src.extents[:-1], 1),
        element_type,
        src.memory_space,
        valid=(*src.valid_extents[:-1], 1),
    )


def _row_of(src: TileType, element_type: Attribute) -> TileType:
    """A row with one element for each column of a tile."""
    return TileType.get(
        (1, src.extents[-1]),
        element_type,
        src.memory_space,
        valid=(1, src.valid_extents[-1]),
    )


class RowReductionOp(VectorOp):
    """
    One value from each row: `[M, N]` to `[M, 1]`. `tmp` is scratch with the element type of
    the source and at least its extents. Never in place.
    """

    src = operand_def(base(TileType))
    tmp = operand_def(base(TileType))

    traits = traits_def(NotInPlaceSafe(), Scratch(1))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = check_rows(tile_type(operand_types[0]), cls.name)
        tmp = tile_type(operand_types[1])
        check_scratch(src, tmp, cls.name)
        return (_column_of(src, src.element_type),)


class ColumnReductionOp(VectorOp):
    """One value from each column: `[M, N]` to `[1, N]`."""

    src = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = check_matrix(tile_type(operand_types[0]), cls.name)
        return (_row_of(src, src.element_type),)


@irdl_op_definition
class RowProdOp(RowReductionOp):
    """The product of each row."""

    name = "tile.row_prod"


@irdl_op_definition
class RowSumOp(RowReductionOp):
    """The sum of each row."""

    name = "tile.row_sum"


@irdl_op_definition
class RowMaxOp(RowReductionOp):
    """The largest element of each row."""

    name = "tile.row_max"


@irdl_op_definition
class RowMinOp(RowReductionOp):
    """The smallest element of each row."""

    name = "tile.row_min"


@irdl_op_definition
class ColProdOp(ColumnReductionOp):
    """The product of each column."""

    name = "tile.col_prod"


@irdl_op_definition
class ColSumOp(ColumnReductionOp):
    """The sum of each column."""

    name = "tile.col_sum"


@irdl_op_definition
class ColMaxOp(ColumnReductionOp):
    """The largest element of each column."""

    name = "tile.col_max"


@irdl_op_definition
class ColMinOp(ColumnReductionOp):
    """The smallest element of each column."""

    name = "tile.col_min"


class _PositionOp(VectorOp):
    """
    Where an extreme element is, as 32-bit integers, the first one of several. `tmp` is scratch of
    the source's shape and element type. Never in place.
    """

    src = operand_def(base(TileType))
    tmp = operand_def(base(TileType))

    traits = traits_def(NotInPlaceSafe(), Scratch(1))

    @classmethod
    def check_tmp(cls, src: TileType, tmp: TileType) -> None:
        """
        Check the scratch tile.

        Raises:
            VerifyException: its shape or element type is not the source's.
        """
        if tmp.extents != src.extents or tmp.element_type != src.element_type:
            raise VerifyException(
                f"scratch of {cls.name} is {dims_text(src.extents)}x{src.element_type}, not "
                f"{dims_text(tmp.extents)}x{tmp.element_type}"
            )


class RowPositionOp(_PositionOp):
    """One column from each row: `[M, N]` to `[M, 1]`."""

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, tmp = (tile_type(t) for t in operand_types)
        check_rows(src, cls.name)
        cls.check_tmp(src, tmp)
        return (_column_of(src, i32),)


class ColumnPositionOp(_PositionOp):
    """One row from each column: `[M, N]` to `[1, N]`."""

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, tmp = (tile_type(t) for t in operand_types)
        check_matrix(src, cls.name)
        cls.check_tmp(src, tmp)
        return (_row_of(src, i32),)


@irdl_op_definition
class RowArgMaxOp(RowPositionOp):
    """The column of the largest element of each row."""

    name = "tile.row_argmax"


@irdl_op_definition
class RowArgMinOp(RowPositionOp):
    """The column of the smallest element of each row."""

    name = "tile.row_argmin"


@irdl_op_definition
class ColArgMaxOp(ColumnPositionOp):
    """The row of the largest element of each column."""

    name = "tile.col_argmax"


@irdl_op_definition
class ColArgMinOp(ColumnPositionOp):
    """The row of the smallest element of each column."""

    name = "tile.col_argmin"


class _ExpandOp(VectorOp):
    """
    Combine every row (column) of a tile with one value of a column (row) vector. The vector is
    read again for every element, so the result never shares its bytes.
    """

    src = operand_def(base(TileType))
    vector = operand_def(base(TileType))

    @classmethod
    def check_vector(cls, src: TileType, vector: TileType, axis: int) -> None:
        """
        Check the vector against the tile along whose dimension `axis` it has a single element.

        Raises:
            VerifyException: it has another shape, element type or valid region.
        """
        wanted = _with_one(src.extents, axis)
        if vector.extents != wanted or vector.element_type != src.element_type:
            raise VerifyException(
                f"{cls.name} of {dims_text(src.extents)}x{src.element_type} needs a vector of "
                f"{dims_text(wanted)}x{src.element_type}, not "
                f"{dims_text(vector.extents)}x{vector.element_type}"
            )
        valid = _with_one(src.valid_extents, axis)
        for have, want in zip(vector.valid_extents, valid, strict=True):
            if have != want and DYNAMIC not in (have, want):
                raise VerifyException(
                    f"{cls.name} of a tile with valid={dims_text(src.valid_extents)} needs a "
                    f"vector with valid={dims_text(valid)}, not "
                    f"{dims_text(vector.valid_extents)}"
                )


def _with_one(extents: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return tuple(1 if d == axis else extent for d, extent in enumerate(extents))


class RowExpandOp(_ExpandOp):
    """Combine `[M, N]` with `[M, 1]`."""

    traits = traits_def(MayNotAlias((1,)))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, vector = (tile_type(t) for t in operand_types)
        cls.check_vector(check_rows(src, cls.name), vector, len(src.extents) - 1)
        return (src,)


class ColExpandOp(_ExpandOp):
    """Combine `[M, N]` with `[1, N]`."""

    traits = traits_def(MayNotAlias((1,)))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, vector = (tile_type(t) for t in operand_types)
        cls.check_vector(check_matrix(src, cls.name), vector, 0)
        return (src,)


@irdl_op_definition
class RowExpandFillOp(RowExpandOp):
    """The vector in every column; of the tile only the type counts."""

    name = "tile.row_expand"


@irdl_op_definition
class RowExpandMaxOp(RowExpandOp):
    """The larger of an element and the vector's in its row."""

    name = "tile.row_expand_max"


@irdl_op_definition
class RowExpandMinOp(RowExpandOp):
    """The smaller of an element and the vector's in its row."""

    name = "tile.row_expand_min"


@irdl_op_definition
class RowExpandAddOp(RowExpandOp):
    """Add the vector to every column of the tile."""

    name = "tile.row_expand_add"


@irdl_op_definition
class RowExpandSubOp(RowExpandOp):
    """Subtract the vector from every column of the tile."""

    name = "tile.row_expand_sub"


@irdl_op_definition
class RowExpandMulOp(RowExpandOp):
    """Multiply every column of the tile by the vector."""

    name = "tile.row_expand_mul"


@irdl_op_definition
class RowExpandExpdifOp(RowExpandOp):
    """e to the power of an element minus the vector's in its row."""

    name = "tile.row_expand_expdif"

    def verify_(self) -> None:
        super().verify_()
        check_float(tile_type(self.src), self.name)


@irdl_op_definition
class RowExpandDivOp(RowExpandOp):
    """Divide every column of the tile by the vector."""

    name = "tile.row_expand_div"


@irdl_op_definition
class ColExpandFillOp(ColExpandOp):
    """The vector in every row; of the tile only the type counts."""

    name = "tile.col_expand"


@irdl_op_definition
class ColExpandMaxOp(ColExpandOp):
    """The larger of an element and the vector's in its column."""

    name = "tile.col_expand_max"


@irdl_op_definition
class ColExpandMinOp(ColExpandOp):
    """The smaller of an element and the vector's in its column."""

    name = "tile.col_expand_min"


@irdl_op_definition
class ColExpandAddOp(ColExpandOp):
    """Add the vector to every row of the tile."""

    name = "tile.col_expand_add"


@irdl_op_definition
class ColExpandSubOp(ColExpandOp):
    """Subtract the vector from every row of the tile."""

    name = "tile.col_expand_sub"


@irdl_op_definition
class ColExpandMulOp(ColExpandOp):
    """Multiply every row of the tile by the vector."""

    name = "tile.col_expand_mul"


@irdl_op_definition
class ColExpandExpdifOp(ColExpandOp):
    """e to the power of an element minus the vector's in its column."""

    name = "tile.col_expand_expdif"

    def verify_(self) -> None:
        super().verify_()
        check_float(tile_type(self.src), self.name)


@irdl_op_definition
class ColExpandDivOp(ColExpandOp):
    """Divide every row of the tile by the vector."""

    name = "tile.col_expand_div"
