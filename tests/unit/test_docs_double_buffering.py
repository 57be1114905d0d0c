"""The IR in the guide to double buffering is what the compiler prints."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

import pto_dialect.language as pl
from pto_dialect.tools.compile import load_kernels

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(
    r"```mlir\n(.*?)```", (ROOT / "docs" / "double-buffering.md").read_text("utf-8"), re.DOTALL
)


def _lines(module: ModuleOp) -> list[str]:
    stream = StringIO()
    Printer(stream).print_op(module)
    return [line.strip() for line in stream.getvalue().split("\n")]


@pytest.mark.parametrize(
    ("block", "kernel", "planner", "level"),
    [
        (0, "pipelined", "ptoas", "placed"),
        (1, "pipelined", "pack", "placed"),
        (2, "by_hand", "ptoas", "module"),
    ],
)
def test_ir_of_the_guide(block: int, kernel: str, planner: str, level: str):
    kernels = load_kernels(str(ROOT / "examples" / "double_buffer.py"))
    printed = _lines(getattr(pl.compile(kernels[kernel], planner=planner), level))
    shown = [line.strip() for line in BLOCKS[block].strip().split("\n")]
    at = 0
    for line in shown:
        if line != "…":
            assert line in printed[at:]
            at = printed.index(line, at) + 1


def test_the_report_of_the_guide():
    kernels = load_kernels(str(ROOT / "examples" / "gemm_two_level.py"))
    report = str(pl.compile(kernels["gemm"]).report).split("\n")[:6]
    text = (ROOT / "docs" / "double-buffering.md").read_text("utf-8")
    assert "\n".join(f"    {line}" for line in report) in text
