"""
Indices of blocks: the assembler has them as 64-bit integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation

from lowering.operations.common import Lowering
from pto_dialect.pto import kernel
from pto_dialect.tile.ops import launch as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _number(kind: type[kernel.CoreIndexOp]) -> Lowering:
    def lower(to: FunctionLowering, op: Operation) -> None:
        wide = to.emit(kind()).results[0]
        number = to.emit(arith.IndexCastOp(wide, IndexType())).results[0]
        number.name_hint = op.results[0].name_hint
        to.values[op.results[0]] = number

    return lower


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.BlockIdxOp: _number(kernel.GetBlockIdxOp),
    tile.BlockNumOp: _number(kernel.GetBlockNumOp),
    tile.SubblockIdxOp: _number(kernel.GetSubblockIdxOp),
    tile.SubblockNumOp: _number(kernel.GetSubblockNumOp),
}
"""Tile operation to what it becomes."""
