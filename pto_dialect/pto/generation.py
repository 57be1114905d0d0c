"""
Tiles made from a few numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, IntegerType, i1, i32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, traits_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import opt_integer_prop
from pto_dialect.pto.base import SCALAR, TILE, DpsEffects, DpsOp, PtoOp
from pto_dialect.pto.types import TileBufType


@irdl_op_definition
class TCiOp(DpsOp):
    """`dst[i] = S + i`, or `S - i` if descending: `ins(%s[, %tmp] : …) outs(%c : C)`."""

    name = "pto.tci"
    PRINTS_DEFAULTS: ClassVar = True

    start = operand_def(SCALAR)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)
    descending = opt_integer_prop(i1, default=0)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        start: SSAValue,
        dst: SSAValue,
        tmp: SSAValue | None = None,
        descending: BoolAttr | None = None,
    ):
        self.build_dps((start, tmp, dst), {"descending": descending})

    def verify_(self) -> None:
        start, dst = self.start.type, self.dst.type
        if not isinstance(dst, TileBufType):
            return
        element = dst.element_type
        if not isinstance(element, IntegerType) or element.bitwidth not in (16, 32):
            raise VerifyException(f"{self.name}: dst holds 16- or 32-bit integers, got {element}")
        if element != start:
            raise VerifyException(f"{self.name}: the start is {start}, the elements are {element}")
        if dst.shape[1] == 1:
            raise VerifyException(f"{self.name}: dst needs more than one column")


@irdl_op_definition
class TTriOp(DpsOp):
    """Ones on one side of a diagonal: `ins(%d {upperOrLower = 1 : i32} : i32) outs(%c : C)`."""

    name = "pto.ttri"
    DICTIONARY_IN_INS: ClassVar = True

    diagonal = operand_def(SCALAR)
    dst = operand_def(TILE)
    upper_or_lower = opt_integer_prop(i32, "upperOrLower", default=0)

    traits = traits_def(DpsEffects())

    def __init__(self, diagonal: SSAValue, dst: SSAValue, *, upper: bool = False):
        self.build_dps((diagonal, dst), {"upperOrLower": IntegerAttr(1, i32) if upper else None})


@irdl_op_definition
class TRandomOp(DpsOp):
    """Random bits from two keys and four counters (a5): `ins(%k0, … : i32, …) outs(%c : C)`."""

    name = "pto.trandom"
    DICTIONARY_IN_INS: ClassVar = True

    key0 = operand_def(SCALAR)
    key1 = operand_def(SCALAR)
    counter0 = operand_def(SCALAR)
    counter1 = operand_def(SCALAR)
    counter2 = operand_def(SCALAR)
    counter3 = operand_def(SCALAR)
    dst = operand_def(TILE)
    rounds = opt_integer_prop(i32, default=10)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        keys: Sequence[SSAValue],
        counters: Sequence[SSAValue],
        dst: SSAValue,
        rounds: IntegerAttr | None = None,
    ):
        self.build_dps((*keys, *counters, dst), {"rounds": rounds})


GENERATION_OPS: list[type[PtoOp]] = [TCiOp, TTriOp, TRandomOp]
"""Tiles made from numbers."""
