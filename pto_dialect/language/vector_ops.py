"""
The less common operations of the vector unit: bits, masks, padding, sorting, gathering, single
elements. A part of the table in `ops`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import Signedness, StringAttr, i32
from xdsl.ir import Attribute, SSAValue

from pto_dialect.language.calls import Call, OpSpec, Window
from pto_dialect.language.emitter import ELEMENT_TYPES, INDEX, scalar_type
from pto_dialect.language.scalars import convert
from pto_dialect.language.surface import MaskPattern, PadValue
from pto_dialect.language.values import TensorValue, is_constant, is_int, is_number, is_tile
from pto_dialect.machine.spaces import Pad
from pto_dialect.machine.targets import align_up
from pto_dialect.tile.ops import (
    bitwise,
    elements,
    elementwise,
    gathering,
    generation,
    padding,
    rearrangement,
    reductions,
    selection,
    sorting,
)
from pto_dialect.tile.ops.base import SimpleTileOp
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.types import TileType


def _fresh(c: Call, extents: Sequence[int], element: Attribute) -> SSAValue:
    """A new tile for scratch."""
    return c.emitter.add_inner(CreateOp(TileType.get(extents, element)), c.node)


def scratch(c: Call, i: int, *, rows: int = 1) -> SSAValue:
    """Argument `i`, scratch like argument 0 with at least that many rows; fresh if left out."""
    if c.values[i] is not None:
        return c.tile(i)
    like = c.type(0)
    extents = like.extents
    if len(extents) == 2 and extents[0] < rows:
        # A row may stand alone; each of several ones has whole 32 bytes.
        extents = (rows, align_up(extents[1], 256 // like.element_bits))
    return c.emitter.add_inner(
        CreateOp(TileType.get(extents, like.element_type, like.memory_space)), c.node
    )


def _tiles(signature: str, kind: type[SimpleTileOp]) -> OpSpec:
    """An operation on tiles alone, in the order of its signature."""

    def build(c: Call) -> SSAValue:
        return c.emitter.tile(kind, [c.tile(i) for i in range(len(c.values))], c.node)

    return OpSpec(signature, build)


def _tile_and_scalar(kind: type[SimpleTileOp]) -> OpSpec:
    def build(c: Call) -> SSAValue:
        return c.emitter.tile(kind, [c.tile(0), c.scalar(1, c.type(0))], c.node)

    return OpSpec("tile|lhs|src, scalar|rhs|slope", build)


def _with_scratch(kind: type[SimpleTileOp], *, rows: int = 1) -> OpSpec:
    def build(c: Call) -> SSAValue:
        operands = [c.tile(0), c.tile(1), scratch(c, 2, rows=rows)]
        return c.emitter.tile(kind, operands, c.node)

    return OpSpec("lhs, rhs, tmp=", build)


def _scalar_with_scratch(kind: type[SimpleTileOp], *, rows: int = 1) -> OpSpec:
    def build(c: Call) -> SSAValue:
        operands = [c.tile(0), c.scalar(1, c.type(0)), scratch(c, 2, rows=rows)]
        return c.emitter.tile(kind, operands, c.node)

    return OpSpec("tile|lhs, scalar|rhs, tmp=", build)


def _reduction(kind: type[SimpleTileOp]) -> OpSpec:
    def build(c: Call) -> SSAValue:
        return c.emitter.tile(kind, [c.tile(0), scratch(c, 1)], c.node)

    return OpSpec("tile, tmp|tmp_tile=", build)


def column_reduction(kind: type[SimpleTileOp]) -> OpSpec:
    """Each column becomes one element; no target needs the scratch tile that it may be given."""
    return OpSpec(
        "tile, tmp|tmp_tile=",
        lambda c: c.emitter.tile(kind, [c.tile(0)], c.node),
    )


def _prelu(c: Call) -> SSAValue:
    mask = selection.mask_of(c.type(0))
    rows = mask.extents[0] + 1
    if c.values[2] is not None and _holds(c.type(2), mask, rows):
        tmp = c.tile(2)
    else:
        # Scratch that is large enough for one target only is left to its own.
        tmp = _fresh(c, (rows, mask.extents[-1]), mask.element_type)
    return c.emitter.tile(elementwise.PreluOp, [c.tile(0), c.tile(1), tmp], c.node)


def _holds(scratch: TileType, mask: TileType, rows: int) -> bool:
    return (
        scratch.element_bits == mask.element_bits
        and scratch.extents[0] >= rows
        and scratch.extents[-1] >= mask.extents[-1]
    )


def _carry(kind: type[SimpleTileOp]) -> OpSpec:
    def build(c: Call) -> SSAValue:
        operands = [c.tile(0), c.scalar(1, c.type(0)), c.tile(2)]
        return c.emitter.tile(kind, operands, c.node)

    return OpSpec("lhs, scalar|rhs, rhs2", build)


# ---- Masks ----


_MODES = list(selection.CmpMode)


def _mode(c: Call, i: int) -> StringAttr:
    """Argument `i`, a comparison by its number (eq, ne, lt, le, gt, ge) or name."""
    value = 0 if c.values[i] is None else c.values[i]
    if is_constant(value) and 0 <= value < len(_MODES):
        return StringAttr(_MODES[value])
    if isinstance(value, str) and value.lower() in _MODES:
        return StringAttr(value.lower())
    c.fail(i, f"a number from 0 to {len(_MODES) - 1} or one of {', '.join(_MODES)}")


def _cmps(c: Call) -> SSAValue:
    operands = [c.tile(0), c.scalar(1, c.type(0))]
    return c.emitter.tile(selection.CmpsOp, operands, c.node, {"mode": _mode(c, 2)})


def _cmp(c: Call) -> SSAValue:
    if is_number(c.values[1]):
        return _cmps(c)
    operands = [c.tile(0), c.tile(1)]
    return c.emitter.tile(selection.CmpOp, operands, c.node, {"mode": _mode(c, 2)})


def _mask_scratch(c: Call, i: int) -> SSAValue:
    """Argument `i`, scratch like the mask that argument 0 is; fresh if left out."""
    if c.values[i] is not None:
        return c.tile(i)
    mask = c.type(0)
    return _fresh(c, mask.extents, mask.element_type)


def _sel(c: Call) -> SSAValue:
    operands = [c.tile(0), c.tile(1), c.tile(2), _mask_scratch(c, 3)]
    return c.emitter.tile(selection.SelOp, operands, c.node)


def _sels(c: Call) -> SSAValue:
    number = 3
    if c.values[3] is None and is_number(c.values[2]):
        # pl.sels(mask, src, scalar): the scratch tile is left out.
        number = 2
        mask = c.type(0)
        tmp = _fresh(c, mask.extents, mask.element_type)
    else:
        tmp = _mask_scratch(c, 2)
    operands = [c.tile(0), c.tile(1), tmp, c.scalar(number, c.type(1))]
    return c.emitter.tile(selection.SelsOp, operands, c.node)


# ---- Padding ----

_PADS = {0: PadValue.zero, math.inf: PadValue.max, -math.inf: PadValue.min}


def _pad(c: Call, i: int) -> Pad:
    """Argument `i`, what to pad with: zero if it is left out."""
    value = PadValue.zero if c.values[i] is None else c.values[i]
    if isinstance(value, int | float):
        value = _PADS.get(value, value)
    if not isinstance(value, PadValue) or value is PadValue.null:
        c.fail(i, "one of pl.PadValue.zero, max, min")
    return Pad(value.value)


def _fillpad(kind: type[padding.PadOp]) -> OpSpec:
    def build(c: Call) -> SSAValue:
        return c.emitter.value(kind(c.tile(0), padding.padded(c.type(0), _pad(c, 1))), c.node)

    return OpSpec("tile, pad_value=", build)


def _fillpad_expand(c: Call) -> SSAValue:
    type_ = padding.padded(c.type(0), _pad(c, 2), c.shape(1))
    return c.emitter.value(padding.FillPadExpandOp(c.tile(0), type_), c.node)


# ---- Sorting ----


def _mrgsort1(c: Call) -> SSAValue:
    run = c.values[1]
    if not is_number(run):
        c.fail(1, "an integer")
    length = convert(c.emitter, run, i32, c.nodes[1], "pl.mrgsort")
    return c.emitter.tile(sorting.MrgSort1Op, [c.tile(0), length], c.node)


def _merge(c: Call, count: int) -> SSAValue:
    """Merge the first `count` arguments that are given; scratch and `exhausted` follow."""
    sources = [c.tile(i) for i in range(count) if c.values[i] is not None]
    if c.values[count] is not None:
        tmp = c.tile(count)
    else:
        columns = sum(c.type(i).extents[-1] for i in range(count) if c.values[i] is not None)
        tmp = _fresh(c, (1, columns), c.type(0).element_type)
    exhausted = c.values[count + 2]
    if exhausted is not None and not isinstance(exhausted, bool):
        c.fail(count + 2, "True or False")
    return c.emitter.value(sorting.MrgSort2Op(tmp, sources, exhausted=exhausted is True), c.node)


def _mrgsort(c: Call) -> SSAValue:
    if c.values[7] is None:
        if c.values[1] is None:
            c.emitter.error(
                c.node, "pl.mrgsort merges runs of 'block_len' columns, or two to four tiles"
            )
        return _merge(c, 4)
    run = c.values[7]
    if not is_number(run):
        c.fail(7, "an integer")
    length = convert(c.emitter, run, i32, c.nodes[7], "pl.mrgsort")
    return c.emitter.tile(sorting.MrgSort1Op, [c.tile(0), length], c.node)


# ---- Gather and scatter ----

_PATTERNS = list(gathering.PATTERNS)


def _pattern(c: Call, i: int) -> StringAttr:
    """Argument `i`, a pattern of columns by its number (1 to 7) or name."""
    value = c.values[i]
    if isinstance(value, MaskPattern):
        value = value.value
    if is_constant(value) and 1 <= value <= len(_PATTERNS):
        return StringAttr(_PATTERNS[value - 1])
    if isinstance(value, str) and value in _PATTERNS:
        return StringAttr(value)
    c.fail(i, f"a pattern, one of {', '.join(_PATTERNS)}")


def _gather_columns(c: Call, pattern: int, dtype: int) -> SSAValue:
    properties = {"pattern": _pattern(c, pattern)}
    if c.values[dtype] is None:
        return c.emitter.tile(gathering.GatherMaskOp, [c.tile(0)], c.node, properties)
    places = gathering.PATTERNS[properties["pattern"].data]
    kept = gathering.GatherMaskOp.result_of(c.type(0), places)
    type_ = TileType.get(kept.extents, c.dtype(dtype), kept.memory_space, valid=kept.valid_extents)
    op = gathering.GatherMaskOp(c.tile(0), result_types=[type_], properties=properties)
    return c.emitter.value(op, c.node)


def _gather(c: Call) -> SSAValue:
    if c.values[3] is not None:
        return _gather_columns(c, 3, 4)
    if c.values[1] is None:
        c.emitter.error(c.node, "pl.gather takes 'indices' or 'mask_pattern'")
    if c.values[2] is not None:
        tmp = c.tile(2)
    else:
        indices = c.type(1)
        tmp = _fresh(c, indices.extents, indices.element_type)
    return c.emitter.tile(gathering.GatherOp, [c.tile(0), c.tile(1), tmp], c.node)


def _gather_compare(c: Call) -> tuple[SSAValue, ...]:
    columns, offset = c.values[4], 0 if c.values[5] is None else c.values[5]
    if columns is None:
        columns = c.type(0).extents[-1]
    if not is_constant(columns):
        c.fail(4, "a compile-time integer")
    if not is_constant(offset):
        c.fail(5, "a compile-time integer")
    key = c.tile(1) if is_tile(c.values[1]) else c.scalar(1, c.type(0))
    op = gathering.GatherCompareOp(c.tile(0), key, scratch(c, 2), columns, _mode(c, 3).data, offset)
    return tuple(c.emitter.add(op, c.node).results)


def _scatter(c: Call) -> SSAValue:
    if c.values[3] is not None:
        return _scatter_columns(c, 3)
    if c.values[2] is None:
        c.emitter.error(c.node, "pl.scatter takes 'indices' or 'mask_pattern'")
    operands = [c.tile(0), c.tile(1), c.tile(2)]
    return c.emitter.tile(gathering.ScatterOp, operands, c.node)


def _scatter_columns(c: Call, pattern: int) -> SSAValue:
    properties = {"pattern": _pattern(c, pattern)}
    return c.emitter.tile(gathering.ScatterMaskOp, [c.tile(0), c.tile(1)], c.node, properties)


def _scatter_update(c: Call) -> SSAValue:
    if c.values[1] not in (-2, 0):
        c.emitter.error(c.nodes[1], "not supported: pl.scatter_update of anything but rows")
    operands = [c.tile(0), c.tile(2), c.tile(3)]
    return c.emitter.tile(gathering.ScatterUpdateOp, operands, c.node)


def _gather_row(c: Call) -> SSAValue:
    operands = [c.tile(0), c.tile(1), c.tile(2)]
    return c.emitter.tile(gathering.GatherRowOp, operands, c.node)


def _word(c: Call, i: int, words: Sequence[str], default: str) -> StringAttr:
    """Argument `i`, one of some words."""
    value = default if c.values[i] is None else c.values[i]
    name = str(getattr(value, "name", value)).lower()
    if name not in words:
        c.fail(i, f"one of {', '.join(words)}")
    return StringAttr(name)


def _mgather(c: Call) -> SSAValue:
    tensor = c.tensor(0)
    c.emitter.tensors.read(tensor, c.nodes[0])
    properties = {"coalesce": _word(c, 2, list(gathering.Coalesce), "elem")}
    if c.values[3] is not None:
        properties["out_of_bounds"] = _word(c, 3, list(gathering.OutOfBounds), "undefined")
    return c.emitter.tile(gathering.MGatherOp, [tensor.memref, c.tile(1)], c.node, properties)


def _mscatter(c: Call) -> TensorValue:
    tensor = c.tensor(2)
    op = gathering.MScatterOp(
        c.tile(0),
        c.tile(1),
        tensor.memref,
        result_types=[],
        properties={"coalesce": _word(c, 3, list(gathering.Coalesce), "elem")},
    )
    c.emitter.add(op, c.node)
    return c.emitter.tensors.store(tensor, c.node)


# ---- From scalars ----


def _generated(c: Call, shape: int, dtype: int, default: str) -> TileType:
    """The type of a tile of a shape and element type that are arguments."""
    element = ELEMENT_TYPES[default] if c.values[dtype] is None else c.dtype(dtype)
    return TileType.get(c.shape(shape), element)


def _ci(c: Call) -> SSAValue:
    type_ = _generated(c, 1, 2, "i32")
    return c.emitter.value(generation.CiOp(c.scalar(0, type_), type_, descending=c.flag(3)), c.node)


def _integer(c: Call, i: int) -> SSAValue:
    """Argument `i`, a 32-bit integer."""
    value = c.values[i]
    if not is_number(value):
        c.fail(i, "an integer")
    return convert(c.emitter, value, i32, c.nodes[i], c.spec.names[i][0])


def _tri(c: Call) -> SSAValue:
    type_ = _generated(c, 1, 2, "f32")
    return c.emitter.value(generation.TriOp(_integer(c, 0), type_, upper=c.flag(3)), c.node)


def _random(c: Call) -> SSAValue:
    type_ = _generated(c, generation.KEYS, generation.KEYS + 1, "ui32")
    rounds = 10 if c.values[-1] is None else c.values[-1]
    if not is_constant(rounds):
        c.fail(len(c.values) - 1, "a compile-time integer")
    keys = [_integer(c, i) for i in range(generation.KEYS)]
    return c.emitter.value(generation.RandomOp(keys, type_, rounds=rounds), c.node)


# ---- Single elements, views ----


def _transpose(c: Call) -> SSAValue:
    source = c.type(0)
    rank = len(source.extents)
    axes = [axis + rank if is_constant(axis) and axis < 0 else axis for axis in c.values[1:3]]
    if sorted(0 if a is None else a for a in axes if a is None or is_constant(a)) != [0, 1] and (
        axes != [None, None]
    ):
        c.emitter.error(c.node, f"pl.transpose exchanges the axes 0 and 1 of a tile, not {axes}")
    tmp = c.tile(3) if c.values[3] is not None else _transpose_scratch(c, source)
    return c.emitter.tile(rearrangement.TransposeOp, [c.tile(0), tmp], c.node)


def _transpose_scratch(c: Call, source: TileType) -> SSAValue:
    """Scratch with the elements of the source, row by row even for a column."""
    extents = source.extents
    if len(extents) == 2 and extents[1] * source.element_bits % 256:
        extents = (1, extents[0] * extents[1])
    return _fresh(c, extents, source.element_type)


def _reinterpret_view(c: Call) -> SSAValue:
    from xdsl.utils.exceptions import VerifyException

    try:
        op = rearrangement.ReinterpretViewOp(c.tile(0), c.dtype(1))
    except VerifyException as error:
        c.emitter.error(c.node, str(error))
    return c.emitter.value(op, c.node)


def _indices(c: Call, i: int) -> list[SSAValue]:
    """Argument `i`, the indices of an element: a list, or a single number."""
    value = c.values[i]
    if is_number(value):
        return [convert(c.emitter, value, INDEX, c.nodes[i], c.spec.names[i][0])]
    return c.offsets(i)


def _check_signless(c: Call, tensor: TensorValue) -> None:
    element = tensor.type.element_type
    if is_int(element) and element.signedness.data is not Signedness.SIGNLESS:
        c.emitter.error(
            c.node, f"not supported: pl.{c.name} of single elements of a tensor of {element}"
        )


def _element_of(c: Call, indices: Sequence[SSAValue]) -> Window:
    """Where in argument 0, a tensor or an array, an element is."""
    value = c.values[0]
    if isinstance(value, TensorValue) and value.is_array:
        return Window(value, indices)
    return c.window(0, indices)


def _read(c: Call) -> SSAValue:
    if is_tile(c.values[0]):
        return c.emitter.value(elements.ReadOp(c.tile(0), _indices(c, 1)), c.node)
    from xdsl.dialects import memref  # as costly to import as half of the rest

    window = _element_of(c, _indices(c, 1))
    _check_signless(c, window.tensor)
    c.emitter.tensors.read(window.tensor, c.nodes[0])
    return c.emitter.value(memref.LoadOp.get(window.tensor.memref, window.offsets), c.node)


def _write(c: Call) -> object:
    if is_tile(c.values[0]):
        scalar = c.scalar(2, c.type(0))
        return c.emitter.value(elements.WriteOp(c.tile(0), scalar, _indices(c, 1)), c.node)
    from xdsl.dialects import memref

    value = c.values[2]
    window = _element_of(c, _indices(c, 1))
    tensor = window.tensor
    _check_signless(c, tensor)
    if not is_number(value):
        c.fail(2, "a number")
    type_ = scalar_type(tensor.type.element_type)
    scalar = convert(c.emitter, value, type_, c.nodes[2], f"pl.{c.name}")
    c.emitter.add(memref.StoreOp.get(scalar, tensor.memref, window.offsets), c.node)
    return window.stored(c.emitter.tensors.store(tensor, c.node))


_MRGSORT2 = "src0, src1, src2=, src3=, tmp=, executed=, exhausted="

VECTOR_OPS: dict[str, OpSpec] = {
    "and_": _tiles("lhs, rhs", bitwise.AndOp),
    "or_": _tiles("lhs, rhs", bitwise.OrOp),
    "not_": _tiles("tile", bitwise.NotOp),
    "xor": _with_scratch(bitwise.XorOp),
    "shl": _tiles("lhs, rhs", bitwise.ShlOp),
    "shr": _tiles("lhs, rhs", bitwise.ShrOp),
    "ands": _tile_and_scalar(bitwise.AndsOp),
    "ors": _tile_and_scalar(bitwise.OrsOp),
    "xors": _scalar_with_scratch(bitwise.XorsOp),
    "shls": _tile_and_scalar(bitwise.ShlsOp),
    "shrs": _tile_and_scalar(bitwise.ShrsOp),
    "fmod": _tiles("lhs, rhs", elementwise.FmodOp),
    "fmods": _tile_and_scalar(elementwise.FmodsOp),
    "rem": _with_scratch(elementwise.RemOp, rows=2),
    "rems": _scalar_with_scratch(elementwise.RemsOp, rows=2),
    "lrelu": _tile_and_scalar(elementwise.LreluOp),
    "prelu": OpSpec("tile, slope, tmp=", _prelu),
    "addc": _tiles("lhs, rhs, rhs2", elementwise.AddcOp),
    "subc": _tiles("lhs, rhs, rhs2", elementwise.SubcOp),
    "addsc": _carry(elementwise.AddscOp),
    "subsc": _carry(elementwise.SubscOp),
    "sin": _tiles("tile", elementwise.SinOp),
    "cos": _tiles("tile", elementwise.CosOp),
    "expands": _tile_and_scalar(elementwise.ExpandsOp),
    "cmp": OpSpec("lhs, rhs, cmp_type=", _cmp),
    "cmps": OpSpec("lhs|tile, rhs|scalar, cmp_type=", _cmps),
    "sel": OpSpec("mask, lhs, rhs, tmp=", _sel),
    "sels": OpSpec("mask, lhs|src|tile, tmp=, scalar|rhs=", _sels),
    "row_prod": _reduction(reductions.RowProdOp),
    "col_prod": column_reduction(reductions.ColProdOp),
    "row_argmax": _reduction(reductions.RowArgMaxOp),
    "row_argmin": _reduction(reductions.RowArgMinOp),
    "col_argmax": _reduction(reductions.ColArgMaxOp),
    "col_argmin": _reduction(reductions.ColArgMinOp),
    "row_expand_expdif": _tiles("tile, row_vec|vec", reductions.RowExpandExpdifOp),
    "col_expand_expdif": _tiles("tile, col_vec|vec", reductions.ColExpandExpdifOp),
    "fillpad": _fillpad(padding.FillPadOp),
    "fillpad_inplace": _fillpad(padding.FillPadInplaceOp),
    "fillpad_expand": OpSpec("tile, shape, pad_value=", _fillpad_expand),
    "part_add": _tiles("lhs, rhs", padding.PartAddOp),
    "part_mul": _tiles("lhs, rhs", padding.PartMulOp),
    "part_max": _tiles("lhs, rhs", padding.PartMaxOp),
    "part_min": _tiles("lhs, rhs", padding.PartMinOp),
    "sort32": _tiles("src, idx", sorting.Sort32Op),
    "mrgsort": OpSpec(
        "src0|src, src1=, src2=, src3=, tmp=, executed=, exhausted=, block_len=", _mrgsort
    ),
    "mrgsort_format1": OpSpec("src, block_len", _mrgsort1),
    "mrgsort_format2": OpSpec(_MRGSORT2, lambda c: _merge(c, 4)),
    "gather": OpSpec("src|tile, indices=, tmp=, mask_pattern=, output_dtype=", _gather),
    "gatherb": _tiles("src, offsets|offset", gathering.GatherBOp),
    "gather_mask": OpSpec(
        "src|tile, mask_pattern, output_dtype=", lambda c: _gather_columns(c, 1, 2)
    ),
    "gather_compare": OpSpec(
        "src, k_value|k, tmp=, cmp_mode|cmp_type=, out_cols=, offset=", _gather_compare
    ),
    "scatter": OpSpec("target|dst|input, src, indices|indexes=, mask_pattern=", _scatter),
    "scatter_mask": OpSpec("target|dst|input, src, mask_pattern", lambda c: _scatter_columns(c, 2)),
    "scatter_update": OpSpec("input, dim, index, src", _scatter_update),
    "gather_row": OpSpec("target|dst, src, indices|index", _gather_row),
    "mgather": OpSpec("tensor|mem|src, idx|indices, coalesce=, oob|gather_oob=", _mgather),
    "mscatter": OpSpec("src|tile, idx|indices, output_tensor|tensor|mem, coalesce=", _mscatter),
    "ci": OpSpec("start, shape, dtype=, descending=", _ci),
    "arange": OpSpec("start, shape, dtype=, descending=", _ci),
    "tri": OpSpec("diagonal, shape, dtype=, upper_or_lower|upper=", _tri),
    "random": OpSpec(
        "key0, key1, counter0, counter1, counter2, counter3, shape, dtype=, rounds=", _random
    ),
    "transpose": OpSpec("tile, axis1=, axis2=, tmp=", _transpose),
    "reinterpret_view": OpSpec("tile, dtype", _reinterpret_view),
    "read": OpSpec("source|tile|tensor, indices|offset|offsets", _read),
    "write": OpSpec("target|tile|tensor, indices|offset|offsets, value|scalar", _write),
}
"""Operations by name."""
