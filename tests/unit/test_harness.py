"""The lit tests can fail: in this process and through lit, for wrong text and wrong exit codes."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest
from in_process_lit import Suite
from xdsl.ir import Attribute
from xdsl.utils.diagnostic import Diagnostic

LIT_CFG = Path(__file__).parent.parent / "filecheck" / "lit.cfg"

FUNCTION = "func.func @f() {\n  func.return\n}\n"

OUTCOMES = {
    "right CHECK": (True, "// RUN: pto-opt %s | filecheck %s\n// CHECK: @f()\n"),
    "wrong CHECK": (False, "// RUN: pto-opt %s | filecheck %s\n// CHECK: @g()\n"),
    "no CHECK at all": (False, "// RUN: pto-opt %s | filecheck %s\n"),
    "CHECK-NOT that is there": (False, "// RUN: pto-opt %s | filecheck %s\n// CHECK-NOT: @f()\n"),
    "no RUN line": (False, "// CHECK: @f()\n"),
    "tool fails": (False, "// RUN: pto-opt %s -p nonsense\n"),
    "tool fails in a pipe that checks": (
        False,
        "// RUN: pto-opt %s -p nonsense 2>&1 | filecheck %s\n// CHECK: unknown pass\n",
    ),
    "tool fails as expected": (
        True,
        "// RUN: not pto-opt %s -p nonsense 2>&1 | filecheck %s\n// CHECK: unknown pass\n",
    ),
    "tool succeeds where failure is expected": (False, "// RUN: not pto-opt %s\n"),
    "stderr is not in the pipe": (
        False,
        "// RUN: not pto-opt %s -p nonsense | filecheck %s\n// CHECK: unknown pass\n",
    ),
    "second RUN line fails": (False, "// RUN: pto-opt %s\n// RUN: pto-opt %s -p nonsense\n"),
    "continued line": (True, "// RUN: pto-opt %s \\\n// RUN:   | filecheck %s\n// CHECK: @f()\n"),
    "continued line fails": (
        False,
        "// RUN: pto-opt %s \\\n// RUN:   | filecheck %s\n// CHECK: @g()\n",
    ),
    "files and lists": (
        True,
        "// RUN: pto-opt %s > %t && filecheck %s < %t || pto-opt -p nonsense\n"
        "// RUN: pto-opt %s -o %t.2; pto-opt %t.2 | filecheck %s\n// CHECK: @f()\n",
    ),
    "both streams in a file": (
        True,
        "// RUN: not pto-opt %s -p nonsense > %t 2>&1\n"
        "// RUN: filecheck %s < %t\n// CHECK: unknown pass\n",
    ),
    "left side of && fails": (False, "// RUN: pto-opt -p nonsense && pto-opt %s\n"),
    "quoted arguments": (
        True,
        "// RUN: pto-opt %s -p \"cse,dce\" -t 'mlir' | filecheck %s\n// CHECK: @f()\n",
    ),
    "stock tool": (True, "// RUN: xdsl-opt %s | filecheck %s\n// CHECK: @f()\n"),
    "stock tool fails": (False, "// RUN: xdsl-opt %s -p nonsense\n"),
    "roundtrip": (True, "// RUN: PTO_ROUNDTRIP\n// CHECK: func.func @f() {\n"),
    "roundtrip fails": (False, "// RUN: PTO_ROUNDTRIP\n// CHECK: func.func @g() {\n"),
    "generic roundtrip": (
        True,
        '// RUN: PTO_GENERIC_ROUNDTRIP\n// CHECK-GENERIC: sym_name = "f"\n',
    ),
    "generic roundtrip fails": (
        False,
        '// RUN: PTO_GENERIC_ROUNDTRIP\n// CHECK-GENERIC: sym_name = "g"\n',
    ),
    "another check prefix fails": (
        False,
        "// RUN: pto-opt %s | filecheck %s --check-prefix=OTHER\n// CHECK: @f()\n// OTHER: @g()\n",
    ),
}

ELSEWHERE = {
    "another program": (True, "// RUN: pto-opt %s | cat | filecheck %s\n// CHECK: @f()\n"),
    "another program fails": (False, "// RUN: false | pto-opt %s\n"),
    "wrong CHECK behind another program": (
        False,
        "// RUN: pto-opt %s | cat | filecheck %s\n// CHECK: @g()\n",
    ),
}


SHOWN_TO_LIT = [
    "right CHECK",
    "wrong CHECK",
    "no RUN line",
    "tool fails",
    "tool fails in a pipe that checks",
    "tool fails as expected",
    "tool succeeds where failure is expected",
    "files and lists",
    "both streams in a file",
    "roundtrip fails",
    "generic roundtrip fails",
]
"""The outcomes that lit has to agree on; each costs a process or three."""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A suite like that of the project, without its tests."""
    (tmp_path / "lit.cfg").write_text(
        f"lit_config.load_config(config, {str(LIT_CFG)!r})\n"
        f"config.test_source_root = {str(tmp_path)!r}\n"
        f"config.test_exec_root = {str(tmp_path / 'out')!r}\n"
    )
    return tmp_path


@pytest.mark.parametrize(("passes", "header"), OUTCOMES.values(), ids=OUTCOMES.keys())
def test_outcome_in_process(directory: Path, passes: bool, header: str):
    path = directory / "k.mlir"
    path.write_text(header + FUNCTION)
    outcome = Suite(directory).run(path)
    assert outcome.in_process
    assert outcome.passed == passes, outcome.report


@pytest.mark.parametrize(("passes", "header"), ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_outcome_of_what_needs_another_process(directory: Path, passes: bool, header: str):
    path = directory / "k.mlir"
    path.write_text(header + FUNCTION)
    outcome = Suite(directory).run(path)
    assert not outcome.in_process
    assert outcome.passed == passes, outcome.report


def test_lit_comes_to_the_same_outcomes(directory: Path):
    expected = dict[str, bool]()
    for number, kind in enumerate(SHOWN_TO_LIT):
        passes, header = OUTCOMES[kind]
        (directory / f"k{number}.mlir").write_text(header + FUNCTION)
        expected[f"k{number}.mlir"] = passes
    lit = subprocess.run(
        [Path(sys.executable).with_name("lit"), "-v", directory], capture_output=True, text=True
    )
    assert lit.returncode == 1
    lines = lit.stdout.splitlines()
    for name, passes in expected.items():
        (verdict,) = (line for line in lines if f":: {name} (" in line)
        assert verdict.startswith("PASS:") == passes, verdict


def test_lit_runs_the_packages_of_this_checkout(directory: Path):
    root, extra = LIT_CFG.parents[2], directory / "extra"
    (extra / "of_the_caller").mkdir(parents=True)
    (directory / "k.mlir").write_text(
        "// RUN: python -c 'import of_the_caller, pto_dialect as p; print(p.__file__)'"
        f" | filecheck %s\n// CHECK: {root}/pto_dialect\n{FUNCTION}"
    )
    lit = subprocess.run(
        [Path(sys.executable).with_name("lit"), "-v", directory],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(extra)},
        capture_output=True,
        text=True,
    )
    assert lit.returncode == 0, lit.stdout


def test_failure_shows_command_output_and_mismatch(directory: Path):
    path = directory / "k.mlir"
    path.write_text("// RUN: pto-opt %s | filecheck %s\n// CHECK: func.func @g()\n" + FUNCTION)
    report = Suite(directory).run(path).report
    assert f"$ pto-opt {path} | filecheck {path}" in report
    assert f'{path}:2: error: Couldn\'t match "func.func @g()"' in report
    assert "func.func @f() {" in report


def test_crash_does_not_count_as_expected_failure(directory: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("pto_dialect.tools.opt.verify", broken)
    path = directory / "k.mlir"
    path.write_text("// RUN: not pto-opt %s\n" + FUNCTION)
    assert not Suite(directory).run(path).passed


def test_a_run_leaves_no_trace_in_this_process(directory: Path):
    path = directory / "k.mlir"
    path.write_text("// RUN: pto-opt %s --disable-verify --syntax-highlight > %t\n" + FUNCTION)

    def state() -> tuple[object, ...]:
        streams = sys.stdin, sys.stdout, sys.stderr
        collecting = gc.isenabled()
        tools = Attribute.__post_init__, Diagnostic.colored
        return streams, collecting, tools, Path.cwd(), dict(os.environ), list(sys.path)

    before = state()
    assert Suite(directory).run(path).passed
    assert state() == before


def test_wrong_test_of_the_project_fails_in_pytest(tmp_path: Path):
    """The collector itself: a copy of the project's tests directory with one wrong test."""
    tests = LIT_CFG.parent.parent
    for name in ("conftest.py", "in_process_lit.py", "filecheck/lit.cfg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((tests / name).read_text())
    check = "// RUN: pto-opt %s | filecheck %s\n// CHECK: "
    (tmp_path / "filecheck" / "right.mlir").write_text(f"{check}@f()\n{FUNCTION}")
    (tmp_path / "filecheck" / "wrong.mlir").write_text(f"{check}@g()\n{FUNCTION}")
    pytest_run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            tmp_path,
            ".",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{LIT_CFG.parents[2]}"},
        capture_output=True,
        text=True,
    )
    assert pytest_run.returncode == 1
    assert "1 failed, 1 passed" in pytest_run.stdout
    assert 'Couldn\'t match "@g()"' in pytest_run.stdout
