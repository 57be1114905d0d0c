"""
Flags and barriers between the pipes of a core.

None of these operations declares its effects, so nothing is moved across them and none is
deleted.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.parser import Parser

from pto_dialect.pto.attributes import EventAttr, PipeAttr, PipeEventTypeAttr, SyncOpTypeAttr
from pto_dialect.pto.base import INDEX, Piece, PtoOp, dictionary


class FlagOp(PtoOp, ABC):
    """
    A flag from one pipe to another: `pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]`.
    """

    src_pipe = prop_def(PipeAttr)
    dst_pipe = prop_def(PipeAttr)
    event_id = prop_def(EventAttr)

    def __init__(self, src_pipe: PipeAttr, dst_pipe: PipeAttr, event_id: EventAttr):
        properties = {"src_pipe": src_pipe, "dst_pipe": dst_pipe, "event_id": event_id}
        Operation.__init__(self, properties=properties)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        pipes = f"{self.src_pipe.clause}, {self.dst_pipe.clause}"
        return (f"[{pipes}, {self.event_id.clause}]", *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("[")
        src_pipe = PipeAttr.parse_in_clause(parser)
        parser.parse_punctuation(",")
        dst_pipe = PipeAttr.parse_in_clause(parser)
        parser.parse_punctuation(",")
        event_id = EventAttr.parse_in_clause(parser)
        parser.parse_punctuation("]")
        return cls.create(
            properties={"src_pipe": src_pipe, "dst_pipe": dst_pipe, "event_id": event_id},
            attributes=parser.parse_optional_attr_dict(),
        )


class DynamicFlagOp(PtoOp, ABC):
    """A flag whose event is known at run time: `pto.set_flag_dyn[<PIPE_V>, <PIPE_MTE3>, %i]`."""

    event_id = operand_def(INDEX)
    src_pipe = prop_def(PipeAttr)
    dst_pipe = prop_def(PipeAttr)

    def __init__(self, src_pipe: PipeAttr, dst_pipe: PipeAttr, event_id: SSAValue):
        properties = {"src_pipe": src_pipe, "dst_pipe": dst_pipe}
        Operation.__init__(self, operands=(event_id,), properties=properties)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        pipes = f"[{self.src_pipe.clause}, {self.dst_pipe.clause}, "
        return (pipes, self._operands[0], "]", *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("[")
        src_pipe = PipeAttr.parse_in_clause(parser)
        parser.parse_punctuation(",")
        dst_pipe = PipeAttr.parse_in_clause(parser)
        parser.parse_punctuation(",")
        event_id = parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())
        parser.parse_punctuation("]")
        return cls.create(
            operands=(event_id,),
            properties={"src_pipe": src_pipe, "dst_pipe": dst_pipe},
            attributes=parser.parse_optional_attr_dict(),
        )


class EventOp(PtoOp, ABC):
    """
    An event between two kinds of operation, which stand for their pipes:
    `pto.record_event[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]`.
    """

    src_op = prop_def(PipeEventTypeAttr)
    dst_op = prop_def(PipeEventTypeAttr)
    event_id = prop_def(EventAttr)

    def __init__(self, src_op: PipeEventTypeAttr, dst_op: PipeEventTypeAttr, event_id: EventAttr):
        properties = {"src_op": src_op, "dst_op": dst_op, "event_id": event_id}
        Operation.__init__(self, properties=properties)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        tail = (f", {self.event_id.clause}]", *dictionary(self.attributes))
        return ("[", self.src_op, ", ", self.dst_op, *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("[")
        src_op = PipeEventTypeAttr.parse_in_clause(parser)
        parser.parse_punctuation(",")
        dst_op = PipeEventTypeAttr.parse_in_clause(parser)
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
class BarrierOp(PtoOp):
    """Wait until a pipe, or every one, has done what was issued: `pto.barrier <PIPE_ALL>`."""

    name = "pto.barrier"

    pipe = prop_def(PipeAttr)

    def __init__(self, pipe: PipeAttr):
        Operation.__init__(self, properties={"pipe": pipe})

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        return (f" {self.pipe.clause}", *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        pipe = PipeAttr.parse_in_clause(parser)
        return cls.create(properties={"pipe": pipe}, attributes=parser.parse_optional_attr_dict())


@irdl_op_definition
class BarrierSyncOp(PtoOp):
    """`pto.barrier` for the pipe of a kind of operation: `pto.barrier_sync[<TVEC>]`."""

    name = "pto.barrier_sync"

    op_type = prop_def(SyncOpTypeAttr)

    def __init__(self, op_type: SyncOpTypeAttr):
        Operation.__init__(self, properties={"op_type": op_type})

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        return (f"[{self.op_type.clause}]", *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("[")
        op_type = SyncOpTypeAttr.parse_in_clause(parser)
        parser.parse_punctuation("]")
        return cls.create(
            properties={"op_type": op_type}, attributes=parser.parse_optional_attr_dict()
        )


SYNCHRONISATION_OPS: list[type[PtoOp]] = [
    SetFlagOp,
    WaitFlagOp,
    SetFlagDynOp,
    WaitFlagDynOp,
    RecordEventOp,
    WaitEventOp,
    BarrierOp,
    BarrierSyncOp,
]
"""Flags and barriers."""
