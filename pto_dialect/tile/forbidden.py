"""
Over which of its operands the result of an operation may not be written.

Besides what its class says (`traits`), where queues go through global memory: an operation that
reads a half of a tile that two vector cores have popped may not write over what it has loaded.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from pto_dialect.machine.targets import Target
from pto_dialect.tile.attributes import SPLIT
from pto_dialect.tile.ops.matrix import ExtractOp
from pto_dialect.tile.ops.memory import LoadOp
from pto_dialect.tile.ops.padding import FillPadInplaceOp, FillPadOp
from pto_dialect.tile.ops.queues import TPopOp
from pto_dialect.tile.traits import storage_facts

_PASS_ON = (ExtractOp, FillPadOp, FillPadInplaceOp)
"""Operations besides views whose result counts as loaded if their operand does."""


def forbidden_operands(op: Operation, target: Target) -> Sequence[int]:
    """Indices of the operands whose bytes no result of an operation may share."""
    own = storage_facts(op).forbidden_operands(op, target)
    if not target.queues_through_gm or len(op.operands) < 2:
        return own  # One tile is not both.
    if not any(map(_is_popped_half, op.operands)):
        return own
    return (*own, *(i for i, value in enumerate(op.operands) if _is_loaded(value)))


def _is_popped_half(value: SSAValue) -> bool:
    owner = value.owner
    while isinstance(owner, Operation):
        if isinstance(owner, TPopOp):
            return owner.halves != 0 or _is_split(owner)
        view = storage_facts(owner).view_of
        if view is None:
            return False
        owner = owner.operands[view.operand].owner
    return False


def _is_split(op: Operation) -> bool:
    function = op.parent_op()
    while function is not None and not isinstance(function, FuncOp):
        function = function.parent_op()
    return function is not None and SPLIT in function.attributes


def _is_loaded(value: SSAValue) -> bool:
    owner = value.owner
    while isinstance(owner, Operation):
        if isinstance(owner, LoadOp):
            return True
        view = storage_facts(owner).view_of
        if view is None and not isinstance(owner, _PASS_ON):
            return False
        owner = owner.operands[0 if view is None else view.operand].owner
    return False
