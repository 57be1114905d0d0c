"""
What the operations that depend on the core need at every level, and those that are the same there:
identity, and waiting for all cores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from xdsl.interpreter import OpImplResult
from xdsl.ir import Operation

from pto_dialect.interpreter.core import Function, FunctionTable
from pto_dialect.interpreter.cores import CoreId
from pto_dialect.interpreter.queue_ends import QueueEnds
from pto_dialect.interpreter.queues import Chip
from pto_dialect.pto import kernel
from pto_dialect.pto import synchronisation as pto_synchronisation
from pto_dialect.tile.ops import launch, synchronisation


class CoreTable(FunctionTable):
    """The functions of operations that run on a core; by default the only one of its chip."""

    def __init__(self, core: CoreId | None = None, chip: Chip | None = None):
        self.core = CoreId() if core is None else core
        self.chip = Chip([self.core]) if chip is None else chip
        self.queues = QueueEnds(self.core, self.chip)


def _number(of: Callable[[CoreId], int]) -> Function:
    def run(table: Any, interpreter: Any, op: Operation, args: Any) -> OpImplResult:
        return OpImplResult((of(table.core),), None)

    return run


def _meet(table: Any, interpreter: Any, op: Any, args: Any) -> OpImplResult:
    table.chip.meet(table.core, op.core_type.data)
    return OpImplResult((), None)


TILE_LEVEL: Mapping[type[Operation], Function] = {
    launch.BlockIdxOp: _number(lambda core: core.block),
    launch.BlockNumOp: _number(lambda core: core.block_num),
    launch.SubblockIdxOp: _number(lambda core: core.subblock),
    launch.SubblockNumOp: _number(lambda core: core.subblock_num),
    synchronisation.SyncAllOp: _meet,
}
"""The operations of the tile dialect with their functions in a `CoreTable`."""

PTO_LEVEL: Mapping[type[Operation], Function] = {
    kernel.GetBlockIdxOp: _number(lambda core: core.block),
    kernel.GetBlockNumOp: _number(lambda core: core.block_num),
    kernel.GetSubblockIdxOp: _number(lambda core: core.subblock),
    kernel.GetSubblockNumOp: _number(lambda core: core.subblock_num),
    pto_synchronisation.SyncAllOp: _meet,
}
"""The assembler's operations with their functions in a `CoreTable`."""
