"""Where views lie in the tiles that they are views of."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, f32
from xdsl.ir import SSAValue

from pto_dialect.machine.spaces import Space
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.ops.views import SliceOp, window_offset
from pto_dialect.tile.types import TileType


def _index(value: int) -> SSAValue:
    return arith.ConstantOp(IntegerAttr(value, IndexType())).result


def _slice(tile: SSAValue, offsets: tuple[int, int], shape: tuple[int, int]) -> SliceOp:
    type_ = TileType.get(shape, f32, Space.VEC)
    return SliceOp(tile, [_index(o) for o in offsets], type_)


def test_offset_of_a_window_counts_the_tiles_columns() -> None:
    tile = CreateOp(TileType.get((64, 64), f32, Space.VEC)).result
    assert window_offset(_slice(tile, (2, 8), (16, 16))) == (2 * 64 + 8) * 4


def test_offset_of_a_window_of_a_window_counts_the_allocated_tiles_columns() -> None:
    tile = CreateOp(TileType.get((64, 64), f32, Space.VEC)).result
    outer = _slice(tile, (0, 32), (32, 32))
    assert window_offset(_slice(outer.result, (8, 0), (8, 32))) == 8 * 64 * 4
