"""
What each tile operation becomes.

A row of a family's table is the whole lowering of an operation: most take the handles of their
operands and the handle of their result; the others have a function of their own.
"""

from __future__ import annotations

from lowering.operations import elementwise, matrix, memory, reductions, views

LOWERINGS = (
    memory.LOWERINGS
    | views.LOWERINGS
    | elementwise.LOWERINGS
    | reductions.LOWERINGS
    | matrix.LOWERINGS
)
"""Every tile operation to what it becomes."""
