"""The operations of the tile dialect, by family."""

from __future__ import annotations

from types import ModuleType

from xdsl.ir import Operation

from pto_dialect.tile.ops import (
    bitwise,
    elements,
    elementwise,
    gathering,
    generation,
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
from pto_dialect.tile.ops.base import TileOp


def _operations(family: ModuleType) -> list[type[Operation]]:
    """The classes of a module that are operations themselves: those that have a name."""
    return [
        kind
        for kind in vars(family).values()
        if isinstance(kind, type)
        and issubclass(kind, TileOp)
        and kind.__module__ == family.__name__
        and "get_irdl_definition" in vars(kind)
    ]


_FAMILIES = (
    memory,
    elementwise,
    bitwise,
    selection,
    reductions,
    padding,
    prefetch,
    generation,
    sorting,
    gathering,
    elements,
    matrix,
    rearrangement,
    views,
    launch,
    queues,
    synchronisation,
)

OPERATIONS = [op for family in _FAMILIES for op in _operations(family)]
"""Every operation of the dialect."""
