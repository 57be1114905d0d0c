"""
Small arrays of numbers, in the memory of the core itself.

`pl.array.create(4, pl.INT32)` is a `memref.alloca`. Like a tensor, an array is one memory with many
versions; `a[i]` and `a[i] = x` are its elements, too.
"""

from __future__ import annotations

from xdsl.ir import SSAValue

from pto_dialect.language.calls import Call, OpSpec
from pto_dialect.language.emitter import scalar_type
from pto_dialect.language.scalars import convert
from pto_dialect.language.values import TensorValue, is_constant, is_number, is_sequence


def _create(c: Call) -> TensorValue:
    from xdsl.dialects import memref  # costly to import

    size = c.values[0]
    if is_sequence(size) and len(size) == 1:
        size = size[0]
    if not is_constant(size) or size < 1:
        c.fail(0, "a positive compile-time integer")
    array = memref.AllocaOp.get(scalar_type(c.dtype(1)), shape=[size])
    return c.emitter.tensors.parameter(c.emitter.value(array, c.node), ("",))


def _array(c: Call) -> TensorValue:
    """Argument 0, an array."""
    value = c.values[0]
    if not isinstance(value, TensorValue) or not value.is_array:
        c.fail(0, "an array of pl.array.create")
    return value


def _get(c: Call) -> SSAValue:
    from xdsl.dialects import memref

    array = _array(c)
    c.emitter.tensors.read(array, c.nodes[0])
    return c.emitter.value(memref.LoadOp.get(array.memref, [c.index(c.values[1], 1)]), c.node)


def _update(c: Call) -> TensorValue:
    from xdsl.dialects import memref

    array, value = _array(c), c.values[2]
    if not is_number(value):
        c.fail(2, "a number")
    index = c.index(c.values[1], 1)
    number = convert(c.emitter, value, array.type.element_type, c.nodes[2], f"pl.{c.name}")
    c.emitter.add(memref.StoreOp.get(number, array.memref, [index]), c.node)
    return c.emitter.tensors.store(array, c.node)


ARRAY_OPS: dict[str, OpSpec] = {
    "array.create": OpSpec("size|extent|shape, dtype", _create),
    "array.get_element": OpSpec("array, index|indices", _get),
    "array.update_element": OpSpec("array, index|indices, value", _update),
}
"""Operations by name."""
