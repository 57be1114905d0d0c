"""
What a run-time integer is certainly a multiple of.

1. A constant is a multiple of itself, zero of everything.
2. A product is a multiple of the product of what its factors are multiples of; a sum, a difference
   and a choice of the greatest common divisor.
3. A loop counter is a multiple of the greatest common divisor of start and step.
4. What control flow passes on is a multiple of the greatest common divisor of all that is passed.
5. Of anything else nothing is known.
"""

from __future__ import annotations

from math import gcd

from xdsl.dialects import arith, scf
from xdsl.ir import BlockArgument, Operation, SSAValue

from pto_dialect.tile.ops.constants import constant_value
from transforms.analysis.storage import yielded_values


def divisor(value: SSAValue) -> int:
    """The largest number that an integer is known to be a multiple of; 0 if it is zero."""
    return _divisor(value, set())


def _divisor(value: SSAValue, seen: set[SSAValue]) -> int:
    known = constant_value(value)
    if known is not None:
        return abs(known)
    if value in seen:
        # Round a loop: it adds nothing to what the others say.
        return 0
    seen = seen | {value}
    sources = _passed(value)
    if sources is not None:
        return gcd(*(_divisor(source, seen) for source in sources))
    match value.owner:
        case arith.MuliOp(lhs=lhs, rhs=rhs):
            return _divisor(lhs, seen) * _divisor(rhs, seen)
        case arith.AddiOp(lhs=lhs, rhs=rhs) | arith.SubiOp(lhs=lhs, rhs=rhs):
            return gcd(_divisor(lhs, seen), _divisor(rhs, seen))
        case arith.SelectOp(lhs=lhs, rhs=rhs):
            return gcd(_divisor(lhs, seen), _divisor(rhs, seen))
        case arith.IndexCastOp(input=source):
            return _divisor(source, seen)
        case _:
            return 1


def _passed(value: SSAValue) -> list[SSAValue] | None:
    """The values that control flow turns into this one, `None` if it does not make it."""
    if isinstance(value, BlockArgument):
        loop = value.block.parent_op()
        if not isinstance(loop, scf.ForOp):
            return None
        if not value.index:
            return [loop.lb, loop.step]
        index = value.index - 1
        return [loop.iter_args[index], yielded_values(loop.body.block)[index]]
    op = value.owner
    assert isinstance(op, Operation)
    index = op.results.index(value) if op.results else 0
    if isinstance(op, scf.ForOp):
        return [op.iter_args[index], yielded_values(op.body.block)[index]]
    if isinstance(op, scf.IfOp):
        return [yielded_values(region.block)[index] for region in op.regions]
    return None
