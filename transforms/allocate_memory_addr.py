"""
Give every allocation an address (planners `pack` and `solve`).

What it does under `solve`: addresses that let tiles share bytes only where the capacity forces it,
and then where no pipe has to wait for another one if possible (`planning/solve.py`). Allocations
overlap partly only if the assembler synchronises that (`ptoas_version`, `sync`).

What it does under `pack`: in each memory space, the allocations of a function follow each other in
the order in which they stand, from the end of the reserved ranges on, each at a multiple of the
space's alignment. The slots of an allocation are that far apart as well. A `mem.reserve` without
an address gets the lowest one that is free of other reserved ranges below it, from 0 on.

Needs: `materialize-semantic-aliases`; `memory-reuse` makes it fit better. Leaves: every
allocation and reserved range with an address. Does nothing under planner `ptoas`, whose assembler
plans.

Errors: more bytes than the space has (names the tiles that are live at the peak); reserved
ranges that overlap.

    %m = mem.alloc "m" : !mem.ref<vec, 16384> ⟶ %m = mem.alloc "m" at 0 : !mem.ref<vec, 16384>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import Note, display_name, fail, note_at
from pto_dialect.machine.ptoas import DEFAULT_PTOAS, Feature, PtoasVersion
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import AllocOp, ReserveOp
from pto_dialect.module_attributes import (
    Planner,
    SpacePlan,
    functions_in,
    record_plan,
    remark,
    resolve_planner,
    target_of,
)
from transforms.analysis.address_problem import address_problems
from transforms.analysis.peak import live_at_peak
from transforms.analysis.placements import allocs_in
from transforms.analysis.stages import strip_stages
from transforms.planning.problem import NoPlan, Verdict
from transforms.planning.solve import solve


@dataclass(frozen=True)
class AllocateMemoryAddrPass(ModulePass):
    """Give every allocation an address; see the module's docstring."""

    name = "allocate-memory-addr"

    planner: str | None = None
    """Memory planner; default: what the module records, else `pack`."""
    ptoas_version: str = str(DEFAULT_PTOAS)
    """The version of the assembler that will read the text."""
    sync: str = "insert"
    """How the assembler synchronises: `insert` or `graph`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        planner = resolve_planner(op, self.planner)
        if planner is Planner.PTOAS:
            return
        target = target_of(op)
        overlaps = self.sync == "graph" or PtoasVersion.parse(self.ptoas_version).supports(
            Feature.PARTIAL_OVERLAP
        )
        for function in functions_in(op):
            if planner is Planner.SOLVE:
                _solve(op, function, target, same_start_only=not overlaps)
                strip_stages(function.walk())
            else:
                _allocate(function, target)


def slot_stride(alloc: AllocOp, target: Target) -> int:
    """Bytes from one slot of an allocation to the next."""
    return align_up(alloc.type.size.data, target.alignment[alloc.type.space.data])


def footprint(alloc: AllocOp, target: Target) -> int:
    """Bytes from the start of an allocation to the end of its last slot."""
    type_ = alloc.type
    return slot_stride(alloc, target) * (type_.slots.data - 1) + type_.size.data


def _reserve(function: FuncOp, target: Target) -> dict[ReserveOp, int]:
    """Give every reserved range its address."""
    starts = reserved_starts(function.walk(), target)
    for reserve, start in starts.items():
        reserve.start = start
    _check_reserves(starts)
    return starts


def _solve(module: ModuleOp, function: FuncOp, target: Target, *, same_start_only: bool) -> None:
    starts = _reserve(function, target)
    reserved: dict[Space, list[tuple[int, int]]] = {}
    for op, start in starts.items():
        reserved.setdefault(op.type.space.data, []).append((start, start + _size(op)))
    sizes: dict[SSAValue, int] = {
        alloc.ref: footprint(alloc, target) for alloc in allocs_in(function)
    }
    problems = address_problems(function, target, reserved, sizes, same_start_only=same_start_only)
    for space, problem in problems.items():
        plan = solve(problem.problem)
        if isinstance(plan, NoPlan):
            proven = plan.verdict is Verdict.INFEASIBLE
            notes = [Note("no plan exists" if proven else "the search found no plan")]
            relaxed = replace(problem.problem, same_start_only=False)
            if same_start_only and not isinstance(solve(relaxed), NoPlan):
                notes.append(
                    Note(
                        "it would fit if tiles could overlap in part: use sync=graph, or ptoas "
                        "0.52 or later"
                    )
                )
            size = ends_of(starts).get(space, 0) + plan.live
            _fail_capacity(function, target, space, size, problem.allocs, list(starts), notes)
        for alloc, address in zip(problem.allocs, plan.offsets.values(), strict=True):
            alloc.start = address
        if plan.given_up:
            remark(
                module,
                problem.allocs[plan.given_up[0].pair[0]],
                f"{len(plan.given_up)} pairs of pipeline stages in {space} share bytes, or the "
                "plan would not fit",
            )
        record_plan(function, space, SpacePlan(plan.score.cost, len(plan.paid), str(plan)))


def _allocate(function: FuncOp, target: Target) -> None:
    starts = _reserve(function, target)
    cursor = ends_of(starts)
    used: dict[Space, list[AllocOp]] = {}
    for alloc in allocs_in(function):
        space = alloc.type.space.data
        start = align_up(cursor.get(space, 0), target.alignment[space])
        alloc.start = start
        cursor[space] = start + footprint(alloc, target)
        used.setdefault(space, []).append(alloc)
    for space, end in cursor.items():
        if end > target.capacity.get(space, 0):
            _fail_capacity(function, target, space, end, used.get(space, []), list(starts))


def reserved_starts(ops: Iterable[Operation], target: Target) -> dict[ReserveOp, int]:
    """
    The first byte of every reserved range among operations; one without an address gets the lowest
    free one.
    """
    starts: dict[ReserveOp, int] = {}
    cursor: dict[Space, int] = {}
    for op in ops:
        if type(op) is ReserveOp:
            space = op.type.space.data
            start = op.start
            if start is None:
                start = align_up(cursor.get(space, 0), target.alignment[space])
                cursor[space] = start + _size(op)
            starts[op] = start
    return starts


def ends_of(starts: Mapping[ReserveOp, int]) -> dict[Space, int]:
    """The end of the last reserved range in each memory."""
    ends: dict[Space, int] = {}
    for op, start in starts.items():
        space = op.type.space.data
        ends[space] = max(ends.get(space, 0), start + _size(op))
    return ends


def _check_reserves(starts: Mapping[ReserveOp, int]) -> None:
    by_space: dict[Space, list[ReserveOp]] = {}
    for op in starts:
        by_space.setdefault(op.type.space.data, []).append(op)
    for space, ops in by_space.items():
        for below, above in pairwise(sorted(ops, key=_start)):
            if _end(below) > _start(above):
                fail(
                    above,
                    f"overlapping reserve_buffer ranges in {space}: '{below.label.data}' "
                    f"[{_start(below)}, {_end(below)}) and '{above.label.data}' "
                    f"[{_start(above)}, {_end(above)})",
                    [note_at(below, f"'{below.label.data}' is reserved here")],
                )


def _start(op: ReserveOp) -> int:
    assert op.start is not None
    return op.start


def _size(op: ReserveOp) -> int:
    return op.type.size.data * op.type.slots.data


def _end(op: ReserveOp) -> int:
    return _start(op) + _size(op)


def _fail_capacity(
    function: FuncOp,
    target: Target,
    space: Space,
    needed: int,
    allocs: Sequence[AllocOp],
    reserves: Sequence[ReserveOp],
    verdict: Sequence[Note] = (),
) -> NoReturn:
    capacity = target.capacity.get(space)
    notes = [*verdict, *(Note(line) for line in _reserved_lines(space, reserves))]
    peak = live_at_peak(function, allocs)
    for use in peak:
        names = ", ".join(f"'{display_name(tile)}'" for tile in use.tiles)
        notes.append(
            note_at(
                use.tiles[0],
                f"live at the peak: {names} in '{use.alloc.label.data}', "
                f"{footprint(use.alloc, target)} bytes",
            )
        )
    notes.append(Note("make tiles smaller, end their lives earlier, or process less at once"))
    where = peak[0].tiles[0] if peak else function
    if capacity is None:
        fail(where, f"{target.name} has no memory {space.capitalize()}", notes)
    fail(
        where,
        f"{space.capitalize()} buffer usage ({needed} bytes) exceeds the limit of {target.name} "
        f"({capacity} bytes)",
        notes,
    )


def _reserved_lines(space: Space, reserves: Sequence[ReserveOp]) -> list[str]:
    return [
        f"'{op.label.data}' reserves {op.type.size.data} bytes of {space}"
        for op in reserves
        if op.type.space.data is space
    ]
