"""
What the definition of an operation demands, in words.

xDSL says which type or attribute it did not expect, but not what it expected, and for a property
not even which one it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.irdl import (
    AnyOf,
    AttrConstraint,
    AttrSetConstraint,
    BaseAttr,
    EqAttrConstraint,
    IRDLOperation,
    MessageConstraint,
    ParamAttrConstraint,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    VarConstraint,
    VerificationContext,
)
from xdsl.utils.exceptions import VerifyException

_VALUE = re.compile(r"(operand|result) '(\w+)' at position (\d+) does not verify: (.*)")


def explained(op: Operation, message: str) -> str:
    """The message of a verifier, with what was expected if that is all that xDSL knows."""
    if not isinstance(op, IRDLOperation):
        return message
    definition = op.get_irdl_definition()
    if (found := _VALUE.match(message)) is not None:
        kind, name, position, reason = found.groups()
        is_operand = kind == "operand"
        wanted = None
        if "from variable" not in reason:  # Then it depends on another type, which is named.
            values = dict(definition.operands if is_operand else definition.results)
            wanted = _words(values[name].constr)
        if wanted is None:
            return f"{op.name}: {kind} '{name}': {reason}"
        value = (op.operands if is_operand else op.results)[int(position)]
        return f"{op.name}: {kind} '{name}' is {wanted}, got {value.type}"
    for name, property_ in definition.properties.items():
        value = op.properties.get(name)
        if value is None or _fits(property_.constr, value):
            continue
        wanted = _words(property_.constr)
        return f"{op.name}: '{name}' is {wanted}, got {value}" if wanted else message
    return message


def _fits(constraint: AttrConstraint, value: Attribute) -> bool:
    try:
        constraint.verify(value, VerificationContext())
    except VerifyException:
        return False
    return True


def _words(constraint: AttrConstraint | RangeConstraint) -> str | None:
    """What a constraint demands; `None` if there are no words for it."""
    match constraint:
        case (
            RangeOf(constr=inner)
            | RangeLengthConstraint(constraint=inner)
            | VarConstraint(constraint=inner)
        ):
            return _words(inner)
        case MessageConstraint(message=message):
            return message
        case AnyOf(attr_constrs=choices):
            return _choice(_words(choice) for choice in choices)
        case EqAttrConstraint(attr=attribute):
            return str(attribute)
        case AttrSetConstraint(values=attributes):
            return _choice(sorted(map(str, attributes)))
        case BaseAttr(attr=kind):
            return _name(kind)
        case ParamAttrConstraint(base_attr=kind, param_constrs=parameters):
            type_ = _words(parameters[1]) if kind is IntegerAttr else None
            return _name(kind) if type_ is None else f"a number : {type_}"
        case _:
            return None


def _choice(words: Iterable[str | None]) -> str | None:
    """`a, b or c`."""
    known = list[str]()
    for word in words:
        if word is None:
            return None
        if word not in known:
            known.append(word)
    return " or ".join(part for part in (", ".join(known[:-1]), known[-1]) if part)


def _name(kind: type[Attribute]) -> str:
    """How a class of types or attributes is written."""
    if kind is IntegerType:
        return "an integer"
    name = getattr(kind, "name", kind.__name__)
    if "." not in name:
        return name
    return f"{'!' if issubclass(kind, TypeAttribute) else '#'}{name}"
