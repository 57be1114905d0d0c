"""
Where lowered operations go: the body under construction and the head of the function.
"""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

_INDEX = IndexType()


class LoweringBuilder:
    """
    Collects the operations of one lowered function.

    The head holds constants, then views of tensors, then allocations, each in the order in
    which they are first needed; the body follows.
    """

    def __init__(self, function: FuncOp):
        self.values: dict[SSAValue, SSAValue] = {}
        """The new value for each old one; for a tile its handle."""
        self.block = Block()
        """The block that operations are added to."""
        self.current: Operation = function
        """The operation that is being lowered; what is emitted has its location."""
        self._constants: dict[Attribute, SSAValue] = {}
        self._constant_ops: list[Operation] = []
        self._view_ops: list[Operation] = []
        self._alloc_ops: list[Operation] = []

    def emit(self, op: Operation) -> Operation:
        """Add an operation to the current block."""
        op.location = self.current.location
        self.block.add_op(op)
        return op

    def add_view(self, op: Operation) -> None:
        """Add a view of a tensor, or what it needs, to the head."""
        self._view_ops.append(op)

    def add_alloc(self, op: Operation) -> None:
        """Add an allocation to the head."""
        self._alloc_ops.append(op)

    def constant(self, value: IntegerAttr) -> SSAValue:
        """A constant in the head, one for each value and type."""
        known = self._constants.get(value)
        if known is not None:
            return known
        op = arith.ConstantOp(value)
        op.location = self.current.location
        suffix = "" if value.type == _INDEX else f"_{value.type}"
        number = value.value.data
        op.result.name_hint = f"c{number}{suffix}" if number >= 0 else f"cm{-number}{suffix}"
        self._constant_ops.append(op)
        self._constants[value] = op.result
        return op.result

    def index(self, value: int) -> SSAValue:
        """An index constant."""
        return self.constant(IntegerAttr(value, _INDEX))

    def finish_head(self, entry: Block) -> None:
        """Put the head before the body of the entry block."""
        assert entry.first_op is not None
        head = [*self._constant_ops, *self._view_ops, *self._alloc_ops]
        if head:
            entry.insert_ops_before(head, entry.first_op)
