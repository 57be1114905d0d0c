"""
Where every tile of a function lives, and whether it is intact at one point of the execution.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import Note, display_name, fail, note_at
from pto_dialect.tile.ops.queues import TFreeOp
from transforms.verification.location import Location, described
from transforms.verification.memory import Memory
from transforms.verification.ownership import Ownership


class Tiles:
    """The tiles met so far, and the state of the bytes they lie in."""

    def __init__(self, created: Mapping[SSAValue, Location]):
        self.at: dict[SSAValue, Location | None] = dict(created)
        """Where every tile met so far lives, `None` if in no memory of the plan."""
        self.state = Ownership()
        """Whose data the bytes hold."""
        self._depth: dict[SSAValue, int] = {}
        """How many loops are around the definition of a root."""
        self._outside: list[dict[SSAValue, Operation]] = []
        """For every loop around: tiles from outside of it that it reads, and where first."""
        self._used: list[list[Memory]] = []
        """For every loop around: the run-time slots that it uses."""

    def read(self, tile: SSAValue, op: Operation) -> Location | None:
        """
        Check that a tile is intact where an operation reads it.

        Raises:
            CompileError: something else may lie there.
        """
        place = self.at[tile]
        if place is None or place.undefined:
            return place
        self._check_intact(tile, place, op, "")
        if self._outside and self._depth[place.root] < len(self._outside):
            self._outside[-1].setdefault(tile, op)
        return place

    def _check_intact(self, tile: SSAValue, place: Location, op: Operation, when: str) -> None:
        lost = self.state.lost(place)
        if lost is None:
            return
        start, end, cell = lost
        name = described(tile, place)
        if cell.written is None or cell.writer is None:
            fail(op, f"tile '{display_name(tile)}' is needed here{when}, but was never written")
        if isinstance(cell.writer, TFreeOp):
            fail(
                op,
                f"tile {name} is needed here{when}, but its slot was given back",
                [note_at(cell.writer, f"'{display_name(cell.written)}' is freed here")],
            )
        if cell.written is tile:
            fail(
                op,
                f"tile {name} is needed here{when}, but was used as scratch",
                [note_at(cell.writer, f"'{display_name(tile)}' is used as scratch here")],
            )
        by = self.at[cell.written]
        assert by is not None
        fail(
            op,
            f"tile {name} is needed here{when}, but tile '{display_name(cell.written)}' "
            f"({by.text}) may have been written over it",
            [
                note_at(
                    cell.writer,
                    f"'{display_name(cell.written)}' is written to bytes {start} to {end} here",
                ),
                Note("two tiles that are needed at the same time need memory of their own"),
            ],
        )

    def define(self, tile: SSAValue) -> None:
        """Here a tile comes to be that is no view."""
        self._depth[tile] = len(self._outside)

    def write(self, tile: SSAValue, place: Location, op: Operation) -> None:
        """Let an operation write a tile over whatever lies in its place."""
        self.state.write(place, tile, op)
        self._note_use(place.memory)

    def spoil(self, tile: SSAValue, place: Location, op: Operation) -> None:
        """Let an operation leave data of no meaning where a tile lies."""
        self.state.write(place, tile, op, is_data=False)
        self._note_use(place.memory)

    def own(self, tile: SSAValue, place: Location | None) -> None:
        """Let a tile be the data that lies in another one's place."""
        self.define(tile)
        if place is None:
            self.at[tile] = None
            return
        self.at[tile] = place = place._replace(root=tile, undefined=False)
        self.state.share(place)
        self._note_use(place.memory)

    def _note_use(self, memory: Memory) -> None:
        if self._used and memory.region is not None:
            self._used[-1].append(memory)

    def enter_loop(self) -> None:
        """The body of a loop begins."""
        self._outside.append({})
        self._used.append([])

    def leave_loop(self, op: Operation) -> None:
        """
        The body of a loop ends: check that the next iteration finds what this one found outside.

        Raises:
            CompileError: it would find something else.
        """
        for tile, reader in self._outside.pop().items():
            place = self.at[tile]
            assert place is not None
            self._check_intact(tile, place, reader, " in the next iteration")
            if self._outside and self._depth[place.root] < len(self._outside):
                self._outside[-1].setdefault(tile, reader)
        for memory in self._used.pop():
            assert memory.region is not None and memory.index is not None
            base = memory.index.base
            if base is not None and op.is_ancestor(base.owner):
                # No value in this slot can be named after the loop.
                memory.region.in_use.pop(memory, None)
            else:
                self._note_use(memory)
