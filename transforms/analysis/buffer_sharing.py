"""
Whether tiles that the author bound to one slot of a buffer can live there together.

1. Two tiles whose live ranges overlap cannot; a tile is live as long as a view of it, an
   in-place result made from it, or the loop that carries it.
2. The result of an operation and an operand that it cannot share bytes with cannot.

Slots are the same if their indices are equal constants or the same expression. Indices that
differ only at run time are not compared here: `verify-memory-plan` is the judge of those.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from pto_dialect.buffer import BindOp
from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.targets import Target
from pto_dialect.tile.forbidden import forbidden_operands
from pto_dialect.tile.ops.constants import constant_value
from transforms.analysis.live_ranges import LiveRanges
from transforms.analysis.numbering import Numbering
from transforms.analysis.placements import slot_key
from transforms.analysis.stages import stages_of
from transforms.analysis.storage import StorageMap


def check_sharing(function: FuncOp, binds: Sequence[BindOp], target: Target) -> None:
    """
    Check the bindings of a function.

    Raises:
        CompileError: two tiles cannot share a slot; names both and the buffer.
    """
    numbering = Numbering(function)
    storage = StorageMap(numbering)
    live = LiveRanges(numbering, storage)
    bound = {bind.tile: bind for bind in binds}
    slots = {bind.tile: (bind.memory, slot_key(bind.slot)) for bind in binds}
    for bind in binds:
        _check_in_place(bind, storage, bound, slots, target)

    sharers: dict[Hashable, list[SSAValue]] = {}
    for chain in live.of_chain:
        slot = slots.get(storage.root(chain))
        if slot is not None:
            sharers.setdefault(slot, []).append(chain)
    for chains in sharers.values():
        chains.sort(key=lambda chain: live.of_chain[chain].start)
        longest = chains[0]
        for chain in chains[1:]:
            earlier, later = storage.root(longest), storage.root(chain)
            # Chains of one tile follow each other, or stand in opposite arms.
            if earlier is not later and live.of_chain[longest].end >= live.of_chain[chain].start:
                _fail_live(bound[earlier], bound[later])
            if live.of_chain[chain].end > live.of_chain[longest].end:
                longest = chain


def _place_text(bind: BindOp) -> str:
    if bind.slot_count == 1:
        return bind.label
    slot = 0 if bind.slot is None else constant_value(bind.slot)
    return f"{'one slot' if slot is None else f'slot {slot}'} of {bind.label}"


def _fail_live(earlier: BindOp, later: BindOp) -> None:
    name, other = display_name(later.tile), display_name(earlier.tile)
    stages = _stages_apart(earlier, later)
    if stages is None:
        advice = (
            f"bind one of them to another buffer or slot, or use '{other}' for the last time "
            f"before '{name}' is made"
        )
        whose = ("", "")
    else:
        advice = (
            "the iterations of a pipelined loop overlap: declare the buffer with as many slots as "
            "the loop has stages and bind without an index, so that each stage gets its slot"
        )
        whose = (f" of stage {stages[0]}", f" of stage {stages[1]}")
    fail(
        later,
        f"tile '{name}'{whose[1]} and tile '{other}'{whose[0]} share {_place_text(later)} but are "
        "live at the same time",
        [note_at(earlier, f"'{other}' is bound here and still needed"), advice],
    )


def _stages_apart(a: BindOp, b: BindOp) -> tuple[int, int] | None:
    """The stages of the outermost pipeline that two tiles were cloned for, `None` if none."""
    marks = [
        stages_of(bind.tile.owner) for bind in (a, b) if isinstance(bind.tile.owner, Operation)
    ]
    for (group, stage), (other_group, other_stage) in zip(*marks, strict=False):
        if group != other_group:
            return None
        if stage != other_stage:
            return stage, other_stage
    return None


def _check_in_place(
    bind: BindOp,
    storage: StorageMap,
    bound: dict[SSAValue, BindOp],
    slots: dict[SSAValue, tuple[SSAValue, Hashable]],
    target: Target,
) -> None:
    op = bind.tile.owner
    assert isinstance(op, Operation)
    for index in forbidden_operands(op, target):
        root = storage.root(op.operands[index])
        if slots.get(root) == slots[bind.tile]:
            name, operand = display_name(bind.tile), display_name(op.operands[index])
            fail(
                bind,
                f"tile '{name}' and tile '{operand}' share {_place_text(bind)}, but {op.name} "
                f"cannot write its result over that operand",
                [
                    note_at(bound[root], f"'{operand}' is bound here"),
                    f"bind '{name}' to another buffer or slot",
                ],
            )
