"""
Movement between global memory and tiles, and from tile to tile.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, IntegerType, TensorType, i1, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyOf,
    AttrSizedOperandSegments,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import (
    AccToVecModeAttr,
    AtomicTypeAttr,
    PadModeAttr,
    PadValueAttr,
    ReluPreModeAttr,
    STPhaseAttr,
    TInsertModeAttr,
    default_prop,
    opt_integer_prop,
)
from pto_dialect.pto.base import (
    INDEX,
    SCALAR,
    TILE,
    VIEW,
    DpsEffects,
    DpsOp,
    OneSourceOp,
    Piece,
    PtoOp,
    ScratchSourceOp,
    TwoSourceOp,
    parse_operand_clause,
    parse_operand_group,
    parse_typed_operand,
    segments,
)
from pto_dialect.pto.checks import (
    agree,
    check_same_element,
    check_same_shape,
    check_same_width,
    check_space,
    check_vector_tiles,
    constant_value,
    is_number_of,
    tile_types,
)
from pto_dialect.pto.types import (
    DYNAMIC,
    PartitionTensorViewType,
    PtrType,
    TensorViewType,
    TileBufType,
    dims_text,
)

SEGMENTED = (AttrSizedOperandSegments(as_property=True),)
"""Option of operations with several optional operands."""


@irdl_op_definition
class TLoadOp(DpsOp):
    """
    Copy a window of global memory into a tile.

        pto.tload ins(%view : V) outs(%tile : T) [pad_mode = <PadValue>] [pad_value = %x : E]
            [left_padding_num = %n : index] [init_out_buffer = true]
            [right_padding_num = %n : index] [init_condition = %x : i1] [-> T]
    """

    name = "pto.tload"
    INS: ClassVar = ("src",)
    CLAUSES: ClassVar = (
        "pad_mode",
        "pad_value",
        "left_padding_num",
        "init_out_buffer",
        "right_padding_num",
        "init_condition",
    )
    irdl_options = SEGMENTED

    src = operand_def(VIEW)
    dst = operand_def(TILE)
    pad_value = opt_operand_def(SCALAR)
    left_padding_num = opt_operand_def(INDEX)
    right_padding_num = opt_operand_def(SCALAR)
    init_condition = opt_operand_def(SCALAR)
    pad_mode = opt_prop_def(PadModeAttr)
    init_out_buffer = opt_integer_prop(i1)
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, dst: SSAValue):
        self.build_dps((src, dst, None, None, None, None))

    def trailing_clauses(self) -> Sequence[Piece]:
        if len(self._operands) == 2 and len(self.properties) == 1:
            return ()
        pieces: list[Piece] = []
        for name in self.CLAUSES:
            value: SSAValue | Attribute | None = getattr(self, name)
            match value:
                case SSAValue():
                    pieces += (f" {name} = ", value, " : ", value.type)
                case PadModeAttr():
                    pieces.append(f" {name} = {value.clause}")
                case IntegerAttr():
                    pieces.append(f" {name} = {'true' if value.value.data else 'false'}")
                case _:
                    pass
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_keyword("ins")
        ins, entries = parse_operand_clause(parser)
        parser.parse_keyword("outs")
        outs, _ = parse_operand_clause(parser)
        entries |= parser.parse_optional_attr_dict()
        if len(ins) != 1 or len(outs) != 1:
            raise VerifyException(f"{cls.name} takes ins(src) outs(dst)")
        given = dict[str, SSAValue]()
        properties = dict[str, Attribute]()
        for name in cls.CLAUSES:
            if parser.parse_optional_keyword(name) is None:
                continue
            parser.parse_punctuation("=")
            if name == "pad_mode":
                properties[name] = PadModeAttr.parse_in_clause(parser)
            elif name == "init_out_buffer":
                properties[name] = BoolAttr.from_bool(parser.parse_boolean())
            else:
                given[name] = parse_typed_operand(parser)
        order = ("pad_value", "left_padding_num", "right_padding_num", "init_condition")
        extra = [given[n] for n in order if n in given]
        properties |= segments(1, 1, *(int(n in given) for n in order))
        return cls.from_text(parser, (*ins, *outs, *extra), properties, entries)

    def verify_(self) -> None:
        operands = self._operands
        view, tile = operands[0].type, operands[1].type
        if isinstance(tile, TileBufType):
            _check_window_of_memory(self.name, "src", view)
            if isinstance(view, PartitionTensorViewType):
                check_same_width(self.name, view.element_type, tile.element_type)


@irdl_op_definition
class TPrefetchOp(DpsOp):
    """Ask for a window of global memory ahead of its use: `ins(%view : V) outs(%tile : T)`."""

    name = "pto.tprefetch"

    src = operand_def(VIEW)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, dst: SSAValue):
        self.build_dps((src, dst))


@irdl_op_definition
class TStoreOp(DpsOp):
    """
    Copy a tile to a window of global memory; an accumulator may be quantised on the way.

        pto.tstore ins(%tile : T[ fp %scales : F][, %scale : i64]) outs(%view : V)
            {atomicType = …} [-> T]
    """

    name = "pto.tstore"
    INS: ClassVar = ("src", "scalar")
    CLAUSES: ClassVar = ("fp",)
    TYPED_ONE_BY_ONE: ClassVar = True
    irdl_options = SEGMENTED

    src = operand_def(TILE)
    dst = operand_def(VIEW)
    fp = opt_operand_def(TILE)
    scalar = opt_operand_def(eq(i64))
    phase = default_prop(STPhaseAttr, "unspecified", "stPhase")
    atomic = default_prop(AtomicTypeAttr, "atomic_none", "atomicType")
    relu = default_prop(ReluPreModeAttr, "no_relu", "reluPreMode")
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        dst: SSAValue,
        scalar: SSAValue | None = None,
        properties: Mapping[str, Attribute | None] | None = None,
    ):
        self.build_dps((src, dst, None, scalar), properties)

    def __post_init__(self) -> None:
        super().__post_init__()
        if "operandSegmentSizes" not in self.properties:  # Before 0.60 there is no `fp`.
            self.properties |= segments(1, 1, 0, len(self._operands) - 2)

    def sources(self) -> tuple[SSAValue, ...]:
        """What is read, the scales included."""
        src, _, *extra = self._operands
        return (src, *extra)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        if self.fp is None:
            return super().assembly(canonical=canonical)
        src, dst, *extra = self._operands
        pieces: list[Piece] = [" ins(", src, " : ", src.type]
        for mark, value in zip((" fp ", ", "), extra, strict=False):
            pieces += (mark, value, " : ", value.type)
        pieces += (") outs(", dst, " : ", dst.type, ")", *self.entries(canonical=canonical))
        return (*pieces, *(p for r in self.results for p in (" -> ", r.type)))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        if not has_scales(parser):
            return super().parse(parser)
        ins, fp, outs, entries = parse_scaled(parser)
        if len(outs) != 1 or not 1 <= len(ins) <= 2:
            raise VerifyException(f"{cls.name} takes ins(src [fp fp][, scalar]) outs(dst)")
        src, *scalar = ins
        properties = segments(1, 1, len(fp), len(scalar))
        return cls.from_text(parser, (src, *outs, *fp, *scalar), properties, entries)

    def reads(self) -> tuple[SSAValue, ...]:
        """What is stored, and what an atomic store adds it to."""
        return self.sources() + (self.destinations() if "atomicType" in self.properties else ())

    def verify_(self) -> None:
        operands = self._operands
        tile, view = operands[0].type, operands[1].type
        if not isinstance(tile, TileBufType):
            return
        _check_window_of_memory(self.name, "dst", view)
        if not isinstance(view, PartitionTensorViewType):
            return
        check_space(self.name, "src", tile, "vec", "mat", "acc")
        if tile.space.data != "acc":
            check_same_width(self.name, tile.element_type, view.element_type)
        count = 1
        for extent in view.shape:
            if extent == DYNAMIC:
                return
            count *= extent
        rows, cols = tile.valid
        if DYNAMIC not in (rows, cols) and rows * cols != count:
            raise VerifyException(
                f"{self.name}: the tile has {rows * cols} valid elements "
                f"({dims_text(tile.valid)}), the view has {count} ({dims_text(view.shape)})"
            )


def _check_window_of_memory(name: str, role: str, view: Attribute) -> None:
    """What is loaded and stored is a window, not a whole tensor or a pointer."""
    if isinstance(view, TensorViewType | PtrType):
        raise VerifyException(
            f"{name}: {role} has to be a window (pto.partition_view gives one), got {view}"
        )


_SCALES = re.compile(r"\bfp\s*%")


def has_scales(parser: Parser) -> bool:
    """Whether `fp %f` stands in the operands that begin here."""
    content, start = parser.lexer.input.content, parser.pos
    return _SCALES.search(content, start, max(start, content.find(")", start))) is not None


def parse_scaled(
    parser: Parser,
) -> tuple[list[SSAValue], list[SSAValue], list[SSAValue], dict[str, Attribute]]:
    """
    `ins(%s, … : S, …[ fp %f : F][, %q : i64]) outs(%d : D) {…}`: what stands in `ins` but for
    `fp`, that if it is there, what stands in `outs`, and the dictionary.
    """
    parser.parse_keyword("ins")
    parser.parse_punctuation("(")
    ins, _ = parse_operand_group(parser)
    fp: list[SSAValue] = []
    if parser.parse_optional_keyword("fp") is not None:
        fp.append(parse_typed_operand(parser))
        if parser.parse_optional_punctuation(",") is not None:
            ins.append(parse_typed_operand(parser))
    parser.parse_punctuation(")")
    parser.parse_keyword("outs")
    outs, _ = parse_operand_clause(parser)
    return ins, fp, outs, parser.parse_optional_attr_dict()


_MOVES = frozenset(
    (
        ("vec", "vec"),
        ("vec", "mat"),
        ("mat", "left"),
        ("mat", "right"),
        ("mat", "bias"),
        ("mat", "scaling"),
        ("acc", "vec"),
        ("acc", "mat"),
    )
)
"""Copies that some target has: (from, to)."""


@irdl_op_definition
class TMovOp(DpsOp):
    """
    Copy a tile to another one, also in another memory; on the way out of an accumulator the
    elements may be quantised, by a tile of scales (`fp`) or a scalar.

        pto.tmov ins(%s : S[, %fp : F][, %scale : i64]) outs(%d : D) [-> T]

    The assembler reads the first extra operand of this form as `fp`, so an operation with only
    the scalar is emitted in the generic form.
    """

    name = "pto.tmov"
    INS: ClassVar = ("src", "fp", "scalar")
    TYPED_ONE_BY_ONE: ClassVar = True
    irdl_options = SEGMENTED

    src = operand_def(TILE)
    dst = operand_def(TILE)
    fp = opt_operand_def(TILE)
    scalar = opt_operand_def(eq(i64))
    acc_to_vec = opt_prop_def(AccToVecModeAttr, prop_name="accToVecMode")
    relu = default_prop(ReluPreModeAttr, "no_relu", "reluPreMode")
    group_axis = opt_prop_def(prop_name="grpAxis")
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        dst: SSAValue,
        fp: SSAValue | None = None,
        scalar: SSAValue | None = None,
        properties: Mapping[str, Attribute | None] | None = None,
    ):
        self.build_dps((src, dst, fp, scalar), properties)

    def has_readable_text(self) -> bool:
        return self.scalar is None or self.fp is not None

    @classmethod
    def in_generic_order(
        cls, parser: Parser, ins: Sequence[SSAValue], outs: Sequence[SSAValue]
    ) -> tuple[list[SSAValue], dict[str, Attribute]]:
        operands, properties = super().in_generic_order(parser, ins, outs)
        if len(ins) == 2 and isinstance(ins[1].type, IntegerType):
            properties = segments(1, 1, 0, 1)
        return operands, properties

    def verify_(self) -> None:
        types = tile_types(self._operands[:2])
        if types is None:
            return
        src, dst = types
        if (src.space.data, dst.space.data) not in _MOVES:
            raise VerifyException(
                f"{self.name}: there is no copy from {src.space.data} to {dst.space.data}"
            )
        if src.space.data == "mat":
            check_same_shape(self.name, src, dst)


class ScaledMoveOp(DpsOp, ABC):
    """A copy with a tile of scales, before 0.60: `ins(%s, %fp : S, F) outs(%d : D)`."""

    src = operand_def(TILE)
    fp = operand_def(TILE)
    dst = operand_def(AnyOf.get(TILE, VIEW))

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, fp: SSAValue, dst: SSAValue):
        self.build_dps((src, fp, dst))


@irdl_op_definition
class TStoreFpOp(ScaledMoveOp):
    """Store an accumulator that is quantised by a tile of scales."""

    name = "pto.tstore_fp"


@irdl_op_definition
class TMovFpOp(ScaledMoveOp):
    """Move an accumulator that is quantised by a tile of scales."""

    name = "pto.tmov.fp"


class ScaledWindowOp(DpsOp, ABC):
    """A window with a tile of scales, before 0.60: `ins(%s, %fp, %r, %c : …) outs(%d : D)`."""

    src = operand_def(TILE)
    fp = operand_def(TILE)
    row = operand_def(INDEX)
    col = operand_def(INDEX)
    dst = operand_def(TILE)
    acc_to_vec = opt_prop_def(AccToVecModeAttr, prop_name="accToVecMode")
    relu = default_prop(ReluPreModeAttr, "no_relu", "reluPreMode")

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, fp: SSAValue, row: SSAValue, col: SSAValue, dst: SSAValue):
        self.build_dps((src, fp, row, col, dst))


@irdl_op_definition
class TExtractFpOp(ScaledWindowOp):
    """Copy the window of an accumulator that is quantised by a tile of scales."""

    name = "pto.textract_fp"


@irdl_op_definition
class TInsertFpOp(ScaledWindowOp):
    """Copy an accumulator, quantised by a tile of scales, into a window."""

    name = "pto.tinsert_fp"
    READS_DESTINATION: ClassVar = True


@irdl_op_definition
class TExtractOp(DpsOp):
    """
    Copy the window of a tile that begins at (row, column).

        pto.textract ins(%s, %r, %c[, %scale] : S, index, index[, i64][ fp %scales : F])
            outs(%d : D)
    """

    name = "pto.textract"
    CLAUSES: ClassVar = ("fp",)
    irdl_options = SEGMENTED

    src = operand_def(TILE)
    row = operand_def(INDEX)
    col = operand_def(INDEX)
    fp = opt_operand_def(TILE)
    scalar = opt_operand_def(eq(i64))
    dst = operand_def(TILE)
    acc_to_vec = opt_prop_def(AccToVecModeAttr, prop_name="accToVecMode")
    relu = default_prop(ReluPreModeAttr, "no_relu", "reluPreMode")

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        row: SSAValue,
        col: SSAValue,
        dst: SSAValue,
        scalar: SSAValue | None = None,
        properties: Mapping[str, Attribute | None] | None = None,
    ):
        self.build_dps((src, row, col, None, scalar, dst), properties)

    def __post_init__(self) -> None:
        super().__post_init__()
        if "operandSegmentSizes" not in self.properties:  # Before 0.60 there is no `fp`.
            self.properties |= segments(1, 1, 1, 0, len(self._operands) - 4, 1)

    def sources(self) -> tuple[SSAValue, ...]:
        """What is read, the scales included."""
        return tuple(self._operands[:-1])

    def clauses_in_ins(self) -> Sequence[Piece]:
        return () if (fp := self.fp) is None else (" fp ", fp, " : ", fp.type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        if not has_scales(parser):
            return super().parse(parser)
        ins, fp, outs, entries = parse_scaled(parser)
        if len(outs) != 1 or not 3 <= len(ins) <= 4:
            raise VerifyException(
                f"{cls.name} takes ins(src, row, col[, scalar] [fp fp]) outs(dst)"
            )
        window, scalar = ins[:3], ins[3:]
        properties = segments(1, 1, 1, len(fp), len(scalar), 1)
        return cls.from_text(parser, (*window, *fp, *scalar, *outs), properties, entries)

    def verify_(self) -> None:
        operands = self._operands
        types = tile_types((operands[0], operands[-1]))
        if types is not None:
            src, dst = types
            _check_window(self.name, "src", src, dst.valid, operands[1], operands[2])


@irdl_op_definition
class TInsertOp(DpsOp):
    """
    Copy a tile into the window of another one that begins at (row, column).

        pto.tinsert ins(%s, %r, %c : S, index, index [fp %f : F] [pre_quant %q : i64])
            outs(%d : D)
    """

    name = "pto.tinsert"
    INS: ClassVar = ("src", "row", "col")
    CLAUSES: ClassVar = ("fp", "scalar")
    READS_DESTINATION: ClassVar = True
    irdl_options = SEGMENTED

    src = operand_def(TILE)
    row = operand_def(INDEX)
    col = operand_def(INDEX)
    dst = operand_def(TILE)
    fp = opt_operand_def(TILE)
    scalar = opt_operand_def(eq(i64))
    acc_to_vec = opt_prop_def(AccToVecModeAttr, prop_name="accToVecMode")
    relu = default_prop(ReluPreModeAttr, "no_relu", "reluPreMode")
    mode = opt_prop_def(TInsertModeAttr, prop_name="tinsertMode")

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src: SSAValue,
        row: SSAValue,
        col: SSAValue,
        dst: SSAValue,
        fp: SSAValue | None = None,
        scalar: SSAValue | None = None,
        properties: Mapping[str, Attribute | None] | None = None,
    ):
        self.build_dps((src, row, col, dst, fp, scalar), properties)

    def sources(self) -> tuple[SSAValue, ...]:
        """What is read, the scales included."""
        return (*self._operands[:3], *self._operands[4:])

    def clauses_in_ins(self) -> Sequence[Piece]:
        if len(self._operands) == 4:
            return ()
        pieces: list[Piece] = []
        for keyword, value in (("fp", self.fp), ("pre_quant", self.scalar)):
            if value is not None:
                pieces += (f" {keyword} ", value, " : ", value.type)
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_keyword("ins")
        parser.parse_punctuation("(")
        ins, _ = parse_operand_group(parser)
        extra = [
            parse_typed_operand(parser) if parser.parse_optional_keyword(k) else None
            for k in ("fp", "pre_quant")
        ]
        parser.parse_punctuation(")")
        parser.parse_keyword("outs")
        outs, _ = parse_operand_clause(parser)
        entries = parser.parse_optional_attr_dict()
        if len(ins) != 3 or len(outs) != 1:
            raise VerifyException(f"{cls.name} takes ins(src, row, col) outs(dst)")
        present = [e for e in extra if e is not None]
        properties = segments(1, 1, 1, 1, *(int(e is not None) for e in extra))
        return cls.from_text(parser, (*ins, *outs, *present), properties, entries)

    def verify_(self) -> None:
        src, row, col, dst = self._operands[:4]
        types = tile_types((src, dst))
        if types is None or self.mode is not None:
            return
        parts = _SHARES.get(self.acc_to_vec.data if self.acc_to_vec else "", (1, 1))
        window = tuple(e // n for e, n in zip(types[0].valid, parts, strict=True))
        _check_window(self.name, "dst", types[1], window, row, col)


_SHARES = {"dual_mode_split_m": (2, 1), "dual_mode_split_n": (1, 2)}
"""Into how many parts the rows and columns of an accumulator are split for the vector cores."""


def _check_window(
    name: str,
    role: str,
    type_: TileBufType,
    window: Sequence[int],
    row: SSAValue,
    col: SSAValue,
) -> None:
    """A window with constant indices lies inside of the tile; `window` is what is moved of it."""
    for axis, index in enumerate((row, col)):
        start = constant_value(index)
        if start is None:
            continue
        end, extent = start + max(window[axis], 0), type_.shape[axis]
        if start < 0 or end > extent:
            raise VerifyException(
                f"{name}: the window {start}..{end} of {'rows' if axis == 0 else 'columns'} "
                f"reaches outside of {role}, which has {extent}"
            )


@irdl_op_definition
class TTransOp(ScratchSourceOp):
    """`dst = srcᵀ`, with a scratch tile: `ins(%a[, %tmp] : A[, T]) outs(%c : C)`."""

    name = "pto.ttrans"

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            check_same_element(self.name, *types)
            width = types[0].element_bytes
            if width not in (1, 2, 4):
                raise VerifyException(
                    f"{self.name}: elements have 1, 2 or 4 bytes, {types[0].element_type} "
                    f"has {width}"
                )


@irdl_op_definition
class TFillPadOp(DpsOp):
    """Copy a tile and fill what is outside of its valid region with the pad value of `dst`."""

    name = "pto.tfillpad"

    src = operand_def(TILE)
    dst = operand_def(TILE)
    pad_value = opt_prop_def(PadValueAttr, prop_name="padValue")

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, dst: SSAValue):
        self.build_dps((src, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is None:
            return
        src, dst = types
        if self.pad_value is None:
            _check_pad(self.name, dst)
        check_same_element(self.name, src, dst)
        check_same_shape(self.name, src, dst)


@irdl_op_definition
class TFillPadExpandOp(OneSourceOp):
    """As `pto.tfillpad` into a tile that is larger than the source."""

    name = "pto.tfillpad_expand"

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is None:
            return
        src, dst = types
        _check_pad(self.name, dst)
        check_same_element(self.name, src, dst)
        if dst.shape[0] < src.shape[0] or dst.shape[1] < src.shape[1]:
            raise VerifyException(
                f"{self.name}: dst ({dims_text(dst.shape)}) is smaller than src "
                f"({dims_text(src.shape)})"
            )


@irdl_op_definition
class TFillPadInplaceOp(OneSourceOp):
    """As `pto.tfillpad` where source and destination are the same memory."""

    name = "pto.tfillpad_inplace"

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            _check_pad(self.name, types[1])
            check_same_element(self.name, *types)
            check_same_shape(self.name, *types)


def _check_pad(name: str, dst: TileBufType) -> None:
    if dst.pad.data == "null":
        raise VerifyException(f"{name}: dst has to have a pad value, got pad=0 (null)")


@irdl_op_definition
class TConcatOp(TwoSourceOp):
    """`dst = [src0 src1]`, side by side: `ins(%a, %b : A, B) outs(%c : C)`."""

    name = "pto.tconcat"

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is None:
            return
        check_vector_tiles(self.name, *types)
        check_same_element(self.name, *types)
        rows = [t.valid[0] for t in types]
        if not (agree(rows[0], rows[2]) and agree(rows[1], rows[2])):
            raise VerifyException(
                f"{self.name}: src0, src1 and dst have {rows[0]}, {rows[1]} and {rows[2]} "
                f"valid rows"
            )


@irdl_op_definition
class TConcatIdxOp(DpsOp):
    """`dst = [src0 src1]`, with the columns that two index tiles choose."""

    name = "pto.tconcatidx"

    src0 = operand_def(TILE)
    src1 = operand_def(TILE)
    src0_idx = operand_def(TILE)
    src1_idx = operand_def(TILE)
    dst = operand_def(TILE)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        src0: SSAValue,
        src1: SSAValue,
        src0_idx: SSAValue,
        src1_idx: SSAValue,
        dst: SSAValue,
    ):
        self.build_dps((src0, src1, src0_idx, src1_idx, dst))

    def verify_(self) -> None:
        types = tile_types((self.src0, self.src1, self.dst))
        if types is not None:
            check_same_element(self.name, *types)


@irdl_op_definition
class TGetScaleAddrOp(OneSourceOp):
    """Make `dst` the tile of scales that belongs to `src` (a5)."""

    name = "pto.tget_scale_addr"


@irdl_op_definition
class TSetValOp(DpsOp):
    """Write one element: `ins(%offset, %value : index, E) outs(%tile : T)`."""

    name = "pto.tsetval"
    INS: ClassVar = ("offset", "val")
    READS_DESTINATION: ClassVar = True

    dst = operand_def(TILE)
    offset = operand_def(INDEX)
    val = operand_def(SCALAR)

    traits = traits_def(DpsEffects())

    def __init__(self, dst: SSAValue, offset: SSAValue, val: SSAValue):
        self.build_dps((dst, offset, val))

    def verify_(self) -> None:
        _check_element(self.name, self.dst.type, self.val.type)


@irdl_op_definition
class TGetValOp(DpsOp):
    """Read one element: `%v = pto.tgetval ins(%tile, %offset : T, index) outs : E`."""

    name = "pto.tgetval"

    src = operand_def(TILE)
    offset = operand_def(INDEX)
    value = result_def(SCALAR)

    traits = traits_def(DpsEffects())

    def __init__(self, src: SSAValue, offset: SSAValue, type_: Attribute):
        super().__init__(operands=[src, offset], result_types=[type_])

    def verify_(self) -> None:
        _check_element(self.name, self.src.type, self.value.type)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        src, offset = self._operands
        head = (" ins(", src, ", ", offset, " : ", src.type, ", ", offset.type, ") outs : ")
        return (*head, self.value.type, *self.entries(canonical=canonical))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_keyword("ins")
        ins, _ = parse_operand_clause(parser)
        parser.parse_keyword("outs")
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        attributes = parser.parse_optional_attr_dict()
        if len(ins) != 2:
            raise VerifyException(f"{cls.name} takes ins(src, offset)")
        return cls.create(operands=ins, result_types=[type_], attributes=attributes)


def _check_element(name: str, tile: Attribute, scalar: Attribute) -> None:
    """A number that is read from a tile or written to it has the element type."""
    if isinstance(tile, TileBufType) and not is_number_of(tile.element_type, scalar):
        raise VerifyException(
            f"{name}: the elements are {tile.element_type}, the number is {scalar}"
        )


MOVEMENT_OPS: list[type[PtoOp]] = [
    TLoadOp,
    TPrefetchOp,
    TStoreOp,
    TStoreFpOp,
    TMovOp,
    TMovFpOp,
    TExtractOp,
    TExtractFpOp,
    TInsertOp,
    TInsertFpOp,
    TTransOp,
    TFillPadOp,
    TFillPadExpandOp,
    TFillPadInplaceOp,
    TConcatOp,
    TConcatIdxOp,
    TGetScaleAddrOp,
    TSetValOp,
    TGetValOp,
]
"""Movement of data."""
