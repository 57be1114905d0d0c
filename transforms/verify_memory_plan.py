"""
Check the final memory plan: no tile is overwritten while it is needed, and everything lies where
the target and the assembler allow.

The check shares no code with the passes that make the plan. It executes each function
symbolically and asks, at every read, whose data the bytes hold (`verification/execution.py`);
where things lie is checked before (`verification/allocations.py`, `verification/layout.py`).

Needs placed IR: `mem.place` on every tile that creates storage; addresses on all allocations, or
on none (then every allocation is a memory of its own). Leaves the IR as it is.

    %m0 = mem.alloc "a" at 0 : !mem.ref<vec, 1024>
    %m1 = mem.alloc "b" at 512 : !mem.ref<vec, 1024>
    %t0 = tile.load …                           mem.place %t0 in %m0
    %t1 = tile.exp %t0                          mem.place %t1 in %m1    // error: shares bytes
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pto_dialect.machine.ptoas import DEFAULT_PTOAS
from pto_dialect.module_attributes import (
    Planner,
    assembler_version,
    functions_in,
    orders_partial_overlap,
    planner_of,
    target_of,
)
from transforms.verification.allocations import Rules, check_addresses
from transforms.verification.execution import execute
from transforms.verification.layout import check_layout


@dataclass(frozen=True)
class VerifyMemoryPlanPass(ModulePass):
    """
    Check the final memory plan.

    Raises:
        CompileError: at the operation that reads what was overwritten, or at the allocation or
            placement that breaks a rule.
    """

    name = "verify-memory-plan"

    ptoas_version: str = str(DEFAULT_PTOAS)
    """The assembler that will read the result."""
    sync: str = "insert"
    """How it orders accesses: `insert`, or `graph` for its graph solver."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        ptoas = assembler_version(self.ptoas_version)
        planner = planner_of(op)
        functions = {function: list(function.walk()) for function in functions_in(op)}
        rules = Rules(
            target=target_of(op),
            ptoas=ptoas,
            partial_overlap=orders_partial_overlap(ptoas, self.sync),
            addressed=check_addresses(chain.from_iterable(functions.values()), planner),
            ptoas_plans=planner is Planner.PTOAS,
        )
        for function, ops in functions.items():
            execute(function, check_layout(function, ops, rules), rules.target)
