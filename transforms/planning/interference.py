"""
Which buffers of a problem interfere, by index, in the form that the searches need.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import gcd

from transforms.planning.problem import Pair, Problem, Score


class Interference:
    """
    The relations of a problem over indices `0 … n-1` into its buffers.

    Wishes and reuse costs become one price, so that one search serves both: a wish of weight w
    is worth `w * wish_price`, which is more than all reuse costs together.
    """

    def __init__(self, problem: Problem):
        buffers = problem.buffers
        self.capacity = problem.capacity
        self.alignment = problem.alignment
        self.sizes = [b.size for b in buffers]
        """Bytes."""
        self.spans = [align_up(b.size, problem.alignment) for b in buffers]
        """Bytes from an address to the next one that is free."""
        self.starts = [b.start for b in buffers]
        self.ends = [b.end for b in buffers]
        self.reserved = merged(problem.reserved, problem.alignment)
        """Disjoint ranges that hold no buffer, sorted; ends are aligned."""
        index = {b.key: i for i, b in enumerate(buffers)}
        self.apart: list[set[int]] = [set() for _ in buffers]
        """Buffers that it shares no byte with."""
        self.same_start: list[set[int]] = [set() for _ in buffers]
        """Buffers that it shares bytes with only from the same address; none is apart."""
        self.all_same_start = problem.same_start_only
        """Whether that holds for every pair that is not apart; `same_start` is empty then."""
        self.prices: list[dict[int, int]] = [{} for _ in buffers]
        """Price above 0 of sharing bytes, by buffer; none is apart."""
        self._find_overlaps()
        for a, b in problem.separate:
            self._set_apart(index[a], index[b])
        if problem.in_place is not None:
            self._restrict_touching({(index[a], index[b]) for a, b in problem.in_place})
        self.wish_price = 1 + sum(r.cost for r in problem.reuse)
        for wish in problem.wishes:
            self._add_price(index, wish.pair, wish.weight * self.wish_price)
        for reuse in problem.reuse:
            self._add_price(index, reuse.pair, reuse.cost)

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def total_price(self) -> int:
        """The price of everything sharing bytes with everything."""
        return sum(sum(prices.values()) for prices in self.prices) // 2

    def score(self, price: int) -> Score:
        """The wishes and the cost of a price."""
        return Score(*divmod(price, self.wish_price))

    def price(self, score: Score) -> int:
        """The price of wishes and a cost."""
        return score.given_up * self.wish_price + score.cost

    def must_start_together(self, a: int, b: int) -> bool:
        """Whether two buffers that are not apart share bytes only from the same address."""
        return self.all_same_start or b in self.same_start[a]

    def fits(self, index: int, offset: int) -> bool:
        """Whether a buffer at an address is inside the memory and touches nothing reserved."""
        end = offset + self.sizes[index]
        return end <= self.capacity and all(
            end <= low or high <= offset for low, high in self.reserved
        )

    def price_of(self, offsets: list[int]) -> int:
        """The price of a plan."""
        spans = self.spans
        return sum(
            price
            for a, prices in enumerate(self.prices)
            for b, price in prices.items()
            if a < b and offsets[a] < offsets[b] + spans[b] and offsets[b] < offsets[a] + spans[a]
        )

    def peak_of(self, offsets: list[int]) -> int:
        """First byte after the last one that a plan uses."""
        return max((o + s for o, s in zip(offsets, self.sizes, strict=True)), default=0)

    def _set_apart(self, a: int, b: int) -> None:
        """Note that two buffers never share a byte."""
        if a != b:
            self.apart[a].add(b)
            self.apart[b].add(a)

    def _find_overlaps(self) -> None:
        """Set apart what lives at the same time."""
        live: list[tuple[int, int]] = []
        for i in sorted(range(len(self)), key=lambda i: self.starts[i]):
            start = self.starts[i]
            while live and live[0][0] <= start:
                heappop(live)
            apart = self.apart[i]
            for _, j in live:
                apart.add(j)
                self.apart[j].add(i)
            heappush(live, (self.ends[i], i))

    def _restrict_touching(self, in_place: set[Pair]) -> None:
        """Lives that touch share the identical range if that is allowed, else nothing."""
        starting: dict[int, list[int]] = {}
        for i, start in enumerate(self.starts):
            starting.setdefault(start, []).append(i)
        for a, end in enumerate(self.ends):
            for b in starting.get(end, ()):
                allowed = (a, b) in in_place or (b, a) in in_place
                if b in self.apart[a] or (allowed and self.all_same_start and self._alike(a, b)):
                    continue
                if allowed and self._alike(a, b):
                    self.same_start[a].add(b)
                    self.same_start[b].add(a)
                else:
                    self._set_apart(a, b)

    def _alike(self, a: int, b: int) -> bool:
        """Whether two buffers have the same size."""
        return self.sizes[a] == self.sizes[b]

    def _add_price(self, index: dict[int, int], pair: Pair, price: int) -> None:
        """Make two buffers pay for sharing bytes."""
        a, b = index[pair[0]], index[pair[1]]
        if a != b and price and b not in self.apart[a]:
            self.prices[a][b] = self.prices[b][a] = self.prices[a].get(b, 0) + price


def align_up(value: int, alignment: int) -> int:
    """The next multiple of an alignment."""
    return -(-value // alignment) * alignment


def live_bytes(problem: Problem) -> int:
    """The largest number of bytes live at a time; sizes count up to the alignment."""
    changes: dict[int, int] = {}
    for b in problem.buffers:
        span = align_up(b.size, problem.alignment)
        changes[b.start] = changes.get(b.start, 0) + span
        changes[b.end] = changes.get(b.end, 0) - span
    most = live = 0
    for tick in sorted(changes):
        live += changes[tick]
        most = max(most, live)
    return most


def common_unit(lengths: Iterable[int]) -> int:
    """The largest length that divides all; 1 of none."""
    return gcd(*lengths) or 1


def merged(ranges: Iterable[tuple[int, int]], alignment: int) -> list[tuple[int, int]]:
    """Sorted disjoint ranges that cover the same addresses that are multiples of an alignment."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if high <= low:
            continue
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], align_up(high, alignment)))
        else:
            merged.append((low, align_up(high, alignment)))
    return merged
