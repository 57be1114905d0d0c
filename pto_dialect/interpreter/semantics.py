"""
What each operation computes, on numpy arrays: one line for each operation, the same for every
level of the compiler.

Rules that hold for all
1. Integers wrap. A quotient rounds towards zero; the quotient by zero is zero.
2. Elements narrower than f32 (f16, bf16, fp8) are computed in f32 and rounded once, to nearest
   with ties to even; f32 and f64 are computed as they are. exp, log and kin are numpy's in that
   type.
3. A sum along a row or column is accumulated in the type of rule 2 (integers in their own,
   wrapping) in numpy's order for a dense array, and rounded once.
4. The larger or smaller of NaN and a number is NaN.
5. An operation works on the valid region. An element of the result is defined iff everything
   that it is computed from is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NamedTuple

import numpy as np

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.dtypes import HIF8, Array, Mask, computes_in, is_float_dtype
from pto_dialect.interpreter.low_precision import from_hif8


class Block(NamedTuple):
    """The valid region of a tile."""

    data: Array
    """Its elements."""
    defined: Mask | None
    """Which of them somebody has written; `None` if all."""


class Pattern(Enum):
    """How the valid region of the result relates to those of the tiles that are read."""

    ELEMENTWISE = auto()
    """All have one extent."""
    ROW_EXPAND = auto()
    """`[…, N]` and `[…, 1]` give `[…, N]`."""
    COLUMN_EXPAND = auto()
    """`[M, N]` and `[1, N]` give `[M, N]`."""
    ROW_REDUCE = auto()
    """`[M, N]` gives `[M, 1]`."""
    COLUMN_REDUCE = auto()
    """`[M, N]` gives `[1, N]`."""
    CONCATENATE = auto()
    """`[M, N]` and `[M, K]` give `[M, N + K]`."""
    TRANSPOSE = auto()
    """`[M, N]` gives `[N, M]`."""
    PRODUCT = auto()
    """`[…, M, K]` and `[…, K, N]` give `[…, M, N]`; leading dimensions broadcast."""


@dataclass(frozen=True)
class Meaning:
    """What an operation computes."""

    compute: Callable[..., Array]
    """A function of the blocks that are read, and of scalars, in the order of the operands."""
    pattern: Pattern = Pattern.ELEMENTWISE
    """Extents of operands and result."""
    exact: bool = True
    """Whether the result is rounded correctly, so that every machine gives the same bits."""
    bitwise: bool = False
    """Whether a bit of the result is made of the bits at its place alone."""
    needs_elements: bool = False
    """Whether the result of no elements is undefined."""


def apply(meaning: Meaning, name: str, operands: Sequence[Block | Any]) -> Block:
    """
    The result of an operation on blocks and scalars.

    Raises:
        CompileError: the valid regions do not go together.
    """
    blocks = [o for o in operands if isinstance(o, Block)]
    _check_extents(meaning.pattern, name, [b.data.shape for b in blocks])
    result = meaning.compute(*(o.data if isinstance(o, Block) else o for o in operands))
    masks = [b.defined for b in blocks]
    if meaning.needs_elements and not blocks[0].data.size:
        return Block(result, np.zeros(result.shape, np.bool_))
    if all(mask is None for mask in masks):
        return Block(result, None)
    filled = [
        np.ones(b.data.shape, np.bool_) if mask is None else mask
        for b, mask in zip(blocks, masks, strict=True)
    ]
    return Block(result, _defined(meaning.pattern, filled))


def fill(name: str, extents: Sequence[int], vector: Block) -> Block:
    """
    A column (row) vector in every column (row) of a block of these extents.

    Raises:
        CompileError: the vector's valid region does not go with them.
    """
    shape = vector.data.shape
    if any(v not in (1, e) for v, e in zip(shape, extents, strict=True)):
        raise CompileError(f"{name} expands valid {_dims(shape)} to {_dims(extents)}")
    defined = vector.defined
    return Block(
        np.broadcast_to(vector.data, extents),
        None if defined is None else np.broadcast_to(defined, extents),
    )


def _defined(pattern: Pattern, masks: Sequence[Mask]) -> Mask:
    match pattern:
        case Pattern.ROW_REDUCE:
            return np.logical_and.reduce(masks[0], axis=-1, keepdims=True)
        case Pattern.COLUMN_REDUCE:
            return np.logical_and.reduce(masks[0], axis=0, keepdims=True)
        case Pattern.CONCATENATE:
            return np.concatenate(masks, axis=-1)
        case Pattern.TRANSPOSE:
            return masks[0].T
        case Pattern.PRODUCT:
            rows = np.logical_and.reduce(masks[0], axis=-1, keepdims=True)
            return rows & np.logical_and.reduce(masks[1], axis=-2, keepdims=True)
        case _:
            result = masks[0]
            for mask in masks[1:]:
                result = result & mask
            return result


def _check_extents(pattern: Pattern, name: str, shapes: Sequence[tuple[int, ...]]) -> None:
    if len(shapes) < 2:
        return
    first = shapes[0]
    match pattern:
        case Pattern.ROW_EXPAND:
            wanted = (*first[:-1], 1)
        case Pattern.COLUMN_EXPAND:
            wanted = (1, first[1])
        case Pattern.CONCATENATE:
            wanted = (*first[:-1], shapes[1][-1])
        case Pattern.PRODUCT:
            wanted = (*shapes[1][:-2], first[-1], shapes[1][-1])
        case _:
            wanted = first
    for shape in shapes[1:]:
        if shape != wanted:
            raise CompileError(
                f"the operands of {name} have the valid extents {_dims(first)} and {_dims(shape)}, "
                f"expected {_dims(wanted)}"
            )


def _dims(extents: Sequence[int]) -> str:
    return "x".join(map(str, extents))


# ---- Functions of elements ----


def _rounded(function: Callable[..., Array]) -> Callable[..., Array]:
    """A function of floats or integers that computes narrow floats in f32 (rule 2)."""

    def compute(x: Array, *others: Array) -> Array:
        wide = computes_in(x.dtype)
        if wide == x.dtype:
            return function(x, *others)
        return function(x.astype(wide), *(o.astype(wide) for o in others)).astype(x.dtype)

    return compute


def _dense(function: Callable[..., Array]) -> Callable[..., Array]:
    """A rounded function whose result must not depend on where the elements lie in memory."""
    rounded = _rounded(function)

    def compute(x: Array, *others: Array) -> Array:
        return rounded(np.ascontiguousarray(x), *others)

    return compute


def _quotient(x: Array, y: Array) -> Array:
    if is_float_dtype(x.dtype):
        return x / y
    down = x // y
    inexact_negative = (down * y != x) & ((x < 0) != (y < 0)) & (y != 0)
    return down + inexact_negative.astype(x.dtype)


def _power(x: Array, y: Array) -> Array:
    if is_float_dtype(x.dtype):
        return np.power(x, y)
    # The inverse of an integer rounds towards zero: only those of 1 and -1 are not zero.
    power = np.power(x, np.maximum(y, 0))
    sign = np.where(x == 1, 1, np.where(x == -1, 1 - 2 * (y & 1), 0)).astype(x.dtype)
    return np.where(y < 0, sign, power)


def _inverse_root(x: Array) -> Array:
    return np.reciprocal(np.sqrt(x))


def _relu(x: Array) -> Array:
    return np.maximum(x, np.zeros((), x.dtype))


def _beside(x: Array, y: Array) -> Array:
    return np.concatenate((x, y), axis=-1)


def _bit_shift(shift: Callable[[Array, Array], Array]) -> Callable[..., Array]:
    """A shift whose amount is the second operand, modulo the width of an element."""

    def compute(x: Array, amount: Array) -> Array:
        return shift(x, amount & (8 * x.dtype.itemsize - 1))

    return compute


def _axpy(x: Array, factor: Array, total: Array) -> Array:
    return total + x.astype(total.dtype) * factor.astype(total.dtype)


def _fma_like(x: Array, factor: Array, total: Array) -> Array:
    wide = computes_in(total.dtype)
    result = _axpy(x.astype(wide), factor.astype(wide), total.astype(wide))
    return result.astype(total.dtype)


def _leaky(x: Array, slope: Array) -> Array:
    return np.where(x >= 0, x, x * slope)


def _sum_of_three(x: Array, y: Array, z: Array) -> Array:
    return x + y + z


def _difference_and_sum(x: Array, y: Array, z: Array) -> Array:
    return x - y + z


def _sum_from_zero(x: Array, y: Array) -> Array:
    return _relu(x + y)


def _exp_difference(x: Array, y: Array) -> Array:
    return np.exp(x - y)


def _transposed(x: Array) -> Array:
    return x.T


def product(lhs: Array, rhs: Array) -> Array:
    """
    The matrix product as the cube unit forms it: f32 from floats, 32-bit integers that wrap
    from integers.
    """
    lhs, rhs = (from_hif8(x) if x.dtype == HIF8 else x for x in (lhs, rhs))
    if is_float_dtype(lhs.dtype):
        a = np.ascontiguousarray(lhs, np.float32)
        return a @ np.ascontiguousarray(rhs, np.float32)
    # Sums of products of bytes are exact in f64, where numpy has a fast product.
    exact = lhs.astype(np.float64) @ rhs.astype(np.float64)
    return exact.astype(np.int64).astype(np.int32)


def _reduction(reduce: Callable[[Array, int], Array], pattern: Pattern) -> Callable[..., Array]:
    axis = -1 if pattern is Pattern.ROW_REDUCE else 0

    def compute(x: Array) -> Array:
        return reduce(x, axis)

    return _dense(compute)


def _position(find: Callable[[Array, int], Array], pattern: Pattern) -> Meaning:
    """The first place of an extreme element in each row or column."""
    axis = -1 if pattern is Pattern.ROW_REDUCE else 0

    def compute(x: Array) -> Array:
        if not x.shape[axis]:
            return np.zeros_like(np.add.reduce(x, axis=axis, keepdims=True), np.int32)
        return find(x.astype(computes_in(x.dtype)), axis)

    return Meaning(compute, pattern, needs_elements=True)


def _row(reduce: Callable[[Array, int], Array], *, exact: bool = True) -> Meaning:
    return Meaning(_reduction(reduce, Pattern.ROW_REDUCE), Pattern.ROW_REDUCE, exact)


def _column(reduce: Callable[[Array, int], Array], *, exact: bool = True) -> Meaning:
    return Meaning(_reduction(reduce, Pattern.COLUMN_REDUCE), Pattern.COLUMN_REDUCE, exact)


def _sum(x: Array, axis: int) -> Array:
    return np.add.reduce(x, axis=axis, dtype=x.dtype, keepdims=True)


def _lowest(dtype: np.dtype[Any]) -> Any:
    return -np.inf if is_float_dtype(dtype) else np.iinfo(dtype).min


def _highest(dtype: np.dtype[Any]) -> Any:
    return np.inf if is_float_dtype(dtype) else np.iinfo(dtype).max


def _max(x: Array, axis: int) -> Array:
    return np.maximum.reduce(x, axis=axis, keepdims=True, initial=_lowest(x.dtype))


def _prod(x: Array, axis: int) -> Array:
    return np.multiply.reduce(x, axis=axis, dtype=x.dtype, keepdims=True)


def _arg_max(x: Array, axis: int) -> Array:
    return np.argmax(x, axis=axis, keepdims=True).astype(np.int32)


def _arg_min(x: Array, axis: int) -> Array:
    return np.argmin(x, axis=axis, keepdims=True).astype(np.int32)


def _min(x: Array, axis: int) -> Array:
    return np.minimum.reduce(x, axis=axis, keepdims=True, initial=_highest(x.dtype))


_ADD = _rounded(np.add)
_SUB = _rounded(np.subtract)
_MUL = _rounded(np.multiply)
_DIV = _rounded(_quotient)
_MAX = _rounded(np.maximum)
_MIN = _rounded(np.minimum)

MEANINGS: Mapping[str, Meaning] = {
    "add": Meaning(_ADD),
    "sub": Meaning(_SUB),
    "mul": Meaning(_MUL),
    "div": Meaning(_DIV),
    "max": Meaning(_MAX),
    "min": Meaning(_MIN),
    "adds": Meaning(_ADD),
    "subs": Meaning(_SUB),
    "muls": Meaning(_MUL),
    "divs": Meaning(_DIV),
    "maxs": Meaning(_MAX),
    "mins": Meaning(_MIN),
    "ands": Meaning(np.bitwise_and),
    "ors": Meaning(np.bitwise_or),
    "xors": Meaning(np.bitwise_xor),
    "exp": Meaning(_dense(np.exp), exact=False),
    "log": Meaning(_dense(np.log), exact=False),
    "sqrt": Meaning(_rounded(np.sqrt)),
    "rsqrt": Meaning(_rounded(_inverse_root), exact=False),
    "recip": Meaning(_rounded(np.reciprocal)),
    "neg": Meaning(_rounded(np.negative)),
    "abs": Meaning(_rounded(np.abs)),
    "relu": Meaning(_rounded(_relu)),
    "row_sum": _row(_sum, exact=False),
    "row_max": _row(_max),
    "row_min": _row(_min),
    "col_sum": _column(_sum, exact=False),
    "col_max": _column(_max),
    "col_min": _column(_min),
    "row_expand_add": Meaning(_ADD, Pattern.ROW_EXPAND),
    "row_expand_sub": Meaning(_SUB, Pattern.ROW_EXPAND),
    "row_expand_mul": Meaning(_MUL, Pattern.ROW_EXPAND),
    "row_expand_div": Meaning(_DIV, Pattern.ROW_EXPAND),
    "row_expand_max": Meaning(_MAX, Pattern.ROW_EXPAND),
    "row_expand_min": Meaning(_MIN, Pattern.ROW_EXPAND),
    "col_expand_add": Meaning(_ADD, Pattern.COLUMN_EXPAND),
    "col_expand_sub": Meaning(_SUB, Pattern.COLUMN_EXPAND),
    "col_expand_mul": Meaning(_MUL, Pattern.COLUMN_EXPAND),
    "col_expand_div": Meaning(_DIV, Pattern.COLUMN_EXPAND),
    "col_expand_max": Meaning(_MAX, Pattern.COLUMN_EXPAND),
    "col_expand_min": Meaning(_MIN, Pattern.COLUMN_EXPAND),
    "concat": Meaning(_beside, Pattern.CONCATENATE),
    "and": Meaning(np.bitwise_and, bitwise=True),
    "or": Meaning(np.bitwise_or, bitwise=True),
    "xor": Meaning(np.bitwise_xor, bitwise=True),
    "not": Meaning(np.bitwise_not, bitwise=True),
    "shl": Meaning(_bit_shift(np.left_shift)),
    "shr": Meaning(_bit_shift(np.right_shift)),
    "shls": Meaning(_bit_shift(np.left_shift)),
    "shrs": Meaning(_bit_shift(np.right_shift)),
    "fmod": Meaning(_rounded(np.fmod)),
    "rem": Meaning(_rounded(np.remainder)),
    "fmods": Meaning(_rounded(np.fmod)),
    "rems": Meaning(_rounded(np.remainder)),
    "sin": Meaning(_dense(np.sin), exact=False),
    "cos": Meaning(_dense(np.cos), exact=False),
    "pow": Meaning(_rounded(_power), exact=False),
    "rdivs": Meaning(_DIV),
    "addc": Meaning(_rounded(_sum_of_three)),
    "subc": Meaning(_rounded(_difference_and_sum)),
    "addsc": Meaning(_rounded(_sum_of_three)),
    "subsc": Meaning(_rounded(_difference_and_sum)),
    "addrelu": Meaning(_rounded(_sum_from_zero)),
    "axpy": Meaning(_fma_like),
    "lrelu": Meaning(_rounded(_leaky)),
    "prelu": Meaning(_rounded(_leaky)),
    "row_prod": _row(_prod, exact=False),
    "col_prod": _column(_prod, exact=False),
    "row_argmax": _position(_arg_max, Pattern.ROW_REDUCE),
    "row_argmin": _position(_arg_min, Pattern.ROW_REDUCE),
    "col_argmax": _position(_arg_max, Pattern.COLUMN_REDUCE),
    "col_argmin": _position(_arg_min, Pattern.COLUMN_REDUCE),
    "row_expand_expdif": Meaning(_rounded(_exp_difference), Pattern.ROW_EXPAND, exact=False),
    "col_expand_expdif": Meaning(_rounded(_exp_difference), Pattern.COLUMN_EXPAND, exact=False),
    "transpose": Meaning(_transposed, Pattern.TRANSPOSE),
    "matmul": Meaning(product, Pattern.PRODUCT, exact=False),
}
"""
Every operation that is a function of the elements alone, by its name in the tile dialect. The
rest (moves, views, casts, what has attributes) is defined where the levels define it.
"""
