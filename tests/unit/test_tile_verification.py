"""What has been verified once is not taken on trust when it changes."""

from __future__ import annotations

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import StringAttr, f16, f32, i32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, SSAValues
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.spaces import Space
from pto_dialect.tile.ops.base import TileOp
from pto_dialect.tile.ops.elementwise import AddOp, CastOp, ExpOp, NegOp
from pto_dialect.tile.types import TileType

TILE = TileType.get((64, 64), f32, Space.VEC)


def sources(*types: Attribute) -> SSAValues:
    """Values of these types."""
    return test.TestOp(result_types=types).results


def verified(op: TileOp) -> None:
    """Verify an operation in the middle of a block."""
    Block([op, test.TestOp()])
    op.verify()


def test_operation_that_was_right_becomes_the_last_of_its_block():
    function = FuncOp("f", ([TILE], []))
    block = function.body.block
    block.add_ops([ExpOp(block.args[0]), end := ReturnOp()])
    function.verify()
    end.detach()
    with pytest.raises(VerifyException, match="is not a terminator"):
        function.verify()


def test_property_changes():
    source = sources(TILE)
    cast = CastOp(source[0], i32)
    verified(cast)
    cast.properties["mode"] = StringAttr("up")
    with pytest.raises(VerifyException, match="rounding mode 'up'"):
        cast.verify()
    del cast.properties["mode"]
    with pytest.raises(VerifyException, match="property 'mode' expected"):
        cast.verify()


@pytest.mark.parametrize("index", [0, 1])
def test_operand_changes(index: int):
    source = sources(TILE, TileType.get((64, 64), f16, Space.VEC))
    add = AddOp(source[0], source[0])
    verified(add)
    add.operands[index] = source[1]
    with pytest.raises(VerifyException, match="one shape and element type"):
        add.verify()


def test_number_of_operands_changes():
    source = sources(TILE)
    add = AddOp(source[0], source[0])
    verified(add)
    add.operands = source
    with pytest.raises(VerifyException, match="Expected 2 operands, but got 1"):
        add.verify()


def test_result_changes():
    source = sources(TILE)
    exp = ExpOp(source[0])
    verified(exp)
    Rewriter.replace_value_with_new_type(exp.result, TileType.get((64, 32), f32, Space.VEC))
    with pytest.raises(VerifyException, match="result has shape 64x32, expected 64x64"):
        exp.verify()


def test_same_types_of_another_operation():
    integers = TileType.get((64, 64), i32, Space.VEC)
    source = sources(integers)
    verified(NegOp(source[0]))
    exp = ExpOp(source[0])
    with pytest.raises(VerifyException, match="needs floating-point elements"):
        verified(exp)
