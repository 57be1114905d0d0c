"""
Which core a function runs on. The cube and the vector core are two processors: one function runs
on one of them.

1. A copy (move, extract, assemble) belongs to the core that has both memories; one between `vec`
   and a memory of the cube core belongs to both.
2. What passes tiles between the cores belongs to the core that sends or receives.
3. Another operation belongs to the vector core if its result, or without a result the first tile
   that it reads, lies in `vec`, else to the cube core.
4. What no pipe executes (create, views) belongs to none.
"""

from __future__ import annotations

from itertools import chain

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.attributes import CORE, CoreAttr
from pto_dialect.tile.ops.matrix import ExtractOp
from pto_dialect.tile.ops.queues import QueueOp
from pto_dialect.tile.ops.views import AssembleOp, MoveOp
from pto_dialect.tile.traits import is_executed
from pto_dialect.tile.types import TileType
from transforms.analysis.numbering import Numbering

_COPIES = (MoveOp, ExtractOp, AssembleOp)


def core_of(numbering: Numbering) -> Core:
    """
    The core that a function runs on: the declared one, else that of its operations, `vector` if
    no operation belongs to one.

    Raises:
        CompileError: its operations belong to both, or not to the declared one.
    """
    function = numbering.function
    declared = function.attributes.get(CORE)
    core = declared.data if isinstance(declared, CoreAttr) else None
    first: Operation | None = None
    for op in numbering.order:
        for own in cores_of_operation(op):
            if core is None:
                core, first = own, op
            elif own is not core:
                _fail(function, op, own, first, core)
    return core or Core.VECTOR


def cores_of_operation(op: Operation) -> tuple[Core, ...]:
    """The cores that an operation belongs to: none, one, or both."""
    if isinstance(op, QueueOp):
        return (op.core,)
    if not is_executed(op):
        return ()
    tiles = (v for v in chain(op.results, op.operands) if isinstance(v.type, TileType))
    if type(op) in _COPIES:
        return tuple(dict.fromkeys(_core_of_tile(tile) for tile in reversed([*tiles])))
    first = next(tiles, None)
    return () if first is None else (_core_of_tile(first),)


def _core_of_tile(tile: SSAValue) -> Core:
    type_ = tile.type
    assert isinstance(type_, TileType)
    return Core.VECTOR if type_.memory_space in (None, Space.VEC) else Core.CUBE


def _fail(function: FuncOp, op: Operation, own: Core, first: Operation | None, core: Core) -> None:
    remedy = (
        "write one function for the cube core and one for the vector core, which pass tiles to "
        "each other (pl.tpush_to_aiv, pl.tpop_from_aic)"
    )
    name = function.sym_name.data
    if first is None:
        fail(
            op,
            f"{_described(op)} runs on the {own} core, but function '{name}' is declared to run on "
            f"the {core} core",
            [remedy],
        )
    if first is op:
        fail(
            op,
            f"{_described(op)} copies between the cube and the vector core, which one function "
            "cannot",
            [remedy],
        )
    fail(
        op,
        f"{_described(op)} runs on the {own} core, but {_described(first)} runs on the {core} "
        f"core: function '{name}' cannot mix them",
        [note_at(first, f"{first.name} runs on the {core} core"), remedy],
    )


def _described(op: Operation) -> str:
    tile = next((v for v in (*op.results, *op.operands) if isinstance(v.type, TileType)), None)
    return op.name if tile is None else f"{op.name} of '{display_name(tile)}'"
