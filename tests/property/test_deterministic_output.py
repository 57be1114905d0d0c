"""
The output depends on the input alone: not on what Python hashes, not on what ran before.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from property.corpus import CORPUS
from property.execution import Rejected, apply, module
from property.test_random_kernels import PLANNERS, text_of

from lowering.emit_pto import emit_module
from lowering.pipeline import PtoPipelinePass

TESTS = Path(__file__).parents[1]


def compiled() -> str:
    """Placed and lowered text of every kernel of the corpus, by every planner."""
    texts: list[str] = []
    for kernel in CORPUS.values():
        for planner in PLANNERS:
            op = module(kernel)
            *memory, convert = PtoPipelinePass(planner=planner).stages()
            try:
                apply(kernel, op, memory)
                texts.append(text_of(op))
                apply(kernel, op, [convert])
                texts.append(emit_module(op))
            except Rejected as error:
                texts.append(str(error))
    return "\n".join(texts)


def test_output_does_not_depend_on_the_hash_seed():
    program = "from property.test_deterministic_output import compiled; print(compiled())"
    path = os.pathsep.join([str(TESTS), str(TESTS.parent)])
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0] == compiled() + "\n"
