"""
What the values of `.pto` text are while it runs: pointers, windows of global memory, tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.interpreter import PythonValues
from xdsl.ir import Attribute, Operation, SSAValue

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.dtypes import Array, is_array, numpy_dtype
from pto_dialect.interpreter.memories import (
    Cause,
    Handle,
    Memory,
    Order,
    inherited_cause,
    overlap_cause,
    scratch_cause,
)
from pto_dialect.interpreter.semantics import Block
from pto_dialect.pto.base import PtoOp
from pto_dialect.pto.types import (
    DYNAMIC,
    PartitionTensorViewType,
    TensorViewType,
    TileBufType,
    dims_text,
)


@dataclass(frozen=True)
class Pointer:
    """A place in global memory."""

    data: Array
    """The whole array, flat."""
    offset: int
    """Elements from its start."""


@dataclass(frozen=True)
class GlobalView:
    """A tensor in global memory, or a window of one."""

    data: Array
    """The whole array, flat."""
    offset: int
    """Elements from its start to the first element of the view."""
    shape: tuple[int, ...]
    """Extents in elements."""
    strides: tuple[int, ...]
    """Elements from one to the next in each dimension."""

    def elements(self) -> Array:
        """
        The elements as a numpy view.

        Raises:
            CompileError: one of them lies outside of the array.
        """
        if 0 in self.shape:
            return np.empty(self.shape, self.data.dtype)
        reach = [(n - 1) * s for n, s in zip(self.shape, self.strides, strict=True)]
        first = self.offset + sum(r for r in reach if r < 0)
        last = self.offset + sum(r for r in reach if r > 0)
        if first < 0 or last >= self.data.size:
            raise CompileError(
                f"the window reaches elements {first} to {last} of an array of {self.data.size}"
            )
        size = self.data.itemsize
        strides = tuple(s * size for s in self.strides)
        return np.ndarray(self.shape, self.data.dtype, self.data, self.offset * size, strides)


class RegisterArray:
    """A small array of numbers in registers."""

    def __init__(self, shape: tuple[int, ...]):
        self.shape = shape
        self._numbers: dict[tuple[int, ...], int | float] = {}

    def _place(self, indices: Sequence[int]) -> tuple[int, ...]:
        for index, extent in zip(indices, self.shape, strict=True):
            if not 0 <= index < extent:
                raise CompileError(
                    f"index {list(indices)} lies outside of an array of {dims_text(self.shape)}"
                )
        return tuple(indices)

    def get(self, indices: Sequence[int]) -> int | float:
        """
        A number.

        Raises:
            CompileError: it lies outside, or has never been set.
        """
        place = self._place(indices)
        if place not in self._numbers:
            raise CompileError(f"element {list(place)} of the array has never been set")
        return self._numbers[place]

    def set(self, indices: Sequence[int], value: float) -> None:
        """
        Change a number.

        Raises:
            CompileError: it lies outside.
        """
        self._numbers[self._place(indices)] = value


class Addresses:
    """The addresses of arrays in global memory, for pointers that become integers."""

    def __init__(self):
        self._starts: list[tuple[int, Array]] = []

    def of(self, pointer: Pointer) -> int:
        """The address of what a pointer points to, in bytes."""
        return self._start(pointer.data) + pointer.offset * pointer.data.itemsize

    def _start(self, data: Array) -> int:
        place = data.__array_interface__["data"][0]
        for start, known in self._starts:
            if known.__array_interface__["data"][0] == place:
                return start
        start = (len(self._starts) + 1) << 40
        self._starts.append((start, data))
        return start

    def pointer(self, address: int, dtype: np.dtype[Any]) -> Pointer:
        """
        A pointer to elements of a type at an address.

        Raises:
            CompileError: no array is there, or the address is not aligned to the elements.
        """
        for start, data in self._starts:
            if start <= address <= start + data.nbytes:
                return cast_pointer(Pointer(data.view(np.uint8), address - start), dtype)
        raise CompileError(f"address {address} lies in no array whose address was taken")


def cast_pointer(pointer: Pointer, dtype: np.dtype[Any]) -> Pointer:
    """
    The same place as elements of another type.

    Raises:
        CompileError: it is not aligned to them.
    """
    data, start = pointer.data, pointer.offset * pointer.data.itemsize
    if start % dtype.itemsize:
        raise CompileError(f"byte {start} of an array is no start of an element of {dtype}")
    whole = data.nbytes // dtype.itemsize * dtype.itemsize
    return Pointer(data.view(np.uint8)[:whole].view(dtype), start // dtype.itemsize)


def elements_of(view: Any) -> Array:
    """
    The elements of a window of global memory as a numpy view.

    Raises:
        CompileError: the window reaches outside of its array, or is a bare pointer.
    """
    if is_array(view):
        return view
    if not isinstance(view, GlobalView):
        raise CompileError("a pointer has no extents; make a view of it")
    return view.elements()


def order_of(type_: TileBufType) -> Order:
    """How the elements of a tile are stored."""
    return Order(
        by_column=type_.blayout.data == "col_major",
        box=type_.box,
        by_column_in_box=type_.slayout.data == "col_major",
    )


def tile_buf(value: SSAValue | Attribute) -> TileBufType:
    """
    The type of a tile.

    Raises:
        CompileError: it is a memref or a tensor, which only old versions of the assembler take.
    """
    type_ = value.type if isinstance(value, SSAValue) else value
    if not isinstance(type_, TileBufType):
        raise CompileError(f"a tile of type {type_} cannot be executed")
    return type_


def tile_valid(type_: TileBufType, rows: int | None, cols: int | None) -> tuple[int, int]:
    """
    The valid extents of a tile whose `?` are given.

    Raises:
        CompileError: one of them is missing or lies outside of the shape.
    """
    valid = [
        given if there == DYNAMIC else there
        for given, there in zip((rows, cols), type_.valid, strict=True)
    ]
    known: list[int] = []
    for v, size in zip(valid, type_.shape, strict=True):
        if v is None or not 0 <= v <= size:
            raise CompileError(f"a valid extent of {type_} is {v}, expected 0 to {size}")
        known.append(v)
    return known[0], known[1]


def handle_at(memory: Memory, start: int, type_: TileBufType, valid: tuple[int, int]) -> Handle:
    return Handle.dense(
        memory,
        start,
        type_.shape,
        numpy_dtype(type_.element_type),
        valid,
        order_of(type_),
    )


def conflict(
    op: Operation,
    args: PythonValues,
    dst: Handle,
    *,
    apart: Iterable[Any] = (),
    in_place: Iterable[Any] = (),
) -> Cause | None:
    """
    Why a result that is written to `dst` is undefined: it shares a byte with one of the operands
    `apart`, or with one of `in_place` that starts elsewhere; `None` if it does not.
    """
    for tile in apart:
        if isinstance(tile, Handle) and dst.overlaps(tile):
            return overlap_cause(op, dst, _operand(op, args, tile), tile)
    for tile in in_place:
        if isinstance(tile, Handle) and dst.shifted_over(tile):
            return overlap_cause(op, dst, _operand(op, args, tile), tile)
    return None


def _operand(op: Operation, args: PythonValues, tile: Handle) -> SSAValue:
    return next(value for value, arg in zip(op.operands, args, strict=True) if arg is tile)


def use_scratch(op: Operation, args: PythonValues, tiles: Iterable[Handle]) -> None:
    """First of all, so that garbage is seen by whoever shares bytes with scratch."""
    for tile in tiles:
        tile.poison(scratch_cause(op, _operand(op, args, tile), tile))


def write_result(
    op: Operation,
    args: PythonValues,
    dst: Handle,
    block: Block,
    poisoned: Cause | None = None,
    scratch: Sequence[Handle] = (),
) -> None:
    """
    Write the result of an operation; poison it if it was written over what it is made from. No
    element is made from `scratch`.
    """
    shape = block.data.shape
    if 0 in shape and 0 in dst.valid:
        return
    if shape != dst.valid:
        raise CompileError(
            f"the result of '{op.name}' has the extents {dims_text(shape)}, the destination is "
            f"valid in {dims_text(dst.valid)}"
        )
    inherited = None
    if block.defined is not None and isinstance(op, PtoOp):
        read = op.reads()
        inherited = inherited_cause(
            arg
            for value, arg in zip(op.operands, args, strict=True)
            if value in read and all(arg is not tile for tile in scratch)
        )
    dst.write(block, inherited)
    if poisoned is not None:
        dst.poison(poisoned)


def check_extents(type_: Attribute, extents: Sequence[int]) -> None:
    """The extents that a view's type declares are those that it gets."""
    assert isinstance(type_, TensorViewType | PartitionTensorViewType)
    for declared, extent in zip(type_.shape, extents, strict=True):
        if extent < 0 or declared not in (DYNAMIC, extent):
            raise CompileError(f"an extent of {type_} is {extent}")


def only_plain(op: Operation, is_plain: bool) -> None:
    if not is_plain:
        raise CompileError(
            f"'{op.name}' has no meaning with these optional operands and attributes"
        )
