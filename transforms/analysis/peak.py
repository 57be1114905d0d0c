"""
Which tiles occupy a memory when it is fullest.

An operation needs its operands and its results, so both count at its position. A pinned allocation
counts throughout; another one while a tile in it is live.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from pto_dialect.mem import AllocOp
from transforms.analysis.live_ranges import LiveRanges
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import Placements
from transforms.analysis.storage import StorageMap


@dataclass(frozen=True)
class PeakUse:
    """An allocation in use at the peak."""

    alloc: AllocOp
    """The allocation."""
    tiles: tuple[SSAValue, ...]
    """The tiles in it that are live then; of a pinned one all if none is."""


def live_at_peak(function: FuncOp, allocs: Sequence[AllocOp]) -> list[PeakUse]:
    """The allocations in use where their sizes add up to most, the first such place."""
    lives = _lives(function, {alloc.ref for alloc in allocs})
    events: list[tuple[int, int]] = []
    for alloc in allocs:
        if not alloc.is_pinned:
            size = alloc.type.size.data
            for start, end in _merged([(s, e) for _, s, e in lives.get(alloc.ref, [])]):
                events += [(start, size), (end + 1, -size)]
    total = best = peak = 0
    for position, change in sorted(events):
        total += change
        if total > best:
            best, peak = total, position
    uses: list[PeakUse] = []
    for alloc in allocs:
        inside = lives.get(alloc.ref, [])
        at_peak = tuple(tile for tile, start, end in inside if start <= peak <= end)
        if at_peak or (alloc.is_pinned and inside):
            uses.append(PeakUse(alloc, at_peak or tuple(tile for tile, _, _ in inside)))
    return uses


def _lives(
    function: FuncOp, memories: set[SSAValue]
) -> dict[SSAValue, list[tuple[SSAValue, int, int]]]:
    """The tiles of each allocation with the first and last position at which they are needed."""
    numbering = Numbering(function)
    live, placements = LiveRanges(numbering, StorageMap(numbering)), Placements(numbering)
    lives: dict[SSAValue, list[tuple[SSAValue, int, int]]] = {}
    for root, range_ in live.of_root.items():
        memory = placements.memory(root)
        if memory is not None and memory in memories:
            tile = (root, range_.start // 2, range_.end // 2)
            lives.setdefault(memory, []).append(tile)
    return lives


def _merged(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
