"""
Ranges of memory that the runtime keeps for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from pto_dialect.diagnostics import fail, note_at
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import RESERVED_ALIGNMENT, align_up
from pto_dialect.mem import ReserveOp


def reserve(function: FuncOp) -> dict[ReserveOp, int]:
    """
    Give every reserved range its address.

    Returns:
        The first byte of each.

    Raises:
        CompileError: two overlap.
    """
    starts = reserved_starts(function.walk())
    for op, start in starts.items():
        op.start = start
    _check_disjoint(starts)
    return starts


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
                cursor[space] = start + reserved_bytes(op)
            starts[op] = start
    return starts


def ends_of(starts: Mapping[ReserveOp, int]) -> dict[Space, int]:
    """The end of the last reserved range in each memory."""
    ends: dict[Space, int] = {}
    for op, start in starts.items():
        space = op.type.space.data
        ends[space] = max(ends.get(space, 0), start + reserved_bytes(op))
    return ends


def _check_disjoint(starts: Mapping[ReserveOp, int]) -> None:
    by_space: dict[Space, list[ReserveOp]] = {}
    for op in starts:
        by_space.setdefault(op.type.space.data, []).append(op)
    for space, ops in by_space.items():
        for below, above in pairwise(sorted(ops, key=starts.__getitem__)):
            end = starts[below] + reserved_bytes(below)
            if end > starts[above]:
                fail(
                    above,
                    f"overlapping reserve_buffer ranges in {space}: '{below.label.data}' "
                    f"[{starts[below]}, {end}) and '{above.label.data}' "
                    f"[{starts[above]}, {starts[above] + reserved_bytes(above)})",
                    [note_at(below, f"'{below.label.data}' is reserved here")],
                )


def reserved_bytes(op: ReserveOp) -> int:
    """How many bytes are reserved."""
    return op.type.size.data * op.type.slots.data
