"""
Tile handles: allocation, slots of multi-buffered regions, valid regions and addresses.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import IndexType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.base import INDEX, TILE, PtoOp, segments
from pto_dialect.pto.checks import constant_value
from pto_dialect.pto.effects import AllocEffect, ReadsFirst, WritesFirst
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.tile_views import CastOp
from pto_dialect.pto.types import (
    DYNAMIC,
    LowPrecisionType,
    MultiTileBufType,
    TileBufType,
    dims_text,
)

_INDEX = IndexType()


class AllocOp(FormattedOp, ABC):
    """
    An allocation: a handle with an address in bytes (present exactly at level 3) and an operand
    for each valid extent that is `?`.

        %t = pto.… [addr = %a] [valid_row = %r] [valid_col = %c] : T
    """

    FORMAT: ClassVar = (
        "{?: addr = {addr}}{?: valid_row = {valid_row}}{?: valid_col = {valid_col}}"
        "{attributes} : {result:type}"
    )
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    addr = opt_operand_def(eq(i64))
    valid_row = opt_operand_def(INDEX)
    valid_col = opt_operand_def(INDEX)

    traits = traits_def(AllocEffect())

    def __init__(
        self,
        result_type: Attribute,
        addr: SSAValue | None = None,
        valid_row: SSAValue | None = None,
        valid_col: SSAValue | None = None,
    ):
        clauses = (addr, valid_row, valid_col)
        Operation.__init__(
            self,
            operands=[c for c in clauses if c is not None],
            result_types=(result_type,),
            properties=segments(*(int(c is not None) for c in clauses)),
        )

    @property
    def tile(self) -> TileBufType:
        """The type of the tile that is allocated, or of a slot."""
        type_ = self.results[0].type
        tile = type_.tile if isinstance(type_, MultiTileBufType) else type_
        assert isinstance(tile, TileBufType)
        return tile

    def verify_(self) -> None:
        tile = self.tile
        if self._operands or DYNAMIC in tile.valid:
            clauses = (("valid_row", self.valid_row), ("valid_col", self.valid_col))
            for (keyword, value), extent in zip(clauses, tile.valid, strict=True):
                if (value is not None) != (extent == DYNAMIC):
                    raise VerifyException(
                        f"{self.name}: {keyword} is given exactly when that valid extent is ?, "
                        f"here it is {'?' if extent == DYNAMIC else extent} and {keyword} is "
                        f"{'missing' if value is None else 'given'}"
                    )
        rows, cols = tile.shape
        if not tile.is_boxed:
            by_row = tile.blayout.data == "row_major"
            line = (cols if by_row else rows) * tile.element_bytes
            if line % 32:
                raise VerifyException(
                    f"{self.name}: a {'row' if by_row else 'column'} has {line} bytes, which is "
                    f"not a multiple of 32; {_in_whole_lines(tile)} has whole ones"
                )
            return
        box_rows, box_cols = tile.box
        checks_rows = tile.space.data != "vec" and tile.fractal.data != 32 and rows != 1
        if cols % box_cols:
            what = f"{cols} columns are not a multiple of the {box_cols} of a box"
        elif checks_rows and rows % box_rows:
            what = f"{rows} rows are not a multiple of the {box_rows} of a box"
        else:
            return
        rows = _rounded_up(rows, box_rows) if checks_rows else rows
        whole = tile.changed(shape=(rows, _rounded_up(cols, box_cols)))
        raise VerifyException(f"{self.name}: {what}; {whole} has whole ones")


def _in_whole_lines(tile: TileBufType) -> TileBufType:
    """A type for a tile without boxes whose rows or columns are not whole 32 bytes."""
    rows, cols = tile.shape
    is_vector = (rows == 1) != (cols == 1)
    by_row = rows == 1 if is_vector else tile.blayout.data == "row_major"
    elements = 32 // tile.element_bytes
    if by_row:
        return tile.changed(shape=(rows, _rounded_up(cols, elements)), blayout="row_major")
    return tile.changed(shape=(_rounded_up(rows, elements), cols), blayout="col_major")


def _rounded_up(extent: int, step: int) -> int:
    return -(-extent // step) * step


@irdl_op_definition
class AllocTileOp(AllocOp):
    """Allocate one tile."""

    name = "pto.alloc_tile"

    result = result_def(TileBufType)


@irdl_op_definition
class AllocMultiTileOp(AllocOp):
    """Allocate several equal tiles; `addr` is the address of slot 0."""

    name = "pto.alloc_multi_tile"

    result = result_def(MultiTileBufType)

    def verify_(self) -> None:
        tile = self.tile
        if isinstance(tile.element_type, LowPrecisionType):
            raise VerifyException(
                f"{self.name}: {tile.element_type} tiles cannot be multi-buffered"
            )
        if tile.compact.data == "row_plus_one":
            raise VerifyException(f"{self.name}: compact=2 (row_plus_one) cannot be multi-buffered")
        super().verify_()


@irdl_op_definition
class MultiTileGetOp(FormattedOp):
    """
    The tile in a slot of a region: `%t = pto.multi_tile_get %mb[%slot] : MT -> T`.
    """

    name = "pto.multi_tile_get"
    FORMAT: ClassVar = " {source}[{slot}]{attributes} : {source:type} -> {result:type}"

    source = operand_def(MultiTileBufType)
    slot = operand_def(INDEX)
    result = result_def(TileBufType)

    traits = traits_def(Pure())

    def __init__(self, source: SSAValue, slot: SSAValue):
        assert isinstance(source.type, MultiTileBufType)
        Operation.__init__(self, operands=(source, slot), result_types=(source.type.tile,))

    def verify_(self) -> None:
        source, slot = self._operands
        region, tile = source.type, self.results[0].type
        assert isinstance(region, MultiTileBufType)
        if region.tile is not tile and region.tile != tile:
            raise VerifyException(f"{self.name}: a slot is a {region.tile}, the result a {tile}")
        index = constant_value(slot)
        if index is not None and not 0 <= index < region.slots:
            raise VerifyException(f"{self.name}: slot {index} of a region of {region.slots} slots")


@irdl_op_definition
class SetValidShapeOp(FormattedOp):
    """Set the valid region of a tile whose valid extents are both `?`."""

    name = "pto.set_validshape"
    FORMAT: ClassVar = " {source}, {valid_row}, {valid_col}{attributes} : {source:type}"

    source = operand_def(TILE)
    valid_row = operand_def(INDEX)
    valid_col = operand_def(INDEX)

    traits = traits_def(WritesFirst())

    def __init__(self, source: SSAValue, valid_row: SSAValue, valid_col: SSAValue):
        Operation.__init__(self, operands=(source, valid_row, valid_col))

    def verify_(self) -> None:
        source = self._operands[0]
        tile = source.type
        if not isinstance(tile, TileBufType):
            return
        if tile.valid != (DYNAMIC, DYNAMIC):
            raise VerifyException(
                f"{self.name}: both valid extents have to be ?, got {dims_text(tile.valid)}"
            )
        root = source
        while isinstance(root.owner, CastOp):
            root = root.owner.operands[0]
        maker = root.owner
        if not isinstance(maker, AllocTileOp | DeclareTileOp):
            what = maker.name if isinstance(maker, Operation) else "an argument"
            raise VerifyException(
                f"{self.name}: the tile has to come from pto.alloc_tile or pto.declare_tile, "
                f"not from {what}"
            )


@irdl_op_definition
class GetValidShapeOp(FormattedOp):
    """Valid rows and columns of a tile: `%r, %c = pto.get_validshape %t : T`."""

    name = "pto.get_validshape"
    FORMAT: ClassVar = " {source}{attributes} : {source:type}"

    source = operand_def(TILE)
    rows = result_def(IndexType)
    cols = result_def(IndexType)

    traits = traits_def(ReadsFirst())

    def __init__(self, source: SSAValue):
        Operation.__init__(self, operands=(source,), result_types=(_INDEX, _INDEX))


@irdl_op_definition
class TAssignOp(FormattedOp):
    """Give a tile another address, level 3 only: `%u = pto.tassign %t, %addr : T -> T`."""

    name = "pto.tassign"
    FORMAT: ClassVar = " {tile}, {addr}{attributes} : {tile:type} -> {result:type}"

    tile = operand_def(TILE)
    addr = operand_def(eq(i64))
    result = result_def(TILE)

    traits = traits_def(WritesFirst())

    def __init__(self, tile: SSAValue, addr: SSAValue):
        Operation.__init__(self, operands=(tile, addr), result_types=(tile.type,))

    def verify_(self) -> None:
        before, after = self.tile.type, self.results[0].type
        if before != after:
            raise VerifyException(f"{self.name}: the type stays the same, got {before} and {after}")


@irdl_op_definition
class DeclareTileOp(FormattedOp):
    """A tile whose storage is set later, as by `pto.tpop`: `%t = pto.declare_tile -> T`."""

    name = "pto.declare_tile"
    FORMAT: ClassVar = "{attributes} -> {tile:type}"

    tile = result_def(TILE)

    traits = traits_def(AllocEffect())

    def __init__(self, type_: Attribute):
        Operation.__init__(self, result_types=(type_,))


class ValidExtentOp(FormattedOp, ABC):
    """A valid extent of a tile: `%n = pto.… %t : T -> index`."""

    FORMAT: ClassVar = " {src}{attributes} : {src:type} -> {result:type}"

    src = operand_def(TILE)
    result = result_def(IndexType)

    traits = traits_def(ReadsFirst())

    def __init__(self, src: SSAValue):
        Operation.__init__(self, operands=(src,), result_types=(_INDEX,))


@irdl_op_definition
class TileValidRowsOp(ValidExtentOp):
    """Valid rows of a tile."""

    name = "pto.tile_valid_rows"


@irdl_op_definition
class TileValidColsOp(ValidExtentOp):
    """Valid columns of a tile."""

    name = "pto.tile_valid_cols"


TILE_HANDLE_OPS: list[type[PtoOp]] = [
    AllocTileOp,
    AllocMultiTileOp,
    MultiTileGetOp,
    SetValidShapeOp,
    GetValidShapeOp,
    TAssignOp,
    DeclareTileOp,
    TileValidRowsOp,
    TileValidColsOp,
]
"""Allocation and handles."""
