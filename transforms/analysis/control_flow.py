"""
Questions about where operations stand in structured control flow.
"""

from __future__ import annotations

from typing import NoReturn

from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation

from pto_dialect.diagnostics import fail
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.types import TileType


def check_structure(function: FuncOp) -> None:
    """
    Check that the tiles of a function live in straight lines, for loops and branches.

    Raises:
        CompileError: there are tiles in other control flow, whose order is not that of the text.
    """
    if len(function.body.blocks) > 1 and _touches_tiles(function):
        fail(function, "a function with tiles has structured control flow, not several blocks")
    for op in function.walk():
        if op.regions and not isinstance(op, FuncOp | ModuleOp | scf.ForOp | scf.IfOp):
            if isinstance(op, scf.WhileOp) and not _carries_tiles(op):
                continue
            if _touches_tiles(op):
                what = "carry a tile" if isinstance(op, scf.WhileOp) else "contain tiles"
                fail(op, f"{op.name} cannot {what}, use a for loop or an if")


def _carries_tiles(op: Operation) -> bool:
    args = (arg for region in op.regions for block in region.blocks for arg in block.args)
    return any(isinstance(value.type, TileType) for value in (*op.operands, *op.results, *args))


def _touches_tiles(op: Operation) -> bool:
    return any(
        _carries_tiles(inner) or any(isinstance(o.type, TileType) for o in inner.operands)
        for inner in op.walk()
    )


def check_counts_in_index(loop: scf.ForOp) -> None:
    """
    Check that the bounds of a loop are of type `index`.

    Raises:
        CompileError: they are of another type.
    """
    if not isinstance(loop.lb.type, IndexType):
        fail(
            loop,
            f"a loop counts in index, not {loop.lb.type}",
            ["cast its bounds with arith.index_cast"],
        )


def constant_trips(loop: scf.ForOp) -> int | None:
    """How often a loop runs; `None` if its bounds or its step are known at run time only."""
    start, stop, step = (constant_value(v) for v in (loop.lb, loop.ub, loop.step))
    if start is None or stop is None or not step:
        return None
    return max(0, -(-(stop - start) // step))


def fail_step(loop: scf.ForOp, wanted: str, step: int | None) -> NoReturn:
    """
    Reject the step of a loop.

    Raises:
        CompileError: always; says what is wanted and what the step is, `None` for unknown.
    """
    fail(
        loop,
        f"{wanted}, not {'known at run time only' if step is None else step}",
        ["let the loop count its iterations, and compute the index from their number"],
    )


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
