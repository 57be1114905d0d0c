"""
The operations of the cube unit in the language.
"""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.dialects.builtin import i1
from xdsl.ir import Block, Operation, Region, SSAValue

from pto_dialect.language.calls import Call, OpSpec, sliced_valid
from pto_dialect.language.values import is_value
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.ops import matrix
from pto_dialect.tile.ops.base import SimpleTileOp
from pto_dialect.tile.types import TileType


def _product(kind: type[SimpleTileOp], signature: str) -> OpSpec:
    """An operation whose arguments are all tiles."""

    def build(c: Call) -> SSAValue:
        return c.emitter.tile(kind, [c.tile(i) for i in range(len(c.values))], c.node)

    return OpSpec(signature, build)


def _matmul(c: Call) -> SSAValue:
    """The product; of what steers it for tensors in PyPTO, only what says the same is accepted."""
    for i in (3, 4, 5):
        if c.flag(i):
            c.emitter.error(c.nodes[i], f"not supported: {c.spec.names[i][0]}= of pl.matmul")
    result = c.emitter.tile(matrix.MatmulOp, [c.tile(0), c.tile(1)], c.node)
    assert isinstance(result.type, TileType)
    element = result.type.element_type
    if c.values[2] is not None and c.dtype(2) != element:
        c.emitter.error(
            c.nodes[2],
            f"the product is accumulated in {element}, not in {c.dtype(2)}",
            ["pl.store converts it to the element type of the tensor"],
        )
    return result


def _accumulation(kind: type[SimpleTileOp], fresh: type[SimpleTileOp]) -> OpSpec:
    """
    `acc + lhs · rhs`. Where `init_cond` holds, the accumulator starts anew: `lhs · rhs` alone.
    """

    def build(c: Call) -> SSAValue:
        acc, lhs, rhs = (c.tile(i) for i in range(3))
        condition = c.values[3]
        if not is_value(condition):
            if condition not in (None, True, False):
                c.fail(3, "a boolean")
            if condition:
                return c.emitter.tile(fresh, [lhs, rhs], c.node)
            return c.emitter.tile(kind, [acc, lhs, rhs], c.node)
        if condition.type != i1:
            c.fail(3, "a boolean")
        return _choose(c, condition, acc, lhs, rhs)

    def _choose(
        c: Call, condition: SSAValue, acc: SSAValue, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        emitter, outer = c.emitter, c.emitter.ops
        emitter.ops = []
        added = emitter.tile(kind, [acc, lhs, rhs], c.node)
        otherwise = _arm(c, emitter.ops, added)
        emitter.ops = []
        anew = emitter.add_inner(
            fresh.create(operands=[lhs, rhs], result_types=[added.type]), c.node
        )
        then = _arm(c, emitter.ops, anew)
        emitter.ops = outer
        return emitter.value(scf.IfOp(condition, [added.type], then, otherwise), c.node)

    return OpSpec("acc, lhs, rhs, init_cond=", build)


def _arm(c: Call, ops: list[Operation], value: SSAValue) -> Region:
    end = scf.YieldOp(value)
    end.location = c.emitter.location(c.node)
    return Region(Block([*ops, end]))


def _extract(c: Call) -> SSAValue:
    source, shape = c.type(0), c.shape(3)
    offsets = [c.index(c.values[i], i) for i in (1, 2)]
    valid, dynamic = sliced_valid(c, c.tile(0), c.values[1:3], shape)
    type_ = TileType.get(shape, source.element_type, c.space(4) or Space.VEC, valid=valid)
    return c.emitter.value(matrix.ExtractOp(c.tile(0), offsets, type_, valid=dynamic), c.node)


def _transpose_view(c: Call) -> SSAValue:
    return c.emitter.tile(matrix.TransposeViewOp, [c.tile(0)], c.node)


MATRIX_OPS: dict[str, OpSpec] = {
    "matmul": OpSpec("lhs, rhs, out_dtype=, a_trans=, b_trans=, c_matrix_nz=", _matmul),
    "matmul_acc": _accumulation(matrix.MatmulAccOp, matrix.MatmulOp),
    "matmul_bias": _product(matrix.MatmulBiasOp, "lhs, rhs, bias"),
    "batch_matmul": _product(matrix.BatchMatmulOp, "lhs, rhs"),
    "batch_matmul_acc": _accumulation(matrix.BatchMatmulAccOp, matrix.BatchMatmulOp),
    "gemv": _product(matrix.GemvOp, "lhs, rhs"),
    "gemv_acc": _accumulation(matrix.GemvAccOp, matrix.GemvOp),
    "gemv_bias": _product(matrix.GemvBiasOp, "lhs, rhs, bias"),
    "matmul_mx": _product(matrix.MatmulMxOp, "lhs, lhs_scale, rhs, rhs_scale"),
    "matmul_mx_acc": _product(matrix.MatmulMxAccOp, "acc, lhs, lhs_scale, rhs, rhs_scale"),
    "matmul_mx_bias": _product(matrix.MatmulMxBiasOp, "lhs, lhs_scale, rhs, rhs_scale, bias"),
    "extract": OpSpec("tile|src, row|index_row, col|index_col, shape, target_memory=", _extract),
    "transpose_view": OpSpec("tile", _transpose_view),
}
"""Every operation of the cube unit by name."""
