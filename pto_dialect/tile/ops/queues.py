"""
Queues between the cube core and the vector cores of a block.

A queue is set up once on each side (`tile.init_pipe`); then tiles are pushed into its slots on one
core, popped from them on the other one, and the slots freed. With two vector cores a tile is halved
between them: `split` 1 gives the first one the upper rows, 2 the left columns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    FlatSymbolRefAttrConstr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    SymbolRefAttr,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import display_name
from pto_dialect.machine.pipes import Core, Pipe
from pto_dialect.machine.queues import (
    BOTH,
    CUBE_TO_VECTOR,
    DIRECTION_FROM,
    MAX_SPLIT,
    OTHER_CORE,
    POPPED_IN,
    PUSHED_FROM,
    VECTOR_TO_CUBE,
    default_slots,
)
from pto_dialect.machine.targets import Target
from pto_dialect.segments import segments
from pto_dialect.tile.attributes import CoreAttr
from pto_dialect.tile.ops.base import (
    TileOp,
    check_space,
    check_valid_operands,
    parse_optional_valid,
    print_optional_valid,
    tile_type,
)
from pto_dialect.tile.traits import NoStorage, ReadsIn, RunsOn, Spaces
from pto_dialect.tile.types import TileType


def _number(attribute: IntegerAttr | None, default: int) -> int:
    return default if attribute is None else attribute.value.data


class QueueOp(TileOp, ABC):
    """An operation on a queue."""

    @property
    @abstractmethod
    def number(self) -> int:
        """Which of the queues of a kernel it is."""

    @property
    @abstractmethod
    def core(self) -> Core:
        """The core that runs it."""


class IdQueueOp(QueueOp, ABC):
    """An operation that names its queue by `id` (default 0)."""

    id = opt_prop_def(IntegerAttr)

    @property
    def number(self) -> int:
        return _number(self.id, 0)


@irdl_op_definition
class InitPipeOp(IdQueueOp):
    """
    Set up one side of a queue.

    `dir_mask` is 1 from cube to vector, 2 from vector to cube, 3 both; `slot_size` is in bytes;
    there are `slot_num` slots, without it 8, or 4 in both directions.

    What this core pops lies in reserved memory, in `local_slot_num` slots (default: all; a3 only).
    What it sends goes to memory that the function of the other core reserves under a name. Where a
    target passes tiles through global memory, that is a tensor of the kernel or, without one, a
    workspace that is added to its arguments. `nosplit` says that no tile is halved.

        %q = mem.reserve "v2c" : !mem.ref<mat, 16384>
        tile.init_pipe on cube receives in %q : !mem.ref<mat, 16384> sends to "c2v" of @vector
            through %ws : memref<8192xf32> {dir_mask = 3 : i64, slot_size = 4096 : i64}
    """

    name = "tile.init_pipe"

    runs_on = prop_def(CoreAttr)
    dir_mask = prop_def(IntegerAttr)
    slot_size = prop_def(IntegerAttr)
    slot_num = opt_prop_def(IntegerAttr)
    local_slot_num = opt_prop_def(IntegerAttr)
    nosplit = opt_prop_def(IntegerAttr)
    peer_buffer = opt_prop_def(StringAttr)
    peer_func = opt_prop_def(FlatSymbolRefAttrConstr)
    buffer = opt_operand_def(AnyAttr())
    workspace = opt_operand_def(base(MemRefType))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    HIDDEN_PROPERTIES: ClassVar = ("operandSegmentSizes", "runs_on", "peer_buffer", "peer_func")

    def __init__(
        self,
        core: Core,
        dir_mask: int,
        slot_size: int,
        *,
        numbers: dict[str, int] | None = None,
        buffer: SSAValue | None = None,
        peer: tuple[str, str] | None = None,
        workspace: SSAValue | None = None,
    ):
        """
        `numbers` has the optional properties by name, `peer` the name of the other core's memory
        and its function.
        """
        properties: dict[str, Attribute] = {
            "runs_on": CoreAttr(core),
            **segments(int(buffer is not None), int(workspace is not None)),
        }
        given = {"dir_mask": dir_mask, "slot_size": slot_size, **(numbers or {})}
        properties.update({k: IntegerAttr(v, i64) for k, v in given.items()})
        if peer is not None:
            properties["peer_buffer"] = StringAttr(peer[0])
            properties["peer_func"] = SymbolRefAttr(peer[1])
        operands = [v for v in (buffer, workspace) if v is not None]
        Operation.__init__(self, operands=operands, properties=properties)

    @property
    def core(self) -> Core:
        return self.runs_on.data

    @property
    def slots(self) -> int:
        """Number of slots."""
        return _number(self.slot_num, default_slots(self.dir_mask.value.data))

    @property
    def slot_bytes(self) -> int:
        """Bytes of a slot."""
        return self.slot_size.value.data

    @property
    def local_slots(self) -> int:
        """Number of slots of the memory in which this core finds what it pops."""
        return _number(self.local_slot_num, self.slots)

    @property
    def peer(self) -> tuple[str, str] | None:
        """Name of the memory that this core sends to, and of the function that reserves it."""
        if self.peer_buffer is None or self.peer_func is None:
            return None
        assert isinstance(self.peer_func, SymbolRefAttr)
        return self.peer_buffer.data, self.peer_func.root_reference.data

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_keyword("on")
        properties: dict[str, Attribute] = {"runs_on": CoreAttr(parser.parse_str_enum(Core))}
        buffer, workspace = list[SSAValue](), list[SSAValue]()
        if parser.parse_optional_keyword("receives") is not None:
            parser.parse_keyword("in")
            buffer.append(_parse_operand(parser))
        if parser.parse_optional_keyword("sends") is not None:
            parser.parse_keyword("to")
            properties["peer_buffer"] = StringAttr(parser.parse_str_literal())
            parser.parse_keyword("of")
            properties["peer_func"] = SymbolRefAttr(parser.parse_symbol_name())
        if parser.parse_optional_keyword("through") is not None:
            workspace.append(_parse_operand(parser))
        found, attributes = cls.split_attributes(parser.parse_optional_attr_dict())
        return cls.create(
            operands=[*buffer, *workspace],
            properties={**properties, **found, **segments(len(buffer), len(workspace))},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" on {self.core}")
        if self.buffer is not None:
            _print_operand(printer, " receives in ", self.buffer)
        if self.peer is not None:
            name, function = self.peer
            printer.print_string(" sends to ")
            printer.print_string_literal(name)
            printer.print_string(" of ")
            printer.print_symbol_name(function)
        if self.workspace is not None:
            _print_operand(printer, " through ", self.workspace)
        self.print_attributes(printer)

    def verify_(self) -> None:
        mask = self.dir_mask.value.data
        if mask not in (CUBE_TO_VECTOR, VECTOR_TO_CUBE, BOTH):
            raise VerifyException(
                f"dir_mask is 1 (cube to vector), 2 (vector to cube) or 3 (both), not {mask}"
            )
        if self.slot_bytes < 1 or self.slots < 1:
            raise VerifyException(
                f"a queue has at least one slot of one byte, not {self.slots} of {self.slot_bytes}"
            )
        if not 1 <= self.local_slots <= self.slots:
            raise VerifyException(
                f"local_slot_num is 1 to the {self.slots} slots, not {self.local_slots}"
            )
        if (self.peer_buffer is None) != (self.peer_func is None):
            raise VerifyException(f"{self.name} names a buffer and its function, or neither")
        sends = DIRECTION_FROM[self.core]
        if self.peer is not None and not mask & sends:
            raise VerifyException(
                f"the {self.core} core sends nothing through a queue with dir_mask {mask}"
            )
        if self.buffer is not None:
            if not mask & ~sends:
                raise VerifyException(
                    f"the {self.core} core receives nothing through a queue with dir_mask {mask}"
                )
            self._check_buffer(self.buffer)

    def _check_buffer(self, buffer: SSAValue) -> None:
        # `mem` is built upon this dialect.
        from pto_dialect.mem import RefType, ReserveOp

        if not isinstance(buffer.type, RefType) or not isinstance(buffer.owner, ReserveOp):
            raise VerifyException(
                f"a core receives in memory of mem.reserve, not in '{display_name(buffer)}'"
            )
        space, label = buffer.type.space.data, buffer.owner.label.data
        if space is not POPPED_IN[self.core]:
            raise VerifyException(
                f"the {self.core} core receives in {POPPED_IN[self.core]}, but '{label}' is in "
                f"{space}"
            )
        size, needed = buffer.type.size.data, self.local_slots * self.slot_bytes
        if size < needed:
            raise VerifyException(
                f"'{label}' reserves {size} bytes, but {self.local_slots} slots of "
                f"{self.slot_bytes} bytes need {needed}"
            )


def _parse_operand(parser: Parser) -> SSAValue:
    name = parser.parse_unresolved_operand()
    parser.parse_punctuation(":")
    return parser.resolve_operand(name, parser.parse_type())


def _print_operand(printer: Printer, words: str, value: SSAValue) -> None:
    printer.print_string(words)
    printer.print_ssa_value(value)
    printer.print_string(" : ")
    printer.print_attribute(value.type)


class PassOp(IdQueueOp, ABC):
    """
    Pass a tile to or from the core `peer`. `split` says how two vector cores halve it (default
    0: not at all).
    """

    PREPOSITION: ClassVar[str]
    """The word before the other core in the text."""
    HIDDEN_PROPERTIES: ClassVar = ("operandSegmentSizes", "peer")

    peer = prop_def(CoreAttr)
    split = opt_prop_def(IntegerAttr)

    @property
    def halves(self) -> int:
        """How the tile is halved: 0 not, 1 by rows, 2 by columns."""
        return _number(self.split, 0)

    @property
    def core(self) -> Core:
        return OTHER_CORE[self.peer.data]

    @property
    @abstractmethod
    def direction(self) -> int:
        """Which direction of the queue: `CUBE_TO_VECTOR` or `VECTOR_TO_CUBE`."""

    @classmethod
    def parse_peer(cls, parser: Parser) -> CoreAttr:
        """Parse `to vector`."""
        parser.parse_keyword(cls.PREPOSITION)
        return CoreAttr(parser.parse_str_enum(Core))

    def verify_(self) -> None:
        if not 0 <= self.halves <= MAX_SPLIT:
            raise VerifyException(f"split is 0 (none), 1 (rows) or 2 (columns), not {self.halves}")


def queue_properties(peer: Core, split: int, number: int) -> dict[str, Attribute]:
    """The properties of an operation that passes a tile."""
    properties: dict[str, Attribute] = {"peer": CoreAttr(peer)}
    if split:
        properties["split"] = IntegerAttr(split, i64)
    if number:
        properties["id"] = IntegerAttr(number, i64)
    return properties


def _push_pipe(op: Operation, target: Target) -> Pipe:
    assert isinstance(op, TPushOp)
    return Pipe.FIX if op.core is Core.CUBE else Pipe.MTE3


def _pop_pipe(op: Operation, target: Target) -> Pipe:
    """A tile that comes through global memory is loaded, another one is there already."""
    return Pipe.MTE2 if target.queues_through_gm else Pipe.S


def _pushed_spaces(op: Operation, index: int) -> Spaces:
    assert isinstance(op, TPushOp)
    return (PUSHED_FROM[op.core],)


@irdl_op_definition
class TPushOp(PassOp):
    """
    Put a tile into the next free slot of a queue, as soon as there is one.

        tile.tpush %t to vector {split = 1 : i64} : !tile.tile<acc, 16x64xf32>
    """

    name = "tile.tpush"
    PREPOSITION: ClassVar = "to"

    tile = operand_def(base(TileType))

    traits = traits_def(
        RunsOn(_push_pipe), ReadsIn(_pushed_spaces), MemoryReadEffect(), MemoryWriteEffect()
    )

    def __init__(self, tile: SSAValue, peer: Core, *, split: int = 0, number: int = 0):
        Operation.__init__(self, operands=[tile], properties=queue_properties(peer, split, number))

    @property
    def direction(self) -> int:
        return DIRECTION_FROM[self.core]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        tile = parser.parse_unresolved_operand()
        peer = cls.parse_peer(parser)
        properties, attributes = cls.split_attributes(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        return cls.create(
            operands=[parser.resolve_operand(tile, parser.parse_type())],
            properties={**properties, "peer": peer},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tile)
        printer.print_string(f" to {self.peer.data}")
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.tile.type)


@irdl_op_definition
class TPopOp(PassOp):
    """
    The tile in the next filled slot of a queue, as soon as there is one.

    It stays in that slot, which is none of the memory that tiles are placed in, until `tile.tfree`
    gives it back. `valid` gives the tile's `?` extents in order.

        %t = tile.tpop from cube valid [%n] : !tile.tile<vec, 16x64xf32, valid=?x64>
    """

    name = "tile.tpop"
    PREPOSITION: ClassVar = "from"

    valid = var_operand_def(IndexType)
    result = result_def(base(TileType))

    traits = traits_def(RunsOn(_pop_pipe), NoStorage(), MemoryReadEffect(), MemoryWriteEffect())

    def __init__(
        self,
        peer: Core,
        result_type: TileType,
        *,
        valid: Sequence[SSAValue] = (),
        split: int = 0,
        number: int = 0,
    ):
        Operation.__init__(
            self,
            operands=valid,
            result_types=[result_type],
            properties=queue_properties(peer, split, number),
        )

    @property
    def direction(self) -> int:
        return DIRECTION_FROM[self.peer.data]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        peer = cls.parse_peer(parser)
        valid = parse_optional_valid(parser)
        properties, attributes = cls.split_attributes(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        return cls.create(
            operands=valid,
            result_types=[parser.parse_type()],
            properties={**properties, "peer": peer},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" from {self.peer.data}")
        print_optional_valid(printer, self.valid)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        super().verify_()
        tile = tile_type(self.result)
        what = f"a tile that the {self.core} core pops"
        if tile.memory_space is None:
            raise VerifyException(f"{what} is in {POPPED_IN[self.core]}, its type has to say so")
        check_space(self.result, (POPPED_IN[self.core],), what)
        check_valid_operands(tile, self.valid)


@irdl_op_definition
class TFreeOp(QueueOp):
    """
    Give the slot of a popped tile back.

    Nothing reads the tile from here on. Slots are given back in the order in which they were
    popped.

        tile.tfree %t : !tile.tile<vec, 16x64xf32>
    """

    name = "tile.tfree"

    tile = operand_def(base(TileType))

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(self, tile: SSAValue):
        Operation.__init__(self, operands=[tile])

    @property
    def popped(self) -> TPopOp:
        """What popped the tile."""
        owner = self.tile.owner
        assert isinstance(owner, TPopOp)
        return owner

    @property
    def number(self) -> int:
        return self.popped.number

    @property
    def core(self) -> Core:
        return self.popped.core

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        tile = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            operands=[parser.resolve_operand(tile, parser.parse_type())], attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tile)
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.tile.type)

    def verify_(self) -> None:
        if not isinstance(self.tile.owner, TPopOp):
            raise VerifyException(
                f"{self.name} takes the result of a tile.tpop, '{display_name(self.tile)}' is none"
            )
