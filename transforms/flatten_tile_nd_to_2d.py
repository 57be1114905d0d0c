"""
Merge the leading dimensions of tiles of more than two: `[d0, …, dk]` becomes `[d0 · …, dk]`.

What it does: every such tile gets two dimensions, loop and branch values included; valid extents
are merged in the same way. A load or store keeps the window of its tensor as an attribute, an
N-D offset is folded row by row, and a window that is assembled or sliced has to be a band of
whole rows. A reshape that only merges leading dimensions goes. Bindings stay on their tiles.

Needs: nothing. Leaves: no tile of more than two dimensions.

Errors: a physical extent that is known at run time only; a window that is no contiguous row band;
an operation on one of the leading dimensions.

    %t = tile.load %a[%i, %c0, %c0] : memref<8x16x64xf32> -> !tile.tile<4x16x64xf32>
    ⟶ %t = tile.load %a[%i, %c0, %c0] window = [4, 16, 64]
           : memref<8x16x64xf32> -> !tile.tile<64x64xf32>
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from pto_dialect.diagnostics import display_name, fail
from pto_dialect.module_attributes import functions_in
from pto_dialect.segments import segments
from pto_dialect.tile.ops.base import TileOp
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import CreateOp, FullOp, LoadOp, StoreOp, window_extents
from pto_dialect.tile.ops.views import (
    AssembleOp,
    ReshapeOp,
    SetValidShapeOp,
    ValidDimOp,
    WindowOp,
)
from pto_dialect.tile.types import DYNAMIC, ExtentsAttr, TileType, dims_text


@dataclass(frozen=True)
class FlattenTileNdTo2dPass(ModulePass):
    """Merge the leading dimensions of N-D tiles; see the module's docstring."""

    name = "flatten-tile-nd-to-2d"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_in(op):
            _Flattener(function).run()


def is_nd(value: SSAValue) -> bool:
    """Whether a value is a tile of more than two dimensions."""
    return isinstance(value.type, TileType) and len(value.type.extents) > 2


class _Flattener:
    """Works on one function: looks at every operation, changes all types, then the operations."""

    def __init__(self, function: FuncOp):
        self._function = function
        self._values: list[SSAValue] = []
        self._changes: list[Callable[[], None]] = []
        self._touched: list[Operation] = []

    def run(self) -> None:
        """Flatten every tile of the function."""
        for op in self._function.walk():
            for region in op.regions:
                for block in region.blocks:
                    self._values.extend(filter(is_nd, block.args))
            self._values.extend(filter(is_nd, op.results))
            if any(map(is_nd, (*op.operands, *op.results))):
                self._touched.append(op)
                self._look_at(op)
        if not self._values:
            return
        for value in self._values:
            self._check_static(value)
        for value in self._values:
            assert isinstance(value.type, TileType)
            new = Rewriter.replace_value_with_new_type(value, value.type.flattened)
            if isinstance(value, BlockArgument) and isinstance(new, BlockArgument):
                new.location = value.location
        for change in self._changes:
            change()
        for op in self._touched:
            self._check(op)
            if isinstance(op, ReshapeOp) and op.src.type == op.result.type:
                _replace(op, op.src)
        self._function.update_function_type()

    def _check_static(self, value: SSAValue) -> None:
        type_ = value.type
        assert isinstance(type_, TileType)
        if not type_.has_static_shape:
            fail(
                value,
                f"tile '{display_name(value)}' of {dims_text(type_.extents)} cannot be flattened "
                "to 2D: an extent is known at run time only",
                [
                    "go through the dimension in chunks of a constant size with pl.parallel, or "
                    "reshape the tensor so that the tile has two dimensions"
                ],
            )

    def _check(self, op: Operation) -> None:
        """An operation that does not survive flattening works on a leading dimension."""
        if op.parent is None or not isinstance(op, TileOp):
            return
        try:
            op.verify_()
        except VerifyException as error:
            fail(
                op,
                f"{op.name} works on the last dimension of a tile only, the others are merged: "
                f"{error}",
            )

    # ---- What has to change, by the types before ----

    def _look_at(self, op: Operation) -> None:
        match op:
            case LoadOp():
                extents = _window(op.result, op.source, op.window)
                self._keep_window(op, extents)
                self._merge_valid(op)
            case StoreOp():
                self._keep_window(op, _window(op.tile, op.destination, op.window))
            case CreateOp() | FullOp() | SetValidShapeOp():
                self._merge_valid(op)
            case AssembleOp():
                self._fold(op, op.target, op.source)
            case WindowOp():
                if not (is_nd(op.src) and is_nd(op.result)):
                    fail(
                        op,
                        f"{op.name} has one number of dimensions: "
                        f"{_dims(op.src)} cannot become {_dims(op.result)}",
                    )
                self._fold(op, op.src, op.result)
            case ValidDimOp():
                self._read_valid(op)
            case _:
                pass

    def _keep_window(self, op: LoadOp | StoreOp, extents: tuple[int, ...]) -> None:
        self._changes.append(lambda: op.properties.update(window=ExtentsAttr(extents)))

    def _merge_valid(self, op: LoadOp | CreateOp | FullOp | SetValidShapeOp) -> None:
        type_ = op.result.type
        assert isinstance(type_, TileType)
        if op.valid and is_nd(op.result):
            extents = type_.valid_extents
            self._changes.append(lambda: self._replace_valid(op, extents))

    def _replace_valid(
        self,
        op: LoadOp | CreateOp | FullOp | SetValidShapeOp | WindowOp,
        extents: tuple[int, ...],
    ) -> None:
        given = tuple(op.valid)
        following = iter(given)
        values = [next(following) if v == DYNAMIC else v for v in extents]
        merged: list[SSAValue] = []
        if DYNAMIC in extents[:-1]:
            merged.append(_Arithmetic(op).product(values[:-1]))
        merged.extend(v for v in values[-1:] if isinstance(v, SSAValue))
        kept = op.operands[: len(op.operands) - len(given)]
        op.operands = (*kept, *merged)
        if isinstance(op, LoadOp):
            op.properties.update(segments(1, len(kept) - 1, len(merged)))

    def _read_valid(self, op: ValidDimOp) -> None:
        type_ = op.src.type
        assert isinstance(type_, TileType)
        dim, extents = op.dim.value.data, type_.valid_extents
        if extents[dim] != DYNAMIC:
            self._changes.append(lambda: _replace(op, _Arithmetic(op).constant(extents[dim])))
        elif dim == len(extents) - 1 or prod(extents[:-1]) == DYNAMIC:
            new = 1 if dim == len(extents) - 1 else 0
            self._changes.append(lambda: _replace(op, _Arithmetic(op).valid_dim(op.src, new)))
        else:
            fail(op, f"the valid extent of dimension {dim} of {type_} is merged with others")

    def _fold(self, op: AssembleOp | WindowOp, outer: SSAValue, inner: SSAValue) -> None:
        """Replace the offsets of a window by its first row and column."""
        whole, part = outer.type, inner.type
        assert isinstance(whole, TileType) and isinstance(part, TileType)
        if not _is_row_band(whole.extents, part.extents):
            fail(
                op,
                f"{op.name}: a block of {dims_text(part.extents)} is no contiguous row band of a "
                f"tile of {dims_text(whole.extents)}",
                ["only its first extent greater than one may be less than the tile's"],
            )
        extents = whole.extents

        def change() -> None:
            starts = tuple(op.offsets)
            valid = tuple(op.valid) if isinstance(op, WindowOp) else ()
            row = _Arithmetic(op).linear(starts[:-1], extents[:-1])
            kept = op.operands[: len(op.operands) - len(valid) - len(starts)]
            op.operands = (*kept, row, starts[-1], *valid)
            if isinstance(op, WindowOp):
                op.properties.update(segments(1, 2, len(valid)))

        self._changes.append(change)
        if isinstance(op, WindowOp) and op.valid:
            before = part.valid_extents
            self._changes.append(lambda: self._replace_window_valid(op, before))

    def _replace_window_valid(self, op: WindowOp, extents: tuple[int, ...]) -> None:
        self._replace_valid(op, extents)
        op.properties.update(segments(1, 2, len(op.operands) - 3))


def _dims(value: SSAValue) -> str:
    assert isinstance(value.type, TileType)
    return dims_text(value.type.extents)


def _is_row_band(whole: Sequence[int], part: Sequence[int]) -> bool:
    """Whether the rows of a block follow each other in the tile with its dimensions merged."""
    begun = False
    for size, extent in zip(whole[:-1], part[:-1], strict=True):
        if begun and extent != size:
            return False
        begun = begun or extent != 1
    return True


def _window(tile: SSAValue, tensor: SSAValue, window: ExtentsAttr | None) -> tuple[int, ...]:
    assert isinstance(tile.type, TileType)
    assert isa(tensor.type, MemRefType[Attribute])
    return window_extents(tile.type, window, tensor.type.get_num_dims())


def _replace(op: Operation, value: SSAValue) -> None:
    op.results[0].replace_all_uses_with(value)
    op.detach()
    op.erase()


class _Arithmetic:
    """Builds index arithmetic in front of an operation; constants are folded."""

    def __init__(self, before: Operation):
        self._before = before

    def _emit(self, op: Operation) -> SSAValue:
        op.location = self._before.location
        assert self._before.parent is not None
        self._before.parent.insert_op_before(op, self._before)
        return op.results[0]

    def constant(self, value: int) -> SSAValue:
        """A constant."""
        return self._emit(arith.ConstantOp(IntegerAttr(value, IndexType())))

    def valid_dim(self, tile: SSAValue, dim: int) -> SSAValue:
        """The valid extent of a tile."""
        return self._emit(ValidDimOp(tile, dim))

    def product(self, factors: Sequence[SSAValue | int]) -> SSAValue:
        """The product of numbers, at least one of which is known at run time only."""
        known, total = 1, None
        for factor in factors:
            number = factor if isinstance(factor, int) else constant_value(factor)
            if number is not None:
                known *= number
            elif isinstance(factor, SSAValue):
                total = factor if total is None else self._emit(arith.MuliOp(total, factor))
        if total is None:
            return self.constant(known)
        return total if known == 1 else self._emit(arith.MuliOp(total, self.constant(known)))

    def linear(self, offsets: Sequence[SSAValue], extents: Sequence[int]) -> SSAValue:
        """The row that N-D offsets stand for, counted row by row."""
        known, total = 0, None
        for d, offset in enumerate(offsets):
            stride = prod(extents[d + 1 :])
            number = constant_value(offset)
            if number is not None:
                known += number * stride
                continue
            term = self.product([offset, stride])
            total = term if total is None else self._emit(arith.AddiOp(total, term))
        if total is None:
            return self.constant(known)
        return total if known == 0 else self._emit(arith.AddiOp(total, self.constant(known)))
