"""
The `mem` dialect: where tiles live.

    %m0 = mem.alloc "mem_vec_0" : !mem.ref<vec, 16384>
    %m1 = mem.alloc "l0c" pinned : !mem.ref<acc, 8192, slots=2>
    %m2 = mem.alloc "x" at 32768 : !mem.ref<vec, 4096>
    mem.place %t0 in %m0 : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>
    %r = mem.reserve "fifo" at 0 : !mem.ref<vec, 8192>

Only values that create storage are placed; where views, in-place results and values carried by
control flow live follows from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    IntAttr,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_attr_definition,
    irdl_op_definition,
    opt_prop_def,
    param_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import display_name
from pto_dialect.machine.spaces import Space
from pto_dialect.module_attributes import target_of
from pto_dialect.tile.placement import PlacementOp
from pto_dialect.tile.traits import AllocatesResult
from pto_dialect.tile.types import MAX_BYTES, SpaceAttr, TileType


@irdl_attr_definition
class RefType(ParametrizedAttribute, TypeAttribute):
    """
    A piece of on-chip memory: `!mem.ref<space, bytes[, slots=N]>`. With N slots, `bytes` is the
    size of one.
    """

    name = "mem.ref"

    space: SpaceAttr = param_def()
    size: IntAttr = param_def()
    slots: IntAttr = param_def()

    @staticmethod
    def get(space: Space, size: int, slots: int = 1) -> RefType:
        """
        The type of a piece of memory, `size` bytes in each slot.

        Raises:
            VerifyException: there is not one byte or slot, or more than 64 bits can count.
        """
        return _ref_type(space, size, slots)

    @property
    def total_bytes(self) -> int:
        """The bytes of all slots."""
        return self.size.data * self.slots.data

    def verify(self) -> None:
        if self.size.data < 1:
            raise VerifyException(f"memory has at least one byte, not {self.size.data}")
        if self.slots.data < 1:
            raise VerifyException(f"memory has at least one slot, not {self.slots.data}")
        if self.total_bytes > MAX_BYTES:
            raise VerifyException(
                f"{self.slots.data} slots of {self.size.data} bytes overflow 64 bits"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            space = parser.parse_str_enum(Space)
            parser.parse_punctuation(",")
            size = parser.parse_integer(allow_boolean=False)
            slots = 1
            if parser.parse_optional_punctuation(",") is not None:
                parser.parse_keyword("slots")
                parser.parse_punctuation("=")
                slots = parser.parse_integer(allow_boolean=False)
        return SpaceAttr(space), IntAttr(size), IntAttr(slots)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.space.data}, {self.size.data}")
            if self.slots.data != 1:
                printer.print_string(f", slots={self.slots.data}")


@lru_cache(maxsize=4096)
def _ref_type(space: Space, size: int, slots: int) -> RefType:
    return RefType.new((SpaceAttr(space), IntAttr(size), IntAttr(slots)))


class _MemoryOp(IRDLOperation):
    """A named piece of memory, at a constant address once it has one."""

    label = prop_def(StringAttr)
    address = opt_prop_def(IntegerAttr)
    ref = result_def(base(RefType))

    @property
    def type(self) -> RefType:
        """Space, size and slots."""
        type_ = self.results[0].type
        assert isinstance(type_, RefType)
        return type_

    @property
    def start(self) -> int | None:
        """The address in bytes, `None` if there is none yet."""
        return None if self.address is None else self.address.value.data

    @start.setter
    def start(self, address: int) -> None:
        self.properties["address"] = IntegerAttr(address, i64)

    def verify_(self) -> None:
        if self.start is not None and self.start < 0:
            raise VerifyException(f"'{self.label.data}' has the negative address {self.start}")
        module = self.get_toplevel_object()
        if isinstance(module, ModuleOp):
            target, space = target_of(module), self.type.space.data
            if space not in target.capacity:
                raise VerifyException(
                    f"'{self.label.data}' is in {space}, which target {target.name} does not have"
                )

    def _print_tail(self, printer: Printer) -> None:
        if self.start is not None:
            printer.print_string(f" at {self.start}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.ref.type)

    @classmethod
    def _parse_tail(cls, parser: Parser, properties: dict[str, Attribute]) -> Self:
        if parser.parse_optional_keyword("at") is not None:
            address = parser.parse_integer(allow_boolean=False)
            if address > MAX_BYTES:
                parser.raise_error(f"{address} is no address of 64 bits")
            properties["address"] = IntegerAttr(address, i64)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            result_types=[parser.parse_type()], properties=properties, attributes=attributes
        )


@irdl_op_definition
class AllocOp(_MemoryOp):
    """
    An allocation. A `pinned` one belongs to the author: nothing else is ever put into it.
    """

    name = "mem.alloc"

    pinned = opt_prop_def(UnitAttr)

    traits = traits_def(AllocatesResult())

    def __init__(
        self,
        label: str,
        type_: RefType,
        *,
        pinned: bool = False,
        location: LocationAttr | None = None,
    ):
        properties: dict[str, Attribute] = {"label": StringAttr(label)}
        if pinned:
            properties["pinned"] = UnitAttr()
        Operation.__init__(self, properties=properties, result_types=(type_,), location=location)

    @property
    def is_pinned(self) -> bool:
        """Whether the allocation belongs to the author."""
        return self.pinned is not None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {"label": StringAttr(parser.parse_str_literal())}
        if parser.parse_optional_keyword("pinned") is not None:
            properties["pinned"] = UnitAttr()
        return cls._parse_tail(parser, properties)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.label)
        if self.is_pinned:
            printer.print_string(" pinned")
        self._print_tail(printer)


@irdl_op_definition
class ReserveOp(_MemoryOp):
    """
    A range at the bottom of a memory that the runtime keeps; without `at` the compiler chooses
    its address.
    """

    name = "mem.reserve"

    traits = traits_def(MemoryWriteEffect())

    def __init__(self, label: str, type_: RefType, address: int | None = None):
        super().__init__(
            properties={
                "label": StringAttr(label),
                "address": None if address is None else IntegerAttr(address, i64),
            },
            result_types=[type_],
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cls._parse_tail(parser, {"label": StringAttr(parser.parse_str_literal())})

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.label)
        self._print_tail(printer)


@irdl_op_definition
class PlaceOp(PlacementOp):
    """
    Put a tile into an allocation, or into one of its slots.

        mem.place %acc in %m1[%k] : !tile.tile<acc, 16x128xf32>, !mem.ref<acc, 8192, slots=2>
    """

    name = "mem.place"

    KEYWORD: ClassVar[str] = "in"

    @property
    def alloc(self) -> AllocOp:
        """The allocation."""
        owner = self._operands[1].owner
        assert isinstance(owner, AllocOp)
        return owner

    @property
    def label(self) -> str:
        owner = self.memory.owner
        name = owner.label.data if isinstance(owner, AllocOp) else display_name(self.memory)
        return f"allocation '{name}'"

    @property
    def slot_count(self) -> int:
        assert isinstance(self.memory.type, RefType)
        return self.memory.type.slots.data

    def verify_(self) -> None:
        memory, tile = self.memory.type, self.tile.type
        if not isinstance(memory, RefType) or not isinstance(self.memory.owner, AllocOp):
            raise VerifyException(
                f"tile '{display_name(self.tile)}' is placed in '{display_name(self.memory)}', "
                "which is not the result of a mem.alloc in this function"
            )
        assert isinstance(tile, TileType)
        if tile.memory_space is not memory.space.data:
            raise VerifyException(
                f"tile '{display_name(self.tile)}' is in {tile.memory_space or 'no space yet'}, "
                f"{self.label} in {memory.space.data}"
            )
        if not tile.has_static_shape:
            raise VerifyException(
                f"tile '{display_name(self.tile)}' has no compile-time size and cannot be put "
                f"into {self.label}"
            )
        if tile.dense_bytes > memory.size.data:
            raise VerifyException(
                f"tile '{display_name(self.tile)}' has {tile.dense_bytes} bytes, {self.label} "
                f"holds {memory.size.data}"
            )
        super().verify_()


def placement_of(tile: SSAValue) -> PlaceOp | None:
    """The placement of a tile, `None` if it has none."""
    for use in tile.uses:
        if type(op := use.operation) is PlaceOp:
            return op
    return None


Mem = Dialect("mem", [AllocOp, ReserveOp, PlaceOp], [RefType])
