"""
Text that is wrong, huge or odd ends in one located line, soon; each test is the smallest input of
its kind. `test_pto_frontend.py` has more of them.
"""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pytest
from contexts import every_dialect
from pto_text import generic, read
from xdsl.utils.exceptions import ParseError

from lowering.emit_pto import emit_module
from pto_dialect.diagnostics import MAX_MESSAGE, CompileError
from pto_dialect.tools.compile import main as compile_main
from pto_dialect.tools.driver import bounded_memory
from pto_dialect.tools.opt import main as opt_main
from pto_dialect.tools.parse_errors import located_parse_error
from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.run import main as run_main
from pto_dialect.tools.verifier import verify

SECONDS = 10.0
"""CPU time that malformed input may take; it takes a fraction of it."""


def read_mlir(text: str) -> None:
    """What `pto-opt` does with MLIR text."""
    try:
        verify(parse_module(every_dialect(allow_unregistered=True), text.encode(), "k.mlir"))
    except ParseError as error:
        raise located_parse_error(error) from error


def refusal(text: str) -> CompileError:
    """The one error that either reader of text gives."""
    for reader in (read_mlir, read):
        start = time.process_time()
        with pytest.raises(CompileError) as raised:
            reader(text)
        assert time.process_time() - start < SECONDS
        assert raised.value.position is not None
        assert "\n" not in raised.value.message
        assert len(raised.value.message) <= MAX_MESSAGE + 1
    return raised.value


def in_function(line: str) -> str:
    return f"func.func @f(%i: index, %c: i1) {{\n  {line}\n  func.return\n}}"


def attribute(text: str) -> str:
    return in_function(f'"v.x"() {{a = {text}}} : () -> ()')


DIGITS = "9" * 10**6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (attribute("affine_map<(d) -> (" + " + ".join(["d"] * 101) + ")>"), "100 deep"),
        (attribute("affine_set<(d) : (" + " + ".join(["d"] * 101) + " >= 0)>"), "100 deep"),
        (
            in_function("%q = affine.load %m[" + " + ".join(["%i"] * 101) + "] : memref<4xf32>"),
            "100 deep",
        ),
        (attribute(f"affine_map<(d) -> (d{' * 99999999' * 300})>"), "more than 64 bits"),
        (attribute("affine_map<(d) -> (d mod d)>"), "not supported: "),
        (
            attribute(f"affine_map<({', '.join(f'd{n}' for n in range(1100))}) -> (d0)>"),
            "more than 1000 dimensions",
        ),
        (attribute(f"tensor<{'1x' * 10**5}i32>"), "a shape with too many dimensions"),
        (attribute(f"0x{DIGITS} : index"), "an integer with too many digits"),
        (attribute("18446744073709551616 : index"), "does not fit into the 64 bits of an index"),
        (attribute("dense<1> : tensor<9999999xi32>"), "constants are too large"),
        (in_function('"a\\22b"() : () -> ()'), "no name of an operation"),
        (in_function('"builtin.unregistered"() : () -> ()'), "no name of an operation"),
        (in_function("cf.br ^a\n^a:\n  cf.br ^a\n^a:"), "'^a' is there already"),
        (in_function("cf.br ^a\n^a:\n  cf.br ^a {"), "the text ends too early"),
        (in_function(f"func.call @g{DIGITS}() : () -> ()"), "@g999"),
        (
            in_function(
                f"cf.switch %i : index, [\n  default: ^a,\n  {'9' * 25}: ^a\n]\n^a:"
            ),
            "a number is too large",
        ),
    ],
    ids=lambda t: " ".join(t.split())[:40],
)  # fmt: skip
def test_what_is_refused(text: str, message: str):
    assert message in refusal(text).message


def test_an_error_has_a_place_if_its_operation_has_none():
    error = refusal('func.func @f() {\n  "v.x"() ({\n    arith.constant 1 : i32 loc("a")\n  }) ')
    assert error.message == "the text ends too early"
    text = 'func.func @f() {\n  arith.constant 1 : i32 loc("x")\n} loc("y")'
    assert str(refusal(text)).startswith("k.pto:1:1: error: Operation arith.constant terminates")


def test_the_arguments_of_a_block_are_in_order():
    module = read(in_function('cf.br ^a(%i, %c : index, i1)\n^a(%a: index loc("a"), %b: i1):'))
    (block,) = [
        b
        for op in module.walk()
        for r in op.regions
        for b in r.blocks
        if len(b.args) == 2 and b.prev_block is not None
    ]
    assert [(a.name_hint, a.index, str(a.type)) for a in block.args] == [
        ("a", 0, "index"),
        ("b", 1, "i1"),
    ]
    assert str(block.args[0].location) == 'loc("a")'


@pytest.mark.parametrize("name", ["a b", "é", 'a"b', "a\nb", "\\", "1"])
def test_odd_names_of_attributes(name: str):
    spelling = "".join(c if c.isalnum() and c.isascii() else _escaped(c) for c in name)
    module = read(f'func.func @f() attributes {{"{spelling}" = 1 : i32}} {{\n  return\n}}')
    for write in (emit_module, generic):
        assert read(write(module)).is_structurally_equivalent(module)


def _escaped(character: str) -> str:
    return "".join(f"\\{byte:02X}" for byte in character.encode())


@pytest.mark.parametrize("name", ["0", "a-b", "a.b", "a$", "_"])
def test_odd_names_of_blocks(name: str):
    module = read(in_function(f"cf.br ^{name}\n^{name}:"))
    assert read(emit_module(module)).is_structurally_equivalent(module)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "+".join(["1"] * 100_000), "1:1: error: the text nests too deeply"),
        ("x = " + "-" * 100_000 + "1", "1:1: error: the text nests too deeply"),
        ("\nraise GeneratorExit", "2:1: error: GeneratorExit"),
        ("raise BaseException('a\\nb')", "1:1: error: BaseException: a b"),
        ("import sys\nsys.exit(3)", "2:1: error: the file ends Python (SystemExit: 3)"),
        (
            "class E(Exception):\n  def __str__(self): return 1 / 0\nraise E",
            "3:1: error: E",
        ),
        ("x = '\0'", "1:1: error: syntax error: source code string cannot contain null bytes"),
    ],
    ids=["sum", "minus", "exit of a generator", "base", "exit", "no message", "nul"],
)
def test_python_files(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "k.py"
    path.write_text(text)
    assert compile_main([str(path)]) == 1
    first = capsys.readouterr().err.split("\n")[0]
    assert first == f"{path}:{message}"


def run(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The first line of the error of `pto-run`."""
    path = tmp_path / "k.pto"
    path.write_text(text)
    assert run_main([str(path)]) == 1
    return capsys.readouterr().err.split("\n")[0].removeprefix(f"{path}:")


@pytest.mark.parametrize("type_", ["!pto.tile_buf<vec, 16x64xf32>", "vector<4xf32>"])
def test_an_argument_that_cannot_be_passed_has_a_place(
    type_: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    found = run(f"func.func @f(%a: {type_}) {{\n  return\n}}", tmp_path, capsys)
    assert found == f"1:1: error: argument 'a' of type {type_} cannot be passed"


def test_elements_that_numpy_lacks_have_a_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    found = run("func.func @f(%a: memref<4xi7>) {\n  return\n}", tmp_path, capsys)
    assert found == "1:1: error: elements of type i7 cannot be executed on numpy"


def test_a_run_that_fails_says_which_rule_the_text_breaks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    text = """module attributes {pto.ptoas_version = "0.60"} {
      func.func @f(%a: memref<16x64xf32>) {
        pto.texp ins(%a : memref<16x64xf32>) outs(%a : memref<16x64xf32>)
        return
      }
    }"""
    assert "3:9: error: pto.texp: ptoas takes no memref since 0.60" in run(text, tmp_path, capsys)


def test_a_run_that_fails_without_any_operation_of_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    text = "func.func @f() {\n  cf.br ^a\n^a(%x: i32):\n  return\n}"
    assert "2:3: error: cf.br: the jump passes on nothing" in run(text, tmp_path, capsys)


def test_a_tile_without_end_is_no_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    tile = "!pto.tile_buf<vec, 1000000x1000000xf32>"
    text = f"func.func @f() {{\n  %t = pto.alloc_tile : {tile}\n  return\n}}"
    assert run(text, tmp_path, capsys).startswith("2:3: error: not enough memory: ")


@pytest.mark.parametrize(
    ("head", "end"),
    [
        ("scf.execute_region {", "scf.yield }"),
        ("affine.for %k = 0 to 8 {", "}"),
        ("scf.if %c {", "}"),
        ("scf.forall (%k) in (4) {", "}"),
    ],
)
def test_what_nests_as_deep_as_it_may_is_written(
    head: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "k.pto"
    heads = [head.replace("%k", f"%k{n}") for n in range(126)]
    path.write_text(in_function("\n".join([*heads, *[end] * 126])))
    assert opt_main([str(path), "-t", "pto"]) == 0
    assert capsys.readouterr().out.count(head[:9]) >= 126


def test_the_memory_of_a_tool_is_bounded():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with bounded_memory():
        assert resource.getrlimit(resource.RLIMIT_AS)[0] > 0
    assert resource.getrlimit(resource.RLIMIT_AS) == before
