"""
Why a memory is too small: what lies there when most is live, and how much room is between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from pto_dialect.diagnostics import Note, display_name, fail, note_at
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, ReserveOp
from pto_dialect.tile.ops.queues import InitPipeOp
from pto_dialect.tile.types import TileType
from transforms.analysis.footprint import footprint
from transforms.analysis.peak import PeakUse, live_at_peak


@dataclass(frozen=True)
class Overflow:
    """That the plan of a memory does not fit."""

    where: SSAValue | FuncOp
    """The first tile that is live at the peak, or the function."""
    message: str
    """What the error says."""
    notes: Sequence[Note]
    """What fills the memory."""

    def fail(self, verdict: Sequence[Note] = ()) -> NoReturn:
        """
        Stop compiling.

        Raises:
            CompileError: always.
        """
        advice = Note("make tiles smaller, end their lives earlier, or process less at once")
        fail(self.where, self.message, [*verdict, *self.notes, advice])


def overflow(
    function: FuncOp,
    target: Target,
    space: Space,
    needed: int,
    allocs: Sequence[AllocOp],
    reserved: Mapping[ReserveOp, int],
) -> Overflow:
    """
    What is wrong if a memory has no room for the bytes that its plan or its peak needs. `reserved`
    are the reserved ranges of the function, with the first byte of each.
    """
    capacity, name = target.capacity.get(space), space.capitalize()
    sizes = {op: op.type.total_bytes for op in reserved if op.type.space.data is space}
    notes = [
        Note(f"'{op.label.data}' reserves {size} bytes of {space}{_slots_of(op)}")
        for op, size in sizes.items()
    ]
    peak = live_at_peak(function, allocs)
    for use in peak:
        names = ", ".join(f"'{display_name(tile)}'" for tile in use.tiles)
        notes.append(
            note_at(
                use.tiles[0],
                f"live at the peak: {names} in '{use.alloc.label.data}', "
                f"{footprint(use.alloc, target)} bytes",
            )
        )
    where = peak[0].tiles[0] if peak else function
    if capacity is None:
        return Overflow(where, f"{target.name} has no memory {name}", notes)
    if all(alloc.start is not None for alloc in allocs):
        taken = [(reserved[op], reserved[op] + size) for op, size in sizes.items()]
        notes.append(Note(_hole_line(capacity, allocs, peak, taken, target)))
    if needed <= capacity:
        message = f"no addresses for the tiles in {name}, which need {needed} bytes at the peak: "
        return Overflow(where, f"{message}{target.name} has {capacity} bytes", notes)
    message = f"{name} buffer usage ({needed} bytes) exceeds the limit of {target.name} "
    return Overflow(where, f"{message}({capacity} bytes)", notes)


def _slots_of(op: ReserveOp) -> str:
    """What reserved memory is for if that is a queue, and how to reserve less."""
    queue = next((u.operation for u in op.ref.uses if isinstance(u.operation, InitPipeOp)), None)
    if queue is None:
        return ""
    return f" for {queue.local_slots} slots of a queue, which may have fewer (slot_num)"


def _hole_line(
    capacity: int,
    allocs: Sequence[AllocOp],
    peak: Sequence[PeakUse],
    reserved: Sequence[tuple[int, int]],
    target: Target,
) -> str:
    """The largest run of bytes of a memory where nothing lies at the peak."""
    taken = list(reserved)
    taken += [(a.start or 0, (a.start or 0) + footprint(a, target)) for a in allocs if a.is_pinned]
    for use in peak:
        start = use.alloc.start or 0
        for tile in use.tiles if not use.alloc.is_pinned else ():
            assert isinstance(tile.type, TileType)
            taken.append((start, start + tile.type.allocated_bytes(target)))
    low = size = where = 0
    for start, end in [*sorted(taken), (capacity, capacity)]:
        if min(start, capacity) - low > size:
            size, where = min(start, capacity) - low, low
        low = max(low, end)
    return f"largest hole at the peak: {size} bytes" + (f" at {where}" if size else "")
