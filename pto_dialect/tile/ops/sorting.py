"""
Sorting. A sorted tile consists of records of 8 bytes, in falling order of their values: an element
and, in the last 4 bytes, its 32-bit index. A record is as wide as 2 f32 or 4 f16 elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import BoolAttr, Float16Type, Float32Type, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from pto_dialect.tile.ops.base import VectorOp, check_rows, tile_type
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import NotInPlaceSafe, Scratch
from pto_dialect.tile.types import TileType, dims_text

RECORD_BYTES = 8
"""Bytes of a sorted element and its index."""

RUN = 32
"""Elements that `tile.sort32` sorts at a time."""

WAYS = 4
"""Runs that a merge takes at a time."""


def record_columns(type_: TileType) -> int:
    """Columns of a tile that one record takes."""
    return RECORD_BYTES * 8 // type_.element_bits


def _check_sortable(type_: TileType, op: str) -> None:
    if not isinstance(type_.element_type, Float32Type | Float16Type):
        raise VerifyException(f"{op} sorts f32 or f16 elements, not {type_.element_type}")


def _check_full(type_: TileType, op: str) -> None:
    if type_.valid_extents != type_.extents:
        raise VerifyException(
            f"the operand of {op} is valid in all of {dims_text(type_.extents)}, not in "
            f"{dims_text(type_.valid_extents)}"
        )


@irdl_op_definition
class Sort32Op(VectorOp):
    """
    Each 32 elements of a row and their indices as records in falling order of the elements;
    equal ones stay in order. Never in place.

        %s = tile.sort32 %t, %i : !tile.tile<vec, 1x64xf32>, !tile.tile<vec, 1x64xui32>
            -> !tile.tile<vec, 1x128xf32>
    """

    name = "tile.sort32"

    src = operand_def(base(TileType))
    indices = operand_def(base(TileType))

    traits = traits_def(NotInPlaceSafe())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, indices = (tile_type(t) for t in operand_types)
        _check_sortable(src, cls.name)
        check_rows(src, cls.name)
        _check_full(src, cls.name)
        element = indices.element_type
        if (
            not isinstance(element, IntegerType)
            or element.bitwidth != 32
            or indices.extents != src.extents
        ):
            raise VerifyException(
                f"{cls.name} needs an index of 32 bits for each of {dims_text(src.extents)} "
                f"elements, not {dims_text(indices.extents)}x{element}"
            )
        if src.extents[-1] % RUN:
            raise VerifyException(
                f"{cls.name} sorts {RUN} elements at a time; a row has {src.extents[-1]}"
            )
        return (
            TileType.get(
                (*src.extents[:-1], src.extents[-1] * record_columns(src)),
                src.element_type,
                src.memory_space,
            ),
        )


@irdl_op_definition
class MrgSort1Op(VectorOp):
    """
    Four neighbouring sorted runs of records merged into one, all along a row. A run has
    `block_len` columns, a multiple of 64. Never in place.

        %m = tile.mrgsort1 %t, %c64 : !tile.tile<vec, 1x256xf32>, i32
            -> !tile.tile<vec, 1x256xf32>
    """

    name = "tile.mrgsort1"

    src = operand_def(base(TileType))
    block_len = operand_def(IntegerType)

    traits = traits_def(NotInPlaceSafe())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = tile_type(operand_types[0])
        _check_sortable(src, cls.name)
        _check_one_row(src, cls.name)
        _check_full(src, cls.name)
        return (src,)

    def verify(self, verify_nested_ops: bool = True) -> None:
        # The run length is a value, so this rule is none of types alone.
        super().verify(verify_nested_ops)
        columns = tile_type(self.src).extents[-1]
        run = constant_value(self.block_len)
        if run is not None and (run < 64 or run % 64 or columns % (run * WAYS)):
            raise VerifyException(
                f"{self.name} merges {WAYS} runs of a multiple of 64 columns; a row of {columns} "
                f"does not consist of such with {run}"
            )


def _check_one_row(type_: TileType, op: str) -> None:
    if any(extent != 1 for extent in type_.extents[:-1]):
        raise VerifyException(f"{op} works on one row, not on {dims_text(type_.extents)}")


@irdl_op_definition
class MrgSort2Op(VectorOp):
    """
    Two to four sorted rows of records merged into one. `tmp` is scratch that holds the result.
    With `exhausted` the merge stops once one row is used up: what follows is undefined. Never in
    place.

        %m = tile.mrgsort2 %tmp, %a, %b : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>,
            !tile.tile<vec, 1x256xf32> -> !tile.tile<vec, 1x512xf32>
    """

    name = "tile.mrgsort2"

    tmp = operand_def(base(TileType))
    sources = var_operand_def(base(TileType))
    exhausted = opt_prop_def(BoolAttr)

    traits = traits_def(NotInPlaceSafe(), Scratch(0))

    def __init__(
        self,
        tmp: SSAValue | Operation,
        sources: Sequence[SSAValue],
        *,
        exhausted: bool = False,
    ):
        super().__init__(
            tmp,
            *sources,
            properties={"exhausted": BoolAttr.from_bool(True)} if exhausted else {},
        )

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        tmp, *sources = (tile_type(t) for t in operand_types)
        if not 2 <= len(sources) <= WAYS:
            raise VerifyException(f"{cls.name} merges 2 to {WAYS} rows, not {len(sources)}")
        first = sources[0]
        for source in sources:
            _check_sortable(source, cls.name)
            _check_one_row(source, cls.name)
            _check_full(source, cls.name)
            if source.element_type != first.element_type:
                raise VerifyException(
                    f"{cls.name} merges rows of one element type, not {first.element_type} and "
                    f"{source.element_type}"
                )
        columns = sum(source.extents[-1] for source in sources)
        if tmp.element_type != first.element_type or tmp.extents[-1] < columns:
            raise VerifyException(
                f"scratch of {cls.name} holds at least {columns}x{first.element_type}, not "
                f"{dims_text(tmp.extents)}x{tmp.element_type}"
            )
        return (
            TileType.get((*first.extents[:-1], columns), first.element_type, first.memory_space),
        )
