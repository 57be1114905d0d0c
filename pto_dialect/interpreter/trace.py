"""
A line for each tile that is made, written or stored: what it is, its bytes, and where it lives.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TextIO

from xdsl.interpreter import Interpreter, PythonValues
from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import display_name, name_in
from pto_dialect.interpreter.memories import Handle
from pto_dialect.interpreter.tile_level import TileValue
from pto_dialect.mem import placement_of
from pto_dialect.pto.base import DpsOp
from pto_dialect.pto.movement import TStoreOp
from pto_dialect.tile.ops.memory import StoreOp
from pto_dialect.tile.types import dims_text


class Trace(Interpreter.Listener):
    """Prints what happens to tiles while a function runs."""

    def __init__(self, out: TextIO):
        self.out = out
        self._arguments: PythonValues = ()

    def will_interpret_op(self, op: Operation, args: PythonValues) -> None:
        self._arguments = args

    def did_interpret_op(self, op: Operation, results: PythonValues) -> None:
        for value, tile in self._tiles(op, results):
            line = f"{op.name:<20} {_name(value):<12} {_describe(tile)}"
            if (place := placement_of(value)) is not None:
                line += f" of {place.label}"
            print(line, file=self.out)

    def _tiles(
        self, op: Operation, results: PythonValues
    ) -> Iterator[tuple[SSAValue, TileValue | Handle]]:
        for value, result in zip(op.results, results, strict=True):
            if isinstance(result, TileValue | Handle):
                yield value, result
        if isinstance(op, StoreOp | TStoreOp):
            yield op.operands[0], self._arguments[0]
        elif isinstance(op, DpsOp):
            for i in op.arrangement().outs:
                if isinstance(handle := self._arguments[i], Handle):
                    yield op.operands[i], handle


def _name(value: SSAValue) -> str:
    owner = value.owner
    if isinstance(owner, Operation) and not (value.name_hint or name_in(owner.location)):
        return "-"
    return display_name(value)


def _describe(tile: TileValue | Handle) -> str:
    shape, dtype = (
        (tile.data.shape, tile.data.dtype)
        if isinstance(tile, TileValue)
        else (tile.shape, tile.dtype)
    )
    text = f"{dims_text(shape)} {dtype}"
    if tile.valid != shape:
        text += f", valid {dims_text(tile.valid)}"
    text += f", {prod(shape) * dtype.itemsize} bytes"
    if isinstance(tile, Handle):
        text += f" at {tile.place}"
    return text
