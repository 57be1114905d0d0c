"""
Which operations of a block may not change places.

Among operations that stand in one block, B has to stay behind A if

1. B, or an operation inside of it, uses a result of A;
2. both touch one tensor and one of them writes it, unless both windows are constant and disjoint;
3. one overwrites a tile, and the other reads that tile or a view of it; in-place operations
   overwrite their operand, loops their initial values, branches what they yield, everything
   its scratch, and `tile.tfree` ends the tile whose slot it gives back;
4. both are about queues: the other core expects everything in one order;
5. one of them waits for what is not known, or has effects that are not known.

A binding or placement belongs to the operation that makes its tile and moves with it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind, get_effects

from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import LoadOp, StoreOp, window_extents
from pto_dialect.tile.ops.queues import QueueOp, TFreeOp
from pto_dialect.tile.ops.synchronisation import SyncOp
from pto_dialect.tile.traits import PLACING_OPS, storage_facts
from pto_dialect.tile.types import DYNAMIC, TileType
from transforms.analysis.storage import tensor_root, value_root

_KNOWN_DIALECTS = ("tile.", "buffer.", "mem.", "memref.", "arith.", "scf.")
"""Dialects whose operations touch nothing but their operands, results and regions."""

_ACCESSES_COMPARED = 64
"""Accesses of one place that are compared one by one; beyond it they keep their order."""

Window = tuple[tuple[int, int], ...]
"""First and last element, exclusive, in each dimension."""


@dataclass(frozen=True)
class _Access:
    """A unit that touches a tensor or a tile."""

    unit: int
    writes: bool
    window: Window | None = None


@dataclass
class Unit:
    """An operation and the placements that belong to it."""

    ops: list[Operation]
    """The operation, then its placements."""
    after: set[int] = field(default_factory=set[int])
    """Indices of the units that have to stay before this one."""


def units_of(ops: Sequence[Operation]) -> list[Unit]:
    """The operations of a stretch of a block as units, with what has to stay before each."""
    units: list[Unit] = []
    for op in ops:
        if op.name in PLACING_OPS and units:
            units[-1].ops.append(op)
        else:
            units.append(Unit([op]))
    _Dependences(units).find()
    return units


class _Dependences:
    """Finds the order among units in one walk."""

    def __init__(self, units: Sequence[Unit]):
        self._units = units
        self._makers: dict[SSAValue, int] = {}
        self._reads: dict[Hashable, list[_Access]] = {}
        self._writes: dict[Hashable, list[_Access]] = {}
        self._barrier: int | None = None
        self._since_barrier: list[int] = []

    def find(self) -> None:
        """Fill in what has to stay before each unit."""
        for i, unit in enumerate(self._units):
            for op in unit.ops:
                for inner in op.walk():
                    self._add_operation(i, inner)
            for op in unit.ops:
                self._makers.update((result, i) for result in op.results)
            if self._barrier is not None:
                unit.after.add(self._barrier)
            if any(_is_barrier(inner) for op in unit.ops for inner in op.walk()):
                unit.after.update(self._since_barrier)
                self._barrier, self._since_barrier = i, []
            self._since_barrier.append(i)
            unit.after.discard(i)

    def _add_operation(self, i: int, op: Operation) -> None:
        unit = self._units[i]
        for operand in op.operands:
            maker = self._makers.get(operand)
            if maker is not None:
                unit.after.add(maker)
        facts = storage_facts(op)
        overwritten = set(facts.scratch)
        if facts.writes_into is not None:
            overwritten.add(facts.writes_into.operand)
        if isinstance(op, QueueOp):
            self._touch(QueueOp, _Access(i, True))
        ends_all = isinstance(op, scf.ForOp | scf.YieldOp | TFreeOp)
        for index, operand in enumerate(op.operands):
            if isinstance(operand.type, TileType) and op.name not in PLACING_OPS:
                writes = ends_all or index in overwritten
                self._touch(value_root(operand), _Access(i, writes))
            elif isinstance(operand.type, MemRefType):
                self._touch_tensor(i, op, operand)

    def _touch_tensor(self, i: int, op: Operation, tensor: SSAValue) -> None:
        if isinstance(op, memref.DimOp):
            return
        root = tensor_root(tensor)
        if isinstance(op, LoadOp):
            window = _window(op.result.type, op, root is tensor)
            self._touch(root, _Access(i, False, window))
        elif isinstance(op, StoreOp):
            self._touch(root, _Access(i, True, _window(op.tile.type, op, root is tensor)))
        elif not isinstance(op, memref.SubviewOp):
            self._touch(root, _Access(i, True))

    def _touch(self, place: Hashable, access: _Access) -> None:
        reads = self._reads.setdefault(place, [])
        writes = self._writes.setdefault(place, [])
        after = self._units[access.unit].after
        for other in (*reads, *writes) if access.writes else writes:
            if not _disjoint(access.window, other.window):
                after.add(other.unit)
        if not access.writes:
            reads.append(access)
            return
        if len(reads) + len(writes) >= _ACCESSES_COMPARED:
            after.update(other.unit for other in (*reads, *writes))
            # From here on, what follows this access follows all of them.
            access = _Access(access.unit, True)
            reads.clear()
            writes.clear()
        writes.append(access)


def _window(tile: object, op: LoadOp | StoreOp, is_whole_tensor: bool) -> Window | None:
    """The part of a tensor that a load or store touches, if it is constant."""
    assert isinstance(tile, TileType)
    if not is_whole_tensor:
        return None
    starts = [constant_value(offset) for offset in op.offsets]
    extents = window_extents(tile, op.window, len(starts))
    window: list[tuple[int, int]] = []
    for start, extent in zip(starts, extents, strict=True):
        if start is None or extent == DYNAMIC:
            return None
        window.append((start, start + extent))
    return tuple(window)


def _disjoint(a: Window | None, b: Window | None) -> bool:
    if a is None or b is None:
        return False
    return any(
        end <= other_start or other_end <= start
        for (start, end), (other_start, other_end) in zip(a, b, strict=True)
    )


def _is_barrier(op: Operation) -> bool:
    """Whether an operation has effects that are not those of tiles, tensors or scalars."""
    if op.name.startswith(_KNOWN_DIALECTS):
        return isinstance(op, SyncOp)
    effects = get_effects(op)
    return effects is None or any(e.kind is not MemoryEffectKind.ALLOC for e in effects)
