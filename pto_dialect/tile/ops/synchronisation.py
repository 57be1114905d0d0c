"""
Waiting: for the pipes of a core, and for other cores. The assembler orders what touches one piece
of memory by itself; these are for what it cannot see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import MemRefType, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.spaces import Space
from pto_dialect.tile.ops.base import TileOp
from pto_dialect.tile.types import TileType

WAITED_FOR = ("all", "V", "M", "MTE1", "MTE2", "MTE3", "FIX")
"""What a barrier can wait for: every pipe of the core, or one."""
SYNC_MODES = ("hard", "soft")
"""How cores meet: by a hardware signal, or through a workspace in memory."""
CORE_TYPES = ("aiv_only", "aic_only", "mix")
"""Which cores meet."""
WORKSPACES = ("gm", "vec", "mat", "cores")
"""What cores that meet may be given, in order: a tensor, tiles, and how many they are."""


def _check_word(op: Operation, what: str, word: str, known: Sequence[str]) -> None:
    if word not in known:
        raise VerifyException(f"{what} of {op.name} is one of {', '.join(known)}, not '{word}'")


class SyncOp(TileOp):
    """An operation that nothing passes."""

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())


@irdl_op_definition
class BarrierOp(SyncOp):
    """
    Wait until a pipe of this core, or `all` of them, have done what they were given.

        tile.barrier "all"
    """

    name = "tile.barrier"

    HIDDEN_PROPERTIES: ClassVar = ("pipe",)

    pipe = prop_def(StringAttr)

    def __init__(self, pipe: str):
        Operation.__init__(self, properties={"pipe": StringAttr(pipe)})

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        pipe = StringAttr(parser.parse_str_literal())
        attributes = parser.parse_optional_attr_dict()
        return cls.create(properties={"pipe": pipe}, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_string_literal(self.pipe.data)
        self.print_attributes(printer)

    def verify_(self) -> None:
        _check_word(self, "pipe", self.pipe.data, WAITED_FOR)


@irdl_op_definition
class SyncAllOp(SyncOp):
    """
    Wait until the cores of a type have come here in every block.

    Mode `soft` needs a tensor as workspace, and may have tiles in `vec` and `mat` and the number of
    cores behind it.

        tile.sync_all() {core_type = "mix", mode = "hard"}
        tile.sync_all(%ws, %t, %n : memref<64xi32>, !tile.tile<vec, 1x64xi32>, i32)
            {core_type = "aiv_only", mode = "soft"}
    """

    name = "tile.sync_all"

    mode = prop_def(StringAttr)
    core_type = prop_def(StringAttr)
    workspaces = var_operand_def()

    def __init__(self, mode: str, core_type: str, workspaces: Sequence[SSAValue] = ()):
        properties: dict[str, Attribute] = {
            "mode": StringAttr(mode),
            "core_type": StringAttr(core_type),
        }
        Operation.__init__(self, operands=workspaces, properties=properties)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        parser.parse_punctuation("(")
        operands = list[SSAValue]()
        if (first := parser.parse_optional_unresolved_operand()) is not None:
            names = [first]
            while parser.parse_optional_punctuation(",") is not None:
                names.append(parser.parse_unresolved_operand())
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            operands += parser.resolve_operands(names, types, position)
        parser.parse_punctuation(")")
        properties, attributes = cls.split_attributes(parser.parse_optional_attr_dict())
        return cls.create(operands=operands, properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string("(")
        if self.operands:
            printer.print_list(self.operands, printer.print_ssa_value)
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)
        printer.print_string(")")
        self.print_attributes(printer)

    def verify_(self) -> None:
        _check_word(self, "mode", self.mode.data, SYNC_MODES)
        _check_word(self, "core_type", self.core_type.data, CORE_TYPES)
        if self.mode.data == "hard":
            if self.operands:
                raise VerifyException(f"{self.name} of mode hard has no workspace")
            return
        kinds = [workspace_kind(value.type) for value in self.operands]
        if kinds[:1] != ["gm"] or kinds != [k for k in WORKSPACES if k in kinds]:
            raise VerifyException(
                f"{self.name} of mode soft has a tensor as workspace, then tiles in vec and mat "
                "and the number of cores"
            )


def workspace_kind(type_: Attribute) -> str:
    """Which of `WORKSPACES` an operand is, by its type."""
    match type_:
        case MemRefType():
            return "gm"
        case TileType():
            return "mat" if type_.memory_space is Space.MAT else "vec"
        case _:
            return "cores"
