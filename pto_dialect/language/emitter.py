"""
Building operations: where they go, what they are called, and where they come from.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from types import FunctionType as PythonFunction
from typing import NoReturn

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    FileLineColLoc,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float8E8M0FNUType,
    FloatAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    NameLoc,
    Signedness,
    StringAttr,
    bf16,
    f16,
    f32,
    i1,
)
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from pto_dialect.buffer import DeclareOp
from pto_dialect.diagnostics import CompileError, Note, Position, unchecked
from pto_dialect.language.source import Node, SourceFile
from pto_dialect.language.surface import DType
from pto_dialect.language.tensors import Tensors
from pto_dialect.language.values import is_int
from pto_dialect.machine.pipes import Core
from pto_dialect.names import ssa_name
from pto_dialect.tile.ops.base import SimpleTileOp
from pto_dialect.tile.types import TileType

INDEX = IndexType()

ELEMENT_TYPES: Mapping[str, Attribute] = {
    "f32": f32,
    "f16": f16,
    "bf16": bf16,
    "f8E4M3FN": Float8E4M3FNType(),
    "f8E5M2": Float8E5M2Type(),
    "f8E8M0FNU": Float8E8M0FNUType(),
    **{f"i{n}": IntegerType(n) for n in (1, 8, 16, 32, 64)},
    **{f"ui{n}": IntegerType(n, Signedness.UNSIGNED) for n in (8, 16, 32, 64)},
    "index": INDEX,
}
"""The types that `DType.mlir` names."""


def element_type(dtype: DType) -> Attribute:
    """The type of the elements of tiles and tensors of this dtype."""
    return ELEMENT_TYPES[dtype.mlir]


def scalar_type(type_: Attribute) -> Attribute:
    """The type of a scalar of this element type: arithmetic is on signless integers."""
    return IntegerType(type_.bitwidth) if is_int(type_) else type_


_OVERFLOW: Mapping[Attribute, float] = {
    f32: (2 - 2**-24) * 2.0**127,
    f16: 65520.0,
    bf16: (2 - 2**-8) * 2.0**127,
    Float8E4M3FNType(): 464.0,
    Float8E5M2Type(): 61440.0,
}
"""The smallest number that each type of float rounds to infinity."""


def _number_text(value: float) -> str:
    """A number for a message, however long it is."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"an integer of {value.bit_length()} bits"
    return str(value)


@dataclass(frozen=True)
class SaidTile:
    """What an annotation says about a tile."""

    shape: tuple[int, ...]
    """Extents."""
    element: Attribute
    """Element type."""
    valid: Sequence[object] | None
    """Valid extents, `None` if it does not say."""


class Emitter:
    """
    Appends operations to the block that is being built.
    """

    def __init__(self, source: SourceFile, core: Core = Core.VECTOR, split: int = 0):
        self.core = core
        """The core that the function runs on."""
        self.split = split
        """How the function halves tiles that it passes, if a call does not say."""
        self.source = source
        """The file that is compiled."""
        self.ops: list[Operation] = []
        """The block that is being built."""
        self.named: tuple[Node, str, Node] | None = None
        """The expression whose value a variable gets, that variable, and the statement."""
        self.said: tuple[Node, SaidTile] | None = None
        """The expression whose value a variable gets that is annotated as a tile, and how."""
        self.constants: list[Operation] = []
        """Constants, for the head of the entry block."""
        self.dims: list[Operation] = []
        """Extents of tensors, for the head of the entry block."""
        self.declarations: list[Operation] = []
        """Buffers, for the head of the entry block."""
        self.tensors = Tensors(self)
        """Tensors in global memory."""
        self.non_negative: set[SSAValue] = set()
        """Integers that are known not to be negative."""
        self._constant_values: dict[tuple[str, Attribute], SSAValue] = {}
        self._dim_values: dict[object, SSAValue] = {}
        self.calls: list[PythonFunction] = []
        """The kernel and the helpers that are being built, each called by the one before."""
        self._file = StringAttr(source.path)
        self._numbers: dict[int, IntAttr] = {}
        self._names: dict[str, StringAttr] = {}

    def enter(self, source: SourceFile) -> SourceFile:
        """Go on in another file; the one before."""
        before, self.source = self.source, source
        if source is not before:
            self._file = StringAttr(source.path)
        return before

    def said_of(self, node: Node) -> SaidTile | None:
        """What the annotation of the variable says that gets the value of an expression."""
        return self.said[1] if self.said is not None and self.said[0] is node else None

    # ---- Errors and places ----

    def position(self, node: Node) -> Position:
        """Where a piece of syntax begins."""
        return self.source.position(node)

    def error(self, node: Node, message: str, notes: Sequence[Note | str] = ()) -> NoReturn:
        """
        Stop with an error at a piece of syntax.

        Raises:
            CompileError: always.
        """
        raise CompileError(message, self.position(node), notes)

    def note(self, node: Node, message: str) -> Note:
        """A remark that points at a piece of syntax."""
        return Note(message, self.position(node))

    def _number(self, value: int) -> IntAttr:
        number = self._numbers.get(value)
        if number is None:
            number = self._numbers[value] = IntAttr(value)
        return number

    def location(self, node: Node, name: str | None = None) -> LocationAttr:
        """The place of a piece of syntax, with the name of a variable around it."""
        line, column = node.lineno, node.col_offset
        place = unchecked(
            FileLineColLoc,
            filename=self._file,
            line=self._number(line),
            column=self._number(self.source.column(line, column)),
        )
        if name is None:
            return place
        label = self._names.get(name)
        if label is None:
            label = self._names[name] = StringAttr(name)
        return unchecked(NameLoc, desc=label, location=place)

    # ---- Operations ----

    @contextmanager
    def unnamed(self) -> Generator[None]:
        """A stretch whose operations are not what the variable of the expression names."""
        named, self.named = self.named, None
        try:
            yield
        finally:
            self.named = named

    def add(self, op: Operation, node: Node) -> Operation:
        """Append an operation that a piece of syntax stands for."""
        named = self.named
        if named is not None and named[0] is node:
            op.location = self.location(named[2], named[1])
            if op.results:
                hint(op.results[0], named[1])
        else:
            op.location = self.location(node)
        self.ops.append(op)
        return op

    def add_inner(self, op: Operation, node: Node) -> SSAValue:
        """Append an operation that computes a part of what a piece of syntax stands for."""
        op.location = self.location(node)
        self.ops.append(op)
        return op.results[0]

    def value(self, op: Operation, node: Node) -> SSAValue:
        """Append an operation and take its result."""
        return self.add(op, node).results[0]

    def tile(
        self,
        kind: type[SimpleTileOp],
        operands: Sequence[SSAValue],
        node: Node,
        properties: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        """
        Append a tile operation whose result type follows from its operands.

        Raises:
            CompileError: the operands do not go together.
        """
        properties = properties or {}
        try:
            results = kind.results_of([v.type for v in operands], properties)
        except VerifyException as error:
            self.error(node, str(error))
        return self.value(
            kind.create(operands=operands, result_types=results, properties=properties), node
        )

    # ---- Values at the head of the function ----

    def constant(self, value: float, type_: Attribute, node: Node) -> SSAValue:
        """
        The constant of a type; one operation for each value and type, in order of first use.

        Raises:
            CompileError: the type cannot hold the value.
        """
        value = int(value) if isinstance(value, bool) else value
        key = (repr(value), type_)
        known = self._constant_values.get(key)
        if known is not None:
            return known
        attribute, hint = self._constant_attribute(value, type_, node)
        op = arith.ConstantOp.create(result_types=[type_], properties={"value": attribute})
        op.location = self.location(node)
        result = op.results[0]
        result.name_hint = hint
        self.constants.append(op)
        self._constant_values[key] = result
        if value >= 0:
            self.non_negative.add(result)
        return result

    def _constant_attribute(
        self, value: float, type_: Attribute, node: Node
    ) -> tuple[Attribute, str]:
        if isa(type_, AnyFloat):
            if _OVERFLOW.get(type_, inf) <= abs(value) != inf:
                self.error(node, f"{_number_text(value)} does not fit into {type_}")
            return FloatAttr(float(value), type_), "cst"
        if not isa(type_, IntegerType | IndexType):
            self.error(node, f"there are no constants of type {type_}")
        if isinstance(value, float):
            self.error(node, f"{value} is no value of the integer type {type_}")
        number = int(value)
        text = f"c{number}" if number >= 0 else f"cm{-number}"
        bits = 64 if isinstance(type_, IndexType) else type_.bitwidth
        lowest = 0 if bits == 1 else -(1 << (bits - 1))
        if not lowest <= number < 1 << (63 if isinstance(type_, IndexType) else bits):
            self.error(node, f"{_number_text(number)} does not fit into {type_}")
        if isinstance(type_, IndexType):
            return IntegerAttr(number, type_), text
        if type_ == i1:
            return IntegerAttr(number, type_), "true" if number else "false"
        return IntegerAttr(number, type_), f"{text}_{type_}"

    def dim(self, tensor: SSAValue, index: int, key: object, node: Node) -> SSAValue:
        """The run-time extent of a tensor's dimension; equal keys are equal extents."""
        known = self._dim_values.get(key)
        if known is not None:
            return known
        from xdsl.dialects.memref import DimOp  # as costly to import as half of the rest

        op = DimOp(tensor, self.constant(index, INDEX, node))
        op.location = self.location(node)
        if isinstance(key, str):
            hint(op.results[0], key)
        self.dims.append(op)
        self._dim_values[key] = op.results[0]
        self.non_negative.add(op.results[0])
        return op.results[0]

    def declare(self, label: str, slots: int, node: Node) -> SSAValue:
        """Declare a buffer."""
        op = DeclareOp(label, slots)
        op.location = self.location(node, label)
        hint(op.results[0], label)
        self.declarations.append(op)
        return op.results[0]


def hint(value: SSAValue, name: str) -> None:
    """Suggest a name for a value in printed IR."""
    value.name_hint = ssa_name(name)


def retype(value: SSAValue, type_: TileType) -> SSAValue:
    """Give the fresh result of an operation another type; the new value takes its place."""
    assert isinstance(value, OpResult)
    op = value.op
    new = OpResult(type_, op, value.index)
    new.name_hint = value.name_hint
    op.results = type(op.results)((*op.results[: value.index], new, *op.results[value.index + 1 :]))
    return new
