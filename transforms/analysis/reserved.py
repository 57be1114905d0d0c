"""
Ranges of memory that the runtime keeps for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from xdsl.ir import Operation

from pto_dialect.diagnostics import fail, note_at
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import RESERVED_ALIGNMENT, align_up
from pto_dialect.mem import ReserveOp


def reserve(ops: Iterable[Operation]) -> dict[ReserveOp, int]:
    """
    Give every reserved range among operations its address.

    Returns:
        The first byte of each.

    Raises:
        CompileError: two overlap.
    """
    starts = reserved_starts(ops)
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
                cursor[space] = start + op.type.total_bytes
            starts[op] = start
    return starts


def ends_of(starts: Mapping[ReserveOp, int]) -> dict[Space, int]:
    """The end of the last reserved range in each memory."""
    ends: dict[Space, int] = {}
    for op, start in starts.items():
        space = op.type.space.data
        ends[space] = max(ends.get(space, 0), start + op.type.total_bytes)
    return ends


def _check_disjoint(starts: Mapping[ReserveOp, int]) -> None:
    by_space: dict[Space, list[ReserveOp]] = {}
    for op in starts:
        by_space.setdefault(op.type.space.data, []).append(op)
    for space, ops in by_space.items():
        for below, above in pairwise(sorted(ops, key=starts.__getitem__)):
            end = starts[below] + below.type.total_bytes
            if end > starts[above]:
                fail(
                    above,
                    f"overlapping reserve_buffer ranges in {space}: '{below.label.data}' "
                    f"[{starts[below]}, {end}) and '{above.label.data}' "
                    f"[{starts[above]}, {starts[above] + above.type.total_bytes})",
                    [note_at(below, f"'{below.label.data}' is reserved here")],
                )
