"""
Which operations read or write each allocation of a placed function.

An operation accesses an allocation if an operand or a result is a tile that lives there, a view
of such a tile, or a value that control flow passes through it. Yields read what they yield.
"""

from __future__ import annotations

from bisect import bisect_left, insort

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue

from pto_dialect.tile.traits import PLACING_OPS
from pto_dialect.tile.types import TileType
from transforms.analysis.control_flow import in_opposite_arms
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import Placements
from transforms.analysis.storage import StorageMap


class Accesses:
    """The accesses to each allocation of a function, kept up to date as tiles change places."""

    def __init__(
        self,
        numbering: Numbering,
        storage: StorageMap,
        placements: Placements,
    ):
        self._storage = storage
        self._placements = placements
        self._numbering = numbering
        self._of: dict[SSAValue, list[tuple[int, Operation]]] = {}
        """By allocation, in program order."""
        for position, op in enumerate(numbering.order):
            if position == numbering[op]:
                self.add(op)

    def add(self, op: Operation) -> None:
        """Take note of an operation."""
        if op.name in PLACING_OPS:
            return
        for value in (*op.operands, *op.results):
            if isinstance(value.type, TileType):
                memory = self._placements.memory(self._storage.root(value))
                if memory is not None:
                    accesses = self._of.setdefault(memory, [])
                    insort(accesses, (self._numbering[op], op), key=_position)

    def merge(self, source: SSAValue, target: SSAValue) -> None:
        """Everything that lived in one allocation lives in another one from now on."""
        accesses = self._of.setdefault(target, [])
        for access in self._of.pop(source, ()):
            insort(accesses, access, key=_position)

    def is_touched(self, memory: SSAValue, op: Operation, region: Operation) -> bool:
        """
        Whether an allocation is read or written after an operation, up to the end of a region
        around it. In a loop inside of the region, what stands before comes after as well.
        """
        since = _outermost_loop_inside(op, region)
        accesses = self._of.get(memory, ())
        last = self._numbering.end(region)
        # Copies have the position of what they were put before, so they count as being after.
        for i in range(bisect_left(accesses, self._numbering[since], key=_position), len(accesses)):
            position, other = accesses[i]
            if position > last:
                return False
            if other is not op and not in_opposite_arms(since, other):
                return True
        return False


def _position(access: tuple[int, Operation]) -> int:
    return access[0]


def _outermost_loop_inside(op: Operation, region: Operation) -> Operation:
    """The outermost loop around an operation inside of a region, else the operation."""
    found = op
    parent = op.parent_op()
    while parent is not None and parent is not region:
        if isinstance(parent, scf.ForOp | scf.WhileOp):
            found = parent
        parent = parent.parent_op()
    return found
