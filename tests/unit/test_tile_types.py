"""Tile types: default layouts, sizes, equality and the errors of their text."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import (
    Builtin,
    Float4E2M1FNType,
    IntegerType,
    Signedness,
    bf16,
    f16,
    f32,
    i8,
    i32,
)
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from pto_dialect.machine.spaces import BLayout, Compact, Layout, Pad, SLayout, Space
from pto_dialect.machine.targets import A3, A5, Target
from pto_dialect.tile import Tile
from pto_dialect.tile.types import DYNAMIC, TileType


def parse(text: str) -> Attribute:
    """The type that `!tile.tile<text>` stands for."""
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Tile)
    return Parser(ctx, f"!tile.tile<{text}>").parse_type()


ROW, COLUMN = BLayout.ROW_MAJOR, BLayout.COL_MAJOR

IMPLICIT = {
    None: Layout(ROW, SLayout.NONE_BOX, 512),
    Space.VEC: Layout(ROW, SLayout.NONE_BOX, 512),
    Space.MAT: Layout(COLUMN, SLayout.ROW_MAJOR, 512),
    Space.LEFT: Layout(COLUMN, SLayout.ROW_MAJOR, 512),
    Space.RIGHT: Layout(ROW, SLayout.COL_MAJOR, 512),
    Space.ACC: Layout(COLUMN, SLayout.ROW_MAJOR, 1024),
    Space.BIAS: Layout(ROW, SLayout.NONE_BOX, 512),
    Space.LEFT_SCALE: Layout(ROW, SLayout.ROW_MAJOR, 32),
    Space.RIGHT_SCALE: Layout(COLUMN, SLayout.COL_MAJOR, 32),
}


def test_every_space_has_an_implicit_layout():
    assert set(IMPLICIT) == {None, *Space}


@pytest.mark.parametrize(("space", "layout"), IMPLICIT.items())
def test_implicit_layout(space: Space | None, layout: Layout):
    type_ = TileType.get((64, 32), f32, space)
    assert type_.layout == layout
    assert type_.has_implicit_layout


@pytest.mark.parametrize(
    ("shape", "blayout"),
    [
        ((64, 1), COLUMN),
        ((4, 16, 1), COLUMN),
        ((1, 1), ROW),
        ((1, 64), ROW),
        ((64, 2), ROW),
        ((64,), ROW),
        ((1,), ROW),
        ((DYNAMIC, 1), ROW),
    ],
)
@pytest.mark.parametrize("space", [None, Space.VEC])
def test_static_column_is_stored_by_columns(
    space: Space | None, shape: tuple[int, ...], blayout: BLayout
):
    assert TileType.get(shape, f32, space).layout == Layout(blayout, SLayout.NONE_BOX, 512)


def test_column_in_another_space_has_the_layout_of_the_space():
    assert TileType.get((64, 1), f32, Space.MAT).layout == IMPLICIT[Space.MAT]


SIZES = {
    "vec": ((64, 64), f32, Space.VEC, 16384, 16384),
    "no space": ((64, 64), f32, None, 16384, 16384),
    "half": ((64, 64), bf16, Space.MAT, 8192, 8192),
    "byte": ((3, 5), i8, Space.VEC, 15, 15),
    "one dimension": ((5,), f32, Space.VEC, 32, 32),
    "a row takes whole lines": ((1, 7), f32, Space.VEC, 32, 32),
    "a row of several lines": ((1, 40), i8, Space.VEC, 64, 64),
    "a column takes whole lines": ((6, 1), f32, Space.VEC, 32, 32),
    "a single row for the cube": ((1, 7), f32, Space.MAT, 32, 32),
    "several rows are not rounded": ((2, 7), f32, Space.VEC, 56, 56),
    "three dimensions": ((4, 16, 64), f32, Space.VEC, 16384, 16384),
    "4 bit": ((8, 16), Float4E2M1FNType(), Space.VEC, 64, 64),
    "4 bit, odd count": ((3, 3), IntegerType(4), Space.VEC, 5, 5),
    "acc, i32 rows": ((16, 128), i32, Space.ACC, 16384, 8192),
    "acc, unsigned i32 rows": (
        (16, 128),
        IntegerType(32, Signedness.UNSIGNED),
        Space.ACC,
        16384,
        8192,
    ),
    "acc, f32 rows": ((4, 64), f32, Space.ACC, 4096, 4096),
    "acc, f32 whole rows": ((32, 64), f32, Space.ACC, 8192, 8192),
    "acc, f32 next granule": ((17, 64), f32, Space.ACC, 8192, 8192),
    "acc, i32 next granule": ((33, 64), i32, Space.ACC, 16384, 12288),
    "acc, narrow integers": ((4, 64), IntegerType(16), Space.ACC, 2048, 2048),
    "acc, leading dimension": ((2, 4, 64), f32, Space.ACC, 8192, 8192),
    "acc, one dimension": ((64,), f32, Space.ACC, 256, 256),
    "left is not rounded": ((4, 64), f16, Space.LEFT, 512, 512),
}


@pytest.mark.parametrize(
    ("shape", "element", "space", "a3", "a5"), SIZES.values(), ids=SIZES.keys()
)
def test_allocated_bytes(
    shape: tuple[int, ...], element: Attribute, space: Space | None, a3: int, a5: int
):
    type_ = TileType.get(shape, element, space)
    assert [type_.allocated_bytes(target) for target in (A3, A5)] == [a3, a5]


@pytest.mark.parametrize("target", [A3, A5])
def test_valid_region_does_not_make_a_tile_smaller(target: Target):
    whole = TileType.get((64, 64), f32, Space.VEC)
    part = TileType.get((64, 64), f32, Space.VEC, valid=(DYNAMIC, 8))
    assert part.allocated_bytes(target) == whole.allocated_bytes(target)


def test_dense_bytes_do_not_round_accumulator_rows():
    assert TileType.get((4, 64), f32, Space.ACC).dense_bytes == 1024


def test_with_space_takes_the_implicit_layout_of_the_new_space():
    type_ = TileType.get((64, 64), f32, valid=(DYNAMIC, 8), pad=Pad.MAX, compact=Compact.NORMAL)
    assert type_.with_space(Space.ACC) == TileType.get(
        (64, 64), f32, Space.ACC, valid=(DYNAMIC, 8), pad=Pad.MAX, compact=Compact.NORMAL
    )


def test_with_space_keeps_an_explicit_layout():
    layout = Layout(COLUMN, SLayout.NONE_BOX, 512)
    type_ = TileType.get((64, 64), f32, layout=layout)
    assert type_.with_space(Space.MAT).layout == layout


def test_with_space_and_back():
    type_ = TileType.get((64, 1), f32, Space.VEC)
    assert type_.with_space(Space.MAT).with_space(Space.VEC) == type_


def test_types_that_are_made_twice_are_equal():
    parsed = parse("vec, 64x64xf32, valid=64x64, blayout=row_major")
    got = TileType.get([64, 64], f32, Space.VEC, layout=IMPLICIT[Space.VEC])
    assert parsed == got
    assert hash(parsed) == hash(got)
    assert str(parsed) == str(got) == "!tile.tile<vec, 64x64xf32>"


BASE = "vec, 64x64xf32"
OTHERS = [
    "64x64xf32",
    "mat, 64x64xf32",
    "vec, 64x32xf32",
    "vec, 64x64xf16",
    "vec, 64x64xi32",
    "vec, 64x64xf32, valid=?x64",
    "vec, 64x64xf32, valid=64x?",
    "vec, 64x64xf32, valid=32x64",
    "vec, 64x64xf32, blayout=col_major",
    "vec, 64x64xf32, slayout=row_major",
    "vec, 64x64xf32, fractal=1024",
    "vec, 64x64xf32, pad=zero",
    "vec, 64x64xf32, compact=normal",
]


def test_every_key_makes_another_type():
    types = [parse(text) for text in (BASE, *OTHERS)]
    assert len(set(types)) == len(types)
    assert [str(type_) for type_ in types] == [f"!tile.tile<{text}>" for text in (BASE, *OTHERS)]


def test_dynamic_valid_dims():
    assert TileType.get((64, 64), f32, valid=(64, 64)).dynamic_valid_dims == ()
    assert TileType.get((64, 64), f32, valid=(DYNAMIC, 3)).dynamic_valid_dims == (0,)
    assert TileType.get((4, 64, 64), f32, valid=(DYNAMIC, 3, DYNAMIC)).dynamic_valid_dims == (0, 2)


def test_static_shape():
    assert TileType.get((64, 64), f32, valid=(DYNAMIC, 8)).has_static_shape
    assert not TileType.get((DYNAMIC, 64), f32).has_static_shape


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ub, 64x64xf32", "Expected `vec`, `mat`, `left`"),
        ("vec 64x64xf32", "Expected ','"),
        ("vec, 64x64xf32, valid=64x64, valid=64x64", "'valid' is given twice"),
        ("vec, 64x64xf32, rows=64", "unknown key 'rows' of a tile"),
        ("vec, 64x64xf32, blayout=diagonal", "Expected `row_major`,? or `col_major`"),
        ("vec, 64x64xf32, slayout=boxed", "Expected `none_box`, `row_major`, or `col_major`"),
        ("vec, 64x64xf32, pad=1", "Expected `null`, `zero`, `max`, or `min`"),
        ("vec, 64x64xf32, compact=tight", "Expected `null`, `normal`, or `row_plus_one`"),
        ("vec, 64x64xf32, fractal=true", "Expected integer literal"),
        ("vec, 64x64xf32,", "identifier expected"),
        ("vec, 64x64", "type expected|Expected"),
        ("vec", "Expected ','"),
        ("", "Expected"),
    ],
)
def test_errors_of_the_text(text: str, message: str):
    with pytest.raises(ParseError, match=message):
        parse(text)


@pytest.mark.parametrize(
    ("shape", "valid", "message"),
    [
        ((), None, "a tile has at least one dimension"),
        ((64, -3), None, "the shape 64x-3 has an empty dimension"),
        ((64, 0), None, "the shape 64x0 has an empty dimension"),
        ((64, 64), (64, -1), "valid=64x-1 reaches outside of the shape 64x64"),
        ((64, 64), (64,), "valid=64 has 1 extents, the shape 64x64 has 2"),
        ((2**40, 2**40), None, "overflows 64 bits"),
    ],
)
def test_extents_that_are_none(shape: tuple[int, ...], valid: tuple[int, ...] | None, message: str):
    with pytest.raises(VerifyException, match=message):
        TileType.get(shape, f32, valid=valid)


@pytest.mark.parametrize("width", [0, 1, 3, 6, 7, 12, 24, 128])
def test_widths_that_no_element_has(width: int):
    with pytest.raises(VerifyException, match=f"i{width} is no element type of a tile"):
        TileType.get((64, 64), IntegerType(width))


def test_largest_size_that_64_bits_count():
    assert TileType.get((2**63 - 1,), i8).dense_bytes == 2**63 - 1
    with pytest.raises(VerifyException, match="overflows 64 bits"):
        TileType.get((2**63,), i8)
