"""
What a variable of a kernel can hold beside a tile or scalar (an SSA value) and a compile-time
Python object.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, SSAValue

from pto_dialect.language.surface import Buffer


@dataclass(frozen=True)
class TensorValue:
    """
    A tensor in global memory as it is after a certain store. The memory is the same for every
    version; only the newest one can be read.
    """

    memref: SSAValue
    """The memory."""
    version: int
    """Which store it is the result of."""

    @property
    def type(self) -> MemRefType[Attribute]:
        """Shape and element type."""
        assert isinstance(self.memref.type, MemRefType)
        return self.memref.type


@dataclass(frozen=True)
class Undefined:
    """A variable that some path to this point does not assign."""

    reason: str
    """What is wrong with it, to follow its name."""
    where: ast.AST
    """The place that assigns it on the other paths."""


@dataclass(eq=False)
class Declaration:
    """A buffer that a kernel declares."""

    label: str
    """Its name."""
    slots: int
    """Number of slots."""
    value: SSAValue
    """What `buffer.declare` yields."""
    variable: str | None
    """The variable through which it is used, `None` before it is used."""


@dataclass(frozen=True)
class BufferUse:
    """A buffer, or a slot of it, as an annotation names it."""

    buffer: Buffer | Declaration
    """The buffer, or the declaration it has already led to."""
    variable: str
    """How the source refers to it."""
    slot: object = None
    """Index of the slot: an integer, an SSA value of type index, or `None`."""
