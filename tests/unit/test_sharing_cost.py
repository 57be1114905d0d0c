"""What it costs that tiles share bytes: the recogniser, and that both planners report it."""

from __future__ import annotations

from itertools import combinations

import pytest
from interpreter_ir import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from pto_dialect.mem import AllocOp
from pto_dialect.module_attributes import SpacePlan, functions_in, plans_of, target_of
from transforms.allocate_memory_addr import AllocateMemoryAddrPass
from transforms.analysis.interference import Interference
from transforms.analysis.numbering import Numbering
from transforms.analysis.sharing_cost import NEIGHBOURS, Sharing, SharingCost
from transforms.init_memref import InitMemrefPass
from transforms.materialize_semantic_aliases import MaterializeSemanticAliasesPass
from transforms.memory_reuse import MemoryReusePass

TILE = "!tile.tile<vec, 64x320xf32>"
"""81920 bytes: two fit into `vec`."""
GM = "memref<64x320xf32>"


def load(name: str) -> str:
    return f"%{name} = tile.load %a[%c0, %c0] : {GM} -> {TILE}"


def exp(name: str, of: str) -> str:
    return f"%{name} = tile.exp %{of} : {TILE}"


def store(name: str) -> str:
    return f"tile.store %{name}, %out[%c0, %c0] : {TILE}, {GM}"


def loop(stop: str, *body: str) -> str:
    return "\n".join([f"scf.for %i{stop} = %c0 to %{stop} step %c1 {{", *body, "}"])


def placed(*body: str, planner: str = "pack") -> ModuleOp:
    """A kernel whose tiles have allocations, none of which is shared."""
    module = module_of("\n".join([
        f"func.func @k(%a : {GM}, %out : {GM}, %n : index) {{",
        *(f"%c{k} = arith.constant {k} : index" for k in (0, 1, 3, 5)),
        *body,
        "func.return\n}",
    ]))  # fmt: skip
    for stage in (InitMemrefPass(planner=planner), MaterializeSemanticAliasesPass()):
        stage.apply(Context(), module)
    return module


def costs_of(*body: str) -> tuple[SharingCost, list[SSAValue]]:
    """The costs of a kernel, and its allocations in order."""
    module = placed(*body)
    (function,) = functions_in(module)
    interference = Interference(Numbering(function), target_of(module))
    memories: list[SSAValue] = [o.results[0] for o in module.walk() if isinstance(o, AllocOp)]
    return SharingCost(interference), memories


def cost_of(*body: str) -> Sharing:
    """What it costs if all tiles of a kernel lie in one place; pair by pair gives the same."""
    costs, memories = costs_of(*body)
    found = costs.of_sharers(memories)
    pairs = [costs.of_pair(a, b) for a, b in combinations(memories, 2)]
    assert found == Sharing(sum(pairs), sum(pair > 0 for pair in pairs))
    return found


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([load("t"), exp("u", "t"), store("u")], Sharing(0, 0)),
        ([load("t"), store("t"), load("u"), store("u")], Sharing(1, 1)),
        ([load("t"), exp("u", "t"), store("u"), load("v"), store("v")], Sharing(2, 2)),
        ([loop("n", load("t"), exp("u", "t"), store("u"))], Sharing(1, 1)),
        ([loop("c5", load("t"), exp("u", "t"), store("u"))], Sharing(5, 1)),
        ([loop("c5", load("t"), store("t"), load("u"), store("u"))], Sharing(10, 1)),
        ([loop("c5", loop("c3", load("t"), exp("u", "t"), store("u")))], Sharing(15, 1)),
        ([loop("c5", loop("n", load("t"), exp("u", "t"), store("u")))], Sharing(5, 1)),
        (
            [loop("c5", loop("c3", load("t"), store("t")), load("u"), store("u"))],
            Sharing(10, 1),
        ),
    ],
    ids=[
        "in place on one pipe",
        "a load behind a store",
        "a load behind an exponential and a store",
        "the next iteration",
        "each of five iterations",
        "in an iteration and the next",
        "nested loops",
        "a loop of unknown length",
        "loops around both only",
    ],
)
def test_a_pipe_waits_for_another(body: list[str], expected: Sharing):
    assert cost_of(*body) == expected


def test_only_neighbours_in_time_are_compared():
    count = 2 * NEIGHBOURS
    costs, memories = costs_of(*(f(f"t{k}") for k in range(count) for f in (load, store)))
    found = costs.of_sharers(memories)
    assert found.pairs == NEIGHBOURS * (count - NEIGHBOURS) + NEIGHBOURS * (NEIGHBOURS - 1) // 2


@pytest.mark.parametrize("planner", ["pack", "solve"])
def test_both_planners_record_what_their_plan_costs(planner: str):
    lines = (load("t"), exp("u", "t"), exp("v", "u"), store("v"))
    module = placed(loop("c5", *lines), planner=planner)
    for stage in (MemoryReusePass(), AllocateMemoryAddrPass()):
        stage.apply(Context(), module)
    (function,) = functions_in(module)
    expected = SpacePlan(15, 3) if planner == "pack" else SpacePlan(5, 1, "optimal")
    assert plans_of(function) == {"vec": expected}
