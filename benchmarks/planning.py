"""
How good the plans of the planner `solve` are, and how long they take.

    python benchmarks/planning.py [FILE.jsonl ...] [--minimalloc DIR] [--exact]

Without arguments it plans `benchmarks/data/planning/kernels.jsonl`. Each line of a file is a
problem with several memory spaces:

    pools       `id`, `space`, `capacity` in bytes, `reserved` ranges of bytes
    buffers     `[id, pool, size, start, end]`, a life is half-open
    separate    `[a, b, reason]`; `pipeline_stage` is a wish, every other reason a must
    reuse_cost  `[a, b, cost]`

`--minimalloc` plans the files `NAME.CAPACITY.csv` of a directory (`id,lower,upper,size`)
with much more effort; no buffer of theirs has a wish or a cost. `--exact` lets OR-Tools look at
what is not proven otherwise.

A row for each problem, and in the end: how many fit, the sum of the costs, how many cost
nothing, how many are proven optimal, and CPU milliseconds per problem. Every plan is checked
by a function that shares nothing with the planner.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

from transforms.planning.problem import Buffer, NoPlan, Plan, Problem, Reuse, Verdict, Wish
from transforms.planning.solve import Effort, solve

DATA = Path(__file__).parent / "data" / "planning"
ALIGNMENT = 32
"""Bytes that addresses of kernels are a multiple of."""
WISH = "pipeline_stage"
"""The reason to keep apart that may be given up."""

TIGHT = Effort(fit_nodes=500_000)
"""For packings with almost no room to spare."""
EXACT = 20.0
"""Deterministic time of OR-Tools for a space."""


@dataclass(frozen=True)
class Case:
    """A problem of several memory spaces."""

    name: str
    """What to call it."""
    spaces: dict[str, Problem]
    """The problem of each space."""
    best: int | None = None
    """The lowest cost known."""


def read_kernels(path: Path) -> Iterator[Case]:
    """The problems of a file of lines."""
    for line in path.read_text().splitlines():
        if line.strip():
            yield read_kernel(json.loads(line))


def read_kernel(raw: dict[str, Any]) -> Case:
    """The problem of a line."""
    pool_of = {key: pool for key, pool, *_ in raw["buffers"]}
    musts = {frozenset((a, b)) for a, b, reason in raw["separate"] if reason != WISH}
    wishes = {(a, b): None for a, b, reason in raw["separate"] if reason == WISH}
    spaces: dict[str, Problem] = {}
    for pool in raw["pools"]:
        buffers = [Buffer(k, s, lo, hi) for k, p, s, lo, hi in raw["buffers"] if p == pool["id"]]

        def inside(a: int, b: int, pool: int = pool["id"]) -> bool:
            """Whether both buffers of a pair live in this space."""
            return pool_of[a] == pool_of[b] == pool

        spaces[pool["space"]] = Problem(
            capacity=pool["capacity"],
            buffers=tuple(buffers),
            reserved=tuple((low, high) for low, high in pool["reserved"]),
            alignment=ALIGNMENT,
            separate=tuple(
                (a, b) for a, b, reason in raw["separate"] if reason != WISH and inside(a, b)
            ),
            wishes=tuple(
                Wish(pair) for pair in wishes if inside(*pair) and frozenset(pair) not in musts
            ),
            reuse=tuple(Reuse((a, b), cost) for a, b, cost in raw["reuse_cost"] if inside(a, b)),
            in_place=frozenset(touching(buffers)),
        )
    return Case(raw["name"], spaces, raw.get("best_known_cost"))


def touching(buffers: Sequence[Buffer]) -> Iterator[tuple[int, int]]:
    """
    Pairs of which one begins where the other ends. Those that may not be in place are named by
    `separate` in these files; the others share the identical range or nothing.
    """
    ending: dict[int, list[int]] = {}
    for buffer in buffers:
        ending.setdefault(buffer.end, []).append(buffer.key)
    for buffer in buffers:
        for key in ending.get(buffer.start, ()):
            yield key, buffer.key


def read_minimalloc(path: Path) -> Case:
    """The problem of a CSV file, whose name has the capacity."""
    with path.open(newline="") as file:
        buffers = tuple(
            Buffer(key, int(row["size"]), int(row["lower"]), int(row["upper"]))
            for key, row in enumerate(csv.DictReader(file))
        )
    capacity = int(path.name.split(".")[-2])
    return Case(path.stem, {"": Problem(capacity, buffers, alignment=1)}, 0)


def check(problem: Problem, plan: Plan) -> int:
    """Check every rule that a plan has to keep, pair by pair; returns its cost."""
    ranges = {
        b.key: range(plan.offsets[b.key], plan.offsets[b.key] + b.size) for b in problem.buffers
    }
    for bytes_of in ranges.values():
        assert bytes_of.start >= 0, "an address is negative"
        assert bytes_of.start % problem.alignment == 0, "an address is not aligned"
        assert bytes_of.stop <= problem.capacity, "a buffer ends after the memory"
        for low, high in problem.reserved:
            assert not meet(bytes_of, range(low, high)), "a buffer touches reserved bytes"
    for k, a in enumerate(problem.buffers):
        for b in problem.buffers[:k]:
            if not meet(ranges[a.key], ranges[b.key]):
                continue
            assert not meet(range(a.start, a.end), range(b.start, b.end)), "two live buffers meet"
            if problem.in_place is not None and (a.start == b.end or b.start == a.end):
                assert ranges[a.key] == ranges[b.key], "touching lives share a part of a range"
            if problem.same_start_only:
                assert ranges[a.key].start == ranges[b.key].start, "sharers start apart"
    for a, b in problem.separate:
        assert not meet(ranges[a], ranges[b]), "a pair that must be apart shares bytes"
    kept = {w.pair for w in problem.wishes if not meet(ranges[w.pair[0]], ranges[w.pair[1]])}
    assert {w.pair for w in plan.given_up} == {w.pair for w in problem.wishes} - kept
    cost = sum(r.cost for r in problem.reuse if meet(ranges[r.pair[0]], ranges[r.pair[1]]))
    assert cost == plan.score.cost, "the planner miscounts"
    return cost


def meet(a: range, b: range) -> bool:
    """Whether two ranges have a number in common."""
    return max(a.start, b.start) < min(a.stop, b.stop)


@dataclass
class Row:
    """What came out for a problem."""

    fits: bool
    """Whether every space has a plan."""
    cost: int
    """Cost of all spaces."""
    proven: bool
    """Whether the plan of every space is proven optimal."""
    seconds: float
    """CPU time of planning."""


def measure(case: Case, effort: Effort) -> Row:
    """Plan a problem and print its row."""
    begin = process_time()
    plans = {space: solve(problem, effort) for space, problem in case.spaces.items()}
    seconds = process_time() - begin
    cost, lost, notes = 0, 0, list[str]()
    for space, plan in plans.items():
        if isinstance(plan, NoPlan):
            notes.append(f"{space} {plan}".strip())
            continue
        cost += check(case.spaces[space], plan)
        lost += plan.score.given_up
        if plan.verdict is not Verdict.OPTIMAL:
            notes.append(f"{space} {plan}".strip())
    fits = not any(isinstance(plan, NoPlan) for plan in plans.values())
    proven = all(plan.verdict is Verdict.OPTIMAL for plan in plans.values())
    known = "" if case.best is None else f" best known {case.best:>3}"
    print(
        f"{'fits' if fits else 'FAILS':5} cost {cost:>3}{known} wishes lost {lost:>2}"
        f" {seconds * 1e3:>9.2f} ms  {case.name.rsplit('/', 1)[-1]}"
        + (f"  ({'; '.join(notes)})" if notes else ""),
        flush=True,
    )
    return Row(fits, cost, fits and proven, seconds)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description="Measure the planner `solve`.")
    parser.add_argument("files", metavar="FILE.jsonl", nargs="*", type=Path, help="problems")
    parser.add_argument("--minimalloc", metavar="DIR", type=Path, help="CSV instances")
    parser.add_argument("--exact", action="store_true", help="let OR-Tools prove the rest")
    args = parser.parse_args()
    exact = EXACT if args.exact else 0.0
    files: list[Path] = args.files
    if not files and args.minimalloc is None:
        files = [DATA / "kernels.jsonl"]
    rows = [measure(case, Effort(exact=exact)) for file in files for case in read_kernels(file)]
    if args.minimalloc is not None:
        paths = sorted(args.minimalloc.glob("*.csv"))
        rows += [measure(read_minimalloc(path), replace(TIGHT, exact=exact)) for path in paths]
    times = [row.seconds * 1e3 for row in rows] or [0.0]
    p90 = quantiles(times, n=10, method="inclusive")[-1] if len(times) > 1 else times[0]
    print(
        f"fits={sum(row.fits for row in rows)} cost={sum(row.cost for row in rows)}"
        f" zero={sum(row.fits and not row.cost for row in rows)}"
        f" proven={sum(row.proven for row in rows)} median_ms={median(times):.2f}"
        f" p90_ms={p90:.2f} max_ms={max(times):.2f}"
    )


if __name__ == "__main__":
    main()
