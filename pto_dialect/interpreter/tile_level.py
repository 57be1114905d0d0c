"""
Tile IR: a tile is a value of its own.

The value holds every element of the tile and a mask of those that somebody has written; what
lies outside of the valid region of an operation's result is undefined, and so is the data of
`tile.create`. Layout and space do not matter. Bindings and placements do nothing. Scratch
operands keep their elements here, while memories lose them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues, impl, register_impls
from xdsl.ir import Operation

from pto_dialect.buffer import BindOp, DeclareOp
from pto_dialect.interpreter.core import Function, FunctionTable, no_effect
from pto_dialect.interpreter.dtypes import Array, Mask, numpy_dtype
from pto_dialect.interpreter.memories import Cause
from pto_dialect.interpreter.queue_ends import Side
from pto_dialect.interpreter.semantics import Block
from pto_dialect.interpreter.tile_operations import TileTable
from pto_dialect.interpreter.windows import region
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.queues import TFreeOp, TPopOp
from pto_dialect.tile.types import TileType


@dataclass(frozen=True, slots=True)
class TileValue:
    """A tile as a value. Arrays are never written to once the value exists."""

    data: Array
    """All elements, in the tile's shape."""
    defined: Mask | None
    """Which elements somebody has written; `None` if all."""
    valid: tuple[int, ...]
    """Extents of the valid region in elements."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents in elements."""
        return self.data.shape

    def block(self) -> Block:
        """The elements of the valid region."""
        if self.valid == self.data.shape:
            return Block(self.data, self.defined)
        window = tuple(map(slice, self.valid))
        return Block(self.data[window], _cut(self.defined, window))

    def with_valid(self, valid: tuple[int, ...]) -> TileValue:
        """The same elements with another valid region."""
        return replace(self, valid=valid)

    def sliced(self, offsets: Sequence[int], extents: Sequence[int]) -> TileValue:
        """
        The window at these offsets, all of it valid.

        Raises:
            CompileError: it reaches outside of the tile.
        """
        window = region(self.shape, offsets, extents)
        return TileValue(self.data[window], _cut(self.defined, window), tuple(extents))

    def transposed(self) -> TileValue:
        """The same elements with rows and columns exchanged."""
        defined = None if self.defined is None else self.defined.T
        return TileValue(self.data.T, defined, self.valid[::-1])


def _cut(mask: Mask | None, window: tuple[slice, ...]) -> Mask | None:
    return None if mask is None else mask[window]


@register_impls
class TileValueTable(TileTable):
    """The tile dialect on values."""

    def create(
        self,
        interpreter: Interpreter,
        op: Operation,
        valid: tuple[int, ...],
        block: Block | None,
        result: int = 0,
    ) -> TileValue:
        type_ = tile_type(op.results[result])
        shape = type_.extents
        if block is not None and valid == shape:
            # What comes from a tensor would change with it.
            data = block.data if block.data.base is None else block.data.copy()
            return TileValue(data, block.defined, valid)
        data = np.zeros(shape, numpy_dtype(type_.element_type))
        defined = np.zeros(shape, np.bool_)
        if block is not None:
            window = tuple(map(slice, valid))
            data[window] = block.data
            defined[window] = True if block.defined is None else block.defined
        return TileValue(data, defined, valid)

    def overwritten(
        self, tile: TileValue, block: Block, offsets: Sequence[int], sources: Sequence[Any]
    ) -> TileValue:
        window = region(tile.shape, offsets, block.data.shape)
        data = tile.data.copy()
        data[window] = block.data
        defined = tile.defined
        if defined is not None:
            defined = defined.copy()
            defined[window] = True if block.defined is None else block.defined
        elif block.defined is not None:
            defined = np.ones(data.shape, np.bool_)
            defined[window] = block.defined
        return TileValue(data, defined, tile.valid)

    def receives_at(self, buffer: Any) -> None:
        return None

    def popped(
        self, op: TPopOp, side: Side, number: int, block: Block, cause: Cause | None
    ) -> TileValue:
        return TileValue(block.data, block.defined, block.data.shape)

    def freed(self, op: TFreeOp, tile: TileValue) -> None:
        # A value stays what it is; memories lose it.
        pass

    def reinterpreted(self, tile: TileValue, type_: TileType) -> TileValue:
        shape, dtype = type_.extents, numpy_dtype(type_.element_type)
        data = np.ascontiguousarray(tile.data).view(dtype)
        if tile.defined is None:
            return TileValue(data, None, shape)
        written = np.repeat(tile.defined, tile.data.dtype.itemsize, axis=-1)
        written = np.logical_and.reduce(written.reshape(*shape, dtype.itemsize), axis=-1)
        return TileValue(data, written, shape)

    def reshaped(self, tile: TileValue, type_: TileType) -> TileValue:
        shape = type_.extents
        defined = None if tile.defined is None else tile.defined.reshape(shape)
        return TileValue(tile.data.reshape(shape), defined, shape)


@register_impls
class IgnoredPlacements(FunctionTable):
    """What says where tiles live, where that does not matter."""

    @classmethod
    def derived(cls) -> Iterable[tuple[type[Operation], Function]]:
        yield BindOp, no_effect
        yield PlaceOp, no_effect

    @impl(DeclareOp)
    def run_declare(
        self, interpreter: Interpreter, op: DeclareOp, args: PythonValues
    ) -> PythonValues:
        return (op,)

    @impl(AllocOp)
    def run_alloc(self, interpreter: Interpreter, op: AllocOp, args: PythonValues) -> PythonValues:
        return (op,)

    @impl(ReserveOp)
    def run_reserve(
        self, interpreter: Interpreter, op: ReserveOp, args: PythonValues
    ) -> PythonValues:
        return (op,)
