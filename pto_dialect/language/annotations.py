"""
Types as a kernel writes them.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import prod

from xdsl.ir import SSAValue

from pto_dialect.language.emitter import SaidTile, element_type
from pto_dialect.language.expressions import Expressions
from pto_dialect.language.liveness import names_in
from pto_dialect.language.source import Node
from pto_dialect.language.surface import (
    EXAMPLES,
    Annotation,
    Array,
    Buffer,
    DType,
    DynVar,
    InOut,
    MemorySpace,
    MemRef,
    Out,
    OutOfScope,
    Scalar,
    Tensor,
    TensorLayout,
    TensorView,
    Tile,
    TileView,
)
from pto_dialect.language.values import (
    BufferUse,
    Declaration,
    TensorValue,
    WindowValue,
    as_window,
    describe,
    is_constant,
    is_sequence,
    is_tile,
)
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text

_FORMS = (Array, Tensor, Tile, Scalar, Out, InOut)


@dataclass(frozen=True)
class TensorAnnotation:
    """`pl.Tensor[...]`."""

    shape: tuple[int, ...]
    """Extents, `DYNAMIC` where known at run time only."""
    dims: tuple[str, ...]
    """Names of the extents, `""` where there is none."""
    dtype: DType
    """Element type."""
    buffer: BufferUse | None = None
    """An on-chip buffer, which is an error."""
    by_column: bool = False
    """Whether it is stored column by column."""


@dataclass(frozen=True)
class TileAnnotation:
    """`pl.Tile[...]`."""

    shape: tuple[int, ...]
    """Extents."""
    dtype: DType
    """Element type."""
    space: Space | None = None
    """Memory space, if given."""
    buffer: BufferUse | None = None
    """The author's buffer, if given."""
    view: TileView | None = None
    """What is said about layout and valid region."""


@dataclass(frozen=True)
class ScalarAnnotation:
    """`pl.Scalar[...]`."""

    dtype: DType
    """Type."""


class Annotations:
    """Reads the annotations of one function."""

    def __init__(self, expressions: Expressions):
        self._expressions = expressions
        self._emitter = expressions.emitter
        self._known: dict[str, tuple[TileAnnotation, frozenset[str]]] = {}
        """Tile annotations by their text, with the names in them, none of which is a variable."""

    def read(self, node: ast.expr) -> TensorAnnotation | TileAnnotation | ScalarAnnotation | None:
        """
        What an annotation says; `None` for one that is not of the language (`int`).

        Raises:
            CompileError: it is malformed.
        """
        text = self._emitter.source.text(node)
        variables = self._expressions.variables
        if text is None:
            return self._read(node)
        known = self._known.get(text)
        if known is not None and variables.keys().isdisjoint(known[1]):
            return known[0]
        annotation = self._read(node)
        if isinstance(annotation, TileAnnotation):
            names = frozenset(names_in(node)[0])
            if variables.keys().isdisjoint(names):
                self._known[text] = (annotation, names)
        return annotation

    def _read(self, node: ast.expr) -> TensorAnnotation | TileAnnotation | ScalarAnnotation | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self._emitter.error(node, "not supported: an annotation inside of quotes")
        form: object
        if isinstance(node, ast.Subscript):
            form = self._expressions.evaluate(node.value)
            if not any(form is known for known in _FORMS):
                return self._foreign(form, node)
            many = node.slice
            items = list(many.elts) if isinstance(many, ast.Tuple) else [many]
            if form is Out or form is InOut:
                if len(items) != 1:
                    self._emitter.error(node, "pl.Out and pl.InOut take one type")
                return self.read(items[0])
            values = [
                self._extent_list(item) if i == 0 and form is not Scalar else self._item(item)
                for i, item in enumerate(items)
            ]
            return self._build(form, values, items, node)
        form = self._expressions.evaluate(node)
        if isinstance(form, Annotation):
            return self._from_object(form, node)
        return self._foreign(form, node)

    def _foreign(self, form: object, node: ast.expr) -> None:
        """Let a type of Python pass; anything else would be an intention that is lost."""
        if isinstance(form, OutOfScope):
            self._emitter.error(node, str(form))
        if not isinstance(form, type) and type(form).__module__ != "typing" and form is not None:
            self._emitter.error(
                node,
                f"'{ast.unparse(node)}' is no type",
                ["a tile is annotated pl.Tile[[rows, columns], dtype, space, buffer]"],
            )

    def _from_object(
        self, annotation: Annotation, node: ast.expr
    ) -> TensorAnnotation | TileAnnotation | ScalarAnnotation | None:
        """An annotation that Python has evaluated, such as `Block = pl.Tile[[64, 64], pl.FP32]`."""
        values = list(annotation.arguments)
        if annotation.form in (Out, InOut):
            inner = values[0]
            if not isinstance(inner, Annotation):
                self._emitter.error(node, "pl.Out and pl.InOut take a type")
            return self._from_object(inner, node)
        values = [
            BufferUse(v, v.name or ast.unparse(node)) if isinstance(v, Buffer) else v
            for v in values
        ]
        return self._build(annotation.form, values, [node] * len(values), node)

    def _extent_list(self, node: ast.expr) -> object:
        """The shape of a tensor or tile; dynamic extents stay what they are."""
        if not isinstance(node, ast.List | ast.Tuple):
            return self._expressions.evaluate(node)
        return tuple(
            self._expressions.resolve(e.id, e)
            if isinstance(e, ast.Name)
            else self._expressions.evaluate(e)
            for e in node.elts
        )

    def _item(self, node: ast.expr) -> object:
        """Anything after the shape: an element type, a space, a buffer, a view."""
        place, slot = node, None
        if isinstance(node, ast.Subscript):
            place, slot = node.value, node.slice
        value: object
        if isinstance(place, ast.Call):
            value = self._call(place)
        else:
            value = self._expressions.evaluate(place)
        if isinstance(value, Buffer | Declaration):
            index = None if slot is None else self._expressions.evaluate(slot)
            if slot is not None and index is None:
                self._emitter.error(slot, "the slot of a buffer needs a scalar, not None")
            return BufferUse(value, ast.unparse(place), index)
        if slot is not None:
            value = self._expressions.evaluate(node)
            if isinstance(value, Buffer):
                return BufferUse(value, ast.unparse(node))
        return value

    def _call(self, node: ast.Call) -> object:
        function = self._expressions.evaluate(node.func)
        if function is Buffer or function is MemRef:
            cls = MemRef if function is MemRef else Buffer
            return self._expressions.buffers.inline(node, cls)
        if function is TensorView and not node.args:
            facts = {k.arg: self._extent_list(k.value) for k in node.keywords if k.arg is not None}
            return self._expressions.python(node, lambda: TensorView(**facts))
        return self._expressions.evaluate(node)

    def _build(
        self, form: object, values: Sequence[object], nodes: Sequence[ast.expr], node: ast.expr
    ) -> TensorAnnotation | TileAnnotation | ScalarAnnotation:
        if form is Scalar:
            if len(values) != 1 or not isinstance(values[0], DType):
                self._emitter.error(
                    node, "pl.Scalar takes one element type", [f"for example {EXAMPLES[Scalar]}"]
                )
            return ScalarAnnotation(values[0])
        assert isinstance(form, type)
        extents = (values[0],) if form is Array and is_constant(values[0]) else values[0]
        if len(values) < 2 or not is_sequence(extents):
            self._emitter.error(
                node,
                f"pl.{form.__name__} takes a shape and an element type",
                [f"for example {EXAMPLES[form]}"],
            )
        dtype = values[1]
        if not isinstance(dtype, DType):
            self._emitter.error(nodes[1], f"an element type stands here, not {describe(dtype)}")
        if form is Tensor or form is Array:
            return self._tensor(extents, dtype, values[2:], nodes)
        return self._tile(extents, dtype, values[2:], nodes)

    def _tensor(
        self,
        extents: Sequence[object],
        dtype: DType,
        extras: Sequence[object],
        nodes: Sequence[ast.expr],
    ) -> TensorAnnotation:
        shape, dims = list[int](), list[str]()
        buffer: BufferUse | None = None
        by_column = False
        for extent in extents:
            match extent:
                case DynVar(name) | str(name):
                    shape.append(DYNAMIC)
                    dims.append(name)
                case -1:
                    shape.append(DYNAMIC)
                    dims.append("")
                case int() if is_constant(extent) and extent > 0:
                    shape.append(extent)
                    dims.append("")
                case _:
                    self._emitter.error(
                        nodes[0], f"an extent of a tensor is positive, {describe(extent)} is not"
                    )
        elements = prod(extent for extent in shape if extent != DYNAMIC)
        if elements * 8 >= 1 << 63:
            self._emitter.error(nodes[0], f"a tensor of {dims_text(shape)} overflows 64 bits")
        for extra, node in zip(extras, nodes[2:], strict=True):
            match extra:
                case MemorySpace.DDR:
                    pass
                case BufferUse(buffer=Buffer(declares=False)):
                    pass
                case BufferUse():
                    buffer = extra
                case TensorLayout():
                    by_column = self._is_by_column(extra, shape, node)
                case TensorView():
                    by_column = self._check_tensor_view(extra, shape, dims, node)
                case _:
                    self._emitter.error(
                        node, f"not supported: {describe(extra)} in a tensor annotation"
                    )
        return TensorAnnotation(tuple(shape), tuple(dims), dtype, buffer, by_column)

    def _is_by_column(self, layout: object, shape: Sequence[int], node: Node) -> bool:
        """
        Whether a tensor is stored column by column; a single row or column is not. Refuses other
        orders than by row.
        """
        match layout:
            case TensorLayout.ND:
                return False
            case TensorLayout.DN:
                if len(shape) < 2 or 1 in shape[-2:]:
                    return False
                if len(shape) == 2:
                    return True
                how = "column by column (pl.DN)"
            case TensorLayout.NZ:
                how = "in blocks (pl.NZ)"
            case _:
                how = f"as {layout}"
        self._emitter.error(
            node, f"not supported: a tensor of {dims_text(shape)} that is stored {how}"
        )

    def _check_tensor_view(
        self, view: TensorView, shape: Sequence[int], dims: Sequence[str], node: Node
    ) -> bool:
        """
        Refuse a tensor with gaps between its rows, or of which a part is valid only. Whether it is
        stored column by column.
        """
        by_column = self._is_by_column(view.layout, shape, node)
        whole = [d or n for d, n in zip(dims, shape, strict=True)]
        if view.valid_shape and _extents(view.valid_shape) != whole:
            self._emitter.error(node, "not supported: a tensor of which a part is valid only")
        dense: list[object] = [1]
        for d in range(len(shape) - 1, 0, -1):
            inner = shape[d:]
            known = prod(inner) if DYNAMIC not in inner else None
            dense.insert(0, whole[d] if len(inner) == 1 else known)
        if view.layout is TensorLayout.DN:
            dense[-2:] = [1, whole[-2]]
        if view.stride and _extents(view.stride) != dense:
            self._emitter.error(
                node,
                f"not supported: a tensor of {dims_text(shape)} that is not stored without gaps",
            )
        return by_column

    def _tile(
        self,
        extents: Sequence[object],
        dtype: DType,
        extras: Sequence[object],
        nodes: Sequence[ast.expr],
    ) -> TileAnnotation:
        shape: list[int] = []
        for extent in extents:
            if not is_constant(extent) or extent < 1:
                self._emitter.error(
                    nodes[0],
                    f"an extent of a tile is a positive compile-time integer, "
                    f"{describe(extent)} is none",
                )
            shape.append(extent)
        space: Space | None = None
        buffer: BufferUse | None = None
        view: TileView | None = None
        for extra, node in zip(extras, nodes[2:], strict=True):
            match extra:
                case MemorySpace.DDR:
                    self._emitter.error(node, "a tile lives in on-chip memory, not in DDR")
                case MemorySpace():
                    if space is not None:
                        self._emitter.error(node, "a tile has one memory space")
                    space = Space(extra.value)
                case BufferUse(buffer=Buffer(declares=False)):
                    pass
                case BufferUse():
                    if buffer is not None:
                        self._emitter.error(
                            node,
                            f"a tile is bound to one buffer, not to '{buffer.variable}' and "
                            f"'{extra.variable}'",
                        )
                    buffer = extra
                case TileView():
                    view = extra
                case None:
                    pass
                case _:
                    self._emitter.error(
                        node, f"not supported: {describe(extra)} in a tile annotation"
                    )
        return TileAnnotation(tuple(shape), dtype, space, buffer, view)

    def said(self, annotation: TileAnnotation) -> SaidTile:
        """What an annotation says about a tile that an operation makes as it says."""
        view = {} if annotation.view is None else annotation.view.facts
        valid = view.get("valid_shape")
        return SaidTile(
            annotation.shape,
            element_type(annotation.dtype),
            valid if is_sequence(valid) else None,
        )

    # ---- Checks ----

    def check_tile(
        self, annotation: TileAnnotation, value: object, name: str, node: Node
    ) -> SSAValue[TileType]:
        """
        A value as a tile that is what the annotation of its variable says, but that it may have
        no space.

        Raises:
            CompileError: it is not.
        """
        if not is_tile(value):
            self._emitter.error(
                node, f"'{name}' is annotated as a tile, but it is {describe(value)}"
            )
        type_ = value.type
        wanted = element_type(annotation.dtype)
        if type_.extents != annotation.shape or type_.element_type != wanted:
            self._emitter.error(
                node,
                f"'{name}' is annotated as {dims_text(annotation.shape)}x{wanted}, but it is a "
                f"tile of {dims_text(type_.extents)}x{type_.element_type}",
            )
        space = type_.memory_space
        if annotation.space is not None and space not in (None, annotation.space):
            self._emitter.error(
                node, f"'{name}' is annotated as in {annotation.space}, but it is in {space}"
            )
        if annotation.view is not None:
            if space is None and annotation.space is not None:
                type_ = type_.with_space(annotation.space)
            self._check_view(annotation.view, type_, name, node)
        return value

    def _check_view(self, view: TileView, type_: TileType, name: str, node: Node) -> None:
        facts: dict[str, object] = {
            "valid_shape": type_.valid_extents,
            "blayout": type_.blayout.data,
            "slayout": type_.slayout.data,
            "fractal": type_.fractal.data,
            "pad": type_.pad.data,
            "compact": type_.compact.data,
        }
        for key, said in view.facts.items():
            dense = [prod(type_.extents[d + 1 :]) for d in range(len(type_.extents))]
            if key in ("stride", "start_offset") and (not said or said in (dense, (*dense,))):
                continue
            if key not in facts:
                self._emitter.error(node, f"not supported: {key}= of pl.TileView")
            actual = facts[key]
            if isinstance(said, Enum):
                said = said.value
            elif is_sequence(said):
                said = tuple(v if isinstance(v, int) else DYNAMIC for v in said)
            if said != actual:
                self._emitter.error(
                    node, f"'{name}' is annotated with {key} {said}, but it has {actual}"
                )

    def check_tensor(
        self,
        annotation: TensorAnnotation,
        value: TensorValue | WindowValue,
        name: str,
        node: Node,
    ) -> None:
        """
        Check the static extents and element type of a tensor against its annotation.

        Raises:
            CompileError: they differ.
        """
        part, wanted = as_window(value), element_type(annotation.dtype)
        shape = [part.extents[d] for d in part.kept]
        shape = [DYNAMIC if extent is None else extent for extent in shape]
        element = part.tensor.type.element_type
        if (
            element != wanted
            or len(shape) != len(annotation.shape)
            or any(
                DYNAMIC not in (a, b) and a != b
                for a, b in zip(shape, annotation.shape, strict=True)
            )
        ):
            self._emitter.error(
                node,
                f"'{name}' is annotated as a tensor of {dims_text(annotation.shape)}x{wanted}, "
                f"but it is one of {dims_text(shape)}x{element}",
            )


def _extents(values: object) -> list[object]:
    """A list of extents with the names of those that are known at run time only."""
    if not is_sequence(values):
        return [values]
    return [v.name if isinstance(v, DynVar) else v for v in values]
