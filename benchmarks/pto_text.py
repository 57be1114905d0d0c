"""
Cost of `.pto` text: µs of CPU per operation to read, check, write, and print, and the ratio of
large to small files.

    python benchmarks/pto_text.py [SIZE …]

Each file is one function: loads, three-operand arithmetic with three tile types per operation,
stores. Reading does not include checking. The collector of cyclic garbage is off, as in the tools.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func

from lowering.emit_pto import emit_module
from pto_dialect.pto import Pto
from pto_dialect.pto.frontend import read_pto
from pto_dialect.pto.verify import verify_pto
from pto_dialect.tools.driver import paused_gc
from pto_dialect.tools.verifier import verify

SIZES = (1_000, 10_000, 100_000)
"""Operations per file when none are given."""

READ_GOAL, WRITE_GOAL = 150.0, 6.0
"""µs per operation that reading and writing may take."""

TILES = tuple(f"!pto.tile_buf<vec, 32x64xf32, valid={rows}x64, pad=1>" for rows in (32, 16, 8))


def text_of(size: int) -> str:
    """A file with about this many operations on three tiles."""
    lines = [f"    %t{i} = pto.alloc_tile : {tile}" for i, tile in enumerate(TILES)]
    types = ", ".join(TILES[:2])
    lines += [
        f"    pto.tpartadd ins(%t0, %t1 : {types}) outs(%t2 : {TILES[2]})" for _ in range(size)
    ]
    body = "\n".join(lines)
    return f"module {{\n  func.func @k() {{\n{body}\n    return\n  }}\n}}\n"


def cost(size: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """µs per operation of the best of a few runs, and the result."""
    best, result = float("inf"), None
    for _ in range(3 if size <= 10_000 else 1):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best / size * 1e6, result


def main(sizes: list[int]) -> None:
    """Print a table with a row per size, and the ratio of the last row to the first."""
    ctx = Context()
    for dialect in (Builtin, Func, Arith, Pto):
        ctx.load_dialect(dialect)
    print(f"{'operations':>12}{'read':>9}{'verify':>9}{'rules':>9}{'write':>9}{'print':>9}")
    rows: list[list[float]] = []
    for size in sizes:
        source = text_of(size).encode()
        read, module = cost(size, partial(read_pto, ctx, source, "k.pto", check=False))
        costs = [
            read,
            cost(size, partial(verify, module))[0],
            cost(size, partial(verify_pto, module))[0],
            cost(size, partial(emit_module, module))[0],
            cost(size, partial(str, module))[0],
        ]
        print(f"{size:>12}" + "".join(f"{c:>9.2f}" for c in costs))
        rows.append(costs)
    ratios = [last / first for first, last in zip(rows[0], rows[-1], strict=True)]
    print(f"{'ratio':>12}" + "".join(f"{r:>9.2f}" for r in ratios))
    print(f"goals: read {READ_GOAL:.0f}, write {WRITE_GOAL:.0f} µs per operation")


if __name__ == "__main__":
    with paused_gc():
        main([int(a) for a in sys.argv[1:]] or list(SIZES))
