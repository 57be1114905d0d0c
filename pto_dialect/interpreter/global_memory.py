"""
Tensors in global memory: builtin memrefs as numpy arrays, views of what the caller passed. What
`memref.alloca` makes is an array in registers.

A subview is a numpy view, so a store through it is seen by everybody. Arguments of a function
do not alias each other. Every access is checked against the extents.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.interpreter import Interpreter, PythonValues, impl, register_impls

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.core import FunctionTable
from pto_dialect.interpreter.dtypes import Array, element, number
from pto_dialect.interpreter.pto_values import RegisterArray
from pto_dialect.interpreter.windows import region


def window(tensor: Array, offsets: Sequence[int], extents: Sequence[int]) -> Array:
    """
    The part of a tensor that starts at `offsets` and has these extents (elements), as a view.

    Raises:
        CompileError: it reaches outside of the tensor.
    """
    return tensor[region(tensor.shape, offsets, extents, "tensor")]


def _list(static: Sequence[int], dynamic: Sequence[int]) -> list[int]:
    """A list of static numbers with the dynamic ones where they belong."""
    following = iter(dynamic)
    return [next(following) if v == DYNAMIC_INDEX else v for v in static]


@register_impls
class MemRefTable(FunctionTable):
    """`memref` on numpy arrays."""

    @impl(memref.DimOp)
    def run_dim(
        self, interpreter: Interpreter, op: memref.DimOp, args: PythonValues
    ) -> PythonValues:
        tensor, dim = args
        if not 0 <= dim < tensor.ndim:
            raise CompileError(f"a tensor of {tensor.ndim} dimensions has no {dim}")
        return (tensor.shape[dim],)

    @impl(memref.SubviewOp)
    def run_subview(
        self, interpreter: Interpreter, op: memref.SubviewOp, args: PythonValues
    ) -> PythonValues:
        tensor, following = args[0], list(args[1:])
        lists: list[list[int]] = []
        for static in (op.static_offsets, op.static_sizes, op.static_strides):
            values: tuple[int, ...] = static.get_values()
            dynamic = values.count(DYNAMIC_INDEX)
            lists.append(_list(values, following[:dynamic]))
            del following[:dynamic]
        offsets, sizes, strides = lists
        spans = [
            (size - 1) * stride + 1 if size else 0
            for size, stride in zip(sizes, strides, strict=True)
        ]
        part = window(tensor, offsets, spans)[tuple(slice(None, None, s) for s in strides)]
        kept = _kept_dims(sizes, op.result.type.get_shape())
        return (part[tuple(slice(None) if keep else 0 for keep in kept)],)

    @impl(memref.CastOp)
    def run_cast(
        self, interpreter: Interpreter, op: memref.CastOp, args: PythonValues
    ) -> PythonValues:
        return args

    @impl(memref.AllocaOp)
    def run_alloca(
        self, interpreter: Interpreter, op: memref.AllocaOp, args: PythonValues
    ) -> PythonValues:
        return (RegisterArray(op.memref.type.get_shape()),)

    @impl(memref.LoadOp)
    def run_load(
        self, interpreter: Interpreter, op: memref.LoadOp, args: PythonValues
    ) -> PythonValues:
        tensor, *indices = args
        if isinstance(tensor, RegisterArray):
            return (tensor.get(indices),)
        return (number(window(tensor, indices, [1] * len(indices)).reshape(())[()]),)

    @impl(memref.StoreOp)
    def run_store(
        self, interpreter: Interpreter, op: memref.StoreOp, args: PythonValues
    ) -> PythonValues:
        value, tensor, *indices = args
        if isinstance(tensor, RegisterArray):
            tensor.set(indices, value)
            return ()
        window(tensor, indices, [1] * len(indices))[...] = element(value, tensor.dtype)
        return ()


def _kept_dims(sizes: Sequence[int], shape: Sequence[int]) -> list[bool]:
    """Which dimensions a subview that drops ones keeps, so that `shape` is left."""
    kept: list[bool] = []
    wanted = list(shape)
    for i, size in enumerate(sizes):
        must_keep = len(sizes) - i <= len(wanted)
        fits = bool(wanted) and wanted[0] in (size, DYNAMIC_INDEX)
        if must_keep or (fits and size != 1):
            kept.append(True)
            del wanted[:1]
        else:
            kept.append(size != 1)
    if len(shape) != sum(kept):
        raise CompileError(f"a subview of extents {sizes} cannot have rank {len(shape)}")
    return kept
