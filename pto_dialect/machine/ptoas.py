"""
What each version of the assembler can express and synchronise.

One row per fact; a pass asks `PtoasVersion("0.48").supports(Feature.…)` and never compares
version numbers itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from pto_dialect.machine.spaces import Space

MIN_REGION_SLOTS, MAX_REGION_SLOTS = 2, 16
"""How many slots a multi-buffered region has."""

SYNC_MODES = ("insert", "graph")
"""How the assembler can synchronise pipes: event by event, or by its graph solver."""

REGION_SPACES = (Space.VEC, Space.MAT, Space.ACC)
"""Memories in which the assembler has multi-buffered regions."""


class Feature(Enum):
    """A fact about the assembler."""

    PARTIAL_OVERLAP = auto()
    """Allocations that overlap without starting at one address are ordered by its sync."""
    TWO_GETS_IN_A_BODY = auto()
    """Two slots of one region may be live in one iteration of a loop."""
    ALIGNED_SLOT_STRIDE = auto()
    """The distance of two slots is rounded up to the alignment of their space."""
    SLOT_THROUGH_VIEWS = auto()
    """Its sync knows the slot that a `subview`, `treshape` or `bitcast` looks into."""
    SCALAR_ACCESS_IN_ORDER = auto()
    """Its sync orders scalar accesses to global memory and the loads and stores of tiles."""
    PRELOAD_AND_PREFETCH = auto()
    """A region may be filled before a loop and prefetched inside it."""


@dataclass(frozen=True, order=True)
class PtoasVersion:
    """A version of the assembler; a newer one is larger."""

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
        return self >= FIRST_VERSION[feature]

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


FIRST_VERSION: Mapping[Feature, PtoasVersion] = MappingProxyType(
    {
        Feature.PARTIAL_OVERLAP: PtoasVersion(0, 52),
        Feature.TWO_GETS_IN_A_BODY: PtoasVersion(0, 56),
        Feature.ALIGNED_SLOT_STRIDE: PtoasVersion(0, 60),
        Feature.SLOT_THROUGH_VIEWS: PtoasVersion(0, 60),
        Feature.SCALAR_ACCESS_IN_ORDER: PtoasVersion(0, 60),
        Feature.PRELOAD_AND_PREFETCH: PtoasVersion(0, 63),
    }
)
"""The first version that has a feature."""

DEFAULT_PTOAS = PtoasVersion(0, 48)
"""The version that is compiled for when none is named."""
