"""
Let the loads of a pipelined loop rotate through the slots of a buffer.

What it does: a loop with `tile.stages = F` keeps one body; each tile that it loads directly is
bound to a fresh buffer with F slots, in slot `((induction value - start) / step) rem F`, which
counts 0, 1, … in the order of the iterations. The loop becomes an ordinary one. This is done under
planner `ptoas` (`rotate=auto`), with any planner (`always`), or not at all (`never`); the choice is
recorded on the module.

A whole loop is declined, with a remark, and left for `lower-pipeline-loops` if one of its loads
cannot rotate: it is carried on by the loop or by control flow inside of it, also through copies,
views and operations in place; a view of it is taken or it is overwritten, and the assembler does
not follow slots through views; its valid extent is known at run time only; its memory has no
regions; the slots do not fit beside what the author pinned and what rotates already. Nothing inside
of a declined loop rotates. Loads that the author bound are left alone, but for a buffer of F slots
that is bound without an index: the slot of the iteration is filled in, if it can be a region.

Needs: `infer-tile-memory-space`. Leaves: `tile.stages` only on declined loops.

    scf.for %i = %c0 to %n step %c1 { %t = tile.load … } {tile.stages = 2 : i64}
    ⟶ %b = buffer.declare "pipe_t" : !buffer.buffer<2>
       scf.for %i = … { %k = arith.remui %i, %c2 ; %t = tile.load … ; buffer.bind %t to %b[%k] }
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import Float8E8M0FNUType, IndexType, IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue, Use
from xdsl.passes import ModulePass
from xdsl.traits import IsTerminator

from pto_dialect.buffer import BindOp, BufferType, DeclareOp
from pto_dialect.diagnostics import display_name, variable_name
from pto_dialect.machine.ptoas import (
    DEFAULT_PTOAS,
    MAX_REGION_SLOTS,
    MIN_REGION_SLOTS,
    REGION_SPACES,
    Feature,
    PtoasVersion,
)
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target, align_up
from pto_dialect.mem import ReserveOp
from pto_dialect.module_attributes import (
    Planner,
    Rotate,
    functions_in,
    remark,
    resolve_planner,
    resolve_rotate,
    target_of,
)
from pto_dialect.names import ssa_name
from pto_dialect.tile.attributes import STAGES
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import LoadOp
from pto_dialect.tile.ops.views import MoveOp
from pto_dialect.tile.traits import is_placed, storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.stages import pipelined_loops, requested_stages

_INDEX = IndexType()


@dataclass(frozen=True)
class LowerPipelineToSlotsPass(ModulePass):
    """Let the loads of a pipelined loop rotate through slots; see the module's docstring."""

    name = "lower-pipeline-to-slots"

    planner: str | None = None
    """Memory planner; default: what the module records, else `pack`."""
    rotate: str | None = None
    """`auto`, `always` or `never`; default: what the module records, else `auto`."""
    ptoas_version: str = str(DEFAULT_PTOAS)
    """The version of the assembler that will read the text."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        planner = resolve_planner(op, self.planner)
        rotate = resolve_rotate(op, self.rotate)
        if rotate is Rotate.NEVER or (rotate is Rotate.AUTO and planner is not Planner.PTOAS):
            return
        target, version = target_of(op), PtoasVersion.parse(self.ptoas_version)
        for function in functions_in(op):
            if loops := pipelined_loops(function):
                _Rotation(op, function, target, version).run(loops)


class _Rotation:
    """Rotates the loops of one function, the outer ones first."""

    def __init__(self, module: ModuleOp, function: FuncOp, target: Target, version: PtoasVersion):
        self._module = module
        self._function = function
        self._target = target
        self._version = version
        self._taken = _pinned_bytes(function, target)
        self._labels = {op.label.data for op in function.walk() if isinstance(op, DeclareOp)}
        self._head: list[Operation] = []

    def run(self, loops: Sequence[scf.ForOp]) -> None:
        """Rotate what can rotate."""
        declined: list[scf.ForOp] = []
        for loop in loops:
            if any(outer.is_ancestor(loop) for outer in declined):
                continue
            loads, binds = _direct_loads(loop), _open_binds(loop)
            reason = self._blocker(loop, loads, binds)
            if reason is not None:
                declined.append(loop)
                remark(self._module, loop, f"this loop does not rotate through slots: {reason}")
            else:
                self._rotate(loop, loads, binds)
        entry = self._function.body.blocks.first
        assert entry is not None
        if self._head:
            assert entry.first_op is not None
            entry.insert_ops_before(self._head, entry.first_op)

    def _blocker(
        self, loop: scf.ForOp, loads: Sequence[LoadOp], binds: Sequence[BindOp]
    ) -> str | None:
        """Why a loop cannot rotate, `None` if it can."""
        stages = requested_stages(loop)
        assert stages is not None
        if not MIN_REGION_SLOTS <= stages <= MAX_REGION_SLOTS:
            return f"{stages} stages, and a region has {MIN_REGION_SLOTS} to {MAX_REGION_SLOTS}"
        step = constant_value(loop.step)
        if step is None or step <= 0:
            return "its step is no positive constant"
        if not loads and not binds:
            return "it loads no tile of its own that is not bound already"
        for bind in binds:
            if (reason := _bind_blocker(bind)) is not None:
                return f"tile '{display_name(bind.tile)}' {reason}"
        needed: dict[Space, int] = {}
        for load in loads:
            if (reason := _load_blocker(load, self._version)) is not None:
                return f"tile '{display_name(load.result)}' {reason}"
            type_ = load.result.type
            assert isinstance(type_, TileType)
            assert type_.memory_space is not None
            space = type_.memory_space
            size, alignment = type_.allocated_bytes(self._target), self._target.alignment[space]
            slot = align_up(size, alignment)
            if slot != size and not self._version.supports(Feature.ALIGNED_SLOT_STRIDE):
                return (
                    f"tile '{display_name(load.result)}' has {size} bytes, and slots of ptoas "
                    f"{self._version} in {space} are multiples of {alignment}"
                )
            needed[space] = needed.get(space, 0) + stages * slot
        for space, size in needed.items():
            total = size + self._taken.get(space, 0)
            capacity = self._target.capacity.get(space, 0)
            if total > capacity:
                return (
                    f"its slots need {size} bytes of {space}, of which "
                    f"{capacity - self._taken.get(space, 0)} are left"
                )
        for space, size in needed.items():
            self._taken[space] = self._taken.get(space, 0) + size
        return None

    def _rotate(self, loop: scf.ForOp, loads: Sequence[LoadOp], binds: Sequence[BindOp]) -> None:
        stages = requested_stages(loop)
        assert stages is not None
        del loop.attributes[STAGES]
        slot = self._slot_index(loop, stages)
        for load in loads:
            label = self._fresh_label(f"pipe_{variable_name(load.result) or 'tile'}")
            declare = DeclareOp(label, stages)
            declare.location = load.location
            declare.buffer.name_hint = ssa_name(label)
            self._head.append(declare)
            bind = BindOp(load.result, declare.buffer, slot)
            bind.location = load.location
            assert load.parent is not None
            load.parent.insert_op_after(bind, load)
        for open_bind in binds:
            bind = BindOp(open_bind.tile, open_bind.memory, slot)
            bind.location = open_bind.location
            assert open_bind.parent is not None
            open_bind.parent.insert_op_before(bind, open_bind)
            open_bind.detach()
            open_bind.erase()

    def _slot_index(self, loop: scf.ForOp, stages: int) -> SSAValue:
        """The slot of an iteration, computed at the head of the body."""
        body = loop.body.block
        new: list[Operation] = []

        def emit(op: Operation) -> SSAValue:
            op.location = loop.location
            new.append(op)
            return op.results[0]

        count: SSAValue = body.args[0]
        if constant_value(loop.lb) != 0:
            count = emit(arith.SubiOp(count, loop.lb))
        if constant_value(loop.step) != 1:
            count = emit(arith.DivUIOp(count, loop.step))
        slots = arith.ConstantOp(IntegerAttr(stages, _INDEX))
        slots.location = loop.location
        self._head.append(slots)
        slot = emit(arith.RemUIOp(count, slots))
        assert body.first_op is not None
        body.insert_ops_before(new, body.first_op)
        return slot

    def _fresh_label(self, wanted: str) -> str:
        label, number = wanted, 1
        while label in self._labels:
            number += 1
            label = f"{wanted}_{number}"
        self._labels.add(label)
        return label


def _direct_loads(loop: scf.ForOp) -> list[LoadOp]:
    """The loads that stand in the body itself and whose tiles nobody has bound."""
    return [op for op in loop.body.block.ops if isinstance(op, LoadOp) and not is_placed(op.result)]


def _open_binds(loop: scf.ForOp) -> list[BindOp]:
    """
    The bindings in the body itself to a buffer with as many slots as the loop has stages, that
    leave it to the loop which slot an iteration has.
    """
    stages = requested_stages(loop)
    return [
        op
        for op in loop.body.block.ops
        if isinstance(op, BindOp) and op.slot is None and op.slot_count == stages
    ]


def _pinned_bytes(function: FuncOp, target: Target) -> dict[Space, int]:
    """Bytes that the author's buffers and reserved ranges take in each memory."""
    sizes: dict[SSAValue, tuple[Space, int]] = {}
    taken: dict[Space, int] = {}
    for op in function.walk():
        if isinstance(op, ReserveOp):
            space = op.type.space.data
            taken[space] = taken.get(space, 0) + op.type.total_bytes
        elif isinstance(op, BindOp) and isinstance(op.tile.type, TileType):
            type_ = op.tile.type
            if type_.memory_space is not None and type_.has_static_shape:
                _, known = sizes.get(op.memory, (type_.memory_space, 0))
                size = max(known, type_.allocated_bytes(target))
                sizes[op.memory] = (type_.memory_space, size)
    for buffer, (space, size) in sizes.items():
        assert isinstance(buffer.type, BufferType)
        total = align_up(size, target.alignment[space]) * buffer.type.slots.data
        taken[space] = taken.get(space, 0) + total
    return taken


def _load_blocker(load: LoadOp, version: PtoasVersion) -> str | None:
    reason = _type_blocker(load.result)
    if reason is not None:
        return reason
    if (reason := _carried_blocker(load.result)) is not None:
        return reason
    if not version.supports(Feature.SLOT_THROUGH_VIEWS):
        return _view_blocker(load.result, version)
    return None


def _bind_blocker(bind: BindOp) -> str | None:
    """Why a tile that the author bound cannot lie in the slot of the iteration."""
    others = [use.operation for use in bind.memory.uses]
    if any(isinstance(op, BindOp) and op.tile.type != bind.tile.type for op in others):
        return f"shares {bind.label} with tiles of other types"
    return _type_blocker(bind.tile)


def _type_blocker(tile: SSAValue) -> str | None:
    """Why a tile cannot lie in a region."""
    type_ = tile.type
    assert isinstance(type_, TileType)
    if type_.memory_space not in REGION_SPACES:
        return f"lies in {type_.memory_space}, where the assembler has no regions"
    if isinstance(type_.element_type, Float8E8M0FNUType):
        return f"has elements of {type_.element_type}, of which the assembler has no regions"
    if not type_.has_static_shape:
        return "has no compile-time size"
    if type_.dynamic_valid_dims:
        return "has a valid extent that is known at run time only"
    return None


def _carried_blocker(tile: SSAValue) -> str | None:
    """How the next iteration, or control flow, gets hold of a tile or of a copy of it."""
    for use in tile.uses:
        user = use.operation
        if user.has_trait(IsTerminator) or isinstance(user, scf.ForOp):
            return "is carried on by control flow"
        if isinstance(user, MoveOp):
            if _carried_blocker(user.result) is not None:
                return "is carried on by control flow, as a copy"
        elif _shares_storage(use) and (reason := _carried_blocker(user.results[0])) is not None:
            return reason
    return None


def _view_blocker(tile: SSAValue, version: PtoasVersion) -> str | None:
    """How a tile is used so that the assembler does not see its slot and lets every load wait."""
    for use in tile.uses:
        if _shares_storage(use):
            facts = storage_facts(use.operation)
            how = "looked at through" if facts.view_of is not None else "overwritten by"
            return f"is {how} {use.operation.name}, where ptoas {version} does not see its slot"
    return None


def _shares_storage(use: Use) -> bool:
    """Whether the result of an operation is a view of an operand, or overwrites it."""
    facts = storage_facts(use.operation)
    return any(
        shares is not None and shares.operand == use.index
        for shares in (facts.view_of, facts.writes_into)
    )
