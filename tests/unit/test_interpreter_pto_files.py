"""The kernels of `tests/pto` on numpy: most run, the others stop where they have to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pto_dialect.tools.run import main

FILES = Path(__file__).parents[1] / "pto"

STOP = {
    "communication_async": "does not follow from the function",
    "communication_put_get": "'pto.comm.tput' has no meaning",
    "control_blocks": "does not follow from the function",
    "control_scalars": "does not follow from the function",
    "dynamic_load_clauses": "'pto.tload' has no meaning with these optional operands",
    "gather_memory": "which nobody has written",
    "gather_tiles": "which nobody has written",
    "mixed_global_slots": "deadlock: the vector core waits for a slot of queue 0",
    "mixed_queue_values": "without split has no meaning with 2 vector cores",
    "mixed_sections": "without split has no meaning with 2 vector cores",
    "sync_arrays": "element [1] of the array has never been set",
    "sync_cores_a3": "does not follow from the function",
    "sync_cores_a5": "does not follow from the function",
    "text_aliases": "has 2 slots, none is",
    "text_bare_functions": "name one function of the file",
    "text_printed": "'vendor.hint' has no meaning",
    "text_several_modules": "name one function of the file",
    "version_0_60_parts": "name one function of the file",
}
"""Kernels that do not run on random arguments, and why."""
SETTINGS = {"dynamic_rows": "m=33", "dynamic_fillpad": "c=33", "text_memrefs": "b.0=16"}
"""Sizes that have to be smaller than they are by default."""


@pytest.mark.parametrize("path", sorted(FILES.glob("*.pto")), ids=lambda p: p.stem)
def test_a_kernel_runs_or_says_why_not(path: Path, capsys: pytest.CaptureFixture[str]):
    setting = SETTINGS.get(path.stem)
    code = main([str(path), *(["--set", setting] if setting else [])])
    shown = capsys.readouterr()
    assert STOP.get(path.stem, "") in shown.err
    assert code == (1 if path.stem in STOP else 0), shown.err


def test_what_blocks_compute_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Sizes that pass through registers are not known, so the tensor is given."""
    x = np.random.default_rng(0).standard_normal(4 * 1024).astype(np.float32)
    np.save(tmp_path / "a.npy", x)
    np.save(tmp_path / "o.npy", np.zeros_like(x))
    kernel = FILES / "control_blocks.pto"
    files = [f"a={tmp_path / 'a.npy'}", f"out={tmp_path / 'o.npy'}"]
    argv = [str(kernel), "--output", str(tmp_path), "--set", "block_num=4", "--input", *files]
    assert main(argv) == 0
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), np.maximum(x, 0))
