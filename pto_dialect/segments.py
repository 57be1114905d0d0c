"""
The property that says how many operands each operand group of an operation has.
"""

from __future__ import annotations

from functools import cache

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i32
from xdsl.ir import Attribute


def segments(*sizes: int) -> dict[str, Attribute]:
    """The property for operand groups of these sizes."""
    return {"operandSegmentSizes": _segment_sizes(sizes)}


@cache
def _segment_sizes(sizes: tuple[int, ...]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i32, sizes)
