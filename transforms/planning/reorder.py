"""
Better plans by placing greedily again and again, each time with what went wrong placed earlier.
"""

from __future__ import annotations

from transforms.planning.greedy import UNPLACED, best_place
from transforms.planning.grid import Budget
from transforms.planning.interference import Interference

FADING = 0.9
"""What is left of the blame after a round."""


def reorder(
    model: Interference, order: list[int], known: tuple[int, list[int]] | None, budget: Budget
) -> tuple[int, list[int]] | None:
    """
    Search for a plan that is cheaper than a known one, starting with an order to place in.
    Returns price and offsets, `known` if nothing better was found. A step of the budget is a
    buffer looked at while another one is placed.
    """
    n = len(model)
    steps = sum(1 + len(a) + len(p) for a, p in zip(model.apart, model.prices, strict=True))
    blame = [0.0] * n
    first = {i: k for k, i in enumerate(order)}
    best = known
    while (best is None or best[0] > 0) and budget.spend(steps):
        offsets = [UNPLACED] * n
        total, failed = 0, False
        blame = [b * FADING for b in blame]
        for i in sorted(range(n), key=lambda i: (-blame[i], first[i])):
            found = best_place(model, i, offsets, limit=model.total_price)
            if found is None:
                failed = True
                blame[i] += n
                continue
            price, offsets[i] = found
            total += price
            if price:
                _blame(model, i, offsets, blame)
        if not failed and (best is None or total < best[0]):
            best = total, offsets
    return best


def _blame(model: Interference, index: int, offsets: list[int], blame: list[float]) -> None:
    """Blame a buffer that had to pay, and half as much those that it pays for."""
    spans = model.spans
    low, high = offsets[index], offsets[index] + spans[index]
    for j in model.prices[index]:
        if 0 <= offsets[j] < high and low < offsets[j] + spans[j]:
            blame[index] += 1.0
            blame[j] += 0.5
