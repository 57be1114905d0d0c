"""
Statements that change what a variable holds without assigning to it.

`pl.write(t, [i, j], x)` as a statement of its own is `t = pl.write(t, [i, j], x)`: tiles are
values, and so the variable gets a new one.
"""

from __future__ import annotations

import ast
from collections.abc import MutableSequence

IN_PLACE = ("write", "update_element")
"""Operations that change their first argument when they stand as a statement of their own."""

SET_ITEM = "[]="
"""The function of `t = t with t[index] = value`; no name of Python's."""


def sets_item(call: ast.Call) -> bool:
    """Whether a call gives a value with a part of it replaced."""
    return isinstance(call.func, ast.Name) and call.func.id == SET_ITEM


def is_in_place(stmt: ast.stmt) -> str | None:
    """The variable of a statement that `assign_in_place` made, `None` for any other."""
    match stmt:
        case ast.Assign(
            targets=[ast.Name(name)],
            value=ast.Call(args=[ast.Name(first), *_]) as call,
        ) if name == first and (sets_item(call) or _is_operation(call.func)):
            same_place = (stmt.lineno, stmt.col_offset) == (call.lineno, call.col_offset)
            return name if same_place else None
        case _:
            return None


def _is_operation(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr in IN_PLACE


def _set_item(stmt: ast.stmt, target: ast.Subscript, value: ast.expr) -> ast.stmt:
    """`t = set_item(t, index, value)`."""
    assert isinstance(target.value, ast.Name)
    name = target.value.id
    function = ast.Name(SET_ITEM, ast.Load())
    call = ast.Call(function, [ast.Name(name, ast.Load()), target.slice, value], [])
    new = ast.Assign([ast.Name(name, ast.Store())], ast.copy_location(call, target))
    return ast.fix_missing_locations(ast.copy_location(new, stmt))


def assign_in_place(body: MutableSequence[ast.stmt]) -> None:
    """Turn each such statement of a body, at any depth, into an assignment."""
    for i, stmt in enumerate(body):
        match stmt:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name)) as call):
                if name in IN_PLACE and call.args and isinstance(call.args[0], ast.Name):
                    first = call.args[0]
                    target = ast.copy_location(ast.Name(first.id, ast.Store()), first)
                    body[i] = ast.copy_location(ast.Assign([target], call), stmt)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name()) as target]):
                body[i] = _set_item(stmt, target, stmt.value)
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(name)) as target):
                read = ast.Subscript(ast.Name(name, ast.Load()), target.slice, ast.Load())
                read = ast.fix_missing_locations(ast.copy_location(read, target))
                total = ast.copy_location(ast.BinOp(read, stmt.op, stmt.value), stmt)
                body[i] = _set_item(stmt, target, total)
            case ast.For() | ast.While():
                assign_in_place(stmt.body)
            case ast.If():
                assign_in_place(stmt.body)
                assign_in_place(stmt.orelse)
            case ast.With():
                assign_in_place(stmt.body)
            case _:
                pass
