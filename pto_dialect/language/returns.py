"""
Functions that return at the ends of branches: `if c: return a` before `return b` is

    if c:
        result = a
    else:
        result = b
    return result
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_RESULT = "return value"
"""The variable that holds what a function returns; no name of Python's."""


def return_at_the_end(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """
    The statements of a function body with a single `return`, as its last statement, if it has
    any. What returns at the ends of branches assigns to a variable first; what follows a branch
    that returns becomes its other arm. A `return` in a loop stays, and is an error.
    """
    returns = list(_returns(body))
    if not returns or returns == [body[-1]]:
        return [*body]
    if not _always_returns(body):
        end = ast.copy_location(ast.Return(None), body[-1])
        body, returns = [*body, end], [*returns, end]
    count = _tuple_length(returns)
    result = ast.copy_location(ast.Return(_result(count, ast.Load())), body[-1])
    return [*_in_tail_position(body, count), ast.fix_missing_locations(result)]


def _returns(body: Sequence[ast.stmt]) -> Iterator[ast.Return]:
    for stmt in body:
        if isinstance(stmt, ast.Return):
            yield stmt
        elif isinstance(stmt, ast.If | ast.For | ast.While):
            yield from _returns(stmt.body)
            yield from _returns(stmt.orelse)


def _tuple_length(returns: Sequence[ast.Return]) -> int | None:
    """How many values every `return` gives, `None` if one does not list them."""
    lengths = {len(r.value.elts) if isinstance(r.value, ast.Tuple) else None for r in returns}
    return lengths.pop() if len(lengths) == 1 else None


def _result(count: int | None, context: ast.expr_context) -> ast.expr:
    """The variable of the result, or a tuple of so many variables."""
    if count is None:
        return ast.Name(_RESULT, context)
    return ast.Tuple([ast.Name(f"{_RESULT} {i}", context) for i in range(count)], context)


def _in_tail_position(body: Sequence[ast.stmt], count: int | None) -> list[ast.stmt]:
    """The statements of a body with assignments to the result in place of returns."""
    found: list[ast.stmt] = []
    for i, stmt in enumerate(body):
        if isinstance(stmt, ast.Return):
            value = stmt.value or ast.copy_location(ast.Constant(None), stmt)
            assign = ast.Assign([_result(count, ast.Store())], value)
            found.append(ast.fix_missing_locations(ast.copy_location(assign, stmt)))
            return found
        if isinstance(stmt, ast.If) and any(_returns([stmt])):
            rest = body[i + 1 :]
            arms = [
                _in_tail_position(arm if _always_returns(arm) else [*arm, *rest], count)
                for arm in (stmt.body, stmt.orelse)
            ]
            branch = ast.If(stmt.test, arms[0], arms[1])
            found.append(ast.copy_location(branch, stmt))
            return found
        found.append(stmt)
    return found


def _always_returns(body: Sequence[ast.stmt]) -> bool:
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _always_returns(last.body) and _always_returns(last.orelse)
    return isinstance(last, ast.Return)
