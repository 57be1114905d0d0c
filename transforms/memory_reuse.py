"""
Let tiles whose lives do not meet share an allocation (planner `pack`).

What it does: per memory space, largest allocation first (ties by definition), each one joins
the first buffer where none of the others is live at the same time and no operation would write
over an operand that it may not, or that starts elsewhere in the buffer; else it opens a buffer.
Shape, element type and layout do not matter. Pinned allocations belong to the author: nothing
joins them.

Needs: `materialize-semantic-aliases`. Leaves: no unused allocation, no stage marks. Packs nothing
under planner `ptoas`, whose assembler does.

    mem.place %t0 in %m0 ; %t1 = tile.exp %t0 ; mem.place %t1 in %m1   // %t0 is dead
    ⟶ mem.place %t0 in %m0 ; %t1 = tile.exp %t0 ; mem.place %t1 in %m0
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp
from pto_dialect.module_attributes import Planner, functions_in, resolve_planner, target_of
from pto_dialect.tile.traits import storage_facts
from transforms.analysis.live_ranges import LiveRange, LiveRanges
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import (
    Placements,
    allocs_in,
    erase_unused_allocs,
    gather_allocs,
)
from transforms.analysis.stages import strip_stages
from transforms.analysis.storage import StorageMap
from transforms.planning.packing import Item, first_fit_decreasing


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
                _pack(function, target)
            erase_unused_allocs(function)
            strip_stages(function)


def _pack(function: FuncOp, target: Target) -> None:
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
    for group in items.values():
        for buffer in first_fit_decreasing(group):
            representative = refs[buffer[0]]
            for key in buffer[1:]:
                refs[key].replace_all_uses_with(representative)


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
    for place in placements.of.values():
        op = place.tile.owner
        assert isinstance(op, Operation)
        forbidden = storage_facts(op).forbidden_operands(op, target)
        for index, operand in enumerate(op.operands):
            # Over a view that starts elsewhere, a result would overwrite what is yet to be read.
            if index not in forbidden and storage[operand].offset == 0:
                continue
            location = placements.location(storage.root(operand))
            if location is not None and location.memory is not place.memory:
                pairs.setdefault(place.memory, set()).add(location.memory)
                pairs.setdefault(location.memory, set()).add(place.memory)
    return pairs
