"""
Sorting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import BoolAttr, DenseIntOrFPElementsAttr, VectorType, i16
from xdsl.ir import Operation

from lowering.operations.common import Lowering, plain
from pto_dialect.pto.gathering import TMrgSortOp, TSort32Op
from pto_dialect.segments import segments
from pto_dialect.tile.ops import sorting as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering

_COUNTS = DenseIntOrFPElementsAttr.from_list(VectorType(i16, [4]), [0])
"""Where a merge says how many records it has taken from each row; nobody asks."""


def _merge_rows(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.MrgSort2Op)
    destination = to.handles.make(op)
    counts = to.emit(arith.ConstantOp(_COUNTS)).results[0]
    sources = [to.values[source] for source in op.sources]
    to.emit(
        TMrgSortOp.create(
            operands=[*sources, destination, to.values[op.tmp], counts],
            properties={
                **segments(len(sources), 0, 1, 1, 1),
                "exhausted": BoolAttr.from_bool(op.exhausted is not None),
            },
        )
    )


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.Sort32Op: plain(TSort32Op),
    tile.MrgSort1Op: plain(TMrgSortOp),
    tile.MrgSort2Op: _merge_rows,
}
"""Tile operation to what it becomes."""
