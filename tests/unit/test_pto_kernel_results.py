"""What the kernels of `tests/pto` compute, against plain numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from pto_text import read

from pto_dialect.interpreter.api import run_function
from pto_dialect.interpreter.arguments import names_of, random_arguments
from pto_dialect.interpreter.dtypes import is_array, is_float_dtype
from pto_dialect.interpreter.kernels import kernel_named
from pto_dialect.interpreter.low_precision import numbers
from pto_dialect.interpreter.quantisation import requantise

FILES = Path(__file__).parents[1] / "pto"

Arrays = Mapping[str, Any]
"""Arrays and scalars by the name of their argument."""


def wide(x: np.ndarray) -> np.ndarray:
    """Elements as f32."""
    return numbers(x).astype(np.float32)


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(wide(x) - wide(x).max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def rms_norm(x: np.ndarray, gain: np.ndarray) -> np.ndarray:
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5) * gain


def two(function: Callable[..., np.ndarray]) -> Callable[[Arrays], dict[str, np.ndarray]]:
    return lambda given: {"out": function(given["a"], given["b"])}


def one(function: Callable[..., np.ndarray]) -> Callable[[Arrays], dict[str, np.ndarray]]:
    return lambda given: {"out": function(given["a"])}


def product(given: Arrays) -> dict[str, np.ndarray]:
    if given["a"].dtype == np.int8:
        return {"out": given["a"].astype(np.int32) @ given["b"].astype(np.int32)}
    return {"out": wide(given["a"]) @ wide(given["b"])}


def product_and_bias(given: Arrays) -> dict[str, np.ndarray]:
    exact = wide(given["a"]) @ wide(given["b"]) + given["c"]
    return {"out": np.maximum(exact, 0)}


def quantised(given: Arrays) -> dict[str, np.ndarray]:
    x = given["a"].astype(np.int32) @ given["b"].astype(np.int32)
    scalar = np.asarray(given["q"], np.uint64)
    return {
        "out": requantise(x, scalar, np.dtype(np.int8)),
        "columns": requantise(x, given["parameters"], np.dtype(np.int8)),
    }


def quantised_rows(given: Arrays) -> dict[str, np.ndarray]:
    x, scale, inverse, zero = (given[n] for n in ("a", "scale", "inverse", "zero"))
    low = np.clip(np.rint(x * inverse + zero), 0, 255)
    return {
        "sym": np.clip(np.rint(x * inverse), -128, 127),
        "asym": low,
        "back": (low.astype(np.float32) - zero) * scale,
    }


def carried(given: Arrays) -> dict[str, np.ndarray]:
    """Two tiles change places in each turn, so the first one is always the latest."""
    x = given["a"]
    for _ in range(given["n"]):
        x = np.exp(x)
    return {"out": x}


def bits(given: Arrays) -> dict[str, np.ndarray]:
    a, s = given["a"], np.int16(given["s"])
    low = np.uint16(0xFFFF)
    x = (~(((a & s) | s) ^ s) << s).astype(np.int16) >> s
    x = np.where(a < 16, x << np.minimum(a, 15), 0).astype(np.int16)
    return {"out": (x ^ (x >> np.minimum(a, 15))) & low.astype(np.int16)}


def cast(x: np.ndarray) -> np.ndarray:
    return x[32:].astype(ml_dtypes.bfloat16)


RESULTS: dict[str, Callable[[Arrays], dict[str, np.ndarray]]] = {
    "control_carried_tiles": carried,
    "dynamic_fillpad": one(lambda x: wide(x).max(axis=1, keepdims=True)),
    "dynamic_rows": one(lambda x: x + 1),
    "dynamic_set_validshape": one(np.exp),
    "gather_quantise": quantised_rows,
    "level3_chain": one(lambda x: np.abs(np.exp(x))),
    "matmul_bf16_a5": product,
    "matmul_bias": product_and_bias,
    "matmul_f16_a3": product,
    "matmul_f32_a3": product,
    "matmul_f8e4m3fn_a5": product,
    "matmul_hif8_a5": product,
    "matmul_i8_a3": product,
    "matmul_quantised_store": quantised,
    "mixed_queue_a3": lambda given: {"out": np.exp(product(given)["out"])},
    "mixed_queue_a5": lambda given: {"out": np.exp(product(given)["out"])},
    "multibuffer_rotate_level2": one(np.exp),
    "multibuffer_rotate_level3": one(np.exp),
    "reduce_rmsnorm_loop": lambda given: {"out": rms_norm(given["a"], given["g"])},
    "reduce_softmax_a3": one(softmax),
    "reduce_softmax_f16_a5": one(softmax),
    "sync_dynamic_flags_level3": one(lambda x: x),
    "sync_flags_level3": one(np.exp),
    "vector_select_a3": two(np.maximum),
    "vector_select_a5": two(np.maximum),
    "vector_tadd_f32_a3": two(np.add),
    "vector_tand_ui8_a3": two(np.bitwise_and),
    "vector_tdiv_f32_a3": two(np.divide),
    "vector_tmax_i16_a3": two(np.maximum),
    "vector_tmin_bf16_a5": two(np.minimum),
    "vector_tmul_i32_a3": two(np.multiply),
    "vector_tor_i32_a5": two(np.bitwise_or),
    "vector_tsub_f16_a3": two(np.subtract),
    "views_cast": one(cast),
    "views_reshape_bitcast": one(lambda x: x.view(np.int32).reshape(64, 16)),
}
"""What each kernel writes, by the name of the argument."""
SETTINGS: dict[str, dict[str, float]] = {
    "control_carried_tiles": {"n": 2, "odd": 1},
    "dynamic_rows": {"m": 33},
    "dynamic_fillpad": {"c": 33},
    "dynamic_set_validshape": {"n": 100},
    "matmul_quantised_store": {"q": int(np.float32(0.001).view(np.uint32)) | 5 << 37},
    "reduce_rmsnorm_loop": {"n": 48},
}
TOLERANCES = {"float16": 2e-3, "float32": 2e-5, "bfloat16": 1e-2}
"""Relative and absolute, by what the kernel computes or writes."""


def own_inputs(name: str, given: dict[str, Any]) -> None:
    """Inputs that random numbers do not make."""
    if name == "matmul_quantised_store":
        factors = np.linspace(1e-4, 1e-2, 64, dtype=np.float32).view(np.uint32).astype(np.int64)
        given["parameters"][...] = factors | np.arange(64) << 37
    if name == "gather_quantise":
        given["scale"][...] = np.abs(given["scale"]) + 0.01
        given["inverse"][...] = 1 / given["scale"]
        given["zero"][...] = np.arange(16).reshape(given["zero"].shape)
        for key in ("scale", "inverse", "zero"):
            given[key] = given[key].reshape(16, 1)


@pytest.mark.parametrize("name", RESULTS)
def test_a_kernel_computes_what_numpy_does(name: str):
    path = FILES / f"{name}.pto"
    module = read(path.read_bytes(), path.name)
    function = kernel_named(module)
    arguments = random_arguments(function, 1, SETTINGS.get(name))
    given = dict(zip(names_of(function), arguments, strict=True))
    own_inputs(name, given)
    expected = RESULTS[name](given)
    run_function(module, None, arguments, level="pto")
    for argument, exact in expected.items():
        found = given[argument]
        assert is_array(found)
        if not is_float_dtype(found.dtype):
            np.testing.assert_array_equal(found, exact)
            continue
        inputs = [a for a in arguments if is_array(a) and a.dtype.name in TOLERANCES]
        close = max(TOLERANCES[a.dtype.name] for a in inputs)
        np.testing.assert_allclose(wide(found), wide(exact), rtol=close, atol=close)
