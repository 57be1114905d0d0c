"""
The planner `solve`: addresses that keep apart whatever the capacity lets it keep apart.

Steps, each only if those before it did not settle the matter:

1. Every buffer gets bytes of its own.
2. First fit with all wishes and priced pairs kept apart, in several orders; the lowest peak wins.
3. Greedy placing that pays where it must, as a start.
4. Search: over a table of addresses if few are enough (`grid`), else for a plan that pays nothing
   (`fit`), then over orders to place in (`reorder`), then for any plan that fits (`fit`).

Every search is limited by steps and never by time, and draws no random numbers: a problem has
one plan, on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from transforms.planning.exact import solve_exactly
from transforms.planning.fit import FitSearch
from transforms.planning.greedy import orders, place_free, place_paying, settle
from transforms.planning.grid import Budget, DollSearch, Grid, improve, places_of
from transforms.planning.interference import Interference, align_up, live_bytes, merged
from transforms.planning.problem import NoPlan, Plan, Problem, Score, Verdict
from transforms.planning.reorder import reorder

Priced = tuple[int, list[int]]
"""Price and offsets of a plan."""
MANY = 500
"""Buffers from which the first order that fits is good enough."""


@dataclass(frozen=True)
class Effort:
    """How much the searches may do for a problem."""

    most_places: int = 40
    """Addresses up to which a table is searched."""
    most_buffers: int = 32
    """Buffers up to which a table is searched."""
    quick_steps: int = 12_000
    """Cells changed by the exhaustive search of a table before anything else is tried."""
    tabu_steps: int = 400
    """Moves of the tabu search of a table."""
    proof_steps: int = 200_000
    """Cells changed by the exhaustive search of a table after that."""
    unpaid_nodes: int = 500
    """Nodes of the search for a plan that pays nothing, if plans can pay."""
    reorder_steps: int = 100_000
    """Buffers looked at by the search over orders."""
    fit_nodes: int = 20_000
    """Nodes of the search for any plan that fits."""
    exact: float = 0.0
    """Deterministic time (about seconds) of OR-Tools for what is not proven after all that."""


def solve(problem: Problem, effort: Effort | None = None) -> Plan | NoPlan:
    """Find addresses for a problem."""
    offsets = _side_by_side(problem)
    if offsets is not None:
        return _unpaid_plan(problem, offsets)
    live = live_bytes(problem)
    if live > _room(problem):
        return NoPlan(Verdict.INFEASIBLE, live)
    return _Search(problem, effort or Effort()).run()


def _side_by_side(problem: Problem) -> list[int] | None:
    """Give every buffer bytes of its own, in order; `None` if that does not fit."""
    offsets: list[int] = []
    place, ranges = 0, iter(sorted(problem.reserved))
    low, high = next(ranges, (problem.capacity, problem.capacity))
    for buffer in problem.buffers:
        while place + buffer.size > low:
            if low >= problem.capacity:
                return None
            place = max(place, align_up(high, problem.alignment))
            low, high = next(ranges, (problem.capacity, problem.capacity))
        offsets.append(place)
        place = align_up(place + buffer.size, problem.alignment)
    return offsets


def _unpaid_plan(problem: Problem, offsets: list[int]) -> Plan:
    """A plan that keeps every wish and costs nothing."""
    peak = max((o + b.size for o, b in zip(offsets, problem.buffers, strict=True)), default=0)
    places = {b.key: o for b, o in zip(problem.buffers, offsets, strict=True)}
    return Plan(places, Score(0, 0), Score(0, 0), peak, (), ())


class _Search:
    """The steps for a problem whose buffers must share bytes."""

    def __init__(self, problem: Problem, effort: Effort):
        self.problem = problem
        self.effort = effort
        self.model = Interference(problem)

    def run(self) -> Plan | NoPlan:
        """Go through the steps."""
        model = self.model
        if not _all_fit_alone(model):
            return NoPlan(Verdict.INFEASIBLE, live_bytes(self.problem))
        tries = orders(model)
        free: list[list[int]] = []
        for order in tries:
            plan = place_free(model, order)
            if plan is not None:
                free.append(plan)
                if len(model) > MANY:
                    break
        if free:
            return _unpaid_plan(self.problem, min(free, key=lambda o: (model.peak_of(o), o)))
        best: Priced | None = None
        limit = model.total_price
        for order in tries if limit else ():
            found = place_paying(model, order, limit)
            if found is not None:
                best = found
                limit = found[0] - 1
                if len(model) > MANY:
                    break
        places = None
        if len(model) <= self.effort.most_buffers:
            places = places_of(model, self.effort.most_places)
        if places is None:
            found = self._off_grid(tries[0], best)
        else:
            found = self._on_grid(Grid(model, places), best)
        settled = found.verdict in (Verdict.OPTIMAL, Verdict.INFEASIBLE)
        return found if settled or not self.effort.exact else self._settled(found)

    def _on_grid(self, grid: Grid, known: Priced | None) -> Plan | NoPlan:
        """Search the table of the problem."""
        model = self.model
        index = {place: k for k, place in enumerate(grid.places)}
        if known is None:
            price, chosen = grid.forbidden, [0] * len(model)
        else:
            price, chosen = known[0], [index[o] for o in known[1]]
        order = sorted(range(len(model)), key=lambda i: (model.starts[i], i))
        bound = 0
        for steps in (self.effort.quick_steps, self.effort.proof_steps):
            proof = DollSearch(grid, order, Budget(steps)).run(price, chosen)
            bound = max(bound, proof.bound)
            if proof.chosen is not None:
                price, chosen = proof.price, proof.chosen
            if bound >= price or steps == self.effort.proof_steps:
                break
            price, chosen = improve(grid, chosen, Budget(self.effort.tabu_steps), bound)
            if bound >= price:
                break
        if bound >= grid.forbidden:
            return NoPlan(Verdict.INFEASIBLE, live_bytes(self.problem))
        if price >= grid.forbidden:
            return self._plan(None, bound)
        return self._plan((price, [grid.places[k] for k in chosen]), bound)

    def _off_grid(self, order: list[int], known: Priced | None) -> Plan | NoPlan:
        """Search all addresses."""
        model, effort, best, bound = self.model, self.effort, known, 0
        if model.total_price:
            fit = self._fit(keep_priced=True, nodes=effort.unpaid_nodes)
            if isinstance(fit, list):
                return self._plan((0, fit), 0)
            if fit is Verdict.INFEASIBLE:
                bound = min(price for prices in model.prices for price in prices.values())
            best = reorder(model, order, best, Budget(effort.reorder_steps))
        if best is None:
            fit = self._fit(keep_priced=False, nodes=effort.fit_nodes)
            if fit is Verdict.INFEASIBLE:
                return NoPlan(fit, live_bytes(self.problem))
            if isinstance(fit, list):
                settle(model, fit)
                best = model.price_of(fit), fit
        return self._plan(best, bound)

    def _fit(self, keep_priced: bool, nodes: int) -> list[int] | Verdict:
        """Offsets that pay nothing or merely fit, or why there are none."""
        model = self.model
        if model.all_same_start:
            return Verdict.NOT_FOUND
        search = FitSearch(model, keep_priced)
        offsets = search.run(Budget(nodes))
        if offsets is not None:
            return offsets
        proven = search.exhausted and not any(model.same_start)
        return Verdict.INFEASIBLE if proven else Verdict.NOT_FOUND

    def _settled(self, found: Plan | NoPlan) -> Plan | NoPlan:
        """What is left when OR-Tools has looked at it."""
        known, bound = None, 0
        if isinstance(found, Plan):
            known = list(found.offsets.values())
            bound = self.model.price(found.bound)
        exact = solve_exactly(self.model, known, self.effort.exact)
        if exact.verdict is Verdict.INFEASIBLE:
            return NoPlan(Verdict.INFEASIBLE, live_bytes(self.problem))
        plans = [plan for plan in (exact.offsets, known) if plan is not None]
        if not plans:
            return found
        best = min(plans, key=self.model.price_of)
        return self._plan((self.model.price_of(best), best), max(bound, exact.bound))

    def _plan(self, found: Priced | None, bound: int) -> Plan | NoPlan:
        """The result, with what it gives up."""
        model, problem = self.model, self.problem
        if found is None:
            return NoPlan(Verdict.NOT_FOUND, live_bytes(problem))
        offsets = found[1]
        settle(model, offsets)
        price = model.price_of(offsets)
        spans = model.spans
        index = {b.key: i for i, b in enumerate(problem.buffers)}

        def shares(pair: tuple[int, int]) -> bool:
            """Whether a pair shares a byte although it does not have to be apart."""
            a, b = index[pair[0]], index[pair[1]]
            return (
                a != b and offsets[a] < offsets[b] + spans[b] and offsets[b] < offsets[a] + spans[a]
            )

        return Plan(
            {b.key: o for b, o in zip(problem.buffers, offsets, strict=True)},
            model.score(price),
            model.score(min(bound, price)),
            model.peak_of(offsets),
            tuple(w for w in problem.wishes if shares(w.pair)),
            tuple(r for r in problem.reuse if r.cost and shares(r.pair)),
        )


def _room(problem: Problem) -> int:
    """Bytes that are not reserved, a broken unit at the end of a range counted whole."""
    room = low = 0
    reserved = merged(problem.reserved, problem.alignment)
    for end, high in [*reserved, (problem.capacity, problem.capacity)]:
        room += align_up(max(end - low, 0), problem.alignment)
        low = max(low, high)
    return room


def _all_fit_alone(model: Interference) -> bool:
    """Whether every buffer would fit if there were no other."""
    ends = [0, *(high for _, high in model.reserved)]
    return all(any(model.fits(i, end) for end in ends) for i in range(len(model)))
