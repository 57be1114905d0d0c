"""The benchmark of the interpreter runs, and shows every level."""

from __future__ import annotations

import sys

import pytest
from program_files import program


def test_a_row_for_each_level(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["interpreter.py", "20", "--repeat", "1"])
    program("benchmarks/interpreter.py").main()
    _, head, *rows, goal = capsys.readouterr().out.splitlines()
    assert head.split() == ["level", "per", "op", "beyond", "ratio", "fixed"]
    assert [row.split()[0] for row in rows] == ["tile", "placed", "pto"]
    assert goal.startswith("goal: 40 µs")
