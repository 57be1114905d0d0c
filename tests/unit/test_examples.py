"""Every example gives the same numbers at every level, with every planner, on every target."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from pto_dialect.interpreter.check import check_levels
from pto_dialect.machine.targets import TARGETS
from pto_dialect.tools.compile import load_kernels, read_module

EXAMPLES = Path(__file__).parents[2] / "examples"


def _kernels() -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for path in sorted(EXAMPLES.iterdir()):
        if path.suffix == ".py":
            found += [(path.name, name) for name in load_kernels(str(path))]
        elif path.suffix == ".mlir":
            found.append((path.name, None))
    return found


def _module(file: str, kernel: str | None, target: str) -> ModuleOp:
    return read_module(str(EXAMPLES / file), kernel, target)


@pytest.mark.parametrize("target", list(TARGETS))
@pytest.mark.parametrize(("file", "kernel"), _kernels())
def test_example_agrees_at_every_level(file: str, kernel: str | None, target: str) -> None:
    outcomes = list(check_levels(_module(file, kernel, target), target=target))
    ran = [outcome for outcome in outcomes if outcome.refused is None]
    assert ran, "no planner took the kernel"
    for outcome in outcomes:
        # Only the assembler's planner may refuse an example, and only for a buffer of the author's.
        if outcome.refused is not None:
            assert outcome.planner == "ptoas"
            assert "buffer '" in outcome.refused.message
