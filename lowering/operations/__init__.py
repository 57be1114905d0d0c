"""
What each tile operation becomes.

A row of a family's table is the whole lowering of an operation: most take the handles of their
operands and the handle of their result; the others have a function of their own.
"""

from __future__ import annotations

from lowering.operations import (
    bitwise,
    elements,
    elementwise,
    gathering,
    generation,
    global_elements,
    launch,
    matrix,
    memory,
    padding,
    prefetch,
    queues,
    rearrangement,
    reductions,
    selection,
    sorting,
    synchronisation,
    views,
)

LOWERINGS = (
    memory.LOWERINGS
    | views.LOWERINGS
    | elementwise.LOWERINGS
    | reductions.LOWERINGS
    | matrix.LOWERINGS
    | bitwise.LOWERINGS
    | selection.LOWERINGS
    | padding.LOWERINGS
    | prefetch.LOWERINGS
    | generation.LOWERINGS
    | sorting.LOWERINGS
    | gathering.LOWERINGS
    | elements.LOWERINGS
    | global_elements.LOWERINGS
    | rearrangement.LOWERINGS
    | launch.LOWERINGS
    | queues.LOWERINGS
    | synchronisation.LOWERINGS
)
"""Every tile operation to what it becomes."""
