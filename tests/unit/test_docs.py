"""What the documents tell a reader to copy works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from contexts import every_dialect

import pto_dialect.language as pl
from pto_dialect.pto import unary
from pto_dialect.tools import compile as pto_compile
from pto_dialect.tools import opt as pto_opt
from pto_dialect.tools import run as pto_run
from pto_dialect.tools.compile import load_kernels
from pto_dialect.tools.parser import parse_module

ROOT = Path(__file__).parents[2]
TOOLS = {"pto-compile": pto_compile.main, "pto-opt": pto_opt.main, "pto-run": pto_run.main}
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(document: Path, language: str) -> list[str]:
    """The fenced blocks of a language in a document."""
    return re.findall(
        rf"```{language}\n(.*?)\n *```", document.read_text(encoding="utf-8"), re.DOTALL
    )


KERNELS = [
    pytest.param(text, id=f"{document.name}-{i}")
    for document in DOCUMENTS
    for i, text in enumerate(blocks(document, "python"))
    if "@pl." in text and "import pto_dialect.language" in text
]
ALL_COMMANDS = sorted(
    {
        line.strip().split("  #")[0]
        for document in (*DOCUMENTS, ROOT / "docs" / "reference" / "pto.md")
        for line in document.read_text(encoding="utf-8").splitlines()
        if re.match(r"    pto-\w+ ", line)
    }
)
COMMANDS = [command for command in ALL_COMMANDS if re.match(r"pto-\w+ examples/", command)]


@pytest.mark.parametrize("text", KERNELS)
def test_kernels_compile(tmp_path: Path, text: str):
    path = tmp_path / "kernel.py"
    path.write_text(text, encoding="utf-8")
    kernels = load_kernels(str(path))
    assert kernels
    for kernel in kernels.values():
        assert "func.func @" in pl.compile(kernel).pto


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_succeed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    tool, *arguments = shlex.split(command)
    assert TOOLS[tool](arguments) == 0


@pytest.mark.parametrize("command", [c for c in ALL_COMMANDS if c.startswith("pto-opt ")])
def test_options_are_there(command: str):
    """Also where the input is not."""
    pto_opt.PtoOptMain(shlex.split(command)[1:])


def test_a_pipeline_of_your_own(capsys: pytest.CaptureFixture[str]):
    (text,) = (t for t in blocks(ROOT / "README.md", "python") if "PtoPipelinePass" in t)
    kernel = load_kernels(str(ROOT / "examples" / "ping_pong.py"))["ping_pong"]
    exec(text, {"pl": pl, "ping_pong": kernel})
    assert "func.func @ping_pong" in capsys.readouterr().out


def test_a_run_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    arrays, text = blocks(ROOT / "docs" / "run-without-npu.md", "python")
    monkeypatch.chdir(tmp_path)
    (softmax,) = load_kernels(str(ROOT / "examples" / "softmax.py")).values()
    Path("softmax.pto").write_text(pl.compile(softmax).pto)
    names: dict[str, Any] = {"softmax": softmax}
    exec(f"{arrays}\nout[:] = 0\n{text}", names)
    np.testing.assert_allclose(names["out"].sum(axis=1), 1, rtol=1e-5)


def test_the_operation_of_the_tutorial():
    (_, text) = blocks(ROOT / "docs" / "extending.md", "python")
    names = dict(vars(unary))
    exec(dedent(text), names)
    assert names["TSquareOp"].name == "pto.tsquare"


def test_the_pass_of_the_tutorial():
    document = ROOT / "docs" / "extending.md"
    names: dict[str, Any] = {"__name__": "tutorial"}
    exec(blocks(document, "python")[0], names)
    ctx = every_dialect()
    module = parse_module(ctx, blocks(document, "mlir")[0].encode(), "k.mlir")
    names["DoubleIsProductPass"]().apply(ctx, module)
    assert "%u = tile.muls %t" in str(module)
