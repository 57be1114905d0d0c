"""
What is emitted keeps the rules of the assembler that depend on the target or its version: element
types, memories, scratch tiles, operations that only some have; and those for columns, which only
some operations read. An error names the operation of the program, not only what it becomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from lowering.types import is_column, tile_buf_type
from pto_dialect.diagnostics import Note, display_name, fail, note_at
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.machine.targets import Target
from pto_dialect.pto.element_types import ELEMENT_TYPES, is_one_of
from pto_dialect.pto.rules import Assembler, Rule, rules_of
from pto_dialect.pto.types import TileBufType
from pto_dialect.tile.types import TileType


class Legality:
    """The rules of one target and version."""

    def __init__(self, target: Target, version: PtoasVersion):
        self._target = target
        self._assembler = Assembler(target.name, version)
        self._rules: dict[type[Operation], tuple[Rule, ...]] = {}

    def check(self, op: Operation, source: Operation) -> None:
        """
        Check an operation that another one becomes.

        Raises:
            CompileError: at `source`; the assembler would reject what it becomes.
        """
        kind = type(op)
        rules = self._rules.get(kind)
        if rules is None:
            rules = self._rules[kind] = rules_of(kind, self._assembler)
        try:
            for rule in rules:
                rule(op, self._assembler)
        except VerifyException as error:
            self._fail(source, error)
        for operand in op.operands:
            type_ = operand.type
            if type(type_) is TileBufType and is_column(type_):
                try:
                    op.verify_()
                except VerifyException as error:
                    self._fail(source, error, self._way_out(source))
                return

    def takes(self, kind: type[Operation], type_: TileBufType) -> bool:
        """Whether an operation takes elements of this type."""
        accepted = ELEMENT_TYPES.get(kind.name)
        return accepted is None or is_one_of(type_.element_type, accepted[self._assembler.arch])

    def _fail(
        self, source: Operation, error: VerifyException, notes: Sequence[Note] = ()
    ) -> NoReturn:
        fail(source, f"{source.name} has no form on {self._assembler.arch}: {error}", notes)

    def _way_out(self, op: Operation) -> list[Note]:
        """How the first column that an operation reads becomes a row."""
        for tile in op.operands:
            type_ = tile.type
            if isinstance(type_, TileType) and is_column(tile_buf_type(type_, self._target)):
                name, rows = display_name(tile), type_.extents[0]
                text = f"'{name}' is a column, stored column by column"
                return [note_at(tile, f"{text}; pl.reshape to [1, {rows}] makes a row of it")]
        return []
