"""`pl.run`: kernels on numpy arrays."""

from __future__ import annotations

import numpy as np
import pytest

import pto_dialect.language as pl

SHAPE = [16, 32]


@pl.function
def scale(
    a: pl.Tensor[SHAPE, pl.FP32], factor: pl.Scalar[pl.FP32], out: pl.Out[pl.Tensor[SHAPE, pl.FP32]]
):
    t = pl.load(a, [0, 0], SHAPE)
    out = pl.store(pl.muls(t, factor), [0, 0], out)
    return out


@pl.program
class Two:
    @pl.function
    def double(self, a: pl.Tensor[SHAPE, pl.FP32], out: pl.Out[pl.Tensor[SHAPE, pl.FP32]]):
        t = pl.load(a, [0, 0], SHAPE)
        out = pl.store(pl.add(t, t), [0, 0], out)
        return out

    @pl.function
    def negate(self, a: pl.Tensor[SHAPE, pl.FP32], out: pl.Out[pl.Tensor[SHAPE, pl.FP32]]):
        t = pl.load(a, [0, 0], SHAPE)
        out = pl.store(pl.neg(t), [0, 0], out)
        return out


def _array() -> np.ndarray:
    return np.arange(16 * 32, dtype=np.float32).reshape(16, 32)


@pytest.mark.parametrize("planner", ["pack", "ptoas"])
@pytest.mark.parametrize("level", ["tile", "placed", "pto"])
def test_outputs_are_filled_at_every_level(level: str, planner: str) -> None:
    out = np.zeros((16, 32), np.float32)
    pl.run(scale, _array(), 3.0, out, level=level, planner=planner)
    np.testing.assert_array_equal(out, _array() * 3)


def test_a_kernel_of_a_program_is_named() -> None:
    out = np.zeros((16, 32), np.float32)
    pl.run(Two, _array(), out, name="negate")
    np.testing.assert_array_equal(out, -_array())


@pl.program
class Passed:
    @pl.function(type=pl.FunctionType.AIC)
    def product(self, a: pl.Tensor[[16, 16], pl.FP32], b: pl.Tensor[[16, 16], pl.FP32]):
        pl.aic_initialize_pipe(dir_mask=1, slot_size=1024)
        pl.tpush_to_aiv(pl.matmul(pl.load(a, [0, 0], [16, 16]), pl.load(b, [0, 0], [16, 16])))

    @pl.function(type=pl.FunctionType.AIV)
    def negate(self, out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        pl.aiv_initialize_pipe(dir_mask=1, slot_size=1024)
        t: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic()
        out = pl.store(pl.neg(t), [0, 0], out)
        pl.tfree_to_aic(t)
        return out


@pytest.mark.parametrize("level", ["tile", "placed", "pto"])
def test_functions_that_pass_tiles_run_together(level: str) -> None:
    a, b = np.eye(16, dtype=np.float32) * 2, np.ones((16, 16), np.float32)
    out = np.zeros((16, 16), np.float32)
    pl.run(Passed, a, b, out, level=level)
    np.testing.assert_array_equal(out, -2 * b)


@pl.program
class Apart:
    @pl.function(type=pl.FunctionType.AIC)
    def product(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        t = pl.load(a, [0, 0], [16, 16])
        out = pl.store(pl.matmul(t, t), [0, 0], out)

    @pl.function(type=pl.FunctionType.AIV)
    def negate(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        out = pl.store(pl.neg(pl.load(a, [0, 0], [16, 16])), [0, 0], out)


def test_a_cube_and_a_vector_kernel_are_two() -> None:
    with pytest.raises(pl.CompileError, match="name one function of the file"):
        pl.run(Apart, np.ones((16, 16), np.float32), np.ones((16, 16), np.float32))


@pl.function
def rows(x: pl.Tensor[[4, 32], pl.FP32], out: pl.Out[pl.Tensor[[4, 32], pl.FP32]]):
    i = pl.get_block_idx()
    out = pl.store(pl.neg(pl.load(x, [i, 0], [1, 32])), [i, 0], out)


@pytest.mark.parametrize("level", ["tile", "placed", "pto"])
def test_every_block_runs(level: str) -> None:
    x, out = np.ones((4, 32), np.float32), np.zeros((4, 32), np.float32)
    pl.run(rows, x, out, level=level, block_num=3)
    assert out[:, 0].tolist() == [-1, -1, -1, 0]


def test_a_program_of_several_kernels_needs_a_name() -> None:
    with pytest.raises(pl.CompileError, match="name one function of the file"):
        pl.run(Two, _array(), _array())


def test_an_array_of_another_shape_is_refused() -> None:
    with pytest.raises(pl.CompileError, match="16x32"):
        pl.run(scale, np.zeros((4, 4), np.float32), 1.0, _array())
