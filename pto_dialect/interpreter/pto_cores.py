"""
The assembler's operations that depend on which core runs, or concern several: sections, flags,
events, signals, queues, reserved memory. A part of `pto_level`, whose rules hold.

A popped tile lies where `queue_ends` says. After `tfree` it is poison.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import (
    Interpreter,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_terminator,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import SymbolTable

from pto_dialect.diagnostics import CompileError, display_name
from pto_dialect.interpreter.core_table import CoreTable
from pto_dialect.interpreter.cores import CoreId
from pto_dialect.interpreter.dtypes import numpy_dtype
from pto_dialect.interpreter.memories import Handle, freed_cause
from pto_dialect.interpreter.placed_level import Memories
from pto_dialect.interpreter.pto_values import (
    GlobalView,
    check_extents,
    handle_at,
    only_plain,
    tile_buf,
    tile_valid,
)
from pto_dialect.interpreter.queue_ends import End, Place, Side
from pto_dialect.interpreter.queues import Chip, Geometry, QueueKey
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.queues import CUBE_TO_VECTOR, POPPED_IN, VECTOR_TO_CUBE, default_slots
from pto_dialect.pto import kernel, queues, reserved, synchronisation
from pto_dialect.pto.attributes import EventAttr, PipeAttr
from pto_dialect.pto.pipes import EVENT_PIPES
from pto_dialect.pto.types import (
    PartitionTensorViewType,
    TensorViewType,
    dims_text,
)


class PtoCoreTable(CoreTable):
    """What depends on the core, and what concerns several."""

    def __init__(self, memories: Memories, core: CoreId | None = None, chip: Chip | None = None):
        super().__init__(core, chip)
        self.memories = memories
        self.flags = Counter[tuple[str, str, str]]()
        self._held: set[tuple[str, int]] = set()

    def unfinished(self) -> str | None:
        for (source, destination, event), count in self.flags.items():
            if count:
                return f"flag {event} from {source} to {destination} is set, but never waited for"
        for pipe, number in self._held:
            return f"{pipe} takes buffer id {number}, but never releases it"
        return None

    @impl(kernel.TrapOp)
    def run_trap(
        self, interpreter: Interpreter, op: kernel.TrapOp, args: PythonValues
    ) -> PythonValues:
        raise CompileError("the kernel stops itself here")

    # ---- Regions ----

    def _section(self, interpreter: Interpreter, op: kernel.SectionOp, kind: Core) -> PythonValues:
        if self.core.kind is kind:
            interpreter.run_ssacfg_region(op.body, ())
        return ()

    @impl(kernel.SectionCubeOp)
    def run_section_cube(
        self, interpreter: Interpreter, op: kernel.SectionCubeOp, args: PythonValues
    ) -> PythonValues:
        return self._section(interpreter, op, Core.CUBE)

    @impl(kernel.SectionVectorOp)
    def run_section_vector(
        self, interpreter: Interpreter, op: kernel.SectionVectorOp, args: PythonValues
    ) -> PythonValues:
        return self._section(interpreter, op, Core.VECTOR)

    @impl(kernel.FusionRegionOp)
    def run_fusion_region(
        self, interpreter: Interpreter, op: kernel.FusionRegionOp, args: PythonValues
    ) -> PythonValues:
        return interpreter.run_ssacfg_region(op.body, ())

    @impl_terminator(kernel.YieldOp)
    def run_yield(
        self, interpreter: Interpreter, op: kernel.YieldOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    # ---- Flags ----

    def _set(self, source: str, destination: str, event: object) -> PythonValues:
        self.flags[source, destination, str(event)] += 1
        return ()

    def _wait(self, source: str, destination: str, event: object) -> PythonValues:
        key = (source, destination, str(event))
        if not self.flags[key]:
            raise CompileError(
                f"waits for flag {event} from {source} to {destination}, which nobody has set"
            )
        self.flags[key] -= 1
        return ()

    @impl(synchronisation.SetFlagOp)
    def run_set_flag(
        self, interpreter: Interpreter, op: synchronisation.SetFlagOp, args: PythonValues
    ) -> PythonValues:
        return self._set(op.src_pipe.data, op.dst_pipe.data, op.event_id.data)

    @impl(synchronisation.WaitFlagOp)
    def run_wait_flag(
        self, interpreter: Interpreter, op: synchronisation.WaitFlagOp, args: PythonValues
    ) -> PythonValues:
        return self._wait(op.src_pipe.data, op.dst_pipe.data, op.event_id.data)

    @impl(synchronisation.SetFlagDynOp)
    def run_set_flag_dyn(
        self, interpreter: Interpreter, op: synchronisation.SetFlagDynOp, args: PythonValues
    ) -> PythonValues:
        return self._set(op.src_pipe.data, op.dst_pipe.data, _event_id(args[0]))

    @impl(synchronisation.WaitFlagDynOp)
    def run_wait_flag_dyn(
        self, interpreter: Interpreter, op: synchronisation.WaitFlagDynOp, args: PythonValues
    ) -> PythonValues:
        return self._wait(op.src_pipe.data, op.dst_pipe.data, _event_id(args[0]))

    @impl(synchronisation.RecordEventOp)
    def run_record_event(
        self, interpreter: Interpreter, op: synchronisation.RecordEventOp, args: PythonValues
    ) -> PythonValues:
        return self._set(_pipe(op.src_op), _pipe(op.dst_op), op.event_id.data)

    @impl(synchronisation.WaitEventOp)
    def run_wait_event(
        self, interpreter: Interpreter, op: synchronisation.WaitEventOp, args: PythonValues
    ) -> PythonValues:
        return self._wait(_pipe(op.src_op), _pipe(op.dst_op), op.event_id.data)

    @impl(synchronisation.GetBufOp)
    def run_get_buf(
        self, interpreter: Interpreter, op: synchronisation.GetBufOp, args: PythonValues
    ) -> PythonValues:
        pipe, number = _pipe(op.op_type), op.buf_id.value.data
        if (pipe, number) in self._held:
            raise CompileError(f"{pipe} takes buffer id {number} again before it releases it")
        self._held.add((pipe, number))
        return ()

    @impl(synchronisation.RlsBufOp)
    def run_rls_buf(
        self, interpreter: Interpreter, op: synchronisation.RlsBufOp, args: PythonValues
    ) -> PythonValues:
        pipe, number = _pipe(op.op_type), op.buf_id.value.data
        if (pipe, number) not in self._held:
            raise CompileError(f"{pipe} releases buffer id {number}, which it has not taken")
        self._held.remove((pipe, number))
        return ()

    # ---- Signals ----

    def _event(self, op: synchronisation.CrossCoreOp, args: PythonValues) -> int:
        if self.core.subblock_num > 1 and self.memories.target.name == "a5":
            raise CompileError(f"'{op.name}' has no meaning with 2 vector cores on a5")
        return args[0] if op.event_id is None else op.event_id.value.data

    @impl(synchronisation.SyncSetOp)
    def run_sync_set(
        self, interpreter: Interpreter, op: synchronisation.SyncSetOp, args: PythonValues
    ) -> PythonValues:
        mode = 2 if op.ffts_mode is None else op.ffts_mode.value.data
        self.chip.send(self.core, self._event(op, args), mode)
        return ()

    @impl(synchronisation.SyncWaitOp)
    def run_sync_wait(
        self, interpreter: Interpreter, op: synchronisation.SyncWaitOp, args: PythonValues
    ) -> PythonValues:
        self.chip.receive(self.core, self._event(op, args))
        return ()

    # ---- Reserved memory ----

    @impl(reserved.ReserveBufferOp)
    def run_reserve_buffer(
        self, interpreter: Interpreter, op: reserved.ReserveBufferOp, args: PythonValues
    ) -> PythonValues:
        return (0 if op.base is None else op.base.value.data,)

    @impl(reserved.ImportReservedBufferOp)
    def run_import_reserved_buffer(
        self, interpreter: Interpreter, op: reserved.ImportReservedBufferOp, args: PythonValues
    ) -> PythonValues:
        base = _imported(op).base
        return (0 if base is None else base.value.data,)

    # ---- Queues ----

    def _initialize_by_id(self, op: queues.InitializePipeOp, args: PythonValues) -> PythonValues:
        if self.core.kind != op.CORE:
            raise CompileError(f"'{op.name}' runs on {self.core}")
        only_plain(op, op.acc_push_epilogue is None)
        following = iter(args)
        given = {
            name: (value, next(following))
            for name in ("gm_slot_buffer", "gm_slot_tensor", "c2v_consumer_buf", "v2c_consumer_buf")
            if (value := getattr(op, name)) is not None
        }
        mask = op.dir_mask.value.data
        slots = _number(op.slot_num, default_slots(mask))
        tensor = given.get("gm_slot_tensor")
        end = End(
            Geometry(mask, op.slot_size.value.data, slots),
            _number(op.local_slot_num, slots),
            self._receives_at(given.get(_CONSUMER_BUFFERS[self.queues.receives])),
            None if tensor is None else tensor[1],
        )
        self.queues.set_up(QueueKey(op.id.value.data, False), end)
        return ()

    def _receives_at(self, buffer: tuple[SSAValue, int] | None) -> Place | None:
        """Where this core receives; `None` if the assembler chooses it."""
        if buffer is None or _address(*buffer) is None:
            return None
        return Place(self.memories.of_space(POPPED_IN[self.core.kind]), buffer[1])

    @impl(queues.AicInitializePipeOp)
    def run_aic_initialize_pipe(
        self, interpreter: Interpreter, op: queues.AicInitializePipeOp, args: PythonValues
    ) -> PythonValues:
        return self._initialize_by_id(op, args)

    @impl(queues.AivInitializePipeOp)
    def run_aiv_initialize_pipe(
        self, interpreter: Interpreter, op: queues.AivInitializePipeOp, args: PythonValues
    ) -> PythonValues:
        return self._initialize_by_id(op, args)

    def _initialize_value(
        self, op: queues.InitializeQueueOp, gm: Any, local_slots: IntegerAttr | None
    ) -> PythonValues:
        only_plain(op, op.acc_push_epilogue is None)
        key = QueueKey(_number(op.flag_base, self.queues.count_values()), True)
        slots = op.slot_num.value.data
        geometry = Geometry(op.dir_mask.value.data, op.slot_size.value.data, slots)
        tensor = gm if isinstance(gm, GlobalView) else None
        self.queues.set_up(key, End(geometry, _number(local_slots, slots), None, tensor))
        return (key,)

    @impl(queues.InitializeL2G2LPipeOp)
    def run_initialize_l2g2l_pipe(
        self, interpreter: Interpreter, op: queues.InitializeL2G2LPipeOp, args: PythonValues
    ) -> PythonValues:
        return self._initialize_value(op, args[0], op.local_slot_num)

    @impl(queues.InitializeL2LPipeOp)
    def run_initialize_l2l_pipe(
        self, interpreter: Interpreter, op: queues.InitializeL2LPipeOp, args: PythonValues
    ) -> PythonValues:
        return self._initialize_value(op, None, None)

    def _id_side(self, op: queues.IdQueueOp) -> Side:
        return self.queues.side(QueueKey(op.id.value.data, False), op.DIRECTION)

    def _check_split(self, op: Operation, split: int, subblock: IntegerAttr | None) -> None:
        self.queues.check_split(op.name, split)
        if subblock is not None and subblock.value.data:
            raise CompileError(f"'{op.name}' has no meaning with aiv_subblockid")

    def _take(self, side: Side, type_: Attribute, split: int) -> GlobalView:
        """A free slot in global memory."""
        if split:
            raise CompileError("a slot of global memory that is split has no meaning")
        return _slot_view(side.end, self.queues.take(side), type_)

    def _push(self, op: Operation, side: Side, value: Any, split: int) -> None:
        if isinstance(value, GlobalView):
            self.queues.fill(side, value, split)
            return
        assert isinstance(value, Handle)
        self.queues.push_tile(op.name, side, value, split, value.dtype.itemsize)

    def _pop(self, side: Side, type_: Attribute, label: str, split: int) -> Handle | GlobalView:
        """What is in the next slot; of a tile, all of it valid."""
        number, values, cause = self.queues.pop(side, split)
        popped: Handle | GlobalView
        if isinstance(values[0], GlobalView):
            popped = _slot_view(side.end, number, type_)
        else:
            tile = tile_buf(type_)
            dtype = numpy_dtype(tile.element_type)
            block = self.queues.received(side, values, split, tile.shape, dtype)
            place = self.queues.place(side, number, label, tile.bytes, split)
            popped = handle_at(*place, tile, tile.shape)
            popped.write(block, cause)
        self.queues.note_popped(side, popped)
        return popped

    def _free(self, op: Operation, side: Side) -> PythonValues:
        tile = self.queues.free(side)
        if isinstance(tile, Handle):
            tile.poison(freed_cause(op, tile))
        return ()

    # By id.

    @impl(queues.TAllocToAivOp)
    def run_talloc_to_aiv(
        self, interpreter: Interpreter, op: queues.TAllocToAivOp, args: PythonValues
    ) -> PythonValues:
        return (self._take(self._id_side(op), op.entry.type, op.split.value.data),)

    @impl(queues.TAllocToAicOp)
    def run_talloc_to_aic(
        self, interpreter: Interpreter, op: queues.TAllocToAicOp, args: PythonValues
    ) -> PythonValues:
        return (self._take(self._id_side(op), op.entry.type, op.split.value.data),)

    def _push_by_id(self, op: queues.TPushToOp, args: PythonValues) -> PythonValues:
        split = op.split.value.data
        self._check_split(op, split, op.aiv_subblockid)
        self._push(op, self._id_side(op), args[0], split)
        return ()

    @impl(queues.TPushToAivOp)
    def run_tpush_to_aiv(
        self, interpreter: Interpreter, op: queues.TPushToAivOp, args: PythonValues
    ) -> PythonValues:
        return self._push_by_id(op, args)

    @impl(queues.TPushToAicOp)
    def run_tpush_to_aic(
        self, interpreter: Interpreter, op: queues.TPushToAicOp, args: PythonValues
    ) -> PythonValues:
        return self._push_by_id(op, args)

    def _pop_by_id(self, op: queues.TPopFromOp, args: PythonValues) -> PythonValues:
        split, type_ = op.split.value.data, op.tile.type
        self._check_split(op, split, op.aiv_subblockid)
        label = display_name(op.tile)
        popped = self._pop(self._id_side(op), type_, label, split)
        if isinstance(popped, Handle):
            rows, cols = args or (None, None)
            popped = popped.with_valid(tile_valid(tile_buf(type_), rows, cols))
        return (popped,)

    @impl(queues.TPopFromAicOp)
    def run_tpop_from_aic(
        self, interpreter: Interpreter, op: queues.TPopFromAicOp, args: PythonValues
    ) -> PythonValues:
        return self._pop_by_id(op, args)

    @impl(queues.TPopFromAivOp)
    def run_tpop_from_aiv(
        self, interpreter: Interpreter, op: queues.TPopFromAivOp, args: PythonValues
    ) -> PythonValues:
        return self._pop_by_id(op, args)

    @impl(queues.TFreeFromAicOp)
    def run_tfree_from_aic(
        self, interpreter: Interpreter, op: queues.TFreeFromAicOp, args: PythonValues
    ) -> PythonValues:
        return self._free(op, self._id_side(op))

    @impl(queues.TFreeFromAivOp)
    def run_tfree_from_aiv(
        self, interpreter: Interpreter, op: queues.TFreeFromAivOp, args: PythonValues
    ) -> PythonValues:
        return self._free(op, self._id_side(op))

    # By value. A declared tile or slot is a variable: whoever uses it from here on sees the new.

    @impl(queues.TAllocOp)
    def run_talloc(
        self, interpreter: Interpreter, op: queues.TAllocOp, args: PythonValues
    ) -> PythonValues:
        side = self.queues.side(args[1], self.queues.sends)
        view = self._take(side, op.entry.type, op.split.value.data)
        interpreter.set_values([(op.entry, view)])
        return ()

    @impl(queues.TPushOp)
    def run_tpush(
        self, interpreter: Interpreter, op: queues.TPushOp, args: PythonValues
    ) -> PythonValues:
        split = op.split.value.data
        self._check_split(op, split, op.aiv_subblockid)
        self._push(op, self.queues.side(args[1], self.queues.sends), args[0], split)
        return ()

    @impl(queues.TPopOp)
    def run_tpop(
        self, interpreter: Interpreter, op: queues.TPopOp, args: PythonValues
    ) -> PythonValues:
        split = op.split.value.data
        self._check_split(op, split, op.aiv_subblockid)
        side = self.queues.side(args[1], self.queues.receives)
        popped = self._pop(side, op.tile.type, display_name(op.tile), split)
        if isinstance(popped, Handle):
            popped = popped.with_valid(args[0].valid)
        interpreter.set_values([(op.tile, popped)])
        return ()

    @impl(queues.TFreeOp)
    def run_tfree(
        self, interpreter: Interpreter, op: queues.TFreeOp, args: PythonValues
    ) -> PythonValues:
        return self._free(op, self.queues.side(args[-1], self.queues.receives))


_CONSUMER_BUFFERS = {
    CUBE_TO_VECTOR: "c2v_consumer_buf",
    VECTOR_TO_CUBE: "v2c_consumer_buf",
}
"""By direction, the operand that says where its consumer receives."""


def _event_id(number: int) -> str:
    name = f"EVENT_ID{number}"
    if name not in EventAttr.keywords:
        raise CompileError(f"there is no event {number}")
    return name


def _pipe(kind: Attribute) -> str:
    """The pipe that a kind of operation stands for, as the assembler writes it."""
    if isinstance(kind, PipeAttr):
        return kind.data
    word = getattr(kind, "data", None)
    return f"PIPE_{EVENT_PIPES[word]}" if isinstance(word, str) else str(kind)


def _number(attribute: IntegerAttr | None, default: int) -> int:
    return default if attribute is None else attribute.value.data


def _imported(op: reserved.ImportReservedBufferOp) -> reserved.ReserveBufferOp:
    peer = SymbolTable.lookup_symbol(op, op.peer_func)
    if isinstance(peer, FuncOp):
        for inner in peer.walk():
            if isinstance(inner, reserved.ReserveBufferOp) and inner.sym_name == op.sym_name:
                return inner
    raise CompileError(f"function {op.peer_func} reserves no buffer '{op.sym_name.data}'")


def _address(value: SSAValue, number: int) -> int | None:
    """The address of a buffer; `None` if the assembler chooses it."""
    owner = value.owner
    if isinstance(owner, reserved.ImportReservedBufferOp):
        owner = _imported(owner)
    if isinstance(owner, reserved.ReserveBufferOp) and owner.base is None:
        return None
    return number


def _slot_view(end: End, number: int, type_: Attribute) -> GlobalView:
    """A slot in global memory: one of the tensor's parts along its first dimension."""
    assert isinstance(type_, TensorViewType | PartitionTensorViewType)
    slots = end.global_slots
    if slots is None:
        raise CompileError("the queue has no gm_slot_tensor that a slot could be taken from")
    if len(slots.shape) != len(type_.shape) + 1:
        raise CompileError(
            f"a slot of {dims_text(type_.shape)} is no part of a tensor of {dims_text(slots.shape)}"
        )
    slot = number % end.geometry.slots
    if slot >= slots.shape[0]:
        raise CompileError(f"slot {slot} lies outside of a tensor of {slots.shape[0]} slots")
    check_extents(type_, slots.shape[1:])
    return GlobalView(
        slots.data, slots.offset + slot * slots.strides[0], slots.shape[1:], slots.strides[1:]
    )
