"""
The operations of the language: one line of `OPS` for each, its signature and what it builds.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

import pto_dialect.language.scalars as scalars
from pto_dialect.diagnostics import nearest
from pto_dialect.language.array_ops import ARRAY_OPS
from pto_dialect.language.broadcasting import as_row, combine
from pto_dialect.language.calls import Call, OpSpec, Window, sliced_valid
from pto_dialect.language.emitter import Emitter, scalar_type
from pto_dialect.language.launch_ops import LAUNCH_OPS
from pto_dialect.language.matrix_ops import MATRIX_OPS
from pto_dialect.language.prefetch_ops import PREFETCH_OPS
from pto_dialect.language.queue_ops import QUEUE_OPS
from pto_dialect.language.scalars import convert
from pto_dialect.language.source import Node
from pto_dialect.language.surface import AtomicType, MemRef
from pto_dialect.language.values import (
    ColumnTensor,
    TensorValue,
    WindowValue,
    as_window,
    describe,
    is_number,
    is_scalar,
    is_sequence,
    is_tile,
    ways_out,
)
from pto_dialect.language.vector_ops import VECTOR_OPS, column_reduction, scratch
from pto_dialect.machine.spaces import BLayout, Layout, SLayout, Space
from pto_dialect.tile.ops import bitwise, views
from pto_dialect.tile.ops import elementwise as el
from pto_dialect.tile.ops import reductions as red
from pto_dialect.tile.ops.base import SimpleTileOp, tile_type
from pto_dialect.tile.ops.matrix import MatmulOp, TransposeViewOp
from pto_dialect.tile.ops.memory import CreateOp, FullOp, LoadOp, StoreOp
from pto_dialect.tile.types import TileType, dims_text


def call_operation(
    emitter: Emitter, name: str, node: ast.Call, evaluate: Callable[[ast.expr], object]
) -> object:
    """
    Build a call of an operation and return its value.

    Raises:
        CompileError: the arguments do not fit.
    """
    spec = OPS[name]
    count = len(spec.names)
    given = node.args
    for argument in given:
        if isinstance(argument, ast.Starred):
            emitter.error(argument, "not supported: * in a call")
    if len(given) == count and not node.keywords:
        return spec.build(Call(emitter, name, spec, node, [evaluate(a) for a in given], given))
    takes = f"pl.{name} takes ({spec.signature.replace('=', '')})"
    if not count:
        takes = f"pl.{name} takes nothing"
    if len(given) > count:
        emitter.error(node, f"{takes}, {len(given)} arguments given")
    places: list[ast.expr | None] = [*given, *[None] * (count - len(given))]
    for keyword in node.keywords:
        if keyword.arg is None:
            emitter.error(keyword.value, "not supported: ** in a call")
        position = spec.positions.get(keyword.arg)
        if position is None:
            hint = nearest(keyword.arg, (n for n, i in spec.positions.items() if not places[i]))
            emitter.error(keyword, f"{takes}, it has no argument '{keyword.arg}'{hint}")
        if places[position] is not None:
            emitter.error(keyword, f"argument '{keyword.arg}' of pl.{name} is given twice")
        places[position] = keyword.value
    for place, names, required in zip(places, spec.names, spec.required, strict=True):
        if place is None and required:
            emitter.error(node, f"{takes}, argument '{names[0]}' is missing")
    values = [None if place is None else evaluate(place) for place in places]
    nodes = [node if place is None else place for place in places]
    return spec.build(Call(emitter, name, spec, node, values, nodes))


# ---- Builders ----


def _load(c: Call) -> SSAValue:
    if isinstance(c.values[0], ColumnTensor):
        return _load_columns(c, c.values[0].transposed)
    window, shape, space = c.window(0, c.offsets(1)), c.shape(2), c.space(4)
    if space not in (None, Space.VEC, Space.MAT):
        c.emitter.error(
            c.nodes[4],
            f"pl.{c.name} puts a tile into Vec or Mat, not into {space}",
            ["pl.move it there from Mat"],
        )
    c.emitter.tensors.read(window.tensor, c.nodes[0])
    valid, dynamic = c.valid(3, shape)
    transposes = c.flag(5)
    if transposes:
        if space not in (None, Space.MAT):
            c.emitter.error(c.nodes[5], f"pl.{c.name} transposes a tile in pl.Mem.Mat only")
        space = Space.MAT
    type_ = TileType.get(shape, window.tensor.type.element_type, space, valid=valid)
    extents = window.extents(type_)
    op = LoadOp(window.tensor.memref, window.offsets, type_, valid=dynamic, window=extents)
    if transposes:
        return c.emitter.value(TransposeViewOp(c.emitter.add_inner(op, c.node)), c.node)
    return c.emitter.value(op, c.node)


def _load_columns(c: Call, transposed: TensorValue) -> SSAValue:
    """A part of a tensor that is stored column by column: that of its transpose, transposed."""
    if c.space(4) not in (None, Space.MAT):
        c.emitter.error(
            c.nodes[0], f"pl.{c.name} of {describe(c.values[0])} makes a tile in pl.Mem.Mat only"
        )
    swapped = [
        value[::-1] if i in (1, 2, 3) and is_sequence(value) else value
        for i, value in enumerate(c.values)
    ]
    swapped[0], swapped[5] = transposed, not c.flag(5)
    return _load(Call(c.emitter, c.name, c.spec, c.node, swapped, c.nodes))


def _store(c: Call) -> TensorValue | WindowValue:
    tile, window = c.tile(0), c.window(2, c.offsets(1))
    shape = None
    if c.values[3] is not None and (shape := c.shape(3)) != tile.type.extents:
        shape = _valid_part(c, shape, tile.type)
    return _store_to(c, tile, window, shape, _adds(c, 4, window, c.nodes[2]))


def _valid_part(c: Call, shape: Sequence[int], tile: TileType) -> Sequence[int]:
    """The valid region of a tile of two dimensions in the shape that it has in a tensor."""
    if tile.valid_extents == tile.extents:
        return shape
    long = [d for d, extent in enumerate(shape[:-1]) if extent != 1]
    if len(tile.extents) != 2 or len(long) > 1:
        c.emitter.error(
            c.nodes[3],
            f"not supported: a tile with valid {dims_text(tile.valid_extents)} of "
            f"{dims_text(tile.extents)} as {dims_text(shape)}",
        )
    extents = [1] * len(shape)
    extents[long[0] if long else -2], extents[-1] = tile.valid_extents
    return extents


def _store_to(
    c: Call, tile: SSAValue[TileType], window: Window, shape: Sequence[int] | None, adds: bool
) -> TensorValue | WindowValue:
    """Store or add a tile, which has `shape` in the tensor if that is given."""
    tensor, extents, rank = window.tensor, shape or window.extents(tile.type), len(window.offsets)
    valid = tile.type.valid_extents
    if extents is None and {*valid[:-rank]} == {1}:
        extents = valid[-rank:]
    store = StoreOp(tile, tensor.memref, window.offsets, window=extents, atomic_add=adds)
    c.emitter.add(store, c.node)
    return window.stored(c.emitter.tensors.store(tensor, c.node))


def _adds(c: Call, i: int, window: Window, tensor: Node) -> bool:
    """Whether argument `i` says that a tile is added to what is in a tensor, which is read then."""
    how = c.values[i]
    if how is None or how is AtomicType.None_:
        return False
    if how is not AtomicType.Add:
        c.fail(i, "pl.AtomicType.Add or pl.AtomicType.None_")
    c.emitter.tensors.read(window.tensor, tensor)
    return True


def _create(c: Call) -> SSAValue:
    type_ = TileType.get(c.shape(0), c.dtype(1), c.space(2))
    return c.emitter.value(CreateOp(type_), c.node)


def _full(c: Call) -> SSAValue:
    type_ = TileType.get(c.shape(0), c.dtype(1))
    return c.emitter.value(FullOp(c.scalar(2, type_), type_), c.node)


def _alloc(c: Call) -> MemRef:
    """What a printed program says about memory, which is ours to decide."""
    c.space(0)
    return MemRef(None, 0, 0)


def _unary(kind: type[SimpleTileOp]) -> OpSpec:
    return OpSpec("tile", lambda c: c.emitter.tile(kind, [c.tile(0)], c.node))


def _rsqrt(c: Call) -> SSAValue:
    """With scratch or `high_precision` two exact operations in place of an approximation."""
    if c.values[1] is None and not c.flag(2):
        return c.emitter.tile(el.RsqrtOp, [c.tile(0)], c.node)
    root = c.emitter.add_inner(el.SqrtOp(c.tile(0)), c.node)
    return c.emitter.tile(el.RecipOp, [root], c.node)


def _binary(kind: type[SimpleTileOp], with_scalar: type[SimpleTileOp]) -> OpSpec:
    def build(c: Call) -> SSAValue:
        lhs = c.tile(0)
        if is_tile(c.values[1]):
            return combine(c.emitter, kind, lhs, c.tile(1), c.node)
        return c.emitter.tile(with_scalar, [lhs, c.scalar(1, c.type(0))], c.node)

    return OpSpec("lhs, rhs", build)


def _extreme(name: str, kind: type[SimpleTileOp], with_scalar: type[SimpleTileOp]) -> OpSpec:
    tiles = _binary(kind, with_scalar)

    def build(c: Call) -> object:
        if is_tile(c.values[0]):
            return tiles.build(c)
        numbers: list[SSAValue | int | float] = []
        for i, value in enumerate(c.values):
            if not is_number(value):
                c.fail(i, "a number or a tile", ways_out(value))
            numbers.append(value)
        return scalars.extreme(c.emitter, name, numbers, c.node)

    return OpSpec("lhs, rhs", build)


def _scalar(kind: type[SimpleTileOp]) -> OpSpec:
    return OpSpec(
        "tile|lhs, scalar|rhs",
        lambda c: c.emitter.tile(kind, [c.tile(0), c.scalar(1, c.type(0))], c.node),
    )


def _row_reduction(kind: type[SimpleTileOp]) -> OpSpec:
    return OpSpec(
        "tile, tmp|tmp_tile=",
        lambda c: c.emitter.tile(kind, [c.tile(0), scratch(c, 1)], c.node),
    )


def _reduction(by_row: type[SimpleTileOp], by_column: type[SimpleTileOp]) -> OpSpec:
    """A reduction along the last dimension of a tile, or the first one of a matrix."""

    def build(c: Call) -> SSAValue:
        tile, axis = c.tile(0), c.values[1]
        rank = len(tile.type.extents)
        if not isinstance(axis, int) or axis not in (-1, rank - 1, *((0, -2) if rank == 2 else ())):
            c.fail(1, "the last dimension of the tile, or the first one of a matrix")
        is_last = axis in (-1, rank - 1)
        kind, operands = (by_row, [tile, scratch(c, 3)]) if is_last else (by_column, [tile])
        if c.flag(2):
            return c.emitter.tile(kind, operands, c.node)
        with c.emitter.unnamed():  # the variable is what has no such dimension
            reduced = c.emitter.tile(kind, operands, c.node)
        return _without_dimension(c, reduced, axis)

    return OpSpec("tile, axis, keepdim=, tmp|tmp_tile=", build)


def _without_dimension(c: Call, tile: SSAValue, axis: int) -> SSAValue:
    """A tile without a dimension of one element."""
    type_ = tile_type(tile)
    extents = list(type_.extents)
    del extents[axis]
    if not extents or type_.valid_extents != type_.extents:
        valid = dims_text(type_.valid_extents)
        c.emitter.error(
            c.node,
            f"pl.{c.name} gives a tile of {dims_text(type_.extents)} with valid {valid}, which "
            "keeps its dimensions",
            ["say keepdim=True"],
        )
    return c.emitter.value(
        views.ReshapeOp(tile, TileType.get(tuple(extents), type_.element_type, type_.memory_space)),
        c.node,
    )


def _expand(kind: type[SimpleTileOp]) -> OpSpec:
    return OpSpec(
        "tile, vec|row_vec|col_vec, tmp=",  # no target needs the scratch tile
        lambda c: c.emitter.tile(
            kind, [c.tile(0), as_row(c.emitter, c.tile(1), c.tile(0), c.node)], c.node
        ),
    )


_MODES = list(el.RoundMode)


def _cast(c: Call) -> SSAValue:
    type_ = c.dtype(1)
    mode = "round" if c.values[2] is None else c.values[2]
    if isinstance(mode, int) and 0 <= mode < len(_MODES):
        mode = _MODES[mode]
    if mode not in _MODES:
        c.fail(2, f"one of {', '.join(_MODES)}")
    value = c.values[0]
    if isinstance(value, int | float):
        return c.emitter.constant(value, scalar_type(type_), c.node)
    if is_scalar(value):
        return scalars.cast(c.emitter, value, scalar_type(type_), c.node)
    return c.emitter.value(el.CastOp(c.tile(0), type_, el.RoundMode(str(mode))), c.node)


def _const(c: Call) -> SSAValue:
    value = c.values[0]
    if not isinstance(value, int | float):
        c.fail(0, "a compile-time number")
    return convert(c.emitter, value, scalar_type(c.dtype(1)), c.node, "pl.const")


def _move(c: Call) -> SSAValue:
    space, type_ = c.space(1), c.type(0)
    if space is not None and space is not type_.memory_space:
        type_ = type_.copied_to(space)
    if c.values[2] is not None or c.values[3] is not None:
        layout = type_.layout
        layout = Layout(
            c.word(2, BLayout) or layout.blayout,
            c.word(3, SLayout) or layout.slayout,
            layout.fractal,
        )
        type_ = TileType.get(
            type_.extents, type_.element_type, space, valid=type_.valid_extents, layout=layout
        )
    return c.emitter.value(views.MoveOp(c.tile(0), result_types=[type_]), c.node)


def _reshape(c: Call) -> SSAValue:
    source, shape = c.type(0), c.shape(1)
    if source.valid_extents != source.extents:
        c.emitter.error(
            c.node,
            "pl.reshape of a partly valid tile: valid "
            f"{dims_text(source.valid_extents)} of {dims_text(source.extents)}",
        )
    type_ = TileType.get(shape, source.element_type, source.memory_space)
    return c.emitter.value(views.ReshapeOp(c.tile(0), type_), c.node)


def _slice(c: Call) -> SSAValue | WindowValue:
    for i in (4, 5):
        if c.values[i]:
            c.emitter.error(c.nodes[i], f"not supported: {c.spec.names[i][0]}= of pl.{c.name}")
    if not is_tile(c.values[0]):
        return _part_of_tensor(c)
    source, shape = c.type(0), c.shape(1)
    if c.values[3] is None:
        valid, dynamic = sliced_valid(c, c.tile(0), c.sequence(2, "a list of integers"), shape)
    else:
        valid, dynamic = c.valid(3, shape)
    type_ = TileType.get(
        shape, source.element_type, source.memory_space, valid=valid, layout=source.layout
    )
    return c.emitter.value(views.SliceOp(c.tile(0), c.offsets(2), type_, valid=dynamic), c.node)


def _part_of_tensor(c: Call) -> WindowValue:
    """A window of a tensor, for loads and stores."""
    base, shape, offsets = c.values[0], c.shape(1), c.sequence(2, "a list of integers")
    if not isinstance(base, TensorValue | WindowValue):
        c.fail(0, "a tile or a tensor")
    if c.values[3] is not None:
        c.emitter.error(c.nodes[3], f"not supported: valid_shape= of pl.{c.name} of a tensor")
    part = as_window(base)
    if not len(shape) == len(offsets) == len(part.kept):
        c.emitter.error(
            c.node,
            f"a part of {describe(base)} has {len(part.kept)} extents and as many offsets, not "
            f"{len(shape)} and {len(offsets)}",
        )
    starts, extents = list(part.offsets), list(part.extents)
    for d, start, size in zip(part.kept, offsets, shape, strict=True):
        offset = start if isinstance(start, int) else c.index(start, 2)
        starts[d] = scalars.sum_of_offsets(c.emitter, starts[d], offset, c.node)
        extents[d] = size
    return WindowValue(part.tensor, tuple(starts), part.kept, tuple(extents))


def _assemble(c: Call) -> SSAValue | TensorValue | WindowValue:
    if not is_tile(c.values[0]):
        tile, window = c.tile(1), c.window(0, c.offsets(2))
        return _store_to(c, tile, window, None, _adds(c, 3, window, c.nodes[0]))
    if c.values[3] not in (None, AtomicType.None_):
        c.emitter.error(c.nodes[3], f"pl.{c.name} adds to what is in a tensor, not in a tile")
    return c.emitter.value(views.AssembleOp(c.tile(0), c.tile(1), c.offsets(2)), c.node)


def _concat(c: Call) -> SSAValue:
    return c.emitter.tile(views.ConcatOp, [c.tile(0), c.tile(1)], c.node)


def _set_validshape(c: Call) -> SSAValue:
    source = c.type(0)
    given = c.values[1:]
    if is_sequence(given[0]):
        given = c.sequence(1, "a list of integers")
    elif given[-1] is None:
        given = given[:-1]
    valid, dynamic = c.extents(given, 1, source.extents)
    type_ = TileType.get(
        source.extents,
        source.element_type,
        source.memory_space,
        valid=valid,
        layout=source.layout,
    )
    return c.emitter.value(views.SetValidShapeOp(c.tile(0), type_, valid=dynamic), c.node)


def _dim(c: Call) -> object:
    index = c.values[1]
    if not isinstance(index, int):
        c.fail(1, "a compile-time integer")
    if isinstance(c.values[0], ColumnTensor):
        tensor, index = c.values[0].transposed, -1 - index
    else:
        tensor = c.tensor(0)
    shape = tensor.type.get_shape()
    if not -len(shape) <= index < len(shape):
        text = f"a tensor of {len(shape)} dimensions has no dimension {c.values[1]}"
        c.emitter.error(c.nodes[1], text)
    return c.emitter.tensors.extent(tensor, index % len(shape), c.node)


_LOAD = OpSpec(
    "tensor, offsets|offset, shape|shapes, valid_shape|valid_shapes=, target_memory=, transpose=",
    _load,
)
_STORE = OpSpec("tile, offsets|offset, tensor|output_tensor|out, shape|shapes=, atomic=", _store)
_CREATE = OpSpec("shape, dtype, target_memory=", _create)
_SLICE = OpSpec(
    "tile|tensor|src, shape, offset|offsets, valid_shape|valid_shapes=, drop_dims=, pad_value=",
    _slice,
)
_MAX = _extreme("max", el.MaxOp, el.MaxsOp)
_MIN = _extreme("min", el.MinOp, el.MinsOp)

OPS: dict[str, OpSpec] = {
    "load": _LOAD,
    "store": _STORE,
    "create": _CREATE,
    "create_tile": _CREATE,
    "alloc": OpSpec("memory_space, size, pinned=", _alloc),
    "full": OpSpec("shape, dtype, value", _full),
    "move": OpSpec("tile, target_memory=, blayout=, slayout=", _move),
    "add": _binary(el.AddOp, el.AddsOp),
    "sub": _binary(el.SubOp, el.SubsOp),
    "mul": _binary(el.MulOp, el.MulsOp),
    "div": _binary(el.DivOp, el.DivsOp),
    "maximum": _MAX,
    "max": _MAX,
    "minimum": _MIN,
    "min": _MIN,
    "adds": _scalar(el.AddsOp),
    "subs": _scalar(el.SubsOp),
    "muls": _scalar(el.MulsOp),
    "divs": _scalar(el.DivsOp),
    "maxs": _scalar(el.MaxsOp),
    "maximums": _scalar(el.MaxsOp),
    "mins": _scalar(el.MinsOp),
    "minimums": _scalar(el.MinsOp),
    "exp": _unary(el.ExpOp),
    "log": _unary(el.LogOp),
    "sqrt": _unary(el.SqrtOp),
    "rsqrt": OpSpec("tile, tmp=, high_precision=", _rsqrt),
    "recip": _unary(el.RecipOp),
    "neg": _unary(el.NegOp),
    "abs": _unary(el.AbsOp),
    "relu": _unary(el.ReluOp),
    "cast": OpSpec("tile, target_type|dtype, mode=", _cast),
    "row_sum": _row_reduction(red.RowSumOp),
    "row_max": _row_reduction(red.RowMaxOp),
    "row_min": _row_reduction(red.RowMinOp),
    "col_sum": column_reduction(red.ColSumOp),
    "col_max": column_reduction(red.ColMaxOp),
    "col_min": column_reduction(red.ColMinOp),
    "sum": _reduction(red.RowSumOp, red.ColSumOp),
    "tile.max": _reduction(red.RowMaxOp, red.ColMaxOp),
    "tile.min": _reduction(red.RowMinOp, red.ColMinOp),
    "row_expand": _expand(red.RowExpandFillOp),
    "row_expand_add": _expand(red.RowExpandAddOp),
    "row_expand_sub": _expand(red.RowExpandSubOp),
    "row_expand_mul": _expand(red.RowExpandMulOp),
    "row_expand_div": _expand(red.RowExpandDivOp),
    "row_expand_max": _expand(red.RowExpandMaxOp),
    "row_expand_min": _expand(red.RowExpandMinOp),
    "col_expand": _expand(red.ColExpandFillOp),
    "col_expand_add": _expand(red.ColExpandAddOp),
    "col_expand_sub": _expand(red.ColExpandSubOp),
    "col_expand_mul": _expand(red.ColExpandMulOp),
    "col_expand_div": _expand(red.ColExpandDivOp),
    "col_expand_max": _expand(red.ColExpandMaxOp),
    "col_expand_min": _expand(red.ColExpandMinOp),
    "reshape": OpSpec("tile, shape", _reshape),
    "slice": _SLICE,
    "view": _SLICE,
    "assemble": OpSpec("target, source, offset|offsets, atomic=", _assemble),
    "concat": OpSpec("lhs|src0, rhs|src1", _concat),
    "set_validshape": OpSpec("tile, valid_rows|valid_shape, valid_cols=", _set_validshape),
    "const": OpSpec("value, dtype", _const),
    "dim": OpSpec("tensor, axis", _dim),
    **VECTOR_OPS,
    **MATRIX_OPS,
    **LAUNCH_OPS,
    **QUEUE_OPS,
    **ARRAY_OPS,
    **PREFETCH_OPS,
}
"""Every operation by name."""


# ---- Operators on tiles ----

_TILE_OPERATORS: dict[type[ast.AST], tuple[type[SimpleTileOp], type[SimpleTileOp]]] = {
    ast.Add: (el.AddOp, el.AddsOp),
    ast.Sub: (el.SubOp, el.SubsOp),
    ast.Mult: (el.MulOp, el.MulsOp),
    ast.Div: (el.DivOp, el.DivsOp),
    ast.BitAnd: (bitwise.AndOp, bitwise.AndsOp),
    ast.BitOr: (bitwise.OrOp, bitwise.OrsOp),
    ast.BitXor: (bitwise.XorOp, bitwise.XorsOp),
    ast.LShift: (bitwise.ShlOp, bitwise.ShlsOp),
    ast.RShift: (bitwise.ShrOp, bitwise.ShrsOp),
}


def tile_operator(
    emitter: Emitter, kind: type[ast.AST], lhs: object, rhs: object, node: Node
) -> SSAValue:
    """
    `lhs kind rhs` where at least one is a tile; a scalar is one of the tile's element type.

    Raises:
        CompileError: the operator does not exist for them.
    """
    symbol = scalars.SYMBOLS[kind]
    if kind is ast.MatMult and is_tile(lhs) and is_tile(rhs):
        return emitter.tile(MatmulOp, [lhs, rhs], node)
    if kind not in _TILE_OPERATORS:
        emitter.error(node, f"not supported: '{symbol}' of tiles")
    tiles, with_scalar = _TILE_OPERATORS[kind]
    if is_tile(lhs) and is_tile(rhs) and kind is not ast.BitXor:
        return combine(emitter, tiles, lhs, rhs, node)
    if is_tile(lhs):
        other = rhs if is_tile(rhs) else _element(emitter, rhs, lhs.type, symbol, node)
        operands = [lhs, other]
        if kind is ast.BitXor:
            type_ = TileType.get(lhs.type.extents, lhs.type.element_type, lhs.type.memory_space)
            operands.append(emitter.add_inner(CreateOp(type_), node))
        return emitter.tile(tiles if is_tile(rhs) else with_scalar, operands, node)
    assert is_tile(rhs)
    if kind in (ast.LShift, ast.RShift):
        emitter.error(node, f"not supported: '{symbol}' of a number by a tile")
    if kind is ast.BitXor:
        return tile_operator(emitter, kind, rhs, lhs, node)
    scalar = _element(emitter, lhs, rhs.type, symbol, node)
    if kind is ast.Sub:
        negative = emitter.add_inner(el.NegOp(rhs), node)
        return emitter.tile(el.AddsOp, [negative, scalar], node)
    if kind is ast.Div:
        inverse = emitter.add_inner(el.RecipOp(rhs), node)
        return emitter.tile(el.MulsOp, [inverse, scalar], node)
    return emitter.tile(with_scalar, [rhs, scalar], node)


def _element(emitter: Emitter, value: object, tile: TileType, symbol: str, node: Node) -> SSAValue:
    if not is_number(value):
        emitter.error(
            node,
            f"'{symbol}' of a tile needs a tile or a number, not {describe(value)}",
            ways_out(value),
        )
    return scalars.as_element(emitter, value, scalar_type(tile.element_type), node, f"'{symbol}'")
