"""
Taking back that tiles share an allocation, where nothing but the wish to save bytes put them there.

Tiles stay together if control flow passes one on in the place of the other: the initial value of a
loop and what its body yields, and what the arms of a branch yield.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue
from xdsl.utils.disjoint_set import DisjointSet

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, RefType
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.types import TileType
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import Placements, allocs_in, new_label
from transforms.analysis.storage import StorageMap, yielded_values


def separate_tiles(function: FuncOp, space: Space, target: Target) -> None:
    """
    Give the tiles of a memory allocations of their own, each as large as its largest tile and
    without an address. The author's allocations stay as they are.
    """
    all_allocs = list(allocs_in(function))
    allocs = [a for a in all_allocs if a.type.space.data is space and not a.is_pinned]
    numbering = Numbering(function)
    placements = Placements(numbering).of
    joined = _joined(numbering, placements)
    groups: dict[SSAValue, dict[SSAValue, list[PlaceOp]]] = {alloc.ref: {} for alloc in allocs}
    for tile, place in placements.items():
        if place.memory in groups:
            groups[place.memory].setdefault(joined.find(tile), []).append(place)
    labels = {alloc.label.data for alloc in all_allocs}
    for alloc in allocs:
        entry = alloc.parent
        assert entry is not None
        for places in groups[alloc.ref].values():
            size = max(tile_type(place.tile).allocated_bytes(target) for place in places)
            own = AllocOp(
                new_label(space, labels), RefType.get(space, size), location=places[0].location
            )
            own.ref.name_hint = alloc.ref.name_hint
            entry.insert_op_before(own, alloc)
            for place in places:
                place.operands[1] = own.results[0]
        alloc.detach()
        alloc.erase()


def _joined(numbering: Numbering, tiles: Iterable[SSAValue]) -> DisjointSet[SSAValue]:
    """Which tiles that own storage control flow passes on in one place."""
    pairs = list(_passed_on(numbering))
    joined = DisjointSet(list(dict.fromkeys([*tiles, *chain.from_iterable(pairs)])))
    for a, b in pairs:
        joined.union(a, b)
    return joined


def _passed_on(numbering: Numbering) -> Iterator[tuple[SSAValue, SSAValue]]:
    """The tiles that own storage of which control flow passes one on in the place of the other."""
    storage = StorageMap(numbering)
    for op in numbering.order:
        pairs = ()
        if isinstance(op, scf.ForOp):
            pairs = zip(op.iter_args, yielded_values(op.body.block), strict=True)
        elif isinstance(op, scf.IfOp) and op.results:
            arms = (yielded_values(region.block) for region in op.regions)
            pairs = zip(*arms, strict=True)
        for a, b in pairs:
            if isinstance(a.type, TileType):
                yield storage.root(a), storage.root(b)
