"""
Arithmetic of two tiles, element by element.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, traits_def

from pto_dialect.pto.attributes import (
    DivPrecisionAttr,
    FmodPrecisionAttr,
    PowPrecisionAttr,
    RemPrecisionAttr,
    precision_prop,
)
from pto_dialect.pto.base import TILE, DpsEffects, DpsOp, PtoOp, TwoSourceOp
from pto_dialect.pto.checks import (
    check_elementwise,
    check_same_element,
    check_vector_tiles,
    tile_types,
)


class BinaryOp(TwoSourceOp, ABC):
    """
    `dst = f(src0, src1)`: three row-major `vec` tiles of one element type and valid region.

        pto.… ins(%a, %b : A, B) outs(%c : C)
    """

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_elementwise(self.name, types)


class BinaryTmpOp(DpsOp, ABC):
    """`dst = f(src0, src1)` with a scratch tile: `ins(%a, %b[, %tmp] : …) outs(%c : …)`."""

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src0: SSAValue, src1: SSAValue, tmp: SSAValue | None, dst: SSAValue):
        self.build_dps((src0, src1, tmp, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_elementwise(self.name, (*types[:2], types[-1]))
            check_vector_tiles(self.name, *types[2:-1])


class TernaryOp(DpsOp, ABC):
    """`dst = f(src0, src1, src2)`: four row-major `vec` tiles of one element type."""

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    src2 = operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src0: SSAValue, src1: SSAValue, src2: SSAValue, dst: SSAValue):
        self.build_dps((src0, src1, src2, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_elementwise(self.name, types)


class PartialOp(TwoSourceOp, ABC):
    """
    `dst = f(src0, src1)` where both sources are valid, and the valid one elsewhere; the valid
    regions may differ.
    """

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_vector_tiles(self.name, *types)
            check_same_element(self.name, *types)


@irdl_op_definition
class TAddOp(BinaryOp):
    """`dst = src0 + src1`."""

    name = "pto.tadd"


@irdl_op_definition
class TSubOp(BinaryOp):
    """`dst = src0 - src1`."""

    name = "pto.tsub"


@irdl_op_definition
class TMulOp(BinaryOp):
    """`dst = src0 * src1`."""

    name = "pto.tmul"


@irdl_op_definition
class TDivOp(BinaryOp):
    """`dst = src0 / src1`."""

    name = "pto.tdiv"
    precision = precision_prop(DivPrecisionAttr)


@irdl_op_definition
class TMaxOp(BinaryOp):
    """`dst = max(src0, src1)`."""

    name = "pto.tmax"


@irdl_op_definition
class TMinOp(BinaryOp):
    """`dst = min(src0, src1)`."""

    name = "pto.tmin"


@irdl_op_definition
class TFmodOp(BinaryOp):
    """`dst = fmod(src0, src1)`: the remainder has the sign of `src0`."""

    name = "pto.tfmod"
    precision = precision_prop(FmodPrecisionAttr)


@irdl_op_definition
class TRemOp(BinaryTmpOp):
    """`dst = src0 mod src1`: the remainder has the sign of `src1`."""

    name = "pto.trem"
    precision = precision_prop(RemPrecisionAttr)


@irdl_op_definition
class TPowOp(DpsOp):
    """`dst = base ** exp`; floats need `tmp`, integers forbid it."""

    name = "pto.tpow"
    PRINTS_DEFAULTS: ClassVar = True

    base = operand_def(TILE)
    exp = operand_def(TILE)
    dst = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    precision = precision_prop(PowPrecisionAttr)

    traits = traits_def(DpsEffects())

    def __init__(self, base: SSAValue, exp: SSAValue, dst: SSAValue, tmp: SSAValue | None = None):
        self.build_dps((base, exp, dst, tmp))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_elementwise(self.name, types[:3])
            check_vector_tiles(self.name, *types[3:])


@irdl_op_definition
class TAndOp(BinaryOp):
    """`dst = src0 & src1`, bit by bit."""

    name = "pto.tand"


@irdl_op_definition
class TOrOp(BinaryOp):
    """`dst = src0 | src1`, bit by bit."""

    name = "pto.tor"


@irdl_op_definition
class TXorOp(BinaryTmpOp):
    """`dst = src0 ^ src1`, bit by bit."""

    name = "pto.txor"


@irdl_op_definition
class TShlOp(BinaryOp):
    """`dst = src0 << src1`."""

    name = "pto.tshl"


@irdl_op_definition
class TShrOp(BinaryOp):
    """`dst = src0 >> src1`."""

    name = "pto.tshr"


@irdl_op_definition
class TAddcOp(TernaryOp):
    """`dst = src0 + src1 + src2`."""

    name = "pto.taddc"


@irdl_op_definition
class TSubcOp(TernaryOp):
    """`dst = src0 - src1 + src2`."""

    name = "pto.tsubc"


@irdl_op_definition
class TPreluOp(DpsOp):
    """`dst = src0 if src0 >= 0 else src0 * src1`."""

    name = "pto.tprelu"

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src0: SSAValue, src1: SSAValue, tmp: SSAValue | None, dst: SSAValue):
        self.build_dps((src0, src1, tmp, dst))

    def verify_(self) -> None:
        types = tile_types((self.src0, self.src1, self.dst))
        if types is not None:
            check_elementwise(self.name, types)


@irdl_op_definition
class TAddReluOp(BinaryOp):
    """`dst = max(src0 + src1, 0)` (since 0.60)."""

    name = "pto.taddrelu"


@irdl_op_definition
class TPartAddOp(PartialOp):
    """`dst = src0 + src1` on the common region."""

    name = "pto.tpartadd"


@irdl_op_definition
class TPartMulOp(PartialOp):
    """`dst = src0 * src1` on the common region."""

    name = "pto.tpartmul"


@irdl_op_definition
class TPartMaxOp(PartialOp):
    """`dst = max(src0, src1)` on the common region."""

    name = "pto.tpartmax"


@irdl_op_definition
class TPartMinOp(PartialOp):
    """`dst = min(src0, src1)` on the common region."""

    name = "pto.tpartmin"


ARITHMETIC_OPS: list[type[PtoOp]] = [
    TAddOp,
    TSubOp,
    TMulOp,
    TDivOp,
    TMaxOp,
    TMinOp,
    TFmodOp,
    TRemOp,
    TPowOp,
    TAndOp,
    TOrOp,
    TXorOp,
    TShlOp,
    TShrOp,
    TAddcOp,
    TSubcOp,
    TPreluOp,
    TAddReluOp,
    TPartAddOp,
    TPartMulOp,
    TPartMaxOp,
    TPartMinOp,
]
"""Operations on two tiles."""
