"""`pto-opt`: exit codes and messages for wrong input, and that right input is left alone."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.universe import Universe
from xdsl.utils.exceptions import PassFailedException

from pto_dialect.diagnostics import fail
from pto_dialect.tools import opt
from pto_dialect.tools.driver import BAD_USAGE, INTERNAL_ERROR, USER_ERROR
from pto_dialect.universe import DIALECTS, PASSES, PTO_UNIVERSE, TARGETS

GOOD = """\
builtin.module {
  func.func @f(%a: i32) -> i32 {
    %b = arith.addi %a, %a : i32
    func.return %b : i32
  }
}
"""


@pytest.fixture
def good(tmp_path: Path) -> str:
    """Path of a file that is right."""
    return write(tmp_path, GOOD)


def write(directory: Path, text: str, name: str = "k.mlir") -> str:
    """Write a file; its path."""
    path = directory / name
    path.write_text(text)
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `pto-opt`; stderr never holds a traceback."""
    code = opt.main(args)
    out, err = capsys.readouterr()
    assert "--debug" in args or "Traceback" not in err
    return code, out, err


def test_good_input_is_printed(capsys: pytest.CaptureFixture[str], good: str):
    assert run(capsys, good) == (0, GOOD + "\n", "")


def test_the_extension_of_the_file_does_not_matter(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    assert run(capsys, write(tmp_path, GOOD, "k.tmp"))[0] == 0


def test_missing_file(capsys: pytest.CaptureFixture[str]):
    code, out, err = run(capsys, "nowhere.mlir")
    assert (code, out) == (USER_ERROR, "")
    assert err == "error: cannot open 'nowhere.mlir': No such file or directory\n"


def test_directory_as_input(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    code, _, err = run(capsys, str(tmp_path))
    assert (code, err) == (USER_ERROR, f"error: cannot open '{tmp_path}': Is a directory\n")


def test_syntax_error_shows_place_and_line(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    name = write(tmp_path, "func.func @f(%a: i32) {\n  %b = arith.addi %a %a : i32\n}\n")
    code, out, err = run(capsys, name)
    assert (code, out) == (USER_ERROR, "")
    assert err == (
        f"{name}:2:22: error: Expected ','\n"
        "  %b = arith.addi %a %a : i32\n"
        "                     ^\n"
    )  # fmt: skip


def test_syntax_error_in_a_later_chunk_counts_lines_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    name = write(tmp_path, "func.func private @f()\n// -----\nfunc.func @g(\n")
    code, _, err = run(capsys, name, "--split-input-file")
    assert code == USER_ERROR
    assert err.startswith(f"{name}:4:1: error: ")


def test_verify_failure_in_a_later_chunk_counts_lines_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    bad = "func.func @g(%a: i32) -> i64 {\n  func.return %a : i32\n}\n"
    name = write(tmp_path, f"func.func private @f()\n// -----\n{bad}")
    code, _, err = run(capsys, name, "--split-input-file")
    assert code == USER_ERROR
    assert err.startswith(f"{name}:4:3: error: ")
    assert err.endswith("\n  func.return %a : i32\n  ^\n")


def test_text_that_is_not_utf8(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "k.mlir"
    path.write_bytes(b"// fine\n// \xff\n")
    code, _, err = run(capsys, str(path))
    assert (code, err) == (USER_ERROR, f"{path}:2:4: error: not UTF-8 text: byte 0xff\n")


def test_error_on_stdin_shows_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    text = b"func.func @g(%a: i32) -> i64 {\n  func.return %a : i32\n}\n"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
    code, _, err = run(capsys, "-")
    assert code == USER_ERROR
    assert err.startswith("stdin:2:3: error: ")
    assert err.endswith("\n  func.return %a : i32\n  ^\n")


def test_constraint_that_fails_while_parsing_has_a_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    text = "func.func @f(%a: f32) {\n  %b = arith.addi %a, %a : f32\n  func.return\n}\n"
    name = write(tmp_path, text)
    code, _, err = run(capsys, name)
    assert code == USER_ERROR
    assert err == (
        f"{name}:2:3: error: f32 does not fit here\n  %b = arith.addi %a, %a : f32\n  ^\n"
    )


def test_unknown_pass_suggests_one(capsys: pytest.CaptureFixture[str], good: str):
    code, out, err = run(capsys, good, "-p", "cse,cannonicalize")
    assert (code, out) == (BAD_USAGE, "")
    assert err == "error: unknown pass 'cannonicalize'; did you mean 'canonicalize'?\n"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (
            "-pcanonicalize{speed=2}",
            "pass 'canonicalize': there is no option 'speed'; it takes none",
        ),
        (
            "-fpto{levl=level3}",
            "frontend 'pto': there is no option 'levl'; did you mean 'level'?",
        ),
        (
            "-fmlir{speed=2}",
            "frontend 'mlir': there is no option 'speed'; it takes no_implicit_module",
        ),
        (
            "-tpto{speed=2}",
            "target 'pto': there is no option 'speed'; it takes emit_loc, ptoas_version, check",
        ),
    ],
)
def test_unknown_option_of_a_pass_or_format(
    capsys: pytest.CaptureFixture[str], good: str, option: str, message: str
):
    assert run(capsys, good, option) == (BAD_USAGE, "", f"error: {message}\n")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (
            '-pverify-pto{ptoas_version="0.60"},pto-pipeline{planner=ptoas ptoas-version=0.60}',
            "pass 'pto-pipeline': option 'ptoas_version' is text, not 0.6; "
            'a version is quoted: ptoas-version="0.60"',
        ),
        (
            "-fpto{arch=a3 ptoas_version=0.60}",
            "frontend 'pto': option 'ptoas_version' is text, not 0.6; "
            'a version is quoted: ptoas_version="0.60"',
        ),
        ("-fpto{level=3}", "frontend 'pto': option 'level' is text, not 3"),
        ("-fpto{arch=a3,a5}", "frontend 'pto': option 'arch' is text, not \"a3\",\"a5\""),
        ("-fpto{check=3}", "frontend 'pto': option 'check' is true or false, not 3"),
        ("-tpto{emit_loc}", "target 'pto': option 'emit_loc' is true or false, not nothing"),
    ],
)
def test_option_of_a_pass_or_format_that_cannot_have_its_value(
    capsys: pytest.CaptureFixture[str], good: str, option: str, message: str
):
    assert run(capsys, good, option) == (BAD_USAGE, "", f"error: {message}\n")


def test_malformed_pipeline(capsys: pytest.CaptureFixture[str], good: str):
    code, _, err = run(capsys, good, "-p", "cse,canonicalize{x=1")
    assert code == BAD_USAGE
    assert "canonicalize{x=1" in err


@pytest.mark.parametrize("target", ["nonsense", "mlir{speed=2}", "mlir{"])
def test_wrong_target(capsys: pytest.CaptureFixture[str], good: str, target: str):
    assert run(capsys, good, "-t", target)[0] == BAD_USAGE


def test_unknown_option(capsys: pytest.CaptureFixture[str], good: str):
    code, _, err = run(capsys, good, "--speed")
    assert code == BAD_USAGE
    assert err.endswith("pto-opt: error: unrecognized arguments: --speed\n")


def test_use_before_definition(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    text = "func.func @f(%a: i32) {\n  %b = arith.addi %c, %a : i32\n"
    name = write(tmp_path, text + "  %c = arith.addi %a, %a : i32\n  func.return\n}\n")
    code, _, err = run(capsys, name)
    assert code == USER_ERROR
    assert err == (
        f"{name}:2:3: error: 'arith.addi' uses 'c', which is not defined there\n"
        "  %b = arith.addi %c, %a : i32\n"
        "  ^\n"
        f"{name}:3:3: note: 'c' is defined here\n"
        "  %c = arith.addi %a, %a : i32\n"
        "  ^\n"
    )


class FailingPass(ModulePass):
    """Fails as a stock pass does: without a place."""

    name = "fails"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise PassFailedException("cannot do it")


class LocatedFailurePass(ModulePass):
    """Fails as our passes do: at an operation."""

    name = "fails"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        fail(next(iter(op.body.ops)), "cannot do it", ["do without"])


class BreakingPass(ModulePass):
    """Leaves IR that is wrong: a function without terminator."""

    name = "fails"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        next(inner for inner in op.walk() if inner.name == "func.return").detach()


@pytest.mark.parametrize(
    ("failing", "message"),
    [
        (FailingPass, "error: cannot do it\n"),
        (
            LocatedFailurePass,
            "{name}:2:3: error: cannot do it\n"
            "  func.func @f(%a: i32) -> i32 {{\n"
            "  ^\n"
            "note: do without\n",
        ),
        (
            BreakingPass,
            "{name}:3:5: error: Operation arith.addi terminates block in single-block region "
            "but is not a terminator\n"
            "    %b = arith.addi %a, %a : i32\n"
            "    ^\n",
        ),
    ],
)
def test_failure_in_a_pass_names_the_pass(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    good: str,
    failing: type[ModulePass],
    message: str,
):
    monkeypatch.setitem(PTO_UNIVERSE.all_passes, "fails", lambda: failing)
    code, out, err = run(capsys, good, "-p", "cse,fails,dce")
    assert (code, out) == (USER_ERROR, "")
    assert err == message.format(name=good) + "note: in pass 'fails'\n"


def test_debug_shows_the_traceback(capsys: pytest.CaptureFixture[str]):
    code, _, err = run(capsys, "nowhere.mlir", "--debug")
    assert code == USER_ERROR
    assert err.startswith("Traceback (most recent call last):")
    assert err.endswith("\nerror: cannot open 'nowhere.mlir': No such file or directory\n")


def test_output_file_is_written(capsys: pytest.CaptureFixture[str], good: str, tmp_path: Path):
    assert run(capsys, good, "-o", str(tmp_path / "out")) == (0, "", "")
    assert (tmp_path / "out").read_text() == GOOD + "\n"


def test_failure_writes_no_output_file(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    name = write(tmp_path, GOOD + "// -----\nnonsense\n")
    assert run(capsys, name, "--split-input-file", "-o", str(tmp_path / "out"))[0] == USER_ERROR
    assert not (tmp_path / "out").exists()


def test_output_that_cannot_be_written(capsys: pytest.CaptureFixture[str], good: str):
    code, _, err = run(capsys, good, "-o", "/nowhere/out")
    assert code == USER_ERROR
    assert err == "error: cannot open '/nowhere/out': No such file or directory\n"


def test_verify_diagnostics_goes_on_after_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    bad = "func.func @g(%a: i32) -> i64 {\n  func.return %a : i32\n}\n"
    name = write(tmp_path, f"{bad}// -----\n{GOOD}")
    code, out, err = run(capsys, name, "--split-input-file", "--verify-diagnostics")
    assert (code, err) == (0, "")
    assert out.startswith(f"{name}:2:3: error: Expected arguments to have the same types")
    assert out.endswith(f"// -----\n{GOOD}\n")


def test_places_are_printed_and_explicit_ones_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    name = write(
        tmp_path,
        "func.func @f(%a: i32) {\n"
        "  %b = arith.addi %a, %a : i32\n"
        '  %c = arith.addi %a, %a : i32 loc("k.py":7:5)\n'
        "  func.return\n"
        "}\n",
    )
    code, out, _ = run(capsys, name, "--print-debuginfo")
    assert code == 0
    assert f'%b = arith.addi %a, %a : i32 loc("{name}":2:3)' in out
    assert '%c = arith.addi %a, %a : i32 loc("k.py":7:5)' in out


def test_print_between_passes_and_time_passes(capsys: pytest.CaptureFixture[str], good: str):
    code, out, _ = run(capsys, good, "-p", "cse,dce", "--print-between-passes", "--time-passes")
    assert code == 0
    assert "Pass cse took " in out
    assert "IR after cse:\n" + GOOD.rstrip() in out
    assert "IR after dce:" not in out


def test_stdout_closed_early_is_no_traceback(good: str):
    process = subprocess.Popen(
        [Path(sys.executable).with_name("pto-opt"), good],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait() == USER_ERROR


def test_internal_error_is_told_apart(
    capsys: pytest.CaptureFixture[str], good: str, monkeypatch: pytest.MonkeyPatch
):
    def broken(_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(opt, "verify", broken)
    code, _, err = run(capsys, good)
    assert code == INTERNAL_ERROR
    assert err.startswith("error: internal error: KeyError: 'lost'\nnote: raised at ")


def test_stock_tools_find_what_we_announce():
    everything = Universe.get_multiverse()
    assert DIALECTS.keys() <= everything.all_dialects.keys()
    assert PASSES.keys() <= everything.all_passes.keys()
    assert TARGETS.keys() <= everything.all_targets.keys()
