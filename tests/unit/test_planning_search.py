"""The searches of the planner `solve` against all plans there are, and on tight packings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planning_oracle import best_score, is_legal, score_of

from transforms.planning.fit import FitSearch
from transforms.planning.greedy import orders, place_free
from transforms.planning.grid import Budget, DollSearch, Grid, places_of
from transforms.planning.interference import Interference
from transforms.planning.problem import Buffer, Plan, Problem, Reuse, Score, Verdict, Wish
from transforms.planning.solve import Effort, solve

FEW = settings(max_examples=60, deadline=None)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Problems of up to 5 buffers in up to 6 units, with every kind of rule."""
    alignment = draw(st.sampled_from([1, 4]))
    units = draw(st.integers(1, 6))
    capacity = units * alignment - draw(st.integers(0, alignment - 1))
    n = draw(st.integers(1, 5))
    buffers: list[Buffer] = []
    for key in range(n):
        start = draw(st.integers(0, 6))
        size = draw(st.integers(1, 3 * alignment))
        buffers.append(Buffer(key, size, start, start + draw(st.integers(1, 4))))
    pair = st.sampled_from([(a, b) for a in range(n) for b in range(n) if a != b] or [(0, 0)])
    low = draw(st.integers(0, capacity))
    return Problem(
        capacity,
        tuple(buffers),
        reserved=((low, low + draw(st.integers(1, alignment))),) if draw(st.booleans()) else (),
        alignment=alignment,
        separate=tuple(draw(st.lists(pair, max_size=2))) if n > 1 else (),
        wishes=tuple(
            Wish(p, draw(st.integers(1, 2))) for p in draw(st.lists(pair, max_size=3)) if n > 1
        ),
        reuse=tuple(
            Reuse(p, draw(st.integers(0, 3))) for p in draw(st.lists(pair, max_size=6)) if n > 1
        ),
        in_place=frozenset(draw(st.lists(pair))) if draw(st.booleans()) else None,
        same_start_only=draw(st.booleans()),
    )


@FEW
@given(problems())
def test_a_table_gives_the_best_plan_there_is(problem: Problem):
    best = best_score(problem)
    found = solve(problem)
    if isinstance(found, Plan):
        assert is_legal(problem, found.offsets)
        assert found.score == score_of(problem, found.offsets) == best
        assert found.verdict is Verdict.OPTIMAL
    else:
        assert best is None
        assert found.verdict is Verdict.INFEASIBLE


@FEW
@given(problems())
def test_without_a_table_plans_are_legal_and_bounds_hold(problem: Problem):
    best = best_score(problem)
    found = solve(problem, Effort(most_places=0))
    if isinstance(found, Plan):
        assert is_legal(problem, found.offsets)
        assert best is not None
        assert not best < found.bound
        assert found.score == score_of(problem, found.offsets)
        assert not found.score < best
    else:
        assert best is None or found.verdict is Verdict.NOT_FOUND


def best_of_table(problem: Problem) -> Score | None:
    """What the exhaustive search of a table finds without a plan to start with."""
    model = Interference(problem)
    places = places_of(model, 100)
    assert places is not None
    if not places:
        return None
    grid = Grid(model, places)
    search = DollSearch(grid, list(range(len(model))), Budget(1_000_000))
    proof = search.run(grid.forbidden, [0] * len(model))
    assert proof.bound == proof.price
    return model.score(proof.price) if proof.price < grid.forbidden else None


@FEW
@given(problems())
def test_search_by_table_needs_no_good_start(problem: Problem):
    assert best_of_table(problem) == best_score(problem)


@FEW
@given(st.lists(st.integers(0, 5), min_size=21, max_size=21), st.sampled_from([None, 1, 3]))
def test_search_by_table_knows_that_equal_places_are_equal(costs: list[int], hole: int | None):
    n = 7
    pairs = [(a, b) for a in range(n) for b in range(a)]
    problem = Problem(
        capacity=3 if hole is None else 4,
        buffers=tuple(Buffer(k, 1, 2 * k, 2 * k + 1 + k % 3) for k in range(n)),
        reserved=() if hole is None else ((hole, hole + 1),),
        alignment=1,
        reuse=tuple(Reuse(pair, cost) for pair, cost in zip(pairs, costs, strict=True)),
    )
    assert best_of_table(problem) == best_score(problem)


@FEW
@given(problems())
def test_search_for_a_tight_packing_finds_one_or_proves_that_there_is_none(problem: Problem):
    problem = replace(problem, in_place=None, same_start_only=False, wishes=(), reuse=())
    search = FitSearch(Interference(problem), keep_priced=False)
    offsets = search.run(Budget(10_000))
    if offsets is None:
        assert search.exhausted
        assert best_score(problem) is None
    else:
        assert is_legal(problem, dict(enumerate(offsets)))


def test_something_comes_below_the_buffer_that_was_tried_first():
    lives = [(1, 0, 4), (1, 0, 5), (4, 5, 6), (3, 2, 5), (1, 4, 6), (3, 0, 2), (2, 0, 6)]
    buffers = tuple(Buffer(k, *life) for k, life in enumerate(lives))
    problem = Problem(7, buffers, alignment=1)
    offsets = FitSearch(Interference(problem), keep_priced=False).run(Budget(1_000))
    assert offsets is not None
    assert is_legal(problem, dict(enumerate(offsets)))


@st.composite
def perfect_packings(draw: st.DrawFn) -> tuple[int, list[tuple[int, int, int]]]:
    """A memory cut into `(size, start, end)`, so that no byte is unused at any tick."""
    capacity, ticks = 24, 24
    blocks = [(0, capacity, 0, ticks)]
    for _ in range(draw(st.integers(4, 24))):
        at = draw(st.integers(0, len(blocks) - 1))
        low, high, start, end = blocks[at]
        if draw(st.booleans()) and high - low > 1:
            cut = draw(st.integers(low + 1, high - 1))
            blocks[at : at + 1] = [(low, cut, start, end), (cut, high, start, end)]
        elif end - start > 1:
            cut = draw(st.integers(start + 1, end - 1))
            blocks[at : at + 1] = [(low, high, start, cut), (low, high, cut, end)]
    return capacity, [(high - low, start, end) for low, high, start, end in blocks]


@FEW
@given(perfect_packings())
def test_a_perfect_packing_is_found(packing: tuple[int, list[tuple[int, int, int]]]):
    capacity, blocks = packing
    buffers = tuple(Buffer(k, *block) for k, block in enumerate(blocks))
    problem = Problem(capacity, buffers, alignment=1)
    offsets = FitSearch(Interference(problem), keep_priced=True).run(Budget(20_000))
    assert offsets is not None
    assert is_legal(problem, dict(enumerate(offsets)))


@pytest.mark.parametrize("same_start_only", [False, True])
def test_first_fit_keeps_its_place_among_reserved_bytes(same_start_only: bool):
    buffers = tuple(Buffer(k, 32 * (1 + k % 2), k, k + 2) for k in range(8))
    reserved = ((32, 64), (96, 128))
    problem = Problem(512, buffers, reserved=reserved, same_start_only=same_start_only)
    model = Interference(problem)
    for order in orders(model):
        offsets = place_free(model, order)
        assert offsets is not None
        assert is_legal(problem, dict(enumerate(offsets)))
