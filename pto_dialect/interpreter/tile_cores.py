"""
The operations of the tile dialect on queues between cores.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from xdsl.interpreter import Interpreter, PythonValues, impl

from pto_dialect.diagnostics import CompileError, display_name
from pto_dialect.interpreter.core_table import CoreTable
from pto_dialect.interpreter.dtypes import numpy_dtype
from pto_dialect.interpreter.memories import Cause
from pto_dialect.interpreter.queue_ends import End, Place, Side
from pto_dialect.interpreter.queues import Geometry, QueueKey
from pto_dialect.interpreter.semantics import Block
from pto_dialect.interpreter.valid_extents import given_valid
from pto_dialect.tile.ops import queues
from pto_dialect.tile.ops.base import tile_type


class TileCoreTable(CoreTable):
    """Queues, and where their tiles lie."""

    @abstractmethod
    def receives_at(self, buffer: Any) -> Place | None:
        """Where a core receives what is popped into reserved memory; `None` if that is no place."""

    @abstractmethod
    def popped(
        self, op: queues.TPopOp, side: Side, number: int, block: Block, cause: Cause | None
    ) -> Any:
        """A tile in a slot, all of it valid."""

    @abstractmethod
    def freed(self, op: queues.TFreeOp, tile: Any) -> None:
        """The slot of a tile is given back."""

    # ---- Queues ----

    @impl(queues.InitPipeOp)
    def run_init_pipe(
        self, interpreter: Interpreter, op: queues.InitPipeOp, args: PythonValues
    ) -> PythonValues:
        if self.core.kind is not op.core:
            raise CompileError(f"'{op.name}' on {op.core} runs on {self.core}")
        buffer = None if op.buffer is None else self.receives_at(args[0])
        geometry = Geometry(op.dir_mask.value.data, op.slot_bytes, op.slots)
        self.queues.set_up(QueueKey(op.number, False), End(geometry, op.local_slots, buffer))
        return ()

    def _side(self, op: queues.PassOp) -> Side:
        self.queues.check_split(op.name, op.halves)
        return self.queues.side(QueueKey(op.number, False), op.direction)

    @impl(queues.TPushOp)
    def run_tpush(
        self, interpreter: Interpreter, op: queues.TPushOp, args: PythonValues
    ) -> PythonValues:
        element = numpy_dtype(tile_type(op.tile).element_type)
        self.queues.push_tile(op.name, self._side(op), args[0], op.halves, element.itemsize)
        return ()

    @impl(queues.TPopOp)
    def run_tpop(
        self, interpreter: Interpreter, op: queues.TPopOp, args: PythonValues
    ) -> PythonValues:
        side, type_ = self._side(op), tile_type(op.result)
        number, values, cause = self.queues.pop(side, op.halves)
        dtype = numpy_dtype(type_.element_type)
        block = self.queues.received(side, values, op.halves, type_.extents, dtype)
        tile = self.popped(op, side, number, block, cause)
        tile = tile.with_valid(given_valid(type_, args))
        self.queues.note_popped(side, tile)
        return (tile,)

    @impl(queues.TFreeOp)
    def run_tfree(
        self, interpreter: Interpreter, op: queues.TFreeOp, args: PythonValues
    ) -> PythonValues:
        first = self.queues.free(self._side(op.popped))
        if first is not args[0]:
            raise CompileError(
                f"'{display_name(op.tile)}' was not popped first: slots are given back in the "
                "order in which they were popped"
            )
        self.freed(op, first)
        return ()
