"""
Views of global memory, tile handles and views of tiles.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyOf,
    AttrSizedOperandSegments,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import LayoutAttr
from pto_dialect.pto.base import (
    INDEX,
    TILE,
    Piece,
    PtoOp,
    comma_separated,
    dictionary,
    effect_on,
    parse_index_list,
    segment_sizes,
    segments,
)
from pto_dialect.pto.checks import agree, constant_value
from pto_dialect.pto.types import (
    DYNAMIC,
    LowPrecisionType,
    MultiTileBufType,
    PartitionTensorViewType,
    PtrType,
    TensorViewType,
    TileBufType,
    dims_text,
    parse_type,
)

_SIZES = ArrayAttr.constr(IntegerAttr.constr(i64))

ANY_VIEW = AnyOf.get(TensorViewType, PartitionTensorViewType, MemRefType)
"""A tensor in global memory or a window of one."""


class AllocEffect(MemoryEffect):
    """Allocates what the result stands for, so that an unused allocation is dead."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.ALLOC, result) for result in op.results}


class HandleWriteEffect(MemoryEffect):
    """Changes the handle that is operand 0."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        effect = effect_on(MemoryEffectKind.WRITE, op.operands[0])
        return set() if effect is None else {effect}


class HandleReadEffect(MemoryEffect):
    """Reads the handle that is operand 0."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        effect = effect_on(MemoryEffectKind.READ, op.operands[0])
        return set() if effect is None else {effect}


def _bracketed(values: Sequence[SSAValue]) -> list[Piece]:
    return ["[", *comma_separated(values), "]"]


@irdl_op_definition
class MakeTensorViewOp(PtoOp):
    """
    Give a pointer to global memory a shape and strides, both in elements.

        %v = pto.make_tensor_view %p, shape = [%m, %n], strides = [%n, %c1]
             {layout = #pto.layout<nd>} : !pto.tensor_view<?x?xf32>

    The type of the pointer is not written: it points to the view's element type in `gm`.
    """

    name = "pto.make_tensor_view"
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    ptr = operand_def(PtrType)
    shape = var_operand_def(INDEX)
    strides = var_operand_def(INDEX)
    layout = opt_prop_def(LayoutAttr)
    result = result_def(TensorViewType)

    traits = traits_def(Pure())

    def __init__(
        self,
        ptr: SSAValue,
        shape: Sequence[SSAValue],
        strides: Sequence[SSAValue],
        result_type: TensorViewType,
        layout: LayoutAttr | None = None,
    ):
        properties = segments(1, len(shape), len(strides))
        if layout is not None:
            properties["layout"] = layout
        Operation.__init__(
            self,
            operands=(ptr, *shape, *strides),
            result_types=(result_type,),
            properties=properties,
        )

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        operands = self._operands
        rank = (len(operands) - 1) // 2
        entries = dict(self.attributes)
        if (layout := self.properties.get("layout")) is not None:
            entries["layout"] = layout
        pieces: list[Piece] = [" ", operands[0], ", shape = "]
        pieces += _bracketed(operands[1 : 1 + rank])
        pieces.append(", strides = ")
        pieces += _bracketed(operands[1 + rank :])
        pieces += dictionary(entries)
        pieces += (" : ", self.results[0].type)
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ptr = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        parser.parse_keyword("shape")
        parser.parse_punctuation("=")
        shape = parse_index_list(parser)
        parser.parse_punctuation(",")
        parser.parse_keyword("strides")
        parser.parse_punctuation("=")
        strides = parse_index_list(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        result = parse_type(parser)
        if not isinstance(result, TensorViewType):
            parser.raise_error(f"expected a !pto.tensor_view, got {result}")
        properties = segments(1, len(shape), len(strides))
        if (layout := attributes.pop("layout", None)) is not None:
            properties["layout"] = layout
        pointer = parser.resolve_operand(ptr, PtrType(result.element_type))
        return cls.create(
            operands=(pointer, *shape, *strides),
            result_types=(result,),
            properties=properties,
            attributes=attributes,
        )

    def verify_(self) -> None:
        view, pointer = self.results[0].type, self._operands[0].type
        assert isinstance(view, TensorViewType) and isinstance(pointer, PtrType)
        rank = len(view.shape)
        if len(self._operands) != 1 + 2 * rank or len(self.shape) != rank:
            raise VerifyException(
                f"{self.name}: a view of rank {rank} has {rank} extents and strides, "
                f"got {len(self.shape)} and {len(self.strides)}"
            )
        if pointer != PtrType(view.element_type):
            raise VerifyException(
                f"{self.name}: a view of {view.element_type} needs a "
                f"{PtrType(view.element_type)}, got {pointer}"
            )


@irdl_op_definition
class PartitionViewOp(PtoOp):
    """
    A window of a view, offsets and sizes in elements.

        %p = pto.partition_view %v, offsets = [%i, %j], sizes = [%m, %n] : V [-> P]

    The result type may be left out: each constant size becomes a static extent, every other one
    `?`. The assembler's printer leaves it out exactly then.
    """

    name = "pto.partition_view"
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    source = operand_def(ANY_VIEW)
    offsets = var_operand_def(INDEX)
    sizes = var_operand_def(INDEX)
    result = result_def(PartitionTensorViewType)

    traits = traits_def(Pure())

    def __init__(
        self,
        source: SSAValue,
        offsets: Sequence[SSAValue],
        sizes: Sequence[SSAValue],
        result_type: PartitionTensorViewType,
    ):
        Operation.__init__(
            self,
            operands=(source, *offsets, *sizes),
            result_types=(result_type,),
            properties=segments(1, len(offsets), len(sizes)),
        )

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        operands = self._operands
        rank = (len(operands) - 1) // 2
        source, sizes = operands[0], operands[1 + rank :]
        pieces: list[Piece] = [" ", source, ", offsets = "]
        pieces += _bracketed(operands[1 : 1 + rank])
        pieces.append(", sizes = ")
        pieces += _bracketed(sizes)
        pieces += dictionary(self.attributes)
        pieces += (" : ", source.type)
        result = self.results[0].type
        if not canonical or result != _inferred_partition(source.type, sizes):
            pieces += (" -> ", result)
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        parser.parse_keyword("offsets")
        parser.parse_punctuation("=")
        offsets = parse_index_list(parser)
        parser.parse_punctuation(",")
        parser.parse_keyword("sizes")
        parser.parse_punctuation("=")
        sizes = parse_index_list(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source_type = parse_type(parser)
        if parser.parse_optional_punctuation("->") is not None:
            result: Attribute | None = parse_type(parser)
        else:
            result = _inferred_partition(source_type, sizes)
        if result is None:
            parser.raise_error(f"expected a view, got {source_type}")
        return cls.create(
            operands=(parser.resolve_operand(source, source_type), *offsets, *sizes),
            result_types=(result,),
            properties=segments(1, len(offsets), len(sizes)),
            attributes=attributes,
        )

    def verify_(self) -> None:
        operands = self._operands
        source, result = operands[0].type, self.results[0].type
        assert isinstance(result, PartitionTensorViewType)
        if not isinstance(source, TensorViewType | PartitionTensorViewType):
            return
        if source.element_type != result.element_type:
            raise VerifyException(
                f"{self.name}: element types differ, {source.element_type} and "
                f"{result.element_type}"
            )
        rank = len(source.shape)
        if len(operands) != 1 + 2 * rank or len(result.shape) != rank:
            raise VerifyException(
                f"{self.name}: a window of a view of rank {rank} has {rank} offsets, sizes and "
                f"extents, got {len(self.offsets)}, {len(self.sizes)} and {len(result.shape)}"
            )
        for axis, (extent, there) in enumerate(zip(source.shape, result.shape, strict=True)):
            offset = constant_value(operands[1 + axis])
            size = constant_value(operands[1 + rank + axis])
            if offset is not None and offset < 0:
                raise VerifyException(
                    f"{self.name}: the offset of dimension {axis} is negative, {offset}"
                )
            if size is not None and size <= 0:
                raise VerifyException(
                    f"{self.name}: the size of dimension {axis} has to be positive, got {size}"
                )
            if size is not None and not agree(size, there):
                raise VerifyException(
                    f"{self.name}: the size of dimension {axis} is {size}, the result has {there}"
                )
            if offset is not None and size is not None and DYNAMIC != extent < offset + size:
                raise VerifyException(
                    f"{self.name}: {offset} + {size} reaches outside of dimension {axis}, which "
                    f"has {extent}"
                )


def _inferred_partition(
    source: Attribute, sizes: Sequence[SSAValue]
) -> PartitionTensorViewType | None:
    """The type of a window whose type is not written."""
    if not isinstance(source, TensorViewType | PartitionTensorViewType):
        return None
    extents = [constant_value(size) for size in sizes]
    return PartitionTensorViewType.get(
        [DYNAMIC if extent is None else extent for extent in extents], source.element_type
    )


class ViewQueryOp(PtoOp, ABC):
    """A number that a view carries: `%n = pto.… %v, %i : V -> index`."""

    view = operand_def(ANY_VIEW)
    axis = operand_def(INDEX)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    def __init__(self, view: SSAValue, axis: SSAValue):
        Operation.__init__(self, operands=(view, axis), result_types=(IndexType(),))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        view, axis = self._operands
        tail = (*dictionary(self.attributes), " : ", view.type, " -> ", self.results[0].type)
        return (" ", view, ", ", axis, *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        view = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        axis = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parse_type(parser)
        parser.parse_punctuation("->")
        result = parser.parse_type()
        return cls.create(
            operands=(
                parser.resolve_operand(view, type_),
                parser.resolve_operand(axis, IndexType()),
            ),
            result_types=(result,),
            attributes=attributes,
        )


@irdl_op_definition
class GetTensorViewDimOp(ViewQueryOp):
    """The extent of a dimension."""

    name = "pto.get_tensor_view_dim"


@irdl_op_definition
class GetTensorViewStrideOp(ViewQueryOp):
    """The stride of a dimension in elements."""

    name = "pto.get_tensor_view_stride"


class AllocOp(PtoOp, ABC):
    """
    An allocation: a handle with an address in bytes (present exactly at level 3) and an operand
    for each valid extent that is `?`.

        %t = pto.alloc_tile [addr = %a] [valid_row = %r] [valid_col = %c] : T
    """

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

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        pieces: list[Piece] = []
        if self._operands:
            operands = iter(self._operands)
            sizes = segment_sizes(self.properties["operandSegmentSizes"])
            for clause, size in zip(
                (" addr = ", " valid_row = ", " valid_col = "), sizes, strict=True
            ):
                if size:
                    pieces += (clause, next(operands))
        pieces += dictionary(self.attributes)
        pieces += (" : ", self.results[0].type)
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands: list[SSAValue] = []
        sizes: list[int] = []
        for keyword, type_ in (("addr", i64), ("valid_row", _INDEX), ("valid_col", _INDEX)):
            present = parser.parse_optional_keyword(keyword) is not None
            sizes.append(int(present))
            if present:
                parser.parse_punctuation("=")
                operands.append(parser.resolve_operand(parser.parse_unresolved_operand(), type_))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            operands=operands,
            result_types=(parse_type(parser),),
            properties=segments(*sizes),
            attributes=attributes,
        )

    def check_allocation(self, tile: TileBufType) -> None:
        """The rules for the tile that is allocated, or for a slot."""
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
                    f"not a multiple of 32"
                )
            return
        box_rows, box_cols = tile.box
        if cols % box_cols:
            raise VerifyException(
                f"{self.name}: {cols} columns are not a multiple of the {box_cols} of a box"
            )
        checks_rows = tile.space.data != "vec" and tile.fractal.data != 32 and rows != 1
        if checks_rows and rows % box_rows:
            raise VerifyException(
                f"{self.name}: {rows} rows are not a multiple of the {box_rows} of a box"
            )


_INDEX = IndexType()


@irdl_op_definition
class AllocTileOp(AllocOp):
    """Allocate one tile."""

    name = "pto.alloc_tile"

    result = result_def(TileBufType)

    def verify_(self) -> None:
        tile = self.results[0].type
        assert isinstance(tile, TileBufType)
        self.check_allocation(tile)


@irdl_op_definition
class AllocMultiTileOp(AllocOp):
    """Allocate several equal tiles; `addr` is the address of slot 0."""

    name = "pto.alloc_multi_tile"

    result = result_def(MultiTileBufType)

    def verify_(self) -> None:
        region = self.results[0].type
        assert isinstance(region, MultiTileBufType)
        if isinstance(region.tile.element_type, LowPrecisionType):
            raise VerifyException(
                f"{self.name}: {region.tile.element_type} tiles cannot be multi-buffered"
            )
        if region.tile.compact.data == "row_plus_one":
            raise VerifyException(f"{self.name}: compact=2 (row_plus_one) cannot be multi-buffered")
        self.check_allocation(region.tile)


@irdl_op_definition
class MultiTileGetOp(PtoOp):
    """
    The tile in a slot of a region: `%t = pto.multi_tile_get %mb[%slot] : MT -> T`.
    """

    name = "pto.multi_tile_get"

    source = operand_def(MultiTileBufType)
    slot = operand_def(INDEX)
    result = result_def(TileBufType)

    traits = traits_def(Pure())

    def __init__(self, source: SSAValue, slot: SSAValue):
        assert isinstance(source.type, MultiTileBufType)
        Operation.__init__(self, operands=(source, slot), result_types=(source.type.tile,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        source, slot = self._operands
        tail = (*dictionary(self.attributes), " : ", source.type, " -> ", self.results[0].type)
        return (" ", source, "[", slot, "]", *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        parser.parse_punctuation("[")
        slot = parser.parse_unresolved_operand()
        parser.parse_punctuation("]")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parse_type(parser)
        parser.parse_punctuation("->")
        return cls.create(
            operands=(parser.resolve_operand(source, type_), parser.resolve_operand(slot, _INDEX)),
            result_types=(parse_type(parser),),
            attributes=attributes,
        )

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
class SubviewOp(PtoOp):
    """
    A window of a tile as a handle of its own; `sizes` are constants.

        %s = pto.subview %t[%r, %c] sizes [R, C] [valid [%vr, %vc]] : T [-> S]

    Without `valid` the result may declare any static valid region inside of the window; with it
    a constant gives min(constant, size) and everything else `?`.
    """

    name = "pto.subview"
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    source = operand_def(TileBufType)
    offsets = var_operand_def(INDEX)
    valid_row = opt_operand_def(INDEX)
    valid_col = opt_operand_def(INDEX)
    sizes = prop_def(_SIZES)
    result = result_def(TileBufType)

    traits = traits_def(Pure())

    def __init__(
        self,
        source: SSAValue,
        offsets: Sequence[SSAValue],
        sizes: Sequence[int],
        result_type: TileBufType,
        valid: Sequence[SSAValue] | None = None,
    ):
        given = int(valid is not None)
        Operation.__init__(
            self,
            operands=(source, *offsets, *(valid or ())),
            result_types=(result_type,),
            properties={
                "sizes": ArrayAttr(IntegerAttr(s, i64) for s in sizes),
                **segments(1, len(offsets), given, given),
            },
        )

    @property
    def window(self) -> tuple[int, ...]:
        """Rows and columns of the window."""
        return tuple(s.value.data for s in self.sizes.data)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        source, row, col, *valid = self._operands
        pieces: list[Piece] = [" ", source, "[", row, ", ", col]
        pieces.append(f"] sizes [{', '.join(map(str, self.window))}]")
        if valid:
            pieces += (" valid ", *_bracketed(valid))
        pieces += dictionary(self.attributes)
        pieces += (" : ", source.type, " -> ", self.results[0].type)
        return pieces

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        offsets = parse_index_list(parser)
        parser.parse_keyword("sizes")
        sizes = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False)
        )
        valid: list[SSAValue] = []
        if parser.parse_optional_keyword("valid") is not None:
            valid = parse_index_list(parser)
        if len(offsets) != 2 or len(sizes) != 2 or len(valid) not in (0, 2):
            parser.raise_error("a window has two offsets, two sizes and two or no valid extents")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source_type = parse_type(parser)
        if not isinstance(source_type, TileBufType):
            parser.raise_error(f"expected a !pto.tile_buf, got {source_type}")
        if parser.parse_optional_punctuation("->") is not None:
            result: Attribute = parse_type(parser)
        else:
            result = source_type.resized(sizes, _window_valid(sizes, valid))
        given = int(bool(valid))
        return cls.create(
            operands=(parser.resolve_operand(source, source_type), *offsets, *valid),
            result_types=(result,),
            properties={
                "sizes": ArrayAttr(IntegerAttr(s, i64) for s in sizes),
                **segments(1, 2, given, given),
            },
            attributes=attributes,
        )

    def verify_(self) -> None:
        source, *indices = self._operands
        tile, result = source.type, self.results[0].type
        assert isinstance(tile, TileBufType) and isinstance(result, TileBufType)
        window = self.window
        if len(window) != 2 or len(indices) not in (2, 4):
            raise VerifyException(
                f"{self.name}: a window has two offsets, two sizes and two or no valid extents"
            )
        if result.shape != window:
            raise VerifyException(
                f"{self.name}: the sizes are {dims_text(window)}, the result has the shape "
                f"{dims_text(result.shape)}"
            )
        if result != tile.resized(window, result.valid):
            raise VerifyException(
                f"{self.name}: a window keeps element type, memory and layout, got {result} of "
                f"{tile}"
            )
        for axis, size in enumerate(window):
            offset = constant_value(indices[axis])
            extent, box = tile.shape[axis], tile.box[axis]
            what = "rows" if axis == 0 else "columns"
            if offset is not None and (offset < 0 or offset + size > extent):
                raise VerifyException(
                    f"{self.name}: the window {offset}..{offset + size} of {what} reaches outside "
                    f"of the tile, which has {extent}"
                )
            if size % box or (offset is not None and offset % box):
                raise VerifyException(
                    f"{self.name}: offset and size of {what} have to be multiples of the {box} of "
                    f"a box"
                )
        if len(indices) == 2:
            if DYNAMIC in result.valid:
                raise VerifyException(f"{self.name}: a ? valid extent needs 'valid [%r, %c]'")
        elif result.valid != (valid := _window_valid(window, indices[2:])):
            raise VerifyException(
                f"{self.name}: the valid region is {dims_text(valid)}, the result has "
                f"{dims_text(result.valid)}"
            )


def _window_valid(sizes: Sequence[int], valid: Sequence[SSAValue]) -> tuple[int, ...]:
    """The valid region of a window: constants are cut to the window, other values are `?`."""
    if not valid:
        return tuple(sizes)
    constants = [constant_value(v) for v in valid]
    return tuple(DYNAMIC if c is None else min(c, s) for c, s in zip(constants, sizes, strict=True))


class FromTileOp(PtoOp, ABC):
    """A value derived from a tile: `%b = pto.… %a : A -> B`."""

    src = operand_def(TILE)

    def __init__(self, src: SSAValue, result_type: Attribute):
        Operation.__init__(self, operands=(src,), result_types=(result_type,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        src = self._operands[0]
        tail = (*dictionary(self.attributes), " : ", src.type, " -> ", self.results[0].type)
        return (" ", src, *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        src = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parse_type(parser)
        parser.parse_punctuation("->")
        return cls.create(
            operands=(parser.resolve_operand(src, type_),),
            result_types=(parse_type(parser),),
            attributes=attributes,
        )


class CastOp(FromTileOp, ABC):
    """The same bytes under another type."""

    result = result_def(TILE)

    traits = traits_def(Pure())


@irdl_op_definition
class TReshapeOp(CastOp):
    """A tile of the same memory and as many bytes, with another shape."""

    name = "pto.treshape"

    def verify_(self) -> None:
        src, result = self._operands[0].type, self.results[0].type
        if not isinstance(src, TileBufType) or not isinstance(result, TileBufType):
            return
        _check_same_space(self.name, src, result)
        if src.bytes != result.bytes:
            raise VerifyException(
                f"{self.name}: {dims_text(src.shape)}x{src.element_type} has {src.bytes} bytes, "
                f"{dims_text(result.shape)}x{result.element_type} has {result.bytes}"
            )
        if src.is_boxed != result.is_boxed:
            raise VerifyException(
                f"{self.name}: both tiles have to be with boxes or without, got "
                f"slayout={src.slayout.data} and slayout={result.slayout.data}"
            )


@irdl_op_definition
class BitcastOp(CastOp):
    """A tile of the same memory, shape and layout, with another element type."""

    name = "pto.bitcast"

    def verify_(self) -> None:
        src, result = self._operands[0].type, self.results[0].type
        if not isinstance(src, TileBufType) or not isinstance(result, TileBufType):
            return
        _check_same_space(self.name, src, result)
        if src.element_type == result.element_type:
            raise VerifyException(f"{self.name}: both element types are {src.element_type}")
        if result.bytes > src.bytes:
            raise VerifyException(
                f"{self.name}: the result has {result.bytes} bytes, the source {src.bytes}"
            )
        if (src.shape, src.valid, *src.parameters[6:]) != (
            result.shape,
            result.valid,
            *result.parameters[6:],
        ):
            raise VerifyException(
                f"{self.name}: shape, valid region and layout stay the same, got {src} and {result}"
            )


def _check_same_space(name: str, src: TileBufType, result: TileBufType) -> None:
    if src.space != result.space:
        raise VerifyException(
            f"{name}: the tile stays in its memory, got {src.space.data} and {result.space.data}"
        )


@irdl_op_definition
class SetValidShapeOp(PtoOp):
    """Set the valid region of a tile whose valid extents are both `?`."""

    name = "pto.set_validshape"

    source = operand_def(TILE)
    valid_row = operand_def(INDEX)
    valid_col = operand_def(INDEX)

    traits = traits_def(HandleWriteEffect())

    def __init__(self, source: SSAValue, valid_row: SSAValue, valid_col: SSAValue):
        Operation.__init__(self, operands=(source, valid_row, valid_col))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        operands = self._operands
        tail = (*dictionary(self.attributes), " : ", operands[0].type)
        return (" ", *comma_separated(operands), *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        extents: list[SSAValue] = []
        for _ in range(2):
            parser.parse_punctuation(",")
            extents.append(parser.resolve_operand(parser.parse_unresolved_operand(), _INDEX))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parse_type(parser)
        return cls.create(
            operands=(parser.resolve_operand(source, type_), *extents), attributes=attributes
        )

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
        if isinstance(maker, PtoOp) and not isinstance(maker, AllocTileOp | DeclareTileOp):
            raise VerifyException(
                f"{self.name}: the tile has to come from pto.alloc_tile or pto.declare_tile, "
                f"not from {maker.name}"
            )


@irdl_op_definition
class GetValidShapeOp(PtoOp):
    """Valid rows and columns of a tile: `%r, %c = pto.get_validshape %t : T`."""

    name = "pto.get_validshape"

    source = operand_def(TILE)
    rows = result_def(IndexType)
    cols = result_def(IndexType)

    traits = traits_def(HandleReadEffect())

    def __init__(self, source: SSAValue):
        Operation.__init__(self, operands=(source,), result_types=(_INDEX, _INDEX))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        source = self._operands[0]
        return (" ", source, *dictionary(self.attributes), " : ", source.type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parse_type(parser)
        return cls.create(
            operands=(parser.resolve_operand(source, type_),),
            result_types=(_INDEX, _INDEX),
            attributes=attributes,
        )


@irdl_op_definition
class TAssignOp(PtoOp):
    """Give a tile another address, level 3 only: `%u = pto.tassign %t, %addr : T -> T`."""

    name = "pto.tassign"

    tile = operand_def(TILE)
    addr = operand_def(eq(i64))
    result = result_def(TILE)

    traits = traits_def(HandleWriteEffect())

    def __init__(self, tile: SSAValue, addr: SSAValue):
        Operation.__init__(self, operands=(tile, addr), result_types=(tile.type,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        tile, addr = self._operands
        tail = (*dictionary(self.attributes), " : ", tile.type, " -> ", self.results[0].type)
        return (" ", tile, ", ", addr, *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        tile = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        addr = parser.resolve_operand(parser.parse_unresolved_operand(), i64)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parse_type(parser)
        parser.parse_punctuation("->")
        return cls.create(
            operands=(parser.resolve_operand(tile, type_), addr),
            result_types=(parse_type(parser),),
            attributes=attributes,
        )


class DeclareOp(PtoOp, ABC):
    """A handle without storage yet: `%t = pto.… -> T`."""

    traits = traits_def(AllocEffect())

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        return (*dictionary(self.attributes), " -> ", self.results[0].type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation("->")
        return cls.create(result_types=(parse_type(parser),), attributes=attributes)


@irdl_op_definition
class DeclareTileOp(DeclareOp):
    """A tile whose storage is set later, for example by `pto.tpop`."""

    name = "pto.declare_tile"

    tile = result_def(TILE)

    def __init__(self, type_: Attribute):
        Operation.__init__(self, result_types=(type_,))


@irdl_op_definition
class DeclareGlobalOp(DeclareOp):
    """A window of global memory that is set later."""

    name = "pto.declare_global"

    entry = result_def(ANY_VIEW)

    def __init__(self, type_: Attribute):
        Operation.__init__(self, result_types=(type_,))


class ValidExtentOp(FromTileOp, ABC):
    """A valid extent of a tile: `%n = pto.… %t : T -> index`."""

    result = result_def(IndexType)

    traits = traits_def(HandleReadEffect())


@irdl_op_definition
class TileValidRowsOp(ValidExtentOp):
    """Valid rows of a tile."""

    name = "pto.tile_valid_rows"


@irdl_op_definition
class TileValidColsOp(ValidExtentOp):
    """Valid columns of a tile."""

    name = "pto.tile_valid_cols"


VIEW_OPS: list[type[PtoOp]] = [
    MakeTensorViewOp,
    PartitionViewOp,
    GetTensorViewDimOp,
    GetTensorViewStrideOp,
    AllocTileOp,
    AllocMultiTileOp,
    MultiTileGetOp,
    SubviewOp,
    TReshapeOp,
    BitcastOp,
    SetValidShapeOp,
    GetValidShapeOp,
    TAssignOp,
    DeclareTileOp,
    DeclareGlobalOp,
    TileValidRowsOp,
    TileValidColsOp,
]
"""Views, handles and views of handles."""
