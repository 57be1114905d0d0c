"""
Let tiles whose lives do not meet share an allocation (planner `pack`).

What it does: per memory space, largest allocation first (ties by definition), each one joins
the first buffer where none of the others is live at the same time and no operation would write
over an operand that it may not, or that starts elsewhere in the buffer; else it opens a buffer.
Shape, element type and layout do not matter. Pinned allocations belong to the author: nothing
joins them. Tiles of different stages of a pipeline stay apart, so that one can be loaded while
another is used, in as many buffers as the stages are or the memory holds
(`planning/pipelining.py`); a remark says when those are fewer.

Needs: `materialize-semantic-aliases`. Leaves: no unused allocation, no stage marks. Packs nothing
under planner `ptoas`, whose assembler does.

    mem.place %t0 in %m0 ; %t1 = tile.exp %t0 ; mem.place %t1 in %m1   // %t0 is dead
    ⟶ mem.place %t0 in %m0 ; %t1 = tile.exp %t0 ; mem.place %t1 in %m0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import AllocOp, RefType
from pto_dialect.module_attributes import (
    Planner,
    functions_in,
    remark,
    resolve_planner,
    target_of,
)
from pto_dialect.tile.traits import storage_facts
from transforms.allocate_memory_addr import ends_of, footprint, reserved_starts
from transforms.analysis.live_ranges import LiveRange, LiveRanges
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import (
    Placements,
    allocs_in,
    erase_unused_allocs,
    gather_allocs,
)
from transforms.analysis.stages import stages_of, strip_stages
from transforms.analysis.storage import StorageMap
from transforms.planning.packing import Item
from transforms.planning.pipelining import Buffers, Packing, pack_stages


@dataclass(frozen=True)
class MemoryReusePass(ModulePass):
    """Let tiles whose lives do not meet share an allocation; see the module's docstring."""

    name = "memory-reuse"

    planner: str | None = None
    """Memory planner; default: what the module records, else `pack`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        planner = resolve_planner(op, self.planner)
        target = target_of(op)
        for function in functions_in(op):
            if planner is Planner.PACK:
                gather_allocs(function)
                _pack(op, function, target)
            erase_unused_allocs(function)
            strip_stages(function)


def _pack(module: ModuleOp, function: FuncOp, target: Target) -> None:
    allocs: dict[SSAValue, AllocOp] = {
        alloc.ref: alloc for alloc in allocs_in(function) if not alloc.is_pinned
    }
    if len(allocs) < 2:
        return
    storage = StorageMap(function)
    placements = Placements(function)
    lives = _alloc_lives(LiveRanges(function, storage, Numbering(function)), placements)
    forbidden = _forbidden_pairs(function, storage, placements, target)
    keys = {ref: i for i, ref in enumerate(allocs)}
    items: dict[Space, list[Item]] = {}
    for ref, alloc in allocs.items():
        if ref in lives:
            live = lives[ref]
            items.setdefault(alloc.type.space.data, []).append(
                Item(
                    keys[ref],
                    alloc.type.size.data,
                    live.start,
                    live.end,
                    frozenset(keys[o] for o in forbidden.get(ref, ()) if o in keys),
                )
            )
    refs = list(allocs)
    stages = _stages(placements, keys)
    footprints = _Footprints(function, target, keys)
    for space, group in items.items():
        packing = pack_stages(
            group,
            stages.get(space, {}),
            align=partial(align_up, alignment=target.alignment[space]),
            footprint=partial(footprints.of, space),
            capacity=target.capacity.get(space),
        )
        _remark_on_stages(module, space, packing, refs, target)
        for buffer in packing.buffers:
            representative = refs[buffer[0]]
            for key in buffer[1:]:
                refs[key].replace_all_uses_with(representative)


def _stages(
    placements: Placements, keys: Mapping[SSAValue, int]
) -> dict[Space, dict[int, dict[int, int]]]:
    """
    For each memory and group, the stage of each allocation. One that serves several stages, as that
    of a carried tile does, belongs to none.
    """
    marks: dict[tuple[SSAValue, int], set[int]] = {}
    for place in placements.of.values():
        op = place.tile.owner
        if place.memory in keys and isinstance(op, Operation):
            for group, stage in stages_of(op):
                marks.setdefault((place.memory, group), set()).add(stage)
    stages: dict[Space, dict[int, dict[int, int]]] = {}
    for (memory, group), found in marks.items():
        if len(found) == 1:
            assert isinstance(memory.type, RefType)
            of_group = stages.setdefault(memory.type.space.data, {}).setdefault(group, {})
            of_group[keys[memory]] = next(iter(found))
    return stages


class _Footprints:
    """How many bytes of a memory are in use once the allocations of a function are packed."""

    def __init__(self, function: FuncOp, target: Target, keys: Mapping[SSAValue, int]):
        self._target = target
        self._reserved = ends_of(reserved_starts(function, target))
        self._allocs: dict[Space, list[tuple[int | None, AllocOp]]] = {}
        for alloc in allocs_in(function):
            if alloc.ref.first_use is not None:
                of_space = self._allocs.setdefault(alloc.type.space.data, [])
                of_space.append((keys.get(alloc.ref), alloc))

    def of(self, space: Space, buffers: Buffers) -> int:
        """The end of the last byte, as `allocate-memory-addr` will have it."""
        representatives = {buffer[0] for buffer in buffers}
        end = self._reserved.get(space, 0)
        for key, alloc in self._allocs.get(space, ()):
            if key is None or key in representatives:
                end = align_up(end, self._target.alignment[space]) + footprint(alloc, self._target)
        return end


def _remark_on_stages(
    module: ModuleOp, space: Space, packing: Packing, refs: Sequence[SSAValue], target: Target
) -> None:
    """Say which pipelines got less buffers than they have stages."""
    for group in packing.groups:
        if group.buffers >= group.depth:
            continue
        first = refs[min(group.ordinals)].owner
        assert isinstance(first, Operation)
        capacity = target.capacity[space]
        why = (
            f"two slots of {group.slot} bytes exceed the {capacity} bytes of {space}; shrink the "
            "per-stage tile"
            if 2 * group.slot > capacity
            else f"its slots of {group.slot} bytes and what else is live over-subscribe the space "
            f"of {capacity} bytes"
        )
        remark(
            module,
            first,
            f"a pipeline in {space} requested depth {group.depth}, but gets only {group.buffers} "
            f"of {group.depth} buffers: {why}",
        )
    if packing.ignores_stages:
        first = refs[min(min(group.ordinals) for group in packing.groups)].owner
        assert isinstance(first, Operation)
        remark(
            module,
            first,
            f"the stages of pipelines in {space} do not fit even in one buffer for each group; "
            "fell back to the legacy packing, which knows no stages",
        )


def _alloc_lives(live: LiveRanges, placements: Placements) -> dict[SSAValue, LiveRange]:
    """The hull of the lives of all tiles in each allocation."""
    lives: dict[SSAValue, LiveRange] = {}
    for root, range_ in live.of_root.items():
        location = placements.location(root)
        if location is None:
            continue
        known = lives.get(location.memory)
        if known is None:
            lives[location.memory] = LiveRange(range_.start, range_.end)
        else:
            known.include(range_)
    return lives


def _forbidden_pairs(
    function: FuncOp, storage: StorageMap, placements: Placements, target: Target
) -> dict[SSAValue, set[SSAValue]]:
    """Allocations that may not be one because an operation would overwrite its operand."""
    pairs: dict[SSAValue, set[SSAValue]] = {}
    for tile, place in placements.of.items():
        op = tile.owner
        assert isinstance(op, Operation)
        forbidden = storage_facts(op).forbidden_operands(op, target)
        for index, operand in enumerate(op.operands):
            # Over a view that starts elsewhere, a result would overwrite what is yet to be read.
            if index not in forbidden and not storage.starts_elsewhere(operand):
                continue
            location = placements.location(storage.root(operand))
            if location is not None and location.memory is not place.memory:
                pairs.setdefault(place.memory, set()).add(location.memory)
                pairs.setdefault(location.memory, set()).add(place.memory)
    return pairs
