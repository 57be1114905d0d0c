"""A loop that pushes one iteration ahead does what it did, however often it runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from interpreter_ir import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.interpreter import Interpreter
from xdsl.ir import Operation

from lowering.pipeline import PtoPipelinePass
from pto_dialect.interpreter.api import Level, run_function
from pto_dialect.module_attributes import Planner, remarks_of
from pto_dialect.tile.ops.queues import TPopOp, TPushOp
from pto_dialect.tools.verifier import verify
from transforms.skew_cross_core_pipeline import SkewCrossCorePipelinePass

SIDE, BLOCKS = 16, 8
ROWS = SIDE * BLOCKS
MAT = f"!tile.tile<mat, {SIDE}x{SIDE}xf32>"
ACC = f"!tile.tile<acc, {SIDE}x{SIDE}xf32>"
VEC = f"!tile.tile<vec, {SIDE}x{SIDE}xf32>"


def queue(core: str, side: str, space: str, to: str, peer: str) -> str:
    ref = f"!mem.ref<{space}, 4096>"
    return f"""
    %mine = mem.reserve "{side}" : {ref}
    tile.init_pipe on {core} receives in %mine : {ref} sends to "{to}" of @{peer}
      {{dir_mask = 3 : i64, slot_size = 1024 : i64, slot_num = 4 : i64}}"""


def kernel(start: str, stop: str, step: int) -> str:
    """
    Products go to the vector core, come back doubled, are multiplied once more, added up and
    stored. A bound is a number, or `n`.
    """
    constants = "\n".join(
        f"%{name} = arith.constant {value} : index"
        for name, value in (("c0", "0"), ("side", SIDE), ("step", step))
    )
    bounds = "\n".join(
        f"%{name} = arith.constant {value} : index"
        for name, value in (("start", start), ("stop", stop))
        if value != "n"
    )
    first, end = (
        "%n" if value == "n" else f"%{name}" for name, value in (("start", start), ("stop", stop))
    )
    loop = f"scf.for %i = {first} to {end} step %step"
    matrix = f"memref<{ROWS}x{SIDE}xf32>"
    return f"""
builtin.module attributes {{pto.target_arch = "a5"}} {{
  func.func @cube(%a: {matrix}, %b: {matrix}, %out: {matrix}, %n: index)
      attributes {{tile.core = #tile.core<cube>}} {{
    {constants}
    {bounds}
    {queue("cube", "v2c", "mat", "c2v", "vector")}
    %r = tile.load %b[%c0, %c0] : {matrix} -> {MAT}
    %zero = tile.matmul %r, %r : {MAT}, {MAT} -> {ACC}
    %sum, %count = {loop} iter_args(%acc = %zero, %k = %c0) -> ({ACC}, index) {{
      %row = arith.muli %i, %side : index
      %l = tile.load %a[%row, %c0] : {matrix} -> {MAT}
      %p = tile.matmul %l, %r : {MAT}, {MAT} -> {ACC}
      tile.tpush %p to vector : {ACC}
      %e = tile.tpop from vector : {MAT}
      %next = tile.matmul_acc %acc, %e, %r : {ACC}, {MAT}, {MAT}
      tile.tfree %e : {MAT}
      %m = arith.addi %k, %row : index
      scf.yield %next, %m : {ACC}, index
    }} {{tile.stages = 2 : i64}}
    %at = arith.remui %count, %side : index
    tile.store %sum, %out[%at, %c0] : {ACC}, {matrix}
    func.return
  }}
  func.func @vector(%scale: f32, %n: index) attributes {{tile.core = #tile.core<vector>}} {{
    {constants}
    {bounds}
    {queue("vector", "c2v", "vec", "v2c", "cube")}
    {loop} {{
      %t = tile.tpop from cube : {VEC}
      %d = tile.muls %t, %scale : {VEC}, f32
      tile.tfree %t : {VEC}
      tile.tpush %d to cube : {VEC}
    }} {{tile.stages = 2 : i64}}
    func.return
  }}
}}
"""


class Passed(Interpreter.Listener):
    """What the cube core does with its queues, in order."""

    def __init__(self) -> None:
        self.steps = ""
        """A `+` for each push, a `-` for each pop."""

    def will_interpret_op(self, op: Operation, args: tuple[Any, ...]) -> None:
        if isinstance(op, TPushOp | TPopOp) and op.core.value == "cube":
            self.steps += "+" if isinstance(op, TPushOp) else "-"


def run(module: ModuleOp, n: int, level: Level, *listeners: Interpreter.Listener) -> Any:
    random = np.random.default_rng(1)
    a, b = (random.integers(-3, 4, (ROWS, SIDE)).astype(np.float32) for _ in range(2))
    out = np.zeros((ROWS, SIDE), np.float32)
    arguments = {"a": a, "b": b, "out": out, "n": n, "scale": 2.0}
    run_function(module, None, arguments, level=level, listeners=listeners)
    return out


def check(start: str, stop: str, step: int, n: int) -> None:
    module = module_of(kernel(start, stop, step))
    expected = run(module, n, "tile")
    skewed = module.clone()
    SkewCrossCorePipelinePass().apply(Context(), skewed)
    verify(skewed)
    assert not remarks_of(skewed)
    passed = Passed()
    np.testing.assert_array_equal(run(skewed, n, "tile", passed), expected)
    first, end = (n if bound == "n" else int(bound) for bound in (start, stop))
    trips = len(range(first, end, step))
    assert passed.steps == ("+" + "+-" * (trips - 1) + "-" if trips else "")
    for planner in Planner:
        lowered = module.clone()
        PtoPipelinePass(planner=planner).apply(Context(), lowered)
        np.testing.assert_array_equal(run(lowered, n, "pto"), expected)


@pytest.mark.parametrize(("start", "stop", "step"), [(0, 0, 1), (0, 1, 1), (0, 8, 1), (1, 8, 3)])
def test_constant_bounds(start: int, stop: int, step: int):
    check(str(start), str(stop), step, 0)


@pytest.mark.parametrize("n", [0, 1, 2, 7])
@pytest.mark.parametrize("step", [1, 3])
def test_a_run_time_stop(n: int, step: int):
    check("0", "n", step, n)


@pytest.mark.parametrize("n", [0, 5, 7, 8])
def test_a_run_time_start(n: int):
    check("n", "7", 2, n)
