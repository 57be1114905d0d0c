"""
The order in which several values can be copied as if at once.

1. A place is written only when no other copy has still to read it.
2. Where that cannot be, the copies that wait are cycles. One value of a cycle is copied to scratch
   first, and from there to its place later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from xdsl.ir import SSAValue

from transforms.analysis.placements import Location


def parallel_copy(
    sources: Sequence[Location | None], targets: Sequence[Location]
) -> Iterator[tuple[int, bool]]:
    """
    The copies to make, each as its index and whether it goes to scratch. `sources` and `targets`
    are the places by index; no two targets may share bytes.
    """
    readers: dict[SSAValue, dict[int, Location]] = {}
    writers: dict[SSAValue, list[int]] = {}
    for i, (source, target) in enumerate(zip(sources, targets, strict=True)):
        writers.setdefault(target.memory, []).append(i)
        if source is not None:
            readers.setdefault(source.memory, {})[i] = source

    def is_free(i: int) -> bool:
        others = readers.get(targets[i].memory, {})
        return not any(j != i and source.may_overlap(targets[i]) for j, source in others.items())

    def leave(i: int) -> None:
        source = sources[i]
        if source is not None and readers[source.memory].pop(i, None) is not None:
            ready.extend(j for j in writers.get(source.memory, ()) if is_free(j))

    waiting = dict.fromkeys(range(len(targets)))
    ready = deque(i for i in waiting if is_free(i))
    while waiting:
        if ready:
            i = ready.popleft()
            if i in waiting:
                del waiting[i]
                yield i, False
                leave(i)
        else:
            i = next(j for j in waiting if (s := sources[j]) and j in readers[s.memory])
            yield i, True
            leave(i)
