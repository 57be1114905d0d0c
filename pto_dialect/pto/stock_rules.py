"""
Rules that MLIR has for its own operations and that xDSL does not check: what control flow passes
on, where functions stand, and the types of scalar arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects import arith, cf, scf
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerAttr,
    IntegerType,
    UnregisteredOp,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import SymbolTable
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.foreign_ops import FunctionConstantOp


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


def _execute_region(op: scf.ExecuteRegionOp) -> None:
    for block in op.region.blocks:
        if isinstance(last := block.last_op, scf.YieldOp):
            _check_passed(op, "scf.yield", last.operands, op.results)


def _while(op: scf.WhileOp) -> None:
    before, after = op.before_region.block, op.after_region.block
    condition, last = before.last_op, after.last_op
    if not isinstance(condition, scf.ConditionOp):
        raise VerifyException(f"{op.name}: the first region has to end with scf.condition")
    if not isinstance(last, scf.YieldOp):
        raise VerifyException(f"{op.name}: the second region has to end with scf.yield")
    _check_passed(op, "scf.condition", condition.operands[1:], op.results)
    _check_passed(op, "scf.condition", condition.operands[1:], after.args)
    _check_passed(op, "scf.yield", last.operands, before.args)


def _branch(op: cf.BranchOp) -> None:
    _check_jump(op, op.successor, op.arguments)


def _conditional_branch(op: cf.ConditionalBranchOp) -> None:
    _check_jump(op, op.then_block, op.then_arguments)
    _check_jump(op, op.else_block, op.else_arguments)


def _switch(op: cf.SwitchOp) -> None:
    _check_jump(op, op.default_block, op.default_operands)
    for block, arguments in zip(op.case_blocks, op.case_operand, strict=True):
        _check_jump(op, block, arguments)


def _check_jump(op: Operation, block: Block, arguments: Sequence[SSAValue]) -> None:
    _check_passed(op, "the jump", arguments, block.args)


def _function(op: FuncOp) -> None:
    """A symbol stands in a table of symbols; what unknown operations are is not known."""
    parent = op.parent_op()
    if parent is None or isinstance(parent, UnregisteredOp) or parent.has_trait(SymbolTable):
        return
    raise VerifyException(
        f"{op.name}: '{op.sym_name.data}' has to stand in a module, not in {parent.name}"
    )


def _function_constant(op: FunctionConstantOp) -> None:
    """The function is there and has this type."""
    function = SymbolTable.lookup_symbol(op, op.value)
    name = op.value.string_value()
    if not isinstance(function, FuncOp):
        raise VerifyException(f"{op.name}: there is no function '{name}'")
    if function.function_type != op.result.type:
        raise VerifyException(
            f"{op.name}: '{name}' is {function.function_type}, not {op.result.type}"
        )


def _arithmetic(op: Operation) -> None:
    """Scalar arithmetic has integers without sign only; what is selected may have any type."""
    if isinstance(op, arith.SelectOp):
        return
    for value in (*op.operands, *op.results):
        type_ = value.type
        if isinstance(type_, IntegerType) and type_ != IntegerType(type_.bitwidth):
            raise VerifyException(f"{op.name}: scalar integers have no sign, got {type_}")


def _check_predicate(op: arith.CmpiOp | arith.CmpfOp) -> None:
    """The number of a comparison; the generic form may have any."""
    count = 10 if isinstance(op, arith.CmpiOp) else 16
    predicate: IntegerAttr[IntegerType | IndexType] = op.predicate
    if predicate.type != i64 or not 0 <= predicate.value.data < count:
        raise VerifyException(f"{op.name}: predicate is 0 to {count - 1} : i64, got {predicate}")


def _bitcast(op: arith.BitcastOp) -> None:
    """An index has no width of its own."""
    for type_ in (op.input.type, op.result.type):
        if isinstance(type_, IndexType):
            raise VerifyException(f"{op.name}: the types have a width, got {type_}")


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


_RULES: Mapping[type[Operation], Callable[[Any], None]] = {
    FuncOp: _function,
    FunctionConstantOp: _function_constant,
    scf.ExecuteRegionOp: _execute_region,
    scf.IfOp: _if,
    scf.WhileOp: _while,
    cf.BranchOp: _branch,
    cf.ConditionalBranchOp: _conditional_branch,
    cf.SwitchOp: _switch,
    arith.BitcastOp: _bitcast,
    arith.CmpfOp: _check_predicate,
    arith.CmpiOp: _check_predicate,
    arith.ExtFOp: _check_width,
    arith.TruncFOp: _check_width,
}


def stock_rules_of(kind: type[Operation]) -> list[Callable[[Any], None]]:
    """
    The rules that an operation has to obey.

    Raises:
        VerifyException: (each of them) the operation breaks it.
    """
    rules = [rule for base, rule in _RULES.items() if issubclass(kind, base)]
    if kind.name.startswith("arith."):
        rules.append(_arithmetic)
    return rules
