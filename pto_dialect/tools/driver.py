"""
What every command-line tool does the same way: run, and report errors.

A tool exits with 0 when it did its job, `USER_ERROR` when its input is at fault, `BAD_USAGE` when
its arguments are, and `INTERNAL_ERROR` when we are. Errors go to stderr as
`file:line:col: error: message` with the line of source and a caret; a Python traceback appears
only with `--debug`.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from xdsl.utils.exceptions import ArgSpecParseError, DiagnosticException, ParseError

from pto_dialect.diagnostics import CompileError, Position, one_line
from pto_dialect.tools.parse_errors import located_parse_error

USER_ERROR = 1
"""Exit code: the input is wrong."""
BAD_USAGE = 2
"""Exit code: the command line is wrong."""
INTERRUPTED = 130
"""Exit code: the user stopped the tool (what a shell says of SIGINT)."""
INTERNAL_ERROR = 70
"""Exit code: the tool is wrong (`EX_SOFTWARE` of sysexits.h)."""


MAX_EXCERPT = 200
"""How much of a line is shown on each side of the place of an error, in characters."""

MAX_NESTING = 128
"""
Deepest nesting of brackets in a file. MLIR has no limit of its own and overflows its stack; ours
keeps every walk over the IR inside of Python's.
"""


class UsageError(Exception):
    """A command line that asks for something that does not exist."""


# ---- Running a tool ----


def run_tool(
    tool: Callable[[], int | None],
    argv: Sequence[str] | None = None,
    sources: Mapping[str, str] | None = None,
) -> int:
    """
    Run a tool's body, report what it raises, and return the exit code of the process.

    `argv` are the arguments the tool was given (default: those of the process). `sources` maps a
    file name used in positions to its text, for input that is no file (stdin); it is read
    after the tool has run.
    """
    debug = "--debug" in (sys.argv[1:] if argv is None else argv)
    try:
        with paused_gc(), bounded_memory(), deep_stack():
            code = tool()
            sys.stdout.flush()
        return code or 0
    except SystemExit as exit_request:
        return exit_request.code if isinstance(exit_request.code, int) else 0
    except BrokenPipeError:
        # The reader of our output is gone. Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return USER_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Exception, ArgSpecParseError) as error:
        if debug:
            traceback.print_exc()
        code, report = _describe(error, sources or {})
        print(report, file=sys.stderr)
        return code


def _describe(error: BaseException, sources: Mapping[str, str]) -> tuple[int, str]:
    """The exit code and the text for the user that an exception stands for."""
    match error:
        case CompileError():
            return USER_ERROR, render(error, sources)
        case ParseError():
            # The span knows the text that was parsed, whatever file or pipe that came from.
            text = str(error.span.input.content)
            located = located_parse_error(error)
            lines = "\n" * error.span.line_offset + text
            return USER_ERROR, render(located, {error.span.input.name: lines})
        case DiagnosticException():
            return USER_ERROR, f"error: {one_line(error)}"
        case OSError(filename=str(name), strerror=str(reason)):
            return USER_ERROR, f"error: cannot open '{name}': {reason}"
        case OSError(strerror=str(reason)):  # such as a full disk, where no file is named
            return USER_ERROR, f"error: cannot read or write: {reason}"
        case UsageError() | ArgSpecParseError():
            return BAD_USAGE, f"error: {error}"
        case RecursionError():
            return USER_ERROR, "error: the input nests too deeply"
        case MemoryError():
            return USER_ERROR, f"error: not enough memory: {one_line(error) or 'out of memory'}"
        case _:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            return INTERNAL_ERROR, (
                f"error: internal error: {type(error).__name__}: {one_line(error)}\n"
                f"note: raised at {frame.filename}:{frame.lineno}; this is a bug in the tool "
                "(--debug shows the traceback)"
            )


@contextmanager
def paused_gc() -> Generator[None]:
    """
    Stop the cyclic garbage collector for the extent of a compile.

    IR is one large cyclic structure that stays alive until the end: scanning it again and again
    makes the cost per operation grow with the size of the program.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def deep_stack() -> Generator[None]:
    """Let a printer or pass go as deep as a reader lets regions nest; each takes some calls."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 40 * MAX_NESTING))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def bounded_memory() -> Generator[None]:
    """
    Keep the process from asking for more memory than the machine has, where that can be said.

    The error is then ours. Without the bound the system promises what it does not have, and stops
    the process, or another one, when it is used.
    """
    try:
        import resource

        before = resource.getrlimit(resource.RLIMIT_AS)
        installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        known = [bound for bound in (*before, installed) if bound > 0]  # -1 is no bound.
        resource.setrlimit(resource.RLIMIT_AS, (min(known), before[1]))
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


# ---- Reporting errors ----


def render(error: CompileError, sources: Mapping[str, str] | None = None) -> str:
    """
    The text of an error for a terminal: each message with its line of source and a caret.

    A file's text is taken from `sources` (file name to text) or read; a place whose text cannot
    be had is shown without excerpt.
    """
    parts = [("error", error.message, error.position)]
    parts += [("note", note.message, note.position) for note in error.notes]
    return "\n".join(
        line
        for kind, message, position in parts
        for line in (
            f"{position}: {kind}: {message}" if position else f"{kind}: {message}",
            *_excerpt(position, sources or {}),
        )
    )


def _excerpt(position: Position | None, sources: Mapping[str, str]) -> Iterable[str]:
    if position is None:
        return ()
    text = sources.get(position.file)
    if text is None:
        try:
            text = Path(position.file).read_text(encoding="utf-8-sig")
        except (OSError, ValueError):
            return ()
    lines = text.split("\n")
    if not 1 <= position.line <= len(lines):
        return ()
    # Of a long line what is around the column; nothing that a terminal would obey.
    start = max(0, position.column - 1 - MAX_EXCERPT)
    line = lines[position.line - 1].rstrip("\r")[start : position.column - 1 + MAX_EXCERPT]
    line = "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in line)
    # Tabs stay tabs, so that the caret stands under its column however wide they are shown.
    before = "".join("\t" if c == "\t" else " " for c in line[: position.column - 1 - start])
    return (line, before + "^")


def read_stdin() -> bytes:
    """
    What stdin holds.

    Raises:
        UsageError: it is closed.
    """
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise UsageError("stdin is closed")
    return sys.stdin.buffer.read()
