"""
Bring every value that control flow passes on to the place where its readers expect it.

A loop's initial value, block argument, yielded value and result live in one place, and so do
the two values that the arms of an `if` yield. What it does: the allocation of a yielded value
becomes the place of what it becomes if that is possible (compiler-owned, used inside of the body
only, same space, nothing at the place is read or written afterwards, no operation would overwrite
an operand that it cannot overwrite), in a branch also the other way round where the space has no
copies; otherwise a `tile.move` copies the value there at the end of the body or arm. The moves of
one body are one parallel copy: they are ordered, and a cycle goes through scratch.

Needs: `init-memref`. Leaves: every yielded tile at the place of the value it becomes.

Errors: a move that the hardware does not have (between accumulators).

    %r = scf.for … iter_args(%acc = %x) { %n = tile.add %acc, %t ; mem.place %n in %m1 ; yield %n }
    ⟶ … mem.place %n in %m0                                  // where %x lives
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import display_name, fail, note_at, variable_name
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, RefType
from pto_dialect.module_attributes import functions_in, target_of
from pto_dialect.names import ssa_name
from pto_dialect.tile.forbidden import forbidden_operands
from pto_dialect.tile.ops.views import MoveOp
from pto_dialect.tile.types import TileType
from transforms.analysis.accesses import Accesses
from transforms.analysis.numbering import Numbering
from transforms.analysis.parallel_copy import parallel_copy
from transforms.analysis.placements import (
    Location,
    Placements,
    add_alloc,
    allocs_in,
    erase_unused_allocs,
)
from transforms.analysis.storage import StorageMap, yielded_values


@dataclass(frozen=True)
class MaterializeSemanticAliasesPass(ModulePass):
    """Bring yielded tiles to where they are read; see the module's docstring."""

    name = "materialize-semantic-aliases"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for function in functions_in(op):
            passers = [
                inner
                for inner in function.walk()
                if isinstance(inner, scf.ForOp | scf.IfOp)
                and any(isinstance(type_, TileType) for type_ in inner.result_types)
            ]
            if passers:
                materializer = _Materializer(function, target)
                if materializer.leave_inner_slots(passers):
                    materializer = _Materializer(function, target)
                materializer.run(passers)


@dataclass(eq=False)
class _Carry:
    """A value that a body yields, and the place where it has to be."""

    index: int
    """Index among the yielded values."""
    source: SSAValue
    """The yielded value, or a copy of it."""
    target: Location
    """Where its readers expect it."""
    owner: SSAValue
    """The tile that lives there, for messages."""


class _Materializer:
    """Works on one function; analyses are kept up to date as places change."""

    def __init__(self, function: FuncOp, target: Target):
        self.function = function
        self.target = target
        self.numbering = Numbering(function)
        self.storage = StorageMap(self.numbering)
        self.placements = Placements(self.numbering)
        self.accesses = Accesses(self.numbering, self.storage, self.placements)
        self.labels = {alloc.label.data for alloc in allocs_in(function)}

    def run(self, passers: Sequence[scf.ForOp | scf.IfOp]) -> None:
        """
        Settle loops from the outside, then branches from the inside and in program order: what a
        branch makes may be what the next one adds to.
        """
        branches = [op for op in passers if isinstance(op, scf.IfOp)]
        branches.sort(key=self.numbering.end)
        for op in passers:
            if isinstance(op, scf.ForOp):
                self._settle(op.body.block, op.iter_args, op)
        for op in branches:
            self._move_seeds(op)
            self._settle(op.false_region.block, yielded_values(op.true_region.block), op)
        erase_unused_allocs(allocs_in(self.function))

    def leave_inner_slots(self, passers: Sequence[scf.ForOp | scf.IfOp]) -> bool:
        """
        Copy what the then-arm of a branch yields from a slot whose index is computed inside of
        it: nobody outside could name that place. Says whether one did; then the analyses are
        out of date.
        """
        left: set[SSAValue] = set()
        for op in reversed(passers):
            if isinstance(op, scf.IfOp):
                end = op.true_region.block.last_op
                assert end is not None
                for carry in self._carries(op.true_region.block, end.operands):
                    root, slot = self.storage.root(carry.source), carry.target.slot
                    if (
                        slot is not None
                        and root not in left
                        and not self.numbering.dominates(slot, op)
                    ):
                        end.operands[carry.index] = self._copy(carry, None, end)
                        left.add(root)
        return bool(left)

    def _move_seeds(self, op: scf.IfOp) -> None:
        """
        Where no copy can bring what the else-arm yields to the then-arm's place (an accumulator
        that is added to), let the then-arm make its value at the else-arm's.
        """
        if not op.results:
            return
        for seed, other in zip(
            yielded_values(op.true_region.block), yielded_values(op.false_region.block), strict=True
        ):
            type_ = seed.type
            if not isinstance(type_, TileType) or self._can_copy(type_.memory_space):
                continue
            here, there = self._location(seed), self._location(other)
            if here is None or there is None or here.same_as(there):
                continue
            if self._can_become(there.memory, here, op) or self.storage[seed].is_view:
                continue
            if self._can_become(here.memory, there, op):
                self._become(here.memory, there)

    def _can_copy(self, space: Space | None) -> bool:
        return space is not None and (space, space) in self.target.copies

    def _location(self, value: SSAValue) -> Location | None:
        return self.placements.location(self.storage.root(value))

    def _carries(self, body: Block, owners: Sequence[SSAValue]) -> list[_Carry]:
        """The tiles that a body yields, with the places of the values that they become."""
        carries: list[_Carry] = []
        for i, (value, owner) in enumerate(zip(yielded_values(body), owners, strict=True)):
            if isinstance(owner.type, TileType):
                target = self._location(owner)
                if target is None:
                    fail(owner, f"tile '{display_name(owner)}' has no allocation to be carried in")
                carries.append(_Carry(i, value, target, owner))
        return carries

    def _settle(self, body: Block, owners: Sequence[SSAValue], region: Operation) -> None:
        carries = self._carries(body, owners)
        occupied = {carry.target.memory for carry in carries}
        pending: list[_Carry] = []
        for carry in carries:
            location = self._location(carry.source)
            if location is not None and location.same_as(carry.target):
                continue
            if (
                location is not None
                and location.memory not in occupied
                and not self.storage[carry.source].is_view
                and self._can_become(location.memory, carry.target, region)
            ):
                self._become(location.memory, carry.target)
            else:
                pending.append(carry)
        end = body.last_op
        assert end is not None
        self._copy_in_parallel(pending, end)

    # ---- One allocation becomes another ----

    def _can_become(self, memory: SSAValue, target: Location, region: Operation) -> bool:
        """Whether everything in an allocation can live at a place instead."""
        alloc, place = memory.owner, target.memory.owner
        assert isinstance(alloc, AllocOp) and isinstance(place, AllocOp)
        own, wanted = alloc.type, place.type
        if alloc.is_pinned or own.slots.data > 1 or own.space != wanted.space:
            return False
        return own.size.data <= wanted.size.data and all(
            self._can_write(use.operation, target, region) for use in memory.uses
        )

    def _can_write(self, place: Operation, target: Location, region: Operation) -> bool:
        """Whether the operation of a placed tile may write to another place."""
        assert isinstance(place, PlaceOp)
        op = place.tile.owner
        assert isinstance(op, Operation)
        if not region.is_ancestor(op):
            return False
        if target.slot is not None and not self.numbering.dominates(target.slot, op):
            return False
        for index in forbidden_operands(op, self.target):
            location = self._location(op.operands[index])
            if location is not None and location.memory is target.memory:
                return False
        return not self.accesses.is_touched(target.memory, op, region)

    def _become(self, memory: SSAValue, target: Location) -> None:
        """Let everything in an allocation live at a place instead."""
        for place in [use.operation for use in memory.uses]:
            assert isinstance(place, PlaceOp)
            slot = [] if target.slot is None else [target.slot]
            place.operands = [place.tile, target.memory, *slot]
        self.accesses.merge(memory, target.memory)

    # ---- Copies ----

    def _copy_in_parallel(self, carries: Sequence[_Carry], end: Operation) -> None:
        """Copy values to their places at the end of a body, as if at once."""
        sources = [self._location(carry.source) for carry in carries]
        for i, to_scratch in parallel_copy(sources, [carry.target for carry in carries]):
            carry = carries[i]
            carry.source = self._copy(carry, None if to_scratch else carry.target, end)
            end.operands[carry.index] = carry.source

    def _copy(self, carry: _Carry, target: Location | None, end: Operation) -> SSAValue:
        """Insert a placed copy; without a target it gets an allocation of its own."""
        type_ = carry.source.type
        assert isinstance(type_, TileType)
        space = type_.memory_space
        if space is None or not self._can_copy(space):
            self._fail(carry, space, end)
        move = MoveOp(carry.source)
        move.location = end.location
        name = variable_name(carry.source) or "carried"
        move.result.name_hint = ssa_name(f"{name}_mv")
        if target is None:
            ref = RefType.get(space, type_.allocated_bytes(self.target))
            target = Location(add_alloc(self.function, ref, self.labels, move), None)
        place = PlaceOp(move.result, target.memory, target.slot)
        place.location = end.location
        assert end.parent is not None
        end.parent.insert_ops_before([move, place], end)
        self.numbering.insert_before(move, end)
        self.placements.of[move.result] = place
        self.accesses.add(move)
        return move.result

    def _fail(self, carry: _Carry, space: Space | None, end: Operation) -> NoReturn:
        name, owner = display_name(carry.source), display_name(carry.owner)
        reason = "cannot bring a yielded tile to its place"
        if space is Space.ACC:
            reason = "cannot reconcile divergent L0C accumulator buffers"
        fail(
            end,
            f"{reason}: tile '{name}' would have to be copied to where '{owner}' lives, and "
            f"{self.target.name} cannot copy {space} to {space}",
            [
                note_at(carry.owner, f"'{owner}' is made here"),
                note_at(carry.source, f"'{name}' is made here"),
            ],
        )
