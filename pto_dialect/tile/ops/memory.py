"""
Operations between global memory (builtin memrefs) and tiles, and the creation of tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from math import prod
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import IndexType, MemRefType, UnitAttr, bf16, f16, f32, i8, i16, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    AlwaysSpeculatable,
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    MemoryReadEffect,
)
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.segments import segments
from pto_dialect.tile.ops.base import (
    TileOp,
    check_scalar,
    check_space,
    check_valid_operands,
    parse_index_list,
    parse_optional_valid,
    print_index_list,
    print_optional_valid,
    tile_type,
)
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import (
    AllocatesResult,
    ReadsIn,
    ResultIn,
    Retargetable,
    RunsOn,
    TileEffects,
)
from pto_dialect.tile.types import DYNAMIC, ExtentsAttr, TileType, dims_text


def _parse_optional_window(parser: Parser) -> ExtentsAttr | None:
    if parser.parse_optional_keyword("window") is None:
        return None
    parser.parse_punctuation("=")

    def extent() -> int:
        if parser.parse_optional_punctuation("?") is not None:
            return DYNAMIC
        return parser.parse_integer(allow_boolean=False, allow_negative=False)

    return ExtentsAttr(tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, extent)))


def _print_optional_window(printer: Printer, window: ExtentsAttr | None) -> None:
    if window is not None:
        dims = ("?" if d == DYNAMIC else str(d) for d in window.data)
        printer.print_string(f" window = [{', '.join(dims)}]")


def window_extents(tile: TileType, window: ExtentsAttr | None, rank: int) -> tuple[int, ...]:
    """
    Extents of the part of a tensor of this rank that a load or store touches, in elements and
    `DYNAMIC` where known at run time only: what is written, else the valid region of the tile
    behind ones.

    Raises:
        VerifyException: the window does not have the tensor's rank or the tile's size.
    """
    valid = tile.valid_extents
    if window is None:
        if len(valid) > rank:
            raise VerifyException(
                f"a tile of {len(valid)} dimensions and a tensor of {rank} need a window"
            )
        return (1,) * (rank - len(valid)) + valid
    extents = window.data
    if len(extents) != rank:
        raise VerifyException(
            f"window {dims_text(extents)} has {len(extents)} extents, the tensor {rank}"
        )
    if extents.count(DYNAMIC) != valid.count(DYNAMIC) or (
        prod(d for d in extents if d != DYNAMIC) != prod(d for d in valid if d != DYNAMIC)
    ):
        raise VerifyException(
            f"window {dims_text(extents)} does not hold the tile's valid {dims_text(valid)}"
        )
    return extents


def _check_elements(tile: TileType, tensor: Attribute) -> None:
    if tensor != tile.element_type:
        raise VerifyException(
            f"a tensor of {tensor} and a tile of {tile.element_type} do not match"
        )


def _memref_type(tensor: SSAValue) -> MemRefType[Attribute]:
    """The type of an operand whose constraint has been checked."""
    return cast("MemRefType[Attribute]", tensor.type)


def _check_window(
    tile: TileType,
    memref: MemRefType[Attribute],
    offsets: Sequence[SSAValue],
    window: ExtentsAttr | None,
) -> None:
    shape = memref.get_shape()
    check_part(shape, offsets, window_extents(tile, window, len(shape)))


def check_part(shape: Sequence[int], offsets: Sequence[SSAValue], extents: Sequence[int]) -> None:
    """
    Check that a part of a tensor lies inside of it as far as its offsets are constants.

    Raises:
        VerifyException: it does not, or there is not an offset for each dimension.
    """
    if len(offsets) != len(shape):
        raise VerifyException(f"a tensor of {len(shape)} dimensions has {len(offsets)} offsets")
    for d, (offset, extent, size) in enumerate(zip(offsets, extents, shape, strict=True)):
        start = constant_value(offset)
        if start is None:
            continue
        if start < 0:
            raise VerifyException(f"offset {start} of dimension {d} is negative")
        if DYNAMIC not in (extent, size) and start + extent > size:
            raise VerifyException(
                f"elements {start} to {start + extent} of dimension {d} reach outside of the "
                f"tensor's {size}"
            )


@irdl_op_definition
class LoadOp(TileOp):
    """
    Copy a window of a tensor in global memory into a fresh tile.

    `offsets` give the first element, one for each dimension of the tensor. The window has the
    extents of the tile's valid region, behind ones if the tensor has more dimensions, unless
    `window` gives others. `valid` gives the tile's `?` extents in order.

        %t = tile.load %a[%i, %c0] valid [%n] window = [1, ?, 64]
            : memref<4x256x64xf32> -> !tile.tile<vec, 64x64xf32, valid=?x64>
    """

    name = "tile.load"

    source = operand_def(base(MemRefType))
    offsets = var_operand_def(IndexType)
    valid = var_operand_def(IndexType)
    window = opt_prop_def(ExtentsAttr)
    result = result_def(base(TileType))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(
        RunsOn(Pipe.MTE2),
        Retargetable((Space.VEC, Space.MAT)),
        TileEffects(),
        MemoryReadEffect(),
    )

    HIDDEN_PROPERTIES: ClassVar = ("operandSegmentSizes", "window")

    def __init__(
        self,
        source: SSAValue | Operation,
        offsets: Sequence[SSAValue],
        result_type: TileType,
        *,
        valid: Sequence[SSAValue] = (),
        window: Sequence[int] | None = None,
    ):
        properties = segments(1, len(offsets), len(valid))
        if window is not None:
            properties["window"] = ExtentsAttr(tuple(window))
        Operation.__init__(
            self,
            operands=(SSAValue.get(source), *offsets, *valid),
            result_types=(result_type,),
            properties=properties,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        offsets = parse_index_list(parser)
        valid = parse_optional_valid(parser)
        window = _parse_optional_window(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        memref = parser.parse_type()
        parser.parse_punctuation("->")
        result = parser.parse_type()
        op = cls.build(
            operands=[parser.resolve_operand(source, memref), offsets, valid],
            result_types=[result],
            properties={"window": window},
            attributes=attributes,
        )
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.source)
        print_index_list(printer, self.offsets)
        print_optional_valid(printer, self.valid)
        _print_optional_window(printer, self.window)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.source.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        tile = tile_type(self.result)
        check_space(self.result, (Space.VEC, Space.MAT), "result of tile.load")
        check_valid_operands(tile, self.valid)
        memref = _memref_type(self.source)
        _check_elements(tile, memref.element_type)
        _check_window(tile, memref, self.offsets, self.window)


def _store_pipe(op: Operation, target: Target) -> Pipe:
    return Pipe.FIX if tile_type(op.operands[0]).memory_space is Space.ACC else Pipe.MTE3


class _StoreEffects(MemoryEffect):
    """A store writes; one that adds reads what it adds to as well."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        kinds = [MemoryEffectKind.WRITE]
        if "atomic_add" in op.properties:
            kinds.append(MemoryEffectKind.READ)
        return {EffectInstance(kind) for kind in kinds}


ATOMIC_ELEMENTS = (f32, f16, bf16, i32, i16, i8)
"""Elements of tensors that a store can add to."""


@irdl_op_definition
class StoreOp(TileOp):
    """
    Copy the valid region of a tile into a window of a tensor in global memory; `offsets` and
    `window` as for `tile.load`. With `atomic_add` it is added to what is there, one element after
    the other and each at once: stores of several cores into one place all count, in no order.

        tile.store %t, %out[%i, %c0] : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
        tile.store %t, %out[%i, %c0] window = [1, 64] atomic_add
            : !tile.tile<vec, 1x64xf32>, memref<256x64xf32>
    """

    name = "tile.store"

    tile = operand_def(base(TileType))
    destination = operand_def(base(MemRefType))
    offsets = var_operand_def(IndexType)
    window = opt_prop_def(ExtentsAttr)
    atomic_add = opt_prop_def(UnitAttr)

    traits = traits_def(RunsOn(_store_pipe), ReadsIn(((Space.VEC, Space.ACC),)), _StoreEffects())

    HIDDEN_PROPERTIES: ClassVar = ("window", "atomic_add")

    def __init__(
        self,
        tile: SSAValue | Operation,
        destination: SSAValue | Operation,
        offsets: Sequence[SSAValue],
        *,
        window: Sequence[int] | None = None,
        atomic_add: bool = False,
    ):
        properties: dict[str, Attribute] = {}
        if window is not None:
            properties["window"] = ExtentsAttr(tuple(window))
        if atomic_add:
            properties["atomic_add"] = UnitAttr()
        Operation.__init__(
            self,
            operands=(SSAValue.get(tile), SSAValue.get(destination), *offsets),
            properties=properties,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        tile = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        destination = parser.parse_unresolved_operand()
        offsets = parse_index_list(parser)
        window = _parse_optional_window(parser)
        adds = parser.parse_optional_keyword("atomic_add") is not None
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        parser.parse_punctuation(",")
        memref = parser.parse_type()
        return cls.build(
            operands=[
                parser.resolve_operand(tile, type_),
                parser.resolve_operand(destination, memref),
                offsets,
            ],
            properties={"window": window, "atomic_add": UnitAttr() if adds else None},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tile)
        printer.print_string(", ")
        printer.print_ssa_value(self.destination)
        print_index_list(printer, self.offsets)
        _print_optional_window(printer, self.window)
        if self.atomic_add is not None:
            printer.print_string(" atomic_add")
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.tile.type)
        printer.print_string(", ")
        printer.print_attribute(self.destination.type)

    def verify_(self) -> None:
        tile = tile_type(self.tile)
        memref = _memref_type(self.destination)
        check_space(self.tile, (Space.VEC, Space.ACC), "operand of tile.store")
        check_stored_elements(self)
        _check_window(tile, memref, self.offsets, self.window)
        if self.atomic_add is not None and memref.element_type not in ATOMIC_ELEMENTS:
            elements = ", ".join(str(e) for e in ATOMIC_ELEMENTS)
            raise VerifyException(
                f"an atomic store adds elements of {elements}, not of {memref.element_type}"
            )


def check_stored_elements(op: StoreOp) -> None:
    """
    Check that a tile can be stored in its tensor. What leaves an accumulator of f32 may be
    rounded to a narrower float on the way.

    Raises:
        VerifyException: the element types do not match.
    """
    tile, tensor = tile_type(op.tile), _memref_type(op.destination).element_type
    rounds = tile.memory_space in (None, Space.ACC) and tile.element_type == f32
    if not (rounds and tensor in (f16, bf16)):
        _check_elements(tile, tensor)


@irdl_op_definition
class CreateOp(TileOp):
    """
    A tile of undefined data, to be written into or used as scratch.

        %t = tile.create valid [%n] : !tile.tile<vec, 64x64xf32, valid=?x64>
    """

    name = "tile.create"

    valid = var_operand_def(IndexType)
    result = result_def(base(TileType))

    traits = traits_def(Retargetable(), TileEffects(), AllocatesResult())

    def __init__(self, result_type: TileType, *, valid: Sequence[SSAValue] = ()):
        Operation.__init__(self, operands=valid, result_types=(result_type,))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        valid = parse_optional_valid(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(operands=valid, result_types=[parser.parse_type()], attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_optional_valid(printer, self.valid)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        check_valid_operands(tile_type(self.result), self.valid)


@irdl_op_definition
class FullOp(TileOp):
    """
    A tile whose valid elements all have the value of a scalar.

        %t = tile.full %zero : f32 -> !tile.tile<vec, 64x64xf32>
    """

    name = "tile.full"

    scalar = operand_def(AnyAttr())
    valid = var_operand_def(IndexType)
    result = result_def(base(TileType))

    traits = traits_def(RunsOn(Pipe.V), ResultIn(Space.VEC), TileEffects(), AlwaysSpeculatable())

    def __init__(
        self,
        scalar: SSAValue | Operation,
        result_type: TileType,
        *,
        valid: Sequence[SSAValue] = (),
    ):
        Operation.__init__(
            self, operands=(SSAValue.get(scalar), *valid), result_types=(result_type,)
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        scalar = parser.parse_unresolved_operand()
        valid = parse_optional_valid(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        scalar_type = parser.parse_type()
        parser.parse_punctuation("->")
        return cls.create(
            operands=[parser.resolve_operand(scalar, scalar_type), *valid],
            result_types=[parser.parse_type()],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.scalar)
        print_optional_valid(printer, self.valid)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.scalar.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        tile = tile_type(self.result)
        check_space(self.result, (Space.VEC,), "result of tile.full")
        check_scalar(tile, self.scalar.type, self.name)
        check_valid_operands(tile, self.valid)
