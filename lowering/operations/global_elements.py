"""
Single elements of tensors in global memory.

Old versions of the assembler do not order such an access and the loads and stores of tiles, so a
barrier is put between them: before it if a tile may have been moved that it must wait for, and
after a store that a later move must wait for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import memref
from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering
from pto_dialect.machine.ptoas import Feature
from pto_dialect.pto.attributes import PipeAttr
from pto_dialect.pto.pointers import LoadScalarOp, StoreScalarOp
from pto_dialect.pto.synchronisation import BarrierOp

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _wait_for_tiles(to: FunctionLowering, tensor: SSAValue, *, only_stores: bool) -> None:
    """A barrier if tiles are stored to a tensor, or (unless `only_stores`) loaded from it."""
    if to.version.supports(Feature.SCALAR_ACCESS_IN_ORDER):
        return
    loads, stores = to.tensors.moves(tensor)
    is_behind_one = isinstance(to.builder.block.last_op, BarrierOp)
    if (stores or (loads and not only_stores)) and not is_behind_one:
        to.emit(BarrierOp(PipeAttr("PIPE_ALL")))


def _load(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.LoadOp)
    offset = to.tensors.offset(op.memref, op.indices)
    _wait_for_tiles(to, op.memref, only_stores=True)
    element = to.emit(LoadScalarOp(to.values[op.memref], offset, op.res.type)).results[0]
    element.name_hint = op.res.name_hint
    to.values[op.res] = element


def _store(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.StoreOp)
    offset = to.tensors.offset(op.memref, op.indices)
    _wait_for_tiles(to, op.memref, only_stores=False)
    to.emit(StoreScalarOp(to.values[op.memref], offset, to.values[op.value]))
    _wait_for_tiles(to, op.memref, only_stores=False)


LOWERINGS: dict[type[Operation], Lowering] = {
    memref.LoadOp: _load,
    memref.StoreOp: _store,
}
"""Operation to what it becomes."""
