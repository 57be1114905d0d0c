"""
Bitwise operations and shifts.

A target that has a bitwise operation for 16-bit integers only gets other widths as those: the bits
of a row are the same. A scalar is spread over the result first, whose bits are then combined with
the source's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import i16
from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering, as_row_handle, elementwise, signless
from pto_dialect.pto import arithmetic, scalar_arithmetic, unary
from pto_dialect.pto.tile_views import SubviewOp, TReshapeOp
from pto_dialect.pto.types import DYNAMIC, TileBufType
from pto_dialect.tile.ops import bitwise as tile
from pto_dialect.tile.ops.constants import constant_value

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _bits(kind: type[Operation], of_tiles: type[Operation] | None = None) -> Lowering:
    """
    A function of single bits; for one of a tile and a scalar `of_tiles` is that of two tiles.
    """
    build: Callable[..., Operation] = kind

    def lower(to: FunctionLowering, op: Operation) -> None:
        source = to.values[op.operands[0]].type
        assert isinstance(source, TileBufType)
        if to.legality.takes(kind, source) or source.is_boxed:
            elementwise(build)(to, op)
            return
        destination = to.handles.make(op)
        operands = [to.values[operand] for operand in op.operands]
        instruction = build
        if of_tiles is not None:
            whole = as_row_handle(to, signless(to, destination))
            to.emit(scalar_arithmetic.TExpandsOp(operands[1], whole))
            operands[1] = destination
            instruction = of_tiles
        to.emit(instruction(*(_halves(to, v) for v in (*operands, destination))))

    return lower


def _halves(to: FunctionLowering, handle: SSAValue) -> SSAValue:
    """
    A tile as 16-bit integers. If the valid part of a row is no whole number of them, or known at
    run time only, it is the whole row: what lies outside of the valid region means nothing.
    """
    row = as_row_handle(to, handle)
    type_ = row.type
    assert isinstance(type_, TileBufType)
    (rows, columns), (valid_rows, valid_columns) = type_.shape, type_.valid
    size = type_.element_bytes
    if valid_columns == DYNAMIC or valid_columns * size % 2:
        valid_columns = columns
    halves = TileBufType.get(
        type_.space.data,
        (rows, columns * size // 2),
        i16,
        valid=(valid_rows, valid_columns * size // 2),
        fractal=type_.fractal.data,
        pad=type_.pad.data,
        compact=type_.compact.data,
    )
    if isinstance(row.owner, SubviewOp):
        return _window_of_halves(to, row.owner, halves)
    return to.emit(TReshapeOp(row, halves)).results[0]


def _window_of_halves(to: FunctionLowering, window: SubviewOp, halves: TileBufType) -> SSAValue:
    """Rows with gaps between them have no other shape, but they are a window of what has one."""
    source = _halves(to, window.source)
    row, column = window.offsets
    size = window.result.type.element_bytes
    start = constant_value(column)
    if start is not None:
        column = to.builder.index(start * size // 2)
    elif size == 1:
        column = to.emit(arith.DivUIOp(column, to.builder.index(2))).results[0]
    elif size > 2:
        column = to.emit(arith.MuliOp(column, to.builder.index(size // 2))).results[0]
    valid = None
    if window.valid_row is not None:
        valid = (window.valid_row, to.builder.index(halves.valid[1]))
    return to.emit(SubviewOp(source, (row, column), halves.shape, halves, valid)).results[0]


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.AndOp: _bits(arithmetic.TAndOp),
    tile.OrOp: _bits(arithmetic.TOrOp),
    tile.XorOp: _bits(arithmetic.TXorOp),
    tile.NotOp: _bits(unary.TNotOp),
    tile.ShlOp: elementwise(arithmetic.TShlOp),
    tile.ShrOp: elementwise(arithmetic.TShrOp),
    tile.AndsOp: _bits(scalar_arithmetic.TAndsOp, arithmetic.TAndOp),
    tile.OrsOp: _bits(scalar_arithmetic.TOrsOp, arithmetic.TOrOp),
    tile.XorsOp: _bits(scalar_arithmetic.TXorsOp, arithmetic.TXorOp),
    tile.ShlsOp: elementwise(scalar_arithmetic.TShlsOp),
    tile.ShrsOp: elementwise(scalar_arithmetic.TShrsOp),
}
"""Tile operation to what it becomes."""
