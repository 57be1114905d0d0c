"""
Communication between devices, and asynchronous transfers.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i1, i32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import (
    AtomicTypeAttr,
    NotifyOpAttr,
    ReduceOpAttr,
    WaitCmpAttr,
    default_prop,
    integer_prop,
    opt_integer_prop,
)
from pto_dialect.pto.base import PtoOp
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.types import AsyncEventType, AsyncSessionType, PrefetchAsyncContextType

SEGMENTED = (AttrSizedOperandSegments(as_property=True),)


@irdl_op_definition
class MakePrefetchAsyncContextOp(FormattedOp):
    """A context for asynchronous prefetches, with a workspace in global memory."""

    name = "pto.make_prefetch_async_context"
    FORMAT: ClassVar = "({workspace} : {workspace:type}){attributes} -> {ctx:type}"

    workspace = operand_def()
    ctx = result_def(PrefetchAsyncContextType)


@irdl_op_definition
class GetPrefetchAsyncSessionOp(FormattedOp):
    """The session of a context of asynchronous prefetches."""

    name = "pto.get_prefetch_async_session"
    FORMAT: ClassVar = " {ctx}{attributes} : {ctx:type} -> {session:type}"

    ctx = operand_def(PrefetchAsyncContextType)
    session = result_def(AsyncSessionType)


@irdl_op_definition
class TPrefetchAsyncOp(FormattedOp):
    """Begin to prefetch a window of global memory."""

    name = "pto.tprefetch_async"
    FORMAT: ClassVar = "({src}, {ctx} : {src:type}, {ctx:type}){attributes} -> {event:type}"

    src = operand_def()
    ctx = operand_def(PrefetchAsyncContextType)
    event = result_def(AsyncEventType)


@irdl_op_definition
class BuildAsyncSessionOp(FormattedOp):
    """A session for asynchronous transfers, with a scratch tile and a workspace."""

    name = "pto.comm.build_async_session"
    FORMAT: ClassVar = (
        "({scratch}, {workspace} : {scratch:type}, {workspace:type}){attributes} -> {session:type}"
    )

    scratch = operand_def()
    workspace = operand_def()
    sync_id = opt_integer_prop(i32)
    block_bytes = opt_integer_prop(i64)
    comm_block_offset = opt_integer_prop(i64)
    queue_num = opt_integer_prop(i32)
    channel_group_idx = opt_integer_prop(i64)
    session = result_def(AsyncSessionType)


class AsyncTransferOp(FormattedOp, ABC):
    """Begin a transfer: `%e = pto.… (%dst, %src, %session : D, S, !pto.async_session) -> E`."""

    FORMAT: ClassVar = (
        "({dst}, {src}, {session} : {dst:type}, {src:type}, {session:type}){attributes}"
        " -> {event:type}"
    )
    READS: ClassVar = ("src",)
    WRITES: ClassVar = ("dst",)

    dst = operand_def()
    src = operand_def()
    session = operand_def(AsyncSessionType)
    event = result_def(AsyncEventType)


@irdl_op_definition
class TPutAsyncOp(AsyncTransferOp):
    """Begin to copy to another device."""

    name = "pto.comm.tput_async"


@irdl_op_definition
class TGetAsyncOp(AsyncTransferOp):
    """Begin to copy from another device."""

    name = "pto.comm.tget_async"


class AsyncEventOp(FormattedOp, ABC):
    """Ask for the end of a transfer: `%done = pto.… (%event, %session : E, S) -> i1`."""

    FORMAT: ClassVar = (
        "({event}, {session} : {event:type}, {session:type}){attributes} -> {completed:type}"
    )

    event = operand_def(AsyncEventType)
    session = operand_def(AsyncSessionType)
    completed = result_def(eq(i1))


@irdl_op_definition
class WaitAsyncEventOp(AsyncEventOp):
    """Wait for the end of a transfer."""

    name = "pto.comm.wait_async_event"


@irdl_op_definition
class TestAsyncEventOp(AsyncEventOp):
    """Whether a transfer has ended."""

    name = "pto.comm.test_async_event"


class TransferOp(FormattedOp, ABC):
    """A transfer through one or two tiles: `pto.… (%dst, %src, buf(%ping[, %pong]) : types)`."""

    FORMAT: ClassVar = (
        "({dst}, {src}, buf({ping}{?:, {pong}})"
        " : {dst:type}, {src:type}, {ping:type}{?:, {pong:type}}){attributes}"
    )
    READS: ClassVar = ("src",)
    WRITES: ClassVar = ("dst", "ping", "pong")

    dst = operand_def()
    src = operand_def()
    ping = operand_def()
    pong = opt_operand_def()


@irdl_op_definition
class CommTPutOp(TransferOp):
    """Copy to another device."""

    name = "pto.comm.tput"

    atomic = default_prop(AtomicTypeAttr, "atomic_none", "atomicType")

    def reads(self) -> tuple[SSAValue, ...]:
        """What is copied, and what an atomic copy adds it to."""
        return super().reads() + ((self.dst,) if "atomicType" in self.properties else ())


@irdl_op_definition
class CommTGetOp(TransferOp):
    """Copy from another device."""

    name = "pto.comm.tget"


@irdl_op_definition
class TNotifyOp(FormattedOp):
    """Change a signal of another device."""

    name = "pto.comm.tnotify"
    FORMAT: ClassVar = "({signal}, {value} : {signal:type}, {value:type}){attributes}"
    WRITES: ClassVar = ("signal",)

    signal = operand_def()
    value = operand_def()
    notify_op = prop_def(NotifyOpAttr, prop_name="notifyOp")


@irdl_op_definition
class TWaitOp(FormattedOp):
    """Wait until a signal compares as wanted."""

    name = "pto.comm.twait"
    FORMAT: ClassVar = "({signal}, {cmp_value} : {signal:type}, {cmp_value:type}){attributes}"
    READS: ClassVar = ("signal",)

    signal = operand_def()
    cmp_value = operand_def()
    cmp = prop_def(WaitCmpAttr)


@irdl_op_definition
class TTestOp(FormattedOp):
    """Whether a signal compares as wanted."""

    name = "pto.comm.ttest"
    FORMAT: ClassVar = (
        "({signal}, {cmp_value} : {signal:type}, {cmp_value:type}){attributes} -> {result:type}"
    )
    READS: ClassVar = ("signal",)

    signal = operand_def()
    cmp_value = operand_def()
    cmp = prop_def(WaitCmpAttr)
    result = result_def(eq(i1))


_TYPES = "{ping:type}{?:, {pong:type}}, {group:type}"


def _check_root(name: str, root: IntegerAttr, group: Sequence[SSAValue]) -> None:
    """The root is one of the devices of a group."""
    number = root.value.data
    if not 0 <= number < len(group):
        raise VerifyException(
            f"{name}: root is one of the {len(group)} devices of the group, counted from 0, "
            f"got {number}"
        )


class FromRootOp(FormattedOp, ABC):
    """What the root has goes to the devices of a group, through one or two tiles."""

    FORMAT: ClassVar = (
        "({src}, recv({ping}{?:, {pong}}), group({group}) : {src:type}, " + _TYPES + "){attributes}"
    )
    READS: ClassVar = ("src",)
    WRITES: ClassVar = ("ping", "pong", "group")
    irdl_options = SEGMENTED

    src = operand_def()
    ping = operand_def()
    pong = opt_operand_def()
    group = var_operand_def()
    root = integer_prop(i32)

    def verify_(self) -> None:
        _check_root(self.name, self.root, self.group)


@irdl_op_definition
class TBroadcastOp(FromRootOp):
    """Copy what the root has to every device of a group."""

    name = "pto.comm.tbroadcast"


@irdl_op_definition
class CommTScatterOp(FromRootOp):
    """Give each device of a group its part of what the root has."""

    name = "pto.comm.tscatter"


@irdl_op_definition
class CommTGatherOp(FormattedOp):
    """Collect what the devices of a group have at the root."""

    name = "pto.comm.tgather"
    FORMAT: ClassVar = (
        "({dst}, recv({ping}{?:, {pong}}), group({group}) : {dst:type}, " + _TYPES + "){attributes}"
    )
    READS: ClassVar = ("group",)
    WRITES: ClassVar = ("dst", "ping", "pong")
    irdl_options = SEGMENTED

    dst = operand_def()
    ping = operand_def()
    pong = opt_operand_def()
    group = var_operand_def()
    root = integer_prop(i32)

    def verify_(self) -> None:
        _check_root(self.name, self.root, self.group)


@irdl_op_definition
class TReduceOp(FormattedOp):
    """Combine what the devices of a group have at the root."""

    name = "pto.comm.treduce"
    FORMAT: ClassVar = (
        "({dst}, {acc}, recv({ping}{?:, {pong}}), group({group})"
        " : {dst:type}, {acc:type}, " + _TYPES + "){attributes}"
    )
    READS: ClassVar = ("group", "acc")
    WRITES: ClassVar = ("dst", "acc", "ping", "pong")
    irdl_options = SEGMENTED

    dst = operand_def()
    acc = operand_def()
    ping = operand_def()
    pong = opt_operand_def()
    group = var_operand_def()
    reduce_op = prop_def(ReduceOpAttr, prop_name="reduceOp")
    root = integer_prop(i32)

    def verify_(self) -> None:
        _check_root(self.name, self.root, self.group)


COMMUNICATION_OPS: list[type[PtoOp]] = [
    MakePrefetchAsyncContextOp,
    GetPrefetchAsyncSessionOp,
    TPrefetchAsyncOp,
    BuildAsyncSessionOp,
    TPutAsyncOp,
    TGetAsyncOp,
    WaitAsyncEventOp,
    TestAsyncEventOp,
    CommTPutOp,
    CommTGetOp,
    TNotifyOp,
    TWaitOp,
    TTestOp,
    TBroadcastOp,
    CommTGatherOp,
    CommTScatterOp,
    TReduceOp,
]
"""Communication and asynchronous transfers."""
