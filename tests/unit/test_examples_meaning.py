"""The examples compute what they say, compared with plain numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from pto_dialect.interpreter.api import run_function
from pto_dialect.tools.compile import read_module

EXAMPLES = Path(__file__).parents[2] / "examples"
RNG = np.random.default_rng(7)


def floats(*shape: int) -> NDArray[Any]:
    return RNG.standard_normal(shape).astype(np.float32)


def run(file: str, *arguments: Any, kernel: str | None = None) -> None:
    run_function(read_module(str(EXAMPLES / file), kernel, "a3"), None, arguments)


def test_layernorm():
    x, w, b, out = floats(512, 256), floats(1, 256), floats(1, 256), floats(512, 256)
    run("layernorm.py", x, w, b, out)
    centred = x - x.mean(axis=1, keepdims=True)
    scale = 1 / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(out, centred * scale * w + b, rtol=1e-4, atol=1e-4)


def test_matmul_bias_relu():
    a, b, bias = (
        floats(64, 128).astype(np.float16),
        floats(128, 64).astype(np.float16),
        floats(1, 64),
    )
    product, out = floats(64, 64), floats(64, 64)
    run("matmul_bias_relu.py", a, b, bias, product, kernel="matmul_bias")
    run("matmul_bias_relu.py", product, out, kernel="relu")
    expected = a.astype(np.float32) @ b.astype(np.float32) + bias
    np.testing.assert_allclose(out, np.maximum(expected, 0), rtol=1e-3, atol=1e-3)


def test_cube_and_vector():
    x, w = floats(64, 128).astype(ml_dtypes.bfloat16), floats(128, 64).astype(ml_dtypes.bfloat16)
    residual, out = floats(64, 64), floats(64, 64)
    run("cube_and_vector.py", x, w, residual, 0.5, out)
    expected = x.astype(np.float32) @ w.astype(np.float32) * np.float32(0.5) + residual
    np.testing.assert_allclose(out, expected, rtol=1e-3, atol=1e-3)


def test_top_k():
    x, values, indices = floats(1, 512), floats(1, 64), np.zeros((1, 64), np.uint32)
    run("top_k.py", x, values, indices)
    order = np.argsort(-x[0], kind="stable")[:64]
    assert np.array_equal(values[0], x[0][order])
    assert np.array_equal(indices[0], order)


def test_rope():
    x, cos, sin, out = floats(256, 128), floats(256, 64), floats(256, 64), floats(256, 128)
    run("rope.py", x, cos, sin, out)
    left, right = x[:, :64], x[:, 64:]
    turned = np.hstack([left * cos - right * sin, right * cos + left * sin])
    np.testing.assert_allclose(out, turned, rtol=1e-5, atol=1e-5)


def test_concat():
    a, b, out = floats(32, 64), floats(32, 64), floats(32, 128)
    run("concat.py", a, b, out)
    both = np.hstack([a, b])
    both[0:8] = both[8:16] * 2
    assert np.array_equal(out, both)


def test_dynamic_tail():
    x, out = floats(100, 128), floats(100, 128)
    run("dynamic_tail.py", x, out)
    np.testing.assert_allclose(out, np.exp(x * np.float32(0.5)), rtol=1e-5)


def test_flash_attention_over_two_blocks():
    """Two steps give the attention over both blocks of keys."""
    q, k = floats(64, 128).astype(np.float16), floats(128, 128).astype(np.float16)
    v = floats(128, 128).astype(np.float16)
    maximum, total = np.full((64, 1), -1e30, np.float32), np.zeros((64, 1), np.float32)
    acc, o, s = np.zeros((64, 128), np.float32), floats(64, 128), floats(64, 64)
    correction, weights = floats(64, 1), np.zeros((64, 64), np.float16)
    for i in (0, 64):
        file = "flash_attention.py"
        run(file, q, np.ascontiguousarray(k[:, i : i + 64]), s, kernel="scores")
        run(file, s, maximum, total, correction, weights, kernel="online_softmax")
        run(file, weights, v[i : i + 64], o, kernel="values")
        run(file, o, correction, acc, kernel="accumulate")
    scores = q.astype(np.float32) @ k.astype(np.float32) * 128**-0.5
    p = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = p / p.sum(axis=1, keepdims=True) @ v.astype(np.float32)
    np.testing.assert_allclose(acc / total, expected, rtol=0.01, atol=0.01)
