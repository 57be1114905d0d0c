"""
On-chip memories as arrays of bytes, and tiles as handles into them.

Every byte has a flag that says whether it holds something that was computed. A byte that nobody
wrote, that belongs to an undefined element, or that an operation has left in an unknown state
is poison; reading it is fine until it reaches a store, a scalar or a branch. What has left bytes in
an unknown state is remembered, and goes along with elements that are computed from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import CompileError, display_name
from pto_dialect.interpreter.dtypes import Array
from pto_dialect.interpreter.semantics import Block
from pto_dialect.interpreter.windows import region

_FILL = 0xA5
"""What memory holds at the start; no byte of a usual number."""
_FLAGS = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}
"""For each element size, the type that reads the flags of its bytes at once."""
_WRITTEN = {size: dtype.type(int.from_bytes(b"\x01" * size)) for size, dtype in _FLAGS.items()}
"""For each element size, the flags of an element that is written."""


class Cause(NamedTuple):
    """Why bytes are in an unknown state."""

    op: Operation
    """The operation that left them so."""
    why: str
    """What it did, for messages."""


class Memory:
    """A range of bytes of its own: a memory space, or an allocation that has no address yet."""

    name: str
    """Name for messages: that of the space, or that of the allocation."""
    size: int
    """Bytes."""
    data: NDArray[np.uint8]
    """The bytes."""
    flags: bytearray
    """1 for each byte that holds something that was computed, else 0."""
    written: NDArray[np.uint8]
    """`flags` as an array."""

    def __init__(self, name: str, size: int):
        self.name = name
        self.size = size
        self.data = np.full(size, _FILL, np.uint8)
        self.flags = bytearray(size)
        self.written = np.frombuffer(self.flags, np.uint8)
        self._causes: list[Cause | None] = [None]
        self._numbers: dict[Cause | None, int] = {None: 0}
        self._cause_of: NDArray[np.int32] | None = None

    def causes(self, cause: Cause | None) -> tuple[NDArray[np.int32], int] | None:
        """
        The number of a cause, and the numbers of the causes of all bytes (0: none), which count for
        those that are not written; `None` if there is no cause at all yet.
        """
        if self._cause_of is None:
            if cause is None:
                return None
            self._cause_of = np.zeros(self.size, np.int32)
        number = self._numbers.setdefault(cause, len(self._causes))
        if number == len(self._causes):
            self._causes.append(cause)
        return self._cause_of, number

    def cause_at(self, byte: int) -> Cause | None:
        """Why a byte that is not written is so; `None` if nobody has ever written it."""
        return None if self._cause_of is None else self._causes[int(self._cause_of[byte])]

    def range_text(self, start: int, end: int) -> str:
        """A range of bytes, `vec[0, 16384)`."""
        return f"{self.name}[{start}, {end})"


@dataclass(frozen=True)
class Order:
    """In which order the elements of a tile lie in memory."""

    by_column: bool = False
    """Whether columns of elements (or of boxes) lie behind each other, not rows."""
    box: tuple[int, int] = (1, 1)
    """Rows and columns of a box."""
    by_column_in_box: bool = False
    """Whether the columns of a box lie behind each other, not its rows."""

    def of(self, shape: tuple[int, ...], element_bytes: int) -> tuple[tuple[int, ...], ...]:
        """
        The extents of a dense tile as they are in memory, and the bytes from one to the next.
        With boxes the extents are rows of boxes, rows in a box, columns of boxes, columns in a
        box. A tile that does not consist of whole boxes is taken to be stored row by row.
        """
        if self.box == (1, 1):
            return shape, dense_strides(shape, element_bytes, by_column=self.by_column)
        (rows, cols), (box_rows, box_cols) = shape, self.box
        if rows % box_rows or cols % box_cols:
            return shape, dense_strides(shape, element_bytes, by_column=False)
        inner = dense_strides(self.box, element_bytes, by_column=self.by_column_in_box)
        boxes = (rows // box_rows, cols // box_cols)
        outer = dense_strides(boxes, element_bytes * box_rows * box_cols, by_column=self.by_column)
        return (boxes[0], box_rows, boxes[1], box_cols), (outer[0], inner[0], outer[1], inner[1])


ROW_BY_ROW = Order()
"""The order of an ordinary array."""


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
        "_data",
        "_flags",
        "dtype",
        "end",
        "grid",
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
    grid: tuple[int, ...]
    """The extents as they are in memory: `shape`, or with boxes as in `Order.of`."""
    strides: tuple[int, ...]
    """Bytes from one element to the next in each dimension of `grid`."""
    dtype: np.dtype[Any]
    """The type of its elements."""
    valid: tuple[int, ...]
    """Extents of the valid region in elements."""

    def __init__(
        self,
        memory: Memory,
        start: int,
        shape: tuple[int, ...],
        grid: tuple[int, ...],
        strides: tuple[int, ...],
        dtype: np.dtype[Any],
        valid: tuple[int, ...],
    ):
        self.memory = memory
        self.start = start
        self.shape = shape
        self.grid = grid
        self.strides = strides
        self.dtype = dtype
        self.valid = valid
        self.end = start
        if 0 not in shape:
            last = sum((n - 1) * s for n, s in zip(grid, strides, strict=True))
            self.end += last + dtype.itemsize
        self._data: Array | None = None
        self._flags: NDArray[Any] | None = None

    @staticmethod
    def dense(
        memory: Memory,
        start: int,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        valid: tuple[int, ...],
        order: Order = ROW_BY_ROW,
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
        grid, strides = order.of(shape, dtype.itemsize)
        return Handle(memory, start, shape, grid, strides, dtype, valid)

    @property
    def place(self) -> str:
        """The bytes that it spans, for messages."""
        return self.memory.range_text(self.start, self.end)

    # ---- What it holds ----

    def data(self) -> Array:
        """All elements in the extents of `grid`, as a view of the memory."""
        view = self._data
        if view is None:
            view = np.ndarray(self.grid, self.dtype, self.memory.data, self.start, self.strides)
            self._data = view
        return view

    def flags(self) -> NDArray[Any]:
        """One number for each element: the flags of its bytes side by side."""
        view = self._flags
        if view is None:
            dtype = _FLAGS[self.dtype.itemsize]
            view = np.ndarray(self.grid, dtype, self.memory.written, self.start, self.strides)
            self._flags = view
        return view

    def block(self) -> Block:
        """The elements of the valid region; a view of the memory if there are no boxes."""
        return self.block_at((0,) * len(self.shape), self.valid)

    def block_at(self, offsets: Sequence[int], extents: Sequence[int]) -> Block:
        """
        The elements of a window.

        Raises:
            CompileError: it reaches outside of the tile.
        """
        data = self._window(self.data(), offsets, extents)
        if self.memory.flags.find(0, self.start, self.end) < 0:
            return Block(data, None)
        defined = self._window(self.flags(), offsets, extents) == _WRITTEN[self.dtype.itemsize]
        return Block(data, None if defined.all() else defined)

    def _window(self, view: Array, offsets: Sequence[int], extents: Sequence[int]) -> Array:
        plain = view if self.grid == self.shape else view.reshape(self.shape)
        return plain if self._is_all(offsets, extents) else plain[self._region(offsets, extents)]

    def write(self, block: Block, cause: Cause | None = None) -> None:
        """Replace the elements of the valid region; see `write_at`."""
        self.write_at((0,) * len(self.shape), self.valid, block, cause)

    def write_at(
        self,
        offsets: Sequence[int],
        extents: Sequence[int],
        block: Block,
        cause: Cause | None = None,
    ) -> None:
        """
        Replace the elements of a window. `cause` is why undefined ones are so.

        Raises:
            CompileError: it reaches outside of the tile.
        """
        written = _WRITTEN[self.dtype.itemsize]
        flag = written if block.defined is None else block.defined * written
        for there, new in ((self.data(), block.data), (self.flags(), flag)):
            if self.grid != self.shape:
                plain = there.reshape(self.shape)  # a copy: boxes lie apart
                plain[self._region(offsets, extents)] = new
                there[...] = plain.reshape(self.grid)
            elif not self._is_all(offsets, extents):
                there[self._region(offsets, extents)] = new
            else:
                there[...] = new
        if block.defined is not None:
            self._blame(offsets, extents, cause)

    def _blame(self, offsets: Sequence[int], extents: Sequence[int], cause: Cause | None) -> None:
        """Remember why the elements of a window that are not written are so."""
        if (found := self.memory.causes(cause)) is None:
            return
        causes, number = found
        size = causes.itemsize
        grid, steps = (*self.grid, self.dtype.itemsize), (*self.strides, 1)
        strides = tuple(size * step for step in steps)
        there = np.ndarray(grid, causes.dtype, causes, size * self.start, strides)
        if self._is_all(offsets, extents):
            there[...] = number
        elif self.grid == self.shape:
            there[self._region(offsets, extents)] = number
        else:
            plain = there.reshape((*self.shape, self.dtype.itemsize))  # a copy: boxes lie apart
            plain[self._region(offsets, extents)] = number
            there[...] = plain.reshape(grid)

    def cause(self) -> Cause | None:
        """
        Why the first undefined element of the valid region is so; `None` if nobody has written it,
        or there is none.
        """
        defined = self.block().defined
        if defined is None:
            return None
        row, *rest = np.argwhere(~defined)[0].tolist()
        place = [row, *rest]
        if self.grid != self.shape:
            place = [n for pair in map(divmod, place, self.grid[1::2]) for n in pair]
        start = self.start + sum(n * s for n, s in zip(place, self.strides, strict=True))
        poison = self.memory.flags.find(0, start, start + self.dtype.itemsize)
        return self.memory.cause_at(poison)

    def _is_all(self, offsets: Sequence[int], extents: Sequence[int]) -> bool:
        return extents == self.shape and not any(offsets)

    def poison(self, cause: Cause | None = None) -> None:
        """Leave every element in an unknown state, and remember why."""
        self.flags()[...] = 0
        self._blame((0,) * len(self.shape), self.shape, cause)

    def _region(self, offsets: Sequence[int], extents: Sequence[int]) -> tuple[slice, ...]:
        return region(self.shape, offsets, extents)

    # ---- Where it is ----

    def same_place(self, other: Handle) -> bool:
        """Whether both name the same bytes in the same order, whatever is valid of them."""
        return (
            self.memory is other.memory
            and self.start == other.start
            and self.strides == other.strides
            and self.grid == other.grid
            and self.dtype == other.dtype
        )

    def overlaps(self, other: Handle) -> bool:
        """Whether both have a byte in common."""
        return (
            self.memory is other.memory
            and self.start < other.end
            and other.start < self.end
            and np.shares_memory(self.data(), other.data())
        )

    def shifted_over(self, other: Handle) -> bool:
        """
        Whether both have a byte in common but start at different ones, so that writing this one
        destroys elements of the other one that are yet to be read.
        """
        return self.start != other.start and self.overlaps(other)

    def with_valid(self, valid: tuple[int, ...]) -> Handle:
        """The same bytes with another valid region."""
        if valid == self.valid:
            return self
        return Handle(
            self.memory, self.start, self.shape, self.grid, self.strides, self.dtype, valid
        )

    def with_dtype(self, dtype: np.dtype[Any]) -> Handle:
        """The same bytes as elements of another type of the same width, all of it valid."""
        assert dtype.itemsize == self.dtype.itemsize
        return Handle(
            self.memory, self.start, self.shape, self.grid, self.strides, dtype, self.shape
        )

    def as_bytes(self) -> Handle:
        """The same bytes as elements of their own, in one more dimension."""
        size = self.dtype.itemsize
        return Handle(
            self.memory,
            self.start,
            (*self.shape, size),
            (*self.grid, size),
            (*self.strides, 1),
            np.dtype(np.uint8),
            (*self.valid, size),
        )

    def sliced(self, offsets: Sequence[int], extents: Sequence[int]) -> Handle:
        """
        The window at these offsets as a view, all of it valid.

        Raises:
            CompileError: it reaches outside of the tile, or cuts through boxes.
        """
        self._region(offsets, extents)
        shape = tuple(extents)
        if self.grid == self.shape:
            steps, grid = tuple(offsets), shape
        else:
            box = (self.grid[1], self.grid[3])
            if any(n % b for n, b in zip((*offsets, *extents), box * 2, strict=True)):
                raise CompileError(
                    f"a window of {shape[0]}x{shape[1]} at {list(offsets)} cuts through boxes of "
                    f"{box[0]}x{box[1]}"
                )
            steps = (offsets[0] // box[0], 0, offsets[1] // box[1], 0)
            grid = (shape[0] // box[0], box[0], shape[1] // box[1], box[1])
        start = self.start + sum(o * s for o, s in zip(steps, self.strides, strict=True))
        return Handle(self.memory, start, shape, grid, self.strides, self.dtype, shape)

    def transposed(self) -> Handle:
        """The same bytes with rows and columns exchanged; there are no boxes."""
        assert self.grid == self.shape
        shape = self.shape[::-1]
        return Handle(
            self.memory,
            self.start,
            shape,
            shape,
            self.strides[::-1],
            self.dtype,
            self.valid[::-1],
        )

    def is_dense(self) -> bool:
        """Whether there are no gaps between the elements, in whatever order they lie."""
        step = self.dtype.itemsize
        for stride, extent in sorted(zip(self.strides, self.grid, strict=True)):
            if extent == 1:
                continue
            if stride != step:
                return False
            step *= extent
        return True

    def viewed(
        self, shape: tuple[int, ...], dtype: np.dtype[Any], order: Order = ROW_BY_ROW
    ) -> Handle:
        """
        The bytes as a dense tile of another shape, element type or order, all of it valid.

        Raises:
            CompileError: there are gaps between the elements.
        """
        if not self.is_dense():
            raise CompileError(
                f"the elements at {self.place} do not lie one behind the other, so they have no "
                "other shape"
            )
        return Handle.dense(self.memory, self.start, shape, dtype, shape, order)


def inherited_cause(tiles: Iterable[Any]) -> Cause | None:
    """Why what is computed from tiles is undefined: the cause of the first that is so in part."""
    for tile in tiles:
        if isinstance(tile, Handle) and tile.block().defined is not None:
            return tile.cause()
    return None


def overlap_cause(op: Operation, result: Handle, value: SSAValue, operand: Handle) -> Cause:
    """A result is undefined because it is written over an operand."""
    how = " in part" if result.start != operand.start else ", and it does not work in place"
    return Cause(
        op,
        f"its result at {result.place} overlaps operand '{display_name(value)}' at "
        f"{operand.place}{how}",
    )


def scratch_cause(op: Operation, value: SSAValue, tile: Handle) -> Cause:
    """A tile is undefined because an operation uses it as scratch."""
    return Cause(op, f"it uses '{display_name(value)}' at {tile.place} as scratch")


def freed_cause(op: Operation, tile: Handle) -> Cause:
    """A popped tile is undefined because its slot is given back."""
    return Cause(op, f"it gives back the slot of the tile at {tile.place}")
