"""
Positions of operations in the order in which they stand in the text.
"""

from __future__ import annotations

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue


class Numbering:
    """
    A number for every operation of a function: parents before what they contain, siblings in
    order. So A stands before B iff its number is smaller, and an operation contains exactly
    those from its own number to its end.
    """

    def __init__(self, function: FuncOp):
        self.function = function
        """The function."""
        self.order: list[Operation] = []
        """By position; an operation with regions stands at its start and at its end."""
        self._start: dict[Operation, int] = {}
        self._end: dict[Operation, int] = {}
        for block in function.body.blocks:
            self._visit(block)

    def _visit(self, block: Block) -> None:
        order, start = self.order, self._start
        for op in block.ops:
            start[op] = len(order)
            order.append(op)
            if op.regions:
                for region in op.regions:
                    for inner in region.blocks:
                        self._visit(inner)
                self._end[op] = len(order)
                order.append(op)

    def __getitem__(self, op: Operation) -> int:
        """The position of an operation."""
        return self._start[op]

    def end(self, op: Operation) -> int:
        """The position at which an operation with regions ends; others end where they start."""
        end = self._end.get(op)
        return self._start[op] if end is None else end

    def insert_before(self, new: Operation, existing: Operation) -> None:
        """Give an operation without regions that was put before another one its position."""
        self._start[new] = self._start[existing]

    def definition(self, value: SSAValue) -> int:
        """
        The position at which a value comes to be: results of an operation with regions at its
        end, block arguments at the start of the operation that holds the block.
        """
        owner = value.owner
        if isinstance(owner, Operation):
            return self.end(owner)
        parent = owner.parent_op()
        return self._start.get(parent, -1) if parent is not None else -1

    def dominates(self, value: SSAValue, op: Operation) -> bool:
        """Whether an operation sees a value."""
        owner = value.owner
        block = owner.parent if isinstance(owner, Operation) else owner
        at: Operation | None = op
        while at is not None and at.parent is not block:
            at = at.parent_op()
        return at is not None and self.definition(value) < self._start[op]
