"""
Rules that MLIR has for its own operations and that xDSL does not check: what control flow passes
on, and the widths of floats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects import arith, cf, scf
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException


def _check_passed(
    op: Operation, what: str, given: Sequence[SSAValue], wanted: Sequence[SSAValue]
) -> None:
    """What is passed on has the types of what receives it."""
    here, there = [v.type for v in given], [v.type for v in wanted]
    if here != there:
        texts = [", ".join(map(str, types)) or "nothing" for types in (here, there)]
        raise VerifyException(f"{op.name}: {what} passes on {texts[0]}, expected {texts[1]}")


def _if(op: scf.IfOp) -> None:
    if op.results and not op.false_region.blocks:
        raise VerifyException(f"{op.name}: one with results needs an else")
    for region in op.regions:
        last = region.blocks[-1].last_op if region.blocks else None
        if isinstance(last, scf.YieldOp):
            _check_passed(op, "scf.yield", last.operands, op.results)


def _while(op: scf.WhileOp) -> None:
    before, after = op.before_region.block, op.after_region.block
    condition, last = before.last_op, after.last_op
    if isinstance(condition, scf.ConditionOp):
        _check_passed(op, "scf.condition", condition.operands[1:], op.results)
        _check_passed(op, "scf.condition", condition.operands[1:], after.args)
    if isinstance(last, scf.YieldOp):
        _check_passed(op, "scf.yield", last.operands, before.args)


def _branch(op: cf.BranchOp) -> None:
    _check_jump(op, op.successor, op.arguments)


def _conditional_branch(op: cf.ConditionalBranchOp) -> None:
    _check_jump(op, op.then_block, op.then_arguments)
    _check_jump(op, op.else_block, op.else_arguments)


def _check_jump(op: Operation, block: Block, arguments: Sequence[SSAValue]) -> None:
    _check_passed(op, "the jump", arguments, block.args)


def _check_width(op: arith.ExtFOp | arith.TruncFOp) -> None:
    """An extension has more bits than its operand, a truncation fewer."""
    before, after = op.input.type, op.result.type
    if not isinstance(before, AnyFloat) or not isinstance(after, AnyFloat):
        return
    widths = (before.bitwidth, after.bitwidth)
    narrow, wide = widths if isinstance(op, arith.ExtFOp) else widths[::-1]
    if narrow >= wide:
        direction = "more" if isinstance(op, arith.ExtFOp) else "fewer"
        raise VerifyException(
            f"{op.name}: the result has {direction} bits than the operand, got {before} and {after}"
        )


STOCK_RULES: Mapping[type[Operation], Callable[[Any], None]] = {
    scf.IfOp: _if,
    scf.WhileOp: _while,
    cf.BranchOp: _branch,
    cf.ConditionalBranchOp: _conditional_branch,
    arith.ExtFOp: _check_width,
    arith.TruncFOp: _check_width,
}
"""
The rule for each operation.

Raises:
    VerifyException: the operation breaks it.
"""
