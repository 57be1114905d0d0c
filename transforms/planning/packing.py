"""
First-fit-decreasing packing of items with lives into shared buffers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple


class Item(NamedTuple):
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


class _Occupancy:
    """
    Which buffers are in use when. A set of buffers is an integer with a bit for each, a time is
    the index of a start: of two lives that overlap, one contains the start of the other.

    A segment tree: node 1 is all the time, the halves of node k are 2k and 2k + 1.
    """

    def __init__(self, times: int):
        self._times = 1 << (times - 1).bit_length()
        """Leaves of the tree; the one of time t is node `_times + t`."""
        self._throughout = [0] * (2 * self._times)
        """Buffers in use for all of a node that were not noted for a larger one."""
        self._somewhere = [0] * (2 * self._times)
        """Buffers in use for some of a node that were not noted for a larger one."""

    def used(self, first: int, last: int) -> int:
        """The buffers in use at some time of a range."""
        throughout, somewhere = self._throughout, self._somewhere
        low, high = self._times + first, self._times + last
        found = somewhere[low] | somewhere[high]
        while low ^ high > 1:
            if not low & 1:
                found |= somewhere[low + 1]
            if high & 1:
                found |= somewhere[high - 1]
            low >>= 1
            high >>= 1
            found |= throughout[low] | throughout[high]
        while low > 1:
            low >>= 1
            found |= throughout[low]
        return found

    def use(self, first: int, last: int, buffer: int) -> None:
        """Note that a buffer, given by its bit, is in use throughout a range."""
        throughout, somewhere = self._throughout, self._somewhere
        low, high = self._times + first, self._times + last
        whole = [low, high]
        while low ^ high > 1:
            if not low & 1:
                whole.append(low + 1)
            if high & 1:
                whole.append(high - 1)
            low >>= 1
            high >>= 1
            somewhere[low] |= buffer
            somewhere[high] |= buffer
        for node in whole:
            throughout[node] |= buffer
            somewhere[node] |= buffer
        while low > 1:
            low >>= 1
            somewhere[low] |= buffer


def first_fit_decreasing(items: Sequence[Item]) -> list[list[int]]:
    """
    Put each item, the largest first (ties by start, then key), into the first buffer where it
    shares no tick with another one and that nothing else keeps it out of, or into a new one. The
    first key of a buffer is its largest item, and its size is the buffer's.

    Takes O(log n) operations on sets of buffers for each of n items.
    """
    starts = sorted({item.start for item in items})
    occupancy = _Occupancy(len(starts))
    buffers: list[list[int]] = []
    buffer_of: dict[int, int] = {}
    """By key, the bit of the buffer that an item is in."""
    residues: dict[int, dict[int, int]] = {}
    """By group and number, the buffers that its items are in."""
    for item in sorted(items, key=lambda item: (-item.size, item.start, item.key)):
        first = bisect_left(starts, item.start)
        last = bisect_right(starts, item.end) - 1
        taken = occupancy.used(first, last)
        for key in item.apart:
            taken |= buffer_of.get(key, 0)
        for group, number in item.residues:
            for other, members in residues.get(group, {}).items():
                if other != number:
                    taken |= members
        buffer = ~taken & (taken + 1)
        index = buffer.bit_length() - 1
        if index == len(buffers):
            buffers.append([])
        buffers[index].append(item.key)
        occupancy.use(first, last, buffer)
        buffer_of[item.key] = buffer
        for group, number in item.residues:
            of_group = residues.setdefault(group, {})
            of_group[number] = of_group.get(number, 0) | buffer
    return buffers
