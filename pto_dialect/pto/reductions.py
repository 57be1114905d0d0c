"""
Reductions along rows and columns.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import BoolAttr, IntegerType, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, traits_def
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import opt_integer_prop
from pto_dialect.pto.base import TILE, DpsEffects, DpsOp, OneSourceOp, PtoOp, ScratchSourceOp
from pto_dialect.pto.checks import agree, check_same_element, check_scratch, check_space, tile_types
from pto_dialect.pto.types import TileBufType, dims_text


def _check_plain_rows(name: str, role: str, type_: TileBufType) -> None:
    """A tile that the reductions can read: row-major without boxes, in `vec`."""
    check_space(name, role, type_, "vec")
    if type_.blayout.data != "row_major" or type_.is_boxed:
        raise VerifyException(
            f"{name}: {role} has to be row_major without boxes, "
            f"got {type_.blayout.data}/{type_.slayout.data}"
        )


def _check_row_reduction(
    name: str, src: TileBufType, tmp: Sequence[TileBufType], dst: TileBufType
) -> None:
    _check_plain_rows(name, "src", src)
    check_scratch(name, tmp)
    check_space(name, "dst", dst, "vec")
    if dst.is_boxed:
        raise VerifyException(f"{name}: dst has to be without boxes, got {dst.slayout.data}")
    valid = dst.valid
    if valid != (0, 0) and not (agree(valid[1], 1) and agree(valid[0], src.valid[0])):
        raise VerifyException(
            f"{name}: dst has to be one valid column with the {dims_text(src.valid[:1])} valid "
            f"rows of src, got valid={dims_text(valid)}"
        )


class RowReduceOp(ScratchSourceOp, ABC):
    """
    `dst[i] = f(src[i, :])`: the destination is a column, for example of type
    `!pto.tile_buf<vec, 16x1xf32, blayout=col_major>`. `tmp` is a scratch tile.

        pto.… ins(%a[, %tmp] : A[, T]) outs(%c : C)
    """

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            src, *tmp, dst = types
            check_same_element(self.name, src, dst)
            _check_row_reduction(self.name, src, tmp, dst)


class RowArgOp(RowReduceOp, ABC):
    """The column of each row's extreme element, as 32-bit integers."""

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            src, *tmp, dst = types
            _check_indices(self.name, dst)
            _check_row_reduction(self.name, src, tmp, dst)


class ColReduceOp(OneSourceOp, ABC):
    """
    `dst[j] = f(src[:, j])`: the destination is a row.

        pto.… ins(%a : A) outs(%c : C)
    """

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_same_element(self.name, *types)
            _check_col_reduction(self.name, *types)


class ColArgOp(ScratchSourceOp, ABC):
    """The row of each column's extreme element, as 32-bit integers."""

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            src, *tmp, dst = types
            _check_indices(self.name, dst)
            check_scratch(self.name, tmp)
            _check_col_reduction(self.name, src, dst)


def _check_indices(name: str, dst: TileBufType) -> None:
    element = dst.element_type
    if not isinstance(element, IntegerType) or element.bitwidth != 32:
        raise VerifyException(f"{name}: dst holds 32-bit integers, got {element}")


def _check_col_reduction(name: str, src: TileBufType, dst: TileBufType) -> None:
    _check_plain_rows(name, "src", src)
    _check_plain_rows(name, "dst", dst)
    if not agree(src.valid[1], dst.valid[1]):
        raise VerifyException(
            f"{name}: src has {src.valid[1]} valid columns, dst has {dst.valid[1]}"
        )


@irdl_op_definition
class TRowSumOp(RowReduceOp):
    """Sum of each row."""

    name = "pto.trowsum"


@irdl_op_definition
class TRowMaxOp(RowReduceOp):
    """Maximum of each row."""

    name = "pto.trowmax"


@irdl_op_definition
class TRowMinOp(RowReduceOp):
    """Minimum of each row."""

    name = "pto.trowmin"


@irdl_op_definition
class TRowProdOp(RowReduceOp):
    """Product of each row."""

    name = "pto.trowprod"


@irdl_op_definition
class TRowArgMaxOp(RowArgOp):
    """Where the maximum of each row is."""

    name = "pto.trowargmax"


@irdl_op_definition
class TRowArgMinOp(RowArgOp):
    """Where the minimum of each row is."""

    name = "pto.trowargmin"


_FALSE = BoolAttr.from_bool(False)
_TOGETHER = "tmp and isBinary are given together or not at all"


@irdl_op_definition
class TColSumOp(DpsOp):
    """
    Sum of each column, in a tree if there is a scratch tile:

        pto.tcolsum ins(%a : A) outs(%c : C)
        pto.tcolsum ins(%a, %tmp {isBinary = true} : A, T) outs(%c : C)
    """

    name = "pto.tcolsum"
    DICTIONARY_IN_INS: ClassVar = True

    src = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)
    is_binary = opt_integer_prop(i1, "isBinary")

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, tmp: SSAValue | None, dst: SSAValue):
        is_binary = None if tmp is None else BoolAttr.from_bool(True)
        self.build_dps((src, tmp, dst), {"isBinary": is_binary})

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self._operands) == 2 and self.properties.get("isBinary") == _FALSE:
            del self.properties["isBinary"]  # What the generic form says if nothing was said.

    @classmethod
    def from_text(
        cls,
        parser: Parser,
        operands: Sequence[SSAValue],
        properties: dict[str, Attribute],
        entries: dict[str, Attribute],
    ) -> Self:
        if len(operands) == 2 and "isBinary" in entries:
            raise VerifyException(f"{cls.name}: {_TOGETHER}")
        return super().from_text(parser, operands, properties, entries)

    def verify_(self) -> None:
        if (self.tmp is None) != ("isBinary" not in self.properties):
            raise VerifyException(f"{self.name}: {_TOGETHER}")
        types = tile_types(self._operands)
        if types is not None:
            src, *tmp, dst = types
            check_same_element(self.name, *types)
            check_scratch(self.name, tmp)
            _check_col_reduction(self.name, src, dst)


@irdl_op_definition
class TColMaxOp(ColReduceOp):
    """Maximum of each column."""

    name = "pto.tcolmax"


@irdl_op_definition
class TColMinOp(ColReduceOp):
    """Minimum of each column."""

    name = "pto.tcolmin"


@irdl_op_definition
class TColProdOp(ColReduceOp):
    """Product of each column."""

    name = "pto.tcolprod"


@irdl_op_definition
class TColArgMaxOp(ColArgOp):
    """Where the maximum of each column is."""

    name = "pto.tcolargmax"


@irdl_op_definition
class TColArgMinOp(ColArgOp):
    """Where the minimum of each column is."""

    name = "pto.tcolargmin"


REDUCTION_OPS: list[type[PtoOp]] = [
    TRowSumOp,
    TRowMaxOp,
    TRowMinOp,
    TRowProdOp,
    TRowArgMaxOp,
    TRowArgMinOp,
    TColSumOp,
    TColMaxOp,
    TColMinOp,
    TColProdOp,
    TColArgMaxOp,
    TColArgMinOp,
]
"""Reductions."""
