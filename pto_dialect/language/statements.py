"""
Statements: the body of a kernel, one after the other.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType as PythonFunction
from typing import NoReturn

from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from pto_dialect.buffer import BindOp
from pto_dialect.diagnostics import CompileError
from pto_dialect.language.annotations import (
    Annotations,
    ScalarAnnotation,
    TensorAnnotation,
    TileAnnotation,
)
from pto_dialect.language.branches import build_branch
from pto_dialect.language.buffers import Buffers
from pto_dialect.language.emitter import INDEX, Emitter, element_type, hint, retype, scalar_type
from pto_dialect.language.expressions import Expressions, SelfNamespace
from pto_dialect.language.in_place import sets_item
from pto_dialect.language.inlining import inline, scopes_of
from pto_dialect.language.kernel import Kernel
from pto_dialect.language.liveness import Flow, analyse, yield_of
from pto_dialect.language.loops import build_loop
from pto_dialect.language.scalars import convert
from pto_dialect.language.source import Node
from pto_dialect.language.surface import Buffer, MemRef
from pto_dialect.language.values import (
    ColumnTensor,
    PeerBuffer,
    ReservedBuffer,
    TensorValue,
    WindowValue,
    describe,
    is_sequence,
    is_tile,
)
from pto_dialect.language.while_loops import build_while
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.ops.memory import LoadOp, window_extents
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import DYNAMIC, ExtentsAttr, TileType


class Statements:
    """Builds the statements of one function."""

    def __init__(
        self,
        emitter: Emitter,
        scopes: Sequence[Mapping[str, object]],
        buffers: Buffers | None = None,
    ):
        self.emitter = emitter
        """Where operations go."""
        self.expressions = Expressions(
            emitter, scopes, self._call, Buffers(emitter) if buffers is None else buffers
        )
        """The values of expressions."""
        self.annotations = Annotations(self.expressions)
        """The meaning of annotations."""
        self.variables = self.expressions.variables
        """What each variable holds here."""
        self.flows: dict[ast.stmt, Flow] = {}
        """Which variables each loop and branch reassigns."""
        self.spaces: list[tuple[SSAValue, Space]] = []
        """Spaces that an annotation names after the tile was made."""
        self.mixed_spaces = False
        """Whether control flow passes on tiles of which only some have a space."""
        self._handlers: dict[type[ast.stmt], Callable[[ast.stmt], None]] = {
            ast.Assign: self._assign,
            ast.AnnAssign: self._annotated,
            ast.AugAssign: self._augmented,
            ast.Expr: self._expression,
            ast.For: self._for,
            ast.If: self._if,
            ast.While: self._while,
            ast.Pass: lambda stmt: None,
            ast.Return: self._return,
        }

    def build(self, body: Sequence[ast.stmt], whole: Sequence[ast.stmt]) -> None:
        """
        Build a body, which is `whole` without what is left to the caller.

        Raises:
            CompileError: a statement has an error.
        """
        self.flows = analyse(whole)
        self.block(body)

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Build statements."""
        for stmt in body:
            handler = self._handlers.get(type(stmt))
            if handler is None:
                self.expressions.unsupported(stmt)
            try:
                handler(stmt)
            except RecursionError:
                self.emitter.error(stmt, "this statement nests too deeply")
            except VerifyException as error:
                self.emitter.error(stmt, str(error))
            except CompileError as error:
                if error.position is not None:
                    raise
                self.emitter.error(stmt, error.message, error.notes)

    def _call(self, function: Kernel | PythonFunction, node: ast.Call) -> object:
        """Build what a function does where it is called, with variables of its own."""
        inner = Statements(self.emitter, scopes_of(function), self.expressions.buffers)
        if isinstance(function, Kernel):
            inner.variables["self"] = SelfNamespace(function)
        elif "self" in self.variables:
            inner.variables["self"] = self.variables["self"]
        inner.spaces = self.spaces
        result = inline(self, function, node, inner)
        self.mixed_spaces = self.mixed_spaces or inner.mixed_spaces
        return result

    # ---- What loops and branches share ----

    def check_count(self, names: int, values: int, node: Node) -> None:
        """
        Check that there is a value for each variable.

        Raises:
            CompileError: there are more or fewer.
        """
        if names != values:
            self.emitter.error(node, f"{names} variables for {values} values")

    def target_names(self, target: ast.expr) -> list[ast.Name]:
        """
        The variables that an assignment target consists of.

        Raises:
            CompileError: it is no variable or tuple of variables.
        """
        if isinstance(target, ast.Name):
            return [target]
        if isinstance(target, ast.Tuple | ast.List):
            names: list[ast.Name] = []
            for item in target.elts:
                if not isinstance(item, ast.Name):
                    self.emitter.error(item, "not supported: this target of an assignment")
                names.append(item)
            return names
        what = "an attribute" if isinstance(target, ast.Attribute) else "an element"
        self.emitter.error(target, f"not supported: assigning to {what}")

    def yield_targets(self, stmt: ast.stmt, call: ast.Call) -> list[ast.Name]:
        """
        The variables that get what a `pl.yield_` yields.

        Raises:
            CompileError: it cannot yield to them.
        """
        if call.keywords:
            self.emitter.error(call, "pl.yield_ takes values only")
        match stmt:
            case ast.Assign(targets=[target]):
                names = self.target_names(target)
            case ast.AnnAssign(target=ast.Name() as target, annotation=annotation):
                self._check_yield_annotation(target, annotation, stmt)
                names = [target]
            case ast.Expr():
                return []
            case _:
                self.emitter.error(stmt, "not supported: this target of pl.yield_")
        self.check_count(len(names), len(call.args), stmt)
        return names

    def _check_yield_annotation(self, target: ast.Name, annotation: ast.expr, stmt: Node) -> None:
        read = self.annotations.read(annotation)
        if isinstance(read, TileAnnotation) and read.buffer is not None:
            self.emitter.error(
                stmt,
                f"'{target.id}' cannot be put into buffer '{read.buffer.variable}': it lives in "
                "the allocation of the tile that is yielded",
                ["bind that tile"],
            )

    def misplaced_yield(self, node: Node) -> NoReturn:
        """
        Stop at a `pl.yield_` where there is nothing to yield to.

        Raises:
            CompileError: always.
        """
        self.emitter.error(
            node, "pl.yield_ stands at the end of a loop body or of both arms of a branch"
        )

    def same_tile(self, a: TileType, b: Attribute) -> bool:
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
        self.mixed_spaces = True
        return True

    def name_argument(self, argument: BlockArgument, name: str, node: Node) -> None:
        """Give a block argument the name and place of a variable."""
        hint(argument, name)
        argument.location = self.emitter.location(node, name)

    # ---- Assignments ----

    def _for(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.For)
        build_loop(self, stmt)

    def _if(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.If)
        build_branch(self, stmt)

    def _while(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.While)
        build_while(self, stmt)

    def _return(self, stmt: ast.stmt) -> None:
        self.emitter.error(stmt, "not supported: return before the end of the kernel")

    def _named(self, node: ast.expr, name: str, place: Node) -> object:
        """The value of an expression that a variable gets."""
        emitter = self.emitter
        if isinstance(node, ast.Call) and not sets_item(node):
            if _is_yield(node):
                self.misplaced_yield(node)
            function = self.expressions.evaluate(node.func)
            if function is Buffer or function is MemRef:
                cls = MemRef if function is MemRef else Buffer
                return self.expressions.buffers.local(node, cls, name)
        emitter.named = (node, name, place)
        value = self.expressions.evaluate(node)
        emitter.named = None
        return value

    def _assign(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.Assign)
        target = stmt.targets[0]
        if isinstance(target, ast.Name):
            value = self._named(stmt.value, target.id, target)
            for other in stmt.targets:
                if not isinstance(other, ast.Name):
                    self.emitter.error(other, "not supported: this target of an assignment")
                self.variables[other.id] = value
            return
        if len(stmt.targets) > 1:
            self.emitter.error(target, "not supported: several targets in one assignment")
        names = self.target_names(target)
        if isinstance(stmt.value, ast.Tuple | ast.List):
            self.check_count(len(names), len(stmt.value.elts), stmt)
            values: Sequence[object] = [
                self._named(node, name.id, name)
                for node, name in zip(stmt.value.elts, names, strict=True)
            ]
        else:
            if _is_yield(stmt.value):
                self.misplaced_yield(stmt.value)
            value = self.expressions.evaluate(stmt.value)
            if not is_sequence(value):
                self.emitter.error(stmt.value, f"{describe(value)} is not several values")
            self.check_count(len(names), len(value), stmt)
            values = value
        for name, value in zip(names, values, strict=True):
            self.variables[name.id] = value

    def _augmented(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.AugAssign)
        (target,) = self.target_names(stmt.target)
        old = self.expressions.resolve(target.id, target)
        new = self.expressions.evaluate(stmt.value)
        emitter = self.emitter
        emitter.named = (stmt, target.id, target)
        self.variables[target.id] = self.expressions.binary(type(stmt.op), old, new, stmt)
        emitter.named = None

    def _expression(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.Expr)
        if isinstance(stmt.value, ast.Constant):
            return
        if _is_yield(stmt.value):
            self.misplaced_yield(stmt.value)
        tensors = self.emitter.tensors
        tensors.statement = stmt.value
        self.expressions.evaluate(stmt.value)
        tensors.statement = None

    # ---- Annotated assignments ----

    def _annotated(self, stmt: ast.stmt) -> None:
        assert isinstance(stmt, ast.AnnAssign)
        target = stmt.target
        if not isinstance(target, ast.Name):
            self.target_names(target)
            return
        if stmt.value is None:
            self.emitter.error(stmt, "not supported: an annotation without a value")
        annotation = self.annotations.read(stmt.annotation)
        name = target.id
        if not isinstance(annotation, TileAnnotation):
            value = self._named(stmt.value, name, target)
            self.variables[name] = self.as_annotated(annotation, value, name, stmt)
            return
        binding = self._binding(annotation, stmt)
        before = len(self.emitter.ops)
        self.emitter.said = (stmt.value, self.annotations.said(annotation))
        value = _in_two_dimensions(self._named(stmt.value, name, target), annotation)
        tile = self._in_space(annotation, value, name, stmt.annotation)
        if binding is not None:
            label, memory, slot = binding
            if tile.owner not in self.emitter.ops[before:]:
                self._reject_alias(name, label, stmt.value, stmt)
            bind = BindOp(tile, memory, slot)
            bind.location = self.emitter.location(target, name)
            self.emitter.ops.append(bind)
        self.variables[name] = tile

    def _binding(
        self, annotation: TileAnnotation, stmt: ast.AnnAssign
    ) -> tuple[str, SSAValue, SSAValue | None] | None:
        """
        Name, buffer and slot that a tile is to be bound to. The index of the slot is computed
        here, before the tile.
        """
        if annotation.buffer is None:
            return None
        resolved = self.expressions.buffers.resolve(annotation.buffer, stmt.annotation)
        if resolved is None:
            return None
        declaration, slot = resolved
        if annotation.space is None:
            self.emitter.error(
                stmt.annotation,
                f"a tile in buffer '{declaration.label}' needs an explicit memory space in its "
                "annotation",
                ["for example pl.Mem.Vec"],
            )
        return declaration.label, declaration.value, slot

    def _reject_alias(self, name: str, label: str, source: ast.expr, stmt: Node) -> NoReturn:
        text = ast.unparse(source)
        self.emitter.error(
            stmt,
            f"'{name}' cannot be put into buffer '{label}': it is another name of tile '{text}', "
            "no operation makes a new one",
            [f"bind '{text}' where it is made, or copy it with pl.move"],
        )

    def _in_space(
        self, annotation: TileAnnotation, value: object, name: str, node: Node
    ) -> SSAValue:
        """
        A tile as its annotation says it is, in the space that it names.

        Raises:
            CompileError: it is not.
        """
        tile = self.annotations.check_tile(annotation, value, name, node)
        space = annotation.space
        if space is None or tile.type.memory_space is not None:
            return tile
        owner = tile.owner
        if tile.first_use is None and isinstance(owner, Operation) and storage_facts(owner).creates:
            return retype(tile, tile.type.with_space(space))
        self.spaces.append((tile, space))
        return tile

    def as_annotated(
        self,
        annotation: TensorAnnotation | ScalarAnnotation | None,
        value: object,
        name: str,
        stmt: ast.AnnAssign | ast.arg,
    ) -> object:
        """
        A tensor or scalar as the annotation of its variable or parameter says it is.

        Raises:
            CompileError: it is not.
        """
        node = stmt.annotation or stmt
        if isinstance(value, ReservedBuffer | PeerBuffer):
            return value  # An address, which only the assembler knows.
        if isinstance(annotation, TensorAnnotation):
            if annotation.by_column and isinstance(value, ColumnTensor):
                return value
            if annotation.by_column:
                self.emitter.error(
                    node,
                    f"'{name}' is annotated as a tensor stored column by column (pl.DN), but it is "
                    f"{describe(value)}",
                )
            if not isinstance(value, TensorValue | WindowValue):
                self.emitter.error(
                    node, f"'{name}' is annotated as a tensor, but it is {describe(value)}"
                )
            if annotation.buffer is not None:
                self.emitter.error(
                    node,
                    f"tensor '{name}' lives in global memory, it cannot be put into buffer "
                    f"'{annotation.buffer.variable}'",
                )
            self.annotations.check_tensor(annotation, value, name, node)
        if isinstance(annotation, ScalarAnnotation):
            type_ = scalar_type(element_type(annotation.dtype))
            if type_ == INDEX and type(value) is int:
                return value
            return convert(self.emitter, value, type_, stmt, f"'{name}'")
        return value


def _in_two_dimensions(value: object, annotation: TileAnnotation) -> object:
    """
    What a load of more dimensions gives whose variable is annotated with two: the tile with its
    leading ones merged, as printed programs have it.
    """
    if not is_tile(value) or len(value.type.extents) <= 2 or value.first_use is not None:
        return value
    load, type_ = value.owner, value.type.flattened
    if not isinstance(load, LoadOp) or annotation.shape != type_.extents:
        return value
    leading = [extent for extent in value.type.valid_extents[:-1] if extent != 1]
    if DYNAMIC in leading and len(leading) > 1:
        return value
    load.properties["window"] = load.window or ExtentsAttr(
        window_extents(value.type, None, len(load.offsets))
    )
    return retype(value, type_)


def _is_yield(node: ast.expr) -> bool:
    """Whether an expression is a call of `pl.yield_`."""
    return isinstance(node, ast.Call) and yield_of(ast.Expr(node)) is not None
