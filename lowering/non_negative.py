"""
Integers that are certainly not negative.

The assembler prints loops over `index` as unsigned loops and has no floor division, so it
matters which values are provably at least zero:

1. constants that are; sizes of tensors, valid extents, indices of blocks;
2. the induction variable of a loop whose start is and whose step is positive;
3. sums, products, unsigned quotients and remainders, minima and maxima of such; a remainder
   by such and a quotient of such; one of two such selected by a condition;
4. unsigned quotients by a constant of at least 2 and remainders by a positive one, which are
   never in the upper half of the range.
"""

from __future__ import annotations

from xdsl.dialects import arith, memref, scf
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.launch import LaunchOp
from pto_dialect.tile.ops.views import ValidDimOp

_PRESERVING = (
    arith.AddiOp,
    arith.MuliOp,
    arith.DivUIOp,
    arith.RemUIOp,
    arith.DivSIOp,
    arith.RemSIOp,
    arith.MinSIOp,
    arith.MinUIOp,
    arith.MaxUIOp,
    arith.AndIOp,
)


class NonNegative:
    """Answers the question for the values of one function, each once."""

    def __init__(self) -> None:
        self._known: dict[SSAValue, bool] = {}

    def __call__(self, value: SSAValue) -> bool:
        """Whether a value is certainly at least zero."""
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = self._decide(value)
        return known

    def _decide(self, value: SSAValue) -> bool:
        constant = constant_value(value)
        if constant is not None:
            return constant >= 0
        if isinstance(value, BlockArgument):
            return self._is_counter(value.block, value)
        owner = value.owner
        assert isinstance(owner, Operation)
        if isinstance(owner, arith.DivUIOp | arith.RemUIOp):
            divisor = constant_value(owner.rhs)
            least = 2 if isinstance(owner, arith.DivUIOp) else 1
            if divisor is not None and divisor >= least:
                return True
        if isinstance(owner, _PRESERVING):
            return all(self(operand) for operand in owner.operands)
        if isinstance(owner, arith.MaxSIOp):
            return any(self(operand) for operand in owner.operands)
        if isinstance(owner, arith.SelectOp):
            return self(owner.lhs) and self(owner.rhs)
        return isinstance(owner, memref.DimOp | ValidDimOp | LaunchOp)

    def _is_counter(self, block: Block, value: BlockArgument) -> bool:
        loop = block.parent_op()
        if not isinstance(loop, scf.ForOp) or value.index != 0:
            return False
        step = constant_value(loop.step)
        return step is not None and step > 0 and self(loop.lb)
