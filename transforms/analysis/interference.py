"""
What keeps the allocations of a function apart.

1. Lives: an allocation is needed over the hull of the lives of all tiles in it.
2. Operations: a result may not share bytes with an operand that its operation forbids, nor with a
   view that starts elsewhere in its root's storage: it would overwrite what is yet to be read.
3. Pipelines: allocations of different stages of one group should stay apart.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from xdsl.ir import Operation, SSAValue

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import RefType
from pto_dialect.tile.attributes import STAGE
from pto_dialect.tile.forbidden import forbidden_operands
from transforms.analysis.live_ranges import LiveRange, LiveRanges, extend
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import Placements
from transforms.analysis.stages import stages_of
from transforms.analysis.storage import StorageMap


class Interference:
    """The rules among the allocations of one function, each found when it is first asked for."""

    def __init__(self, numbering: Numbering, target: Target):
        self.target = target
        """The machine."""
        self.numbering = numbering
        """Where each operation stands."""
        self.storage = StorageMap(self.numbering)
        """Whose bytes each tile is made of."""
        self.placements = Placements(self.numbering)
        """Where each tile lives."""
        self.live = LiveRanges(self.numbering, self.storage)
        """When each tile is needed."""

        self.memories = {tile: place.operands[1] for tile, place in self.placements.of.items()}
        """The allocation that each tile is in, views and carried ones included."""
        for value, storage in self.storage.of_others():
            memory = self.memories.get(storage.root)
            if memory is not None:
                self.memories[value] = memory

    @cached_property
    def lives(self) -> dict[SSAValue, LiveRange]:
        """When each allocation is needed, in order of definition."""
        lives: dict[SSAValue, LiveRange] = {}
        for chain, live in self.live.of_chain.items():
            memory = self.memories.get(chain)
            if memory is not None:
                extend(lives, memory, live.start, live.end)
        return lives

    @cached_property
    def forbidden(self) -> dict[SSAValue, set[SSAValue]]:
        """Allocations that may not share bytes because an operation would overwrite its operand."""
        pairs: dict[SSAValue, set[SSAValue]] = {}
        storage, target = self.storage, self.target
        for tile, place in self.placements.of.items():
            op = tile.owner
            assert isinstance(op, Operation)
            forbidden = forbidden_operands(op, target)
            for index, operand in enumerate(op.operands):
                if index not in forbidden and not storage.starts_elsewhere(operand):
                    continue
                memory = place.operands[1]
                other = self.memories.get(operand)
                if other is not None and other is not memory:
                    pairs.setdefault(memory, set()).add(other)
                    pairs.setdefault(other, set()).add(memory)
        return pairs

    def stages(self, memories: Collection[SSAValue]) -> dict[Space, dict[int, dict[SSAValue, int]]]:
        """
        For each memory and group, the stage of each of these allocations. One that serves several
        stages, as that of a carried tile does, belongs to none.
        """
        marks: dict[tuple[SSAValue, int], set[int]] = {}
        for op in self.numbering.order:
            if STAGE not in op.attributes:
                continue
            for group, stage in stages_of(op):
                for result in op.results:
                    memory = self.placements.memory(result)
                    if memory is not None and memory in memories:
                        marks.setdefault((memory, group), set()).add(stage)
        stages: dict[Space, dict[int, dict[SSAValue, int]]] = {}
        for (memory, group), found in marks.items():
            if len(found) == 1:
                assert isinstance(memory.type, RefType)
                of_group = stages.setdefault(memory.type.space.data, {}).setdefault(group, {})
                of_group[memory] = next(iter(found))
        return stages
