"""
Replicate the body of every pipelined loop once for each stage.

What it does: a loop with `tile.stages = F` becomes a loop over F iterations at a time, whose body
holds F clones, and what is left of the trip count after it. If the bounds are constant, the rest is
the clones alone; else it is a cascade of branches, one for each possible remainder, and for more
than 16 stages, where the cascade would be long, an ordinary loop. Executed iterations and carried
values are those of the source loop, also if it runs less than F times or not at all. Inner loops
come first. Every tile operation of a clone is marked with its group and stage (`tile.stage`),
except matrix products, which share their accumulator. A tile that the body itself binds to a buffer
of F slots without an index gets the slot of its stage; clones share every other buffer, so two
tiles in one slot that turn out to be live together are an error later on.

Needs: nothing. Leaves: no `tile.stages`.

Errors: a step that is not a positive constant.

    scf.for %i = %c0 to %c8 step %c1 {…} {tile.stages = 4 : i64}
    ⟶ scf.for %i = %c0 to %c8 step %c4 {… %i … ; … %i + 1 … ; … %i + 2 … ; … %i + 3 …}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.buffer import BindOp
from pto_dialect.module_attributes import functions_in
from pto_dialect.tile.attributes import STAGES
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import is_matrix_product
from transforms.analysis.control_flow import constant_trips, fail_step
from transforms.analysis.stages import add_outer_stage, next_group, requested_stages

_INDEX = IndexType()

_MOST_BRANCHED = 16
"""
Most stages for which the rest of a run-time trip count is a cascade of branches, which hold
F(F - 1) / 2 bodies.
"""


@dataclass(frozen=True)
class LowerPipelineLoopsPass(ModulePass):
    """Replicate the body of every pipelined loop; see the module's docstring."""

    name = "lower-pipeline-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_in(op):
            loops = [inner for inner in function.walk() if isinstance(inner, scf.ForOp)]
            pipelined = [loop for loop in loops if requested_stages(loop) is not None]
            replicator = _Replicator(next_group(function)) if pipelined else None
            for loop in reversed(pipelined):
                assert replicator is not None
                replicator.lower(loop)


class _Replicator:
    """Lowers the loops of one function, the inner ones first."""

    def __init__(self, group: int):
        self._group = group
        self._stages = 1
        self._new: list[Operation] = []
        self._like: Operation | None = None

    def lower(self, loop: scf.ForOp) -> None:
        """Replace a pipelined loop."""
        stages = requested_stages(loop)
        assert stages is not None
        del loop.attributes[STAGES]
        step = constant_value(loop.step)
        if step is None or step <= 0:
            fail_step(loop, "the step of a pipelined loop is a positive constant", step)
        if stages == 1:
            return
        self._new, self._like, self._stages = [], loop, stages
        start, trips = constant_value(loop.lb), constant_trips(loop)
        if start is not None and trips is not None:
            if trips == 0:
                return
            results = self._static(loop, stages, start, step, trips)
        else:
            results = self._dynamic(loop, stages, step)
        block = loop.parent
        assert block is not None
        block.insert_ops_before(self._new, loop)
        for old, new in zip(loop.results, results, strict=True):
            old.replace_all_uses_with(new)
        loop.detach()
        loop.erase()

    def _static(
        self, loop: scf.ForOp, stages: int, start: int, step: int, trips: int
    ) -> Sequence[SSAValue]:
        full = trips // stages
        carried: Sequence[SSAValue] = tuple(loop.iter_args)
        if full:
            stop = self._index(start + full * stages * step)
            main = self._main_loop(loop, stages, loop.lb, stop, step)
            self._emit(main)
            carried = main.results
        rest = trips - full * stages
        if rest:
            first = start + full * stages * step
            values = [self._index(first + k * step) for k in range(rest)]
            ops, carried = self._clones(loop, values, carried)
            self._new += ops
        return carried

    def _dynamic(self, loop: scf.ForOp, stages: int, step: int) -> Sequence[SSAValue]:
        """
        The number of iterations is `(stop - start + step - 1) / step` where `stop > start`, else
        0. Every choice between the two is made last, so that it is no operand of a division. The
        main loop counts from 0, so that its bounds are never negative.
        """
        start, stop = loop.lb, loop.ub
        runs = self._emit(arith.CmpiOp(stop, start, "sgt")).results[0]
        trips = stop if constant_value(start) == 0 else self._binary(arith.SubiOp, stop, start)
        if step > 1:
            rounded = self._binary(arith.AddiOp, trips, self._index(step - 1))
            trips = self._binary(arith.DivUIOp, rounded, self._index(step))
        at_once, zero = self._index(stages), self._index(0)
        full = self._binary(arith.DivUIOp, trips, at_once)
        over = self._binary(arith.RemUIOp, trips, at_once)
        length = self._binary(arith.MuliOp, full, self._index(stages * step))
        first_left = self._binary(arith.AddiOp, start, length)
        full = self._emit(arith.SelectOp(runs, full, zero)).results[0]
        rest = self._emit(arith.SelectOp(runs, over, zero)).results[0]
        main = self._counted_loop(loop, stages, start, full, step, loop.iter_args)
        self._emit(main)
        if stages <= _MOST_BRANCHED:
            return self._cascade(loop, 1, stages, first_left, step, rest, main.results)
        left = self._counted_loop(loop, 1, first_left, rest, step, main.results)
        return self._emit(left).results

    def _cascade(
        self,
        loop: scf.ForOp,
        count: int,
        stages: int,
        first: SSAValue,
        step: int,
        rest: SSAValue,
        carried: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """`if rest == 1 … else if rest == 2 … else` what the main loop gave."""
        if count == stages:
            return carried
        is_it = self._emit(arith.CmpiOp(rest, self._index(count), "eq")).results[0]
        outer, self._new = self._new, []
        values = [first]
        for k in range(1, count):
            values.append(self._binary(arith.AddiOp, first, self._index(k * step)))
        ops, results = self._clones(loop, values, carried)
        then = self._finish_arm([*self._new, *ops], results)
        self._new = []
        others = self._cascade(loop, count + 1, stages, first, step, rest, carried)
        otherwise = self._finish_arm(self._new, others)
        self._new = outer
        branch = scf.IfOp(is_it, [v.type for v in carried], then, otherwise)
        return self._emit(branch).results

    def _finish_arm(self, ops: Sequence[Operation], results: Sequence[SSAValue]) -> Region:
        block = Block([*ops, scf.YieldOp(*results)])
        assert block.last_op is not None and self._like is not None
        block.last_op.location = self._like.location
        return Region(block)

    def _main_loop(
        self, loop: scf.ForOp, stages: int, start: SSAValue, stop: SSAValue, step: int
    ) -> scf.ForOp:
        """The loop that runs `stages` iterations at a time."""
        stride = self._index(stages * step)
        body = _empty_body(loop)
        body.args[0].name_hint = loop.body.block.args[0].name_hint
        self._fill_body(loop, stages, body, body.args[0], step, [])
        return scf.ForOp(start, stop, stride, list(loop.iter_args), Region(body))

    def _counted_loop(
        self,
        loop: scf.ForOp,
        stages: int,
        start: SSAValue,
        count: SSAValue,
        step: int,
        carried: Sequence[SSAValue],
    ) -> scf.ForOp:
        """The loop that runs `stages` iterations `count` times, the first of all for `start`."""
        zero, one = self._index(0), self._index(1)
        body = _empty_body(loop)
        outer, self._new = self._new, []
        first = self._binary(arith.MuliOp, body.args[0], self._index(stages * step))
        if constant_value(start) != 0:
            first = self._binary(arith.AddiOp, first, start)
        first.name_hint = loop.body.block.args[0].name_hint
        head, self._new = self._new, outer
        self._fill_body(loop, stages, body, first, step, head)
        return scf.ForOp(zero, count, one, list(carried), Region(body))

    def _fill_body(
        self,
        loop: scf.ForOp,
        stages: int,
        body: Block,
        first: SSAValue,
        step: int,
        head: list[Operation],
    ) -> None:
        """Clone an iteration for `first`, `first + step`, … into a body that begins with `head`."""
        outer, self._new = self._new, head
        values: list[SSAValue] = [first]
        for k in range(1, stages):
            # The constants stand in the body, where every clone can see them.
            values.append(self._binary(arith.AddiOp, first, self._index(k * step)))
        ops, results = self._clones(loop, values, body.args[1:])
        body.add_ops([*self._new, *ops, scf.YieldOp(*results)])
        assert body.last_op is not None
        body.last_op.location = loop.location
        self._new = outer

    def _clones(
        self, loop: scf.ForOp, values: Sequence[SSAValue], carried: Sequence[SSAValue]
    ) -> tuple[list[Operation], Sequence[SSAValue]]:
        """One clone of the body for each induction value, and what the last one yields."""
        group, self._group = self._group, self._group + 1
        block = loop.body.block
        terminator = block.last_op
        assert terminator is not None
        slots: Sequence[SSAValue] = ()
        if any(isinstance(op, BindOp) and self._chooses_no_slot(op) for op in block.ops):
            slots = [self._index(stage) for stage in range(len(values))]
        ops: list[Operation] = []
        for stage, value in enumerate(values):
            mapping: dict[SSAValue, SSAValue] = dict(
                zip(block.args, (value, *carried), strict=True)
            )
            for op in block.ops:
                if op is terminator:
                    continue
                if isinstance(op, BindOp) and self._chooses_no_slot(op):
                    clone = BindOp(mapping[op.tile], op.memory, slots[stage])
                    clone.location = op.location
                else:
                    clone = op.clone(mapping)
                    _mark(clone, group, stage)
                ops.append(clone)
            carried = tuple(mapping.get(v, v) for v in terminator.operands)
        return ops, carried

    def _chooses_no_slot(self, bind: BindOp) -> bool:
        """Whether a binding leaves it to the pipeline which slot of its buffer an iteration has."""
        return bind.slot is None and bind.slot_count == self._stages

    def _binary(
        self, kind: type[arith.SignlessIntegerBinaryOperation], a: SSAValue, b: SSAValue
    ) -> SSAValue:
        return self._emit(kind(a, b)).results[0]

    def _index(self, value: int) -> SSAValue:
        return self._emit(arith.ConstantOp(IntegerAttr(value, _INDEX))).results[0]

    def _emit(self, op: Operation) -> Operation:
        assert self._like is not None
        op.location = self._like.location
        self._new.append(op)
        if op.regions:
            for old, new in zip(self._like.results, op.results, strict=True):
                new.name_hint = old.name_hint
        return op


def _empty_body(loop: scf.ForOp) -> Block:
    """A body with the arguments of a loop's, all but the first named as there."""
    old = loop.body.block
    body = Block(arg_types=[a.type for a in old.args])
    for old_arg, new_arg in zip(old.args, body.args, strict=True):
        new_arg.location = old_arg.location
    for old_arg, new_arg in zip(old.args[1:], body.args[1:], strict=True):
        new_arg.name_hint = old_arg.name_hint
    return body


def _mark(clone: Operation, group: int, stage: int) -> None:
    """Mark the tile operations of a clone; matrix products share their accumulator."""
    for op in clone.walk():
        if op.name.startswith("tile.") and not is_matrix_product(type(op)):
            add_outer_stage(op, group, stage)
