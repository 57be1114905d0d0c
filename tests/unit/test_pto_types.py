"""Types and enumerations of the pto dialect."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, Float8E4M3FNType, bf16, f16, f32, i8, i64
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from pto_dialect.pto import Pto
from pto_dialect.pto.attributes import CmpModeAttr, KeywordEnum, PipeAttr
from pto_dialect.pto.types import (
    DYNAMIC,
    F4E2M1x2Type,
    HiF8x2Type,
    MultiTileBufType,
    PartitionTensorViewType,
    PtrType,
    TensorViewType,
    TileBufType,
    parse_type,
)


def parser_of(text: str) -> Parser:
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Pto)
    return Parser(ctx, text)


def tile(text: str) -> TileBufType:
    type_ = parser_of(f"!pto.tile_buf<{text}>").parse_type()
    assert isinstance(type_, TileBufType)
    return type_


def test_equal_arguments_give_the_same_object():
    assert TileBufType.get("vec", (16, 64), f32) is TileBufType.get("vec", (16, 64), f32)
    assert TileBufType.get("vec", (16, 64), f32) == tile("vec, 16x64xf32")


@pytest.mark.parametrize("view", [TensorViewType, PartitionTensorViewType])
def test_views_differ_by_shape_and_element(
    view: type[TensorViewType | PartitionTensorViewType],
):
    assert view.get((DYNAMIC, 4), f32) == view.get((DYNAMIC, 4), f32)
    assert view.get((DYNAMIC, 4), f32) != view.get((DYNAMIC, 4), bf16)
    assert view.get((DYNAMIC, 4), f32) != view.get((DYNAMIC, 8), f32)
    assert TensorViewType.get((4,), f32) != PartitionTensorViewType.get((4,), f32)


def test_a_pointer_prints_the_names_of_the_hardware():
    assert str(PtrType(f32)) == "!pto.ptr<f32, gm>"
    assert str(PtrType(f32, "vec")) == "!pto.ptr<f32, ub>"
    with pytest.raises(VerifyException, match="cannot point to 'zero'"):
        PtrType(f32, "zero")


@pytest.mark.parametrize(
    ("element", "size"),
    [(f32, 4), (bf16, 2), (i8, 1), (i64, 8), (Float8E4M3FNType(), 1), (HiF8x2Type(), 2)],
)
def test_bytes_are_those_of_the_static_shape(element: Attribute, size: int):
    type_ = TileBufType.get("vec", (16, 32), element, valid=(3, DYNAMIC))
    assert type_.element_bytes == size
    assert type_.bytes == 16 * 32 * size


def test_two_four_bit_values_count_as_one_element():
    assert TileBufType.get("left", (16, 32), F4E2M1x2Type()).bytes == 16 * 32


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("vec, 16x64xf32", (1, 1)),
        ("mat, 16x64xf32, slayout=row_major", (16, 8)),
        ("mat, 16x64xf16, slayout=row_major", (16, 16)),
        ("right, 64x64xf16, slayout=col_major", (16, 16)),
        ("right, 64x64xi8, slayout=col_major", (32, 16)),
        ("acc, 16x64xf32, slayout=row_major, fractal=1024", (16, 16)),
        ("scaling, 16x2xi8, slayout=row_major, fractal=32", (16, 2)),
    ],
)
def test_the_box_follows_from_fractal_layout_and_element(text: str, box: tuple[int, int]):
    assert tile(text).box == box


def test_resizing_keeps_memory_element_and_layout():
    acc = tile("acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024, pad=1")
    small = acc.changed(shape=(16, 16), valid=(16, DYNAMIC))
    assert str(small) == (
        "!pto.tile_buf<acc, 16x16xf32, valid=16x?, blayout=col_major, slayout=row_major, "
        "fractal=1024, pad=1>"
    )
    assert acc.changed(valid=(1, 64)).valid == (1, 64)


@pytest.mark.parametrize("count", [2, 16])
def test_a_region_has_up_to_sixteen_slots(count: int):
    assert MultiTileBufType(TileBufType.get("vec", (16, 64), f32), count).slots == count


def test_zero_extents_are_not_read_as_hexadecimal():
    assert tile("vec, 16x64xf32, valid=0x0").valid == (0, 0)
    assert tile("vec, 16x64xf32, valid=0x16").valid == (0, 16)
    assert tile("vec, 0x16xf32").shape == (0, 16)


def test_a_spelling_is_parsed_once():
    text = "!pto.tile_buf<vec, 48x16xf32, valid=?x16>"
    parser = parser_of(f"{text} {text} end")
    first = parse_type(parser)
    assert parse_type(parser) is first
    assert parser.parse_identifier() == "end"


def test_a_spelling_with_an_alias_means_what_the_file_says():
    def element(alias: str) -> Attribute:
        text = f"!E = {alias}\n%0 = pto.alloc_tile : !pto.tile_buf<vec, 16x64x!E>"
        (alloc,) = parser_of(text).parse_module().ops
        type_ = alloc.results[0].type
        assert isinstance(type_, TileBufType)
        return type_.element_type

    assert element("f32") == f32
    assert element("f16") == f16


def test_a_wrong_spelling_is_never_remembered():
    for _ in range(2):
        with pytest.raises(ParseError, match="unknown key 'colour'"):
            parse_type(parser_of("!pto.tile_buf<vec, 16x64xf32, colour=1>"))


def test_keywords_are_checked():
    assert str(PipeAttr("PIPE_V")) == "#pto.pipe<PIPE_V>"
    assert str(CmpModeAttr("gt")) == "#pto<cmp gt>"
    with pytest.raises(VerifyException, match="'bigger' is none of eq, ne, lt, le, gt, ge"):
        CmpModeAttr("bigger")


@pytest.mark.parametrize(
    "kind", [a for a in Pto.attributes if issubclass(a, KeywordEnum)], ids=lambda k: k.name
)
def test_every_keyword_is_read_back(kind: type[KeywordEnum]):
    for keyword in kind.keywords:
        assert parser_of(str(kind(keyword))).parse_attribute() == kind(keyword)
