"""
What is emitted keeps the rules of the assembler that depend on the target or its version: element
types, memories, scratch tiles, operations that only some have. An error names the operation of
the program, not only what it becomes.
"""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import fail
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.machine.targets import Target
from pto_dialect.pto.element_types import ELEMENT_TYPES, is_one_of
from pto_dialect.pto.rules import Assembler, Rule, rules_of
from pto_dialect.pto.types import TileBufType


class Legality:
    """The rules of one target and version."""

    def __init__(self, target: Target, version: PtoasVersion):
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
        for rule in rules:
            try:
                rule(op, self._assembler)
            except VerifyException as error:
                fail(source, f"{source.name} has no form on {self._assembler.arch}: {error}")

    def takes(self, kind: type[Operation], type_: TileBufType) -> bool:
        """Whether an operation takes elements of this type."""
        accepted = ELEMENT_TYPES.get(kind.name)
        return accepted is None or is_one_of(type_.element_type, accepted[self._assembler.arch])
