"""
Where the tiles of a function are placed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import is_side_effect_free

from pto_dialect.machine.spaces import Space
from pto_dialect.mem import AllocOp, PlaceOp, RefType
from pto_dialect.tile.ops.constants import constant_value
from transforms.analysis.numbering import Numbering

_KEY_DEPTH = 6
"""How deep index expressions are compared; below, only the same value is equal."""


def slot_key(slot: SSAValue | None, depth: int = _KEY_DEPTH) -> Hashable:
    """
    A key that is equal for slot indices that are certainly equal in one iteration: equal
    constants, the same value, the same expression of such. No index means slot 0.
    """
    if slot is None:
        return 0
    constant = constant_value(slot)
    if constant is not None:
        return constant
    owner = slot.owner
    if (
        depth > 0
        and isinstance(owner, Operation)
        and owner.operands
        and len(owner.results) == 1
        and not owner.regions
        and (owner.dialect_name() == "arith" or is_side_effect_free(owner))
    ):
        return (
            owner.name,
            frozenset(owner.properties.items()),
            *(slot_key(operand, depth - 1) for operand in owner.operands),
        )
    return slot


@dataclass(frozen=True)
class Location:
    """A slot of an allocation."""

    memory: SSAValue
    """The allocation."""
    slot: SSAValue | None
    """Index of the slot, `None` if there is only one."""

    def same_as(self, other: Location) -> bool:
        """Whether both are certainly one place."""
        return self.memory is other.memory and slot_key(self.slot) == slot_key(other.slot)

    def may_overlap(self, other: Location) -> bool:
        """Whether both may share bytes."""
        if self.memory is not other.memory:
            return False
        a, b = slot_key(self.slot), slot_key(other.slot)
        return a == b or not (isinstance(a, int) and isinstance(b, int))


class Placements:
    """The placement of every tile of a function that creates storage."""

    def __init__(self, numbering: Numbering):
        self.of: dict[SSAValue, PlaceOp] = {
            op.operands[0]: op for op in numbering.order if type(op) is PlaceOp
        }
        """By tile, in program order."""

    def memory(self, root: SSAValue) -> SSAValue | None:
        """The allocation of a tile that owns its storage, `None` if it has none."""
        place = self.of.get(root)
        return None if place is None else place.operands[1]

    def location(self, root: SSAValue) -> Location | None:
        """Where a tile lives that owns its storage, `None` if it has no allocation."""
        place = self.of.get(root)
        if place is None:
            return None
        operands = place.operands
        return Location(operands[1], operands[2] if len(operands) > 2 else None)


def allocs_in(function: FuncOp) -> Iterator[AllocOp]:
    """The allocations of a function, in order."""
    entry: Block | None = function.body.blocks.first
    assert entry is not None
    return (op for op in entry.ops if type(op) is AllocOp)


def new_label(space: Space, taken: set[str]) -> str:
    """A name for an allocation that is not taken; from now on it is."""
    number = len(taken)
    while (label := f"mem_{space}_{number}") in taken:
        number += 1
    taken.add(label)
    return label


def add_alloc(function: FuncOp, type_: RefType, taken: set[str], like: Operation) -> SSAValue:
    """
    A new allocation in the head of a function, with a name that is not taken and the location
    of another operation.
    """
    label = new_label(type_.space.data, taken)
    alloc = AllocOp(label, type_, location=like.location)
    alloc.ref.name_hint = label
    entry = function.body.blocks.first
    assert entry is not None
    assert entry.first_op is not None
    entry.insert_op_before(alloc, entry.first_op)
    return alloc.ref


def gather_allocs(function: FuncOp, allocs: Iterable[AllocOp]) -> None:
    """Bring the allocations of a function to its head, in order, so that all tiles see each."""
    entry = function.body.blocks.first
    assert entry is not None
    last: Operation | None = None
    for alloc in allocs:
        if last is None and alloc.prev_op is not None:
            alloc.detach()
            assert entry.first_op is not None
            entry.insert_op_before(alloc, entry.first_op)
        elif last is not None and alloc.prev_op is not last:
            alloc.detach()
            entry.insert_op_after(alloc, last)
        last = alloc


def erase_unused_allocs(allocs: Iterable[AllocOp]) -> None:
    """Remove those of some allocations that hold no tile."""
    for alloc in tuple(allocs):
        if alloc.results[0].first_use is None:
            # Nothing refers to it, nor it to anything, so there is nothing else to undo.
            alloc.detach()
