"""
Search for any plan that fits, where buffers fill the memory so tightly that greedy placing fails.

Branch and bound from the bottom up. Every buffer has an *estimate*, an address that it cannot
go below, and a *floor*, the top of what was placed below it. A buffer whose estimate is its floor
either is placed there, or something is still to come below it: then its estimate rises to the
lowest top that something can have, and it waits until its floor is there. That covers every plan
that is pushed down as far as it goes.

A branch ends when the estimates of the buffers that live at a tick leave too little room for
them, or when a buffer waits that nothing can be put below.

Of the buffers that may be placed the lowest is, of several the one that most dead ends were found
at. After some dead ends the search starts again from the bottom with what it has learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from transforms.planning.greedy import UNPLACED
from transforms.planning.grid import Budget
from transforms.planning.interference import Interference, align_up

DEAD_ENDS = 60
"""Dead ends before a restart of the first lap; the laps after it have so many more each."""
FADING = (0.95, 0.98)
"""What is left of the blame after a restart: a shorter and a longer memory take turns."""


@dataclass(frozen=True)
class Placed:
    """A decision: a buffer is placed."""

    index: int
    """The buffer."""
    before: list[tuple[int, int, int]]
    """Buffers whose floor rose, with floor and estimate before."""


@dataclass(frozen=True)
class Delayed:
    """A decision: something comes below a buffer."""

    index: int
    """The buffer."""
    estimate: int
    """Its estimate before."""


class FitSearch:
    """
    Search for a plan that pays nothing (`keep_priced`) or that merely fits.

    Pairs that may share the identical range are kept apart too, so the search does not prove
    anything if there are such pairs; nor does it apply if all pairs are such.
    """

    def __init__(self, model: Interference, keep_priced: bool):
        n = len(model)
        self.model = model
        self.spans = model.spans
        self.top = align_up(model.capacity, model.alignment)
        """No span ends above."""
        self.related = [
            sorted(
                model.apart[i]
                | model.same_start[i]
                | (model.prices[i].keys() if keep_priced else set[int]())
            )
            for i in range(n)
        ]
        """What each buffer is kept apart from."""
        self.crowds = _crowds(model)
        """The largest sets of buffers that live at the same time."""
        self.crowds_of: list[list[int]] = [[] for _ in range(n)]
        for k, crowd in enumerate(self.crowds):
            for i in crowd:
                self.crowds_of[i].append(k)
        self.loads = [sum(self.spans[i] for i in crowd) for crowd in self.crowds]
        """Bytes of each crowd."""
        self.blame = [0.0] * n
        """Dead ends that each buffer was left over at; older ones count less."""
        self.exhausted = False
        """Whether every plan was ruled out."""

    def run(self, budget: Budget) -> list[int] | None:
        """Offsets of a plan, `None` if none was found."""
        ranks = self._first_ranks()
        memories = [[0.0] * len(self.model) for _ in FADING]
        turn = 0
        while budget.left > 0 and not self.exhausted:
            round_, which = divmod(turn, len(FADING))
            lap, way = divmod(round_, len(ranks))
            self.blame = memories[which]
            rank = ranks[way]
            if lap:
                rank = _rank([(-blame, r) for blame, r in zip(self.blame, rank, strict=True)])
            offsets = _Descent(self, rank).run(DEAD_ENDS * (1 + lap), budget)
            if offsets is not None:
                return offsets
            memories[which] = [blame * FADING[which] for blame in self.blame]
            turn += 1
        return None

    def lift(self, index: int, place: int) -> int:
        """The lowest address from a place on where a buffer touches nothing reserved."""
        end = self.model.sizes[index]
        for low, high in self.model.reserved:
            if place + end > low and place < high:
                place = high
        return place

    def _first_ranks(self) -> list[list[int]]:
        """Ranks of the buffers, by different ideas of which are hard to place."""
        model, spans = self.model, self.spans
        n = len(model)
        lives = [e - s for s, e in zip(model.starts, model.ends, strict=True)]
        areas = [life * span for life, span in zip(lives, spans, strict=True)]
        loads = [max(self.loads[k] for k in self.crowds_of[i]) for i in range(n)]
        keys = (
            [(-loads[i], -lives[i], -areas[i]) for i in range(n)],
            [(-loads[i], -areas[i], -lives[i]) for i in range(n)],
            [(-lives[i], -areas[i], -loads[i]) for i in range(n)],
            [(-areas[i],) for i in range(n)],
            [(-spans[i],) for i in range(n)],
        )
        return [_rank(key) for key in keys]


class _Descent:
    """One run of the search, until its dead ends are used up."""

    def __init__(self, search: FitSearch, rank: list[int]):
        n = len(search.model)
        self.search = search
        self.rank = rank
        self.offsets = [UNPLACED] * n
        self.floors = [search.lift(i, 0) for i in range(n)]
        self.estimates = list(self.floors)
        self.unplaced = set(range(n))
        self.missing = list(search.loads)
        """Bytes of each crowd that are not placed."""
        self.decisions: list[Placed | Delayed] = []

    def run(self, dead_ends: int, budget: Budget) -> list[int] | None:
        """Offsets of a plan, `None` if none was found."""
        while self.unplaced:
            index = self._lowest()
            if not budget.spend():
                return None
            alive = index is not None and self._place(index)
            while not alive:
                dead_ends -= 1
                if dead_ends < 0:
                    return None
                index = self._undo()
                if index is None:
                    self.search.exhausted = True
                    return None
                alive = self._delay(index)
        return self.offsets

    def _lowest(self) -> int | None:
        """The buffer with the lowest floor of those that do not wait."""
        floors, estimates, rank = self.floors, self.estimates, self.rank
        found, lowest = None, self.search.top
        for i in self.unplaced:
            floor = floors[i]
            if floor > lowest or estimates[i] != floor:
                continue
            if found is None or floor < lowest or rank[i] < rank[found]:
                found, lowest = i, floor
        return found

    def _place(self, index: int) -> bool:
        """Place a buffer on its floor; false if that leads nowhere."""
        search, offsets = self.search, self.offsets
        floors, estimates = self.floors, self.estimates
        place = floors[index]
        top = place + search.spans[index]
        offsets[index] = place
        self.unplaced.discard(index)
        touched = set(search.crowds_of[index])
        for k in search.crowds_of[index]:
            self.missing[k] -= search.spans[index]
        before: list[tuple[int, int, int]] = []
        for j in search.related[index]:
            if offsets[j] < 0 and floors[j] < top:
                before.append((j, floors[j], estimates[j]))
                floors[j] = search.lift(j, top) if search.model.reserved else top
                if estimates[j] < floors[j]:
                    estimates[j] = floors[j]
                    touched.update(search.crowds_of[j])
        self.decisions.append(Placed(index, before))
        inside = place + search.model.sizes[index] <= search.model.capacity
        return inside and self._have_room(touched)

    def _undo(self) -> int | None:
        """Take the last placed buffer back; `None` if there is none."""
        while self.decisions:
            last = self.decisions.pop()
            if isinstance(last, Delayed):
                self.estimates[last.index] = last.estimate
                continue
            index = last.index
            for j, floor, estimate in last.before:
                self.floors[j], self.estimates[j] = floor, estimate
            self.offsets[index] = UNPLACED
            self.unplaced.add(index)
            for k in self.search.crowds_of[index]:
                self.missing[k] += self.search.spans[index]
            return index
        return None

    def _delay(self, index: int) -> bool:
        """Demand that something comes below a buffer; false if that leads nowhere."""
        search, estimates, offsets = self.search, self.estimates, self.offsets
        self.decisions.append(Delayed(index, estimates[index]))
        top = self.floors[index] + search.spans[index]
        tops = [
            estimates[j] + search.spans[j]
            for j in search.related[index]
            if offsets[j] < 0 and estimates[j] < top
        ]
        if not tops:
            return False
        estimates[index] = search.lift(index, min(tops))
        return self._have_room(search.crowds_of[index])

    def _have_room(self, crowds: Iterable[int]) -> bool:
        """Whether the unplaced buffers of each crowd fit above their estimates."""
        search, offsets, estimates = self.search, self.offsets, self.estimates
        spans = search.spans
        for k in crowds:
            if not self.missing[k]:
                continue
            rest = [j for j in search.crowds[k] if offsets[j] < 0]
            rest.sort(key=estimates.__getitem__)
            if estimates[rest[-1]] + self.missing[k] <= search.top:
                continue
            reach = 0
            for j in rest:
                if reach < estimates[j]:
                    reach = estimates[j]
                reach += spans[j]
            if reach > search.top:
                for j in rest:
                    search.blame[j] += 1.0
                return False
        return True


def _crowds(model: Interference) -> list[list[int]]:
    """The sets of buffers that live at the same tick, without those inside another one."""
    starting: dict[int, list[int]] = {}
    for i, start in enumerate(model.starts):
        starting.setdefault(start, []).append(i)
    crowds: list[list[int]] = []
    live: list[int] = []
    grown = False
    ends = sorted((end, i) for i, end in enumerate(model.ends))
    done = 0
    for start in sorted(starting):
        ended: set[int] = set()
        while done < len(ends) and ends[done][0] <= start:
            ended.add(ends[done][1])
            done += 1
        if ended:
            if grown:
                crowds.append(sorted(live))
            grown = False
            live = [i for i in live if i not in ended]
        live += starting[start]
        grown = True
    if grown:
        crowds.append(sorted(live))
    return crowds


def _rank(keys: Sequence[tuple[float, ...]]) -> list[int]:
    """The place of each index in the order of its key."""
    rank = [0] * len(keys)
    for place, i in enumerate(sorted(range(len(keys)), key=lambda i: (keys[i], i))):
        rank[i] = place
    return rank
