"""
Buffers as a kernel declares and names them.

A buffer is an object; its name is a label in a namespace of its own. Each object that tile
annotations name becomes one `buffer.declare`.
"""

from __future__ import annotations

import ast

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from pto_dialect.language.emitter import INDEX, Emitter
from pto_dialect.language.scalars import convert
from pto_dialect.language.source import Node
from pto_dialect.language.surface import Buffer, MemRef, buffer_problem
from pto_dialect.language.values import BufferUse, Declaration, is_constant
from pto_dialect.tile.ops.constants import constant_value


class Buffers:
    """The buffers of a function."""

    def __init__(self, emitter: Emitter):
        self._emitter = emitter
        self._by_object: dict[int, Declaration] = {}
        self._objects: list[Buffer] = []
        self._by_label: dict[str, tuple[Declaration, str]] = {}
        self._inline: dict[str, Declaration] = {}

    def parse(self, node: ast.Call, cls: type[Buffer]) -> tuple[str | None, int] | None:
        """
        Name and number of slots that a call of `pl.Buffer` or `pl.MemRef` gives, `None` for
        the three-argument form of a resolved `MemRef`.

        Raises:
            CompileError: they are not literals, or wrong.
        """
        emitter = self._emitter
        word = f"pl.{cls.__name__}"
        if (
            cls is MemRef
            and len(node.args) + sum(k.arg not in ("name", "slots") for k in node.keywords) > 1
        ):
            return None
        places: dict[str, ast.expr] = {}
        if len(node.args) > 1:
            emitter.error(node, f"{word} takes a name and slots=")
        if node.args:
            places["name"] = node.args[0]
        for keyword in node.keywords:
            if keyword.arg not in ("name", "slots") or keyword.arg in places:
                emitter.error(keyword, f"{word} takes a name and slots=, not '{keyword.arg}'")
            places[keyword.arg] = keyword.value
        name, slots = None, 1
        if (place := places.get("name")) is not None:
            if not isinstance(place, ast.Constant) or not isinstance(place.value, str):
                emitter.error(place, "the name of a buffer is a string literal")
            name = place.value
        if (place := places.get("slots")) is not None:
            literal = _integer_literal(place)
            if literal is None:
                emitter.error(place, "the number of slots of a buffer is an integer literal")
            slots = literal
        problem = buffer_problem(name, slots)
        if problem is not None:
            emitter.error(node, problem)
        return name, slots

    def local(self, node: ast.Call, cls: type[Buffer], variable: str) -> Declaration | Buffer:
        """The buffer of an assignment `variable = pl.Buffer(...)`."""
        parsed = self.parse(node, cls)
        if parsed is None:
            return MemRef(None, 0, 0)
        name, slots = parsed
        return self._declare(name or variable, slots, variable, node)

    def inline(self, node: ast.Call, cls: type[Buffer]) -> Declaration | Buffer:
        """
        The buffer of a call inside of an annotation. Equal names mean one buffer.

        Raises:
            CompileError: it has no name, or the number of slots differs from an earlier one.
        """
        parsed = self.parse(node, cls)
        if parsed is None:
            return MemRef(None, 0, 0)
        name, slots = parsed
        if name is None:
            self._emitter.error(
                node,
                "a buffer inside of an annotation needs a name, a string literal",
                ["or assign it to a variable and name that"],
            )
        known = self._inline.get(name)
        if known is None:
            known = self._inline[name] = self._declare(name, slots, None, node)
        elif known.slots != slots:
            self._emitter.error(
                node,
                f"annotations disagree on how many slots buffer '{name}' has: {known.slots} and "
                f"{slots}",
            )
        return known

    def _declare(self, label: str, slots: int, variable: str | None, node: Node) -> Declaration:
        known = self._by_label.get(label)
        here = variable or f'pl.Buffer("{label}")'
        if known is not None:
            self._emitter.error(
                node,
                f"buffers '{known[1]}' and '{here}' are two, but both resolve to the name "
                f"'{label}'",
            )
        value = self._emitter.declare(label, slots, node)
        declaration = Declaration(label, slots, value, None)
        self._by_label[label] = (declaration, here)
        return declaration

    def resolve(self, use: BufferUse, node: Node) -> tuple[Declaration, SSAValue | None] | None:
        """
        The declaration that an annotation names, and the index of the slot; `None` for a
        resolved `MemRef`, which says nothing.

        Raises:
            CompileError: the buffer is used by two names, or has no such slot.
        """
        declaration = use.buffer
        if isinstance(declaration, Buffer):
            if not declaration.declares:
                return None
            declaration = self._from_object(declaration, use.variable, node)
        if declaration.label not in self._inline:
            if declaration.variable is None:
                declaration.variable = use.variable
            elif declaration.variable != use.variable:
                self._emitter.error(
                    node,
                    f"buffer '{use.variable}' is also referenced as '{declaration.variable}'",
                    ["use one name for one buffer"],
                )
        return declaration, self._slot(declaration, use.slot, node)

    def _from_object(self, buffer: Buffer, variable: str, node: Node) -> Declaration:
        known = self._by_object.get(id(buffer))
        if known is None:
            if buffer.name is None and not variable.replace(".", "_").isidentifier():
                self._emitter.error(
                    node, f"'{variable}' has no name: give the buffer one, a string literal"
                )
            label = buffer.name or variable.rpartition(".")[2]
            known = self._declare(label, buffer.slots, variable, node)
            self._by_object[id(buffer)] = known
            self._objects.append(buffer)  # keeps the id unique
        return known

    def _slot(self, buffer: Declaration, slot: object, node: Node) -> SSAValue | None:
        emitter = self._emitter
        if slot is None:
            return None
        if buffer.slots == 1:
            emitter.error(
                node,
                f"buffer '{buffer.label}' has a single slot, it takes no index",
                ["declare it with slots=N"],
            )
        if is_constant(slot):
            if not 0 <= slot < buffer.slots:
                emitter.error(
                    node,
                    f"slot {slot} of buffer '{buffer.label}' is out of range, it has "
                    f"{buffer.slots} slots",
                )
            return emitter.constant(slot, INDEX, node)
        index = convert(emitter, slot, INDEX, node, "the slot of a buffer")
        if isinstance(index.owner, arith.RemUIOp):
            largest = (constant_value(index.owner.rhs) or 1) - 1
            if largest >= buffer.slots:
                emitter.error(
                    node,
                    f"slot {largest} of buffer '{buffer.label}' is out of range, it has "
                    f"{buffer.slots} slots",
                    [f"write the index % {buffer.slots}"],
                )
        return index


def _integer_literal(node: ast.expr) -> int | None:
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        sign, node = -1, node.operand
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return sign * node.value
    return None
