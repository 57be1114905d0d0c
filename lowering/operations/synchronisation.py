"""
Waiting for pipes and for other cores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering
from pto_dialect.pto import synchronisation as pto
from pto_dialect.pto.attributes import PipeAttr, SyncAllModeAttr, SyncCoreTypeAttr
from pto_dialect.segments import segments
from pto_dialect.tile.ops import synchronisation as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _barrier(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.BarrierOp)
    to.emit(pto.BarrierOp(PipeAttr(f"PIPE_{op.pipe.data.upper()}")))


def _sync_all(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.SyncAllOp)
    kinds = [tile.workspace_kind(value.type) for value in op.workspaces]
    to.emit(
        pto.SyncAllOp.create(
            operands=[to.values[value] for value in op.workspaces],
            properties={
                "mode": SyncAllModeAttr(op.mode.data),
                "core_type": SyncCoreTypeAttr(op.core_type.data),
                **segments(*(kinds.count(kind) for kind in tile.WORKSPACES)),
            },
        )
    )


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.BarrierOp: _barrier,
    tile.SyncAllOp: _sync_all,
}
"""Tile operation to what it becomes."""
