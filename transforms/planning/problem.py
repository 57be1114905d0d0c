"""
A memory space to plan and the plan, as plain data.

A `Problem` is one memory space: its capacity, the buffers that live in it and how they may share
bytes. Two buffers are in one of these relations:

1. *apart*: their lives overlap, or `separate` names them. They never share a byte.
2. *same start*: they may share bytes only if they begin at the same address. That is so for every
   other pair under `same_start_only`, and for a touching pair of equal sizes in `in_place`.
3. *free*: any other pair. They may overlap in any way.

Lives that touch (one ends at the tick where the other starts) do not overlap. If `in_place` is
given, a touching pair that is not in it is apart, and one that is in it shares the identical
range or no byte at all.

A pair that is not apart may carry a wish to be kept apart, a cost of sharing a byte, or both. A
plan is judged by, in this order: the weight of the wishes given up, the cost of the pairs that
share bytes, its peak, its addresses.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Pair = tuple[int, int]
"""Keys of two buffers, in any order."""


@dataclass(frozen=True)
class Buffer:
    """A block of bytes that is needed for some time."""

    key: int
    """Identity, unique in its problem."""
    size: int
    """Bytes, at least 1."""
    start: int
    """First tick of its life."""
    end: int
    """First tick after its life; greater than `start`."""


@dataclass(frozen=True)
class Wish:
    """Two buffers that are kept apart if that is possible."""

    pair: Pair
    """The two buffers."""
    weight: int = 1
    """How much it matters against other wishes; at least 1."""


@dataclass(frozen=True)
class Reuse:
    """What it costs that two buffers share bytes."""

    pair: Pair
    """The two buffers."""
    cost: int = 1
    """Paid once if they share any byte; at least 0."""


@dataclass(frozen=True)
class Problem:
    """A memory space and what lives in it."""

    capacity: int
    """Bytes."""
    buffers: tuple[Buffer, ...]
    """What is to be placed; ties between buffers are broken by this order."""
    reserved: tuple[tuple[int, int], ...] = ()
    """Half-open ranges of bytes that no buffer may touch."""
    alignment: int = 32
    """Every address is a multiple of this many bytes."""
    separate: tuple[Pair, ...] = ()
    """Pairs that must never share a byte, whatever their lives."""
    wishes: tuple[Wish, ...] = ()
    """Pairs that should never share a byte."""
    reuse: tuple[Reuse, ...] = ()
    """Pairs that pay for sharing bytes."""
    in_place: frozenset[Pair] | None = None
    """Touching pairs that may share the identical range; `None` if touching is as good as apart."""
    same_start_only: bool = False
    """Whether buffers that share a byte must begin at the same address."""


class Verdict(StrEnum):
    """What is known of a plan's wishes and cost, or of there being no plan."""

    OPTIMAL = "optimal"
    """No plan keeps more wishes, or as many at a lower cost."""
    FEASIBLE = "feasible"
    """A plan; a better one may exist."""
    INFEASIBLE = "infeasible"
    """It is proven that there is no plan."""
    NOT_FOUND = "not found"
    """The budget was spent before a plan was found."""


@dataclass(frozen=True)
class Score:
    """Wishes and cost of a plan, or a lower bound of them; the smaller the better."""

    given_up: int
    """Weight of the wishes that are not kept."""
    cost: int
    """Cost of the pairs that share bytes."""

    def __lt__(self, other: Score) -> bool:
        return (self.given_up, self.cost) < (other.given_up, other.cost)


@dataclass(frozen=True)
class Plan:
    """An address for every buffer."""

    offsets: dict[int, int]
    """Address in bytes by key, in the order of the problem's buffers."""
    score: Score
    """Wishes and cost."""
    bound: Score
    """No plan has a lower score than this."""
    peak: int
    """First byte after the last one that is used."""
    given_up: tuple[Wish, ...]
    """The wishes that are not kept, in the order of the problem."""
    paid: tuple[Reuse, ...]
    """The pairs that pay for sharing bytes, in the order of the problem."""

    @property
    def verdict(self) -> Verdict:
        """Whether the score is proven to be the lowest."""
        return Verdict.OPTIMAL if self.score == self.bound else Verdict.FEASIBLE

    def __str__(self) -> str:
        if self.verdict is Verdict.OPTIMAL:
            return "optimal"
        return f"feasible (bound {self.bound.cost})"


@dataclass(frozen=True)
class NoPlan:
    """The search ended without a plan."""

    verdict: Verdict
    """`INFEASIBLE` or `NOT_FOUND`."""
    live: int
    """The largest number of bytes live at a time, reserved ones not counted."""

    def __str__(self) -> str:
        if self.verdict is Verdict.INFEASIBLE:
            return "infeasible (proven)"
        return "not found"
