"""
Let tiles whose lives do not meet share an allocation (planner `pack`).

What it does: per memory space, largest allocation first (ties by definition), each one joins
the first buffer where none of the others is live at the same time and no operation would write
over an operand that it may not, or that starts elsewhere in the buffer; else it opens a buffer.
Shape, element type and layout do not matter. Pinned allocations belong to the author: nothing
joins them. Tiles of different stages of a pipeline stay apart, so that one can be loaded while
another is used, in as many buffers as the stages are or the memory holds
(`planning/pipelining.py`); a remark says when those are fewer. What the sharing costs
(`analysis/sharing_cost.py`) is recorded on the function.

Needs: `materialize-semantic-aliases`. Leaves: no unused allocation, no stage marks. Packs nothing
under planner `ptoas`, whose assembler does, and under `solve`, which shares by address and needs
the marks for that.

    mem.place %t0 in %m0 ; %t1 = tile.exp %t0 ; mem.place %t1 in %m1   // %t0 is dead
    ⟶ mem.place %t0 in %m0 ; %t1 = tile.exp %t0 ; mem.place %t1 in %m0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import AllocOp, RefType
from pto_dialect.module_attributes import (
    Planner,
    SpacePlan,
    functions_in,
    record_plan,
    remark,
    resolve_planner,
    target_of,
)
from transforms.analysis.footprint import footprint
from transforms.analysis.interference import Interference
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import erase_unused_allocs, gather_allocs
from transforms.analysis.reserved import ends_of, reserved_starts
from transforms.analysis.sharing_cost import Sharing, SharingCost
from transforms.analysis.stages import strip_stages
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
            numbering = Numbering(function)
            allocs = [inner for inner in numbering.order if type(inner) is AllocOp]
            if planner is Planner.PACK:
                gather_allocs(function, allocs)
                _pack(op, numbering, allocs, target)
            erase_unused_allocs(allocs)
            if planner is not Planner.SOLVE:
                strip_stages(numbering.order)


def _pack(
    module: ModuleOp, numbering: Numbering, allocs: Sequence[AllocOp], target: Target
) -> None:
    refs: list[SSAValue] = [alloc.results[0] for alloc in allocs if not alloc.is_pinned]
    if len(refs) < 2:
        return
    interference = Interference(numbering, target)
    lives, forbidden = interference.lives, interference.forbidden
    keys = {ref: i for i, ref in enumerate(refs)}
    items: dict[Space, list[Item]] = {}
    for key, ref in enumerate(refs):
        live, type_ = lives.get(ref), ref.type
        assert isinstance(type_, RefType)
        if live is not None:
            apart = frozenset(keys[other] for other in forbidden.get(ref, ()) if other in keys)
            item = Item(key, type_.size.data, live.start, live.end, apart)
            items.setdefault(type_.space.data, []).append(item)
    stages, costs = interference.stages(keys), SharingCost(interference)
    footprints = _Footprints(numbering.order, allocs, target, keys)
    for space, group in items.items():
        packing = pack_stages(
            group,
            {
                number: {keys[memory]: stage for memory, stage in members.items()}
                for number, members in stages.get(space, {}).items()
            },
            align=partial(align_up, alignment=target.alignment[space]),
            footprint=partial(footprints.of, space),
            capacity=target.capacity.get(space),
        )
        _remark_on_stages(module, space, packing, refs, target)
        paid = Sharing()
        for buffer in packing.buffers:
            if len(buffer) > 1:
                sharers = [refs[key] for key in buffer]
                paid += costs.of_sharers(sorted(sharers, key=lambda ref: lives[ref].start))
                for ref in sharers[1:]:
                    ref.replace_all_uses_with(sharers[0])
        if paid.pairs:
            record_plan(numbering.function, space, SpacePlan(paid.cost, paid.pairs))


class _Footprints:
    """How many bytes of a memory are in use once the allocations of a function are packed."""

    def __init__(
        self,
        ops: Iterable[Operation],
        allocs: Sequence[AllocOp],
        target: Target,
        keys: Mapping[SSAValue, int],
    ):
        self._target = target
        self._reserved = ends_of(reserved_starts(ops))
        self._allocs: dict[Space, list[tuple[int | None, AllocOp]]] = {}
        for alloc in allocs:
            ref = alloc.results[0]
            if ref.first_use is not None:
                of_space = self._allocs.setdefault(alloc.type.space.data, [])
                of_space.append((keys.get(ref), alloc))

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
            f"of {group.depth} buffers, {group.short} bytes are missing: {why}",
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
