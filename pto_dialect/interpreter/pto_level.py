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
   that is left when the function returns. Buffer ids are released by the pipe that takes them.
8. A section runs on the core that it names. Queues and signals: see `queues`; every core has its
   own on-chip memory, but the cube core moves accumulators into that of the first vector core.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from xdsl.interpreter import (
    Interpreter,
    OpImplResult,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import Attribute, Operation

from pto_dialect.diagnostics import CompileError, display_name
from pto_dialect.interpreter import core_table, prefetches
from pto_dialect.interpreter.core import Function, no_effect
from pto_dialect.interpreter.cores import CoreId
from pto_dialect.interpreter.dtypes import (
    Array,
    element,
    is_array,
    number,
    numpy_dtype,
    scalar_bits,
)
from pto_dialect.interpreter.memories import Cause, Handle, Memory, overlap_cause
from pto_dialect.interpreter.placed_level import Area, Memories
from pto_dialect.interpreter.pto_cores import PtoCoreTable
from pto_dialect.interpreter.pto_matrix import PtoMatrixTable
from pto_dialect.interpreter.pto_movement import PtoMovementTable
from pto_dialect.interpreter.pto_quantisation import PtoQuantisationTable
from pto_dialect.interpreter.pto_values import (
    Addresses,
    GlobalView,
    Pointer,
    RegisterArray,
    cast_pointer,
    check_extents,
    conflict,
    elements_of,
    handle_at,
    only_plain,
    order_of,
    tile_buf,
    tile_valid,
    use_scratch,
    write_result,
)
from pto_dialect.interpreter.pto_vector import PtoVectorTable
from pto_dialect.interpreter.queues import Chip
from pto_dialect.interpreter.rounding import convert
from pto_dialect.interpreter.semantics import MEANINGS, Block, Pattern, apply, fill
from pto_dialect.interpreter.vector_operations import defined_data
from pto_dialect.interpreter.vector_semantics import (
    dequantize,
    fill_pad,
    partial,
    partial_position,
)
from pto_dialect.pto import (
    Pto,
    arithmetic,
    arrays,
    broadcast,
    gathering,
    global_views,
    kernel,
    movement,
    pointers,
    scalar_arithmetic,
    synchronisation,
    tile_handles,
    tile_views,
)
from pto_dialect.pto import unary as pto_unary
from pto_dialect.pto.attributes import PadValueAttr
from pto_dialect.pto.base import DpsOp, PtoOp
from pto_dialect.pto.types import (
    DYNAMIC,
    EventIdArrayType,
    LocalArrayType,
    MultiTileBufType,
    PartitionTensorViewType,
    PtrType,
    TensorViewType,
    TileBufType,
    dims_text,
)
from pto_dialect.tile.ops import OPERATIONS
from pto_dialect.tile.traits import MayNotAlias, NotInPlaceSafe


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
            *("concat", "addrelu"),
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
    synchronisation.TSyncOp,
    synchronisation.SetFftsOp,
    movement.TPrefetchOp,
    kernel.PrintOp,
    kernel.TPrintOp,
)
"""Operations that change no data: they say when something happens, or print."""

_TILE_OPS = {kind.name.removeprefix("tile."): kind for kind in OPERATIONS}


@register_impls
class PtoTable(
    PtoVectorTable, PtoMatrixTable, PtoMovementTable, PtoQuantisationTable, PtoCoreTable
):
    """The operations of the assembler."""

    def __init__(self, memories: Memories, core: CoreId | None = None, chip: Chip | None = None):
        super().__init__(memories, core, chip)
        self._addresses = Addresses()
        self._scales: dict[tuple[Memory, int], Memory] = {}

    @classmethod
    def derived(cls) -> Iterable[tuple[type[Operation], Function]]:
        for kind in NO_EFFECT:
            yield kind, no_effect
        yield from core_table.PTO_LEVEL.items()
        yield from prefetches.PTO_LEVEL.items()
        for kind in _all_operations():
            if (rule := RULES.get(kind.name)) is not None:
                yield kind, _compute(rule)

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

    @impl(pointers.PtrToIntOp)
    def run_ptrtoint(
        self, interpreter: Interpreter, op: pointers.PtrToIntOp, args: PythonValues
    ) -> PythonValues:
        return (self._address(args[0], op.result.type),)

    @impl(pointers.IntToPtrOp)
    def run_inttoptr(
        self, interpreter: Interpreter, op: pointers.IntToPtrOp, args: PythonValues
    ) -> PythonValues:
        return (self._pointer(args[0], op.result.type),)

    @impl(pointers.CastPtrOp)
    def run_castptr(
        self, interpreter: Interpreter, op: pointers.CastPtrOp, args: PythonValues
    ) -> PythonValues:
        value, type_ = args[0], op.result.type
        if not isinstance(type_, PtrType):
            return (self._address(value, type_),)
        return (self._pointer(value, type_),)

    def _address(self, pointer: Any, type_: Attribute) -> int:
        if scalar_bits(type_) < 64:
            raise CompileError(f"an address does not fit into {type_}")
        return self._addresses.of(_global(pointer))

    def _pointer(self, value: Any, type_: Attribute) -> Pointer:
        assert isinstance(type_, PtrType)
        if type_.space.data != "gm":
            raise CompileError(f"a pointer into {type_.space.data} has no meaning")
        dtype = numpy_dtype(type_.element_type)
        if isinstance(value, int):
            return self._addresses.pointer(value, dtype)
        return cast_pointer(_global(value), dtype)

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
        check_extents(op.result.type, shape)
        return (GlobalView(pointer.data, pointer.offset, shape, strides),)

    @impl(global_views.PartitionViewOp)
    def run_partition_view(
        self, interpreter: Interpreter, op: global_views.PartitionViewOp, args: PythonValues
    ) -> PythonValues:
        view, *numbers = args
        rank = len(numbers) // 2
        offsets, sizes = numbers[:rank], tuple(numbers[rank:])
        check_extents(op.result.type, sizes)
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

    def _area(
        self, op: tile_handles.AllocOp, tile: TileBufType, slots: int, args: Sequence[int]
    ) -> tuple[Area, Sequence[int]]:
        """What an allocation reserves, and the operands that give valid extents."""
        label = display_name(op.results[0])
        if op.addr is not None:
            memory = self.memories.of_space(tile.space.data)
            return Area(label, memory, args[0], tile.bytes, slots), args[1:]
        memory = self.memories.of_allocation(op, label, tile.bytes * slots)
        return Area(label, memory, 0, tile.bytes, slots), args

    @impl(tile_handles.AllocTileOp)
    def run_alloc_tile(
        self, interpreter: Interpreter, op: tile_handles.AllocTileOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_buf(op.result)
        area, extents = self._area(op, type_, 1, args)
        return (handle_at(area.memory, area.slot_start(0), type_, _given(op, type_, extents)),)

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
        return (handle_at(area.memory, area.slot_start(slot), tile_buf(op.result), valid),)

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

    @impl(tile_handles.DeclareTileOp)
    def run_declare_tile(
        self, interpreter: Interpreter, op: tile_handles.DeclareTileOp, args: PythonValues
    ) -> PythonValues:
        type_ = tile_buf(op.tile)
        memory = self.memories.of_allocation(op, display_name(op.tile), type_.bytes)
        rows, cols = (0 if v == DYNAMIC else v for v in type_.valid)
        return (handle_at(memory, 0, type_, (rows, cols)),)

    @impl(global_views.DeclareGlobalOp)
    def run_declare_global(
        self, interpreter: Interpreter, op: global_views.DeclareGlobalOp, args: PythonValues
    ) -> PythonValues:
        type_ = op.results[0].type
        assert isinstance(type_, TensorViewType | PartitionTensorViewType)
        dtype = numpy_dtype(type_.element_type)
        return (GlobalView(np.zeros(0, dtype), 0, type_.shape, (1,) * len(type_.shape)),)

    @impl(movement.TGetScaleAddrOp)
    def run_tget_scale_addr(
        self, interpreter: Interpreter, op: movement.TGetScaleAddrOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args
        type_ = tile_buf(op.dst)
        place = (src.memory, src.start)
        memory = self._scales.get(place)
        if memory is None or memory.size < type_.bytes:
            label = f"scales of {display_name(op.src)}"
            memory = self._scales[place] = Memory(label, type_.bytes)
        interpreter.set_values([(op.dst, handle_at(memory, 0, type_, dst.valid))])
        return ()

    @impl(tile_handles.TAssignOp)
    def run_tassign(
        self, interpreter: Interpreter, op: tile_handles.TAssignOp, args: PythonValues
    ) -> PythonValues:
        tile, address = args
        type_ = tile_buf(op.tile)
        area = Area(
            display_name(op.tile), self.memories.of_space(type_.space.data), address, type_.bytes, 1
        )
        moved = handle_at(area.memory, area.start, type_, tile.valid)
        interpreter.set_values([(op.tile, moved)])
        return (moved,)

    # ---- Movement ----

    @impl(movement.TLoadOp)
    def run_tload(
        self, interpreter: Interpreter, op: movement.TLoadOp, args: PythonValues
    ) -> PythonValues:
        view, tile = args[:2]
        is_padded = op.pad_mode is not None and op.pad_mode.data != "PadNull"
        fills = op.init_out_buffer is not None and bool(op.init_out_buffer.value.data)
        only_plain(op, not is_padded and not fills and len(args) == 2 and not op.results)
        data = _as_valid(elements_of(view), tile)
        tile.write(Block(data.view(tile.dtype), None))
        return ()

    @impl(movement.TGetValOp)
    def run_tgetval(
        self, interpreter: Interpreter, op: movement.TGetValOp, args: PythonValues
    ) -> PythonValues:
        tile, offset = args
        data = defined_data(_one_element(tile, offset), op.src, op)
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

    # ---- Arrays in registers ----

    @impl(arrays.DeclareEventIdArrayOp)
    def run_declare_eventid_array(
        self, interpreter: Interpreter, op: arrays.DeclareEventIdArrayOp, args: PythonValues
    ) -> PythonValues:
        type_ = op.array.type
        assert isinstance(type_, EventIdArrayType)
        return (RegisterArray((type_.size.data,)),)

    @impl(arrays.EventIdArrayGetOp)
    def run_eventid_array_get(
        self, interpreter: Interpreter, op: arrays.EventIdArrayGetOp, args: PythonValues
    ) -> PythonValues:
        return (args[0].get(args[1:]),)

    @impl(arrays.EventIdArraySetOp)
    def run_eventid_array_set(
        self, interpreter: Interpreter, op: arrays.EventIdArraySetOp, args: PythonValues
    ) -> PythonValues:
        args[0].set(args[1:-1], args[-1])
        return ()

    @impl(arrays.DeclareLocalArrayOp)
    def run_declare_local_array(
        self, interpreter: Interpreter, op: arrays.DeclareLocalArrayOp, args: PythonValues
    ) -> PythonValues:
        type_ = op.array.type
        assert isinstance(type_, LocalArrayType)
        return (RegisterArray(type_.shape),)

    @impl(arrays.LocalArrayGetOp)
    def run_local_array_get(
        self, interpreter: Interpreter, op: arrays.LocalArrayGetOp, args: PythonValues
    ) -> PythonValues:
        return (args[0].get(args[1:]),)

    @impl(arrays.LocalArraySetOp)
    def run_local_array_set(
        self, interpreter: Interpreter, op: arrays.LocalArraySetOp, args: PythonValues
    ) -> PythonValues:
        args[0].set(args[1:-1], args[-1])
        return ()

    # ---- Conversion, broadcast ----

    @impl(pto_unary.TCvtOp)
    def run_tcvt(
        self, interpreter: Interpreter, op: pto_unary.TCvtOp, args: PythonValues
    ) -> PythonValues:
        src, dst, *tmp = args
        use_scratch(op, args, tmp)
        block = src.block()
        mode, saturation = op.round_mode, op.saturation_mode
        assert mode is not None and saturation is not None
        name = mode.data.removeprefix("CAST_").lower()
        data = convert(block.data, dst.dtype, name, saturate=saturation.data == "ON")
        widens = dst.dtype.itemsize > src.dtype.itemsize
        apart = (src, *tmp) if widens else tmp
        poisoned = conflict(op, args, dst, apart=apart, in_place=(src,))
        write_result(op, args, dst, Block(data, block.defined), poisoned, tmp)
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
        block = apply(MEANINGS["axpy"], op.name, operands)
        write_result(op, args, dst, block, conflict(op, args, dst, in_place=(src,)))
        return ()

    @impl(broadcast.TRowExpandOp)
    def run_trowexpand(
        self, interpreter: Interpreter, op: broadcast.TRowExpandOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args
        block = fill(op.name, dst.valid, _vector(src, Pattern.ROW_EXPAND))
        write_result(op, args, dst, block, conflict(op, args, dst, apart=(src,)))
        return ()

    @impl(broadcast.TColExpandOp)
    def run_tcolexpand(
        self, interpreter: Interpreter, op: broadcast.TColExpandOp, args: PythonValues
    ) -> PythonValues:
        src, dst = args
        block = fill(op.name, dst.valid, _vector(src, Pattern.COLUMN_EXPAND))
        write_result(op, args, dst, block, conflict(op, args, dst, apart=(src,)))
        return ()

    @impl(gathering.TPartArgMaxOp)
    def run_tpartargmax(
        self, interpreter: Interpreter, op: gathering.TPartArgMaxOp, args: PythonValues
    ) -> PythonValues:
        return _partial_position(op, "gt", *args)

    @impl(gathering.TPartArgMinOp)
    def run_tpartargmin(
        self, interpreter: Interpreter, op: gathering.TPartArgMinOp, args: PythonValues
    ) -> PythonValues:
        return _partial_position(op, "lt", *args)

    @impl(gathering.TDequantOp)
    def run_tdequant(
        self, interpreter: Interpreter, op: gathering.TDequantOp, args: PythonValues
    ) -> PythonValues:
        src, scale, offset, dst = args
        scales, offsets = (_vector(tile, Pattern.ROW_EXPAND) for tile in (scale, offset))
        block = dequantize(op.name, src.block(), scales, offsets, dst.dtype)
        write_result(op, args, dst, block, conflict(op, args, dst, apart=(src, scale, offset)))
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


def _compute(rule: _Rule) -> Function:
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
        sources: list[Handle] = []
        poisoned: Cause | None = None
        scratch = [args[order.ins[p]] for p in rule.scratch if p < len(order.ins)]
        use_scratch(op, args, scratch)
        for position, index in enumerate(order.ins):
            arg = args[index]
            if not isinstance(arg, Handle):
                operands.append(element(arg, dst.dtype))
                continue
            must_be_apart = apart is None or position in apart or position in rule.scratch
            if dst.overlaps(arg) if must_be_apart else dst.shifted_over(arg):
                poisoned = overlap_cause(op, dst, op.operands[index], arg)
            if position in rule.scratch:
                continue
            sources.append(arg)
            if position == 1 and meaning.pattern in _EXPANSIONS:
                operands.append(_vector(arg, meaning.pattern))
            else:
                operands.append(arg.block())
        block = apply(meaning, op.name, operands)
        if meaning.bitwise and block.defined is not None:
            # An element may consist of bytes that somebody has written and others.
            dst = dst.as_bytes()
            block = apply(meaning, op.name, [source.as_bytes().block() for source in sources])
        write_result(op, args, dst, block, poisoned, scratch)
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
    args = (src0, src1, dst)
    write_result(op, args, dst, block, conflict(op, args, dst, in_place=(src0, src1)))
    return ()


def _partial_position(
    op: Operation,
    better: str,
    src0: Handle,
    src1: Handle,
    idx0: Handle,
    idx1: Handle,
    dst: Handle,
    dst_idx: Handle,
) -> PythonValues:
    sources = (src0, src1, idx0, idx1)
    value, index = partial_position(op.name, better, [s.block() for s in sources], dst.valid)
    args = (*sources, dst, dst_idx)
    for there, block in ((dst, value), (dst_idx, index)):
        apart = [s for s in sources if there.dtype != s.dtype]
        poisoned = conflict(op, args, there, apart=apart, in_place=sources)
        write_result(op, args, there, block, poisoned)
    return ()


def _fill_pad(op: DpsOp, src: Handle, dst: Handle) -> PythonValues:
    given, pad = op.properties.get("padValue"), tile_buf(op.destinations()[0]).pad
    if isinstance(given, PadValueAttr) and given.data != "null":
        pad = given
    block = fill_pad(src.block(), dst.shape, pad.data)
    args = (src, dst)
    poisoned = conflict(op, args, dst, in_place=(src,))
    write_result(op, args, dst.with_valid(dst.shape), block, poisoned)
    return ()


def _given(op: tile_handles.AllocOp, type_: TileBufType, extents: Sequence[int]) -> tuple[int, int]:
    following = iter(extents)
    rows = next(following) if op.valid_row is not None else None
    cols = next(following) if op.valid_col is not None else None
    return tile_valid(type_, rows, cols)


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


def _global(pointer: Any) -> Pointer:
    if is_array(pointer) and pointer.flags.c_contiguous:
        return Pointer(pointer.reshape(-1), 0)
    if not isinstance(pointer, Pointer):
        raise CompileError("only the address of an array without gaps can be taken")
    return pointer


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


def _all_operations() -> Iterable[type[PtoOp]]:
    return (kind for kind in Pto.operations if issubclass(kind, PtoOp))
