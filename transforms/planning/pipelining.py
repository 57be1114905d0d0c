"""
Packing that keeps the stages of a pipeline apart, as far as they fit.

1. A group of stages asks for as many buffers as it has stages (its depth). It gets at most as many
   as the memory holds slots of its largest item, and at least one.
2. With F buffers, items of stages n and m (counted densely) stay apart if n and m differ modulo F.
3. If what was packed exceeds the memory, groups give up buffers, that with the largest slot first
   (ties by number), until each has one; no more are given up than needed. If that does not help,
   stages are packed as if there were none.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from transforms.planning.packing import Item, first_fit_decreasing

Buffers = list[list[int]]
"""The keys of the items in each buffer."""


@dataclass
class StageGroup:
    """The stages of one pipeline in one memory."""

    number: int
    """Identity."""
    ordinals: Mapping[int, int]
    """Dense number of each stage, by the key of the item that belongs to it."""
    slot: int
    """Bytes of its largest item, aligned."""
    buffers: int
    """How many buffers its stages rotate through."""
    short: int = 0
    """If those are less than it asks for, the bytes that the memory would have to have more."""

    @property
    def depth(self) -> int:
        """How many buffers it asks for."""
        return len(set(self.ordinals.values()))


@dataclass(frozen=True)
class Packing:
    """What became of items and stages."""

    buffers: Buffers
    """Who shares; the first key of each is its largest item."""
    groups: Sequence[StageGroup]
    """The groups, with the buffers that they got."""
    ignores_stages: bool
    """Whether the stages could not be kept apart at all, and nothing was gained by that."""


def pack_stages(
    items: Sequence[Item],
    stages: Mapping[int, Mapping[int, int]],
    *,
    align: Callable[[int], int],
    footprint: Callable[[Buffers], int],
    capacity: int | None,
) -> Packing:
    """
    Pack the items of one memory.

    `stages` has for each group the stage of each of its items, by key. `footprint` is the end of
    the last byte in use, given the buffers; `capacity` the bytes of the memory, `None` if not
    known, in which case every group gets what it asks for.
    """
    sizes = {item.key: align(item.size) for item in items}
    groups = [_group(number, of, sizes, capacity) for number, of in sorted(stages.items())]

    def packed(groups: Sequence[StageGroup]) -> Buffers:
        return first_fit_decreasing(_with_residues(items, groups))

    buffers = packed(groups)
    if capacity is None:
        return Packing(buffers, groups, False)
    ignores_stages = False
    if footprint(buffers) > capacity:
        most = sum(group.buffers - 1 for group in groups)
        # Giving up a buffer is taken not to make a plan larger.
        given_up = bisect_left(
            range(1, most + 1),
            True,
            key=lambda count: footprint(packed(_reduced(groups, count))) <= capacity,
        )
        if given_up < most:
            groups = _reduced(groups, given_up + 1)
        else:
            groups = _reduced(groups, most)
            ignores_stages = bool(groups) and all(size <= capacity for size in sizes.values())
        buffers = packed(groups)
    if any(group.buffers < group.depth for group in groups):
        end = footprint(packed([replace(group, buffers=group.depth) for group in groups]))
        for group in groups:
            if group.buffers < group.depth:
                group.short = max(end, group.depth * group.slot) - capacity
    return Packing(buffers, groups, ignores_stages)


def _reduced(groups: Sequence[StageGroup], count: int) -> list[StageGroup]:
    """The groups when they have given up so many buffers."""
    reduced: list[StageGroup] = []
    for group in sorted(groups, key=lambda group: (-group.slot, group.number)):
        less = min(count, group.buffers - 1)
        count -= less
        reduced.append(replace(group, buffers=group.buffers - less))
    return sorted(reduced, key=lambda group: group.number)


def _group(
    number: int, stages: Mapping[int, int], sizes: Mapping[int, int], capacity: int | None
) -> StageGroup:
    dense = {stage: i for i, stage in enumerate(sorted(set(stages.values())))}
    slot = max(sizes[key] for key in stages)
    buffers = len(dense)
    if capacity is not None and slot:
        buffers = max(1, min(buffers, capacity // slot))
    return StageGroup(number, {key: dense[stage] for key, stage in stages.items()}, slot, buffers)


def _with_residues(items: Sequence[Item], groups: Sequence[StageGroup]) -> list[Item]:
    residues: dict[int, dict[int, int]] = {}
    for group in groups:
        if group.buffers > 1:
            for key, ordinal in group.ordinals.items():
                residues.setdefault(key, {})[group.number] = ordinal % group.buffers
    return [
        item._replace(residues=tuple(residues[item.key].items())) if item.key in residues else item
        for item in items
    ]
