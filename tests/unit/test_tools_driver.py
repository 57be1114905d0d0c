"""The pieces that all tools share: places of operations, dominance, excerpts, exit codes."""

from __future__ import annotations

import gc
import time
from functools import partial

import pytest
from contexts import every_dialect
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from pto_dialect.diagnostics import CompileError, Note, Position
from pto_dialect.tools.driver import (
    BAD_USAGE,
    INTERNAL_ERROR,
    INTERRUPTED,
    USER_ERROR,
    UsageError,
    render,
    run_tool,
)
from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.verifier import verify, verify_ssa

SECONDS = 5.0
"""CPU time that a test of linear cost may take; it takes a fraction of it."""

context = partial(every_dialect, allow_unregistered=True)


def parse(text: str) -> ModuleOp:
    """Parse MLIR that lies in a file `k.mlir`."""
    return parse_module(context(), text.encode(), "k.mlir")


def function(body: str) -> ModuleOp:
    """A function of an i32 `%a` and an i1 `%p` around this text, which starts on line 2."""
    return parse(f"func.func @f(%a: i32, %p: i1) {{\n{body}\n}}\n")


VISIBLE = {
    "after its definition": """
        %b = "t.def"() : () -> i32
        "t.use"(%b) : (i32) -> ()
        func.return""",
    "in a region after its definition": """
        %b = "t.def"() : () -> i32
        scf.if %p {
          scf.if %p {
            "t.use"(%b, %a) : (i32, i32) -> ()
          }
        }
        func.return""",
    "in a dominated block": """
        %b = "t.def"() : () -> i32
        cf.br ^next
      ^next:
        "t.use"(%b) : (i32) -> ()
        func.return""",
    "in a dominated block that is printed first": """
        cf.br ^second
      ^first:
        "t.use"(%b) : (i32) -> ()
        func.return
      ^second:
        %b = "t.def"() : () -> i32
        cf.br ^first""",
}

HIDDEN = {
    "before its definition": (
        3,
        """
        "t.use"(%b) : (i32) -> ()
        %b = "t.def"() : () -> i32
        func.return""",
    ),
    "by the operation that defines it": (
        3,
        """
        %b = "t.def"(%b) : (i32) -> i32
        func.return""",
    ),
    "in a region of the operation that defines it": (
        4,
        """
        %b = "t.def"() ({
          "t.use"(%b) : (i32) -> ()
        }) : () -> i32
        func.return""",
    ),
    "in a region before its definition": (
        4,
        """
        scf.if %p {
          "t.use"(%b) : (i32) -> ()
        }
        %b = "t.def"() : () -> i32
        func.return""",
    ),
}


@pytest.mark.parametrize("body", VISIBLE.values(), ids=VISIBLE.keys())
def test_value_is_visible(body: str):
    verify_ssa(function(body))


@pytest.mark.parametrize(("line", "body"), HIDDEN.values(), ids=HIDDEN.keys())
def test_value_is_not_visible(line: int, body: str):
    with pytest.raises(CompileError, match="uses 'b', which is not defined there") as error:
        verify_ssa(function(body))
    assert error.value.line == line


def test_blocks_are_checked_in_linear_time():
    """A ladder of blocks: each is left for the next one or for the last one."""
    steps = "\n".join(f"^b{n}:\n cf.cond_br %p, ^b{n + 1}, ^end" for n in range(3000))
    text = f'%b = "t.def"() : () -> i32\ncf.br ^b0\n{steps}\n^b3000:\n cf.br ^end\n^end:'
    module = function(f'{text}\n"t.use"(%b) : (i32) -> ()\nfunc.return')
    start = time.process_time()
    verify_ssa(module)
    assert time.process_time() - start < SECONDS


def test_what_no_branch_leads_to_may_use_everything():
    verify_ssa(function('func.return\n^other:\n"t.use"(%a) : (i32) -> ()\nfunc.return'))


def test_value_of_an_inner_region_is_not_visible_outside():
    module = function("""
        scf.if %p {
          %b = "t.def"() : () -> i32
          scf.yield
        }
        "t.use"(%a) : (i32) -> ()
        func.return""")
    definition, use = (op for op in module.walk() if op.name == "builtin.unregistered")
    use.operands[0] = definition.results[0]
    with pytest.raises(CompileError) as error:
        verify(module)
    assert error.value.line == 7
    assert [note.position and note.position.line for note in error.value.notes] == [4]


def test_block_that_does_not_dominate():
    module = function("""
        cf.cond_br %p, ^left, ^right
      ^left:
        %b = "t.def"() : () -> i32
        cf.br ^join
      ^right:
        cf.br ^join
      ^join:
        "t.use"(%b) : (i32) -> ()
        func.return""")
    with pytest.raises(CompileError) as error:
        verify_ssa(module)
    assert error.value.line == 10


def test_module_body_has_no_order():
    verify(parse('"t.use"(%b) : (i32) -> ()\n%b = "t.def"() : () -> i32\n'))


def test_missing_terminator_is_located():
    with pytest.raises(CompileError, match="terminates block") as error:
        verify(function("  %c = arith.addi %a, %a : i32"))
    assert (error.value.line, error.value.column) == (2, 3)


def test_empty_block_is_located():
    module = function("  func.return")
    next(op for op in module.walk() if op.name == "func.return").detach()
    with pytest.raises(CompileError, match=r"'func\.func' has an empty block") as error:
        verify(module)
    assert (error.value.line, error.value.column) == (1, 1)


@pytest.mark.parametrize(
    "type_text",
    [
        "!tile.tile<vec, 64x64xf32, valid=64x32>",
        "!emitc.ptr<i32>",
        "!emitc.ptr<!emitc.ptr<i32>>",
        '!emitc.ptr<!emitc.opaque<"a>b">>',
        "!none.such<(i32) -> i32>",
        "!none.such",
    ],
)
def test_type_that_is_spelt_again_is_the_same(type_text: str):
    line = f'"t.op"() : () -> ({type_text}, {type_text})\n'
    text = line + line + '"t.op"() : () -> !emitc.ptr<!emitc.ptr<i64>>\n'
    assert str(parse(text)) == str(Parser(context(), text).parse_module())


def test_wrong_type_is_located():
    with pytest.raises(CompileError) as error:
        parse('\n"t.op"() : () -> (!buffer.buffer, !tile.tile<vec, 4x8xf32, fractal=3>)\n')
    assert str(error.value) == "k.mlir:2:35: error: fractal=3 is none of 32, 512, 1024"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7\n", "1:1: error: an operation is expected here"),
        ("func.func @f() {\n  func.return 7\n}\n", "2:15: error: an operation is expected here"),
        ("func.func @f() {\n", "2:1: error: the text ends too early"),
        (
            'builtin.module {\n  "t.use"(%a, %b) : (i32, i32) -> ()\n}\n',
            "2:11: error: '%a' is used but not defined",
        ),
    ],
    ids=["number", "number in a region", "truncated", "undefined value"],
)
def test_text_that_is_no_ir_is_located(text: str, message: str):
    with pytest.raises(CompileError) as error:
        parse(text)
    assert str(error.value) == f"k.mlir:{message}"


@pytest.mark.parametrize("text", ["", "// nothing\n", "#a = 1 : i32\n"])
def test_text_without_operations_is_an_empty_module(text: str):
    assert str(parse(text)) == "builtin.module {\n}"


def test_an_explicit_module_is_there():
    with pytest.raises(CompileError, match="there is no operation"):
        parse_module(context(), b"// nothing", "k.mlir", implicit_module=False)


def test_byte_order_mark_is_no_text():
    assert str(parse("\ufeff" + '"t.op"() : () -> ()')) == str(parse('"t.op"() : () -> ()'))


def test_numbered_names_survive_printing():
    text = "\n".join(f'%{name} = "t.op"() : () -> i32' for name in ("x", "x_1_2", "x_1", "_1"))
    assert str(parse(str(parse(text)))) == str(parse(text))


def test_excerpt_with_caret_and_note():
    error = CompileError(
        "wrong",
        Position("k.py", 2, 6),
        [Note("made here", Position("k.py", 1, 1)), "change it"],
    )
    assert render(error, {"k.py": "a = 1\n\tb = a\n"}) == (
        "k.py:2:6: error: wrong\n"
        "\tb = a\n"
        "\t    ^\n"
        "k.py:1:1: note: made here\n"
        "a = 1\n"
        "^\n"
        "note: change it"
    )


@pytest.mark.parametrize("line", [0, 3])
def test_place_outside_the_text_has_no_excerpt(line: int):
    error = CompileError("wrong", Position("k.py", line, 1))
    assert render(error, {"k.py": "a = 1\n"}) == f"k.py:{line}:1: error: wrong"


def test_excerpt_of_a_long_line_and_of_control_characters():
    line = "x" * 5000 + "\0" + "y" * 5000
    error = CompileError("bad", Position("k.mlir", 1, 5001))
    _, excerpt, caret = render(error, {"k.mlir": line}).split("\n")
    assert excerpt == "x" * 200 + "\ufffd" + "y" * 199
    assert caret == " " * 200 + "^"


def test_place_in_a_file_that_is_gone_has_no_excerpt():
    assert render(CompileError("wrong", Position("gone.py", 1, 1))) == "gone.py:1:1: error: wrong"


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (CompileError("wrong"), USER_ERROR, "error: wrong\n"),
        (UsageError("no such thing"), BAD_USAGE, "error: no such thing\n"),
        (KeyError("lost"), INTERNAL_ERROR, "error: internal error: KeyError: 'lost'\n"),
        (MemoryError("of 8 TiB"), USER_ERROR, "error: not enough memory: of 8 TiB\n"),
        (
            OSError(28, "No space left on device"),
            USER_ERROR,
            "error: cannot read or write: No space left on device\n",
        ),
        (KeyboardInterrupt(), INTERRUPTED, ""),
        (RecursionError(), USER_ERROR, "error: the input nests too deeply\n"),
    ],
)
def test_exit_codes(capsys: pytest.CaptureFixture[str], error: BaseException, code: int, text: str):
    def tool() -> None:
        raise error

    assert run_tool(tool, []) == code
    assert capsys.readouterr().err.startswith(text)


def test_garbage_collector_is_paused_and_restored():
    seen = list[bool]()

    def tool() -> int:
        seen.append(gc.isenabled())
        return 3

    assert run_tool(tool, []) == 3
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize(
    "map_",
    [
        "(d0, d1)[s0] -> (d0 * s0 + d1)",
        "(d0)[s0] -> (s0 * d0)",
        "(d0)[s0] -> (d0 floordiv s0, d0 mod s0, d0 ceildiv s0)",
        "(d0)[s0, s1] -> (d0 * (s0 * s1 - 4) ceildiv (s1 + 3))",
        "()[s0] -> (4 mod s0)",
    ],
)
def test_affine_maps_multiply_and_divide_by_symbols(map_: str):
    module = parse(f"builtin.module attributes {{a = affine_map<{map_}>}} {{}}")
    assert parse(str(module)).is_structurally_equivalent(module)


@pytest.mark.parametrize("expression", ["d0 * d1", "4 floordiv d1", "d0 mod (d1 + s0)"])
def test_affine_maps_do_not_multiply_dimensions(expression: str):
    with pytest.raises(CompileError, match="semi-affine"):
        parse(f"builtin.module attributes {{a = affine_map<(d0, d1)[s0] -> ({expression})>}} {{}}")
