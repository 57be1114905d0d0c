"""
What it costs that allocations share bytes: how often one pipe waits for another because of it.

1. A tile that takes the place of an earlier one waits if another pipe writes it first than the
   one that accesses the earlier tile last.
2. In a loop around both, the earlier tile is also the later one of the next iteration, which may
   wait as well.
3. A wait counts once for each iteration of the loops around both tiles whose trip count is known.

Among very many allocations only neighbours in time are compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from xdsl.dialects import scf
from xdsl.ir import Block, Operation, SSAValue

from pto_dialect.machine.pipes import Pipe
from pto_dialect.tile.traits import is_executed, pipe_of
from transforms.analysis.control_flow import constant_trips
from transforms.analysis.interference import Interference

NEIGHBOURS = 64
"""How many allocations that come later each one is compared with."""


class _Use(NamedTuple):
    """How an allocation is used."""

    first: Pipe | None
    """The pipe that writes it first."""
    last: Pipe | None
    """The pipe that accesses it last."""
    loops: tuple[Operation, ...]
    """The loops around its first access, outermost first."""


@dataclass(frozen=True)
class Sharing:
    """What allocations pay for sharing bytes."""

    cost: int = 0
    """How often a pipe waits."""
    pairs: int = 0
    """How many pairs of allocations make one wait."""

    def __add__(self, other: Sharing) -> Sharing:
        return Sharing(self.cost + other.cost, self.pairs + other.pairs)


class SharingCost:
    """The cost of sharing among the allocations of a function."""

    def __init__(self, interference: Interference):
        self._kinds: list[_Use] = []
        """The ways in which allocations are used."""
        self._kind_of: dict[SSAValue, int] = {}
        """How an allocation is used, as an index; none for one that no pipe accesses."""
        self._costs: dict[tuple[int, int], int] = {}
        """What an allocation of one kind costs that takes the place of one of another kind."""
        self._loops: dict[Block, tuple[Operation, ...]] = {}
        first: dict[SSAValue, Operation] = {}
        last: dict[SSAValue, Operation] = {}
        memories, target = interference.memories, interference.target
        for op in interference.numbering.order:
            if is_executed(op):
                for value in (*op.operands, *op.results):
                    memory = memories.get(value)
                    if memory is not None:
                        first.setdefault(memory, op)
                        last[memory] = op
        kinds: dict[_Use, int] = {}
        for memory, op in first.items():
            pipes = (pipe_of(op, target), pipe_of(last[memory], target))
            use = _Use(*pipes, self._loops_around(op.parent))
            self._kind_of[memory] = kinds.setdefault(use, len(kinds))
        self._kinds.extend(kinds)

    def of_pair(self, earlier: SSAValue, later: SSAValue) -> int:
        """The cost of two allocations that share bytes, of which one lives after the other."""
        first, second = self._kind_of.get(earlier), self._kind_of.get(later)
        return 0 if first is None or second is None else self._cost(first, second)

    def of_sharers(self, memories: Iterable[SSAValue]) -> Sharing:
        """What allocations pay that live one after the other in one place, in this order."""
        cost = pairs = 0
        neighbours = deque[int]()
        counts: dict[int, int] = {}
        """How many of the neighbours are of each kind."""
        for memory in memories:
            kind = self._kind_of.get(memory)
            if kind is None:
                continue
            for earlier, count in counts.items():
                each = self._cost(earlier, kind)
                if each:
                    cost += count * each
                    pairs += count
            neighbours.append(kind)
            counts[kind] = counts.get(kind, 0) + 1
            if len(neighbours) > NEIGHBOURS:
                gone = neighbours.popleft()
                counts[gone] -= 1
                if not counts[gone]:
                    del counts[gone]
        return Sharing(cost, pairs)

    def _cost(self, earlier: int, later: int) -> int:
        known = self._costs.get((earlier, later))
        if known is None:
            first, second = self._kinds[earlier], self._kinds[later]
            around = zip(first.loops, second.loops, strict=False)
            common = [loop for loop, other in around if loop is other]
            waits = first.last is not second.first
            if common:
                waits += second.last is not first.first
            known = self._costs[earlier, later] = waits * prod(map(_trips, common))
        return known

    def _loops_around(self, block: Block | None) -> tuple[Operation, ...]:
        if block is None or (parent := block.parent_op()) is None:
            return ()
        known = self._loops.get(block)
        if known is None:
            inner = (parent,) if isinstance(parent, scf.ForOp | scf.WhileOp) else ()
            known = self._loops[block] = (*self._loops_around(parent.parent), *inner)
        return known


def _trips(loop: Operation) -> int:
    """How often a loop runs; 1 if that is not known."""
    trips = constant_trips(loop) if isinstance(loop, scf.ForOp) else None
    return 1 if trips is None else trips
