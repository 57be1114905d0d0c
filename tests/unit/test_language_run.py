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


def test_a_program_of_several_kernels_needs_a_name() -> None:
    with pytest.raises(pl.CompileError, match="name one function of the file"):
        pl.run(Two, _array(), _array())


def test_an_array_of_another_shape_is_refused() -> None:
    with pytest.raises(pl.CompileError, match="16x32"):
        pl.run(scale, np.zeros((4, 4), np.float32), 1.0, _array())
