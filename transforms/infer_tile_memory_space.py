"""
Give every tile a memory space.

What it does: a tile without a space gets that of the operand whose storage it shares (views,
in-place results), of the value that control flow passes to it (block arguments, results of
loops and branches), else `vec`. An operand that an operation cannot read where it lies is
copied to where it can, once per block, right before its first such reader.

Needs: nothing. Leaves: no tile without a space; bindings stay on the tiles that they name.

    %t = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<64x64xf32>
    ⟶ %t = tile.load %a[%c0, %c0] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from pto_dialect.diagnostics import display_name, fail
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.module_attributes import functions_in, target_of
from pto_dialect.tile.ops.base import VectorOp
from pto_dialect.tile.ops.memory import StoreOp
from pto_dialect.tile.ops.views import AssembleOp, MoveOp
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.storage import yielded_values


@dataclass(frozen=True)
class InferTileMemorySpacePass(ModulePass):
    """Give every tile a memory space; see the module's docstring."""

    name = "infer-tile-memory-space"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for function in functions_in(op):
            for block in function.body.blocks:
                _Inference(target).visit(block)
            function.update_function_type()


def readable_spaces(op: Operation) -> tuple[Space, ...] | None:
    """The spaces in which an operation can read its tiles, `None` if it does not matter."""
    if isinstance(op, VectorOp | AssembleOp):
        return (Space.VEC,)
    if isinstance(op, StoreOp):
        return (Space.VEC, Space.ACC)
    return None


class _Inference:
    """One walk over a block, operands before results."""

    def __init__(self, target: Target):
        self._target = target

    def visit(self, block: Block) -> None:
        """Settle every value of a block, in order."""
        copies: dict[tuple[SSAValue, Space], SSAValue] = {}
        for arg in block.args:
            _settle(arg, None)
        for op in list(block.ops):
            self._copy_operands(op, copies)
            if isinstance(op, scf.ForOp):
                for init, arg in zip(op.iter_args, list(op.body.block.args[1:]), strict=True):
                    _take(arg, init)
            for region in op.regions:
                for inner in region.blocks:
                    self.visit(inner)
            self._settle_results(op)

    def _settle_results(self, op: Operation) -> None:
        if isinstance(op, scf.ForOp):
            for init, result in zip(op.iter_args, list(op.results), strict=True):
                _take(result, init)
            return
        if isinstance(op, scf.IfOp):
            if op.results:
                for value, result in zip(
                    yielded_values(op.true_region.block), list(op.results), strict=True
                ):
                    _take(result, value)
            return
        facts = storage_facts(op)
        shared = facts.view_of or facts.writes_into
        source = None if shared is None else op.operands[shared.operand]
        for result in list(op.results):
            _settle(result, source)

    def _copy_operands(self, op: Operation, copies: dict[tuple[SSAValue, Space], SSAValue]) -> None:
        readable = readable_spaces(op)
        if readable is None:
            return
        for i, operand in enumerate(op.operands):
            type_ = operand.type
            if not isinstance(type_, TileType) or type_.memory_space in readable:
                continue
            assert type_.memory_space is not None
            wanted = readable[0]
            key = (operand, wanted)
            if key not in copies:
                copies[key] = self._copy(op, operand, type_, wanted)
            op.operands[i] = copies[key]

    def _copy(self, op: Operation, tile: SSAValue, type_: TileType, wanted: Space) -> SSAValue:
        source = type_.memory_space
        assert source is not None
        name = display_name(tile)
        if (source, wanted) not in self._target.copies:
            fail(
                op,
                f"{op.name} reads tile '{name}' in {wanted}, but it is in {source} and "
                f"{self._target.name} cannot copy {source} to {wanted}",
            )
        move = MoveOp(tile, result_types=[type_.with_space(wanted)])
        move.location = op.location
        move.results[0].name_hint = f"{name}_{wanted}"
        assert op.parent is not None
        op.parent.insert_op_before(move, op)
        return move.results[0]


def _settle(value: SSAValue, source: SSAValue | None) -> None:
    """Give a tile without a space that of another tile, else `vec`."""
    type_ = value.type
    if not isinstance(type_, TileType) or type_.memory_space is not None:
        return
    space = Space.VEC
    if source is not None:
        assert isinstance(source.type, TileType)
        space = source.type.memory_space or Space.VEC
    _retype(value, type_.with_space(space))


def _take(value: SSAValue, source: SSAValue) -> None:
    """Give a tile that control flow passes on the type of what is passed."""
    if isinstance(value.type, TileType) and value.type != source.type:
        _retype(value, source.type)


def _retype(value: SSAValue, type_: Attribute) -> None:
    new = Rewriter.replace_value_with_new_type(value, type_)
    if isinstance(value, BlockArgument) and isinstance(new, BlockArgument):
        new.location = value.location
