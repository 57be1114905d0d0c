"""
What `buffer.bind` and `mem.place` share: they tie a tile to a piece of memory.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NoReturn, Self

from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.irdl import AnyAttr, IRDLOperation, base, operand_def, opt_operand_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.tile.ops.base import INDEX
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.traits import PLACING_OPS, NoStorage, storage_facts
from pto_dialect.tile.types import TileType


class PlacementOp(IRDLOperation, ABC):
    """
    Put a tile into a piece of memory, or into one of its slots. Holds from this operation on.

    It follows the operation that makes the tile, in the same block, with only placements and
    constants between. That operation creates storage, and the slot index is computed before it.
    """

    KEYWORD: ClassVar[str]
    """The word between the tile and the memory."""

    tile = operand_def(base(TileType))
    memory = operand_def(AnyAttr())
    slot = opt_operand_def(IndexType)

    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self,
        tile: SSAValue | Operation,
        memory: SSAValue | Operation,
        slot: SSAValue | Operation | None = None,
    ):
        operands = (SSAValue.get(tile), SSAValue.get(memory))
        given = () if slot is None else (SSAValue.get(slot),)
        Operation.__init__(self, operands=operands + given)

    @property
    @abstractmethod
    def label(self) -> str:
        """The name of the memory for messages, e.g. `buffer 'ping'`."""

    @property
    @abstractmethod
    def slot_count(self) -> int:
        """How many slots the memory has."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        tile = parser.parse_unresolved_operand()
        parser.parse_keyword(cls.KEYWORD)
        memory = parser.parse_unresolved_operand()
        slot: SSAValue | None = None
        if parser.parse_optional_punctuation("[") is not None:
            slot = parser.resolve_operand(parser.parse_unresolved_operand(), INDEX)
            parser.parse_punctuation("]")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        tile_type = parser.parse_type()
        parser.parse_punctuation(",")
        memory_type = parser.parse_type()
        op = cls(
            parser.resolve_operand(tile, tile_type),
            parser.resolve_operand(memory, memory_type),
            slot,
        )
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tile)
        printer.print_string(f" {self.KEYWORD} ")
        printer.print_ssa_value(self.memory)
        if self.slot is not None:
            printer.print_string("[")
            printer.print_ssa_value(self.slot)
            printer.print_string("]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.tile.type)
        printer.print_string(", ")
        printer.print_attribute(self.memory.type)

    def verify_(self) -> None:
        tile, slot = self.tile, self.slot
        owner = tile.owner
        if not (isinstance(owner, Operation) and storage_facts(owner).creates):
            fail_owns_no_storage(tile, self.label)
        uses = (use.operation for use in tile.uses)
        other = next((o for o in uses if o is not self and o.name == self.name), None)
        if other is not None:
            notes = [note_at(other, "it is tied here, too")]
            fail(self, f"tile '{display_name(tile)}' is tied to memory twice", notes)
        between = self.prev_op
        while between is not None and between is not owner:
            if between.name not in PLACING_OPS and not between.has_trait(ConstantLike):
                break
            if slot is not None and slot.owner is between:
                raise VerifyException(
                    f"the slot index of tile '{display_name(tile)}' is computed after the tile"
                )
            between = between.prev_op
        if between is not owner:
            raise VerifyException(
                f"{self.name} of tile '{display_name(tile)}' does not follow the operation that "
                "makes the tile, with only placements and constants between"
            )
        if slot is not None:
            self._check_slot(slot)

    def _check_slot(self, slot: SSAValue) -> None:
        if self.slot_count == 1:
            raise VerifyException(
                f"{self.label} has a single slot, it takes no index "
                f"(tile '{display_name(self.tile)}')"
            )
        index = constant_value(slot)
        if index is not None and not 0 <= index < self.slot_count:
            raise VerifyException(
                f"slot {index} of {self.label} is out of range, it has {self.slot_count} slots "
                f"(tile '{display_name(self.tile)}')"
            )


def fail_owns_no_storage(tile: SSAValue, label: str) -> NoReturn:
    """
    Say where a tile lives that is not the result of an operation that creates storage.

    Raises:
        VerifyException: always.
    """
    name = display_name(tile)
    if isinstance(tile, BlockArgument):
        raise VerifyException(
            f"'{name}' cannot be put into {label}: a block argument lives in the allocation of "
            "the tile that is passed to it; bind that tile"
        )
    owner = tile.owner
    assert isinstance(owner, Operation)
    facts = storage_facts(owner)
    source = facts.view_of or facts.writes_into
    if source is not None:
        how = "is a view of" if facts.view_of else "overwrites"
        operand = owner.operands[source.operand]
        origin = display_name(operand)
        if _is_in_queue(operand):
            raise VerifyException(
                f"'{name}' cannot be put into {label}: {owner.name} {how} '{origin}', which lies "
                "in a slot of its queue; bind a copy of it"
            )
        raise VerifyException(
            f"'{name}' cannot be put into {label}: {owner.name} {how} '{origin}' and lands in "
            f"its source tile's allocation; bind '{origin}'"
        )
    if owner.name.startswith("scf."):
        raise VerifyException(
            f"'{name}' cannot be put into {label}: a result of {owner.name} lives in the "
            "allocation of the tile that is yielded to it; bind that tile"
        )
    why = "owns no allocation"
    if _is_in_queue(tile):
        why = "lies in a slot of its queue; bind a copy of it"
    raise VerifyException(f"'{name}' cannot be put into {label}: the result of {owner.name} {why}")


def _is_in_queue(tile: SSAValue) -> bool:
    """Whether a tile is what an operation without storage makes, or a view of that."""
    owner = tile.owner
    while isinstance(owner, Operation) and not owner.has_trait(NoStorage):
        facts = storage_facts(owner)
        source = facts.view_of or facts.writes_into
        if source is None:
            return False
        owner = owner.operands[source.operand].owner
    return isinstance(owner, Operation)
