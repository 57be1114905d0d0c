"""
The assembler's operations that quantise, count, or choose columns. A part of `pto_level`, whose
rules hold.
"""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues, impl
from xdsl.ir import Operation

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.core import FunctionTable
from pto_dialect.interpreter.memories import Handle
from pto_dialect.interpreter.pto_values import only_plain, use_scratch
from pto_dialect.interpreter.pto_vector import write_apart
from pto_dialect.interpreter.quantisation import (
    chosen_columns,
    first_column,
    histogram,
    quantise,
    share_exponents,
)
from pto_dialect.interpreter.semantics import MEANINGS, Block, apply
from pto_dialect.interpreter.vector_operations import defined_data
from pto_dialect.pto import gathering, movement


class PtoQuantisationTable(FunctionTable):
    """Quantisation, histograms, concatenation of chosen columns."""

    @impl(gathering.TQuantOp)
    def run_tquant(
        self, interpreter: Interpreter, op: gathering.TQuantOp, args: PythonValues
    ) -> PythonValues:
        src, factor, *rest, dst = args
        offset = rest[0] if op.offset is not None else None
        tmp = rest[-1:] if op.tmp is not None else []
        use_scratch(op, args, tmp)
        if op.quant_type.data not in ("INT8_SYM", "INT8_ASYM"):
            raise CompileError(f"'{op.name}' has no meaning with {op.quant_type.data}")
        added = None if offset is None else first_column(offset.block())
        block = quantise(op.name, src.block(), first_column(factor.block()), added, dst.dtype)
        return write_apart(op, args, dst, block, (src, factor, *rest), tmp)

    @impl(gathering.TQuantMxOp)
    def run_tquant_mx(
        self, interpreter: Interpreter, op: gathering.TQuantMxOp, args: PythonValues
    ) -> PythonValues:
        src, dst, exponents, largest, factors, *in_boxes = args
        by_columns = op.group_axis is None and op.interleave is None
        only_plain(op, by_columns and (op.store_mode is None or op.store_mode.data == "nd"))
        assert op.scale_algorithm is not None
        exact = op.scale_algorithm.data == "nv"
        found = share_exponents(op.name, src.block(), dst.dtype, exact=exact)
        results = [(dst, found.elements), (exponents, found.exponents)]
        results += [(largest, found.largest), (factors, found.factors)]
        results += [(tile, found.exponents) for tile in in_boxes]
        tiles = [src, *(tile for tile, _ in results)]
        for tile, block in results:
            apart = [other for other in tiles if other is not tile]
            write_apart(op, args, tile, _filling(op, block, tile), apart)
        return ()

    @impl(gathering.THistogramOp)
    def run_thistogram(
        self, interpreter: Interpreter, op: gathering.THistogramOp, args: PythonValues
    ) -> PythonValues:
        src, prefixes, dst = args
        byte = op.byte.value.data
        has_prefix = byte + 1 < src.dtype.itemsize
        column = prefixes.with_valid((prefixes.valid[0] if has_prefix else 0, 1))
        wanted = defined_data(column, op.idx, op)
        block = histogram(op.name, src.block(), wanted, byte, dst.dtype)
        if dst.valid[0] == 1:
            block = apply(MEANINGS["col_sum"], op.name, [block])
        return write_apart(op, args, dst, block, (src, prefixes))

    @impl(movement.TConcatIdxOp)
    def run_tconcatidx(
        self, interpreter: Interpreter, op: movement.TConcatIdxOp, args: PythonValues
    ) -> PythonValues:
        *sources, dst = args
        first, second, first_indices, second_indices = sources
        parts = [
            chosen_columns(op.name, tile.block(), defined_data(indices, value, op))
            for tile, indices, value in (
                (first, first_indices, op.src0_idx),
                (second, second_indices, op.src1_idx),
            )
        ]
        return write_apart(op, args, dst, apply(MEANINGS["concat"], op.name, parts), sources)


def _filling(op: Operation, block: Block, tile: Handle) -> Block:
    """A block as elements of the same bytes that fill the valid region of a tile, row by row."""
    data, defined = block
    if data.size != tile.valid[0] * tile.valid[1] or data.itemsize != tile.dtype.itemsize:
        raise CompileError(
            f"'{op.name}' gives {data.size} elements of {data.itemsize} bytes, a result tile is "
            f"valid in {tile.valid[0]}x{tile.valid[1]} of {tile.dtype.itemsize}"
        )
    shown = np.ascontiguousarray(data).view(tile.dtype).reshape(tile.valid)
    return Block(shown, None if defined is None else defined.reshape(tile.valid))
