"""
What operations of the vector unit compute that are more than a function of elements at one place:
masks, padding, sorting, gathering, numbers from nothing. The same for every level of the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import merge
from typing import Any

import numpy as np

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.dtypes import (
    HIF8,
    Array,
    Mask,
    computes_in,
    finite_limits,
    is_float_dtype,
)
from pto_dialect.interpreter.low_precision import to_hif8
from pto_dialect.interpreter.semantics import MEANINGS, Block, apply

COMPARISONS: Mapping[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
"""Every comparison by its mode."""


def filled(block: Block) -> Mask:
    """Which elements of a block somebody has written, as a mask in any case."""
    return np.ones(block.data.shape, np.bool_) if block.defined is None else block.defined


def require_extents(name: str, block: Block, extents: Sequence[int]) -> None:
    """
    Check that an operand is valid in as many rows and columns as the other ones say.

    Raises:
        CompileError: it is not.
    """
    if block.data.shape != tuple(extents):
        raise CompileError(
            f"an operand of {name} is valid in {_dims(block.data.shape)}, expected {_dims(extents)}"
        )


def undefined(extents: Sequence[int], dtype: np.dtype[Any] | type[Any]) -> tuple[Array, Mask]:
    """Elements that nobody has written, and the mask that says so."""
    return np.zeros(extents, dtype), np.zeros(extents, np.bool_)


# ---- Masks ----


def compare(name: str, mode: str, lhs: Block, rhs: Block | Array, columns: int) -> Block:
    """The packed mask, `columns` bytes wide, of where a comparison holds."""
    other = rhs.data if isinstance(rhs, Block) else rhs
    if isinstance(rhs, Block):
        require_extents(name, rhs, lhs.data.shape)
    if 8 * columns < lhs.data.shape[-1]:
        raise CompileError(
            f"{name} of {lhs.data.shape[-1]} columns has no room in a mask of {columns} bytes"
        )
    wide = computes_in(lhs.data.dtype)
    holds = COMPARISONS[mode](lhs.data.astype(wide), other.astype(wide))
    known = filled(lhs) & filled(rhs) if isinstance(rhs, Block) else filled(lhs)
    bits = np.packbits(holds, axis=-1, bitorder="little")
    unknown = np.packbits(~known, axis=-1, bitorder="little")
    data, defined = undefined((*holds.shape[:-1], columns), np.uint8)
    used = bits.shape[-1]
    data[..., :used] = bits
    defined[..., :used] = unknown == 0
    return Block(data, defined)


def select(name: str, mask: Block, lhs: Block, rhs: Block) -> Block:
    """The element of `lhs` where the bit of a packed mask is set, else that of `rhs`."""
    require_extents(name, rhs, lhs.data.shape)
    *rows, columns = lhs.data.shape
    needed = -(-columns // 8)
    if mask.data.shape[-1] > needed:
        mask = Block(mask.data[..., :needed], filled(mask)[..., :needed])
    require_extents(name, mask, (*rows, needed))
    packed = mask.data.view(np.uint8)
    bits = np.unpackbits(packed, axis=-1, count=columns, bitorder="little").astype(np.bool_)
    known = np.repeat(filled(mask), 8, axis=-1)[..., :columns]
    defined = known & np.where(bits, filled(lhs), filled(rhs))
    return Block(np.where(bits, lhs.data, rhs.data), defined)


# ---- Partly valid tiles ----


def pad_value(pad: str, dtype: np.dtype[Any]) -> Any:
    """The element that a tile is padded with."""
    if pad == "zero":
        return np.zeros((), dtype)
    if dtype == HIF8:
        return to_hif8(np.asarray(np.inf if pad == "max" else -np.inf))
    if dtype.names is not None:
        raise CompileError(f"a tile of {dtype.names[0]} is padded with zeros only")
    if is_float_dtype(dtype):
        infinity = np.asarray(np.inf if pad == "max" else -np.inf).astype(dtype)
        return finite_limits(dtype)[pad == "max"] if np.isnan(infinity) else infinity
    limits = np.iinfo(dtype)
    return limits.max if pad == "max" else limits.min


def fill_pad(block: Block, extents: Sequence[int], pad: str) -> Block:
    """A block at the start of a tile of these extents, the rest of it padded."""
    data = np.full(extents, pad_value(pad, block.data.dtype), block.data.dtype)
    defined = np.ones(extents, np.bool_)
    region = tuple(map(slice, block.data.shape))
    data[region] = block.data
    defined[region] = filled(block)
    return Block(data, defined)


def partial(name: str, meaning: str, lhs: Block, rhs: Block, extents: Sequence[int]) -> Block:
    """Where both blocks are valid what they combine to, elsewhere the one that is."""
    data, defined = undefined(extents, lhs.data.dtype)
    common = tuple(map(slice, np.minimum(lhs.data.shape, rhs.data.shape)))
    both = [Block(b.data[common], filled(b)[common]) for b in (lhs, rhs)]
    for block in (lhs, rhs, apply(MEANINGS[meaning], name, both)):
        region = tuple(map(slice, block.data.shape))
        if any(n > size for n, size in zip(block.data.shape, extents, strict=True)):
            raise CompileError(
                f"'{name}': a source is valid in {_dims(block.data.shape)}, the result in "
                f"{_dims(extents)}"
            )
        data[region] = block.data
        defined[region] = filled(block)
    return Block(data, defined)


def partial_position(
    name: str, better: str, blocks: Sequence[Block], extents: Sequence[int]
) -> tuple[Block, Block]:
    """
    Of two blocks of values and their two blocks of positions: where both are valid the better
    value and its position, elsewhere what there is. Of equal values at different positions it is
    not known which position the hardware takes, so it is undefined.
    """
    lhs, rhs, *positions = blocks
    value = partial(name, "max" if better == "gt" else "min", lhs, rhs, extents)
    data, defined = undefined(extents, positions[0].data.dtype)
    for values, block in zip((lhs, rhs), positions, strict=True):
        require_extents(name, block, values.data.shape)
        region = tuple(map(slice, block.data.shape))
        data[region], defined[region] = block.data, filled(block)
    common = tuple(map(slice, np.minimum(lhs.data.shape, rhs.data.shape)))
    first, second = (b.data[common].astype(computes_in(b.data.dtype)) for b in (lhs, rhs))
    one, two = (p.data[common] for p in positions)
    is_first, is_second = COMPARISONS[better](first, second), COMPARISONS[better](second, first)
    data[common] = np.where(is_first, one, two)
    known = filled(lhs)[common] & filled(rhs)[common]
    known &= filled(positions[0])[common] & filled(positions[1])[common]
    defined[common] = known & (is_first | is_second | (one == two))
    return value, Block(data, defined)


def dequantize(name: str, block: Block, scale: Block, offset: Block, dtype: np.dtype[Any]) -> Block:
    """`(element - offset) * scale` in f32, scale and offset being those of the row."""
    wide = [Block(b.data.astype(np.float32), b.defined) for b in (block, offset, scale)]
    shifted = apply(MEANINGS["row_expand_sub"], name, wide[:2])
    result = apply(MEANINGS["row_expand_mul"], name, [shifted, wide[2]])
    return Block(result.data.astype(dtype), result.defined)


def _dims(extents: Sequence[int]) -> str:
    return "x".join(map(str, extents))


# ---- Sorting ----

_RECORD = np.dtype(np.uint64)
_RUN = 32
_WAYS = 4


def sort32(name: str, values: Block, indices: Block) -> Block:
    """Runs of 32 elements and their indices as records in falling order of the elements."""
    rows, columns = values.data.shape
    if columns % _RUN:
        raise CompileError(f"{name} sorts runs of {_RUN} columns, it has {columns}")
    require_extents(name, indices, values.data.shape)
    runs = (rows, columns // _RUN, _RUN)
    keys = values.data.astype(np.float32).reshape(runs)
    order = np.argsort(-keys, axis=-1, kind="stable")
    width = _RECORD.itemsize // values.data.dtype.itemsize
    records = np.zeros((*runs, width), values.data.dtype)
    records[..., 0] = values.data.reshape(runs)
    records.view(np.uint32)[..., 1] = (
        np.ascontiguousarray(indices.data).view(np.uint32).reshape(runs)
    )
    known = (filled(values) & filled(indices)).reshape(runs)
    known = np.broadcast_to(np.logical_and.reduce(known, axis=-1, keepdims=True), runs)
    records = np.take_along_axis(records, order[..., None], axis=-2)
    shape = (rows, columns * width)
    return Block(records.reshape(shape), np.repeat(known.reshape(rows, columns), width, axis=-1))


def merge_runs(name: str, block: Block, run: int) -> Block:
    """Each four neighbouring runs of `run` columns of records merged into one."""
    width = _RECORD.itemsize // block.data.dtype.itemsize
    columns = block.data.shape[-1]
    if run < width or run % width or columns % (run * _WAYS):
        raise CompileError(f"{name} cannot merge {_WAYS} runs of {run} columns in {columns}")
    groups = block.data.reshape(-1, _WAYS, run)
    data = np.empty_like(groups)
    for there, group in zip(data, groups, strict=True):
        records = [*group.reshape(_WAYS, -1, width)]
        there[...] = np.concatenate(records)[_merge_order(records)].reshape(_WAYS, run)
    return Block(data.reshape(block.data.shape), _all_or_none(block, block.data.shape))


def merge_rows(name: str, rows: Sequence[Block], *, exhausted: bool) -> Block:
    """Rows of records merged into one; with `exhausted` until the first of them is used up."""
    dtype = rows[0].data.dtype
    width = _RECORD.itemsize // dtype.itemsize
    if odd := [row.data.size for row in rows if row.data.size % width]:
        raise CompileError(f"{name} merges records of {width} columns, a row has {odd[0]}")
    records = [row.data.reshape(-1, width) for row in rows]
    order = _merge_order(records)
    data = np.concatenate(records)[order].reshape(1, -1)
    defined = np.full(data.shape, all(filled(row).all() for row in rows))
    if exhausted:
        place = np.argsort(order)
        ends = np.cumsum([len(row) for row in records])
        lengths = zip(records, ends, strict=True)
        used = min(int(place[end - 1]) + 1 if len(row) else 0 for row, end in lengths)
        defined[:, used * width :] = False
    return Block(data, defined)


def _all_or_none(block: Block, extents: Sequence[int]) -> Mask:
    return np.full(extents, bool(filled(block).all()))


def _merge_order(runs: Sequence[Array]) -> Array:
    """
    The order in which the records of several runs, one run behind the other, are merged: always the
    largest of their first records next, of equal ones that of the earlier run.
    """
    keys = [-run[:, 0].astype(np.float32) for run in runs]
    if all(bool((key[1:] >= key[:-1]).all()) for key in keys):
        return np.argsort(np.concatenate(keys), kind="stable")
    starts = np.cumsum([0, *map(len, keys)])
    pairs = [
        [(value, int(start) + i) for i, value in enumerate(key.tolist())]
        for key, start in zip(keys, starts[:-1], strict=True)
    ]
    return np.array([i for _, i in merge(*pairs, key=lambda pair: pair[0])])


# ---- Gather and scatter ----


def inside(name: str, indices: Array, size: int) -> Array:
    """
    Indices as 64-bit numbers.

    Raises:
        CompileError: one is not below `size`.
    """
    numbers = indices.astype(np.int64)
    wrong = (numbers < 0) | (numbers >= size)
    if wrong.any():
        raise CompileError(
            f"an index of {name} is {int(numbers[wrong][0])}, expected at least 0 and below {size}"
        )
    return numbers


def gather(name: str, source: Block, indices: Array) -> Block:
    """The elements of a block with these numbers, counted row by row."""
    places = inside(name, indices, source.data.size)
    return Block(source.data.reshape(-1)[places], filled(source).reshape(-1)[places])


def gather_blocks(name: str, source: Block, offsets: Array) -> Block:
    """The 32 bytes of a block that start at each of these offsets in bytes, side by side."""
    size = source.data.dtype.itemsize
    each = 32 // size
    numbers = offsets.astype(np.uint32).astype(np.int64)
    if (numbers % 32).any():
        raise CompileError(f"an offset of {name} is no multiple of 32")
    places = numbers[..., None] // size + np.arange(each)
    rows, columns = offsets.shape
    return gather(name, source, places.reshape(rows, columns * each))


def masked_columns(columns: int, places: Sequence[int]) -> Array:
    """The columns at these places of each group of four, in rising order."""
    return np.flatnonzero(np.isin(np.arange(columns) % 4, places))


def gather_columns(block: Block, places: Sequence[int], dtype: np.dtype[Any]) -> Block:
    """The columns at these places of each group of four, their bits as another type."""
    kept = masked_columns(block.data.shape[-1], places)
    data = np.ascontiguousarray(block.data[..., kept])
    return Block(data.view(dtype), filled(block)[..., kept])


def gather_compare(
    name: str, mode: str, block: Block, key: Array, offset: int, columns: int
) -> tuple[Block, Block]:
    """For each row the columns where a comparison with its key holds, and how many there are."""
    rows = block.data.shape[0]
    if 1 != key.size < rows:
        raise CompileError(f"{name} has {key.size} keys for {rows} rows")
    keys = np.broadcast_to(key.reshape(-1), (rows,)) if key.size == 1 else key.reshape(-1)[:rows]
    wide = computes_in(block.data.dtype)
    holds = COMPARISONS[mode](block.data.astype(wide), keys.astype(wide)[:, None])
    data, defined = undefined((rows, columns), np.int32)
    for row, found in enumerate(holds):
        places = np.flatnonzero(found)[:columns] + offset
        data[row, : len(places)] = places
        defined[row, : len(places)] = True
    known = np.logical_and.reduce(filled(block), axis=-1)
    count = np.minimum(np.count_nonzero(holds, axis=-1), columns).astype(np.int32)
    return Block(data, defined & known[:, None]), Block(count.reshape(1, rows), known[None, :])


def scatter(name: str, target: Block, source: Block, indices: Array) -> Block:
    """A block with each element of another one at the place with its number, row by row."""
    if source.data.shape != indices.shape:
        raise CompileError(
            f"{name} has {_dims(indices.shape)} indices for {_dims(source.data.shape)} elements"
        )
    data, defined = target.data.reshape(-1).copy(), filled(target).reshape(-1).copy()
    places = inside(name, indices, data.size).reshape(-1)
    for place, value, known in zip(
        places, source.data.reshape(-1), filled(source).reshape(-1), strict=True
    ):
        data[place], defined[place] = value, known
    return Block(data.reshape(target.data.shape), defined.reshape(target.data.shape))


def scatter_columns(name: str, target: Block, source: Block, places: Sequence[int]) -> Block:
    """A block with the columns of another one at these places of each group of four."""
    data, defined = target.data.copy(), filled(target).copy()
    rows, columns = source.data.shape
    where = masked_columns(data.shape[-1], places)[:columns]
    if rows > len(data) or columns > len(where):
        raise CompileError(
            f"{name} puts {_dims(source.data.shape)} elements into a tile with room for "
            f"{len(data)}x{len(where)}"
        )
    data[:rows, where] = source.data
    defined[:rows, where] = filled(source)
    return Block(data, defined)


def scatter_rows(name: str, target: Block, indices: Array, source: Block) -> Block:
    """A block with rows of another one in place of the rows with these numbers."""
    data, defined = target.data.copy(), filled(target).copy()
    require_extents(name, source, (indices.size, data.shape[1]))
    for place, row, known in zip(
        inside(name, indices.reshape(-1), data.shape[0]), source.data, filled(source), strict=True
    ):
        data[place], defined[place] = row, known
    return Block(data, defined)


def gather_rows(name: str, source: Block, indices: Array) -> Block:
    """The rows of a block with these numbers."""
    places = inside(name, indices.reshape(-1), source.data.shape[0])
    return Block(source.data[places], None if source.defined is None else source.defined[places])


def gather_global(name: str, tensor: Array, indices: Array, coalesce: str, oob: str) -> Array:
    """Rows or elements of an array in global memory."""
    rows = tensor if coalesce == "row" else tensor.reshape(-1)
    numbers = indices.astype(np.int64)
    places = numbers.reshape(-1) if coalesce == "row" else numbers
    size = len(rows)
    if oob == "zero":
        found = np.zeros((*places.shape, *rows.shape[1:]), rows.dtype)
        is_inside = (places >= 0) & (places < size)
        found[is_inside] = rows[places[is_inside]]
        return found
    if oob == "undefined" or not size:
        return rows[inside(name, places, size)]
    return rows[places % size if oob == "wrap" else np.clip(places, 0, size - 1)]


def scatter_global(
    name: str,
    tensor: Array,
    data: Array,
    indices: Array,
    coalesce: str,
    oob: str = "undefined",
    atomic: str = "none",
) -> None:
    """
    Put rows or elements into an array in global memory, one after the other; `atomic` combines
    them with what is there. An index outside is an error, or as `oob` says skipped, clamped or
    taken modulo the size.
    """
    # A reshaped view would be a copy if the array has gaps, so elements are addressed one by one.
    size = len(tensor) if coalesce == "row" else tensor.size
    places = indices.astype(np.int64).reshape(-1)
    values = data if coalesce == "row" else data.reshape(-1)
    if oob == "undefined" or (oob != "skip" and not size):
        places = inside(name, places, size)
    elif oob == "clamp":
        places = np.clip(places, 0, size - 1)
    elif oob == "wrap":
        places = places % size
    row = tensor.shape[1:] if coalesce == "row" else ()
    if values.shape != (len(places), *row):
        raise CompileError(
            f"{name} has {len(places)} indices of {_dims(row)} elements for {_dims(data.shape)}"
        )
    for place, value in zip(places.tolist(), values, strict=True):
        if not 0 <= place < size:
            continue
        where = (place,) if coalesce == "row" else np.unravel_index(place, tensor.shape)
        if atomic != "none":
            value = MEANINGS[atomic].compute(np.asarray(tensor[where]), np.asarray(value))
        tensor[where] = value


# ---- Numbers from nothing ----


def consecutive(start: int, extents: Sequence[int], dtype: np.dtype[Any], step: int) -> Array:
    """Consecutive integers, row by row; they wrap."""
    count = int(np.prod(extents))
    numbers = np.arange(count, dtype=np.int64) * step + start
    return numbers.astype(dtype).reshape(extents)


def triangle(diagonal: int, extents: Sequence[int], dtype: np.dtype[Any], *, upper: bool) -> Array:
    """Ones on one side of a diagonal and on it, else zeros."""
    rows, columns = np.ogrid[: extents[0], : extents[1]]
    ones = columns >= rows + diagonal if upper else columns <= rows + diagonal
    return np.asarray(ones).astype(dtype)


_PHILOX_FACTORS = (0xD2511F53, 0xCD9E8D57)
_PHILOX_STEPS = (0x9E3779B9, 0xBB67AE85)


def philox(numbers: Sequence[int], extents: Sequence[int], rounds: int) -> Array:
    """Random 32-bit numbers by Philox4x32 from two keys and a 128-bit counter, lowest first."""
    low = np.uint64(0xFFFF_FFFF)
    keys = [n & 0xFFFF_FFFF for n in numbers[:2]]
    start = sum((n & 0xFFFF_FFFF) << 32 * i for i, n in enumerate(numbers[2:]))
    count = int(np.prod(extents))
    blocks = [start + b for b in range(-(-count // 4))]
    x = [np.array([b >> 32 * i & 0xFFFF_FFFF for b in blocks], np.uint64) for i in range(4)]
    for _ in range(rounds):
        p, q = (x[i] * np.uint64(f) for i, f in zip((0, 2), _PHILOX_FACTORS, strict=True))
        x = [
            q >> np.uint64(32) ^ x[1] ^ np.uint64(keys[0]),
            q & low,
            p >> np.uint64(32) ^ x[3] ^ np.uint64(keys[1]),
            p & low,
        ]
        keys = [(k + s) & 0xFFFF_FFFF for k, s in zip(keys, _PHILOX_STEPS, strict=True)]
    return np.stack(x, axis=-1).reshape(-1)[:count].astype(np.uint32).reshape(extents)
