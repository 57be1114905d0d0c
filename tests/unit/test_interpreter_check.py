"""Comparing the levels, and the arguments that they get."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from interpreter_ir import module_of
from xdsl.dialects.builtin import ModuleOp

import pto_dialect.language as pl
from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import function_named, run_compiled
from pto_dialect.interpreter.arguments import lowered_arguments, random_arguments
from pto_dialect.interpreter.check import check_levels, difference, is_exact
from pto_dialect.mem import AllocOp
from pto_dialect.tools.run import main
from transforms.allocate_memory_addr import AllocateMemoryAddrPass
from transforms.verify_memory_plan import VerifyMemoryPlanPass

T = "!tile.tile<vec, 8x16xf32>"
KERNEL = f"""
    func.func @k(%a: memref<8x16xf32>, %out: memref<8x16xf32>)
        attributes {{tile.core = #tile.core<vector>}} {{
      %c0 = arith.constant 0 : index
      %x = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {T}
      %y = tile.relu %x : {T}
      %z = tile.add %x, %y : {T}
      tile.store %z, %out[%c0, %c0] : {T}, memref<8x16xf32>
      func.return
    }}"""


def test_a_kernel_agrees_at_every_level():
    outcomes = list(check_levels(module_of(KERNEL)))
    assert [(o.kernel, o.planner, o.refused, o.is_exact) for o in outcomes] == [
        ("k", "pack", None, True),
        ("k", "solve", None, True),
        ("k", "ptoas", None, True),
    ]


def test_a_wrong_plan_does_not_agree(monkeypatch: pytest.MonkeyPatch):
    def everything_at_zero(self: object, context: object, module: ModuleOp) -> None:
        for op in module.walk():
            if isinstance(op, AllocOp):
                op.start = 0

    monkeypatch.setattr(AllocateMemoryAddrPass, "apply", everything_at_zero)
    monkeypatch.setattr(VerifyMemoryPlanPass, "apply", lambda *_: None)
    with pytest.raises(CompileError) as caught:
        list(check_levels(module_of(KERNEL), planners=["pack"]))
    assert caught.value.message.startswith("'out' differs at level placed with planner pack: ")
    assert caught.value.position is not None


def test_a_planner_that_refuses_says_why():
    bound = KERNEL.replace(
        "%c0 = arith", '%b = buffer.declare "mine" : !buffer.buffer\n      %c0 = arith'
    ).replace("%y = tile", f"buffer.bind %x to %b : {T}, !buffer.buffer\n      %y = tile")
    pack, solve, ptoas = check_levels(module_of(bound))
    assert pack.refused is None
    assert solve.refused is None
    assert ptoas.refused is not None
    assert "buffer 'mine'" in ptoas.refused.message


def test_difference_is_exact_or_tolerant():
    x = np.ones((2, 3), np.float32)
    y = x.copy()
    y[1, 2] += 1e-6
    assert difference(x, x, exact=True) is None
    assert difference(x, y, exact=False) is None
    assert difference(x, y, exact=True) == (
        "1 of 6 elements, first [1, 2]: 1.0000009536743164 instead of 1.0"
    )
    y[0, 0] = 1.1
    assert (difference(x, y, exact=False) or "").startswith("1 of 6 elements, first [0, 0]")
    nan = np.full(3, np.nan, ml_dtypes.bfloat16)
    assert difference(nan, nan, exact=True) is None
    assert difference(np.arange(3), np.array([0, 1, 3]), exact=False) is not None


def test_is_exact_looks_at_every_operation():
    assert is_exact(function_named(module_of(KERNEL)))
    assert not is_exact(function_named(module_of(KERNEL.replace("relu", "exp"))))


DIMS = """
    func.func @k(%n: i32, %a: memref<?x?xf32> {tile.dims = ["M", ""]},
        %b: memref<4x?xbf16> {tile.dims = ["", "M"]}, %s: f32) {
      func.return
    }"""


def test_arguments_are_lowered_to_tensors_then_scalars_then_dimensions():
    function = function_named(module_of(DIMS))
    a = np.zeros((5, 7), np.float32)
    b = np.zeros((4, 5), ml_dtypes.bfloat16)
    lowered = lowered_arguments(function, [1, a, b, 2.5])
    assert lowered[0] is a
    assert lowered[1] is b
    assert lowered[2:] == [1, 2.5, 5, 7]
    with pytest.raises(CompileError, match="dimension 'M' is 5, but 6 in argument 'b'"):
        lowered_arguments(function, [1, a, np.zeros((4, 6), ml_dtypes.bfloat16), 2.5])


def test_random_arguments_follow_names_seed_and_sign():
    function = function_named(module_of(DIMS))
    n, a, b, s = random_arguments(function, 1, {"M": 6, "a.1": 3, "n": 9, "s": 0.5})
    assert (n, a.shape, b.shape, s) == (9, (6, 3), (4, 6), 0.5)
    assert b.dtype == ml_dtypes.bfloat16
    again = random_arguments(function, 1, {"M": 6, "a.1": 3})
    np.testing.assert_array_equal(a, again[1])
    other = random_arguments(function, 2, {"M": 6, "a.1": 3}, positive=True)
    assert (other[1] > 0).all()
    assert not np.array_equal(np.abs(a), other[1])
    assert random_arguments(function, 1)[1].shape == (96, 96)
    with pytest.raises(CompileError, match=r"there are: n, s, M, a\.1"):
        random_arguments(function, 1, {"K": 1})


PTO = """
    func.func @k(%a: !pto.ptr<f32>, %out: !pto.ptr<f32>, %N: index) {
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %va = pto.make_tensor_view %a, shape = [%N, %c8], strides = [%c8, %c1]
          : !pto.tensor_view<?x?xf32>
      %vb = pto.make_tensor_view %out, shape = [%c8], strides = [%c8] : !pto.tensor_view<?xf32>
      func.return
    }"""


def test_the_size_of_a_pointer_follows_from_its_views():
    function = function_named(module_of(PTO))
    a, out, n = random_arguments(function, 0, {"N": 5})
    assert (a.shape, out.shape, n) == ((5, 8), (57,), 5)
    bare = module_of(
        """func.func @k(%a: !pto.ptr<f32>, %i: index) {
          %v = pto.load_scalar %a[%i] : !pto.ptr<f32> -> f32
          func.return
        }"""
    )
    with pytest.raises(CompileError) as caught:
        random_arguments(function_named(bare), 0)
    assert caught.value.message == (
        "the size of 'a' does not follow from the function; give it with --input a=FILE.npy"
    )
    computed = PTO.replace("shape = [%N,", "shape = [%rows,").replace(
        "%va =", "%rows = arith.addi %N, %c1 : index\n      %va ="
    )
    with pytest.raises(CompileError) as caught:
        random_arguments(function_named(module_of(computed)), 0)
    assert caught.value.message == (
        "the size 'rows' of a view of 'a' is computed in the function; give it with --input "
        "a=FILE.npy"
    )
    with pytest.raises(CompileError, match="'a' cannot have -5x8 elements"):
        random_arguments(function, 0, {"N": -5})


@pl.function(type=pl.FunctionType.InCore)
def double(
    a: pl.Tensor[[8, 16], pl.FP32], out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]
) -> pl.Tensor[[8, 16], pl.FP32]:
    t = pl.load(a, [0, 0], [8, 16])
    out = pl.store(t + t, [0, 0], out)
    return out


@pytest.mark.parametrize("level", ["tile", "placed", "pto"])
def test_a_compiled_kernel_runs_at_each_level(level: str):
    a = np.random.default_rng(0).standard_normal((8, 16), np.float32)
    out = np.zeros_like(a)
    run_compiled(pl.compile(double), {"a": a, "out": out}, level=level)
    np.testing.assert_array_equal(out, 2 * a)


# ---- The tool's files ----


def test_files_in_and_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    # Of these operations, a5 alone has one on bf16.
    text = KERNEL.replace("relu %x", "add %x, %x").replace("f32", "bf16")
    source = tmp_path / "k.mlir"
    source.write_text(text)
    x = np.random.default_rng(0).standard_normal((8, 16)).astype(ml_dtypes.bfloat16)
    np.save(tmp_path / "x.npy", x)
    given = [f"{tmp_path}/x.npy", "--output", str(tmp_path / "results")]
    for argv in (
        [str(source), "--target", "a5", "--input", *given],
        [str(source), "--target", "a5", "--level", "pto", "--input", f"a={given[0]}", *given[1:]],
    ):
        assert main(argv) == 0
        assert capsys.readouterr().out.startswith("out: 8x16 bfloat16, ")
        result = np.load(tmp_path / "results" / "out.npy").view(ml_dtypes.bfloat16)
        wide = x.astype(np.float32)
        np.testing.assert_array_equal(result, (3 * wide).astype(ml_dtypes.bfloat16))
        assert not (tmp_path / "results" / "a.npy").exists()


def test_a_level_above_the_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    source = tmp_path / "k.pto"
    source.write_text(PTO)
    assert main([str(source), "--level", "tile"]) == 1
    assert "is at level pto and cannot be run at level tile" in capsys.readouterr().err
    assert main([str(source), "--check"]) == 1
    assert "only a kernel or tile IR has levels to compare" in capsys.readouterr().err
    assert main([str(source), "--set", "N"]) == 2
    assert main([str(source), "--seed", "-1"]) == 2
