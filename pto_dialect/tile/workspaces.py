"""
The global memory that queues need where a target passes tiles through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from pto_dialect.machine.queues import BOTH
from pto_dialect.module_attributes import target_of
from pto_dialect.tile.ops.queues import InitPipeOp

ELEMENT_BYTES = 4
"""A workspace is an array of f32."""


@dataclass(frozen=True)
class Workspace:
    """What the slots of a queue need in global memory, for each block."""

    op: InitPipeOp
    """What sets the queue up."""
    name: str
    """The argument that is added for it; the functions of a kernel have one in common."""
    elements: int
    """Its size."""


def workspaces(function: FuncOp) -> Iterator[Workspace]:
    """The workspaces that are added to the arguments of a function: those its author left out."""
    module = function.get_toplevel_object()
    if not isinstance(module, ModuleOp) or not target_of(module).queues_through_gm:
        return
    for op in function.walk():
        if isinstance(op, InitPipeOp) and op.workspace is None:
            name = f"gm_pipe_buffer_{op.number}" if op.number else "gm_pipe_buffer"
            ways = 2 if op.dir_mask.value.data == BOTH else 1
            yield Workspace(op, name, -(-ways * op.slots * op.slot_bytes // ELEMENT_BYTES))
