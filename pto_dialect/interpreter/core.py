"""
The evaluator that all levels share: xDSL's `Interpreter`, with own tables of functions.

It differs from the stock one in three things.

1. Scalars are Python numbers. Stock `arith` makes an `IntegerAttr` for every value, which costs
   more than what a tile operation may cost in total, and the other stock tables need stock `arith`;
   importing any of them also loads every target that xDSL has (half a second). So `func`, `cf`,
   `scf`, `arith` and `memref` have own tables.
   An integer or index is a signed `int` of its width, an `i1` is 0 or 1, a float is a `float`
   that its type can hold.
2. A block is decoded once: each operation with its function, operands and results.
3. Errors are `CompileError`s at the operation that failed; an operation without a function
   stops with its name when it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple, NoReturn

from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImpl,
    OpImplResult,
    PythonValues,
    ReturnedValues,
    Successor,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import InterpretationError

from pto_dialect.diagnostics import CompileError, fail

Function = OpImpl[InterpreterFunctions, Operation]
"""Executes an operation."""


def no_effect(
    table: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
) -> OpImplResult:
    """The function of operations without results that change nothing here; nobody calls it."""
    return OpImplResult((), None)


class FunctionTable(InterpreterFunctions):
    """A table of functions: methods marked with `@impl`, and what follows from tables of facts."""

    @classmethod
    def derived(cls) -> Iterable[tuple[type[Operation], Function]]:
        """Operations whose function is no method, with that function."""
        return ()

    @classmethod
    @cache
    def implementations(cls) -> Mapping[type[Operation], Function]:
        """The function of each operation that this table knows."""
        methods, derived = dict(super()._impls()), dict(cls.derived())
        assert methods.keys().isdisjoint(derived), f"{cls.__name__} has two functions for one"
        return methods | derived

    @classmethod
    def _impls(cls) -> Iterable[tuple[type[Operation], Function]]:
        return cls.implementations().items()

    def unfinished(self) -> str | None:
        """What is wrong if the function ends now, `None` if nothing."""
        return None


class _Step(NamedTuple):
    """One operation of a block, decoded."""

    op: Operation
    run: Callable[..., Any]
    operands: tuple[SSAValue, ...]
    results: tuple[SSAValue, ...]


class NumpyInterpreter(Interpreter):
    """Runs functions of a module whose tiles and tensors are numpy arrays."""

    level: str
    """The level of the compiler, for messages."""

    def __init__(
        self,
        module: ModuleOp,
        level: str,
        tables: Iterable[FunctionTable],
        listeners: tuple[Interpreter.Listener, ...] = (),
    ):
        super().__init__(module, listeners=listeners)
        self.level = level
        self._functions: dict[type[Operation], Callable[..., Any]] = {}
        self._without_effect: set[type[Operation]] = set()
        self._plans: dict[Block, tuple[_Step, ...]] = {}
        self._environment: dict[SSAValue, Any] = {}
        for table in tables:
            self.register_implementations(table)
            for kind, function in table.implementations().items():
                self._functions[kind] = partial(function, table)
                if function is no_effect:
                    self._without_effect.add(kind)

    # ---- Values ----

    def get_values(self, values: Iterable[SSAValue]) -> tuple[Any, ...]:
        environment = self._environment
        return tuple(environment[value] for value in values)

    def set_values(self, pairs: Iterable[tuple[SSAValue, Any]]):
        self._environment.update(pairs)

    def known_value(self, value: SSAValue) -> Any | None:
        """What a value has been computed to, `None` if it has not been yet."""
        return self._environment.get(value)

    # ---- Execution ----

    def call_op(
        self, op: Operation | str | SymbolRefAttr, inputs: PythonValues = ()
    ) -> PythonValues:
        caller, self._environment = self._environment, {}
        try:
            return super().call_op(op, inputs)
        finally:
            self._environment = caller

    def run_ssacfg_region(
        self, region: Region, args: PythonValues, name: str = "unknown"
    ) -> PythonValues:
        block = region.first_block
        while block is not None:
            following = self._run_block(block, args)
            if isinstance(following, ReturnedValues):
                return following.values
            block, args = following
        return ()

    def _run_block(self, block: Block, args: PythonValues) -> ReturnedValues | Successor:
        environment = self._environment
        environment.update(zip(block.args, args, strict=True))
        plan = self._plans.get(block)
        if plan is None:
            plan = self._plans[block] = self._decode(block)
        listeners = self.listeners
        for step in plan:
            op, run, operands, results = step
            inputs = tuple([environment[value] for value in operands])
            for listener in listeners:
                listener.will_interpret_op(op, inputs)
            try:
                values, terminator = run(self, op, inputs)
            except CompileError as error:
                if error.position is not None:
                    raise
                _fail_at(op, error)
            except MemoryError as error:
                _fail_at(op, CompileError(f"not enough memory: {error}"))
            except (InterpretationError, AssertionError, ZeroDivisionError) as error:
                raise_undefined(op, error)
            if len(results) == 1:
                environment[results[0]] = values[0]
            elif results:
                environment.update(zip(results, values, strict=True))
            for listener in listeners:
                listener.did_interpret_op(op, values)
            if terminator is not None:
                return terminator
        return ReturnedValues(())

    def _decode(self, block: Block) -> tuple[_Step, ...]:
        functions = self._functions
        return tuple(
            _Step(op, functions.get(type(op), _no_meaning), tuple(op.operands), tuple(op.results))
            for op in block.ops
            if type(op) not in self._without_effect
        )


def _no_meaning(interpreter: NumpyInterpreter, op: Operation, args: PythonValues) -> NoReturn:
    name = getattr(op, "op_name", None)
    shown = op.name if name is None else name.data
    raise CompileError(f"'{shown}' has no meaning at level {interpreter.level}")


def _fail_at(op: Operation, error: CompileError) -> NoReturn:
    try:
        fail(op, error.message, error.notes)
    except CompileError as located:
        raise located from error


def raise_undefined(op: Operation, error: Exception) -> NoReturn:
    """
    Report that a scalar operation has no result for its operands.

    Raises:
        CompileError: at the operation.
    """
    why = f": {error}" if str(error) else ""
    try:
        fail(op, f"'{op.name}' has no result for these operands{why}")
    except CompileError as located:
        raise located from error
