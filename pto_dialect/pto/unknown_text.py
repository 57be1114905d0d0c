"""
Operations of which only the name is known.

In the generic form they are what operations of unknown dialects are. Custom text, which ends with
its line, is kept word by word; only the names of values in it may change:

    pto.get_buf_dyn "PIPE_V", %i, 0

They exist for the parser of `.pto` text only; no pass makes them.
"""

from __future__ import annotations

import re
from abc import ABC
from typing import Any, Self

from xdsl.dialects.builtin import ArrayAttr, StringAttr, UnregisteredOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.types import Cursor
from pto_dialect.pto.versions import UNKNOWN_TEXT

_PART = re.compile(
    r"""
    (?P<blank>(?:\s|//[^\n]*)+) | (?P<location>\bloc\s*\() | (?P<string>"(?:[^"\\\n]|\\.)*")
    | (?P<value>%[\w$.-]+(?:\#\d+)?) | (?P<alias>[!\#][A-Za-z_]\w*(?![\w.<])) | (?P<arrow>->)
    | (?P<open>[(\[{<]) | (?P<close>[)\]}>]) | (?P<word>\w+|.)
    """,
    re.VERBOSE,
)


class VerbatimOp(IRDLOperation, ABC):
    """An operation whose text is kept: pieces of text with an operand between each two."""

    arguments = var_operand_def()
    outputs = var_result_def()
    pieces = prop_def(ArrayAttr[StringAttr])

    def verify_(self) -> None:
        if len(self.pieces) != len(self.operands) + 1:
            raise VerifyException(
                f"{self.name}: {len(self.operands)} operands stand between "
                f"{len(self.operands) + 1} pieces of text, got {len(self.pieces)}"
            )

    def print(self, printer: Printer) -> None:
        first, *rest = self.pieces.data
        printer.print_string(first.data)
        for value, piece in zip(self.operands, rest, strict=True):
            printer.print_operand(value)
            printer.print_string(piece.data)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        content = parser.lexer.input.content
        short_name = cls.name.partition(".")[2]
        position = content.rindex(short_name, 0, parser.pos) + len(short_name)
        pieces, operands = [""], list[SSAValue]()
        depth, arrow = 0, None
        while (part := _PART.match(content, position)) is not None:
            kind, text = part.lastgroup, part.group()
            is_end = kind in ("location", "close") or (kind == "blank" and "\n" in text)
            if depth == 0 and is_end:
                break
            position = part.end()
            depth += (kind == "open") - (kind == "close")
            if kind == "value":
                operands.append(_value(parser, text, part.start()))
                pieces.append("")
                continue
            if kind == "alias":
                parser.raise_error(f"the text of {cls.name} has no aliases", part.start(), position)
            if kind == "arrow" and depth == 0:
                arrow = position
            pieces[-1] += " " if kind == "blank" else text
        pieces[-1] = pieces[-1].rstrip()
        results: list[Attribute] = []
        if arrow is not None:
            Cursor.move(parser, arrow)
            types = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
            results += [parser.parse_type()] if types is None else types
        Cursor.move(parser, position)
        return cls.create(
            operands=operands,
            result_types=results,
            properties={"pieces": ArrayAttr(map(StringAttr, pieces))},
        )


def _value(parser: Parser, text: str, start: int) -> SSAValue:
    """The value that `%x` or `%x#1` names."""
    name, _, number = text[1:].partition("#")
    values = parser.ssa_values.get(name, ())
    if int(number or 0) >= len(values):
        parser.raise_error(f"'{text}' is used but not defined", start, start + len(text))
    return values[int(number or 0)]


def _reading(name: str) -> type[Operation]:
    """What stands for an operation in the parser: it keeps its custom text or its generic form."""
    verbatim = irdl_op_definition(type("NamedVerbatimOp", (VerbatimOp,), {"name": name}))
    unregistered = UnregisteredOp.with_name(name)

    def create(**given: Any) -> Operation:
        kind = verbatim if "pieces" in given["properties"] else unregistered
        return kind.create(**given)

    methods = {"parse": staticmethod(verbatim.parse), "create": staticmethod(create)}
    return type("ReadingOp", (UnregisteredOp,), {"name": name, **methods})


UNKNOWN_TEXT_OPS: dict[str, type[Operation]] = {name: _reading(name) for name in UNKNOWN_TEXT}
"""Those operations by name."""
