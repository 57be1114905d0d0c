"""
The assembler's operations of the vector unit that are more than a function of elements at one
place: masks, sorting, gathering, numbers from nothing. A part of `pto_level`, whose rules hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues, impl
from xdsl.ir import Operation

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter import vector_semantics as semantics
from pto_dialect.interpreter.core import FunctionTable
from pto_dialect.interpreter.dtypes import Array, element
from pto_dialect.interpreter.memories import Handle
from pto_dialect.interpreter.pto_values import (
    conflict,
    elements_of,
    only_plain,
    use_scratch,
    write_result,
)
from pto_dialect.interpreter.semantics import Block
from pto_dialect.interpreter.vector_operations import defined_data
from pto_dialect.pto import gathering, generation, unary
from pto_dialect.pto.types import dims_text
from pto_dialect.tile.ops.gathering import PATTERNS


def whole(tile: Handle) -> Block:
    """All elements of a tile, not only the valid ones."""
    return tile.with_valid(tile.shape).block()


def write_apart(
    op: Operation,
    args: PythonValues,
    dst: Handle,
    block: Block,
    apart: Sequence[Any],
    scratch: Sequence[Handle] = (),
) -> PythonValues:
    """
    Write the result of an operation, or poison it if it shares bytes with a tile that it has to
    keep apart from, scratch among them.
    """
    poisoned = conflict(op, args, dst, apart=(*apart, *scratch))
    write_result(op, args, dst, block, poisoned, scratch)
    return ()


class PtoVectorTable(FunctionTable):
    """Masks, sorting, gathering, numbers from nothing."""

    # ---- Masks ----

    @impl(unary.TCmpOp)
    def run_tcmp(
        self, interpreter: Interpreter, op: unary.TCmpOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs, dst = args
        mode = "eq" if op.mode is None else op.mode.data
        block = semantics.compare(op.name, mode, lhs.block(), rhs.block(), dst.valid[1])
        return _write_mask(op, args, dst, block, (args[0], args[1]))

    @impl(unary.TCmpsOp)
    def run_tcmps(
        self, interpreter: Interpreter, op: unary.TCmpsOp, args: PythonValues
    ) -> PythonValues:
        src, scalar, dst = args
        assert op.mode is not None
        value = element(scalar, src.dtype)
        block = semantics.compare(op.name, op.mode.data, src.block(), value, dst.valid[1])
        return _write_mask(op, args, dst, block, (src,))

    @impl(unary.TSelOp)
    def run_tsel(
        self, interpreter: Interpreter, op: unary.TSelOp, args: PythonValues
    ) -> PythonValues:
        mask, lhs, rhs, *tmp, dst = args
        use_scratch(op, args, tmp)
        block = semantics.select(op.name, mask.block(), lhs.block(), rhs.block())
        return write_apart(op, args, dst, block, (mask,), tmp)

    @impl(unary.TSelsOp)
    def run_tsels(
        self, interpreter: Interpreter, op: unary.TSelsOp, args: PythonValues
    ) -> PythonValues:
        mask, src, *tmp, scalar, dst = args
        use_scratch(op, args, tmp)
        source = src.block()
        other = np.broadcast_to(element(scalar, src.dtype), source.data.shape)
        block = semantics.select(op.name, mask.block(), source, Block(other, None))
        return write_apart(op, args, dst, block, (mask,), tmp)

    # ---- Sorting ----

    @impl(gathering.TSort32Op)
    def run_tsort32(
        self, interpreter: Interpreter, op: gathering.TSort32Op, args: PythonValues
    ) -> PythonValues:
        src, indices, *tmp, dst = args
        use_scratch(op, args, tmp)
        block = semantics.sort32(op.name, src.block(), indices.block())
        return write_apart(op, args, dst, block, (src, indices), tmp)

    @impl(gathering.TMrgSortOp)
    def run_tmrgsort(
        self, interpreter: Interpreter, op: gathering.TMrgSortOp, args: PythonValues
    ) -> PythonValues:
        if op.block_len is not None:
            src, run, dst = args
            return write_apart(
                op, args, dst, semantics.merge_runs(op.name, src.block(), run), (src,)
            )
        *rows, dst, tmp, _ = args
        use_scratch(op, args, [tmp])
        exhausted = bool(op.exhausted.value.data)
        block = semantics.merge_rows(op.name, [row.block() for row in rows], exhausted=exhausted)
        return write_apart(op, args, dst, block, rows, [tmp])

    # ---- Gather and scatter ----

    @impl(gathering.TGatherOp)
    def run_tgather(
        self, interpreter: Interpreter, op: gathering.TGatherOp, args: PythonValues
    ) -> PythonValues:
        only_plain(op, op.axis is None)
        if op.mask_pattern is not None:
            src, dst = args
            places = PATTERNS[op.mask_pattern.data]
            return write_apart(
                op, args, dst, semantics.gather_columns(src.block(), places, dst.dtype), (src,)
            )
        if op.indices is not None:
            src, dst, indices, *tmp = args
            use_scratch(op, args, tmp)
            numbers = defined_data(indices, op.indices, op)
            block = semantics.gather(op.name, whole(src), numbers)
            return write_apart(op, args, dst, block, (src, indices), tmp)
        src, dst, count, *tmp, key = args
        use_scratch(op, args, tmp)
        assert op.k_value is not None
        keys = (
            defined_data(key, op.k_value, op)
            if isinstance(key, Handle)
            else element(key, src.dtype)
        )
        mode = "eq" if op.compare is None else op.compare.data
        offset = 0 if op.offset is None else op.offset.value.data
        found, counts = semantics.gather_compare(
            op.name, mode, src.block(), keys, offset, dst.valid[1]
        )
        write_apart(op, args, dst, found, (src, key), tmp)
        return write_apart(op, args, count, counts, (src, key), tmp)

    @impl(gathering.TGatherBOp)
    def run_tgatherb(
        self, interpreter: Interpreter, op: gathering.TGatherBOp, args: PythonValues
    ) -> PythonValues:
        src, offsets, dst = args
        numbers = defined_data(offsets, op.idx, op)
        block = semantics.gather_blocks(op.name, whole(src), numbers)
        return write_apart(op, args, dst, block, (src, offsets))

    @impl(gathering.TScatterOp)
    def run_tscatter(
        self, interpreter: Interpreter, op: gathering.TScatterOp, args: PythonValues
    ) -> PythonValues:
        only_plain(op, op.axis is None)
        src, dst, *rest = args
        if op.mask_pattern is not None:
            places = PATTERNS[op.mask_pattern.data]
            block = semantics.scatter_columns(op.name, whole(dst), src.block(), places)
        else:
            assert op.indexes is not None
            indices = defined_data(rest[0], op.indexes, op)
            block = semantics.scatter(op.name, whole(dst), src.block(), indices)
        return write_apart(op, args, dst.with_valid(dst.shape), block, (src, *rest))

    @impl(gathering.MGatherOp)
    def run_mgather(
        self, interpreter: Interpreter, op: gathering.MGatherOp, args: PythonValues
    ) -> PythonValues:
        view, indices, dst, *scratch = args
        use_scratch(op, args, scratch)
        numbers = defined_data(indices, op.idx, op)
        assert op.out_of_bounds is not None
        data = semantics.gather_global(
            op.name, elements_of(view), numbers, op.coalesce.data, op.out_of_bounds.data
        )
        return write_apart(op, args, dst, Block(_shaped(data, dst), None), (indices,), scratch)

    @impl(gathering.MScatterOp)
    def run_mscatter(
        self, interpreter: Interpreter, op: gathering.MScatterOp, args: PythonValues
    ) -> PythonValues:
        src, indices, view = args
        numbers = defined_data(indices, op.idx, op)
        coalesce = "elem" if op.coalesce is None else op.coalesce.data
        data = defined_data(src, op.src, op)
        assert op.atomic is not None and op.out_of_bounds is not None
        oob, atomic = op.out_of_bounds.data, op.atomic.data
        tensor = elements_of(view)
        semantics.scatter_global(op.name, tensor, data, numbers, coalesce, oob, atomic)
        return ()

    # ---- From scalars ----

    @impl(generation.TCiOp)
    def run_tci(
        self, interpreter: Interpreter, op: generation.TCiOp, args: PythonValues
    ) -> PythonValues:
        start, *tmp, dst = args
        use_scratch(op, args, tmp)
        step = -1 if op.descending.value.data else 1
        data = semantics.consecutive(start, dst.valid, dst.dtype, step)
        return write_apart(op, args, dst, Block(data, None), (), tmp)

    @impl(generation.TTriOp)
    def run_ttri(
        self, interpreter: Interpreter, op: generation.TTriOp, args: PythonValues
    ) -> PythonValues:
        diagonal, dst = args
        upper = bool(op.upper_or_lower.value.data)
        data = semantics.triangle(diagonal, dst.valid, dst.dtype, upper=upper)
        return write_apart(op, args, dst, Block(data, None), ())

    @impl(generation.TRandomOp)
    def run_trandom(
        self, interpreter: Interpreter, op: generation.TRandomOp, args: PythonValues
    ) -> PythonValues:
        *numbers, dst = args
        data = semantics.philox(numbers, dst.valid, op.rounds.value.data)
        return write_apart(op, args, dst, Block(data.view(dst.dtype), None), ())


def _write_mask(
    op: Operation, args: PythonValues, dst: Handle, block: Block, sources: Sequence[Handle]
) -> PythonValues:
    """A mask may be written over what is compared from the start: its bytes are made later."""
    mask = Block(block.data.view(dst.dtype), block.defined)
    write_result(op, args, dst, mask, conflict(op, args, dst, in_place=sources))
    return ()


def _shaped(data: Array, dst: Handle) -> Array:
    if data.size != dst.valid[0] * dst.valid[1]:
        raise CompileError(
            f"{dims_text(data.shape)} elements do not fill a tile of valid {dims_text(dst.valid)}"
        )
    return data.reshape(dst.valid)
