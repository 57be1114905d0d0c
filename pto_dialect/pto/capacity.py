"""
At level 2 the assembler finds a place for each tile, and gives up if there is none.

What is live at one time has to fit into a memory, whoever plans it. A tile is live from the
operation that accesses it first to the one that accesses it last; the result of an operation may
take the place of an operand that nothing accesses any more. Around a loop or a branch that
accesses it a tile is live at that operation, in it between the first and the last access there.

This is less than any planner needs: alignment, gaps, and lives over the end of a loop are left out.
So a module that is refused fits nowhere, and one that is accepted may still be refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from pto_dialect.diagnostics import display_name, fail
from pto_dialect.pto.base import PtoOp
from pto_dialect.pto.levels import MEMORY_BYTES
from pto_dialect.pto.reserved import ReserveBufferOp
from pto_dialect.pto.tile_handles import AllocOp, MultiTileGetOp
from pto_dialect.pto.tile_views import CastOp, SubviewOp
from pto_dialect.pto.types import MultiTileBufType, TileBufType


def verify_capacity(module: Operation, arch: str) -> None:
    """
    Check that the tiles of each function that are live at one time fit into their memories.

    Raises:
        CompileError: at the first operation where they do not.
    """
    for function in module.walk():
        if isinstance(function, FuncOp):
            _Lives(function, arch).check()


class _Buffer(NamedTuple):
    """What takes room in a memory."""

    name: str
    space: str
    size: int
    """Bytes."""


class _Lives:
    """The lives of the tiles of one function."""

    def __init__(self, function: FuncOp, arch: str):
        self._function = function
        self._capacity = MEMORY_BYTES[arch]
        self._buffers: dict[SSAValue, _Buffer] = {}
        self._allocations: dict[SSAValue, SSAValue | None] = {}
        """What each tile is a part of."""
        self._accessed: dict[Operation, Collection[SSAValue]] = {}
        """The tiles that each operation accesses, in its regions, too."""
        self._reserved: list[_Buffer] = []

    def check(self) -> None:
        """
        Check the function.

        Raises:
            CompileError: at the first operation where the tiles do not fit.
        """
        for block in self._function.body.blocks:
            self._visit(block)
        for block in self._function.body.blocks:
            self._check(block, self._reserved, (), ())

    def _visit(self, block: Block) -> Iterable[SSAValue]:
        """Collect what the operations of a block access."""
        found: dict[SSAValue, None] = {}
        for op in block.ops:
            if isinstance(op, ReserveBufferOp):
                name, size = op.sym_name.data, op.size.value.data
                self._reserved.append(_Buffer(name, op.location_.data, size))
            accessed = dict.fromkeys(self._accesses(op))
            for region in op.regions:
                for nested in region.blocks:
                    accessed.update(dict.fromkeys(self._visit(nested)))
            if accessed:
                self._accessed[op] = accessed
                found.update(accessed)
        return found

    def _accesses(self, op: Operation) -> Iterator[SSAValue]:
        """The tiles that an operation accesses itself."""
        if not isinstance(op, PtoOp):
            return
        for value in (*op.reads(), *op.writes()):
            if value not in self._allocations:
                self._allocations[value] = _allocation(value)
            allocation = self._allocations[value]
            if allocation is not None:
                if allocation not in self._buffers:
                    self._buffers[allocation] = _buffer(allocation)
                yield allocation

    def _check(
        self,
        block: Block,
        through: Sequence[_Buffer],
        before: Collection[SSAValue],
        after: Collection[SSAValue],
    ) -> None:
        """
        Check a block. `through` is live all the time; of what the block accesses, `before` is live
        at its begin and `after` at its end.
        """
        ops = [op for op in block.ops if op in self._accessed]
        first: dict[SSAValue, int] = {}
        last: dict[SSAValue, int] = {}
        for position, op in enumerate(ops):
            for tile in self._accessed[op]:
                first.setdefault(tile, position)
                last[tile] = position
        first.update(dict.fromkeys(first.keys() & before, -1))
        last.update(dict.fromkeys(last.keys() & after, len(ops)))
        begins: dict[int, list[SSAValue]] = {}
        for tile, position in first.items():
            begins.setdefault(position, []).append(tile)
        live = dict.fromkeys(begins.get(-1, ()))
        used: dict[str, int] = {}
        for buffer in (*through, *(self._buffers[tile] for tile in live)):
            used[buffer.space] = used.get(buffer.space, 0) + buffer.size
        for position, op in enumerate(ops):
            # Operands are read, then what dies gives its room to the results.
            self._compare(op, used, through, live)
            accessed = self._accessed[op]
            dying = [tile for tile in accessed if last[tile] == position]
            for tile in dying:
                if tile in live:
                    del live[tile]
                    used[self._buffers[tile].space] -= self._buffers[tile].size
            inner = accessed if op.regions else ()
            # What is accessed in this loop or branch only is checked there.
            begin = [t for t in begins.get(position, ()) if t not in inner or last[t] > position]
            for tile in begin:
                live[tile] = None
                space = self._buffers[tile].space
                used[space] = used.get(space, 0) + self._buffers[tile].size
            self._compare(op, used, through, live)
            for tile in begin:
                if last[tile] == position:
                    del live[tile]
                    used[self._buffers[tile].space] -= self._buffers[tile].size
            if inner:
                around = [self._buffers[t] for t in live if t not in inner and first[t] < position]
                begun = {tile for tile in inner if first[tile] < position}
                needed = {tile for tile in inner if last[tile] > position}
                for region in op.regions:
                    for nested in region.blocks:
                        self._check(nested, [*through, *around], begun, needed)

    def _compare(
        self,
        op: Operation,
        used: dict[str, int],
        through: Sequence[_Buffer],
        live: Iterable[SSAValue],
    ) -> None:
        for space, size in used.items():
            capacity = self._capacity[space]
            if size > capacity:
                everything = (*through, *(self._buffers[tile] for tile in live))
                here = [f"'{b.name}' {b.size}" for b in everything if b.space == space]
                fail(
                    op,
                    f"{op.name}: {size} bytes of {space} are in use here, there are {capacity}: "
                    f"{', '.join(here)}",
                )


def _allocation(value: SSAValue) -> SSAValue | None:
    """What a tile is a part of; `None` if that is not allocated in this function."""
    owner = value.owner
    while isinstance(owner, SubviewOp | CastOp | MultiTileGetOp):
        value = owner.operands[0]
        owner = value.owner
    return value if isinstance(owner, AllocOp) else None


def _buffer(allocation: SSAValue) -> _Buffer:
    type_ = allocation.type
    assert isinstance(type_, TileBufType | MultiTileBufType)
    tile, slots = (type_.tile, type_.slots) if isinstance(type_, MultiTileBufType) else (type_, 1)
    return _Buffer(display_name(allocation), tile.space.data, tile.bytes * slots)
