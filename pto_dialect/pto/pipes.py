"""
On which hardware pipe each operation runs: a table, and rules for those that depend on operands.

What an operation reads and writes it says itself (`PtoOp.reads`, `PtoOp.writes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from xdsl.ir import Operation, SSAValue

from pto_dialect.machine.pipes import Pipe
from pto_dialect.pto.base import DpsOp
from pto_dialect.pto.gathering import MGatherOp, MScatterOp, TScatterOp
from pto_dialect.pto.matrix import MATRIX_OPS
from pto_dialect.pto.movement import TExtractOp, TFillPadOp, TInsertOp, TMovOp, TStoreOp
from pto_dialect.pto.queues import TileQueueOp, TPopOp
from pto_dialect.pto.rules import Assembler
from pto_dialect.pto.types import F8E8M0Type, TileBufType
from pto_dialect.pto.versions import V60

FIXED: Mapping[str, Pipe | None] = {
    **{op.name: Pipe.M for op in MATRIX_OPS},
    "pto.tload": Pipe.MTE2,
    "pto.tprefetch": Pipe.MTE2,
    "pto.tstore_fp": Pipe.FIX,
    "pto.tmov.fp": Pipe.MTE1,
    "pto.textract_fp": Pipe.FIX,
    "pto.tinsert_fp": Pipe.FIX,
    "pto.tci": Pipe.S,
    "pto.tgetval": Pipe.S,
    "pto.tsetval": Pipe.S,
    "pto.treshape": Pipe.S,
    "pto.tget_scale_addr": Pipe.S,
    "pto.tfree": Pipe.S,
    "pto.talloc": Pipe.MTE3,
    "pto.tprint": Pipe.V,
}
"""Operations with a pipe of their own; other operations on tiles run on V."""

EVENT_PIPES: Mapping[str, Pipe] = {
    "TLOAD": Pipe.MTE2,
    "TSTORE_ACC": Pipe.FIX,
    "TSTORE_VEC": Pipe.MTE3,
    "TMOV_M2L": Pipe.MTE1,
    "TMOV_M2S": Pipe.FIX,
    "TMOV_M2B": Pipe.MTE1,
    "TMOV_M2V": Pipe.V,
    "TMOV_V2M": Pipe.FIX,
    "TMATMUL": Pipe.M,
    "TVEC": Pipe.V,
    "TVECWAIT_EVENT": Pipe.V,
}
"""The pipe that a kind of operation stands for in events and barriers."""


def _space(value: SSAValue) -> str:
    return value.type.space.data if isinstance(value.type, TileBufType) else "gm"


def _move(op: TMovOp, assembler: Assembler) -> Pipe:
    src, dst = _space(op.src), _space(op.dst)
    if src == "acc":
        return Pipe.FIX
    if src != "mat":
        return Pipe.V
    if dst == "scaling" and assembler.since(V60):
        type_ = op.dst.type
        is_exponent = isinstance(type_, TileBufType) and isinstance(type_.element_type, F8E8M0Type)
        return Pipe.MTE1 if is_exponent else Pipe.FIX
    return Pipe.MTE1 if dst in ("left", "right", "bias", "scaling") else Pipe.V


def _extract(op: TExtractOp, assembler: Assembler) -> Pipe:
    src, dst = _space(op.src), _space(op.dst)
    if src == "mat":
        return Pipe.MTE1
    if dst == "mat" and src in ("vec", "acc"):
        return Pipe.FIX
    if src == "acc" and dst == "vec" and assembler.since(V60):
        return Pipe.FIX
    return Pipe.V


def _insert(op: TInsertOp, assembler: Assembler) -> Pipe:
    pair = (_space(op.src), _space(op.dst))
    if pair == ("vec", "vec"):
        return Pipe.V
    return Pipe.MTE3 if pair == ("vec", "mat") and assembler.arch == "a5" else Pipe.FIX


def _store(op: TStoreOp, assembler: Assembler) -> Pipe:
    return Pipe.FIX if _space(op.src) == "acc" else Pipe.MTE3


def _fill_pad(op: TFillPadOp, assembler: Assembler) -> Pipe:
    return Pipe.MTE1 if _space(op.src) == _space(op.dst) == "mat" else Pipe.V


def _gather(op: MGatherOp, assembler: Assembler) -> Pipe:
    return Pipe.V if assembler.arch == "a5" and _space(op.dst) != "mat" else Pipe.MTE2


def _scatter_to_memory(op: MScatterOp, assembler: Assembler) -> Pipe:
    return Pipe.V if assembler.arch == "a5" else Pipe.MTE3


def _scatter(op: TScatterOp, assembler: Assembler) -> Pipe:
    return Pipe.V if op.indexes is None or assembler.arch == "a5" else Pipe.S


def _queue(op: TileQueueOp, assembler: Assembler) -> Pipe:
    if isinstance(op, TPopOp):
        return Pipe.S if assembler.arch == "a5" else Pipe.MTE2
    return Pipe.FIX if _space(op.tile) == "acc" else Pipe.MTE3


def _scalar_access(op: Operation, assembler: Assembler) -> Pipe | None:
    return Pipe.S if assembler.since(V60) else None


DEPENDENT: Mapping[str, Callable[..., Pipe | None]] = {
    "pto.tmov": _move,
    "pto.textract": _extract,
    "pto.tinsert": _insert,
    "pto.tstore": _store,
    "pto.tfillpad": _fill_pad,
    "pto.mgather": _gather,
    "pto.mscatter": _scatter_to_memory,
    "pto.tscatter": _scatter,
    "pto.tpush": _queue,
    "pto.tpop": _queue,
    "pto.load_scalar": _scalar_access,
    "pto.store_scalar": _scalar_access,
}
"""Operations whose pipe depends on operands, target or version."""


@cache
def _default(kind: type[Operation]) -> Pipe | None:
    return Pipe.V if issubclass(kind, DpsOp) else None


def pipe_of(op: Operation, assembler: Assembler) -> Pipe | None:
    """The pipe that an operation runs on; `None` if it runs on none (views, allocations, sync)."""
    rule = DEPENDENT.get(op.name)
    if rule is not None:
        return rule(op, assembler)
    return FIXED[op.name] if op.name in FIXED else _default(type(op))
