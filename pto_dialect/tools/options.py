"""
What is wrong with the options of a pass, target or frontend, as in `-p 'name{option=value}'`.

xDSL says which types of Python do not fit, but not which option it is about; and a version without
quotes is a number, from which the text cannot be had again: `0.60` is 0.6.
"""

from __future__ import annotations

import re
from dataclasses import fields
from types import NoneType
from typing import TypeVar, get_args, get_type_hints

from xdsl.utils.arg_spec import (
    ArgSpec,
    ArgSpecConvertible,
    _convert_arg_to_type,  # pyright: ignore[reportPrivateUsage]
)

from pto_dialect.diagnostics import nearest, one_line
from pto_dialect.tools.driver import UsageError

ConvertibleT = TypeVar("ConvertibleT", bound=ArgSpecConvertible)

_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
"""How the values of an option are called, by their type."""


def with_options(
    kind: type[ConvertibleT], spec: ArgSpec, what: str, command_line: str
) -> ConvertibleT:
    """
    A pass, target or frontend with its options. `what` says which of these it is, `command_line` is
    the text that `spec` is from.

    Raises:
        UsageError: there is no such option, or it cannot have this value.
    """
    try:
        return kind.from_spec(spec)
    except ValueError as error:
        reason = _misfit(kind, spec, command_line) or one_line(error)
        raise UsageError(f"{what} '{spec.name}': {reason}") from error


def _misfit(kind: type[ArgSpecConvertible], spec: ArgSpec, command_line: str) -> str | None:
    """What is wrong with the first option that does not fit."""
    types = get_type_hints(kind)
    known = [field.name for field in fields(kind) if field.init and field.name != "name"]
    for option, values in spec.normalize_parameter_names().parameters.items():
        if option not in known:
            takes = f"; it takes {', '.join(known) or 'none'}"
            return f"there is no option '{option}'{nearest(option, known) or takes}"
        try:
            _convert_arg_to_type(values, types[option])
        except ValueError:
            expected = [t for t in get_args(types[option]) or (types[option],) if t is not NoneType]
            words = " or ".join(_WORDS.get(t, str(t)) for t in expected)
            _, _, got = str(ArgSpec("", {"": values})).partition("=")
            hint = _quoted(option, command_line) if str in expected else ""
            return f"option '{option}' is {words}, not {got.rstrip('}') or 'nothing'}{hint}"
    return None


def _quoted(option: str, command_line: str) -> str:
    """How the version is written that stands there, if one does."""
    name = option.replace("_", "[_-]")
    found = re.search(rf"\b({name})=([0-9]+\.[0-9.]*)(?=[\s}}])", command_line)
    return f'; a version is quoted: {found[1]}="{found[2]}"' if found is not None else ""
