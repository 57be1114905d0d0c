"""
Read `.pto` text as the assembler does.

    xdsl-opt kernel.pto            pto-opt kernel.pto -t pto

Needs: one file of text. Leaves: a module of the operations in it; what the assembler would reject
is an error at its place in the file. In particular

1. the target is the option, else what the text says in `pto.target_arch`, else a3; another name
   there means a3, and the module says so afterwards;
2. the `blayout` of every `left` tile becomes that of the target;
3. functions may stand outside of a module, and several modules in one file are the children of
   one;
4. operations of dialects that nobody knows are kept if they are in the generic form, but nothing
   of the `pto` dialect is made up;
5. names of locations (`#loc1`) may be defined behind their use, as MLIR prints them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import IO, ClassVar, NoReturn

from xdsl.context import Context
from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    StringAttr,
    UnknownLoc,
    UnregisteredAttr,
)
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.utils.exceptions import DiagnosticException, ParseError
from xdsl.utils.frontend import Frontend

from pto_dialect.diagnostics import CompileError, Position
from pto_dialect.machine.targets import DEFAULT_TARGET, TARGETS
from pto_dialect.module_attributes import TARGET_ARCH
from pto_dialect.pto.foreign import FOREIGN_OPS
from pto_dialect.pto.types import LEFT_BLAYOUT, LeftLayoutRule
from pto_dialect.pto.verify import verify_pto
from pto_dialect.pto.versions import parse_version
from pto_dialect.tools.driver import LocatingParser, located_parse_error, one_line, verify

BYTECODE = b"PTOBC\0"
"""How the assembler's binary format begins."""

MAX_MESSAGE = 400
"""Longest message about malformed text, in characters."""

MAX_NESTING = 128
"""
Deepest nesting of brackets in a file. MLIR has no limit of its own and overflows its stack; ours
keeps every walk over the IR inside of Python's.
"""


@dataclass(frozen=True)
class PtoFrontend(Frontend):
    """`.pto` text."""

    name: ClassVar[str] = "pto"

    arch: str | None = None
    """Target, whatever the text says: a3 or a5."""
    ptoas_version: str | None = None
    """Version of the assembler whose rules hold (default: the module's, else 0.48)."""
    check: bool = True
    """Whether the rules of the assembler are checked, or the text only read."""

    def parse(self, ctx: Context, input: IO[bytes], input_name: str) -> ModuleOp:
        """
        Read a module.

        Raises:
            CompileError: at the first place that is wrong.
        """
        return read_pto(
            ctx,
            input.read(),
            input_name,
            arch=self.arch,
            ptoas_version=self.ptoas_version,
            check=self.check,
        )


def read_pto(
    ctx: Context,
    source: bytes,
    name: str,
    *,
    arch: str | None = None,
    ptoas_version: str | None = None,
    check: bool = True,
) -> ModuleOp:
    """
    The module in `.pto` text; `name` is the file's for messages, `ctx` has the dialects.

    Raises:
        CompileError: at the first place that is wrong.
    """
    if arch is not None and arch.lower() not in TARGETS:
        raise CompileError(f"unknown target '{arch}', know {', '.join(TARGETS)}")
    version = parse_version(ptoas_version)
    text = _decode(source, name)
    _check_tokens(text, name)
    arch = arch.lower() if arch is not None else arch_in(text)
    module = _parse(_PtoContext.of(ctx), text, name, arch)
    if arch != DEFAULT_TARGET.name or TARGET_ARCH in module.attributes:
        module.attributes[TARGET_ARCH] = StringAttr(arch)
    if check:
        verify(module)
        verify_pto(module, version)
    return module


_ARCH = re.compile(r"pto\.target_arch\"?\s*=\s*\"([^\"\n]*)\"")


def arch_in(text: str) -> str:
    """The target that `.pto` text names, a3 if it names none or an unknown one."""
    found = _ARCH.search(text)
    name = found.group(1).lower() if found is not None else ""
    return name if name in TARGETS else DEFAULT_TARGET.name


def _decode(source: bytes, name: str) -> str:
    if source.startswith(BYTECODE):
        raise CompileError(
            "this is bytecode, which only the assembler reads; write text instead",
            Position(name, 1, 1),
        )
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        before = source[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise CompileError(
            f"not UTF-8 text: byte 0x{source[error.start]:02x}", Position(name, line, column)
        ) from error


_TOKENS = re.compile(
    r"""
    "(?:[^"\\\n\v\f]|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*"
    | //[^\n]* | -> | [(\[{<] | [)\]}>] | "
    """,
    re.VERBOSE,
)
"""Strings, comments, brackets, and quotation marks that begin no string."""


def _check_tokens(text: str, name: str) -> None:
    """
    Check what a recursive parser and its regular expressions cannot stand: deep nesting, on which
    Python's stack overflows, and strings without end, which take exponential time.

    Raises:
        CompileError: at the first of them.
    """
    depth = 0
    for found in _TOKENS.finditer(text):
        token = found.group()
        if token in "([{<":
            depth += 1
            if depth > MAX_NESTING:
                where = _Lines(text).position(name, found.start())
                raise CompileError(f"brackets nest more than {MAX_NESTING} deep", where)
        elif token in ")]}>":
            depth -= 1
        elif token == '"':
            where = _Lines(text).position(name, found.start())
            raise CompileError("a string without end, or with a wrong escape", where)


@dataclass
class _Lines:
    """Where the lines of a text begin."""

    starts: list[int]

    def __init__(self, text: str):
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def position(self, name: str, offset: int) -> Position:
        """The place of a character."""
        line = bisect_right(self.starts, offset)
        return Position(name, line, offset - self.starts[line - 1] + 1)


_LOCATION_ALIAS = re.compile(r"^(#\w+)[ \t]*=[ \t]*(loc\(.*?\))[ \t\r]*(?://.*)?$", re.MULTILINE)


class PtoParser(LocatingParser, LeftLayoutRule):
    """A parser of `.pto` text for a target."""

    def __init__(self, ctx: Context, text: str, name: str, arch: str):
        # Locations may be named behind their use. They are read first, and their definitions
        # blanked, so that every other place stays where it is.
        aliases = [found.groups() for found in _LOCATION_ALIAS.finditer(text)]
        if aliases:
            text = _LOCATION_ALIAS.sub(lambda found: " " * len(found.group()), text)
        super().__init__(ctx, text, name)
        self.left_blayout = LEFT_BLAYOUT[arch]
        self.known_types = _KNOWN_TYPES.setdefault(arch, dict[str, TypeAttribute]())
        self.known_clauses = _KNOWN_CLAUSES.setdefault(arch, dict[str, tuple[Attribute, ...]]())
        waiting = aliases
        while waiting:
            later: list[tuple[str, ...]] = []
            for alias, location in waiting:
                parser = LocatingParser(ctx, location, name)
                parser.attribute_aliases.update(self.attribute_aliases)
                try:
                    parsed = parser.parse_optional_location()
                except ParseError:
                    later.append((alias, location))
                    continue
                if parsed is not None:
                    self.attribute_aliases[alias] = parsed
            if len(later) == len(waiting):
                break
            waiting = later

    def fail_here(self, message: str) -> NoReturn:
        """Stop at the token that is being read."""
        where = self._location(self._current_token.span.start)
        place = Position(where.filename.data, where.line.data, where.column.data)
        raise CompileError(_short(message), place)


_KNOWN_TYPES: dict[str, dict[str, TypeAttribute]] = {}
"""For each target what each spelling of a type means."""

_KNOWN_CLAUSES: dict[str, dict[str, tuple[Attribute, ...]]] = {}
"""For each target what each list of types means."""


_UNKNOWN_TYPES: dict[str, type[TypeAttribute]] = {}
"""The class of each type of an unknown dialect: the same for every file, so that equal is equal."""

_UNKNOWN_ATTRIBUTES: dict[str, type[Attribute]] = {}
"""The class of each attribute of an unknown dialect."""


class _PtoContext(Context):
    """A context that keeps what belongs to unknown dialects, but makes up nothing of ours."""

    @staticmethod
    def of(ctx: Context) -> _PtoContext:
        """A context with the dialects of another one."""
        context = _PtoContext(allow_unregistered=True)
        for name in ctx.registered_dialect_names:
            context.register_dialect(name, partial(ctx.get_dialect, name))
        return context

    @contextmanager
    def _rules_for(self, name: str) -> Generator[None]:
        self.allow_unregistered = not name.startswith("pto.")
        try:
            yield
        finally:
            self.allow_unregistered = True

    def get_optional_op(
        self, name: str, *, dialect_stack: Sequence[str] = ()
    ) -> type[Operation] | None:
        if name in FOREIGN_OPS:
            return FOREIGN_OPS[name]
        with self._rules_for(name):
            return super().get_optional_op(name, dialect_stack=dialect_stack)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        with self._rules_for(name):
            found = super().get_optional_type(name)
        if found is None or not issubclass(found, UnregisteredAttr):
            return found
        return _UNKNOWN_TYPES.setdefault(name, found)

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        with self._rules_for(name):
            found = super().get_optional_attr(name)
        if found is None or not issubclass(found, UnregisteredAttr):
            return found
        return _UNKNOWN_ATTRIBUTES.setdefault(name, found)


def _parse(ctx: Context, text: str, name: str, arch: str) -> ModuleOp:
    """
    Parse a module.

    Raises:
        CompileError: whatever goes wrong; malformed text may make a parser stumble anywhere.
    """
    parser: PtoParser | None = None
    try:
        parser = PtoParser(ctx, text, name, arch)
        module = parser.parse_module()
    except ParseError as error:
        located = located_parse_error(error)
        raise CompileError(_short(located.message), located.position) from error
    except CompileError as error:
        raise CompileError(_short(error.message), error.position, error.notes) from error
    except Exception as error:
        assert parser is not None
        parser.fail_here(_reason(error))
    if isinstance(module.location, UnknownLoc):
        module.location = FileLineColLoc(StringAttr(name), IntAttr(1), IntAttr(1))
    return module


def _reason(error: Exception) -> str:
    """What an exception of the parser means for the reader of the text."""
    match error:
        case RecursionError() | MemoryError():
            return "the text nests too deeply"
        case DiagnosticException():
            return one_line(error)
        case ValueError() if "digits" in str(error):
            return "an integer with too many digits"
        case _:
            return f"malformed text: {one_line(error) or type(error).__name__}"


def _short(message: str) -> str:
    """A message as one line of bounded length."""
    line = " ".join(message.split())
    return line if len(line) <= MAX_MESSAGE else f"{line[:MAX_MESSAGE]}…"
