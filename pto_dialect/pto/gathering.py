"""
Gather, scatter, sorting and quantisation.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IndexType, IntegerType, VectorType, i1, i16, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyOf,
    AttrSizedOperandSegments,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import (
    CmpModeAttr,
    CoalesceAttr,
    GatherOobAttr,
    MaskPatternAttr,
    QuantScaleAlgAttr,
    QuantTypeAttr,
    ScatterAtomicOpAttr,
    ScatterConflictAttr,
    ScatterOobAttr,
    VecStoreModeAttr,
    default_prop,
    opt_integer_prop,
)
from pto_dialect.pto.base import (
    SCALAR,
    TILE,
    VIEW,
    DpsEffects,
    DpsOp,
    Piece,
    PtoOp,
    comma_separated,
    dictionary,
    segments,
)
from pto_dialect.pto.checks import check_same_element, check_same_width, tile_types
from pto_dialect.pto.types import PartitionTensorViewType, TileBufType


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

    def verify_(self) -> None:
        types = tile_types((self.src, self.dst))
        if types is not None:
            check_same_element(self.name, *types)


@irdl_op_definition
class THistogramOp(IndexedOp):
    """Count the values of one byte of the elements (a5)."""

    name = "pto.thistogram"
    byte = opt_integer_prop(i32, default=1)


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
    axis = opt_prop_def()

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
        types = tile_types((self.src, self.dst))
        if types is not None and self.mask_pattern is not None:
            check_same_width(self.name, *(t.element_type for t in types))
        elif types is not None:
            check_same_element(self.name, *types)


@irdl_op_definition
class TGatherOp(DpsOp):
    """
    Gather elements by index, by comparison with a value, or by a mask:

        pto.tgather ins(%a, %idx, %tmp : A, I, T) outs(%c : C)
        pto.tgather ins(%a, %k[, %tmp] : A, K[, T]) outs(%c, %count : C, N)
            {cmpMode = #pto<cmp gt>, offset = 0 : i32}
        pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P0101>} : A) outs(%c : C)

    The mask may also stand behind `outs`.
    """

    name = "pto.tgather"
    READS_DICTIONARY_IN_INS: ClassVar = True
    INS: ClassVar = ("src", "indices", "k_value", "tmp")
    OUTS: ClassVar = ("dst", "cdst")
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    src = operand_def(TILE)
    dst = operand_def(TILE)
    cdst = opt_operand_def(TILE)
    indices = opt_operand_def(TILE)
    tmp = opt_operand_def(TILE)
    k_value = opt_operand_def(AnyOf.get(TILE, SCALAR))
    mask_pattern = opt_prop_def(MaskPatternAttr, prop_name="maskPattern")
    compare = opt_prop_def(CmpModeAttr, prop_name="cmpMode")
    offset = opt_integer_prop(i32)
    axis = opt_prop_def()

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        dst: SSAValue,
        indices: SSAValue | None = None,
        tmp: SSAValue | None = None,
        mask_pattern: MaskPatternAttr | None = None,
    ):
        self.build_dps((src, dst, None, indices, tmp, None), {"maskPattern": mask_pattern})

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        if self.mask_pattern is None:
            return super().assembly(canonical=canonical)
        src, dst = self._operands
        mask = dictionary({"maskPattern": self.mask_pattern})
        head = (" ins(", src, ",", *mask, " : ", src.type, ") outs(", dst, " : ", dst.type, ")")
        axis = {} if self.axis is None else {"axis": self.axis}
        return (*head, *dictionary(axis | self.attributes))

    @classmethod
    def in_generic_order(
        cls, parser: Parser, ins: Sequence[SSAValue], outs: Sequence[SSAValue]
    ) -> tuple[list[SSAValue], dict[str, Attribute]]:
        if not 1 <= len(ins) <= 3 or not 1 <= len(outs) <= 2:
            raise VerifyException(
                f"{cls.name} takes ins(src[, indices or kValue[, tmp]]) outs(dst[, cdst]), "
                f"got {len(ins)} and {len(outs)} operands"
            )
        by_comparison = len(outs) == 2
        src, *rest = ins
        key, tmp = rest[:1], rest[1:]
        groups = (
            (src,),
            outs[:1],
            outs[1:],
            () if by_comparison else key,
            tmp,
            key if by_comparison else (),
        )
        operands = [value for group in groups for value in group]
        return operands, segments(*map(len, groups))

    def verify_(self) -> None:
        forms = {
            "indices": self.indices,
            "kValue": self.k_value,
            "maskPattern": self.mask_pattern,
        }
        given = [name for name, value in forms.items() if value is not None]
        if len(given) != 1:
            raise VerifyException(
                f"{self.name}: exactly one of {', '.join(forms)} is given, got "
                f"{', '.join(given) or 'none'}"
            )
        if (self.cdst is None) == (self.k_value is not None):
            raise VerifyException(f"{self.name}: kValue and cdst are given together or not at all")
        types = tile_types((self.src, self.dst))
        if self.indices is not None:
            check_index_tile(self.name, "indices", self.indices)
            if types is not None:
                check_same_element(self.name, *types)
        elif types is not None and self.mask_pattern is not None:
            check_same_width(self.name, *(t.element_type for t in types))


def check_index_tile(name: str, role: str, value: SSAValue) -> None:
    """A tile of indices holds signless 32-bit integers."""
    type_ = value.type
    if isinstance(type_, TileBufType) and type_.element_type != i32:
        raise VerifyException(f"{name}: {role} holds i32, got {type_.element_type}")


def _after_comma(entries: list[Piece]) -> list[Piece]:
    return [",", *entries] if entries else []


@irdl_op_definition
class MGatherOp(DpsOp):
    """Gather from global memory: `ins(%mem, %idx[, %scratch] : …) outs(%c : C) {coalesce = …}`."""

    name = "pto.mgather"
    INS: ClassVar = ("mem", "idx", "scratch")

    mem = operand_def(VIEW)
    idx = operand_def(AnyOf.get(TILE, VIEW))
    dst = operand_def(TILE)
    scratch = opt_operand_def(AnyOf.get(TILE, VIEW))
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

    def verify_(self) -> None:
        _check_memory_element(self.name, self.mem, self.dst)


@irdl_op_definition
class MScatterOp(DpsOp):
    """Scatter to global memory: `ins(%a, %idx : A, I) outs(%mem : V) {…}`."""

    name = "pto.mscatter"
    OUTS: ClassVar = ("mem",)
    READS_DESTINATION: ClassVar = True

    src = operand_def(TILE)
    idx = operand_def(AnyOf.get(TILE, VIEW))
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
        _check_memory_element(self.name, self.mem, self.src)


def _check_memory_element(name: str, memory: SSAValue, tile: SSAValue) -> None:
    """What is moved by index between memory and a tile is not converted."""
    view, type_ = memory.type, tile.type
    if not isinstance(view, PartitionTensorViewType) or not isinstance(type_, TileBufType):
        return
    if view.element_type != type_.element_type:
        raise VerifyException(
            f"{name}: element types differ, {view.element_type} and {type_.element_type}"
        )


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

    def verify_(self) -> None:
        types = tile_types((self.src, self.dst))
        if types is not None:
            check_same_element(self.name, *types)


@irdl_op_definition
class TMrgSortOp(DpsOp):
    """
    Merge sorted runs: those of one tile, each `len` long, or those of up to four tiles.

        pto.tmrgsort ins(%a, %len : A, i32) outs(%c : C)
        pto.tmrgsort ins(%a, %b, %tmp {exhausted = false} : A, B, T)
            outs(%c, %exec : C, vector<4xi16>)
    """

    name = "pto.tmrgsort"
    INS: ClassVar = ("srcs", "block_len", "tmp")
    OUTS: ClassVar = ("dsts", "executed")
    DICTIONARY_IN_INS: ClassVar = True
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    srcs = var_operand_def(TILE)
    block_len = opt_operand_def(SCALAR)
    dsts = var_operand_def(TILE)
    tmp = opt_operand_def(TILE)
    executed = opt_operand_def(eq(VectorType(i16, [4])))
    exhausted = opt_integer_prop(i1, default=0)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, block_len: SSAValue, dst: SSAValue):
        Operation.__init__(self, operands=(src, block_len, dst), properties=segments(1, 1, 1, 0, 0))

    def verify_(self) -> None:
        types = tile_types((*self.srcs, *self.dsts))
        if types is not None:
            check_same_element(self.name, *types)

    def sources(self) -> tuple[SSAValue, ...]:
        optional = (self.block_len, self.tmp)
        return (*self.srcs, *(v for v in optional if v is not None))

    def destinations(self) -> tuple[SSAValue, ...]:
        return (*self.dsts, *(() if self.executed is None else (self.executed,)))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        ins, outs = self.sources(), self.destinations()
        pieces: list[Piece] = [" ins(", *comma_separated(ins)]
        if self.block_len is None:
            exhausted = ("false", "true")[bool(self.exhausted.value.data)]
            pieces.append(f" {{exhausted = {exhausted}}}")
        pieces += (" : ", *comma_separated([v.type for v in ins]), ") outs(")
        pieces += (*comma_separated(outs), " : ", *comma_separated([v.type for v in outs]), ")")
        return (*pieces, *dictionary(self.attributes))

    @classmethod
    def in_generic_order(
        cls, parser: Parser, ins: Sequence[SSAValue], outs: Sequence[SSAValue]
    ) -> tuple[list[SSAValue], dict[str, Attribute]]:
        scalars = [v for v in ins if isinstance(v.type, IntegerType | IndexType)]
        if scalars:
            if len(ins) != 2 or len(outs) != 1 or ins[1] is not scalars[0]:
                raise VerifyException(f"{cls.name} takes ins(src, blockLen) outs(dst)")
            return [*ins, *outs], segments(1, 1, 1, 0, 0)
        if not 3 <= len(ins) <= 5 or len(outs) != 2:
            raise VerifyException(
                f"{cls.name} takes ins(two to four sources, tmp) outs(dst, exec), got "
                f"{len(ins)} and {len(outs)} operands"
            )
        *srcs, tmp = ins
        return [*srcs, outs[0], tmp, outs[1]], segments(len(srcs), 0, 1, 1, 1)


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
    `dst = src * fp + offset` as 8-bit integers; an offset goes with the asymmetric kind.

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
        _check_kind(self.name, kind, "INT8")
        if (kind == "INT8_ASYM") != (self.offset is not None):
            raise VerifyException(
                f"{self.name}: an offset is given exactly for INT8_ASYM, here for {kind}"
                if self.offset is not None
                else f"{self.name}: INT8_ASYM needs an offset"
            )


@irdl_op_definition
class TQuantMxOp(DpsOp):
    """
    `dst = src` in blocks of a shared exponent (a5).

        pto.tquant.mx ins(%a : A) outs(%c, %exp, %max, %scaling[, %exp_zz] : …)
            {quant_type = …, quantScaleAlg = …[, storeMode = …]}
    """

    name = "pto.tquant.mx"
    OUTS: ClassVar = ("dst", "exp", "max", "scaling", "exp_zz")
    PRINTS_DEFAULTS: ClassVar = True

    src = operand_def(TILE)
    dst = operand_def(TILE)
    exp = operand_def(TILE)
    max = operand_def(TILE)
    scaling = operand_def(TILE)
    exp_zz = opt_operand_def(TILE)
    quant_type = prop_def(QuantTypeAttr)
    scale_algorithm = default_prop(QuantScaleAlgAttr, "ocp", "quantScaleAlg")
    store_mode = opt_prop_def(VecStoreModeAttr, prop_name="storeMode")
    group_axis = opt_prop_def(prop_name="grpAxis")
    interleave = opt_prop_def()

    traits = traits_def(DpsEffects())

    def __init__(self, operands: Sequence[SSAValue], quant_type: QuantTypeAttr):
        Operation.__init__(self, operands=operands, properties={"quant_type": quant_type})

    def verify_(self) -> None:
        _check_kind(self.name, self.quant_type.data, "MXFP")


def _check_kind(name: str, kind: str, beginning: str) -> None:
    """Integers have one scale, floats one for each block."""
    kinds = [k for k in QuantTypeAttr.keywords if k.startswith(beginning)]
    if kind not in kinds:
        raise VerifyException(f"{name}: quant_type is one of {', '.join(kinds)}, got {kind}")


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
    TGatherOp,
    TMrgSortOp,
    TQuantMxOp,
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
