"""
Functions of `func`, `cf` and `scf`.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import cf, func, scf
from xdsl.interpreter import (
    Interpreter,
    PythonValues,
    ReturnedValues,
    Successor,
    TerminatorValue,
    impl,
    impl_callable,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Operation, Region
from xdsl.traits import SymbolTable

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.core import FunctionTable


@register_impls
class FuncTable(FunctionTable):
    """`func`: calls of functions that have a body."""

    @impl_callable(func.FuncOp)
    def call_func(
        self, interpreter: Interpreter, op: func.FuncOp, args: PythonValues
    ) -> PythonValues:
        if op.is_declaration:
            raise CompileError(f"function '{op.sym_name.data}' has no body")
        return interpreter.run_ssacfg_region(op.body, args)

    @impl(func.CallOp)
    def run_call(
        self, interpreter: Interpreter, op: func.CallOp, args: PythonValues
    ) -> PythonValues:
        callee = SymbolTable.lookup_symbol(op, op.callee)
        if callee is None:
            raise CompileError(f"there is no function {op.callee}")
        if not self.takes_part(callee):
            return ()
        try:
            return interpreter.call_op(callee, args)
        except RecursionError:
            raise CompileError(f"the calls of {op.callee} nest too deeply") from None

    def takes_part(self, function: Operation) -> bool:
        """Whether a function that is called runs here; if not, the call does nothing."""
        return True

    @impl_terminator(func.ReturnOp)
    def run_return(
        self, interpreter: Interpreter, op: func.ReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()


@register_impls
class CfTable(FunctionTable):
    """`cf`: jumps between the blocks of a region."""

    @impl_terminator(cf.BranchOp)
    def run_branch(
        self, interpreter: Interpreter, op: cf.BranchOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return Successor(op.successor, args), ()

    @impl_terminator(cf.ConditionalBranchOp)
    def run_conditional_branch(
        self, interpreter: Interpreter, op: cf.ConditionalBranchOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        if args[0]:
            return Successor(op.then_block, interpreter.get_values(op.then_arguments)), ()
        return Successor(op.else_block, interpreter.get_values(op.else_arguments)), ()


def iterations(lower: int, upper: int, step: int) -> range:
    """
    The values of a loop's variable.

    Raises:
        CompileError: the step is not positive.
    """
    if step <= 0:
        raise CompileError(f"the step of a loop is positive, not {step}")
    return range(lower, upper, step)


@register_impls
class ScfTable(FunctionTable):
    """`scf`, as stock but for the kind of its scalars."""

    @impl(scf.ForOp)
    def run_for(self, interpreter: Interpreter, op: scf.ForOp, args: PythonValues) -> PythonValues:
        carried = args[3:]
        for i in iterations(*args[:3]):
            carried = self.arriving(
                interpreter, op, args[3:], interpreter.run_ssacfg_region(op.body, (i, *carried))
            )
        return carried

    @impl(scf.IfOp)
    def run_if(self, interpreter: Interpreter, op: scf.IfOp, args: PythonValues) -> PythonValues:
        arms = (op.true_region, op.false_region)
        taken = 0 if args[0] else 1
        results = interpreter.run_ssacfg_region(arms[taken], ())
        return self.joining(interpreter, op, (arms[1 - taken],), results)

    @impl(scf.WhileOp)
    def run_while(
        self, interpreter: Interpreter, op: scf.WhileOp, args: PythonValues
    ) -> PythonValues:
        carried = args
        while True:
            condition, *forwarded = interpreter.run_ssacfg_region(op.before_region, carried)
            if not condition:
                return tuple(forwarded)
            carried = self.arriving(
                interpreter,
                op,
                args,
                interpreter.run_ssacfg_region(op.after_region, tuple(forwarded)),
            )

    @impl(scf.IndexSwitchOp)
    def run_index_switch(
        self, interpreter: Interpreter, op: scf.IndexSwitchOp, args: PythonValues
    ) -> PythonValues:
        cases: tuple[int, ...] = op.cases.get_values()
        taken = 1 + cases.index(args[0]) if args[0] in cases else 0
        arms = (op.default_region, *op.case_regions)
        results = interpreter.run_ssacfg_region(arms[taken], ())
        return self.joining(
            interpreter, op, (arm for i, arm in enumerate(arms) if i != taken), results
        )

    @impl_terminator(scf.YieldOp)
    def run_yield(
        self, interpreter: Interpreter, op: scf.YieldOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl_terminator(scf.ConditionOp)
    def run_condition(
        self, interpreter: Interpreter, op: scf.ConditionOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    def arriving(
        self,
        interpreter: Interpreter,
        op: Operation,
        initial: PythonValues,
        yielded: PythonValues,
    ) -> PythonValues:
        """What a loop's next iteration gets for what this one yields."""
        return yielded

    def joining(
        self,
        interpreter: Interpreter,
        op: Operation,
        other: Iterable[Region],
        results: PythonValues,
    ) -> PythonValues:
        """The results of an operation with several arms, of which those in `other` did not run."""
        return results
