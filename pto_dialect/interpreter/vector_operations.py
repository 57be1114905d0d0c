"""
The operations of the tile dialect that are more than a function of elements at one place: masks,
padding, sorting, gathering, single elements. For any kind of tile, as `tile_operations`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues, impl
from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import CompileError, display_name, note_at
from pto_dialect.interpreter import vector_semantics as semantics
from pto_dialect.interpreter.core import FunctionTable
from pto_dialect.interpreter.dtypes import Array, element, number, numpy_dtype
from pto_dialect.interpreter.memories import Handle
from pto_dialect.interpreter.semantics import Block
from pto_dialect.tile.ops import (
    elements,
    elementwise,
    gathering,
    generation,
    padding,
    rearrangement,
    selection,
    sorting,
)
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType


def defined_data(tile: Any, value: SSAValue, op: Operation) -> Array:
    """
    The elements of the valid region of a tile, all of which have to be defined.

    Raises:
        CompileError: one is not; names the tile, the element, and what left it undefined.
    """
    block: Block = tile.block()
    if block.defined is None or block.defined.all():
        return block.data
    where = np.argwhere(~block.defined)[0].tolist()
    read = f"'{op.name}' reads element {where} of tile '{display_name(value)}', which"
    cause = tile.cause() if isinstance(tile, Handle) else None
    if cause is None:
        raise CompileError(f"{read} nobody has written")
    raise CompileError(
        f"{read} is undefined since '{cause.op.name}'", notes=[note_at(cause.op, cause.why)]
    )


def whole(tile: Any, type_: TileType) -> Block:
    """All elements of a tile, not only the valid ones."""
    return tile.with_valid(type_.extents).block()


class VectorTable(FunctionTable, ABC):
    """
    Masks, padding, sorting, gathering, single elements.
    """

    @abstractmethod
    def create(
        self,
        interpreter: Interpreter,
        op: Operation,
        valid: tuple[int, ...],
        block: Block | None,
        result: int = 0,
    ) -> Any:
        """
        A result of an operation that creates storage, with these elements in its valid region
        (`None`: undefined) and undefined ones outside.
        """

    @abstractmethod
    def overwritten(
        self, tile: Any, block: Block, offsets: Sequence[int], sources: Sequence[Any]
    ) -> Any:
        """A tile with a window of it replaced by a block that is made from `sources`."""

    @abstractmethod
    def reinterpreted(self, tile: Any, type_: TileType) -> Any:
        """The bytes of a tile as elements of another type, as a view, all of it valid."""

    def clobber(self, op: Operation, operand: int, tile: Any) -> None:
        """Leave garbage in a tile that an operation uses as scratch."""
        return

    def _made(self, interpreter: Interpreter, op: Operation, block: Block) -> PythonValues:
        """The single result of an operation."""
        return (self.create(interpreter, op, block.data.shape, block),)

    def _replaced(self, args: PythonValues, block: Block) -> PythonValues:
        """The single result of an operation that overwrites all of its first operand."""
        return (self.overwritten(args[0], block, (0,) * block.data.ndim, args),)

    def _use_scratch(self, op: Operation, args: PythonValues) -> None:
        """First of all, so that garbage is seen by whoever shares bytes with scratch."""
        for i in storage_facts(op).scratch:
            self.clobber(op, i, args[i])

    # ---- Masks ----

    @impl(selection.CmpOp)
    def run_cmp(
        self, interpreter: Interpreter, op: selection.CmpOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs = (arg.block() for arg in args)
        columns = tile_type(op.result).extents[-1]
        block = semantics.compare(op.name, op.mode.data, lhs, rhs, columns)
        return self._made(interpreter, op, block)

    @impl(selection.CmpsOp)
    def run_cmps(
        self, interpreter: Interpreter, op: selection.CmpsOp, args: PythonValues
    ) -> PythonValues:
        block, columns = args[0].block(), tile_type(op.result).extents[-1]
        scalar = element(args[1], block.data.dtype)
        mask = semantics.compare(op.name, op.mode.data, block, scalar, columns)
        return self._made(interpreter, op, mask)

    @impl(selection.SelOp)
    def run_sel(
        self, interpreter: Interpreter, op: selection.SelOp, args: PythonValues
    ) -> PythonValues:
        self._use_scratch(op, args)
        mask, lhs, rhs = (arg.block() for arg in args[:3])
        return self._made(interpreter, op, semantics.select(op.name, mask, lhs, rhs))

    @impl(selection.SelsOp)
    def run_sels(
        self, interpreter: Interpreter, op: selection.SelsOp, args: PythonValues
    ) -> PythonValues:
        self._use_scratch(op, args)
        mask, src = args[0].block(), args[1].block()
        scalar = np.broadcast_to(element(args[3], src.data.dtype), src.data.shape)
        block = semantics.select(op.name, mask, src, Block(scalar, None))
        return self._made(interpreter, op, block)

    # ---- Partly valid tiles ----

    @impl(padding.FillPadOp)
    def run_fillpad(
        self, interpreter: Interpreter, op: padding.FillPadOp, args: PythonValues
    ) -> PythonValues:
        return self._padded(interpreter, op, args)

    @impl(padding.FillPadExpandOp)
    def run_fillpad_expand(
        self, interpreter: Interpreter, op: padding.FillPadExpandOp, args: PythonValues
    ) -> PythonValues:
        return self._padded(interpreter, op, args)

    def _padded(
        self, interpreter: Interpreter, op: padding.PadOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_type(op.result)
        block = semantics.fill_pad(args[0].block(), type_.extents, type_.pad.data)
        return self._made(interpreter, op, block)

    @impl(padding.FillPadInplaceOp)
    def run_fillpad_inplace(
        self, interpreter: Interpreter, op: padding.FillPadInplaceOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_type(op.result)
        block = semantics.fill_pad(args[0].block(), type_.extents, type_.pad.data)
        start = (0,) * len(type_.extents)
        return (self.overwritten(args[0], block, start, args).with_valid(type_.extents),)

    def _partial(
        self, interpreter: Interpreter, op: padding.PartialOp, args: PythonValues, meaning: str
    ) -> PythonValues:
        lhs, rhs = args
        type_ = tile_type(op.result)
        valid = lhs.valid if type_ == op.lhs.type else rhs.valid
        block = semantics.partial(op.name, meaning, lhs.block(), rhs.block(), valid)
        return self._made(interpreter, op, block)

    @impl(padding.PartAddOp)
    def run_part_add(
        self, interpreter: Interpreter, op: padding.PartAddOp, args: PythonValues
    ) -> PythonValues:
        return self._partial(interpreter, op, args, "add")

    @impl(padding.PartMulOp)
    def run_part_mul(
        self, interpreter: Interpreter, op: padding.PartMulOp, args: PythonValues
    ) -> PythonValues:
        return self._partial(interpreter, op, args, "mul")

    @impl(padding.PartMaxOp)
    def run_part_max(
        self, interpreter: Interpreter, op: padding.PartMaxOp, args: PythonValues
    ) -> PythonValues:
        return self._partial(interpreter, op, args, "max")

    @impl(padding.PartMinOp)
    def run_part_min(
        self, interpreter: Interpreter, op: padding.PartMinOp, args: PythonValues
    ) -> PythonValues:
        return self._partial(interpreter, op, args, "min")

    # ---- Sorting ----

    @impl(sorting.Sort32Op)
    def run_sort32(
        self, interpreter: Interpreter, op: sorting.Sort32Op, args: PythonValues
    ) -> PythonValues:
        block = semantics.sort32(op.name, args[0].block(), args[1].block())
        return self._made(interpreter, op, block)

    @impl(sorting.MrgSort1Op)
    def run_mrgsort1(
        self, interpreter: Interpreter, op: sorting.MrgSort1Op, args: PythonValues
    ) -> PythonValues:
        block = semantics.merge_runs(op.name, args[0].block(), args[1])
        return self._made(interpreter, op, block)

    @impl(sorting.MrgSort2Op)
    def run_mrgsort2(
        self, interpreter: Interpreter, op: sorting.MrgSort2Op, args: PythonValues
    ) -> PythonValues:
        self._use_scratch(op, args)
        rows = [arg.block() for arg in args[1:]]
        block = semantics.merge_rows(op.name, rows, exhausted=op.exhausted is not None)
        return self._made(interpreter, op, block)

    # ---- Gather and scatter ----

    @impl(gathering.GatherOp)
    def run_gather(
        self, interpreter: Interpreter, op: gathering.GatherOp, args: PythonValues
    ) -> PythonValues:
        self._use_scratch(op, args)
        indices = defined_data(args[1], op.indices, op)
        block = semantics.gather(op.name, whole(args[0], tile_type(op.src)), indices)
        return self._made(interpreter, op, block)

    @impl(gathering.GatherBOp)
    def run_gatherb(
        self, interpreter: Interpreter, op: gathering.GatherBOp, args: PythonValues
    ) -> PythonValues:
        offsets = defined_data(args[1], op.offsets, op)
        block = semantics.gather_blocks(op.name, whole(args[0], tile_type(op.src)), offsets)
        return self._made(interpreter, op, block)

    @impl(gathering.GatherMaskOp)
    def run_gather_mask(
        self, interpreter: Interpreter, op: gathering.GatherMaskOp, args: PythonValues
    ) -> PythonValues:
        dtype = numpy_dtype(tile_type(op.result).element_type)
        places = gathering.PATTERNS[op.pattern.data]
        block = semantics.gather_columns(args[0].block(), places, dtype)
        return self._made(interpreter, op, block)

    @impl(gathering.GatherCompareOp)
    def run_gather_compare(
        self, interpreter: Interpreter, op: gathering.GatherCompareOp, args: PythonValues
    ) -> PythonValues:
        self._use_scratch(op, args)
        src, key, _ = args
        block = src.block()
        keys = (
            element(key, block.data.dtype)
            if isinstance(key, int | float)
            else defined_data(key, op.key, op)
        )
        offset = 0 if op.offset is None else op.offset.value.data
        columns = tile_type(op.result).extents[-1]
        found, count = semantics.gather_compare(op.name, op.mode.data, block, keys, offset, columns)
        return (
            self.create(interpreter, op, found.data.shape, found),
            self.create(interpreter, op, count.data.shape, count, 1),
        )

    @impl(gathering.ScatterOp)
    def run_scatter(
        self, interpreter: Interpreter, op: gathering.ScatterOp, args: PythonValues
    ) -> PythonValues:
        target, src, indices = args
        old, places = _scatters_into(op, target, indices)
        return self._replaced(args, semantics.scatter(op.name, old, src.block(), places))

    @impl(gathering.ScatterMaskOp)
    def run_scatter_mask(
        self, interpreter: Interpreter, op: gathering.ScatterMaskOp, args: PythonValues
    ) -> PythonValues:
        target, src = args
        places = gathering.PATTERNS[op.pattern.data]
        block = semantics.scatter_columns(
            op.name, whole(target, tile_type(op.target)), src.block(), places
        )
        return self._replaced(args, block)

    @impl(gathering.ScatterUpdateOp)
    def run_scatter_update(
        self, interpreter: Interpreter, op: gathering.ScatterUpdateOp, args: PythonValues
    ) -> PythonValues:
        target, indices, src = args
        old, places = _scatters_into(op, target, indices)
        rows = whole(src, tile_type(op.src))
        return self._replaced(args, semantics.scatter_rows(op.name, old, places, rows))

    @impl(gathering.GatherRowOp)
    def run_gather_row(
        self, interpreter: Interpreter, op: gathering.GatherRowOp, args: PythonValues
    ) -> PythonValues:
        target, src, indices = args
        old, places = _scatters_into(op, target, indices)
        rows = semantics.gather_rows(op.name, whole(src, tile_type(op.src)), places)
        numbers = np.arange(places.size).reshape(places.shape)
        return self._replaced(args, semantics.scatter_rows(op.name, old, numbers, rows))

    @impl(gathering.MGatherOp)
    def run_mgather(
        self, interpreter: Interpreter, op: gathering.MGatherOp, args: PythonValues
    ) -> PythonValues:
        tensor, indices = args
        places = defined_data(indices, op.indices, op)
        oob = "undefined" if op.out_of_bounds is None else op.out_of_bounds.data
        data = semantics.gather_global(op.name, tensor, places, op.coalesce.data, oob)
        return self._made(interpreter, op, Block(data, None))

    @impl(gathering.MScatterOp)
    def run_mscatter(
        self, interpreter: Interpreter, op: gathering.MScatterOp, args: PythonValues
    ) -> PythonValues:
        src, indices, tensor = args
        places = defined_data(indices, op.indices, op)
        data = defined_data(src, op.src, op)
        semantics.scatter_global(op.name, tensor, data, places, op.coalesce.data)
        return ()

    # ---- From scalars ----

    @impl(elementwise.ExpandsOp)
    def run_expands(
        self, interpreter: Interpreter, op: elementwise.ExpandsOp, args: PythonValues
    ) -> PythonValues:
        scalar = element(args[1], numpy_dtype(tile_type(op.result).element_type))
        block = Block(np.broadcast_to(scalar, args[0].valid), None)
        return self._made(interpreter, op, block)

    @impl(generation.CiOp)
    def run_ci(
        self, interpreter: Interpreter, op: generation.CiOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_type(op.result)
        step = 1 if op.descending is None else -1
        data = semantics.consecutive(args[0], type_.extents, numpy_dtype(type_.element_type), step)
        return self._made(interpreter, op, Block(data, None))

    @impl(generation.TriOp)
    def run_tri(
        self, interpreter: Interpreter, op: generation.TriOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_type(op.result)
        data = semantics.triangle(
            args[0], type_.extents, numpy_dtype(type_.element_type), upper=op.upper is not None
        )
        return self._made(interpreter, op, Block(data, None))

    @impl(generation.RandomOp)
    def run_random(
        self, interpreter: Interpreter, op: generation.RandomOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_type(op.result)
        data = semantics.philox(args, type_.extents, op.rounds.value.data)
        block = Block(data.view(numpy_dtype(type_.element_type)), None)
        return self._made(interpreter, op, block)

    # ---- Single elements, views ----

    @impl(elements.ReadOp)
    def run_read(
        self, interpreter: Interpreter, op: elements.ReadOp, args: PythonValues
    ) -> PythonValues:
        tile, *indices = args
        _check_inside(indices, tile_type(op.src))
        part = tile.sliced(indices, [1] * len(indices))
        return (number(defined_data(part, op.src, op).reshape(())[()]),)

    @impl(elements.WriteOp)
    def run_write(
        self, interpreter: Interpreter, op: elements.WriteOp, args: PythonValues
    ) -> PythonValues:
        tile, scalar, *indices = args
        type_ = tile_type(op.target)
        _check_inside(indices, type_)
        value = element(scalar, numpy_dtype(type_.element_type)).reshape([1] * len(indices))
        return (self.overwritten(tile, Block(value, None), indices, ()),)

    @impl(rearrangement.ReinterpretViewOp)
    def run_reinterpret_view(
        self,
        interpreter: Interpreter,
        op: rearrangement.ReinterpretViewOp,
        args: PythonValues,
    ) -> PythonValues:
        type_, before = tile_type(op.result), tile_type(op.src)
        *rows, columns = args[0].valid
        valid = (*rows, columns * before.element_bits // type_.element_bits)
        return (self.reinterpreted(args[0], type_).with_valid(valid),)


def _scatters_into(
    op: gathering.ScatterOp | gathering.ScatterUpdateOp | gathering.GatherRowOp,
    target: Any,
    indices: Any,
) -> tuple[Block, Array]:
    """What an operation puts elements into, all of it, and the indices that it puts them by."""
    places = defined_data(indices, op.indices, op)
    return whole(target, tile_type(op.target)), places


def _check_inside(indices: Sequence[int], type_: TileType) -> None:
    for d, (index, extent) in enumerate(zip(indices, type_.extents, strict=True)):
        if not 0 <= index < extent:
            raise CompileError(
                f"index {index} of dimension {d} lies outside of the tile's {extent}"
            )
