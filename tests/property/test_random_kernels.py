"""
What holds for every kernel, tried on random ones: passes keep the numbers, plans are accepted,
text round-trips, and the output depends on the input alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import StringIO

import pytest
from hypothesis import given
from interpreter_ir import module_of
from property.execution import (
    Rejected,
    apply,
    assert_same,
    execute,
    module,
    passes_tiles,
)
from property.kernels import Kernel, kernels
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.printer import Printer
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
from xdsl.transforms.dead_code_elimination import DeadCodeElimination
from xdsl.transforms.loop_invariant_code_motion import LoopInvariantCodeMotionPass

from lowering.emit_pto import emit_module
from lowering.pipeline import PtoPipelinePass
from pto_dialect.mem import AllocOp
from transforms.init_memref import InitMemrefPass
from transforms.materialize_semantic_aliases import MaterializeSemanticAliasesPass
from transforms.memory_reuse import MemoryReusePass

TARGETS = ("a3", "a5")
PLANNERS = ("pack", "ptoas")
STOCK = (
    CommonSubexpressionElimination,
    LoopInvariantCodeMotionPass,
    DeadCodeElimination,
    CanonicalizePass,
)


def text_of(op: ModuleOp, *, generic: bool = False) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(op)
    return stream.getvalue() + "\n"


def check_stages(kernel: Kernel, target: str, planner: str) -> None:
    """Run the pipeline and execute what each pass leaves."""
    op = module(kernel, target)
    expected = execute(kernel, op, "tile")
    *memory, convert = PtoPipelinePass(planner=planner).stages()
    settled = not passes_tiles(op)
    for stage in memory:
        before = text_of(op) if stage.name == "verify-memory-plan" else ""
        apply(kernel, op, [stage])
        assert not before or text_of(op) == before
        settled = settled or isinstance(stage, MaterializeSemanticAliasesPass)
        is_placed = any(isinstance(inner, AllocOp) for inner in op.walk())
        level = "placed" if is_placed and settled else "tile"
        assert_same(kernel, execute(kernel, op, level), expected)
    apply(kernel, op, [convert])
    assert_same(kernel, execute(kernel, op, "pto"), expected)


@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("target", TARGETS)
def test_every_pass_keeps_the_numbers(target: str, planner: str):
    outcomes: Counter[bool] = Counter()

    @given(kernels())
    def check(kernel: Kernel):
        try:
            check_stages(kernel, target, planner)
            outcomes[True] += 1
        except Rejected:
            outcomes[False] += 1
            check_stages(kernel.without_bindings(), target, planner)

    check()
    if planner == "pack":
        assert outcomes[True] >= 0.8 * outcomes.total()


def stages_without(planner: str, left_out: type[ModulePass]) -> Sequence[ModulePass]:
    stages = PtoPipelinePass(planner=planner).stages()
    return [stage for stage in stages if not isinstance(stage, left_out)]


@pytest.mark.parametrize("planner", PLANNERS)
@given(kernel=kernels())
def test_plan_without_sharing_keeps_the_numbers(planner: str, kernel: Kernel):
    *memory, convert = stages_without(planner, MemoryReusePass)
    op = module(kernel)
    expected = execute(kernel, op, "tile")
    try:
        apply(kernel, op, memory)
        assert_same(kernel, execute(kernel, op, "placed"), expected)
        apply(kernel, op, [convert])
        assert_same(kernel, execute(kernel, op, "pto"), expected)
    except Rejected:
        return


@pytest.mark.parametrize("stock", STOCK)
@given(kernel=kernels())
def test_general_passes_keep_the_numbers(stock: type[ModulePass], kernel: Kernel):
    op = module(kernel)
    expected = execute(kernel, op, "tile")
    apply(kernel, op, [stock()])
    assert_same(kernel, execute(kernel, op, "tile"), expected)
    stages = PtoPipelinePass(planner="pack").stages()
    try:
        for stage in stages[:-1]:
            apply(kernel, op, [stage])
            if isinstance(stage, InitMemrefPass):
                apply(kernel, op, [stock()])
        assert_same(kernel, execute(kernel, op, "placed"), expected)
        apply(kernel, op, stages[-1:])
        assert_same(kernel, execute(kernel, op, "pto"), expected)
    except Rejected:
        return


@given(kernel=kernels())
def test_passes_on_values_have_nothing_to_do_twice(kernel: Kernel):
    op = module(kernel)
    for stage in PtoPipelinePass().stages()[:2]:
        apply(kernel, op, [stage])
        once = text_of(op)
        apply(kernel, op, [stage])
        assert text_of(op) == once


@pytest.mark.parametrize("planner", PLANNERS)
@given(kernel=kernels())
def test_text_round_trips(planner: str, kernel: Kernel):
    op = module(kernel)
    check_round_trip(op)
    stages = PtoPipelinePass(planner=planner).stages()
    try:
        apply(kernel, op, stages[:-1])
        check_round_trip(op)
        apply(kernel, op, stages[-1:])
        check_round_trip(op)
        emitted = module_of(emit_module(op))
        assert emit_module(emitted) == emit_module(op)
    except Rejected:
        return


def check_round_trip(op: ModuleOp) -> None:
    for generic in (False, True):
        text = text_of(op, generic=generic)
        again = module_of(text)
        assert op.is_structurally_equivalent(again)
        assert text_of(again, generic=generic) == text


@pytest.mark.parametrize("planner", PLANNERS)
@given(kernel=kernels())
def test_output_is_the_same_for_split_runs(planner: str, kernel: Kernel):
    stages = PtoPipelinePass(planner=planner).stages()
    whole, split = module(kernel), module(kernel)
    try:
        PtoPipelinePass(planner=planner).apply(Context(), whole)
    except Exception as error:
        expected = getattr(error, "message", None)
        assert expected is not None
        with pytest.raises(Rejected):
            apply(kernel, split, stages)
        return
    for stage in stages:
        apply(kernel, split, [stage])
        split = module_of(text_of(split))
    assert emit_module(split) == emit_module(whole)
