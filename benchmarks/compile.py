"""
What compiling costs per tile operation, and whether that grows with the size of the kernel.

    python benchmarks/compile.py [N ...] [--wide] [--planner pack|ptoas] [--repeat R] [--profile]

For each N (default: 100, 1000, 10000, 20000) a kernel that is a chain of N tile operations (a
load, additions and exponentials in turn, a store) is written to a file and compiled in this
process: Python source to tile IR, every pass of the default pipeline, `.pto` text. With `--wide`
(default N: 100, 1000, 10000) the kernel is N/2 loads of small tiles, then N/2 stores of them, so
that N/2 tiles are live at once.

Each row is a step, each column an N; a cell holds seconds and microseconds per tile operation.
"memory passes" are those from `insert-tile-copies` to `verify-memory-plan` together. The last
line is the cost per operation at the largest N over that at N = 1000. Times are CPU times; of R
runs (default: 3) each step shows its fastest.

`--profile` also prints the functions that cost most at the largest N.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import importlib.util
import pstats
import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from xdsl.context import Context

from lowering.emit_pto import emit_module
from lowering.pipeline import PtoPipelinePass
from pto_dialect.language.kernel import Kernel
from pto_dialect.language.module import tile_module
from pto_dialect.module_attributes import Planner
from pto_dialect.tools.driver import paused_gc
from pto_dialect.tools.verifier import verify

SIZES = (100, 1_000, 10_000, 20_000)
"""Numbers of tile operations when none is given."""
WIDE_SIZES = (100, 1_000, 10_000)
"""The same for `--wide`; more tiles than these do not fit into the memory."""
FIRST_MEMORY_PASS = "insert-tile-copies"
"""Memory passes are this one and those that follow it up to the plan's check."""
REFERENCE = 1_000
"""The number of tile operations that the largest is compared with."""

OPERATIONS = ("pto.tload", "pto.tadd", "pto.texp", "pto.tstore")
"""What the tile operations of the kernel become."""

HEAD = """\
import pto_dialect.language as pl

X = pl.Tensor[[{shape}], pl.FP32]


@pl.function(type=pl.FunctionType.InCore)
def kernel(a: X, out: pl.Out[X]):
"""


def source_of_chain(operations: int) -> str:
    """A kernel: a load, `operations - 2` computations, a store."""
    lines = [HEAD.format(shape="64, 64"), "    t0 = pl.load(a, [0, 0], [64, 64])\n"]
    for k in range(operations - 2):
        call = f"pl.exp(t{k})" if k % 2 else f"pl.add(t{k}, t{k})"
        lines.append(f"    t{k + 1} = {call}\n")
    lines.append(f"    out = pl.store(t{operations - 2}, [0, 0], out)\n    return out\n")
    return "".join(lines)


def source_of_wide(operations: int) -> str:
    """A kernel: `operations / 2` loads, then a store of each tile."""
    lines = [HEAD.format(shape="1, 8")]
    live = operations // 2
    lines += [f"    t{k} = pl.load(a, [0, 0], [1, 8])\n" for k in range(operations - live)]
    lines += [f"    out = pl.store(t{k}, [0, 0], out)\n" for k in range(live)]
    return "".join([*lines, "    return out\n"])


def import_kernel(path: Path) -> Kernel:
    """Run the file, as a program that compiles its kernel does."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


class Clock:
    """Measures the steps of a run in seconds of CPU time."""

    def __init__(self):
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Generator[None]:
        """Measure a step."""
        start = process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + process_time() - start

    @property
    def total(self) -> float:
        """Seconds of all steps."""
        return sum(self.seconds.values())


def compile_kernel(path: Path, planner: str, expected: int) -> Clock:
    """Compile the kernel of so many tile operations in a file, step by step as the tools do."""
    clock, ctx = Clock(), Context()
    with paused_gc():
        with clock.step("import (Python's own parser)"):
            kernel = import_kernel(path)
        with clock.step("parse (Python source to tile IR)"):
            module = tile_module(kernel)
        with clock.step("verify tile IR"):
            verify(module)
        for stage in PtoPipelinePass(planner=planner).stages():
            with clock.step(stage.name):
                stage.apply(ctx, module)
        with clock.step("verify pto IR"):
            verify(module)
        with clock.step("emit .pto text"):
            text = emit_module(module)
    found = sum(text.count(f" {name} ") for name in OPERATIONS)
    assert found == expected, f"{found} of {expected} tile operations are in the text"
    return clock


def measure(
    directory: Path,
    operations: int,
    planner: str,
    profile: cProfile.Profile | None = None,
    *,
    wide: bool = False,
) -> Clock:
    """Compile a kernel of so many tile operations."""
    path = directory / f"kernel_{operations}.py"
    path.write_text((source_of_wide if wide else source_of_chain)(operations))
    gc.collect()
    with profile or nullcontext():
        return compile_kernel(path, planner, operations)


def fastest(clocks: list[Clock]) -> Clock:
    """The fastest of several runs of the same kernel, step by step."""
    best = Clock()
    best.seconds = {step: min(c.seconds[step] for c in clocks) for step in clocks[0].seconds}
    return best


def print_table(clocks: dict[int, Clock]) -> None:
    """Print seconds and µs per tile operation: a row for each step, a column for each size."""
    first = next(iter(clocks.values()))
    width = max(len(step) for step in first.seconds)
    print(" " * width + "".join(f"{f'{n} tile ops':>24}" for n in clocks))
    rows = {step: {n: c.seconds[step] for n, c in clocks.items()} for step in first.seconds}
    steps = [stage.name for stage in PtoPipelinePass().memory_stages()]
    memory = steps[steps.index(FIRST_MEMORY_PASS) :]
    sums = {
        "memory passes": {n: sum(c.seconds[step] for step in memory) for n, c in clocks.items()},
        "total": {n: c.total for n, c in clocks.items()},
    }
    for step, row in (rows | sums).items():
        cells = (f"{s:>9.3f} s {s / n * 1e6:>7.1f} µs/op" for n, s in row.items())
        print(f"{step:{width}}" + "".join(cells))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description="Measure the cost of compiling per tile op.")
    parser.add_argument("sizes", metavar="N", type=int, nargs="*", help="numbers of tile ops")
    parser.add_argument("--wide", action="store_true", help="half of the tiles are live at once")
    parser.add_argument("--planner", choices=list(Planner), default=Planner.PACK.value)
    parser.add_argument("--repeat", metavar="R", type=int, default=3, help="number of runs")
    parser.add_argument("--profile", action="store_true", help="show the costliest functions")
    args = parser.parse_args()
    sizes: list[int] = args.sizes or list(WIDE_SIZES if args.wide else SIZES)
    if min(sizes) < 2:
        parser.error("a kernel has at least 2 tile operations, a load and a store")
    if args.repeat < 1:
        parser.error("there is at least one run")
    with TemporaryDirectory() as name:
        directory = Path(name)
        measure(directory, 2, args.planner)  # Imports and first calls are not the subject.
        clocks = {
            n: fastest(
                [measure(directory, n, args.planner, wide=args.wide) for _ in range(args.repeat)]
            )
            for n in sizes
        }
        print_table(clocks)
        if args.profile:
            profile = cProfile.Profile()
            measure(directory, max(sizes), args.planner, profile, wide=args.wide)
            pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(30)
    largest, base = max(sizes), REFERENCE if REFERENCE in clocks else min(sizes)
    ratio = clocks[largest].total / largest / (clocks[base].total / base)
    print(f"cost per tile op at {largest} over that at {base}: {ratio:.2f}")


if __name__ == "__main__":
    main()
