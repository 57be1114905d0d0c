"""
Two tiles of different shapes or element types in one elementwise operation.

1. Narrower elements are converted to the wider type; an integer to the float, and of two floats of
   one width both to f32.
2. A row `[1, N]` or column `[M, 1]` is combined with every row or column of an `[M, N]` tile; a
   tile of one dimension is a row.
"""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute, SSAValue

from pto_dialect.language.emitter import Emitter
from pto_dialect.language.source import Node
from pto_dialect.tile.ops import elementwise as el
from pto_dialect.tile.ops import reductions as red
from pto_dialect.tile.ops.base import SimpleTileOp
from pto_dialect.tile.ops.views import ReshapeOp
from pto_dialect.tile.types import TileType, element_bits, is_float

Kind = type[SimpleTileOp]

_WITH_COLUMN: dict[Kind, Kind] = {
    el.AddOp: red.RowExpandAddOp,
    el.SubOp: red.RowExpandSubOp,
    el.MulOp: red.RowExpandMulOp,
    el.DivOp: red.RowExpandDivOp,
    el.MaxOp: red.RowExpandMaxOp,
    el.MinOp: red.RowExpandMinOp,
}
"""The operation of a tile and a column for that of two tiles."""

_WITH_ROW: dict[Kind, Kind] = {
    el.AddOp: red.ColExpandAddOp,
    el.SubOp: red.ColExpandSubOp,
    el.MulOp: red.ColExpandMulOp,
    el.DivOp: red.ColExpandDivOp,
    el.MaxOp: red.ColExpandMaxOp,
    el.MinOp: red.ColExpandMinOp,
}
"""The operation of a tile and a row for that of two tiles."""

_COMMUTATIVE = (el.AddOp, el.MulOp, el.MaxOp, el.MinOp)


def combine(
    emitter: Emitter,
    kind: Kind,
    lhs: SSAValue[TileType],
    rhs: SSAValue[TileType],
    node: Node,
) -> SSAValue:
    """
    The result of an elementwise operation of two tiles.

    Raises:
        CompileError: they do not go together.
    """
    if lhs.type is rhs.type:
        return emitter.tile(kind, [lhs, rhs], node)
    element = _common_element(lhs.type.element_type, rhs.type.element_type)
    lhs, rhs = (_converted(emitter, tile, element, node) for tile in (lhs, rhs))
    if kind in _COMMUTATIVE and prod(lhs.type.extents) < prod(rhs.type.extents):
        lhs, rhs = rhs, lhs
    lhs, rhs = as_row(emitter, lhs, rhs, node), as_row(emitter, rhs, lhs, node)
    a, b = lhs.type.extents, rhs.type.extents
    if a == b or len(a) < 2 or len(a) != len(b) or kind not in _WITH_ROW:
        return emitter.tile(kind, [lhs, rhs], node)
    if b == (*a[:-1], 1):
        return emitter.tile(_WITH_COLUMN[kind], [lhs, rhs], node)
    if b == (1, a[-1]):
        return emitter.tile(_WITH_ROW[kind], [lhs, rhs], node)
    if a == (*b[:-1], 1):
        lhs = _filled(emitter, red.RowExpandFillOp, rhs, lhs, node)
    elif a == (1, b[-1]):
        lhs = _filled(emitter, red.ColExpandFillOp, rhs, lhs, node)
    return emitter.tile(kind, [lhs, rhs], node)


def as_row(
    emitter: Emitter, tile: SSAValue[TileType], beside: SSAValue[TileType], node: Node
) -> SSAValue[TileType]:
    """A tile of one dimension as a row, if the tile that it goes with has two."""
    type_ = tile.type
    if len(type_.extents) != 1 or len(beside.type.extents) != 2:
        return tile
    row = TileType.get(
        (1, *type_.extents),
        type_.element_type,
        type_.memory_space,
        valid=(1, *type_.valid_extents),
    )
    return _as_tile(emitter.add_inner(ReshapeOp(tile, row), node))


def _filled(
    emitter: Emitter, kind: Kind, like: SSAValue, vector: SSAValue, node: Node
) -> SSAValue[TileType]:
    """A vector in every row or column of a tile like another one."""
    return _as_tile(emitter.add_inner(kind(like, vector), node))


def _converted(
    emitter: Emitter, tile: SSAValue[TileType], element: Attribute, node: Node
) -> SSAValue[TileType]:
    if tile.type.element_type == element:
        return tile
    mode = el.RoundMode.NONE if is_float(tile.type.element_type) else el.RoundMode.RINT
    return _as_tile(emitter.add_inner(el.CastOp(tile, element, mode), node))


def _as_tile(value: SSAValue) -> SSAValue[TileType]:
    assert isinstance(value.type, TileType)
    return value  # pyright: ignore[reportReturnType]


def _common_element(a: Attribute, b: Attribute) -> Attribute:
    """The element type that two are converted to."""
    if a == b:
        return a
    if is_float(a) != is_float(b):
        return a if is_float(a) else b
    if element_bits(a) != element_bits(b):
        return max(a, b, key=element_bits)
    return f32 if is_float(a) else a
