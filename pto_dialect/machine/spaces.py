"""
On-chip memory spaces and the layout that a tile has in each when nothing else is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.utils.str_enum import StrEnum


class Space(StrEnum):
    """An on-chip memory, named as the assembler names it."""

    VEC = "vec"
    """Unified buffer (UB): the vector unit's memory."""
    MAT = "mat"
    """L1: staging memory of the cube unit."""
    LEFT = "left"
    """L0A: left operand of the cube unit."""
    RIGHT = "right"
    """L0B: right operand of the cube unit."""
    ACC = "acc"
    """L0C: accumulators of the cube unit."""
    BIAS = "bias"
    """Bias table of the cube unit."""
    LEFT_SCALE = "left_scale"
    """Scales of the left operand (a5)."""
    RIGHT_SCALE = "right_scale"
    """Scales of the right operand (a5)."""


SCALE_SPACES = (Space.LEFT_SCALE, Space.RIGHT_SCALE)
"""The memories of the scales of the operands of the cube unit."""


class BLayout(StrEnum):
    """Order of the blocks of a tile."""

    ROW_MAJOR = "row_major"
    COL_MAJOR = "col_major"


class SLayout(StrEnum):
    """Order of the elements inside a block; `none_box` means that there are no blocks."""

    NONE_BOX = "none_box"
    ROW_MAJOR = "row_major"
    COL_MAJOR = "col_major"


class Pad(StrEnum):
    """What the elements outside of the valid region hold."""

    NULL = "null"
    ZERO = "zero"
    MAX = "max"
    MIN = "min"


class Compact(StrEnum):
    """Packing of partly valid blocks."""

    NULL = "null"
    NORMAL = "normal"
    ROW_PLUS_ONE = "row_plus_one"


FRACTAL_SIZES = (32, 512, 1024)
"""Sizes that a block may have, in bytes."""


@dataclass(frozen=True)
class Layout:
    """Order of a tile's elements in memory."""

    blayout: BLayout
    """Order of the blocks."""
    slayout: SLayout
    """Order inside a block."""
    fractal: int
    """Bytes of a block."""


_ROW = Layout(BLayout.ROW_MAJOR, SLayout.NONE_BOX, 512)
_COLUMN = Layout(BLayout.COL_MAJOR, SLayout.NONE_BOX, 512)
_IMPLICIT = {
    Space.MAT: Layout(BLayout.COL_MAJOR, SLayout.ROW_MAJOR, 512),
    Space.LEFT: Layout(BLayout.COL_MAJOR, SLayout.ROW_MAJOR, 512),
    Space.RIGHT: Layout(BLayout.ROW_MAJOR, SLayout.COL_MAJOR, 512),
    Space.ACC: Layout(BLayout.COL_MAJOR, SLayout.ROW_MAJOR, 1024),
    Space.BIAS: _ROW,
    Space.LEFT_SCALE: Layout(BLayout.ROW_MAJOR, SLayout.ROW_MAJOR, 32),
    Space.RIGHT_SCALE: Layout(BLayout.COL_MAJOR, SLayout.COL_MAJOR, 32),
}


def implicit_layout(space: Space | None, shape: Sequence[int]) -> Layout:
    """
    The layout of a tile of this shape in this space (`None` = not decided yet, treated as
    `vec`) when none is written. A static column of more than one element in `vec` is stored
    column by column; everything else there row by row. A single row in `mat` has no boxes.
    """
    if space is Space.MAT and len(shape) > 1 and shape[-2] == 1 and prod(shape[:-1]) == 1:
        return _ROW
    if space is not None and space is not Space.VEC:
        return _IMPLICIT[space]
    if len(shape) > 1 and shape[-1] == 1 and min(shape) > 0 and prod(shape) > 1:
        return _COLUMN
    return _ROW
