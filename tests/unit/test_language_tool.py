"""`pto-compile`: exit codes, output files and bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from pto_dialect.tools.compile import load_kernels, main

KERNEL = """\
import pto_dialect.language as pl

@pl.function
def kernel(a: pl.Tensor[[64, 64], pl.FP32]):
    t = pl.load(a, [0, 0], [64, 64])
"""


def write(tmp_path: Path, text: str, name: str = "kernel.py") -> str:
    """The path of a file with this text."""
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def test_text_goes_to_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([write(tmp_path, KERNEL)]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("builtin.module attributes {pto.target_arch")
    assert captured.err == ""


def test_output_file_holds_the_same_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = write(tmp_path, KERNEL)
    assert main([path]) == 0
    text = capsys.readouterr().out
    out = tmp_path / "out.pto"
    assert main([path, "-o", str(out)]) == 0
    assert out.read_text() == text
    assert capsys.readouterr().out == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["kernel.py", "out.pto"]


def test_error_leaves_the_output_file_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = write(tmp_path, KERNEL.replace("[64, 64])\n", "[64, 65])\n"))
    out = tmp_path / "out.pto"
    out.write_text("old")
    assert main([path, "-o", str(out)]) == 1
    assert out.read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["kernel.py", "out.pto"]
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{path}:5:5: error: ")


def test_output_directory_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "none" / "out.pto"
    assert main([write(tmp_path, KERNEL), "-o", str(out)]) == 1
    assert capsys.readouterr().err == f"error: cannot open '{out}': No such file or directory\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--planner", "best"],
        ["--target", "a9"],
        ["--emit", "c"],
        ["--bad"],
        ["--ptoas-version", "x"],
    ],
)
def test_bad_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]):
    inputs = [write(tmp_path, KERNEL)] if arguments else []
    assert main([*inputs, *arguments]) == 2
    assert "usage: pto-compile" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:\n", "1:7: error: syntax error: invalid syntax"),
        ("import pto_dialect.language as pl\nx = nme\n", "2:5: error: NameError: name 'nme' is"),
        ("x = 1\n", "1:1: error: there is no kernel (@pl.function, @pl.program)"),
        ("import no_such_module\n", "1:1: error: ModuleNotFoundError: No module named"),
        ("import sys\nsys.exit()\n", "2:1: error: the file ends Python (SystemExit)\n"),
        ("1 / 0\n", "1:1: error: ZeroDivisionError: division by zero"),
        (
            "import pto_dialect.language as pl\n"
            "@pl.function\ndef k(a: pl.Tensor[[64], pl.F32]):\n    pass\n",
            "3:26: error: there is no pl.F32; did you mean 'pl.FP32'?",
        ),
        (
            "import pto_dialect.language as pl\n"
            "@pl.function(type=pl.FunctionType.Incore)\ndef k(n: pl.Scalar[pl.INDEX]):\n    pass\n",
            "2:19: error: 'FunctionType' has no attribute 'Incore'; did you mean 'InCore'?",
        ),
        (
            "import pto_dialect.language as pl\n"
            "@pl.function\ndef k(a: pl.Tensor([64], pl.FP32)):\n    pass\n",
            "3:10: error: TypeError: pl.Tensor takes square brackets, such as pl.Tensor[[64, 64], ",
        ),
    ],
)
def test_bad_python(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str):
    path = write(tmp_path, text)
    assert main([path]) == 1
    error = capsys.readouterr().err
    assert error.removeprefix(f"{path}:").startswith(message)
    assert "Traceback" not in error


def test_bad_mlir(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = write(tmp_path, "func.func @f() {\n  %a = %b\n}\n", "kernel.mlir")
    assert main([path]) == 1
    assert capsys.readouterr().err.startswith(f"{path}:2:8: error: ")


def test_module_of_another_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = 'builtin.module attributes {pto.target_arch = "a5"} {\n}\n'
    path = write(tmp_path, text, "kernel.mlir")
    assert main([path]) == 0
    assert 'pto.target_arch = "a5"' in capsys.readouterr().out
    assert main([path, "--target", "a3"]) == 1
    assert "is for target 'a5', not 'a3'" in capsys.readouterr().err


def test_times_of_the_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([write(tmp_path, KERNEL), "--time"]) == 0
    steps = [line.split(" s  ")[1] for line in capsys.readouterr().err.splitlines()]
    assert steps[0] == "read"
    assert "memory-reuse" in steps
    assert steps[-1] == "all"


def test_file_runs_as_a_module_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "sizes_of_kernel.py").write_text("SIZE = 64\n")
    text = (
        "from dataclasses import dataclass\n"
        "from sizes_of_kernel import SIZE\n"
        + KERNEL.replace("[64, 64]", "[SIZE, SIZE]")
        + "@dataclass\nclass C:\n    x: 'int' = 1\n"
        "if __name__ == '__main__':\n    raise SystemExit(3)\n"
    )
    assert main([write(tmp_path, text)]) == 0
    assert "func.func @kernel(" in capsys.readouterr().out


@pytest.mark.parametrize(
    "around",
    [
        "try:\n    1 / 0\nexcept ZeroDivisionError:\n{}",
        "try:\n    pass\nfinally:\n{}",
        "for i in range(1):\n    pass\nelse:\n{}",
        "while True:\n{}    break\n",
        "match 1:\n  case 1:\n{}",
    ],
    ids=["except", "finally", "for-else", "while", "match"],
)
def test_kernel_inside_of_any_statement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], around: str
):
    head, kernel = KERNEL.split("@pl.function", 1)
    inner = "".join(f"    {line}\n" for line in f"@pl.function{kernel}".splitlines())
    assert main([write(tmp_path, head + around.format(inner))]) == 0
    assert "func.func @kernel(" in capsys.readouterr().out


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + KERNEL.encode(),
        KERNEL.replace("\n", "\r\n").encode(),
        b"# coding: latin-1\n# \xe9\n" + KERNEL.encode(),
    ],
    ids=["byte-order-mark", "crlf", "coding-cookie"],
)
def test_every_text_that_python_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes
):
    path = tmp_path / "kernel.py"
    path.write_bytes(data)
    assert main([str(path)]) == 0


def test_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "kernel.py"
    path.write_bytes(b"# \xe9\n" + KERNEL.encode())
    assert main([str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path}:1:1: error: this is no Python text: ")


def test_what_a_file_prints_is_not_in_the_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([write(tmp_path, f"print('hello')\n{KERNEL}")]) == 0
    output = capsys.readouterr()
    assert "hello" not in output.out
    assert output.err == "hello\n"


def test_interruption_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([write(tmp_path, "raise KeyboardInterrupt\n")]) == 130
    assert capsys.readouterr().err == ""


def test_closed_stdin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", None)
    assert main(["-"]) == 2
    assert capsys.readouterr().err == "error: stdin is closed\n"


def test_annotations_of_a_kernel_file_are_evaluated_as_python_does(tmp_path: Path):
    path = tmp_path / "kernel.py"
    path.write_text(
        "import pto_dialect.language as pl\n"
        "Block = pl.Tile[[64, 64], pl.FP32]\n"
        "def first(tile: Block): ...\n"
        "assert first.__annotations__['tile'] is Block\n"
        "@pl.function\n"
        "def k(out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):\n"
        "    tile: Block = pl.full([64, 64], pl.FP32, 1)\n"
        "    pl.store(tile, [0, 0], out)\n"
    )
    assert list(load_kernels(str(path))) == ["k"]
