"""
Make batches of matrix products of single products.

What it does: `tile.batch_matmul` and `tile.batch_matmul_acc` become one `tile.matmul` or
`tile.matmul_acc` for each matrix of the batch, on slices of the operands. Each product has an
accumulator of its own: a loop or branch that passes a batch on passes on every one of them, a
`tile.create` that a batch is added to becomes one for each, and a store of a batch becomes one for
each, into its part of the tensor.

Needs: nothing. Leaves: neither operation. The slices stand in front of their product, so that
`canonicalize-tile-slice` turns them into copies to the operand memories.

Errors: a batch that is read by anything else (an accumulator cannot be copied to another one), or
that is bound to a buffer.

    %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16> -> …
    ⟶ %s = tile.slice %a[%c0, %c0, %c0] : … -> !tile.tile<1x16x64xbf16>
       %m = tile.reshape %s : … -> !tile.tile<16x64xbf16>
       %c = tile.matmul %m, %b : …; …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.buffer import BindOp
from pto_dialect.diagnostics import display_name, fail
from pto_dialect.mem import PlaceOp
from pto_dialect.module_attributes import functions_in
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.matrix import BatchMatmulAccOp, BatchMatmulOp, MatmulAccOp, MatmulOp
from pto_dialect.tile.ops.memory import CreateOp, StoreOp
from pto_dialect.tile.ops.views import ReshapeOp, SliceOp, ValidDimOp
from pto_dialect.tile.types import TileType

BatchOp = BatchMatmulOp | BatchMatmulAccOp


@dataclass(frozen=True)
class ExpandBatchMatmulPass(ModulePass):
    """Make batches of matrix products of single products; see the module's docstring."""

    name = "expand-batch-matmul"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_in(op):
            batches = batches_in(function)
            if batches:
                _Expansion(batches).run(function)


# ---- Which values are batches ----


def batches_in(function: FuncOp) -> dict[SSAValue, None]:
    """
    The tiles that are batches of products: results and accumulators of the operations on batches,
    and what loops and branches make of them.
    """
    found = dict[SSAValue, None]()
    pending: list[SSAValue] = []
    for op in function.walk():
        if isinstance(op, BatchOp):
            pending.extend(op.results)
        if isinstance(op, BatchMatmulAccOp):
            pending.append(op.acc)
    while pending:
        value = pending.pop()
        if value not in found:
            found[value] = None
            pending.extend(_same_batch(value))
    return found


def _same_batch(value: SSAValue) -> Iterator[SSAValue]:
    """The values that control flow or an accumulation makes of a value, or makes it of."""
    owner = value.owner
    if isinstance(owner, Block):
        loop = owner.parent_op()
        if isinstance(loop, scf.ForOp) and value is not owner.args[0]:
            yield from _carried(loop, owner.args.index(value) - 1)
    elif isinstance(owner, scf.ForOp):
        yield from _carried(owner, owner.results.index(value))
    elif isinstance(owner, scf.IfOp):
        yield from _chosen(owner, owner.results.index(value))
    elif isinstance(owner, BatchMatmulAccOp):
        yield owner.acc
    for use in value.uses:
        user = use.operation
        if isinstance(user, scf.ForOp) and use.index >= _BOUNDS:
            yield from _carried(user, use.index - _BOUNDS)
        elif isinstance(user, scf.YieldOp):
            around = user.parent_op()
            if isinstance(around, scf.ForOp):
                yield from _carried(around, use.index)
            elif isinstance(around, scf.IfOp):
                yield from _chosen(around, use.index)


_BOUNDS = 3
"""Operands of a loop in front of its initial values."""


def _carried(loop: scf.ForOp, i: int) -> Iterator[SSAValue]:
    """All that the `i`-th carried value of a loop is called."""
    end = loop.body.block.last_op
    assert end is not None
    yield from (loop.iter_args[i], loop.body.block.args[1 + i], end.operands[i], loop.results[i])


def _chosen(branch: scf.IfOp, i: int) -> Iterator[SSAValue]:
    """All that the `i`-th result of a branch is called."""
    yield branch.results[i]
    for region in branch.regions:
        end = region.block.last_op
        assert end is not None
        yield end.operands[i]


# ---- The rewriting ----


def _leading(batch: SSAValue) -> tuple[int, ...]:
    return tile_type(batch).extents[:-2]


def _indices(batch: SSAValue) -> Iterator[tuple[int, ...]]:
    """The indices of the matrices of a batch, row by row."""
    return product(*map(range, _leading(batch)))


def _matrix(type_: TileType) -> TileType:
    """The type of one matrix of a batch."""
    return TileType.get(
        type_.extents[-2:],
        type_.element_type,
        type_.memory_space,
        valid=type_.valid_extents[-2:],
    )


class _Expansion:
    """Works on one function."""

    def __init__(self, batches: dict[SSAValue, None]):
        self._batches = batches
        self._parts: dict[SSAValue, Sequence[SSAValue]] = {}
        self._replaced: list[Operation] = []
        self._before: Operation
        self._slices: dict[tuple[SSAValue, tuple[int, ...]], SSAValue] = {}

    def run(self, function: FuncOp) -> None:
        """Replace every operation on batches."""
        self._visit(function.body.block)
        for op in reversed(self._replaced):
            op.detach()
            op.erase()
        for batch in self._batches:
            if isinstance(batch, BlockArgument):
                batch.block.erase_arg(batch)

    def _visit(self, block: Block) -> None:
        for op in list(block.ops):
            self._before = op
            match op:
                case BatchMatmulOp() | BatchMatmulAccOp():
                    self._products(op)
                case CreateOp() if op.result in self._batches:
                    self._creates(op)
                case StoreOp() if op.tile in self._batches:
                    self._stores(op)
                case scf.ForOp():
                    self._loop(op)
                case scf.IfOp():
                    self._branch(op)
                case scf.YieldOp():
                    op.operands = self._expanded(op.operands)
                case _:
                    self._check_other(op)
                    for region in op.regions:
                        for inner in region.blocks:
                            self._visit(inner)

    def _check_other(self, op: Operation) -> None:
        for operand in op.operands:
            if operand in self._batches:
                name, count = display_name(operand), prod(_leading(operand))
                if isinstance(op, BindOp | PlaceOp):
                    fail(
                        op,
                        f"'{name}' cannot be put into {op.label}: it is a batch of products in "
                        f"{count} accumulators, each of which has memory of its own",
                        ["multiply one matrix at a time with matmul, and bind each product"],
                    )
                fail(
                    op,
                    f"{op.name} uses '{name}', a batch of products in {count} accumulators, which "
                    "can only be stored or added to",
                    ["store it first, or multiply one matrix at a time with matmul"],
                )
        for result in op.results:
            if result in self._batches:
                fail(
                    op,
                    f"'{display_name(result)}' accumulates a batch of products, each of which has "
                    f"an accumulator of its own, and is made by {op.name}",
                    ["begin with batch_matmul, or with a tile that is created"],
                )

    def _add(self, op: Operation) -> SSAValue:
        """Put an operation before the one that is replaced."""
        op.location = self._before.location
        op.attributes.update(self._before.attributes)
        assert self._before.parent is not None
        self._before.parent.insert_op_before(op, self._before)
        return op.results[0]

    def _index(self, value: int) -> SSAValue:
        return self._add(arith.ConstantOp(IntegerAttr(value, IndexType())))

    def _set_parts(self, batch: SSAValue, parts: Sequence[SSAValue]) -> None:
        self._parts[batch] = parts
        for part in parts:
            part.name_hint = batch.name_hint

    def _expanded(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The values, with its parts in place of each batch."""
        return [part for value in values for part in self._parts.get(value, (value,))]

    def _products(self, op: BatchOp) -> None:
        self._slices = {}
        parts: list[SSAValue] = []
        for number, index in enumerate(_indices(op.result)):
            operands = [self._matrix_of(operand, index) for operand in (op.lhs, op.rhs)]
            if isinstance(op, BatchMatmulAccOp):
                operands.insert(0, self._parts[op.acc][number])
            kind = MatmulAccOp if isinstance(op, BatchMatmulAccOp) else MatmulOp
            parts.append(self._add(kind(*operands, result_types=[_matrix(tile_type(op.result))])))
        self._set_parts(op.result, parts)
        self._replaced.append(op)

    def _matrix_of(self, operand: SSAValue, index: tuple[int, ...]) -> SSAValue:
        """One matrix of an operand, for the product with this index."""
        type_, leading = tile_type(operand), _leading(operand)
        if not leading:
            return operand
        own = index[len(index) - len(leading) :]
        start = tuple(0 if size == 1 else i for i, size in zip(own, leading, strict=True))
        if (operand, start) not in self._slices:
            self._slices[operand, start] = self._slice(operand, type_, start)
        return self._slices[operand, start]

    def _slice(self, operand: SSAValue, type_: TileType, start: tuple[int, ...]) -> SSAValue:
        rank, ones = len(type_.extents), (1,) * len(start)
        part = TileType.get(
            (*ones, *type_.extents[-2:]),
            type_.element_type,
            type_.memory_space,
            valid=(*ones, *type_.valid_extents[-2:]),
            layout=type_.layout,
        )
        valid = [
            self._add(ValidDimOp(operand, d)) for d in type_.dynamic_valid_dims if d >= rank - 2
        ]
        offsets = [self._index(i) for i in (*start, 0, 0)]
        window = self._add(SliceOp(operand, offsets, part, valid=valid))
        matrix = self._add(ReshapeOp(window, _matrix(part)))
        matrix.name_hint = operand.name_hint
        return matrix

    def _creates(self, op: CreateOp) -> None:
        type_ = _matrix(tile_type(op.result))
        self._set_parts(op.result, [self._add(CreateOp(type_)) for _ in _indices(op.result)])
        self._replaced.append(op)

    def _stores(self, op: StoreOp) -> None:
        if op.window is not None:
            fail(op, f"{op.name} of a batch of products has no window of its own")
        leading = len(op.offsets) - 2
        for index, part in zip(_indices(op.tile), self._parts[op.tile], strict=True):
            whole = (0,) * (leading - len(index)) + index
            starts = [self._sum(o, i) for o, i in zip(op.offsets, (*whole, 0, 0), strict=True)]
            self._add_store(op, part, starts)
        self._replaced.append(op)

    def _add_store(self, op: StoreOp, part: SSAValue, starts: Sequence[SSAValue]) -> None:
        store = StoreOp(part, op.destination, starts, atomic_add=op.atomic_add is not None)
        store.location = op.location
        store.attributes.update(op.attributes)
        assert op.parent is not None
        op.parent.insert_op_before(store, op)

    def _sum(self, offset: SSAValue, number: int) -> SSAValue:
        known = constant_value(offset)
        if not number:
            return offset
        if known is not None:
            return self._index(known + number)
        return self._add(arith.AddiOp(offset, self._index(number)))

    def _loop(self, op: scf.ForOp) -> None:
        body = op.body.block
        inits = self._expanded(op.iter_args)
        for arg in list(body.args[1:]):
            if arg in self._batches:
                at = arg.index + 1
                kinds = [part.type for part in self._parts[op.iter_args[arg.index - 1]]]
                new = [body.insert_arg(kind, at + i) for i, kind in enumerate(kinds)]
                self._set_parts(arg, new)
        self._visit(body)
        self._before = op
        if any(init in self._batches for init in op.iter_args):
            loop = scf.ForOp(op.lb, op.ub, op.step, inits, op.detach_region(op.body))
            self._take_over(op, loop)

    def _branch(self, op: scf.IfOp) -> None:
        for region in op.regions:
            for block in region.blocks:
                self._visit(block)
        self._before = op
        if any(result in self._batches for result in op.results):
            end = op.true_region.block.last_op
            assert end is not None
            then, otherwise = (op.detach_region(region) for region in list(op.regions))
            branch = scf.IfOp(op.cond, [v.type for v in end.operands], then, otherwise)
            self._take_over(op, branch)

    def _take_over(self, old: Operation, new: Operation) -> None:
        """Put a loop or branch with parts of batches in the place of the one with batches."""
        new.location = old.location
        new.attributes.update(old.attributes)
        assert old.parent is not None
        old.parent.insert_op_before(new, old)
        following = iter(new.results)
        for result in old.results:
            if result in self._batches:
                self._set_parts(result, [next(following) for _ in _indices(result)])
            else:
                same = next(following)
                same.name_hint = result.name_hint
                result.replace_all_uses_with(same)
        self._replaced.append(old)
