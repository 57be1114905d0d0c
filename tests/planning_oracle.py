"""What a plan is, said again and slowly: for the tests of the planner."""

from __future__ import annotations

from collections.abc import Iterator

from transforms.planning.problem import Buffer, Pair, Problem, Score

Offsets = dict[int, int]
"""Addresses by key."""


def share(problem: Problem, offsets: Offsets, pair: Pair) -> bool:
    """Whether two buffers have a byte in common."""
    size = {b.key: b.size for b in problem.buffers}
    a, b = pair
    return offsets[a] < offsets[b] + size[b] and offsets[b] < offsets[a] + size[a]


def is_legal(problem: Problem, offsets: Offsets) -> bool:
    """Whether a plan keeps every rule."""
    return all(
        _is_inside(problem, a, offsets[a.key])
        and all(_is_legal_pair(problem, offsets, a, b) for b in problem.buffers[:k])
        for k, a in enumerate(problem.buffers)
    )


def _is_inside(problem: Problem, buffer: Buffer, low: int) -> bool:
    """Whether a buffer at an address is aligned, in the memory and off what is reserved."""
    high = low + buffer.size
    return (
        low >= 0
        and high <= problem.capacity
        and low % problem.alignment == 0
        and not any(low < end and begin < high for begin, end in problem.reserved)
    )


def _is_legal_pair(problem: Problem, offsets: Offsets, a: Buffer, b: Buffer) -> bool:
    """Whether two buffers share no byte, or may do it as they do."""
    if not share(problem, offsets, (a.key, b.key)):
        return True
    if (a.key, b.key) in problem.separate or (b.key, a.key) in problem.separate:
        return False
    if a.start < b.end and b.start < a.end:
        return False
    together = offsets[a.key] == offsets[b.key]
    if problem.in_place is not None and (a.start == b.end or b.start == a.end):
        allowed = (a.key, b.key) in problem.in_place or (b.key, a.key) in problem.in_place
        if not (allowed and together and a.size == b.size):
            return False
    return together or not problem.same_start_only


def score_of(problem: Problem, offsets: Offsets) -> Score:
    """What a plan gives up and pays."""
    return Score(
        sum(w.weight for w in problem.wishes if share(problem, offsets, w.pair)),
        sum(r.cost for r in problem.reuse if share(problem, offsets, r.pair)),
    )


def best_score(problem: Problem) -> Score | None:
    """The best score of all plans there are, `None` if there is none."""
    scores = (score_of(problem, plan) for plan in _legal_plans(problem, {}))
    return min(scores, key=lambda s: (s.given_up, s.cost), default=None)


def _legal_plans(problem: Problem, offsets: Offsets) -> Iterator[Offsets]:
    """Every legal plan that has these addresses for the first buffers."""
    done = problem.buffers[: len(offsets)]
    if len(done) == len(problem.buffers):
        yield offsets
        return
    buffer = problem.buffers[len(done)]
    for place in range(0, problem.capacity, problem.alignment):
        longer = offsets | {buffer.key: place}
        if _is_inside(problem, buffer, place) and all(
            _is_legal_pair(problem, longer, buffer, other) for other in done
        ):
            yield from _legal_plans(problem, longer)
