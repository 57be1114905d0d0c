"""
`.pto` modules: handles of tiles in the on-chip memories, driven only by what the text says.

1. A tile with an address lies in the memory of its space, which is as large as the target's; one
   without lies in a memory of its own (the assembler would place it). Slot `k` of a region
   starts `k` times the bytes of a tile behind slot 0.
2. Operations read the valid regions of their sources when they run and write the valid region of
   their destination; what lies outside keeps what it held.
3. A destination is poison if it shares a byte with a source where the hardware cannot work in
   place, or with any source that starts elsewhere. Scratch tiles are poison afterwards.
4. `*.acc` adds to what the destination holds; `acc_in` has to be the same place.
5. Elements are stored as the layout says: row by row, column by column, or in boxes that are
   stored so. A view across layouts shows the bytes in its own order. A tile that does not consist
   of whole boxes is taken to be stored row by row.
6. A pointer is a place in a flat array of elements. Windows of global memory may have any strides
   and are checked against the array.
7. Flags and events are counted: waiting for one that nobody has set is an error, and so is one
   that is left when the function returns. The kernel is block 0 of 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImpl,
    OpImplResult,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import Attribute, Operation, SSAValue

from pto_dialect.diagnostics import CompileError, display_name
from pto_dialect.interpreter.dtypes import Array, element, number, numpy_dtype
from pto_dialect.interpreter.memories import Handle, Memory, Order
from pto_dialect.interpreter.placed_level import Area, Memories
from pto_dialect.interpreter.pto_vector import PtoVectorTable
from pto_dialect.interpreter.rounding import convert
from pto_dialect.interpreter.semantics import MEANINGS, Block, Pattern, apply, fill
from pto_dialect.interpreter.vector_operations import defined_data
from pto_dialect.interpreter.vector_semantics import fill_pad, partial
from pto_dialect.machine.spaces import Space
from pto_dialect.pto import (
    Pto,
    arithmetic,
    broadcast,
    global_views,
    kernel,
    matrix,
    movement,
    pointers,
    reserved,
    scalar_arithmetic,
    synchronisation,
    tile_handles,
    tile_views,
)
from pto_dialect.pto import unary as pto_unary
from pto_dialect.pto.base import DpsOp, PtoOp
from pto_dialect.pto.types import (
    DYNAMIC,
    MultiTileBufType,
    PartitionTensorViewType,
    TensorViewType,
    TileBufType,
    dims_text,
)
from pto_dialect.tile.ops import OPERATIONS
from pto_dialect.tile.traits import MayNotAlias, NotInPlaceSafe


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
        if 0 not in self.shape:
            reach = [(n - 1) * s for n, s in zip(self.shape, self.strides, strict=True)]
            first = self.offset + sum(r for r in reach if r < 0)
            last = self.offset + sum(r for r in reach if r > 0)
            if first < 0 or last >= self.data.size:
                raise CompileError(
                    f"the window reaches elements {first} to {last} of an array of {self.data.size}"
                )
        size = self.data.itemsize
        data = self.data[self.offset :] if self.offset <= self.data.size else self.data[:0]
        return np.lib.stride_tricks.as_strided(
            data, self.shape, tuple(s * size for s in self.strides)
        )


@dataclass(frozen=True)
class _Rule:
    """How an operation of the assembler is executed."""

    meaning: str
    """Name in the table of meanings."""
    scratch: tuple[int, ...] = ()
    """Which of its sources are scratch, in text order."""
    tile_op: str | None = None
    """The tile operation that says what may not share bytes; default: that of the meaning."""


def _rules() -> Mapping[str, _Rule]:
    plain = {
        f"pto.t{name}": _Rule(name)
        for name in (
            *("add", "sub", "mul", "div", "max", "min", "fmod", "and", "or", "shl", "shr"),
            *("addc", "subc", "adds", "subs", "muls", "divs", "maxs", "mins", "ands", "ors"),
            *("exp", "log", "sqrt", "rsqrt", "recip", "neg", "abs", "relu", "not", "lrelu"),
            *("addsc", "subsc", "shls", "shrs", "fmods"),
            "concat",
        )
    }
    renamed = {
        f"pto.t{axis}{name}": _Rule(f"{axis}_{name}", scratch)
        for axis, scratch in (("row", (1,)), ("col", ()))
        for name in ("sum", "max", "min", "prod")
    }
    positions = {
        f"pto.t{axis}{name}": _Rule(f"{axis}_{name}", (1,))
        for axis in ("row", "col")
        for name in ("argmax", "argmin")
    }
    expansions = {
        f"pto.t{axis}expand{name}": _Rule(f"{axis}_expand_{name}", (2,), f"{axis}_expand_add")
        for axis in ("row", "col")
        for name in ("add", "sub", "mul", "div", "max", "min", "expdif")
    }
    return {
        **plain,
        **renamed,
        **positions,
        **expansions,
        "pto.tcolsum": _Rule("col_sum", (1,)),
        "pto.trsqrt": _Rule("rsqrt", (1,)),
        "pto.txor": _Rule("xor", (2,)),
        "pto.txors": _Rule("xors", (2,)),
        "pto.trem": _Rule("rem", (2,)),
        "pto.trems": _Rule("rems", (2,)),
        "pto.tprelu": _Rule("prelu", (2,)),
        "pto.tpow": _Rule("pow", (2,)),
        "pto.tpows": _Rule("pow", (2,)),
        "pto.ttrans": _Rule("transpose", (1,)),
    }


RULES = _rules()
"""Operations that are a function of the elements of their sources alone."""

NO_EFFECT: tuple[type[Operation], ...] = (
    synchronisation.BarrierOp,
    synchronisation.BarrierSyncOp,
    synchronisation.GetBufOp,
    synchronisation.RlsBufOp,
    synchronisation.SyncAllOp,
    synchronisation.SetFftsOp,
    movement.TPrefetchOp,
    kernel.PrintOp,
    kernel.TPrintOp,
)
"""Operations that change no data: they say when something happens, or print."""

_Function = OpImpl[InterpreterFunctions, Operation]
_TILE_OPS = {kind.name.removeprefix("tile."): kind for kind in OPERATIONS}


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


@register_impls
class PtoTable(PtoVectorTable):
    """The operations of the assembler."""

    def __init__(self, memories: Memories):
        self.memories = memories
        self.flags = Counter[tuple[str, str, str]]()

    @classmethod
    def _impls(cls) -> Iterable[tuple[type[Operation], _Function]]:
        yield from super()._impls()
        for kind in NO_EFFECT:
            yield kind, _no_effect
        for kind in _all_operations():
            if (rule := RULES.get(kind.name)) is not None:
                yield kind, _compute(rule)

    def unfinished(self) -> str | None:
        for (source, destination, event), count in self.flags.items():
            if count:
                return f"flag {event} from {source} to {destination} is set, but never waited for"
        return None

    # ---- Global memory ----

    @impl(pointers.AddPtrOp)
    def run_addptr(
        self, interpreter: Interpreter, op: pointers.AddPtrOp, args: PythonValues
    ) -> PythonValues:
        pointer, offset = args
        return (Pointer(pointer.data, pointer.offset + offset),)

    @impl(pointers.LoadScalarOp)
    def run_load_scalar(
        self, interpreter: Interpreter, op: pointers.LoadScalarOp, args: PythonValues
    ) -> PythonValues:
        pointer, offset = args
        return (number(_at(pointer, offset)[0]),)

    @impl(pointers.StoreScalarOp)
    def run_store_scalar(
        self, interpreter: Interpreter, op: pointers.StoreScalarOp, args: PythonValues
    ) -> PythonValues:
        pointer, offset, value = args
        place = _at(pointer, offset)
        place[0] = element(value, place.dtype)
        return ()

    @impl(global_views.MakeTensorViewOp)
    def run_make_tensor_view(
        self, interpreter: Interpreter, op: global_views.MakeTensorViewOp, args: PythonValues
    ) -> PythonValues:
        pointer, *numbers = args
        layout = op.layout
        if layout is not None and layout.data not in ("nd", "dn"):
            raise CompileError(f"'{op.name}' has no meaning for layout {layout.data}")
        rank = len(numbers) // 2
        shape, strides = tuple(numbers[:rank]), tuple(numbers[rank:])
        _check_extents(op.result.type, shape)
        return (GlobalView(pointer.data, pointer.offset, shape, strides),)

    @impl(global_views.PartitionViewOp)
    def run_partition_view(
        self, interpreter: Interpreter, op: global_views.PartitionViewOp, args: PythonValues
    ) -> PythonValues:
        view, *numbers = args
        rank = len(numbers) // 2
        offsets, sizes = numbers[:rank], tuple(numbers[rank:])
        _check_extents(op.result.type, sizes)
        bounds = zip(offsets, sizes, view.shape, strict=True)
        for d, (start, size, extent) in enumerate(bounds):
            if start < 0 or start + size > extent:
                raise CompileError(
                    f"elements {start} to {start + size} of dimension {d} reach outside of the "
                    f"view's {extent}"
                )
        offset = view.offset + sum(o * s for o, s in zip(offsets, view.strides, strict=True))
        return (GlobalView(view.data, offset, sizes, view.strides),)

    @impl(global_views.GetTensorViewDimOp)
    def run_view_dim(
        self, interpreter: Interpreter, op: global_views.GetTensorViewDimOp, args: PythonValues
    ) -> PythonValues:
        return (_of_axis(args[0].shape, args[1]),)

    @impl(global_views.GetTensorViewStrideOp)
    def run_view_stride(
        self, interpreter: Interpreter, op: global_views.GetTensorViewStrideOp, args: PythonValues
    ) -> PythonValues:
        return (_of_axis(args[0].strides, args[1]),)

    # ---- Handles ----

    def memory(self, space: str) -> Memory:
        """The memory that a tile's space means."""
        if space == "scaling":
            return self.memories.of_space(Space.LEFT_SCALE)
        return self.memories.of_space(Space(space))

    def _area(
        self, op: tile_handles.AllocOp, tile: TileBufType, slots: int, args: Sequence[int]
    ) -> tuple[Area, Sequence[int]]:
        """What an allocation reserves, and the operands that give valid extents."""
        label = display_name(op.results[0])
        if op.addr is not None:
            memory = self.memory(tile.space.data)
            return Area(label, memory, args[0], tile.bytes, slots), args[1:]
        memory = self.memories.of_allocation(op, label, tile.bytes * slots)
        return Area(label, memory, 0, tile.bytes, slots), args

    @impl(tile_handles.AllocTileOp)
    def run_alloc_tile(
        self, interpreter: Interpreter, op: tile_handles.AllocTileOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_buf(op.result)
        area, extents = self._area(op, type_, 1, args)
        return (_handle(area, 0, type_, _given(op, type_, extents)),)

    @impl(tile_handles.AllocMultiTileOp)
    def run_alloc_multi_tile(
        self, interpreter: Interpreter, op: tile_handles.AllocMultiTileOp, args: PythonValues
    ) -> PythonValues:
        region = op.result.type
        assert isinstance(region, MultiTileBufType)
        area, extents = self._area(op, region.tile, region.slots, args)
        return ((area, _given(op, region.tile, extents)),)

    @impl(tile_handles.MultiTileGetOp)
    def run_multi_tile_get(
        self, interpreter: Interpreter, op: tile_handles.MultiTileGetOp, args: PythonValues
    ) -> PythonValues:
        (area, valid), slot = args
        return (_handle(area, slot, tile_buf(op.result), valid),)

    @impl(tile_views.SubviewOp)
    def run_subview(
        self, interpreter: Interpreter, op: tile_views.SubviewOp, args: PythonValues
    ) -> PythonValues:
        tile, row, col, *extents = args
        type_ = tile_buf(op.result)
        rows, cols = extents or (None, None)
        return (tile.sliced((row, col), op.window).with_valid(tile_valid(type_, rows, cols)),)

    @impl(tile_views.TReshapeOp)
    def run_treshape(
        self, interpreter: Interpreter, op: tile_views.TReshapeOp, args: PythonValues
    ) -> PythonValues:
        return (_viewed(args[0], tile_buf(op.result)),)

    @impl(tile_views.BitcastOp)
    def run_bitcast(
        self, interpreter: Interpreter, op: tile_views.BitcastOp, args: PythonValues
    ) -> PythonValues:
        return (_viewed(args[0], tile_buf(op.result)),)

    @impl(tile_handles.SetValidShapeOp)
    def run_set_validshape(
        self, interpreter: Interpreter, op: tile_handles.SetValidShapeOp, args: PythonValues
    ) -> PythonValues:
        tile, rows, cols = args
        # The handle is a variable: whoever uses it from here on sees the new extents.
        changed = tile.with_valid(tile_valid(tile_buf(op.source), rows, cols))
        interpreter.set_values([(op.source, changed)])
        return ()

    @impl(tile_handles.GetValidShapeOp)
    def run_get_validshape(
        self, interpreter: Interpreter, op: tile_handles.GetValidShapeOp, args: PythonValues
    ) -> PythonValues:
        return args[0].valid

    @impl(tile_handles.TileValidRowsOp)
    def run_valid_rows(
        self, interpreter: Interpreter, op: tile_handles.TileValidRowsOp, args: PythonValues
    ) -> PythonValues:
        return (args[0].valid[0],)

    @impl(tile_handles.TileValidColsOp)
    def run_valid_cols(
        self, interpreter: Interpreter, op: tile_handles.TileValidColsOp, args: PythonValues
    ) -> PythonValues:
        return (args[0].valid[1],)

    @impl(tile_handles.TAssignOp)
    def run_tassign(
        self, interpreter: Interpreter, op: tile_handles.TAssignOp, args: PythonValues
    ) -> PythonValues:
        tile, address = args
        type_ = tile_buf(op.tile)
        area = Area(display_name(op.tile), self.memory(type_.space.data), address, type_.bytes, 1)
        moved = _handle(area, 0, type_, tile.valid)
        interpreter.set_values([(op.tile, moved)])
        return (moved,)

    # ---- Movement ----

    @impl(movement.TLoadOp)
    def run_tload(
        self, interpreter: Interpreter, op: movement.TLoadOp, args: PythonValues
    ) -> PythonValues:
        view, tile = args[:2]
        _only(op, op.pad_mode is None and len(args) == 2 and not op.results)
        data = _as_valid(view.elements(), tile)
        tile.write(Block(data.view(tile.dtype), None))
        return ()

    @impl(movement.TStoreOp)
    def run_tstore(
        self, interpreter: Interpreter, op: movement.TStoreOp, args: PythonValues
    ) -> PythonValues:
        tile, view = args[:2]
        _only(op, len(args) == 2 and not op.results)
        data = defined_data(tile.block(), op.src, op)
        data = _out_of_accumulator(op, tile_buf(op.src), data, view.data.dtype)
        there = view.elements()
        if data.size != there.size:
            raise CompileError(
                f"a tile of valid {dims_text(tile.valid)} does not fill a window of "
                f"{dims_text(view.shape)}"
            )
        data = data.reshape(there.shape)
        if op.atomic is not None and op.atomic.data == "atomic_add":
            data = apply(MEANINGS["add"], op.name, [Block(there, None), Block(data, None)]).data
        there[...] = data
        return ()

    @impl(movement.TMovOp)
    def run_tmov(
        self, interpreter: Interpreter, op: movement.TMovOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args[:2]
        _only(op, len(args) == 2 and op.acc_to_vec is None and not op.results)
        block = src.block()
        data = _out_of_accumulator(op, tile_buf(op.src), block.data, dst.dtype)
        _write(op, dst, Block(data, block.defined), poisons=dst.overlaps(src))
        return ()

    @impl(movement.TExtractOp)
    def run_textract(
        self, interpreter: Interpreter, op: movement.TExtractOp, args: PythonValues
    ) -> PythonValues:
        src, row, col, dst = args[0], args[1], args[2], args[-1]
        _only(op, len(args) == 4 and op.acc_to_vec is None)
        block = src.block_at((row, col), dst.valid)
        data = _out_of_accumulator(op, tile_buf(op.src), block.data, dst.dtype)
        _write(op, dst, Block(data, block.defined), poisons=dst.overlaps(src))
        return ()

    @impl(movement.TInsertOp)
    def run_tinsert(
        self, interpreter: Interpreter, op: movement.TInsertOp, args: PythonValues
    ) -> PythonValues:
        src, row, col, dst = args[:4]
        _only(op, len(args) == 4 and op.acc_to_vec is None and op.mode is None)
        block = src.block()
        data = _out_of_accumulator(op, tile_buf(op.src), block.data, dst.dtype)
        dst.write_at((row, col), src.valid, Block(data, block.defined))
        return ()

    @impl(movement.TGetValOp)
    def run_tgetval(
        self, interpreter: Interpreter, op: movement.TGetValOp, args: PythonValues
    ) -> PythonValues:
        tile, offset = args
        data = defined_data(_one_element(tile, offset).block(), op.src, op)
        return (number(data[0, 0]),)

    @impl(movement.TSetValOp)
    def run_tsetval(
        self, interpreter: Interpreter, op: movement.TSetValOp, args: PythonValues
    ) -> PythonValues:
        tile, offset, value = args
        _one_element(tile, offset).write(Block(element(value, tile.dtype), None))
        return ()

    @impl(movement.TFillPadOp)
    def run_tfillpad(
        self, interpreter: Interpreter, op: movement.TFillPadOp, args: PythonValues
    ) -> PythonValues:
        return _fill_pad(op, *args)

    @impl(movement.TFillPadExpandOp)
    def run_tfillpad_expand(
        self, interpreter: Interpreter, op: movement.TFillPadExpandOp, args: PythonValues
    ) -> PythonValues:
        return _fill_pad(op, *args)

    @impl(movement.TFillPadInplaceOp)
    def run_tfillpad_inplace(
        self, interpreter: Interpreter, op: movement.TFillPadInplaceOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args
        if not src.same_place(dst):
            raise CompileError(f"'{op.name}' works in place, but src and dst lie apart")
        return _fill_pad(op, src, dst)

    # ---- Conversion, broadcast, matrix unit ----

    @impl(pto_unary.TCvtOp)
    def run_tcvt(
        self, interpreter: Interpreter, op: pto_unary.TCvtOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args
        block = src.block()
        mode, saturation = op.round_mode, op.saturation_mode
        assert mode is not None and saturation is not None
        name = mode.data.removeprefix("CAST_").lower()
        data = convert(block.data, dst.dtype, name, saturate=saturation.data == "ON")
        widens = dst.dtype.itemsize > src.dtype.itemsize
        in_conflict = dst.overlaps(src) if widens else dst.shifted_over(src)
        _write(op, dst, Block(data, block.defined), poisons=in_conflict)
        return ()

    @impl(scalar_arithmetic.TExpandsOp)
    def run_texpands(
        self, interpreter: Interpreter, op: scalar_arithmetic.TExpandsOp, args: PythonValues
    ) -> PythonValues:
        scalar, dst = args
        dst.write(Block(element(scalar, dst.dtype), None))
        return ()

    @impl(scalar_arithmetic.TAxpyOp)
    def run_taxpy(
        self, interpreter: Interpreter, op: scalar_arithmetic.TAxpyOp, args: PythonValues
    ) -> PythonValues:
        src, scalar, dst = args
        operands = (src.block(), element(scalar, src.dtype), dst.block())
        _write(op, dst, apply(MEANINGS["axpy"], op.name, operands), poisons=dst.shifted_over(src))
        return ()

    @impl(broadcast.TRowExpandOp)
    def run_trowexpand(
        self, interpreter: Interpreter, op: broadcast.TRowExpandOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args
        _write(
            op,
            dst,
            fill(op.name, dst.valid, _vector(src, Pattern.ROW_EXPAND)),
            poisons=dst.overlaps(src),
        )
        return ()

    @impl(broadcast.TColExpandOp)
    def run_tcolexpand(
        self, interpreter: Interpreter, op: broadcast.TColExpandOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args
        _write(
            op,
            dst,
            fill(op.name, dst.valid, _vector(src, Pattern.COLUMN_EXPAND)),
            poisons=dst.overlaps(src),
        )
        return ()

    @impl(arithmetic.TPartAddOp)
    def run_tpartadd(
        self, interpreter: Interpreter, op: arithmetic.TPartAddOp, args: PythonValues
    ) -> PythonValues:
        return _partial(op, "add", *args)

    @impl(arithmetic.TPartMulOp)
    def run_tpartmul(
        self, interpreter: Interpreter, op: arithmetic.TPartMulOp, args: PythonValues
    ) -> PythonValues:
        return _partial(op, "mul", *args)

    @impl(arithmetic.TPartMaxOp)
    def run_tpartmax(
        self, interpreter: Interpreter, op: arithmetic.TPartMaxOp, args: PythonValues
    ) -> PythonValues:
        return _partial(op, "max", *args)

    @impl(arithmetic.TPartMinOp)
    def run_tpartmin(
        self, interpreter: Interpreter, op: arithmetic.TPartMinOp, args: PythonValues
    ) -> PythonValues:
        return _partial(op, "min", *args)

    @impl(matrix.TMatMulOp)
    def run_tmatmul(
        self, interpreter: Interpreter, op: matrix.TMatMulOp, args: PythonValues
    ) -> PythonValues:
        return _product(op, *args)

    @impl(matrix.TGemvOp)
    def run_tgemv(
        self, interpreter: Interpreter, op: matrix.TGemvOp, args: PythonValues
    ) -> PythonValues:
        return _product(op, *args)

    @impl(matrix.TMatMulAccOp)
    def run_tmatmul_acc(
        self, interpreter: Interpreter, op: matrix.TMatMulAccOp, args: PythonValues
    ) -> PythonValues:
        return _accumulate(op, *args)

    @impl(matrix.TGemvAccOp)
    def run_tgemv_acc(
        self, interpreter: Interpreter, op: matrix.TGemvAccOp, args: PythonValues
    ) -> PythonValues:
        return _accumulate(op, *args)

    @impl(matrix.TMatMulBiasOp)
    def run_tmatmul_bias(
        self, interpreter: Interpreter, op: matrix.TMatMulBiasOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs, bias, dst = args
        return _product(op, lhs, rhs, dst, bias.block())

    @impl(matrix.TGemvBiasOp)
    def run_tgemv_bias(
        self, interpreter: Interpreter, op: matrix.TGemvBiasOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs, bias, dst = args
        return _product(op, lhs, rhs, dst, bias.block())

    # ---- Kernel, flags, reserved memory ----

    @impl(kernel.GetBlockIdxOp)
    def run_block_idx(
        self, interpreter: Interpreter, op: kernel.GetBlockIdxOp, args: PythonValues
    ) -> PythonValues:
        return (0,)

    @impl(kernel.GetBlockNumOp)
    def run_block_num(
        self, interpreter: Interpreter, op: kernel.GetBlockNumOp, args: PythonValues
    ) -> PythonValues:
        return (1,)

    @impl(kernel.GetSubblockIdxOp)
    def run_subblock_idx(
        self, interpreter: Interpreter, op: kernel.GetSubblockIdxOp, args: PythonValues
    ) -> PythonValues:
        return (0,)

    @impl(kernel.GetSubblockNumOp)
    def run_subblock_num(
        self, interpreter: Interpreter, op: kernel.GetSubblockNumOp, args: PythonValues
    ) -> PythonValues:
        return (1,)

    @impl(kernel.TrapOp)
    def run_trap(
        self, interpreter: Interpreter, op: kernel.TrapOp, args: PythonValues
    ) -> PythonValues:
        raise CompileError("the kernel stops itself here")

    @impl(kernel.SectionCubeOp)
    def run_section_cube(
        self, interpreter: Interpreter, op: kernel.SectionCubeOp, args: PythonValues
    ) -> PythonValues:
        return interpreter.run_ssacfg_region(op.body, ())

    @impl(kernel.SectionVectorOp)
    def run_section_vector(
        self, interpreter: Interpreter, op: kernel.SectionVectorOp, args: PythonValues
    ) -> PythonValues:
        return interpreter.run_ssacfg_region(op.body, ())

    @impl(reserved.ReserveBufferOp)
    def run_reserve_buffer(
        self, interpreter: Interpreter, op: reserved.ReserveBufferOp, args: PythonValues
    ) -> PythonValues:
        return (0 if op.base is None else op.base.value.data,)

    def _set(self, source: str, destination: str, event: object) -> PythonValues:
        self.flags[source, destination, str(event)] += 1
        return ()

    def _wait(self, source: str, destination: str, event: object) -> PythonValues:
        key = (source, destination, str(event))
        if not self.flags[key]:
            raise CompileError(
                f"waits for flag {event} from {source} to {destination}, which nobody has set"
            )
        self.flags[key] -= 1
        return ()

    @impl(synchronisation.SetFlagOp)
    def run_set_flag(
        self, interpreter: Interpreter, op: synchronisation.SetFlagOp, args: PythonValues
    ) -> PythonValues:
        return self._set(op.src_pipe.data, op.dst_pipe.data, op.event_id.data)

    @impl(synchronisation.WaitFlagOp)
    def run_wait_flag(
        self, interpreter: Interpreter, op: synchronisation.WaitFlagOp, args: PythonValues
    ) -> PythonValues:
        return self._wait(op.src_pipe.data, op.dst_pipe.data, op.event_id.data)

    @impl(synchronisation.SetFlagDynOp)
    def run_set_flag_dyn(
        self, interpreter: Interpreter, op: synchronisation.SetFlagDynOp, args: PythonValues
    ) -> PythonValues:
        return self._set(op.src_pipe.data, op.dst_pipe.data, f"EVENT_ID{args[0]}")

    @impl(synchronisation.WaitFlagDynOp)
    def run_wait_flag_dyn(
        self, interpreter: Interpreter, op: synchronisation.WaitFlagDynOp, args: PythonValues
    ) -> PythonValues:
        return self._wait(op.src_pipe.data, op.dst_pipe.data, f"EVENT_ID{args[0]}")

    @impl(synchronisation.RecordEventOp)
    def run_record_event(
        self, interpreter: Interpreter, op: synchronisation.RecordEventOp, args: PythonValues
    ) -> PythonValues:
        return self._set(op.src_op.data, op.dst_op.data, op.event_id.data)

    @impl(synchronisation.WaitEventOp)
    def run_wait_event(
        self, interpreter: Interpreter, op: synchronisation.WaitEventOp, args: PythonValues
    ) -> PythonValues:
        return self._wait(op.src_op.data, op.dst_op.data, op.event_id.data)


def _no_effect(
    table: Any, interpreter: Interpreter, op: Operation, args: PythonValues
) -> OpImplResult:
    return OpImplResult((), None)


def _compute(rule: _Rule) -> _Function:
    """The function of an operation that has a meaning of its elements alone."""
    meaning = MEANINGS[rule.meaning]
    apart = _kept_apart(rule.tile_op or rule.meaning)

    def run(
        table: Any, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> OpImplResult:
        assert isinstance(op, DpsOp)
        order = op.arrangement()
        (destination,) = order.outs
        dst: Handle = args[destination]
        operands: list[Any] = []
        in_conflict = False
        for position in rule.scratch:
            if position < len(order.ins):
                # First, so that garbage is seen by whoever shares bytes with it.
                args[order.ins[position]].poison()
        for position, index in enumerate(order.ins):
            arg = args[index]
            if not isinstance(arg, Handle):
                operands.append(element(arg, dst.dtype))
                continue
            must_be_apart = apart is None or position in apart or position in rule.scratch
            in_conflict |= dst.overlaps(arg) if must_be_apart else dst.shifted_over(arg)
            if position in rule.scratch:
                continue
            if position == 1 and meaning.pattern in _EXPANSIONS:
                operands.append(_vector(arg, meaning.pattern))
            else:
                operands.append(arg.block())
        block = apply(meaning, op.name, operands)
        _write(op, dst, block, poisons=in_conflict)
        return OpImplResult((), None)

    return run


_EXPANSIONS = (Pattern.ROW_EXPAND, Pattern.COLUMN_EXPAND)


def _kept_apart(name: str) -> tuple[int, ...] | None:
    """
    Sources that the destination may not share bytes with, as the tile operation of that name
    says; `None` for all of them.
    """
    kind = _TILE_OPS.get(name)
    if kind is None:
        return ()
    if kind.has_trait(NotInPlaceSafe):
        return None
    return tuple(i for rule in kind.get_traits_of_type(MayNotAlias) for i in rule.operands)


def _write(op: Operation, dst: Handle, block: Block, *, poisons: bool) -> None:
    """Write the result of an operation; poison it if it was written over what it is made from."""
    shape = block.data.shape
    if shape != dst.valid:
        raise CompileError(
            f"the result of '{op.name}' has the extents {dims_text(shape)}, the destination is "
            f"valid in {dims_text(dst.valid)}"
        )
    dst.write(block)
    if poisons:
        dst.poison()


def _vector(tile: Handle, pattern: Pattern) -> Block:
    """
    The column (row) that an expansion spreads: the first one of the valid region. A column may
    come row-major, with its value repeated over 32 bytes.
    """
    block = tile.block()
    region = np.s_[:, :1] if pattern is Pattern.ROW_EXPAND else np.s_[:1, :]
    return Block(block.data[region], None if block.defined is None else block.defined[region])


def _partial(op: Operation, name: str, src0: Handle, src1: Handle, dst: Handle) -> PythonValues:
    """Where both sources are valid their combination, elsewhere the one that is."""
    block = partial(op.name, name, src0.block(), src1.block(), dst.valid)
    in_conflict = any(dst.shifted_over(src) for src in (src0, src1))
    _write(op, dst, block, poisons=in_conflict)
    return ()


def _product(
    op: Operation, lhs: Handle, rhs: Handle, dst: Handle, added: Block | None = None
) -> PythonValues:
    result = apply(MEANINGS["matmul"], op.name, [lhs.block(), rhs.block()])
    if added is not None:
        shape = result.data.shape
        result = apply(MEANINGS["add"], op.name, [result, fill(op.name, shape, added)])
    if result.data.dtype != dst.dtype:
        raise CompileError(
            f"'{op.name}' of {lhs.dtype} and {rhs.dtype} gives {result.data.dtype}, the "
            f"accumulator holds {dst.dtype}"
        )
    _write(op, dst, result, poisons=False)
    return ()


def _accumulate(
    op: Operation, acc_in: Handle, lhs: Handle, rhs: Handle, dst: Handle
) -> PythonValues:
    if not acc_in.same_place(dst):
        raise CompileError(
            f"'{op.name}' adds to dst at {dst.place}, but acc_in is at {acc_in.place}: the "
            "instruction ignores it"
        )
    return _product(op, lhs, rhs, dst, dst.block())


def _out_of_accumulator(
    op: Operation, src: TileBufType, data: Array, dtype: np.dtype[Any]
) -> Array:
    """Elements that leave an accumulator are converted and may be clamped at zero."""
    relu = op.properties.get("reluPreMode")
    mode = "no_relu" if relu is None else str(getattr(relu, "data", relu))
    if mode == "normal_relu":
        data = MEANINGS["relu"].compute(data)
    elif mode != "no_relu":
        raise CompileError(f"'{op.name}' has no meaning with reluPreMode {mode}")
    if data.dtype == dtype:
        return data
    if src.space.data != "acc":
        raise CompileError(f"'{op.name}' does not convert {data.dtype} to {dtype}")
    return convert(data, dtype)


def _fill_pad(op: DpsOp, src: Handle, dst: Handle) -> PythonValues:
    type_ = tile_buf(op.destinations()[0])
    block = fill_pad(src.block(), dst.shape, type_.pad.data)
    _write(op, dst.with_valid(dst.shape), block, poisons=dst.shifted_over(src))
    return ()


def _given(op: tile_handles.AllocOp, type_: TileBufType, extents: Sequence[int]) -> tuple[int, int]:
    following = iter(extents)
    rows = next(following) if op.valid_row is not None else None
    cols = next(following) if op.valid_col is not None else None
    return tile_valid(type_, rows, cols)


def _handle(area: Area, slot: int, type_: TileBufType, valid: tuple[int, int]) -> Handle:
    return Handle.dense(
        area.memory,
        area.slot_start(slot),
        type_.shape,
        numpy_dtype(type_.element_type),
        valid,
        order_of(type_),
    )


def _viewed(tile: Handle, result: TileBufType) -> Handle:
    """The bytes of a tile as another type."""
    viewed = tile.viewed(result.shape, numpy_dtype(result.element_type), order_of(result))
    rows, cols = (tile.valid[d] if v == DYNAMIC else v for d, v in enumerate(result.valid))
    return viewed.with_valid((rows, cols))


def _one_element(tile: Handle, offset: int) -> Handle:
    """The element at an offset from the start of a tile, in elements of its memory order."""
    if not 0 <= offset < prod(tile.shape):
        raise CompileError(f"element {offset} lies outside of a tile of {dims_text(tile.shape)}")
    start = tile.start + offset * tile.dtype.itemsize
    return Handle.dense(tile.memory, start, (1, 1), tile.dtype, (1, 1))


def _check_extents(type_: Attribute, extents: Sequence[int]) -> None:
    """The extents that a view's type declares are those that it gets."""
    assert isinstance(type_, TensorViewType | PartitionTensorViewType)
    for declared, extent in zip(type_.shape, extents, strict=True):
        if extent < 0 or declared not in (DYNAMIC, extent):
            raise CompileError(f"an extent of {type_} is {extent}")


def _as_valid(data: Array, tile: Handle) -> Array:
    if data.size != prod(tile.valid):
        raise CompileError(
            f"a window of {dims_text(data.shape)} does not fill a tile of valid "
            f"{dims_text(tile.valid)}"
        )
    return data.reshape(tile.valid)


def _of_axis(values: Sequence[int], axis: int) -> int:
    if not 0 <= axis < len(values):
        raise CompileError(f"a view of {len(values)} dimensions has no {axis}")
    return values[axis]


def _at(pointer: Pointer, offset: int) -> Array:
    """One element of an array, as a view."""
    index = pointer.offset + offset
    if not 0 <= index < pointer.data.size:
        raise CompileError(f"element {index} lies outside of an array of {pointer.data.size}")
    return pointer.data[index : index + 1]


def _only(op: Operation, is_plain: bool) -> None:
    if not is_plain:
        raise CompileError(f"'{op.name}' has no meaning with these optional operands")


def _all_operations() -> Iterable[type[PtoOp]]:
    return (kind for kind in Pto.operations if issubclass(kind, PtoOp))
