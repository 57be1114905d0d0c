"""`.pto` text around a single operation, for tests that compare it with numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from interpreter_ir import module_of

from pto_dialect.interpreter.api import run_function

ELEMENTS: dict[str, str] = {
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e8m0fnu": "!pto.f8E8M0",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "ui8",
    "uint16": "ui16",
    "uint32": "ui32",
    "[('hif8', 'u1')]": "!pto.hif8",
    "[('f4E2M1x2', 'u1')]": "!pto.f4E2M1x2",
}
BF16 = np.dtype(ml_dtypes.bfloat16)
F8 = np.dtype(ml_dtypes.float8_e4m3fn)
E8M0 = np.dtype(ml_dtypes.float8_e8m0fnu)


@dataclass
class Tile:
    """An operand with a type that does not follow from its array."""

    array: np.ndarray
    """What its valid region holds before; it is updated."""
    type: str
    """Its type."""
    loads: bool = True
    """Whether it holds the array before the operation."""


@dataclass
class Scalar:
    """A constant."""

    value: float
    type: str


def type_of(array: np.ndarray, space: str = "vec", **keys: object) -> str:
    """The type of a tile whose valid region an array fills; rows have a multiple of 32 bytes."""
    rows, cols = array.shape
    wide = cols
    if space == "vec" and cols == 1:
        keys = {"blayout": "col_major", **keys}
    elif space == "vec":
        wide = -(-cols * array.itemsize // 32) * 32 // array.itemsize
    valid = f", valid={rows}x{cols}" if wide != cols else ""
    extra = "".join(f", {key}={value}" for key, value in keys.items())
    return f"!pto.tile_buf<{space}, {rows}x{wide}x{ELEMENTS[str(array.dtype)]}{valid}{extra}>"


def apply(
    name: str,
    ins: Sequence[Any],
    outs: Sequence[Any],
    *,
    attributes: str = "",
    inside: str = "",
    target: str = "a5",
) -> None:
    """
    Run an operation on tiles that hold arrays, and store what the tiles of `outs` hold
    afterwards. `attributes` stands behind, `inside` behind the operands of `ins`.
    """
    names: dict[int, str] = {}
    arguments: list[str] = []
    before: list[str] = []
    after: list[str] = []
    arrays: list[np.ndarray] = []

    def operand(value: Any, *, is_output: bool) -> tuple[str, str]:
        if isinstance(value, Scalar):
            text = f"%s{len(before)}"
            number = float(value.value) if value.type[0] in "bf" else int(value.value)
            before.append(f"{text} = arith.constant {number} : {value.type}")
            return text, value.type
        tile = value if isinstance(value, Tile) else Tile(value, type_of(value))
        place = names.get(id(tile.array))
        if place is None:
            i = len(arrays)
            place = names[id(tile.array)] = f"%t{i}"
            arrays.append(tile.array)
            rows, cols = tile.array.shape
            element = ELEMENTS[str(tile.array.dtype)]
            window = f"!pto.partition_tensor_view<{rows}x{cols}x{element}>"
            arguments.append(f"%w{i}: {window}")
            before.append(f"{place} = pto.alloc_tile : {tile.type}")
            if tile.loads:
                before.append(f"pto.tload ins(%w{i} : {window}) outs({place} : {tile.type})")
        if is_output:
            i = int(place[2:])
            rows, cols = tile.array.shape
            element = ELEMENTS[str(tile.array.dtype)]
            window = f"!pto.partition_tensor_view<{rows}x{cols}x{element}>"
            after.append(f"pto.tstore ins({place} : {tile.type}) outs(%w{i} : {window})")
        return place, tile.type

    sources = [operand(value, is_output=False) for value in ins]
    targets = [operand(value, is_output=True) for value in outs]

    def group(pairs: Sequence[tuple[str, str]], extra: str = "") -> str:
        return f"{', '.join(p for p, _ in pairs)}{extra} : {', '.join(t for _, t in pairs)}"

    op = f"pto.{name} ins({group(sources, inside)}) outs({group(targets)}) {attributes}"
    lines = [*before, op, *after, "func.return"]
    run_text("\n".join(lines), arguments, arrays, target=target)


def run_text(
    body: str, arguments: Sequence[str], values: Sequence[Any], *, target: str = "a5"
) -> None:
    """Run a function with this body."""
    text = (
        f'builtin.module attributes {{pto.target_arch = "{target}"}} {{\n'
        f"func.func @k({', '.join(arguments)}) {{\n{body}\n}}\n}}"
    )
    run_function(module_of(text), "k", list(values), level="pto")
