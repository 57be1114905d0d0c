"""
Bring loads up and stores down among the stages of a pipelined loop.

What it does: in each block with several stages of a group, the operations between the first and the
last one of the group are sorted: scalars, then loads, then computations and stores stage by
stage, a stage's stores last. Nothing passes what it depends on (`analysis/ordering.py`). So the
loads of all stages are issued before the first computation, and the hardware can overlap them. A
copy into the cube unit's operand memories and the read of an element count as loads. Loads into
a memory that cannot hold all of them at once stay where their stage computes, with a remark.

Needs: `lower-pipeline-loops`. Leaves: the order, and the marks. Idempotent.

    load₀ exp₀ store₀ load₁ exp₁ store₁ ⟶ load₀ load₁ exp₀ store₀ exp₁ store₁
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.module_attributes import functions_in, remark, target_of
from pto_dialect.tile.ops.memory import LoadOp, StoreOp
from pto_dialect.tile.ops.views import ValidDimOp
from pto_dialect.tile.traits import PLACING_OPS, is_placed, pipe_of
from pto_dialect.tile.types import TileType
from transforms.analysis.ordering import Unit, units_of
from transforms.analysis.stages import stages_of

_SCALAR, _LOAD, _WORK = range(3)
_COMPUTE, _STORE = range(2)

_Key = tuple[int, tuple[int, ...], int, int]


@dataclass(frozen=True)
class CanonicalizeIoOrderPass(ModulePass):
    """Bring loads up and stores down among stages; see the module's docstring."""

    name = "canonicalize-io-order"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_in(op):
            for block in function.body.blocks:
                _order_block(op, block, target_of(op))


def _order_block(module: ModuleOp, block: Block, target: Target) -> None:
    ops = list(block.ops)
    reach: dict[int, tuple[int, int]] = {}
    for i, op in enumerate(ops):
        for region in op.regions:
            for inner in region.blocks:
                _order_block(module, inner, target)
        if marks := _marks_of(op):
            first, _ = reach.setdefault(marks[0][0], (i, i))
            reach[marks[0][0]] = (first, i)
    for first, last in _merged(reach.values()):
        while last + 1 < len(ops) and ops[last + 1].name in PLACING_OPS:
            last += 1
        stretch = ops[first : last + 1]
        if _overlaps_stages(stretch):
            full = _overfull(module, stretch, target)
            _rearrange(block, stretch, sort_stretch(stretch, full, target))


def _overlaps_stages(ops: Sequence[Operation]) -> bool:
    """Whether several stages of one group stand in a stretch of a block."""
    stages: dict[int, int] = {}
    return any(
        stages.setdefault(group, stage) != stage for op in ops for group, stage in _marks_of(op)
    )


def _overfull(module: ModuleOp, ops: Sequence[Operation], target: Target) -> frozenset[Space]:
    """The memories that cannot hold what is loaded into them in a stretch of a block at once."""
    loaded: dict[Space, int] = {}
    first: dict[Space, Operation] = {}
    for op in ops:
        if not op.regions and _is_load(op, target) and not is_placed(op.results[0]):
            type_ = op.results[0].type
            if isinstance(type_, TileType) and type_.memory_space and type_.has_static_shape:
                space = type_.memory_space
                size = align_up(type_.allocated_bytes(target), target.alignment[space])
                loaded[space] = loaded.get(space, 0) + size
                first.setdefault(space, op)
    full = [s for s, size in loaded.items() if size > target.capacity.get(s, size)]
    for space in full:
        remark(
            module,
            first[space],
            f"the stages of a pipeline load {loaded[space]} bytes into {space}, which are not "
            f"loaded ahead, because it has {target.capacity[space]} bytes",
        )
    return frozenset(full)


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Closed ranges in order, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def sort_stretch(
    ops: Sequence[Operation], full: frozenset[Space], target: Target
) -> list[Operation]:
    """
    The operations of a stretch of a block in the order of the module's docstring. Loads into the
    memories `full` are work like any other.
    """
    units = units_of(ops)
    waiting = [len(unit.after) for unit in units]
    followers: list[list[int]] = [[] for _ in units]
    for i, unit in enumerate(units):
        for before in unit.after:
            followers[before].append(i)
    ready = [_key(unit, i, full, target) for i, unit in enumerate(units) if not waiting[i]]
    heapq.heapify(ready)
    ordered: list[Operation] = []
    while ready:
        i = heapq.heappop(ready)[-1]
        ordered += units[i].ops
        for follower in followers[i]:
            waiting[follower] -= 1
            if not waiting[follower]:
                heapq.heappush(ready, _key(units[follower], follower, full, target))
    return ordered


def _key(unit: Unit, index: int, full: frozenset[Space], target: Target) -> _Key:
    op = unit.ops[0]
    if op.regions:
        # What is inside of it may belong to an inner pipeline; it belongs to the outermost.
        return (_WORK, tuple(stage for _, stage in _marks_of(op)[:1]), _COMPUTE, index)
    stage = tuple(stage for _, stage in stages_of(op))
    if isinstance(op, ValidDimOp) or not op.name.startswith("tile."):
        return (_SCALAR, (), _COMPUTE, index)
    if isinstance(op, StoreOp):
        return (_WORK, stage, _STORE, index)
    if _is_load(op, target) and _space_of(op) not in full:
        return (_LOAD, stage, _COMPUTE, index)
    return (_WORK, stage, _COMPUTE, index)


def _is_load(op: Operation, target: Target) -> bool:
    reads_element = op.results and not isinstance(op.results[0].type, TileType)
    return isinstance(op, LoadOp) or bool(reads_element) or pipe_of(op, target) is Pipe.MTE1


def _space_of(op: Operation) -> Space | None:
    type_ = op.results[0].type
    return type_.memory_space if isinstance(type_, TileType) else None


def _marks_of(op: Operation) -> tuple[tuple[int, int], ...]:
    """The marks of an operation; of a loop or branch, those of the first operation that has any."""
    if not op.regions:
        return stages_of(op)
    return next((marks for inner in op.walk() if (marks := stages_of(inner))), ())


def _rearrange(block: Block, old: Sequence[Operation], new: Sequence[Operation]) -> None:
    """Put operations into another order; those that are where they belong stay."""
    if all(a is b for a, b in zip(old, new, strict=True)):
        return
    after = old[0].prev_op
    for op in new:
        op.detach()
        if after is not None:
            block.insert_op_after(op, after)
        elif block.first_op is not None:
            block.insert_op_before(op, block.first_op)
        else:
            block.add_op(op)
        after = op
