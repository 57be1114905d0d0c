"""
Tensors in global memory: a pointer argument, its views, and the windows of loads and stores.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import ArrayAttr, IndexType, MemRefType, NoneAttr, StringAttr, f32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.utils.hints import isa

from lowering.builder import LoweringBuilder
from lowering.types import assembler_element
from pto_dialect.diagnostics import display_name, fail, place_in
from pto_dialect.names import ssa_name
from pto_dialect.pto.attributes import LayoutAttr
from pto_dialect.pto.global_views import MakeTensorViewOp, PartitionViewOp
from pto_dialect.pto.types import PartitionTensorViewType, PtrType, TensorViewType
from pto_dialect.tile.attributes import DIMS
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import window_extents
from pto_dialect.tile.ops.queues import InitPipeOp
from pto_dialect.tile.traits import is_executed
from pto_dialect.tile.types import DYNAMIC, ExtentsAttr, TileType
from pto_dialect.tile.workspaces import workspaces


class Tensors:
    """The tensor arguments of a function."""

    def __init__(self, function: FuncOp, builder: LoweringBuilder):
        self._function = function
        self._builder = builder
        self._dims: dict[tuple[SSAValue, int], SSAValue] = {}
        self._views: dict[tuple[SSAValue, str], SSAValue] = {}
        self._moves: dict[SSAValue, set[bool]] | None = None
        self.workspaces: dict[InitPipeOp, tuple[SSAValue, int]] = {}
        """The workspaces that were added to the arguments, with their elements for a block."""

    def lower_arguments(self, old: Block, new: Block) -> list[Attribute]:
        """
        Add the lowered arguments to the entry block: pointers, the workspaces of queues last, then
        scalars, then one `index` for each distinct dynamic dimension in first-use order. Returns
        their types.
        """
        pointers = [a for a in old.args if isinstance(a.type, MemRefType)]
        scalars = [a for a in old.args if not isinstance(a.type, MemRefType | TileType)]
        if len(pointers) + len(scalars) != len(old.args):
            fail(self._function, "a kernel takes tensors and scalars, not tiles")

        def add(
            type_: Attribute, hint: str | None, like: BlockArgument | Operation
        ) -> BlockArgument:
            argument = new.insert_arg(type_, len(new.args))
            argument.name_hint = hint and ssa_name(hint)
            argument.location = like.location
            return argument

        def add_beside(type_: Attribute, hint: str, like: BlockArgument | Operation) -> SSAValue:
            # What belongs to a tensor or queue is at its place, but is not called so.
            argument = add(type_, hint, like)
            argument.location = place_in(like.location)
            return argument

        values = self._builder.values
        for argument in pointers:
            assert isa(argument.type, MemRefType[Attribute])
            pointer = PtrType(assembler_element(argument.type.element_type))
            values[argument] = add(pointer, argument.name_hint, argument)
        for workspace in workspaces(self._function):
            pointer = add_beside(PtrType(f32), workspace.name, workspace.op)
            self.workspaces[workspace.op] = pointer, workspace.elements
        for argument in scalars:
            values[argument] = add(argument.type, argument.name_hint, argument)
        named: dict[str, SSAValue] = {}
        for argument in pointers:
            assert isa(argument.type, MemRefType[Attribute])
            names = _dim_names(self._function, argument)
            for d, extent in enumerate(argument.type.get_shape()):
                if extent != DYNAMIC:
                    continue
                name = names[d] if d < len(names) else ""
                if name not in named:
                    hint = name or f"{argument.name_hint or 'arg'}_dim{d}"
                    value = add_beside(IndexType(), hint, argument)
                    if name:
                        named[name] = value
                else:
                    value = named[name]
                self._dims[argument, d] = value
        return [argument.type for argument in new.args]

    def extent(self, tensor: SSAValue, dim: int) -> SSAValue:
        """The size of a tensor in one dimension, in elements."""
        extent = self._type(tensor).get_shape()[dim]
        return self._dims[tensor, dim] if extent == DYNAMIC else self._builder.index(extent)

    def window(
        self,
        tensor: SSAValue,
        offsets: Sequence[SSAValue],
        tile: SSAValue,
        valid: Sequence[SSAValue],
        window: ExtentsAttr | None,
    ) -> SSAValue:
        """
        The part of a tensor that a load or store of a tile touches. `offsets` are old values,
        `valid` the new ones of the tile's valid extents.
        """
        type_, tensor_type = tile.type, self._type(tensor)
        assert isinstance(type_, TileType)
        extents = window_extents(type_, window, len(tensor_type.get_shape()))
        run_time = iter(
            [v for v, e in zip(valid, type_.valid_extents, strict=True) if e == DYNAMIC]
        )
        view = self._view(tensor, "dn" if _is_column_access(type_, tensor_type) else "nd")
        starts = [self._builder.values[o] for o in offsets]
        sizes = [next(run_time) if e == DYNAMIC else self._builder.index(e) for e in extents]
        return self._partition(view, starts, sizes, extents, tensor_type)

    def part(
        self, tensor: SSAValue, offsets: Sequence[SSAValue], extents: Sequence[int]
    ) -> SSAValue:
        """A part of a tensor with static extents as a window. `offsets` are old values."""
        type_, view = self._type(tensor), self._view(tensor, "nd")
        starts = [self._builder.values[o] for o in offsets]
        sizes = [self._builder.index(extent) for extent in extents]
        return self._partition(view, starts, sizes, extents, type_)

    def whole(self, tensor: SSAValue) -> SSAValue:
        """All of a tensor as a window."""
        type_, view = self._type(tensor), self._view(tensor, "nd")
        shape = type_.get_shape()
        starts = [self._builder.index(0)] * len(shape)
        sizes = [self.extent(tensor, d) for d in range(len(shape))]
        return self._partition(view, starts, sizes, shape, type_)

    def _partition(
        self,
        view: SSAValue,
        offsets: Sequence[SSAValue],
        sizes: Sequence[SSAValue],
        extents: Sequence[int],
        tensor: MemRefType[Attribute],
    ) -> SSAValue:
        """A window of a view; `extents` are its `sizes` as far as they are known."""
        type_ = PartitionTensorViewType.get(extents, assembler_element(tensor.element_type))
        return self._builder.emit(PartitionViewOp(view, offsets, sizes, type_)).results[0]

    def offset(self, tensor: SSAValue, indices: Sequence[SSAValue]) -> SSAValue:
        """
        Where an element lies behind the start of a tensor, in elements. `indices` are old values.
        """
        type_ = self._type(tensor)
        shape = [self.extent(tensor, d) for d in range(len(indices))]
        total = self._builder.index(0)
        for index, stride in zip(indices, self._strides(tensor, type_, shape), strict=True):
            total = self._add_product(total, self._builder.values[index], stride)
        return total

    def _add_product(self, total: SSAValue, index: SSAValue, stride: SSAValue) -> SSAValue:
        """`total + index · stride` in the body, folded as far as these are constants."""
        at, step = constant_value(index), constant_value(stride)
        if at is not None and step is not None:
            term = self._builder.index(at * step)
        elif step == 1:
            term = index
        else:
            term = self._builder.emit(arith.MuliOp(index, stride)).results[0]
        sums = constant_value(total), constant_value(term)
        if sums[0] is not None and sums[1] is not None:
            return self._builder.index(sums[0] + sums[1])
        if sums[0] == 0:
            return term
        return total if sums[1] == 0 else self._builder.emit(arith.AddiOp(total, term)).results[0]

    def moves(self, tensor: SSAValue) -> tuple[bool, bool]:
        """Whether tiles are loaded from a tensor and stored to it anywhere in the function."""
        if self._moves is None:
            self._moves = {}
            for op in self._function.walk():
                if not is_executed(op):
                    continue
                for operand in op.operands:
                    if isinstance(operand.type, MemRefType):
                        kinds = self._moves.setdefault(operand, set())
                        kinds.add(bool(op.results))
        kinds = self._moves.get(tensor, set[bool]())
        return True in kinds, False in kinds

    def _type(self, tensor: SSAValue) -> MemRefType[Attribute]:
        """
        The type of a tensor.

        Raises:
            CompileError: it is no argument of the kernel.
        """
        if tensor not in self._builder.values:
            fail(
                self._builder.current,
                f"tensor '{display_name(tensor)}' is no argument of the kernel, which is not "
                "supported",
            )
        assert isa(tensor.type, MemRefType[Attribute])
        return tensor.type

    def _view(self, tensor: SSAValue, layout: str) -> SSAValue:
        """A tensor argument as a view; `dn` is the view of a single column."""
        known = self._views.get((tensor, layout))
        if known is not None:
            return known
        type_ = self._type(tensor)
        shape = [self.extent(tensor, d) for d in range(len(type_.get_shape()))]
        strides = self._strides(tensor, type_, shape)
        if layout == "dn":
            strides[-1] = shape[-2]
        view = MakeTensorViewOp(
            self._builder.values[tensor],
            shape,
            strides,
            TensorViewType.get([DYNAMIC] * len(shape), assembler_element(type_.element_type)),
            LayoutAttr(layout),
        )
        view.location = self._function.location
        view.result.name_hint = f"{tensor.name_hint or 'arg'}_view"
        self._builder.add_view(view)
        self._views[tensor, layout] = view.result
        return view.result

    def _strides(
        self, tensor: SSAValue, type_: MemRefType[Attribute], shape: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """Distances of neighbours in each dimension, in elements."""
        if not isinstance(type_.layout, NoneAttr):
            fail(
                self._function,
                f"tensor '{display_name(tensor)}' has the layout {type_.layout}; only tensors "
                "stored row by row are supported",
            )
        strides = [self._builder.index(1)]
        for extent in reversed(shape[1:]):
            strides.insert(0, self._product(strides[0], extent))
        return strides

    def _product(self, a: SSAValue, b: SSAValue) -> SSAValue:
        known = constant_value(a), constant_value(b)
        if known[0] is not None and known[1] is not None:
            return self._builder.index(known[0] * known[1])
        if known[0] == 1:
            return b
        product = arith.MuliOp(a, b)
        product.location = self._function.location
        self._builder.add_view(product)
        return product.result


def _is_column_access(tile: TileType, tensor: MemRefType[Attribute]) -> bool:
    """Whether a column that is stored column by column meets a tensor of one column."""
    return (
        len(tensor.get_shape()) > 1
        and tensor.get_shape()[-1] == 1
        and tile.extents[-1] == 1
        and tile.blayout.data == "col_major"
        and tile.slayout.data == "none_box"
    )


def _dim_names(function: FuncOp, argument: BlockArgument) -> tuple[str, ...]:
    if function.arg_attrs is None:
        return ()
    names = function.arg_attrs.data[argument.index].data.get(DIMS)
    return tuple(n.data for n in names) if isa(names, ArrayAttr[StringAttr]) else ()
