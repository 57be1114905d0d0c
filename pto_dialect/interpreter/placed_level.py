"""
Placed IR: a tile is a place in a memory.

1. An allocation with an address lies in the memory of its space, which is as large as the
   target's; one without lies in a memory of its own.
2. The result of an operation that creates storage is written to where `mem.place` puts it. A
   view's place follows from its operand's, and the result of an operation that writes in
   place is its operand's.
3. A carried tile takes what is passed: the initial value and what each iteration yields have to
   lie at one place, and so do the results of both arms of an `if`.
4. Operands are read when the operation runs, so a tile that was overwritten too early gives
   wrong numbers, as on the chip.
5. The result is poison if it shares a byte with an operand that it may not share any with
   (`NotInPlaceSafe`, `MayNotAlias`), or with any operand that starts elsewhere.
6. A tile that an operation uses as scratch is poison before and after it.
7. A popped tile lies where `queue_ends` says; after `tfree` it is poison.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects import scf
from xdsl.interpreter import Interpreter, PythonValues, impl, register_impls
from xdsl.ir import Block as IRBlock
from xdsl.ir import BlockArgument, Operation, Region, SSAValue

from pto_dialect.diagnostics import CompileError, display_name, fail
from pto_dialect.interpreter.control_flow import ScfTable
from pto_dialect.interpreter.core import Function, NumpyInterpreter, no_effect
from pto_dialect.interpreter.cores import CoreId
from pto_dialect.interpreter.dtypes import numpy_dtype
from pto_dialect.interpreter.memories import (
    Cause,
    Handle,
    Memory,
    Order,
    freed_cause,
    inherited_cause,
    overlap_cause,
    scratch_cause,
)
from pto_dialect.interpreter.queue_ends import Place, Side
from pto_dialect.interpreter.queues import Chip
from pto_dialect.interpreter.semantics import Block
from pto_dialect.interpreter.tile_operations import TileTable
from pto_dialect.machine.spaces import BLayout, SLayout
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp, placement_of
from pto_dialect.tile.forbidden import forbidden_operands
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.queues import TFreeOp, TPopOp
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType


class Memories:
    """The memories of one run."""

    def __init__(self, target: Target, sizes: Mapping[str, int]):
        self.target = target
        """The machine."""
        self._sizes = sizes
        self._spaces: dict[str, Memory] = {}
        self._own: dict[Operation, Memory] = {}

    def of_space(self, space: str) -> Memory:
        """
        The memory of a space.

        Raises:
            CompileError: the target has no such space.
        """
        memory = self._spaces.get(space)
        if memory is None:
            if space not in self._sizes:
                raise CompileError(f"target {self.target.name} has no memory '{space}'")
            memory = self._spaces[space] = Memory(space, self._sizes[space])
        return memory

    def of_allocation(self, op: Operation, label: str, size: int) -> Memory:
        """The memory of an allocation that has no address: always the same for one operation."""
        memory = self._own.get(op)
        if memory is None:
            memory = self._own[op] = Memory(label, size)
        return memory


class Area:
    """What an allocation stands for while a function runs."""

    def __init__(self, label: str, memory: Memory, start: int, slot_bytes: int, slots: int):
        self.label = label
        self.memory = memory
        self.start = start
        self.slot_bytes = slot_bytes
        self.slots = slots
        self._tiles: dict[tuple[int, TileType], Handle] = {}
        end = start + slot_bytes * slots
        if start < 0 or end > memory.size:
            raise CompileError(
                f"allocation '{label}' at {memory.range_text(start, end)} lies outside of the "
                f"{memory.size} bytes there"
            )

    def tile(self, slot: int, type_: TileType) -> Handle:
        """
        A tile in a slot. An allocation never moves in a run, so it is always the same one.

        Raises:
            CompileError: there is no such slot, or the tile reaches outside of the memory.
        """
        handle = self._tiles.get((slot, type_))
        if handle is None:
            dtype, order = _storage(type_)
            start, shape = self.slot_start(slot), type_.extents
            handle = Handle.dense(self.memory, start, shape, dtype, shape, order)
            self._tiles[slot, type_] = handle
        return handle

    def slot_start(self, slot: int) -> int:
        """
        The first byte of a slot.

        Raises:
            CompileError: there is no such slot.
        """
        if not 0 <= slot < self.slots:
            raise CompileError(f"allocation '{self.label}' has {self.slots} slots, none is {slot}")
        return self.start + slot * self.slot_bytes


def _order(type_: TileType) -> Order:
    """
    How a tile is stored. The logical order is kept where there are boxes: no operation of the tile
    dialect sees through them.
    """
    layout = type_.layout
    is_plain = layout.slayout is SLayout.NONE_BOX
    return Order(by_column=is_plain and layout.blayout is BLayout.COL_MAJOR)


@cache
def _storage(type_: TileType) -> tuple[np.dtype[Any], Order]:
    """The numpy type of a tile's elements, and how they are stored."""
    return numpy_dtype(type_.element_type), _order(type_)


class _Place(NamedTuple):
    """Where a tile goes, decoded once."""

    type: TileType
    memory: SSAValue
    slot: SSAValue | None

    @classmethod
    def of(cls, tile: SSAValue) -> _Place:
        """
        The place of a tile.

        Raises:
            CompileError: it has none.
        """
        op = placement_of(tile)
        if op is None:
            raise CompileError(
                f"tile '{display_name(tile)}' is placed nowhere; init-memref places tiles"
            )
        _, memory, *slot = op.operands
        return cls(tile_type(tile), memory, slot[0] if slot else None)


@register_impls
class PlacedTable(TileTable):
    """The tile dialect on memories."""

    def __init__(self, memories: Memories, core: CoreId | None = None, chip: Chip | None = None):
        super().__init__(core, chip)
        self.memories = memories
        self._forbidden: dict[Operation, Sequence[int]] = {}
        self._places: dict[SSAValue, _Place] = {}

    @classmethod
    def derived(cls) -> Iterable[tuple[type[Operation], Function]]:
        yield from super().derived()
        # The tile is already there: its operation wrote it to this place.
        yield PlaceOp, no_effect

    @impl(AllocOp)
    def run_alloc(self, interpreter: Interpreter, op: AllocOp, args: PythonValues) -> PythonValues:
        return (self._area(op),)

    @impl(ReserveOp)
    def run_reserve(
        self, interpreter: Interpreter, op: ReserveOp, args: PythonValues
    ) -> PythonValues:
        return (self._area(op),)

    def _area(self, op: AllocOp | ReserveOp) -> Area:
        type_, label = op.type, op.label.data
        size, slots = type_.size.data, type_.slots.data
        if op.start is None:
            memory = self.memories.of_allocation(op, label, size * slots)
            return Area(label, memory, 0, size, slots)
        return Area(label, self.memories.of_space(type_.space.data), op.start, size, slots)

    def place(self, interpreter: NumpyInterpreter, tile: SSAValue) -> Handle:
        """
        Where the result of an operation goes.

        Raises:
            CompileError: it is placed nowhere, or outside of its memory.
        """
        place = self._places.get(tile)
        if place is None:
            place = self._places[tile] = _Place.of(tile)
        slot = 0 if place.slot is None else interpreter.known_value(place.slot)
        area = interpreter.known_value(place.memory)
        assert isinstance(area, Area) and isinstance(slot, int)
        return area.tile(slot, place.type)

    def create(
        self,
        interpreter: Interpreter,
        op: Operation,
        valid: tuple[int, ...],
        block: Block | None,
        result: int = 0,
    ) -> Handle:
        assert isinstance(interpreter, NumpyInterpreter)
        handle = self.place(interpreter, op.results[result])
        poisoned = self._overwritten_operand(interpreter, op, handle)
        inherited = None
        if block is not None and block.defined is not None:
            scratch = storage_facts(op).scratch
            read = (v for i, v in enumerate(op.operands) if i not in scratch)
            inherited = inherited_cause(interpreter.known_value(value) for value in read)
        if block is None or valid != handle.shape:
            handle.poison()
            handle = handle.with_valid(valid)
        if block is not None:
            handle.write(block, inherited)
        if poisoned is not None:
            handle.poison(poisoned)
        return handle

    def _overwritten_operand(
        self, interpreter: NumpyInterpreter, op: Operation, handle: Handle
    ) -> Cause | None:
        """Says if the result shares bytes with an operand that it may not share any with."""
        for i, value in enumerate(op.operands):
            operand = interpreter.known_value(value)
            if (
                isinstance(operand, Handle)
                and operand.memory is handle.memory
                and (operand.start != handle.start or i in self._forbidden_operands(op))
                and handle.overlaps(operand)
            ):
                return overlap_cause(op, handle, value, operand)
        return None

    def _forbidden_operands(self, op: Operation) -> Sequence[int]:
        forbidden = self._forbidden.get(op)
        if forbidden is None:
            forbidden = self._forbidden[op] = forbidden_operands(op, self.memories.target)
        return forbidden

    def overwritten(
        self, tile: Handle, block: Block, offsets: Sequence[int], sources: Sequence[Any]
    ) -> Handle:
        cause = None if block.defined is None else inherited_cause(sources)
        tile.write_at(offsets, block.data.shape, block, cause)
        return tile

    def receives_at(self, buffer: Area) -> Place:
        return Place(buffer.memory, buffer.start)

    def popped(
        self, op: TPopOp, side: Side, number: int, block: Block, cause: Cause | None
    ) -> Handle:
        type_ = tile_type(op.result)
        dtype = numpy_dtype(type_.element_type)
        place = self.queues.place(
            side, number, display_name(op.result), block.data.nbytes, op.halves
        )
        tile = Handle.dense(*place, type_.extents, dtype, type_.extents, _order(type_))
        tile.write(block, cause)
        return tile

    def freed(self, op: TFreeOp, tile: Handle) -> None:
        tile.poison(freed_cause(op, tile))

    def reshaped(self, tile: Handle, type_: TileType) -> Handle:
        return tile.viewed(type_.extents, tile.dtype, _order(type_))

    def reinterpreted(self, tile: Handle, type_: TileType) -> Handle:
        dtype = numpy_dtype(type_.element_type)
        if dtype.itemsize == tile.dtype.itemsize:
            return tile.with_dtype(dtype)
        return tile.viewed(type_.extents, dtype, _order(type_))

    def clobber(self, op: Operation, operand: int, tile: Handle) -> None:
        tile.poison(scratch_cause(op, op.operands[operand], tile))


@register_impls
class PlacedScfTable(ScfTable):
    """`scf`, where carried tiles have to stay at one place."""

    def arriving(
        self,
        interpreter: Interpreter,
        op: Operation,
        initial: PythonValues,
        yielded: PythonValues,
    ) -> PythonValues:
        for i, (before, after) in enumerate(zip(initial, yielded, strict=True)):
            if isinstance(before, Handle) and not before.same_place(after):
                block = op.regions[-1].block
                argument = block.args[len(block.args) - len(initial) + i]
                fail(
                    op,
                    f"'{display_name(argument)}' starts at {before.place}, but an iteration "
                    f"yields it at {after.place}",
                )
        return yielded

    def joining(
        self,
        interpreter: Interpreter,
        op: Operation,
        other: Iterable[Region],
        results: PythonValues,
    ) -> PythonValues:
        assert isinstance(interpreter, NumpyInterpreter)
        for i, result in enumerate(results):
            if not isinstance(result, Handle):
                continue
            for region in other:
                yielded = region.block.last_op
                if yielded is None or i >= len(yielded.operands):
                    continue
                there = _start_of(interpreter, yielded.operands[i], op)
                if there not in (None, (result.memory, result.start)):
                    memory, start = there
                    fail(
                        op,
                        f"'{display_name(op.results[i])}' is left at {result.place} by one arm "
                        f"and at byte {start} of {memory.name} by the other",
                    )
        return results


def _start_of(
    interpreter: NumpyInterpreter, value: SSAValue, within: Operation
) -> tuple[Memory, int] | None:
    """
    Where a tile would start that an arm of `within` yields if it ran; `None` if that depends on
    what it computes.
    """
    owner = value.owner
    if isinstance(owner, IRBlock):
        parent = owner.parent_op()
        if parent is None or not _is_inside(parent, within):
            return _known_start(interpreter, value)
        if isinstance(parent, scf.ForOp) and isinstance(value, BlockArgument):
            return _start_of(interpreter, parent.iter_args[value.index - 1], within)
        return None
    if not _is_inside(owner, within):
        return _known_start(interpreter, value)
    index = owner.results.index(value)
    if isinstance(owner, scf.ForOp):
        return _start_of(interpreter, owner.iter_args[index], within)
    if isinstance(owner, scf.IfOp):
        yielded = owner.true_region.block.last_op
        return None if yielded is None else _start_of(interpreter, yielded.operands[index], within)
    facts = storage_facts(owner)
    if facts.writes_into is not None:
        return _start_of(interpreter, owner.operands[facts.writes_into.operand], within)
    if facts.view_of is not None:
        base = _start_of(interpreter, owner.operands[facts.view_of.operand], within)
        offset = facts.view_of.offset(owner)
        return None if base is None or offset is None else (base[0], base[1] + offset)
    place = placement_of(value)
    if place is None:
        return None
    slot = 0
    if place.slot is not None:
        slot_owner = place.slot.owner
        if isinstance(slot_owner, IRBlock) or _is_inside(slot_owner, within):
            return None
        slot = interpreter.known_value(place.slot)
    area = interpreter.known_value(place.memory)
    if not isinstance(area, Area) or not isinstance(slot, int):
        return None
    return area.memory, area.slot_start(slot)


def _known_start(interpreter: NumpyInterpreter, value: SSAValue) -> tuple[Memory, int] | None:
    handle = interpreter.known_value(value)
    return (handle.memory, handle.start) if isinstance(handle, Handle) else None


def _is_inside(op: Operation, outer: Operation) -> bool:
    return outer.is_ancestor(op)
