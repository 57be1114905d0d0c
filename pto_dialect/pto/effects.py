"""
Memory effects: what an operation reads and writes, value by value, with the memory as resource.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, Resource

from pto_dialect.pto.types import (
    MultiTileBufType,
    PartitionTensorViewType,
    PlainTileType,
    PtrType,
    TensorViewType,
    TileBufType,
)


@dataclass(frozen=True)
class OnChipMemory(Resource):
    """An on-chip memory, as the resource that an effect is on."""

    space: str
    """Name of the memory."""

    def name(self) -> str:
        return f"<{self.space}>"


@dataclass(frozen=True)
class GlobalMemory(Resource):
    """Global memory, as the resource that an effect is on."""

    def name(self) -> str:
        return "<gm>"


_GLOBAL_MEMORY = GlobalMemory()


@cache
def _on_chip(space: str) -> OnChipMemory:
    return OnChipMemory(space)


def effect_on(kind: MemoryEffectKind, value: SSAValue) -> EffectInstance | None:
    """The effect on what a tile or a view stands for; nothing for a scalar."""
    match value.type:
        case TileBufType():
            return EffectInstance(kind, value, _on_chip(value.type.space.data))
        case MultiTileBufType():
            return EffectInstance(kind, value, _on_chip(value.type.tile.space.data))
        case PtrType():
            space = value.type.space.data
            resource = _GLOBAL_MEMORY if space == "gm" else _on_chip(space)
            return EffectInstance(kind, value, resource)
        case PlainTileType() | MemRefType() | TensorType():
            return EffectInstance(kind, value)
        case TensorViewType() | PartitionTensorViewType():
            return EffectInstance(kind, value, _GLOBAL_MEMORY)
        case _:
            return None


class AllocEffect(MemoryEffect):
    """Allocates what the result stands for, so that an unused allocation is dead."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.ALLOC, result) for result in op.results}


class ReadsFirst(MemoryEffect):
    """Reads what operand 0 stands for."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        effect = effect_on(MemoryEffectKind.READ, op.operands[0])
        return set() if effect is None else {effect}


class WritesFirst(MemoryEffect):
    """Writes what operand 0 stands for."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        effect = effect_on(MemoryEffectKind.WRITE, op.operands[0])
        return set() if effect is None else {effect}
