"""
Quantisation, histograms, and columns chosen by indices, on numpy arrays.

Rules
1. To integers: `element * factor + offset` in f32, factor and offset being those of the row;
   rounded to nearest, ties to even, and clamped to the range of the type.
2. Out of an accumulator: a parameter of 64 bits has the factor, an f32, in its low half, and the
   offset, a signed integer of 9 bits, from bit 37 on; a parameter of 32 bits is the factor. An
   integer result is `round(element * factor) + offset`, clamped; a float has no offset.
3. In blocks of 32 columns with a shared exponent: the exponent `e` is that of the largest
   magnitude, minus the largest one of the element type (`ocp`), or the lowest with which
   nothing has to be clamped (`nv`). Elements are `element * 2**-e`, clamped. The tiles beside
   it hold `e + 127`, the largest magnitude, and the factor `2**-e`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.dtypes import PAIRS_E2M1, Array, Mask, finite_limits, is_float_dtype
from pto_dialect.interpreter.low_precision import pairs_of_f4
from pto_dialect.interpreter.rounding import convert
from pto_dialect.interpreter.semantics import MEANINGS, Block, apply
from pto_dialect.interpreter.vector_semantics import filled, inside

_BLOCK = 32
"""Columns that share an exponent."""
_BIAS = 127
"""What is added to a shared exponent to store it."""
_OFFSET_BIT, _OFFSET_BITS = 37, 9
_BINS = 256


def first_column(block: Block) -> Block:
    """One element of each row: what a row-major tile of a number for each row holds them in."""
    return Block(block.data[:, :1], None if block.defined is None else block.defined[:, :1])


def quantise(
    name: str, block: Block, factor: Block, offset: Block | None, dtype: np.dtype[Any]
) -> Block:
    """Rows times their factors, plus their offsets, as integers."""
    result = apply(MEANINGS["row_expand_mul"], name, [block, factor])
    if offset is not None:
        result = apply(MEANINGS["row_expand_add"], name, [result, offset])
    return Block(convert(result.data, dtype, saturate=True), result.defined)


def requantise(data: Array, parameters: Array, dtype: np.dtype[Any]) -> Array:
    """Elements of an accumulator with one parameter for all, or one for each column."""
    if is_float_dtype(parameters.dtype):
        factor, offset = parameters.astype(np.float32), np.zeros_like(parameters, np.int64)
    else:
        bits = parameters.astype(np.uint64)
        factor = bits.astype(np.uint32).view(np.float32)
        sign = 1 << (_OFFSET_BITS - 1)
        field = (bits >> np.uint64(_OFFSET_BIT)).astype(np.int64) & (2 * sign - 1)
        offset = (field ^ sign) - sign
    scaled = data.astype(np.float32) * factor
    if is_float_dtype(dtype):
        return convert(scaled, dtype)
    whole = np.rint(scaled.astype(np.float64)) + offset
    return convert(whole, dtype, saturate=True)


class SharedExponents(NamedTuple):
    """A block in blocks of a shared exponent. All but `elements` have one column for 32."""

    elements: Block
    """The elements, or pairs of them."""
    exponents: Block
    """Their exponents as stored, in bytes."""
    largest: Block
    """The largest magnitude of each block."""
    factors: Block
    """What the elements were multiplied by."""


def share_exponents(
    name: str, block: Block, dtype: np.dtype[Any], *, exact: bool
) -> SharedExponents:
    """Quantise a block; `exact` if nothing may be clamped."""
    rows, columns = block.data.shape
    if columns % _BLOCK:
        raise CompileError(f"'{name}' works on blocks of {_BLOCK} columns, not on {columns}")
    element = np.dtype(ml_dtypes.float4_e2m1fn) if dtype == PAIRS_E2M1 else dtype
    highest = float(finite_limits(element)[1])
    blocks = block.data.astype(np.float32).reshape(rows, -1, _BLOCK)
    largest = np.abs(blocks).max(axis=2)
    with np.errstate(divide="ignore"):
        if exact:
            exponent = np.ceil(np.log2(largest / highest))
        else:
            exponent = np.floor(np.log2(largest)) - np.floor(np.log2(highest))
    exponent = np.clip(exponent, -_BIAS, _BIAS)
    factors = np.exp2(-exponent).astype(np.float32)
    scaled = np.clip(blocks * factors[:, :, None], -highest, highest).reshape(rows, columns)
    written: Mask = filled(block).reshape(rows, -1, _BLOCK).min(axis=2)
    elements = np.repeat(written, _BLOCK, axis=1)
    if dtype == PAIRS_E2M1:
        quantised = Block(pairs_of_f4(scaled, dtype), elements[:, ::2])
    else:
        quantised = Block(convert(scaled, dtype), elements)
    return SharedExponents(
        quantised,
        Block((exponent + _BIAS).astype(np.uint8), written),
        Block(largest, written),
        Block(factors, written),
    )


def histogram(name: str, block: Block, prefixes: Array, byte: int, dtype: np.dtype[Any]) -> Block:
    """
    How many elements of each row have each value in a byte, counted from the lowest one. Those
    count whose byte above is that of their row in the column `prefixes`; all if there is none.
    """
    size = block.data.dtype.itemsize
    if block.data.dtype.kind not in "iu" or not 0 <= byte < size:
        raise CompileError(f"'{name}' has no byte {byte} in elements of {block.data.dtype}")
    rows, columns = block.data.shape
    parts = np.ascontiguousarray(block.data).view(np.uint8).reshape(rows, columns, size)
    counts = np.ones((rows, columns), np.bool_)
    written: Mask = filled(block).min(axis=1)
    if byte + 1 < size:
        counts = parts[:, :, byte + 1] == prefixes
    chosen = zip(parts[:, :, byte], counts, strict=True)
    found = [np.bincount(values[which], minlength=_BINS) for values, which in chosen]
    defined = np.repeat(written[:, None], _BINS, axis=1)
    return Block(np.stack(found).astype(dtype), defined)


def chosen_columns(name: str, block: Block, indices: Array) -> Block:
    """In each row the elements whose columns `indices` says."""
    if len(indices) != len(block.data):
        raise CompileError(f"'{name}' needs indices for {len(block.data)} rows, not {len(indices)}")
    places = inside(name, indices, block.data.shape[1])
    return Block(
        np.take_along_axis(block.data, places, axis=1),
        np.take_along_axis(filled(block), places, axis=1),
    )
