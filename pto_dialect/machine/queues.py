"""
Queues between the cube core and the vector cores of a block: their directions, slots and memories.
"""

from __future__ import annotations

from collections.abc import Mapping

from pto_dialect.machine.pipes import Core
from pto_dialect.machine.spaces import Space

CUBE_TO_VECTOR, VECTOR_TO_CUBE, BOTH = 1, 2, 3
"""Values of `dir_mask`."""
MAX_SPLIT = 2
"""Largest `split`: 0 halves no tile, 1 halves its rows, 2 its columns."""

OTHER_CORE: Mapping[Core, Core] = {Core.CUBE: Core.VECTOR, Core.VECTOR: Core.CUBE}
"""The core at the other end of a queue."""
DIRECTION_FROM: Mapping[Core, int] = {Core.CUBE: CUBE_TO_VECTOR, Core.VECTOR: VECTOR_TO_CUBE}
"""The direction in which a core sends."""
PUSHED_FROM: Mapping[Core, Space] = {Core.CUBE: Space.ACC, Core.VECTOR: Space.VEC}
"""The memory that a core pushes tiles from."""
POPPED_IN: Mapping[Core, Space] = {Core.CUBE: Space.MAT, Core.VECTOR: Space.VEC}
"""The memory in which a core finds the tiles that it pops."""


def default_slots(dir_mask: int) -> int:
    """Number of slots when none is given."""
    return 4 if dir_mask == BOTH else 8
