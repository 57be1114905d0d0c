"""
Conversion of elements from one type to another, as the vector unit's cast does it.

Rules
1. Float to a wider float, and integer to a wider integer, are exact; a cast to the same type is the
   identity.
2. Float to a narrower float rounds by the mode. What is too large becomes infinity (NaN where
   there is none), or the largest finite value when it saturates or the mode rounds it towards zero.
3. Float to integer rounds to an integer by the mode and then keeps the low bits
   (`satmode = OFF`) or clamps to the range of the type (`ON`). NaN, and with `OFF` infinity,
   become 0.
4. Integer to float rounds by the mode.
5. Integer to a narrower integer keeps the low bits (`OFF`) or clamps (`ON`).
6. Whatever becomes `hif8` is rounded as `low_precision` says, in every mode.

Modes: `none` and `rint` to nearest, ties to even; `round` to nearest, ties away from zero;
`floor`, `ceil`, `trunc` towards minus infinity, plus infinity, zero; `odd` to the neighbour whose
last bit is set, unless the value is exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.dtypes import HIF8, Array, finite_limits, is_float_dtype, nearest
from pto_dialect.interpreter.low_precision import from_hif8, to_hif8

NEAREST = ("none", "rint")
"""Modes that round to nearest, ties to even."""
MODES = (*NEAREST, "round", "floor", "ceil", "trunc", "odd")
"""Every rounding mode."""


def convert(x: Array, dtype: np.dtype[Any], mode: str = "rint", *, saturate: bool = False) -> Array:
    """
    The elements of `x` as elements of another type.

    Raises:
        CompileError: there is no such mode, or none for this pair of types.
    """
    if mode not in MODES:
        raise CompileError(f"rounding mode '{mode}' is none of {', '.join(MODES)}")
    if x.dtype == dtype:
        return x
    if x.dtype == HIF8:
        return convert(from_hif8(x), dtype, mode, saturate=saturate)
    if dtype == HIF8:
        return to_hif8(x, saturate=saturate)
    if packed := [t.names[0] for t in (x.dtype, dtype) if t.names is not None]:
        raise CompileError(f"a cast from or to {packed[0]} has no meaning")
    to_float = is_float_dtype(dtype)
    if is_float_dtype(x.dtype):
        if not to_float:
            return _to_integer(x, dtype, mode, saturate)
        return _to_float(x, dtype, mode, saturate)
    if to_float:
        return _to_float(x, dtype, mode, saturate)
    if saturate:
        x = _clamp(x.astype(np.int64), dtype)
    return x.astype(dtype)


def _to_float(x: Array, dtype: np.dtype[Any], mode: str, saturate: bool) -> Array:
    is_wide_integer = x.dtype.kind in "iu" and x.dtype.itemsize == 8
    if is_wide_integer:
        # f64 does not hold every such integer, so only what numpy rounds once is offered.
        if mode in NEAREST and dtype in (np.dtype(np.float32), np.dtype(np.float64)):
            return x.astype(dtype)
        raise CompileError(f"a cast from {x.dtype} to {dtype} has no meaning in mode '{mode}'")
    if mode in NEAREST and not saturate:
        return nearest(x if is_float_dtype(x.dtype) else x.astype(np.float64), dtype)
    low, high = finite_limits(dtype)
    largest = float(high)
    exact = x.astype(np.float64)
    if saturate:
        exact = np.clip(exact, -largest, largest)
    if mode in NEAREST:
        return nearest(exact, dtype)
    near = nearest(np.clip(exact, -largest, largest), dtype)
    value = near.astype(np.float64)
    below = np.where(value > exact, np.nextafter(near, low), near)
    above = np.where(value < exact, np.nextafter(near, high), near)
    match mode:
        case "floor":
            result, to_infinity = below, exact < 0
        case "ceil":
            result, to_infinity = above, exact > 0
        case "trunc":
            result, to_infinity = np.where(exact >= 0, below, above), False
        case "odd":
            is_odd = below.view(f"u{dtype.itemsize}") & 1 == 1
            result, to_infinity = np.where(is_odd, below, above), False
        case _:
            tie = exact - below.astype(np.float64) == above.astype(np.float64) - exact
            result = np.where(tie, np.where(exact >= 0, above, below), near)
            step = largest - float(np.nextafter(high, np.zeros((), dtype)))
            to_infinity = np.abs(exact) >= largest + step / 2
    is_infinite = np.isinf(exact) | (to_infinity & (np.abs(exact) > largest))
    return np.where(is_infinite, np.copysign(np.inf, exact).astype(dtype), result).astype(dtype)


def _to_integer(x: Array, dtype: np.dtype[Any], mode: str, saturate: bool) -> Array:
    value = x.astype(np.float64)
    match mode:
        case "floor":
            value = np.floor(value)
        case "ceil":
            value = np.ceil(value)
        case "trunc":
            value = np.trunc(value)
        case "round":
            value = np.copysign(np.floor(np.abs(value) + 0.5), value)
        case "odd":
            whole = np.trunc(value)
            even = np.fmod(whole, 2) == 0
            value = np.where((value != whole) & even, whole + np.copysign(1.0, value), whole)
        case _:
            value = np.rint(value)
    value = np.where(np.isnan(value), 0.0, value)
    if saturate:
        limits = np.iinfo(dtype)
        high, low = value >= limits.max, value <= limits.min
        inside = np.where(high | low, 0.0, value).astype(dtype)
        return np.where(high, limits.max, np.where(low, limits.min, inside)).astype(dtype)
    low_bits = np.fmod(np.where(np.isinf(value), 0.0, value), 2.0**64)
    signed = np.where(low_bits >= 2.0**63, low_bits - 2.0**64, low_bits)
    signed = np.where(signed < -(2.0**63), signed + 2.0**64, signed)
    return signed.astype(np.int64).astype(dtype)


def _clamp(x: Array, dtype: np.dtype[Any]) -> Array:
    limits = np.iinfo(dtype)
    return np.clip(x, limits.min, min(limits.max, np.iinfo(np.int64).max))
