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
from collections.abc import Callable, Mapping

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.hints import isa

from pto_dialect.language.emitter import INDEX, Emitter
from pto_dialect.tile.ops.constants import constant_value

PYTHON: Mapping[type[ast.AST], Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
"""What an operator does to compile-time values."""

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


def is_float(type_: Attribute) -> bool:
    """Whether a scalar type is a floating-point type."""
    return isa(type_, AnyFloat)


def is_scalar(value: object) -> bool:
    """Whether a value is a run-time scalar."""
    return isinstance(value, SSAValue) and (
        isinstance(value.type, IndexType | IntegerType) or is_float(value.type)
    )


def unify(
    emitter: Emitter, a: object, b: object, node: ast.AST, what: str
) -> tuple[SSAValue, SSAValue]:
    """
    Two scalars, at least one of run time, as values of one type.

    Raises:
        CompileError: there is no such type.
    """
    if not isinstance(a, SSAValue):
        assert isinstance(b, SSAValue)
        return convert(emitter, a, b.type, node, what), b
    if not isinstance(b, SSAValue):
        return a, convert(emitter, b, a.type, node, what)
    if a.type == b.type:
        return a, b
    if isinstance(a.type, IndexType):
        return a, convert(emitter, b, a.type, node, what)
    if isinstance(b.type, IndexType):
        return convert(emitter, a, b.type, node, what), b
    emitter.error(node, f"{what} mixes {a.type} and {b.type}; convert one with pl.cast")


def convert(
    emitter: Emitter, value: object, type_: Attribute, node: ast.AST, what: str
) -> SSAValue:
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
    if isinstance(value, SSAValue) and is_scalar(value):
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


def binary(emitter: Emitter, kind: type[ast.AST], a: object, b: object, node: ast.AST) -> SSAValue:
    """
    `a kind b` of scalars, at least one of run time.

    Raises:
        CompileError: the operator does not exist for them.
    """
    symbol = SYMBOLS[kind]
    if kind is ast.Div and not isinstance(a, SSAValue) and isinstance(a, int):
        a = float(a) if isinstance(b, SSAValue) and is_float(b.type) else a
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
    emitter: Emitter, kind: type[ast.AST], lhs: SSAValue, rhs: SSAValue, node: ast.AST
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


def _without_conditional(emitter: Emitter, value: SSAValue, node: ast.AST) -> SSAValue:
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


def compare(emitter: Emitter, kind: type[ast.AST], a: object, b: object, node: ast.AST) -> SSAValue:
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


def extreme(emitter: Emitter, name: str, values: list[object], node: ast.AST) -> object:
    """The smallest (`min`) or largest (`max`) of scalars."""
    smallest = name == "min"
    result = values[0]
    for other in values[1:]:
        if not isinstance(result, SSAValue) and not isinstance(other, SSAValue):
            result = (min if smallest else max)(result, other)  # pyright: ignore
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


def negate(emitter: Emitter, value: SSAValue, node: ast.AST) -> SSAValue:
    """`-value` of a run-time scalar."""
    if is_float(value.type):
        return emitter.value(arith.NegfOp(value), node)
    zero = emitter.constant(0, value.type, node)
    return emitter.value(_op(arith.SubiOp, zero, value), node)


def invert(emitter: Emitter, value: SSAValue, node: ast.AST) -> SSAValue:
    """`not value` of a run-time boolean."""
    true = emitter.constant(True, i1, node)
    return emitter.value(_op(arith.XOrIOp, value, true), node)


def cast(emitter: Emitter, value: SSAValue, type_: Attribute, node: ast.AST) -> SSAValue:
    """
    A run-time scalar as a value of another type, with C's rounding.

    Raises:
        CompileError: there is no such conversion.
    """
    if value.type == type_:
        return value
    was_float, to_float = is_float(value.type), is_float(type_)
    if i1 in (value.type, type_):
        emitter.error(node, f"not supported: a cast from {value.type} to {type_}")
    if was_float and to_float:
        kind = arith.ExtFOp if _width(type_) > _width(value.type) else arith.TruncFOp
        return emitter.value(kind(value, type_), node)  # pyright: ignore
    if was_float:
        if isinstance(type_, IndexType):
            value = emitter.add_inner(arith.FPToSIOp(value, i64), node)
            return emitter.value(arith.IndexCastOp(value, INDEX), node)
        return emitter.value(arith.FPToSIOp(value, type_), node)  # pyright: ignore
    if to_float:
        if isinstance(value.type, IndexType):
            value = emitter.add_inner(arith.IndexCastOp(value, i64), node)
        return emitter.value(arith.SIToFPOp(value, type_), node)  # pyright: ignore
    if isinstance(value.type, IndexType) or isinstance(type_, IndexType):
        return emitter.value(arith.IndexCastOp(value, type_), node)
    kind = arith.ExtSIOp if _width(type_) > _width(value.type) else arith.TruncIOp
    return emitter.value(kind(value, type_), node)  # pyright: ignore


def _width(type_: Attribute) -> int:
    width = getattr(type_, "bitwidth", None)
    assert isinstance(width, int)
    return width


def describe(value: object) -> str:
    """A value in words."""
    from pto_dialect.language.surface import Buffer, Intrinsic
    from pto_dialect.language.values import BufferUse, Declaration, TensorValue
    from pto_dialect.tile.types import TileType, dims_text

    match value:
        case TensorValue():
            return f"a tensor of {dims_text(value.type.get_shape())}x{value.type.element_type}"
        case SSAValue(type=TileType() as tile):
            return f"a tile of {dims_text(tile.extents)}x{tile.element_type}"
        case SSAValue():
            return f"a scalar of type {value.type}"
        case Buffer() | BufferUse() | Declaration():
            return "a buffer"
        case Intrinsic():
            return f"pl.{value.name}"
        case str():
            return f"the text {value!r}"
        case tuple() | list():
            return "a list of values"
        case _:
            return repr(value)
