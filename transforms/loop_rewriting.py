"""
Building what takes the place of a loop.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Block, Operation, Region, SSAValue

_INDEX = IndexType()


class LoopRewriter:
    """Collects what takes the place of one loop; all of it has the place of the loop."""

    def __init__(self, loop: scf.ForOp):
        self.loop = loop
        """What is replaced."""
        self.new: list[Operation] = []
        """What has been built so far of the block that is being built."""

    def add(self, op: Operation) -> Sequence[SSAValue]:
        """Add an operation; the results of one with regions are named as those of the loop."""
        op.location = self.loop.location
        self.new.append(op)
        if op.regions:
            for result, like in zip(op.results, self.loop.results, strict=True):
                result.name_hint = like.name_hint
        return op.results

    def emit(self, op: Operation) -> SSAValue:
        """Add an operation with one result."""
        (result,) = self.add(op)
        return result

    def index(self, value: int) -> SSAValue:
        """Add an index constant."""
        return self.emit(arith.ConstantOp(IntegerAttr(value, _INDEX)))

    def arm(self, results: Sequence[SSAValue]) -> Region:
        """What has been built, as an arm of a branch that yields these values."""
        self.add(scf.YieldOp(*results))
        return Region(Block(self.new))

    def empty_body(self) -> Block:
        """A body with the arguments of the loop's, all but the first named as there."""
        old = self.loop.body.block
        body = Block(arg_types=[a.type for a in old.args])
        for argument, like in zip(body.args, old.args, strict=True):
            argument.location = like.location
        for argument, like in zip(body.args[1:], old.args[1:], strict=True):
            argument.name_hint = like.name_hint
        return body

    def replace(self, results: Sequence[SSAValue]) -> None:
        """Put what has been built in the place of the loop, and these values in that of its own."""
        loop = self.loop
        block = loop.parent
        assert block is not None
        block.insert_ops_before(self.new, loop)
        for old, new in zip(loop.results, results, strict=True):
            old.replace_all_uses_with(new)
        loop.detach()
        loop.erase()
