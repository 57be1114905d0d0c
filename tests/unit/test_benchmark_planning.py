"""The plans of recorded problems stay as good as they are; the benchmark checks each of them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from program_files import ROOT, program

DATA = ROOT / "benchmarks" / "data" / "planning"


def totals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> dict[str, float]:
    """The numbers in the last line of the benchmark, after a row for each problem."""
    monkeypatch.setattr(sys, "argv", ["planning.py", *arguments])
    program("benchmarks/planning.py").main()
    *rows, last = capsys.readouterr().out.splitlines()
    found = {name: float(number) for name, number in re.findall(r"(\w+)=([\d.]+)", last)}
    assert len(rows) >= found["fits"]
    return found


def test_kernels(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    found = totals(capsys, monkeypatch)
    assert (found["fits"], found["zero"]) == (91, 67)
    assert found["cost"] <= 325
    assert found["proven"] >= 89


def test_small_packings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    small = [path for path in (DATA / "minimalloc").glob("*.csv") if path.stat().st_size < 1_000]
    for path in small:
        (tmp_path / path.name).write_text(path.read_text())
    found = totals(capsys, monkeypatch, "--minimalloc", str(tmp_path))
    assert (found["fits"], found["proven"]) == (8, 8)
