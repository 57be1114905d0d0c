"""
First-fit-decreasing packing of items with lives into shared buffers.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Item:
    """Something that needs room for some time."""

    key: int
    """Identity; also its place in the order of definition."""
    size: int
    """Bytes."""
    start: int
    """First tick at which it needs the room."""
    end: int
    """Last tick at which it needs the room."""
    apart: frozenset[int] = frozenset()
    """Keys of the items that it may never share a buffer with."""
    residues: tuple[tuple[int, int], ...] = ()
    """
    Groups that it belongs to, and its number in each; it shares no buffer with another number.
    """


@dataclass
class _Buffer:
    """Items that share room, one at a time."""

    keys: list[int] = field(default_factory=list[int])
    members: set[int] = field(default_factory=set[int])
    """The same, unordered."""
    lives: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Disjoint closed ranges of ticks, sorted."""
    residues: dict[int, int] = field(default_factory=dict[int, int])
    """The number of its items in each group that they belong to."""

    def takes(self, item: Item) -> bool:
        """Whether nobody in here minds an item."""
        after = bisect_left(self.lives, (item.start, item.start))
        if after > 0 and self.lives[after - 1][1] >= item.start:
            return False
        if after < len(self.lives) and self.lives[after][0] <= item.end:
            return False
        if any(self.residues.get(group, number) != number for group, number in item.residues):
            return False
        return not item.apart or item.apart.isdisjoint(self.members)

    def add(self, item: Item) -> None:
        """Put an item in."""
        self.keys.append(item.key)
        self.members.add(item.key)
        insort(self.lives, (item.start, item.end))
        self.residues.update(item.residues)


def first_fit_decreasing(items: Sequence[Item]) -> list[list[int]]:
    """
    Put each item, the largest first (ties by start, then key), into the first buffer that takes
    it, or into a new one. The first key of a buffer is its largest item, and its size is the
    buffer's.
    """
    buffers: list[_Buffer] = []
    for item in sorted(items, key=lambda item: (-item.size, item.start, item.key)):
        buffer = next((b for b in buffers if b.takes(item)), None)
        if buffer is None:
            buffer = _Buffer()
            buffers.append(buffer)
        buffer.add(item)
    return [buffer.keys for buffer in buffers]
