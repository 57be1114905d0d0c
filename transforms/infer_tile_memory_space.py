"""
Give every tile a memory space, and copy tiles to where they are read.

What it does: a tile without a space gets one (`analysis/spaces.py`: where its operation makes it,
where its source or what control flow makes of it lies, or where its readers want it). A tile
that an operation cannot read where it lies is copied to where it can: once for each block and
space, right before the first such reader. A yielded tile or an initial value that lies elsewhere
than what becomes of it is copied at the yield or before the loop. A space that is written is never
changed. Scales are loaded into `mat` in the order that they have in their own memory.

Needs: nothing. Leaves: no tile without a space; bindings stay on the tiles that they name.

Errors: a copy that the target does not have, a space that it does not have.

    %a = tile.load … -> !tile.tile<64x64xbf16> ; %c = tile.matmul %a, %b : …
    ⟶ %a = tile.load … -> !tile.tile<mat, 64x64xbf16>
       %a_left = tile.move %a : !tile.tile<mat, 64x64xbf16> -> !tile.tile<left, 64x64xbf16>
       %c = tile.matmul %a_left, … -> !tile.tile<acc, 64x64xf32>
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp, NameLoc, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import Note, display_name, fail, note_at, variable_name
from pto_dialect.machine.spaces import SCALE_SPACES, Compact, Pad, Space, implicit_layout
from pto_dialect.machine.targets import Target
from pto_dialect.module_attributes import functions_in, target_of
from pto_dialect.names import ssa_name
from pto_dialect.tile.ops.matrix import ExtractOp, TransposeViewOp
from pto_dialect.tile.ops.memory import LoadOp, StoreOp, check_stored_elements
from pto_dialect.tile.ops.views import MoveOp, SetValidShapeOp, SliceOp
from pto_dialect.tile.traits import reads_in, storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.spaces import TileSpaces
from transforms.analysis.storage import yielded_values


@dataclass(frozen=True)
class InferTileMemorySpacePass(ModulePass):
    """Give every tile a memory space; see the module's docstring."""

    name = "infer-tile-memory-space"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for function in functions_in(op):
            _Rewriter(function, target).run()
            function.update_function_type()


Copies = dict[tuple[SSAValue, Space], SSAValue]
"""The copies of a block: of which tile, and where."""


class _Rewriter:
    """One walk over a function, operands before results."""

    def __init__(self, function: FuncOp, target: Target):
        self._function = function
        self._target = target
        self._spaces = TileSpaces(function, target)

    def run(self) -> None:
        """Settle every tile of the function."""
        for block in self._function.body.blocks:
            for arg in list(block.args):
                self._settle(arg)
            self._visit(block, ())

    def _visit(self, block: Block, becomes: Sequence[Space | None]) -> None:
        """
        Settle every value of a block, in order. `becomes` are the spaces of what the terminator
        passes on.
        """
        copies: Copies = {}
        for op in list(block.ops):
            if isinstance(op, scf.YieldOp):
                self._copy_to(op, 0, becomes, copies)
                continue
            self._copy_operands(op, copies)
            if isinstance(op, scf.ForOp):
                self._visit_loop(op, copies)
            elif isinstance(op, scf.IfOp):
                self._visit_branch(op)
            else:
                for region in op.regions:
                    for inner in region.blocks:
                        for arg in list(inner.args):
                            self._settle(arg)
                        self._visit(inner, ())
                self._settle_results(op)

    # ---- Control flow ----

    def _visit_loop(self, op: scf.ForOp, copies: Copies) -> None:
        body = op.body.block
        becomes = [self._space_or_none(arg) for arg in body.args[1:]]
        self._copy_to(op, len(op.operands) - len(op.iter_args), becomes, copies)
        for init, arg in zip(op.iter_args, list(body.args[1:]), strict=True):
            _take(arg, init)
        self._visit(body, becomes)
        for init, result in zip(op.iter_args, list(op.results), strict=True):
            _take(result, init)

    def _visit_branch(self, op: scf.IfOp) -> None:
        becomes = [self._space_or_none(result) for result in op.results]
        for region in op.regions:
            for inner in region.blocks:
                self._visit(inner, becomes)
        if op.results:
            for value, result in zip(
                yielded_values(op.true_region.block), list(op.results), strict=True
            ):
                _take(result, value)

    def _space_or_none(self, value: SSAValue) -> Space | None:
        return self._spaces[value] if isinstance(value.type, TileType) else None

    def _copy_to(
        self, op: Operation, first: int, becomes: Sequence[Space | None], copies: Copies
    ) -> None:
        """Copy operands from some index on to the spaces of what becomes of them."""
        for i, space in enumerate(becomes, first):
            if space is not None:
                self._copy_operand(op, i, (space,), copies)

    # ---- Copies ----

    def _copy_operands(self, op: Operation, copies: Copies) -> None:
        reads = reads_in(type(op))
        if reads is None:
            return
        for i, operand in enumerate(op.operands):
            if isinstance(operand.type, TileType):
                readable = reads.of(op, i)
                if readable is not None:
                    self._copy_operand(op, i, readable, copies)

    def _copy_operand(
        self, op: Operation, index: int, readable: Sequence[Space], copies: Copies
    ) -> None:
        operand = op.operands[index]
        type_ = operand.type
        assert isinstance(type_, TileType)
        if type_.memory_space in readable:
            return
        source = type_.memory_space
        assert source is not None
        wanted = next((s for s in readable if (source, s) in self._target.copies), None)
        if wanted is None:
            self._fail(op, operand, source, readable)
        operand = _stored_as_scales(operand, wanted)
        key = (operand, wanted)
        if key not in copies:
            copies[key] = self._copy(op, operand, type_, wanted)
        op.operands[index] = copies[key]

    def _copy(self, op: Operation, tile: SSAValue, type_: TileType, wanted: Space) -> SSAValue:
        move = MoveOp(tile, result_types=[type_.copied_to(wanted)])
        name = variable_name(tile)
        label = f"{name}_{wanted}" if name else "copy"
        move.result.name_hint = ssa_name(label) if name else None
        move.location = NameLoc(StringAttr(label), op.location)
        assert op.parent is not None
        op.parent.insert_op_before(move, op)
        return move.result

    def _fail(
        self, op: Operation, tile: SSAValue, source: Space, readable: Sequence[Space]
    ) -> NoReturn:
        name, where = display_name(tile), " or ".join(readable)
        if isinstance(op, scf.ForOp | scf.YieldOp):
            what = f"tile '{name}' becomes a value in {where}"
        else:
            what = f"{op.name} reads tile '{name}' in {where}"
        fail(
            op,
            f"{what}, but it is in {source} and {self._target.name} cannot copy {source} to "
            f"{readable[0]}",
            [note_at(tile, f"'{name}' is made here"), *self._way_out(source, readable[0])],
        )

    def _way_out(self, source: Space, wanted: Space) -> list[Note]:
        """The space over which a tile can be copied in two steps, if there is one."""
        copies = self._target.copies
        over = next((s for s in Space if (source, s) in copies and (s, wanted) in copies), None)
        return [] if over is None else [Note(f"copy it to {over} with a move of your own")]

    # ---- Results ----

    def _settle_results(self, op: Operation) -> None:
        for result in list(op.results):
            self._settle(result)
        if isinstance(op, MoveOp | ExtractOp):
            self._check_copy(op)
            if isinstance(op, MoveOp):
                _stored_as_scales(op.src, self._spaces[op.result])
        elif isinstance(op, StoreOp):
            self._check_store(op)

    def _settle(self, value: SSAValue) -> None:
        """Give a tile the type that it has in its space."""
        type_ = value.type
        if not isinstance(type_, TileType):
            return
        if type_.memory_space is None:
            _retype(value, self._type_in_space(value, type_))
        self._check_exists(value, self._spaces[value])

    def _type_in_space(self, value: SSAValue, type_: TileType) -> Attribute:
        op = value.owner
        if isinstance(op, TransposeViewOp):
            return op.infer_results(op.operand_types, op.properties)[0]
        writes_into = storage_facts(op).writes_into if isinstance(op, Operation) else None
        if isinstance(op, Operation) and writes_into is not None:
            return _like(type_, op.operands[writes_into.operand])
        if isinstance(op, SliceOp | SetValidShapeOp):
            return _like(type_, op.src)
        return type_.with_space(self._spaces[value])

    def _check_exists(self, value: SSAValue, space: Space) -> None:
        if space not in self._target.capacity:
            fail(
                value,
                f"tile '{display_name(value)}' is in {space}, which {self._target.name} does not "
                "have",
            )

    def _check_copy(self, op: MoveOp | ExtractOp) -> None:
        """Check that the target has a copy that the author asks for."""
        source, result = op.src.type, op.result.type
        assert isinstance(source, TileType) and isinstance(result, TileType)
        pair = (source.memory_space, result.memory_space)
        if pair not in self._target.copies:
            fail(
                op,
                f"{op.name} copies tile '{display_name(op.src)}' from {pair[0]} to {pair[1]}, "
                f"which {self._target.name} cannot",
            )

    def _check_store(self, op: StoreOp) -> None:
        try:
            check_stored_elements(op)
        except VerifyException as error:
            fail(op, str(error))


def _like(type_: TileType, source: SSAValue) -> TileType:
    """A tile type in the space and layout of another tile."""
    assert isinstance(source.type, TileType)
    return TileType.get(
        type_.extents,
        type_.element_type,
        source.type.memory_space,
        valid=type_.valid_extents,
        layout=source.type.layout,
        pad=Pad(type_.pad.data),
        compact=Compact(type_.compact.data),
    )


def _stored_as_scales(tile: SSAValue, space: Space) -> SSAValue:
    """
    The tile that is copied to a memory of scales: a load puts it into `mat` in the order that it
    has there.
    """
    type_ = tile.type
    if space not in SCALE_SPACES or not isinstance(tile.owner, LoadOp):
        return tile
    assert isinstance(type_, TileType)
    if not type_.has_implicit_layout:
        return tile
    layout = implicit_layout(space, type_.extents)
    stored = TileType.get(
        type_.extents,
        type_.element_type,
        type_.memory_space,
        valid=type_.valid_extents,
        layout=layout,
    )
    return Rewriter.replace_value_with_new_type(tile, stored)


def _take(value: SSAValue, source: SSAValue) -> None:
    """Give a tile that control flow passes on the type of what is passed."""
    if isinstance(value.type, TileType) and value.type != source.type:
        _retype(value, source.type)


def _retype(value: SSAValue, type_: Attribute) -> None:
    new = Rewriter.replace_value_with_new_type(value, type_)
    if isinstance(value, BlockArgument) and isinstance(new, BlockArgument):
        new.location = value.location
