"""
Operations of the cube unit: matrix products into accumulators, and what brings operands there.

An operand may lie anywhere; `infer-tile-memory-space` copies it to `left`, `right`, `bias` or a
memory of scales. An accumulator is never copied: it stays where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import base, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import AlwaysSpeculatable, Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import BLayout, Layout, SLayout, Space
from pto_dialect.machine.targets import TARGETS
from pto_dialect.tile.ops.base import SimpleTileOp, check_space, tile_type
from pto_dialect.tile.ops.views import WindowOp, move_pipe
from pto_dialect.tile.traits import (
    NotInPlaceSafe,
    ReadsIn,
    ResultIn,
    RunsOn,
    Spaces,
    TileEffects,
    ValidFrom,
    ViewOf,
    WritesInto,
)
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text, element_bits, is_float

SCALED_BLOCK = 32
"""How many neighbours along K have one scale."""


def accumulator_element(lhs: Attribute, rhs: Attribute, op: str) -> Attribute:
    """
    Element type of the product of two element types: f32 of floats, i32 of bytes. Floats of 8
    bits go together, others have one type.

    Raises:
        VerifyException: there is no product of these two.
    """
    widths = (element_bits(lhs), element_bits(rhs))
    floats = (is_float(lhs), is_float(rhs))
    if not any(floats) and widths == (8, 8):
        return i32
    if all(floats) and (widths == (8, 8) or (lhs == rhs and widths[0] in (16, 32))):
        return f32
    raise VerifyException(
        f"{op} multiplies floats of one type with at most 32 bits, or bytes, not {lhs} and {rhs}"
    )


def _matrix(type_: Attribute, what: str) -> TileType:
    tile = tile_type(type_, what)
    if len(tile.extents) != 2:
        raise VerifyException(f"{what} has two dimensions, not {dims_text(tile.extents)}")
    return tile


def _agree(a: int, b: int) -> bool:
    return a == b or DYNAMIC in (a, b)


def product_type(
    lhs: Attribute, rhs: Attribute, op: str, element: Attribute | None = None
) -> TileType:
    """
    The type of `lhs[M, K] · rhs[K, N]`: `[M, N]`, valid in the rows of lhs and the columns of rhs.

    Raises:
        VerifyException: the operands do not go together.
    """
    a, b = _matrix(lhs, f"left operand of {op}"), _matrix(rhs, f"right operand of {op}")
    if element is None:
        element = accumulator_element(a.element_type, b.element_type, op)
    if a.extents[1] != b.extents[0] or not _agree(a.valid_extents[1], b.valid_extents[0]):
        raise VerifyException(
            f"operands of {op} do not fit: {_shape_text(a)} and {_shape_text(b)} differ in the "
            "dimension that is summed over"
        )
    return TileType.get(
        (a.extents[0], b.extents[1]), element, valid=(a.valid_extents[0], b.valid_extents[1])
    )


def _shape_text(tile: TileType) -> str:
    if tile.valid_extents == tile.extents:
        return dims_text(tile.extents)
    return f"{dims_text(tile.extents)} (valid {dims_text(tile.valid_extents)})"


def _check_vector(lhs: TileType, op: str) -> None:
    if not _agree(lhs.valid_extents[0], 1):
        raise VerifyException(
            f"the left operand of {op} has one valid row, not {lhs.valid_extents[0]}"
        )


def _check_accumulator(acc: Attribute, product: TileType, op: str) -> TileType:
    tile = tile_type(acc, f"accumulator of {op}")
    check_space(tile, (Space.ACC,), f"accumulator of {op}")
    same_valid = all(
        _agree(a, b) for a, b in zip(tile.valid_extents, product.valid_extents, strict=False)
    )
    if (
        tile.extents != product.extents
        or tile.element_type != product.element_type
        or not same_valid
    ):
        raise VerifyException(
            f"the accumulator of {op} holds {_shape_text(product)}x{product.element_type}, not "
            f"{_shape_text(tile)}x{tile.element_type}"
        )
    return tile


def _check_bias(bias: Attribute, product: TileType, op: str) -> None:
    tile = tile_type(bias, f"bias of {op}")
    if (
        tile.extents != (1, product.extents[1])
        or tile.element_type != product.element_type
        or not _agree(tile.valid_extents[1], product.valid_extents[1])
    ):
        raise VerifyException(
            f"the bias of {op} holds 1x{product.extents[1]}x{product.element_type}, not "
            f"{_shape_text(tile)}x{tile.element_type}"
        )


def _check_scales(tile: Attribute, wanted: tuple[int, int], what: str) -> None:
    scales = tile_type(tile, what)
    if scales.extents != wanted or scales.element_bits != 8:
        raise VerifyException(
            f"{what} are {dims_text(wanted)} of 8 bits, one for {SCALED_BLOCK} elements, not "
            f"{dims_text(scales.extents)}x{scales.element_type}"
        )


_LEFT: Spaces = (Space.LEFT,)
_RIGHT: Spaces = (Space.RIGHT,)
_ACC: Spaces = (Space.ACC,)
_BIAS: Spaces = (Space.BIAS,)
_LEFT_SCALE: Spaces = (Space.LEFT_SCALE,)
_RIGHT_SCALE: Spaces = (Space.RIGHT_SCALE,)


class CubeOp(SimpleTileOp):
    """
    An operation of the cube unit: its result is an accumulator.
    """

    ONE_ROW: ClassVar[bool] = False
    """Whether the left operand is one row."""

    result = result_def(base(TileType))

    traits = traits_def(RunsOn(Pipe.M), ResultIn(Space.ACC), TileEffects(), AlwaysSpeculatable())

    @classmethod
    def product_of(cls, lhs: Attribute, rhs: Attribute) -> TileType:
        """
        The type of the product of two operands.

        Raises:
            VerifyException: they do not go together.
        """
        product = product_type(lhs, rhs, cls.name)
        if cls.ONE_ROW:
            _check_vector(tile_type(lhs), cls.name)
        return product

    def verify_(self) -> None:
        check_space(self.result, (Space.ACC,), f"result of {self.name}")
        super().verify_()


class ProductOp(CubeOp):
    """`lhs[M, K] · rhs[K, N]`."""

    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))

    traits = traits_def(ReadsIn((_LEFT, _RIGHT)), ValidFrom(((0, 0), (1, 1))))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs = operand_types
        return (cls.product_of(lhs, rhs),)


class ProductAccOp(CubeOp):
    """`acc + lhs[M, K] · rhs[K, N]`, which overwrites the accumulator in place."""

    acc = operand_def(base(TileType))
    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))

    traits = traits_def(WritesInto(0), ReadsIn((_ACC, _LEFT, _RIGHT)))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        acc, lhs, rhs = operand_types
        return (_check_accumulator(acc, cls.product_of(lhs, rhs), cls.name),)

    @classmethod
    def types_as_read(cls, operand_types: Sequence[Attribute]) -> Sequence[Attribute]:
        # An accumulator is overwritten where it is, not copied.
        return (operand_types[0], *super().types_as_read(operand_types)[1:])


class ProductBiasOp(CubeOp):
    """`lhs[M, K] · rhs[K, N] + bias[1, N]`."""

    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))
    bias = operand_def(base(TileType))

    traits = traits_def(ReadsIn((_LEFT, _RIGHT, _BIAS)), ValidFrom(((0, 0), (1, 1))))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs, bias = operand_types
        product = cls.product_of(lhs, rhs)
        _check_bias(bias, product, cls.name)
        return (product,)


@irdl_op_definition
class MatmulOp(ProductOp):
    """
    Matrix product.

        %c = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>
            -> !tile.tile<acc, 16x64xf32>
    """

    name = "tile.matmul"


@irdl_op_definition
class MatmulAccOp(ProductAccOp):
    """Matrix product added to an accumulator in place."""

    name = "tile.matmul_acc"


@irdl_op_definition
class MatmulBiasOp(ProductBiasOp):
    """Matrix product plus a row."""

    name = "tile.matmul_bias"


@irdl_op_definition
class GemvOp(ProductOp):
    """Product of one row and a matrix."""

    name = "tile.gemv"

    ONE_ROW: ClassVar = True


@irdl_op_definition
class GemvAccOp(ProductAccOp):
    """Product of one row and a matrix, added to an accumulator in place."""

    name = "tile.gemv_acc"

    ONE_ROW: ClassVar = True


@irdl_op_definition
class GemvBiasOp(ProductBiasOp):
    """Product of one row and a matrix plus a row."""

    name = "tile.gemv_bias"

    ONE_ROW: ClassVar = True


# ---- Batches of products ----


def _batch_product_type(lhs: Attribute, rhs: Attribute, op: str) -> TileType:
    """
    The type of `lhs[…, M, K] · rhs[…, K, N]`: `[…, M, N]`. The leading dimensions are those of
    either operand; where both have one, they are equal or one of them is 1.

    Raises:
        VerifyException: the operands do not go together.
    """
    a, b = tile_type(lhs, f"left operand of {op}"), tile_type(rhs, f"right operand of {op}")
    for tile in (a, b):
        rows = -1 if prod(tile.extents[:-2]) > 1 else -2
        if len(tile.extents) < 2 or tile.valid_extents[:rows] != tile.extents[:rows]:
            raise VerifyException(
                f"{op} multiplies tiles of two or more dimensions, several matrices only if they "
                f"are valid in every row, not {_shape_text(tile)}"
            )
    left, right = (
        TileType.get(t.extents[-2:], t.element_type, valid=t.valid_extents[-2:]) for t in (a, b)
    )
    product = product_type(left, right, op)
    try:
        batch = batch_extents(a.extents[:-2], b.extents[:-2])
    except ValueError:
        raise VerifyException(
            f"operands of {op} do not fit: {dims_text(a.extents)} and {dims_text(b.extents)} "
            "differ in a leading dimension"
        ) from None
    return TileType.get(
        (*batch, *product.extents), product.element_type, valid=(*batch, *product.valid_extents)
    )


def batch_extents(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """
    The leading dimensions of a batch of products of operands with these.

    Raises:
        ValueError: they do not broadcast.
    """
    rank = max(len(a), len(b))
    pairs = zip((1,) * (rank - len(a)) + tuple(a), (1,) * (rank - len(b)) + tuple(b), strict=True)
    return tuple(_broadcast(x, y) for x, y in pairs)


def _broadcast(a: int, b: int) -> int:
    if a != b and 1 not in (a, b):
        raise ValueError
    return max(a, b)


@irdl_op_definition
class BatchMatmulOp(CubeOp):
    """
    Matrix products of the last two dimensions; the leading ones broadcast. Made of `tile.matmul`
    by `expand-batch-matmul`.

        %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16>
            -> !tile.tile<2x16x32xf32>
    """

    name = "tile.batch_matmul"

    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        lhs, rhs = operand_types
        return (_batch_product_type(lhs, rhs, cls.name),)


@irdl_op_definition
class BatchMatmulAccOp(CubeOp):
    """
    Matrix products of the last two dimensions, added to accumulators in place. Made of
    `tile.matmul_acc` by `expand-batch-matmul`.
    """

    name = "tile.batch_matmul_acc"

    acc = operand_def(base(TileType))
    lhs = operand_def(base(TileType))
    rhs = operand_def(base(TileType))

    traits = traits_def(WritesInto(0))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        acc, lhs, rhs = operand_types
        return (_check_accumulator(acc, _batch_product_type(lhs, rhs, cls.name), cls.name),)


# ---- Scaled products ----


def _scaled_product_type(operands: Sequence[Attribute], op: str) -> TileType:
    """
    The type of the product of `lhs[M, K]` and `rhs[K, N]` whose scales are `[M, K / 32]` and
    `[K / 32, N]`.

    Raises:
        VerifyException: the operands do not go together.
    """
    lhs, lhs_scale, rhs, rhs_scale = operands
    a, b = _matrix(lhs, f"left operand of {op}"), _matrix(rhs, f"right operand of {op}")
    if (
        not (is_float(a.element_type) and is_float(b.element_type))
        or max(a.element_bits, b.element_bits) > 8
    ):
        raise VerifyException(
            f"{op} multiplies floats of at most 8 bits, not {a.element_type} and {b.element_type}"
        )
    product = product_type(lhs, rhs, op, f32)
    m, k = a.extents
    if k % (2 * SCALED_BLOCK):
        raise VerifyException(f"{op} sums over a multiple of {2 * SCALED_BLOCK} elements, not {k}")
    blocks = k // SCALED_BLOCK
    _check_scales(lhs_scale, (m, blocks), f"scales of the left operand of {op}")
    _check_scales(rhs_scale, (blocks, b.extents[1]), f"scales of the right operand of {op}")
    return product


@irdl_op_definition
class MatmulMxOp(CubeOp):
    """
    Matrix product of blocks of 32 elements along K that have a scale each (a5).

        %c = tile.matmul_mx %l, %ls, %r, %rs : …
    """

    name = "tile.matmul_mx"

    lhs = operand_def(base(TileType))
    lhs_scale = operand_def(base(TileType))
    rhs = operand_def(base(TileType))
    rhs_scale = operand_def(base(TileType))

    traits = traits_def(
        ReadsIn((_LEFT, _LEFT_SCALE, _RIGHT, _RIGHT_SCALE)), ValidFrom(((0, 0), (2, 1)))
    )

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return (_scaled_product_type(operand_types, cls.name),)


@irdl_op_definition
class MatmulMxAccOp(CubeOp):
    """Scaled matrix product added to an accumulator in place (a5)."""

    name = "tile.matmul_mx_acc"

    acc = operand_def(base(TileType))
    lhs = operand_def(base(TileType))
    lhs_scale = operand_def(base(TileType))
    rhs = operand_def(base(TileType))
    rhs_scale = operand_def(base(TileType))

    traits = traits_def(WritesInto(0), ReadsIn((_ACC, _LEFT, _LEFT_SCALE, _RIGHT, _RIGHT_SCALE)))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        product = _scaled_product_type(operand_types[1:], cls.name)
        return (_check_accumulator(operand_types[0], product, cls.name),)

    @classmethod
    def types_as_read(cls, operand_types: Sequence[Attribute]) -> Sequence[Attribute]:
        return (operand_types[0], *super().types_as_read(operand_types)[1:])


@irdl_op_definition
class MatmulMxBiasOp(CubeOp):
    """Scaled matrix product plus a row (a5)."""

    name = "tile.matmul_mx_bias"

    lhs = operand_def(base(TileType))
    lhs_scale = operand_def(base(TileType))
    rhs = operand_def(base(TileType))
    rhs_scale = operand_def(base(TileType))
    bias = operand_def(base(TileType))

    traits = traits_def(
        ReadsIn((_LEFT, _LEFT_SCALE, _RIGHT, _RIGHT_SCALE, _BIAS)), ValidFrom(((0, 0), (2, 1)))
    )

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        product = _scaled_product_type(operand_types[:4], cls.name)
        _check_bias(operand_types[4], product, cls.name)
        return (product,)


# ---- Windows and transposed views ----


def _extracted_from(op: Operation, index: int) -> Spaces | None:
    """The spaces from which a target can copy a window to where the result lies."""
    result = tile_type(op.results[0]).memory_space
    if result is None or index:
        return None
    found = [s for t in TARGETS.values() for s in Space if (s, result) in t.copies]
    return tuple(dict.fromkeys(found)) or None


@irdl_op_definition
class ExtractOp(WindowOp):
    """
    A copy of a window of a tile, possibly in another space.

        %l = tile.extract %t[%c0, %k] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16>
    """

    name = "tile.extract"

    traits = traits_def(
        NotInPlaceSafe(),
        ReadsIn(_extracted_from),
        RunsOn(move_pipe),
        TileEffects(),
        AlwaysSpeculatable(),
    )


def transposed_layout(layout: Layout) -> Layout:
    """The order of the same bytes when rows and columns change their roles."""
    other = {BLayout.ROW_MAJOR: BLayout.COL_MAJOR, BLayout.COL_MAJOR: BLayout.ROW_MAJOR}
    inside = {SLayout.ROW_MAJOR: SLayout.COL_MAJOR, SLayout.COL_MAJOR: SLayout.ROW_MAJOR}
    return Layout(other[layout.blayout], inside.get(layout.slayout, layout.slayout), layout.fractal)


@irdl_op_definition
class TransposeViewOp(SimpleTileOp):
    """
    A tile with rows and columns exchanged, as a view: nothing moves, the layout changes.

        %t = tile.transpose_view %m : !tile.tile<mat, 64x32xbf16>
            -> !tile.tile<mat, 32x64xbf16, blayout=row_major, slayout=col_major>
    """

    name = "tile.transpose_view"

    src = operand_def(base(TileType))
    result = result_def(base(TileType))

    traits = traits_def(ViewOf(0), ValidFrom(((0, 1), (0, 0))), Pure())

    def __init__(self, src: SSAValue | Operation):
        super().__init__(src)

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = _matrix(operand_types[0], f"operand of {cls.name}")
        return (
            TileType.get(
                src.extents[::-1],
                src.element_type,
                src.memory_space,
                valid=src.valid_extents[::-1],
                layout=transposed_layout(src.layout),
            ),
        )

    def verify_(self) -> None:
        (wanted,) = self.infer_results(self.operand_types, self.properties)
        if self.result.type != wanted:
            raise VerifyException(f"the result of {self.name} is {wanted}, not {self.result.type}")
