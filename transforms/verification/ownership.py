"""
Whose data each byte of on-chip memory holds, at one point of a symbolic execution.

A byte may be owned by several values at once: a loop's init and its block argument are the same
data until somebody writes there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from transforms.verification.location import Location
from transforms.verification.memory import Cell, Memory


class _Change(NamedTuple):
    memory: Memory
    start: int
    end: int
    before: list[tuple[int, Cell]]
    after: Cell | None
    """What was written, `None` if only an owner was added."""


@dataclass
class Ownership:
    """The state of all memories. Changes can be taken back to an earlier mark."""

    _changes: list[_Change] = field(default_factory=list[_Change])

    def lost(self, tile: Location) -> tuple[int, int, Cell] | None:
        """The first run of bytes of a tile that may hold other data, `None` if there is none."""
        for start, end, cell in tile.memory.cells(tile.start, tile.end):
            if tile.root not in cell.owners:
                return start, end, cell
        return None

    def write(
        self, tile: Location, written: SSAValue, writer: Operation, *, is_data: bool = True
    ) -> None:
        """
        Overwrite the bytes of a tile. From now on they hold the tile's data only, or nobody's.
        """
        memory, owners = tile.memory, (tile.root,) if is_data else ()
        self._set(memory, tile.start, tile.end, Cell(owners, written, writer))
        if memory.region is not None:
            for rival in memory.rivals():
                self._set(rival, tile.start, tile.end, Cell((), written, writer))
            memory.region.in_use[memory] = None

    def share(self, tile: Location) -> None:
        """The bytes of a tile hold its data as well as that of their owners so far."""
        memory = tile.memory
        before = [(start, cell) for start, _, cell in memory.cells(tile.start, tile.end)]
        after = [(start, cell._replace(owners=(*cell.owners, tile.root))) for start, cell in before]
        memory.replace(tile.start, tile.end, after)
        self._changes.append(_Change(memory, tile.start, tile.end, before, None))
        if memory.region is not None:
            memory.region.in_use[memory] = None

    def mark(self) -> int:
        """The present state."""
        return len(self._changes)

    def take_back(self, mark: int) -> list[_Change]:
        """Return to an earlier state; the changes since."""
        changes = self._changes[mark:]
        del self._changes[mark:]
        for change in reversed(changes):
            change.memory.replace(change.start, change.end, change.before)
        return changes

    def join(self, other_path: Sequence[_Change]) -> None:
        """
        Forget what does not hold on another path: one with these changes since the state at
        which the present path began.
        """
        for memory, start, end, _, after in other_path:
            if after is not None:
                self._set(memory, start, end, after._replace(owners=()))

    def _set(self, memory: Memory, start: int, end: int, cell: Cell) -> None:
        before = [(s, c) for s, _, c in memory.cells(start, end)]
        memory.replace(start, end, [(start, cell)])
        self._changes.append(_Change(memory, start, end, before, cell))
