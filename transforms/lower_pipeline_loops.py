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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.buffer import BindOp
from pto_dialect.module_attributes import functions_in
from pto_dialect.tile.attributes import STAGES
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import is_matrix_product
from transforms.analysis.control_flow import constant_trips, fail_step
from transforms.analysis.stages import (
    add_outer_stage,
    next_group,
    pipelined_loops,
    requested_stages,
)
from transforms.loop_rewriting import LoopRewriter

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
            if loops := pipelined_loops(function):
                groups = count(next_group(function))
                # The inner ones first.
                for loop in reversed(loops):
                    _lower(loop, groups)


def _lower(loop: scf.ForOp, groups: Iterator[int]) -> None:
    """Replace a pipelined loop; each of its blocks of clones is a group of stages."""
    stages = requested_stages(loop)
    assert stages is not None
    del loop.attributes[STAGES]
    step = constant_value(loop.step)
    if step is None or step <= 0:
        fail_step(loop, "the step of a pipelined loop is a positive constant", step)
    if stages > 1 and constant_trips(loop) != 0:
        _Replication(loop, stages, step, groups).run()


class _Replication(LoopRewriter):
    """Replicates the body of one loop."""

    def __init__(self, loop: scf.ForOp, stages: int, step: int, groups: Iterator[int]):
        super().__init__(loop)
        self._stages = stages
        self._step = step
        self._groups = groups

    def run(self) -> None:
        """Replace the loop."""
        start, trips = constant_value(self.loop.lb), constant_trips(self.loop)
        if start is not None and trips is not None:
            self.replace(self._static(start, trips))
        else:
            self.replace(self._dynamic())

    def _static(self, start: int, trips: int) -> Sequence[SSAValue]:
        full, rest = divmod(trips, self._stages)
        first = start + full * self._stages * self._step
        carried: Sequence[SSAValue] = tuple(self.loop.iter_args)
        if full:
            carried = self.add(self._main_loop(self.loop.lb, self.index(first)))
        if rest:
            values = [self.index(first + k * self._step) for k in range(rest)]
            ops, carried = self._clones(values, carried)
            self.new += ops
        return carried

    def _dynamic(self) -> Sequence[SSAValue]:
        """
        The number of iterations is `(stop - start + step - 1) / step` where `stop > start`, else
        0. Every choice between the two is made last, so that it is no operand of a division. The
        main loop counts from 0, so that its bounds are never negative.
        """
        start, stop, stages, step = self.loop.lb, self.loop.ub, self._stages, self._step
        runs = self.emit(arith.CmpiOp(stop, start, "sgt"))
        trips = stop if constant_value(start) == 0 else self.emit(arith.SubiOp(stop, start))
        if step > 1:
            rounded = self.emit(arith.AddiOp(trips, self.index(step - 1)))
            trips = self.emit(arith.DivUIOp(rounded, self.index(step)))
        at_once, zero = self.index(stages), self.index(0)
        full = self.emit(arith.DivUIOp(trips, at_once))
        over = self.emit(arith.RemUIOp(trips, at_once))
        length = self.emit(arith.MuliOp(full, self.index(stages * step)))
        first_left = self.emit(arith.AddiOp(start, length))
        full = self.emit(arith.SelectOp(runs, full, zero))
        rest = self.emit(arith.SelectOp(runs, over, zero))
        carried = self.add(self._counted_loop(stages, start, full, self.loop.iter_args))
        if stages <= _MOST_BRANCHED:
            return self._cascade(1, first_left, rest, carried)
        return self.add(self._counted_loop(1, first_left, rest, carried))

    def _cascade(
        self, count: int, first: SSAValue, rest: SSAValue, carried: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """`if rest == 1 … else if rest == 2 … else` what the main loop gave."""
        if count == self._stages:
            return carried
        is_it = self.emit(arith.CmpiOp(rest, self.index(count), "eq"))
        outer, self.new = self.new, []
        ops, results = self._clones(self._inductions(first, count), carried)
        self.new += ops
        then = self.arm(results)
        self.new = []
        otherwise = self.arm(self._cascade(count + 1, first, rest, carried))
        self.new = outer
        return self.add(scf.IfOp(is_it, [v.type for v in carried], then, otherwise))

    def _main_loop(self, start: SSAValue, stop: SSAValue) -> scf.ForOp:
        """The loop that runs `stages` iterations at a time."""
        stride = self.index(self._stages * self._step)
        body = self.empty_body()
        body.args[0].name_hint = self.loop.body.block.args[0].name_hint
        self._fill_body(self._stages, body, body.args[0], [])
        return scf.ForOp(start, stop, stride, list(self.loop.iter_args), Region(body))

    def _counted_loop(
        self, stages: int, start: SSAValue, count: SSAValue, carried: Sequence[SSAValue]
    ) -> scf.ForOp:
        """The loop that runs `stages` iterations `count` times, the first of all for `start`."""
        zero, one = self.index(0), self.index(1)
        body = self.empty_body()
        outer, self.new = self.new, []
        first = self.emit(arith.MuliOp(body.args[0], self.index(stages * self._step)))
        if constant_value(start) != 0:
            first = self.emit(arith.AddiOp(first, start))
        first.name_hint = self.loop.body.block.args[0].name_hint
        head, self.new = self.new, outer
        self._fill_body(stages, body, first, head)
        return scf.ForOp(zero, count, one, list(carried), Region(body))

    def _fill_body(self, stages: int, body: Block, first: SSAValue, head: list[Operation]) -> None:
        """Clone an iteration for `first`, `first + step`, … into a body that begins with `head`."""
        outer, self.new = self.new, head
        # The constants stand in the body, where every clone can see them.
        ops, results = self._clones(self._inductions(first, stages), body.args[1:])
        self.new += ops
        self.add(scf.YieldOp(*results))
        body.add_ops(self.new)
        self.new = outer

    def _inductions(self, first: SSAValue, count: int) -> list[SSAValue]:
        """`first`, `first + step`, …"""
        offsets = (k * self._step for k in range(1, count))
        return [first, *(self.emit(arith.AddiOp(first, self.index(o))) for o in offsets)]

    def _clones(
        self, values: Sequence[SSAValue], carried: Sequence[SSAValue]
    ) -> tuple[list[Operation], Sequence[SSAValue]]:
        """One clone of the body for each induction value, and what the last one yields."""
        group, block = next(self._groups), self.loop.body.block
        terminator = block.last_op
        assert terminator is not None
        slots: Sequence[SSAValue] = ()
        if any(isinstance(op, BindOp) and self._chooses_no_slot(op) for op in block.ops):
            slots = [self.index(stage) for stage in range(len(values))]
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


def _mark(clone: Operation, group: int, stage: int) -> None:
    """Mark the tile operations of a clone; matrix products share their accumulator."""
    for op in clone.walk():
        if op.name.startswith("tile.") and not is_matrix_product(type(op)):
            add_outer_stage(op, group, stage)
