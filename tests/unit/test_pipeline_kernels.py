"""
Pipelined kernels as authors write them: which iterations run, what is cloned and marked, where the
tiles of the examples live.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from interpreter_ir import module_of
from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.interpreter import Interpreter
from xdsl.ir import Operation

import pto_dialect.language as pl
from lowering.pipeline import PtoPipelinePass
from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import run_compiled, run_function
from pto_dialect.language.compiler import Compiled
from pto_dialect.language.kernel import Kernel
from pto_dialect.mem import AllocOp
from pto_dialect.module_attributes import Planner
from pto_dialect.pto.tile_handles import MultiTileGetOp
from pto_dialect.tile.attributes import STAGE, STAGES
from pto_dialect.tile.ops.memory import StoreOp
from pto_dialect.tools.compile import load_kernels
from transforms.analysis.stages import stages_of
from transforms.canonicalize_io_order import CanonicalizeIoOrderPass
from transforms.lower_pipeline_loops import LowerPipelineLoopsPass

EXAMPLES = Path(__file__).parents[2] / "examples"
ROWS = 48


class Stored(Interpreter.Listener):
    """The rows that are stored, in order."""

    def __init__(self) -> None:
        self.rows: list[int] = []

    def will_interpret_op(self, op: Operation, values: tuple[Any, ...]) -> None:
        if isinstance(op, StoreOp):
            self.rows.append(values[2])


def counting(start: str, stop: str, step: int, stages: int, row: str = "%i") -> ModuleOp:
    """
    A pipelined loop that stores a row in each iteration, that of its number unless said
    otherwise; bounds are numbers or `n`.
    """
    bounds = [
        f"%{name} = arith.constant {value} : index"
        for name, value in (("start", start), ("stop", stop), ("step", step))
        if value != "n"
    ]
    at = {
        name: "%n" if value == "n" else f"%{name}"
        for name, value in (("start", start), ("stop", stop))
    }
    return module_of(
        f"""
        func.func @k(%n : index, %a : memref<{ROWS}x8xf32>, %out : memref<{ROWS}x8xf32>) {{
          %c0 = arith.constant 0 : index
          {" ".join(bounds)}
          scf.for %i = {at["start"]} to {at["stop"]} step %step {{
            %t = tile.load %a[{row}, %c0] : memref<{ROWS}x8xf32> -> !tile.tile<vec, 1x8xf32>
            tile.store %t, %out[{row}, %c0] : !tile.tile<vec, 1x8xf32>, memref<{ROWS}x8xf32>
          }} {{tile.stages = {stages} : i64}}
          func.return
        }}"""
    )


def lowered(module: ModuleOp) -> ModuleOp:
    for stage in (LowerPipelineLoopsPass(), CanonicalizeIoOrderPass()):
        stage.apply(Context(), module)
    return module


def executed(module: ModuleOp, n: int = 0) -> list[int]:
    stored = Stored()
    arrays = [np.zeros((ROWS, 8), np.float32) for _ in range(2)]
    run_function(module, "k", [n, *arrays], listeners=(stored,))
    return stored.rows


def count(module: ModuleOp, kind: type[Operation]) -> int:
    return sum(isinstance(op, kind) for op in module.walk())


@pytest.mark.parametrize(
    ("bounds", "loops", "bodies"),
    [
        ((0, 8, 1, 4), 1, 4),
        ((0, 10, 1, 4), 1, 6),
        ((0, 4, 1, 4), 1, 4),
        ((0, 2, 1, 4), 0, 2),
        ((0, 0, 1, 4), 1, 1),
        ((5, 2, 1, 4), 1, 1),
        ((0, 8, 1, 1), 1, 1),
        ((3, 14, 4, 2), 1, 3),
    ],
)
def test_constant_bounds(bounds: tuple[int, int, int, int], loops: int, bodies: int):
    start, stop, step, stages = bounds
    module = lowered(counting(str(start), str(stop), step, stages))
    assert (count(module, scf.ForOp), count(module, StoreOp)) == (loops, bodies)
    assert executed(module) == list(range(start, stop, step))
    assert not any(STAGES in op.attributes for op in module.walk())


@pytest.mark.parametrize("n", [-3, 0, 1, 2, 3, 4, 7, 8, 9])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_run_time_stop(n: int, step: int):
    module = lowered(counting("0", "n", step, 4))
    assert count(module, StoreOp) == 10
    assert executed(module, n) == list(range(0, n, step))


@pytest.mark.parametrize("n", [-3, 0, 1, 16, 17, 20, 48])
def test_what_is_left_of_many_stages_is_a_loop(n: int):
    module = lowered(counting("0", "n", 1, 17))
    assert (count(module, scf.ForOp), count(module, StoreOp)) == (2, 18)
    assert executed(module, n) == list(range(n))


@pytest.mark.parametrize("n", [0, 1, 5, 9, 10, 12])
@pytest.mark.parametrize("step", [1, 2])
def test_a_run_time_start(n: int, step: int):
    assert executed(lowered(counting("n", "10", step, 3)), n) == list(range(n, 10, step))


class Selected(Interpreter.Listener):
    """The slots that are selected, in order."""

    def __init__(self) -> None:
        self.slots: list[int] = []

    def will_interpret_op(self, op: Operation, values: tuple[Any, ...]) -> None:
        if isinstance(op, MultiTileGetOp):
            self.slots.append(values[1])


@pytest.mark.parametrize("planner", list(Planner))
@pytest.mark.parametrize(
    ("start", "step", "stages"),
    [
        ("0", 1, 2),
        ("1", 1, 2),
        ("2", 1, 2),
        ("3", 1, 3),
        ("-4", 1, 2),
        ("0", 2, 2),
        ("1", 3, 3),
        ("n", 1, 2),
        ("n", 2, 3),
        ("0", 1, 16),
    ],
)
def test_slots_take_turns_from_the_first_iteration_on(
    planner: str, start: str, step: int, stages: int
):
    module = counting(start, "14", step, stages, row="%c0")
    PtoPipelinePass(planner=planner, rotate="always").apply(Context(), module)
    selected, n = Selected(), 5
    arrays = [np.zeros((ROWS, 8), np.float32) for _ in range(2)]
    run_function(module, "k", [*arrays, n], level="pto", listeners=(selected,))
    trips = len(range(n if start == "n" else int(start), 14, step))
    assert selected.slots == [i % stages for i in range(trips)]


@pytest.mark.parametrize(("stop", "loops"), [(10, 1), (3, 0)])
def test_a_carried_number(stop: int, loops: int):
    module = module_of(
        f"""
        func.func @k(%s : index) -> index {{
          %start = arith.constant 0 : index
          %stop = arith.constant {stop} : index
          %step = arith.constant 1 : index
          %r = scf.for %i = %start to %stop step %step iter_args(%a = %s) -> (index) {{
            %b = arith.addi %a, %i : index
            scf.yield %b : index
          }} {{tile.stages = 4 : i64}}
          func.return %r : index
        }}"""
    )
    assert count(lowered(module), scf.ForOp) == loops
    assert run_function(module, "k", [7]) == (7 + sum(range(stop)),)


# ---- Written in Python ----


@pl.function(type=pl.FunctionType.InCore)
def downwards(a: pl.Tensor[[16, 8], pl.FP32], out: pl.Out[pl.Tensor[[16, 8], pl.FP32]]):
    for i in pl.pipeline(8, 0, -1, stage=4):
        t = pl.load(a, [i, 0], [1, 8])
        out = pl.store(t, [i, 0], out)
    return out


def test_a_loop_that_counts_down():
    compiled = pl.compile(downwards)
    stored = Stored()
    arrays = [np.zeros((16, 8), np.float32) for _ in range(2)]
    run_compiled(compiled, arrays, level="placed", listeners=(stored,))
    assert stored.rows == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_step_of_zero_is_an_error():
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(a: pl.Tensor[[16, 8], pl.FP32]):
        for i in pl.pipeline(0, 8, 0, stage=2):
            pl.load(a, [i, 0], [1, 8])

    with pytest.raises(CompileError, match="the step of a loop is not 0"):
        pl.compile(kernel)


def test_a_step_that_is_known_at_run_time_only_is_an_error():
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(a: pl.Tensor[[16, 8], pl.FP32], s: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(0, 8, s, stage=2):
            pl.load(a, [i, 0], [1, 8])

    for planner in ("pack", "ptoas"):
        with pytest.raises(CompileError) as caught:
            pl.compile(kernel, planner=planner)
        assert caught.value.message == (
            "the step of a pipelined loop is a positive constant, not known at run time only"
        )


@pl.function(type=pl.FunctionType.InCore)
def accumulating(a: pl.Tensor[[256, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    acc = pl.load(a, [0, 0], [64, 64])
    for i in pl.pipeline(4, stage=2):
        t = pl.load(a, [i * 64, 0], [64, 64])
        acc = pl.add(acc, t)
    out = pl.store(acc, [0, 0], out)
    return out


def test_rotation_and_replication_of_one_kernel():
    rotated = pl.compile(accumulating, planner="ptoas").pto
    assert rotated.count("alloc_multi_tile") == 1
    assert "count=2" in rotated
    assert rotated.count("pto.multi_tile_get") == 1
    assert rotated.count("pto.tload") == 2
    assert "scf.for %i = %c0 to %c4 step %c1 " in rotated
    replicated = pl.compile(accumulating).pto
    assert "multi_tile" not in replicated
    assert replicated.count("pto.tload") == 3
    assert "scf.for %i = %c0 to %c4 step %c2 " in replicated
    allocs = [line for line in replicated.split("\n") if "pto.alloc_tile" in line]
    assert len(allocs) == 3
    assert all("addr = " in line for line in allocs)


@pl.function(type=pl.FunctionType.InCore)
def bound_inside(a: pl.Tensor[[256, 64], pl.FP32], out: pl.Out[pl.Tensor[[256, 64], pl.FP32]]):
    d = pl.Buffer()
    for i in pl.pipeline(4, stage=2):
        for j in pl.range(4):
            t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, d] = pl.load(a, [i * 64, 0], [64, 64])
            out = pl.store(t, [i * 64, 0], out)
            u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, d] = pl.load(a, [j * 64, 0], [64, 64])
            out = pl.store(u, [i * 64, 0], out)
    return out


def test_tiles_of_an_inner_loop_may_take_turns_in_one_buffer():
    (allocation,) = pl.compile(bound_inside).report.allocations
    assert (allocation.name, allocation.bytes) == ("d", 16384)


@pl.function(type=pl.FunctionType.InCore)
def many_loads(a: pl.Tensor[[512, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    acc = pl.full([64, 64], pl.FP32, 0.0)
    for i in pl.pipeline(2, stage=2):
        for j in pl.unroll(7):
            t = pl.load(a, [i * 4 + j * 32, 0], [64, 64])
            acc = pl.add(acc, t)
    out = pl.store(acc, [0, 0], out)
    return out


def test_a_kernel_that_fits_still_fits_as_a_pipeline():
    report = pl.compile(many_loads).report
    assert report.high_water["vec"] <= 5 * 16384
    (remark,) = report.remarks
    assert "load 229376 bytes into vec, which are not loaded ahead" in remark


# ---- Stages of the cube core ----


@pl.function(type=pl.FunctionType.InCore)
def cube(
    a: pl.Tensor[[16, 64], pl.BF16],
    b: pl.Tensor[[64, 16], pl.BF16],
    out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
):
    l1_a = pl.load(a, [0, 0], [16, 64], target_memory=pl.Mem.Mat)
    l1_b = pl.load(b, [0, 0], [64, 16], target_memory=pl.Mem.Mat)
    lhs = pl.extract(l1_a, 0, 0, [16, 16], target_memory=pl.Mem.Left)
    rhs = pl.extract(l1_b, 0, 0, [16, 16], target_memory=pl.Mem.Right)
    acc = pl.matmul(lhs, rhs)
    for k in pl.pipeline(0, 64, 16, stage=2):
        left = pl.extract(l1_a, 0, k, [16, 16], target_memory=pl.Mem.Left)
        right = pl.extract(l1_b, k, 0, [16, 16], target_memory=pl.Mem.Right)
        acc = pl.matmul_acc(acc, left, right)
    out = pl.store(acc, [0, 0], out)
    return out


def test_products_share_their_accumulator_and_operands_belong_to_stages():
    module = pl.compile(cube).tile.clone()
    lowered(module)
    marks = [
        (op.name, stages_of(op))
        for op in module.walk()
        if op.name in ("tile.extract", "tile.matmul_acc")
    ]
    assert marks == [
        ("tile.extract", ()),
        ("tile.extract", ()),
        ("tile.extract", ((0, 0),)),
        ("tile.extract", ((0, 0),)),
        ("tile.extract", ((0, 1),)),
        ("tile.extract", ((0, 1),)),
        ("tile.matmul_acc", ()),
        ("tile.matmul_acc", ()),
    ]
    placed = pl.compile(cube).placed
    sizes = [op.type.space.data.value for op in placed.walk() if isinstance(op, AllocOp)]
    assert sorted(sizes) == ["acc", "left", "left", "mat", "mat", "right", "right"]
    assert not any(STAGE in op.attributes for op in placed.walk())


# ---- Examples ----


def kernel(file: str, name: str) -> Kernel:
    found = load_kernels(str(EXAMPLES / file))[name]
    assert isinstance(found, Kernel)
    return found


def check(compiled: Compiled, arrays: list[np.ndarray[Any, Any]], expected: Callable[..., Any]):
    for level in ("tile", "placed", "pto"):
        out = np.zeros((arrays[0].shape[0], arrays[-1].shape[1]), np.float32)
        run_compiled(compiled, [*arrays, out], level=level)
        np.testing.assert_allclose(out, expected(*arrays), rtol=1e-5)


@pytest.mark.parametrize("planner", list(Planner))
@pytest.mark.parametrize("rotate", ["auto", "always"])
@pytest.mark.parametrize("name", ["pipelined", "by_hand", "slot_of_the_stage"])
def test_double_buffer(name: str, rotate: str, planner: str):
    compiled = pl.compile(kernel("double_buffer.py", name), planner=planner, rotate=rotate)
    check(compiled, [np.random.default_rng(0).standard_normal((512, 64), np.float32)], np.exp)


def test_a_slot_of_the_stage_is_what_the_author_would_write():
    by_hand, of_stage = (
        pl.compile(kernel("double_buffer.py", name), planner="ptoas").pto.split("{", 2)[2]
        for name in ("by_hand", "slot_of_the_stage")
    )
    get = "pto.multi_tile_get %blocks_mb[%"
    assert by_hand.count(get) == of_stage.count(get) == 1


def two_level(name: str, planner: str) -> Compiled:
    import ml_dtypes

    compiled = pl.compile(kernel("gemm_two_level.py", name), planner=planner)
    random = np.random.default_rng(0)
    shapes = ((16, 128), (128, 2048))
    arrays = [random.integers(-3, 4, s).astype(ml_dtypes.bfloat16) for s in shapes]
    check(compiled, arrays, lambda a, b: a.astype(np.float32) @ b.astype(np.float32))
    return compiled


@pytest.mark.parametrize("planner", ["pack", "solve"])
def test_gemm_on_two_levels(planner: str):
    compiled = two_level("gemm", planner)
    allocations = [
        (a.space, a.bytes, a.slots, a.address, a.pinned) for a in compiled.report.allocations
    ]
    panels = [a for a in allocations if a[:2] == ("mat", 131072)]
    if planner == Planner.PACK:
        # The left operand is used up before the panels are loaded.
        assert panels == [("mat", 131072, 1, 0, False), ("mat", 131072, 1, 131072, False)]
    assert len(panels) == 2
    assert [a for a in allocations if a[-1]] == [
        ("right", 65536, 2, 0, True),
        ("acc", 16384, 2, 0, True),
    ]
    handles = [line.split() for line in compiled.pto.split("\n") if "pto.alloc_tile" in line]
    at = {handle[0]: handle[5] for handle in handles}
    assert (at["%right0"], at["%right1"]) == ("%c0_i64", "%c32768_i64")
    assert (at["%product0"], at["%product1"]) == ("%c0_i64", "%c8192_i64")
    assert compiled.report.moves == 0


def test_slots_where_the_assembler_has_no_regions_are_an_error_if_it_plans():
    with pytest.raises(CompileError) as caught:
        pl.compile(kernel("gemm_two_level.py", "gemm"), planner="ptoas", ptoas_version="0.56")
    assert caught.value.message == (
        "buffer 'l0b' cannot be a region of the assembler: regions lie in vec, mat, acc, and it is "
        "in right"
    )


@pytest.mark.parametrize("planner", list(Planner))
def test_gemm_with_regions(planner: str):
    compiled = two_level("gemm_regions", planner)
    pinned = [(a.space, a.bytes, a.slots) for a in compiled.report.allocations if a.pinned]
    assert ("acc", 16384, 2) in pinned
    assert (("mat", 262144, 2) in pinned) == (planner == "ptoas")
