"""
Statements: a kernel's body as a `func.func` of tile IR.

Plain Python is enough: a variable that a loop reassigns is carried by `scf.for`, one that
branches reassign is a result of `scf.if`. `init_values=` and `pl.yield_` say the same
explicitly. Tensors are memory, so nothing carries them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from xdsl.dialects import scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

import pto_dialect.language.scalars as scalars
from pto_dialect.buffer import BindOp
from pto_dialect.diagnostics import display_name
from pto_dialect.language.annotations import (
    Annotations,
    ScalarAnnotation,
    TensorAnnotation,
    TileAnnotation,
)
from pto_dialect.language.emitter import INDEX, Emitter, element_type, hint, retype, scalar_type
from pto_dialect.language.expressions import Expressions, SelfNamespace
from pto_dialect.language.kernel import Kernel
from pto_dialect.language.liveness import Flow, analyse, yield_of
from pto_dialect.language.scalars import convert, describe
from pto_dialect.language.source import SourceFile
from pto_dialect.language.surface import Buffer, Intrinsic, MemRef
from pto_dialect.language.surface import FunctionType as Kind
from pto_dialect.language.unify_spaces import unify_spaces
from pto_dialect.language.values import TensorValue, Undefined
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.attributes import CORE, DIMS, STAGES, CoreAttr
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType

_CORES = {Kind.AIV: Core.VECTOR, Kind.AIC: Core.CUBE}
_LOOPS = ("range", "parallel", "pipeline", "unroll")


class FunctionBuilder:
    """Builds the function of one kernel."""

    def __init__(self, kernel: Kernel, source: SourceFile, definition: ast.FunctionDef):
        self._kernel = kernel
        self._definition = definition
        self._emitter = Emitter(source)
        self._expressions = Expressions(self._emitter, kernel.names())
        self._annotations = Annotations(self._expressions)
        self._variables = self._expressions.variables
        self._flows: dict[ast.stmt, Flow] = {}
        self._spaces: list[tuple[SSAValue, Space]] = []
        """Spaces that an annotation names after the tile was made."""
        self._mixed_spaces = False
        """Whether control flow passes on tiles of which only some have a space."""
        self._statements: dict[type[ast.stmt], Callable[[ast.stmt], None]] = {
            ast.Assign: self._assign,
            ast.AnnAssign: self._annotated,
            ast.AugAssign: self._augmented,
            ast.Expr: self._expression,
            ast.For: self._for,
            ast.If: self._if,
            ast.Pass: lambda stmt: None,
            ast.Return: self._return_elsewhere,
        }

    def build(self) -> FuncOp:
        """
        The function.

        Raises:
            CompileError: the kernel has an error.
        """
        emitter, definition = self._emitter, self._definition
        block = Block()
        dims = self._parameters(block)
        body = list(definition.body)
        end = body[-1]
        if isinstance(end, ast.Return):
            body.pop()
        self._flows = analyse(definition.body)
        self._block(body)
        if isinstance(end, ast.Return):
            self._return(end)
        emitter.add(ReturnOp(), end)
        block.add_ops([*emitter.constants, *emitter.dims, *emitter.declarations, *emitter.ops])
        function = FuncOp(
            self._kernel.name, FunctionType.from_lists(list(block.arg_types), []), Region(block)
        )
        function.location = emitter.location(definition)
        if any(any(names) for names in dims):
            function.arg_attrs = ArrayAttr(
                DictionaryAttr(
                    {DIMS: ArrayAttr(StringAttr(n) for n in names)} if any(names) else {}
                )
                for names in dims
            )
        if self._kernel.kind in _CORES:
            function.attributes[CORE] = CoreAttr(_CORES[self._kernel.kind])
        if self._mixed_spaces or self._spaces:
            unify_spaces(function, self._spaces)
            function.update_function_type()
        return function

    # ---- Parameters and results ----

    def _parameters(self, block: Block) -> list[tuple[str, ...]]:
        """Make the arguments of the function; the names of the extents of each."""
        given = self._definition.args
        for unsupported in (given.vararg, given.kwarg, *given.kwonlyargs, *given.defaults):
            if unsupported is not None:
                self._emitter.error(
                    unsupported, "not supported: *, ** or default values of parameters"
                )
        parameters = [*given.posonlyargs, *given.args]
        if parameters and parameters[0].arg == "self" and parameters[0].annotation is None:
            names = self._kernel.scopes[0] if self._kernel.scopes else {}
            self._variables["self"] = SelfNamespace(names)
            parameters.pop(0)
        dims: list[tuple[str, ...]] = []
        for parameter in parameters:
            dims.append(self._parameter(parameter, block))
        return dims

    def _parameter(self, parameter: ast.arg, block: Block) -> tuple[str, ...]:
        name, emitter = parameter.arg, self._emitter
        if parameter.annotation is None:
            emitter.error(
                parameter,
                f"parameter '{name}' needs an annotation: pl.Tensor[...], pl.Tile[...] or "
                "pl.Scalar[...]",
            )
        self._reject_buffer(parameter)
        annotation = self._annotations.read(parameter.annotation)
        names: tuple[str, ...] = ()
        match annotation:
            case TensorAnnotation():
                names = annotation.dims
                type_: Attribute = MemRefType(element_type(annotation.dtype), annotation.shape)
            case TileAnnotation():
                if annotation.buffer is not None:
                    self._fail_parameter_buffer(parameter)
                type_ = TileType.get(
                    annotation.shape, element_type(annotation.dtype), annotation.space
                )
            case ScalarAnnotation():
                type_ = scalar_type(element_type(annotation.dtype))
            case None:
                emitter.error(
                    parameter.annotation,
                    f"parameter '{name}' is no pl.Tensor[...], pl.Tile[...] or pl.Scalar[...]",
                )
        argument = block.insert_arg(type_, len(block.args))
        self._name_argument(argument, name, parameter)
        if isinstance(annotation, TensorAnnotation):
            self._variables[name] = emitter.tensors.parameter(argument, names)
        else:
            self._variables[name] = argument
            if isinstance(annotation, ScalarAnnotation) and annotation.dtype.mlir.startswith("ui"):
                emitter.non_negative.add(argument)
        return names

    def _reject_buffer(self, parameter: ast.arg) -> None:
        """Find a buffer in the annotation of a parameter before it is declared."""
        assert parameter.annotation is not None
        for node in ast.walk(parameter.annotation):
            if not isinstance(node, ast.Call):
                continue
            function = self._expressions.evaluate(node.func)
            if function is Buffer or (function is MemRef and len(node.args) < 2):
                self._fail_parameter_buffer(parameter)

    def _fail_parameter_buffer(self, parameter: ast.arg) -> NoReturn:
        self._emitter.error(
            parameter,
            f"parameter '{parameter.arg}' cannot be bound to a buffer: its memory is the caller's",
        )

    def _name_argument(self, argument: BlockArgument, name: str, node: ast.AST) -> None:
        hint(argument, name)
        argument.location = self._emitter.location(node, name)

    def _return(self, stmt: ast.Return) -> None:
        value = stmt.value
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            return
        for item in value.elts if isinstance(value, ast.Tuple | ast.List) else [value]:
            result = self._expressions.evaluate(item)
            if not isinstance(result, TensorValue):
                self._emitter.error(
                    item,
                    f"a kernel returns tensors, not {describe(result)}",
                    ["pl.store it to an output parameter and return that"],
                )

    def _return_elsewhere(self, stmt: ast.stmt) -> None:
        self._emitter.error(stmt, "not supported: return before the end of the kernel")

    # ---- Simple statements ----

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for stmt in body:
            handler = self._statements.get(type(stmt))
            if handler is None:
                self._expressions.unsupported(stmt)
            else:
                handler(stmt)

    def _named(self, node: ast.expr, name: str, stmt: ast.AST) -> object:
        """The value of an expression that a variable gets."""
        emitter = self._emitter
        if yield_of_expression(node):
            self._misplaced_yield(node)
        if isinstance(node, ast.Call):
            function = self._expressions.evaluate(node.func)
            if function is Buffer or function is MemRef:
                cls = MemRef if function is MemRef else Buffer
                return self._expressions.buffers.local(node, cls, name)
        outer, emitter.named = emitter.named, (node, name, stmt)
        value = self._expressions.evaluate(node)
        emitter.named = outer
        return value

    def _misplaced_yield(self, node: ast.AST) -> NoReturn:
        self._emitter.error(
            node, "pl.yield_ stands at the end of a loop body or of both arms of a branch"
        )

    def _assign(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.Assign)
        for target in stmt.targets:
            if len(stmt.targets) > 1 and not isinstance(target, ast.Name):
                self._emitter.error(target, "not supported: several targets in one assignment")
        target = stmt.targets[0]
        if isinstance(target, ast.Name):
            value = self._named(stmt.value, target.id, target)
            for other in stmt.targets:
                assert isinstance(other, ast.Name)
                self._variables[other.id] = value
            return
        names = self._target_names(target)
        if isinstance(stmt.value, ast.Tuple | ast.List):
            self._check_count(len(names), len(stmt.value.elts), stmt)
            values: Sequence[object] = [
                self._named(node, name.id, name)
                for node, name in zip(stmt.value.elts, names, strict=True)
            ]
        else:
            if yield_of_expression(stmt.value):
                self._misplaced_yield(stmt.value)
            value = self._expressions.evaluate(stmt.value)
            if not isinstance(value, tuple | list):
                self._emitter.error(stmt.value, f"{describe(value)} is not several values")
            values = value
            self._check_count(len(names), len(values), stmt)
        for name, value in zip(names, values, strict=True):
            self._variables[name.id] = value

    def _check_count(self, names: int, values: int, node: ast.AST) -> None:
        if names != values:
            self._emitter.error(node, f"{names} variables for {values} values")

    def _target_names(self, target: ast.expr) -> list[ast.Name]:
        """The variables that an assignment target consists of."""
        if isinstance(target, ast.Name):
            return [target]
        if isinstance(target, ast.Tuple | ast.List):
            names: list[ast.Name] = []
            for item in target.elts:
                if not isinstance(item, ast.Name):
                    self._emitter.error(item, "not supported: this target of an assignment")
                names.append(item)
            return names
        what = "an attribute" if isinstance(target, ast.Attribute) else "an element"
        self._emitter.error(target, f"not supported: assigning to {what}")

    def _annotated(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.AnnAssign)
        target = stmt.target
        if not isinstance(target, ast.Name):
            self._emitter.error(target, "not supported: this target of an assignment")
        if stmt.value is None:
            self._emitter.error(stmt, "not supported: an annotation without a value")
        annotation = self._annotations.read(stmt.annotation)
        name = target.id
        if not isinstance(annotation, TileAnnotation):
            value = self._named(stmt.value, name, target)
            self._variables[name] = self._checked(annotation, value, name, stmt)
            return
        slot = self._resolve_buffer(annotation, stmt)
        before = len(self._emitter.ops)
        value = self._named(stmt.value, name, target)
        tile = self._with_space(annotation, value, name, stmt.annotation)
        if slot is not None:
            label, memory, index = slot
            owner = tile.owner
            created = self._emitter.ops[before:] if isinstance(owner, Operation) else ()
            if owner not in created:
                source = ast.unparse(stmt.value)
                self._emitter.error(
                    stmt,
                    f"'{name}' is another name of tile '{source}', no operation makes it: it "
                    f"cannot be put into buffer '{label}'",
                    [f"bind '{source}' where it is made, or copy it with pl.move"],
                )
            bind = BindOp(tile, memory, index)
            bind.location = self._emitter.location(target, name)
            self._emitter.ops.append(bind)
        self._variables[name] = tile

    def _resolve_buffer(
        self, annotation: TileAnnotation, stmt: ast.AnnAssign
    ) -> tuple[str, SSAValue, SSAValue | None] | None:
        """Name, buffer and slot that a tile is bound to; computes the slot."""
        use = annotation.buffer
        if use is None:
            return None
        resolved = self._expressions.buffers.resolve(use, stmt.annotation)
        if resolved is None:
            return None
        declaration, index = resolved
        if annotation.space is None:
            self._emitter.error(
                stmt.annotation,
                f"a tile in buffer '{declaration.label}' needs an explicit memory space",
                ["for example pl.Mem.Vec"],
            )
        return declaration.label, declaration.value, index

    def _with_space(
        self, annotation: TileAnnotation, value: object, name: str, node: ast.AST
    ) -> SSAValue:
        """A tile as its annotation says it is, in the space that it names."""
        type_ = self._annotations.check_tile(annotation, value, name, node)
        assert isinstance(value, SSAValue)
        if annotation.space is None or type_.memory_space is not None:
            return value
        owner = value.owner
        if (
            isinstance(owner, Operation)
            and value.first_use is None
            and storage_facts(owner).creates
        ):
            return retype(value, type_.with_space(annotation.space))
        self._spaces.append((value, annotation.space))
        return value

    def _checked(
        self,
        annotation: TensorAnnotation | ScalarAnnotation | None,
        value: object,
        name: str,
        stmt: ast.AnnAssign,
    ) -> object:
        """A tensor or scalar as its annotation says it is."""
        node = stmt.annotation
        if isinstance(annotation, TensorAnnotation):
            if not isinstance(value, TensorValue):
                self._emitter.error(
                    node, f"'{name}' is annotated as a tensor, but it is {describe(value)}"
                )
            self._annotations.check_tensor(annotation, value.type.get_shape(), name, node)
        if isinstance(annotation, ScalarAnnotation):
            type_ = scalar_type(element_type(annotation.dtype))
            if type_ == INDEX and type(value) is int:
                return value
            return convert(self._emitter, value, type_, stmt, f"'{name}'")
        return value

    def _augmented(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.AugAssign)
        if not isinstance(stmt.target, ast.Name):
            self._target_names(stmt.target)
            return
        name = stmt.target.id
        old = self._expressions.resolve(name, stmt.target)
        new = self._expressions.evaluate(stmt.value)
        emitter = self._emitter
        emitter.named = (stmt, name, stmt.target)
        self._variables[name] = self._expressions.binary(type(stmt.op), old, new, stmt)
        emitter.named = None

    def _expression(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.Expr)
        if isinstance(stmt.value, ast.Constant):
            return
        if yield_of_expression(stmt.value):
            self._misplaced_yield(stmt.value)
        self._emitter.tensors.statement = stmt.value
        self._expressions.evaluate(stmt.value)
        self._emitter.tensors.statement = None

    # ---- Loops ----

    def _for(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.For)
        if stmt.orelse:
            self._emitter.error(stmt.orelse[0], "not supported: else after a loop")
        word, call = self._loop_word(stmt)
        loop = _Loop(stmt, self._flows[stmt])
        self._loop_targets(loop)
        if word == "unroll":
            self._unroll(loop, call)
            return
        bounds, inits, stages = self._loop_arguments(word, call)
        if inits is None:
            if loop.carried:
                self._emitter.error(
                    loop.carried[0], "a loop with a second target needs init_values="
                )
            inits = []
        else:
            self._check_count(len(loop.carried), len(inits), stmt.target)
        self._build_loop(loop, bounds, inits, stages, call)

    def _loop_word(self, stmt: ast.For) -> tuple[str, ast.Call]:
        """Which kind of loop a `for` statement is."""
        call = stmt.iter
        if isinstance(call, ast.Call):
            function = self._expressions.evaluate(call.func)
            if function is range:
                return "range", call
            if isinstance(function, Intrinsic) and function.name in _LOOPS:
                return function.name, call
        self._emitter.error(
            stmt.iter,
            "not supported: a loop over anything but range, pl.range, pl.parallel, pl.pipeline "
            "or pl.unroll",
        )

    def _loop_targets(self, loop: _Loop) -> None:
        target = loop.stmt.target
        if isinstance(target, ast.Name):
            loop.induction = target
            return
        match target:
            case ast.Tuple(elts=[ast.Name() as induction, inner]):
                loop.induction = induction
                loop.carried = self._target_names(inner)
            case _:
                self._emitter.error(
                    target, "the target of a loop is 'i', or 'i, (a, b)' with init_values="
                )

    def _loop_arguments(
        self, word: str, call: ast.Call
    ) -> tuple[list[object], list[tuple[object, ast.expr]] | None, int | None]:
        """Start, stop and step; initial values with their places; stages."""
        emitter = self._emitter
        spelled = "range" if word == "range" else f"pl.{word}"
        if not 1 <= len(call.args) <= 3:
            emitter.error(call, f"{spelled} takes (stop), (start, stop) or (start, stop, step)")
        bounds = [self._expressions.evaluate(arg) for arg in call.args]
        for bound, node in zip(bounds, call.args, strict=True):
            if isinstance(bound, bool) or not (
                isinstance(bound, int)
                or (scalars.is_scalar(bound) and not scalars.is_float(bound.type))  # pyright: ignore
            ):
                emitter.error(node, f"a bound of a loop is an integer, not {describe(bound)}")
        if len(bounds) == 1:
            bounds.insert(0, 0)
        if len(bounds) == 2:
            bounds.append(1)
        if isinstance(bounds[2], int) and bounds[2] == 0:
            emitter.error(call.args[2], "the step of a loop is not 0")
        inits: list[tuple[object, ast.expr]] | None = None
        stages: int | None = None
        for keyword in call.keywords:
            node = keyword.value
            if keyword.arg == "init_values" and word != "unroll":
                if not isinstance(node, ast.Tuple | ast.List):
                    emitter.error(node, "init_values is a tuple, such as (x,)")
                inits = [(self._expressions.evaluate(item), item) for item in node.elts]
            elif keyword.arg == "stage" and word == "pipeline":
                value = self._expressions.evaluate(node)
                if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                    emitter.error(node, "the number of stages of a pipeline is a positive integer")
                stages = value
            else:
                emitter.error(keyword, f"{spelled} has no argument '{keyword.arg}'")
        if word == "pipeline" and stages is None:
            emitter.error(call, "pl.pipeline needs stage=")
        return bounds, inits, stages

    def _unroll(self, loop: _Loop, call: ast.Call) -> None:
        bounds, inits, _ = self._loop_arguments("unroll", call)
        if inits is not None or loop.carried:
            self._emitter.error(call, "not supported: init_values= of pl.unroll")
        if not all(isinstance(bound, int) for bound in bounds):
            self._emitter.error(call, "the bounds of pl.unroll are compile-time integers")
        body = loop.stmt.body
        if yield_of(body[-1]) is not None:
            self._misplaced_yield(body[-1])
        start, stop, step = (b for b in bounds if isinstance(b, int))
        for i in range(start, stop, step):
            self._variables[loop.induction.id] = i
            self._block(body)

    def _build_loop(
        self,
        loop: _Loop,
        bounds: list[object],
        inits: list[tuple[object, ast.expr]],
        stages: int | None,
        call: ast.Call,
    ) -> None:
        emitter, variables, stmt = self._emitter, self._variables, loop.stmt
        lower, upper, step = (
            convert(emitter, bound, INDEX, call, "a loop bound") for bound in bounds
        )
        body, end = stmt.body, None
        if (end := yield_of(body[-1])) is not None:
            if not loop.carried:
                self._misplaced_yield(end)
            body = body[:-1]
        self._find_carries(loop, inits)
        saved = {name: variables.get(name, _ABSENT) for name in loop.changed_names()}
        before, reads_from = emitter.tensors.versions(), len(emitter.tensors.reads)
        block = Block(arg_types=[INDEX, *(c.init.type for c in loop.carries)])
        induction = block.args[0]
        self._name_argument(induction, loop.induction.id, loop.induction)
        if lower in emitter.non_negative and step in emitter.non_negative:
            emitter.non_negative.add(induction)
        variables[loop.induction.id] = induction
        for carry, argument in zip(loop.carries, block.args[1:], strict=True):
            self._name_argument(argument, carry.name, carry.where)
            variables[carry.name] = argument
        for name, tensor in loop.tensors.items():
            variables[name] = emitter.tensors.enter_loop(tensor)
        loop.entry = {name.id: variables[name.id] for name in loop.carried}
        outer_ops, emitter.ops = emitter.ops, []
        self._block(body)
        yielded = self._yielded(loop, end, body)
        terminator = scf.YieldOp(*yielded)
        terminator.location = emitter.location(end or body[-1])
        emitter.tensors.leave_loop(before, reads_from)
        block.add_ops([*emitter.ops, terminator])
        emitter.ops = outer_ops
        op = scf.ForOp(lower, upper, step, [c.init for c in loop.carries], block)
        if stages is not None:
            op.attributes[STAGES] = IntegerAttr(stages, i64)
        emitter.add(op, stmt)
        self._after_loop(loop, op, saved)

    def _find_carries(self, loop: _Loop, inits: list[tuple[object, ast.expr]]) -> None:
        """What a loop carries: what `init_values` says, and every variable that it reassigns."""
        flow = loop.flow
        for name, (value, node) in zip(loop.carried, inits, strict=True):
            if isinstance(value, TensorValue):
                loop.tensors[name.id] = value
            else:
                init = self._expressions.materialise(value, node)
                loop.carries.append(_Carry(name.id, init, name, explicit=True))
        taken = {loop.induction.id, *(name.id for name in loop.carried)}
        for name in flow.assigned:
            value = self._variables.get(name, _ABSENT)
            if (
                name in taken
                or value is _ABSENT
                or isinstance(value, Undefined)
                or (name not in flow.exposed and name not in flow.live_after)
            ):
                continue
            if isinstance(value, TensorValue):
                loop.tensors[name] = value
                continue
            if not isinstance(value, SSAValue | int | float):
                self._emitter.error(
                    loop.stmt,
                    f"the loop reassigns '{name}', but {describe(value)} exists at compile time "
                    "only",
                )
            init = self._expressions.materialise(value, loop.stmt)
            loop.carries.append(_Carry(name, init, loop.stmt, explicit=False))

    def _yielded(
        self, loop: _Loop, end: ast.Call | None, body: Sequence[ast.stmt]
    ) -> list[SSAValue]:
        """What an iteration passes on to the next one."""
        emitter, carried = self._emitter, loop.carried
        passed: dict[str, tuple[object, ast.AST]] = {}
        if end is not None:
            if end.keywords:
                emitter.error(end, "pl.yield_ takes values only")
            self._check_count(len(carried), len(end.args), end)
            for name, arg in zip(carried, end.args, strict=True):
                passed[name.id] = (self._expressions.evaluate(arg), arg)
            loop.results = self._yield_targets(loop.stmt.body[-1], len(end.args))
        elif carried:
            last = body[-1]
            names = [name.id for name in carried]
            if all(self._variables[n] is loop.entry[n] for n in names):
                emitter.error(
                    loop.stmt,
                    "a loop with init_values= ends with pl.yield_, or reassigns "
                    + ", ".join(f"'{n}'" for n in names),
                )
            passed = {n: (self._variables[n], last) for n in names}
            loop.results = list(carried)
        for name in loop.tensors:
            value, node = passed.get(name) or (self._variables[name], loop.stmt)
            self._check_same_tensor(name, loop.tensors[name], value, node)
        return [
            self._passed_on(carry, *(passed.get(carry.name) or self._current(carry, loop)))
            for carry in loop.carries
        ]

    def _current(self, carry: _Carry, loop: _Loop) -> tuple[object, ast.AST]:
        value = self._variables[carry.name]
        if isinstance(value, Undefined):
            self._emitter.error(
                value.where,
                f"'{carry.name}' may be undefined at the end of an iteration: {value.reason}",
            )
        return value, loop.stmt

    def _check_same_tensor(
        self, name: str, before: TensorValue, after: object, node: ast.AST
    ) -> None:
        if isinstance(after, Undefined) or (
            isinstance(after, TensorValue) and after.memref is before.memref
        ):
            return
        what = (
            f"another tensor, '{display_name(after.memref)}'"
            if isinstance(after, TensorValue)
            else describe(after)
        )
        self._emitter.error(
            node,
            f"'{name}' is tensor '{display_name(before.memref)}' before the loop and {what} at "
            "the end of an iteration",
        )

    def _passed_on(self, carry: _Carry, value: object, node: ast.AST) -> SSAValue:
        """A value that an iteration passes on, of the type of the initial one."""
        type_ = carry.init.type
        if isinstance(type_, TileType):
            if isinstance(value, SSAValue) and self._same_tile(type_, value.type):
                return value
        elif isinstance(value, int | float) or scalars.is_scalar(value):
            return convert(self._emitter, value, type_, node, f"'{carry.name}'")
        self._emitter.error(
            node,
            f"'{carry.name}' is {describe(carry.init)} before the loop and {describe(value)} at "
            "the end of an iteration",
        )

    def _same_tile(self, a: TileType, b: Attribute) -> bool:
        """
        Whether control flow can merge two tiles: one type, but a space that is named for one
        only holds for both.
        """
        if a == b:
            return True
        if not isinstance(b, TileType):
            return False
        space = a.memory_space or b.memory_space
        if space is None or (a.memory_space and b.memory_space):
            return False
        if a.with_space(space) != b.with_space(space):
            return False
        self._mixed_spaces = True
        return True

    def _yield_targets(self, stmt: ast.stmt, count: int) -> list[ast.Name]:
        """The variables that get what a `pl.yield_` yields."""
        match stmt:
            case ast.Assign(targets=[target]):
                names = self._target_names(target)
            case ast.AnnAssign(target=ast.Name() as target, annotation=annotation):
                read = self._annotations.read(annotation)
                if isinstance(read, TileAnnotation) and read.buffer is not None:
                    self._emitter.error(
                        stmt,
                        f"'{target.id}' cannot be put into buffer '{read.buffer.variable}': it "
                        "lives in the allocation of the tile that is yielded",
                        ["bind that tile"],
                    )
                names = [target]
            case ast.Expr():
                return []
            case _:
                self._emitter.error(stmt, "not supported: this target of pl.yield_")
        self._check_count(len(names), count, stmt)
        return names

    def _after_loop(self, loop: _Loop, op: scf.ForOp, saved: dict[str, object]) -> None:
        """Leave the variables as they are after a loop."""
        variables, flow = self._variables, loop.flow
        inside = Undefined("it is assigned inside of a loop only", loop.stmt)
        tensors = {name: variables[name] for name in loop.tensors}
        for name, value in saved.items():
            if value is _ABSENT:
                variables[name] = inside
            elif name in flow.live_after:
                variables[name] = value
            else:
                variables[name] = Undefined("the loop reassigns it", loop.stmt)
        self._forget_induction(loop, saved)
        results: dict[str, object] = {}
        for carry, result in zip(loop.carries, op.results, strict=True):
            results[carry.name] = result
            if not carry.explicit:
                hint(result, carry.name)
                variables[carry.name] = result
        for name, tensor in loop.tensors.items():
            newest = self._emitter.tensors.newest(tensor.memref)
            results[name] = newest
            if name in saved and name not in {n.id for n in loop.carried}:
                value = tensors[name]
                variables[name] = (
                    newest
                    if isinstance(value, TensorValue) and self._emitter.tensors.is_newest(value)
                    else value
                )
        for name, carried in zip(loop.results, loop.carried, strict=False):
            value = results[carried.id]
            if isinstance(value, SSAValue):
                hint(value, name.id)
            variables[name.id] = value

    def _forget_induction(self, loop: _Loop, saved: dict[str, object]) -> None:
        name = loop.induction.id
        self._variables[name] = (
            Undefined("it counts a loop that is over", loop.induction)
            if saved[name] is _ABSENT
            else saved[name]
        )

    # ---- Branches ----

    def _if(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.If)
        emitter = self._emitter
        test = self._expressions.condition(stmt.test)
        if isinstance(test, bool):
            self._arm(stmt.body if test else stmt.orelse)
            return
        variables, flow, tensors = self._variables, self._flows[stmt], emitter.tensors
        saved = {name: variables.get(name, _ABSENT) for name in flow.assigned}
        versions = tensors.versions()
        arms: list[_Arm] = []
        outer_ops = emitter.ops
        for body in (stmt.body, stmt.orelse):
            tensors.restore(versions)
            emitter.ops = []
            forced = self._arm(body)
            values = {name: variables.get(name, _ABSENT) for name in flow.assigned}
            newest = {
                name
                for name, value in values.items()
                if isinstance(value, TensorValue) and tensors.is_newest(value)
            }
            arms.append(_Arm(emitter.ops, values, forced, tensors.versions(), newest))
            self._restore(saved)
        emitter.ops = outer_ops
        then, otherwise = arms
        if then.forced != otherwise.forced:
            emitter.error(
                stmt,
                "both arms of a branch yield the same variables, or none: "
                f"{_names(then.forced)} and {_names(otherwise.forced)}",
            )
        merged = tensors.merge(then.versions, otherwise.versions)
        results: list[tuple[str, SSAValue, SSAValue]] = []
        for name in flow.assigned:
            live = name in flow.live_after or name in then.forced
            variables[name] = self._merged(stmt, name, then, otherwise, merged, results, live)
        op = self._branch(stmt, test, then, otherwise, results)
        for (name, _, _), result in zip(results, op.results, strict=True):
            hint(result, name)
            variables[name] = result

    def _arm(self, body: list[ast.stmt]) -> tuple[str, ...]:
        """Build an arm; the names that it yields explicitly."""
        end = yield_of(body[-1]) if body else None
        if end is None:
            self._block(body)
            return ()
        self._block(body[:-1])
        if end.keywords:
            self._emitter.error(end, "pl.yield_ takes values only")
        targets = self._yield_targets(body[-1], len(end.args))
        values = [self._expressions.evaluate(arg) for arg in end.args]
        for target, value in zip(targets, values, strict=False):
            self._variables[target.id] = value
        return tuple(target.id for target in targets)

    def _restore(self, saved: dict[str, object]) -> None:
        for name, value in saved.items():
            if value is _ABSENT:
                self._variables.pop(name, None)
            else:
                self._variables[name] = value

    def _merged(
        self,
        stmt: ast.If,
        name: str,
        then: _Arm,
        otherwise: _Arm,
        tensors: dict[SSAValue, TensorValue],
        results: list[tuple[str, SSAValue, SSAValue]],
        live: bool,
    ) -> object:
        """
        What a variable holds after a branch; a value that differs between the arms is added to
        the results.
        """
        yes, no = then.values[name], otherwise.values[name]
        for value in (yes, no):
            if isinstance(value, Undefined):
                return value
        if yes is _ABSENT or no is _ABSENT:
            return Undefined("only one arm of a branch assigns it", stmt)
        if yes is no:
            return yes
        if not live:
            return Undefined("the branch reassigns it", stmt)
        if isinstance(yes, TensorValue) or isinstance(no, TensorValue):
            return self._merged_tensor(stmt, name, then, otherwise, tensors)
        if not isinstance(yes, SSAValue) and not isinstance(no, SSAValue):
            if type(yes) is type(no) and yes == no:
                return yes
            if not isinstance(yes, int | float) or not isinstance(no, int | float):
                self._fail_merge(stmt, name, yes, no)
        results.append((name, *self._merged_values(stmt, name, then, otherwise, yes, no)))
        return None

    def _merged_tensor(
        self,
        stmt: ast.If,
        name: str,
        then: _Arm,
        otherwise: _Arm,
        tensors: dict[SSAValue, TensorValue],
    ) -> object:
        yes, no = then.values[name], otherwise.values[name]
        if (
            not isinstance(yes, TensorValue)
            or not isinstance(no, TensorValue)
            or yes.memref is not no.memref
        ):
            self._fail_merge(stmt, name, yes, no)
        if name in then.newest and name in otherwise.newest and yes.memref in tensors:
            return tensors[yes.memref]
        return yes if name not in then.newest else no

    def _merged_values(
        self, stmt: ast.If, name: str, then: _Arm, otherwise: _Arm, yes: object, no: object
    ) -> tuple[SSAValue, SSAValue]:
        """The values of the two arms as values of one type."""
        if isinstance(yes, SSAValue) and isinstance(yes.type, TileType):
            if not isinstance(no, SSAValue) or not self._same_tile(yes.type, no.type):
                self._fail_merge(stmt, name, yes, no)
            return yes, no
        for value in (yes, no):
            if not isinstance(value, int | float) and not scalars.is_scalar(value):
                self._fail_merge(stmt, name, yes, no)
        what = f"'{name}'"
        if isinstance(no, SSAValue):
            type_ = yes.type if isinstance(yes, SSAValue) and yes.type == INDEX else no.type
        elif isinstance(yes, SSAValue):
            type_ = yes.type
        else:
            floats = isinstance(yes, float) or isinstance(no, float)
            like = float(yes) if floats else yes  # pyright: ignore
            type_ = self._expressions.materialise(like, stmt).type
        emitter = self._emitter
        values: list[SSAValue] = []
        for arm, value in ((then, yes), (otherwise, no)):
            emitter.ops, outer = arm.ops, emitter.ops
            values.append(convert(emitter, value, type_, stmt, what))
            emitter.ops = outer
        return values[0], values[1]

    def _fail_merge(self, stmt: ast.If, name: str, yes: object, no: object) -> NoReturn:
        self._emitter.error(
            stmt,
            f"'{name}' is {describe(yes)} in one arm of the branch and {describe(no)} in the other",
        )

    def _branch(
        self,
        stmt: ast.If,
        test: SSAValue,
        then: _Arm,
        otherwise: _Arm,
        results: list[tuple[str, SSAValue, SSAValue]],
    ) -> scf.IfOp:
        emitter = self._emitter
        regions: list[Region] = []
        for arm, values in ((then, [r[1] for r in results]), (otherwise, [r[2] for r in results])):
            if arm is otherwise and not arm.ops and not results:
                regions.append(Region())
                continue
            end = scf.YieldOp(*values)
            end.location = emitter.location(stmt)
            regions.append(Region(Block([*arm.ops, end])))
        op = scf.IfOp(test, [r[1].type for r in results], regions[0], regions[1])
        emitter.add(op, stmt)
        return op


_ABSENT = object()
"""Marks a variable that does not exist."""


def yield_of_expression(node: ast.expr) -> bool:
    """Whether an expression is a call of `pl.yield_`."""
    return isinstance(node, ast.Call) and yield_of(ast.Expr(node)) is not None


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"'{n}'" for n in names) or "none"


@dataclass
class _Carry:
    """A value that a loop passes from one iteration to the next."""

    name: str
    """The variable that holds it inside of the loop."""
    init: SSAValue
    """Its initial value."""
    where: ast.AST
    """Where the loop says so."""
    explicit: bool
    """Whether `init_values=` says so."""


class _Loop:
    """A loop that is being built."""

    def __init__(self, stmt: ast.For, flow: Flow):
        self.stmt = stmt
        """Its statement."""
        self.flow = flow
        """Which variables it assigns."""
        self.induction: ast.Name
        """The variable that counts."""
        self.carried: list[ast.Name] = []
        """The variables of `init_values=`."""
        self.carries: list[_Carry] = []
        """What it carries, in order."""
        self.tensors: dict[str, TensorValue] = {}
        """The tensors among what it would carry, which are memory and stay where they are."""
        self.entry: dict[str, object] = {}
        """What the variables of `init_values=` hold when an iteration begins."""
        self.results: list[ast.Name] = []
        """The variables that get the final values of `init_values=`."""

    def changed_names(self) -> list[str]:
        """Every variable that the loop assigns."""
        targets = [self.induction.id, *(name.id for name in self.carried)]
        return list(dict.fromkeys([*targets, *self.flow.assigned]))


@dataclass
class _Arm:
    """An arm of a branch."""

    ops: list[Operation]
    """Its operations."""
    values: dict[str, object]
    """What the variables hold at its end."""
    forced: tuple[str, ...]
    """Variables that it yields explicitly."""
    versions: dict[SSAValue, int]
    """The newest version of each tensor at its end."""
    newest: set[str]
    """Variables that hold the newest version of a tensor at its end."""
