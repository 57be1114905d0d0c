"""
Which bytes the operands and results of one operation may have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import display_name, fail
from pto_dialect.tile.ops.views import AssembleOp, window_offset
from pto_dialect.tile.types import TileType
from transforms.verification.location import Location, described, part


class PlacedTile(NamedTuple):
    """An operand or result of an operation, and its bytes."""

    number: int
    """Its index among the operands or results."""
    tile: SSAValue
    """The tile."""
    place: Location
    """Its bytes."""


def overwritten(op: Operation, target: Location) -> Location:
    """What an operation writes of the tile that it overwrites in place."""
    if not isinstance(op, AssembleOp):
        return target
    outer, inner = op.target.type, op.source.type
    assert isinstance(outer, TileType) and isinstance(inner, TileType)
    return part(target, outer, inner, window_offset(op), op.result)


def check_scratch(op: Operation, scratch: PlacedTile, operands: Sequence[PlacedTile]) -> None:
    """
    Check that an operand that the operation may write to as scratch shares no byte with another
    operand.

    Raises:
        CompileError: it does.
    """
    for operand in operands:
        if operand.tile is not scratch.tile and scratch.place.may_touch(operand.place):
            fail(
                op,
                f"scratch tile {described(scratch.tile, scratch.place)} shares bytes with "
                f"operand {described(operand.tile, operand.place)} of {op.name}",
            )


def check_result(
    op: Operation,
    result: PlacedTile,
    operands: Sequence[PlacedTile],
    forbidden: Sequence[int],
) -> None:
    """
    Check that a result shares no byte with a `forbidden` operand (by index), and with others only
    if both start at one address.

    Raises:
        CompileError: it does.
    """
    for operand in operands:
        if not result.place.may_touch(operand.place):
            continue
        if operand.number in forbidden:
            why = f"{op.name} would overwrite what it has yet to read"
        elif not result.place.starts_with(operand.place):
            why = "only tiles that start at one address may share bytes"
        else:
            continue
        fail(
            op,
            f"result {described(result.tile, result.place)} of {op.name} shares bytes with its "
            f"operand {described(operand.tile, operand.place)}",
            [why],
        )


def check_results_apart(op: Operation, results: Sequence[PlacedTile]) -> None:
    """
    Check that no two results share a byte.

    Raises:
        CompileError: two do.
    """
    for i, second in enumerate(results):
        for first in results[:i]:
            if first.place.may_touch(second.place):
                fail(
                    op,
                    f"results {described(first.tile, first.place)} and "
                    f"{described(second.tile, second.place)} of {op.name} share bytes",
                )


def check_one_address(
    op: Operation,
    carried: SSAValue,
    first: tuple[SSAValue, Location | None],
    second: tuple[SSAValue, Location | None],
) -> None:
    """
    Check that two tiles that are passed on as one value lie at one address.

    Raises:
        CompileError: they do not.
    """
    (a, place_a), (b, place_b) = first, second
    if place_a is None and place_b is None:
        return
    if place_a is None or place_b is None or not place_a.same_place(place_b):
        fail(
            op,
            f"tile '{display_name(carried)}' is not at one address: {described(a, place_a)} "
            f"and {described(b, place_b)} are both passed to it",
        )
