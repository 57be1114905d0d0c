"""Every kernel of `tests/pto` survives reading and writing, by each printer."""

from __future__ import annotations

from pathlib import Path

import pytest
from pto_text import generic, read

from lowering.emit_pto import emit_module

KERNELS = sorted((Path(__file__).parents[1] / "pto").glob("*.pto"))


def test_there_are_enough_kernels():
    assert len(KERNELS) >= 60


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_a_kernel_survives(path: Path):
    module = read(path.read_bytes(), path.name)
    for write in (emit_module, str, generic):
        text = write(module)
        again = read(text, "again.pto")
        assert again.is_structurally_equivalent(module)
        assert write(again) == text


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_each_operation_knows_its_line(path: Path):
    module = read(path.read_bytes(), path.name)
    text = emit_module(module, emit_loc=True)
    for op in module.walk():
        if op.name.startswith("pto."):
            assert f"{path.name}" in str(op.location) or "k.py" in str(op.location)
    assert emit_module(read(text, "again.pto"), emit_loc=True) == text
