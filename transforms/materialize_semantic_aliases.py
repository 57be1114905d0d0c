"""
Bring every value that control flow passes on to the place where its readers expect it.

A loop's initial value, block argument, yielded value and result live in one place, and so do
the two values that the arms of an `if` yield. What it does: the operation that makes a yielded
value writes to that place right away if it can (same space, nothing there is read or written
afterwards, not over an operand that it cannot overwrite, not out of a buffer that the author
chose); otherwise a `tile.move` copies it there at the end of the body or arm. The moves of
one body are one parallel copy: they are ordered, and a cycle goes through scratch.

Needs: `init-memref`. Leaves: every yielded tile at the place of the value it becomes.

Errors: a move that the hardware does not have (between accumulators).

    %r = scf.for … iter_args(%acc = %x) { %n = tile.add %acc, %t ; mem.place %n in %m1 ; yield %n }
    ⟶ … mem.place %n in %m0                                  // where %x lives
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, RefType
from pto_dialect.module_attributes import functions_in, target_of
from pto_dialect.tile.ops.views import MoveOp
from pto_dialect.tile.traits import PLACING_OPS, storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.control_flow import in_opposite_arms
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import Location, Placements, allocs_in, erase_unused_allocs
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
                _Materializer(function, target).run(passers)


@dataclass(frozen=True)
class _Carry:
    """A value that a body yields, and the place where it has to be."""

    index: int
    """Index among the yielded values."""
    value: SSAValue
    """The yielded value."""
    target: Location
    """Where its readers expect it."""
    owner: SSAValue
    """The tile that lives there, for messages."""


class _Materializer:
    """Works on one function; analyses are kept up to date as places change."""

    def __init__(self, function: FuncOp, target: Target):
        self._function = function
        self._target = target
        self._storage = StorageMap(function)
        self._numbering = Numbering(function)
        self._placements = Placements(function)
        self._accesses: dict[SSAValue, list[tuple[int, Operation]]] = {}
        for block in function.body.blocks:
            self._collect_accesses(block)

    def run(self, passers: Sequence[scf.ForOp | scf.IfOp]) -> None:
        """Settle loops from the outside, then branches from the inside."""
        if any(self._leave_inner_slot(op) for op in passers if isinstance(op, scf.IfOp)):
            _Materializer(self._function, self._target).run(passers)
            return
        for op in passers:
            if isinstance(op, scf.ForOp):
                self._settle(op.body.block, self._carries(op.body.block, op.iter_args), op)
        for op in reversed(passers):
            if isinstance(op, scf.IfOp):
                canonical = yielded_values(op.true_region.block)
                arm = op.false_region.block
                self._settle(arm, self._carries(arm, canonical), op)
        erase_unused_allocs(self._function)

    def _leave_inner_slot(self, op: scf.IfOp) -> bool:
        """
        Copy what the then-arm yields from a slot whose index is computed inside of the branch:
        nobody outside could name that place. Says whether it did.
        """
        body = op.true_region.block
        terminator = body.last_op
        assert terminator is not None
        found = False
        for i, value in enumerate(terminator.operands):
            location = self._location(value) if isinstance(value.type, TileType) else None
            if location is None or location.slot is None or self._dominates(location.slot, op):
                continue
            carry = _Carry(i, value, location, value)
            terminator.operands[i] = self._copy(value, None, terminator, carry)
            found = True
        return found

    def _collect_accesses(self, block: Block) -> None:
        for op in block.ops:
            if op.name not in PLACING_OPS:
                for value in (*op.operands, *op.results):
                    if isinstance(value.type, TileType):
                        self._add_access(value, op)
            for region in op.regions:
                for inner in region.blocks:
                    self._collect_accesses(inner)

    def _add_access(self, value: SSAValue, op: Operation) -> None:
        location = self._placements.location(self._storage.root(value))
        if location is not None:
            accesses = self._accesses.setdefault(location.memory, [])
            insort(accesses, (self._numbering[op], op), key=_position)

    def _location(self, value: SSAValue) -> Location | None:
        return self._placements.location(self._storage.root(value))

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

    def _settle(self, body: Block, carries: Sequence[_Carry], region: Operation) -> None:
        pending: list[_Carry] = []
        moved: set[SSAValue] = set()
        for carry in carries:
            location = self._location(carry.value)
            if location is not None and location.same_as(carry.target):
                continue
            root = self._storage.root(carry.value)
            plan = None if root in moved else self._retarget(carry.value, carry.target, region)
            if plan is None:
                pending.append(carry)
                continue
            moved.add(root)
            for place in plan:
                self._move_place(place, carry.target)
        if pending:
            self._copy_in_parallel(body, pending)

    def _move_place(self, place: PlaceOp, target: Location) -> None:
        moved = self._accesses.pop(place.memory, [])
        accesses = self._accesses.setdefault(target.memory, [])
        accesses.extend(moved)
        accesses.sort(key=_position)
        new = PlaceOp(place.tile, target.memory, target.slot)
        new.location = place.location
        assert place.parent is not None
        place.parent.insert_op_before(new, place)
        place.detach()
        place.erase()
        self._placements.of[new.tile] = new

    def _retarget(
        self, value: SSAValue, target: Location, region: Operation
    ) -> list[PlaceOp] | None:
        """
        The placements to change so that a value is made at a place, `None` if it cannot be.
        Nothing is changed yet, so a branch that fails in one arm leaves the other alone.
        """
        location = self._location(value)
        if location is not None and location.same_as(target):
            return []
        op = value.owner
        if not isinstance(op, Operation) or not region.is_ancestor(op):
            return None
        if isinstance(op, scf.IfOp):
            return self._retarget_all(
                [yielded_values(r.block)[_result_index(op, value)] for r in op.regions],
                target,
                region,
            )
        if isinstance(op, scf.ForOp):
            index = _result_index(op, value)
            values = [op.iter_args[index]]
            inner = yielded_values(op.body.block)[index]
            at = self._location(inner)
            if at is not None and location is not None and at.same_as(location):
                values.append(inner)
            return self._retarget_all(values, target, region)
        facts = storage_facts(op)
        if facts.writes_into is not None:
            return self._retarget(op.operands[facts.writes_into.operand], target, region)
        place = self._placements.of.get(value)
        if place is None or not self._can_write(op, place, target, region):
            return None
        return [place]

    def _retarget_all(
        self, values: Sequence[SSAValue], target: Location, region: Operation
    ) -> list[PlaceOp] | None:
        plans = [self._retarget(value, target, region) for value in values]
        found: list[PlaceOp] = []
        for plan in plans:
            if plan is None:
                return None
            found.extend(place for place in plan if place not in found)
        return found

    def _can_write(
        self, op: Operation, place: PlaceOp, target: Location, region: Operation
    ) -> bool:
        """Whether an operation may write its result to another place."""
        if place.alloc.is_pinned:
            return False
        wanted, own = target.memory.type, place.memory.type
        assert isinstance(wanted, RefType)
        assert isinstance(own, RefType)
        if wanted.space != own.space or own.size.data > wanted.size.data:
            return False
        if target.slot is not None and not self._dominates(target.slot, op):
            return False
        for index in storage_facts(op).forbidden_operands(op, self._target):
            location = self._location(op.operands[index])
            if location is not None and location.memory is target.memory:
                return False
        return not self._is_touched(target, op, region)

    def _dominates(self, slot: SSAValue, op: Operation) -> bool:
        owner = slot.owner
        block = owner.parent if isinstance(owner, Operation) else owner
        at: Operation | None = op
        while at is not None and at.parent is not block:
            at = at.parent_op()
        return at is not None and self._numbering.definition(slot) < self._numbering[op]

    def _is_touched(self, target: Location, op: Operation, region: Operation) -> bool:
        """Whether a place is read or written after an operation, up to the end of a region."""
        accesses = self._accesses.get(target.memory, [])
        start = bisect_right(accesses, self._numbering[op], key=_position)
        last = self._numbering.end(region)
        for position, other in accesses[start:]:
            if position > last:
                return False
            if not in_opposite_arms(op, other):
                return True
        return False

    def _copy_in_parallel(self, body: Block, pending: list[_Carry]) -> None:
        """Copy all pending values at the end of a body as if at once."""
        terminator = body.last_op
        assert terminator is not None
        waiting = [(carry, carry.value) for carry in pending]
        while waiting:
            ready = next(
                (
                    (carry, source)
                    for carry, source in waiting
                    if not any(
                        self._reads(other_source, carry.target)
                        for other, other_source in waiting
                        if other is not carry
                    )
                ),
                None,
            )
            if ready is None:
                carry, source = waiting.pop(0)
                waiting.append((carry, self._copy(source, None, terminator, carry)))
                continue
            waiting.remove(ready)
            carry, source = ready
            terminator.operands[carry.index] = self._copy(source, carry.target, terminator, carry)

    def _reads(self, source: SSAValue, target: Location) -> bool:
        location = self._location(source)
        return location is not None and location.may_overlap(target)

    def _copy(
        self, source: SSAValue, target: Location | None, before: Operation, carry: _Carry
    ) -> SSAValue:
        """Insert a placed copy; without a target it gets an allocation of its own."""
        type_ = source.type
        assert isinstance(type_, TileType)
        space = type_.memory_space
        if space is None or (space, space) not in self._target.copies:
            self._fail(source, carry, before)
        move = MoveOp(source)
        move.location = before.location
        move.result.name_hint = f"{display_name(source)}_mv"
        if target is None:
            target = Location(self._scratch(type_, move), None)
        place = PlaceOp(move.result, target.memory, target.slot)
        place.location = before.location
        assert before.parent is not None
        before.parent.insert_ops_before([move, place], before)
        self._numbering.insert_before(move, before)
        self._numbering.insert_before(place, before)
        self._placements.of[move.result] = place
        self._add_access(source, move)
        self._add_access(move.result, move)
        return move.result

    def _scratch(self, type_: TileType, like: Operation) -> SSAValue:
        space = type_.memory_space
        assert space is not None
        taken = {alloc.label.data for alloc in allocs_in(self._function)}
        number = len(taken)
        while f"mem_{space}_{number}" in taken:
            number += 1
        alloc = AllocOp(
            f"mem_{space}_{number}", RefType.get(space, type_.allocated_bytes(self._target))
        )
        alloc.location = like.location
        alloc.ref.name_hint = alloc.label.data
        entry = self._function.body.blocks.first
        assert entry is not None
        assert entry.first_op is not None
        entry.insert_op_before(alloc, entry.first_op)
        return alloc.ref

    def _fail(self, source: SSAValue, carry: _Carry, before: Operation) -> None:
        type_ = source.type
        assert isinstance(type_, TileType)
        name, owner = display_name(source), display_name(carry.owner)
        space = type_.memory_space
        reason = (
            "cannot reconcile divergent L0C accumulator buffers"
            if space is Space.ACC
            else "cannot bring a yielded tile to its place"
        )
        fail(
            before,
            f"{reason}: tile '{name}' would have to be copied to where '{owner}' lives, and "
            f"{self._target.name} cannot copy {space} to {space}",
            [
                note_at(carry.owner, f"'{owner}' is made here"),
                note_at(source, f"'{name}' is made here"),
            ],
        )


def _position(access: tuple[int, Operation]) -> int:
    return access[0]


def _result_index(op: Operation, value: SSAValue) -> int:
    return next(i for i, result in enumerate(op.results) if result is value)
