"""
Which element types each operation takes on each target: a table, tried on version 0.48.

A row is `operations: on a3; added on a5`. `i16*` stands for signless, signed and unsigned 16-bit
integers, `i16` for signless and signed ones.
"""

from __future__ import annotations

from functools import cache

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute

_ROWS = """
tadd tmin: i16* i32* f16 f32; i8* bf16
tsub tmax tdivs: i16* i32* f16 f32; i8*
tmul tfmod trowsum trowmax trowmin trowprod: i16* i32* f16 f32;
tpartadd tpartmul tpartmax tpartmin: i16* i32* f16 f32; i8* bf16
tadds tsubs tmuls tmaxs tmins tneg: i16* i32* f16 f32; i8* bf16
tcolsum tcolmax tcolmin: i16* i32* f16 f32; i8* bf16
tcolprod: i16* i32* f16 f32; bf16
tfmods: i16 i32 f16 f32;
tdiv: f16 f32; i16* i32*
trem: i32* f32; i16* f16
tabs texp tlog tsqrt trecip trsqrt tlrelu: f16 f32;
taxpy: f16 f32; bf16
trelu: i32* f16 f32;
tand tor txor tands tors: i8* i16*; i32*
tnot: i16*; i8* i32*
tshl tshr: i8* i16* i32*;
tshls: i8* i16* i32* i64;
tshrs: i16* i32*; i8*
tsel: i16* i32* f16 bf16 f32; i8*
tcmp: i32* f16 f32; i8* i16* bf16
tcmps: i16* i32* f16 f32; i8*
texpands: i16 i32 f16 bf16 f32; i8
tprelu: f16 f32;
"""


def _parse(rows: str) -> dict[str, dict[str, tuple[str, ...]]]:
    table = dict[str, dict[str, tuple[str, ...]]]()
    for row in rows.strip().splitlines():
        names, _, types = row.partition(":")
        on_a3, _, on_a5 = types.partition(";")
        common = tuple(on_a3.split())
        for name in names.split():
            table[f"pto.{name}"] = {"a3": common, "a5": (*common, *on_a5.split())}
    return table


ELEMENT_TYPES = _parse(_ROWS)
"""What each operation takes on each target, by the operation's name and the target's."""

PRODUCTS: dict[str, tuple[str, ...]] = {
    "a3": ("i32 ← i8* i8*", "f32 ← f16 f16", "f32 ← bf16 bf16", "f32 ← f32 f32"),
    "a5": (
        "i32 ← i8* i8*",
        "f32 ← f16 f16",
        "f32 ← bf16 bf16",
        "f32 ← f32 f32",
        "f32 ← fp8 fp8",
        "f32 ← hif8 hif8",
    ),
}
"""What the matrix unit multiplies on each target: `accumulator ← left right`."""

_FLOAT8 = ("f8E4M3FN", "f8E5M2")


@cache
def is_one_of(element: Attribute, names: tuple[str, ...]) -> bool:
    """Whether an element type is among those of a row."""
    return any(_is(element, name) for name in names)


def _is(element: Attribute, name: str) -> bool:
    if name == "fp8":
        return str(element) in _FLOAT8
    if name == "hif8":
        return str(element) == "!pto.hif8"
    if isinstance(element, IntegerType):
        any_sign = name.endswith("*")
        if name.rstrip("*") != f"i{element.bitwidth}":
            return False
        return any_sign or not f"{element}".startswith("u")
    return str(element) == name


@cache
def is_product(target: str, accumulator: Attribute, left: Attribute, right: Attribute) -> bool:
    """Whether the matrix unit of a target multiplies these elements."""
    for row in PRODUCTS[target]:
        result, _, operands = row.partition(" ← ")
        lhs, rhs = operands.split()
        if _is(accumulator, result) and _is(left, lhs) and _is(right, rhs):
            return True
    return False
