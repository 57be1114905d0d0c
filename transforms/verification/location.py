"""
The bytes of a tile.
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import SSAValue

from pto_dialect.diagnostics import display_name
from pto_dialect.machine.spaces import BLayout, SLayout
from pto_dialect.tile.types import TileType
from transforms.verification.memory import Memory


class Location(NamedTuple):
    """The bytes of a tile."""

    memory: Memory
    """Where it lies."""
    start: int
    """First byte."""
    end: int
    """Byte behind the last one."""
    pitch: int
    """Bytes from the start of one row to the next one's."""
    root: SSAValue
    """The value whose data this is: the tile itself, or what it is a view of."""
    allocation: str
    """The name of the allocation."""
    undefined: bool = False
    """Whether the bytes hold no data: nothing was ever written to this tile."""
    origin: SSAValue | None = None
    """The view that chose the first byte at run time; then the range is that of its operand."""

    @property
    def text(self) -> str:
        """Allocation and bytes for messages."""
        return f"in '{self.allocation}', bytes {self.start} to {self.end} of {self.memory.name}"

    def may_touch(self, other: Location) -> bool:
        """Whether the two may have a byte in common."""
        return (
            self.start < other.end and other.start < self.end and self.memory.may_be(other.memory)
        )

    def starts_with(self, other: Location) -> bool:
        """Whether two tiles that may touch start at one address wherever they do."""
        return self.start == other.start and self.origin is other.origin

    def same_place(self, other: Location) -> bool:
        """Whether two tiles of one type have every element at the same address."""
        return self.memory is other.memory and self.starts_with(other) and self.pitch == other.pitch


def described(tile: SSAValue, place: Location | None) -> str:
    """A tile and its bytes for messages."""
    name = display_name(tile)
    if place is None:
        return f"'{name}' (in no allocation)"
    if place.root is not tile:
        return f"'{name}' (a view of '{display_name(place.root)}' {place.text})"
    return f"'{name}' ({place.text})"


def _is_row_by_row(type_: TileType) -> bool:
    """Whether rows are stored one after the other; those of a single column are in either order."""
    in_order = type_.blayout.data == BLayout.ROW_MAJOR or type_.extents[-1] == 1
    return in_order and type_.slayout.data == SLayout.NONE_BOX


def row_bytes(type_: TileType) -> int:
    """Bytes of a row of a tile."""
    return -(-type_.extents[-1] * type_.element_bits // 8)


def part(
    source: Location, outer: TileType, inner: TileType, offset: int | None, origin: SSAValue
) -> Location:
    """
    The bytes of a part of a tile that begins `offset` bytes into it; all bytes of the tile if
    the part's rows do not lie one after the other in it, or if `offset` is `None`, known at run
    time only.
    """
    if not (outer.has_static_shape and inner.has_static_shape):
        return source._replace(origin=origin)
    if offset == 0 and outer.extents == inner.extents:
        return source
    if offset == 0 and outer.dense_bytes == inner.dense_bytes:
        # Only tiles without gaps between their rows are reshaped.
        return source._replace(pitch=row_bytes(inner))
    if (
        offset is None
        or source.origin is not None
        or len(inner.extents) != 2
        or not (_is_row_by_row(outer) and _is_row_by_row(inner))
    ):
        return source._replace(origin=origin)
    start = source.start + offset
    end = start + (inner.extents[0] - 1) * source.pitch + row_bytes(inner)
    return source._replace(start=start, end=end)
