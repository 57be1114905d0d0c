"""
`while` statements as `scf.while`: the condition is computed before each iteration, in the first
region, the body is the second.

Numbers that the body reassigns are carried if the condition, the next iteration or what follows
reads them. Tiles are not: how often the loop runs is not known, so neither is where they live.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from xdsl.dialects import scf
from xdsl.ir import Attribute, Block, Region, SSAValue

from pto_dialect.language.emitter import hint
from pto_dialect.language.scalars import convert
from pto_dialect.language.values import (
    ABSENT,
    TensorValue,
    Undefined,
    describe,
    is_number,
    is_value,
)

if TYPE_CHECKING:
    from pto_dialect.language.statements import Statements


def build_while(statements: Statements, stmt: ast.While) -> None:
    """
    Build a `while` statement.

    Raises:
        CompileError: it carries what it cannot, never ends, or something in it has an error.
    """
    emitter, variables, flow = statements.emitter, statements.variables, statements.flows[stmt]
    if stmt.orelse:
        emitter.error(stmt.orelse[0], "not supported: else after a loop")
    saved = {name: variables.get(name, ABSENT) for name in flow.assigned}
    inits, tensors = _carried(statements, stmt)
    versions, reads_from = emitter.tensors.versions(), len(emitter.tensors.reads)
    types = [init.type for init in inits.values()]
    before, after = Block(arg_types=types), Block(arg_types=types)
    for name, tensor in tensors.items():
        variables[name] = emitter.tensors.enter_loop(tensor)
    outer, emitter.ops = emitter.ops, []
    _enter(statements, stmt, inits, before)
    test = statements.expressions.condition(stmt.test)
    if not is_value(test):
        if test:
            emitter.error(stmt.test, "not supported: a loop whose condition always holds")
        test = statements.expressions.materialise(test, stmt.test)
    condition = scf.ConditionOp(test, *before.args)
    condition.location = emitter.location(stmt.test)
    before.add_ops([*emitter.ops, condition])
    emitter.ops = []
    _enter(statements, stmt, inits, after)
    statements.block(stmt.body)
    passed = [_number(statements, stmt, name, init.type) for name, init in inits.items()]
    end = scf.YieldOp(*passed)
    end.location = emitter.location(stmt.body[-1])
    emitter.tensors.leave_loop(versions, reads_from)
    after.add_ops([*emitter.ops, end])
    emitter.ops = outer
    op = scf.WhileOp([*inits.values()], types, Region(before), Region(after))
    emitter.add(op, stmt)
    for name, old in saved.items():
        value = variables.get(name)
        if isinstance(value, TensorValue) and (old is ABSENT or name in tensors):
            variables[name] = emitter.tensors.newest(value.memref)
        elif old is ABSENT:
            variables[name] = Undefined("only a loop assigns it", stmt)
        else:
            variables[name] = Undefined("the loop reassigns it", stmt)
    for name, result in zip(inits, op.results, strict=True):
        hint(result, name)
        variables[name] = result


def _carried(
    statements: Statements, stmt: ast.While
) -> tuple[dict[str, SSAValue], dict[str, TensorValue]]:
    """The numbers that the loop carries with their initial values, and tensors it stores to."""
    flow, emitter = statements.flows[stmt], statements.emitter
    inits, tensors = dict[str, SSAValue](), dict[str, TensorValue]()
    for name in flow.passed_on:
        value = statements.variables.get(name, ABSENT)
        if value is ABSENT or isinstance(value, Undefined):
            continue
        if isinstance(value, TensorValue):
            tensors[name] = value
        elif is_number(value):
            inits[name] = statements.expressions.materialise(value, stmt)
        else:
            emitter.error(
                stmt,
                f"not supported: a while loop that reassigns '{name}', {describe(value)}",
                ["use a for loop, or load and store the tile in each iteration"],
            )
    return inits, tensors


def _enter(
    statements: Statements, stmt: ast.While, inits: dict[str, SSAValue], block: Block
) -> None:
    """Let the variables hold the arguments of a block."""
    for name, argument in zip(inits, block.args, strict=True):
        statements.name_argument(argument, name, stmt)
        statements.variables[name] = argument


def _number(statements: Statements, stmt: ast.While, name: str, type_: Attribute) -> SSAValue:
    """What a variable holds at the end of an iteration, as a number of the carried type."""
    value, emitter = statements.variables[name], statements.emitter
    if isinstance(value, Undefined):
        emitter.error(
            value.where, f"'{name}' may be undefined at the end of an iteration: {value.reason}"
        )
    if not is_number(value):
        emitter.error(
            stmt,
            f"'{name}' is a number before the loop and {describe(value)} at the end of an "
            "iteration",
        )
    return convert(emitter, value, type_, stmt, f"'{name}'")
