"""Blocks, cube and vector cores, and queues between them, at the levels of tile and placed IR."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
from interpreter_ir import module_of
from numpy.typing import NDArray
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from lowering.pipeline import PtoPipelinePass
from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import ONE_BLOCK, run_function
from pto_dialect.interpreter.check import check_levels
from pto_dialect.interpreter.cores import Grid
from pto_dialect.interpreter.kernels import kernels_in

OnTiles = Literal["tile", "placed"]
LEVELS: tuple[OnTiles, ...] = ("tile", "placed")
ACC = "!tile.tile<acc, 16x16xf32>"
VEC = "!tile.tile<vec, 16x16xf32>"
HALF = "!tile.tile<vec, 8x16xf32>"


def at_level(module: ModuleOp, level: OnTiles) -> ModuleOp:
    if level == "placed":
        for stage in PtoPipelinePass().memory_stages():
            stage.apply(Context(), module)
    return module


def run(module: ModuleOp, level: OnTiles, *arguments: Any, grid: Grid = ONE_BLOCK) -> None:
    run_function(at_level(module, level), None, arguments, level=level, grid=grid)


def floats(*shape: int) -> NDArray[Any]:
    return np.random.default_rng(5).standard_normal(shape).astype(np.float32)


def cube(body: str, options: str = "") -> str:
    return f"""
  func.func @cube(%a: memref<64x16xf32>, %b: memref<16x16xf32>)
      attributes {{tile.core = #tile.core<cube>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    tile.init_pipe on cube {{dir_mask = 1 : i64, slot_size = 1024 : i64{options}}}
    {body}
    func.return
  }}
"""


def vector(body: str, options: str = "") -> str:
    return f"""
  func.func @vector(%out: memref<64x16xf32>) attributes {{tile.core = #tile.core<vector>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    tile.init_pipe on vector {{dir_mask = 1 : i64, slot_size = 1024 : i64{options}}}
    {body}
    func.return
  }}
"""


def product(split: int) -> str:
    return cube(
        f"""
    %r = tile.load %b[%c0, %c0] : memref<16x16xf32> -> !tile.tile<mat, 16x16xf32>
    scf.for %i = %c0 to %c4 step %c1 {{
      %row = arith.muli %i, %c16 : index
      %l = tile.load %a[%row, %c0] : memref<64x16xf32> -> !tile.tile<mat, 16x16xf32>
      %c = tile.matmul %l, %r : !tile.tile<mat, 16x16xf32>, !tile.tile<mat, 16x16xf32> -> {ACC}
      tile.tpush %c to vector {{split = {split} : i64}} : {ACC}
    }}""",
        ", slot_num = 2 : i64",
    )


WHOLE = product(0) + vector(
    f"""
    scf.for %i = %c0 to %c4 step %c1 {{
      %t = tile.tpop from cube : {VEC}
      %e = tile.neg %t : {VEC}
      tile.tfree %t : {VEC}
      %row = arith.muli %i, %c16 : index
      tile.store %e, %out[%row, %c0] : {VEC}, memref<64x16xf32>
    }}""",
    ", slot_num = 2 : i64",
)
HALVED = product(1) + vector(
    f"""
    %half = tile.subblock_idx : index
    %shift = arith.muli %half, %c8 : index
    scf.for %i = %c0 to %c4 step %c1 {{
      %t = tile.tpop from cube {{split = 1 : i64}} : {HALF}
      %e = tile.neg %t : {HALF}
      tile.tfree %t : {HALF}
      %row = arith.muli %i, %c16 : index
      %first = arith.addi %row, %shift : index
      tile.store %e, %out[%first, %c0] : {HALF}, memref<64x16xf32>
    }}""",
    ", slot_num = 2 : i64",
)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", [WHOLE, HALVED], ids=["whole", "halved"])
def test_tiles_go_from_core_to_core(text: str, level: OnTiles):
    """Four tiles through two slots, whole or in halves for two vector cores."""
    a, b, out = floats(64, 16), floats(16, 16), np.zeros((64, 16), np.float32)
    run(module_of(text), level, a, b, out)
    np.testing.assert_allclose(out, -(a @ b), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("text", [WHOLE, HALVED], ids=["whole", "halved"])
def test_all_levels_agree_about_queues(text: str):
    for outcome in check_levels(module_of(text)):
        assert outcome.refused is None
        assert outcome.kernel == "cube+vector"


def test_popped_tiles_go_through_loops_and_branches():
    """A popped tile starts a carry, others are chosen by a branch or overwritten in place."""
    text = product(0) + vector(
        f"""
    %t = tile.tpop from cube : {VEC}
    %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %t) -> ({VEC}) {{
      %n = tile.add %acc, %t : {VEC}
      scf.yield %n : {VEC}
    }}
    tile.store %sum, %out[%c0, %c0] : {VEC}, memref<64x16xf32>
    tile.tfree %t : {VEC}
    scf.for %i = %c1 to %c4 step %c1 {{
      %u = tile.tpop from cube : {VEC}
      %first = arith.cmpi eq, %i, %c1 : index
      %chosen = scf.if %first -> ({VEC}) {{
        scf.yield %u : {VEC}
      }} else {{
        %m = tile.neg %u : {VEC}
        scf.yield %m : {VEC}
      }}
      %part = tile.slice %chosen[%c0, %c0] : {VEC} -> {HALF}
      %v = tile.assemble %u, %part[%c8, %c0] : {VEC}, {HALF}
      tile.tfree %u : {VEC}
      %row = arith.muli %i, %c16 : index
      tile.store %chosen, %out[%row, %c0] : {VEC}, memref<64x16xf32>
    }}""",
        ", slot_num = 2 : i64",
    )
    a, b, out = floats(64, 16), floats(16, 16), np.zeros((64, 16), np.float32)
    run(module_of(text), "tile", a, b, out)
    expected = a @ b
    expected[:16] *= 5
    expected[32:] *= -1
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4)
    for outcome in check_levels(module_of(text)):
        assert outcome.refused is None


def test_functions_that_pass_tiles_are_one_kernel():
    other = "func.func @alone() {\n func.return\n }"
    assert [k.name for k in kernels_in(module_of(WHOLE + other))] == ["cube+vector", "alone"]


def test_a_kernel_is_named_by_its_functions():
    other = "func.func @alone() {\n func.return\n }"
    a, b, out = floats(64, 16), floats(16, 16), np.zeros((64, 16), np.float32)
    run_function(module_of(WHOLE + other), "cube+vector", (a, b, out))
    np.testing.assert_allclose(out, -(a @ b), rtol=1e-5, atol=1e-5)


def test_functions_are_joined_by_the_memory_that_one_sends_to():
    def pair(name: str) -> str:
        return f"""
  func.func @{name}_cube() {{
    tile.init_pipe on cube sends to "q" of @{name}_vector
        {{dir_mask = 1 : i64, slot_size = 32 : i64}}
    func.return
  }}
  func.func @{name}_vector() {{
    %q = mem.reserve "q" : !mem.ref<vec, 256>
    tile.init_pipe on vector receives in %q : !mem.ref<vec, 256>
        {{dir_mask = 1 : i64, slot_size = 32 : i64}}
    func.return
  }}"""

    kernels = kernels_in(module_of(pair("a") + pair("b")))
    assert [k.name for k in kernels] == ["a_cube+a_vector", "b_cube+b_vector"]


def test_a_freed_slot_holds_nothing():
    """At the placed level; a value of the tile level stays what it is."""
    free, use = f"      tile.tfree %t : {VEC}\n", f"      %e = tile.neg %t : {VEC}\n"
    text = WHOLE.replace(use + free, free + use)
    module = module_of(text)
    for stage in PtoPipelinePass().memory_stages()[:-1]:
        stage.apply(Context(), module)
    arguments = floats(64, 16), floats(16, 16), floats(64, 16)
    with pytest.raises(CompileError, match=r"tile 'e', which is undefined since 'tile\.tfree'"):
        run_function(module, None, arguments, level="placed")


@pytest.mark.parametrize("level", LEVELS)
def test_slots_are_given_back_in_order(level: OnTiles):
    text = product(0) + vector(
        f"""
    %t = tile.tpop from cube : {VEC}
    %u = tile.tpop from cube : {VEC}
    tile.tfree %u : {VEC}
    tile.tfree %t : {VEC}""",
        ", slot_num = 2 : i64",
    )
    with pytest.raises(CompileError, match="'u' was not popped first"):
        run(module_of(text), level, floats(64, 16), floats(16, 16), floats(64, 16))


@pytest.mark.parametrize("level", LEVELS)
def test_a_core_that_waits_for_ever_is_an_error(level: OnTiles):
    text = product(0) + vector(f"%t = tile.tpop from cube : {VEC}", ", slot_num = 2 : i64")
    with pytest.raises(CompileError, match="the cube core waits for a free slot of queue 0"):
        run(module_of(text), level, floats(64, 16), floats(16, 16), floats(64, 16))


@pytest.mark.parametrize("level", LEVELS)
def test_a_tile_that_nobody_pops_is_an_error(level: OnTiles):
    text = product(0).replace("slot_num = 2", "slot_num = 4") + vector("", ", slot_num = 4 : i64")
    with pytest.raises(CompileError, match="is never popped"):
        run(module_of(text), level, floats(64, 16), floats(16, 16), floats(64, 16))


def test_both_ends_agree_about_a_queue():
    text = product(0) + vector(f"%t = tile.tpop from cube : {VEC}", ", slot_num = 4 : i64")
    with pytest.raises(CompileError, match="has 4 slots of 1024 bytes"):
        run(module_of(text), "tile", floats(64, 16), floats(16, 16), floats(64, 16))


def test_another_tile_than_was_pushed_is_an_error():
    text = product(0) + vector(f"%t = tile.tpop from cube : {HALF}", ", slot_num = 2 : i64")
    with pytest.raises(CompileError, match="pops a tile of 8x16 float32"):
        run(module_of(text), "tile", floats(64, 16), floats(16, 16), floats(64, 16))


BLOCKS = """
  func.func @k(%x: memref<4x16xf32>, %out: memref<4x16xf32>) {
    %c0 = arith.constant 0 : index
    %i = tile.block_idx : index
    %n = tile.block_num : index
    %last = arith.subi %n, %i : index
    %t = tile.load %x[%i, %c0] : memref<4x16xf32> -> !tile.tile<vec, 1x16xf32>
    %f = arith.index_cast %last : index to i32
    %g = arith.sitofp %f : i32 to f32
    %u = tile.muls %t, %g : !tile.tile<vec, 1x16xf32>, f32
    tile.store %u, %out[%i, %c0] : !tile.tile<vec, 1x16xf32>, memref<4x16xf32>
    func.return
  }
"""


@pytest.mark.parametrize("level", LEVELS)
def test_every_block_does_its_part(level: OnTiles):
    x, out = floats(4, 16), np.zeros((4, 16), np.float32)
    run(module_of(BLOCKS), level, x, out, grid=Grid(block_num=4))
    assert np.array_equal(out, x * np.array([[4], [3], [2], [1]], np.float32))


@pytest.mark.parametrize("level", LEVELS)
def test_one_block_of_several_runs_alone(level: OnTiles):
    x, out = floats(4, 16), np.zeros((4, 16), np.float32)
    run(module_of(BLOCKS), level, x, out, grid=Grid(block_num=4, block_idx=2))
    assert np.array_equal(out[2], x[2] * np.float32(2))
    assert not out[[0, 1, 3]].any()


def test_all_levels_agree_about_blocks():
    for outcome in check_levels(module_of(BLOCKS), grid=Grid(block_num=4)):
        assert outcome.refused is None


@pytest.mark.parametrize("level", LEVELS)
def test_blocks_meet(level: OnTiles):
    """Each block reads what the block behind it has written before all of them met."""
    text = """
  func.func @k(%x: memref<5x16xf32>, %out: memref<4x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = tile.block_idx : index
    %next = arith.addi %i, %c1 : index
    %f = arith.constant 3.0 : f32
    %t = tile.full %f : f32 -> !tile.tile<vec, 1x16xf32>
    tile.store %t, %x[%i, %c0] : !tile.tile<vec, 1x16xf32>, memref<5x16xf32>
    tile.sync_all() {core_type = "aiv_only", mode = "hard"}
    %u = tile.load %x[%next, %c0] : memref<5x16xf32> -> !tile.tile<vec, 1x16xf32>
    tile.store %u, %out[%i, %c0] : !tile.tile<vec, 1x16xf32>, memref<4x16xf32>
    func.return
  }
"""
    x, out = np.zeros((5, 16), np.float32), np.zeros((4, 16), np.float32)
    run(module_of(text), level, x, out, grid=Grid(block_num=4))
    assert out[:, 0].tolist() == [3, 3, 3, 0]
