"""
Queues between the cube core and the vector cores. The assembler has an operation of its own for
each end, and a popped tile is the result of what pops it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import BoolAttr, IndexType, IntegerAttr, i8, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import SymbolTable

from lowering.operations.common import Lowering
from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.queues import CUBE_TO_VECTOR
from pto_dialect.mem import ReserveOp
from pto_dialect.pto import queues as pto
from pto_dialect.pto.kernel import GetBlockIdxOp
from pto_dialect.pto.pointers import AddPtrOp
from pto_dialect.pto.reserved import ImportReservedBufferOp, ReserveBufferOp
from pto_dialect.segments import segments
from pto_dialect.tile.ops.launch import BlockIdxOp
from pto_dialect.tile.ops.queues import InitPipeOp, PassOp, TFreeOp, TPopOp, TPushOp
from pto_dialect.tile.types import TileType

if TYPE_CHECKING:
    from lowering.function import FunctionLowering

_INIT = {Core.CUBE: pto.AicInitializePipeOp, Core.VECTOR: pto.AivInitializePipeOp}
_PUSH_TO = {Core.CUBE: pto.TPushToAicOp, Core.VECTOR: pto.TPushToAivOp}
_POP_FROM = {Core.CUBE: pto.TPopFromAicOp, Core.VECTOR: pto.TPopFromAivOp}
_FREE_FROM = {Core.CUBE: pto.TFreeFromAicOp, Core.VECTOR: pto.TFreeFromAivOp}


def _init_pipe(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, InitPipeOp)
    first = to.queues.setdefault(op.number, op)
    if first is not op:
        fail(
            op,
            f"queue {op.number} is set up twice in this function",
            [note_at(first, "the first time is here"), "give one of them another id"],
        )
    if op.local_slot_num is not None and not to.target.queues_through_gm:
        fail(op, f"{op.name}: {to.target.name} has no local_slot_num, its slots are local anyway")
    properties: dict[str, Attribute] = {
        "dir_mask": IntegerAttr(op.dir_mask.value.data, i8),
        "slot_size": IntegerAttr(op.slot_bytes, i32),
    }
    if op.number:
        properties["id"] = IntegerAttr(op.number, i32)
    for name, given in (("slot_num", op.slot_num), ("local_slot_num", op.local_slot_num)):
        if given is not None:
            properties[name] = IntegerAttr(given.value.data, i32)
    if op.nosplit is not None:
        properties["nosplit"] = BoolAttr.from_bool(bool(op.nosplit.value.data))
    slots = _global_slots(to, op)
    own = None if op.buffer is None else to.values[op.buffer]
    buffers = (own, _peer_buffer(to, op))
    c2v, v2c = buffers if op.core is Core.VECTOR else buffers[::-1]
    operands = (slots, None, c2v, v2c)
    properties |= segments(*(int(v is not None) for v in operands))
    given = [v for v in operands if v is not None]
    # On which core it stands is seen from the function only, which is not complete yet.
    to.builder.emit(_INIT[op.core].create(operands=given, properties=properties))


def _global_slots(to: FunctionLowering, op: InitPipeOp) -> SSAValue | None:
    """
    Where the slots are in global memory: a tensor of the author, or a workspace, of which each
    block has a part if any function asks which block it is.
    """
    if op.workspace is not None:
        return to.values[op.workspace]
    workspace = to.tensors.workspaces.get(op)
    if workspace is None:
        return None
    pointer, elements = workspace
    # Both functions of a kernel have to decide alike, and one of them may be lowered already.
    program = op.get_toplevel_object().walk()
    if not any(isinstance(other, BlockIdxOp | GetBlockIdxOp) for other in program):
        return pointer
    block = to.emit(GetBlockIdxOp()).results[0]
    index = to.emit(arith.IndexCastOp(block, IndexType())).results[0]
    offset = to.emit(arith.MuliOp(index, to.builder.index(elements))).results[0]
    return to.emit(AddPtrOp(pointer, offset)).results[0]


def _peer_buffer(to: FunctionLowering, op: InitPipeOp) -> SSAValue | None:
    """The address of the memory that this core sends to."""
    if op.peer is None:
        return None
    label, function = op.peer
    peer = SymbolTable.lookup_symbol(op, function)
    if peer is None:
        fail(
            op,
            f"the queue sends to '{label}' of function '{function}', which is not in this program",
            ["compile both functions together, as one program"],
        )
    reserved = [_label(o) for o in peer.walk() if isinstance(o, ReserveOp | ReserveBufferOp)]
    if label not in reserved:
        listed = ", ".join(f"'{r}'" for r in reserved) or "nothing"
        fail(op, f"function '{function}' does not reserve '{label}', but {listed}")
    imported = ImportReservedBufferOp(label, function)
    return to.emit(imported).results[0]


def _label(op: ReserveOp | ReserveBufferOp) -> str:
    return (op.label if isinstance(op, ReserveOp) else op.sym_name).data


def _queue(to: FunctionLowering, op: PassOp) -> InitPipeOp:
    """
    How the queue of an operation was set up.

    Raises:
        CompileError: it was not, or has no such direction.
    """
    queue = to.queues.get(op.number)
    if queue is None:
        fail(
            op,
            f"queue {op.number} is not set up before {op.name}",
            ["call pl.aic_initialize_pipe or pl.aiv_initialize_pipe before"],
        )
    if not queue.dir_mask.value.data & op.direction:
        way = "cube to vector" if op.direction == CUBE_TO_VECTOR else "vector to cube"
        fail(
            op,
            f"queue {op.number} has dir_mask {queue.dir_mask.value.data}, so no direction from "
            f"{way} for {op.name}",
        )
    return queue


def _check_size(to: FunctionLowering, op: PassOp, tile: SSAValue) -> None:
    """
    Check that a tile, or both halves of it, fits into a slot.

    Raises:
        CompileError: it does not.
    """
    type_, slot = tile.type, _queue(to, op).slot_bytes
    assert isinstance(type_, TileType)
    parts = 2 if op.halves and Core.VECTOR is op.core else 1
    if type_.dense_bytes * parts > slot:
        halves = " and its other half" if parts == 2 else ""
        fail(
            op,
            f"tile '{display_name(tile)}'{halves} has {type_.dense_bytes * parts} bytes, but the "
            f"slots of queue {op.number} have {slot}",
        )


def _properties(op: PassOp) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {"split": IntegerAttr(op.halves, i8)}
    if op.number:
        properties["id"] = IntegerAttr(op.number, i32)
    return properties


def _push(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, TPushOp)
    _check_size(to, op, op.tile)
    kind = _PUSH_TO[op.peer.data]
    to.emit(kind.create(operands=[to.values[op.tile]], properties=_properties(op)))


def _pop(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, TPopOp)
    _check_size(to, op, op.result)
    to.handles.note_valid(op)
    valid = to.handles.valid_extents(op.result) if op.valid else ()
    kind = _POP_FROM[op.peer.data]
    popped = to.emit(
        kind.create(
            operands=valid,
            result_types=[to.handles.type_of(op.result)],
            properties={**_properties(op), **segments(*([int(bool(valid))] * 2))},
        )
    ).results[0]
    popped.name_hint = op.result.name_hint
    to.values[op.result] = popped


def _free(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, TFreeOp)
    kind = _FREE_FROM[op.popped.peer.data]
    to.emit(kind.create(properties=_properties(op.popped)))


LOWERINGS: dict[type[Operation], Lowering] = {
    InitPipeOp: _init_pipe,
    TPushOp: _push,
    TPopOp: _pop,
    TFreeOp: _free,
}
"""Tile operation to what it becomes."""
