"""
Copy a tile that would be overwritten while it is still needed.

Values never change, storage does: an in-place operation, a loop with a tile as initial value and
a branch that yields a tile from outside overwrite that tile's storage. That is right only if the
tile and all its views are dead afterwards, on every path and in the next iteration if the tile
is defined outside of the loop. So does an operation that uses a tile as scratch. Where it is not
right, the tile is copied first and the copy is overwritten; undefined data (`tile.create`) and
scratch are not copied but created. What a loop or a branch would overwrite is copied too if no
placement can say where it is (a part of another tile, a slot of a queue), and so is a tile that an
arm yields twice.

Needs: every tile has a space. Leaves: every overwriter overwrites a tile that nobody reads
afterwards; bindings stay on the originals.

    %u = tile.assemble %t, %s[%c0, %c0] : …      // %t is read again below
    ⟶ %c = tile.move %t : …
       %u = tile.assemble %c, %s[%c0, %c0] : …
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from operator import itemgetter

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import display_name, fail, note_at, operation_name, variable_name
from pto_dialect.machine.targets import Target
from pto_dialect.module_attributes import functions_in, target_of
from pto_dialect.names import ssa_name
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.ops.views import MoveOp
from pto_dialect.tile.traits import PLACING_OPS, NoStorage, storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.control_flow import check_structure, in_opposite_arms, outermost_loop
from transforms.analysis.live_ranges import defining_block
from transforms.analysis.numbering import Numbering
from transforms.analysis.storage import is_part, value_root


@dataclass(frozen=True)
class InsertTileCopiesPass(ModulePass):
    """Copy a tile that would be overwritten while it is needed; see the module's docstring."""

    name = "insert-tile-copies"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for function in functions_in(op):
            check_structure(function)
            overwrites = find_overwrites(function)
            if overwrites:
                _protect(function, overwrites, target)


@dataclass(frozen=True)
class Overwrite:
    """An operand whose storage is overwritten."""

    op: Operation
    """What overwrites: an in-place operation, a loop, or the `scf.yield` of a branch."""
    index: int
    """Index of the operand."""

    @property
    def value(self) -> SSAValue:
        """The tile whose storage is overwritten."""
        return self.op.operands[self.index]

    @property
    def at(self) -> Operation:
        """The operation from whose end on the old data is gone."""
        if isinstance(self.op, scf.YieldOp):
            parent = self.op.parent_op()
            assert parent is not None
            return parent
        return self.op

    @property
    def is_scratch(self) -> bool:
        """Whether the operation overwrites the tile without reading it."""
        return self.index in storage_facts(self.op).scratch

    @property
    def is_control_flow(self) -> bool:
        """Whether a loop or a branch overwrites, so that a whole allocation is needed."""
        return isinstance(self.op, scf.ForOp | scf.YieldOp)


def find_overwrites(function: FuncOp) -> list[Overwrite]:
    """Every operand that a function overwrites, in order."""
    found: list[Overwrite] = []
    for block in function.body.blocks:
        _find(block, found)
    return found


def _find(block: Block, found: list[Overwrite]) -> None:
    for op in block.ops:
        if isinstance(op, scf.ForOp):
            first = len(op.operands) - len(op.iter_args)
            found.extend(
                Overwrite(op, first + i)
                for i, init in enumerate(op.iter_args)
                if isinstance(init.type, TileType)
            )
        else:
            facts = storage_facts(op)
            found.extend(Overwrite(op, i) for i in facts.scratch)
            if facts.writes_into is not None:
                found.append(Overwrite(op, facts.writes_into.operand))
        for region in op.regions:
            for inner in region.blocks:
                _find(inner, found)
        if isinstance(op, scf.IfOp) and op.results:
            found.extend(_yields_of_others(op))


def _yields_of_others(op: scf.IfOp) -> list[Overwrite]:
    """What the arms of an `if` yield without making it for this result: each needs a place."""
    found: list[Overwrite] = []
    for region in op.regions:
        terminator = region.block.last_op
        assert terminator is not None
        seen: set[SSAValue] = set()
        for i, value in enumerate(terminator.operands):
            if isinstance(value.type, TileType):
                if value in seen or _has_no_place(value) or not _is_inside(value, op):
                    found.append(Overwrite(terminator, i))
                seen.add(value)
    return found


def _has_no_place(value: SSAValue) -> bool:
    """Whether no placement can say where a tile is: in a part of another one, or in a queue."""
    return is_part(value) or _is_in_queue(value)


def _is_in_queue(value: SSAValue) -> bool:
    owner = value_root(value).owner
    return isinstance(owner, Operation) and owner.has_trait(NoStorage)


def _is_inside(value: SSAValue, op: Operation) -> bool:
    parent = defining_block(value_root(value)).parent_op()
    while parent is not None and parent is not op:
        parent = parent.parent_op()
    return parent is op


def _protect(function: FuncOp, overwrites: list[Overwrite], target: Target) -> None:
    numbering = Numbering(function)
    readers = _Readers(numbering)
    for overwrite in overwrites:
        reader = readers.later_reader(overwrite)
        if reader is None and overwrite.is_control_flow:
            reader = overwrite.op if _has_no_place(overwrite.value) else None
        if reader is not None:
            copy = _copy(overwrite, reader, target)
            numbering.insert_before(copy, overwrite.op)


class _Readers:
    """Finds who still needs a tile after it is overwritten."""

    def __init__(self, numbering: Numbering):
        self._numbering = numbering
        self._of: dict[SSAValue, list[tuple[int, Operation, int]]] = {}

    def later_reader(self, overwrite: Overwrite) -> Operation | None:
        """An operation that reads the tile, or a view of it, after it is overwritten."""
        root = value_root(overwrite.value)
        loop = outermost_loop(overwrite.at, defining_block(root))
        readers = self._readers(root)
        start = bisect_left(readers, self._numbering[loop or overwrite.op], key=itemgetter(0))
        for i in range(start, len(readers)):
            _, user, index = readers[i]
            if value_root(user.operands[index]) is not root:
                copy = user.operands[index].owner
                if not isinstance(copy, MoveOp):
                    continue  # It was given other undefined data.
                user, index = copy, 0
            if self._needs(user, index, overwrite, loop):
                return user
        return None

    def _readers(self, root: SSAValue) -> list[tuple[int, Operation, int]]:
        """
        Who reads a tile or a view of it: position, operation and index of the operand, in order.
        An operand that was replaced by a copy since then stands for that copy.
        """
        known = self._of.get(root)
        if known is None:
            known = self._of[root] = []
            tiles = [root]
            while tiles:
                for use in tiles.pop().uses:
                    user = use.operation
                    view = storage_facts(user).view_of
                    if view is not None and view.operand == use.index:
                        tiles.append(user.results[0])
                    elif user.name not in PLACING_OPS:
                        known.append((self._numbering[user], user, use.index))
            known.sort(key=itemgetter(0))
        return known

    def _needs(
        self, user: Operation, index: int, overwrite: Overwrite, loop: Operation | None
    ) -> bool:
        if user is overwrite.op and index == overwrite.index:
            undefined = isinstance(value_root(overwrite.value).owner, CreateOp)
            return loop is not None and not overwrite.is_scratch and not undefined
        if overwrite.is_scratch and index in storage_facts(user).scratch:
            return False
        if user is overwrite.op or (loop is not None and loop.is_ancestor(user)):
            return True
        return self._is_after(user, overwrite.at)

    def _is_after(self, user: Operation, at: Operation) -> bool:
        """Whether a read comes after an operation has begun to overwrite."""
        position = self._numbering[user]
        if isinstance(at, scf.IfOp):
            return position > self._numbering.end(at)
        return position > self._numbering[at] and not in_opposite_arms(user, at)


def _copy(overwrite: Overwrite, reader: Operation, target: Target) -> Operation:
    """Overwrite a copy instead, which is made right before the overwriter."""
    value, op = overwrite.value, overwrite.op
    type_ = value.type
    assert isinstance(type_, TileType)
    name = display_name(value)
    owner = value.owner
    if isinstance(owner, CreateOp):
        copy = CreateOp(type_, valid=tuple(owner.valid))
    elif overwrite.is_scratch and not type_.dynamic_valid_dims:
        copy = CreateOp(type_)
    else:
        space = type_.memory_space
        if space is None or (space, space) not in target.copies:
            is_popped = reader is op and _is_in_queue(value)
            fail(
                op,
                f"{operation_name(overwrite.at)} overwrites tile '{name}' in {space}, which "
                f"{'lies in a slot of its queue' if is_popped else 'is still needed'}, and "
                f"{target.name} cannot copy {space} to {space}",
                ["pass on a tile that is computed from it"]
                if is_popped
                else [note_at(reader, f"'{name}' is read again here by {operation_name(reader)}")],
            )
        copy = MoveOp(value)
    copy.location = op.location
    copy.results[0].name_hint = ssa_name(f"{variable_name(value) or 'tile'}_copy")
    assert op.parent is not None
    op.parent.insert_op_before(copy, op)
    op.operands[overwrite.index] = copy.results[0]
    return copy
