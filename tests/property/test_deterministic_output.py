"""
The output depends on the input alone: not on what Python hashes, not on what ran before.
"""

from __future__ import annotations

from hash_seeds import outputs
from property.corpus import CORPUS
from property.execution import Rejected, apply, module
from property.test_random_kernels import PLANNERS, text_of

from lowering.emit_pto import emit_module
from lowering.pipeline import PtoPipelinePass


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
    one, other = outputs(
        "from property.test_deterministic_output import compiled; print(compiled())"
    )
    assert one == other
    assert one == compiled() + "\n"
