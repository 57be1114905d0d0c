"""
Give every allocation an address (planners `pack` and `solve`).

What it does under `solve`: addresses that let tiles share bytes only where the capacity forces it,
and then where no pipe has to wait for another one if possible (`planning/solve.py`). Allocations
overlap partly only if the assembler synchronises that (`ptoas_version`, `sync`).

What it does under `pack`: in each memory space, the allocations of a function follow each other in
the order in which they stand, from the end of the reserved ranges on, each at a multiple of the
space's alignment. If they do not fit and may overlap partly, their tiles are separated again and
placed as under `solve`, so that what a dead tile leaves can be divided. The slots of an allocation
are apart by a multiple of the alignment as well. A `mem.reserve` without an address gets the
lowest one that is free of other such ranges, from 0 on, at a multiple of 256.

Needs: `materialize-semantic-aliases`; `memory-reuse` makes it fit better. Leaves: every
allocation and reserved range with an address. Does nothing under planner `ptoas`, whose assembler
plans.

Errors: more bytes than the space has (names the tiles that are live at the peak, their bytes, the
largest hole between them, and whether partial overlap would help); reserved ranges that overlap.

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
from pto_dialect.machine.targets import RESERVED_ALIGNMENT, Target, align_up
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
from pto_dialect.tile.ops.queues import InitPipeOp
from pto_dialect.tile.types import TileType
from transforms.analysis.address_problem import SpaceProblem, address_problems
from transforms.analysis.peak import PeakUse, live_at_peak
from transforms.analysis.placements import allocs_in
from transforms.analysis.stages import strip_stages
from transforms.analysis.unsharing import separate_tiles
from transforms.planning.problem import NoPlan, Plan, Verdict
from transforms.planning.solve import solve

_WOULD_FIT = Note(
    "it would fit if tiles could overlap in part: use sync=graph, or ptoas 0.52 or later"
)
_SOLVE_FITS = Note("planner 'solve' finds a plan that fits")


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
                _allocate(function, target, same_start_only=not overlaps)


def slot_stride(alloc: AllocOp, target: Target) -> int:
    """Bytes from one slot of an allocation to the next."""
    return align_up(alloc.type.size.data, target.alignment[alloc.type.space.data])


def footprint(alloc: AllocOp, target: Target) -> int:
    """Bytes from the start of an allocation to the end of its last slot."""
    type_ = alloc.type
    return slot_stride(alloc, target) * (type_.slots.data - 1) + type_.size.data


def _reserve(function: FuncOp) -> dict[ReserveOp, int]:
    """Give every reserved range its address."""
    starts = reserved_starts(function.walk())
    for reserve, start in starts.items():
        reserve.start = start
    _check_reserves(starts)
    return starts


def _problems(
    function: FuncOp, target: Target, starts: Mapping[ReserveOp, int], *, same_start_only: bool
) -> dict[Space, SpaceProblem]:
    """What there is to plan in each memory beside the reserved ranges."""
    reserved: dict[Space, list[tuple[int, int]]] = {}
    for op, start in starts.items():
        reserved.setdefault(op.type.space.data, []).append((start, start + _size(op)))
    sizes: dict[SSAValue, int] = {
        alloc.ref: footprint(alloc, target) for alloc in allocs_in(function)
    }
    return address_problems(function, target, reserved, sizes, same_start_only=same_start_only)


def _place(
    function: FuncOp, space: Space, problem: SpaceProblem, plan: Plan, verdict: str | None
) -> None:
    """Give the allocations of a memory the addresses of a plan."""
    for alloc, address in zip(problem.allocs, plan.offsets.values(), strict=True):
        alloc.start = address
    record_plan(function, space, SpacePlan(plan.score.cost, len(plan.paid), verdict))


def _solve(module: ModuleOp, function: FuncOp, target: Target, *, same_start_only: bool) -> None:
    starts = _reserve(function)
    problems = _problems(function, target, starts, same_start_only=same_start_only)
    for space, problem in problems.items():
        plan = solve(problem.problem)
        if isinstance(plan, NoPlan):
            proven = plan.verdict is Verdict.INFEASIBLE
            notes = [Note("no plan exists" if proven else "the search found no plan")]
            relaxed = replace(problem.problem, same_start_only=False)
            if same_start_only and isinstance(solve(relaxed), Plan):
                notes.append(_WOULD_FIT)
            size = ends_of(starts).get(space, 0) + plan.live
            failure = _failure(function, target, space, size, problem.allocs, list(starts))
            failure.fail(notes)
        _place(function, space, problem, plan, str(plan))
        if plan.given_up:
            remark(
                module,
                problem.allocs[plan.given_up[0].pair[0]],
                f"{len(plan.given_up)} pairs of pipeline stages in {space} share bytes, or the "
                "plan would not fit",
            )


def _allocate(function: FuncOp, target: Target, *, same_start_only: bool) -> None:
    starts = _reserve(function)
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
            failure = _failure(function, target, space, end, used.get(space, []), list(starts))
            _subdivide(function, target, space, starts, failure, same_start_only=same_start_only)


def _subdivide(
    function: FuncOp,
    target: Target,
    space: Space,
    starts: Mapping[ReserveOp, int],
    failure: _Failure,
    *,
    same_start_only: bool,
) -> None:
    """Let tiles lie in parts of what dead ones leave, if that is allowed and fits; else fail."""
    separate_tiles(function, space, target)
    problems = _problems(function, target, starts, same_start_only=False)
    if space not in problems or space not in target.capacity:
        failure.fail()
    problem = problems[space]
    plan = solve(problem.problem)
    if isinstance(plan, NoPlan):
        failure.fail()
    if same_start_only:
        together = solve(replace(problem.problem, same_start_only=True))
        failure.fail([_WOULD_FIT] if isinstance(together, NoPlan) else [_SOLVE_FITS])
    _place(function, space, problem, plan, None)


def reserved_starts(ops: Iterable[Operation]) -> dict[ReserveOp, int]:
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
                start = align_up(cursor.get(space, 0), RESERVED_ALIGNMENT)
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


@dataclass(frozen=True)
class _Failure:
    """That the plan of a memory does not fit."""

    where: SSAValue | FuncOp
    """The first tile that is live at the peak, or the function."""
    message: str
    """What the error says."""
    notes: Sequence[Note]
    """What fills the memory."""

    def fail(self, verdict: Sequence[Note] = ()) -> NoReturn:
        """
        Stop compiling.

        Raises:
            CompileError: always.
        """
        advice = Note("make tiles smaller, end their lives earlier, or process less at once")
        fail(self.where, self.message, [*verdict, *self.notes, advice])


def _failure(
    function: FuncOp,
    target: Target,
    space: Space,
    needed: int,
    allocs: Sequence[AllocOp],
    reserves: Sequence[ReserveOp],
) -> _Failure:
    """What is wrong if a memory has no room for the bytes that its plan or its peak needs."""
    capacity, name = target.capacity.get(space), space.capitalize()
    reserves = [op for op in reserves if op.type.space.data is space]
    notes = [
        Note(f"'{op.label.data}' reserves {_size(op)} bytes of {space}{_slots_of(op)}")
        for op in reserves
    ]
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
    where = peak[0].tiles[0] if peak else function
    if capacity is None:
        return _Failure(where, f"{target.name} has no memory {name}", notes)
    if all(alloc.start is not None for alloc in allocs):
        notes.append(Note(_hole_line(capacity, allocs, peak, reserves, target)))
    if needed <= capacity:
        message = f"no addresses for the tiles in {name}, which need {needed} bytes at the peak: "
        return _Failure(where, f"{message}{target.name} has {capacity} bytes", notes)
    message = f"{name} buffer usage ({needed} bytes) exceeds the limit of {target.name} "
    return _Failure(where, f"{message}({capacity} bytes)", notes)


def _hole_line(
    capacity: int,
    allocs: Sequence[AllocOp],
    peak: Sequence[PeakUse],
    reserves: Sequence[ReserveOp],
    target: Target,
) -> str:
    """The largest run of bytes of a memory where nothing lies at the peak."""
    taken = [(_start(op), _end(op)) for op in reserves]
    taken += [(a.start or 0, (a.start or 0) + footprint(a, target)) for a in allocs if a.is_pinned]
    for use in peak:
        start = use.alloc.start or 0
        for tile in use.tiles if not use.alloc.is_pinned else ():
            assert isinstance(tile.type, TileType)
            taken.append((start, start + tile.type.allocated_bytes(target)))
    low = size = where = 0
    for start, end in [*sorted(taken), (capacity, capacity)]:
        if min(start, capacity) - low > size:
            size, where = min(start, capacity) - low, low
        low = max(low, end)
    return f"largest hole at the peak: {size} bytes" + (f" at {where}" if size else "")


def _slots_of(op: ReserveOp) -> str:
    """What reserved memory is for if that is a queue, and how to reserve less."""
    queue = next((u.operation for u in op.ref.uses if isinstance(u.operation, InitPipeOp)), None)
    if queue is None:
        return ""
    return f" for {queue.local_slots} slots of a queue, which may have fewer (slot_num)"
