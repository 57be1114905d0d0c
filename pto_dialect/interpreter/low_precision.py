"""
Elements that numpy has no type for: HiFloat8, and pairs of narrow elements in one.

1. They are kept as their bytes, in numpy types of one field, so that they can be moved, and
   cannot be computed with by accident.
2. `hif8` has a sign, a prefix that says how many bits the exponent has (0 to 4), the exponent with
   a sign of its own, and what is left (1 to 3 bits) as the fraction. The shortest prefix stands for
   the powers of two from 2**-22 to 2**-16 and zero; 0x80 is not a number.
3. A number becomes the nearest `hif8`, a tie the one farther from zero. What is too large becomes
   infinity, or the largest finite one (2**15) if it saturates.
4. Of a pair the first element, which has the lower column, is in the low bits.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from pto_dialect.interpreter.dtypes import HIF8, Array

_LARGEST = 2.0**15
_NOT_A_NUMBER = 0x80
_FORMATS = ((0b11 << 5, 4, 1), (0b10 << 5, 3, 2), (0b01 << 5, 2, 3), (1 << 4, 1, 3), (1 << 3, 0, 3))
"""For each prefix: its bits, the bits of the exponent, and of the fraction."""
_PAIR_BITS = 4


def _magnitude(code: int) -> float:
    """The number that the seven bits behind the sign stand for."""
    if code == 0b110_1111:
        return np.inf
    for prefix, exponent_bits, fraction_bits in _FORMATS:
        if code >= prefix:
            rest = code - prefix
            fraction = 1 + (rest & ((1 << fraction_bits) - 1)) / (1 << fraction_bits)
            exponent = rest >> fraction_bits
            if exponent_bits:
                leading = 1 << (exponent_bits - 1)
                is_negative = exponent >= leading
                exponent = exponent % leading + leading
                exponent = -exponent if is_negative else exponent
            return fraction * 2.0**exponent
    return 2.0 ** (code - 23) if code else 0.0


_MAGNITUDES = np.array([_magnitude(code) for code in range(128)], np.float32)
_VALUES = np.concatenate([_MAGNITUDES, -_MAGNITUDES])
_VALUES[_NOT_A_NUMBER] = np.nan
_ORDER = np.argsort(_MAGNITUDES, kind="stable").astype(np.uint8)
"""Codes of the magnitudes in rising order; the last one is that of infinity."""
_NEXT = np.minimum(_MAGNITUDES[_ORDER][1:].astype(np.float64), 1.5 * _LARGEST)
_TIES = (_MAGNITUDES[_ORDER][:-1] + _NEXT) / 2
"""Half way from each magnitude to the next one; infinity is where that one would be."""


def from_hif8(data: Array) -> Array:
    """`hif8` elements as f32."""
    return _VALUES[data.view(np.uint8)]


def to_hif8(data: Array, *, saturate: bool = False) -> Array:
    """Numbers as `hif8` elements."""
    value = data.astype(np.float64)
    size = np.abs(value)
    if saturate:
        size = np.where(np.isnan(size), size, np.minimum(size, _LARGEST))
    code = _ORDER[np.searchsorted(_TIES, np.where(np.isnan(size), 0, size), side="right")]
    code = np.where((value < 0) & (code != 0), code | 0x80, code)
    return np.where(np.isnan(value), _NOT_A_NUMBER, code).astype(np.uint8).view(HIF8)


def numbers(data: Array) -> Array:
    """Elements as numbers: `hif8` as f32, pairs as the unsigned integers of their bits."""
    if data.dtype == HIF8:
        return from_hif8(data)
    return data if data.dtype.names is None else data.view(f"u{data.dtype.itemsize}")


def pairs_of_f4(data: Array, dtype: np.dtype[Any]) -> Array:
    """Numbers in rows of even length as pairs of `f4E2M1` elements."""
    codes = data.astype(ml_dtypes.float4_e2m1fn).view(np.uint8)
    return (codes[:, ::2] | codes[:, 1::2] << _PAIR_BITS).view(dtype)
