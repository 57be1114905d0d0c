"""
Handles of placed tiles.

An allocation with one slot, or with slots that are chosen by constants alone, gives one
`alloc_tile` in the head of the function for each slot and tile type. A region
(`lowering/regions.py`) is one `alloc_multi_tile` in the head and one `multi_tile_get` for each
tile, with the slot index itself as operand. A tile whose valid extent is known at run time only
has an `alloc_tile` of its own right before its operation. If control flow passes such tiles on,
all that are placed in that allocation have one handle in the head, with both extents `?`: they are
set before a tile is written, and read where control flow has passed one on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Operation, SSAValue

from lowering.builder import LoweringBuilder
from lowering.regions import Region, find_regions
from lowering.types import in_whole_boxes, in_whole_lines, line_bytes, tile_buf_type
from pto_dialect.diagnostics import display_name, fail, variable_name
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.machine.targets import LINE_BYTES, Target, align_up
from pto_dialect.mem import AllocOp, PlaceOp
from pto_dialect.names import ssa_name
from pto_dialect.pto.tile_handles import (
    AllocMultiTileOp,
    AllocTileOp,
    GetValidShapeOp,
    MultiTileGetOp,
    SetValidShapeOp,
)
from pto_dialect.pto.tile_views import SubviewOp
from pto_dialect.pto.types import MultiTileBufType, TileBufType
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import CreateOp, FullOp, LoadOp
from pto_dialect.tile.ops.queues import TPopOp
from pto_dialect.tile.ops.views import SetValidShapeOp as TileSetValidShapeOp
from pto_dialect.tile.ops.views import WindowOp
from pto_dialect.tile.traits import ValidFrom, storage_facts
from pto_dialect.tile.types import DYNAMIC, TileType
from transforms.analysis.footprint import slot_stride
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import Placements, allocs_in
from transforms.analysis.storage import StorageMap


class Handles:
    """The handles of the tiles of one function."""

    def __init__(
        self, numbering: Numbering, target: Target, version: PtoasVersion, builder: LoweringBuilder
    ):
        self._target = target
        self._builder = builder
        self._storage = StorageMap(numbering)
        self._placements = Placements(numbering)
        self._regions = find_regions(numbering.function, self._placements, target, version)
        self._handles: dict[tuple[SSAValue, int, TileBufType], SSAValue] = {}
        self._region_handles: dict[SSAValue, SSAValue] = {}
        self._selected: list[dict[tuple[SSAValue, SSAValue], SSAValue]] = []
        self._valid: dict[SSAValue, tuple[int | SSAValue, ...]] = {}
        self._variables = self._find_variables(numbering)
        """Allocations in which control flow passes on a run-time valid extent."""
        allocs = allocs_in(numbering.function)
        self._pads_boxes = not any(alloc.start is not None for alloc in allocs)
        """Where the assembler plans, a tile has room for whole boxes."""

    def _find_variables(self, numbering: Numbering) -> set[SSAValue]:
        found = set[SSAValue]()
        for op in numbering.order:
            if isinstance(op, scf.ForOp | scf.IfOp):
                for result in op.results:
                    place = self.placement(result) if _is_partly_known(result) else None
                    if place is not None:
                        found.add(place.memory)
        return found

    def note_passed_on(self, values: Iterable[SSAValue]) -> None:
        """
        Read the run-time valid extents of what control flow passes on, here and now, from the
        handle that everything that becomes it is written to. What is only passed on again needs
        none.
        """
        for tile in values:
            is_used = not all(isinstance(use.operation, scf.YieldOp) for use in tile.uses)
            if _is_partly_known(tile) and is_used:
                get = self._builder.emit(GetValidShapeOp(self._builder.values[tile]))
                assert isinstance(tile.type, TileType)
                self._valid[tile] = get.results[-len(tile.type.extents) :]

    def enter_block(self) -> None:
        """Slots that are selected from now on are known until the block is left."""
        self._selected.append({})

    def leave_block(self) -> None:
        """Forget the slots selected since the block was entered."""
        self._selected.pop()

    def of_result(self, op: Operation, tile: SSAValue) -> SSAValue:
        """The handle of a tile that a branch yields, usable outside of it."""
        place = self.placement(tile)
        if place is None:
            fail(op, f"tile '{display_name(tile)}' has no place in memory")
        type_ = self.type_of(place.tile)
        if DYNAMIC in type_.valid and place.memory not in self._regions:
            slot = constant_value(place.slot) if place.slot is not None else 0
            assert slot is not None
            return self._variable(place, slot, type_)
        return self._handle(place)

    def placement(self, tile: SSAValue) -> PlaceOp | None:
        """The placement of the tile whose storage a tile shares, `None` if it has none."""
        return self._placements.of.get(self._storage.root(tile))

    def valid_extents(self, tile: SSAValue) -> tuple[SSAValue, ...]:
        """The valid extents of a tile as new values."""
        type_ = tile.type
        assert isinstance(type_, TileType)
        run_time = self._valid.get(tile, ())
        return tuple(
            self._builder.index(v) if v != DYNAMIC else _as_value(run_time[d])
            for d, v in enumerate(type_.valid_extents)
        )

    def valid_rectangle(self, tile: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The valid rows and columns of a tile as new values; one of one dimension is a row."""
        *rows, cols = self.valid_extents(tile)[-2:]
        return (*rows, self._builder.index(1))[0], cols

    def note_valid(self, op: Operation) -> None:
        """Remember the run-time valid extents of the results of an operation."""
        result = op.results[0]
        type_ = result.type
        assert isinstance(type_, TileType)
        if not type_.dynamic_valid_dims:
            return
        if isinstance(op, LoadOp | CreateOp | FullOp | TPopOp | WindowOp | TileSetValidShapeOp):
            given = iter([self._builder.values[v] for v in op.valid])
            self._valid[result] = tuple(
                next(given) if v == DYNAMIC else v for v in type_.valid_extents
            )
        elif (trait := op.get_trait(ValidFrom)) is not None:
            self._valid[result] = tuple(
                self.valid_extents(op.operands[operand])[d] for operand, d in trait.sources
            )
        else:
            self._valid[result] = self.valid_extents(op.operands[0])

    def overwrite(self, op: Operation) -> None:
        """The result of an operation that writes into an operand has the handle of that one."""
        into = storage_facts(op).writes_into
        assert into is not None
        self._builder.values[op.results[0]] = self._builder.values[op.operands[into.operand]]
        self.note_valid(op)

    def type_of(self, tile: SSAValue) -> TileBufType:
        """The handle type of a tile that has memory of its own, or is all of another one."""
        return in_whole_lines(self._window_type(tile))

    def view_type(self, tile: SSAValue, source: TileBufType) -> TileBufType:
        """The handle type of a tile that is all of another one with this handle: as many bytes."""
        type_ = self.type_of(tile)
        _check_shape(self._builder.current, tile, type_, is_view=True)
        return type_ if type_.bytes == source.bytes else self._window_type(tile)

    def _window_type(self, tile: SSAValue) -> TileBufType:
        """The handle type of a tile that is a part of another one."""
        type_ = tile.type
        assert isinstance(type_, TileType)
        if len(type_.extents) > 2:
            fail(
                self._builder.current,
                f"tile '{display_name(tile)}' has {len(type_.extents)} dimensions, the hardware "
                "has two",
            )
        lowered = tile_buf_type(type_, self._target)
        return in_whole_boxes(lowered) if self._pads_boxes else lowered

    def make(self, op: Operation, result: int = 0) -> SSAValue:
        """The handle that a result of an operation is written to."""
        tile = op.results[result]
        if not result:
            self.note_valid(op)
        place = self._placements.of.get(tile)
        if place is None:
            fail(
                op,
                f"tile '{display_name(tile)}' has no place in memory",
                ["run init-memref before"],
            )
        handle = self._handle(place)
        self._builder.values[tile] = handle
        return handle

    def _handle(self, place: PlaceOp) -> SSAValue:
        tile, memory, *index = place.operands
        if memory in self._regions:
            return self._select(place, self._regions[memory])
        type_ = self.type_of(tile)
        slot = constant_value(index[0]) if index else 0
        assert slot is not None
        if DYNAMIC in type_.valid:
            _check_shape(place, place.tile, type_)
            if memory in self._variables:
                return self._set_variable(place, slot, type_)
            return self._allocate_here(place, slot, type_)
        key = (memory, slot, type_)
        known = self._handles.get(key)
        if known is None:
            _check_shape(place, place.tile, type_)
            alloc = AllocTileOp(type_, self._address(place.alloc, slot))
            alloc.location = place.location
            alloc.result.name_hint = _hint(place.tile)
            self._builder.add_alloc(alloc)
            known = self._handles[key] = alloc.result
        return known

    def _allocate_here(self, place: PlaceOp, slot: int, type_: TileBufType) -> SSAValue:
        """A handle whose valid extents are known only here."""
        rows, cols = self.valid_rectangle(place.tile)
        alloc = AllocTileOp(
            type_,
            self._address(place.alloc, slot),
            rows if type_.valid[0] == DYNAMIC else None,
            cols if type_.valid[1] == DYNAMIC else None,
        )
        alloc.result.name_hint = _hint(place.tile)
        return self._builder.emit(alloc).results[0]

    def _set_variable(self, place: PlaceOp, slot: int, type_: TileBufType) -> SSAValue:
        """
        The one handle of all tiles that control flow passes on in an allocation, in the head and
        with extents that are set before each of them is written.
        """
        handle = self._variable(place, slot, type_)
        rows, cols = self.valid_rectangle(place.tile)
        self._builder.emit(SetValidShapeOp(handle, rows, cols))
        return handle

    def _variable(self, place: PlaceOp, slot: int, type_: TileBufType) -> SSAValue:
        type_ = type_.changed(valid=(DYNAMIC, DYNAMIC))
        key = (place.memory, slot, type_)
        known = self._handles.get(key)
        if known is None:
            rows, cols = (self._builder.index(extent) for extent in type_.shape)
            alloc = AllocTileOp(type_, self._address(place.alloc, slot), rows, cols)
            alloc.location = place.location
            alloc.result.name_hint = _hint(place.tile)
            self._builder.add_alloc(alloc)
            known = self._handles[key] = alloc.result
        return known

    def _address(self, alloc: AllocOp, slot: int) -> SSAValue | None:
        if alloc.start is None:
            return None
        address = alloc.start + slot * slot_stride(alloc, self._target)
        return self._builder.constant(IntegerAttr(address, i64))

    def _select(self, place: PlaceOp, region: Region) -> SSAValue:
        """The handle of a slot that is chosen at run time."""
        assert place.slot is not None
        slot = self._builder.values[place.slot]
        for scope in self._selected:
            if (place.memory, slot) in scope:
                return scope[place.memory, slot]
        handle = self._region_handles.get(place.memory)
        if handle is None:
            _check_shape(place, place.tile, region.slot_type)
            alloc = AllocMultiTileOp(
                MultiTileBufType(region.slot_type, region.alloc.type.slots.data),
                self._address(region.alloc, 0),
            )
            alloc.location = region.alloc.location
            alloc.result.name_hint = ssa_name(f"{region.alloc.label.data}_mb")
            self._builder.add_alloc(alloc)
            handle = self._region_handles[place.memory] = alloc.result
        get = MultiTileGetOp(handle, slot)
        get.result.name_hint = _hint(place.tile)
        self._builder.emit(get)
        self._selected[-1][place.memory, slot] = get.result
        return get.result

    def starts(self, offsets: Sequence[SSAValue]) -> list[SSAValue]:
        """Row and column where a window starts, zero where it has no offset."""
        zeros = [self._builder.index(0)] * (2 - len(offsets))
        return zeros + [self._builder.values[offset] for offset in offsets]

    def subview(
        self,
        op: Operation,
        tile: SSAValue,
        window: SSAValue,
        offsets: Sequence[SSAValue] | None,
    ) -> SSAValue:
        """A window of a tile with the shape of another; the whole of it without offsets."""
        source = self._builder.values[tile]
        base = source.type
        assert isinstance(base, TileBufType)
        wanted = self._window_type(window)
        if op.results[0] is window:
            self.note_valid(op)
        valid = None
        if DYNAMIC in wanted.valid:
            valid = self.valid_rectangle(window)
        result = base.changed(
            shape=wanted.shape, valid=wanted.valid, element_type=wanted.element_type
        )
        starts = self.starts(offsets or ())
        return self._builder.emit(SubviewOp(source, starts, wanted.shape, result, valid)).results[0]


def _is_partly_known(value: SSAValue) -> bool:
    """Whether a value is a tile with a valid extent that is known at run time only."""
    return isinstance(value.type, TileType) and bool(value.type.dynamic_valid_dims)


def _as_value(extent: int | SSAValue) -> SSAValue:
    assert isinstance(extent, SSAValue)
    return extent


def _hint(tile: SSAValue) -> str | None:
    """
    A name for the handle of a tile: the SSA name, which text between the passes keeps, too, else
    the author's variable.
    """
    name = tile.name_hint or variable_name(tile)
    return name and ssa_name(name)


def _check_shape(
    op: Operation, tile: SSAValue, type_: TileBufType, *, is_view: bool = False
) -> None:
    """
    Check that the hardware can work on a tile: a line of an unboxed tile is a multiple of 32
    bytes, a boxed one consists of whole boxes.

    Raises:
        CompileError: it cannot; names the tile and the numbers.
    """
    rows, cols = type_.shape
    if not type_.is_boxed:
        by_row = type_.blayout.data == "row_major"
        line = line_bytes(type_)
        if line % LINE_BYTES:
            count = align_up(line, LINE_BYTES) // type_.element_bytes
            lines, elements, valid = (
                ("row", "columns", cols) if by_row else ("column", "rows", rows)
            )
            fail(
                op,
                f"tile '{display_name(tile)}' of {rows}x{cols} has {line} bytes in a {lines}; the "
                f"hardware needs a multiple of {LINE_BYTES}",
                [
                    f"{op.name} moves nothing; copy its elements into a tile of {count} "
                    f"{elements}, {valid} of them valid"
                    if is_view
                    else f"give it {count} {elements}, {valid} of them valid"
                ],
            )
        return
    box_rows, box_cols = type_.box
    if in_whole_boxes(type_) != type_ or cols % box_cols:
        whole_rows, whole_cols = align_up(rows, box_rows), align_up(cols, box_cols)
        way_out = f"give it {whole_cols} columns, {cols} of them valid"
        if whole_rows != rows:
            way_out = f"give it {whole_rows} rows, {rows} of them valid, or use planner 'ptoas'"
        fail(
            op,
            f"tile '{display_name(tile)}' of {rows}x{cols} does not consist of whole boxes of "
            f"{box_rows}x{box_cols}",
            () if is_view else [way_out],
        )
