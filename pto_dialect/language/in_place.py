"""
Statements that change what a variable holds without assigning to it.

`pl.write(t, [i, j], x)` as a statement of its own is `t = pl.write(t, [i, j], x)`: tiles are
values, and so the variable gets a new one.
"""

from __future__ import annotations

import ast
from collections.abc import MutableSequence

IN_PLACE = ("write",)
"""Operations that change their first argument when they stand as a statement of their own."""


def is_in_place(stmt: ast.stmt) -> str | None:
    """The variable of a statement that `assign_in_place` made, `None` for any other."""
    match stmt:
        case ast.Assign(
            targets=[ast.Name(name)],
            value=ast.Call(func=ast.Attribute(attr=attr), args=[ast.Name(first), *_]) as call,
        ) if attr in IN_PLACE and name == first:
            same_place = (stmt.lineno, stmt.col_offset) == (call.lineno, call.col_offset)
            return name if same_place else None
        case _:
            return None


def assign_in_place(body: MutableSequence[ast.stmt]) -> None:
    """Turn each such statement of a body, at any depth, into an assignment."""
    for i, stmt in enumerate(body):
        match stmt:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name)) as call):
                if name in IN_PLACE and call.args and isinstance(call.args[0], ast.Name):
                    first = call.args[0]
                    target = ast.copy_location(ast.Name(first.id, ast.Store()), first)
                    body[i] = ast.copy_location(ast.Assign([target], call), stmt)
            case ast.For() | ast.While():
                assign_in_place(stmt.body)
            case ast.If():
                assign_in_place(stmt.body)
                assign_in_place(stmt.orelse)
            case ast.With():
                assign_in_place(stmt.body)
            case _:
                pass
