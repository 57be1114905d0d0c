"""
Give every tile that creates storage an allocation.

What it does: one `mem.alloc` per creating tile and one per buffer that the author declared and
uses, all in the head of the function, and one `mem.place` per creating tile. Views, in-place
results and what control flow passes on follow their roots (`analysis/storage.py`). A declared
buffer becomes a pinned allocation whose slot size is the largest tile bound to it.

Needs: `infer-tile-memory-space`, `insert-tile-copies`. Leaves: no `buffer` operation.

Errors: tiles in one buffer that are live at the same time, that lie in different spaces or have
no compile-time size; a result in the buffer of an operand that its operation cannot run in place
on; under planner `ptoas` a buffer with a single slot, and a tile in a buffer of several slots
that names none.

    %ping = buffer.declare "ping" : !buffer.buffer
    %t = tile.load … ; buffer.bind %t to %ping
    ⟶ %ping = mem.alloc "ping" pinned : !mem.ref<vec, 16384>
       %t = tile.load … ; mem.place %t in %ping
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.buffer import BindOp, DeclareOp
from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, RefType, placement_of
from pto_dialect.module_attributes import Planner, functions_in, resolve_planner, target_of
from pto_dialect.names import ssa_name
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.buffer_sharing import check_sharing

_MAX_BYTES = 2**63 - 1


@dataclass(frozen=True)
class InitMemrefPass(ModulePass):
    """Give every tile that creates storage an allocation; see the module's docstring."""

    name = "init-memref"

    planner: str | None = None
    """Memory planner; default: what the module records, else `pack`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        planner = resolve_planner(op, self.planner)
        target = target_of(op)
        for function in functions_in(op):
            _Placer(function, target, planner).run()


@dataclass
class _Buffer:
    """A declared buffer and the tiles bound to it."""

    declaration: DeclareOp
    binds: list[BindOp] = field(default_factory=list[BindOp])


class _Placer:
    """Places the tiles of one function."""

    def __init__(self, function: FuncOp, target: Target, planner: Planner):
        self._function = function
        self._target = target
        self._planner = planner
        self._buffers: dict[SSAValue, _Buffer] = {}
        self._allocs: list[AllocOp] = []
        self._counts: dict[Space, int] = {}
        self._ref_types: dict[TileType, RefType] = {}
        """What a tile that is bound to no buffer needs, by its type."""
        self._pinned: dict[SSAValue, SSAValue] = {}
        self._constants: dict[int, arith.ConstantOp] = {}

    def run(self) -> None:
        """Replace the buffers of the function by placements."""
        entry = self._function.body.blocks.first
        assert entry is not None
        declarations = [op for op in entry.ops if type(op) is DeclareOp]
        binds = self._collect(declarations) if declarations else []
        if binds:
            check_sharing(self._function, binds, self._target)
        for block in self._function.body.blocks:
            self._place_block(block)
        head = [*self._constants.values(), *self._allocs]
        if head:
            assert entry.first_op is not None
            entry.insert_ops_before(head, entry.first_op)
        for declaration in declarations:
            declaration.detach()
            declaration.erase()

    def _collect(self, declarations: Sequence[DeclareOp]) -> list[BindOp]:
        binds: list[BindOp] = []
        for declaration in declarations:
            self._buffers[declaration.buffer] = _Buffer(declaration)
        for op in self._function.walk():
            if type(op) is BindOp:
                place = placement_of(op.tile)
                if place is not None:
                    fail(
                        op,
                        f"tile '{display_name(op.tile)}' is bound to {op.label}, but already "
                        f"placed in {place.label}",
                    )
                self._buffers[op.memory].binds.append(op)
                binds.append(op)
        return binds

    def _place_block(self, block: Block) -> None:
        for op in list(block.ops):
            for region in op.regions:
                for inner in region.blocks:
                    self._place_block(inner)
            if op.results and storage_facts(op).creates:
                for result in op.results:
                    if type(result.type) is TileType:
                        self._place(block, op, result, result.type)

    def _place(self, block: Block, op: Operation, tile: SSAValue, type_: TileType) -> None:
        known = _placement_or_bind(tile)
        if known is None:
            place = PlaceOp.create(
                operands=(tile, self._own_memory(op, tile, type_)), location=op.location
            )
            block.insert_op_after(place, op)
        elif isinstance(known, BindOp):
            place = PlaceOp(tile, self._pinned_memory(known), self._slot(known))
            place.location = known.location
            block.insert_op_before(place, known)
            known.detach()
            known.erase()

    def _own_memory(self, op: Operation, tile: SSAValue, type_: TileType) -> SSAValue:
        ref_type = self._ref_types.get(type_)
        if ref_type is None:
            ref_type = RefType.get(_space(tile, type_), _static_bytes(tile, type_, self._target))
            self._ref_types[type_] = ref_type
        space = ref_type.space.data
        count = self._counts.get(space, 0)
        self._counts[space] = count + 1
        name = f"mem_{space}"
        return self._add(AllocOp(f"{name}_{count}", ref_type, location=op.location), name)

    def _add(self, alloc: AllocOp, hint: str | None) -> SSAValue:
        ref = alloc.results[0]
        ref.name_hint = hint
        self._allocs.append(alloc)
        return ref

    def _pinned_memory(self, bind: BindOp) -> SSAValue:
        known = self._pinned.get(bind.memory)
        if known is not None:
            return known
        buffer = self._buffers[bind.memory]
        type_ = self._ref_type(buffer)
        if self._planner is Planner.PTOAS and type_.slots.data == 1:
            fail(
                buffer.declaration,
                f"{bind.label} has a single slot, and planner 'ptoas' may put other tiles into it",
                ["declare it with slots=2 or more, or use planner 'pack'"],
            )
        label, location = buffer.declaration.label.data, buffer.declaration.location
        alloc = AllocOp(label, type_, pinned=True, location=location)
        self._pinned[bind.memory] = self._add(alloc, ssa_name(label))
        return self._pinned[bind.memory]

    def _ref_type(self, buffer: _Buffer) -> RefType:
        first = buffer.binds[0]
        space = _space(first.tile, _tile_type(first))
        size = 0
        for bind in buffer.binds:
            type_ = _tile_type(bind)
            if _space(bind.tile, type_) is not space:
                fail(
                    bind,
                    f"tiles in {bind.label} lie in the same memory space: "
                    f"'{display_name(first.tile)}' is in {space}, '{display_name(bind.tile)}' in "
                    f"{type_.memory_space}",
                    [note_at(first, f"'{display_name(first.tile)}' is bound here")],
                )
            size = max(size, _static_bytes(bind.tile, type_, self._target))
        if size * first.slot_count > _MAX_BYTES:
            fail(
                buffer.declaration,
                f"{first.label} overflows a 64-bit size: {first.slot_count} slots of {size} bytes",
            )
        return RefType.get(space, size, first.slot_count)

    def _slot(self, bind: BindOp) -> SSAValue | None:
        if bind.slot_count == 1:
            return None
        if bind.slot is None and self._planner is Planner.PTOAS:
            fail(
                bind,
                f"tile '{display_name(bind.tile)}' is bound to {bind.label} without selecting a "
                f"slot, which planner 'ptoas' needs",
                [f"write one of its {bind.slot_count} slots, e.g. {bind.buffer_name}[0]"],
            )
        index = 0 if bind.slot is None else constant_value(bind.slot)
        return bind.slot if index is None else self._constant(index, bind)

    def _constant(self, index: int, bind: BindOp) -> SSAValue:
        """A slot index in the head of the function, where other tiles that get there see it."""
        if index not in self._constants:
            constant = arith.ConstantOp(IntegerAttr(index, IndexType()))
            constant.location = bind.location
            constant.result.name_hint = f"c{index}"
            self._constants[index] = constant
        return self._constants[index].result


def _placement_or_bind(tile: SSAValue) -> PlaceOp | BindOp | None:
    for use in tile.uses:
        user = use.operation
        if type(user) is PlaceOp or type(user) is BindOp:
            return user
    return None


def _tile_type(bind: BindOp) -> TileType:
    type_ = bind.tile.type
    assert isinstance(type_, TileType)
    return type_


def _space(tile: SSAValue, type_: TileType) -> Space:
    if type_.memory_space is None:
        fail(
            tile,
            f"tile '{display_name(tile)}' has no memory space",
            ["run infer-tile-memory-space before init-memref"],
        )
    return type_.memory_space


def _static_bytes(tile: SSAValue, type_: TileType, target: Target) -> int:
    if not type_.has_static_shape:
        fail(
            tile,
            f"tile '{display_name(tile)}' has no compile-time size, its type is {type_}",
            ["give it a static shape; a valid shape may be known at run time"],
        )
    return type_.allocated_bytes(target)
