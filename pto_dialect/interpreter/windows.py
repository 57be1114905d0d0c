"""
Windows of tiles and tensors.
"""

from __future__ import annotations

from collections.abc import Sequence

from pto_dialect.diagnostics import CompileError


def region(
    sizes: Sequence[int], offsets: Sequence[int], extents: Sequence[int], what: str = "tile"
) -> tuple[slice, ...]:
    """
    The part of an array with these sizes that starts at `offsets` and has these extents
    (elements).

    Raises:
        CompileError: it reaches outside; calls the array `what`.
    """
    for d, (start, extent, size) in enumerate(zip(offsets, extents, sizes, strict=True)):
        if start < 0 or start + extent > size:
            raise CompileError(
                f"elements {start} to {start + extent} of dimension {d} reach outside of the "
                f"{what}'s {size}"
            )
    return tuple(slice(o, o + e) for o, e in zip(offsets, extents, strict=True))
