"""
Calls of functions: what a helper does stands in the kernel that calls it.

A helper is another `@pl.function`, `@pl.inline` or an ordinary Python function. It is read, never
run, like the kernel itself, each time that it is called: its parameters are the values of the
arguments, and it has variables of its own. Tensors are memory, so what it stores is stored. It may
return anything, at the end and at the ends of branches, but not out of a loop.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import FunctionType as PythonFunction
from typing import TYPE_CHECKING

from pto_dialect.diagnostics import CompileError, nearest
from pto_dialect.language.annotations import TensorAnnotation, TileAnnotation
from pto_dialect.language.in_place import is_in_place
from pto_dialect.language.kernel import Kernel, names_around
from pto_dialect.language.prepare import prepare
from pto_dialect.language.source import Node, source_file
from pto_dialect.language.surface import HOST_SIDE
from pto_dialect.language.values import TensorValue, WindowValue

if TYPE_CHECKING:
    from pto_dialect.language.statements import Statements

Arguments = Mapping[str, tuple[object, ast.expr]]
"""The value of each parameter, and where it stands."""


def inline(
    caller: Statements, helper: Kernel | PythonFunction, node: ast.Call, inner: Statements
) -> object:
    """
    Build what a helper does, in `inner`, and give what it returns.

    Raises:
        CompileError: it calls itself, its arguments do not fit, or it has an error.
    """
    function = helper.function if isinstance(helper, Kernel) else helper
    name, emitter = function.__name__, caller.emitter
    if isinstance(helper, Kernel) and helper.kind in HOST_SIDE:
        emitter.error(node, f"not supported: calling the host-side function '{name}'")
    if function in emitter.calls:
        chain = [f.__name__ for f in emitter.calls[emitter.calls.index(function) :]]
        emitter.error(node, f"not supported: recursion, {' → '.join([*chain, name])}")
    source = source_file(function.__code__.co_filename)
    definition = source.functions.get((function.__code__.co_firstlineno, name))
    if definition is None:
        emitter.error(node, f"the source of '{name}' cannot be found")
    arguments = _arguments(caller, function, definition, node)
    prepare(definition)
    here = emitter.note(node, f"'{name}' is called here")
    variable = emitter.named
    if variable is not None and (variable[0] is not node or source is not emitter.source):
        variable = None
    emitter.calls.append(function)
    outer = emitter.enter(source)
    try:
        return _Body(inner, definition, arguments).build(variable)
    except CompileError as error:
        raise CompileError(error.message, error.position, [*error.notes, here]) from error
    finally:
        emitter.enter(outer)
        emitter.calls.pop()


def scopes_of(helper: Kernel | PythonFunction) -> Sequence[Mapping[str, object]]:
    """What a name in a helper can mean outside of it, innermost first."""
    return helper.names() if isinstance(helper, Kernel) else names_around(helper)


def _arguments(
    caller: Statements, function: PythonFunction, definition: ast.FunctionDef, node: ast.Call
) -> Arguments:
    """
    The value of each parameter, and where it stands.

    Raises:
        CompileError: the call does not fit.
    """
    emitter, evaluate, name = caller.emitter, caller.expressions.evaluate, function.__name__
    given = definition.args
    if given.vararg is not None or given.kwarg is not None:
        emitter.error(node, f"not supported: '{name}' has parameters with * or **")
    positional = [p.arg for p in _without_self([*given.posonlyargs, *given.args])]
    names = [*positional, *(p.arg for p in given.kwonlyargs)]
    takes = f"'{name}' takes ({', '.join(names)})"
    if len(node.args) > len(positional):
        emitter.error(node, f"{takes}, {len(node.args)} arguments given")
    places = dict(zip(positional, node.args, strict=False))
    for keyword in node.keywords:
        if keyword.arg is None:
            emitter.error(keyword.value, "not supported: ** in a call")
        if keyword.arg not in names:
            hint = nearest(keyword.arg, (name for name in names if name not in places))
            emitter.error(keyword, f"{takes}, it has no argument '{keyword.arg}'{hint}")
        if keyword.arg in places:
            emitter.error(keyword, f"argument '{keyword.arg}' of '{name}' is given twice")
        places[keyword.arg] = keyword.value
    defaults: dict[str, object] = dict(function.__kwdefaults__ or {})
    values = function.__defaults__ or ()
    if values:
        defaults.update(zip(positional[-len(values) :], values, strict=True))
    found: dict[str, tuple[object, ast.expr]] = {}
    for parameter in names:
        place = places.get(parameter)
        if place is not None:
            found[parameter] = evaluate(place), place
        elif parameter in defaults:
            found[parameter] = defaults[parameter], node
        else:
            emitter.error(node, f"{takes}, argument '{parameter}' is missing")
    return found


def _without_self(parameters: Sequence[ast.arg]) -> Sequence[ast.arg]:
    if parameters and parameters[0].arg == "self" and parameters[0].annotation is None:
        return parameters[1:]
    return parameters


class _Body:
    """Builds the body of a helper."""

    def __init__(self, statements: Statements, definition: ast.FunctionDef, arguments: Arguments):
        self._statements = statements
        self._emitter = statements.emitter
        self._definition = definition
        self._arguments = arguments

    def build(self, variable: tuple[Node, str, Node] | None) -> object:
        """Build it, and give what it returns, of which a variable of the caller is the name."""
        definition, statements = self._definition, self._statements
        with self._emitter.tensors.scope():
            self._parameters()
            self._reject_in_place(definition.body)
            body = definition.body
            end = body[-1]
            if not isinstance(end, ast.Return):
                statements.build(body, body)
                return None
            statements.build(body[:-1], body)
            if end.value is None:
                return None
            if variable is not None:
                self._emitter.named = (end.value, *variable[1:])
            return statements.expressions.evaluate(end.value)

    def _parameters(self) -> None:
        """Let each parameter hold its argument, checked against the annotation."""
        given, statements = self._definition.args, self._statements
        for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs):
            if parameter.arg not in self._arguments:
                continue  # self
            value, _ = self._arguments[parameter.arg]
            statements.variables[parameter.arg] = value
            if parameter.annotation is None:
                continue
            annotation = statements.annotations.read(parameter.annotation)
            if isinstance(annotation, TensorAnnotation) and isinstance(
                value, TensorValue | WindowValue
            ):
                self._emitter.tensors.name_extents(value, annotation.dims)
            if isinstance(annotation, TileAnnotation):
                statements.annotations.check_tile(
                    annotation, value, parameter.arg, parameter.annotation
                )
                continue
            statements.variables[parameter.arg] = statements.as_annotated(
                annotation, value, parameter.arg, parameter
            )

    def _reject_in_place(self, body: Sequence[ast.stmt]) -> None:
        """A helper has a tile of its own: what it writes would be lost."""
        for stmt in body:
            for inner in ast.walk(stmt):
                if isinstance(inner, ast.stmt) and (name := is_in_place(inner)) in self._arguments:
                    self._emitter.error(
                        inner,
                        f"not supported: '{self._definition.name}' writes to its parameter "
                        f"'{name}'",
                        ["return the tile that pl.write gives"],
                    )
