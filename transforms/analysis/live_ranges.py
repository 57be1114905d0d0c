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

from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
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

    def __init__(self, function: FuncOp, storage: StorageMap, numbering: Numbering):
        self._storage = storage
        self.numbering = self._numbering = numbering
        """The positions that ticks are counted by."""
        self.of_chain: dict[SSAValue, LiveRange] = {}
        """By the first value of each chain, in order of definition."""
        self.of_root: dict[SSAValue, LiveRange] = {}
        """By root, in order of definition."""
        for block in function.body.blocks:
            self._visit(block)
        for chain, live in self.of_chain.items():
            extend(self.of_root, storage.root(chain), live.start, live.end)

    def _visit(self, block: Block) -> None:
        for arg in block.args:
            self._add(arg, block)
        for op in block.ops:
            if op.regions:
                for region in op.regions:
                    for inner in region.blocks:
                        self._visit(inner)
            for result in op.results:
                self._add(result, block)

    def _add(self, value: SSAValue, block: Block) -> None:
        if not isinstance(value.type, TileType):
            return
        defined = 2 * self._numbering.definition(value) + 1
        last = defined
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
