"""Passes that know nothing of tiles, run anywhere in the pipeline, change no memory plan."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from contexts import every_dialect
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.passes import ModulePass
from xdsl.universe import Universe

from lowering.pipeline import PtoPipelinePass
from pto_dialect.mem import AllocOp, PlaceOp
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tools.verifier import verify

STAGES = tuple(stage.name for stage in PtoPipelinePass().memory_stages())
"""The passes from values to a checked memory plan."""

T = "!tile.tile<vec, 64x64xf32>"
M = "memref<64x64xf32>"

KERNELS = {
    "chain in two buffers": f"""
        %ping = buffer.declare "ping" : !buffer.buffer
        %pong = buffer.declare "pong" : !buffer.buffer
        %t0 = tile.load %x[%c0, %c0] : {M} -> {T}
        buffer.bind %t0 to %ping : {T}, !buffer.buffer
        %t1 = tile.exp %t0 : {T}
        buffer.bind %t1 to %pong : {T}, !buffer.buffer
        %t2 = tile.exp %t1 : {T}
        buffer.bind %t2 to %ping : {T}, !buffer.buffer
        tile.store %t2, %out[%c0, %c0] : {T}, {M}""",
    "equal tiles in two buffers": f"""
        %ping = buffer.declare "ping" : !buffer.buffer
        %pong = buffer.declare "pong" : !buffer.buffer
        %t = tile.load %x[%c0, %c0] : {M} -> {T}
        %e0 = tile.exp %t : {T}
        buffer.bind %e0 to %ping : {T}, !buffer.buffer
        %e1 = tile.exp %t : {T}
        buffer.bind %e1 to %pong : {T}, !buffer.buffer
        %s = tile.add %e0, %e1 : {T}
        tile.store %s, %out[%c0, %c0] : {T}, {M}""",
    "dead tile in a buffer": f"""
        %big = buffer.declare "big" : !buffer.buffer
        %dead = tile.load %x[%c0, %c0] : {M} -> {T}
        buffer.bind %dead to %big : {T}, !buffer.buffer
        %s = tile.load %x[%c0, %c0] : {M} -> !tile.tile<vec, 32x32xf32>
        buffer.bind %s to %big : !tile.tile<vec, 32x32xf32>, !buffer.buffer
        tile.store %s, %out[%c0, %c0] : !tile.tile<vec, 32x32xf32>, {M}""",
    "slots in a loop": f"""
        %slots = buffer.declare "slots" : !buffer.buffer<2>
        scf.for %i = %c0 to %n step %c1 {{
          %k = arith.remui %i, %c2 : index
          %t = tile.load %x[%c0, %c0] : {M} -> {T}
          buffer.bind %t to %slots[%k] : {T}, !buffer.buffer<2>
          %e = tile.exp %t : {T}
          tile.store %e, %out[%c0, %c0] : {T}, {M}
        }}""",
    "invariant of a loop in a buffer": f"""
        %mine = buffer.declare "mine" : !buffer.buffer
        %t = tile.load %x[%c0, %c0] : {M} -> {T}
        scf.for %i = %c0 to %n step %c1 {{
          %e = tile.exp %t : {T}
          buffer.bind %e to %mine : {T}, !buffer.buffer
          tile.store %e, %out[%c0, %c0] : {T}, {M}
        }}""",
    "constant slots": f"""
        %slots = buffer.declare "slots" : !buffer.buffer<2>
        %t0 = tile.load %x[%c0, %c0] : {M} -> {T}
        buffer.bind %t0 to %slots[%c0] : {T}, !buffer.buffer<2>
        %t1 = tile.exp %t0 : {T}
        buffer.bind %t1 to %slots[%c1] : {T}, !buffer.buffer<2>
        tile.store %t1, %out[%c0, %c0] : {T}, {M}""",
    "no buffer": f"""
        %a = tile.load %x[%c0, %c0] : {M} -> {T}
        %b = tile.load %out[%c0, %c0] : {M} -> {T}
        %c = tile.add %a, %b : {T}
        %d = tile.mul %c, %c : {T}
        %e = tile.add %d, %d : {T}
        tile.store %e, %out[%c0, %c0] : {T}, {M}""",
    "what a loop carries": f"""
        %init = tile.load %x[%c0, %c0] : {M} -> {T}
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> ({T}) {{
          %l = tile.load %x[%c0, %c0] : {M} -> {T}
          %s = tile.add %acc, %l : {T}
          scf.yield %s : {T}
        }}
        tile.store %r, %out[%c0, %c0] : {T}, {M}""",
}


context = cache(every_dialect)


@cache
def pass_named(name: str) -> ModulePass:
    """A pass without options."""
    return Universe.get_multiverse().all_passes[name]()()


Plan = tuple[list[tuple[object, ...]], list[tuple[object, ...]]]


def plan_of(body: str, names: Sequence[str]) -> Plan:
    """
    What these passes make of a kernel: its allocations, and for each tile what makes it and
    where it lies.
    """
    module = Parser(
        context(),
        f"func.func @f(%x: {M}, %out: {M}, %n: index) {{\n"
        + "".join(f"%c{k} = arith.constant {k} : index\n" for k in range(3))
        + f"{body}\nfunc.return\n}}",
    ).parse_module()
    for name in names:
        pass_named(name).apply(context(), module)
        verify(module)
    return _plan(module)


def _plan(module: ModuleOp) -> Plan:
    allocs = [op for op in module.walk() if isinstance(op, AllocOp)]
    places = [op for op in module.walk() if isinstance(op, PlaceOp)]
    return (
        [(op.label.data, op.start, op.type, op.is_pinned) for op in allocs],
        [(op.tile.owner.name, op.alloc.label.data, slot_of(op)) for op in places],
    )


def slot_of(place: PlaceOp) -> int | str | None:
    """The slot that a tile lies in, `?` if it is computed."""
    if place.slot is None:
        return None
    constant = constant_value(place.slot)
    return "?" if constant is None else constant


@cache
def undisturbed(kernel: str) -> Plan:
    """The plan of a kernel without stock passes."""
    return plan_of(KERNELS[kernel], STAGES)


@pytest.mark.parametrize(
    "following",
    [
        "infer-tile-memory-space",
        "init-memref",
        "materialize-semantic-aliases",
        "allocate-memory-addr",
    ],
)
@pytest.mark.parametrize("stock", ["cse", "licm", "dce", "canonicalize"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_plan_is_that_without_the_pass(kernel: str, stock: str, following: str):
    position = STAGES.index(following)
    names = [*STAGES[:position], stock, *STAGES[position:]]
    assert plan_of(KERNELS[kernel], names) == undisturbed(kernel)
