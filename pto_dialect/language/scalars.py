"""
Arithmetic on run-time scalars.

Integers follow Python: `//` rounds down and `%` has the sign of the divisor. Where the dividend
is known not to be negative and the divisor is a positive constant, they are `arith.divui` and
`arith.remui`, which the assembler recognises in slot indices. Elsewhere they are built from
`remsi` and `divsi` alone: the assembler misprints `floordivsi`, and a conditional as an operand
of a division.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerType, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from pto_dialect.language.emitter import INDEX, Emitter
from pto_dialect.language.source import Node
from pto_dialect.language.values import describe, is_float, is_int, is_scalar, is_value
from pto_dialect.tile.ops.constants import constant_value


def _is_in(item: object, items: Any) -> bool:
    return item in items


def _is_not_in(item: object, items: Any) -> bool:
    return item not in items


_operators: Any = operator

PYTHON: Mapping[type[ast.AST], Callable[..., object]] = {
    ast.Add: _operators.add,
    ast.Sub: _operators.sub,
    ast.Mult: _operators.mul,
    ast.Div: _operators.truediv,
    ast.FloorDiv: _operators.floordiv,
    ast.Mod: _operators.mod,
    ast.Pow: _operators.pow,
    ast.LShift: _operators.lshift,
    ast.RShift: _operators.rshift,
    ast.BitAnd: _operators.and_,
    ast.BitOr: _operators.or_,
    ast.BitXor: _operators.xor,
    ast.Eq: _operators.eq,
    ast.NotEq: _operators.ne,
    ast.Lt: _operators.lt,
    ast.LtE: _operators.le,
    ast.Gt: _operators.gt,
    ast.GtE: _operators.ge,
    ast.Is: _operators.is_,
    ast.IsNot: _operators.is_not,
    ast.In: _is_in,
    ast.NotIn: _is_not_in,
    ast.USub: _operators.neg,
    ast.UAdd: _operators.pos,
    ast.Invert: _operators.invert,
    ast.Not: _operators.not_,
}
"""What an operator does to compile-time values."""


def bits_at_most(kind: type[ast.AST], lhs: int, rhs: int) -> int:
    """How long the value of an operator that makes long integers can be, in bits; else 0."""
    if kind is ast.Pow:
        return 0 if lhs in (-1, 0, 1) else lhs.bit_length() * rhs
    return lhs.bit_length() + rhs if kind is ast.LShift and lhs else 0


SYMBOLS: Mapping[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.MatMult: "@",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.USub: "-",
    ast.UAdd: "+",
    ast.Invert: "~",
    ast.Not: "not",
}
"""How an operator is written."""

_INTEGER: Mapping[type[ast.AST], type[Operation]] = {
    ast.Add: arith.AddiOp,
    ast.Sub: arith.SubiOp,
    ast.Mult: arith.MuliOp,
    ast.LShift: arith.ShLIOp,
    ast.RShift: arith.ShRSIOp,
    ast.BitAnd: arith.AndIOp,
    ast.BitOr: arith.OrIOp,
    ast.BitXor: arith.XOrIOp,
}
_FLOAT: Mapping[type[ast.AST], type[Operation]] = {
    ast.Add: arith.AddfOp,
    ast.Sub: arith.SubfOp,
    ast.Mult: arith.MulfOp,
    ast.Div: arith.DivfOp,
}
_KEEPS_SIGN = (ast.Add, ast.Mult, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
"""Operators whose result is not negative if no operand is."""

_COMPARE_INT: Mapping[type[ast.AST], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_COMPARE_FLOAT: Mapping[type[ast.AST], str] = {
    ast.Eq: "oeq",
    ast.NotEq: "une",
    ast.Lt: "olt",
    ast.LtE: "ole",
    ast.Gt: "ogt",
    ast.GtE: "oge",
}


def unify(
    emitter: Emitter, a: object, b: object, node: Node, what: str
) -> tuple[SSAValue, SSAValue]:
    """
    Two scalars, at least one of run time, as values of one type: for integers the wider one.

    Raises:
        CompileError: there is no such type.
    """
    if not is_value(a):
        assert is_value(b)
        return convert(emitter, a, b.type, node, what), b
    if not is_value(b):
        return a, convert(emitter, b, a.type, node, what)
    if a.type == b.type:
        return a, b
    if isinstance(a.type, IndexType):
        return a, convert(emitter, b, a.type, node, what)
    if isinstance(b.type, IndexType):
        return convert(emitter, a, b.type, node, what), b
    if is_int(a.type) and is_int(b.type) and i1 not in (a.type, b.type):
        wider = a.type if a.type.bitwidth > b.type.bitwidth else b.type
        return _widened(emitter, a, wider, node), _widened(emitter, b, wider, node)
    emitter.error(node, f"{what} mixes {a.type} and {b.type}; convert one with pl.cast")


def _widened(emitter: Emitter, value: SSAValue, type_: IntegerType, node: Node) -> SSAValue:
    if value.type == type_:
        return value
    result = emitter.add_inner(arith.ExtSIOp(value, type_), node)
    if value in emitter.non_negative:
        emitter.non_negative.add(result)
    return result


def convert(emitter: Emitter, value: object, type_: Attribute, node: Node, what: str) -> SSAValue:
    """
    A scalar as a value of a type: constants if the type can hold them, integers as index and
    back.

    Raises:
        CompileError: it cannot be converted without an explicit cast.
    """
    if isinstance(value, int | float):
        if isinstance(value, bool) != (type_ == i1):
            emitter.error(node, f"{what} mixes {type_} and {value}")
        if isinstance(value, float) and not is_float(type_):
            if not value.is_integer():
                emitter.error(node, f"{what} mixes {type_} and the float {value}")
            value = int(value)
        return emitter.constant(value, type_, node)
    if is_scalar(value):
        if value.type == type_:
            return value
        integers = IndexType | IntegerType
        if (
            isinstance(value.type, integers)
            and isinstance(type_, integers)
            and (isinstance(value.type, IndexType) or isinstance(type_, IndexType))
            and i1 not in (value.type, type_)
        ):
            cast = emitter.add_inner(arith.IndexCastOp(value, type_), node)
            if value in emitter.non_negative:
                emitter.non_negative.add(cast)
            return cast
        emitter.error(node, f"{what} mixes {type_} and {value.type}; convert one with pl.cast")
    emitter.error(node, f"{what} needs a scalar, not {describe(value)}")


def as_element(
    emitter: Emitter, value: object, type_: Attribute, node: Node, what: str
) -> SSAValue:
    """
    A scalar for an operation on a tile with elements of a type: any number for floats.

    Raises:
        CompileError: it cannot be converted without an explicit cast.
    """
    if not is_float(type_) or not is_scalar(value) or value.type == i1:
        return convert(emitter, value, type_, node, what)
    with emitter.unnamed():  # the variable is for what it is an operand of
        return cast(emitter, value, type_, node)


def binary(emitter: Emitter, kind: type[ast.AST], a: object, b: object, node: Node) -> SSAValue:
    """
    `a kind b` of scalars, at least one of run time.

    Raises:
        CompileError: the operator does not exist for them.
    """
    symbol = SYMBOLS[kind]
    lhs, rhs = unify(emitter, a, b, node, f"'{symbol}'")
    if lhs.type == i1 and kind not in (ast.BitAnd, ast.BitOr, ast.BitXor):
        emitter.error(node, f"'{symbol}' of booleans")
    if is_float(lhs.type):
        if kind not in _FLOAT:
            emitter.error(node, f"not supported: '{symbol}' of run-time {lhs.type} scalars")
        return emitter.value(_op(_FLOAT[kind], lhs, rhs), node)
    if kind is ast.FloorDiv or kind is ast.Mod:
        return _divide(emitter, kind, lhs, rhs, node)
    if kind is ast.Div:
        emitter.error(node, "'/' of run-time integers; '//' divides them, rounding down")
    if kind not in _INTEGER:
        emitter.error(node, f"not supported: '{symbol}' of run-time integers")
    if kind is ast.LShift or kind is ast.RShift:
        bits = lhs.type.bitwidth if is_int(lhs.type) else 64
        amount = constant_value(rhs)
        if amount is not None and not 0 <= amount < bits:
            emitter.error(node, f"a shift of {lhs.type} is by 0 to {bits - 1}, not {amount}")
    result = emitter.value(_op(_INTEGER[kind], lhs, rhs), node)
    if (
        kind in _KEEPS_SIGN
        and lhs in emitter.non_negative
        and (rhs in emitter.non_negative or kind is ast.RShift)
    ):
        emitter.non_negative.add(result)
    return result


def _op(kind: type[Operation], lhs: SSAValue, rhs: SSAValue) -> Operation:
    return kind(lhs, rhs)  # pyright: ignore[reportCallIssue]


def _divide(
    emitter: Emitter, kind: type[ast.AST], lhs: SSAValue, rhs: SSAValue, node: Node
) -> SSAValue:
    divisor = constant_value(rhs)
    if divisor == 0:
        emitter.error(node, "division by zero")
    if divisor is not None and divisor > 0 and lhs in emitter.non_negative:
        unsigned = arith.RemUIOp if kind is ast.Mod else arith.DivUIOp
        lhs = _without_conditional(emitter, lhs, node)
        result = emitter.value(_op(unsigned, lhs, rhs), node)
        emitter.non_negative.add(result)
        return result
    # With t = a rem b: (t + b) rem b has the sign of b, and a less that divides exactly.
    lhs = _without_conditional(emitter, lhs, node)
    rhs = _without_conditional(emitter, rhs, node)
    truncated = emitter.add_inner(_op(arith.RemSIOp, lhs, rhs), node)
    shifted = emitter.add_inner(_op(arith.AddiOp, truncated, rhs), node)
    floored = _op(arith.RemSIOp, shifted, rhs)
    if kind is ast.Mod:
        result = emitter.value(floored, node)
        if divisor is not None and divisor > 0:
            emitter.non_negative.add(result)
        return result
    exact = _op(arith.SubiOp, lhs, emitter.add_inner(floored, node))
    return emitter.value(_op(arith.DivSIOp, emitter.add_inner(exact, node), rhs), node)


def _without_conditional(emitter: Emitter, value: SSAValue, node: Node) -> SSAValue:
    """The value as no operand of a division that the assembler writes as a C conditional."""
    owner = value.owner
    if isinstance(owner, arith.MinSIOp):
        condition, yes, no = ("slt", owner.lhs, owner.rhs), owner.lhs, owner.rhs
    elif isinstance(owner, arith.MaxSIOp):
        condition, yes, no = ("sgt", owner.lhs, owner.rhs), owner.lhs, owner.rhs
    elif isinstance(owner, arith.SelectOp):
        condition, yes, no = owner.cond, owner.lhs, owner.rhs
    else:
        return value
    if isinstance(condition, tuple):
        predicate, lhs, rhs = condition
        condition = emitter.add_inner(arith.CmpiOp(lhs, rhs, predicate), node)
    arms: list[Region] = []
    for chosen in (yes, no):
        end = scf.YieldOp(chosen)
        end.location = emitter.location(node)
        arms.append(Region(Block([end])))
    result = emitter.add_inner(scf.IfOp(condition, [value.type], arms[0], arms[1]), node)
    if value in emitter.non_negative:
        emitter.non_negative.add(result)
    return result


def sum_of_offsets(
    emitter: Emitter, a: SSAValue | int, b: SSAValue | int, node: Node
) -> SSAValue | int:
    """The sum of two offsets, integers of compile time or of type index."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if a == 0:
        return b
    if b == 0:
        return a
    lhs, rhs = (convert(emitter, v, INDEX, node, "an offset") for v in (a, b))
    result = emitter.add_inner(arith.AddiOp(lhs, rhs), node)
    if lhs in emitter.non_negative and rhs in emitter.non_negative:
        emitter.non_negative.add(result)
    return result


def compare(emitter: Emitter, kind: type[ast.AST], a: object, b: object, node: Node) -> SSAValue:
    """
    `a kind b` of scalars, at least one of run time, as an i1.

    Raises:
        CompileError: they cannot be compared.
    """
    symbol = SYMBOLS[kind]
    if kind not in _COMPARE_INT:
        emitter.error(node, f"not supported: '{symbol}' of run-time values")
    lhs, rhs = unify(emitter, a, b, node, f"'{symbol}'")
    if is_float(lhs.type):
        return emitter.value(arith.CmpfOp(lhs, rhs, _COMPARE_FLOAT[kind]), node)
    return emitter.value(arith.CmpiOp(lhs, rhs, _COMPARE_INT[kind]), node)


def extreme(
    emitter: Emitter, name: str, values: Sequence[SSAValue | int | float], node: Node
) -> SSAValue | int | float:
    """The smallest (`min`) or largest (`max`) of scalars."""
    smallest = name == "min"
    result = values[0]
    for other in values[1:]:
        if not is_value(result) and not is_value(other):
            result = min(result, other) if smallest else max(result, other)
            continue
        lhs, rhs = unify(emitter, result, other, node, f"'{name}'")
        if is_float(lhs.type):
            kind = arith.MinimumfOp if smallest else arith.MaximumfOp
        else:
            kind = arith.MinSIOp if smallest else arith.MaxSIOp
        result = emitter.value(_op(kind, lhs, rhs), node)
        known = (lhs in emitter.non_negative, rhs in emitter.non_negative)
        if (all if smallest else any)(known):
            emitter.non_negative.add(result)
    return result


def negate(emitter: Emitter, value: SSAValue, node: Node) -> SSAValue:
    """`-value` of a run-time scalar."""
    if is_float(value.type):
        return emitter.value(arith.NegfOp(value), node)
    zero = emitter.constant(0, value.type, node)
    return emitter.value(_op(arith.SubiOp, zero, value), node)


def invert(emitter: Emitter, value: SSAValue, node: Node) -> SSAValue:
    """`not value` of a run-time boolean."""
    true = emitter.constant(True, i1, node)
    return emitter.value(_op(arith.XOrIOp, value, true), node)


def cast(emitter: Emitter, value: SSAValue, type_: Attribute, node: Node) -> SSAValue:
    """
    A run-time scalar as a value of another type, with C's rounding.

    Raises:
        CompileError: there is no such conversion.
    """
    source = value.type
    if source == type_:
        return value
    if i1 in (source, type_):
        emitter.error(node, f"not supported: a cast from {source} to {type_}")
    if is_float(source) and is_float(type_):
        kind = arith.ExtFOp if type_.bitwidth > source.bitwidth else arith.TruncFOp
        return emitter.value(kind(value, type_), node)
    if is_float(source):
        if is_int(type_):
            return emitter.value(arith.FPToSIOp(value, type_), node)
        integer = emitter.add_inner(arith.FPToSIOp(value, i64), node)
        return emitter.value(arith.IndexCastOp(integer, type_), node)
    if is_float(type_):
        if isinstance(source, IndexType):
            value = emitter.add_inner(arith.IndexCastOp(value, i64), node)
        return emitter.value(arith.SIToFPOp(value, type_), node)
    if is_int(source) and is_int(type_):
        if type_.bitwidth > source.bitwidth:
            return emitter.value(arith.ExtSIOp(value, type_), node)
        return emitter.value(arith.TruncIOp(value, type_), node)
    return emitter.value(arith.IndexCastOp(value, type_), node)
