"""First-fit-decreasing packing: what it gives, and how its work grows with the items."""

from __future__ import annotations

import cProfile
import pstats

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.planning.packing import Item, first_fit_decreasing


@st.composite
def items(draw: st.DrawFn) -> list[Item]:
    """Up to 20 items of few sizes, with every kind of rule."""
    n = draw(st.integers(0, 20))
    few = st.integers(0, 2)
    made: list[Item] = []
    for key in range(n):
        start = draw(st.integers(0, 30))
        made.append(
            Item(
                key,
                32 * (1 + draw(few)),
                start,
                start + draw(st.sampled_from([0, 1, 3, 10, 30])),
                frozenset(draw(st.sets(st.integers(0, n - 1), max_size=2))),
                tuple((group, draw(few)) for group in range(2) if draw(st.booleans())),
            )
        )
    return made


def keeps_out(a: Item, b: Item) -> bool:
    """Whether two items cannot be in one buffer."""
    numbers = dict(a.residues)
    return (
        (a.start <= b.end and b.start <= a.end)
        or b.key in a.apart
        or any(numbers.get(group, number) != number for group, number in b.residues)
    )


@settings(max_examples=200, deadline=None)
@given(items())
def test_each_item_joins_the_first_buffer_where_nothing_keeps_it_out(given: list[Item]):
    buffers: list[list[Item]] = []
    for item in sorted(given, key=lambda item: (-item.size, item.start, item.key)):
        takers = (b for b in buffers if not any(keeps_out(item, other) for other in b))
        buffer = next(takers, None)
        if buffer is None:
            buffers.append(buffer := [])
        buffer.append(item)
    assert first_fit_decreasing(given) == [[item.key for item in b] for b in buffers]


@pytest.mark.parametrize("life", [1, 100, 2_000], ids=["chain", "some at once", "all at once"])
def test_calls_per_item_grow_no_faster_than_the_logarithm_of_their_number(life: int):
    def calls(count: int) -> float:
        with cProfile.Profile() as profile:
            buffers = first_fit_decreasing([Item(k, 32, k, k + life - 1) for k in range(count)])
        assert len(buffers) == min(life, count)
        return pstats.Stats(profile).total_calls / count

    assert calls(2_000) <= 1.3 * calls(500)
