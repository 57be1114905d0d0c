"""
Gather and scatter.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from lowering.operations.common import Lowering, plain, signless
from pto_dialect.diagnostics import display_name, fail
from pto_dialect.pto.attributes import CmpModeAttr, CoalesceAttr, GatherOobAttr, MaskPatternAttr
from pto_dialect.pto.gathering import (
    MGatherOp,
    MScatterOp,
    TGatherBOp,
    TGatherOp,
    TScatterOp,
)
from pto_dialect.pto.movement import TGetValOp, TMovOp
from pto_dialect.pto.tile_views import SubviewOp
from pto_dialect.pto.types import TileBufType
from pto_dialect.segments import segments
from pto_dialect.tile.ops import gathering as tile
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.views import is_contiguous

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _check_whole(op: Operation, value: SSAValue) -> None:
    """Check that the elements of a tile can be counted row by row in memory."""
    if not is_contiguous(value):
        fail(
            op,
            f"{op.name} counts the elements of tile '{display_name(value)}' in memory, and its "
            "rows do not follow each other there",
            ["copy the window with move before"],
        )


def _gather(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.GatherOp)
    _check_whole(op, op.src)
    destination = to.handles.make(op)
    indices, tmp = (signless(to, to.values[v]) for v in (op.indices, op.tmp))
    to.emit(TGatherOp(to.values[op.src], destination, indices, tmp))


def _gatherb(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.GatherBOp)
    _check_whole(op, op.src)
    plain(TGatherBOp)(to, op)


def _gather_mask(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.GatherMaskOp)
    pattern = MaskPatternAttr(op.pattern.data)
    to.emit(TGatherOp(to.values[op.src], to.handles.make(op), mask_pattern=pattern))


def _gather_compare(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.GatherCompareOp)
    found, count = to.handles.make(op), to.handles.make(op, 1)
    offset = 0 if op.offset is None else op.offset.value.data
    values = [to.values[operand] for operand in (op.src, op.tmp, op.key)]
    src, tmp, key = values
    to.emit(
        TGatherOp.create(
            operands=[src, found, count, tmp, key],
            properties={
                **segments(1, 1, 1, 0, 1, 1),
                "cmpMode": CmpModeAttr(op.mode.data),
                "offset": IntegerAttr(offset, i32),
            },
        )
    )


def _scatter(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ScatterOp)
    _check_whole(op, op.target)
    target = to.values[op.target]
    to.emit(TScatterOp(to.values[op.src], target, signless(to, to.values[op.indices])))
    to.handles.overwrite(op)


def _scatter_mask(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ScatterMaskOp)
    target = to.values[op.target]
    pattern = MaskPatternAttr(op.pattern.data)
    to.emit(TScatterOp(to.values[op.src], target, mask_pattern=pattern))
    to.handles.overwrite(op)


def _scatter_update(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.ScatterUpdateOp)
    _copy_rows(to, op, op.src, op.indices, op.target, index_into_target=True)


def _gather_row(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.GatherRowOp)
    _copy_rows(to, op, op.src, op.indices, op.target, index_into_target=False)


def _copy_rows(
    to: FunctionLowering,
    op: Operation,
    source: SSAValue,
    places: SSAValue,
    into: SSAValue,
    *,
    index_into_target: bool,
) -> None:
    """
    A loop over indices that copies one row at a time; no instruction does it. An index counts the
    rows of the target or of the source, the number of the index those of the other one.
    """
    target, src = to.values[into], to.values[source]
    indices = signless(to, to.values[places])
    _check_whole(op, places)
    count, columns = prod(tile_type(places).extents), tile_type(source).extents[1]
    zero, one = to.builder.index(0), to.builder.index(1)
    outer, body = to.builder.block, Block(arg_types=[IndexType()])
    counter = body.args[0]
    counter.name_hint = "k"
    to.builder.block = body
    number = to.emit(TGetValOp(indices, counter, i32)).results[0]
    row = to.emit(arith.IndexCastOp(number, IndexType())).results[0]
    starts = (counter, row) if index_into_target else (row, counter)
    from_, to_ = (
        to.emit(SubviewOp(tile_, [start, zero], (1, columns), _row_type(tile_.type))).results[0]
        for tile_, start in zip((src, target), starts, strict=True)
    )
    to.emit(TMovOp(from_, to_))
    to.emit(scf.YieldOp())
    to.builder.block = outer
    to.emit(scf.ForOp(zero, to.builder.index(count), one, [], Region(body)))
    to.handles.overwrite(op)


def _row_type(type_: object) -> TileBufType:
    """The handle type of one row of a tile."""
    assert isinstance(type_, TileBufType)
    row = (1, type_.shape[1])
    return type_.changed(shape=row, valid=row)


def _mgather(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.MGatherOp)
    destination = to.handles.make(op)
    out_of_bounds = None if op.out_of_bounds is None else GatherOobAttr(op.out_of_bounds.data)
    to.emit(
        MGatherOp(
            to.tensors.whole(op.source),
            signless(to, to.values[op.indices]),
            destination,
            CoalesceAttr(op.coalesce.data),
            out_of_bounds=out_of_bounds,
        )
    )


def _mscatter(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.MScatterOp)
    to.emit(
        MScatterOp(
            to.values[op.src],
            signless(to, to.values[op.indices]),
            to.tensors.whole(op.destination),
            {"coalesce": CoalesceAttr(op.coalesce.data)},
        )
    )


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.GatherOp: _gather,
    tile.GatherBOp: _gatherb,
    tile.GatherMaskOp: _gather_mask,
    tile.GatherCompareOp: _gather_compare,
    tile.ScatterOp: _scatter,
    tile.ScatterMaskOp: _scatter_mask,
    tile.ScatterUpdateOp: _scatter_update,
    tile.GatherRowOp: _gather_row,
    tile.MGatherOp: _mgather,
    tile.MScatterOp: _mscatter,
}
"""Tile operation to what it becomes."""
