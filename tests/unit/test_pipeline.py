"""
The pipeline as a whole: split at any place it gives the same text, and everything is found by name.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from contexts import every_dialect
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from lowering.emit_pto import emit_module
from lowering.pipeline import PtoPipelinePass
from pto_dialect.diagnostics import CompileError
from pto_dialect.tools.compile import read_module
from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.verifier import verify
from pto_dialect.universe import PTO_UNIVERSE

EXAMPLES = Path(__file__).parents[2] / "examples"
KERNELS = [
    ("ping_pong.py", "ping_pong"),
    ("ping_pong.py", "unannotated"),
    ("ping_pong.py", "one_buffer_per_tile"),
    ("softmax.py", "softmax"),
    ("rmsnorm.py", "rmsnorm"),
    ("vector_add.mlir", None),
]
ROTATING = """
func.func @rotating(%a : memref<512x64xf32>, %out : memref<512x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %b = buffer.declare "b" : !buffer.buffer<2>
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.remui %i, %c2 : index
    %row = arith.muli %i, %c64 : index
    %t = tile.load %a[%row, %c0] : memref<512x64xf32> -> !tile.tile<64x64xf32>
    buffer.bind %t to %b[%k] : !tile.tile<64x64xf32>, !buffer.buffer<2>
    %e = tile.exp %t : !tile.tile<64x64xf32>
    tile.store %e, %out[%row, %c0] : !tile.tile<64x64xf32>, memref<512x64xf32>
  }
  func.return
}
"""


def _reparsed(module: ModuleOp, *, generic: bool) -> ModuleOp:
    text = StringIO()
    Printer(text, print_generic_format=generic).print_op(module)
    return parse_module(every_dialect(), text.getvalue().encode(), "between.mlir")


def _check_split_pipeline(module: ModuleOp, planner: str) -> None:
    pipeline = PtoPipelinePass(planner=planner)
    ctx = every_dialect()
    whole = module.clone()
    pipeline.apply(ctx, whole)
    for generic in (False, True):
        split = module.clone()
        for stage in pipeline.stages():
            stage.apply(ctx, split)
            verify(split)
            split = _reparsed(split, generic=generic)
        assert emit_module(split) == emit_module(whole)


@pytest.mark.parametrize(("file", "kernel"), KERNELS)
def test_passes_one_by_one_with_text_between_give_the_pipelines_text(
    file: str, kernel: str | None
) -> None:
    _check_split_pipeline(read_module(str(EXAMPLES / file), kernel, "a3"), "pack")


@pytest.mark.parametrize("planner", ["pack", "ptoas"])
def test_slots_survive_a_split_pipeline(planner: str) -> None:
    _check_split_pipeline(parse_module(every_dialect(), ROTATING.encode(), "k.mlir"), planner)


def test_verification_between_passes_changes_nothing() -> None:
    module = read_module(str(EXAMPLES / "softmax.py"), "softmax", "a3")
    plain, verified = module.clone(), module.clone()
    PtoPipelinePass().apply(every_dialect(), plain)
    for stage in PtoPipelinePass().stages():
        stage.apply(every_dialect(), verified)
        verify(verified)
    assert emit_module(plain) == emit_module(verified)


def test_a_module_prepared_for_one_planner_is_not_continued_with_another() -> None:
    module = parse_module(every_dialect(), ROTATING.encode(), "k.mlir")
    for stage in PtoPipelinePass(planner="pack").memory_stages():
        stage.apply(every_dialect(), module)
    with pytest.raises(CompileError, match=r"planner 'pack'.*planner 'ptoas'"):
        PtoPipelinePass(planner="ptoas").stages()[-1].apply(every_dialect(), module)


@pytest.mark.parametrize("name", sorted(PTO_UNIVERSE.all_passes))
def test_every_registered_pass_loads_under_its_name(name: str) -> None:
    assert PTO_UNIVERSE.all_passes[name]().name == name


@pytest.mark.parametrize("name", sorted(PTO_UNIVERSE.all_dialects))
def test_every_registered_dialect_loads_under_its_name(name: str) -> None:
    assert PTO_UNIVERSE.all_dialects[name]().name == name


@pytest.mark.parametrize("name", sorted(PTO_UNIVERSE.all_targets))
def test_every_registered_target_loads_under_its_name(name: str) -> None:
    assert PTO_UNIVERSE.all_targets[name]().name == name
