"""
Levels of `.pto` text: who decides where a tile lives.

At level 2 (and 1) the assembler does, and no allocation has an address; at level 3 the author
does, and every allocation has one. A module is of the level that its allocations show, unless the
assembler is called for another one (`--pto-level`).
"""

from __future__ import annotations

from enum import IntEnum

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation

from pto_dialect.diagnostics import fail, note_at
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.machine.targets import RESERVED_ALIGNMENT
from pto_dialect.pto.checks import constant_value
from pto_dialect.pto.reserved import ReserveBufferOp
from pto_dialect.pto.tile_handles import AllocMultiTileOp, AllocOp, AllocTileOp, TAssignOp
from pto_dialect.pto.versions import CHECKED_ADDRESSES, RESERVATION_BY_LEVEL

MULTI_BUFFER_ADDRESSES = "pto.multi_buffer_addrs"
"""What the planner of the assembler writes on a region, and nobody else may."""


class Level(IntEnum):
    """Who decides where a tile lives."""

    ASSEMBLER = 2
    """No allocation has an address."""
    AUTHOR = 3
    """Every allocation has an address."""


def level_of(module: Operation) -> Level:
    """
    The level of a module; one without allocations is of level 2.

    Raises:
        CompileError: some allocations have an address and some have none.
    """
    level, _ = _level_and_example(module)
    return level


def _level_and_example(module: Operation) -> tuple[Level, AllocOp | None]:
    placed: AllocOp | None = None
    free: AllocOp | None = None
    for op in module.walk():
        if not isinstance(op, AllocTileOp | AllocMultiTileOp):
            continue
        if op.addr is not None:
            placed = placed or op
        else:
            free = free or op
        if placed is not None and free is not None:
            fail(
                free,
                f"{free.name} has no address, but others have one: a module gives an address to "
                f"every allocation (level 3) or to none (level 2)",
                [note_at(placed, "this one has an address")],
            )
    return (Level.AUTHOR if placed is not None else Level.ASSEMBLER), placed or free


def verify_levels(
    module: Operation, arch: str, version: PtoasVersion, called_for: Level | None = None
) -> Level:
    """
    Check that a module is of one level, and what the level demands of each operation; the level.
    `called_for` is the one that the assembler is called for, if that is known.

    Raises:
        CompileError: at the operation that is wrong.
    """
    level, example = _level_and_example(module)
    if called_for is not None:
        if example is not None and level is not called_for:
            has, needs = ("no", "needs") if example.addr is None else ("an", "forbids")
            fail(
                example,
                f"{example.name} has {has} address, but the assembler is called for level "
                f"{called_for}, which {needs} one",
            )
        level = called_for
    is_known = example is not None or called_for is not None
    for op in module.walk():
        match op:
            case TAssignOp() if level is Level.ASSEMBLER and is_known:
                fail(
                    op,
                    f"{op.name} is allowed at level 3 only, and this module is of level 2",
                    [note_at(example, "this allocation has no address")] if example else [],
                )
            case AllocOp() if version >= CHECKED_ADDRESSES:
                _check_address(op)
            case ReserveBufferOp() if version >= RESERVATION_BY_LEVEL:
                if is_known:
                    _check_reservation(op, level, arch)
            case _:
                pass
    return level


def address_alignment(space: str) -> int:
    """Bytes that an address in a memory is a multiple of."""
    return 512 if space in ("left", "right", "acc") else 32


def _check_address(op: AllocOp) -> None:
    if MULTI_BUFFER_ADDRESSES in op.attributes:
        fail(op, f"{op.name}: only the assembler writes {MULTI_BUFFER_ADDRESSES}")
    address = None if op.addr is None else constant_value(op.addr)
    if address is None:
        return
    space = op.tile.space.data
    alignment = address_alignment(space)
    if address < 0 or address % alignment:
        fail(
            op,
            f"{op.name}: an address in {space} is a multiple of {alignment} bytes and not "
            f"negative, got {address}",
        )


_L1_AND_L0 = {"mat": 524288, "left": 65536, "right": 65536, "bias": 65536}
MEMORY_BYTES = {
    "a3": {"vec": 196608, "acc": 131072, "scaling": 196608, **_L1_AND_L0},
    "a5": {"vec": 253952, "acc": 262144, "scaling": 253952, **_L1_AND_L0},
}
"""Bytes of the memories, as the assembler counts them."""


def _check_reservation(op: ReserveBufferOp, level: Level, arch: str) -> None:
    base = op.base
    if level is Level.ASSEMBLER:
        if base is not None:
            fail(op, f"{op.name}: at level 2 a reserved buffer is auto, got base {_int(base)}")
        return
    if base is None:
        fail(op, f"{op.name}: at level 3 a reserved buffer needs a base")
    start, size, space = _int(base), _int(op.size), op.location_.data
    capacity = MEMORY_BYTES[arch][space]
    if start < 0 or start % RESERVED_ALIGNMENT or start + size > capacity:
        fail(
            op,
            f"{op.name}: the range is {start} to {start + size}, but the base is a multiple of "
            f"{RESERVED_ALIGNMENT} bytes and {space} has {capacity}",
        )


def _int(attribute: object) -> int:

    assert isinstance(attribute, IntegerAttr)
    return attribute.value.data
