"""
Arithmetic of a tile and a scalar.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import AnyOf, irdl_op_definition, operand_def, opt_operand_def, traits_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import DivPrecisionAttr, PowPrecisionAttr, precision_prop
from pto_dialect.pto.base import SCALAR, TILE, DpsEffects, DpsOp, PtoOp
from pto_dialect.pto.checks import (
    check_elementwise,
    check_same_valid,
    check_vector_tiles,
    tile_types,
)
from pto_dialect.pto.types import TileBufType


class ScalarOp(DpsOp, ABC):
    """
    `dst = f(src, scalar)`: two row-major `vec` tiles of one element type and valid region.

        pto.… ins(%a, %s : A, f32) outs(%c : C)
    """

    src = operand_def(TILE)
    scalar = operand_def(SCALAR)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, scalar: SSAValue, dst: SSAValue):
        self.build_dps((src, scalar, dst))

    def verify_(self) -> None:
        operands = self._operands
        types = tile_types((operands[0], operands[2]))
        if types is not None:
            check_elementwise(self.name, types)


class OutOfPlaceScalarOp(ScalarOp, ABC):
    """
    `dst = f(src, scalar)`: two row-major `vec` tiles of one element type and valid region, which
    are not the same tile.

        pto.… ins(%a, %s : A, f32) outs(%c : C)
    """

    def verify_(self) -> None:
        super().verify_()
        _check_out_of_place(self, self.src, self.dst)


class ScalarTmpOp(DpsOp, ABC):
    """`dst = f(src, scalar)` with a scratch tile: `ins(%a, %s[, %tmp] : …) outs(%c : …)`."""

    src = operand_def(TILE)
    scalar = operand_def(SCALAR)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, scalar: SSAValue, tmp: SSAValue | None, dst: SSAValue):
        self.build_dps((src, scalar, tmp, dst))

    def verify_(self) -> None:
        operands = self._operands
        types = tile_types((operands[0], *operands[2:]))
        if types is not None:
            check_elementwise(self.name, (types[0], types[-1]))
            check_vector_tiles(self.name, *types[1:-1])


class TileScalarTileOp(DpsOp, ABC):
    """`dst = f(src0, scalar, src1)`: three row-major `vec` tiles and a scalar."""

    src0 = operand_def(TILE)
    scalar = operand_def(SCALAR)
    src1 = operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src0: SSAValue, scalar: SSAValue, src1: SSAValue, dst: SSAValue):
        self.build_dps((src0, scalar, src1, dst))

    def verify_(self) -> None:
        types = tile_types((self.src0, self.src1, self.dst))
        if types is not None:
            check_elementwise(self.name, types)


def _check_out_of_place(op: DpsOp, src: SSAValue, dst: SSAValue) -> None:
    if src is dst and isinstance(src.type, TileBufType):
        raise VerifyException(f"{op.name}: source and destination have to be different tiles")


@irdl_op_definition
class TAddsOp(ScalarOp):
    """`dst = src + scalar`."""

    name = "pto.tadds"


@irdl_op_definition
class TSubsOp(ScalarOp):
    """`dst = src - scalar`."""

    name = "pto.tsubs"


@irdl_op_definition
class TMulsOp(ScalarOp):
    """`dst = src * scalar`."""

    name = "pto.tmuls"


@irdl_op_definition
class TDivsOp(DpsOp):
    """
    `dst = lhs / rhs`, one of which is a tile and the other a scalar:

        pto.tdivs ins(%a, %s : A, f32) outs(%c : C)
        pto.tdivs ins(%s, %a : f32, A) outs(%c : C)
    """

    name = "pto.tdivs"
    PRINTS_DEFAULTS: ClassVar = True

    lhs = operand_def(AnyOf.get(TILE, SCALAR))
    rhs = operand_def(AnyOf.get(TILE, SCALAR))
    dst = operand_def(TILE)
    precision = precision_prop(DivPrecisionAttr)

    traits = traits_def(DpsEffects())

    def __init__(self, lhs: SSAValue, rhs: SSAValue, dst: SSAValue):
        self.build_dps((lhs, rhs, dst))

    def verify_(self) -> None:
        lhs, rhs, dst = self._operands
        tiles = [v for v in (lhs, rhs) if not SCALAR.verifies(v.type)]
        if len(tiles) != 1:
            raise VerifyException(
                f"{self.name}: one of the operands has to be a scalar, the other one a tile, got "
                f"{lhs.type} and {rhs.type}"
            )
        types = tile_types((*tiles, dst))
        if types is not None:
            check_elementwise(self.name, types)


@irdl_op_definition
class TMaxsOp(ScalarOp):
    """`dst = max(src, scalar)`."""

    name = "pto.tmaxs"


@irdl_op_definition
class TMinsOp(ScalarOp):
    """`dst = min(src, scalar)`."""

    name = "pto.tmins"


@irdl_op_definition
class TFmodsOp(ScalarOp):
    """`dst = fmod(src, scalar)`: the remainder has the sign of `src`."""

    name = "pto.tfmods"


@irdl_op_definition
class TRemsOp(ScalarTmpOp):
    """`dst = src mod scalar`: the remainder has the sign of `scalar`."""

    name = "pto.trems"


@irdl_op_definition
class TPowsOp(DpsOp):
    """`dst = src ** scalar`; floats need `tmp`, integers forbid it."""

    name = "pto.tpows"
    PRINTS_DEFAULTS: ClassVar = True

    src = operand_def(TILE)
    scalar = operand_def(SCALAR)
    dst = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    precision = precision_prop(PowPrecisionAttr)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, scalar: SSAValue, dst: SSAValue, tmp: SSAValue | None = None):
        self.build_dps((src, scalar, dst, tmp))

    def verify_(self) -> None:
        src, _, *rest = self._operands
        types = tile_types((src, *rest))
        if types is not None:
            check_elementwise(self.name, types[:2])
            check_vector_tiles(self.name, *types[2:])


@irdl_op_definition
class TAndsOp(OutOfPlaceScalarOp):
    """`dst = src & scalar`, bit by bit."""

    name = "pto.tands"


@irdl_op_definition
class TOrsOp(OutOfPlaceScalarOp):
    """`dst = src | scalar`, bit by bit."""

    name = "pto.tors"


@irdl_op_definition
class TXorsOp(ScalarTmpOp):
    """`dst = src ^ scalar`, bit by bit."""

    name = "pto.txors"

    def verify_(self) -> None:
        super().verify_()
        _check_out_of_place(self, self.src, self.dst)


@irdl_op_definition
class TShlsOp(ScalarOp):
    """`dst = src << scalar`."""

    name = "pto.tshls"


@irdl_op_definition
class TShrsOp(ScalarOp):
    """`dst = src >> scalar`."""

    name = "pto.tshrs"


@irdl_op_definition
class TAddscOp(TileScalarTileOp):
    """`dst = src0 + scalar + src1`."""

    name = "pto.taddsc"


@irdl_op_definition
class TSubscOp(TileScalarTileOp):
    """`dst = src0 - scalar + src1`."""

    name = "pto.tsubsc"


@irdl_op_definition
class TAxpyOp(ScalarOp):
    """`dst = dst + src * scalar`."""

    name = "pto.taxpy"
    READS_DESTINATION: ClassVar = True

    def verify_(self) -> None:
        """The element types may differ."""
        types = tile_types((self.src, self.dst))
        if types is not None:
            check_vector_tiles(self.name, *types)
            check_same_valid(self.name, *types)


@irdl_op_definition
class TLreluOp(ScalarOp):
    """`dst = src if src >= 0 else src * scalar`."""

    name = "pto.tlrelu"


@irdl_op_definition
class TExpandsOp(DpsOp):
    """`dst = scalar` everywhere; the scalar has the element type."""

    name = "pto.texpands"

    scalar = operand_def(SCALAR)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, scalar: SSAValue, dst: SSAValue):
        self.build_dps((scalar, dst))

    def verify_(self) -> None:
        scalar, dst = self._operands
        if isinstance(dst.type, TileBufType) and dst.type.element_type != scalar.type:
            raise VerifyException(
                f"{self.name}: the scalar is {scalar.type}, the elements are "
                f"{dst.type.element_type}"
            )


SCALAR_ARITHMETIC_OPS: list[type[PtoOp]] = [
    TAddsOp,
    TSubsOp,
    TMulsOp,
    TDivsOp,
    TMaxsOp,
    TMinsOp,
    TFmodsOp,
    TRemsOp,
    TPowsOp,
    TAndsOp,
    TOrsOp,
    TXorsOp,
    TShlsOp,
    TShrsOp,
    TAddscOp,
    TSubscOp,
    TAxpyOp,
    TLreluOp,
    TExpandsOp,
]
"""Operations on a tile and a scalar."""
