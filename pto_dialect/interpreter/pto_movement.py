"""
The assembler's operations that move tiles, and quantise what leaves an accumulator. A part of
`pto_level`, whose rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues, impl
from xdsl.ir import SSAValue

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.core import FunctionTable
from pto_dialect.interpreter.dtypes import Array
from pto_dialect.interpreter.memories import Handle, inherited_cause
from pto_dialect.interpreter.pto_values import (
    conflict,
    elements_of,
    only_plain,
    tile_buf,
    write_result,
)
from pto_dialect.interpreter.quantisation import requantise
from pto_dialect.interpreter.rounding import convert
from pto_dialect.interpreter.semantics import MEANINGS, Block, apply
from pto_dialect.interpreter.vector_operations import defined_data
from pto_dialect.pto import movement
from pto_dialect.pto.attributes import AccToVecModeAttr
from pto_dialect.pto.base import DpsOp
from pto_dialect.pto.types import dims_text

Given = Mapping[SSAValue, Any]
"""What the operands of an operation are; which of them there are depends on its form."""


class PtoMovementTable(FunctionTable):
    """Stores, copies, windows of tiles."""

    @impl(movement.TStoreOp)
    def run_tstore(
        self, interpreter: Interpreter, op: movement.TStoreOp, args: PythonValues
    ) -> PythonValues:
        is_added = op.atomic is not None and op.atomic.data == "atomic_add"
        return _store(op, _given(op, args), is_added=is_added)

    @impl(movement.TStoreFpOp)
    def run_tstore_fp(
        self, interpreter: Interpreter, op: movement.TStoreFpOp, args: PythonValues
    ) -> PythonValues:
        return _store(op, _given(op, args), is_added=False)

    @impl(movement.TMovOp)
    def run_tmov(
        self, interpreter: Interpreter, op: movement.TMovOp, args: PythonValues
    ) -> PythonValues:
        only_plain(op, _is_for_first_core(op.acc_to_vec) and op.group_axis is None)
        return _move(op, args)

    @impl(movement.TMovFpOp)
    def run_tmov_fp(
        self, interpreter: Interpreter, op: movement.TMovFpOp, args: PythonValues
    ) -> PythonValues:
        return _move(op, args)

    @impl(movement.TExtractOp)
    def run_textract(
        self, interpreter: Interpreter, op: movement.TExtractOp, args: PythonValues
    ) -> PythonValues:
        return _extract(op, args)

    @impl(movement.TExtractFpOp)
    def run_textract_fp(
        self, interpreter: Interpreter, op: movement.TExtractFpOp, args: PythonValues
    ) -> PythonValues:
        return _extract(op, args)

    @impl(movement.TInsertOp)
    def run_tinsert(
        self, interpreter: Interpreter, op: movement.TInsertOp, args: PythonValues
    ) -> PythonValues:
        only_plain(op, op.mode is None)
        return _insert(op, _given(op, args))

    @impl(movement.TInsertFpOp)
    def run_tinsert_fp(
        self, interpreter: Interpreter, op: movement.TInsertFpOp, args: PythonValues
    ) -> PythonValues:
        return _insert(op, _given(op, args))


def _given(op: DpsOp, args: PythonValues) -> Given:
    only_plain(op, not op.results)
    return dict(zip(op.operands, args, strict=True))


def _store(
    op: movement.TStoreOp | movement.TStoreFpOp, given: Given, *, is_added: bool
) -> PythonValues:
    tile: Handle = given[op.src]
    there = elements_of(given[op.dst])
    data = defined_data(tile, op.src, op)
    data = _converted(op, op.src, given, data, there.dtype)
    if data.size != there.size:
        raise CompileError(
            f"a tile of valid {dims_text(tile.valid)} does not fill a window of "
            f"{dims_text(there.shape)}"
        )
    data = data.reshape(there.shape)
    if is_added:
        data = apply(MEANINGS["add"], op.name, [Block(there, None), Block(data, None)]).data
    there[...] = data
    return ()


def _move(op: movement.TMovOp | movement.TMovFpOp, args: PythonValues) -> PythonValues:
    given = _given(op, args)
    src, dst = given[op.src], given[op.dst]
    block = src.block()
    data = _converted(op, op.src, given, block.data, dst.dtype)
    poisoned = conflict(op, args, dst, apart=(src,))
    write_result(op, args, dst, Block(data, block.defined), poisoned)
    return ()


def _extract(op: movement.TExtractOp | movement.TExtractFpOp, args: PythonValues) -> PythonValues:
    given = _given(op, args)
    only_plain(op, _is_for_first_core(op.acc_to_vec))
    src, dst = given[op.src], given[op.dst]
    block = src.block_at((given[op.row], given[op.col]), dst.valid)
    data = _converted(op, op.src, given, block.data, dst.dtype)
    poisoned = conflict(op, args, dst, apart=(src,))
    write_result(op, args, dst, Block(data, block.defined), poisoned)
    return ()


def _insert(op: movement.TInsertOp | movement.TInsertFpOp, given: Given) -> PythonValues:
    only_plain(op, _is_for_first_core(op.acc_to_vec))
    src, dst = given[op.src], given[op.dst]
    block = src.block()
    data = _converted(op, op.src, given, block.data, dst.dtype)
    offsets = (given[op.row], given[op.col])
    dst.write_at(offsets, src.valid, Block(data, block.defined), inherited_cause([src]))
    return ()


def _converted(op: DpsOp, src: SSAValue, given: Given, data: Array, dtype: np.dtype[Any]) -> Array:
    """
    Elements as the destination's: what leaves an accumulator may be clamped at zero, and is
    quantised if there are parameters for it, else converted.
    """
    relu = op.properties.get("reluPreMode")
    mode = "no_relu" if relu is None else str(getattr(relu, "data", relu))
    if mode == "normal_relu":
        data = MEANINGS["relu"].compute(data)
    elif mode != "no_relu":
        raise CompileError(f"'{op.name}' has no meaning with reluPreMode {mode}")
    vector: SSAValue | None = getattr(op, "fp", None)
    scalar: SSAValue | None = getattr(op, "scalar", None)
    is_accumulator = tile_buf(src).space.data == "acc"
    if vector is not None or scalar is not None:
        only_plain(op, is_accumulator and (vector is None or scalar is None))
    if vector is not None:
        parameters = defined_data(given[vector], vector, op)
        if parameters.shape != (1, data.shape[1]):
            raise CompileError(
                f"'{op.name}' of {data.shape[1]} columns has parameters for "
                f"{dims_text(parameters.shape)}"
            )
        return requantise(data, parameters, dtype)
    if scalar is not None:
        return requantise(data, _parameter(given[scalar]), dtype)
    if data.dtype == dtype:
        return data
    if not is_accumulator:
        raise CompileError(f"'{op.name}' does not convert {data.dtype} to {dtype}")
    return convert(data, dtype)


def _parameter(value: float) -> Array:
    """A scalar as a parameter: the bits of an integer, or the factor itself."""
    if isinstance(value, int):
        return np.asarray(value & 0xFFFF_FFFF_FFFF_FFFF, np.uint64)
    return np.asarray(value, np.float32)


def _is_for_first_core(mode: AccToVecModeAttr | None) -> bool:
    """Whether an accumulator goes to the first vector core, or nothing is said about it."""
    return mode is None or mode.data == "single_mode_vec0"
