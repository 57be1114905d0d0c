"""
The operations of the tile dialect, for any kind of tile.

What an operation computes is in `semantics`; where its operands and its result are kept is up
to a subclass: as values of their own (`tile_level`), or in memories (`placed_level`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self

import numpy as np
from xdsl.dialects.builtin import StringAttr
from xdsl.interpreter import (
    Interpreter,
    OpImplResult,
    PythonValues,
    impl,
)
from xdsl.ir import Operation

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter import core_table, matrix_operations, prefetches
from pto_dialect.interpreter.core import Function, no_effect
from pto_dialect.interpreter.dtypes import Array, element, numpy_dtype
from pto_dialect.interpreter.global_memory import window
from pto_dialect.interpreter.rounding import convert
from pto_dialect.interpreter.semantics import MEANINGS, Block, Meaning, Pattern, apply, fill
from pto_dialect.interpreter.tile_cores import TileCoreTable
from pto_dialect.interpreter.valid_extents import given_valid, inherited_valid
from pto_dialect.interpreter.vector_operations import VectorTable, defined_data
from pto_dialect.interpreter.windows import region
from pto_dialect.tile.ops import OPERATIONS, elementwise, memory, reductions, views
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.synchronisation import BarrierOp
from pto_dialect.tile.traits import Scratch
from pto_dialect.tile.types import DYNAMIC, ExtentsAttr, TileType, dims_text


class Tile(Protocol):
    """What a tile is while a function runs."""

    @property
    def valid(self) -> tuple[int, ...]:
        """Extents of the valid region in elements."""
        ...

    def block(self) -> Block:
        """The elements of the valid region."""
        ...

    def with_valid(self, valid: tuple[int, ...]) -> Self:
        """The same elements with another valid region."""
        ...

    def sliced(self, offsets: Sequence[int], extents: Sequence[int]) -> Self:
        """The window at these offsets, all of it valid, as a view."""
        ...

    def transposed(self) -> Self:
        """The same elements with rows and columns exchanged, as a view."""
        ...


def tensor_window(
    tile: TileType,
    valid: Sequence[int],
    attribute: ExtentsAttr | None,
    tensor: Array,
    offsets: Sequence[int],
) -> Array:
    """
    The window of a tensor that a load or store of a tile touches.

    Raises:
        CompileError: it reaches outside of the tensor.
    """
    extents = memory.window_extents(tile, attribute, tensor.ndim)
    if DYNAMIC in extents:
        dynamic = iter(v for v, t in zip(valid, tile.valid_extents, strict=True) if t == DYNAMIC)
        extents = tuple(next(dynamic) if e == DYNAMIC else e for e in extents)
    return window(tensor, offsets, extents)


class TileTable(VectorTable, TileCoreTable, ABC):
    """
    The operations of the tile dialect.
    """

    @abstractmethod
    def reshaped(self, tile: Any, type_: TileType) -> Tile:
        """The elements of a tile in the shape of a type, all of them valid, as a view."""

    @classmethod
    def derived(cls) -> Iterable[tuple[type[Operation], Function]]:
        yield from matrix_operations.IMPLEMENTATIONS.items()
        yield from core_table.TILE_LEVEL.items()
        yield from prefetches.TILE_LEVEL.items()
        # Operations are executed one after the other.
        yield BarrierOp, no_effect
        for kind in OPERATIONS:
            name = kind.name.removeprefix("tile.")
            if (meaning := MEANINGS.get(name)) is not None and (
                kind not in matrix_operations.IMPLEMENTATIONS
            ):
                yield kind, _compute(meaning, scratch_of(kind))

    @impl(memory.LoadOp)
    def run_load(
        self, interpreter: Interpreter, op: memory.LoadOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_type(op.result)
        tensor = args[0]
        rank = tensor.ndim
        valid = given_valid(type_, args[1 + rank :])
        part = tensor_window(type_, valid, op.window, tensor, args[1 : 1 + rank])
        return (self.create(interpreter, op, valid, Block(part.reshape(valid), None)),)

    @impl(memory.StoreOp)
    def run_store(
        self, interpreter: Interpreter, op: memory.StoreOp, args: PythonValues
    ) -> PythonValues:
        tile, tensor, *offsets = args
        data = defined_data(tile, op.tile, op)
        part = tensor_window(tile_type(op.tile), tile.valid, op.window, tensor, offsets)
        if data.size != part.size:
            raise CompileError(
                f"a tile of valid {dims_text(data.shape)} does not fill a window of "
                f"{dims_text(part.shape)}"
            )
        data = data.reshape(part.shape)
        if data.dtype != part.dtype:
            data = convert(data, part.dtype)
        part[...] = data if op.atomic_add is None else MEANINGS["add"].compute(part, data)
        return ()

    @impl(memory.CreateOp)
    def run_create(
        self, interpreter: Interpreter, op: memory.CreateOp, args: PythonValues
    ) -> PythonValues:
        return (self.create(interpreter, op, given_valid(tile_type(op.result), args), None),)

    @impl(memory.FullOp)
    def run_full(
        self, interpreter: Interpreter, op: memory.FullOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_type(op.result)
        valid = given_valid(type_, args[1:])
        data = np.full(valid, element(args[0], numpy_dtype(type_.element_type)))
        return (self.create(interpreter, op, valid, Block(data, None)),)

    @impl(elementwise.CastOp)
    def run_cast(
        self, interpreter: Interpreter, op: elementwise.CastOp, args: PythonValues
    ) -> PythonValues:
        (src,) = args
        type_ = tile_type(op.result)
        block = src.block()
        mode = op.mode
        assert isinstance(mode, StringAttr)
        data = convert(block.data, numpy_dtype(type_.element_type), mode.data)
        valid = inherited_valid(type_, src.valid)
        return (self.create(interpreter, op, valid, Block(data, block.defined)),)

    @impl(views.MoveOp)
    def run_move(
        self, interpreter: Interpreter, op: views.MoveOp, args: PythonValues
    ) -> PythonValues:
        (src,) = args
        valid = inherited_valid(tile_type(op.result), src.valid)
        return (self.create(interpreter, op, valid, src.block()),)

    @impl(reductions.RowExpandFillOp)
    def run_row_expand(
        self, interpreter: Interpreter, op: reductions.RowExpandFillOp, args: PythonValues
    ) -> PythonValues:
        return self._expanded(interpreter, op, args)

    @impl(reductions.ColExpandFillOp)
    def run_col_expand(
        self, interpreter: Interpreter, op: reductions.ColExpandFillOp, args: PythonValues
    ) -> PythonValues:
        return self._expanded(interpreter, op, args)

    def _expanded(
        self, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        src, vector = args
        block = fill(op.name, src.valid, vector.block())
        return (self.create(interpreter, op, src.valid, block),)

    @impl(views.SliceOp)
    def run_slice(
        self, interpreter: Interpreter, op: views.SliceOp, args: PythonValues
    ) -> PythonValues:
        src = args[0]
        type_ = tile_type(op.result)
        rank = len(type_.extents)
        result = src.sliced(args[1 : 1 + rank], type_.extents)
        return (result.with_valid(given_valid(type_, args[1 + rank :])),)

    @impl(views.ReshapeOp)
    def run_reshape(
        self, interpreter: Interpreter, op: views.ReshapeOp, args: PythonValues
    ) -> PythonValues:
        (src,) = args
        type_ = tile_type(op.result)
        return (self.reshaped(src, type_).with_valid(inherited_valid(type_, src.valid)),)

    @impl(views.SetValidShapeOp)
    def run_set_valid_shape(
        self, interpreter: Interpreter, op: views.SetValidShapeOp, args: PythonValues
    ) -> PythonValues:
        return (args[0].with_valid(given_valid(tile_type(op.result), args[1:])),)

    @impl(views.ValidDimOp)
    def run_valid_dim(
        self, interpreter: Interpreter, op: views.ValidDimOp, args: PythonValues
    ) -> PythonValues:
        return (args[0].valid[op.dim.value.data],)

    @impl(views.AssembleOp)
    def run_assemble(
        self, interpreter: Interpreter, op: views.AssembleOp, args: PythonValues
    ) -> PythonValues:
        target, source, *offsets = args
        region(tile_type(op.target).extents, offsets, tile_type(op.source).extents)
        return (self.overwritten(target, source.block(), offsets, (source,)),)


def scratch_of(kind: type[Operation]) -> frozenset[int]:
    """Indices of the operands that an operation never reads and leaves garbage in."""
    return frozenset(trait.operand for trait in kind.get_traits_of_type(Scratch))


def _compute(meaning: Meaning, scratch: frozenset[int]) -> Function:
    """The function of an operation that has a meaning of its elements alone."""

    def run(
        table: Any, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> OpImplResult:
        operands: list[Any] = []
        tiles: list[Any] = []
        for i in scratch:
            # First, so that garbage is seen by whoever shares bytes with it.
            table.clobber(op, i, args[i])
        for i, arg in enumerate(args):
            if i in scratch:
                continue
            if isinstance(arg, int | float):
                arg = element(arg, operands[0].data.dtype)
            else:
                tiles.append(arg)
                arg = arg.block()
            operands.append(arg)
        block = apply(meaning, op.name, operands)
        valid = _result_valid(meaning.pattern, tiles)
        return OpImplResult((table.create(interpreter, op, valid, block),), None)

    return run


def _result_valid(pattern: Pattern, tiles: Sequence[Tile]) -> tuple[int, ...]:
    first = tiles[0].valid
    match pattern:
        case Pattern.ROW_REDUCE:
            return (*first[:-1], 1)
        case Pattern.COLUMN_REDUCE:
            return (1, *first[1:])
        case Pattern.CONCATENATE:
            return (*first[:-1], first[-1] + tiles[1].valid[-1])
        case Pattern.TRANSPOSE:
            return first[::-1]
        case _:
            return first
