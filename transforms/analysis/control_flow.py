"""
Questions about where operations stand in structured control flow.
"""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Block, Operation


def in_opposite_arms(a: Operation, b: Operation) -> bool:
    """Whether two operations stand in different arms of one `if`, so that only one runs."""
    arms: dict[Operation, Block] = {}
    block = a.parent
    while block is not None and (parent := block.parent_op()) is not None:
        arms[parent] = block
        block = parent.parent
    block = b.parent
    while block is not None and (parent := block.parent_op()) is not None:
        if parent in arms:
            return isinstance(parent, scf.IfOp) and arms[parent] is not block
        block = parent.parent
    return False


def outermost_loop(op: Operation, home: Block) -> Operation | None:
    """The outermost loop around an operation inside of a block, `None` if there is none."""
    found: Operation | None = None
    block = op.parent
    while block is not None and block is not home:
        parent = block.parent_op()
        if parent is None:
            break
        if isinstance(parent, scf.ForOp | scf.WhileOp):
            found = parent
        block = parent.parent
    return found
