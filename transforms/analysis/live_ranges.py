"""
When the storage of a tile is needed.

Time has two ticks for each position of `Numbering`: operands are read at `2·p`, results are
written at `2·p + 1`, so a result may take the place of an operand that dies at its operation.

1. A value is live from the tick at which it is written to the last tick at which it is read.
2. A read inside of a loop that does not contain the definition counts at the loop's end: the
   next iteration reads again.
3. A chain (a value, its views and the in-place results made from it) is live over the hull of
   its values; so is a root (all chains that share its storage through control flow).

Not handled: holes in such a hull, e.g. a carry that is read early and overwritten late.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects import scf
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from pto_dialect.tile.traits import PLACING_OPS
from pto_dialect.tile.types import TileType
from transforms.analysis.numbering import Numbering
from transforms.analysis.storage import StorageMap


@dataclass
class LiveRange:
    """A closed range of ticks."""

    start: int
    """First tick at which the storage is needed."""
    end: int
    """Last tick at which the storage is needed."""


class LiveRanges:
    """The live ranges of the tiles of a function, by chain and by root."""

    def __init__(self, numbering: Numbering, storage: StorageMap):
        self._numbering = numbering
        self._storage = storage
        self.of_chain: dict[SSAValue, LiveRange] = {}
        """By the first value of each chain, in order of definition."""
        for block in numbering.function.body.blocks:
            self._add(block.args, block, -1)
        for position, op in enumerate(numbering.order):
            if op.regions and position == numbering[op]:
                for region in op.regions:
                    for inner in region.blocks:
                        self._add(inner.args, inner, position)
            elif op.results:
                assert op.parent is not None
                self._add(op.results, op.parent, position)

    @cached_property
    def of_root(self) -> dict[SSAValue, LiveRange]:
        """By root, in order of definition."""
        ranges: dict[SSAValue, LiveRange] = {}
        for chain, live in self.of_chain.items():
            extend(ranges, self._storage.root(chain), live.start, live.end)
        return ranges

    def _add(self, values: Iterable[SSAValue], block: Block, position: int) -> None:
        """Take note of values that a block defines at a position."""
        for value in values:
            if type(value.type) is not TileType:
                continue
            defined = last = 2 * position + 1
            for use in value.uses:
                read = self._read(use.operation, block)
                if read > last:
                    last = read
            extend(self.of_chain, self._storage.chain(value), defined, last)

    def _read(self, user: Operation, defined_in: Block) -> int:
        """The tick up to which a use needs a value that is defined in a block."""
        if user.name in PLACING_OPS:
            return -1
        tick = 2 * self._numbering[user]
        block = user.parent
        while block is not defined_in:
            assert block is not None
            parent = block.parent_op()
            assert parent is not None
            if isinstance(parent, scf.ForOp | scf.WhileOp):
                tick = 2 * self._numbering.end(parent)
            block = parent.parent
        return tick


def extend(ranges: dict[SSAValue, LiveRange], key: SSAValue, start: int, end: int) -> None:
    """Extend the range of a value to its hull with the ticks from `start` to `end`."""
    known = ranges.get(key)
    if known is None:
        ranges[key] = LiveRange(start, end)
    else:
        known.start = min(known.start, start)
        known.end = max(known.end, end)


def defining_block(value: SSAValue) -> Block:
    """The block in which a value is defined."""
    if isinstance(value, BlockArgument):
        return value.block
    owner = value.owner
    assert isinstance(owner, Operation)
    assert owner.parent is not None
    return owner.parent
