"""
Hardware pipes (queues of instructions that run beside each other) and the cores that own them.
"""

from __future__ import annotations

from xdsl.utils.str_enum import StrEnum


class Core(StrEnum):
    """The two kinds of cores of an NPU."""

    VECTOR = "vector"
    CUBE = "cube"


class Pipe(StrEnum):
    """A queue of instructions; the assembler calls it `PIPE_<name>`."""

    S = "S"
    """Scalar unit."""
    V = "V"
    """Vector unit."""
    M = "M"
    """Matrix (cube) unit."""
    MTE1 = "MTE1"
    """Mover from L1 to L0."""
    MTE2 = "MTE2"
    """Mover from global memory on to the chip."""
    MTE3 = "MTE3"
    """Mover from the unified buffer to global memory."""
    FIX = "FIX"
    """Mover out of the accumulators."""
