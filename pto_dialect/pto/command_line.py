"""
How the assembler is called on a file.

A test of the assembler says so itself, in a comment that a test runner executes:

    // RUN: ptoas --pto-arch=a5 --pto-level=level3 %s | FileCheck %s

Such a file is meant for that command and may be wrong for another one. The first command counts
that is meant to succeed, and if there is none, the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from operator import itemgetter

from pto_dialect.diagnostics import CompileError, Position
from pto_dialect.machine.targets import TARGETS
from pto_dialect.pto.levels import Level

LEVELS = {"level1": Level.ASSEMBLER, "level2": Level.ASSEMBLER, "level3": Level.AUTHOR}
"""What `--pto-level` may be."""


@dataclass(frozen=True)
class CommandLine:
    """Options of the assembler; `None` if the text decides."""

    arch: str | None = None
    """`--pto-arch`: a3 or a5."""
    level: Level | None = None
    """`--pto-level`."""

    @staticmethod
    def of(arch: str | None, level: str | None, where: Position | None = None) -> CommandLine:
        """
        The command line with these options, as they are spelled.

        Raises:
            CompileError: at `where`; one has no such value.
        """
        for value, known, what in ((arch, TARGETS, "target"), (level, LEVELS, "level")):
            if value is not None and value.lower() not in known:
                raise CompileError(f"unknown {what} '{value}', know {', '.join(known)}", where)
        return CommandLine(
            None if arch is None else arch.lower(), None if level is None else LEVELS[level.lower()]
        )

    def over(self, other: CommandLine) -> CommandLine:
        """These options, and where there are none those of another command line."""
        return replace(other, **{k: v for k, v in vars(self).items() if v is not None})


_RUN = re.compile(r"^[ \t]*//+[ \t]*RUN:((?:.*\\\r?\n[ \t]*//+[ \t]*RUN:)*.*)$", re.MULTILINE)
_CALL = re.compile(r"(?:^|[|;&(]|(\bnot(?:[ \t]+--crash)?))[ \t]*(?:\S*/|%)?ptoas(?=\s|$)([^|;&]*)")
_OPTION = re.compile(r"(?:^|\s)--?pto-(arch|level)(?:=|\s+)[\"']?(\w+)")


def command_line_in(text: str, name: str) -> CommandLine:
    """
    The command line that the text of a test is meant for. Without `--pto-level` that is level 2.
    `name` is the file's for messages.

    Raises:
        CompileError: an option has a value that the assembler does not know.
    """
    calls = [
        (call[1] is not None, run.start(), call[2])
        for run in _RUN.finditer(text)
        if (call := _CALL.search(run[1].strip())) is not None
    ]
    if not calls:
        return CommandLine()
    _, start, arguments = min(calls, key=itemgetter(0))
    options = {found[1]: found[2] for found in _OPTION.finditer(arguments)}
    where = Position(name, text.count("\n", 0, start) + 1, 1)
    return CommandLine.of(options.get("arch"), options.get("level", "level2"), where)
