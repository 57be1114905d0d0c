"""
The rules for tiles: each one that creates storage has one place, and fits into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import display_name, fail
from pto_dialect.machine.spaces import Space
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType
from transforms.verification.allocations import Piece, Rules, check_pieces
from transforms.verification.location import Location, row_bytes
from transforms.verification.memory import Memory, Region, SlotIndex


def check_layout(
    function: FuncOp, ops: Iterable[Operation], rules: Rules
) -> Mapping[SSAValue, Location]:
    """
    Check the places of all tiles of a function that create storage, and its allocations. `ops` are
    all its operations.

    Returns:
        The bytes of each of these tiles.

    Raises:
        CompileError: a rule is broken.
    """
    pieces: dict[SSAValue, Piece] = {}
    places: dict[SSAValue, PlaceOp] = {}
    creators: list[SSAValue] = []
    for op in ops:
        if type(op) is PlaceOp:
            tile = op.operands[0]
            if tile in places:
                fail(op, f"tile '{display_name(tile)}' is placed twice")
            places[tile] = op
        elif type(op) is AllocOp or type(op) is ReserveOp:
            pieces[op.results[0]] = Piece.of(op, rules.target)
        elif op.results and storage_facts(op).creates:
            creators.extend(r for r in op.results if type(r.type) is TileType)
    _check_all_placed(creators, places)
    layout = _Layout(pieces, rules)
    for tile, place in places.items():
        layout.add(tile, place)
    check_pieces(pieces.values(), function, rules)
    return {tile: layout.locate(tile) for tile in places}


def _check_all_placed(creators: Sequence[SSAValue], places: Mapping[SSAValue, PlaceOp]) -> None:
    for tile in creators:
        if tile not in places:
            fail(tile, f"tile '{display_name(tile)}' creates storage but is placed nowhere")
    if len(places) == len(creators):
        return
    known = set(creators)
    for tile, place in places.items():
        if tile not in known:
            fail(
                place,
                f"tile '{display_name(tile)}' creates no storage, where it lives follows from "
                "the tile that it comes from",
            )


class _Layout:
    """Where the tiles of a function are placed."""

    def __init__(self, pieces: Mapping[SSAValue, Piece], rules: Rules):
        self._pieces = pieces
        self._rules = rules
        self._sizes: dict[TileType, int] = {}
        """Bytes of a tile by its type."""
        self._chosen: dict[SSAValue, tuple[Piece, int, int, SSAValue | None]] = {}
        """Allocation and bytes of each tile, and its slot: a constant or else a value."""
        self._memories: dict[Space | Piece, Memory] = {}
        self._regions: dict[Piece, Region] = {}

    def add(self, tile: SSAValue, place: PlaceOp) -> None:
        """
        Note the place of a tile.

        Raises:
            CompileError: it does not fit there.
        """
        _, memory, *index = place.operands
        piece, rules = self._pieces[memory], self._rules
        slot = index[0] if index else None
        type_ = tile.type
        assert isinstance(type_, TileType)
        if type_.memory_space is not piece.space:
            fail(
                place,
                f"tile '{display_name(tile)}' is in {type_.memory_space or 'no space'}, "
                f"{piece.title} in {piece.space}",
            )
        if (size := self._sizes.get(type_)) is None:
            if not type_.has_static_shape:
                fail(place, f"tile '{display_name(tile)}' requires a static shape")
            size = self._sizes[type_] = type_.allocated_bytes(rules.target)
        if size > piece.size:
            fail(
                place,
                f"tile '{display_name(tile)}' takes {size} bytes, a slot of {piece.title} has "
                f"{piece.size}",
            )
        number = 0 if slot is None else constant_value(slot)
        if slot is None and piece.slots > 1 and rules.ptoas_plans:
            fail(
                place,
                f"tile '{display_name(tile)}' is in '{piece.label}' without selecting one of its "
                "slots",
            )
        if number is None:
            piece.run_time = True
            self._chosen[tile] = piece, size, 0, slot
        elif 0 <= number < piece.slots:
            self._chosen[tile] = piece, size, number, None
        else:
            fail(
                place,
                f"tile '{display_name(tile)}' is in slot {number} of '{piece.label}', which has "
                f"{piece.slots}",
            )

    def locate(self, tile: SSAValue) -> Location:
        """The bytes of a tile, once all tiles are known."""
        piece, size, number, index = self._chosen[tile]
        assert isinstance(tile.type, TileType)
        pitch = row_bytes(tile.type)
        undefined = type(tile.owner) is CreateOp
        if piece.run_time:
            start = 0
            memory = self._regions.setdefault(piece, Region()).slot(
                SlotIndex(None, number, None) if index is None else SlotIndex.of(index)
            )
        else:
            start = (piece.start or 0) + number * piece.stride
            whole = piece if piece.start is None else piece.space
            if whole not in self._memories:
                self._memories[whole] = Memory("it" if piece.start is None else piece.space)
            memory = self._memories[whole]
        return Location(memory, start, start + size, pitch, tile, piece.label, undefined)
