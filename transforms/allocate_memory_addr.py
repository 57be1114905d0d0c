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

from collections.abc import Mapping
from dataclasses import dataclass, replace

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import Note
from pto_dialect.machine.ptoas import DEFAULT_PTOAS
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import AllocOp, ReserveOp
from pto_dialect.module_attributes import (
    Planner,
    SpacePlan,
    assembler_version,
    functions_in,
    orders_partial_overlap,
    record_plan,
    remark,
    resolve_planner,
    target_of,
)
from transforms.analysis.address_problem import SpaceProblem, address_problems
from transforms.analysis.footprint import footprint
from transforms.analysis.numbering import Numbering
from transforms.analysis.overflow import Overflow, overflow
from transforms.analysis.placements import allocs_in
from transforms.analysis.reserved import ends_of, reserve
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
        overlaps = orders_partial_overlap(assembler_version(self.ptoas_version), self.sync)
        for function in functions_in(op):
            if planner is Planner.SOLVE:
                numbering = Numbering(function)
                _solve(op, numbering, target, same_start_only=not overlaps)
                strip_stages(numbering.order)
            else:
                _allocate(function, target, same_start_only=not overlaps)


def _place(
    function: FuncOp, space: Space, problem: SpaceProblem, plan: Plan, verdict: str | None
) -> None:
    """Give the allocations of a memory the addresses of a plan."""
    for alloc, address in zip(problem.allocs, plan.offsets.values(), strict=True):
        alloc.start = address
    record_plan(function, space, SpacePlan(plan.score.cost, len(plan.paid), verdict))


def _solve(
    module: ModuleOp, numbering: Numbering, target: Target, *, same_start_only: bool
) -> None:
    function, starts = numbering.function, reserve(numbering.order)
    problems = address_problems(numbering, target, starts, same_start_only=same_start_only)
    for space, problem in problems.items():
        plan = solve(problem.problem)
        if isinstance(plan, NoPlan):
            proven = plan.verdict is Verdict.INFEASIBLE
            notes = [Note("no plan exists" if proven else "the search found no plan")]
            relaxed = replace(problem.problem, same_start_only=False)
            if same_start_only and isinstance(solve(relaxed), Plan):
                notes.append(_WOULD_FIT)
            size = ends_of(starts).get(space, 0) + plan.live
            overflow(function, target, space, size, problem.allocs, starts).fail(notes)
        _place(function, space, problem, plan, str(plan))
        if plan.given_up:
            remark(
                module,
                problem.allocs[plan.given_up[0].pair[0]],
                f"{len(plan.given_up)} pairs of pipeline stages in {space} share bytes, or the "
                "plan would not fit",
            )


def _allocate(function: FuncOp, target: Target, *, same_start_only: bool) -> None:
    starts = reserve(function.walk())
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
            failure = overflow(function, target, space, end, used.get(space, []), starts)
            _subdivide(function, target, space, starts, failure, same_start_only=same_start_only)


def _subdivide(
    function: FuncOp,
    target: Target,
    space: Space,
    starts: Mapping[ReserveOp, int],
    failure: Overflow,
    *,
    same_start_only: bool,
) -> None:
    """Let tiles lie in parts of what dead ones leave, if that is allowed and fits; else fail."""
    separate_tiles(function, space, target)
    problems = address_problems(Numbering(function), target, starts, same_start_only=False)
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
