"""
Queues between the cube core and the vector cores: how a kernel that uses both passes tiles.

A queue is set up once on each side (`pto.aic_initialize_pipe` on the cube core,
`pto.aiv_initialize_pipe` on the vector cores), then tiles are pushed into its slots, popped and
freed. The operations with `aic`/`aiv` in their name refer to a queue by its `id`; those without
have it as a value.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i1, i8, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    OptPropertyDef,
    eq,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    result_def,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.queues import (
    BOTH,
    CUBE_TO_VECTOR,
    MAX_SPLIT,
    VECTOR_TO_CUBE,
    default_slots,
)
from pto_dialect.pto.attributes import integer_prop, opt_integer_prop
from pto_dialect.pto.base import (
    DATA,
    INDEX,
    VIEW,
    WINDOW,
    Piece,
    PtoOp,
    comma_separated,
    dictionary,
    parse_operand_group,
    segments,
)
from pto_dialect.pto.format import FormattedOp, in_integer_range, parse_number
from pto_dialect.pto.types import PipeType, parse_type

SEGMENTED = (AttrSizedOperandSegments(as_property=True),)

_BYTES = ("dir_mask", "split")
"""Keys whose value is 8 bits wide; the others have 32."""


def _check_split(op: QueueOp | IdQueueOp) -> None:
    in_integer_range(op.split.value.data, 0, MAX_SPLIT, f"{op.name}: split")


def _check_direction(name: str, mask: int) -> None:
    in_integer_range(
        mask, CUBE_TO_VECTOR, BOTH, f"{name}: dir_mask (1 cube to vector, 2 vector to cube, 3 both)"
    )


def _check_local_slots(name: str, local: IntegerAttr | None, slots: int) -> None:
    """Those of the slots that have a place in on-chip memory."""
    if local is not None and not 0 < local.value.data <= slots:
        raise VerifyException(
            f"{name}: local_slot_num is 1 to the {slots} slots, got {local.value.data}"
        )


class InitializePipeOp(PtoOp, ABC):
    """
    One side of a queue.

        pto.…{[id = 1, ]dir_mask = 1, slot_size = 4096[, slot_num = 8]
            [, local_slot_num = 4][, nosplit = true][, acc_push_epilogue = …]}
            ([gm_slot_buffer = %p : P][, gm_slot_tensor = %v : V]
             [, c2v_consumer_buf = %b : i32][, v2c_consumer_buf = %b : i32])

    `dir_mask` is 1 for cube to vector, 2 for vector to cube, 3 for both; sizes are in bytes. A
    queue has 8 slots, or 4 for both directions, unless `slot_num` says otherwise.
    """

    CORE: ClassVar[str]
    """The core that runs it: `cube` or `vector`."""

    irdl_options = SEGMENTED

    gm_slot_buffer = opt_operand_def(VIEW)
    gm_slot_tensor = opt_operand_def(WINDOW)
    c2v_consumer_buf = opt_operand_def(eq(i32))
    v2c_consumer_buf = opt_operand_def(eq(i32))
    id = opt_integer_prop(i32, default=0)
    dir_mask = integer_prop(i8)
    slot_size = integer_prop(i32)
    slot_num = opt_integer_prop(i32)
    local_slot_num = opt_integer_prop(i32)
    nosplit = opt_integer_prop(i1)
    acc_push_epilogue = opt_prop_def()

    _KEYS: ClassVar = (
        "id",
        "dir_mask",
        "slot_size",
        "slot_num",
        "local_slot_num",
        "nosplit",
        "acc_push_epilogue",
    )
    _OPERANDS: ClassVar = (
        "gm_slot_buffer",
        "gm_slot_tensor",
        "c2v_consumer_buf",
        "v2c_consumer_buf",
    )

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        values = [
            (name, value) for name in self._OPERANDS if (value := getattr(self, name)) is not None
        ]
        pieces: list[Piece] = ["{", *_keyed(self, self._KEYS), "}("]
        for i, (name, value) in enumerate(values):
            pieces += (f"{', ' if i else ''}{name} = ", value, " : ", value.type)
        return (*pieces, ")", *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties = parse_keyed(parser, cls, cls._KEYS)
        parser.parse_punctuation("(")
        given = dict[str, SSAValue]()
        while not given or parser.parse_optional_punctuation(",") is not None:
            start = parser.pos
            name = parser.parse_optional_identifier()
            if name is None and not given:
                break
            if name not in cls._OPERANDS or name in given:
                expected = ", ".join(n for n in cls._OPERANDS if n not in given)
                parser.raise_error(f"expected one of {expected}", start, parser.pos)
            parser.parse_punctuation("=")
            operand = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            given[name] = parser.resolve_operand(operand, parse_type(parser))
        parser.parse_punctuation(")")
        return cls.create(
            operands=[given[n] for n in cls._OPERANDS if n in given],
            properties={**properties, **segments(*(int(n in given) for n in cls._OPERANDS))},
            attributes=parser.parse_optional_attr_dict(),
        )

    def verify_(self) -> None:
        mask = self.dir_mask.value.data
        _check_direction(self.name, mask)
        slots = default_slots(mask) if self.slot_num is None else self.slot_num.value.data
        local = self.local_slot_num
        if self.slot_size.value.data <= 0 or slots <= 0:
            raise VerifyException(
                f"{self.name}: slot_size and slot_num have to be positive, got "
                f"{self.slot_size.value.data} and {slots}"
            )
        _check_local_slots(self.name, local, slots)
        if self.gm_slot_tensor is not None and (len(self._operands) > 1 or local is not None):
            raise VerifyException(
                f"{self.name}: gm_slot_tensor excludes every other operand and local_slot_num"
            )


@irdl_op_definition
class AicInitializePipeOp(InitializePipeOp):
    """The cube side of a queue."""

    name = "pto.aic_initialize_pipe"
    CORE: ClassVar = "cube"


@irdl_op_definition
class AivInitializePipeOp(InitializePipeOp):
    """The vector side of a queue."""

    name = "pto.aiv_initialize_pipe"
    CORE: ClassVar = "vector"


def _keyed(op: PtoOp, keys: Sequence[str]) -> list[Piece]:
    """`id = 1, dir_mask = 2`: the properties with these names."""
    pieces: list[Piece] = []
    for key in keys:
        value = op.properties.get(key)
        if value is None:
            continue
        pieces.append(f"{', ' if pieces else ''}{key} = ")
        if not isinstance(value, IntegerAttr):
            pieces.append(value)
        elif key == "nosplit":
            pieces.append("true" if value.value.data else "false")
        else:
            pieces.append(str(value.value.data))
    return pieces


def parse_keyed(parser: Parser, cls: type[PtoOp], keys: Sequence[str]) -> dict[str, Attribute]:
    """`{id = 1, dir_mask = 2}` in this order, each key at most once."""
    properties = cls.get_irdl_definition().properties
    parser.parse_punctuation("{")
    found = dict[str, Attribute]()
    remaining = list(keys)
    while True:
        start = parser.pos
        key = parser.parse_identifier()
        if key not in remaining:
            parser.raise_error(f"expected one of {', '.join(remaining)}", start, parser.pos)
        del remaining[: remaining.index(key) + 1]
        parser.parse_punctuation("=")
        if key == "nosplit":
            found[key] = BoolAttr.from_bool(parser.parse_boolean())
        elif key == "acc_push_epilogue":
            found[key] = parser.parse_attribute()
        else:
            found[key] = IntegerAttr(parse_number(parser), i8 if key in _BYTES else i32)
        if parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation("}")
    missing = [k for k in keys if k not in found and not isinstance(properties[k], OptPropertyDef)]
    if missing:
        parser.raise_error(f"{cls.name} needs {', '.join(missing)}")
    return found


class IdQueueOp(FormattedOp, ABC):
    """An operation on the queue with an id."""

    CORE: ClassVar[str]
    """The core that runs it: `cube` or `vector`."""
    DIRECTION: ClassVar[int]
    """The direction of that queue, a bit of `dir_mask`."""
    KEEPS_DEFAULT: ClassVar = ("id",)

    id = opt_integer_prop(i32, default=0)
    split = integer_prop(i8)

    def verify_(self) -> None:
        _check_split(self)


class TAllocToOp(IdQueueOp, ABC):
    """A free slot in global memory: `%e = pto.…{split = 0} -> V`."""

    FORMAT: ClassVar = "{{{?:id = {id}, }split = {split}}}{attributes} -> {entry:type}"

    entry = result_def(WINDOW)


@irdl_op_definition
class TAllocToAivOp(TAllocToOp):
    """A free slot of a queue to the vector cores."""

    name = "pto.talloc_to_aiv"
    CORE: ClassVar = "cube"
    DIRECTION: ClassVar = CUBE_TO_VECTOR


@irdl_op_definition
class TAllocToAicOp(TAllocToOp):
    """A free slot of a queue to the cube core."""

    name = "pto.talloc_to_aic"
    CORE: ClassVar = "vector"
    DIRECTION: ClassVar = VECTOR_TO_CUBE


class TPushToOp(IdQueueOp, ABC):
    """Put a tile into a queue: `pto.…(%t : T) {split = 0}`."""

    FORMAT: ClassVar = (
        "({tile} : {tile:type}) {{{?:id = {id}, }split = {split}"
        "{?:, aiv_subblockid = {aiv_subblockid}}}}{attributes}"
    )
    READS: ClassVar = ("tile",)

    tile = operand_def(DATA)
    aiv_subblockid = opt_integer_prop(i32)


@irdl_op_definition
class TPushToAivOp(TPushToOp):
    """Send a tile from the cube core to the vector cores."""

    name = "pto.tpush_to_aiv"
    CORE: ClassVar = "cube"
    DIRECTION: ClassVar = CUBE_TO_VECTOR


@irdl_op_definition
class TPushToAicOp(TPushToOp):
    """Send a tile from a vector core to the cube core."""

    name = "pto.tpush_to_aic"
    CORE: ClassVar = "vector"
    DIRECTION: ClassVar = VECTOR_TO_CUBE


class TPopFromOp(IdQueueOp, ABC):
    """
    The next tile of a queue: `%t = pto.…[(%r, %c)] {split = 0} -> T`, the operands
    being its valid rows and columns.
    """

    FORMAT: ClassVar = (
        "{?:({valid_row}, {valid_col})} {{{?:id = {id}, }split = {split}"
        "{?:, aiv_subblockid = {aiv_subblockid}}}}{attributes} -> {tile:type}"
    )
    irdl_options = SEGMENTED

    valid_row = opt_operand_def(INDEX)
    valid_col = opt_operand_def(INDEX)
    aiv_subblockid = opt_integer_prop(i32)
    tile = result_def(DATA)


@irdl_op_definition
class TPopFromAicOp(TPopFromOp):
    """Receive a tile from the cube core."""

    name = "pto.tpop_from_aic"
    CORE: ClassVar = "vector"
    DIRECTION: ClassVar = CUBE_TO_VECTOR


@irdl_op_definition
class TPopFromAivOp(TPopFromOp):
    """Receive a tile from a vector core."""

    name = "pto.tpop_from_aiv"
    CORE: ClassVar = "cube"
    DIRECTION: ClassVar = VECTOR_TO_CUBE


class TFreeFromOp(IdQueueOp, ABC):
    """Give the slot of the last popped tile back: `pto.…[(%e : V)] {split = 0}`."""

    FORMAT: ClassVar = "{?:({entry} : {entry:type})} {{{?:id = {id}, }split = {split}}}{attributes}"

    entry = opt_operand_def(DATA)


@irdl_op_definition
class TFreeFromAicOp(TFreeFromOp):
    """Give back a slot that the cube core filled."""

    name = "pto.tfree_from_aic"
    CORE: ClassVar = "vector"
    DIRECTION: ClassVar = CUBE_TO_VECTOR


@irdl_op_definition
class TFreeFromAivOp(TFreeFromOp):
    """Give back a slot that a vector core filled."""

    name = "pto.tfree_from_aiv"
    CORE: ClassVar = "cube"
    DIRECTION: ClassVar = VECTOR_TO_CUBE


class InitializeQueueOp(FormattedOp, ABC):
    """
    A queue as a value. The assembler reads the optional numbers in their order only when all
    earlier ones are there, so what skips one is emitted in the generic form.
    """

    OPTIONAL_KEYS: ClassVar[tuple[str, ...]]
    """The numbers that may be left out, in order."""

    irdl_options = SEGMENTED

    dir_mask = integer_prop(i8)
    slot_size = integer_prop(i32)
    slot_num = integer_prop(i32)
    flag_base = opt_integer_prop(i32)
    nosplit = opt_integer_prop(i1)
    acc_push_epilogue = opt_prop_def()
    pipe = result_def(PipeType)

    def has_readable_text(self) -> bool:
        given = [key in self.properties for key in self.OPTIONAL_KEYS]
        return given == sorted(given, reverse=True)

    def verify_(self) -> None:
        _check_direction(self.name, self.dir_mask.value.data)
        if self.slot_size.value.data <= 0 or self.slot_num.value.data <= 0:
            raise VerifyException(
                f"{self.name}: slot_size and slot_num have to be positive, got "
                f"{self.slot_size.value.data} and {self.slot_num.value.data}"
            )


@irdl_op_definition
class InitializeL2G2LPipeOp(InitializeQueueOp):
    """
    A queue through global memory.

        %q = pto.initialize_l2g2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8
            [, local_slot_num = 4][, flag_base = 0][, nosplit = true]}
            (%gm : P[, %local : i32[, %peer : i32]]) -> !pto.pipe
    """

    name = "pto.initialize_l2g2l_pipe"
    FORMAT: ClassVar = (
        "{{dir_mask = {dir_mask}, slot_size = {slot_size}, slot_num = {slot_num}"
        "{?:, local_slot_num = {local_slot_num}}{?:, flag_base = {flag_base}}"
        "{?:, nosplit = {nosplit}}{?:, acc_push_epilogue = {acc_push_epilogue}}}}"
        " ({gm_addr} : {gm_addr:type}{?:, {local_addr} : {local_addr:type}}"
        "{?:, {peer_local_addr} : {peer_local_addr:type}}){attributes} -> {pipe:type}"
    )
    OPTIONAL_KEYS: ClassVar = ("local_slot_num", "flag_base", "nosplit")

    gm_addr = operand_def()
    local_addr = opt_operand_def()
    peer_local_addr = opt_operand_def()
    local_slot_num = opt_integer_prop(i32)

    def verify_(self) -> None:
        super().verify_()
        _check_local_slots(self.name, self.local_slot_num, self.slot_num.value.data)


@irdl_op_definition
class InitializeL2LPipeOp(InitializeQueueOp):
    """
    A queue between on-chip memories.

        %q = pto.initialize_l2l_pipe{dir_mask = 1, slot_size = 4096, slot_num = 8
            [, flag_base = 0][, nosplit = true]} (%local : i32[, %peer : i32]) -> !pto.pipe
    """

    name = "pto.initialize_l2l_pipe"
    FORMAT: ClassVar = (
        "{{dir_mask = {dir_mask}, slot_size = {slot_size}, slot_num = {slot_num}"
        "{?:, flag_base = {flag_base}}{?:, nosplit = {nosplit}}"
        "{?:, acc_push_epilogue = {acc_push_epilogue}}}}"
        " ({local_addr} : {local_addr:type}{?:, {peer_local_addr} : {peer_local_addr:type}})"
        "{attributes} -> {pipe:type}"
    )
    OPTIONAL_KEYS: ClassVar = ("flag_base", "nosplit")

    local_addr = operand_def()
    peer_local_addr = opt_operand_def()


class QueueOp(FormattedOp, ABC):
    """An operation on a queue that is a value."""

    split = integer_prop(i8)

    def verify_(self) -> None:
        _check_split(self)


@irdl_op_definition
class TAllocOp(QueueOp):
    """Take a free slot of a queue: `pto.talloc(%e, %q : V, !pto.pipe) {split = 0}`."""

    name = "pto.talloc"
    FORMAT: ClassVar = (
        "({entry}, {pipe} : {entry:type}, {pipe:type}) {{split = {split}}}{attributes}"
    )

    entry = operand_def(WINDOW)
    pipe = operand_def(PipeType)


class TileQueueOp(QueueOp, ABC):
    """A tile and a queue: `pto.…(%t, %q : T, !pto.pipe) {split = 0}`."""

    FORMAT: ClassVar = (
        "({tile}, {pipe} : {tile:type}, {pipe:type})"
        " {{split = {split}{?:, aiv_subblockid = {aiv_subblockid}}}}{attributes}"
    )

    tile = operand_def(DATA)
    pipe = operand_def(PipeType)
    aiv_subblockid = opt_integer_prop(i32)


@irdl_op_definition
class TPushOp(TileQueueOp):
    """Put a tile into a queue."""

    name = "pto.tpush"
    READS: ClassVar = ("tile",)


@irdl_op_definition
class TPopOp(TileQueueOp):
    """Make a declared tile the next one of a queue."""

    name = "pto.tpop"
    WRITES: ClassVar = ("tile",)


@irdl_op_definition
class TFreeOp(QueueOp):
    """Give a slot back: `pto.tfree([%e, ]%q : [V, ]!pto.pipe) {split = 0}`."""

    name = "pto.tfree"

    entry = opt_operand_def(DATA)
    pipe = operand_def(PipeType)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        operands = self._operands
        head = ("(", *comma_separated(operands), " : ")
        types = comma_separated([v.type for v in operands])
        split = f") {{split = {self.split.value.data}}}"
        return (*head, *types, split, *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("(")
        operands, _ = parse_operand_group(parser)
        parser.parse_punctuation(")")
        properties = parse_keyed(parser, cls, ("split",))
        return cls.create(
            operands=operands,
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
        )


class SetQuantOp(FormattedOp, ABC):
    """What the accumulators that are pushed into a queue are scaled by (since 0.60)."""

    id = integer_prop(i32)


@irdl_op_definition
class SetQuantScalarOp(SetQuantOp):
    """One scale for all: `pto.set_quant_scalar (%s : f32){id = 1}`."""

    name = "pto.set_quant_scalar"
    FORMAT: ClassVar = " ({scalar} : {scalar:type}){{id = {id}}}{attributes}"

    scalar = operand_def()


@irdl_op_definition
class SetQuantVectorOp(SetQuantOp):
    """A scale per column: `pto.set_quant_vector (%t : T){id = 1}`."""

    name = "pto.set_quant_vector"
    FORMAT: ClassVar = " ({vector} : {vector:type}){{id = {id}}}{attributes}"
    READS: ClassVar = ("vector",)

    vector = operand_def()


QUEUE_OPS: list[type[PtoOp]] = [
    AicInitializePipeOp,
    AivInitializePipeOp,
    TAllocToAivOp,
    TAllocToAicOp,
    TPushToAivOp,
    TPushToAicOp,
    TPopFromAicOp,
    TPopFromAivOp,
    TFreeFromAicOp,
    TFreeFromAivOp,
    InitializeL2G2LPipeOp,
    InitializeL2LPipeOp,
    TAllocOp,
    TPushOp,
    TPopOp,
    TFreeOp,
    SetQuantScalarOp,
    SetQuantVectorOp,
]
"""Queues between cube and vector cores."""
