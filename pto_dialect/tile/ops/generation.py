"""
Tiles that are made from a few numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, IntegerType, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.pipes import Pipe
from pto_dialect.tile.ops.base import VecOp, check_integer, check_scalar, tile_type
from pto_dialect.tile.traits import RunsOn
from pto_dialect.tile.types import TileType, dims_text


class GeneratorOp(VecOp):
    """A tile that follows from scalars alone; all of it is valid."""

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        raise VerifyException(f"{cls.name} needs a result type")

    def verify_(self) -> None:
        self.check_spaces()
        result = tile_type(self.result)
        if result.valid_extents != result.extents:
            raise VerifyException(
                f"the result of {self.name} is valid in all of {dims_text(result.extents)}, not "
                f"in {dims_text(result.valid_extents)}"
            )
        self.check_scalars(result)

    def check_scalars(self, result: TileType) -> None:
        """
        Check the operands against the result.

        Raises:
            VerifyException: they do not go together.
        """


@irdl_op_definition
class CiOp(GeneratorOp):
    """
    Consecutive 16- or 32-bit integers, row by row from the scalar upwards, or downwards with
    `descending`.

        %t = tile.ci %c0_i32 : i32 -> !tile.tile<vec, 1x64xi32>
    """

    name = "tile.ci"

    start = operand_def(AnyAttr())
    descending = opt_prop_def(BoolAttr)

    traits = traits_def(RunsOn(Pipe.S))

    def __init__(
        self, start: SSAValue | Operation, result_type: TileType, *, descending: bool = False
    ):
        super().__init__(
            start,
            result_types=[result_type],
            properties={"descending": BoolAttr.from_bool(True)} if descending else {},
        )

    def check_scalars(self, result: TileType) -> None:
        check_integer(result, self.name, (16, 32))
        check_scalar(result, self.start.type, self.name)
        if result.extents[-1] == 1:
            raise VerifyException(f"{self.name} needs more than one column")


@irdl_op_definition
class TriOp(GeneratorOp):
    """
    Ones on one side of a diagonal and on it, else zeros: element (i, j) is one iff
    `j <= i + diagonal`, or iff `j >= i + diagonal` with `upper`.

        %t = tile.tri %d {upper} : i32 -> !tile.tile<vec, 16x64xf32>
    """

    name = "tile.tri"

    diagonal = operand_def(IntegerType)
    upper = opt_prop_def(BoolAttr)

    traits = traits_def(RunsOn(Pipe.V))

    def __init__(self, diagonal: SSAValue | Operation, result_type: TileType, *, upper: bool):
        super().__init__(
            diagonal,
            result_types=[result_type],
            properties={"upper": BoolAttr.from_bool(True)} if upper else {},
        )

    def check_scalars(self, result: TileType) -> None:
        if self.diagonal.type != i32:
            raise VerifyException(f"the diagonal of {self.name} is i32, not {self.diagonal.type}")
        if len(result.extents) != 2:
            raise VerifyException(
                f"{self.name} needs two dimensions, not {dims_text(result.extents)}"
            )


KEYS = 6
"""Scalars that `tile.random` takes: two keys and four counters."""


@irdl_op_definition
class RandomOp(GeneratorOp):
    """
    Random 32-bit numbers from two keys and four counters, by the counter-based generator
    Philox4x32 with `rounds` rounds (a5). Four elements, row by row, are one block; block `b` has
    the 128-bit counter, its first number the lowest, plus `b`.

        %t = tile.random %k0, %k1, %c0, %c1, %c2, %c3 {rounds = 10 : i32}
            : i32 -> !tile.tile<vec, 16x64xui32>
    """

    name = "tile.random"

    keys = var_operand_def(IntegerType)
    rounds = prop_def(IntegerAttr)

    traits = traits_def(RunsOn(Pipe.V))

    def __init__(self, keys: Sequence[SSAValue], result_type: TileType, *, rounds: int = 10):
        super().__init__(
            *keys, result_types=[result_type], properties={"rounds": IntegerAttr(rounds, i32)}
        )

    def check_scalars(self, result: TileType) -> None:
        check_integer(result, self.name, (32,))
        if len(self.keys) != KEYS or any(key.type != i32 for key in self.keys):
            raise VerifyException(f"{self.name} takes two keys and four counters of type i32")
        if self.rounds.value.data not in (7, 10):
            raise VerifyException(f"{self.name} has 7 or 10 rounds, not {self.rounds.value.data}")
