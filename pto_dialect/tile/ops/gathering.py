"""
Elements taken from, or put to, places that are chosen at run time: by tiles of indices, by a
comparison, or by a pattern of columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from xdsl.dialects.builtin import IntegerAttr, IntegerType, MemRefType, StringAttr, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import AlwaysSpeculatable, MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.tile.ops.base import (
    SimpleTileOp,
    VecOp,
    VectorOp,
    check_matrix,
    check_rows,
    check_space,
    signless,
    tile_type,
)
from pto_dialect.tile.ops.selection import check_mode
from pto_dialect.tile.traits import (
    NotInPlaceSafe,
    ReadsIn,
    ResultIn,
    RunsOn,
    Scratch,
    TileEffects,
    ValidFrom,
    WritesInto,
)
from pto_dialect.tile.types import TileType, dims_text

PATTERNS: Mapping[str, tuple[int, ...]] = {
    "P0101": (0, 2),
    "P1010": (1, 3),
    "P0001": (0,),
    "P0010": (1,),
    "P0100": (2,),
    "P1000": (3,),
    "P1111": (0, 1, 2, 3),
}
"""
Patterns of columns by name: the places that are meant among each four, written as a binary
number, the first place last.
"""

GROUP = 4
"""Columns that a pattern speaks of."""

BLOCK_BYTES = 32
"""Bytes that `tile.gatherb` takes at a time."""


def _check_indices(type_: TileType, op: str) -> None:
    element = type_.element_type
    if not isinstance(element, IntegerType) or element.bitwidth != 32:
        raise VerifyException(f"indices of {op} are 32-bit integers, not {element}")


def _check_pattern(pattern: Attribute | None, op: str) -> tuple[int, ...]:
    if not isinstance(pattern, StringAttr) or pattern.data not in PATTERNS:
        raise VerifyException(f"the pattern of {op} is one of {', '.join(PATTERNS)}, not {pattern}")
    return PATTERNS[pattern.data]


@irdl_op_definition
class GatherOp(VectorOp):
    """
    For each index the element of the source with that number, counted row by row. `tmp` is
    scratch of the type of the indices. Never in place.

        %r = tile.gather %t, %i, %tmp : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xi32>,
            !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
    """

    name = "tile.gather"

    src = operand_def(base(TileType))
    indices = operand_def(base(TileType))
    tmp = operand_def(base(TileType))

    traits = traits_def(NotInPlaceSafe(), Scratch(2), ValidFrom(((1, 0), (1, 1))))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, indices, tmp = (tile_type(t) for t in operand_types)
        check_matrix(src, cls.name)
        check_matrix(indices, cls.name)
        _check_indices(indices, cls.name)
        if tmp.extents != indices.extents or tmp.element_bits != indices.element_bits:
            raise VerifyException(
                f"scratch of {cls.name} is as large as the indices, "
                f"{dims_text(indices.extents)}x{indices.element_type}, not "
                f"{dims_text(tmp.extents)}x{tmp.element_type}"
            )
        return (
            TileType.get(
                indices.extents,
                src.element_type,
                indices.memory_space,
                valid=indices.valid_extents,
            ),
        )


@irdl_op_definition
class GatherBOp(VectorOp):
    """
    For each offset the 32 bytes that start that many bytes behind the start of the source, a
    multiple of 32. Never in place.

        %r = tile.gatherb %t, %o : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 4x8xui32>
            -> !tile.tile<vec, 4x64xf32>
    """

    name = "tile.gatherb"

    src = operand_def(base(TileType))
    offsets = operand_def(base(TileType))

    traits = traits_def(NotInPlaceSafe())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src, offsets = (tile_type(t) for t in operand_types)
        check_matrix(src, cls.name)
        check_matrix(offsets, cls.name)
        _check_indices(offsets, cls.name)
        if offsets.valid_extents != offsets.extents:
            raise VerifyException(f"the offsets of {cls.name} are valid in every element")
        rows, blocks = offsets.extents
        columns = blocks * BLOCK_BYTES * 8 // src.element_bits
        return (TileType.get((rows, columns), src.element_type, src.memory_space),)


@irdl_op_definition
class GatherMaskOp(VectorOp):
    """
    The columns of each group of four that a pattern names. Never in place. The result may have
    another element type of the same width: the bits stay.

        %v = tile.gather_mask %t {pattern = "P0101"} : !tile.tile<vec, 1x64xf32>
            -> !tile.tile<vec, 1x32xf32>
    """

    name = "tile.gather_mask"

    src = operand_def(base(TileType))
    pattern = prop_def(StringAttr)

    traits = traits_def(NotInPlaceSafe())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        src = tile_type(operand_types[0])
        return (cls.result_of(src, _check_pattern(properties.get("pattern"), cls.name)),)

    @classmethod
    def result_of(cls, src: TileType, places: tuple[int, ...]) -> TileType:
        """The columns at these places of each group."""
        if src.extents[-1] % GROUP or src.valid_extents[-1] % GROUP:
            raise VerifyException(
                f"{cls.name} takes columns from groups of {GROUP}; a row has {src.extents[-1]}, "
                f"{src.valid_extents[-1]} of them valid"
            )
        share = len(places)
        return TileType.get(
            (*src.extents[:-1], src.extents[-1] // GROUP * share),
            src.element_type,
            src.memory_space,
            valid=(*src.valid_extents[:-1], src.valid_extents[-1] // GROUP * share),
        )

    def check_result(self, wanted: TileType, actual: TileType) -> None:
        if actual.element_bits == wanted.element_bits:
            wanted = TileType.get(
                wanted.extents,
                actual.element_type,
                wanted.memory_space,
                valid=wanted.valid_extents,
            )
        super().check_result(wanted, actual)


@irdl_op_definition
class GatherCompareOp(SimpleTileOp):
    """
    For each row the columns of the elements for which a comparison with its key holds, plus
    `offset`, in rising order as i32, and how many there are. `key` is a scalar or a tile with a
    key for each row, `tmp` scratch. What lies behind the last column found is undefined. Never in
    place.

        %r, %n = tile.gather_compare %t, %k, %tmp {mode = "gt"} : !tile.tile<vec, 8x64xf32>, f32,
            !tile.tile<vec, 8x64xf32> -> !tile.tile<vec, 8x32xi32>, !tile.tile<vec, 1x8xi32>
    """

    name = "tile.gather_compare"

    src = operand_def(base(TileType))
    key = operand_def(AnyAttr())
    tmp = operand_def(base(TileType))
    mode = prop_def(StringAttr)
    offset = opt_prop_def(IntegerAttr)
    result = result_def(base(TileType))
    count = result_def(base(TileType))

    traits = traits_def(
        NotInPlaceSafe(),
        Scratch(2),
        RunsOn(Pipe.V),
        ReadsIn(((Space.VEC,),)),
        ResultIn(Space.VEC),
        TileEffects(),
        AlwaysSpeculatable(),
    )

    def __init__(
        self,
        src: SSAValue | Operation,
        key: SSAValue | Operation,
        tmp: SSAValue | Operation,
        columns: int,
        mode: str,
        offset: int = 0,
    ):
        rows = tile_type(SSAValue.get(src)).extents[0]
        space = tile_type(SSAValue.get(src)).memory_space
        properties: dict[str, Attribute] = {"mode": StringAttr(mode)}
        if offset:
            properties["offset"] = IntegerAttr(offset, i32)
        super().__init__(
            src,
            key,
            tmp,
            result_types=[
                TileType.get((rows, columns), i32, space),
                TileType.get((1, rows), i32, space),
            ],
            properties=properties,
        )

    def verify_(self) -> None:
        src = check_matrix(tile_type(self.src), self.name)
        check_mode(self.mode, self.name)
        _check_key(src, self.key.type, self.name)
        rows = src.extents[0]
        result, count = tile_type(self.result), tile_type(self.count)
        for tile in self.results:
            check_space(tile, (Space.VEC,), f"result of {self.name}")
        for type_, extents in ((result, (rows, result.extents[-1])), (count, (1, rows))):
            if type_.extents != extents or type_.element_type != i32:
                raise VerifyException(
                    f"{self.name} gives columns as [{rows}, K]xi32 and their number as "
                    f"1x{rows}xi32, not {dims_text(type_.extents)}x{type_.element_type}"
                )


def _check_key(src: TileType, key: Attribute, op: str) -> None:
    element = key.element_type if isinstance(key, TileType) else key
    wanted = src.element_type
    if element != wanted and element != signless(wanted):
        raise VerifyException(f"the key of {op} has type {element}, expected {wanted}")
    if isinstance(key, TileType) and max(key.extents) < src.extents[0]:
        raise VerifyException(
            f"{op} needs a key for each of {src.extents[0]} rows, not {dims_text(key.extents)}"
        )


# ---- Scatter ----


class _ScatterOp(VectorOp):
    """An operation that overwrites some elements of its first operand in place."""

    traits = traits_def(WritesInto(0))


def _scatter_pipe(op: Operation, target: Target) -> Pipe:
    return Pipe.V if target.gathers_in_vector_unit else Pipe.S


def _same_element(target: TileType, src: TileType, op: str) -> None:
    if target.element_type != src.element_type:
        raise VerifyException(
            f"{op} keeps the element type {target.element_type}, not {src.element_type}"
        )


@irdl_op_definition
class ScatterOp(VecOp):
    """
    The target with each element of `src` at the place that its index says, counted row by row;
    of several for one place the last one stays.

        %r = tile.scatter %t, %s, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>,
            !tile.tile<vec, 8x64xi32>
    """

    name = "tile.scatter"

    target = operand_def(base(TileType))
    src = operand_def(base(TileType))
    indices = operand_def(base(TileType))

    traits = traits_def(WritesInto(0), RunsOn(_scatter_pipe))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        target, src, indices = (tile_type(t) for t in operand_types)
        check_matrix(target, cls.name)
        _same_element(target, src, cls.name)
        element = indices.element_type
        if not isinstance(element, IntegerType) or element.bitwidth not in (16, 32):
            raise VerifyException(f"indices of {cls.name} are integers, not {element}")
        if indices.extents != src.extents:
            raise VerifyException(
                f"{cls.name} needs an index for each of {dims_text(src.extents)} elements, not "
                f"{dims_text(indices.extents)}"
            )
        return (target,)


@irdl_op_definition
class ScatterMaskOp(_ScatterOp):
    """
    The target with the columns of `src` at the places of each group of four that a pattern names;
    the other columns stay.
    """

    name = "tile.scatter_mask"

    target = operand_def(base(TileType))
    src = operand_def(base(TileType))
    pattern = prop_def(StringAttr)

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        target, src = (tile_type(t) for t in operand_types)
        places = _check_pattern(properties.get("pattern"), cls.name)
        _same_element(target, src, cls.name)
        columns = target.extents[-1] // GROUP * len(places)
        if src.extents != (*target.extents[:-1], columns) or target.extents[-1] % GROUP:
            raise VerifyException(
                f"{cls.name} by this pattern puts {dims_text((*target.extents[:-1], columns))} "
                f"into {dims_text(target.extents)}, not {dims_text(src.extents)}"
            )
        return (target,)


def _check_rows(target: TileType, src: TileType, indices: TileType, op: str) -> int:
    """
    Check tiles of which one's rows are put into the other, an index for each; how many indices.

    Raises:
        VerifyException: one has not two dimensions, or a wrong element type.
    """
    for tile in (target, src, indices):
        check_matrix(tile, op)
    _check_indices(indices, op)
    _same_element(target, src, op)
    return prod(indices.extents)


@irdl_op_definition
class ScatterUpdateOp(_ScatterOp):
    """
    The target with row `k` of `src` in place of the row that index `k` says, the indices counted
    row by row; of several for one row the last one stays.

        %r = tile.scatter_update %t, %i, %s : !tile.tile<vec, 16x64xf32>,
            !tile.tile<vec, 1x8xi32>, !tile.tile<vec, 8x64xf32>
    """

    name = "tile.scatter_update"

    target = operand_def(base(TileType))
    indices = operand_def(base(TileType))
    src = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        target, indices, src = (tile_type(t) for t in operand_types)
        count = _check_rows(target, src, indices, cls.name)
        if src.extents != (count, target.extents[1]):
            raise VerifyException(
                f"{cls.name} puts {count} rows of {target.extents[1]} elements, not "
                f"{dims_text(src.extents)}"
            )
        return (target,)


@irdl_op_definition
class GatherRowOp(_ScatterOp):
    """
    The target with the row of `src` that index `k` says in place of its row `k`, the indices
    counted row by row.

        %r = tile.gather_row %t, %s, %i : !tile.tile<vec, 8x64xf32>,
            !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>
    """

    name = "tile.gather_row"

    target = operand_def(base(TileType))
    src = operand_def(base(TileType))
    indices = operand_def(base(TileType))

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        target, src, indices = (tile_type(t) for t in operand_types)
        count = _check_rows(target, src, indices, cls.name)
        if count > target.extents[0] or src.extents[1] != target.extents[1]:
            raise VerifyException(
                f"{cls.name} puts {count} rows of {src.extents[1]} elements into a tile of "
                f"{dims_text(target.extents)}"
            )
        return (target,)


# ---- Global memory ----


class Coalesce(StrEnum):
    """What an index into global memory names."""

    ROW = "row"
    """A row of the tensor."""
    ELEM = "elem"
    """An element of the tensor, counted row by row."""


class OutOfBounds(StrEnum):
    """What an index outside of a tensor that is read does."""

    UNDEFINED = "undefined"
    """It must not be."""
    CLAMP = "clamp"
    """It is the nearest one inside."""
    WRAP = "wrap"
    """It is taken modulo the number of rows or elements."""
    ZERO = "zero"
    """The element is zero."""


def check_choice(value: Attribute | None, choices: type[StrEnum], what: str) -> None:
    """
    Check a word of a property that may be absent.

    Raises:
        VerifyException: it is none of the choices.
    """
    if value is not None and (not isinstance(value, StringAttr) or value.data not in list(choices)):
        raise VerifyException(f"{what} is one of {', '.join(choices)}, not {value}")


def indexed_extents(
    tensor: MemRefType[Attribute], indices: TileType, coalesce: str, op: str
) -> tuple[int, ...]:
    """
    Extents of the tile that goes with these indices into a tensor.

    Raises:
        VerifyException: they do not go together.
    """
    _check_indices(indices, op)
    check_rows(indices, op)
    if indices.valid_extents != indices.extents:
        raise VerifyException(f"the indices of {op} are valid in every element")
    if coalesce == Coalesce.ELEM:
        return indices.extents
    shape = tensor.get_shape()
    if len(shape) != 2 or min(indices.extents) != 1 or len(indices.extents) != 2:
        raise VerifyException(
            f"{op} by row needs a tensor of two dimensions and one row or column of indices, not "
            f"{dims_text(shape)} and {dims_text(indices.extents)}"
        )
    return (max(indices.extents), shape[1])


def memref_of(type_: Attribute, op: str) -> MemRefType[Attribute]:
    """
    A memref type.

    Raises:
        VerifyException: it is another type.
    """
    if not isa(type_, MemRefType[Attribute]):
        raise VerifyException(f"{op} reads or writes a tensor, not {type_}")
    return type_


def _mgather_pipe(op: Operation, target: Target) -> Pipe:
    return Pipe.V if target.gathers_in_vector_unit else Pipe.MTE2


def _mscatter_pipe(op: Operation, target: Target) -> Pipe:
    return Pipe.V if target.gathers_in_vector_unit else Pipe.MTE3


@irdl_op_definition
class MGatherOp(SimpleTileOp):
    """
    Rows or elements of a tensor in global memory that indices name. Never in place.

        %r = tile.mgather %a, %i {coalesce = "row"} : memref<256x64xf32>,
            !tile.tile<vec, 1x16xi32> -> !tile.tile<vec, 16x64xf32>
    """

    name = "tile.mgather"

    source = operand_def(base(MemRefType))
    indices = operand_def(base(TileType))
    coalesce = prop_def(StringAttr)
    out_of_bounds = opt_prop_def(StringAttr)
    result = result_def(base(TileType))

    traits = traits_def(
        NotInPlaceSafe(),
        RunsOn(_mgather_pipe),
        ReadsIn(((Space.VEC,),)),
        ResultIn(Space.VEC),
        TileEffects(),
        MemoryReadEffect(),
    )

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        tensor, indices = memref_of(operand_types[0], cls.name), tile_type(operand_types[1])
        coalesce = properties.get("coalesce")
        check_choice(coalesce, Coalesce, f"coalesce of {cls.name}")
        check_choice(properties.get("out_of_bounds"), OutOfBounds, f"out_of_bounds of {cls.name}")
        assert isinstance(coalesce, StringAttr)
        extents = indexed_extents(tensor, indices, coalesce.data, cls.name)
        return (TileType.get(extents, tensor.element_type, indices.memory_space),)

    def verify_(self) -> None:
        super().verify_()
        check_space(self.result, (Space.VEC,), f"result of {self.name}")


@irdl_op_definition
class MScatterOp(SimpleTileOp):
    """
    Put the rows or elements of a tile where indices into a tensor in global memory say; of
    several for one place the last one stays.

        tile.mscatter %t, %i, %a {coalesce = "row"} : !tile.tile<vec, 16x64xf32>,
            !tile.tile<vec, 1x16xi32>, memref<256x64xf32>
    """

    name = "tile.mscatter"

    src = operand_def(base(TileType))
    indices = operand_def(base(TileType))
    destination = operand_def(base(MemRefType))
    coalesce = prop_def(StringAttr)

    traits = traits_def(RunsOn(_mscatter_pipe), ReadsIn(((Space.VEC,),)), MemoryWriteEffect())

    @classmethod
    def infer_results(
        cls, operand_types: Sequence[Attribute], properties: Mapping[str, Attribute]
    ) -> Sequence[Attribute]:
        return ()

    def verify_(self) -> None:
        src, indices = tile_type(self.src), tile_type(self.indices)
        tensor = memref_of(self.destination.type, self.name)
        check_choice(self.coalesce, Coalesce, f"coalesce of {self.name}")
        extents = indexed_extents(tensor, indices, self.coalesce.data, self.name)
        if src.extents != extents or src.element_type != tensor.element_type:
            raise VerifyException(
                f"{self.name} with these indices puts {dims_text(extents)}x{tensor.element_type}, "
                f"not {dims_text(src.extents)}x{src.element_type}"
            )
