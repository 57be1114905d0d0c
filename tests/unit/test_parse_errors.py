"""
What is said of text that is wrong: where, which names there are, how it is written, and the other
place that it disagrees with. Both readers of text say the same.
"""

from __future__ import annotations

import pytest
from contexts import every_dialect
from pto_text import read
from xdsl.utils.exceptions import ParseError

from pto_dialect.diagnostics import CompileError
from pto_dialect.pto import Pto
from pto_dialect.tools.parse_errors import located_parse_error
from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.verifier import verify

T = "!pto.tile_buf<vec, 16x64xf32>"
P = "!pto.ptr<f32, gm>"


def read_mlir(text: str) -> None:
    """What `pto-opt` does with MLIR text."""
    try:
        verify(parse_module(every_dialect(), text.encode(), "k.mlir"))
    except ParseError as error:
        raise located_parse_error(error) from error


def refusal(text: str) -> list[str]:
    """The lines that both readers say, without the name of the file."""
    said: list[list[str]] = []
    for reader in (read_mlir, read):
        with pytest.raises(CompileError) as raised:
            reader(text)
        assert raised.value.position is not None
        said.append(str(raised.value).replace(f"{raised.value.position.file}:", "").split("\n"))
    assert said[0] == said[1]
    return said[0]


def in_function(*lines: str) -> str:
    """A function in which these lines begin at line 2, column 1."""
    return "\n".join([f"func.func @f(%t: {T}, %p: {P}, %i: index) {{", *lines, "  return", "}"])


TADD = "it is written pto.tadd ins(src0, src1 : types) outs(dst : type)"
VIEW = (
    "it is written %v = pto.make_tensor_view %p, shape = [%m, %n], strides = [%n, %c1] "
    "{layout = #pto.layout<nd>} : !pto.tensor_view<?x?xf32>"
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            f"pto.tadd ins(%t, %t : {T}, {T}) // the sum",
            ["2:84: error: 'pto.tadd' is not finished: Expected 'outs'", f"note: {TADD}"],
        ),
        (
            "%v = pto.make_tensor_view %p, shape = [%i], strides = [%i]",
            ["2:59: error: 'pto.make_tensor_view' is not finished: Expected ':'", f"note: {VIEW}"],
        ),
        (
            f"%u = pto.alloc_tile\n// no type\n%v = pto.alloc_tile : {T}",
            [
                "2:20: error: 'pto.alloc_tile' is not finished: Expected ':'",
                "note: it is written pto.alloc_tile [addr = addr] [valid_row = valid_row] "
                "[valid_col = valid_col] : type",
            ],
        ),
        (
            "%j = arith.addi %i,",
            ["2:20: error: 'arith.addi' is not finished: operand expected"],
        ),
    ],
)
def test_an_operation_without_its_end_is_not_finished_where_its_text_ends(
    line: str, said: list[str]
):
    assert refusal(in_function(line)) == said


def test_what_is_wrong_with_a_whole_operation_is_at_the_operation():
    line = f"%v = pto.make_tensor_view %p, shape = [%i], strides = [%i] : {T}"
    assert refusal(in_function(line)) == [f"2:1: error: expected a !pto.tensor_view, got {T}"]


def test_a_token_inside_of_an_operation_is_wrong_where_it_is():
    assert refusal(in_function(f"pto.tadd (%t, %t : {T}, {T})\n  outs(%t : {T})")) == [
        "2:10: error: Expected 'ins'",
        f"note: {TADD}",
    ]
    assert refusal(in_function(f"pto.tadd ins(%t, %t : {T}, {T})\n  out(%t : {T})")) == [
        "3:3: error: Expected 'outs'",
        f"note: {TADD}",
    ]


def test_what_is_wrong_inside_of_an_operation_is_not_told_of_that():
    lines = ("pto.section.vector {", "  %j = arith.addi %i : index", "}")
    assert refusal(in_function(*lines)) == ["3:22: error: Expected ','"]


def test_every_operation_whose_text_has_a_form_says_it():
    without = [op.name for op in Pto.operations if op.form() is None]
    forms = [form for op in Pto.operations if (form := op.form()) is not None]
    assert len(without) < 20
    assert not [form for form in forms if "{?" in form or "attributes" in form]


def test_a_comment_of_another_language():
    said = ["1:1: error: a name is expected behind '#'; a comment begins with '//'"]
    assert refusal("# vector add\n") == said
    said = ["3:1: error: a name is expected behind '%'"]
    lines = (f"%u = pto.alloc_tile : {T}", "% = arith.constant 1 : i32")
    assert refusal(in_function(*lines)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("modul {\n}\n", "1:1: error: 'modul' is no operation; did you mean 'module'?"),
        (in_function("foo bar"), "2:1: error: 'foo' is no operation"),
        (
            in_function(f"pto.tad ins(%t, %t : {T}, {T}) outs(%t : {T})"),
            "2:1: error: Operation pto.tad is not registered; did you mean 'pto.tadd'?",
        ),
        (
            in_function('%x = "arith.addd"(%i, %i) : (index, index) -> index'),
            "2:7: error: Operation arith.addd is not registered; did you mean 'arith.addi'?",
        ),
        (
            in_function("pto.blursh"),
            "2:1: error: Operation pto.blursh is not registered",
        ),
        (
            in_function(f"%x = pto.alloc_tile : {T.replace('buf', 'bufs')}"),
            "2:24: error: 'pto.tile_bufs' is not registered; did you mean 'pto.tile_buf'?",
        ),
    ],
)
def test_an_unknown_name_is_where_it_stands_and_the_nearest_is_said(text: str, said: str):
    assert refusal(text) == [said]


@pytest.mark.parametrize(
    ("constant", "said"),
    [
        ("32.0 : index", "32.0 is no value of type index"),
        ("-1.5 : i32", "-1.5 is no value of type i32"),
        (f"1 : {P}", f"1 is no value of type {P}"),
    ],
)
def test_a_number_that_is_not_of_its_type_is_where_it_stands(constant: str, said: str):
    assert refusal(in_function(f"%c = arith.constant {constant}")) == [f"2:21: error: {said}"]


@pytest.mark.parametrize(
    ("type_", "said"),
    [
        ("!pto.tile_buf<vec, 32x32xfp32>", "'fp32' is no type; did you mean 'f32'?"),
        ("!pto.tensor_view<32x32xint>", "'int' is no type, know i1, i8, i16, i32, i64, si8"),
        ("!pto.ptr<float>", "'float' is no type, know i1, i8"),
        ("!pto.tile_buf<vec, 32x32>", "a shape ends with an element type: 'x' stands between"),
        ("!pto.tensor_view<32x32x>", "a shape ends with an element type: 'x' stands between"),
        ("memref<4xfp16>", "'fp16' is no type; did you mean 'f16'?"),
        (
            "!pto.tile_buf<32x32xf32>",
            "identifier expected: a tile begins with its memory, one of vec, mat, left",
        ),
        (
            "!pto.multi_tile_buf<32x32xf32, count=2>",
            "!pto.tile_buf<…> or a memory expected: a tile begins with its memory, one of vec",
        ),
        (
            "!pto.tile_buf<vec, 32x32xf32, pad=zeros>",
            "Expected integer literal, one of 0 (null), 1 (zero), 2 (max), 3 (min)",
        ),
        ("!pto.tile_buf<vec, 32x32xf32, pad=7>", "7 is none of 0 (null), 1 (zero), 2 (max)"),
        ("!pto.tile_buf<vec, 32x32xf32, blayout=1>", "one of row_major, col_major"),
        (
            "!pto.tile_buf<vec, 32x32xf32, layout=col_major>",
            "unknown key 'layout' of a tile, know valid, blayout, slayout, fractal, pad, compact",
        ),
        ("!pto.ptr<f32, 1>", "identifier expected, one of gm, ub, vec"),
        ("!pto.mask<8>", "identifier expected, one of b8, b16, b32"),
    ],
)
def test_a_wrong_word_of_a_type_is_told_which_there_are(type_: str, said: str):
    (line,) = refusal(f"func.func private @f({type_})")
    assert said in line


def test_a_type_without_its_dialect():
    assert refusal("func.func @f(%a: ptr<f32>) {\n  return\n}") == [
        "1:18: error: 'ptr' is no type; did you mean '!pto.ptr'?"
    ]


def test_a_value_of_two_types_has_a_note_at_its_definition():
    assert refusal(in_function("%x = arith.addi %p, %i : index")) == [
        f"2:17: error: operand is used with type index, but has been previously used or defined "
        f"with type {P}",
        "1:49: note: '%p' is defined here",
    ]
    lines = ["%x = arith.constant 1 : i32", "%y = arith.addi %x, %x : i64"]
    assert refusal(in_function(*lines))[1] == "2:1: note: '%x' is defined here"
    assert refusal(in_function(*reversed(lines)))[1] == "2:17: note: '%x' is used first here"


def test_a_value_that_is_defined_twice_has_a_note_at_the_first():
    line = "%x = arith.constant 1 : i32"
    assert refusal(in_function(line, line)) == [
        "3:1: error: SSA value %x is already defined",
        "2:1: note: '%x' is defined here",
    ]


def test_the_places_of_another_function_are_not_meant():
    other = "func.func @g() {\n  %x = arith.addi %y, %y : i32\n  %y = arith.constant 1 : i32\n"
    use = "  %x = arith.addi %y, %y : i32"
    assert refusal(f"{other}  return\n}}\nfunc.func @f() {{\n{use}\n  return\n}}\n") == [
        "7:19: error: '%y' is used but not defined"
    ]


def test_a_block_that_is_there_twice_has_a_note_at_the_first():
    block = "^a:\n  cf.br ^a"
    assert refusal(f"func.func @f() {{\n  cf.br ^a\n{block}\n{block}\n}}") == [
        "5:1: error: '^a' is there already",
        "3:1: note: it is here first",
    ]


def test_a_function_that_is_defined_twice_is_wrong_at_the_second():
    assert refusal("func.func private @f()\nfunc.func private @g()\nfunc.func private @f()\n") == [
        '3:1: error: Redefinition of symbol "f"',
        "1:1: note: it is defined here first",
    ]
