"""
Functions of one tile, conversion, comparison and selection.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def, traits_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import (
    CmpModeAttr,
    ExpPrecisionAttr,
    LogPrecisionAttr,
    RecipPrecisionAttr,
    RoundModeAttr,
    RsqrtPrecisionAttr,
    SaturationModeAttr,
    SqrtPrecisionAttr,
    default_prop,
    precision_prop,
)
from pto_dialect.pto.base import SCALAR, TILE, DpsEffects, DpsOp, OneSourceOp, Piece, PtoOp
from pto_dialect.pto.checks import (
    agree,
    agree_in_pairs,
    check_elementwise,
    check_same_element,
    check_same_shape,
    check_same_valid,
    check_space,
    check_vector_tiles,
    tile_types,
)
from pto_dialect.pto.types import TileBufType, dims_text, is_pair


class UnaryOp(OneSourceOp, ABC):
    """
    `dst = f(src)`: two row-major `vec` tiles of one element type and valid region.

        pto.… ins(%a : A) outs(%c : C)
    """

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_elementwise(self.name, types)


@irdl_op_definition
class TAbsOp(UnaryOp):
    """`dst = |src|`."""

    name = "pto.tabs"


@irdl_op_definition
class TNegOp(UnaryOp):
    """`dst = -src`."""

    name = "pto.tneg"


@irdl_op_definition
class TNotOp(UnaryOp):
    """`dst = ~src`, bit by bit."""

    name = "pto.tnot"


@irdl_op_definition
class TExpOp(UnaryOp):
    """`dst = exp(src)`."""

    name = "pto.texp"
    precision = precision_prop(ExpPrecisionAttr)


@irdl_op_definition
class TLogOp(UnaryOp):
    """`dst = ln(src)`."""

    name = "pto.tlog"
    precision = precision_prop(LogPrecisionAttr)


@irdl_op_definition
class TSqrtOp(UnaryOp):
    """`dst = sqrt(src)`."""

    name = "pto.tsqrt"
    precision = precision_prop(SqrtPrecisionAttr)


@irdl_op_definition
class TRsqrtOp(DpsOp):
    """`dst = 1 / sqrt(src)`, with an optional scratch tile: `ins(%a[, %tmp] : …) outs(%c : C)`."""

    name = "pto.trsqrt"
    PRINTS_DEFAULTS: ClassVar = True

    src = operand_def(TILE)
    dst = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    precision = precision_prop(RsqrtPrecisionAttr)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, dst: SSAValue, tmp: SSAValue | None = None):
        self.build_dps((src, dst, tmp))

    def verify_(self) -> None:
        operands = self._operands
        types = tile_types(operands)
        if types is not None:
            check_elementwise(self.name, types[:2])
            check_vector_tiles(self.name, *types[2:])


@irdl_op_definition
class TRecipOp(UnaryOp):
    """`dst = 1 / src`."""

    name = "pto.trecip"
    precision = precision_prop(RecipPrecisionAttr)


@irdl_op_definition
class TReluOp(UnaryOp):
    """`dst = max(src, 0)`."""

    name = "pto.trelu"


@irdl_op_definition
class TCvtOp(DpsOp):
    """
    `dst = src` in another element type; shape and valid region are the same.

        pto.tcvt ins(%a {rmode = #pto<round_mode CAST_RINT>,
                         satmode = #pto<saturation_mode OFF>} : A) outs(%c : C)
    """

    name = "pto.tcvt"
    DICTIONARY_IN_INS: ClassVar = True
    PRINTS_DEFAULTS: ClassVar = True
    KEYS: ClassVar[Mapping[str, str]] = {"sat_mode": "satmode"}

    src = operand_def(TILE)
    dst = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    round_mode = default_prop(RoundModeAttr, "CAST_RINT", "rmode")
    saturation_mode = default_prop(SaturationModeAttr, "OFF", "sat_mode")

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        dst: SSAValue,
        round_mode: RoundModeAttr | None = None,
        saturation_mode: SaturationModeAttr | None = None,
        tmp: SSAValue | None = None,
    ):
        self.build_dps((src, dst, tmp), {"rmode": round_mode, "sat_mode": saturation_mode})

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        """Both modes are always written: a conversion should say how it rounds."""
        return super().assembly(canonical=True)

    def verify_(self) -> None:
        types = tile_types(self._operands[:2])
        if types is not None:
            for role, type_ in zip(("src", "dst"), types, strict=True):
                check_space(self.name, role, type_, "vec")
            if is_pair(types[0].element_type) != is_pair(types[1].element_type):
                _check_same_values(self.name, *types)
            else:
                check_same_shape(self.name, *types)
                check_same_valid(self.name, *types)


def _check_same_values(name: str, src: TileBufType, dst: TileBufType) -> None:
    """As many values, one of the tiles having two in each element; its extents may count pairs."""
    for here, there in ((src.shape, dst.shape), (src.valid, dst.valid)):
        if not (agree(here[0], there[0]) and agree_in_pairs(here[1], there[1])):
            raise VerifyException(
                f"{name}: shapes differ, {dims_text(here)}x{src.element_type} and "
                f"{dims_text(there)}x{dst.element_type}"
            )


@irdl_op_definition
class TCmpOp(DpsOp):
    """
    `dst = src0 ⋚ src1` as a mask of 8-bit integers.

        pto.tcmp ins(%a, %b {cmpMode = #pto<cmp gt>} : A, B) outs(%m : M)
    """

    name = "pto.tcmp"
    DICTIONARY_IN_INS: ClassVar = True

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    dst = operand_def(TILE)
    mode = opt_prop_def(CmpModeAttr, prop_name="cmpMode")

    traits = traits_def(DpsEffects())

    def __init__(
        self, src0: SSAValue, src1: SSAValue, dst: SSAValue, mode: CmpModeAttr | None = None
    ):
        self.build_dps((src0, src1, dst), {"cmpMode": mode})

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_vector_tiles(self.name, *types)
            check_same_element(self.name, *types[:2])
            check_same_valid(self.name, *types[:2])
            _check_mask(self.name, types[2])


@irdl_op_definition
class TCmpsOp(DpsOp):
    """
    `dst = src ⋚ scalar` as a mask of 8-bit integers; `eq` if no mode is given.

        pto.tcmps ins(%a, %s {cmpMode = #pto<cmp gt>} : A, f32) outs(%m : M)
    """

    name = "pto.tcmps"
    DICTIONARY_IN_INS: ClassVar = True

    src = operand_def(TILE)
    scalar = operand_def(SCALAR)
    dst = operand_def(TILE)
    mode = default_prop(CmpModeAttr, "eq", "cmpMode")

    traits = traits_def(DpsEffects())

    def __init__(
        self, src: SSAValue, scalar: SSAValue, dst: SSAValue, mode: CmpModeAttr | None = None
    ):
        self.build_dps((src, scalar, dst), {"cmpMode": mode})

    def verify_(self) -> None:
        types = tile_types((self.src, self.dst))
        if types is not None:
            check_vector_tiles(self.name, *types)
            _check_mask(self.name, types[1])


def _check_mask(name: str, dst: TileBufType) -> None:
    """What a comparison gives are bits in 8-bit integers."""
    element = dst.element_type
    if not isinstance(element, IntegerType) or element.bitwidth != 8:
        raise VerifyException(f"{name}: dst holds 8-bit integers, got {element}")


@irdl_op_definition
class TSelOp(DpsOp):
    """`dst = src0` where the mask is set, else `src1`: `ins(%mask, %a, %b[, %tmp] : …)`."""

    name = "pto.tsel"

    mask = operand_def(TILE)
    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(
        self, mask: SSAValue, src0: SSAValue, src1: SSAValue, tmp: SSAValue | None, dst: SSAValue
    ):
        self.build_dps((mask, src0, src1, tmp, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            mask, src0, src1, *tmp, dst = types
            check_elementwise(self.name, (src0, src1, dst))
            check_vector_tiles(self.name, mask, *tmp)


@irdl_op_definition
class TSelsOp(DpsOp):
    """`dst = src` where the mask is set, else `scalar`: `ins(%mask, %a[, %tmp], %s : …)`."""

    name = "pto.tsels"

    mask = operand_def(TILE)
    src = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    scalar = operand_def(SCALAR)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(
        self, mask: SSAValue, src: SSAValue, tmp: SSAValue | None, scalar: SSAValue, dst: SSAValue
    ):
        self.build_dps((mask, src, tmp, scalar, dst))

    def verify_(self) -> None:
        *tiles, _, dst = self._operands
        types = tile_types((*tiles, dst))
        if types is not None:
            mask, src, *tmp, dst = types
            check_elementwise(self.name, (src, dst))
            check_vector_tiles(self.name, mask, *tmp)


UNARY_OPS: list[type[PtoOp]] = [
    TAbsOp,
    TNegOp,
    TNotOp,
    TExpOp,
    TLogOp,
    TSqrtOp,
    TRsqrtOp,
    TRecipOp,
    TReluOp,
    TCvtOp,
    TCmpOp,
    TCmpsOp,
    TSelOp,
    TSelsOp,
]
"""Functions of one tile, conversion, comparison and selection."""
