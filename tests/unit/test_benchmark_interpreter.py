"""The benchmark of the interpreter runs, and shows every level."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "interpreter.py"


def test_a_row_for_each_level(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    spec = importlib.util.spec_from_file_location("benchmark_interpreter", FILE)
    assert spec is not None
    assert spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    monkeypatch.setattr(sys, "argv", [str(FILE), "20", "--repeat", "1"])
    benchmark.main()
    _, head, *rows, goal = capsys.readouterr().out.splitlines()
    assert head.split() == ["level", "per", "op", "beyond", "ratio", "fixed"]
    assert [row.split()[0] for row in rows] == ["tile", "placed", "pto"]
    assert goal.startswith("goal: 40 µs")
