"""
A kernel as a `func.func` of tile IR: parameters, body, results.
"""

from __future__ import annotations

import ast
from typing import NoReturn

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
from xdsl.ir import Attribute, Block, Region

from pto_dialect.language.annotations import ScalarAnnotation, TensorAnnotation, TileAnnotation
from pto_dialect.language.emitter import Emitter, element_type, scalar_type
from pto_dialect.language.expressions import SelfNamespace
from pto_dialect.language.kernel import Kernel
from pto_dialect.language.prepare import prepare
from pto_dialect.language.source import SourceFile
from pto_dialect.language.statements import Statements
from pto_dialect.language.surface import Buffer, MemRef
from pto_dialect.language.surface import FunctionType as Kind
from pto_dialect.language.unify_spaces import unify_spaces
from pto_dialect.language.values import ColumnTensor, TensorValue, describe
from pto_dialect.machine.pipes import Core
from pto_dialect.tile.attributes import CORE, DIMS, SPLIT, CoreAttr
from pto_dialect.tile.types import TileType

_CORES = {Kind.AIV: Core.VECTOR, Kind.AIC: Core.CUBE}


class FunctionBuilder:
    """Builds the function of one kernel."""

    def __init__(self, kernel: Kernel, source: SourceFile, definition: ast.FunctionDef):
        self._kernel = kernel
        self._definition = definition
        core = _CORES.get(kernel.kind, Core.VECTOR) if kernel.kind else Core.VECTOR
        self._emitter = Emitter(source, core, kernel.split)
        self._emitter.calls.append(kernel.function)
        self._statements = Statements(self._emitter, kernel.names())

    def build(self) -> FuncOp:
        """
        The function. Constants, extents of tensors and buffers stand at the head of its entry
        block, in order of first use.

        Raises:
            CompileError: the kernel has an error.
        """
        emitter, definition = self._emitter, self._definition
        block = Block()
        dims = self._parameters(block)
        prepare(definition)
        body = list(definition.body)
        end = body[-1]
        if isinstance(end, ast.Return):
            body.pop()
        self._statements.build(body, definition.body)
        if isinstance(end, ast.Return):
            self._return(end)
        emitter.add(ReturnOp(), end)
        block.add_ops([*emitter.constants, *emitter.dims, *emitter.declarations, *emitter.ops])
        type_ = FunctionType.from_lists(list(block.arg_types), [])
        function = FuncOp(self._kernel.name, type_, Region(block))
        function.location = emitter.location(definition)
        self._attributes(function, dims)
        if self._statements.mixed_spaces or self._statements.spaces:
            unify_spaces(function, self._statements.spaces)
            function.update_function_type()
        return function

    def _attributes(self, function: FuncOp, dims: list[tuple[str, ...]]) -> None:
        if any(any(names) for names in dims):
            function.arg_attrs = ArrayAttr(
                DictionaryAttr(
                    {DIMS: ArrayAttr([StringAttr(n) for n in names])} if any(names) else {}
                )
                for names in dims
            )
        if self._kernel.kind in _CORES:
            function.attributes[CORE] = CoreAttr(_CORES[self._kernel.kind])
        if self._kernel.split:
            function.attributes[SPLIT] = IntegerAttr(self._kernel.split, i64)

    # ---- Parameters ----

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
            self._statements.variables["self"] = SelfNamespace(self._kernel)
            parameters.pop(0)
        return [self._parameter(parameter, block) for parameter in parameters]

    def _parameter(self, parameter: ast.arg, block: Block) -> tuple[str, ...]:
        name, emitter, variables = parameter.arg, self._emitter, self._statements.variables
        if parameter.annotation is None:
            emitter.error(
                parameter,
                f"parameter '{name}' needs an annotation: pl.Tensor[...], pl.Tile[...] or "
                "pl.Scalar[...]",
            )
        self._reject_buffers(parameter, parameter.annotation)
        annotation = self._statements.annotations.read(parameter.annotation)
        if annotation is None:
            emitter.error(
                parameter.annotation,
                f"parameter '{name}' is no pl.Tensor[...], pl.Tile[...] or pl.Scalar[...]",
            )
        argument = block.insert_arg(self._type(annotation, parameter), len(block.args))
        self._statements.name_argument(argument, name, parameter)
        if isinstance(annotation, TensorAnnotation):
            if annotation.by_column:
                dims = annotation.dims[::-1]
                variables[name] = ColumnTensor(emitter.tensors.parameter(argument, dims))
                return dims
            variables[name] = emitter.tensors.parameter(argument, annotation.dims)
            return annotation.dims
        variables[name] = argument
        if isinstance(annotation, ScalarAnnotation) and annotation.dtype.mlir.startswith("ui"):
            emitter.non_negative.add(argument)
        return ()

    def _type(
        self,
        annotation: TensorAnnotation | TileAnnotation | ScalarAnnotation,
        parameter: ast.arg,
    ) -> Attribute:
        element = element_type(annotation.dtype)
        match annotation:
            case TensorAnnotation():
                if annotation.buffer is not None:
                    self._fail_buffer(parameter)
                shape = annotation.shape
                return MemRefType(element, shape[::-1] if annotation.by_column else shape)
            case TileAnnotation():
                if annotation.buffer is not None:
                    self._fail_buffer(parameter)
                return TileType.get(annotation.shape, element, annotation.space)
            case ScalarAnnotation():
                return scalar_type(element)

    def _reject_buffers(self, parameter: ast.arg, annotation: ast.expr) -> None:
        """Find a buffer that is made in the annotation before it is declared."""
        for node in ast.walk(annotation):
            if not isinstance(node, ast.Call):
                continue
            function = self._statements.expressions.evaluate(node.func)
            if function is Buffer or (function is MemRef and len(node.args) < 2):
                self._fail_buffer(parameter)

    def _fail_buffer(self, parameter: ast.arg) -> NoReturn:
        self._emitter.error(
            parameter,
            f"parameter '{parameter.arg}' cannot be bound to a buffer: its memory is the caller's",
        )

    # ---- Results ----

    def _return(self, stmt: ast.Return) -> None:
        """Check what is returned: tensors, which the caller has anyway."""
        value = stmt.value
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            return
        for item in value.elts if isinstance(value, ast.Tuple | ast.List) else [value]:
            result = self._statements.expressions.evaluate(item)
            if result is not None and not isinstance(result, TensorValue):
                self._emitter.error(
                    item,
                    f"a kernel returns tensors, not {describe(result)}",
                    ["pl.store it to an output parameter and return that"],
                )
