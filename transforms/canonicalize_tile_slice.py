"""
Turn slices that the hardware cannot read in place into copies.

What it does, for a slice (of a slice …) of a tile:

1. An operand of the cube unit that is a slice of a tile in `mat` becomes a `tile.extract` straight
   to the operand memory; so does a copy of such a slice to there.
2. A slice in `vec` becomes a `tile.extract` if its first byte is not known to be a multiple of 32,
   or if a column expansion reads it and it has a run-time offset or gaps between its rows.
3. A window of an accumulator that the cube unit adds to has to cover all rows, or to stay within
   one block of 16 columns: the accumulator is stored block by block.

Offsets of slices of slices are added up. A slice that nobody reads any more goes.

Needs: two-dimensional tiles (`flatten-tile-nd-to-2d`). Leaves: slices that can be read in place.

Errors: a window of an accumulator that is not contiguous.

    %s = tile.slice %m[%c0, %k] : … ; %c = tile.matmul %s, %r : …
    ⟶ %s_left = tile.extract %m[%c0, %k] : !tile.tile<mat, …> -> !tile.tile<left, …>
       %c = tile.matmul %s_left, %r : …
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp, NameLoc, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.spaces import Space
from pto_dialect.module_attributes import functions_in, target_of
from pto_dialect.tile.ops.base import SimpleTileOp, tile_type
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.matrix import CubeOp, ExtractOp
from pto_dialect.tile.ops.reductions import ColExpandOp
from pto_dialect.tile.ops.views import MoveOp, SetValidShapeOp, SliceOp, allocated_shape
from pto_dialect.tile.traits import reads_in, storage_facts
from pto_dialect.tile.types import TileType, dims_text
from transforms.analysis.divisibility import divisor
from transforms.analysis.spaces import TileSpaces

READABLE_BYTES = 32
"""The vector unit reads a tile that starts at a multiple of this."""
BLOCK_COLUMNS = 16
"""Columns of a block of an accumulator."""
OPERAND_SPACES = frozenset(
    {Space.LEFT, Space.RIGHT, Space.BIAS, Space.LEFT_SCALE, Space.RIGHT_SCALE}
)
"""What the cube unit reads its operands from."""


@dataclass(frozen=True)
class CanonicalizeTileSlicePass(ModulePass):
    """Turn slices that cannot be read in place into copies; see the module's docstring."""

    name = "canonicalize-tile-slice"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for function in functions_in(op):
            if any(isinstance(inner, SliceOp) for inner in function.walk()):
                _Canonicalizer(function, TileSpaces(function, target)).run()


# ---- What can be read in place ----


def is_aligned(op: SliceOp) -> bool:
    """Whether the first byte of a slice is known to be a multiple of what can be read."""
    columns = allocated_shape(op.src).extents[-1]
    element = tile_type(op.src).element_bits
    bits = [_offset_divisor(op, 0) * columns * element, _offset_divisor(op, 1) * element]
    return all(b % (8 * READABLE_BYTES) == 0 for b in bits)


def _offset_divisor(op: SliceOp, dim: int) -> int:
    return 0 if dim - 2 + len(op.offsets) < 0 else divisor(op.offsets[dim - 2])


def is_plain_row(op: SliceOp) -> bool:
    """Whether a slice begins at a constant offset and has no gaps between its rows."""
    type_ = tile_type(op.result)
    dense = type_.extents[-1] == allocated_shape(op.src).extents[-1] or type_.extents[0] == 1
    return dense and all(constant_value(offset) is not None for offset in op.offsets)


def is_contiguous_accumulator(whole: TileType, part: TileType, column: SSAValue) -> bool:
    """Whether a window of an accumulator lies in one piece of its blocks."""
    if part.extents[0] == whole.extents[0]:
        return True
    start, width = constant_value(column), part.extents[1]
    if start is None:
        return divisor(column) % BLOCK_COLUMNS == 0 and width <= BLOCK_COLUMNS
    return start // BLOCK_COLUMNS == (start + width - 1) // BLOCK_COLUMNS


# ---- The rewriting ----


class _Canonicalizer:
    """Works on one function."""

    def __init__(self, function: FuncOp, spaces: TileSpaces):
        self._function = function
        self._spaces = spaces

    def run(self) -> None:
        """Replace the slices that cannot be read in place."""
        for block in self._function.body.blocks:
            self._visit(block)

    def _visit(self, block: Block) -> None:
        made: dict[tuple[SSAValue, Space], SSAValue] = {}
        for op in list(block.ops):
            for region in op.regions:
                for inner in region.blocks:
                    self._visit(inner)
            if isinstance(op, CubeOp):
                self._operands(op, made)
            elif isinstance(op, MoveOp):
                self._move(op)
            elif isinstance(op, SliceOp) and self._in(op.result, Space.VEC):
                self._vector(op)

    def _in(self, value: SSAValue, space: Space) -> bool:
        return self._spaces[value] is space

    # ---- The cube unit ----

    def _operands(self, op: CubeOp, made: dict[tuple[SSAValue, Space], SSAValue]) -> None:
        reads = reads_in(type(op))
        assert reads is not None
        facts = storage_facts(op)
        if facts.writes_into is not None:
            self._check_accumulator(op, op.operands[facts.writes_into.operand])
        for i, operand in enumerate(op.operands):
            spaces = reads.at(i)
            window = operand.owner
            if spaces is None or spaces[0] not in OPERAND_SPACES:
                continue
            if isinstance(window, SliceOp) and self._in(operand, Space.MAT):
                key = (operand, spaces[0])
                if key not in made:
                    made[key] = self._extract(window, spaces[0], op)
                op.operands[i] = made[key]
                _erase_unused(window)

    def _move(self, op: MoveOp) -> None:
        window, result = op.src.owner, tile_type(op.result)
        space = result.memory_space
        if isinstance(window, SliceOp) and space in OPERAND_SPACES and self._in(op.src, Space.MAT):
            extract = self._make(window, result, op)
            extract.location = op.location
            extract.result.name_hint = op.result.name_hint
            op.result.replace_all_uses_with(extract.result)
            op.detach()
            op.erase()
            _erase_unused(window)

    def _check_accumulator(self, op: CubeOp, acc: SSAValue) -> None:
        root = acc
        while isinstance(root.owner, SetValidShapeOp):
            root = root.owner.src
        window = root.owner
        if not isinstance(window, SliceOp):
            return
        whole, part = allocated_shape(window.src), tile_type(window.result)
        if not is_contiguous_accumulator(whole, part, window.offsets[1]):
            fail(
                op,
                f"{op.name} adds to '{display_name(acc)}', a window of {dims_text(part.extents)} "
                f"of an accumulator of {dims_text(whole.extents)}, which is not contiguous in "
                "L0C's block layout",
                [
                    note_at(window, "the window is made here"),
                    f"cover all {whole.extents[0]} rows, or stay within one block of "
                    f"{BLOCK_COLUMNS} columns",
                ],
            )

    # ---- The vector unit ----

    def _vector(self, op: SliceOp) -> None:
        readers = [u.operation for u in op.result.uses if not isinstance(u.operation, SliceOp)]
        if not readers:
            return
        expands = any(isinstance(reader, ColExpandOp) for reader in readers)
        if _chain_is_aligned(op) and (not expands or is_plain_row(op)):
            return
        before = tile_type(op.result)
        type_ = TileType.get(
            before.extents,
            before.element_type,
            before.memory_space,
            valid=before.valid_extents,
        )
        extract = self._make(op, type_, op)
        extract.location = op.location
        extract.result.name_hint = op.result.name_hint
        op.result.replace_all_uses_with(extract.result)
        _erase_unused(op)
        if type_ != before:
            _propagate(extract.result)

    # ---- Extracts ----

    def _extract(self, window: SliceOp, space: Space, before: Operation) -> SSAValue:
        extract = self._make(window, tile_type(window.result).copied_to(space), before)
        label = f"{display_name(window.result)}_{space}"
        if label.isidentifier():
            extract.result.name_hint = label
        else:
            label = "copy"
        extract.location = NameLoc(StringAttr(label), before.location)
        return extract.result

    def _make(self, window: SliceOp, type_: TileType, before: Operation) -> ExtractOp:
        """Copy what a slice (of a slice …) shows of the tile at the end of the chain."""
        assert before.parent is not None
        block = before.parent
        source, offsets = window.src, list(window.offsets)
        while isinstance(source.owner, SliceOp):
            outer = source.owner
            source = outer.src
            for d, offset in enumerate(outer.offsets):
                offsets[d] = _sum(offset, offsets[d], before)
        extract = ExtractOp(source, offsets, type_, valid=tuple(window.valid))
        block.insert_op_before(extract, before)
        return extract


def _sum(a: SSAValue, b: SSAValue, before: Operation) -> SSAValue:
    known = constant_value(a), constant_value(b)
    if known[0] == 0:
        return b
    if known[1] == 0:
        return a
    if known[0] is not None and known[1] is not None:
        op: Operation = arith.ConstantOp(IntegerAttr(known[0] + known[1], IndexType()))
    else:
        op = arith.AddiOp(a, b)
    op.location = before.location
    assert before.parent is not None
    before.parent.insert_op_before(op, before)
    return op.results[0]


def _chain_is_aligned(op: SliceOp) -> bool:
    source: SSAValue = op.result
    while isinstance(source.owner, SliceOp):
        if not is_aligned(source.owner):
            return False
        source = source.owner.src
    return True


def _erase_unused(op: SliceOp) -> None:
    source = op.src.owner
    if op.result.first_use is None and op.parent is not None:
        op.detach()
        op.erase()
        if isinstance(source, SliceOp):
            _erase_unused(source)


def _propagate(value: SSAValue) -> None:
    """Let the results of operations follow the type of an operand that has changed."""
    pending = [value]
    while pending:
        for use in list(pending.pop().uses):
            op = use.operation
            if not isinstance(op, SimpleTileOp) or isinstance(op, MoveOp):
                continue
            try:
                wanted = op.results_of(op.operand_types, op.properties)
            except VerifyException:
                continue
            for result, type_ in zip(list(op.results), wanted, strict=True):
                if tile_type(result).layout != tile_type(type_).layout:
                    pending.append(Rewriter.replace_value_with_new_type(result, type_))
