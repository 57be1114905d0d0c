"""
Comparisons and selection.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from lowering.operations.common import Lowering, plain
from pto_dialect.pto import unary
from pto_dialect.pto.attributes import CmpModeAttr
from pto_dialect.tile.ops import selection as tile

if TYPE_CHECKING:
    from lowering.function import FunctionLowering


def _compare(kind: Callable[..., Operation]) -> Lowering:
    """A comparison becomes one of the assembler, with its mode."""

    def lower(to: FunctionLowering, op: Operation) -> None:
        assert isinstance(op, tile.CmpOp | tile.CmpsOp)
        mode = CmpModeAttr(op.mode.data)
        plain(partial(kind, mode=mode))(to, op)

    return lower


LOWERINGS: dict[type[Operation], Lowering] = {
    tile.CmpOp: _compare(unary.TCmpOp),
    tile.CmpsOp: _compare(unary.TCmpsOp),
    tile.SelOp: plain(unary.TSelOp),
    tile.SelsOp: plain(unary.TSelsOp),
}
"""Tile operation to what it becomes."""
