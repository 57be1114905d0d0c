"""
The operations of the cube unit on tiles of any kind, for `tile_operations`.

A product is summed in f32 (32-bit integers that wrap for bytes); then the accumulator or the bias
is added. A scaled product multiplies every element by the scale of its block first, in f32.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.interpreter import OpImplResult
from xdsl.ir import Operation

from pto_dialect.interpreter.core import Function
from pto_dialect.interpreter.semantics import MEANINGS, Block, apply, fill
from pto_dialect.interpreter.valid_extents import given_valid
from pto_dialect.tile.ops import matrix
from pto_dialect.tile.ops.base import tile_type


def product(name: str, lhs: Block, rhs: Block, added: Block | None = None) -> Block:
    """
    `lhs · rhs`, plus a block of the same extents or one row.

    Raises:
        CompileError: the valid regions do not go together.
    """
    result = apply(MEANINGS["matmul"], name, [lhs, rhs])
    if added is None:
        return result
    return apply(MEANINGS["add"], name, [result, fill(name, result.data.shape, added)])


def scaled(tile: Block, scales: Block, axis: int) -> Block:
    """A block in f32 whose elements are multiplied by their scales, one for 32 along an axis."""
    size = tile.data.shape[axis]
    data = _spread(scales.data.astype(np.float32), axis, size)
    masks = [m for m in (tile.defined, scales.defined) if m is not None]
    if scales.defined is not None:
        masks[-1] = _spread(scales.defined, axis, size)
    defined = None
    for mask in masks:
        defined = mask if defined is None else defined & mask
    return Block(tile.data.astype(np.float32) * data, defined)


def _spread(scales: Any, axis: int, size: int) -> Any:
    spread = np.repeat(scales, matrix.SCALED_BLOCK, axis=axis)
    return spread[:, :size] if axis else spread[:size]


def _new(compute: Callable[[str, Sequence[Block]], Block]) -> Function:
    """An operation whose result is a new accumulator."""

    def run(table: Any, interpreter: Any, op: Operation, args: Any) -> OpImplResult:
        block = compute(op.name, [arg.block() for arg in args])
        return OpImplResult((table.create(interpreter, op, block.data.shape, block),), None)

    return run


def _in_place(compute: Callable[[str, Sequence[Block]], Block]) -> Function:
    """An operation that adds to its first operand in place."""

    def run(table: Any, interpreter: Any, op: Operation, args: Any) -> OpImplResult:
        acc, *operands = args
        block = compute(op.name, [*(tile.block() for tile in operands), acc.block()])
        return OpImplResult((table.overwritten(acc, block, (0,) * block.data.ndim, args),), None)

    return run


def _product(name: str, blocks: Sequence[Block]) -> Block:
    return product(name, *blocks)


def _batch_sum(name: str, blocks: Sequence[Block]) -> Block:
    lhs, rhs, acc = blocks
    return apply(MEANINGS["add"], name, [product(name, lhs, rhs), acc])


def _scaled_product(name: str, blocks: Sequence[Block]) -> Block:
    lhs, lhs_scale, rhs, rhs_scale, *added = blocks
    return product(name, scaled(lhs, lhs_scale, 1), scaled(rhs, rhs_scale, 0), *added)


def _extract(table: Any, interpreter: Any, op: Operation, args: Any) -> OpImplResult:
    assert isinstance(op, matrix.ExtractOp)
    type_ = tile_type(op.result)
    rank = len(type_.extents)
    valid = given_valid(type_, args[1 + rank :])
    window = args[0].sliced(args[1 : 1 + rank], type_.extents)
    block = window.with_valid(valid).block()
    return OpImplResult((table.create(interpreter, op, valid, block),), None)


def _transpose_view(table: Any, interpreter: Any, op: Operation, args: Any) -> OpImplResult:
    return OpImplResult((args[0].transposed(),), None)


IMPLEMENTATIONS: Mapping[type[Operation], Function] = {
    matrix.MatmulOp: _new(_product),
    matrix.MatmulAccOp: _in_place(_product),
    matrix.MatmulBiasOp: _new(_product),
    matrix.GemvOp: _new(_product),
    matrix.GemvAccOp: _in_place(_product),
    matrix.GemvBiasOp: _new(_product),
    matrix.BatchMatmulOp: _new(_product),
    matrix.BatchMatmulAccOp: _in_place(_batch_sum),
    matrix.MatmulMxOp: _new(_scaled_product),
    matrix.MatmulMxAccOp: _in_place(_scaled_product),
    matrix.MatmulMxBiasOp: _new(_scaled_product),
    matrix.ExtractOp: _extract,
    matrix.TransposeViewOp: _transpose_view,
}
"""Every operation of the cube unit with its function."""
