"""
Search over a small set of addresses that is known to be enough.

Pushed down as far as it goes, every buffer of a plan begins at the end of a reserved range (or
at 0) plus the sizes of some buffers below it. If there are few such addresses, as in spaces that
hold tiles of one or two sizes, the search is over a table: a buffer is a row, an address is a
column, and a cell holds the price of putting the buffer there.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add, sub

from transforms.planning.interference import Interference, common_unit

Costs = list[int]
"""Prices by place."""


def places_of(model: Interference, most: int) -> list[int] | None:
    """
    The addresses that are enough and that some buffer fits at, sorted; `None` if there are more
    than `most`.
    """
    unit = common_unit(model.spans)
    found: list[int] = []
    low = 0
    for end, high in [*model.reserved, (model.capacity, model.capacity)]:
        if low < end:
            window = (1 << ((end - low - 1) // unit + 1)) - 1
            sums = 1
            for span in model.spans:
                sums |= (sums << (span // unit)) & window
            if sums.bit_count() + len(found) > most:
                return None
            while sums:
                bit = sums & -sums
                found.append(low + (bit.bit_length() - 1) * unit)
                sums ^= bit
        low = max(low, high)
    return [place for place in found if any(model.fits(i, place) for i in range(len(model)))]


@dataclass(frozen=True)
class Link:
    """How two buffers depend on each other."""

    other: int
    """The other buffer."""
    added: list[Costs]
    """By place of this one: what it adds to the cells of the other one."""


class Grid:
    """
    The table of a problem.

    A price of `forbidden` or more means that the place is not possible.
    """

    def __init__(self, model: Interference, places: list[int]):
        self.model = model
        self.places = places
        self.forbidden = model.total_price + 1
        self.cells: list[Costs] = [
            [0 if model.fits(i, place) else self.forbidden for place in places]
            for i in range(len(model))
        ]
        """What each place costs while nothing is placed."""
        self.uniform = len(set(model.spans)) == 1 and len(set(model.sizes)) == 1
        """Whether all buffers are alike, so that no place that they fit at is better."""
        self._effects: dict[tuple[int, int, int, bool], list[Costs]] = {}
        self.links: list[list[Link]] = [self._links_of(i) for i in range(len(model))]

    def _links_of(self, index: int) -> list[Link]:
        """What depends on a buffer."""
        model = self.model
        links: list[Link] = []
        for other in range(len(model)):
            if other == index:
                continue
            if other in model.apart[index]:
                price, together = self.forbidden, False
            else:
                price = model.prices[index].get(other, 0)
                together = model.must_start_together(index, other)
                if not price and (not together or self.uniform):
                    continue
            links.append(Link(other, self._effect(index, other, price, together)))
        return links

    def _effect(self, index: int, other: int, price: int, together: bool) -> list[Costs]:
        """What a buffer adds to the cells of another one, by its place."""
        spans = self.model.spans
        a, b = spans[index], spans[other]
        key = (a, b, price, together)
        found = self._effects.get(key)
        if found is None:
            found = [
                [
                    0
                    if q >= p + a or p >= q + b
                    else self.forbidden
                    if together and p != q
                    else price
                    for q in self.places
                ]
                for p in self.places
            ]
            self._effects[key] = found
        return found


@dataclass
class Budget:
    """Steps that a search may still take."""

    left: int
    """Number of steps."""

    def spend(self, steps: int = 1) -> bool:
        """Take steps; false if they are not left any more."""
        self.left -= steps
        return self.left >= 0


def improve(grid: Grid, chosen: list[int], budget: Budget, target: int) -> tuple[int, list[int]]:
    """
    Tabu search: again and again move the buffer whose move helps most (or hurts least), and do
    not move it back soon. Starts with a place index for each buffer, returns the best price met
    and its places; stops at `target`.
    """
    n, width = len(chosen), len(grid.places)
    chosen = list(chosen)
    cells = [list(row) for row in grid.cells]
    for i, place in enumerate(chosen):
        for link in grid.links[i]:
            cells[link.other] = list(map(add, cells[link.other], link.added[place]))
    now = sum(cells[i][p] for i, p in enumerate(chosen))
    now += sum(grid.cells[i][p] for i, p in enumerate(chosen))
    now //= 2
    best, best_chosen = now, list(chosen)
    until = [[0] * width for _ in range(n)]
    step = 0
    while best > target and budget.spend():
        step += 1
        move = _best_move(cells, chosen, until, step, best - now)
        if move is None:
            continue
        change, i, place = move
        old = chosen[i]
        for link in grid.links[i]:
            j = link.other
            cells[j] = list(map(sub, map(add, cells[j], link.added[place]), link.added[old]))
        chosen[i] = place
        now += change
        until[i][old] = step + 4 + (step * 7 + i) % 5
        if now < best:
            best, best_chosen = now, list(chosen)
    return best, best_chosen


def _best_move(
    cells: list[Costs], chosen: list[int], until: list[list[int]], step: int, aspiration: int
) -> tuple[int, int, int] | None:
    """
    The best move of a buffer that pays: change of price, buffer, place. A forbidden one counts
    only if it leads to a price never met.
    """
    best: tuple[int, int, int] | None = None
    least = None
    for i, row in enumerate(cells):
        here = chosen[i]
        paid = row[here]
        if not paid:
            continue
        tabu = until[i]
        for place, price in enumerate(row):
            change = price - paid
            if place != here and (least is None or change < least):
                if tabu[place] >= step and change >= aspiration:
                    continue
                least = change
                best = (change, i, place)
    return best


@dataclass
class Proof:
    """What an exhaustive search has found."""

    price: int
    """The lowest price met."""
    chosen: list[int] | None
    """Its places, `None` if no plan that is better than the first one was met."""
    bound: int
    """No plan is cheaper."""


class DollSearch:
    """
    Branch and bound over suffixes of an order, the shortest suffix first ("Russian dolls").

    The best price of a suffix is a bound for what its buffers pay among themselves in every
    longer one; what they pay to those that are already placed is bounded by the cheapest cell of
    each.
    """

    def __init__(self, grid: Grid, order: list[int], budget: Budget):
        self.grid = grid
        self.order = order
        self.budget = budget
        rank = {i: k for k, i in enumerate(order)}
        self.later = [[x for x in grid.links[i] if rank[x.other] > rank[i]] for i in order]
        """Links to buffers that come later, by rank."""
        self.costs = [(1 + len(links)) * len(grid.places) for links in self.later]
        """Steps of the budget that placing a buffer takes, by rank: the cells that it changes."""
        self.suffix = [0] * (len(order) + 1)
        """The best price of the buffers from a rank on."""
        self.best = 0
        self.best_chosen: list[int] = []
        self.target = 0

    def run(self, price: int, chosen: list[int]) -> Proof:
        """Search for plans that are cheaper than a known one."""
        n = len(self.order)
        known = [chosen[i] for i in self.order]
        tail: list[int] = []
        for first in range(n - 1, -1, -1):
            self.target = self.suffix[first + 1]
            start = self._extended(first, tail, known)
            if start is None:
                self.best, self.best_chosen = self.grid.forbidden, []
            else:
                self.best, self.best_chosen = start
            if first == 0 and price < self.best:
                self.best, self.best_chosen = price, known
            if self.best > self.target:
                rows = list(self.grid.cells)
                if not self._search(first, rows, 0, [], 0):
                    bound = self.suffix[first + 1]
                    return Proof(price, None, bound)
            self.suffix[first] = self.best
            if self.best >= self.grid.forbidden:
                return Proof(self.best, None, self.best)
            tail = self.best_chosen
        result = [0] * n
        for i, place in zip(self.order, self.best_chosen, strict=True):
            result[i] = place
        return Proof(self.best, result, self.best)

    def _extended(
        self, first: int, tail: list[int], known: list[int]
    ) -> tuple[int, list[int]] | None:
        """A plan of a suffix: the better of the best one of the next suffix and the known one."""
        candidates = [[place, *tail] for place in range(len(self.grid.places))]
        candidates.append(known[first:])
        best: tuple[int, list[int]] | None = None
        for candidate in candidates:
            price = self._price(first, candidate)
            if price < self.grid.forbidden and (best is None or price < best[0]):
                best = price, candidate
        return best

    def _price(self, first: int, chosen: list[int]) -> int:
        """The price of a plan of a suffix."""
        total = 0
        place_of = dict(zip(self.order[first:], chosen, strict=True))
        for rank in range(first, len(self.order)):
            i = self.order[rank]
            place = place_of[i]
            total += self.grid.cells[i][place]
            for link in self.later[rank]:
                total += link.added[place][place_of[link.other]]
        return total

    def _search(
        self, rank: int, rows: list[Costs], paid: int, chosen: list[int], used: int
    ) -> bool:
        """Place the buffers from a rank on; false if the budget is spent."""
        order = self.order
        if rank == len(order):
            self.best, self.best_chosen = paid, list(chosen)
            return True
        row = rows[order[rank]]
        width = len(row)
        if self.grid.uniform:
            width = min(width, used + 1)
        rest = order[rank + 1 :]
        suffix = self.suffix[rank + 1]
        for place in sorted(range(width), key=row.__getitem__):
            now = paid + row[place]
            if now + suffix >= self.best:
                break
            if not self.budget.spend(self.costs[rank]):
                return False
            after = list(rows)
            for link in self.later[rank]:
                j = link.other
                after[j] = list(map(add, after[j], link.added[place]))
            bound = now + suffix
            for j in rest:
                bound += min(after[j])
            if bound >= self.best:
                continue
            chosen.append(place)
            if not self._search(rank + 1, after, now, chosen, max(used, place + 1)):
                return False
            chosen.pop()
            if self.best <= self.target:
                return True
        return True
