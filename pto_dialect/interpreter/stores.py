"""
Which tensors in global memory a kernel stores to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects import memref
from xdsl.interpreter import Interpreter, PythonValues
from xdsl.ir import Operation, SSAValue

from pto_dialect.interpreter.dtypes import Array, is_array
from pto_dialect.interpreter.pto_values import GlobalView, Pointer
from pto_dialect.pto.base import PtoOp
from pto_dialect.tile.ops.gathering import MScatterOp
from pto_dialect.tile.ops.memory import StoreOp


class Stores(Interpreter.Listener):
    """Notes which of some arrays are stored to while functions run."""

    def __init__(self, arrays: Sequence[Array]):
        self._untouched = list(arrays)
        self._operands: dict[Operation, tuple[int, ...]] = {}

    def has(self, array: Array) -> bool:
        """Whether one of the arrays was stored to."""
        return all(array is not other for other in self._untouched)

    def will_interpret_op(self, op: Operation, args: PythonValues) -> None:
        operands = self._operands.get(op)
        if operands is None:
            written = _written(op)
            operands = tuple(i for i, value in enumerate(op.operands) if value in written)
            self._operands[op] = operands
        for i in operands:
            if (there := _array(args[i])) is not None:
                # Arguments do not alias each other, so bounds are enough.
                self._untouched = [a for a in self._untouched if not np.may_share_memory(a, there)]


def _written(op: Operation) -> Sequence[SSAValue]:
    """What an operation writes, tiles or places in global memory."""
    match op:
        case PtoOp():
            return op.writes()
        case StoreOp() | MScatterOp():
            return (op.destination,)
        case memref.StoreOp():
            return (op.memref,)
        case _:
            return ()


def _array(value: Any) -> Array | None:
    """The array that a place in global memory belongs to, `None` if it is something else."""
    if isinstance(value, GlobalView | Pointer):
        return value.data
    return value if is_array(value) else None
