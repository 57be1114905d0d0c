"""
Asynchronous prefetches of global memory: a hint that data will be loaded soon.

    %ctx = tile.prefetch_context %workspace : memref<1024xi8> -> !pto.prefetch_async_context
    %session = tile.prefetch_session %ctx : !pto.prefetch_async_context -> !pto.async_session
    %event = tile.prefetch_async %ctx, %a, %i, %c0 {window = #tile.extents<16x64>} : …
        -> !pto.async_event
    %done = tile.prefetch_wait %event, %session : !pto.async_event, !pto.async_session -> i1

They change no data. The handles are the assembler's own.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import IndexType, MemRefType, i1
from xdsl.ir import Attribute
from xdsl.irdl import (
    base,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.types import AsyncEventType, AsyncSessionType, PrefetchAsyncContextType
from pto_dialect.tile.ops.base import SimpleTileOp
from pto_dialect.tile.ops.memory import check_part
from pto_dialect.tile.types import ExtentsAttr


class PrefetchOp(SimpleTileOp, ABC):
    """An operation whose result is a handle or a flag."""

    traits = traits_def(MemoryWriteEffect())

    def verify_(self) -> None:
        pass


@irdl_op_definition
class PrefetchContextOp(PrefetchOp):
    """A context for prefetches, with a workspace in global memory."""

    name = "tile.prefetch_context"

    workspace = operand_def(base(MemRefType))
    result = result_def(PrefetchAsyncContextType)

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return (PrefetchAsyncContextType(),)


@irdl_op_definition
class PrefetchSessionOp(PrefetchOp):
    """The session of a context."""

    name = "tile.prefetch_session"

    context = operand_def(PrefetchAsyncContextType)
    result = result_def(AsyncSessionType)

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return (AsyncSessionType(),)


@irdl_op_definition
class PrefetchAsyncOp(PrefetchOp):
    """Begin to prefetch the part of a tensor that starts at `offsets` and has these extents."""

    name = "tile.prefetch_async"

    context = operand_def(PrefetchAsyncContextType)
    source = operand_def(base(MemRefType))
    offsets = var_operand_def(IndexType)
    window = prop_def(ExtentsAttr)
    result = result_def(AsyncEventType)

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return (AsyncEventType(),)

    def verify_(self) -> None:
        shape = self.source.type
        assert isinstance(shape, MemRefType)
        if len(self.window.data) != len(shape.get_shape()):
            raise VerifyException(
                f"{self.name} of a tensor of {len(shape.get_shape())} dimensions has a window of "
                f"{len(self.window.data)}"
            )
        check_part(shape.get_shape(), self.offsets, self.window.data)


@irdl_op_definition
class PrefetchWaitOp(PrefetchOp):
    """Wait for the end of a prefetch."""

    name = "tile.prefetch_wait"

    event = operand_def(AsyncEventType)
    session = operand_def(AsyncSessionType)
    result = result_def(i1)

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return (i1,)
