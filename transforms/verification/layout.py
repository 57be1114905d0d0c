"""
The rules for tiles: each one that creates storage has one place, and fits into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from pto_dialect.diagnostics import display_name, fail
from pto_dialect.machine.spaces import Space
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType
from transforms.verification.allocations import (
    Rules,
    check_alloc,
    check_disjoint,
    check_range,
    stride,
)
from transforms.verification.location import Location, row_bytes
from transforms.verification.memory import Memory, Region, SlotIndex


def check_layout(function: FuncOp, rules: Rules) -> Mapping[SSAValue, Location]:
    """
    Check the places of all tiles of a function that create storage, and its allocations.

    Returns:
        The bytes of each of these tiles.

    Raises:
        CompileError: a rule is broken.
    """
    allocs: list[AllocOp] = []
    reserved: list[ReserveOp] = []
    places: dict[SSAValue, PlaceOp] = {}
    creators: list[SSAValue] = []
    for op in function.walk():
        if isinstance(op, PlaceOp):
            if op.tile in places:
                fail(op, f"tile '{display_name(op.tile)}' is placed twice")
            places[op.tile] = op
        elif isinstance(op, AllocOp):
            allocs.append(op)
        elif isinstance(op, ReserveOp):
            reserved.append(op)
        elif storage_facts(op).creates:
            creators.extend(r for r in op.results if isinstance(r.type, TileType))
    _check_all_placed(creators, places)
    run_time = _run_time_regions(places.values())
    for alloc in allocs:
        check_alloc(alloc, alloc in run_time, function, rules)
    if rules.addressed:
        for op in reserved:
            if op.start is None:
                fail(op, f"reserved memory '{op.label.data}' has no address")
            check_range(op, rules.target)
        check_disjoint([*reserved, *allocs], run_time, rules)
    memories = _Memories(run_time, rules)
    return {tile: memories.locate(tile, place) for tile, place in places.items()}


def _check_all_placed(creators: Sequence[SSAValue], places: Mapping[SSAValue, PlaceOp]) -> None:
    known = set(creators)
    for tile in creators:
        if tile not in places:
            fail(tile, f"tile '{display_name(tile)}' creates storage but is placed nowhere")
    for tile, place in places.items():
        if tile not in known:
            fail(
                place,
                f"tile '{display_name(tile)}' creates no storage, where it lives follows from "
                "the tile that it comes from",
            )


def _run_time_regions(places: Iterable[PlaceOp]) -> dict[AllocOp, Region]:
    regions: dict[AllocOp, Region] = {}
    for place in places:
        if place.slot is not None and constant_value(place.slot) is None:
            regions.setdefault(place.alloc, Region())
    return regions


class _Memories:
    """The memories of a function."""

    def __init__(self, regions: Mapping[AllocOp, Region], rules: Rules):
        self._regions = regions
        self._rules = rules
        self._spaces: dict[Space, Memory] = {}
        self._allocs: dict[AllocOp, Memory] = {}

    def locate(self, tile: SSAValue, place: PlaceOp) -> Location:
        """
        The bytes of a tile.

        Raises:
            CompileError: the tile does not fit.
        """
        alloc, type_ = place.alloc, tile.type
        assert isinstance(type_, TileType)
        name, label, rules = display_name(tile), alloc.label.data, self._rules
        space, slots = alloc.type.space.data, alloc.type.slots.data
        if type_.memory_space is not space:
            fail(
                place,
                f"tile '{name}' is in {type_.memory_space or 'no space'}, allocation '{label}' "
                f"in {space}",
            )
        if not type_.has_static_shape:
            fail(place, f"tile '{name}' in '{label}' requires a static shape")
        size = type_.allocated_bytes(rules.target)
        if size > alloc.type.size.data:
            fail(
                place,
                f"tile '{name}' takes {size} bytes, a slot of allocation '{label}' has "
                f"{alloc.type.size.data}",
            )
        if place.slot is None and slots > 1 and rules.ptoas_plans:
            fail(place, f"tile '{name}' is in '{label}' without selecting one of its slots")
        slot = 0 if place.slot is None else constant_value(place.slot)
        if slot is not None and not 0 <= slot < slots:
            fail(place, f"tile '{name}' is in slot {slot} of '{label}', which has {slots}")
        start, memory = self._memory(alloc, place, slot)
        return Location(
            memory,
            start,
            start + size,
            row_bytes(type_),
            tile,
            label,
            undefined=isinstance(tile.owner, CreateOp),
        )

    def _memory(self, alloc: AllocOp, place: PlaceOp, slot: int | None) -> tuple[int, Memory]:
        """The first byte of a slot, and the memory that it is counted in."""
        if (region := self._regions.get(alloc)) is not None:
            if place.slot is None:
                return 0, region.slot(SlotIndex(None, 0, None))
            return 0, region.slot(SlotIndex.of(place.slot))
        assert slot is not None
        offset = slot * stride(alloc, self._rules.target)
        if alloc.start is not None:
            space = alloc.type.space.data
            if space not in self._spaces:
                self._spaces[space] = Memory(space)
            return alloc.start + offset, self._spaces[space]
        if alloc not in self._allocs:
            self._allocs[alloc] = Memory("it")
        return offset, self._allocs[alloc]
