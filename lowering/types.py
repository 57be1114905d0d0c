"""
Types of the assembler for our types.
"""

from __future__ import annotations

from functools import cache, lru_cache

from xdsl.dialects.builtin import Float8E8M0FNUType
from xdsl.ir import Attribute

from pto_dialect.machine.spaces import SCALE_SPACES, BLayout, Space
from pto_dialect.machine.targets import A3, LINE_BYTES, Target, align_up
from pto_dialect.pto.types import F8E8M0Type, TileBufType
from pto_dialect.tile.types import TileType


@cache
def assembler_element(element_type: Attribute) -> Attribute:
    """An element type as the assembler spells it: powers of two have a type of its own."""
    return F8E8M0Type() if isinstance(element_type, Float8E8M0FNUType) else element_type


_SCALING = "scaling"
"""The assembler has one memory for the scales of both operands."""


@lru_cache(maxsize=4096)
def _tile_buf_type(type_: TileType, left_is_row_major: bool) -> TileBufType:
    space = type_.memory_space
    assert space is not None
    layout = type_.layout
    blayout = layout.blayout
    if space is Space.LEFT:
        blayout = BLayout.ROW_MAJOR if left_is_row_major else BLayout.COL_MAJOR
    scales = space in SCALE_SPACES
    rows = (1,) * (2 - len(type_.extents))
    return TileBufType.get(
        _SCALING if scales else str(space),
        rows + type_.extents,
        assembler_element(type_.element_type),
        valid=rows + type_.valid_extents,
        blayout=str(blayout),
        slayout=str(layout.slayout),
        fractal=layout.fractal,
        pad=type_.pad.data,
        compact=type_.compact.data,
    )


def tile_buf_type(type_: TileType, target: Target) -> TileBufType:
    """
    The handle type of a tile of at most two dimensions; `[N]` becomes `[1, N]`. The blocks of a
    `left` tile are stored row by row on a3 and column by column on later targets.
    """
    return _tile_buf_type(type_, target is A3)


@lru_cache(maxsize=4096)
def in_whole_boxes(type_: TileBufType) -> TileBufType:
    """
    The type with as many rows as whole boxes have, of which those of the tile are valid. A single
    row may stand alone.
    """
    rows, cols = type_.shape
    box_rows, _ = type_.box
    if type_.space.data == "vec" or type_.fractal.data == 32 or rows == 1 or not rows % box_rows:
        return type_
    return type_.changed(shape=(align_up(rows, box_rows), cols))


@lru_cache(maxsize=4096)
def in_whole_lines(type_: TileBufType) -> TileBufType:
    """
    The type of a single row or column without boxes with as many elements as a multiple of
    `LINE_BYTES` has, of which those of the tile are valid: `allocated_bytes` counts them.
    """
    rows, cols = type_.shape
    by_row = type_.blayout.data == "row_major"
    if type_.is_boxed or (rows if by_row else cols) != 1:
        return type_
    line = align_up(line_bytes(type_), LINE_BYTES) // type_.element_bytes
    return type_.changed(shape=(1, line) if by_row else (line, 1))


def line_bytes(type_: TileBufType) -> int:
    """How many bytes lie behind each other: those of a row, or of a column stored as such."""
    rows, cols = type_.shape
    return (cols if type_.blayout.data == "row_major" else rows) * type_.element_bytes


def as_row(type_: TileBufType, *, whole: bool = False) -> TileBufType:
    """
    The row with the elements of a column that is stored column by column; all of them are valid
    if it is `whole`.
    """
    rows, _ = type_.shape
    valid_rows, valid_cols = type_.valid
    return type_.changed(
        shape=(1, rows),
        valid=(1, rows) if whole else (valid_cols, valid_rows),
        blayout="row_major",
    )


def is_column(type_: TileBufType) -> bool:
    """Whether a tile is a column that is stored column by column, without boxes."""
    return type_.blayout.data == "col_major" and type_.shape[1] == 1 and not type_.is_boxed
