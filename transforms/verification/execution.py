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
5. A tile of `tile.create` holds nothing, so reading it proves nothing.
6. A tile that an operation uses as scratch need not be intact, and nobody's data lies there
   afterwards.
7. A popped tile lies in memory of its own, the slot of its queue, until that is given back.

Not handled: bytes that lie between the rows of a view of some columns count as the view's, so
two such views side by side cannot both be overwritten.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xdsl.ir import Block, Operation, SSAValue

from pto_dialect.buffer import BindOp
from pto_dialect.diagnostics import display_name, fail
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp
from pto_dialect.tile.forbidden import forbidden_operands
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.ops.queues import TFreeOp
from pto_dialect.tile.ops.views import ValidDimOp
from pto_dialect.tile.traits import NoStorage, StorageFacts, ViewOf, storage_facts
from pto_dialect.tile.types import TileType
from transforms.verification.aliasing import (
    PlacedTile,
    check_one_address,
    check_result,
    check_results_apart,
    check_scratch,
    overwritten,
)
from transforms.verification.location import Location, part, row_bytes
from transforms.verification.memory import Memory
from transforms.verification.tiles import Tiles

_NO_ACCESS = frozenset(
    {PlaceOp, BindOp, AllocOp, ReserveOp, ValidDimOp, YieldOp, ConditionOp, ConstantOp}
)
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
        self._tiles = Tiles(created)

    def run_function(self, function: FuncOp) -> None:
        for arg in function.body.block.args:
            if isinstance(arg.type, TileType):
                fail(
                    arg,
                    f"tile argument '{display_name(arg)}' has no place in memory",
                    ["a kernel loads its tiles from tensors; a helper is built where it is called"],
                )
        self._run(function.body.block)

    def _run(self, block: Block) -> None:
        for op in block.ops:
            if type(op) in _NO_ACCESS:
                continue
            if not op.regions:
                self._run_operation(op)
            elif isinstance(op, ForOp):
                self._run_loop(op)
            elif isinstance(op, IfOp):
                self._run_branch(op)
            elif isinstance(op, WhileOp) and not _carries_tiles(op):
                self._run_while(op)
            elif _touches_tiles(op):
                fail(op, f"verify-memory-plan cannot follow tiles through '{op.name}'")

    # ---- Operations ----

    def _run_operation(self, op: Operation) -> None:
        facts = storage_facts(op)
        if facts.view_of is not None:
            self._view(op, facts.view_of)
            return
        if isinstance(op, TFreeOp):
            self._free(op)
            return
        operands = [
            PlacedTile(i, operand, place)
            for i, operand in enumerate(op.operands)
            if type(operand.type) is TileType
            if (
                place := (
                    self._tiles.at[operand] if i in facts.scratch else self._tiles.read(operand, op)
                )
            )
            is not None
        ]
        target = None if facts.writes_into is None else facts.writes_into.operand
        for operand in operands:
            if operand.number in facts.scratch:
                check_scratch(op, operand, operands)
                self._tiles.spoil(operand.tile, operand.place, op)
        results = [
            PlacedTile(i, result, place)
            for i, result in enumerate(op.results)
            if type(result.type) is TileType
            if (place := self._place_result(op, result, facts)) is not None
        ]
        if not results:
            return
        others = [operand for operand in operands if operand.number != target]
        forbidden = forbidden_operands(op, self._target)
        for result in results:
            written = result.place if target is None else overwritten(op, result.place)
            check_result(op, result._replace(place=written), others, forbidden)
        check_results_apart(op, results)
        if type(op) is not CreateOp:
            for result in results:
                self._tiles.write(result.tile, result.place, op)

    def _place_result(
        self, op: Operation, result: SSAValue, facts: StorageFacts
    ) -> Location | None:
        """The bytes of a result, `None` if it lies in no memory of the plan."""
        self._tiles.define(result)
        if facts.creates:
            return self._tiles.at[result]
        if facts.writes_into is not None:
            place = self._tiles.at[op.operands[facts.writes_into.operand]]
            if place is not None:
                place = place._replace(root=result, undefined=False)
        elif op.has_trait(NoStorage):
            type_ = tile_type(result)
            slot = Memory("its slot")
            place = Location(slot, 0, type_.dense_bytes, row_bytes(type_), result, "queue")
        else:
            fail(op, f"verify-memory-plan cannot tell where the result of {op.name} lives")
        self._tiles.at[result] = place
        return place

    def _free(self, op: TFreeOp) -> None:
        place = self._tiles.read(op.tile, op)
        if place is not None:
            self._tiles.spoil(op.tile, place, op)

    def _view(self, op: Operation, view: ViewOf) -> None:
        source, result = op.operands[view.operand], op.results[0]
        place = self._tiles.at[source]
        if place is not None:
            outer, inner = source.type, result.type
            assert isinstance(outer, TileType) and isinstance(inner, TileType)
            place = part(place, outer, inner, view.offset(op), result)
        self._tiles.at[result] = place

    # ---- Control flow ----

    def _run_branch(self, op: IfOp) -> None:
        mark = self._tiles.state.mark()
        then_places = self._run_arm(op.true_region.blocks.first)
        then_changes = self._tiles.state.take_back(mark)
        else_places = self._run_arm(op.false_region.blocks.first)
        self._tiles.state.join(then_changes)
        for i, result in enumerate(op.results):
            if not isinstance(result.type, TileType):
                continue
            check_one_address(op, result, then_places[i], else_places[i])
            self._tiles.own(result, then_places[i][1])

    def _run_arm(self, block: Block | None) -> Mapping[int, tuple[SSAValue, Location | None]]:
        """Run an arm; the places of the tiles that it yields, by index of the result."""
        if block is None:
            return {}
        self._run(block)
        end = block.last_op
        if not isinstance(end, YieldOp):
            return {}
        return {
            i: (value, self._tiles.read(value, end))
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
        places = [self._tiles.read(init, op) for init, *_ in carried]
        self._tiles.enter_loop()
        for (_, arg, _, _), place in zip(carried, places, strict=True):
            self._tiles.own(arg, place)
        self._run(body)
        for (init, arg, _, passed), place in zip(carried, places, strict=True):
            assert body.last_op is not None
            passed_place = self._tiles.read(passed, body.last_op)
            check_one_address(body.last_op, arg, (init, place), (passed, passed_place))
        self._tiles.leave_loop(op)
        for (_, _, result, _), place in zip(carried, places, strict=True):
            self._tiles.own(result, place)

    def _run_while(self, op: WhileOp) -> None:
        self._tiles.enter_loop()
        self._run(op.before_region.block)
        self._run(op.after_region.block)
        self._tiles.leave_loop(op)


def _carries_tiles(op: WhileOp) -> bool:
    values = (*op.operands, *op.results, *op.after_region.block.args)
    return any(isinstance(value.type, TileType) for value in values)


def _yielded(body: Block) -> tuple[SSAValue, ...]:
    end = body.last_op
    return tuple(end.operands) if isinstance(end, YieldOp) else ()


def _touches_tiles(op: Operation) -> bool:
    return any(
        isinstance(value.type, TileType)
        for inner in op.walk()
        for value in (*inner.operands, *inner.results)
    )
