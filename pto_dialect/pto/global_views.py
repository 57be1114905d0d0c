"""
Views of global memory: tensors, windows of them, and their extents and strides.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyOf,
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import LayoutAttr
from pto_dialect.pto.base import (
    INDEX,
    Piece,
    PtoOp,
    comma_separated,
    dictionary,
    parse_index_list,
    segments,
)
from pto_dialect.pto.checks import agree, constant_value
from pto_dialect.pto.effects import AllocEffect
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.types import (
    DYNAMIC,
    PartitionTensorViewType,
    PtrType,
    TensorViewType,
    parse_type,
)

ANY_VIEW = AnyOf.get(TensorViewType, PartitionTensorViewType, MemRefType)
"""A tensor in global memory or a window of one."""


def bracketed(values: Sequence[SSAValue]) -> list[Piece]:
    """`[%a, %b]`."""
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
        pieces += bracketed(operands[1 : 1 + rank])
        pieces.append(", strides = ")
        pieces += bracketed(operands[1 + rank :])
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
        pieces += bracketed(operands[1 : 1 + rank])
        pieces.append(", sizes = ")
        pieces += bracketed(sizes)
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
            start = offset or 0  # The smallest that an unknown offset can be.
            if size is not None and DYNAMIC != extent < start + size:
                raise VerifyException(
                    f"{self.name}: {start} + {size} reaches outside of dimension {axis}, which "
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


class ViewQueryOp(FormattedOp, ABC):
    """A number that a view carries: `%n = pto.… %v, %i : V -> index`."""

    FORMAT: ClassVar = " {view}, {axis}{attributes} : {view:type} -> {result:type}"

    view = operand_def(ANY_VIEW)
    axis = operand_def(INDEX)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    def __init__(self, view: SSAValue, axis: SSAValue):
        Operation.__init__(self, operands=(view, axis), result_types=(IndexType(),))


@irdl_op_definition
class GetTensorViewDimOp(ViewQueryOp):
    """The extent of a dimension."""

    name = "pto.get_tensor_view_dim"


@irdl_op_definition
class GetTensorViewStrideOp(ViewQueryOp):
    """The stride of a dimension in elements."""

    name = "pto.get_tensor_view_stride"


@irdl_op_definition
class DeclareGlobalOp(FormattedOp):
    """A window of global memory that is set later: `%e = pto.declare_global -> V`."""

    name = "pto.declare_global"
    FORMAT: ClassVar = "{attributes} -> {entry:type}"

    entry = result_def(ANY_VIEW)

    traits = traits_def(AllocEffect())

    def __init__(self, type_: Attribute):
        Operation.__init__(self, result_types=(type_,))


GLOBAL_VIEW_OPS: list[type[PtoOp]] = [
    MakeTensorViewOp,
    PartitionViewOp,
    GetTensorViewDimOp,
    GetTensorViewStrideOp,
    DeclareGlobalOp,
]
"""Views of global memory."""
