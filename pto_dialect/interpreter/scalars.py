"""
Functions of `arith` on Python numbers.

An integer is the signed number of its width, an `i1` is 0 or 1; a float is a `float` that its
type can hold, and each operation rounds once to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, VectorType
from xdsl.interpreter import (
    Interpreter,
    OpImplResult,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import Attribute, Operation

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.core import Function, FunctionTable
from pto_dialect.interpreter.dtypes import (
    element,
    number,
    numpy_dtype,
    round_scalar,
    scalar_bits,
    wrap,
)
from pto_dialect.pto import foreign_ops


def unsigned(value: int, bits: int) -> int:
    """The number that the bits of a signed integer mean without sign."""
    return value & ((1 << bits) - 1)


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _shift_amount(b: int, bits: int) -> int:
    if not 0 <= b < bits:
        raise CompileError(f"shift by {b} of a value of {bits} bits")
    return b


_SIGNED: Mapping[type[Operation], Callable[[int, int], int]] = {
    arith.AddiOp: lambda a, b: a + b,
    arith.SubiOp: lambda a, b: a - b,
    arith.MuliOp: lambda a, b: a * b,
    arith.DivSIOp: _divide,
    arith.FloorDivSIOp: lambda a, b: a // b,
    arith.CeilDivSIOp: lambda a, b: -(-a // b),
    arith.RemSIOp: lambda a, b: a - _divide(a, b) * b,
    arith.MinSIOp: min,
    arith.MaxSIOp: max,
    arith.AndIOp: lambda a, b: a & b,
    arith.OrIOp: lambda a, b: a | b,
    arith.XOrIOp: lambda a, b: a ^ b,
}
_UNSIGNED: Mapping[type[Operation], Callable[[int, int], int]] = {
    arith.DivUIOp: lambda a, b: a // b,
    arith.CeilDivUIOp: lambda a, b: -(-a // b),
    arith.RemUIOp: lambda a, b: a % b,
    arith.MinUIOp: min,
    arith.MaxUIOp: max,
}
_SHIFTS: Mapping[type[Operation], Callable[[int, int, int], int]] = {
    arith.ShLIOp: lambda a, b, bits: a << _shift_amount(b, bits),
    arith.ShRSIOp: lambda a, b, bits: a >> _shift_amount(b, bits),
    arith.ShRUIOp: lambda a, b, bits: unsigned(a, bits) >> _shift_amount(b, bits),
}


def _float_quotient(a: float, b: float) -> float:
    if b:
        return a / b
    if a == 0 or math.isnan(a) or math.isnan(b):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _float_max(a: float, b: float) -> float:
    if math.isnan(a) or math.isnan(b):
        return math.nan
    return max(a, b, key=lambda x: (x, math.copysign(1.0, x)))


def _float_min(a: float, b: float) -> float:
    return -_float_max(-a, -b)


def _float_remainder(a: float, b: float) -> float:
    return math.nan if math.isinf(a) or b == 0 else math.fmod(a, b)


_FLOATS: Mapping[type[Operation], Callable[[float, float], float]] = {
    arith.AddfOp: lambda a, b: a + b,
    arith.SubfOp: lambda a, b: a - b,
    arith.MulfOp: lambda a, b: a * b,
    arith.DivfOp: _float_quotient,
    foreign_ops.RemFOp: _float_remainder,
    arith.MaximumfOp: _float_max,
    arith.MinimumfOp: _float_min,
    arith.MaxnumfOp: lambda a, b: b if math.isnan(a) else a if math.isnan(b) else _float_max(a, b),
    arith.MinnumfOp: lambda a, b: b if math.isnan(a) else a if math.isnan(b) else _float_min(a, b),
}

_COMPARISONS: tuple[Callable[[Any, Any], bool], ...] = (
    lambda a, b: a == b,
    lambda a, b: a != b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
)
"""In the order of `arith.cmpi`'s predicates; 2 to 5 are signed, 6 to 9 unsigned."""

_ORDERED: tuple[Callable[[float, float], bool], ...] = (
    lambda a, b: False,
    lambda a, b: a == b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a != b,
    lambda a, b: True,
)
"""In the order of `arith.cmpf`'s predicates: 0 to 7 are false for a NaN, 8 to 15 true."""
_UNORDERED = (7, 1, 2, 3, 4, 5, 6, 0)
"""Index into `_ORDERED` of what predicates 8 to 15 compute when no operand is a NaN."""

_CONVERSIONS: Mapping[type[Operation], Callable[[Any, Attribute, Attribute], Any]] = {
    arith.IndexCastOp: lambda x, a, b: wrap(x, scalar_bits(b)),
    foreign_ops.IndexCastUIOp: lambda x, a, b: wrap(unsigned(x, scalar_bits(a)), scalar_bits(b)),
    arith.TruncIOp: lambda x, a, b: wrap(x, scalar_bits(b)),
    arith.ExtSIOp: lambda x, a, b: -x if scalar_bits(a) == 1 else x,
    arith.ExtUIOp: lambda x, a, b: wrap(unsigned(x, scalar_bits(a)), scalar_bits(b)),
    arith.SIToFPOp: lambda x, a, b: round_scalar(x, b),
    arith.UIToFPOp: lambda x, a, b: round_scalar(unsigned(x, scalar_bits(a)), b),
    arith.FPToSIOp: lambda x, a, b: _to_integer(x, scalar_bits(b), is_signed=True),
    arith.FPToUIOp: lambda x, a, b: _to_integer(x, scalar_bits(b), is_signed=False),
    arith.ExtFOp: lambda x, a, b: x,
    arith.TruncFOp: lambda x, a, b: round_scalar(x, b),
    arith.NegfOp: lambda x, a, b: -x,
    arith.BitcastOp: lambda x, a, b: _bitcast(x, a, b),
}


def _to_integer(x: float, bits: int, *, is_signed: bool) -> int:
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed else (0, (1 << bits) - 1)
    if not low - 1 < x < high + 1:
        raise CompileError(f"{x} does not fit into {bits} bits")
    return wrap(int(x), bits)


def _bitcast(x: float, source: Attribute, target: Attribute) -> int | float:
    data, dtype = element(x, numpy_dtype(source)), numpy_dtype(target)
    if data.dtype.itemsize != dtype.itemsize:
        raise CompileError(f"{source} and {target} differ in width")
    return number(data.view(dtype)[()])


def _one(value: Any) -> OpImplResult:
    return OpImplResult((value,), None)


def _signed(compute: Callable[[int, int], int]) -> Function:
    def run(table: Any, interpreter: Interpreter, op: Operation, args: PythonValues):
        return _one(wrap(compute(args[0], args[1]), scalar_bits(op.results[0].type)))

    return run


def _without_sign(compute: Callable[[int, int], int]) -> Function:
    def run(table: Any, interpreter: Interpreter, op: Operation, args: PythonValues):
        bits = scalar_bits(op.results[0].type)
        return _one(wrap(compute(unsigned(args[0], bits), unsigned(args[1], bits)), bits))

    return run


def _shift(compute: Callable[[int, int, int], int]) -> Function:
    def run(table: Any, interpreter: Interpreter, op: Operation, args: PythonValues):
        bits = scalar_bits(op.results[0].type)
        return _one(wrap(compute(args[0], args[1], bits), bits))

    return run


def _float(compute: Callable[[float, float], float]) -> Function:
    def run(table: Any, interpreter: Interpreter, op: Operation, args: PythonValues):
        return _one(round_scalar(compute(args[0], args[1]), op.results[0].type))

    return run


def _conversion(compute: Callable[[Any, Attribute, Attribute], Any]) -> Function:
    def run(table: Any, interpreter: Interpreter, op: Operation, args: PythonValues):
        return _one(compute(args[0], op.operands[0].type, op.results[0].type))

    return run


def constant(value: Attribute) -> int | float:
    """
    The number that an attribute stands for.

    Raises:
        CompileError: it stands for none (a dense constant).
    """
    match value:
        case IntegerAttr():
            return wrap(value.value.data, scalar_bits(value.type))
        case FloatAttr():
            return value.value.data
        case _:
            raise CompileError(f"constant {value} is no number")


@register_impls
class ArithTable(FunctionTable):
    """`arith` on scalars."""

    @classmethod
    def derived(cls) -> Iterable[tuple[type[Operation], Function]]:
        yield from ((kind, _signed(compute)) for kind, compute in _SIGNED.items())
        yield from ((kind, _without_sign(compute)) for kind, compute in _UNSIGNED.items())
        yield from ((kind, _shift(compute)) for kind, compute in _SHIFTS.items())
        yield from ((kind, _float(compute)) for kind, compute in _FLOATS.items())
        yield from ((kind, _conversion(compute)) for kind, compute in _CONVERSIONS.items())

    @impl(arith.ConstantOp)
    def run_constant(
        self, interpreter: Interpreter, op: arith.ConstantOp, args: PythonValues
    ) -> PythonValues:
        value = op.value
        if isinstance(value, DenseIntOrFPElementsAttr) and isinstance(value.type, VectorType):
            return (tuple(value.get_values()),)
        return (constant(value),)

    @impl(arith.CmpiOp)
    def run_cmpi(
        self, interpreter: Interpreter, op: arith.CmpiOp, args: PythonValues
    ) -> PythonValues:
        predicate = op.predicate.value.data
        a, b = args
        if predicate >= 6:
            bits = scalar_bits(op.lhs.type)
            a, b, predicate = unsigned(a, bits), unsigned(b, bits), predicate - 4
        elif predicate >= 2 and scalar_bits(op.lhs.type) == 1:
            a, b = -a, -b
        return (int(_COMPARISONS[predicate](a, b)),)

    @impl(arith.CmpfOp)
    def run_cmpf(
        self, interpreter: Interpreter, op: arith.CmpfOp, args: PythonValues
    ) -> PythonValues:
        predicate = op.predicate.value.data
        a, b = args
        if math.isnan(a) or math.isnan(b):
            return (int(predicate >= 8),)
        index = predicate if predicate < 8 else _UNORDERED[predicate - 8]
        return (int(_ORDERED[index](a, b)),)

    @impl(arith.SelectOp)
    def run_select(
        self, interpreter: Interpreter, op: arith.SelectOp, args: PythonValues
    ) -> PythonValues:
        return (args[1] if args[0] else args[2],)
