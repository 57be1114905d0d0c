"""
Turn placed tile IR into the assembler's dialect.

What it does: a tensor argument becomes a `!pto.ptr` with one `make_tensor_view` for each layout
it is used in; a placed tile becomes a handle (`lowering/handles.py`); a tile operation becomes the
assembler's operation in destination-passing style (`lowering/operations/`); values carried by
loops and branches vanish when they are tiles, because they live in one place. Lowered arguments:
pointers, then scalars, then one `index` for each distinct dynamic dimension in first-use order.
Loops that are not provably counted upwards from zero or more are counted by iterations.

Needs: `materialize-semantic-aliases`, and addresses unless the planner is `ptoas`. Leaves: only
`pto`, `func`, `scf` and `arith` operations, and `pto.target_arch` on the module.

    %t1 = tile.exp %t0 : … ; mem.place %t1 in %m1
    ⟶ pto.texp ins(%t0 : !pto.tile_buf<vec, 64x64xf32>) outs(%t1 : !pto.tile_buf<vec, 64x64xf32>)
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from lowering.function import FunctionLowering
from pto_dialect.diagnostics import fail
from pto_dialect.machine.ptoas import DEFAULT_PTOAS, PtoasVersion
from pto_dialect.mem import ReserveOp
from pto_dialect.module_attributes import (
    PLANNER,
    REMARKS,
    ROTATE,
    TARGET_ARCH,
    Planner,
    assembler_version,
    functions_in,
    resolve_planner,
    target_of,
)
from pto_dialect.pto.versions import RESERVATION_BY_LEVEL
from transforms.analysis.placements import allocs_in


@dataclass(frozen=True)
class ConvertTileToPtoPass(ModulePass):
    """Turn placed tile IR into the assembler's dialect; see the module's docstring."""

    name = "convert-tile-to-pto"

    ptoas_version: str = str(DEFAULT_PTOAS)
    """The version of the assembler that will read the text."""
    planner: str | None = None
    """Memory planner; default: what the module records, else `pack`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        version = assembler_version(self.ptoas_version)
        target = target_of(op)
        planner = resolve_planner(op, self.planner)
        for function in functions_in(op):
            check_addresses(function, planner)
            if planner is Planner.PTOAS and version >= RESERVATION_BY_LEVEL:
                check_reserved(function, version)
        for function in list(functions_in(op)):
            lowered = FunctionLowering(function, target, version).run()
            block = function.parent
            assert block is not None
            block.insert_op_before(lowered, function)
            function.detach()
            function.erase()
        for name in (PLANNER, ROTATE, REMARKS):
            op.attributes.pop(name, None)
        op.attributes[TARGET_ARCH] = StringAttr(target.name)


def check_reserved(function: FuncOp, version: PtoasVersion) -> None:
    """
    Check that no reserved memory has an address where the assembler gives all of them.

    Raises:
        CompileError: one has.
    """
    for op in function.walk():
        if isinstance(op, ReserveOp) and op.start is not None:
            fail(
                op,
                f"reserved memory '{op.label.data}' has the address {op.start} under planner "
                f"'{Planner.PTOAS}', but ptoas {version} gives the addresses itself",
                ["leave the address to the compiler (base=pl.AUTO), or use planner 'pack'"],
            )


def check_addresses(function: FuncOp, planner: Planner) -> None:
    """
    Check that either every allocation has an address or none has.

    Raises:
        CompileError: one has none where the planner gives addresses, or the reverse.
    """
    for op in allocs_in(function):
        if (op.start is None) != (planner is Planner.PTOAS):
            has = "no address" if op.start is None else f"the address {op.start}"
            fail(
                op,
                f"allocation '{op.label.data}' has {has} under planner '{planner}'",
                ["run allocate-memory-addr before"] if op.start is None else (),
            )
