"""
What each version of the assembler can express and synchronise.

One row per fact; a pass asks `PtoasVersion("0.48").supports(Feature.…)` and never compares
version numbers itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pto_dialect.machine.spaces import Space

MIN_REGION_SLOTS, MAX_REGION_SLOTS = 2, 16
"""How many slots a multi-buffered region has."""

SYNC_MODES = ("insert", "graph")
"""How the assembler can synchronise pipes: event by event, or by its graph solver."""

REGION_SPACES = (Space.VEC, Space.MAT, Space.ACC)
"""Memories in which the assembler has multi-buffered regions."""


class Feature(Enum):
    """A fact about the assembler, with the first version that has it (major, minor)."""

    PARTIAL_OVERLAP = (0, 52)
    """Allocations that overlap without starting at one address are ordered by its sync."""
    TWO_GETS_IN_A_BODY = (0, 56)
    """Two slots of one region may be live in one iteration of a loop."""
    PER_SLOT_OVERLAP = (0, 56)
    """Something else may overlap single slots of a region that has an address."""
    DYNAMIC_VALID_ON_SLOT = (0, 49)
    """A slot keeps a valid extent that is known at run time only."""
    ALIGNED_SLOT_STRIDE = (0, 60)
    """The distance of two slots is rounded up to the alignment of their space."""
    SLOT_THROUGH_VIEWS = (0, 60)
    """Its sync knows the slot that a `subview`, `treshape` or `bitcast` looks into."""
    SCALAR_ACCESS_IN_ORDER = (0, 60)
    """Its sync orders scalar accesses to global memory and the loads and stores of tiles."""
    PRELOAD_AND_PREFETCH = (0, 63)
    """A region may be filled before a loop and prefetched inside it."""


@dataclass(frozen=True)
class PtoasVersion:
    """A version of the assembler."""

    major: int
    """First number."""
    minor: int
    """Second number."""

    @classmethod
    def parse(cls, text: str) -> PtoasVersion:
        """
        Read `major.minor[.patch]`.

        Raises:
            ValueError: the text is not a version.
        """
        parts = text.split(".")
        if len(parts) < 2 or not all(p.isascii() and p.isdigit() for p in parts):
            raise ValueError(f"'{text}' is not a version of ptoas, write e.g. 0.48")
        return cls(int(parts[0]), int(parts[1]))

    def supports(self, feature: Feature) -> bool:
        """Whether this version has a feature."""
        return (self.major, self.minor) >= feature.value

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


DEFAULT_PTOAS = PtoasVersion(0, 48)
"""The version that is compiled for when none is named."""
