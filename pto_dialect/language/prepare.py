"""
The body of a function as the rest of the compiler reads it: without spellings that are short for
others.

1. A `with` that only marks a stretch is what it holds (`scopes`).
2. A `pl.while_` loop is a `while` statement (`explicit_while`).
3. `pl.write(t, …)` and `t[…] = …` are assignments to `t` (`in_place`).
4. What it returns is returned by its last statement (`returns`).
"""

from __future__ import annotations

import ast

from pto_dialect.language.explicit_while import as_while_statements
from pto_dialect.language.in_place import assign_in_place
from pto_dialect.language.returns import return_at_the_end
from pto_dialect.language.scopes import without_scopes


def prepare(definition: ast.FunctionDef) -> None:
    """Rewrite the body of a function in place. Doing it again changes nothing."""
    definition.body = as_while_statements(without_scopes(definition.body))
    assign_in_place(definition.body)
    definition.body = return_at_the_end(definition.body)
