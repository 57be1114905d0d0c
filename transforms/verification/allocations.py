"""
The rules for allocations: where they may lie on a target, and which may share bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from pto_dialect.diagnostics import fail, note_at
from pto_dialect.machine.ptoas import Feature, PtoasVersion
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import RESERVED_ALIGNMENT, Target, align_up
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


@dataclass(eq=False, slots=True)
class Piece:
    """An allocation or reserved memory."""

    op: AllocOp | ReserveOp
    """The operation that it comes from."""
    label: str
    """Its name."""
    space: Space
    """The memory that it is in."""
    start: int | None
    """Its address, if it has one."""
    size: int
    """Bytes of a slot."""
    slots: int
    """How many slots it has."""
    stride: int
    """Bytes from one slot to the next."""
    end: int
    """Byte behind its last one, counted from 0 if it has no address."""
    pinned: bool
    """Whether it belongs to the author."""
    run_time: bool = False
    """Whether some of its slots are chosen at run time."""

    @staticmethod
    def of(op: AllocOp | ReserveOp, target: Target) -> Piece:
        """What an operation asks for."""
        type_, start = op.type, op.start
        space, size, slots = type_.space.data, type_.size.data, type_.slots.data
        stride = align_up(size, target.alignment[space])
        end = (start or 0) + stride * (slots - 1) + size
        pinned = isinstance(op, AllocOp) and op.is_pinned
        return Piece(op, op.label.data, space, start, size, slots, stride, end, pinned)

    @property
    def title(self) -> str:
        """How messages call it."""
        kind = "allocation" if isinstance(self.op, AllocOp) else "reserved memory"
        return f"{kind} '{self.label}'"

    @property
    def why_alone(self) -> str | None:
        """Why nothing else may overlap it, `None` if something may."""
        if isinstance(self.op, ReserveOp):
            return "the runtime keeps it for itself"
        if self.run_time:
            return "its slots are chosen at run time, so nothing else may share its bytes"
        if self.pinned:
            return "it belongs to the author, so nothing else may share its bytes"
        return None


def check_addresses(ops: Iterable[Operation], planner: Planner | None) -> bool:
    """
    Check that either every allocation among operations has an address or none has, as the planner
    demands (`None`: not known).

    Returns:
        Whether they have addresses.

    Raises:
        CompileError: one differs.
    """
    allocs = [op for op in ops if type(op) is AllocOp]
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


def check_pieces(pieces: Iterable[Piece], function: FuncOp, rules: Rules) -> None:
    """
    Check the allocations and the reserved memory of a function.

    Raises:
        CompileError: a rule is broken.
    """
    by_space: dict[Space, list[Piece]] = {}
    for piece in pieces:
        if isinstance(piece.op, AllocOp):
            _check_alloc(piece, function, rules)
        elif rules.addressed and piece.start is None:
            fail(piece.op, f"{piece.title} has no address")
        _check_range(piece, rules.target)
        by_space.setdefault(piece.space, []).append(piece)
    if rules.addressed:
        for members in by_space.values():
            _check_disjoint(members, rules)


def _check_alloc(alloc: Piece, function: FuncOp, rules: Rules) -> None:
    if alloc.op.parent is not function.body.first_block:
        fail(alloc.op, f"{alloc.title} is not in the entry block of its function")
    if rules.ptoas_plans and alloc.pinned and alloc.slots == 1:
        fail(
            alloc.op,
            f"buffer '{alloc.label}' has a single slot, which planner 'ptoas' cannot keep apart "
            "from other tiles",
            ["give it slots, or use another planner"],
        )
    side_by_side = alloc.slots > 1 and (alloc.run_time or rules.ptoas_plans)
    padded = alloc.stride != alloc.size
    if side_by_side and padded and not rules.ptoas.supports(Feature.ALIGNED_SLOT_STRIDE):
        fail(
            alloc.op,
            f"a slot of '{alloc.label}' has {alloc.size} bytes, but ptoas {rules.ptoas} puts "
            "slots side by side and they have to be aligned to "
            f"{rules.target.alignment[alloc.space]} bytes in {alloc.space}",
            ["use tiles whose size is a multiple of that"],
        )


def _check_range(piece: Piece, target: Target) -> None:
    space, start = piece.space, piece.start or 0
    is_reserved = isinstance(piece.op, ReserveOp)
    alignment = RESERVED_ALIGNMENT if is_reserved else target.alignment[space]
    capacity = target.capacity.get(space)
    if capacity is None:
        fail(piece.op, f"{piece.title} is in {space}, which {target.name} does not have")
    if start < 0 or start % alignment:
        fail(
            piece.op,
            f"{piece.title} is at address {start}, no multiple of {alignment} as {space} needs",
            ["leave the address to the compiler (base=pl.AUTO)"] if is_reserved else (),
        )
    if piece.end > capacity:
        fail(
            piece.op,
            f"{piece.title} takes bytes {start} to {piece.end} of {space}, but {target.name} "
            f"has {capacity}",
        )


def _check_disjoint(pieces: list[Piece], rules: Rules) -> None:
    """
    One sweep over the pieces of a space by address. A piece overlaps an earlier one if it starts
    before the end of the one that reaches furthest; a piece that shares nothing is overlapped by
    its successor if by any.
    """
    pieces.sort(key=lambda piece: piece.start or 0)
    furthest: Piece | None = None
    furthest_below: Piece | None = None
    previous: Piece | None = None
    for piece in pieces:
        start = piece.start or 0
        if previous is not None and furthest is not None:
            if start > (previous.start or 0):
                furthest_below = furthest
            if start < previous.end and (why := previous.why_alone):
                _fail_overlap(piece, previous, f"{previous.title}: {why}")
            if start < furthest.end and (why := piece.why_alone):
                _fail_overlap(piece, furthest, f"{piece.title}: {why}")
        if furthest_below is not None and start < furthest_below.end and not rules.partial_overlap:
            _fail_overlap(
                piece,
                furthest_below,
                f"ptoas {rules.ptoas} orders the uses of shared bytes only if both allocations "
                "start at one address",
            )
        if furthest is None or piece.end > furthest.end:
            furthest = piece
        previous = piece


def _fail_overlap(piece: Piece, other: Piece, reason: str) -> None:
    fail(
        piece.op,
        f"{piece.title} (bytes {piece.start} to {piece.end} of {piece.space}) overlaps "
        f"{other.title} (bytes {other.start} to {other.end})",
        [reason, note_at(other.op, f"{other.title} is here")],
    )
