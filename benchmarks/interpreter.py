"""
What the interpreter costs per tile operation at each level, beyond numpy's own time.

    python benchmarks/interpreter.py [N] [--repeat R] [--profile LEVEL]

The kernel is a chain of additions and multiplications of 64x64 f32 tiles in turn, between a load
and a store. numpy's own time is that of the same arithmetic in a loop without the interpreter.
A row for each level:

    per op      microseconds by which a chain of N operations (default: 1000) takes longer than
                one of 10, for each operation more
    beyond      the same without numpy's own time
    ratio       the first over numpy's own time
    fixed       milliseconds to run the chain of 10

Times are CPU times. The runs of all levels and of numpy take turns; of R runs (default: 7) each
shows its fastest. The collector of cyclic garbage is off, as in the tools.

`--profile` also prints the functions that cost most at a level.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any, get_args

import numpy as np
from xdsl.context import Context
from xdsl.dialects import arith, builtin, func, memref
from xdsl.dialects.builtin import ModuleOp

from lowering.pipeline import PtoPipelinePass
from pto_dialect.interpreter.api import Level, run_function
from pto_dialect.tile import Tile
from pto_dialect.tools.driver import paused_gc
from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.verifier import verify

GOAL = 40.0
"""Microseconds per operation beyond numpy's own time that a level may take."""
FEW = 10
"""Operations of the chain that says what a run costs at any rate."""
SIDE = 64
"""Rows and columns of a tile."""

LEVELS: tuple[Level, ...] = get_args(Level)
"""Every level, in the order in which a kernel is lowered through them."""
Times = dict[tuple[str, int], float]
"""The fastest run in seconds, for a level (or numpy) and a number of operations."""

TENSOR = f"memref<{SIDE}x{SIDE}xf32>"
TILE = f"!tile.tile<{SIDE}x{SIDE}xf32>"
CHAIN = """\
func.func @chain(%a: {tensor}, %out: {tensor}) {{
  %c0 = arith.constant 0 : index
  %t0 = tile.load %a[%c0, %c0] : {tensor} -> {tile}
{body}
  tile.store %t{last}, %out[%c0, %c0] : {tile}, {tensor}
  func.return
}}
"""


def chain(operations: int) -> ModuleOp:
    """The kernel with so many operations between load and store."""
    body = "\n".join(
        f"  %t{i + 1} = tile.{'mul' if i % 2 else 'add'} %t{i}, %t0 : {TILE}"
        for i in range(operations)
    )
    text = CHAIN.format(tensor=TENSOR, tile=TILE, body=body, last=operations)
    ctx = Context()
    for dialect in (builtin.Builtin, func.Func, arith.Arith, memref.MemRef, Tile):
        ctx.load_dialect(dialect)
    module = parse_module(ctx, text.encode(), "chain.mlir")
    verify(module)
    return module


def at_levels(operations: int) -> Iterator[tuple[Level, ModuleOp]]:
    """The kernel at each level."""
    *memory, convert = PtoPipelinePass(planner="pack").stages()
    passes = {"tile": [], "placed": memory, "pto": [*memory, convert]}
    for level in LEVELS:
        module = chain(operations)
        for stage in passes[level]:
            stage.apply(Context(), module)
        yield level, module


def numpy_chain(operations: int, a: Any, out: Any) -> None:
    """The arithmetic of the kernel."""
    np.copyto(out, a)
    for i in range(operations):
        (np.multiply if i % 2 else np.add)(out, a, out=out)


def runs(operations: int) -> dict[str, Callable[[], object]]:
    """What to measure, by level, or `numpy`. Of ones, so that no number gets large."""
    a = np.ones((SIDE, SIDE), np.float32)
    out = np.empty_like(a)
    found: dict[str, Callable[[], object]] = {"numpy": partial(numpy_chain, operations, a, out)}
    for level, module in at_levels(operations):
        found[level] = partial(run_function, module, "chain", [a, out], level=level)
    return found


def measure(sizes: tuple[int, ...], repeat: int) -> Times:
    """The fastest of several runs of everything, which take turns."""
    everything = {(name, n): run for n in sizes for name, run in runs(n).items()}
    times = dict.fromkeys(everything, float("inf"))
    for run in everything.values():
        run()  # Imports and first calls are not the subject.
    for _ in range(repeat):
        for key, run in everything.items():
            start = process_time()
            run()
            times[key] = min(times[key], process_time() - start)
    return times


def print_table(times: Times, operations: int) -> None:
    """Print a row for each level."""

    def per_op(name: str) -> float:
        return (times[name, operations] - times[name, FEW]) / (operations - FEW) * 1e6

    numpy = per_op("numpy")
    print(f"numpy's own time: {numpy:.2f} µs per op")
    print(f"{'level':8}{'per op':>12}{'beyond':>12}{'ratio':>8}{'fixed':>12}")
    for level in LEVELS:
        cost = per_op(level)
        print(
            f"{level:8}{cost:>9.1f} µs{cost - numpy:>9.1f} µs{cost / numpy:>8.1f}"
            f"{times[level, FEW] * 1e3:>9.2f} ms"
        )
    print(f"goal: {GOAL:.0f} µs beyond numpy's own time at every level")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description="Measure the interpreter per tile operation.")
    parser.add_argument("operations", metavar="N", type=int, nargs="?", default=1_000)
    parser.add_argument("--repeat", metavar="R", type=int, default=7, help="number of runs")
    parser.add_argument("--profile", choices=LEVELS, help="show the costliest functions")
    args = parser.parse_args()
    operations: int = args.operations
    if operations <= FEW:
        parser.error(f"a chain has more than {FEW} operations")
    if args.repeat < 1:
        parser.error("there is at least one run")
    with paused_gc():
        print_table(measure((FEW, operations), args.repeat), operations)
    if args.profile is not None:
        run = runs(operations)[args.profile]
        with cProfile.Profile() as profile:
            run()
        pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    main()
