"""
Whose bytes a tile is made of.

Every tile value has a *root*, the value that owns its storage:

1. the result of an operation that creates storage is its own root;
2. a view and an in-place result have the root of the operand that they share;
3. a loop's block argument and result have the root of the initial value;
4. an `if` result has the root of the value that the then-arm yields;
5. everything else (a tile argument of a function, a result that owns no buffer) is its own root.

Rules 3 and 4 say where the storage *will* be: they hold in the program once
`materialize-semantic-aliases` has brought every yielded value there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects import memref, scf
from xdsl.ir import Block, Operation, SSAValue

from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.numbering import Numbering


@dataclass(frozen=True)
class Storage:
    """Where a tile lives relative to the value that owns its storage."""

    root: SSAValue
    """The value that owns the storage."""
    offset: int | None
    """Bytes from the start of the root's storage, `None` if known at run time only."""
    is_view: bool
    """Whether there is a view on the way, so that it may be a part or have another type."""


class StorageMap:
    """The storage of every tile value of a function."""

    def __init__(self, numbering: Numbering):
        self._of: dict[SSAValue, Storage] = {}
        self._chain: dict[SSAValue, SSAValue] = {}
        for position, op in enumerate(numbering.order):
            if op.regions:
                if isinstance(op, scf.ForOp) and position == numbering[op]:
                    self._enter_loop(op)
                elif isinstance(op, scf.IfOp) and position == numbering.end(op):
                    self._leave_branch(op)
            elif op.results and type(op.results[0].type) is TileType:
                self._add_results(op)

    def __getitem__(self, value: SSAValue) -> Storage:
        """The storage of a tile."""
        return self._of.get(value) or Storage(value, 0, False)

    def of_others(self) -> Iterable[tuple[SSAValue, Storage]]:
        """The values that lie in the storage of another one."""
        return self._of.items()

    def root(self, value: SSAValue) -> SSAValue:
        """The value that owns the storage of a tile."""
        storage = self._of.get(value)
        return value if storage is None else storage.root

    def starts_elsewhere(self, value: SSAValue) -> bool:
        """Whether a tile does not certainly start where its root's storage does."""
        storage = self._of.get(value)
        return storage is not None and storage.offset != 0

    def chain(self, value: SSAValue) -> SSAValue:
        """The root by rules 1 and 2 alone: where control flow made the value, or an operation."""
        return self._chain.get(value, value)

    def _enter_loop(self, op: scf.ForOp) -> None:
        for init, arg, result in zip(op.iter_args, op.body.block.args[1:], op.results, strict=True):
            if isinstance(init.type, TileType):
                self._of[arg] = self._of[result] = self[init]

    def _leave_branch(self, op: scf.IfOp) -> None:
        if op.results:
            for result, yielded in zip(
                op.results, yielded_values(op.true_region.block), strict=True
            ):
                if isinstance(result.type, TileType):
                    self._of[result] = self[yielded]

    def _add_results(self, op: Operation) -> None:
        facts = storage_facts(op)
        if facts.view_of is not None:
            base = self[op.operands[facts.view_of.operand]]
            offset = facts.view_of.offset(op)
            self._of[op.results[0]] = Storage(
                base.root,
                None if base.offset is None or offset is None else base.offset + offset,
                True,
            )
            self._chain[op.results[0]] = self.chain(op.operands[facts.view_of.operand])
        elif facts.writes_into is not None:
            self._of[op.results[0]] = self[op.operands[facts.writes_into.operand]]
            self._chain[op.results[0]] = self.chain(op.operands[facts.writes_into.operand])


def yielded_values(block: Block) -> tuple[SSAValue, ...]:
    """The operands of the terminator of a block."""
    terminator = block.last_op
    assert terminator is not None
    return tuple(terminator.operands)


def value_root(value: SSAValue) -> SSAValue:
    """The value of which this one is a view (of a view …): the same data, other names."""
    while True:
        owner = value.owner
        if not isinstance(owner, Operation):
            return value
        view = storage_facts(owner).view_of
        if view is None:
            return value
        value = owner.operands[view.operand]


def tensor_root(tensor: SSAValue) -> SSAValue:
    """The tensor of which this one is a window (of a window …)."""
    while isinstance(tensor.owner, memref.SubviewOp):
        tensor = tensor.owner.source
    return tensor


def is_part(value: SSAValue) -> bool:
    """Whether a tile may be a part of its root's storage: a view, or what overwrote a view."""
    while isinstance(owner := value.owner, Operation):
        facts = storage_facts(owner)
        if facts.view_of is not None:
            return True
        if facts.writes_into is None:
            return False
        value = owner.operands[facts.writes_into.operand]
    return False
