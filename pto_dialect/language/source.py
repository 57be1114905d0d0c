"""
Source files: read once, parsed once.
"""

from __future__ import annotations

import ast
import linecache
import os
import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pto_dialect.diagnostics import CompileError, Position

Node = ast.expr | ast.stmt | ast.arg | ast.keyword
"""A piece of syntax that has a place."""


@dataclass(frozen=True)
class SourceFile:
    """A parsed Python file."""

    path: str
    """Path as Python knows it."""
    lines: tuple[str, ...]
    """Its text."""
    ascii: bool
    """Whether a byte is a character everywhere."""
    tree: ast.Module
    """Its syntax."""
    functions: dict[tuple[int, str], ast.FunctionDef]
    """Every function, by the line of its first decorator (or `def`) and its name."""

    def position(self, node: Node) -> Position:
        """Where a node begins."""
        return Position(self.path, node.lineno, self.column(node.lineno, node.col_offset))

    def text(self, node: ast.expr) -> str | None:
        """The text of an expression, `None` if it is not on one line of ASCII."""
        if node.end_lineno != node.lineno or not self.ascii:
            return None
        return self.lines[node.lineno - 1][node.col_offset : node.end_col_offset]

    def column(self, line: int, byte: int) -> int:
        """The column (counted from 1) of a byte offset, which is what `ast` counts."""
        if self.ascii:
            return byte + 1
        return len(self.lines[line - 1].encode()[:byte].decode(errors="replace")) + 1


_PARSED: dict[str, tuple[tuple[int, int], SourceFile]] = {}


def source_file(path: str) -> SourceFile:
    """
    The parsed file, from memory unless it has changed on disk.

    Raises:
        CompileError: it cannot be read or parsed.
    """
    try:
        status = os.stat(path)
        stamp = (status.st_mtime_ns, status.st_size)
    except OSError:
        stamp = (0, 0)
    if (known := _PARSED.get(path)) is not None and known[0] == stamp:
        return known[1]
    text = _read(path)
    try:
        tree = ast.parse(text, path)
    except SyntaxError as error:
        raise CompileError(
            f"syntax error: {error.msg}", Position(path, error.lineno or 1, error.offset or 1)
        ) from error
    except (RecursionError, MemoryError) as error:
        raise CompileError("the text nests too deeply", Position(path, 1, 1)) from error
    functions: dict[tuple[int, str], ast.FunctionDef] = {}
    _collect(tree.body, functions)
    parsed = SourceFile(path, tuple(text.split("\n")), text.isascii(), tree, functions)
    _PARSED[path] = (stamp, parsed)
    return parsed


def _read(path: str) -> str:
    try:
        with tokenize.open(path) as file:  # minds byte order marks and coding cookies
            return file.read()
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        # Interactive sessions keep their input where tracebacks look for it.
        lines = linecache.getlines(path)
        if lines:
            return "".join(lines)
        if isinstance(error, OSError):
            raise CompileError(
                f"the source of a kernel cannot be read from '{path}'",
                notes=["kernels are read: write them in a file or in a notebook"],
            ) from error
        where = Position(path, 1, 1)
        if isinstance(error, UnicodeDecodeError):
            before = bytes(error.object[: error.start])
            column = error.start - (before.rfind(b"\n") + 1) + 1
            where = Position(path, before.count(b"\n") + 1, column)
        raise CompileError(f"this is no Python text: {error}", where) from error


def _collect(body: Iterable[ast.AST], found: dict[tuple[int, str], ast.FunctionDef]) -> None:
    """Find the functions in statements; expressions hold none."""
    for part in body:
        if isinstance(part, ast.FunctionDef):
            first = min((d.lineno for d in part.decorator_list), default=part.lineno)
            found[first, part.name] = part
        for block in _BLOCKS:
            inner: Sequence[ast.AST] | None = getattr(part, block, None)
            if inner is not None:
                _collect(inner, found)


_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
"""The fields of a statement that hold statements."""
