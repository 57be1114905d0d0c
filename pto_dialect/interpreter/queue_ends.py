"""
One core's side of the queues of its block, at every level.

A popped tile lies in the slot of a ring of its core: in the memory where the core receives if that
is known and the tile is whole, else in a memory of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple, Protocol, Self

import numpy as np

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.cores import CoreId
from pto_dialect.interpreter.dtypes import Array, Mask
from pto_dialect.interpreter.memories import Cause, Memory, inherited_cause
from pto_dialect.interpreter.queues import Chip, Geometry, Queue, QueueKey
from pto_dialect.interpreter.semantics import Block
from pto_dialect.interpreter.vector_semantics import filled
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.queues import CUBE_TO_VECTOR, DIRECTION_FROM, OTHER_CORE, VECTOR_TO_CUBE
from pto_dialect.tile.types import dims_text

_SPLIT_AXES = {1: 0, 2: 1}
"""Along which axis a `split` halves a tile: 1 its rows, 2 its columns."""
_DIRECTIONS = {
    CUBE_TO_VECTOR: "from cube to vector",
    VECTOR_TO_CUBE: "from vector to cube",
}


class Place(NamedTuple):
    """Where something begins."""

    memory: Memory
    """The memory."""
    start: int
    """The byte."""


@dataclass(frozen=True)
class End:
    """How a core has set up its side of a queue."""

    geometry: Geometry
    """What both sides agree about."""
    local_slots: int
    """Slots of the memory where it receives."""
    receives_at: Place | None
    """That memory; `None` if it is not known."""
    global_slots: Any = None
    """The slots in global memory, if the kernel fills them itself."""


class Side(NamedTuple):
    """One direction of a queue, and how the core has set it up."""

    end: End
    queue: Queue


class _Whole(Protocol):
    """A tile."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def valid(self) -> tuple[int, ...]: ...

    def block(self) -> Block: ...

    def with_valid(self, valid: tuple[int, ...]) -> Self: ...


@dataclass(frozen=True)
class _Pushed:
    """What is in a slot."""

    value: Any
    split: int
    cause: Cause | None


class QueueEnds:
    """The queues of one core."""

    def __init__(self, core: CoreId, chip: Chip):
        self.core = core
        """The core."""
        self.chip = chip
        """What it shares with others."""
        self._ends: dict[QueueKey, End] = {}
        self._popped: dict[str, deque[Any]] = {}
        self._rings: dict[tuple[str, int], Memory] = {}

    @property
    def sends(self) -> int:
        """The direction in which the core sends."""
        return DIRECTION_FROM[self.core.kind]

    @property
    def receives(self) -> int:
        """The direction in which the core receives."""
        return DIRECTION_FROM[OTHER_CORE[self.core.kind]]

    def count_values(self) -> int:
        """How many of the queues that were set up are values."""
        return sum(key.is_value for key in self._ends)

    def set_up(self, key: QueueKey, end: End) -> None:
        """
        Set up a queue.

        Raises:
            CompileError: it has been already.
        """
        if key in self._ends:
            raise CompileError(f"{key} is set up twice")
        self._ends[key] = end

    def side(self, key: QueueKey, direction: int) -> Side:
        """
        One direction of a queue.

        Raises:
            CompileError: it has not been set up here, or has no such direction.
        """
        end = self._ends.get(key)
        if end is None:
            raise CompileError(f"{key} has not been set up on {self.core}")
        if not end.geometry.dir_mask & direction:
            raise CompileError(f"{key} has no direction {_DIRECTIONS[direction]}")
        return Side(end, self.chip.queue(self.core, key, direction, end.geometry))

    def check_split(self, op: str, split: int) -> None:
        """
        Check that an operation halves tiles exactly if there are two vector cores.

        Raises:
            CompileError: it does not.
        """
        count = self.core.subblock_num
        if split and count != 2:
            raise CompileError(
                f"'{op}' halves tiles between two vector cores (split = {split}), but a block has "
                f"{count}"
            )
        if not split and count != 1:
            raise CompileError(f"'{op}' without split has no meaning with {count} vector cores")

    # ---- Slots ----

    def take(self, side: Side) -> int:
        """The number of the next slot to be filled, once it is free."""
        return side.queue.take(self.core, self.chip.turns)

    def fill(self, side: Side, value: Any, split: int, cause: Cause | None = None) -> None:
        """Pass on what is in the slot that was taken first; `cause` is why some is undefined."""
        side.queue.push(self.core, _Pushed(value, split, cause))

    def pop(self, side: Side, split: int) -> tuple[int, list[Any], Cause | None]:
        """
        Number and contents of the next slot, once it is filled, and why some is undefined.

        Raises:
            CompileError: it was filled with another split.
        """
        number, items = side.queue.pop(self.core, self.chip.turns)
        if any(item.split != split for item in items):
            raise CompileError(f"pops with split {split} what was pushed with {items[0].split}")
        cause = next((item.cause for item in items if item.cause is not None), None)
        return number, [item.value for item in items], cause

    def note_popped(self, side: Side, value: Any) -> None:
        """Remember what was popped until its slot is given back."""
        self._popped.setdefault(side.queue.name, deque()).append(value)

    def free(self, side: Side) -> Any:
        """
        Give back the slot that was popped first; what was in it.

        Raises:
            CompileError: none was popped.
        """
        side.queue.free(self.core)
        return self._popped[side.queue.name].popleft()

    # ---- Tiles ----

    def push_tile(self, op: str, side: Side, tile: _Whole, split: int, element_bytes: int) -> None:
        """
        Put a tile as it is now into the next free slot.

        Raises:
            CompileError: a slot is smaller.
        """
        block = _copied(tile)
        parts = len(side.queue.producers) if split else 1
        size = prod(block.data.shape) * element_bytes * parts
        slot = side.end.geometry.slot_bytes
        if size > slot:
            raise CompileError(f"'{op}' pushes {size} bytes into slots of {slot}")
        self.take(side)
        self.fill(side, block, split, inherited_cause([tile]))

    def received(
        self,
        side: Side,
        values: Sequence[Block],
        split: int,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
    ) -> Block:
        """
        The tile that a core gets from a slot: all of it, one half of it, or both halves.

        Raises:
            CompileError: it is another one than is wanted.
        """
        block = self._joined(values, split)
        if block.data.shape != shape or block.data.dtype != dtype:
            raise CompileError(
                f"pops a tile of {dims_text(shape)} {dtype} from {side.queue.name}, which has "
                f"{dims_text(block.data.shape)} {block.data.dtype}"
            )
        return block

    def _joined(self, values: Sequence[Block], split: int) -> Block:
        if not split:
            return values[0]
        axis = _SPLIT_AXES[split]
        if self.core.kind is Core.CUBE:
            data = np.concatenate([v.data for v in values], axis)
            return Block(data, np.concatenate([filled(v) for v in values], axis))
        (whole,) = values
        if whole.data.shape[axis] % 2:
            raise CompileError(f"a tile of {dims_text(whole.data.shape)} has no half")
        halves: list[Array | Mask] = [
            np.split(part, 2, axis)[self.core.subblock] for part in (whole.data, filled(whole))
        ]
        return Block(*halves)

    def place(self, side: Side, number: int, label: str, size: int, split: int) -> Place:
        """Where a popped tile of some bytes lies."""
        end, queue = side
        slot = number % end.local_slots
        if end.receives_at is not None and not split:
            memory, start = end.receives_at
            return Place(memory, start + slot * end.geometry.slot_bytes)
        memory = self._rings.get((queue.name, slot))
        if memory is None or memory.size < size:
            memory = self._rings[queue.name, slot] = Memory(f"{label} in slot {slot}", size)
        return Place(memory, 0)


def _copied(tile: _Whole) -> Block:
    """A tile as it is now, undefined outside of its valid region."""
    region = tuple(map(slice, tile.valid))
    whole = tile.with_valid(tile.shape).block()
    defined = np.zeros(whole.data.shape, np.bool_)
    defined[region] = filled(whole)[region]
    return Block(whole.data.copy(), defined)
