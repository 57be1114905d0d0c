"""
`pl.while_` loops, which name what they carry:

    for (i, total) in pl.while_(init_values=(i0, total0)):
        pl.cond(i < n)
        …
        last, sum = pl.yield_(i + 1, total + x)

is short for

    i, total = i0, total0
    while i < n:
        …
        i, total = i + 1, total + x
    last, sum = i, total
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pto_dialect.language.liveness import yield_of


def as_while_statements(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """
    The statements of a body with each `pl.while_` loop replaced, at any depth. A malformed one
    stays what it is, and is an error when it is built.
    """
    found: list[ast.stmt] = []
    for stmt in body:
        if isinstance(stmt, ast.For | ast.While | ast.If):
            stmt.body = as_while_statements(stmt.body)
            stmt.orelse = as_while_statements(stmt.orelse)
        found += _replaced(stmt) or [stmt]
    return found


def _replaced(stmt: ast.stmt) -> list[ast.stmt] | None:
    if not isinstance(stmt, ast.For) or not is_word(stmt.iter, "while_"):
        return None
    match stmt:
        case ast.For(
            target=ast.Tuple(elts=targets) | ast.List(elts=targets),
            iter=ast.Call(
                args=[],
                keywords=[
                    ast.keyword(
                        arg="init_values", value=ast.Tuple(elts=inits) | ast.List(elts=inits)
                    )
                ],
            ),
            body=[ast.Expr(value=ast.Call(args=[test], keywords=[]) as condition), *inner, last],
            orelse=[],
        ) if (
            is_word(condition, "cond")
            and 0 < len(targets) == len(inits)
            and all(isinstance(target, ast.Name) for target in targets)
        ):
            pass
        case _:
            return None
    passed = yield_of(last)
    if passed is None or len(passed.args) != len(targets):
        return None
    loop = ast.While(test, [*inner, _assign(last, targets, passed.args)], [])
    found: list[ast.stmt] = [_assign(stmt, targets, inits), ast.copy_location(loop, stmt)]
    match last:
        case ast.Assign(targets=[target]):
            results = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
            if len(results) != len(targets):
                return None
            found.append(_assign(last, results, [_loaded(t) for t in targets]))
        case ast.AnnAssign(target=target, annotation=annotation) if len(targets) == 1:
            result = ast.AnnAssign(target, annotation, _loaded(targets[0]), 1)
            found.append(ast.copy_location(result, last))
        case _:
            pass
    return found


def is_word(node: ast.expr, name: str) -> bool:
    """Whether an expression is a call of a word of the language with this name."""
    if not isinstance(node, ast.Call):
        return False
    match node.func:
        case ast.Attribute(attr=word) | ast.Name(id=word):
            return word == name
        case _:
            return False


def _loaded(variable: ast.expr) -> ast.expr:
    """A variable as an expression."""
    assert isinstance(variable, ast.Name)
    return ast.copy_location(ast.Name(variable.id, ast.Load()), variable)


def _assign(place: ast.stmt, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> ast.Assign:
    """`a, b = x, y` at the place of another statement."""
    if len(targets) == 1:
        new = ast.Assign([targets[0]], values[0])
    else:
        target = ast.copy_location(ast.Tuple([*targets], ast.Store()), targets[0])
        new = ast.Assign([target], ast.copy_location(ast.Tuple([*values], ast.Load()), values[0]))
    return ast.copy_location(new, place)
