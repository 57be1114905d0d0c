"""
Queues between the cube core and the vector cores, and waiting, in the language.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from xdsl.ir import SSAValue

from pto_dialect.language.calls import Call, OpSpec
from pto_dialect.language.emitter import ELEMENT_TYPES, hint
from pto_dialect.language.kernel import Kernel
from pto_dialect.language.scalars import convert
from pto_dialect.language.surface import AUTO
from pto_dialect.language.values import (
    PeerBuffer,
    ReservedBuffer,
    describe,
    is_constant,
    is_value,
)
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.queues import DIRECTION_FROM, MAX_SPLIT, OTHER_CORE, POPPED_IN
from pto_dialect.machine.spaces import Space
from pto_dialect.mem import RefType, ReserveOp
from pto_dialect.tile.ops import synchronisation as sync
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.queues import InitPipeOp, TFreeOp, TPopOp, TPushOp
from pto_dialect.tile.types import TileType

# ---- Arguments ----


def _text(c: Call, i: int) -> str:
    value = c.values[i]
    if isinstance(value, str) and value:
        return value
    c.fail(i, "a string")


def _integer(c: Call, i: int) -> int | None:
    """Argument `i`, a compile-time integer (also a boolean, or as `pl.const`), or nothing."""
    value = c.values[i]
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        value = int(value)
    if is_value(value):
        value = constant_value(value)
    if c.values[i] is None:
        return None
    if is_constant(value):
        return value
    c.fail(i, "a compile-time integer")


def _word(c: Call, i: int, default: str) -> str:
    """Argument `i`, a word or an enumerator that is called so."""
    value = c.values[i]
    if value is None:
        return default
    if isinstance(value, Enum):
        value = value.value if isinstance(value.value, str) else value.name
    if isinstance(value, str):
        return value.lower()
    c.fail(i, "a word")


def _split(c: Call, i: int) -> int:
    split = _integer(c, i)
    if split is None:
        return c.emitter.split
    if not 0 <= split <= MAX_SPLIT:
        c.emitter.error(
            c.nodes[i], f"'split' of pl.{c.name} is 0 (none), 1 (rows) or 2 (columns), not {split}"
        )
    return split


# ---- Memory of queues ----


def _reserve_buffer(c: Call) -> ReservedBuffer:
    label, size, base = _text(c, 0), _integer(c, 1), _integer(c, 2)
    if size is None or size < 1:
        c.fail(1, "a positive number of bytes")
    address = None if base in (None, AUTO) else base
    op = ReserveOp(label, RefType.get(POPPED_IN[c.emitter.core], size), address)
    op.location = c.emitter.location(c.node)
    hint(op.ref, label)
    c.emitter.declarations.append(op)
    return ReservedBuffer(label, op.ref)


def _import_peer_buffer(c: Call) -> PeerBuffer:
    function = c.values[1]
    return PeerBuffer(_text(c, 0), function.name if isinstance(function, Kernel) else _text(c, 1))


# ---- Queues ----


def _initialize_pipe(core: Core) -> OpSpec:
    def build(c: Call) -> None:
        mask, size = _integer(c, 2), _integer(c, 3)
        assert mask is not None and size is not None
        numbers = {
            name: number
            for i, name in enumerate(("slot_num", "local_slot_num", "nosplit", "id"), 4)
            if (number := _integer(c, i)) is not None and (number or name != "id")
        }
        sends = DIRECTION_FROM[core]
        receives = DIRECTION_FROM[OTHER_CORE[core]]
        own = _consumer_buffer(c, receives - 1, mask & receives, ReservedBuffer)
        peer = _consumer_buffer(c, sends - 1, mask & sends, PeerBuffer)
        op = InitPipeOp(
            core,
            mask,
            size,
            numbers=numbers,
            buffer=None if own is None else own.memory,
            peer=None if peer is None else (peer.label, peer.function),
            workspace=None if c.values[8] is None else c.tensor(8).memref,
        )
        c.emitter.add(op, c.node)

    return OpSpec(
        "c2v_consumer_buf=, v2c_consumer_buf=, dir_mask, slot_size, slot_num=, local_slot_num=, "
        "nosplit=, id=, gm_slot_buffer=",
        build,
    )


_Wanted = TypeVar("_Wanted", ReservedBuffer, PeerBuffer)


def _consumer_buffer(c: Call, i: int, is_used: int, wanted: type[_Wanted]) -> _Wanted | None:
    """Argument `i`, where the tiles of a direction are received; 0 stands for none."""
    value = c.values[i]
    if isinstance(value, wanted):
        return value
    if not isinstance(value, ReservedBuffer | PeerBuffer) and (
        not is_used or _integer(c, i) in (None, 0)
    ):
        return None
    source = "pl.reserve_buffer" if wanted is ReservedBuffer else "pl.import_peer_buffer"
    c.fail(i, f"what {source} returns on this core")


def _push(peer: Core) -> OpSpec:
    def build(c: Call) -> None:
        op = TPushOp(c.tile(0), peer, split=_split(c, 1), number=_integer(c, 2) or 0)
        c.emitter.add(op, c.node)

    return OpSpec("tile, split=, id=", build)


def _pop(peer: Core) -> OpSpec:
    def build(c: Call) -> SSAValue:
        said = c.emitter.said_of(c.node)
        if c.values[0] is not None and c.values[1] is not None:
            shape, element = c.shape(0), c.dtype(1)
        elif said is not None:
            shape, element = said.shape, said.element
        else:
            c.emitter.error(
                c.node,
                f"what pl.{c.name} pops is said by the annotation of its variable, or by shape= "
                "and dtype=",
                ["for example t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = …"],
            )
        valid, dynamic = shape, list[SSAValue]()
        if c.values[4] is not None:
            valid, dynamic = c.valid(4, shape)
        elif said is not None and said.valid is not None:
            valid, dynamic = c.extents(said.valid, 4, shape)
        space = POPPED_IN[OTHER_CORE[peer]]
        wanted = c.space(5)
        if wanted not in (None, space):
            c.emitter.error(c.nodes[5], f"pl.{c.name} finds tiles in {space}, not in {wanted}")
        op = TPopOp(
            peer,
            TileType.get(shape, element, space, valid=valid),
            valid=dynamic,
            split=_split(c, 2),
            number=_integer(c, 3) or 0,
        )
        return c.emitter.value(op, c.node)

    return OpSpec("shape=, dtype=, split=, id=, valid_shape=, target_memory=", build)


def _free(peer: Core) -> OpSpec:
    def build(c: Call) -> None:
        tile = c.tile(0)
        popped = tile.owner
        if not isinstance(popped, TPopOp) or popped.peer.data is not peer:
            other = "aic" if peer is Core.CUBE else "aiv"
            c.emitter.error(
                c.nodes[0],
                f"pl.{c.name} gives back what pl.tpop_from_{other} returned; this is "
                f"{describe(tile)} from elsewhere",
            )
        for i, what, known in ((1, "split", popped.halves), (2, "id", popped.number)):
            given = _integer(c, i)
            if given not in (None, known):
                c.emitter.error(c.nodes[i], f"the tile was popped with {what} {known}, not {given}")
        c.emitter.add(TFreeOp(tile), c.node)

    return OpSpec("tile, split=, id=", build)


# ---- Waiting ----


def _barrier(pipe: str) -> OpSpec:
    def build(c: Call) -> None:
        c.emitter.add(sync.BarrierOp(pipe), c.node)

    return OpSpec("", build)


def _sync_all(c: Call) -> None:
    workspaces = list[SSAValue]()
    if c.values[0] is not None:
        workspaces.append(c.tensor(0).memref)
    for i, space in ((1, Space.VEC), (2, Space.MAT)):
        if c.values[i] is not None:
            tile = c.tile(i)
            if tile.type.memory_space is not space:
                c.fail(i, f"a tile in {space}")
            workspaces.append(tile)
    if c.values[3] is not None:
        workspaces.append(
            convert(c.emitter, c.values[3], ELEMENT_TYPES["i32"], c.nodes[3], "used_cores")
        )
    own = "aic_only" if c.emitter.core is Core.CUBE else "aiv_only"
    mode = _word(c, 4, "soft" if workspaces else "hard")
    c.emitter.add(sync.SyncAllOp(mode, _word(c, 5, own), workspaces), c.node)


QUEUE_OPS: dict[str, OpSpec] = {
    "reserve_buffer": OpSpec("name, size, base=", _reserve_buffer),
    "import_peer_buffer": OpSpec("name, peer_func", _import_peer_buffer),
    "aic_initialize_pipe": _initialize_pipe(Core.CUBE),
    "aiv_initialize_pipe": _initialize_pipe(Core.VECTOR),
    "tpush_to_aic": _push(Core.CUBE),
    "tpush_to_aiv": _push(Core.VECTOR),
    "tpop_from_aic": _pop(Core.CUBE),
    "tpop_from_aiv": _pop(Core.VECTOR),
    "tfree_to_aic": _free(Core.CUBE),
    "tfree_to_aiv": _free(Core.VECTOR),
    "bar_all": _barrier("all"),
    "bar_v": _barrier("V"),
    "bar_m": _barrier("M"),
    "syncall": OpSpec(
        "gm_workspace|workspace=, ub_workspace=, l1_workspace=, used_cores=, mode=, core_type=",
        _sync_all,
    ),
}
"""Operations by name."""
