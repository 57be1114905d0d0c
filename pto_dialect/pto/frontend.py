"""
Read `.pto` text as the assembler does.

    xdsl-opt kernel.pto            pto-opt kernel.pto -t pto

Needs: one file of text. Leaves: a module of the operations in it; what the assembler would reject
is an error at its place in the file. In particular

1. the target is the option, else that of the command in a test's `RUN:` line (`command_line`), else
   what the text says in `pto.target_arch`, else a3; another name there means a3, and the module
   says so afterwards;
2. the `blayout` of every `left` tile becomes that of the target;
3. the version of the assembler is the option, and the module says so afterwards, else what the
   module says in `pto.ptoas_version`, else 0.48;
4. functions may stand outside of a module, and several modules in one file are the children of
   one;
5. operations of dialects that nobody knows are kept if they are in the generic form, but nothing
   of the `pto` dialect is made up, and no operation of those of which MLIR's are all known;
6. names of locations (`#loc1`) may be defined behind their use, as MLIR prints them.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import IO, Any, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import (
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnregisteredAttr,
)
from xdsl.ir import Attribute, Data, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.utils.exceptions import ParseError
from xdsl.utils.frontend import Frontend

from pto_dialect.diagnostics import CompileError, Position
from pto_dialect.machine.ptoas import DEFAULT_PTOAS
from pto_dialect.machine.targets import DEFAULT_TARGET, TARGETS
from pto_dialect.module_attributes import TARGET_ARCH
from pto_dialect.pto.attributes import SpacedEnum
from pto_dialect.pto.command_line import CommandLine, command_line_in
from pto_dialect.pto.foreign import ASSEMBLER_DIALECTS, FOREIGN_OPS
from pto_dialect.pto.foreign_ops import FOREIGN_ATTRIBUTES
from pto_dialect.pto.types import LEFT_BLAYOUT, LeftLayoutRule
from pto_dialect.pto.unknown_text import UNKNOWN_TEXT_OPS
from pto_dialect.pto.verify import verify_pto
from pto_dialect.pto.versions import PTOAS_VERSION, UNKNOWN_ATTRIBUTES, parse_version
from pto_dialect.tools.driver import MAX_NESTING
from pto_dialect.tools.parse_errors import located_parse_error
from pto_dialect.tools.parser import ALIAS_USE, LocatingParser, decode, locate_module
from pto_dialect.tools.verifier import verify

BYTECODE = b"PTOBC\0"
"""How the assembler's binary format begins."""


@dataclass(frozen=True)
class PtoFrontend(Frontend):
    """`.pto` text."""

    name: ClassVar[str] = "pto"

    arch: str | None = None
    """`--pto-arch` of the assembler, whatever the text says: a3 or a5."""
    level: str | None = None
    """`--pto-level` of the assembler: level1, level2 or level3 (default: what the text shows)."""
    ptoas_version: str | None = None
    """Version of the assembler whose rules hold (default: the module's, else what it needs)."""
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
            level=self.level,
            ptoas_version=self.ptoas_version,
            check=self.check,
        )


def read_pto(
    ctx: Context,
    source: bytes,
    name: str,
    *,
    arch: str | None = None,
    level: str | None = None,
    ptoas_version: str | None = None,
    check: bool = True,
) -> ModuleOp:
    """
    The module in `.pto` text; `name` is the file's for messages, `ctx` has the dialects.

    Raises:
        CompileError: at the first place that is wrong.
    """
    options = CommandLine.of(arch, level)
    version = parse_version(ptoas_version)
    if source.startswith(BYTECODE):
        raise CompileError(
            "this is bytecode, which only the assembler reads; write text instead",
            Position(name, 1, 1),
        )
    text = decode(source, name)
    options = options.over(command_line_in(text, name))
    arch = options.arch or arch_in(text)
    module = _parse(_PtoContext.of(ctx), text, name, arch)
    if arch != DEFAULT_TARGET.name or TARGET_ARCH in module.attributes:
        module.attributes[TARGET_ARCH] = StringAttr(arch)
    if version is not None and (version != DEFAULT_PTOAS or PTOAS_VERSION in module.attributes):
        module.attributes[PTOAS_VERSION] = StringAttr(str(version))
    if check:
        verify(module)
        verify_pto(module, version, options.level)
    return module


_ARCH = re.compile(r"pto\.target_arch\"?\s*=\s*\"([^\"\n]*)\"")


def arch_in(text: str) -> str:
    """The target that `.pto` text names, a3 if it names none or an unknown one."""
    found = _ARCH.search(text)
    name = found.group(1).lower() if found is not None else ""
    return name if name in TARGETS else DEFAULT_TARGET.name


_LOCATION_ALIAS = re.compile(r"^(#\w+)[ \t]*=[ \t]*(loc\(.*?\))[ \t\r]*(?://.*)?$", re.MULTILINE)


_WHOLE = re.compile(r"-?\s*[0-9]+(?![0-9.xX])")
"""A number that is no float, nor the bits of one."""


class PtoParser(LocatingParser, LeftLayoutRule):
    """A parser of `.pto` text for a target."""

    def __init__(self, ctx: Context, text: str, name: str, arch: str):
        # Locations may be named behind their use. They are read first, and their definitions
        # blanked, so that every other place stays where it is.
        aliases = {found[1]: (found.start(), found[2]) for found in _LOCATION_ALIAS.finditer(text)}
        if aliases:
            text = _LOCATION_ALIAS.sub(lambda found: " " * len(found.group()), text)
        super().__init__(ctx, text, name)
        self.left_blayout = LEFT_BLAYOUT[arch]
        self.known_types = _KNOWN_TYPES.setdefault(arch, dict[str, TypeAttribute]())
        self.known_clauses = _KNOWN_CLAUSES.setdefault(arch, dict[str, tuple[Attribute, ...]]())
        while aliases:
            self._parse_location_alias(next(iter(aliases)), aliases)

    def _parse_dialect_type_or_attribute_body(
        self, attr_name: str, is_type: bool, is_opaque: bool, starting_opaque_pos: int | None
    ) -> UnregisteredAttr | ParametrizedAttribute | Data[Any]:
        dialect, _, name = attr_name.partition(".")
        kind = None if is_type or is_opaque else self.ctx.get_optional_attr(attr_name)
        if kind is not None and issubclass(kind, SpacedEnum):
            self.raise_error(f"this attribute is written #{dialect}<{name} …>", self.pos)
        return super()._parse_dialect_type_or_attribute_body(
            attr_name, is_type, is_opaque, starting_opaque_pos
        )

    def parse_optional_builtin_int_or_float_attr(self) -> IntegerAttr | FloatAttr | None:
        start = self.pos
        attribute = super().parse_optional_builtin_int_or_float_attr()
        if isinstance(attribute, FloatAttr) and _WHOLE.match(self.lexer.input.content, start):
            self.raise_error(f"a whole number is no {attribute.type}, write a point", start)
        return attribute

    def _parse_location_alias(
        self, alias: str, waiting: dict[str, tuple[int, str]], depth: int = 1
    ) -> None:
        """Read a location behind those that it uses; one in a circle stays unknown."""
        start, text = waiting.pop(alias)
        for used in ALIAS_USE.findall(text):
            if used in waiting and depth <= MAX_NESTING:
                self._parse_location_alias(used, waiting, depth + 1)
        self.check_alias(alias, text, start)
        parser = LocatingParser(self.ctx, text, self._file.data)
        parser.attribute_aliases = self.attribute_aliases
        # What is wrong with it is said where it is used.
        with suppress(ParseError, CompileError):
            if (location := parser.parse_optional_location()) is not None:
                self.attribute_aliases[alias] = location


_KNOWN_TYPES: dict[str, dict[str, TypeAttribute]] = {}
"""For each target what each spelling of a type means."""

_KNOWN_CLAUSES: dict[str, dict[str, tuple[Attribute, ...]]] = {}
"""For each target what each list of types means."""


_UNKNOWN_TYPES: dict[str, type[TypeAttribute]] = {}
"""The class of each type of an unknown dialect: the same for every file, so that equal is equal."""

_UNKNOWN_ATTRIBUTES: dict[str, type[Attribute]] = {}
"""The class of each attribute of an unknown dialect."""


_READ_OTHERWISE = FOREIGN_OPS | UNKNOWN_TEXT_OPS
"""Operations that are not read as their dialect says, by name."""

_KNOWN_DIALECTS = ("arith", "builtin", "cf", "func", "pto", "scf")
"""Dialects of which every operation is known."""


class _PtoContext(Context):
    """A context that keeps what belongs to unknown dialects, but makes up nothing of ours."""

    @staticmethod
    def of(ctx: Context) -> _PtoContext:
        """A context with the dialects of another one that the assembler has, too."""
        context = _PtoContext(allow_unregistered=True)
        for name in ctx.registered_dialect_names:
            if name in ASSEMBLER_DIALECTS:
                context.register_dialect(name, partial(ctx.get_dialect, name))
        return context

    @contextmanager
    def _rules_for(self, name: str, known: Sequence[str] = ("pto",)) -> Generator[None]:
        is_kept = name.startswith(UNKNOWN_ATTRIBUTES)
        self.allow_unregistered = is_kept or name.partition(".")[0] not in known
        try:
            yield
        finally:
            self.allow_unregistered = True

    def get_optional_op(
        self, name: str, *, dialect_stack: Sequence[str] = ()
    ) -> type[Operation] | None:
        for full in (name, *(f"{dialect}.{name}" for dialect in reversed(dialect_stack))):
            if full in _READ_OTHERWISE:
                return _READ_OTHERWISE[full]
        with self._rules_for(name, _KNOWN_DIALECTS):
            return super().get_optional_op(name, dialect_stack=dialect_stack)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        with self._rules_for(name):
            found = super().get_optional_type(name)
        if found is None or not issubclass(found, UnregisteredAttr):
            return found
        return _UNKNOWN_TYPES.setdefault(name, found)

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        if name in FOREIGN_ATTRIBUTES:
            return FOREIGN_ATTRIBUTES[name]
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
    try:
        module = PtoParser(ctx, text, name, arch).parse_module()
    except ParseError as error:
        raise located_parse_error(error) from error
    return locate_module(module, name)
