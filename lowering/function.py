"""
The lowering of one function: signature, statements, control flow.
"""

from __future__ import annotations

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import FunctionType, IndexType, IntegerAttr, MemRefType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue

from lowering.builder import LoweringBuilder
from lowering.cores import core_of
from lowering.handles import Handles
from lowering.legality import Legality
from lowering.loops import LoopBounds
from lowering.no_text import fail_is_text
from lowering.operations import LOWERINGS
from lowering.tensors import Tensors
from pto_dialect.diagnostics import display_name, fail, operation_name
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.machine.targets import Target
from pto_dialect.mem import AllocOp, PlaceOp, ReserveOp
from pto_dialect.module_attributes import PLANS
from pto_dialect.names import ssa_name
from pto_dialect.pto.attributes import KernelKindAttr
from pto_dialect.pto.base import PtoOp
from pto_dialect.pto.reserved import ReserveBufferOp
from pto_dialect.pto.tile_handles import AllocMultiTileOp, MultiTileGetOp
from pto_dialect.tile.attributes import CORE, SPLIT
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.queues import InitPipeOp
from pto_dialect.tile.types import TileType
from transforms.analysis.numbering import Numbering


class FunctionLowering:
    """Builds the assembler's version of one function."""

    def __init__(self, function: FuncOp, target: Target, version: PtoasVersion):
        self.function = function
        """What is lowered."""
        self.target = target
        """What is compiled for."""
        self.version = version
        """The version of the assembler that will read the text."""
        self.builder = LoweringBuilder(function)
        """Where lowered operations go."""
        self.values = self.builder.values
        """The new value for each old one; for a tile its handle."""
        self.legality = Legality(target, version)
        """What the assembler takes."""
        self.tensors = Tensors(function, self.builder)
        """The tensor arguments."""
        self._numbering = Numbering(function)
        self.handles = Handles(self._numbering, target, version, self.builder)
        """The tiles."""
        self.queues: dict[int, InitPipeOp] = {}
        """The queues that have been set up so far, by number."""
        self._bounds = LoopBounds(self.builder)

    def emit(self, op: Operation) -> Operation:
        """
        Add an operation to the current block.

        Raises:
            CompileError: the assembler would reject it.
        """
        self.legality.check(op, self.builder.current)
        return self.builder.emit(op)

    def run(self) -> FuncOp:
        """The lowered function."""
        function = self.function
        if len(function.body.blocks) != 1:
            fail(function, "a kernel has structured control flow only, not several blocks")
        if function.function_type.outputs.data:
            fail(function, "a kernel returns nothing; results are stored in tensor arguments")
        core = core_of(self._numbering)
        entry = self.builder.block
        types = self.tensors.lower_arguments(function.body.block, entry)
        self._lower_block(function.body.block)
        self.builder.finish_head(entry)
        lowered = FuncOp(
            function.sym_name.data,
            FunctionType.from_lists(types, []),
            Region(entry),
            function.sym_visibility,
        )
        lowered.location = function.location
        lowered.attributes["pto.kernel_kind"] = KernelKindAttr(str(core))
        for name, value in function.attributes.items():
            if name not in (CORE, SPLIT, PLANS):
                lowered.attributes[name] = value
        return lowered

    def _lower_block(self, block: Block) -> None:
        self.handles.enter_block()
        for op in block.ops:
            self.builder.current = op
            lowering = LOWERINGS.get(type(op))
            if lowering is not None:
                lowering(self, op)
            elif op.name.startswith("tile."):
                fail(op, f"{op.name} has no lowering to the assembler")
            else:
                self._lower_other(op)
        self.handles.leave_block()

    def _lower_other(self, op: Operation) -> None:
        match op:
            case PlaceOp() | AllocOp():
                pass
            case ReserveOp():
                self._lower_reserve(op)
            case arith.ConstantOp(value=IntegerAttr() as value):
                self.values[op.result] = self.builder.constant(value)
            case memref.DimOp():
                self._lower_dim(op)
            case scf.ForOp():
                self._lower_for(op)
            case scf.IfOp():
                self._lower_if(op)
            case scf.WhileOp():
                self._lower_while(op)
            case scf.ConditionOp():
                self.emit(scf.ConditionOp(*(self.values[v] for v in op.operands)))
            case scf.YieldOp():
                kept = [self.values[v] for v in op.operands if not _vanishes(v)]
                self.emit(scf.YieldOp(*kept))
            case ReturnOp():
                self.emit(ReturnOp())
            case _ if op.name.startswith("arith."):
                self._copy(op)
            case PtoOp():
                fail_is_text(op)
            case _:
                fail(op, f"{op.name} has no place in the text of the assembler")

    def _copy(self, op: Operation) -> None:
        new = type(op).create(
            operands=[self.values[v] for v in op.operands],
            result_types=op.result_types,
            properties=dict(op.properties),
            attributes=dict(op.attributes),
        )
        for old_result, new_result in zip(op.results, new.results, strict=True):
            new_result.name_hint = old_result.name_hint
            self.values[old_result] = new_result
        self.emit(new)

    def _lower_reserve(self, op: ReserveOp) -> None:
        size = op.type.total_bytes
        reserve = ReserveBufferOp(op.label.data, size, str(op.type.space.data), op.start)
        reserve.location = op.location
        reserve.result.name_hint = ssa_name(op.label.data)
        self.values[op.ref] = reserve.result
        self.builder.add_alloc(reserve)

    def _lower_dim(self, op: memref.DimOp) -> None:
        dim = constant_value(op.index)
        if dim is None:
            fail(op, "the dimension that memref.dim asks for is a constant")
        self.values[op.result] = self.tensors.extent(op.source, dim)

    def _check_carried(self, op: Operation, tile: SSAValue, handle: SSAValue) -> None:
        type_ = tile.type
        assert isinstance(type_, TileType)
        name = display_name(tile)
        get = handle.owner
        if isinstance(get, MultiTileGetOp):
            region = get.source.owner
            if isinstance(region, AllocMultiTileOp) and region.addr is None:
                place = self.handles.placement(tile)
                buffer = "a buffer" if place is None else f"buffer '{place.alloc.label.data}'"
                fail(
                    op,
                    f"tile '{name}' is passed on by {operation_name(op)} and lies in {buffer} with "
                    "slots that the assembler plans",
                    ["use planner 'pack', or a buffer of its own for the carried tile"],
                )

    def _lower_for(self, op: scf.ForOp) -> None:
        for init, arg, result in zip(op.iter_args, op.body.block.args[1:], op.results, strict=True):
            if isinstance(init.type, TileType):
                handle = self.values[init]
                self._check_carried(op, init, handle)
                self.values[arg] = self.values[result] = handle
            elif isinstance(init.type, MemRefType):
                fail(op, "a loop cannot carry a tensor")
        bounds = self._bounds.lower(op)
        body = Block(arg_types=[IndexType()])
        counter = body.args[0]
        counter.name_hint = op.body.block.args[0].name_hint
        counter.location = op.body.block.args[0].location
        kept = [i for i, v in enumerate(op.iter_args) if not _vanishes(v)]
        for i in kept:
            old = op.body.block.args[1 + i]
            new = body.insert_arg(old.type, len(body.args))
            new.name_hint = old.name_hint
            self.values[old] = new
        inits = [self.values[op.iter_args[i]] for i in kept]
        outer, self.builder.block = self.builder.block, body
        induction: SSAValue = counter
        if bounds.counts_iterations:
            induction = self._bounds.induction_value(op, counter)
            induction.name_hint = counter.name_hint
        self.values[op.body.block.args[0]] = induction
        self.handles.note_passed_on(op.body.block.args)
        self._lower_block(op.body.block)
        self.builder.block, self.builder.current = outer, op
        loop = scf.ForOp(bounds.start, bounds.stop, bounds.step, inits, Region(body))
        for i, new_result in zip(kept, loop.results, strict=True):
            new_result.name_hint = op.results[i].name_hint
            self.values[op.results[i]] = new_result
        self.emit(loop)
        self.handles.note_passed_on(op.results)

    def _lower_while(self, op: scf.WhileOp) -> None:
        carried = [*op.operands, *op.results, *op.after_region.block.args]
        if any(_vanishes(value) for value in carried):
            fail(op, f"{op.name} carries numbers only")
        outer, regions = self.builder.block, list[Region]()
        for region in op.regions:
            old, new = region.block, Block(arg_types=[a.type for a in region.block.args])
            for argument, lowered in zip(old.args, new.args, strict=True):
                lowered.name_hint, lowered.location = argument.name_hint, argument.location
                self.values[argument] = lowered
            self.builder.block = new
            self._lower_block(old)
            regions.append(Region(new))
        self.builder.block, self.builder.current = outer, op
        loop = scf.WhileOp(
            [self.values[v] for v in op.operands], op.result_types, regions[0], regions[1]
        )
        for old_result, result in zip(op.results, loop.results, strict=True):
            result.name_hint = old_result.name_hint
            self.values[old_result] = result
        self.emit(loop)

    def _lower_if(self, op: scf.IfOp) -> None:
        condition = self.values[op.cond]
        kept = [i for i, v in enumerate(op.results) if not _vanishes(v)]
        for result in op.results:
            if isinstance(result.type, TileType):
                handle = self.handles.of_result(op, result)
                self._check_carried(op, result, handle)
                self.values[result] = handle
            elif isinstance(result.type, MemRefType):
                fail(op, "a branch cannot yield a tensor")
        regions: list[Region] = []
        outer = self.builder.block
        for region in op.regions:
            if not region.blocks:
                regions.append(Region())
                continue
            self.builder.block = Block()
            self._lower_block(region.block)
            regions.append(Region(self.builder.block))
        self.builder.block, self.builder.current = outer, op
        branch = scf.IfOp(condition, [op.results[i].type for i in kept], regions[0], regions[1])
        for i, new_result in zip(kept, branch.results, strict=True):
            new_result.name_hint = op.results[i].name_hint
            self.values[op.results[i]] = new_result
        self.emit(branch)
        self.handles.note_passed_on(op.results)


def _vanishes(value: SSAValue) -> bool:
    """Whether a carried value is a place and not a value in the lowered program."""
    return isinstance(value.type, TileType | MemRefType)
