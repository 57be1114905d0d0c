"""
The assembler's operations of the cube unit. A part of `pto_level`, whose rules hold.

Products with scales multiply every element by the scale of its block of 32 first, in f32.
"""

from __future__ import annotations

from xdsl.interpreter import Interpreter, PythonValues, impl
from xdsl.ir import Operation

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter import matrix_operations
from pto_dialect.interpreter.core import FunctionTable
from pto_dialect.interpreter.memories import Handle
from pto_dialect.interpreter.pto_values import write_result
from pto_dialect.interpreter.semantics import Block
from pto_dialect.pto import matrix


class PtoMatrixTable(FunctionTable):
    """Products."""

    @impl(matrix.TMatMulOp)
    def run_tmatmul(
        self, interpreter: Interpreter, op: matrix.TMatMulOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs, dst = args
        return _product(op, args, lhs.block(), rhs.block(), dst)

    @impl(matrix.TGemvOp)
    def run_tgemv(
        self, interpreter: Interpreter, op: matrix.TGemvOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs, dst = args
        return _product(op, args, lhs.block(), rhs.block(), dst)

    @impl(matrix.TMatMulAccOp)
    def run_tmatmul_acc(
        self, interpreter: Interpreter, op: matrix.TMatMulAccOp, args: PythonValues
    ) -> PythonValues:
        acc_in, lhs, rhs, dst = args
        return _accumulate(op, args, acc_in, lhs.block(), rhs.block(), dst)

    @impl(matrix.TGemvAccOp)
    def run_tgemv_acc(
        self, interpreter: Interpreter, op: matrix.TGemvAccOp, args: PythonValues
    ) -> PythonValues:
        acc_in, lhs, rhs, dst = args
        return _accumulate(op, args, acc_in, lhs.block(), rhs.block(), dst)

    @impl(matrix.TMatMulBiasOp)
    def run_tmatmul_bias(
        self, interpreter: Interpreter, op: matrix.TMatMulBiasOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs, bias, dst = args
        return _product(op, args, lhs.block(), rhs.block(), dst, bias.block())

    @impl(matrix.TGemvBiasOp)
    def run_tgemv_bias(
        self, interpreter: Interpreter, op: matrix.TGemvBiasOp, args: PythonValues
    ) -> PythonValues:
        lhs, rhs, bias, dst = args
        return _product(op, args, lhs.block(), rhs.block(), dst, bias.block())

    @impl(matrix.TMatMulMxOp)
    def run_tmatmul_mx(
        self, interpreter: Interpreter, op: matrix.TMatMulMxOp, args: PythonValues
    ) -> PythonValues:
        *sources, dst = args
        return _product(op, args, *_scaled(*sources), dst)

    @impl(matrix.TMatMulMxAccOp)
    def run_tmatmul_mx_acc(
        self, interpreter: Interpreter, op: matrix.TMatMulMxAccOp, args: PythonValues
    ) -> PythonValues:
        acc_in, *sources, dst = args
        return _accumulate(op, args, acc_in, *_scaled(*sources), dst)

    @impl(matrix.TMatMulMxBiasOp)
    def run_tmatmul_mx_bias(
        self, interpreter: Interpreter, op: matrix.TMatMulMxBiasOp, args: PythonValues
    ) -> PythonValues:
        *sources, bias, dst = args
        return _product(op, args, *_scaled(*sources), dst, bias.block())

    @impl(matrix.TGemvMxOp)
    def run_tgemv_mx(
        self, interpreter: Interpreter, op: matrix.TGemvMxOp, args: PythonValues
    ) -> PythonValues:
        *sources, dst = args
        return _product(op, args, *_scaled(*sources), dst)

    @impl(matrix.TGemvMxAccOp)
    def run_tgemv_mx_acc(
        self, interpreter: Interpreter, op: matrix.TGemvMxAccOp, args: PythonValues
    ) -> PythonValues:
        acc_in, *sources, dst = args
        return _accumulate(op, args, acc_in, *_scaled(*sources), dst)

    @impl(matrix.TGemvMxBiasOp)
    def run_tgemv_mx_bias(
        self, interpreter: Interpreter, op: matrix.TGemvMxBiasOp, args: PythonValues
    ) -> PythonValues:
        *sources, bias, dst = args
        return _product(op, args, *_scaled(*sources), dst, bias.block())


def _scaled(lhs: Handle, lhs_scale: Handle, rhs: Handle, rhs_scale: Handle) -> tuple[Block, Block]:
    scale = matrix_operations.scaled
    return (
        scale(lhs.block(), lhs_scale.block(), 1),
        scale(rhs.block(), rhs_scale.block(), 0),
    )


def _product(
    op: Operation,
    args: PythonValues,
    lhs: Block,
    rhs: Block,
    dst: Handle,
    added: Block | None = None,
) -> PythonValues:
    result = matrix_operations.product(op.name, lhs, rhs, added)
    if result.data.dtype != dst.dtype:
        raise CompileError(
            f"'{op.name}' of {lhs.data.dtype} and {rhs.data.dtype} gives {result.data.dtype}, the "
            f"accumulator holds {dst.dtype}"
        )
    write_result(op, args, dst, result)
    return ()


def _accumulate(
    op: Operation, args: PythonValues, acc_in: Handle, lhs: Block, rhs: Block, dst: Handle
) -> PythonValues:
    if not acc_in.same_place(dst):
        raise CompileError(
            f"'{op.name}' adds to dst at {dst.place}, but acc_in is at {acc_in.place}: the "
            "instruction ignores it"
        )
    return _product(op, args, lhs, rhs, dst, dst.block())
