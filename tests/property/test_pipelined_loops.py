"""
A pipelined loop executes the iterations of the source loop, in an order that gives the same values,
whether it is replicated or rotates, at every level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from interpreter_ir import module_of
from numpy.typing import NDArray
from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.interpreter import Interpreter
from xdsl.ir import Operation

from lowering.pipeline import PtoPipelinePass
from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import Level, run_function
from pto_dialect.module_attributes import Planner
from pto_dialect.tools.verifier import verify
from transforms.allocate_memory_addr import AllocateMemoryAddrPass
from transforms.canonicalize_io_order import CanonicalizeIoOrderPass

TILE, PART = "!tile.tile<1x16xf32>", "!tile.tile<1x8xf32>"
ROWS, COLUMNS = 40, 320
GRID = f"memref<{ROWS}x{COLUMNS}xf32>"


@dataclass(frozen=True)
class Loop:
    """The bounds of a loop, and how it is written."""

    start: int
    stop: int
    step: int
    stages: int | None
    """`None` for an ordinary loop."""
    run_time: tuple[bool, bool]
    """Whether start and stop are arguments of the kernel."""

    @property
    def mark(self) -> str:
        return "" if self.stages is None else f" {{tile.stages = {self.stages} : i64}}"


@dataclass(frozen=True)
class Nest:
    """A loop, perhaps with another one inside, and what the iterations do."""

    outer: Loop
    inner: Loop | None
    inner_last: bool
    """Whether the inner loop stands behind the work of the outer one."""
    carries: bool
    """Whether an iteration needs what the one before it computed."""
    overwrites: bool
    """Whether an iteration stores where others load."""
    use: str
    """What becomes of the tile that is loaded before it is mixed in, a key of `USES`."""
    owned: bool
    """Whether the author owns the buffer of the outer load, and the pipeline says which slot."""

    @property
    def slots(self) -> int:
        """Slots of the author's buffer, 0 if there is none."""
        return self.outer.stages or 0 if self.owned and (self.outer.stages or 0) > 1 else 0


USES = {
    "as it is": (),
    "view": (
        f"%X_s = tile.slice %X_t[%c0, %c8] : {TILE} -> {PART}",
        f"%X_p = tile.assemble %X_h, %X_s[%c0, %c0] : {TILE}, {PART}",
    ),
    "in place": (
        f"%X_s = tile.slice %seed[%c0, %c8] : {TILE} -> {PART}",
        f"%X_p = tile.assemble %X_t, %X_s[%c0, %c0] : {TILE}, {PART}",
    ),
    "copy": (f"%X_p = tile.move %X_t : {TILE} -> {TILE}",),
}
"""How `%X_p` is made of a loaded tile, if at all."""


@st.composite
def loops(draw: st.DrawFn, longest: int) -> Loop:
    start = draw(st.integers(-4, 4))
    step = draw(st.integers(1, 3))
    return Loop(
        start,
        start + draw(st.integers(-2, longest)),
        step,
        draw(st.sampled_from([None, 1, 2, 2, 3, 4, 5])),
        (draw(st.booleans()), draw(st.booleans())),
    )


nests = st.builds(
    Nest,
    loops(14),
    st.none() | loops(7),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(list(USES)),
    st.booleans(),
)


def bound(value: int, name: str, run_time: bool) -> tuple[str, str]:
    """A value as argument or constant: its name, and the line that makes it."""
    return (f"%{name}_arg", "") if run_time else (f"%{name}", constant(name, value))


def constant(name: str, value: int) -> str:
    return f"%{name} = arith.constant {value} : index"


def work(name: str, row: str, column: str, carried: tuple[str, str], nest: Nest) -> list[str]:
    """Load a tile, mix it with what is carried, and store both."""
    acc, mark = carried
    source = "%out" if nest.overwrites else "%a"
    owned = nest.slots if name == "w" else 0
    made = [line.replace("%X", f"%{name}") for line in USES[nest.use]]
    mixed = f"%{name}_p" if made else f"%{name}_t"
    return [
        f"%{name}_t = tile.load {source}[{row}, {column}] : {GRID} -> {TILE}",
        f"buffer.bind %w_t to %own : {TILE}, !buffer.buffer<{owned}>" if owned else "",
        f"%{name}_h = tile.muls {acc}, %half : {TILE}, f32",
        *made,
        f"%{name}_u = tile.add %{name}_h, {mixed} : {TILE}",
        f"tile.store %{name}_u, %out[{row}, {column}] : {TILE}, {GRID}",
        f"%{name}_m = arith.muli {mark}, %c3 : index",
        f"%{name}_n = arith.addi %{name}_m, {row} : index",
    ]


def kernel(nest: Nest) -> str:
    head = [constant(f"c{n}", n) for n in (0, 3, 8, 16)]
    if nest.slots:
        head += [f'%own = buffer.declare "own" : !buffer.buffer<{nest.slots}>']
    head += ["%half = arith.constant 0.5 : f32"]
    head += [f"%seed = tile.load %a[%c0, %c0] : {GRID} -> {TILE}"]
    for name, loop in (("o", nest.outer), ("i", nest.inner)):
        if loop is not None:
            for what, value, run_time in zip(
                ("start", "stop"), (loop.start, loop.stop), loop.run_time, strict=True
            ):
                head.append(bound(value, f"{name}_{what}", run_time)[1])
            head.append(constant(f"{name}_step", loop.step))
    start = {n: f"%{n}_start" for n in "oi"}
    stop = {n: f"%{n}_stop" for n in "oi"}
    for name, loop in (("o", nest.outer), ("i", nest.inner)):
        if loop is not None and loop.run_time[0]:
            start[name] += "_arg"
        if loop is not None and loop.run_time[1]:
            stop[name] += "_arg"

    types = f"({TILE}, index)" if nest.carries else "(index)"
    both = f"{TILE}, index" if nest.carries else "index"

    def entry(name: str, acc: str, mark: str) -> str:
        tile = f"%{name}_acc = {acc}, " if nest.carries else ""
        return f"iter_args({tile}%{name}_mark = {mark}) -> {types}"

    def values(acc: str, mark: str) -> str:
        return f"{acc}, {mark}" if nest.carries else mark

    def results(name: str) -> str:
        return values(f"%{name}_acc_r", f"%{name}_mark_r")

    acc = "%o_acc" if nest.carries else "%seed"
    here = [
        "%row = arith.addi %o, %c8 : index",
        *work("w", "%row", "%c0", (acc, "%o_mark"), nest),
    ]
    body, end = here, values("%w_u", "%w_n")
    if nest.inner is not None:
        given = ("%o_acc" if nest.carries else "%seed", "%o_mark")
        if nest.inner_last:
            given = ("%w_u", "%w_n")
        loop = [
            f"{results('i')} = scf.for %i = {start['i']} to {stop['i']} step %i_step "
            f"{entry('i', *given)} {{",
            "%i_row = arith.addi %o, %c8 : index",
            "%near = arith.addi %i, %c8 : index",
            "%column = arith.muli %near, %c16 : index",
            *work(
                "v", "%i_row", "%column", ("%i_acc" if nest.carries else "%seed", "%i_mark"), nest
            ),
            f"scf.yield {values('%v_u', '%v_n')} : {both}",
            f"}}{nest.inner.mark}",
        ]
        if nest.inner_last:
            body, end = [*here, *loop], results("i")
        else:
            after = ("%i_acc_r" if nest.carries else "%seed", "%i_mark_r")
            body = [*loop, here[0], *work("w", "%row", "%c0", after, nest)]
    arguments = ", ".join(f"%{n}_{w}_arg : index" for n in "oi" for w in ("start", "stop"))
    last = "%o_acc_r" if nest.carries else "%seed"
    lines = [
        f"func.func @k(%a : {GRID}, %out : {GRID}, {arguments}) {{",
        *head,
        f"{results('o')} = scf.for %o = {start['o']} to {stop['o']} step %o_step "
        f"{entry('o', '%seed', '%c0')} {{",
        *body,
        f"scf.yield {end} : {both}",
        f"}}{nest.outer.mark}",
        # Where the last tile is stored says what the loop counted.
        "%to = arith.remui %o_mark_r, %c3 : index",
        f"tile.store {last}, %out[%to, %c8] : {TILE}, {GRID}",
        "func.return",
        "}",
    ]
    return "\n".join(lines)


class BoundsAreUnsigned(Interpreter.Listener):
    """The assembler prints a loop over `index` as an unsigned one."""

    def will_interpret_op(self, op: Operation, values: tuple[Any, ...]) -> None:
        if isinstance(op, scf.ForOp):
            start, stop, step = values[:3]
            assert start >= 0
            assert stop >= 0
            assert step > 0


def run(module: ModuleOp, nest: Nest, level: Level) -> NDArray[np.float32]:
    random = np.random.default_rng(0)
    a = random.standard_normal((ROWS, COLUMNS), np.float32)
    out = random.standard_normal((ROWS, COLUMNS), np.float32)
    bounds = [b for loop in (nest.outer, nest.inner or nest.outer) for b in (loop.start, loop.stop)]
    listeners = (BoundsAreUnsigned(),) if level == "pto" else ()
    run_function(module, "k", [a, out, *bounds], level=level, listeners=listeners)
    return out


@given(
    nests,
    st.sampled_from(list(Planner)),
    st.sampled_from(["auto", "always", "never"]),
    st.sampled_from(["0.48", "0.60"]),
)
def test_a_pipeline_does_what_the_loop_does(
    nest: Nest, planner: str, rotate: str, version: str
) -> None:
    module = module_of(kernel(nest))
    expected = run(module, nest, "tile")
    pipeline = PtoPipelinePass(planner=planner, rotate=rotate, ptoas_version=version)
    *memory, convert = pipeline.stages()
    for stage in memory:
        stage.apply(Context(), module)
        verify(module)
        if isinstance(stage, CanonicalizeIoOrderPass):
            np.testing.assert_array_equal(run(module, nest, "tile"), expected)
        if isinstance(stage, AllocateMemoryAddrPass):
            np.testing.assert_array_equal(run(module, nest, "placed"), expected)
    try:
        convert.apply(Context(), module)
    except CompileError as error:
        # The assembler does not synchronise two slots of one region in one body.
        if nest.slots and planner == Planner.PTOAS and "'own' cannot be a region" in error.message:
            return
        raise
    verify(module)
    np.testing.assert_array_equal(run(module, nest, "pto"), expected)
