"""
Loops: `for` statements as `scf.for`.

A variable that the body reassigns is carried if an iteration may read what the one before has
left, or if it is read after the loop. `init_values=` and `pl.yield_` say the same explicitly.
Tensors are memory, so nothing carries them.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Block, SSAValue

from pto_dialect.diagnostics import display_name, nearest
from pto_dialect.language.emitter import INDEX, hint
from pto_dialect.language.liveness import yield_of
from pto_dialect.language.scalars import convert
from pto_dialect.language.source import Node
from pto_dialect.language.surface import Intrinsic
from pto_dialect.language.values import (
    ABSENT,
    TensorValue,
    Undefined,
    WindowValue,
    describe,
    is_constant,
    is_integer,
    is_number,
    is_tile,
    is_value,
    part_of,
    tell_apart,
    whole_of,
)
from pto_dialect.tile.attributes import STAGES
from pto_dialect.tile.types import TileType

if TYPE_CHECKING:
    from pto_dialect.language.statements import Statements

_KINDS = ("range", "parallel", "pipeline", "unroll")
"""The functions of the language that a loop can run over."""

_HOST_SIDE_ARGUMENTS = ("attrs", "chunk", "chunk_policy")
"""Arguments that say how host-side code splits a loop; inside of a kernel they mean nothing."""

_MAX_UNROLLED = 1 << 14
"""How often the body of a loop may be built."""


@dataclass(frozen=True)
class _Arguments:
    """What stands between the brackets of `pl.range(...)`."""

    bounds: tuple[SSAValue | int, SSAValue | int, SSAValue | int]
    """Start, stop and step."""
    inits: Sequence[tuple[object, ast.expr]] | None = None
    """The values of `init_values=` and where they stand."""
    stages: int | None = None
    """Number of stages of a pipeline."""


@dataclass(frozen=True)
class _Carry:
    """A value that a loop passes from one iteration to the next."""

    name: str
    """The variable that holds it inside of the loop."""
    init: SSAValue
    """Its initial value."""
    where: Node
    """Where the loop says so."""
    explicit: bool
    """Whether `init_values=` says so."""


def build_loop(statements: Statements, stmt: ast.For) -> None:
    """
    Build a `for` statement.

    Raises:
        CompileError: it, or something inside of it, has an error.
    """
    if stmt.orelse:
        statements.emitter.error(stmt.orelse[0], "not supported: else after a loop")
    kind, call = _kind(statements, stmt)
    loop = _Loop(statements, stmt)
    arguments = _arguments(statements, kind, call)
    if kind == "unroll":
        loop.unroll(call, arguments)
    else:
        loop.build(call, arguments)


def _kind(statements: Statements, stmt: ast.For) -> tuple[str, ast.Call]:
    """The function of the language that a loop runs over, and the call of it."""
    call = stmt.iter
    if isinstance(call, ast.Call):
        function = statements.expressions.evaluate(call.func)
        if function is range:
            return "range", call
        if isinstance(function, Intrinsic) and function.name in _KINDS:
            return function.name, call
        if isinstance(function, Intrinsic) and function.name == "while_":
            statements.emitter.error(
                call,
                "a pl.while_ loop has the form 'for (x,) in pl.while_(init_values=(x0,))', begins "
                "with pl.cond(...) and ends with pl.yield_(...), with as many values each",
            )
    statements.emitter.error(
        stmt.iter,
        "not supported: a loop over anything but range, pl.range, pl.parallel, pl.pipeline or "
        "pl.unroll",
    )


def _arguments(statements: Statements, kind: str, call: ast.Call) -> _Arguments:
    emitter, evaluate = statements.emitter, statements.expressions.evaluate
    if not 1 <= len(call.args) <= 3:
        emitter.error(call, f"{kind} takes (stop), (start, stop) or (start, stop, step)")
    bounds: list[SSAValue | int] = []
    for node in call.args:
        bound = evaluate(node)
        if not is_integer(bound):
            emitter.error(node, f"a bound of a loop is an integer, not {describe(bound)}")
        bounds.append(bound)
    start = bounds.pop(0) if len(bounds) > 1 else 0
    stop = bounds.pop(0)
    step = bounds.pop(0) if bounds else 1
    if not is_value(step) and step == 0:
        emitter.error(call.args[2], "the step of a loop is not 0")
    inits: list[tuple[object, ast.expr]] | None = None
    stages: int | None = None
    for keyword in call.keywords:
        node = keyword.value
        if keyword.arg == "init_values":
            if not isinstance(node, ast.Tuple | ast.List):
                emitter.error(node, "init_values is a tuple, such as (x,)")
            inits = [(evaluate(item), item) for item in node.elts]
        elif keyword.arg == "stage" and kind == "pipeline":
            value = evaluate(node)
            if not is_constant(value) or value < 1:
                emitter.error(
                    node,
                    "the number of stages of a pipeline is a positive integer, not "
                    f"{describe(value)}",
                )
            stages = value
        elif keyword.arg not in _HOST_SIDE_ARGUMENTS:
            known = ("init_values", "stage") if kind == "pipeline" else ("init_values",)
            hint = nearest(keyword.arg or "", known)
            emitter.error(
                keyword, f"{ast.unparse(call.func)} has no argument '{keyword.arg}'{hint}"
            )
    if kind == "pipeline" and stages is None:
        emitter.error(call, "pl.pipeline needs stage=")
    return _Arguments((start, stop, step), inits, stages)


class _Loop:
    """Builds one loop."""

    def __init__(self, statements: Statements, stmt: ast.For):
        self._statements = statements
        self._emitter = statements.emitter
        self._variables = statements.variables
        self._stmt = stmt
        self._flow = statements.flows[stmt]
        self._induction, self._named = self._targets()
        self._carries: list[_Carry] = []
        self._tensors: dict[str, TensorValue | WindowValue] = {}
        """What the loop would carry, but for that it is memory."""
        self._entry: dict[str, object] = {}
        """What the variables of `init_values=` hold when an iteration begins."""
        self._results: list[ast.Name] = []
        """The variables that get the final values of `init_values=`."""

    def _targets(self) -> tuple[ast.Name, list[ast.Name]]:
        """The variable that counts, and those of `init_values=`."""
        match self._stmt.target:
            case ast.Name() as induction:
                return induction, []
            case ast.Tuple(elts=[ast.Name() as induction, inner]):
                return induction, self._statements.target_names(inner)
            case _:
                self._emitter.error(
                    self._stmt.target,
                    "the target of a loop is 'i', or 'i, (a, b)' with init_values=",
                )

    # ---- Unrolled ----

    def unroll(self, call: ast.Call, arguments: _Arguments) -> None:
        """Build the body once for each iteration, which is known at compile time."""
        variables, evaluate = self._variables, self._statements.expressions.evaluate
        bounds = [bound for bound in arguments.bounds if not is_value(bound)]
        if len(bounds) < 3:
            self._emitter.error(call, "the bounds of pl.unroll are compile-time integers")
        if range(*bounds)[_MAX_UNROLLED:]:
            self._emitter.error(
                call,
                f"more than {_MAX_UNROLLED} iterations are too many to unroll",
                ["use pl.range"],
            )
        inits = [value for value, _ in self._initial(arguments.inits)]
        body, last = self._stmt.body, self._stmt.body[-1]
        end = yield_of(last)
        if end is not None:
            if not self._named:
                self._statements.misplaced_yield(end)
            body = body[:-1]
            self._statements.check_count(len(self._named), len(end.args), end)
            self._results = self._statements.yield_targets(last, end)
        names = [name.id for name in self._named]
        variables.update(zip(names, inits, strict=True))
        for i in range(*bounds):
            variables[self._induction.id] = i
            self._statements.block(body)
            if end is not None:
                passed = [evaluate(argument) for argument in end.args]
                variables.update(zip(names, passed, strict=True))
        for name, result in zip(names, self._results, strict=False):
            variables[result.id] = variables[name]

    # ---- As scf.for ----

    def build(self, call: ast.Call, arguments: _Arguments) -> None:
        """Build the body once, in an `scf.for`."""
        emitter, variables, stmt = self._emitter, self._variables, self._stmt
        start, stop, stride = arguments.bounds
        down = stride if is_constant(stride) and stride < 0 else None
        bounds = start, stop, stride
        if down is not None:
            # The step of `scf.for` is positive: count the iterations instead.
            bounds = 0, self._trip_count(start, stop, down, call), 1
        lower, upper, step = (
            convert(emitter, bound, INDEX, call, "a loop bound") for bound in bounds
        )
        body = stmt.body
        end = yield_of(body[-1])
        if end is not None:
            if not self._named:
                self._statements.misplaced_yield(end)
            body = body[:-1]
        self._find_carries(arguments.inits)
        changed = [self._induction.id, *(n.id for n in self._named), *self._flow.assigned]
        saved = {name: variables.get(name, ABSENT) for name in changed}
        versions, reads_from = emitter.tensors.versions(), len(emitter.tensors.reads)
        block = Block(arg_types=[INDEX, *(c.init.type for c in self._carries)])
        # A step that is known at run time only is positive, as `scf.for` wants it.
        self._enter(block, non_negative=lower in emitter.non_negative)
        outer, emitter.ops = emitter.ops, []
        if down is not None:
            self._count_down(start, stop, down)
        self._statements.block(body)
        terminator = scf.YieldOp(*self._yielded(end))
        terminator.location = emitter.location(stmt.body[-1])
        emitter.tensors.leave_loop(versions, reads_from)
        block.add_ops([*emitter.ops, terminator])
        emitter.ops = outer
        op = scf.ForOp(lower, upper, step, [c.init for c in self._carries], block)
        if arguments.stages is not None:
            op.attributes[STAGES] = IntegerAttr(arguments.stages, i64)
        emitter.add(op, stmt)
        self._leave(op, saved)

    def _trip_count(
        self, start: SSAValue | int, stop: SSAValue | int, stride: int, call: ast.Call
    ) -> SSAValue | int:
        """How often a loop with a negative stride runs; not positive if it does not."""
        if is_constant(start) and is_constant(stop):
            return (start - stop - stride - 1) // -stride
        binary = self._statements.expressions.binary
        down = binary(ast.Add, binary(ast.Sub, start, stop, call), -stride - 1, call)
        count = binary(ast.FloorDiv, down, -stride, call)
        assert is_integer(count)
        return count

    def _count_down(self, start: SSAValue | int, stop: SSAValue | int, stride: int) -> None:
        """Let the variable that counts hold `start + iteration * stride`."""
        emitter, name = self._emitter, self._induction
        binary = self._statements.expressions.binary
        passed = self._variables[name.id]
        if stride != -1:
            passed = binary(ast.Mult, passed, -stride, name)
        emitter.named = (name, name.id, name)
        value = binary(ast.Sub, start, passed, name)
        emitter.named = None
        if is_constant(stop) and stop >= -1 and is_value(value):
            emitter.non_negative.add(value)
        self._variables[name.id] = value

    def _initial(
        self, inits: Sequence[tuple[object, ast.expr]] | None
    ) -> Sequence[tuple[object, ast.expr]]:
        """The values of `init_values=`, one for each of the variables that it is for."""
        if inits is None:
            if self._named:
                self._emitter.error(
                    self._named[0], "a loop with a second target needs init_values="
                )
            inits = ()
        self._statements.check_count(len(self._named), len(inits), self._stmt.target)
        return inits

    def _find_carries(self, inits: Sequence[tuple[object, ast.expr]] | None) -> None:
        """What `init_values=` says, and every variable that the loop reassigns."""
        materialise = self._statements.expressions.materialise
        for name, (value, node) in zip(self._named, self._initial(inits), strict=True):
            if isinstance(value, TensorValue | WindowValue):
                self._tensors[name.id] = value
            else:
                init = materialise(value, node)
                self._carries.append(_Carry(name.id, init, name, explicit=True))
        for name in self._flow.passed_on:
            value = self._variables.get(name, ABSENT)
            if value is ABSENT or isinstance(value, Undefined):
                continue
            if isinstance(value, TensorValue | WindowValue):
                self._tensors[name] = value
                continue
            if not is_tile(value) and not is_number(value):
                self._emitter.error(
                    self._stmt,
                    f"the loop reassigns '{name}', but {describe(value)} exists at compile time "
                    "only",
                )
            init = materialise(value, self._stmt)
            self._carries.append(_Carry(name, init, self._stmt, explicit=False))

    def _enter(self, block: Block, *, non_negative: bool) -> None:
        """
        Let the variables hold what an iteration begins with; whether the one that counts is never
        negative.
        """
        statements, variables = self._statements, self._variables
        induction = block.args[0]
        statements.name_argument(induction, self._induction.id, self._induction)
        if non_negative:
            self._emitter.non_negative.add(induction)
        variables[self._induction.id] = induction
        for carry, argument in zip(self._carries, block.args[1:], strict=True):
            statements.name_argument(argument, carry.name, carry.where)
            variables[carry.name] = argument
        for name, part in self._tensors.items():
            variables[name] = part_of(self._emitter.tensors.enter_loop(whole_of(part)), part)
        self._entry = {name.id: variables[name.id] for name in self._named}

    # ---- The end of an iteration ----

    def _yielded(self, end: ast.Call | None) -> list[SSAValue]:
        """What an iteration passes on to the next one."""
        passed = self._passed_explicitly(end)
        for name, before in self._tensors.items():
            value, node = passed.get(name) or (self._variables[name], self._stmt)
            self._check_same_tensor(name, before, value, node)
        return [
            self._as_initial(carry, *(passed.get(carry.name) or self._current(carry)))
            for carry in self._carries
        ]

    def _passed_explicitly(self, end: ast.Call | None) -> dict[str, tuple[object, Node]]:
        """
        What the variables of `init_values=` hold next, and where that is said: what
        `pl.yield_` says, else what they have been reassigned.
        """
        last, names = self._stmt.body[-1], [name.id for name in self._named]
        if end is not None:
            self._statements.check_count(len(names), len(end.args), end)
            self._results = self._statements.yield_targets(last, end)
            evaluate = self._statements.expressions.evaluate
            return {name: (evaluate(arg), arg) for name, arg in zip(names, end.args, strict=True)}
        if names and all(self._variables[name] is self._entry[name] for name in names):
            wanted = ", ".join(f"'{name}'" for name in names)
            self._emitter.error(
                self._stmt, f"a loop with init_values= ends with pl.yield_, or reassigns {wanted}"
            )
        self._results = self._named
        return {name: (self._variables[name], last) for name in names}

    def _current(self, carry: _Carry) -> tuple[object, Node]:
        return self._variables[carry.name], self._stmt

    def _check_same_tensor(
        self, name: str, before: TensorValue | WindowValue, after: object, node: Node
    ) -> None:
        if isinstance(after, Undefined):
            return
        if isinstance(after, TensorValue | WindowValue):
            if after == part_of(whole_of(after), before) and (
                whole_of(after).memref is whole_of(before).memref
            ):
                return
            what = _named(after)
            if what == _named(before):
                what = f"another {what.removeprefix('a ')}"
        else:
            what = describe(after)
        self._emitter.error(
            node,
            f"'{name}' is {_named(before)} before the loop and {what} at the end of an iteration",
        )

    def _as_initial(self, carry: _Carry, value: object, node: Node) -> SSAValue:
        """A value that an iteration passes on, of the type of the initial one."""
        if isinstance(value, Undefined):
            self._emitter.error(
                value.where,
                f"'{carry.name}' may be undefined at the end of an iteration: {value.reason}",
            )
        type_ = carry.init.type
        if isinstance(type_, TileType):
            if is_tile(value) and self._statements.same_tile(type_, value.type):
                return value
        elif is_number(value):
            return convert(self._emitter, value, type_, node, f"'{carry.name}'")
        before, after = tell_apart(carry.init, value)
        self._emitter.error(
            node,
            f"'{carry.name}' is {before} before the loop and {after} at the end of an iteration",
        )

    # ---- After the loop ----

    def _leave(self, op: scf.ForOp, saved: dict[str, object]) -> None:
        """Let the variables hold what they hold after the loop."""
        variables, stmt, tensors = self._variables, self._stmt, self._emitter.tensors
        at_end = {name: variables[name] for name in saved if name in variables}
        for name, before in saved.items():
            value = at_end.get(name)
            is_carried = name in self._tensors
            if (isinstance(value, TensorValue) and (before is ABSENT or is_carried)) or (
                isinstance(value, WindowValue) and is_carried
            ):
                # Memory is what it is, however often the loop runs.
                whole = whole_of(value)
                variables[name] = (
                    part_of(tensors.newest(whole.memref), value)
                    if tensors.is_newest(whole)
                    else value
                )
            elif before is ABSENT:
                variables[name] = Undefined("only a loop assigns it", stmt)
            else:
                variables[name] = Undefined("the loop reassigns it", stmt)
        final: dict[str, object] = {
            name: part_of(tensors.newest(whole_of(part).memref), part)
            for name, part in self._tensors.items()
        }
        for carry, result in zip(self._carries, op.results, strict=True):
            final[carry.name] = result
            if not carry.explicit:
                hint(result, carry.name)
                variables[carry.name] = result
        for name, carried in zip(self._results, self._named, strict=False):
            value = final[carried.id]
            if is_value(value):
                hint(value, name.id)
            variables[name.id] = value


def _named(part: TensorValue | WindowValue) -> str:
    """A tensor or a part of one, by the name of the tensor."""
    what = "a part of tensor" if isinstance(part, WindowValue) else "tensor"
    return f"{what} '{display_name(whole_of(part).memref)}'"
