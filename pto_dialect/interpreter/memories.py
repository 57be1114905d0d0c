"""
On-chip memories as arrays of bytes, and tiles as handles into them.

Every byte has a flag that says whether it holds something that was computed. A byte that nobody
wrote, that belongs to an undefined element, or that an operation has left in an unknown state
is poison; reading it is fine until it reaches a store, a scalar or a branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.dtypes import Array
from pto_dialect.interpreter.semantics import Block

_FILL = 0xA5
"""What memory holds at the start; no byte of a usual number."""
_FLAGS = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}
"""For each element size, the type that reads the flags of its bytes at once."""
_WRITTEN = {size: dtype.type(int.from_bytes(b"\x01" * size)) for size, dtype in _FLAGS.items()}
"""For each element size, the flags of an element that is written."""


class Memory:
    """A range of bytes of its own: a memory space, or an allocation that has no address yet."""

    name: str
    """Name for messages: that of the space, or that of the allocation."""
    size: int
    """Bytes."""
    data: NDArray[np.uint8]
    """The bytes."""
    written: NDArray[np.uint8]
    """1 for each byte that holds something that was computed, else 0."""

    def __init__(self, name: str, size: int):
        self.name = name
        self.size = size
        self.data = np.full(size, _FILL, np.uint8)
        self.written = np.zeros(size, np.uint8)

    def range_text(self, start: int, end: int) -> str:
        """A range of bytes, `vec[0, 16384)`."""
        return f"{self.name}[{start}, {end})"


def dense_strides(shape: Sequence[int], element_bytes: int, *, by_column: bool) -> tuple[int, ...]:
    """Bytes from one element to the next in each dimension, row by row or column by column."""
    order = range(len(shape)) if by_column else range(len(shape) - 1, -1, -1)
    strides = [0] * len(shape)
    step = element_bytes
    for d in order:
        strides[d] = step
        step *= shape[d]
    return tuple(strides)


class Handle:
    """A tile as a place in a memory. Handles are immutable and cache their numpy views."""

    __slots__ = (
        "_elements",
        "_flags",
        "dtype",
        "end",
        "memory",
        "shape",
        "start",
        "strides",
        "valid",
    )

    memory: Memory
    """Where it lies."""
    start: int
    """Byte of the first element."""
    end: int
    """The byte behind the last element."""
    shape: tuple[int, ...]
    """Extents in elements."""
    strides: tuple[int, ...]
    """Bytes from one element to the next in each dimension."""
    dtype: np.dtype[Any]
    """The type of its elements."""
    valid: tuple[int, ...]
    """Extents of the valid region in elements."""

    def __init__(
        self,
        memory: Memory,
        start: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        dtype: np.dtype[Any],
        valid: tuple[int, ...],
    ):
        self.memory = memory
        self.start = start
        self.shape = shape
        self.strides = strides
        self.dtype = dtype
        self.valid = valid
        self.end = start
        if 0 not in shape:
            last = sum((n - 1) * s for n, s in zip(shape, strides, strict=True))
            self.end += last + dtype.itemsize
        self._elements: Array | None = None
        self._flags: NDArray[Any] | None = None

    @staticmethod
    def dense(
        memory: Memory,
        start: int,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        valid: tuple[int, ...],
        *,
        by_column: bool,
    ) -> Handle:
        """
        A tile whose elements lie one behind the other.

        Raises:
            CompileError: it reaches outside of the memory.
        """
        end = start + prod(shape) * dtype.itemsize
        if start < 0 or end > memory.size:
            raise CompileError(
                f"a tile at {memory.range_text(start, end)} lies outside of the {memory.size} "
                "bytes there"
            )
        strides = dense_strides(shape, dtype.itemsize, by_column=by_column)
        return Handle(memory, start, shape, strides, dtype, valid)

    @property
    def place(self) -> str:
        """The bytes that it spans, for messages."""
        return self.memory.range_text(self.start, self.end)

    def elements(self) -> Array:
        """All elements, as a view of the memory."""
        view = self._elements
        if view is None:
            view = np.ndarray(self.shape, self.dtype, self.memory.data, self.start, self.strides)
            self._elements = view
        return view

    def flags(self) -> NDArray[Any]:
        """One number for each element: the flags of its bytes side by side."""
        view = self._flags
        if view is None:
            dtype = _FLAGS[self.dtype.itemsize]
            view = np.ndarray(self.shape, dtype, self.memory.written, self.start, self.strides)
            self._flags = view
        return view

    def block(self) -> Block:
        """The elements of the valid region, as a view of the memory."""
        data, flags = self.elements(), self.flags()
        if self.valid != self.shape:
            region = tuple(map(slice, self.valid))
            data, flags = data[region], flags[region]
        defined = flags == _WRITTEN[self.dtype.itemsize]
        return Block(data, None if defined.all() else defined)

    def write(self, block: Block) -> None:
        """Replace the elements of the valid region."""
        data, flags = self.elements(), self.flags()
        if self.valid != self.shape:
            region = tuple(map(slice, self.valid))
            data, flags = data[region], flags[region]
        written = _WRITTEN[self.dtype.itemsize]
        data[...] = block.data
        flags[...] = written if block.defined is None else block.defined * written

    def poison(self) -> None:
        """Leave every element in an unknown state."""
        self.flags()[...] = 0

    def same_place(self, other: Handle) -> bool:
        """Whether both name the same bytes in the same order, whatever is valid of them."""
        return (
            self.memory is other.memory
            and self.start == other.start
            and self.strides == other.strides
            and self.shape == other.shape
            and self.dtype == other.dtype
        )

    def overlaps(self, other: Handle) -> bool:
        """Whether both have a byte in common."""
        return (
            self.memory is other.memory
            and self.start < other.end
            and other.start < self.end
            and np.shares_memory(self.elements(), other.elements())
        )

    def with_valid(self, valid: tuple[int, ...]) -> Handle:
        """The same bytes with another valid region."""
        if valid == self.valid:
            return self
        return Handle(self.memory, self.start, self.shape, self.strides, self.dtype, valid)

    def sliced(self, offsets: Sequence[int], extents: Sequence[int]) -> Handle:
        """The window at these offsets, all of it valid."""
        start = self.start + sum(o * s for o, s in zip(offsets, self.strides, strict=True))
        shape = tuple(extents)
        return Handle(self.memory, start, shape, self.strides, self.dtype, shape)

    def is_dense(self) -> bool:
        """Whether the elements lie one behind the other, row by row or column by column."""
        wanted = [s for n, s in zip(self.shape, self.strides, strict=True) if n > 1]
        for by_column in (False, True):
            dense = dense_strides(self.shape, self.dtype.itemsize, by_column=by_column)
            if wanted == [s for n, s in zip(self.shape, dense, strict=True) if n > 1]:
                return True
        return False

    def viewed(self, shape: tuple[int, ...], dtype: np.dtype[Any], *, by_column: bool) -> Handle:
        """
        The bytes as a dense tile of another shape or element type, all of it valid.

        Raises:
            CompileError: there are gaps between the elements.
        """
        if not self.is_dense():
            raise CompileError(
                f"the elements at {self.place} do not lie one behind the other, so they have no "
                "other shape"
            )
        return Handle.dense(self.memory, self.start, shape, dtype, shape, by_column=by_column)
