"""
`with` statements that only mark a stretch of a kernel, such as `with pl.incore():`. What they hold
stands for them.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pto_dialect.language.surface import SCOPES


def without_scopes(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a body with each marking `with` replaced by what it holds."""
    found: list[ast.stmt] = []
    for stmt in body:
        if isinstance(stmt, ast.With) and all(_is_scope(item) for item in stmt.items):
            found += without_scopes(stmt.body)
            continue
        if isinstance(stmt, ast.For | ast.While | ast.If):
            stmt.body = without_scopes(stmt.body)
            stmt.orelse = without_scopes(stmt.orelse)
        found.append(stmt)
    return found


def _is_scope(item: ast.withitem) -> bool:
    call = item.context_expr
    if item.optional_vars is not None or not isinstance(call, ast.Call):
        return False
    return isinstance(call.func, ast.Attribute) and call.func.attr in SCOPES
