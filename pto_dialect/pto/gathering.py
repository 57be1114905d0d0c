"""
Gather, scatter, sorting and quantisation.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    traits_def,
)
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import (
    CoalesceAttr,
    GatherOobAttr,
    MaskPatternAttr,
    QuantTypeAttr,
    ScatterAtomicOpAttr,
    ScatterConflictAttr,
    ScatterOobAttr,
    default_prop,
)
from pto_dialect.pto.base import TILE, VIEW, DpsEffects, DpsOp, Piece, PtoOp
from pto_dialect.pto.checks import check_same_element, tile_types


class IndexedOp(DpsOp, ABC):
    """`ins(%a, %idx : A, I) outs(%c : C)`: a source that is read through a tile of indices."""

    src = operand_def(TILE)
    idx = operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, idx: SSAValue, dst: SSAValue):
        self.build_dps((src, idx, dst))


@irdl_op_definition
class TGatherBOp(IndexedOp):
    """Gather blocks of 32 bytes by their byte offsets."""

    name = "pto.tgatherb"


@irdl_op_definition
class THistogramOp(IndexedOp):
    """Count the values of one byte of the elements (a5)."""

    name = "pto.thistogram"
    byte = opt_prop_def(BaseAttr(IntegerAttr), default_value=IntegerAttr(1, i32))


@irdl_op_definition
class TScatterOp(DpsOp):
    """
    Write elements where the indices say, or spread them by a mask.

        pto.tscatter ins(%a, %idx : A, I) outs(%c : C)
        pto.tscatter ins(%a, {maskPattern = #pto.mask_pattern<P0101>} : A) outs(%c : C)
    """

    name = "pto.tscatter"
    DICTIONARY_IN_INS: ClassVar = True
    READS_DESTINATION: ClassVar = True

    src = operand_def(TILE)
    dst = operand_def(TILE)
    indexes = opt_operand_def(TILE)
    mask_pattern = opt_prop_def(MaskPatternAttr, prop_name="maskPattern")

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        dst: SSAValue,
        indexes: SSAValue | None = None,
        mask_pattern: MaskPatternAttr | None = None,
    ):
        self.build_dps((src, dst, indexes), {"maskPattern": mask_pattern})

    def entries(self, *, canonical: bool) -> list[Piece]:
        return _after_comma(super().entries(canonical=canonical))

    def verify_(self) -> None:
        if (self.indexes is None) == (self.mask_pattern is None):
            raise VerifyException(f"{self.name}: either indices or a mask has to be given")


def _after_comma(entries: list[Piece]) -> list[Piece]:
    return [",", *entries] if entries else []


@irdl_op_definition
class MGatherOp(DpsOp):
    """Gather from global memory: `ins(%mem, %idx[, %scratch] : …) outs(%c : C) {coalesce = …}`."""

    name = "pto.mgather"
    INS: ClassVar = ("mem", "idx", "scratch")

    mem = operand_def(VIEW)
    idx = operand_def(TILE)
    dst = operand_def(TILE)
    scratch = opt_operand_def(TILE)
    coalesce = prop_def(CoalesceAttr)
    out_of_bounds = default_prop(GatherOobAttr, "undefined", "gatherOob")

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        mem: SSAValue,
        idx: SSAValue,
        dst: SSAValue,
        coalesce: CoalesceAttr,
        scratch: SSAValue | None = None,
        out_of_bounds: GatherOobAttr | None = None,
    ):
        properties = {"coalesce": coalesce, "gatherOob": out_of_bounds}
        self.build_dps((mem, idx, dst, scratch), properties)


@irdl_op_definition
class MScatterOp(DpsOp):
    """Scatter to global memory: `ins(%a, %idx : A, I) outs(%mem : V) {…}`."""

    name = "pto.mscatter"
    OUTS: ClassVar = ("mem",)

    src = operand_def(TILE)
    idx = operand_def(TILE)
    mem = operand_def(VIEW)
    coalesce = opt_prop_def(CoalesceAttr)
    atomic = default_prop(ScatterAtomicOpAttr, "none", "scatterAtomicOp")
    out_of_bounds = default_prop(ScatterOobAttr, "undefined", "scatterOob")
    conflict = opt_prop_def(ScatterConflictAttr, prop_name="scatterConflict")

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        idx: SSAValue,
        mem: SSAValue,
        properties: Mapping[str, Attribute | None] | None = None,
    ):
        self.build_dps((src, idx, mem), properties)

    def verify_(self) -> None:
        if self.coalesce is None and "scatterOob" in self.properties:
            raise VerifyException(f"{self.name}: scatterOob needs coalesce")


@irdl_op_definition
class TSort32Op(DpsOp):
    """
    Sort blocks of 32 elements together with their indices.

        pto.tsort32 ins(%a, %idx[, %tmp] : A, I[, T]) outs(%c : C)
    """

    name = "pto.tsort32"

    src = operand_def(TILE)
    idx = operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, idx: SSAValue, dst: SSAValue, tmp: SSAValue | None = None):
        self.build_dps((src, idx, tmp, dst))


class PartialArgOp(DpsOp, ABC):
    """
    The better of two values and where it was: `ins(%a, %b, %ia, %ib : …) outs(%c, %ic : …)`.
    """

    OUTS: ClassVar = ("dst", "dst_idx")

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    src0_idx = operand_def(TILE)
    src1_idx = operand_def(TILE)
    dst = operand_def(TILE)
    dst_idx = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, sources: Sequence[SSAValue], dst: SSAValue, dst_idx: SSAValue):
        self.build_dps((*sources, dst, dst_idx))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_same_element(self.name, types[0], types[1], types[4])
            check_same_element(self.name, types[2], types[3], types[5])


@irdl_op_definition
class TPartArgMaxOp(PartialArgOp):
    """The larger of two values and where it was."""

    name = "pto.tpartargmax"


@irdl_op_definition
class TPartArgMinOp(PartialArgOp):
    """The smaller of two values and where it was."""

    name = "pto.tpartargmin"


@irdl_op_definition
class TQuantOp(DpsOp):
    """
    `dst = src / fp + offset` as 8-bit integers; an offset goes with the asymmetric kind.

        pto.tquant ins(%a, %fp[, %offset] : …) outs(%c[, %tmp] : …) {quant_type = …}
    """

    name = "pto.tquant"
    OUTS: ClassVar = ("dst", "tmp")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    src = operand_def(TILE)
    fp = operand_def(TILE)
    offset = opt_operand_def(TILE)
    tmp = opt_operand_def(TILE)
    dst = operand_def(TILE)
    quant_type = prop_def(QuantTypeAttr)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        fp: SSAValue,
        dst: SSAValue,
        quant_type: QuantTypeAttr,
        offset: SSAValue | None = None,
        tmp: SSAValue | None = None,
    ):
        self.build_dps((src, fp, offset, tmp, dst), {"quant_type": quant_type})

    def verify_(self) -> None:
        kind = self.quant_type.data
        if (kind == "INT8_ASYM") != (self.offset is not None):
            raise VerifyException(
                f"{self.name}: an offset is given exactly for INT8_ASYM, here for {kind}"
                if self.offset is not None
                else f"{self.name}: INT8_ASYM needs an offset"
            )


@irdl_op_definition
class TDequantOp(DpsOp):
    """`dst = (src - offset) * scale`: `ins(%a, %scale, %offset : …) outs(%c : C)`."""

    name = "pto.tdequant"

    src = operand_def(TILE)
    scale = operand_def(TILE)
    offset = operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, scale: SSAValue, offset: SSAValue, dst: SSAValue):
        self.build_dps((src, scale, offset, dst))


GATHERING_OPS: list[type[PtoOp]] = [
    TGatherBOp,
    THistogramOp,
    TScatterOp,
    MGatherOp,
    MScatterOp,
    TSort32Op,
    TPartArgMaxOp,
    TPartArgMinOp,
    TQuantOp,
    TDequantOp,
]
"""Gather, scatter, sorting and quantisation."""
