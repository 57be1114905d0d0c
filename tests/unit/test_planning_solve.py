"""The planner `solve` on small problems whose best plan is known."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from hash_seeds import outputs
from planning_oracle import is_legal, score_of, share

from transforms.planning.problem import (
    Buffer,
    NoPlan,
    Pair,
    Plan,
    Problem,
    Reuse,
    Score,
    Verdict,
    Wish,
)
from transforms.planning.solve import Effort, solve

WITHOUT_TABLE = Effort(most_places=0)
"""Forces the searches that need no table of addresses."""


def in_turn(*sizes: int) -> tuple[Buffer, ...]:
    """Buffers that live one after the other, with a tick between two lives."""
    return tuple(Buffer(k, size, 3 * k, 3 * k + 2) for k, size in enumerate(sizes))


def at_once(*sizes: int) -> tuple[Buffer, ...]:
    """Buffers that all live at the same time."""
    return tuple(Buffer(k, size, 0, 1) for k, size in enumerate(sizes))


def plan_of(problem: Problem, effort: Effort | None = None) -> Plan:
    """The plan of a problem that has one; every rule is checked."""
    plan = solve(problem, effort)
    assert isinstance(plan, Plan)
    assert is_legal(problem, plan.offsets)
    assert plan.score == score_of(problem, plan.offsets)
    assert not plan.score < plan.bound
    return plan


class TestFit:
    def test_every_buffer_is_alone_if_that_fits(self):
        plan = plan_of(Problem(128, in_turn(32, 32, 64)))
        assert plan.offsets == {0: 0, 1: 32, 2: 64}
        assert plan.verdict is Verdict.OPTIMAL

    def test_nothing_to_place(self):
        assert plan_of(Problem(0, ())).peak == 0

    def test_addresses_are_aligned(self):
        plan = plan_of(Problem(128, at_once(1, 33, 32)))
        assert plan.offsets == {0: 0, 1: 32, 2: 96}

    def test_the_last_buffer_may_end_at_an_odd_capacity(self):
        assert plan_of(Problem(33, at_once(32, 1))).offsets == {0: 0, 1: 32}

    def test_reserved_bytes_are_left_alone(self):
        plan = plan_of(Problem(160, at_once(64, 32), reserved=((0, 10), (64, 96))))
        assert plan.offsets == {0: 96, 1: 32}

    def test_buffers_share_what_they_need_at_different_times(self):
        plan = plan_of(Problem(64, in_turn(64, 32, 64)))
        assert plan.peak == 64
        assert plan.verdict is Verdict.OPTIMAL

    def test_a_dead_buffer_is_subdivided(self):
        big, left, right = Buffer(0, 64, 0, 2), Buffer(1, 32, 2, 4), Buffer(2, 32, 2, 4)
        plan = plan_of(Problem(64, (big, left, right)))
        assert sorted(plan.offsets.values()) == [0, 0, 32]

    def test_the_lowest_peak_wins_if_sharing_is_free(self):
        assert plan_of(Problem(96, in_turn(32, 64, 32))).peak == 64

    @pytest.mark.parametrize("effort", [Effort(), WITHOUT_TABLE], ids=["table", "no table"])
    def test_a_pinwheel_is_packed(self, effort: Effort):
        # Sizes 3, 2, 2, 3 around a hole: greedy placing by size or by start leaves it open.
        buffers = (
            Buffer(0, 2, 0, 4),
            Buffer(1, 4, 4, 6),
            Buffer(2, 2, 2, 6),
            Buffer(3, 4, 0, 2),
            Buffer(4, 2, 2, 4),
        )
        assert plan_of(Problem(6, buffers, alignment=1), effort).peak == 6


class TestNoPlan:
    def test_too_much_lives_at_once(self):
        found = solve(Problem(96, at_once(64, 64)))
        assert isinstance(found, NoPlan)
        assert (found.verdict, found.live) == (Verdict.INFEASIBLE, 128)
        assert str(found) == "infeasible (proven)"

    def test_no_window_between_reserved_bytes_is_large_enough(self):
        found = solve(Problem(128, at_once(64), reserved=((32, 64),), alignment=64))
        assert isinstance(found, Plan)
        found = solve(Problem(128, at_once(96), reserved=((32, 64),)))
        assert isinstance(found, NoPlan)
        assert found.verdict is Verdict.INFEASIBLE

    @pytest.mark.parametrize("effort", [Effort(), WITHOUT_TABLE], ids=["table", "no table"])
    def test_three_that_must_be_apart_need_three_places(self, effort: Effort):
        separate = ((0, 1), (1, 2), (0, 2))
        found = solve(Problem(64, in_turn(32, 32, 32), separate=separate), effort)
        assert isinstance(found, NoPlan)
        assert found.verdict is Verdict.INFEASIBLE

    def test_giving_up_early_is_not_called_proven(self):
        # Apart like the corners of a cycle of five: two places do not do, which takes a search.
        ring = tuple((k, (k + 1) % 5) for k in range(5))
        problem = Problem(64, in_turn(*[32] * 5), separate=ring)
        found = solve(problem, Effort(quick_steps=2, tabu_steps=2, proof_steps=2))
        assert isinstance(found, NoPlan)
        assert (found.verdict, str(found)) == (Verdict.NOT_FOUND, "not found")
        proven = solve(problem)
        assert isinstance(proven, NoPlan)
        assert proven.verdict is Verdict.INFEASIBLE


class TestPrices:
    def test_the_cheapest_pair_shares(self):
        reuse = (Reuse((0, 1), 3), Reuse((1, 2), 2), Reuse((0, 2), 4))
        plan = plan_of(Problem(64, in_turn(32, 32, 32), reuse=reuse))
        assert plan.score == Score(0, 2)
        assert plan.paid == (reuse[1],)
        assert plan.verdict is Verdict.OPTIMAL

    def test_a_pair_pays_once_however_much_it_shares(self):
        plan = plan_of(Problem(64, in_turn(64, 64), reuse=(Reuse((0, 1), 5),)))
        assert plan.score == Score(0, 5)

    def test_sharing_that_is_free_is_preferred(self):
        reuse = (Reuse((0, 1)), Reuse((1, 2)))
        plan = plan_of(Problem(64, in_turn(32, 32, 32), reuse=reuse))
        assert plan.score == Score(0, 0)
        assert plan.offsets[0] == plan.offsets[2] != plan.offsets[1]

    def test_a_plan_that_is_not_proven_says_what_is(self):
        reuse = tuple(Reuse((a, b)) for a in range(6) for b in range(a))
        problem = Problem(64, in_turn(*[32] * 6), reuse=reuse)
        plan = plan_of(problem, Effort(quick_steps=1, proof_steps=1, tabu_steps=1))
        assert str(plan) == f"feasible (bound {plan.bound.cost})"
        best = plan_of(problem)
        assert (best.score, str(best)) == (Score(0, 6), "optimal")

    def test_without_a_table_prices_are_still_low(self):
        reuse = (Reuse((0, 1), 3), Reuse((1, 2), 2), Reuse((0, 2), 4))
        plan = plan_of(Problem(64, in_turn(32, 32, 32), reuse=reuse), WITHOUT_TABLE)
        assert (plan.score, plan.bound) == (Score(0, 2), Score(0, 2))


class TestWishes:
    def test_a_wish_is_kept_if_that_fits(self):
        plan = plan_of(Problem(64, in_turn(32, 32), wishes=(Wish((0, 1)),)))
        assert plan.given_up == ()

    def test_a_wish_is_given_up_if_nothing_fits_otherwise(self):
        wish = Wish((0, 1))
        plan = plan_of(Problem(32, in_turn(32, 32), wishes=(wish,)))
        assert plan.given_up == (wish,)
        assert plan.verdict is Verdict.OPTIMAL

    def test_the_lightest_wish_is_given_up(self):
        wishes = (Wish((0, 1), 2), Wish((1, 2), 1), Wish((0, 2), 3))
        plan = plan_of(Problem(64, in_turn(32, 32, 32), wishes=wishes))
        assert plan.given_up == (wishes[1],)

    def test_as_few_wishes_as_possible_are_given_up(self):
        wishes = tuple(Wish((a, b)) for a in range(4) for b in range(a))
        plan = plan_of(Problem(64, in_turn(32, 32, 32, 32), wishes=wishes))
        assert plan.score == Score(2, 0)

    def test_a_wish_is_worth_more_than_any_cost(self):
        reuse = (Reuse((1, 2), 1000), Reuse((0, 2), 1000))
        plan = plan_of(Problem(64, in_turn(32, 32, 32), wishes=(Wish((0, 1)),), reuse=reuse))
        assert plan.score == Score(0, 1000)

    def test_a_must_is_worth_more_than_any_wish(self):
        wishes = (Wish((1, 2), 9), Wish((0, 2), 9))
        problem = Problem(64, in_turn(32, 32, 32), separate=((0, 1),), wishes=wishes)
        assert plan_of(problem).score == Score(9, 0)


class TestSameStart:
    def test_sharers_begin_together(self):
        big, left, right = Buffer(0, 64, 0, 2), Buffer(1, 32, 3, 5), Buffer(2, 32, 3, 5)
        problem = Problem(96, (big, left, right), same_start_only=True)
        plan = plan_of(problem)
        assert sorted(plan.offsets.values()) == [0, 0, 64]

    def test_a_dead_buffer_is_not_subdivided(self):
        big, left, right = Buffer(0, 64, 0, 2), Buffer(1, 32, 3, 5), Buffer(2, 32, 3, 5)
        found = solve(Problem(64, (big, left, right), same_start_only=True))
        assert isinstance(found, NoPlan)
        assert found.verdict is Verdict.INFEASIBLE


class TestTouchingLives:
    TWO = (Buffer(0, 64, 0, 2), Buffer(1, 64, 2, 4))
    """The second begins where the first ends."""

    def test_they_share_if_the_rule_is_not_asked_for(self):
        assert plan_of(Problem(64, self.TWO)).peak == 64

    def test_they_are_apart_without_in_place(self):
        found = solve(Problem(64, self.TWO, in_place=frozenset()))
        assert isinstance(found, NoPlan)
        assert found.verdict is Verdict.INFEASIBLE

    @pytest.mark.parametrize("pair", [(0, 1), (1, 0)])
    def test_in_place_shares_the_identical_range(self, pair: Pair):
        plan = plan_of(Problem(96, self.TWO, in_place=frozenset({pair})))
        assert plan.offsets[0] == plan.offsets[1]

    def test_in_place_never_shares_a_part(self):
        two = (Buffer(0, 64, 0, 2), Buffer(1, 32, 2, 4))
        pair = frozenset({(0, 1)})
        assert isinstance(solve(Problem(64, two, in_place=pair)), NoPlan)
        plan = plan_of(Problem(96, two, in_place=pair))
        assert not share(Problem(96, two), plan.offsets, (0, 1))


class TestExact:
    """With OR-Tools the plan is proven; without it the error says what to install."""

    def test_the_rest_is_proven(self):
        reuse = tuple(Reuse((a, b)) for a in range(6) for b in range(a))
        problem = Problem(64, in_turn(*[32] * 6), reuse=reuse)
        effort = Effort(quick_steps=1, proof_steps=1, tabu_steps=1, exact=10.0)
        if find_spec("ortools") is None:
            with pytest.raises(ModuleNotFoundError, match="exact plans need OR-Tools"):
                solve(problem, effort)
        else:
            assert (plan_of(problem, effort).score, str(plan_of(problem, effort))) == (
                Score(0, 6),
                "optimal",
            )


PLANS = """\
from transforms.planning.problem import Buffer, Problem, Reuse, Wish
from transforms.planning.solve import Effort, solve

n = 14
buffers = tuple(Buffer(k, 32 * (1 + k % 3), 3 * k % 17, 3 * k % 17 + 3) for k in range(n))
pairs = [(a, b) for a in range(n) for b in range(a)]
problem = Problem(
    352,
    buffers,
    wishes=tuple(Wish(p) for p in pairs if sum(p) % 5 == 0),
    reuse=tuple(Reuse(p, 1 + sum(p) % 3) for p in pairs if sum(p) % 2),
    in_place=frozenset(pairs[::2]),
)
for effort in (Effort(), Effort(most_places=0)):
    plan = solve(problem, effort)
    print(plan)
    print(plan.offsets, plan.score, plan.bound)
"""


def test_a_plan_does_not_depend_on_the_hash_seed():
    one, other = outputs(PLANS)
    assert one == other
    assert one.count("Score") == 4
