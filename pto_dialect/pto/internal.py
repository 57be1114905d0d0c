"""
Operations that old versions of the assembler make while they lower a kernel. They are read, so
that a dump can be looked at; nobody should write them, and 0.60 has none of them.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import i64
from xdsl.irdl import (
    AttrSizedOperandSegments,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)

from pto_dialect.pto.attributes import TileBufConfigAttr
from pto_dialect.pto.base import INDEX, PtoOp
from pto_dialect.pto.format import FormattedOp

SEGMENTED = (AttrSizedOperandSegments(as_property=True),)


@irdl_op_definition
class BindTileOp(FormattedOp):
    """A memref with the layout of a tile: `pto.bind_tile %m[, %r, %c] {config = C} : M -> M`."""

    name = "pto.bind_tile"
    FORMAT: ClassVar = (
        " {source}{?:, {valid_row}}{?:, {valid_col}}{attributes} : {source:type} -> {result:type}"
    )
    irdl_options = SEGMENTED

    source = operand_def()
    valid_row = opt_operand_def(INDEX)
    valid_col = opt_operand_def(INDEX)
    config = prop_def(TileBufConfigAttr)
    result = result_def()


@irdl_op_definition
class MaterializeTileOp(FormattedOp):
    """A tile from a memref: `pto.materialize_tile %m[, %r, %c] {config = C} : M -> T`."""

    name = "pto.materialize_tile"
    FORMAT: ClassVar = (
        " {source}{?:, {valid_row}}{?:, {valid_col}}{attributes} : {source:type} -> {result:type}"
    )
    irdl_options = SEGMENTED

    source = operand_def()
    valid_row = opt_operand_def(INDEX)
    valid_col = opt_operand_def(INDEX)
    config = prop_def(TileBufConfigAttr)
    result = result_def()


@irdl_op_definition
class PointerCastOp(FormattedOp):
    """A memref at addresses: `pto.pointer_cast(%a, %b) [%r, %c] {config = C} : M`."""

    name = "pto.pointer_cast"
    FORMAT: ClassVar = "({addrs}){?: [{valid_row}{?:, {valid_col}}]}{attributes} : {result:type}"
    irdl_options = SEGMENTED

    addrs = var_operand_def(eq(i64))
    valid_row = opt_operand_def(INDEX)
    valid_col = opt_operand_def(INDEX)
    config = opt_prop_def(TileBufConfigAttr)
    result = result_def()


@irdl_op_definition
class SlotMarkerOp(FormattedOp):
    """The slot of a multi-buffered memref: `pto.slot_marker %m[%slot] : M -> M`."""

    name = "pto.slot_marker"
    FORMAT: ClassVar = " {source}[{slot}]{attributes} : {source:type} -> {result:type}"

    source = operand_def()
    slot = operand_def(INDEX)
    result = result_def()


@irdl_op_definition
class DeclareTileMemRefOp(FormattedOp):
    """A memref without storage yet."""

    name = "pto.declare_tile_memref"
    FORMAT: ClassVar = "{attributes} -> {result:type}"

    result = result_def()


@irdl_op_definition
class TileToMemRefOp(FormattedOp):
    """The memory of a tile: `pto.simd.tile_to_memref %t : T to M`."""

    name = "pto.simd.tile_to_memref"
    FORMAT: ClassVar = " {src}{attributes} : {src:type} to {dst:type}"

    src = operand_def()
    dst = result_def()


INTERNAL_OPS: list[type[PtoOp]] = [
    BindTileOp,
    MaterializeTileOp,
    PointerCastOp,
    SlotMarkerOp,
    DeclareTileMemRefOp,
    TileToMemRefOp,
]
"""What the assembler makes for itself."""
