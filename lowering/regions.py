"""
Allocations that become regions of the assembler.

An allocation with slots is a region if one of its slots is chosen at run time, or if there are no
addresses. What a region cannot express is an error that names the buffer: slots of different tile
types or valid extents, run-time valid extents, fewer than 2 or more than 16 slots, a memory other
than vec, mat or acc, and a slot size that is no multiple of the alignment. Where the assembler
plans the addresses, versions that do not synchronise it do not get two slots selected in one body
of a loop, nor a slot that is filled before a loop and needed in it while the loop fills others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from lowering.types import in_whole_boxes, in_whole_lines, tile_buf_type
from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.ptoas import (
    MAX_REGION_SLOTS,
    MIN_REGION_SLOTS,
    REGION_SPACES,
    Feature,
    PtoasVersion,
)
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import AllocOp, PlaceOp
from pto_dialect.pto.types import LowPrecisionType, TileBufType
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import LoadOp
from pto_dialect.tile.traits import PLACING_OPS, storage_facts
from pto_dialect.tile.types import TileType, dims_text
from transforms.analysis.placements import Placements, allocs_in, slot_key


@dataclass
class Region:
    """An allocation whose slots are chosen at run time, or by the assembler."""

    alloc: AllocOp
    """The allocation."""
    slot_type: TileBufType
    """The type of every slot."""


@dataclass
class _Uses:
    """An allocation with slots and the tiles in it, in program order."""

    alloc: AllocOp
    places: list[PlaceOp]


def find_regions(
    function: FuncOp, placements: Placements, target: Target, version: PtoasVersion
) -> dict[SSAValue, Region]:
    """
    The allocations of a function that become regions.

    Raises:
        CompileError: a region cannot express what is asked of it; names the buffer.
    """
    slotted = [alloc for alloc in allocs_in(function) if alloc.type.slots.data > 1]
    if not slotted:
        return {}
    places: dict[SSAValue, list[PlaceOp]] = {alloc.ref: [] for alloc in slotted}
    for place in placements.of.values():
        if (memory := place.memory) in places:
            places[memory].append(place)
    regions: dict[SSAValue, Region] = {}
    for alloc in slotted:
        memory = alloc.ref
        if not places[memory]:
            continue
        uses = _Uses(alloc, places[memory])
        constant = all(p.slot is None or constant_value(p.slot) is not None for p in uses.places)
        if uses.alloc.start is None or not constant:
            slot_type = _check_region(uses, target, version)
            regions[memory] = Region(uses.alloc, slot_type)
    return regions


def _check_region(uses: _Uses, target: Target, version: PtoasVersion) -> TileBufType:
    alloc = uses.alloc
    name = f"buffer '{alloc.label.data}'"
    count = alloc.type.slots.data
    for place in uses.places:
        if place.slot is None:
            fail(place, f"tile '{display_name(place.tile)}' is in {name} without selecting a slot")
    if not MIN_REGION_SLOTS <= count <= MAX_REGION_SLOTS:
        fail(
            alloc,
            f"{name} cannot be a region of the assembler: regions have "
            f"{MIN_REGION_SLOTS} to {MAX_REGION_SLOTS} slots, and it declares {count}",
        )
    slot_type = tile_buf_type(_check_types(name, uses.places), target)
    if alloc.start is None:
        slot_type = in_whole_boxes(slot_type)
    slot_type = in_whole_lines(slot_type)
    space = alloc.type.space.data
    if space not in REGION_SPACES:
        fail(
            alloc,
            f"{name} cannot be a region of the assembler: regions lie in "
            f"{', '.join(REGION_SPACES)}, and it is in {space}",
        )
    if isinstance(slot_type.element_type, LowPrecisionType):
        fail(
            alloc,
            f"{name} cannot be a region of the assembler: it holds tiles of "
            f"{slot_type.element_type}, of which there are no regions",
        )
    size = alloc.type.size.data
    if size != align_up(size, target.alignment[space]) and not version.supports(
        Feature.ALIGNED_SLOT_STRIDE
    ):
        fail(
            alloc,
            f"{name} cannot be a region of ptoas {version}: a slot has {size} bytes, which is not "
            f"a multiple of {target.alignment[space]}",
        )
    if alloc.start is None and not version.supports(Feature.TWO_GETS_IN_A_BODY):
        _check_bodies(name, uses.places, version)
    if alloc.start is None and not version.supports(Feature.PRELOAD_AND_PREFETCH):
        _check_preloads(name, uses.places, version)
    return slot_type


def _check_types(name: str, places: Sequence[PlaceOp]) -> TileType:
    """The type that all tiles in a buffer have."""
    first = places[0]
    first_type = _tile_type(first)
    for place in places:
        type_ = _tile_type(place)
        tile = display_name(place.tile)
        if type_.dynamic_valid_dims:
            fail(
                place,
                f"{name} cannot be a region of the assembler: tile '{tile}' has a runtime valid "
                "shape",
            )
        where = [note_at(first, f"'{display_name(first.tile)}' is put into it here")]
        if type_.extents != first_type.extents or type_.element_type != first_type.element_type:
            fail(
                place,
                f"{name} cannot be a region of the assembler: it holds differently shaped tiles, "
                f"{dims_text(first_type.extents)}x{first_type.element_type} and "
                f"{dims_text(type_.extents)}x{type_.element_type}",
                where,
            )
        if type_.valid_extents != first_type.valid_extents:
            fail(
                place,
                f"{name} cannot be a region of the assembler: its tiles have different valid "
                f"shapes ({dims_text(first_type.valid_extents)} and "
                f"{dims_text(type_.valid_extents)})",
                where,
            )
        if type_ != first_type:
            fail(
                place,
                f"{name} cannot be a region of the assembler: its tiles differ in layout, "
                f"{first_type} and {type_}",
                where,
            )
    return first_type


def _check_bodies(name: str, places: Sequence[PlaceOp], version: PtoasVersion) -> None:
    """Reject two selections in one body of a loop; nested bodies count for themselves."""
    bodies: dict[Block, list[PlaceOp]] = {}
    for place in places:
        block = place.parent
        assert block is not None
        bodies.setdefault(_loop_body(block), []).append(place)
    for body, inside in bodies.items():
        if isinstance(body.parent_op(), FuncOp):
            continue
        a = inside[0]
        for b in inside[1:]:
            if slot_key(a.slot) != slot_key(b.slot):
                fail(
                    b,
                    f"{name} cannot be a region of ptoas {version}: two of its slots are live at "
                    f"once inside a loop, for tiles '{display_name(a.tile)}' and "
                    f"'{display_name(b.tile)}'",
                    [
                        note_at(a, f"'{display_name(a.tile)}' is put into it here"),
                        "use planner 'pack', or one slot in each iteration",
                    ],
                )


def _check_preloads(name: str, places: Sequence[PlaceOp], version: PtoasVersion) -> None:
    """Reject a slot that is filled before a loop and needed in it while the loop loads others."""
    filled: dict[Operation, PlaceOp] = {}
    for place in places:
        for loop in _loops_around(place) if isinstance(place.tile.owner, LoadOp) else ():
            filled.setdefault(loop, place)
    for place in places:
        around = set(_loops_around(place))
        for user in _readers(place.tile):
            for loop in (user, *_loops_around(user)):
                inside = filled.get(loop)
                if inside is not None and loop not in around:
                    fail(
                        inside,
                        f"{name} cannot be a region of ptoas {version}: tile "
                        f"'{display_name(place.tile)}' is put into it before a loop that needs it "
                        f"and puts '{display_name(inside.tile)}' into it, which this version does "
                        "not synchronise",
                        [
                            note_at(place, f"'{display_name(place.tile)}' is put into it here"),
                            "use planner 'pack', or a buffer of its own for what comes before "
                            "the loop",
                        ],
                    )


def _loops_around(op: Operation) -> Iterator[Operation]:
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, FuncOp):
        if isinstance(parent, scf.ForOp):
            yield parent
        parent = parent.parent_op()


def _readers(tile: SSAValue) -> Iterator[Operation]:
    """The operations that use a tile, a view of it or what overwrote it."""
    for use in tile.uses:
        user = use.operation
        if user.name in PLACING_OPS:
            continue
        yield user
        facts = storage_facts(user)
        for shares in (facts.view_of, facts.writes_into):
            if shares is not None and shares.operand == use.index:
                yield from _readers(user.results[0])


def _loop_body(block: Block) -> Block:
    while isinstance(parent := block.parent_op(), scf.IfOp):
        assert parent.parent is not None
        block = parent.parent
    return block


def _tile_type(place: PlaceOp) -> TileType:
    type_ = place.tile.type
    assert isinstance(type_, TileType)
    return type_
