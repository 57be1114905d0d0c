"""
Flags, events and barriers between the pipes of a core, and between cores.

None of these operations declares its effects, so nothing is moved across them and none is
deleted.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, MemRefType, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyOf,
    AttrSizedOperandSegments,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import (
    AddressSpaceAttr,
    AngleEnum,
    EventAttr,
    FenceScopeAttr,
    PipeAttr,
    PipeEventTypeAttr,
    SyncAllModeAttr,
    SyncCoreTypeAttr,
    SyncOpTypeAttr,
    integer_prop,
    opt_integer_prop,
)
from pto_dialect.pto.base import INDEX, Piece, PtoOp, comma_separated, dictionary, segments
from pto_dialect.pto.format import FormattedOp, in_integer_range, parse_number
from pto_dialect.pto.pointers import ANY_POINTER
from pto_dialect.pto.types import PtrType, TileBufType, parse_type

MAX_BUFFER_ID = 31
"""Largest id of `pto.get_buf`."""
MAX_FFTS_MODE = 2
"""Largest mode of `pto.sync.set`."""

_OPERATION = AnyOf.get(PipeEventTypeAttr, SyncOpTypeAttr)
"""A kind of operation, which stands for a pipe."""


def _parse_operation(parser: Parser) -> Attribute:
    """A kind of operation: `<TLOAD>`, `"TLOAD"` or `#pto.pipe_event_type<TLOAD>`."""
    attribute = parser.parse_optional_attribute()
    return PipeEventTypeAttr.parse_in_clause(parser) if attribute is None else attribute


class FlagOp(FormattedOp, ABC):
    """A flag from one pipe to another: `pto.…[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]`."""

    FORMAT: ClassVar = "[{src_pipe}, {dst_pipe}, {event_id}]{attributes}"

    src_pipe = prop_def(PipeAttr)
    dst_pipe = prop_def(PipeAttr)
    event_id = prop_def(EventAttr)

    def __init__(self, src_pipe: PipeAttr, dst_pipe: PipeAttr, event_id: EventAttr):
        properties = {"src_pipe": src_pipe, "dst_pipe": dst_pipe, "event_id": event_id}
        Operation.__init__(self, properties=properties)


class DynamicFlagOp(FormattedOp, ABC):
    """A flag whose event is known at run time: `pto.…[<PIPE_V>, <PIPE_MTE3>, %i]`."""

    FORMAT: ClassVar = "[{src_pipe}, {dst_pipe}, {event_id}]{attributes}"

    event_id = operand_def(INDEX)
    src_pipe = prop_def(PipeAttr)
    dst_pipe = prop_def(PipeAttr)

    def __init__(self, src_pipe: PipeAttr, dst_pipe: PipeAttr, event_id: SSAValue):
        properties = {"src_pipe": src_pipe, "dst_pipe": dst_pipe}
        Operation.__init__(self, operands=(event_id,), properties=properties)


class EventOp(PtoOp, ABC):
    """
    An event between two kinds of operation, which stand for their pipes:
    `pto.…[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]`.
    """

    src_op = prop_def(_OPERATION)
    dst_op = prop_def(_OPERATION)
    event_id = prop_def(EventAttr)

    def __init__(self, src_op: Attribute, dst_op: Attribute, event_id: EventAttr):
        properties = {"src_op": src_op, "dst_op": dst_op, "event_id": event_id}
        Operation.__init__(self, properties=properties)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        tail = (f", {self.event_id.clause}]", *dictionary(self.attributes))
        return ("[", self.src_op, ", ", self.dst_op, *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("[")
        src_op = _parse_operation(parser)
        parser.parse_punctuation(",")
        dst_op = _parse_operation(parser)
        parser.parse_punctuation(",")
        event_id = EventAttr.parse_in_clause(parser)
        parser.parse_punctuation("]")
        return cls.create(
            properties={"src_op": src_op, "dst_op": dst_op, "event_id": event_id},
            attributes=parser.parse_optional_attr_dict(),
        )


@irdl_op_definition
class SetFlagOp(FlagOp):
    """Set a flag when the first pipe has done what was issued so far."""

    name = "pto.set_flag"


@irdl_op_definition
class WaitFlagOp(FlagOp):
    """Let the second pipe wait for a flag of the first."""

    name = "pto.wait_flag"


@irdl_op_definition
class SetFlagDynOp(DynamicFlagOp):
    """`pto.set_flag` with an event chosen at run time."""

    name = "pto.set_flag_dyn"


@irdl_op_definition
class WaitFlagDynOp(DynamicFlagOp):
    """`pto.wait_flag` with an event chosen at run time."""

    name = "pto.wait_flag_dyn"


@irdl_op_definition
class RecordEventOp(EventOp):
    """`pto.set_flag` between kinds of operations."""

    name = "pto.record_event"


@irdl_op_definition
class WaitEventOp(EventOp):
    """`pto.wait_flag` between kinds of operations."""

    name = "pto.wait_event"


@irdl_op_definition
class BarrierOp(FormattedOp):
    """Wait until a pipe, or every one, has done what was issued: `pto.barrier <PIPE_ALL>`."""

    name = "pto.barrier"
    FORMAT: ClassVar = " {pipe}{attributes}"

    pipe = prop_def(PipeAttr)

    def __init__(self, pipe: PipeAttr):
        Operation.__init__(self, properties={"pipe": pipe})


@irdl_op_definition
class FenceBarrierAllOp(FormattedOp):
    """Order all accesses to memory in a scope (since 0.60): `pto.fence.barrier_all <scope>`."""

    name = "pto.fence.barrier_all"
    FORMAT: ClassVar = " {scope}{attributes}"

    scope = prop_def(FenceScopeAttr)


@irdl_op_definition
class BarrierSyncOp(FormattedOp):
    """`pto.barrier` for the pipe of a kind of operation: `pto.barrier_sync[<TVEC>]`."""

    name = "pto.barrier_sync"
    FORMAT: ClassVar = "[{op_type}]{attributes}"

    op_type = prop_def(SyncOpTypeAttr)

    def __init__(self, op_type: SyncOpTypeAttr):
        Operation.__init__(self, properties={"op_type": op_type})


class BufferOp(PtoOp, ABC):
    """
    A buffer id of a pipe, 0 to 31: `pto.… "PIPE_V", 3, 0`, or with a kind of operation,
    `pto.…[#pto.pipe_event_type<TVEC>, 3, 0]`. The mode may be left out on input.
    """

    op_type = prop_def(AnyOf.get(PipeAttr, PipeEventTypeAttr, SyncOpTypeAttr))
    buf_id = integer_prop(i32)
    mode = opt_integer_prop(i32, default=0)

    def __init__(self, op_type: Attribute, buf_id: int, mode: int = 0):
        Operation.__init__(self, properties=_buffer_properties(op_type, buf_id, mode))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        numbers = f", {self.buf_id.value.data}, {self.mode.value.data}"
        if isinstance(self.op_type, PipeAttr):
            return (f' "{self.op_type.data}"{numbers}', *dictionary(self.attributes))
        return ("[", self.op_type, f"{numbers}]", *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        in_brackets = parser.parse_optional_punctuation("[") is not None
        op_type: Attribute | None = parser.parse_optional_attribute()
        if op_type is None or not isinstance(op_type, AngleEnum):
            word = str(op_type).strip('"') if op_type is not None else parser.parse_identifier()
            kind = PipeAttr if word in PipeAttr.keywords else PipeEventTypeAttr
            if word not in kind.keywords:
                parser.raise_error(f"'{word}' is neither a pipe nor a kind of operation")
            op_type = kind(word)
        parser.parse_punctuation(",")
        buf_id, mode = parse_number(parser), 0
        if parser.parse_optional_punctuation(",") is not None:
            mode = parse_number(parser)
        if in_brackets:
            parser.parse_punctuation("]")
        return cls.create(
            properties=_buffer_properties(op_type, buf_id, mode),
            attributes=parser.parse_optional_attr_dict(),
        )

    def verify_(self) -> None:
        in_integer_range(
            self.buf_id.value.data, 0, MAX_BUFFER_ID, f"{self.name}: the id of a buffer"
        )


def _buffer_properties(op_type: Attribute, buf_id: int, mode: int) -> dict[str, Attribute]:
    return {
        "op_type": op_type,
        "buf_id": IntegerAttr(buf_id, i32),
        "mode": IntegerAttr(mode, i32),
    }


@irdl_op_definition
class GetBufOp(BufferOp):
    """Let a pipe take a buffer id."""

    name = "pto.get_buf"


@irdl_op_definition
class RlsBufOp(BufferOp):
    """Let a pipe release a buffer id."""

    name = "pto.rls_buf"


class CrossCoreOp(PtoOp, ABC):
    """
    A signal between the cores, the event a number or a value:
    `pto.… <PIPE_FIX>, 3 {ffts_mode = 2 : i32}`, `pto.… <PIPE_V>, %i`.
    """

    event_id_dyn = opt_operand_def(INDEX)
    pipe = prop_def(PipeAttr)
    event_id = opt_integer_prop(i32)
    ffts_mode = opt_integer_prop(i32)

    def __init__(self, pipe: PipeAttr, event: int | SSAValue):
        properties: dict[str, Attribute] = {"pipe": pipe}
        if isinstance(event, int):
            properties["event_id"] = IntegerAttr(event, i32)
        operands = () if isinstance(event, int) else (event,)
        Operation.__init__(self, operands=operands, properties=properties)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        event = self.event_id
        shown: Piece = self._operands[0] if event is None else str(event.value.data)
        entries = dict(self.attributes)
        if (mode := self.properties.get("ffts_mode")) is not None:
            entries = {"ffts_mode": mode, **entries}
        return (f" {self.pipe.clause}, ", shown, *dictionary(entries))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {"pipe": PipeAttr.parse_in_clause(parser)}
        parser.parse_punctuation(",")
        operands: list[SSAValue] = []
        if (operand := parser.parse_optional_unresolved_operand()) is not None:
            operands.append(parser.resolve_operand(operand, IndexType()))
        else:
            properties["event_id"] = IntegerAttr(parse_number(parser), i32)
        attributes = parser.parse_optional_attr_dict()
        if (mode := attributes.pop("ffts_mode", None)) is not None:
            properties["ffts_mode"] = mode
        return cls.create(operands=operands, properties=properties, attributes=attributes)

    def verify_(self) -> None:
        if (self.event_id is None) == (not self._operands):
            raise VerifyException(
                f"{self.name}: the event is either a number or a value, got "
                f"{'both' if self._operands else 'neither'}"
            )
        if self.ffts_mode is not None:
            in_integer_range(self.ffts_mode.value.data, 0, MAX_FFTS_MODE, f"{self.name}: ffts_mode")


@irdl_op_definition
class SyncSetOp(CrossCoreOp):
    """Signal the other cores when a pipe has done what was issued so far."""

    name = "pto.sync.set"


@irdl_op_definition
class SyncWaitOp(CrossCoreOp):
    """Let a pipe wait for a signal of the other cores."""

    name = "pto.sync.wait"


@irdl_op_definition
class SyncAllOp(PtoOp):
    """
    Meet all cores, by a hardware signal or through workspaces in memory:

        pto.syncall(%gm, %ub, %n : G, U, i32) mode = #pto.sync_all_mode<soft>,
            core_type = #pto.sync_core_type<aiv_only>
        pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<mix>

    The workspaces are gm, then ub and l1 as the type of core asks; `used_cores` is the last.
    """

    name = "pto.syncall"
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    gm_workspace = opt_operand_def()
    ub_workspace = opt_operand_def()
    l1_workspace = opt_operand_def()
    used_cores = opt_operand_def(eq(i32))
    mode = prop_def(SyncAllModeAttr)
    core_type = prop_def(SyncCoreTypeAttr)

    def has_one_workspace(self) -> bool:
        """Whether the cores meet through global memory alone."""
        others = (self.ub_workspace, self.l1_workspace)
        return self.gm_workspace is not None and all(w is None for w in others)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        operands = self._operands
        pieces: list[Piece] = ["("]
        if operands:
            types = comma_separated([v.type for v in operands])
            pieces += (*comma_separated(operands), " : ", *types)
        pieces += (") mode = ", self.mode, ", core_type = ", self.core_type)
        return (*pieces, *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands: list[SSAValue] = []
        if parser.parse_optional_punctuation("(") is not None:
            if (first := parser.parse_optional_unresolved_operand()) is not None:
                names = [first]
                while parser.parse_optional_punctuation(",") is not None:
                    names.append(parser.parse_unresolved_operand())
                parser.parse_punctuation(":")
                for i, name in enumerate(names):
                    if i:
                        parser.parse_punctuation(",")
                    operands.append(parser.resolve_operand(name, parse_type(parser)))
            parser.parse_punctuation(")")
        parser.parse_keyword("mode")
        parser.parse_punctuation("=")
        mode = SyncAllModeAttr.parse_in_clause(parser)
        parser.parse_punctuation(",")
        parser.parse_keyword("core_type")
        parser.parse_punctuation("=")
        core_type = SyncCoreTypeAttr.parse_in_clause(parser)
        spaces = [_workspace(v.type) for v in operands]
        order = ("gm", "ub", "l1", "cores")
        if spaces != [o for o in order if o in spaces]:
            raise VerifyException(f"{cls.name} takes workspaces in gm, ub, l1, then used_cores")
        return cls.create(
            operands=operands,
            properties={
                "mode": mode,
                "core_type": core_type,
                **segments(*(int(o in spaces) for o in order)),
            },
            attributes=parser.parse_optional_attr_dict(),
        )

    def verify_(self) -> None:
        is_hard = self.mode.data == "hard"
        if is_hard and self._operands:
            raise VerifyException(
                f"{self.name}: mode hard takes no operands, got {len(self._operands)}"
            )


def _workspace(type_: Attribute) -> str:
    """Which workspace an operand of `pto.syncall` is, by its type."""
    match type_:
        case IntegerType() | IndexType():
            return "cores"
        case TileBufType():
            return "l1" if type_.space.data == "mat" else "ub"
        case PtrType():
            return {"vec": "ub", "mat": "l1"}.get(type_.space.data, "gm")
        case MemRefType(memory_space=AddressSpaceAttr(data=space)):
            return {"vec": "ub", "mat": "l1"}.get(space, "gm")
        case _:
            return "gm"


@irdl_op_definition
class TSyncOp(FormattedOp):
    """Wait for events: `pto.tsync ins(%e0, %e1 : E, E)`."""

    name = "pto.tsync"
    FORMAT: ClassVar = " ins({events} : {events:type}){attributes}"

    events = var_operand_def()


@irdl_op_definition
class SetFftsOp(FormattedOp):
    """Set the base address of the signals between cores: `pto.set_ffts %p : P`."""

    name = "pto.set_ffts"
    FORMAT: ClassVar = " {ffts}{attributes} : {ffts:type}"

    ffts = operand_def(ANY_POINTER)


SYNCHRONISATION_OPS: list[type[PtoOp]] = [
    SetFlagOp,
    WaitFlagOp,
    SetFlagDynOp,
    WaitFlagDynOp,
    RecordEventOp,
    WaitEventOp,
    BarrierOp,
    FenceBarrierAllOp,
    BarrierSyncOp,
    GetBufOp,
    RlsBufOp,
    SyncSetOp,
    SyncWaitOp,
    SyncAllOp,
    TSyncOp,
    SetFftsOp,
]
"""Flags and barriers."""
