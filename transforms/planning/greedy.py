"""
Placing buffers one by one, each at the best address there is at that moment.

A plan whose buffers are pushed down until something stops them is as good as before. What stops
a buffer is the end of a reserved range or the top of a buffer that it is kept apart from, so no
other addresses are tried (and the addresses of those that it may share bytes with only from the
same address).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from transforms.planning.interference import Interference

UNPLACED = -1
"""The offset of a buffer that has none yet."""


def lowest_place(model: Interference, index: int, offsets: Sequence[int]) -> int | None:
    """The lowest address at which a buffer pays nothing, `None` if there is none."""
    if model.all_same_start or model.same_start[index]:
        best = best_place(model, index, offsets, limit=0)
        return None if best is None else best[1]
    spans, size = model.spans, model.sizes[index]
    taken = list(model.reserved)
    for j in model.apart[index]:
        if (low := offsets[j]) >= 0:
            taken.append((low, low + spans[j]))
    for j in model.prices[index]:
        if (low := offsets[j]) >= 0:
            taken.append((low, low + spans[j]))
    taken.sort()
    place = 0
    for low, high in taken:
        if place + size <= low:
            return place
        if high > place:
            place = high
    return place if place + size <= model.capacity else None


def best_place(
    model: Interference, index: int, offsets: Sequence[int], limit: int
) -> tuple[int, int] | None:
    """
    The lowest price of at most `limit` that placing a buffer adds, and the lowest address with
    it; `None` if it cannot be placed for that.
    """
    spans, size, span = model.spans, model.sizes[index], model.spans[index]
    prices, same_start = model.prices[index], model.same_start[index]
    candidates = {0, *(high for _, high in model.reserved)}
    apart = list(model.reserved)
    for j in model.apart[index]:
        if (low := offsets[j]) >= 0:
            apart.append((low, low + spans[j]))
            candidates.add(low + spans[j])
    priced: list[tuple[int, int, int]] = []
    for j, price in prices.items():
        if (low := offsets[j]) >= 0:
            priced.append((low, low + spans[j], price))
            candidates.add(low + spans[j])
    tops: dict[int, int] = {}
    for j, low in enumerate(offsets) if model.all_same_start else _of(offsets, same_start):
        if low >= 0 and j not in model.apart[index] and low + spans[j] > tops.get(low, 0):
            tops[low] = low + spans[j]
    together = list(tops.items())
    candidates.update(*together)
    last = model.capacity - size
    best: tuple[int, int] | None = None
    for place in sorted(candidates):
        if place > last:
            break
        top = place + span
        end = place + size
        if any(low < end and place < high for low, high in apart):
            continue
        if any(low < top and place < high and low != place for low, high in together):
            continue
        price = sum(price for low, high, price in priced if low < top and place < high)
        if price <= limit:
            best = (price, place)
            if price == 0:
                break
            limit = price - 1
    return best


def _of(offsets: Sequence[int], indices: Iterable[int]) -> list[tuple[int, int]]:
    """Some buffers with their offsets."""
    return [(j, offsets[j]) for j in indices]


def place_free(model: Interference, order: Iterable[int]) -> list[int] | None:
    """First fit in an order, paying nothing; `None` if something does not fit."""
    offsets = [UNPLACED] * len(model)
    for i in order:
        place = lowest_place(model, i, offsets)
        if place is None:
            return None
        offsets[i] = place
    return offsets


def place_paying(
    model: Interference, order: Iterable[int], limit: int
) -> tuple[int, list[int]] | None:
    """
    Place in an order, each buffer where it adds the lowest price. Returns price and offsets,
    `None` if something does not fit or the price exceeds `limit`.
    """
    offsets = [UNPLACED] * len(model)
    total = 0
    for i in order:
        best = best_place(model, i, offsets, limit - total)
        if best is None:
            return None
        total += best[0]
        offsets[i] = best[1]
    return total, offsets


def orders(model: Interference) -> list[list[int]]:
    """
    Orders to place in, without repeats: the largest first, the longest lives first, the largest
    areas first, by start, and the most related first.
    """
    n, spans = len(model), model.spans
    lives = [e - s for s, e in zip(model.starts, model.ends, strict=True)]
    related = [
        sum(spans[j] for j in model.apart[i]) + sum(spans[j] for j in model.prices[i])
        for i in range(n)
    ]
    keys: tuple[Callable[[int], tuple[int, ...]], ...] = (
        lambda i: (-spans[i], model.starts[i], i),
        lambda i: (-spans[i], -lives[i], i),
        lambda i: (-lives[i], -spans[i], i),
        lambda i: (-spans[i] * lives[i], i),
        lambda i: (-related[i] * spans[i], i),
        lambda i: (model.starts[i], -spans[i], i),
    )
    found: list[list[int]] = []
    for key in keys:
        order = sorted(range(n), key=key)
        if order not in found:
            found.append(order)
    return found


def settle(model: Interference, offsets: list[int]) -> None:
    """
    Move each buffer of a plan, the lowest first, to where it pays least with the others left in
    place (the lowest of such addresses), until that changes nothing. Never raises the price.
    """
    budget = len(model) * 4
    changed = True
    while changed and budget > 0:
        changed = False
        for i in sorted(range(len(model)), key=lambda i: (offsets[i], i)):
            old, offsets[i] = offsets[i], UNPLACED
            best = best_place(model, i, offsets, limit=model.total_price)
            assert best is not None
            offsets[i] = best[1]
            changed = changed or offsets[i] != old
            budget -= 1
