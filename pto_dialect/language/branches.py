"""
Branches: `if` statements as `scf.if`.

A variable that the arms leave with different values, and that is read afterwards, is a result.
`x = pl.yield_(y)` at the end of both arms says the same explicitly. A condition that is known at
compile time chooses its arm there and then.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from xdsl.dialects import scf
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from pto_dialect.language.emitter import INDEX, hint
from pto_dialect.language.liveness import yield_of
from pto_dialect.language.scalars import convert
from pto_dialect.language.values import (
    ABSENT,
    TensorValue,
    Undefined,
    WindowValue,
    is_number,
    is_tile,
    is_value,
    part_of,
    tell_apart,
    whole_of,
)

if TYPE_CHECKING:
    from pto_dialect.language.statements import Statements


@dataclass(frozen=True)
class _Arm:
    """An arm of a branch that has been built."""

    ops: list[Operation]
    """Its operations, without the terminator."""
    values: dict[str, object]
    """What the variables that the branch assigns hold at its end."""
    yielded: tuple[str, ...]
    """Variables that `pl.yield_` names."""
    versions: dict[SSAValue, int]
    """The newest version of each tensor at its end."""
    newest: frozenset[str]
    """Variables that hold the newest version of a tensor at its end."""


def build_branch(statements: Statements, stmt: ast.If) -> None:
    """
    Build an `if` statement.

    Raises:
        CompileError: it, or something inside of it, has an error.
    """
    test = statements.expressions.condition(stmt.test)
    if is_value(test):
        _Branch(statements, stmt, test).build()
    else:
        _build_arm(statements, stmt.body if test else stmt.orelse)


def _build_arm(statements: Statements, body: list[ast.stmt]) -> tuple[str, ...]:
    """Build the statements of an arm; the variables that it yields explicitly."""
    end = yield_of(body[-1]) if body else None
    if end is None:
        statements.block(body)
        return ()
    statements.block(body[:-1])
    targets = statements.yield_targets(body[-1], end)
    values = [statements.expressions.evaluate(arg) for arg in end.args]
    for target, value in zip(targets, values, strict=False):
        statements.variables[target.id] = value
    return tuple(target.id for target in targets)


class _Branch:
    """Builds one branch."""

    def __init__(self, statements: Statements, stmt: ast.If, test: SSAValue):
        self._statements = statements
        self._emitter = statements.emitter
        self._variables = statements.variables
        self._stmt = stmt
        self._test = test
        self._flow = statements.flows[stmt]
        self._results: list[tuple[str, SSAValue, SSAValue]] = []
        """Variables with what the arms leave in them."""

    def build(self) -> None:
        """Build both arms and merge what they leave in the variables."""
        emitter, variables = self._emitter, self._variables
        saved = {name: variables.get(name, ABSENT) for name in self._flow.assigned}
        versions, outer = emitter.tensors.versions(), emitter.ops
        then = self._arm(self._stmt.body, saved)
        emitter.tensors.restore(versions)
        otherwise = self._arm(self._stmt.orelse, saved)
        emitter.ops = outer
        if then.yielded != otherwise.yielded:
            emitter.error(
                self._stmt,
                "both arms of a branch yield the same variables, or none: "
                f"{_names(then.yielded)} and {_names(otherwise.yielded)}",
            )
        tensors = emitter.tensors.merge(then.versions, otherwise.versions)
        for name in self._flow.assigned:
            variables[name] = self._merge(name, then, otherwise, tensors)
        op = self._operation(then, otherwise)
        for (name, _, _), result in zip(self._results, op.results, strict=True):
            hint(result, name)
            variables[name] = result

    def _arm(self, body: list[ast.stmt], saved: dict[str, object]) -> _Arm:
        """Build an arm, and give the variables back what they held before."""
        emitter, variables = self._emitter, self._variables
        emitter.ops = []
        yielded = _build_arm(self._statements, body)
        values = {name: variables.get(name, ABSENT) for name in saved}
        newest = frozenset(
            name
            for name, value in values.items()
            if isinstance(value, TensorValue | WindowValue)
            and emitter.tensors.is_newest(whole_of(value))
        )
        for name, value in saved.items():
            if value is ABSENT:
                variables.pop(name, None)
            else:
                variables[name] = value
        return _Arm(emitter.ops, values, yielded, emitter.tensors.versions(), newest)

    def _merge(
        self, name: str, then: _Arm, otherwise: _Arm, tensors: dict[SSAValue, TensorValue]
    ) -> object:
        """
        What a variable holds after the branch; `None` for now if it is a result, which is
        noted.
        """
        yes, no = then.values[name], otherwise.values[name]
        for value in (yes, no):
            if isinstance(value, Undefined):
                return value
        if yes is ABSENT or no is ABSENT:
            return Undefined("only one arm of a branch assigns it", self._stmt)
        if yes is no:
            return yes
        if name not in self._flow.live_after and name not in then.yielded:
            return Undefined("the branch reassigns it", self._stmt)
        if isinstance(yes, TensorValue | WindowValue) and isinstance(no, type(yes)):
            whole = whole_of(yes)
            if whole.memref is not whole_of(no).memref or part_of(whole, no) != yes:
                self._fail(name, yes, no)
            if name in then.newest and name in otherwise.newest:
                return part_of(tensors.get(whole.memref, whole), yes)
            return yes if name not in then.newest else no
        if type(yes) is type(no) and not is_value(yes) and yes == no:
            return yes
        if is_tile(yes):
            if not is_tile(no) or not self._statements.same_tile(yes.type, no.type):
                self._fail(name, yes, no)
            self._results.append((name, yes, no))
            return None
        self._results.append((name, *self._merge_numbers(name, then, otherwise)))
        return None

    def _merge_numbers(self, name: str, then: _Arm, otherwise: _Arm) -> tuple[SSAValue, SSAValue]:
        """What the arms leave in a variable, as run-time values of one type."""
        emitter, yes, no = self._emitter, then.values[name], otherwise.values[name]
        if not is_number(yes) or not is_number(no):
            self._fail(name, yes, no)
        type_ = self._common_type(yes, no)
        values: list[SSAValue] = []
        outer = emitter.ops
        for arm, value in ((then, yes), (otherwise, no)):
            emitter.ops = arm.ops
            values.append(convert(emitter, value, type_, self._stmt, f"'{name}'"))
        emitter.ops = outer
        return values[0], values[1]

    def _common_type(self, yes: SSAValue | float, no: SSAValue | float) -> Attribute:
        """The type of two numbers that one variable can hold: index before other integers."""
        types = [value.type for value in (yes, no) if is_value(value)]
        if types:
            return INDEX if INDEX in types else types[0]
        either = float(1) if isinstance(yes, float) or isinstance(no, float) else yes
        return self._statements.expressions.materialise(either, self._stmt).type

    def _fail(self, name: str, yes: object, no: object) -> NoReturn:
        one, other = tell_apart(yes, no)
        self._emitter.error(
            self._stmt, f"'{name}' is {one} in one arm of the branch and {other} in the other"
        )

    def _operation(self, then: _Arm, otherwise: _Arm) -> scf.IfOp:
        """The `scf.if` with the results that have been noted."""
        arms = (
            self._region(then.ops, [yes for _, yes, _ in self._results]),
            self._region(otherwise.ops, [no for _, _, no in self._results])
            if otherwise.ops or self._results
            else Region(),
        )
        op = scf.IfOp(self._test, [yes.type for _, yes, _ in self._results], *arms)
        self._emitter.add(op, self._stmt)
        return op

    def _region(self, ops: list[Operation], values: Sequence[SSAValue]) -> Region:
        end = scf.YieldOp(*values)
        end.location = self._emitter.location(self._stmt)
        return Region(Block([*ops, end]))


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"'{n}'" for n in names) or "none"
