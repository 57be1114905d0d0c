"""
Bitwise operations and shifts of integer elements.
"""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition, traits_def

from pto_dialect.tile.ops.base import (
    BinaryScratchOp,
    BinaryVectorOp,
    ScalarScratchOp,
    ScalarVectorOp,
    UnaryVectorOp,
    VectorOp,
    check_integer,
    tile_type,
)
from pto_dialect.tile.traits import NotInPlaceSafe


class _IntegerOp(VectorOp):
    """An operation whose first operand has integer elements."""

    def verify_(self) -> None:
        super().verify_()
        check_integer(tile_type(self.operands[0]), self.name)


@irdl_op_definition
class AndOp(_IntegerOp, BinaryVectorOp):
    """lhs & rhs."""

    name = "tile.and"


@irdl_op_definition
class OrOp(_IntegerOp, BinaryVectorOp):
    """lhs | rhs."""

    name = "tile.or"


@irdl_op_definition
class XorOp(_IntegerOp, BinaryScratchOp):
    """lhs ^ rhs; `tmp` is scratch like lhs."""

    name = "tile.xor"


@irdl_op_definition
class NotOp(_IntegerOp, UnaryVectorOp):
    """Every bit of an element inverted."""

    name = "tile.not"


@irdl_op_definition
class ShlOp(_IntegerOp, BinaryVectorOp):
    """lhs shifted to the left by rhs bits, fewer than an element has."""

    name = "tile.shl"


@irdl_op_definition
class ShrOp(_IntegerOp, BinaryVectorOp):
    """lhs shifted to the right by rhs bits; a signed or signless element keeps its sign."""

    name = "tile.shr"


@irdl_op_definition
class AndsOp(_IntegerOp, ScalarVectorOp):
    """src & scalar; never in place."""

    name = "tile.ands"

    traits = traits_def(NotInPlaceSafe())


@irdl_op_definition
class OrsOp(_IntegerOp, ScalarVectorOp):
    """src | scalar; never in place."""

    name = "tile.ors"

    traits = traits_def(NotInPlaceSafe())


@irdl_op_definition
class XorsOp(_IntegerOp, ScalarScratchOp):
    """src ^ scalar; `tmp` is scratch like src; never in place."""

    name = "tile.xors"

    traits = traits_def(NotInPlaceSafe())


@irdl_op_definition
class ShlsOp(_IntegerOp, ScalarVectorOp):
    """src shifted to the left by scalar bits, fewer than an element has."""

    name = "tile.shls"


@irdl_op_definition
class ShrsOp(_IntegerOp, ScalarVectorOp):
    """src shifted to the right by scalar bits; a signed or signless element keeps its sign."""

    name = "tile.shrs"
