"""
Symbolic execution of a placed function: every read must find the data that the tile had.

1. An operation reads its operands, then writes its results; a tile is intact while each of its
   bytes is owned by the value that it is, or is a view of.
2. A view reads nothing. A result in place owns the bytes of the operand that it overwrites.
3. Both arms of an `if` run from one state; afterwards only what holds after both is known.
4. A loop body runs once. Whether a byte is still a value's own after an iteration does not
   depend on other bytes, so a second iteration finds what the first one found if all values
   from outside that it read are intact at its end, and if the values passed on lie where the
   block arguments do.
5. A tile of `tile.create` holds nothing. Reading it proves nothing and may be scratch, so it
   counts as a write.

Not handled: bytes that lie between the rows of a view of some columns count as the view's, so
two such views side by side cannot both be overwritten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from xdsl.dialects.func import FuncOp
from xdsl.dialects.scf import ForOp, IfOp, YieldOp
from xdsl.ir import Block, Operation, SSAValue

from pto_dialect.buffer import BindOp
from pto_dialect.diagnostics import Note, display_name, fail, note_at
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.ops.views import AssembleOp, ValidDimOp, window_offset
from pto_dialect.tile.traits import NoStorage, StorageFacts, ViewOf, storage_facts
from pto_dialect.tile.types import TileType
from transforms.verification.location import Location, described, part
from transforms.verification.memory import Memory
from transforms.verification.ownership import Ownership

_NO_ACCESS = (PlaceOp, BindOp, AllocOp, ReserveOp, ValidDimOp, YieldOp)
"""Operations that touch no byte of a tile, and yields, which their loop or branch reads."""


def execute(function: FuncOp, created: Mapping[SSAValue, Location], target: Target) -> None:
    """
    Run a function. `created` has the bytes of every tile that creates storage.

    Raises:
        CompileError: a tile is read after something else was written over it, an operation
            gets a result in bytes that it may not share, or a value does not stay at one
            address.
    """
    if len(function.body.blocks) > 1:
        fail(function, "verify-memory-plan follows structured control flow only, not branches")
    _Execution(created, target).run_function(function)


class _Execution:
    def __init__(self, created: Mapping[SSAValue, Location], target: Target):
        self._target = target
        self._at: dict[SSAValue, Location | None] = dict(created)
        """Where every tile met so far lives, `None` if in no memory of the plan."""
        self._state = Ownership()
        self._depth: dict[SSAValue, int] = {}
        """How many loops are around the definition of a root."""
        self._outside: list[dict[SSAValue, Operation]] = []
        """For every loop around: tiles from outside of it that it reads, and where first."""
        self._used: list[list[Memory]] = []
        """For every loop around: the run-time slots that it uses."""

    def run_function(self, function: FuncOp) -> None:
        for arg in function.body.block.args:
            if isinstance(arg.type, TileType):
                fail(arg, f"tile argument '{display_name(arg)}' has no place in memory")
        self._run(function.body.block)

    def _run(self, block: Block) -> None:
        for op in block.ops:
            if isinstance(op, _NO_ACCESS):
                continue
            if isinstance(op, ForOp):
                self._run_loop(op)
            elif isinstance(op, IfOp):
                self._run_branch(op)
            elif op.regions:
                if _touches_tiles(op):
                    fail(op, f"verify-memory-plan cannot follow tiles through '{op.name}'")
            else:
                self._run_operation(op)

    # ---- Reading and writing ----

    def _read(self, tile: SSAValue, op: Operation) -> Location | None:
        """Check that a tile is intact where an operation reads it."""
        place = self._at[tile]
        if place is None or place.undefined:
            return place
        self._check_intact(tile, place, op, "")
        if self._outside and self._depth[place.root] < len(self._outside):
            self._outside[-1].setdefault(tile, op)
        return place

    def _check_intact(self, tile: SSAValue, place: Location, op: Operation, when: str) -> None:
        lost = self._state.lost(place)
        if lost is None:
            return
        start, end, cell = lost
        name = described(tile, place)
        if cell.written is None or cell.writer is None:
            fail(op, f"tile '{display_name(tile)}' is needed here{when}, but was never written")
        by = self._at[cell.written]
        assert by is not None
        fail(
            op,
            f"tile {name} is needed here{when}, but tile '{display_name(cell.written)}' "
            f"({by.text}) may have been written over it",
            [
                note_at(
                    cell.writer,
                    f"'{display_name(cell.written)}' is written to bytes {start} to {end} here",
                ),
                Note("two tiles that are needed at the same time need memory of their own"),
            ],
        )

    def _write(self, tile: SSAValue, place: Location, op: Operation) -> None:
        self._state.write(place, tile, op)
        self._note_use(place.memory)

    def _own(self, tile: SSAValue, place: Location) -> None:
        """Let a tile be the data that lies in another one's place."""
        self._at[tile] = place = replace(place, root=tile, undefined=False)
        self._depth[tile] = len(self._outside)
        self._state.share(place)
        self._note_use(place.memory)

    def _note_use(self, memory: Memory) -> None:
        if self._used and memory.region is not None:
            self._used[-1].append(memory)

    # ---- Operations ----

    def _run_operation(self, op: Operation) -> None:
        facts = storage_facts(op)
        if facts.view_of is not None:
            self._view(op, facts.view_of)
            return
        tiles = [(i, o) for i, o in enumerate(op.operands) if isinstance(o.type, TileType)]
        read = [(i, o, p) for i, o in tiles if (p := self._read(o, op)) is not None]
        scratch = [(i, o, p) for i, o, p in read if p.undefined]
        results = [r for r in op.results if isinstance(r.type, TileType)]
        if facts.writes_into is not None:
            scratch = [s for s in scratch if s[0] != facts.writes_into.operand]
        for i, tile, place in scratch:
            for j, other, other_place in read:
                if i != j and other is not tile and place.may_touch(other_place):
                    fail(
                        op,
                        f"scratch tile {described(tile, place)} shares bytes with operand "
                        f"{described(other, other_place)} of {op.name}",
                    )
            self._write(tile, place, op)
        if results:
            self._check_results(op, facts, results, read)

    def _check_results(
        self,
        op: Operation,
        facts: StorageFacts,
        results: Sequence[SSAValue],
        read: list[tuple[int, SSAValue, Location]],
    ) -> None:
        forbidden = facts.forbidden_operands(op, self._target)
        written: list[tuple[SSAValue, Location]] = []
        for result in results:
            self._depth[result] = len(self._outside)
            in_place = facts.writes_into
            if in_place is not None:
                target = self._at[op.operands[in_place.operand]]
                if target is not None:
                    target = replace(target, root=result, undefined=False)
                self._at[result] = target
                touched = target and _overwritten(op, target)
            elif facts.creates:
                touched = self._at[result]
            elif op.has_trait(NoStorage):
                touched = self._at[result] = None
            else:
                fail(op, f"verify-memory-plan cannot tell where the result of {op.name} lives")
            if touched is None:
                continue
            for i, operand, place in read:
                if in_place is not None and i == in_place.operand:
                    continue
                if touched.may_touch(place):
                    self._check_alias(op, result, touched, operand, place, i in forbidden)
            for other, place in written:
                if touched.may_touch(place):
                    fail(
                        op,
                        f"results '{display_name(other)}' and '{display_name(result)}' of "
                        f"{op.name} share bytes: {place.text} and {touched.text}",
                    )
            written.append((result, touched))
        if isinstance(op, CreateOp):
            return
        for result, _ in written:
            place = self._at[result]
            assert place is not None
            self._write(result, place, op)

    def _check_alias(
        self,
        op: Operation,
        result: SSAValue,
        touched: Location,
        operand: SSAValue,
        place: Location,
        forbidden: bool,
    ) -> None:
        message = (
            f"result {described(result, touched)} of {op.name} shares bytes with its operand "
            f"{described(operand, place)}"
        )
        if forbidden:
            fail(op, message, [f"{op.name} would overwrite what it has yet to read"])
        if touched.start != place.start or touched.origin is not place.origin:
            fail(op, message, ["only tiles that start at one address may share bytes"])

    def _view(self, op: Operation, view: ViewOf) -> None:
        source, result = op.operands[view.operand], op.results[0]
        place = self._at[source]
        if place is not None:
            outer, inner = source.type, result.type
            assert isinstance(outer, TileType) and isinstance(inner, TileType)
            place = part(place, outer, inner, view.offset(op), result)
        self._at[result] = place

    # ---- Control flow ----

    def _run_branch(self, op: IfOp) -> None:
        mark = self._state.mark()
        then_places = self._run_arm(op.true_region.blocks.first)
        then_changes = self._state.take_back(mark)
        else_places = self._run_arm(op.false_region.blocks.first)
        self._state.join(then_changes)
        for i, result in enumerate(op.results):
            if not isinstance(result.type, TileType):
                continue
            (then_tile, place), (else_tile, else_place) = then_places[i], else_places[i]
            self._check_same_place(op, result, (then_tile, place), (else_tile, else_place))
            if place is None:
                self._at[result] = None
            else:
                self._own(result, place)

    def _run_arm(self, block: Block | None) -> Mapping[int, tuple[SSAValue, Location | None]]:
        """Run an arm; the places of the tiles that it yields, by index of the result."""
        if block is None:
            return {}
        self._run(block)
        end = block.last_op
        if not isinstance(end, YieldOp):
            return {}
        return {
            i: (value, self._read(value, end))
            for i, value in enumerate(end.operands)
            if isinstance(value.type, TileType)
        }

    def _run_loop(self, op: ForOp) -> None:
        body = op.body.block
        carried = [
            (init, arg, result, passed)
            for init, arg, result, passed in zip(
                op.iter_args, body.args[1:], op.results, _yielded(body), strict=True
            )
            if isinstance(arg.type, TileType)
        ]
        places = [self._read(init, op) for init, *_ in carried]
        self._outside.append({})
        self._used.append([])
        for (_, arg, _, _), place in zip(carried, places, strict=True):
            if place is None:
                self._at[arg] = None
            else:
                self._own(arg, place)
        self._run(body)
        for (init, arg, _, passed), place in zip(carried, places, strict=True):
            assert body.last_op is not None
            passed_place = self._read(passed, body.last_op)
            self._check_same_place(body.last_op, arg, (init, place), (passed, passed_place))
        self._leave_loop(op)
        for (_, _, result, _), place in zip(carried, places, strict=True):
            if place is None:
                self._at[result] = None
            else:
                self._own(result, place)

    def _leave_loop(self, op: ForOp) -> None:
        """Check that the next iteration finds what this one found outside, and close the loop."""
        for tile, reader in self._outside.pop().items():
            place = self._at[tile]
            assert place is not None
            self._check_intact(tile, place, reader, " in the next iteration")
            if self._outside and self._depth[place.root] < len(self._outside):
                self._outside[-1].setdefault(tile, reader)
        for memory in self._used.pop():
            assert memory.region is not None and memory.index is not None
            base = memory.index.base
            if base is not None and op.is_ancestor(base.owner):
                # No value in this slot can be named after the loop.
                memory.region.in_use.pop(memory, None)
            else:
                self._note_use(memory)

    def _check_same_place(
        self,
        op: Operation,
        carried: SSAValue,
        first: tuple[SSAValue, Location | None],
        second: tuple[SSAValue, Location | None],
    ) -> None:
        (a, place_a), (b, place_b) = first, second
        if place_a is None and place_b is None:
            return
        if place_a is not None and place_b is not None and place_a.same_place(place_b):
            return
        fail(
            op,
            f"tile '{display_name(carried)}' is not at one address: {described(a, place_a)} "
            f"and {described(b, place_b)} are both passed to it",
        )


def _yielded(body: Block) -> tuple[SSAValue, ...]:
    end = body.last_op
    return tuple(end.operands) if isinstance(end, YieldOp) else ()


def _overwritten(op: Operation, target: Location) -> Location:
    """What an operation really writes of the tile that it overwrites in place."""
    if not isinstance(op, AssembleOp):
        return target
    outer, inner = op.target.type, op.source.type
    assert isinstance(outer, TileType) and isinstance(inner, TileType)
    return part(target, outer, inner, window_offset(op), op.result)


def _touches_tiles(op: Operation) -> bool:
    return any(
        isinstance(value.type, TileType)
        for inner in op.walk()
        for value in (*inner.operands, *inner.results)
    )
