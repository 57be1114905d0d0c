"""
Bounds of loops as the assembler counts them.

The assembler prints a loop over `index` as an unsigned loop, so only a loop that counts upwards
between bounds that are provably at least zero keeps its bounds. Every other one counts its
iterations from zero, and its induction value is computed from the count.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith, scf
from xdsl.ir import BlockArgument, SSAValue

from lowering.builder import LoweringBuilder
from lowering.non_negative import NonNegative
from pto_dialect.tile.ops.constants import constant_value
from transforms.analysis.control_flow import check_counts_in_index, constant_trips, fail_step


@dataclass(frozen=True)
class Bounds:
    """The bounds of a lowered loop."""

    start: SSAValue
    """First value of the counter."""
    stop: SSAValue
    """End of the counter, exclusive."""
    step: SSAValue
    """What is added to the counter."""
    counts_iterations: bool
    """Whether the counter is not the induction variable but the number of the iteration."""


class LoopBounds:
    """Finds the bounds of the loops of one function."""

    def __init__(self, builder: LoweringBuilder):
        self._builder = builder
        self._non_negative = NonNegative()

    def lower(self, loop: scf.ForOp) -> Bounds:
        """
        The bounds of a lowered loop; emits what they need before the loop.

        Raises:
            CompileError: the step is a constant that is not positive, or the loop does not count
                in `index`.
        """
        check_counts_in_index(loop)
        values = self._builder.values
        step = constant_value(loop.step)
        if step is not None and step <= 0:
            fail_step(loop, "the step of a loop is positive", step)
        if step is not None and self._non_negative(loop.lb) and self._non_negative(loop.ub):
            return Bounds(values[loop.lb], values[loop.ub], values[loop.step], False)
        index = self._builder.index
        return Bounds(index(0), self._trip_count(loop), index(1), True)

    def induction_value(self, loop: scf.ForOp, counter: BlockArgument) -> SSAValue:
        """The induction value from the number of the iteration; emitted in the current block."""
        values = self._builder.values
        value: SSAValue = counter
        if constant_value(loop.step) != 1:
            value = self._builder.emit(arith.MuliOp(value, values[loop.step])).results[0]
        if constant_value(loop.lb) != 0:
            value = self._builder.emit(arith.AddiOp(value, values[loop.lb])).results[0]
        return value

    def _trip_count(self, loop: scf.ForOp) -> SSAValue:
        """
        How often the body runs: `(stop - start + step - 1) / step` if `stop > start`, else 0. A
        step that is known at run time only is taken to be positive.
        """
        index, trips = self._builder.index, constant_trips(loop)
        if trips is not None:
            return index(trips)
        first, stride = constant_value(loop.lb), constant_value(loop.step)
        start, stop, step = (self._builder.values[v] for v in (loop.lb, loop.ub, loop.step))
        emit = self._builder.emit
        runs = emit(arith.CmpiOp(stop, start, "sgt")).results[0]
        count = stop if first == 0 else emit(arith.SubiOp(stop, start)).results[0]
        if stride != 1:
            less = (
                emit(arith.SubiOp(step, index(1))).results[0]
                if stride is None
                else index(stride - 1)
            )
            rounded = emit(arith.AddiOp(count, less)).results[0]
            count = emit(arith.DivUIOp(rounded, step)).results[0]
        return emit(arith.SelectOp(runs, count, index(0))).results[0]
