"""
Enumerations of the `pto` dialect.

The assembler prints its enumerations in two styles that are not interchangeable on input:

1. `#pto.pipe<PIPE_V>` (`AngleEnum`), also read as `#pto<pipe<PIPE_V>>`; inside an operation's own
   syntax usually just `<PIPE_V>`;
2. `#pto<cmp gt>` (`SpacedEnum`), and only that.

The value of an attribute is its keyword. A further enumeration is a class with a name and its
keywords, in the order of their integer codes.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self, TypeVar, overload

from xdsl.dialects.builtin import DictionaryAttr, IntAttr, IntegerAttr, IntegerType, StringAttr
from xdsl.ir import Attribute, Data, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition, opt_prop_def, param_def, prop_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.spaces import BLayout, Compact, Pad, SLayout


class KeywordEnum(Data[str], ABC):
    """An attribute whose value is one of a fixed set of keywords."""

    keywords: ClassVar[tuple[str, ...]]
    """The values that exist; empty if we do not know them."""

    @classmethod
    def has(cls, word: str) -> bool:
        """Whether a keyword is a value."""
        return word in cls.keywords or not cls.keywords

    def verify(self) -> None:
        if not self.has(self.data):
            raise VerifyException(_not_a_keyword(type(self), self.data))

    @classmethod
    def parse_keyword(cls, parser: AttrParser) -> str:
        """Parse one of the keywords."""
        start = parser.pos
        word = parser.parse_identifier(context_msg=one_of(cls.keywords))
        if not cls.has(word):
            parser.raise_error(_not_a_keyword(cls, word), start, start + len(word))
        return word


class AngleEnum(KeywordEnum, ABC):
    """An enumeration printed `#pto.NAME<keyword>`."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        with parser.in_angle_brackets():
            return cls.parse_keyword(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")

    @classmethod
    def parse_in_clause(cls, parser: AttrParser) -> Self:
        """
        Parse the attribute inside an operation's syntax: `<kw>`, `"kw"` or `#pto.NAME<kw>`.
        """
        start = parser.pos
        if (word := parser.parse_optional_str_literal()) is not None:
            if not cls.has(word):
                parser.raise_error(_not_a_keyword(cls, word), start, parser.pos)
            return cls(word)
        attribute = parser.parse_optional_attribute()
        if attribute is None:
            return cls(cls.parse_parameter(parser))
        if not isinstance(attribute, cls):
            parser.raise_error(f"expected an attribute #{cls.name}<…>", start, parser.pos)
        return attribute

    @property
    def clause(self) -> str:
        """The attribute as it is printed inside an operation's syntax."""
        return f"<{self.data}>"


class SpacedEnum(KeywordEnum, SpacedOpaqueSyntaxAttribute, ABC):
    """An enumeration printed `#pto<NAME keyword>`."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        return cls.parse_keyword(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(self.data)


_E = TypeVar("_E", bound=KeywordEnum)


def default_prop(kind: type[_E], default: str, key: str) -> _E | None:
    """
    The definition of a property with a default value. The accessor gives the default when the
    property is absent.
    """
    return opt_prop_def(kind, prop_name=key, default_value=kind(default))


def integer_prop(type_: IntegerType, key: str | None = None) -> IntegerAttr:
    """The definition of a property that holds an integer of a type."""
    return prop_def(IntegerAttr.constr(type_), prop_name=key)


@overload
def opt_integer_prop(
    type_: IntegerType, key: str | None = None, default: None = None
) -> IntegerAttr | None: ...


@overload
def opt_integer_prop(
    type_: IntegerType, key: str | None = None, *, default: int
) -> IntegerAttr: ...


def opt_integer_prop(
    type_: IntegerType, key: str | None = None, default: int | None = None
) -> IntegerAttr | None:
    """
    The definition of such a property that may be absent. The accessor gives the default then.
    """
    value = None if default is None else IntegerAttr(default, type_)
    return opt_prop_def(IntegerAttr.constr(type_), prop_name=key, default_value=value)


def precision_prop(kind: type[_E]) -> _E | None:
    """The definition of the property that chooses a precision."""
    return default_prop(kind, "default", "precisionType")


def _not_a_keyword(cls: type[KeywordEnum], word: str) -> str:
    return f"'{word}' is none of {', '.join(cls.keywords)}"


def one_of(words: Sequence[str]) -> str:
    """The end of a message that something is expected: what it may be, if that is known."""
    return f", one of {', '.join(words)}" if words else ""


def codes(kind: type[KeywordEnum]) -> list[str]:
    """`0 (null)`, `1 (zero)` …: the codes of the keywords, for messages."""
    return [f"{code} ({word})" for code, word in enumerate(kind.keywords)]


@irdl_attr_definition
class AddressSpaceAttr(AngleEnum):
    """A memory of the NPU; `gm` is global memory."""

    name = "pto.address_space"
    keywords = ("zero", "gm", "mat", "left", "right", "acc", "vec", "bias", "scaling")


@irdl_attr_definition
class LayoutAttr(AngleEnum):
    """Order of the elements of a tensor in global memory."""

    name = "pto.layout"
    keywords = ("nd", "dn", "nz", "mx_a_zz", "mx_b_nn")


@irdl_attr_definition
class PipeAttr(AngleEnum):
    """A hardware pipe."""

    name = "pto.pipe"
    keywords = (
        "PIPE_S",
        "PIPE_V",
        "PIPE_M",
        "PIPE_MTE1",
        "PIPE_MTE2",
        "PIPE_MTE3",
        "PIPE_ALL",
        "PIPE_MTE4",
        "PIPE_MTE5",
        "PIPE_V2",
        "PIPE_FIX",
        "VIRTUAL_PIPE_MTE2_L1A",
        "VIRTUAL_PIPE_MTE2_L1B",
        "PIPE_NUM",
        "PIPE_UNASSIGNED",
    )


@irdl_attr_definition
class EventAttr(AngleEnum):
    """One of the eight event ids of a pair of pipes."""

    name = "pto.event"
    keywords = tuple(f"EVENT_ID{i}" for i in range(8))


_OP_TYPES = (
    "TLOAD",
    "TSTORE_ACC",
    "TSTORE_VEC",
    "TMOV_M2L",
    "TMOV_M2S",
    "TMOV_M2B",
    "TMOV_M2V",
    "TMOV_V2M",
    "TMATMUL",
    "TVEC",
    "TVECWAIT_EVENT",
)


@irdl_attr_definition
class PipeEventTypeAttr(AngleEnum):
    """Kind of operation that records or waits for an event; stands for a pipe."""

    name = "pto.pipe_event_type"
    keywords = _OP_TYPES


@irdl_attr_definition
class SyncOpTypeAttr(AngleEnum):
    """Kind of operation that a barrier waits for."""

    name = "pto.sync_op_type"
    keywords = _OP_TYPES


@irdl_attr_definition
class KernelKindAttr(AngleEnum):
    """The core that a kernel runs on."""

    name = "pto.kernel_kind"
    keywords = ("cube", "vector")


@irdl_attr_definition
class FuncCoreTypeAttr(AngleEnum):
    """The cores that a function may run on."""

    name = "pto.func_core_type"
    keywords = ("AIC", "AIV", "MIX", "AIC_OR_AIV")


@irdl_attr_definition
class ModuleCoreTypeAttr(AngleEnum):
    """The cores that a module may run on."""

    name = "pto.module_core_type"
    keywords = ("AIC", "AIV", "MIX")


@irdl_attr_definition
class SyncAllModeAttr(AngleEnum):
    """Whether all cores meet by a hardware signal or through memory."""

    name = "pto.sync_all_mode"
    keywords = ("hard", "soft")


@irdl_attr_definition
class SyncCoreTypeAttr(AngleEnum):
    """The cores that meet."""

    name = "pto.sync_core_type"
    keywords = ("aiv_only", "aic_only", "mix")


@irdl_attr_definition
class PadModeAttr(AngleEnum):
    """What a load writes outside of the data."""

    name = "pto.padmode"
    keywords = ("PadNull", "PadFirstElem", "PadValue")


@irdl_attr_definition
class PadValueAttr(AngleEnum):
    """What the elements outside of a tile's valid region hold."""

    name = "pto.pad_value"
    keywords = tuple(Pad)


@irdl_attr_definition
class CompactModeAttr(AngleEnum):
    """Packing of partly valid blocks."""

    name = "pto.compact_mode"
    keywords = tuple(Compact)


@irdl_attr_definition
class BLayoutAttr(AngleEnum):
    """Order of the blocks of a tile."""

    name = "pto.blayout"
    keywords = tuple(BLayout)


@irdl_attr_definition
class SLayoutAttr(AngleEnum):
    """Order of the elements inside a block; `none_box` means that there are no blocks."""

    name = "pto.slayout"
    keywords = tuple(SLayout)


@irdl_attr_definition
class MaskPatternAttr(AngleEnum):
    """Which of four neighbouring elements take part."""

    name = "pto.mask_pattern"
    keywords = ("P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111")


@irdl_attr_definition
class AccToVecModeAttr(AngleEnum):
    """How an accumulator is spread over the vector cores."""

    name = "pto.acc_to_vec_mode"
    keywords = ("single_mode_vec0", "single_mode_vec1", "dual_mode_split_m", "dual_mode_split_n")


@irdl_attr_definition
class TInsertModeAttr(AngleEnum):
    """Into how many parts an insertion is split."""

    name = "pto.tinsert_mode"
    keywords = ("split2", "split4")


@irdl_attr_definition
class FenceScopeAttr(AngleEnum):
    """Whose accesses to memory a fence orders (0.60)."""

    name = "pto.fence_scope"
    keywords = ()


@irdl_attr_definition
class CmpModeAttr(SpacedEnum):
    """A comparison."""

    name = "pto.cmp"
    keywords = ("eq", "ne", "lt", "le", "gt", "ge")


@irdl_attr_definition
class RoundModeAttr(SpacedEnum):
    """Rounding of a conversion."""

    name = "pto.round_mode"
    keywords = ("NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD", "CAST_RINT")


@irdl_attr_definition
class SaturationModeAttr(SpacedEnum):
    """Whether a conversion saturates."""

    name = "pto.saturation_mode"
    keywords = ("ON", "OFF")


_PRECISIONS = ("default", "high_precision")


@irdl_attr_definition
class DivPrecisionAttr(SpacedEnum):
    """Precision of a division."""

    name = "pto.div_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class ExpPrecisionAttr(SpacedEnum):
    """Precision of an exponential."""

    name = "pto.exp_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class LogPrecisionAttr(SpacedEnum):
    """Precision of a logarithm."""

    name = "pto.log_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class RecipPrecisionAttr(SpacedEnum):
    """Precision of a reciprocal."""

    name = "pto.recip_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class RemPrecisionAttr(SpacedEnum):
    """Precision of a remainder."""

    name = "pto.rem_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class RsqrtPrecisionAttr(SpacedEnum):
    """Precision of a reciprocal square root."""

    name = "pto.rsqrt_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class SqrtPrecisionAttr(SpacedEnum):
    """Precision of a square root."""

    name = "pto.sqrt_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class FmodPrecisionAttr(SpacedEnum):
    """Precision of a C remainder."""

    name = "pto.fmod_precision"
    keywords = _PRECISIONS


@irdl_attr_definition
class PowPrecisionAttr(SpacedEnum):
    """Precision of a power."""

    name = "pto.pow_precision"
    keywords = _PRECISIONS


_PHASES = ("unspecified", "partial", "final")


@irdl_attr_definition
class STPhaseAttr(SpacedEnum):
    """Part of a split store."""

    name = "pto.st_phase"
    keywords = _PHASES


@irdl_attr_definition
class AccPhaseAttr(SpacedEnum):
    """Part of a split accumulation."""

    name = "pto.acc_phase"
    keywords = _PHASES


@irdl_attr_definition
class AtomicTypeAttr(SpacedEnum):
    """Whether a store adds to what is in memory."""

    name = "pto.atomic_type"
    keywords = ("atomic_none", "atomic_add")


@irdl_attr_definition
class ReluPreModeAttr(SpacedEnum):
    """Activation on the way out of the accumulators."""

    name = "pto.relu_pre_mode"
    keywords = ("no_relu", "normal_relu", "scalar_relu", "vector_relu", "pwl")


@irdl_attr_definition
class CoalesceAttr(SpacedEnum):
    """Whether a gather from memory moves rows or single elements."""

    name = "pto.coalesce"
    keywords = ("row", "elem")


@irdl_attr_definition
class GatherOobAttr(SpacedEnum):
    """What a gather does with an index that is out of bounds."""

    name = "pto.gather_oob"
    keywords = ("undefined", "clamp", "wrap", "zero")


@irdl_attr_definition
class ScatterAtomicOpAttr(SpacedEnum):
    """How a scatter combines with what is in memory."""

    name = "pto.scatter_atomic_op"
    keywords = ("none", "add", "max", "min")


@irdl_attr_definition
class ScatterOobAttr(SpacedEnum):
    """What a scatter does with an index that is out of bounds."""

    name = "pto.scatter_oob"
    keywords = ("undefined", "skip", "clamp", "wrap")


@irdl_attr_definition
class ScatterConflictAttr(SpacedEnum):
    """Which of several writes to one place wins."""

    name = "pto.scatter_conflict"
    keywords = ("default", "last")


@irdl_attr_definition
class PrintFormatAttr(SpacedEnum):
    """How numbers are printed."""

    name = "pto.print_format"
    keywords = ("width8_precision4", "width8_precision2", "width10_precision6")


@irdl_attr_definition
class QuantTypeAttr(SpacedEnum):
    """What values are quantised to."""

    name = "pto.quant_type"
    keywords = ("INT8_SYM", "INT8_ASYM", "MXFP8", "MXFP4_E2M1")


@irdl_attr_definition
class QuantScaleAlgAttr(SpacedEnum):
    """How the scale of a block is computed."""

    name = "pto.quant_scale_alg"
    keywords = ("ocp", "nv")


@irdl_attr_definition
class VecStoreModeAttr(SpacedEnum):
    """Order in which a vector result is stored."""

    name = "pto.vec_store_mode"
    keywords = ("nd", "nz")


@irdl_attr_definition
class MxGroupAxisAttr(KeywordEnum, SpacedOpaqueSyntaxAttribute):
    """The axis along which elements share a scale (0.60); it is not known in which style."""

    name = "pto.mx_group_axis"
    keywords = ("axis0", "axis1")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        if parser.parse_optional_punctuation("<") is None:
            return cls.parse_keyword(parser)
        word = cls.parse_keyword(parser)
        parser.parse_punctuation(">")
        return word

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(self.data)


@irdl_attr_definition
class NotifyOpAttr(SpacedEnum):
    """How a notification changes the signal of another device."""

    name = "pto.notify_op"
    keywords = ("atomic_add", "set")


@irdl_attr_definition
class WaitCmpAttr(SpacedEnum):
    """The comparison that ends waiting for a signal."""

    name = "pto.wait_cmp"
    keywords = ("eq", "ne", "gt", "ge", "lt", "le")


@irdl_attr_definition
class ReduceOpAttr(SpacedEnum):
    """How the parts of several devices are combined."""

    name = "pto.reduce_op"
    keywords = ("sum", "max", "min")


@irdl_attr_definition
class TileBufConfigAttr(ParametrizedAttribute):
    """
    The layout of a tile, apart from its type:
    `#pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null,
    compact=null>`. Each word may also be the attribute that it stands for, or its code.
    """

    name = "pto.tile_buf_config"

    blayout: BLayoutAttr = param_def()
    slayout: SLayoutAttr = param_def()
    fractal: IntAttr = param_def()
    pad: PadValueAttr = param_def()
    compact: CompactModeAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        def word(key: str, kind: type[KeywordEnum]) -> Attribute:
            parser.parse_keyword(key)
            parser.parse_punctuation("=")
            start = parser.pos
            if (attribute := parser.parse_optional_attribute()) is not None:
                if not isinstance(attribute, IntegerAttr):
                    return attribute
                code = attribute.value.data
                if not 0 <= code < len(kind.keywords):
                    parser.raise_error(f"{code} is none of {', '.join(codes(kind))}", start)
                return kind(kind.keywords[code])
            return kind(kind.parse_keyword(parser))

        with parser.in_angle_brackets():
            blayout = word("blayout", BLayoutAttr)
            parser.parse_punctuation(",")
            slayout = word("slayout", SLayoutAttr)
            parser.parse_punctuation(",")
            parser.parse_keyword("s_fractal_size")
            parser.parse_punctuation("=")
            fractal = IntAttr(parser.parse_integer(allow_boolean=False))
            parser.parse_punctuation(",")
            pad = word("pad", PadValueAttr)
            compact: Attribute = CompactModeAttr("null")
            if parser.parse_optional_punctuation(",") is not None:
                compact = word("compact", CompactModeAttr)
        return (blayout, slayout, fractal, pad, compact)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(
            f"<blayout={self.blayout.data}, slayout={self.slayout.data}, "
            f"s_fractal_size={self.fractal.data}, pad={self.pad.data}, "
            f"compact={self.compact.data}>"
        )


@irdl_attr_definition
class AccPushEpilogueAttr(ParametrizedAttribute):
    """
    What happens to accumulators that are pushed into a queue (0.60):
    `#pto.acc_push_epilogue<layout=nz, quant=none, relu=no_relu>`. Each value is a word or an
    attribute.
    """

    name = "pto.acc_push_epilogue"

    entries: DictionaryAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        def entry() -> tuple[str, Attribute]:
            key = parser.parse_identifier()
            parser.parse_punctuation("=")
            attribute = parser.parse_optional_attribute()
            return key, StringAttr(parser.parse_identifier()) if attribute is None else attribute

        entries = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, entry)
        return (DictionaryAttr(dict(entries)),)

    def print_parameters(self, printer: Printer) -> None:
        def print_entry(entry: tuple[str, Attribute]) -> None:
            key, value = entry
            printer.print_string(f"{key}=")
            if isinstance(value, StringAttr):
                printer.print_string(value.data)
            else:
                printer.print_attribute(value)

        with printer.in_angle_brackets():
            printer.print_list(self.entries.data.items(), print_entry)


ATTRIBUTES: list[type[Attribute]] = [
    AddressSpaceAttr,
    LayoutAttr,
    PipeAttr,
    EventAttr,
    PipeEventTypeAttr,
    SyncOpTypeAttr,
    KernelKindAttr,
    FuncCoreTypeAttr,
    ModuleCoreTypeAttr,
    SyncAllModeAttr,
    SyncCoreTypeAttr,
    PadModeAttr,
    PadValueAttr,
    CompactModeAttr,
    BLayoutAttr,
    SLayoutAttr,
    MaskPatternAttr,
    AccToVecModeAttr,
    TInsertModeAttr,
    FenceScopeAttr,
    CmpModeAttr,
    RoundModeAttr,
    SaturationModeAttr,
    DivPrecisionAttr,
    ExpPrecisionAttr,
    LogPrecisionAttr,
    RecipPrecisionAttr,
    RemPrecisionAttr,
    RsqrtPrecisionAttr,
    SqrtPrecisionAttr,
    FmodPrecisionAttr,
    PowPrecisionAttr,
    STPhaseAttr,
    AccPhaseAttr,
    AtomicTypeAttr,
    ReluPreModeAttr,
    CoalesceAttr,
    GatherOobAttr,
    ScatterAtomicOpAttr,
    ScatterOobAttr,
    ScatterConflictAttr,
    PrintFormatAttr,
    QuantTypeAttr,
    QuantScaleAlgAttr,
    VecStoreModeAttr,
    MxGroupAxisAttr,
    NotifyOpAttr,
    WaitCmpAttr,
    ReduceOpAttr,
    TileBufConfigAttr,
    AccPushEpilogueAttr,
]
"""Every enumeration of the dialect."""
