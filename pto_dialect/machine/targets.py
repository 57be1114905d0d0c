"""
One table per target: what memory there is, how it is addressed, what may be copied where.

Sources: the public data sheets' sizes less what the runtime keeps for itself (192 KiB of vector
memory, of which 184 KiB are usable on a3; 248 and 240 KiB on a5), and the address rules of the
assembler (32 bytes everywhere, 512 in the L0 memories).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pto_dialect.machine.spaces import BLayout, Layout, SLayout, Space


@dataclass(frozen=True)
class Target:
    """An NPU generation."""

    name: str
    """Name on the command line and in `pto.target_arch`."""
    capacity: Mapping[Space, int]
    """Usable bytes of each memory; a space that is missing does not exist here."""
    alignment: Mapping[Space, int]
    """Start of every allocation is a multiple of this many bytes."""
    copies: frozenset[tuple[Space, Space]]
    """Pairs (from, to) that one move instruction can copy."""
    load_spaces: frozenset[Space]
    """Spaces that a load from global memory can fill."""
    store_spaces: frozenset[Space]
    """Spaces that a store to global memory can read."""
    acc_int_rows: int
    """Rows of a 32-bit integer accumulator are allocated in multiples of this."""
    acc_rows: int = 16
    """Rows of every other accumulator are allocated in multiples of this."""
    queues_through_gm: bool = False
    """
    Whether tiles go from core to core through global memory; else from memory to memory. Then a
    tile that is popped is loaded like any other.
    """
    gathers_in_vector_unit: bool = False
    """
    Whether the vector unit gathers from global memory, and scatters to it and to places that are
    known at run time; else movers and the scalar unit do.
    """


_ALIGNMENT: Mapping[Space, int] = MappingProxyType(
    {s: 512 if s in (Space.LEFT, Space.RIGHT, Space.ACC) else 32 for s in Space}
)

_A3_CAPACITY = {
    Space.VEC: 188416,
    Space.MAT: 524288,
    Space.LEFT: 65536,
    Space.RIGHT: 65536,
    Space.ACC: 131072,
    Space.BIAS: 1024,
}
_A3_COPIES = {
    (Space.VEC, Space.VEC),
    (Space.MAT, Space.LEFT),
    (Space.MAT, Space.RIGHT),
    (Space.MAT, Space.BIAS),
    (Space.ACC, Space.MAT),
}
_LOADS = frozenset({Space.VEC, Space.MAT})
_STORES = frozenset({Space.VEC, Space.ACC})

A3 = Target(
    name="a3",
    capacity=MappingProxyType(_A3_CAPACITY),
    alignment=_ALIGNMENT,
    copies=frozenset(_A3_COPIES),
    load_spaces=_LOADS,
    store_spaces=_STORES,
    acc_int_rows=32,
    queues_through_gm=True,
)

A5 = Target(
    name="a5",
    capacity=MappingProxyType(
        _A3_CAPACITY
        | {
            Space.VEC: 245760,
            Space.ACC: 262144,
            Space.BIAS: 4096,
            Space.LEFT_SCALE: 4096,
            Space.RIGHT_SCALE: 4096,
        }
    ),
    alignment=_ALIGNMENT,
    copies=frozenset(
        _A3_COPIES
        | {
            (Space.VEC, Space.MAT),
            (Space.ACC, Space.VEC),
            (Space.MAT, Space.LEFT_SCALE),
            (Space.MAT, Space.RIGHT_SCALE),
        }
    ),
    load_spaces=_LOADS,
    store_spaces=_STORES,
    acc_int_rows=16,
    gathers_in_vector_unit=True,
)

TARGETS: Mapping[str, Target] = MappingProxyType({t.name: t for t in (A3, A5)})
"""Every target by name."""

RESERVED_ALIGNMENT = 256
"""Start of reserved memory is a multiple of this many bytes."""

LINE_BYTES = 32
"""A row of a tile without boxes, or a column that is stored as such, is a multiple of it."""

DEFAULT_TARGET = A3
"""The target of a module that names none."""


def align_up(value: int, alignment: int) -> int:
    """The smallest multiple of `alignment` that is not below `value` (bytes)."""
    return -(-value // alignment) * alignment


def allocated_bytes(
    target: Target,
    space: Space | None,
    shape: Sequence[int],
    element_bits: int,
    layout: Layout,
    *,
    is_integer: bool,
) -> int:
    """
    Bytes that a tile of a static shape occupies: the product of its extents times the element
    width, 4-bit elements packed two to a byte. The rows of an accumulator are rounded up to
    what the cube unit writes at once, and a single row or column without boxes to whole lines.
    """
    rows = 1
    for extent in shape[:-1]:
        rows *= extent
    if space is Space.ACC and len(shape) > 1:
        granule = target.acc_int_rows if is_integer and element_bits == 32 else target.acc_rows
        rows = rows // shape[-2] * align_up(shape[-2], granule) if shape[-2] else 0
    size = -(-rows * shape[-1] * element_bits // 8)
    lines = rows if layout.blayout is BLayout.ROW_MAJOR else shape[-1]
    is_line = lines == 1 and layout.slayout is SLayout.NONE_BOX
    return align_up(size, LINE_BYTES) if is_line else size
