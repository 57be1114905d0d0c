"""
What became of the memory of a compiled program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from pto_dialect.diagnostics import name_in
from pto_dialect.machine.spaces import Space
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp
from pto_dialect.module_attributes import (
    Planner,
    functions_in,
    planner_of,
    plans_of,
    remarks_of,
    target_of,
)
from pto_dialect.tile.ops.views import MoveOp
from pto_dialect.tile.types import TileType
from pto_dialect.tile.workspaces import ELEMENT_BYTES, workspaces


@dataclass(frozen=True)
class Allocation:
    """A piece of on-chip memory and what lives there."""

    function: str
    """The function that it belongs to."""
    name: str
    """The author's name for it, or the compiler's."""
    space: str
    """The memory that it is a part of."""
    bytes: int
    """All its bytes: those of a slot times the number of slots."""
    slots: int
    """Number of equal slots, 1 if it is not divided."""
    address: int | None
    """Its first byte in that memory, `None` if the assembler chooses it."""
    pinned: bool
    """Whether it is the author's own."""
    tiles: tuple[str, ...]
    """
    What is placed there, one entry for each value, in order: the Python variable, or the name of
    the operation if no variable holds the tile.
    """


@dataclass(frozen=True)
class Report:
    """The memory of a compiled program."""

    target: str
    """What it is compiled for."""
    planner: str
    """Who chose the places."""
    allocations: tuple[Allocation, ...]
    """Every allocation, by function."""
    high_water: Mapping[str, int]
    """
    For each memory that is used, the bytes up to the end of the highest allocation of any
    function; empty if the assembler chooses addresses.
    """
    capacity: Mapping[str, int]
    """For each memory that is used, its usable bytes."""
    moves: int
    """Copies within a memory that the compiler inserted, counted in the text."""
    space_moves: int
    """Copies from one memory to another that the compiler inserted, counted in the text."""
    remarks: tuple[str, ...] = ()
    """Optimisations that were declined, and why: `file:line:col: remark: …`."""
    reuse_cost: int | None = None
    """How often a pipe waits for another because tiles share bytes; `None` of planner `ptoas`."""
    reuse_pairs: int | None = None
    """How many pairs of tiles make a pipe wait; `None` of planner `ptoas`."""
    plans: dict[str, str] = field(default_factory=dict[str, str])
    """By memory, whether planner `solve` has proven its cost to be the least."""
    workspaces: dict[str, int] = field(default_factory=dict[str, int])
    """
    By added argument, the bytes of global memory that a queue needs for each block.
    """

    def as_json(self) -> dict[str, object]:
        """The report as JSON can hold it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Report:
        """
        The report that `as_json` wrote.

        Raises:
            KeyError: a part of it is missing.
            TypeError: it is no such report.
        """
        allocations: list[Allocation] = []
        for described in data["allocations"]:
            allocation: dict[str, Any] = dict(described)
            allocation["tiles"] = tuple(allocation["tiles"])
            allocations.append(Allocation(**allocation))
        parts: dict[str, Any] = {field.name: data[field.name] for field in fields(cls)}
        parts.update(allocations=tuple(allocations), remarks=tuple(data["remarks"]))
        return cls(**parts)

    def __str__(self) -> str:
        lines: list[str] = []
        for function in dict.fromkeys(a.function for a in self.allocations):
            own = [a for a in self.allocations if a.function == function]
            lines.append(f"{function}: {_count(len(own), 'allocation')}")
            lines.extend(_table([_row(a) for a in own]))
        for space, capacity in self.capacity.items():
            used = self.high_water.get(space)
            if used is not None:
                plan = f", plan {self.plans[space]}" if space in self.plans else ""
                lines.append(f"{space}: {used} of {capacity} bytes{plan}")
        if self.reuse_cost or self.plans:
            pairs = (
                "" if not self.reuse_pairs else f" ({_count(self.reuse_pairs, 'pair')} of tiles)"
            )
            lines.append(f"cost of sharing: {self.reuse_cost}{pairs}")
        if self.moves or self.space_moves:
            lines.append(
                f"copies inserted: {self.moves} within a space, {self.space_moves} between spaces"
            )
        for name, size in self.workspaces.items():
            lines.append(f"{name}: {size} bytes of global memory for each block")
        lines.extend(self.remarks)
        return "\n".join(lines) or "no on-chip memory is used"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _row(allocation: Allocation) -> Sequence[str]:
    size = f"{allocation.bytes} B"
    if allocation.slots > 1:
        size += f" in {allocation.slots} slots"
    where = "" if allocation.address is None else f"at {allocation.address}"
    return (
        allocation.space,
        allocation.name,
        size,
        where,
        "pinned" if allocation.pinned else "",
        " ".join(allocation.tiles),
    )


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  " + "  ".join(cells).rstrip()


@dataclass(frozen=True)
class Moves:
    """How often a program copies a tile."""

    within: int
    """Copies within a memory."""
    between: int
    """Copies from one memory to another."""


def count_moves(module: ModuleOp) -> Moves:
    """Count the `tile.move` operations of a module; a tile without a space lies in `vec`."""
    within = between = 0
    for op in module.walk():
        if isinstance(op, MoveOp):
            source, result = (_space(v) for v in (op.src, op.result))
            if source is result:
                within += 1
            else:
                between += 1
    return Moves(within, between)


def _space(value: SSAValue) -> Space:
    assert isinstance(value.type, TileType)
    return value.type.memory_space or Space.VEC


def make_report(placed: ModuleOp, written: Moves) -> Report:
    """
    Read the report off placed IR. `written` are the copies that the author's program already
    had.
    """
    target, planner = target_of(placed), planner_of(placed)
    allocations: list[Allocation] = []
    high_water: dict[str, int] = {}
    for function in functions_in(placed):
        allocations.extend(_allocations(function))
        for op in function.walk():
            if isinstance(op, ReserveOp) and op.start is not None:
                _raise(high_water, op.type.space.data, op.start + op.type.size.data)
    for allocation in allocations:
        if allocation.address is not None:
            _raise(high_water, allocation.space, allocation.address + allocation.bytes)
    used = [s for s in Space if any(a.space == s for a in allocations) or s in high_water]
    moves = count_moves(placed)
    plans = [plan for function in functions_in(placed) for plan in plans_of(function).items()]
    return Report(
        target=target.name,
        planner="" if planner is None else planner.value,
        allocations=tuple(allocations),
        high_water={s.value: high_water[s] for s in used if s in high_water},
        capacity={s.value: target.capacity[s] for s in used if s in target.capacity},
        moves=moves.within - written.within,
        space_moves=moves.between - written.between,
        remarks=remarks_of(placed),
        reuse_cost=None if planner is Planner.PTOAS else sum(plan.cost for _, plan in plans),
        reuse_pairs=None if planner is Planner.PTOAS else sum(plan.pairs for _, plan in plans),
        plans={space: plan.verdict for space, plan in plans if plan.verdict is not None},
        workspaces=_workspaces(placed),
    )


def _workspaces(placed: ModuleOp) -> dict[str, int]:
    found: dict[str, int] = {}
    for function in functions_in(placed):
        for space in workspaces(function):
            found[space.name] = max(found.get(space.name, 0), space.elements * ELEMENT_BYTES)
    return found


def _raise(high_water: dict[str, int], space: str, end: int) -> None:
    high_water[space] = max(high_water.get(space, 0), end)


def _name(tile: SSAValue) -> str:
    owner = tile.owner
    assert isinstance(owner, Operation)
    return name_in(owner.location) or tile.name_hint or owner.name


def _allocations(function: FuncOp) -> Iterator[Allocation]:
    allocs: list[AllocOp] = []
    tiles: dict[SSAValue, list[str]] = {}
    for op in function.walk():
        if isinstance(op, AllocOp):
            allocs.append(op)
            tiles[op.ref] = []
        elif isinstance(op, PlaceOp):
            tiles[op.memory].append(_name(op.tile))
    for alloc in allocs:
        type_ = alloc.type
        yield Allocation(
            function=function.sym_name.data,
            name=alloc.label.data,
            space=type_.space.data.value,
            bytes=type_.total_bytes,
            slots=type_.slots.data,
            address=alloc.start,
            pinned=alloc.is_pinned,
            tiles=tuple(tiles[alloc.ref]),
        )
