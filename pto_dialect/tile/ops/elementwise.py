"""
Elementwise operations of the vector unit: one value of the result from the values at the same
place of the operands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import AnyAttr, base, irdl_op_definition, operand_def, prop_def, traits_def
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.tile.ops.base import (
    BinaryScratchOp,
    BinaryVectorOp,
    ScalarScratchOp,
    ScalarVectorOp,
    UnaryVectorOp,
    VectorOp,
    as_read,
    check_float,
    check_same_data,
    check_same_layout,
    check_scalar,
    same_extents,
    tile_type,
)
from pto_dialect.tile.traits import MayNotAlias, NotInPlaceSafe, Scratch
from pto_dialect.tile.types import TileType


class _FloatUnaryOp(UnaryVectorOp):
    """A function of floating-point elements."""

    def verify_(self) -> None:
        super().verify_()
        check_float(tile_type(self.src), self.name)


@irdl_op_definition
class AddOp(BinaryVectorOp):
    """lhs + rhs; integers wrap."""

    name = "tile.add"


@irdl_op_definition
class SubOp(BinaryVectorOp):
    """lhs - rhs; integers wrap."""

    name = "tile.sub"


@irdl_op_definition
class MulOp(BinaryVectorOp):
    """lhs * rhs; integers wrap."""

    name = "tile.mul"


@irdl_op_definition
class DivOp(BinaryVectorOp):
    """lhs / rhs; integers round towards zero."""

    name = "tile.div"


@irdl_op_definition
class MaxOp(BinaryVectorOp):
    """The larger of two elements."""

    name = "tile.max"


@irdl_op_definition
class MinOp(BinaryVectorOp):
    """The smaller of two elements."""

    name = "tile.min"


@irdl_op_definition
class AddsOp(ScalarVectorOp):
    """src + scalar."""

    name = "tile.adds"


@irdl_op_definition
class SubsOp(ScalarVectorOp):
    """src - scalar."""

    name = "tile.subs"


@irdl_op_definition
class MulsOp(ScalarVectorOp):
    """src * scalar."""

    name = "tile.muls"


@irdl_op_definition
class DivsOp(ScalarVectorOp):
    """src / scalar."""

    name = "tile.divs"


@irdl_op_definition
class MaxsOp(ScalarVectorOp):
    """The larger of an element and a scalar."""

    name = "tile.maxs"


@irdl_op_definition
class MinsOp(ScalarVectorOp):
    """The smaller of an element and a scalar."""

    name = "tile.mins"


@irdl_op_definition
class FmodOp(BinaryVectorOp):
    """The remainder of lhs / rhs with the sign of lhs; never in place."""

    name = "tile.fmod"

    traits = traits_def(NotInPlaceSafe())


@irdl_op_definition
class FmodsOp(ScalarVectorOp):
    """The remainder of src / scalar with the sign of src; never in place."""

    name = "tile.fmods"

    traits = traits_def(NotInPlaceSafe())


@irdl_op_definition
class RemOp(BinaryScratchOp):
    """The remainder of lhs / rhs with the sign of rhs; `tmp` is scratch like lhs."""

    name = "tile.rem"


@irdl_op_definition
class RemsOp(ScalarScratchOp):
    """The remainder of src / scalar with the sign of the scalar; `tmp` is scratch like src."""

    name = "tile.rems"


@irdl_op_definition
class LreluOp(ScalarVectorOp):
    """An element that is not negative, else its product with the scalar."""

    name = "tile.lrelu"

    def verify_(self) -> None:
        super().verify_()
        check_float(tile_type(self.src), self.name)


@irdl_op_definition
class PreluOp(VectorOp):
    """
    An element that is not negative, else its product with the one of `slope`. `tmp` is scratch
    for a bit of each element: on a3 of 8-bit integers, with a row more than the source.
    """

    name = "tile.prelu"

    src = operand_def(base(TileType))
    slope = operand_def(base(TileType))
    tmp = operand_def(base(TileType))

    traits = traits_def(MayNotAlias((0, 1)), Scratch(2))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, slope, _ = (tile_type(t) for t in operand_types)
        check_float(src, cls.name)
        same_extents(src, slope, cls.name)
        return (src,)


class _ThreeTilesOp(VectorOp):
    """Three tiles of one shape and element type in, a tile of the first one's type out."""

    first = operand_def(base(TileType))
    second = operand_def(base(TileType))
    third = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        first, second, third = (tile_type(t) for t in operand_types)
        same_extents(first, second, cls.name)
        same_extents(first, third, cls.name)
        return (first,)


class _TileScalarTileOp(VectorOp):
    """A tile, a scalar and a tile in, a tile of the first one's type out."""

    first = operand_def(base(TileType))
    scalar = operand_def(AnyAttr())
    third = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        first, third = tile_type(operand_types[0]), tile_type(operand_types[2])
        check_scalar(first, operand_types[1], cls.name)
        same_extents(first, third, cls.name)
        return (first,)


@irdl_op_definition
class AddcOp(_ThreeTilesOp):
    """first + second + third; integers wrap."""

    name = "tile.addc"


@irdl_op_definition
class SubcOp(_ThreeTilesOp):
    """first - second + third; integers wrap."""

    name = "tile.subc"


@irdl_op_definition
class AddscOp(_TileScalarTileOp):
    """first + scalar + third; integers wrap."""

    name = "tile.addsc"


@irdl_op_definition
class SubscOp(_TileScalarTileOp):
    """first - scalar + third; integers wrap."""

    name = "tile.subsc"


@irdl_op_definition
class ExpandsOp(VectorOp):
    """The scalar in every valid element; of the tile only the type counts."""

    name = "tile.expands"

    src = operand_def(base(TileType))
    scalar = operand_def(AnyAttr())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = tile_type(operand_types[0])
        check_scalar(src, operand_types[1], cls.name)
        return (src,)


@irdl_op_definition
class ExpOp(_FloatUnaryOp):
    """e to the power of an element."""

    name = "tile.exp"


@irdl_op_definition
class LogOp(_FloatUnaryOp):
    """Natural logarithm."""

    name = "tile.log"


@irdl_op_definition
class SqrtOp(_FloatUnaryOp):
    """Square root."""

    name = "tile.sqrt"


@irdl_op_definition
class SinOp(_FloatUnaryOp):
    """Sine of an angle in radians; made of other operations by `expand-composite-ops`."""

    name = "tile.sin"


@irdl_op_definition
class CosOp(_FloatUnaryOp):
    """Cosine of an angle in radians; made of other operations by `expand-composite-ops`."""

    name = "tile.cos"


@irdl_op_definition
class RsqrtOp(_FloatUnaryOp):
    """One over the square root; never in place."""

    name = "tile.rsqrt"

    traits = traits_def(NotInPlaceSafe())


@irdl_op_definition
class RecipOp(_FloatUnaryOp):
    """One over an element; never in place."""

    name = "tile.recip"

    traits = traits_def(NotInPlaceSafe())


@irdl_op_definition
class NegOp(UnaryVectorOp):
    """The negative of an element."""

    name = "tile.neg"


@irdl_op_definition
class AbsOp(UnaryVectorOp):
    """The magnitude of an element."""

    name = "tile.abs"


@irdl_op_definition
class ReluOp(UnaryVectorOp):
    """The larger of an element and zero."""

    name = "tile.relu"


class RoundMode(StrEnum):
    """How a cast rounds what the result type cannot hold."""

    NONE = "none"
    """The default of the hardware for this pair of types."""
    RINT = "rint"
    """To nearest, ties to even."""
    ROUND = "round"
    """To nearest, ties away from zero."""
    FLOOR = "floor"
    """Towards minus infinity."""
    CEIL = "ceil"
    """Towards plus infinity."""
    TRUNC = "trunc"
    """Towards zero."""
    ODD = "odd"
    """To odd (Von Neumann rounding)."""


def _widens(op: Operation, target: Target) -> bool:
    return tile_type(op.results[0]).element_bits > tile_type(op.operands[0]).element_bits


@irdl_op_definition
class CastOp(VectorOp):
    """
    Convert the elements to another type. A widening cast never runs in place: it would
    overwrite elements that it has yet to read.
    """

    name = "tile.cast"

    src = operand_def(base(TileType))
    mode = prop_def(StringAttr)

    traits = traits_def(MayNotAlias((0,), _widens))

    def __init__(
        self,
        src: SSAValue | Operation,
        element_type: Attribute,
        mode: RoundMode = RoundMode.RINT,
    ):
        source = as_read(tile_type(SSAValue.get(src)), (Space.VEC,))
        result = TileType.get(
            source.extents,
            element_type,
            source.memory_space,
            valid=source.valid_extents,
            layout=None if source.has_implicit_layout else source.layout,
        )
        super().__init__(src, result_types=[result], properties={"mode": StringAttr(mode)})

    def verify_(self) -> None:
        source, result = as_read(tile_type(self.src), (Space.VEC,)), tile_type(self.result)
        expected = TileType.get(
            source.extents, result.element_type, result.memory_space, valid=source.valid_extents
        )
        self.check_spaces()
        check_same_data(expected, result)
        check_same_layout(source, result)
        if self.mode.data not in list(RoundMode):
            raise VerifyException(
                f"rounding mode '{self.mode.data}' is none of {', '.join(RoundMode)}"
            )
