"""
Single elements of tensors in global memory, and of arrays that the core keeps for itself.

Old versions of the assembler do not order such an access and the loads and stores of tiles, so a
barrier is put between them: before it if a tile may have been moved that it must wait for, and
after a store that a later move must wait for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering
from pto_dialect.diagnostics import fail
from pto_dialect.machine.ptoas import Feature
from pto_dialect.pto.arrays import DeclareLocalArrayOp, LocalArrayGetOp, LocalArraySetOp
from pto_dialect.pto.attributes import PipeAttr
from pto_dialect.pto.pointers import LoadScalarOp, StoreScalarOp
from pto_dialect.pto.synchronisation import BarrierOp
from pto_dialect.pto.types import LocalArrayType

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
    if isinstance(op.memref.owner, memref.AllocaOp):
        indices = [to.values[index] for index in op.indices]
        operands = [to.values[op.memref], indices]
        get = LocalArrayGetOp.build(operands=operands, result_types=[op.res.type])
        to.values[op.res] = to.emit(get).results[0]
        to.values[op.res].name_hint = op.res.name_hint
        return
    offset = to.tensors.offset(op.memref, op.indices)
    _wait_for_tiles(to, op.memref, only_stores=True)
    element = to.emit(LoadScalarOp(to.values[op.memref], offset, op.res.type)).results[0]
    element.name_hint = op.res.name_hint
    to.values[op.res] = element


def _store(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.StoreOp)
    if isinstance(op.memref.owner, memref.AllocaOp):
        indices = [to.values[index] for index in op.indices]
        operands = [to.values[op.memref], indices, to.values[op.value]]
        to.emit(LocalArraySetOp.build(operands=operands))
        return
    offset = to.tensors.offset(op.memref, op.indices)
    _wait_for_tiles(to, op.memref, only_stores=False)
    to.emit(StoreScalarOp(to.values[op.memref], offset, to.values[op.value]))
    _wait_for_tiles(to, op.memref, only_stores=False)


def _allocate(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.AllocaOp)
    type_ = op.memref.type
    if DYNAMIC_INDEX in type_.get_shape():
        fail(op, "the size of an array on the core is a constant")
    result = LocalArrayType.get(type_.get_shape(), type_.element_type)
    array = DeclareLocalArrayOp.build(result_types=[result])
    to.values[op.memref] = to.emit(array).results[0]
    to.values[op.memref].name_hint = op.memref.name_hint


LOWERINGS: dict[type[Operation], Lowering] = {
    memref.AllocaOp: _allocate,
    memref.LoadOp: _load,
    memref.StoreOp: _store,
}
"""Operation to what it becomes."""
