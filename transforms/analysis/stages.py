"""
Marks of pipeline stages.

A pipelined loop says how many iterations it overlaps (`tile.stages`). What is cloned from it says
which stage of which group it belongs to (`tile.stage`), outermost pipeline first.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.dialects.scf import ForOp
from xdsl.ir import Operation
from xdsl.utils.hints import isa

from pto_dialect.diagnostics import fail
from pto_dialect.tile.attributes import STAGE, STAGES, StageAttr
from transforms.analysis.control_flow import check_counts_in_index


def requested_stages(loop: ForOp) -> int | None:
    """
    How many iterations a loop overlaps, `None` if it is not pipelined.

    Raises:
        CompileError: the mark is no positive integer, or the loop does not count in `index`.
    """
    mark = loop.attributes.get(STAGES)
    if mark is None:
        return None
    if not isinstance(mark, IntegerAttr) or mark.value.data < 1:
        fail(loop, f"the number of stages of a pipelined loop is at least 1, not {mark}")
    check_counts_in_index(loop)
    return mark.value.data


def stages_of(op: Operation) -> tuple[tuple[int, int], ...]:
    """The (group, stage) marks of an operation, outermost first."""
    marks = op.attributes.get(STAGE)
    if marks is None:
        return ()
    return tuple(mark.data for mark in marks) if isa(marks, ArrayAttr[StageAttr]) else ()


def pipelined_loops(function: FuncOp) -> list[ForOp]:
    """The loops of a function that ask for stages, the outer ones first."""
    loops = (op for op in function.walk() if isinstance(op, ForOp))
    return [loop for loop in loops if requested_stages(loop) is not None]


def add_outer_stage(op: Operation, group: int, stage: int) -> None:
    """Mark an operation as part of a stage of a pipeline around those it is marked with."""
    inner = op.attributes.get(STAGE)
    marks = list(inner) if isa(inner, ArrayAttr[StageAttr]) else []
    op.attributes[STAGE] = ArrayAttr([StageAttr((group, stage)), *marks])


def next_group(function: FuncOp) -> int:
    """A number that no group of a function has yet."""
    return 1 + max((g for op in function.walk() for g, _ in stages_of(op)), default=-1)


def strip_stages(ops: Iterable[Operation]) -> None:
    """Remove all marks of operations."""
    for op in ops:
        if STAGE in op.attributes:
            del op.attributes[STAGE]
