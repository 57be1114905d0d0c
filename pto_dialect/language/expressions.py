"""
Expressions: what a piece of syntax is worth.

A value is a compile-time Python object, a tensor (`TensorValue`), or an SSA value: a tile or a
run-time scalar. Names mean what they mean in Python: variables of the kernel first, then what
its closure and its module hold, then builtins. Operations on compile-time values are done by
Python.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Mapping, Sequence
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import NoReturn

from xdsl.dialects import arith
from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, SSAValue

import pto_dialect.language.scalars as scalars
from pto_dialect.diagnostics import nearest, no_attribute
from pto_dialect.language.buffers import Buffers
from pto_dialect.language.emitter import Emitter, element_type
from pto_dialect.language.in_place import sets_item
from pto_dialect.language.kernel import Kernel, Program
from pto_dialect.language.ops import OPS, call_operation, tile_operator
from pto_dialect.language.source import Node
from pto_dialect.language.subscripts import Subscripts, drop_unused
from pto_dialect.language.surface import (
    DTYPES,
    STATIC_CHECKS,
    Buffer,
    DynVar,
    Intrinsic,
    MemRef,
    OutOfScope,
    TensorView,
    TileView,
    UnknownWord,
    dynamic,
)
from pto_dialect.language.values import (
    ColumnTensor,
    Declaration,
    Span,
    TensorValue,
    Undefined,
    WindowValue,
    describe,
    is_integer,
    is_number,
    is_scalar,
    is_sequence,
    is_tile,
    is_value,
    ways_out,
)
from pto_dialect.tile.ops.bitwise import NotOp
from pto_dialect.tile.ops.elementwise import NegOp
from pto_dialect.tile.types import TileType

CONSTRUCTS: Mapping[type[ast.AST], str] = {
    ast.With: "with",
    ast.Try: "try",
    ast.Match: "match",
    ast.FunctionDef: "a function inside of a kernel",
    ast.ClassDef: "a class inside of a kernel",
    ast.Lambda: "lambda",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.Dict: "a dict",
    ast.Set: "a set",
    ast.JoinedStr: "an f-string",
    ast.NamedExpr: "':='",
    ast.Starred: "'*' before a value",
    ast.Break: "break",
    ast.Continue: "continue",
    ast.Delete: "del",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Import: "import inside of a kernel",
    ast.ImportFrom: "import inside of a kernel",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.Await: "await",
    ast.Yield: "yield",
    ast.YieldFrom: "yield from",
    ast.AsyncFor: "async for",
    ast.AsyncWith: "async with",
    ast.Slice: "a slice with ':'",
}
"""What the language does not have, in words."""

_COMPILE_TIME_CALLS: tuple[object, ...] = (
    abs,
    len,
    int,
    float,
    bool,
    round,
    sum,
    divmod,
    pow,
    tuple,
    list,
    TensorView,
    TileView,
    UnknownWord,
    dynamic,
)
"""Functions that may be called with compile-time arguments, beside those of `math`."""

_DTYPE_OF = {element_type(d): d for d in DTYPES.values()}


class SelfNamespace:
    """What `self` stands for: the names of the program's class."""

    def __init__(self, kernel: Kernel):
        scopes = kernel.scopes[:1]
        self.names: Mapping[str, object] = {**kernel.siblings, **(scopes[0] if scopes else {})}
        """The kernels of the class, and what its body had when the method was defined."""


class Expressions:
    """Evaluates the expressions of one function."""

    def __init__(
        self,
        emitter: Emitter,
        scopes: Sequence[Mapping[str, object]],
        call: Callable[[Kernel | FunctionType, ast.Call], object],
        buffers: Buffers,
    ):
        self.emitter = emitter
        self.buffers = buffers
        """The buffers of the kernel."""
        self.variables: dict[str, object] = {}
        """What each variable of the kernel holds here."""
        self.subscripts = Subscripts(emitter, OPS)
        """Parts of tiles and tensors."""
        self._scopes = scopes
        self._call_function = call
        self._outer: dict[str, object] = {}
        self._module_attributes: dict[tuple[str, str], object] = {}
        self._handlers: dict[type[ast.AST], Callable[[ast.expr], object]] = {
            ast.Constant: self._constant,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.List: self._list,
            ast.Tuple: self._list,
            ast.BinOp: self._binary,
            ast.UnaryOp: self._unary,
            ast.Compare: self._compare,
            ast.BoolOp: self._boolean,
            ast.IfExp: self._conditional,
            ast.Subscript: self._subscript,
            ast.Slice: self._span,
        }

    def evaluate(self, node: ast.expr) -> object:
        """
        The value of an expression; builds the operations that compute it.

        Raises:
            CompileError: it has none.
        """
        handler = self._handlers.get(type(node))
        if handler is None:
            self.unsupported(node)
        return handler(node)

    def unsupported(self, node: Node) -> NoReturn:
        """
        Stop at a construct that the language does not have.

        Raises:
            CompileError: always.
        """
        what = CONSTRUCTS.get(type(node), type(node).__name__)
        self.emitter.error(node, f"not supported: {what}")

    # ---- Names ----

    def resolve(self, name: str, node: Node) -> object:
        """
        What a name stands for.

        Raises:
            CompileError: nothing has this name, or not on every path to here.
        """
        value = self.variables.get(name, _MISSING)
        if value is _MISSING:
            return self._resolve_outer(name, node)
        if isinstance(value, Undefined):
            self.emitter.error(
                node,
                f"'{name}' may be undefined here: {value.reason}",
                [self.emitter.note(value.where, f"'{name}' is assigned here")],
            )
        return value

    def _resolve_outer(self, name: str, node: Node) -> object:
        value = self._outer.get(name, _MISSING)
        if value is not _MISSING:
            return value
        for scope in self._scopes:
            if name in scope:
                value = self._outer[name] = _as_python(scope[name])
                return value
        if (extent := self.emitter.tensors.named_extent(name, node)) is not None:
            return extent
        known = [*self.variables, *(n for s in self._scopes[:-1] for n in s)]
        hint = nearest(name, known) or nearest(name, vars(builtins))
        self.emitter.error(node, f"name '{name}' is not defined{hint}")

    def _name(self, node: ast.expr) -> object:
        assert isinstance(node, ast.Name)
        return self._at_run_time(self.resolve(node.id, node), node)

    def _at_run_time(self, value: object, node: Node) -> object:
        if isinstance(value, DynVar):
            extent = self.emitter.tensors.named_extent(value.name, node)
            if extent is None:
                self.emitter.error(
                    node, f"extent '{value.name}' is no dimension of a tensor parameter"
                )
            return extent
        return value

    def _attribute(self, node: ast.expr) -> object:
        assert isinstance(node, ast.Attribute)
        name = node.attr
        if isinstance(node.value, ast.Name):
            key = (node.value.id, name)
            if key in self._module_attributes and node.value.id not in self.variables:
                return self._module_attributes[key]
        base = self.evaluate(node.value)
        if isinstance(base, SelfNamespace):
            if name in base.names:
                return self._at_run_time(_as_python(base.names[name]), node)
            self.emitter.error(node, f"the program has no '{name}' before this kernel")
        if isinstance(base, ColumnTensor):
            value = self._attribute_of_value(base.transposed, name, node)
            return value[::-1] if is_sequence(value) else value
        if is_value(base) or isinstance(base, TensorValue):
            return self._attribute_of_value(base, name, node)
        try:
            value: object = getattr(base, name)
        except UnknownWord as error:
            self.emitter.error(node, str(error))
        except AttributeError:
            if isinstance(base, type):
                self.emitter.error(node, no_attribute(base, ast.unparse(node.value), name))
            self.emitter.error(node, f"{describe(base)} has no attribute '{name}'")
        except Exception as error:
            self.emitter.error(node, f"{type(error).__name__}: {error}")
        value = _as_python(value)
        if isinstance(node.value, ast.Name) and not isinstance(value, DynVar):
            # What a module holds does not change while a kernel is compiled.
            if isinstance(base, ModuleType):
                self._module_attributes[node.value.id, name] = value
            return value
        return self._at_run_time(value, node)

    def _attribute_of_value(self, base: SSAValue | TensorValue, name: str, node: Node) -> object:
        element: Attribute | None = None
        if isinstance(base, TensorValue):
            element = base.type.element_type
            if name == "shape":
                rank = base.type.get_num_dims()
                return tuple(self.emitter.tensors.extent(base, i, node) for i in range(rank))
        elif isinstance(base.type, TileType):
            element = base.type.element_type
            if name == "shape":
                return base.type.extents
        if name == "dtype" and element is not None:
            return _DTYPE_OF[element]
        self.emitter.error(node, f"{describe(base)} has no attribute '{name}'")

    # ---- Constants and lists ----

    def _constant(self, node: ast.expr) -> object:
        assert isinstance(node, ast.Constant)
        return node.value

    def _list(self, node: ast.expr) -> object:
        assert isinstance(node, ast.List | ast.Tuple)
        return tuple([self.evaluate(item) for item in node.elts])

    def _subscript(self, node: ast.expr) -> object:
        assert isinstance(node, ast.Subscript)
        base = self.evaluate(node.value)
        if isinstance(base, Buffer | Declaration):
            self.emitter.error(node, "a slot of a buffer is named in a tile annotation only")
        before = len(self.emitter.ops)
        index = self.evaluate(node.slice)
        if is_tile(base) or isinstance(base, TensorValue | WindowValue):
            return self._of_part(lambda: self.subscripts.read(base, index, node), before)
        if is_value(base):
            self.emitter.error(node, f"not supported: indexing {describe(base)}")
        if isinstance(index, Span):
            index = slice(index.start, index.stop, index.step)
        if is_value(index):
            self.emitter.error(node.slice, f"{describe(base)} has no run-time index")
        return self.python(node, lambda: base[index])  # pyright: ignore

    def _of_part(self, build: Callable[[], object], before: int) -> object:
        """
        Read or write a part of a tile or tensor. The ends of slices only matter at compile time,
        so what computes them, since the position `before`, is removed again.
        """
        ops = self.emitter.ops
        after = len(ops)
        part = build()
        made = ops[after:]
        del ops[after:]
        starts = part.offsets if isinstance(part, WindowValue) else ()
        drop_unused(ops, before, starts)
        ops += made
        return part

    def _span(self, node: ast.expr) -> Span:
        assert isinstance(node, ast.Slice)
        parts = (node.lower, node.upper, node.step)
        return Span(*(None if part is None else self.evaluate(part) for part in parts))

    def python(self, node: Node, compute: Callable[[], object]) -> object:
        """
        Let Python compute something of compile-time values.

        Raises:
            CompileError: Python raises an exception.
        """
        try:
            value = _as_python(compute())
        except Exception as error:
            self.emitter.error(node, f"{type(error).__name__}: {error}")
        if isinstance(value, int) and value.bit_length() > _MAX_BITS:
            self.emitter.error(node, f"an integer of {value.bit_length()} bits is too large")
        return value

    # ---- Operators ----

    def binary(self, kind: type[ast.AST], lhs: object, rhs: object, node: Node) -> object:
        """The value of a binary operator."""
        if not is_value(lhs) and not is_value(rhs):
            for value in (lhs, rhs):
                if isinstance(value, TensorValue):
                    self.emitter.error(
                        node,
                        f"not supported: '{scalars.SYMBOLS[kind]}' of {describe(value)}",
                        ways_out(value),
                    )
            compute = scalars.PYTHON.get(kind)
            if compute is None:
                self.emitter.error(node, f"not supported: '{scalars.SYMBOLS[kind]}'")
            if isinstance(lhs, int) and isinstance(rhs, int):
                bits = scalars.bits_at_most(kind, lhs, rhs)
                if bits > _MAX_BITS:
                    self.emitter.error(node, f"an integer of up to {bits} bits is too large")
            return self.python(node, lambda: compute(lhs, rhs))
        if is_tile(lhs) or is_tile(rhs):
            return tile_operator(self.emitter, kind, lhs, rhs, node)
        return scalars.binary(self.emitter, kind, lhs, rhs, node)

    def _binary(self, node: ast.expr) -> object:
        assert isinstance(node, ast.BinOp)
        lhs, rhs = self.evaluate(node.left), self.evaluate(node.right)
        return self.binary(type(node.op), lhs, rhs, node)

    def _unary(self, node: ast.expr) -> object:
        assert isinstance(node, ast.UnaryOp)
        value, kind = self.evaluate(node.operand), type(node.op)
        if not is_value(value):
            if isinstance(value, TensorValue):
                self.emitter.error(node, f"not supported: an operator on {describe(value)}")
            return self.python(node, lambda: scalars.PYTHON[kind](value))
        if kind is ast.UAdd and value.type != i1:
            return value
        if kind is ast.USub and isinstance(value.type, TileType):
            return self.emitter.tile(NegOp, [value], node)
        if kind is ast.Invert and isinstance(value.type, TileType):
            return self.emitter.tile(NotOp, [value], node)
        if kind is ast.USub and value.type != i1:
            return scalars.negate(self.emitter, value, node)
        if kind is ast.Not and value.type == i1:
            return scalars.invert(self.emitter, value, node)
        self.emitter.error(node, f"not supported: '{scalars.SYMBOLS[kind]}' of {describe(value)}")

    def _compare(self, node: ast.expr) -> object:
        assert isinstance(node, ast.Compare)
        lhs = self.evaluate(node.left)
        result: object = True
        for op, right in zip(node.ops, node.comparators, strict=True):
            rhs, kind = self.evaluate(right), type(op)
            place = node if len(node.ops) == 1 else right
            if kind in (ast.Is, ast.IsNot) and (lhs is None or rhs is None):
                step: object = (lhs is rhs) is (kind is ast.Is)
            elif is_value(lhs) or is_value(rhs):
                for value in (lhs, rhs):
                    if is_value(value) and not is_scalar(value):
                        self.emitter.error(
                            node,
                            f"not supported: comparing {describe(value)}",
                            ["pl.cmp compares tiles, and t[i, j] is an element of one"],
                        )
                step = scalars.compare(self.emitter, kind, lhs, rhs, place)
            else:
                a, b = lhs, rhs
                step = self.python(node, lambda a=a, b=b, k=kind: scalars.PYTHON[k](a, b))
            result = self._both(result, step, node)
            lhs = rhs
        return result

    def _both(self, a: object, b: object, node: Node) -> object:
        """`a and b`, where each is a compile-time value or an i1."""
        if not is_value(a):
            return b if self._truth(a, node) else a
        if not is_value(b):
            return a if self._truth(b, node) else b
        return self.emitter.value(arith.AndIOp(a, b), node)

    def _boolean(self, node: ast.expr) -> object:
        assert isinstance(node, ast.BoolOp)
        is_and = isinstance(node.op, ast.And)
        result = self.evaluate(node.values[0])
        for other in node.values[1:]:
            if not is_value(result):
                if self._truth(result, node) is not is_and:
                    return result
                result = self.evaluate(other)
                continue
            value = self.evaluate(other)
            self._check_boolean(result, node.values[0])
            if is_value(value):
                self._check_boolean(value, other)
                kind = arith.AndIOp if is_and else arith.OrIOp
                place = node if other is node.values[-1] else other
                result = self.emitter.value(kind(result, value), place)
            elif self._truth(value, other) is not is_and:
                result = value
        return result

    def _check_boolean(self, value: SSAValue, node: Node) -> None:
        if value.type != i1:
            self.emitter.error(node, f"a condition is a boolean, not {describe(value)}")

    def condition(self, node: ast.expr) -> bool | SSAValue:
        """
        The value of a condition; of an integer whether it is not zero.

        Raises:
            CompileError: it is neither boolean nor integer.
        """
        value = self.evaluate(node)
        if is_value(value):
            if is_integer(value):
                return scalars.compare(self.emitter, ast.NotEq, value, 0, node)
            self._check_boolean(value, node)
            return value
        if isinstance(value, TensorValue):
            self.emitter.error(node, f"a condition is a boolean, not {describe(value)}")
        return self._truth(value, node)

    def _truth(self, value: object, node: Node) -> bool:
        """Whether Python takes a compile-time value for true."""
        return self.python(node, lambda: bool(value)) is True

    def _conditional(self, node: ast.expr) -> object:
        assert isinstance(node, ast.IfExp)
        test = self.condition(node.test)
        if isinstance(test, bool):
            return self.evaluate(node.body if test else node.orelse)
        yes, no = self.evaluate(node.body), self.evaluate(node.orelse)
        for value, place in ((yes, node.body), (no, node.orelse)):
            if not is_number(value):
                self.emitter.error(
                    place,
                    f"not supported: 'if … else …' of {describe(value)}",
                    ["write an if statement"],
                )
        if not is_value(yes) and not is_value(no):
            yes = self.materialise(yes, node.body)
        lhs, rhs = scalars.unify(self.emitter, yes, no, node, "'if … else …'")
        result = self.emitter.value(arith.SelectOp(test, lhs, rhs), node)
        if lhs in self.emitter.non_negative and rhs in self.emitter.non_negative:
            self.emitter.non_negative.add(result)
        return result

    def materialise(self, value: object, node: Node) -> SSAValue:
        """
        A scalar as a run-time value: integers are index, floats f32.

        Raises:
            CompileError: the value exists at compile time only.
        """
        if is_value(value):
            return value
        if isinstance(value, bool):
            return self.emitter.constant(value, i1, node)
        if isinstance(value, int):
            return self.emitter.constant(value, element_type(DTYPES["INDEX"]), node)
        if isinstance(value, float):
            return self.emitter.constant(value, element_type(DTYPES["FP32"]), node)
        self.emitter.error(node, f"{describe(value)} exists at compile time only")

    # ---- Calls ----

    def _call(self, node: ast.expr) -> object:
        assert isinstance(node, ast.Call)
        if sets_item(node):
            return self._set_item(node)
        function = self.evaluate(node.func)
        if isinstance(function, Intrinsic):
            if function.name in OPS:
                return call_operation(self.emitter, function.name, node, self.evaluate)
            if function.name in STATIC_CHECKS:
                return self._check_statically(function.name, node)
            where = _PLACES.get(function.name, "in a for statement")
            self.emitter.error(node, f"pl.{function.name} stands {where} only")
        if isinstance(function, OutOfScope):
            self.emitter.error(node, str(function))
        if function is Buffer or function is MemRef:
            self.emitter.error(
                node,
                "a buffer is assigned to a variable, or stands in a tile annotation",
            )
        if isinstance(function, Program):
            self.emitter.error(node, f"not supported: calling program '{function.name}'")
        if isinstance(function, Kernel) or (
            isinstance(function, FunctionType) and not _is_compile_time_call(function)
        ):
            return self._call_function(function, node)
        for keyword in node.keywords:
            if keyword.arg is None:
                self.emitter.error(keyword.value, "not supported: ** in a call")
        arguments = [self.evaluate(a) for a in node.args]
        keywords = {k.arg: self.evaluate(k.value) for k in node.keywords if k.arg is not None}
        if (function is min or function is max) and not keywords and len(arguments) > 1:
            numbers: list[SSAValue | int | float] = []
            for value, place in zip(arguments, node.args, strict=True):
                if not is_number(value):
                    word = "pl.minimum" if function is min else "pl.maximum"
                    self.emitter.error(
                        place,
                        f"not supported: '{ast.unparse(node.func)}' of {describe(value)}",
                        [f"{word} is for tiles"],
                    )
                numbers.append(value)
            return scalars.extreme(self.emitter, "min" if function is min else "max", numbers, node)
        if not _is_compile_time_call(function):
            self.emitter.error(node, f"not supported: calling '{ast.unparse(node.func)}'")
        for value in (*arguments, *keywords.values()):
            if is_value(value) or isinstance(value, TensorValue):
                self.emitter.error(
                    node, f"not supported: '{ast.unparse(node.func)}' of {describe(value)}"
                )
        assert callable(function)
        return self.python(node, lambda: function(*arguments, **keywords))

    def _check_statically(self, name: str, node: ast.Call) -> None:
        """
        `pl.static_assert(condition, message)` and `pl.static_print(…)`, which prints to stderr.

        Raises:
            CompileError: the condition is false, or known at run time only.
        """
        if node.keywords or not node.args:
            self.emitter.error(node, f"pl.{name} takes values")
        before = len(self.emitter.ops)
        first, *rest = [self.evaluate(argument) for argument in node.args]
        drop_unused(self.emitter.ops, before, ())
        if name == "static_print":
            words = (v if isinstance(v, str) else describe(v) for v in (first, *rest))
            print(f"{self.emitter.position(node)}: {' '.join(words)}", file=sys.stderr)
        elif is_value(first) or isinstance(first, TensorValue):
            self.emitter.error(
                node.args[0], f"pl.{name} of {describe(first)}, which is known at run time only"
            )
        elif not first:
            message = "".join(f": {v}" for v in rest)
            self.emitter.error(node, f"'{ast.unparse(node.args[0])}' does not hold{message}")

    def _set_item(self, node: ast.Call) -> object:
        """What a variable holds after an assignment to a part of it."""
        target, subscript, source = node.args
        value, base = self.evaluate(source), self.evaluate(target)
        before = len(self.emitter.ops)
        index = self.evaluate(subscript)
        return self._of_part(lambda: self.subscripts.write(base, index, value, node), before)


_MISSING = object()

_PLACES = {
    "yield_": "at the end of a loop body or branch",
    "cond": "at the beginning of a pl.while_ loop",
}
"""Where each word of control flow stands, if not in a for statement."""

_MAX_BITS = 4096
"""Size of the largest integer of compile time; Python refuses to print much larger ones."""


def _as_python(value: object) -> object:
    """A number of numpy as one of Python, anything else as it is."""
    if type(value).__module__ == "numpy" and not getattr(value, "shape", True):
        return value.item()  # pyright: ignore
    return value


def _is_compile_time_call(function: object) -> bool:
    if isinstance(function, BuiltinFunctionType) and function.__module__ == "math":
        return True
    return any(function is known for known in (*_COMPILE_TIME_CALLS, min, max))
