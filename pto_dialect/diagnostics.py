"""
Errors for the author of a kernel, and the locations that they point at.

A `CompileError` is the only exception that a user's input may raise. It carries a file, a line
and a column (both counted from 1), a message that names what is wrong, and notes that say what
to change. `assert` and other exceptions are for our own broken invariants.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from typing import NoReturn, TypeVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.utils.exceptions import DiagnosticException
from xdsl.utils.hints import isa

LocationT = TypeVar("LocationT", bound=LocationAttr)


@dataclass(frozen=True)
class Position:
    """A place in a source file."""

    file: str
    """Path as the user gave it."""
    line: int
    """Line, counted from 1."""
    column: int
    """Column, counted from 1."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Note:
    """A further remark on an error: another place, or the way out."""

    message: str
    """What the note says."""
    position: Position | None = None
    """Where it points, if anywhere."""


MAX_MESSAGE = 1000
"""Longest message of an error, in characters: what it names may be longer."""


class CompileError(DiagnosticException):
    """
    An error in the user's input.
    """

    message: str
    """What is wrong, in one line."""
    position: Position | None
    """Where it is wrong, if known."""
    notes: tuple[Note, ...]
    """What to change, and other places that matter."""

    def __init__(
        self,
        message: str,
        position: Position | None = None,
        notes: Sequence[Note | str] = (),
    ):
        if "\n" in message or len(message) > MAX_MESSAGE:
            message = " ".join(message.split())
            message = message if len(message) <= MAX_MESSAGE else f"{message[:MAX_MESSAGE]}…"
        self.message = message
        self.position = position
        self.notes = tuple(Note(n) if isinstance(n, str) else n for n in notes)
        super().__init__(message)

    @property
    def file(self) -> str | None:
        """Path of the source file, if known."""
        return self.position and self.position.file

    @property
    def line(self) -> int | None:
        """Line of the error, counted from 1, if known."""
        return self.position and self.position.line

    @property
    def column(self) -> int | None:
        """Column of the error, counted from 1, if known."""
        return self.position and self.position.column

    def __str__(self) -> str:
        return "\n".join(
            [
                _line(self.position, "error", self.message),
                *(_line(n.position, "note", n.message) for n in self.notes),
            ]
        )


def _line(position: Position | None, kind: str, message: str) -> str:
    return f"{position}: {kind}: {message}" if position else f"{kind}: {message}"


def file_location(file: str, line: int, column: int, name: str | None = None) -> LocationAttr:
    """
    The location of a place in a file (line and column counted from 1), with the name of the
    source variable around it if there is one.
    """
    place = FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(column))
    return place if name is None else NameLoc(StringAttr(name), place)


def unchecked(kind: type[LocationT], **parameters: Attribute) -> LocationT:
    """
    A location whose parameters are known to be of the right types. Every operation has one or two,
    and checking them costs ten times as much as making them.
    """
    location = object.__new__(kind)
    vars(location).update(parameters)
    return location


def position_of(location: Attribute) -> Position | None:
    """
    The first file position inside a location, looking through names, call sites and fusions.
    """
    match location:
        case FileLineColLoc():
            return Position(location.filename.data, location.line.data, location.column.data)
        case NameLoc():
            return position_of(location.location)
        case CallSiteLoc():
            return position_of(location.callee) or position_of(location.caller)
        case FusedLoc():
            parts = location.locations
            assert isa(parts, ArrayAttr[Attribute])
            return next((p for part in parts if (p := position_of(part)) is not None), None)
        case _:
            return None


def position_near(op: Operation) -> Position | None:
    """The position of an operation, else of the innermost one around it that has a position."""
    around: Operation | None = op
    while around is not None:
        if (position := position_of(around.location)) is not None:
            return position
        around = around.parent_op()
    return None


def name_in(location: Attribute) -> str | None:
    """The source variable's name inside a location, if it carries one."""
    match location:
        case NameLoc():
            return location.desc.data
        case CallSiteLoc():
            return name_in(location.callee)
        case _:
            return None


def place_in(location: LocationAttr) -> LocationAttr:
    """A location without the name of a source variable."""
    match location:
        case NameLoc():
            return place_in(cast(LocationAttr, location.location))
        case CallSiteLoc():
            callee = place_in(cast(LocationAttr, location.callee))
            return unchecked(CallSiteLoc, callee=callee, caller=location.caller)
        case _:
            return location


def location_of(value: SSAValue) -> Attribute:
    """The location of a value: its operation's, or its own for a block argument."""
    if isinstance(value, BlockArgument):
        if not isinstance(value.location, UnknownLoc):
            return value.location
        parent = value.block.parent_op()
        return value.location if parent is None else parent.location
    owner = value.owner
    assert isinstance(owner, Operation)
    return owner.location


def nearest(name: str, known: Iterable[str], prefix: str = "") -> str:
    """The end of a message about an unknown name: the known one that looks most like it, if any."""

    def likeness(candidate: str) -> tuple[float, int]:
        matcher = SequenceMatcher(None, candidate, name)
        return matcher.ratio(), matcher.find_longest_match().size

    close = get_close_matches(name, known, n=3)
    return f"; did you mean '{prefix}{max(close, key=likeness)}'?" if close else ""


_WORDS = {
    "scf.for": "a loop",
    "scf.while": "a loop",
    "scf.if": "a branch",
    "scf.yield": "the end of a loop or branch",
}
"""What the author calls operations of control flow."""


def operation_name(op: Operation) -> str:
    """The name of an operation for messages; control flow in words."""
    return _WORDS.get(op.name, op.name)


def no_attribute(of: type, text: str, name: str) -> str:
    """A message about a class, written as `text`, that has no such attribute."""
    hint = nearest(name, [known for known in vars(of) if known[0] != "_"])
    return f"{text} has no attribute '{name}'{hint}"


def display_name(value: SSAValue) -> str:
    """
    The name of a value for messages: the source variable's, else the SSA name, else the
    name of the operation that makes it.
    """
    name = variable_name(value)
    if name is not None:
        return name
    if isinstance(value, BlockArgument):
        return f"block argument {value.index}"
    owner = value.owner
    assert isinstance(owner, Operation)
    return f"result of {owner.name}"


def variable_name(value: SSAValue) -> str | None:
    """The source variable of a value, else its SSA name, if it has either."""
    if isinstance(value, BlockArgument):
        return name_in(value.location) or value.name_hint
    owner = value.owner
    assert isinstance(owner, Operation)
    return name_in(owner.location) or value.name_hint


def fail(
    where: Operation | SSAValue,
    message: str,
    notes: Sequence[Note | str] = (),
) -> NoReturn:
    """
    Stop with an error at the place of an operation or value.

    Raises:
        CompileError: always.
    """
    raise CompileError(message, _place(where), notes)


def note_at(where: Operation | SSAValue, message: str) -> Note:
    """A note that points at an operation or value."""
    return Note(message, _place(where))


def _place(where: Operation | SSAValue) -> Position | None:
    if isinstance(where, Operation):
        return position_near(where)
    owner = where.owner
    around = owner.parent_op() if isinstance(owner, Block) else owner
    return position_of(location_of(where)) or (around and position_near(around))


def one_line(error: BaseException) -> str:
    """
    The message of an exception as one line; printed IR that follows a long one is left out.
    """
    lines = [line.strip() for line in str(error).strip().split("\n")]
    joined = " ".join(line for line in lines if line)
    return joined if len(joined) <= 400 else lines[0]
