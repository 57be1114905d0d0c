"""
The allocations of a function as problems for the planner `solve`, one for each memory.

1. A pinned allocation is needed throughout, so nothing shares a byte of it; another one as long as
   `analysis/interference.py` says.
2. A result may take the very place of an operand that dies at its operation, if the operation
   allows it and both are equally large.
3. Stages of a pipeline wish to stay apart.
4. Sharing costs what `analysis/sharing_cost.py` says.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, ReserveOp
from pto_dialect.tile.traits import storage_facts
from transforms.analysis.footprint import footprint
from transforms.analysis.interference import Interference
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import allocs_in
from transforms.analysis.sharing_cost import NEIGHBOURS, SharingCost
from transforms.planning.problem import Buffer, Pair, Problem, Reuse, Wish


@dataclass(frozen=True)
class SpaceProblem:
    """A memory and the allocations in it."""

    allocs: Sequence[AllocOp]
    """The allocations; the key of a buffer is its index here."""
    problem: Problem
    """What is to be solved."""


def address_problems(
    numbering: Numbering,
    target: Target,
    starts: Mapping[ReserveOp, int],
    *,
    same_start_only: bool,
) -> dict[Space, SpaceProblem]:
    """The problems of a function by memory. `starts` are the first bytes of reserved ranges."""
    reserved: dict[Space, list[tuple[int, int]]] = {}
    for op, start in starts.items():
        reserved.setdefault(op.type.space.data, []).append((start, start + op.type.total_bytes))
    interference = Interference(numbering, target)
    by_space: dict[Space, list[AllocOp]] = {}
    for alloc in allocs_in(numbering.function):
        if alloc.ref in interference.lives or alloc.is_pinned:
            by_space.setdefault(alloc.type.space.data, []).append(alloc)
    last = max((live.end for live in interference.lives.values()), default=0)
    costs = SharingCost(interference)
    problems: dict[Space, SpaceProblem] = {}
    for space, allocs in by_space.items():
        keys: dict[SSAValue, int] = {alloc.ref: i for i, alloc in enumerate(allocs)}
        buffers: list[Buffer] = []
        for i, alloc in enumerate(allocs):
            live, size = interference.lives.get(alloc.ref), footprint(alloc, target)
            if alloc.is_pinned or live is None:
                buffers.append(Buffer(i, size, 0, last + 2))
            else:
                buffers.append(Buffer(i, size, live.start, live.end + 1))
        apart = _pairs(interference.forbidden, keys)
        problems[space] = SpaceProblem(
            allocs,
            Problem(
                capacity=target.capacity.get(space, 0),
                buffers=tuple(buffers),
                reserved=tuple(reserved.get(space, [])),
                alignment=target.alignment[space],
                separate=apart,
                wishes=_wishes(interference, space, keys),
                reuse=_reuse(buffers, allocs, costs),
                in_place=_in_place(interference, keys, buffers),
                same_start_only=same_start_only,
            ),
        )
    return problems


def _pairs(related: dict[SSAValue, set[SSAValue]], keys: dict[SSAValue, int]) -> tuple[Pair, ...]:
    return tuple(
        sorted(
            (keys[a], keys[b])
            for a, others in related.items()
            for b in others
            if a in keys and b in keys and keys[a] < keys[b]
        )
    )


def _wishes(
    interference: Interference, space: Space, keys: dict[SSAValue, int]
) -> tuple[Wish, ...]:
    wishes: set[Pair] = set()
    for members in interference.stages(keys).get(space, {}).values():
        items = sorted((keys[memory], stage) for memory, stage in members.items())
        for i, (a, stage) in enumerate(items):
            wishes.update((a, b) for b, other in items[i + 1 :] if other != stage)
    return tuple(Wish(pair) for pair in sorted(wishes))


def _in_place(
    interference: Interference, keys: dict[SSAValue, int], buffers: Sequence[Buffer]
) -> frozenset[Pair]:
    """Touching pairs of equal size of which one may take the other's place."""
    pairs: set[Pair] = set()
    for tile, place in interference.placements.of.items():
        op = tile.owner
        result = keys.get(place.operands[1])
        if result is None or not isinstance(op, Operation) or not storage_facts(op).in_place_safe:
            continue
        for operand in op.operands:
            memory = interference.memories.get(operand)
            source = None if memory is None else keys.get(memory)
            if source is not None and buffers[source].size == buffers[result].size:
                pairs.add((min(source, result), max(source, result)))
    return frozenset(pairs)


def _reuse(
    buffers: Sequence[Buffer], allocs: Sequence[AllocOp], costs: SharingCost
) -> tuple[Reuse, ...]:
    order = sorted(
        (b for b in buffers if not allocs[b.key].is_pinned), key=lambda b: (b.start, b.key)
    )
    starts = [b.start for b in order]
    reuse: list[Reuse] = []
    for earlier in order:
        first = bisect_left(starts, earlier.end)
        for later in order[first : first + NEIGHBOURS]:
            cost = costs.of_pair(allocs[earlier.key].ref, allocs[later.key].ref)
            if cost:
                a, b = sorted((earlier.key, later.key))
                reuse.append(Reuse((a, b), cost))
    return tuple(reuse)
