"""The benchmark runs, and the work per tile operation does not grow with the kernel."""

from __future__ import annotations

import cProfile
import pstats
import sys
from pathlib import Path

import pytest
from program_files import program

FILE = "benchmarks/compile.py"


def test_table_and_ratio(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["compile.py", "20", "40", "--repeat", "1"])
    program(FILE).main()
    head, *rows, ratio = capsys.readouterr().out.splitlines()
    assert head.split() == ["20", "tile", "ops", "40", "tile", "ops"]
    assert "init-memref" in [row.split()[0] for row in rows]
    assert rows[-1].startswith("total ")
    assert all(row.count(" µs/op") == 2 for row in rows)
    assert ratio.startswith("cost per tile op at 40 over that at 20: ")


@pytest.mark.parametrize("wide", [False, True], ids=["chain", "wide"])
@pytest.mark.parametrize("planner", ["pack", "ptoas"])
def test_calls_per_operation_do_not_grow(tmp_path: Path, planner: str, wide: bool):
    """Counts calls, which are the same in each run, instead of seconds, which are not."""

    def calls(operations: int) -> float:
        profile = cProfile.Profile()
        program(FILE).measure(tmp_path, operations, planner, profile, wide=wide)
        return pstats.Stats(profile).total_calls / operations

    program(FILE).measure(tmp_path, 2, planner)
    assert calls(400) <= 1.02 * calls(100)
