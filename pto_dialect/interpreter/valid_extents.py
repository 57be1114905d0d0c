"""
The valid extents of tiles whose types leave some of them open.
"""

from __future__ import annotations

from collections.abc import Sequence

from pto_dialect.diagnostics import CompileError
from pto_dialect.tile.types import DYNAMIC, TileType


def given_valid(type_: TileType, dynamic: Sequence[int]) -> tuple[int, ...]:
    """
    The valid extents of a type whose `?` are given in order.

    Raises:
        CompileError: one of them does not lie inside of the shape.
    """
    following = iter(dynamic)
    valid = tuple(next(following) if v == DYNAMIC else v for v in type_.valid_extents)
    for d, (extent, size) in enumerate(zip(valid, type_.extents, strict=True)):
        if not 0 <= extent <= size:
            raise CompileError(
                f"valid extent {extent} of dimension {d} lies outside of 0 to {size}"
            )
    return valid


def inherited_valid(type_: TileType, source: Sequence[int]) -> tuple[int, ...]:
    """
    The valid extents of a type whose `?` are those of another tile.

    Raises:
        CompileError: the other tile has not as many dimensions, or one does not lie inside of the
            shape.
    """
    if DYNAMIC not in type_.valid_extents:
        return type_.valid_extents
    if len(source) != len(type_.valid_extents):
        raise CompileError(f"the valid extents of {type_} do not follow from its operand")
    return given_valid(
        type_, [s for s, v in zip(source, type_.valid_extents, strict=True) if v == DYNAMIC]
    )
