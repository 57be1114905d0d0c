"""
Operations that spread a column or a row over a tile.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, traits_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import DivPrecisionAttr, precision_prop
from pto_dialect.pto.base import TILE, DpsEffects, DpsOp, OneSourceOp, PtoOp, TwoSourceOp
from pto_dialect.pto.checks import (
    agree,
    check_same_element,
    check_same_valid,
    check_scratch,
    check_space,
    check_vector_tiles,
    tile_types,
)
from pto_dialect.pto.types import TileBufType


class ExpandOp(OneSourceOp, ABC):
    """Fill the destination with copies of a column or a row: `ins(%a : A) outs(%c : C)`."""

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            src, dst = types
            check_same_element(self.name, src, dst)
            check_space(self.name, "src", src, "vec")
            check_vector_tiles(self.name, dst)


class RowExpandOp(DpsOp, ABC):
    """
    `dst[i, j] = f(src0[i, j], src1[i])`: `src1` holds one value per row, either as a column
    (one valid column) or row-major with the value repeated over 32 bytes.

        pto.… ins(%a, %b[, %tmp] : …) outs(%c : C)
    """

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src0: SSAValue, src1: SSAValue, dst: SSAValue, tmp: SSAValue | None = None):
        self.build_dps((src0, src1, tmp, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is None:
            return
        src0, src1, *tmp, dst = types
        check_same_element(self.name, src0, src1, dst)
        check_scratch(self.name, tmp)
        check_space(self.name, "src0", src0, "vec")
        check_space(self.name, "src1", src1, "vec")
        check_vector_tiles(self.name, dst)
        check_same_valid(self.name, src0, dst)
        repeated = src1.blayout.data == "row_major"
        columns = 32 // src1.element_bytes if repeated else 1
        if not agree(src1.valid[1], columns):
            kind = "row_major" if repeated else "col_major"
            raise VerifyException(
                f"{self.name}: the valid columns of a {kind} src1 of {src1.element_type} have to "
                f"be {columns}, got {src1.valid[1]}"
            )


class ColExpandOp(TwoSourceOp, ABC):
    """
    `dst[i, j] = f(src0[i, j], src1[j])`: `src1` is a row.

        pto.… ins(%a, %b : A, B) outs(%c : C)
    """

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is None:
            return
        src0, src1, dst = types
        check_same_element(self.name, *types)
        check_vector_tiles(self.name, *types)
        check_same_valid(self.name, src0, dst)
        _check_row(self.name, "src1", src1, dst)


def _check_row(name: str, role: str, row: TileBufType, dst: TileBufType) -> None:
    """A row has a value for each column."""
    if not agree(row.valid[1], dst.valid[1]):
        raise VerifyException(
            f"{name}: {role} has {row.valid[1]} valid columns, dst has {dst.valid[1]}"
        )


@irdl_op_definition
class TRowExpandOp(ExpandOp):
    """`dst[i, j] = src[i]`."""

    name = "pto.trowexpand"


@irdl_op_definition
class TRowExpandAddOp(RowExpandOp):
    """`dst[i, j] = src0[i, j] + src1[i]`."""

    name = "pto.trowexpandadd"


@irdl_op_definition
class TRowExpandSubOp(RowExpandOp):
    """`dst[i, j] = src0[i, j] - src1[i]`."""

    name = "pto.trowexpandsub"


@irdl_op_definition
class TRowExpandMulOp(RowExpandOp):
    """`dst[i, j] = src0[i, j] * src1[i]`."""

    name = "pto.trowexpandmul"


@irdl_op_definition
class TRowExpandDivOp(RowExpandOp):
    """`dst[i, j] = src0[i, j] / src1[i]`."""

    name = "pto.trowexpanddiv"
    PRINTS_DEFAULTS: ClassVar = True
    precision = precision_prop(DivPrecisionAttr)


@irdl_op_definition
class TRowExpandMaxOp(RowExpandOp):
    """`dst[i, j] = max(src0[i, j], src1[i])`."""

    name = "pto.trowexpandmax"


@irdl_op_definition
class TRowExpandMinOp(RowExpandOp):
    """`dst[i, j] = min(src0[i, j], src1[i])`."""

    name = "pto.trowexpandmin"


@irdl_op_definition
class TRowExpandExpdifOp(RowExpandOp):
    """`dst[i, j] = exp(src0[i, j] - src1[i])`."""

    name = "pto.trowexpandexpdif"


@irdl_op_definition
class TColExpandOp(ExpandOp):
    """`dst[i, j] = src[j]`."""

    name = "pto.tcolexpand"

    def verify_(self) -> None:
        super().verify_()
        types = tile_types(self._operands)
        if types is not None:
            _check_row(self.name, "src", *types)


@irdl_op_definition
class TColExpandAddOp(ColExpandOp):
    """`dst[i, j] = src0[i, j] + src1[j]`."""

    name = "pto.tcolexpandadd"


@irdl_op_definition
class TColExpandSubOp(ColExpandOp):
    """`dst[i, j] = src0[i, j] - src1[j]`."""

    name = "pto.tcolexpandsub"


@irdl_op_definition
class TColExpandMulOp(ColExpandOp):
    """`dst[i, j] = src0[i, j] * src1[j]`."""

    name = "pto.tcolexpandmul"


@irdl_op_definition
class TColExpandDivOp(ColExpandOp):
    """`dst[i, j] = src0[i, j] / src1[j]`."""

    name = "pto.tcolexpanddiv"
    precision = precision_prop(DivPrecisionAttr)


@irdl_op_definition
class TColExpandMaxOp(ColExpandOp):
    """`dst[i, j] = max(src0[i, j], src1[j])`."""

    name = "pto.tcolexpandmax"


@irdl_op_definition
class TColExpandMinOp(ColExpandOp):
    """`dst[i, j] = min(src0[i, j], src1[j])`."""

    name = "pto.tcolexpandmin"


@irdl_op_definition
class TColExpandExpdifOp(ColExpandOp):
    """`dst[i, j] = exp(src0[i, j] - src1[j])`."""

    name = "pto.tcolexpandexpdif"


BROADCAST_OPS: list[type[PtoOp]] = [
    TRowExpandOp,
    TRowExpandAddOp,
    TRowExpandSubOp,
    TRowExpandMulOp,
    TRowExpandDivOp,
    TRowExpandMaxOp,
    TRowExpandMinOp,
    TRowExpandExpdifOp,
    TColExpandOp,
    TColExpandAddOp,
    TColExpandSubOp,
    TColExpandMulOp,
    TColExpandDivOp,
    TColExpandMaxOp,
    TColExpandMinOp,
    TColExpandExpdifOp,
]
"""Row and column broadcasts."""
