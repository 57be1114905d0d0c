"""
Subscripts of tiles and tensors.

1. `t[i, j]` is an element, as `pl.read` reads it.
2. `t[0:4, :]` of a tile is `pl.slice`: how many elements is known at compile time, where they
   begin need not be. A single index beside a slice is a slice of one element, so `t[i]` is a row.
3. `a[i : i + 16, :]` of a tensor is a window for `pl.load`, `pl.store`, `pl.read` and `pl.write`,
   whose offsets count from its start; a single index beside a slice drops its dimension.
4. `t[i, j] = x` and `t[0:4, :] = u` are `pl.write` and `pl.assemble`, for a tensor `pl.write` and
   `pl.store`. A number for a slice of a tile is a tile full of it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from pto_dialect.language.calls import Call, OpSpec
from pto_dialect.language.emitter import INDEX, Emitter, scalar_type
from pto_dialect.language.scalars import convert, sum_of_offsets
from pto_dialect.language.values import (
    Span,
    TensorValue,
    WindowValue,
    as_window,
    describe,
    is_integer,
    is_number,
    is_sequence,
    is_tile,
    is_value,
)
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import FullOp
from pto_dialect.tile.types import DYNAMIC, TileType, dims_text

Bound = SSAValue | int

WHOLE = Span(None, None, None)
"""All of a dimension."""


class Subscripts:
    """Subscripts with the operations that they stand for."""

    def __init__(self, emitter: Emitter, operations: dict[str, OpSpec]):
        self._emitter = emitter
        self._operations = operations

    def read(self, base: object, index: object, node: ast.expr) -> object:
        """
        The value of `base[index]`, where the base is a tile or tensor.

        Raises:
            CompileError: there is no such part of it.
        """
        indices = _as_list(index)
        if is_tile(base):
            if self._is_element(indices, len(base.type.extents), node):
                return self._build("read", node, base, indices)
            offsets, shape = self._slices(indices, base.type, node)
            return self._build("slice", node, base, shape, offsets, None, None)
        assert isinstance(base, TensorValue | WindowValue)
        window = self._window(base, indices, node)
        if window.kept:
            return window
        return self._build("read", node, window.tensor, window.offsets)

    def write(self, base: object, index: object, value: object, node: ast.expr) -> object:
        """
        What `base` is after `base[index] = value`.

        Raises:
            CompileError: there is no such part of it, or the value does not fit.
        """
        indices = _as_list(index)
        if is_tile(base):
            if self._is_element(indices, len(base.type.extents), node):
                return self._build("write", node, base, indices, value)
            offsets, shape = self._slices(indices, base.type, node)
            part = self._part(base.type, shape, value, node)
            return self._build("assemble", node, base, part, offsets)
        if not isinstance(base, TensorValue | WindowValue):
            self._emitter.error(node, "not supported: assigning to an element")
        window = self._window(base, indices, node)
        if not window.kept:
            return self._build("write", node, window.tensor, window.offsets, value)
        if not is_tile(value):
            self._emitter.error(
                node, f"a part of a tensor is assigned a tile, not {describe(value)}"
            )
        wanted = [window.extents[d] for d in window.kept]
        given = [1] * (len(wanted) - len(value.type.extents)) + [*value.type.valid_extents]
        if len(given) != len(wanted) or any(
            None is not w != g != DYNAMIC for w, g in zip(wanted, given, strict=True)
        ):
            text = ", ".join("?" if w is None else str(w) for w in wanted)
            self._emitter.error(
                node,
                f"a tile with valid {dims_text(value.type.valid_extents)} does not fit into a part "
                f"of [{text}]",
            )
        stored = self._build("store", node, value, [0] * len(window.kept), window)
        assert isinstance(stored, WindowValue)
        return stored.tensor

    def _build(self, name: str, node: ast.expr, *values: object) -> object:
        spec = self._operations[name]
        values = (*values, *[None] * (len(spec.names) - len(values)))
        call = Call(
            self._emitter, name, spec, node, values[: len(spec.names)], [node] * len(values)
        )
        return spec.build(call)

    def _is_element(self, indices: Sequence[object], rank: int, node: ast.expr) -> bool:
        if len(indices) > rank:
            self._emitter.error(node, f"{len(indices)} indices of {rank} dimensions")
        return len(indices) == rank and all(is_integer(i) for i in indices)

    def _slices(
        self, indices: Sequence[object], type_: TileType, node: ast.expr
    ) -> tuple[list[Bound], list[int]]:
        """Offsets and extents of a part of a tile."""
        extents = type_.extents
        offsets, shape = list[Bound](), list[int]()
        for d, extent in enumerate(extents):
            index = indices[d] if d < len(indices) else WHOLE
            start, size = self._bounds(index, extent, node)
            if size is None:
                self._emitter.error(
                    node,
                    "the extents of a slice of a tile are known at compile time",
                    ["write it as t[i : i + 16], or use pl.slice"],
                )
            offsets.append(start)
            shape.append(size)
        return offsets, shape

    def _window(
        self, base: TensorValue | WindowValue, indices: Sequence[object], node: ast.expr
    ) -> WindowValue:
        """A part of a tensor or of a window of it."""
        base = as_window(base)
        if len(indices) > len(base.kept):
            self._emitter.error(node, f"{len(indices)} indices of {len(base.kept)} dimensions")
        offsets, kept, extents = list(base.offsets), list(base.kept), list(base.extents)
        for d, index in zip(base.kept, indices, strict=False):
            start, extents[d] = self._bounds(index, extents[d], node)
            offsets[d] = sum_of_offsets(self._emitter, offsets[d], start, node)
            if not isinstance(index, Span):
                kept.remove(d)
        return WindowValue(base.tensor, tuple(offsets), tuple(kept), tuple(extents))

    def _bounds(
        self, index: object, extent: int | None, node: ast.expr
    ) -> tuple[Bound, int | None]:
        """Where a part begins, and how many elements it has if that is known."""
        if not isinstance(index, Span):
            return self._bound(index, extent, node), 1
        if index.step not in (None, 1):
            self._emitter.error(node, "not supported: a slice with a step")
        start = 0 if index.start is None else self._bound(index.start, extent, node)
        if index.stop is not None:
            return start, difference(self._bound(index.stop, extent, node), start)
        return start, None if extent is None else difference(extent, start)

    def _bound(self, value: object, extent: int | None, node: ast.expr) -> Bound:
        if not is_integer(value):
            self._emitter.error(node, f"an index is an integer, not {describe(value)}")
        if is_value(value):
            return convert(self._emitter, value, INDEX, node, "an index")
        if value < 0:
            if extent is None:
                self._emitter.error(node, f"not supported: index {value} from an unknown end")
            value += extent
        return value

    def _part(self, whole: TileType, shape: list[int], value: object, node: ast.expr) -> SSAValue:
        """What is assigned to a part of a tile of this shape, as a tile."""
        emitter = self._emitter
        if is_number(value):
            type_ = TileType.get(shape, whole.element_type)
            scalar = convert(emitter, value, scalar_type(whole.element_type), node, "the element")
            return emitter.add_inner(FullOp(scalar, type_), node)
        if not is_tile(value):
            emitter.error(node, f"a part of a tile is assigned a tile, not {describe(value)}")
        if value.type.extents != tuple(shape):
            emitter.error(node, f"{describe(value)} does not fit into a part of {shape}")
        return value


def _as_list(index: object) -> Sequence[object]:
    return index if is_sequence(index) else [index]


# ---- How far apart two offsets are ----


def difference(a: Bound, b: Bound) -> int | None:
    """`a - b` if it is known at compile time."""
    terms = _linear(a)
    for value, factor in _linear(b).items():
        terms[value] = terms.get(value, 0) - factor
    constant = terms.pop(None, 0)
    return None if any(terms.values()) else constant


def _linear(value: Bound) -> dict[SSAValue | None, int]:
    """An offset as a sum of values with factors; the constant stands under `None`."""
    known = value if isinstance(value, int) else constant_value(value)
    if known is not None:
        return {None: known}
    assert isinstance(value, SSAValue)
    owner = value.owner
    if isinstance(owner, arith.IndexCastOp):
        return _linear(owner.input)
    if isinstance(owner, arith.AddiOp | arith.SubiOp):
        terms, sign = _linear(owner.lhs), -1 if isinstance(owner, arith.SubiOp) else 1
        for inner, factor in _linear(owner.rhs).items():
            terms[inner] = terms.get(inner, 0) + sign * factor
        return terms
    if isinstance(owner, arith.MuliOp):
        for factor, other in ((owner.lhs, owner.rhs), (owner.rhs, owner.lhs)):
            number = constant_value(factor)
            if number is not None:
                return {inner: number * f for inner, f in _linear(other).items()}
    return {value: 1}


def drop_unused(ops: list[Operation], start: int, kept: Sequence[object]) -> None:
    """Remove arithmetic from a position of a block on that nothing uses, except what is kept."""
    for i in reversed(range(start, len(ops))):
        op = ops[i]
        if op.name.startswith("arith.") and not any(
            result.first_use is not None or any(result is value for value in kept)
            for result in op.results
        ):
            ops.pop(i).erase()
