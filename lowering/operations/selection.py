"""
Comparisons and selection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation, SSAValue

from lowering.operations.common import Lowering, plain
from pto_dialect.pto import unary
from pto_dialect.pto.attributes import CmpModeAttr
from pto_dialect.tile.ops import selection as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _cmp(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.CmpOp)
    mode = CmpModeAttr(op.mode.data)

    def compare(lhs: SSAValue, rhs: SSAValue, destination: SSAValue) -> Operation:
        return unary.TCmpOp(lhs, rhs, destination, mode)

    plain(compare)(to, op)


def _cmps(to: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, tile.CmpsOp)
    mode = CmpModeAttr(op.mode.data)

    def compare(src: SSAValue, scalar: SSAValue, destination: SSAValue) -> Operation:
        return unary.TCmpsOp(src, scalar, destination, mode)

    plain(compare)(to, op)


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.CmpOp: _cmp,
    tile.CmpsOp: _cmps,
    tile.SelOp: plain(unary.TSelOp),
    tile.SelsOp: plain(unary.TSelsOp),
}
"""Tile operation to what it becomes."""
