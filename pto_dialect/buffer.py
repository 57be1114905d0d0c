"""
The `buffer` dialect: the memory that an author asks for.

    %ping = buffer.declare "ping" : !buffer.buffer
    %l0c = buffer.declare "l0c" : !buffer.buffer<2>
    buffer.bind %t0 to %ping : !tile.tile<vec, 64x64xf32>, !buffer.buffer
    buffer.bind %acc to %l0c[%k] : !tile.tile<acc, 16x128xf32>, !buffer.buffer<2>

A buffer is one allocation of the author's own; its size, space and address are derived. A
binding is an operation that uses the tile, so it moves, is cloned and is renamed like every
other use. Only `init-memref` consumes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_attr_definition,
    irdl_op_definition,
    param_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import display_name
from pto_dialect.tile.placement import PlacementOp
from pto_dialect.tile.traits import AllocatesResult


@irdl_attr_definition
class BufferType(ParametrizedAttribute, TypeAttribute):
    """
    An author's buffer: `!buffer.buffer`, or `!buffer.buffer<N>` for N equal slots.
    """

    name = "buffer.buffer"

    slots: IntAttr = param_def()

    def __init__(self, slots: int | IntAttr = 1):
        super().__init__(IntAttr(slots) if isinstance(slots, int) else slots)

    def verify(self) -> None:
        if self.slots.data < 1:
            raise VerifyException(f"a buffer has at least one slot, not {self.slots.data}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        if parser.parse_optional_punctuation("<") is None:
            return (IntAttr(1),)
        slots = parser.parse_integer(allow_boolean=False)
        parser.parse_punctuation(">")
        return (IntAttr(slots),)

    def print_parameters(self, printer: Printer) -> None:
        if self.slots.data != 1:
            printer.print_string(f"<{self.slots.data}>")


@irdl_op_definition
class DeclareOp(IRDLOperation):
    """
    Ask for a buffer. The name is a label for messages and reports, the identity is the SSA
    value. Stands in the entry block of its function.
    """

    name = "buffer.declare"

    label = prop_def(StringAttr)
    buffer = result_def(base(BufferType))

    traits = traits_def(AllocatesResult())

    assembly_format = "$label attr-dict `:` type($buffer)"

    def __init__(self, label: str, slots: int = 1):
        super().__init__(properties={"label": StringAttr(label)}, result_types=[BufferType(slots)])

    def verify_(self) -> None:
        function = self.parent_op()
        if isinstance(function, FuncOp) and self.parent is not function.body.first_block:
            raise VerifyException(
                f"buffer '{self.label.data}' has to be declared in the entry block of its function"
            )
        if function is not None and not isinstance(function, FuncOp):
            raise VerifyException(
                f"buffer '{self.label.data}' has to be declared in the entry block of its "
                f"function, not inside of {function.name}"
            )


@irdl_op_definition
class BindOp(PlacementOp):
    """
    Put a tile into a buffer, or into one of its slots.

        buffer.bind %acc to %l0c[%k] : !tile.tile<acc, 16x128xf32>, !buffer.buffer<2>
    """

    name = "buffer.bind"

    KEYWORD: ClassVar[str] = "to"

    @property
    def buffer_name(self) -> str:
        """The author's name of the buffer."""
        owner = self.memory.owner
        return owner.label.data if isinstance(owner, DeclareOp) else display_name(self.memory)

    @property
    def label(self) -> str:
        return f"buffer '{self.buffer_name}'"

    @property
    def slot_count(self) -> int:
        assert isinstance(self.memory.type, BufferType)
        return self.memory.type.slots.data

    def verify_(self) -> None:
        if not isinstance(self.memory.type, BufferType):
            raise VerifyException(f"a tile is bound to a buffer, not to {self.memory.type}")
        if not isinstance(self.memory.owner, DeclareOp):
            raise VerifyException(
                f"tile '{display_name(self.tile)}' is bound to {self.label}, which is not the "
                "result of a buffer.declare in this function"
            )
        super().verify_()


Buffer = Dialect("buffer", [DeclareOp, BindOp], [BufferType])
