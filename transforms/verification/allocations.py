"""
The rules for allocations: where they may lie on a target, and which may share bytes.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from pto_dialect.diagnostics import fail, note_at
from pto_dialect.machine.ptoas import Feature, PtoasVersion
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import AllocOp, ReserveOp
from pto_dialect.module_attributes import Planner


@dataclass(frozen=True)
class Rules:
    """What the plan is for."""

    target: Target
    """The machine."""
    ptoas: PtoasVersion
    """The assembler that will read the result."""
    partial_overlap: bool
    """Whether the assembler orders allocations that overlap but start at different addresses."""
    addressed: bool
    """Whether allocations have addresses."""
    ptoas_plans: bool
    """Whether the assembler chooses the addresses."""


def check_addresses(module: Operation, planner: Planner | None) -> bool:
    """
    Check that either every allocation of a module has an address or none has, as the planner
    demands (`None`: not known).

    Returns:
        Whether they have addresses.

    Raises:
        CompileError: one differs.
    """
    allocs = [op for op in module.walk() if isinstance(op, AllocOp)]
    with_address = next((a for a in allocs if a.start is not None), None)
    without = next((a for a in allocs if a.start is None), None)
    if planner is Planner.PTOAS:
        if with_address is not None:
            fail(
                with_address,
                f"allocation '{with_address.label.data}' has the address {with_address.start}, "
                "but planner 'ptoas' leaves all addresses to the assembler",
            )
        return False
    if without is not None and planner is not None:
        fail(
            without,
            f"allocation '{without.label.data}' has no address, but planner '{planner}' gives "
            "one to every allocation",
        )
    if without is not None and with_address is not None:
        fail(
            without,
            f"allocation '{without.label.data}' has no address, but others have one",
            [note_at(with_address, f"allocation '{with_address.label.data}' has one")],
        )
    return with_address is not None


def stride(op: AllocOp | ReserveOp, target: Target) -> int:
    """Bytes from one slot to the next."""
    space = op.type.space.data
    return align_up(op.type.size.data, target.alignment[space])


def _end(op: AllocOp | ReserveOp, target: Target) -> int:
    slots = op.type.slots.data
    return (op.start or 0) + stride(op, target) * (slots - 1) + op.type.size.data


def check_alloc(alloc: AllocOp, run_time: bool, function: FuncOp, rules: Rules) -> None:
    """
    Check one allocation; `run_time` if its slots are chosen at run time.

    Raises:
        CompileError: a rule is broken.
    """
    name, type_ = alloc.label.data, alloc.type
    if alloc.parent is not function.body.first_block:
        fail(alloc, f"allocation '{name}' is not in the entry block of its function")
    if rules.ptoas_plans and alloc.is_pinned and type_.slots.data == 1:
        fail(
            alloc,
            f"buffer '{name}' has a single slot, which planner 'ptoas' cannot keep apart from "
            "other tiles",
            ["give it slots, or use another planner"],
        )
    if type_.slots.data > 1 and (run_time or rules.ptoas_plans):
        alignment = rules.target.alignment[type_.space.data]
        if type_.size.data % alignment and not rules.ptoas.supports(Feature.ALIGNED_SLOT_STRIDE):
            fail(
                alloc,
                f"a slot of '{name}' has {type_.size.data} bytes, but ptoas {rules.ptoas} puts "
                f"slots side by side and they have to be aligned to {alignment} bytes in "
                f"{type_.space.data}",
                ["use tiles whose size is a multiple of that"],
            )
    check_range(alloc, rules.target)


def check_range(op: AllocOp | ReserveOp, target: Target) -> None:
    """
    Check that a piece of memory is aligned and inside of its space.

    Raises:
        CompileError: it is not.
    """
    what, space = _title(op), op.type.space.data
    capacity = target.capacity.get(space)
    if capacity is None:
        fail(op, f"{what} is in {space}, which {target.name} does not have")
    start, alignment = op.start or 0, target.alignment[space]
    if start < 0 or start % alignment:
        fail(op, f"{what} is at address {start}, no multiple of {alignment} as {space} needs")
    if (end := _end(op, target)) > capacity:
        fail(
            op,
            f"{what} takes bytes {start} to {end} of {space}, but {target.name} has {capacity}",
        )


def _title(op: AllocOp | ReserveOp) -> str:
    kind = "allocation" if isinstance(op, AllocOp) else "reserved memory"
    return f"{kind} '{op.label.data}'"


def check_disjoint(
    pieces: Sequence[AllocOp | ReserveOp], run_time: Container[AllocOp], rules: Rules
) -> None:
    """
    Check that only allocations overlap that may; `run_time` are those whose slots are chosen at
    run time.

    Raises:
        CompileError: others do.
    """
    by_space: dict[Space, list[AllocOp | ReserveOp]] = {}
    for op in pieces:
        by_space.setdefault(op.type.space.data, []).append(op)
    for ops in by_space.values():
        _check_disjoint_in_space(ops, run_time, rules)


def _check_disjoint_in_space(
    pieces: list[AllocOp | ReserveOp], run_time: Container[AllocOp], rules: Rules
) -> None:
    """
    One sweep over the pieces by address. A piece overlaps an earlier one if it starts before the
    end of the one that reaches furthest; a piece that shares nothing is overlapped by its
    successor if by any.
    """

    def why_alone(op: AllocOp | ReserveOp) -> str | None:
        if isinstance(op, ReserveOp):
            return "the runtime keeps it for itself"
        if op in run_time:
            return "its slots are chosen at run time, so nothing else may share its bytes"
        if op.is_pinned:
            return "it belongs to the author, so nothing else may share its bytes"
        return None

    pieces.sort(key=lambda op: op.start or 0)
    ends = {op: _end(op, rules.target) for op in pieces}
    furthest: AllocOp | ReserveOp | None = None
    furthest_below: AllocOp | ReserveOp | None = None
    previous: AllocOp | ReserveOp | None = None
    for op in pieces:
        start = op.start or 0
        if previous is not None and start > (previous.start or 0):
            furthest_below = furthest
        for other, reason in (
            (previous, previous and why_alone(previous)),
            (furthest, why_alone(op)),
        ):
            if other is not None and reason and start < ends[other]:
                owner = other if other is previous and why_alone(other) else op
                _fail_overlap(op, other, f"{_title(owner)}: {reason}", ends)
        if (
            furthest_below is not None
            and not rules.partial_overlap
            and start < ends[furthest_below]
        ):
            reason = (
                f"ptoas {rules.ptoas} orders the uses of shared bytes only if both allocations "
                "start at one address"
            )
            _fail_overlap(op, furthest_below, reason, ends)
        if furthest is None or ends[op] > ends[furthest]:
            furthest = op
        previous = op


def _fail_overlap(
    op: AllocOp | ReserveOp,
    other: AllocOp | ReserveOp,
    reason: str,
    ends: Mapping[AllocOp | ReserveOp, int],
) -> None:
    space = op.type.space.data
    fail(
        op,
        f"{_title(op)} (bytes {op.start} to {ends[op]} of {space}) overlaps {_title(other)} "
        f"(bytes {other.start} to {ends[other]})",
        [reason, note_at(other, f"{_title(other)} is here")],
    )
