"""
Packing that keeps the stages of a pipeline apart, as far as they fit.

1. A group of stages asks for as many buffers as it has stages (its depth). It gets at most as many
   as the memory holds slots of its largest item, and at least one.
2. With F buffers, items of stages n and m (counted densely) stay apart if n and m differ modulo F.
3. While what was packed exceeds the memory, the group with the largest slot (ties by number) gives
   up one buffer, and everything is packed again. If no group can give one up, stages
   are packed as if there were none.
"""

from __future__ import annotations

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
    while True:
        buffers = first_fit_decreasing(_with_residues(items, groups))
        if capacity is None or footprint(buffers) <= capacity:
            ignores_stages = False
            break
        reducible = [group for group in groups if group.buffers > 1]
        if not reducible:
            ignores_stages = bool(groups) and all(size <= capacity for size in sizes.values())
            break
        max(reducible, key=lambda group: (group.slot, -group.number)).buffers -= 1
    reduced = [group for group in groups if group.buffers < group.depth]
    if reduced and capacity is not None:
        wanted = [replace(group, buffers=group.depth) for group in groups]
        end = footprint(first_fit_decreasing(_with_residues(items, wanted)))
        for group in reduced:
            group.short = max(end, group.depth * group.slot) - capacity
    return Packing(buffers, groups, ignores_stages)


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
