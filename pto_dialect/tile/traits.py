"""
Facts about the storage and the execution of an operation, declared on its class.

A pass asks `storage_facts(op)` and never derives such a fact from an operation's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from xdsl.ir import Operation, SSAValue
from xdsl.traits import (
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    OpTrait,
)

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target

PLACING_OPS = frozenset({"buffer.bind", "mem.place"})
"""Operations that tie a tile to a piece of memory."""


@dataclass(frozen=True)
class ViewOf(OpTrait):
    """The result is the bytes of an operand, or a part of them."""

    operand: int
    """Index of the operand whose bytes these are."""
    offset: Callable[[Operation], int | None] = lambda op: 0
    """Bytes from the start of the operand to the start of the view; `None` at run time."""


@dataclass(frozen=True)
class WritesInto(OpTrait):
    """The result overwrites an operand in place and shares its storage."""

    operand: int
    """Index of the operand that is overwritten."""


@dataclass(frozen=True)
class NotInPlaceSafe(OpTrait):
    """No result may share bytes with any operand."""


@dataclass(frozen=True)
class MayNotAlias(OpTrait):
    """No result may share bytes with some of the operands."""

    operands: tuple[int, ...]
    """Indices of those operands."""
    condition: Callable[[Operation, Target], bool] = lambda op, target: True
    """When the rule holds, if it depends on types or target."""


@dataclass(frozen=True)
class Scratch(OpTrait):
    """The operation overwrites an operand with data of no meaning; no result may share it."""

    operand: int
    """Index of the scratch operand."""


@dataclass(frozen=True)
class NoStorage(OpTrait):
    """The result owns no buffer of the general pool."""


@dataclass(frozen=True)
class RunsOn(OpTrait):
    """The pipe that executes the operation."""

    pipe: Pipe | Callable[[Operation, Target], Pipe]
    """The pipe, or how to find it from the spaces of the operands and the target."""

    def of(self, op: Operation, target: Target) -> Pipe:
        """The pipe of a target that executes this operation."""
        return self.pipe if isinstance(self.pipe, Pipe) else self.pipe(op, target)


Spaces = tuple[Space, ...]
"""Spaces to choose from, the preferred one first."""


@dataclass(frozen=True)
class ReadsIn(OpTrait):
    """The spaces in which the operation can read its tiles; elsewhere a tile is copied first."""

    spaces: tuple[Spaces, ...] | Callable[[Operation, int], Spaces | None]
    """
    For each operand, the last entry for all that follow; or how to find them from the
    types, `None` if any space will do.
    """

    def of(self, op: Operation, index: int) -> Spaces | None:
        """The spaces in which an operand can be read, `None` if it does not matter."""
        return self.spaces(op, index) if callable(self.spaces) else self.at(index)

    def at(self, index: int) -> Spaces | None:
        """The same if it does not depend on types."""
        if callable(self.spaces):
            return None
        return self.spaces[min(index, len(self.spaces) - 1)]


@dataclass(frozen=True)
class ResultIn(OpTrait):
    """The results lie in one space, whatever the operands."""

    space: Space
    """The space."""


@dataclass(frozen=True)
class Retargetable(OpTrait):
    """The result may be made in any of some spaces; whoever reads it decides."""

    spaces: Spaces | None = None
    """Those spaces, `None` for all."""


@dataclass(frozen=True)
class ValidFrom(OpTrait):
    """Whose valid extents the result has; without this trait, those of operand 0."""

    sources: tuple[tuple[int, int], ...]
    """For each dimension of the result, the operand and its dimension."""


_WRITE = frozenset({EffectInstance(MemoryEffectKind.WRITE)})
_NONE: frozenset[EffectInstance] = frozenset()


def is_placed(value: SSAValue) -> bool:
    """Whether a tile is bound to a buffer or placed in an allocation."""
    return any(use.operation.name in PLACING_OPS for use in value.uses)


class TileEffects(MemoryEffect):
    """
    A tile operation is free of effects until one of its results is bound or placed; then it
    writes memory. So general passes neither merge, move nor delete a bound tile.
    """

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return _WRITE if any(is_placed(result) for result in op.results) else _NONE


class AllocatesResult(MemoryEffect):
    """The operation allocates what its own result stands for, and has no other effect."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.ALLOC, op.results[0])}


@dataclass(frozen=True)
class StorageFacts:
    """What the traits of an operation class say about the storage of its results."""

    view_of: ViewOf | None
    """Set if the result is a view."""
    writes_into: WritesInto | None
    """Set if the result overwrites an operand."""
    creates: bool
    """Whether every tile result owns storage of its own."""
    in_place_safe: bool
    """Whether a result may share bytes with operands at all."""
    forbids: Sequence[MayNotAlias]
    """Further operands that no result may share bytes with."""
    scratch: tuple[int, ...]
    """Indices of the operands that are overwritten with data of no meaning."""

    def forbidden_operands(self, op: Operation, target: Target) -> tuple[int, ...]:
        """Indices of the operands whose bytes no result of this operation may share."""
        if not self.in_place_safe:
            return tuple(range(len(op.operands)))
        if not self.forbids:
            return self.scratch
        conditional = tuple(i for f in self.forbids if f.condition(op, target) for i in f.operands)
        return conditional + self.scratch


@cache
def _facts(kind: type[Operation]) -> StorageFacts:
    traits = kind.traits.traits if hasattr(kind, "traits") else frozenset[OpTrait]()
    view_of = next((t for t in traits if isinstance(t, ViewOf)), None)
    writes_into = next((t for t in traits if isinstance(t, WritesInto)), None)
    no_storage = any(isinstance(t, NoStorage) for t in traits)
    is_tile_op = kind.name.startswith("tile.")
    return StorageFacts(
        view_of=view_of,
        writes_into=writes_into,
        creates=is_tile_op and view_of is None and writes_into is None and not no_storage,
        in_place_safe=not any(isinstance(t, NotInPlaceSafe) for t in traits),
        forbids=tuple(
            sorted((t for t in traits if isinstance(t, MayNotAlias)), key=lambda t: t.operands)
        ),
        scratch=tuple(sorted(t.operand for t in traits if isinstance(t, Scratch))),
    )


def storage_facts(op: Operation) -> StorageFacts:
    """The storage facts of an operation's class."""
    return _facts(type(op))


@cache
def reads_in(kind: type[Operation]) -> ReadsIn | None:
    """Where operations of a class can read their tiles, `None` if it does not matter."""
    return kind.get_trait(ReadsIn)


@cache
def result_space(kind: type[Operation]) -> Space | None:
    """The space that results of a class of operations lie in, `None` if it is open."""
    trait = kind.get_trait(ResultIn)
    return None if trait is None else trait.space


@cache
def _runs_on(kind: type[Operation]) -> RunsOn | None:
    return kind.get_trait(RunsOn)


def is_executed(op: Operation) -> bool:
    """Whether a pipe executes an operation."""
    return _runs_on(type(op)) is not None


def is_matrix_product(kind: type[Operation]) -> bool:
    """Whether operations of a class run on the matrix unit."""
    trait = _runs_on(kind)
    return trait is not None and trait.pipe is Pipe.M


def pipe_of(op: Operation, target: Target) -> Pipe | None:
    """The pipe of a target that executes an operation, `None` if it executes on none."""
    trait = _runs_on(type(op))
    return None if trait is None else trait.of(op, target)
