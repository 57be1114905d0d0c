"""
The numpy type that holds an element or a scalar.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeGuard

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import builtin
from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from pto_dialect.diagnostics import CompileError

Array = NDArray[Any]
"""Data of any element type."""
Mask = NDArray[np.bool_]
"""One boolean for each element: whether somebody has written it."""

_FLOATS: dict[str, Any] = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "!pto.f8E8M0": ml_dtypes.float8_e8m0fnu,
}
"""numpy's type for each floating-point type, by its spelling."""

HIF8: np.dtype[Any] = np.dtype([("hif8", np.uint8)])
"""HiFloat8, of which numpy only knows the bytes; `low_precision` knows more."""
PAIRS_E2M1: np.dtype[Any] = np.dtype([("f4E2M1x2", np.uint8)])
"""Two 4-bit floats."""

_BYTES = {
    "!pto.hif8": HIF8,
    "!pto.hif8x2": np.dtype([("hif8x2", np.uint16)]),
    "!pto.f4E2M1x2": PAIRS_E2M1,
    "!pto.f4E1M2x2": np.dtype([("f4E1M2x2", np.uint8)]),
}
"""Elements that are moved as their bytes, by the spelling of their type."""

INDEX_BITS = 64
"""Width of an `index`."""


@cache
def numpy_dtype(element_type: Attribute) -> np.dtype[Any]:
    """
    The numpy type of an element. `i1` is one byte, like a packed mask's element.

    Raises:
        CompileError: there is no such type (4-bit integers).
    """
    if isinstance(element_type, builtin.IndexType):
        return np.dtype(np.int64)
    if isa(element_type, IntegerType):
        bits = element_type.width.data
        if bits == 1:
            return np.dtype(np.bool_)
        if bits in (8, 16, 32, 64):
            unsigned = element_type.signedness.data is Signedness.UNSIGNED
            return np.dtype(f"{'u' if unsigned else ''}int{bits}")
    elif (found := _FLOATS.get(str(element_type))) is not None:
        return np.dtype(found)
    elif (kept := _BYTES.get(str(element_type))) is not None:
        return kept
    raise CompileError(f"elements of type {element_type} cannot be executed on numpy")


def is_array(value: object) -> TypeGuard[Array]:
    """Whether a value is a numpy array."""
    return isinstance(value, np.ndarray)


@cache
def is_float_dtype(dtype: np.dtype[Any]) -> bool:
    """Whether a numpy type is a floating-point one, those of ml_dtypes included."""
    return dtype.kind in "fV" or dtype.type.__module__ == ml_dtypes.__name__


@cache
def computes_in(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """
    The type that arithmetic on elements of this type is done in: f32 for narrower floats.

    Raises:
        CompileError: it cannot be done, because the elements are only known as their bytes.
    """
    if dtype.names is not None:
        raise CompileError(f"elements of type {dtype.names[0]} cannot be computed with")
    if is_float_dtype(dtype) and dtype.itemsize < 4:
        return np.dtype(np.float32)
    return dtype


@cache
def scalar_bits(type_: Attribute) -> int:
    """Width of an integer or index scalar in bits."""
    return type_.width.data if isa(type_, IntegerType) else INDEX_BITS


def wrap(value: int, bits: int) -> int:
    """The signed integer of this width that has the low bits of `value`; 0 or 1 for one bit."""
    if bits == 1:
        return value & 1
    half = 1 << (bits - 1)
    return ((value + half) & ((1 << bits) - 1)) - half


def finite_limits(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    """The lowest and the largest number of a floating-point type, as elements of it."""
    limits = ml_dtypes.finfo(dtype)  # pyright: ignore
    return limits.min, limits.max  # pyright: ignore


def nearest(x: Array, dtype: np.dtype[Any]) -> Array:
    """
    Floats as those of another type, rounded once, to nearest with ties to even. The types that
    numpy does not know itself take f32 only: f64 is rounded to it so that no tie comes or goes.
    """
    if x.dtype != np.float64 or dtype.type.__module__ != ml_dtypes.__name__:
        return x.astype(dtype)
    near = x.astype(np.float32)
    below = np.where(np.abs(near) > np.abs(x), np.nextafter(near, np.float32(0)), near)
    bits = below.view(np.uint32)
    return np.where(near == x, bits, bits | 1).view(np.float32).astype(dtype)


@cache
def _rounds(type_: Attribute) -> Callable[[float], Any]:
    dtype = numpy_dtype(type_)
    if dtype.type.__module__ == ml_dtypes.__name__:
        return lambda value: nearest(np.asarray(value, np.float64), dtype)[()]
    return dtype.type


def round_scalar(value: float, type_: Attribute) -> float:
    """The value of a floating-point type that is nearest to `value`, ties to even."""
    if isinstance(value, int) and type_ != builtin.f64:
        value = _with_odd_rest(value)
    return float(_rounds(type_)(value))


def _with_odd_rest(value: int) -> int:
    """An integer that f64 holds and that rounds to any narrower float as `value` does."""
    excess = abs(value).bit_length() - np.finfo(np.float64).nmant
    if excess <= 0 or not value & ((1 << excess) - 1):
        return value
    return (value >> excess | 1) << excess


def element(value: float, dtype: np.dtype[Any]) -> Array:
    """
    A scalar as an array without dimensions; integers keep their low bits.

    Raises:
        CompileError: it is NaN or infinite, which no integer is.
    """
    if is_float_dtype(dtype):
        return np.asarray(value).astype(dtype)
    if not np.isfinite(value):
        raise CompileError(f"{value} is no {dtype}")
    return np.asarray(int(value) & 0xFFFF_FFFF_FFFF_FFFF, np.uint64).astype(dtype)


def number(value: Any) -> int | float:
    """An element as a scalar: a signed `int`, 0 or 1 for a boolean, or a `float`."""
    dtype = np.asarray(value).dtype
    if is_float_dtype(dtype):
        return float(value)
    return int(value) if dtype.kind == "b" else wrap(int(value), 8 * dtype.itemsize)
