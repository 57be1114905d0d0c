"""
How many bytes an allocation takes.
"""

from __future__ import annotations

from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import AllocOp


def slot_stride(alloc: AllocOp, target: Target) -> int:
    """Bytes from one slot of an allocation to the next."""
    return align_up(alloc.type.size.data, target.alignment[alloc.type.space.data])


def footprint(alloc: AllocOp, target: Target) -> int:
    """Bytes from the start of an allocation to the end of its last slot."""
    type_ = alloc.type
    return slot_stride(alloc, target) * (type_.slots.data - 1) + type_.size.data
