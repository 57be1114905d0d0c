"""
What xDSL's parser says of text that is wrong, in words, and where.

It says which token it did not expect, but at the place where it noticed, which is the next
operation if the end of one is missing, and it does not say which names there are. All of this runs
only when there is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from xdsl.context import Context
from xdsl.dialects.builtin import UnregisteredAttr
from xdsl.utils.exceptions import ParseError

from pto_dialect.diagnostics import CompileError, Position, nearest
from pto_dialect.universe import DIALECTS

_NAME = re.compile(r"(?:%[^=\n]*=\s*)?(\"?)([\w$.-]+)\1")
"""The beginning of an operation up to its name."""

_WORD = re.compile(r"[\w$.-]+")

_PIECES = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|\S')
"""Strings, comments and other characters."""

_NEXT_OPERATION = re.compile(r"[}^]|%[^=\n(]*=|\"?[A-Za-z_]\w*\.\w|return\b")
"""How the line behind an operation begins."""

_ELEMENT_TYPES = (
    *("i1", "i8", "i16", "i32", "i64", "si8", "si16", "si32", "ui8", "ui16", "ui32"),
    *("f16", "bf16", "f32", "f64", "index"),
)
"""Those types without a dialect that a word which is none may have been meant as."""

_KNOWN = f", know {', '.join(_ELEMENT_TYPES)}"
"""The end of a message about a word that looks like none of them."""


def operation_name(text: str, start: int) -> tuple[str, int]:
    """The name of the operation that begins at `start`, and where it is; "" if there is none."""
    found = _NAME.match(text, start)
    return ("", start) if found is None else (found[2], found.start(2))


def unfinished_at(text: str, start: int, at: int) -> int | None:
    """
    Where the text of the operation that begins at `start` ends, if what was not expected, at
    `at`, is the operation behind it.
    """
    end = start
    for piece in _PIECES.finditer(text, start, at):
        if not piece[0].startswith("//"):
            end = piece.end()
    is_next = "\n" in text[end:at] and _NEXT_OPERATION.match(text, at) is not None
    return end if is_next and end > start else None


def is_in_type(text: str, start: int, at: int) -> bool:
    """Whether a place in an operation is inside of the angle brackets of a type or attribute."""
    before = text[start:at].replace("->", "")
    return before.count("<") > before.count(">")


def expects_more(error: ParseError) -> bool:
    """Whether something is missing, and not what was read wrong."""
    return "xpected" in error.msg and ", got" not in error.msg


def in_words(error: ParseError, ctx: Context | None = None) -> str:
    """The message of an error, with the word that it is about and those which are known."""
    text, at = str(error.span.input.content), error.span.start
    match error.msg:
        case "Expected suffix identifier after {first_char}":
            if text[at] == "#":
                return "a name is expected behind '#'; a comment begins with '//'"
            return f"a name is expected behind '{text[at]}'"
        case "type expected" | "Expected shape type." if word := _WORD.match(text, at):
            meant = ctx and _type_of_dialect(word[0], ctx)
            hint = f"; did you mean '!{meant}'?" if meant else nearest(word[0], _ELEMENT_TYPES)
            return f"'{word[0]}' is no type{hint or _KNOWN}"
        case message if message.startswith(("Expected 'x' in shape", "Expected shape type.")):
            return (
                "a shape ends with an element type: 'x' stands between its parts, as in 16x64xf32"
            )
        case _ if ctx is not None and (name := unregistered(error)) is not None:
            if not error.msg.startswith("Operation"):
                known = [kind.name for kind in (*ctx.loaded_types, *ctx.loaded_attrs)]
                return error.msg + _nearest_in_dialect(name, known)
            return unknown_operation(name, ctx, is_readable=False)
        case _:
            return error.msg


def _type_of_dialect(name: str, ctx: Context) -> str | None:
    """The type of one of our dialects that has this name behind the dialect's."""
    for dialect in DIALECTS:
        kind = ctx.get_optional_type(f"{dialect}.{name}")
        if kind is not None and not issubclass(kind, UnregisteredAttr):
            return kind.name
    return None


def unregistered(error: ParseError) -> str | None:
    """The operation, type or attribute that an error says is not known, if it says so."""
    found = re.fullmatch(r"(?:Operation (\S+)|'(\S+)') is not registered", error.msg)
    return None if found is None else found[1] or found[2]


def unknown_operation(name: str, ctx: Context, *, is_readable: bool) -> str:
    """
    What is said of an operation that there is not; with `is_readable`, of one that is read in the
    generic form only.
    """
    known = [op.name for op in ctx.loaded_ops]
    dialect, _, rest = name.partition(".")
    if not rest:  # These two are written without their dialect, too.
        known = [op.removeprefix("builtin.").removeprefix("func.") for op in known]
        return f"'{name}' is no operation{nearest(name, known)}"
    is_of_dialect = any(op.startswith(f"{dialect}.") for op in known)
    hint = _nearest_in_dialect(name, known) if is_of_dialect else nearest(name, known)
    if is_readable:
        return f"'{name}' is unknown{hint or '; of such only the generic form can be read'}"
    return f"Operation {name} is not registered{hint}"


def _nearest_in_dialect(name: str, known: Iterable[str]) -> str:
    """The name that was meant; the dialect is not, which would make all of them look alike."""
    dialect, dot, rest = name.partition(".")
    prefix = dialect + dot
    known = [other.removeprefix(prefix) for other in known if other.startswith(prefix)]
    return nearest(rest, known, prefix)


def located_parse_error(error: ParseError) -> CompileError:
    """xDSL's parse error as a `CompileError` at the same place."""
    place = error.span.get_location()
    return CompileError(in_words(error), Position(place.file, place.line, place.col))
