"""
The checks can fail: planner and lowering with one deliberate fault each, on small kernels.

`FAULTS` says for each fault who has to notice it: `verify-memory-plan`, the execution of the
placed kernel, and that of the lowered one. Who cannot notice it, has a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from property.corpus import CORPUS
from property.execution import apply, assert_same, execute, module
from property.kernels import Kernel
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Operation, SSAValue

import lowering.handles
import transforms.allocate_memory_addr
import transforms.analysis.footprint
import transforms.analysis.storage
import transforms.insert_tile_copies
import transforms.materialize_semantic_aliases
from lowering.handles import Handles
from lowering.pipeline import PtoPipelinePass
from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import Level
from pto_dialect.mem import AllocOp
from pto_dialect.tile.ops.constants import constant_value
from transforms.analysis.footprint import footprint, slot_stride
from transforms.analysis.interference import Interference
from transforms.analysis.live_ranges import LiveRanges
from transforms.analysis.storage import Storage
from transforms.init_memref import _Placer
from transforms.materialize_semantic_aliases import _Materializer
from transforms.verify_memory_plan import VerifyMemoryPlanPass

VERIFY, PLACED, LOWERED = "verify-memory-plan", "placed", "pto"
ALL = frozenset({VERIFY, PLACED, LOWERED})


@dataclass(frozen=True)
class Fault:
    """A fault, and who notices it."""

    inject: Callable[[pytest.MonkeyPatch], None]
    """Puts the fault into the compiler."""
    kernel: str
    """The kernel of the corpus that goes wrong."""
    seen_by: frozenset[str] = ALL
    """Who has to notice."""
    why_not: str = ""
    """Why the others cannot."""


# ---- Faults of planning ----


def no_loop_extension(patch: pytest.MonkeyPatch) -> None:
    """A read inside of a loop counts where it stands, not at the loop's end."""

    def read(ranges: LiveRanges, user: Operation, defined_in: object) -> int:
        return 2 * ranges._numbering[user]

    patch.setattr(LiveRanges, "_read", read)


def no_forbidden_operands(patch: pytest.MonkeyPatch) -> None:
    """A result may be packed over an operand whatever its operation says."""
    patch.setattr(Interference, "forbidden", {})


def one_slot_too_low(patch: pytest.MonkeyPatch) -> None:
    """A tile that is bound to slot k is placed in slot k - 1."""
    right = _Placer._slot

    def slot(placer: _Placer, bind: Any) -> SSAValue | None:
        index = right(placer, bind)
        if index is None or not constant_value(index):
            return index
        lower = arith.ConstantOp(IntegerAttr(constant_value(index) - 1, IndexType()))
        bind.tile.owner.parent.insert_op_before(lower, bind.tile.owner)
        return lower.result

    patch.setattr(_Placer, "_slot", slot)


def shared_pinned_buffer(patch: pytest.MonkeyPatch) -> None:
    """The allocation behind a pinned one begins where the pinned one does."""

    def size(alloc: AllocOp, target: Any) -> int:
        return 0 if alloc.is_pinned else footprint(alloc, target)

    patch.setattr(transforms.allocate_memory_addr, "footprint", size)


def no_view_offset(patch: pytest.MonkeyPatch) -> None:
    """The analysis of storage takes every view to begin where its tile does."""
    patch.setattr(
        transforms.analysis.storage, "Storage", lambda root, _, is_view: Storage(root, 0, is_view)
    )


def no_copies(patch: pytest.MonkeyPatch) -> None:
    """No tile is copied before it is overwritten."""
    patch.setattr(transforms.insert_tile_copies, "_protect", lambda *_: None)


def no_move_at_yield(patch: pytest.MonkeyPatch) -> None:
    """What cannot be made in the place of a carry stays where it is."""
    patch.setattr(_Materializer, "_copy_in_parallel", lambda *_: None)


def moves_in_any_order(patch: pytest.MonkeyPatch) -> None:
    """The moves at the end of a body do not care what the others still have to read."""
    patch.setattr(
        transforms.materialize_semantic_aliases,
        "parallel_copy",
        lambda sources, targets: [(i, False) for i in range(len(targets))],
    )


def short_slot_stride(patch: pytest.MonkeyPatch) -> None:
    """The slots of an allocation are taken to lie half as far apart."""
    patch.setattr(
        transforms.analysis.footprint, "slot_stride", lambda *args: slot_stride(*args) // 2
    )


def nothing_reserved(patch: pytest.MonkeyPatch) -> None:
    """Allocations begin at 0 whatever is reserved there."""
    patch.setattr(transforms.allocate_memory_addr, "ends_of", lambda _: {})


# ---- Faults of lowering ----


def lowered_without_offset(patch: pytest.MonkeyPatch) -> None:
    """Every window of a tile becomes one at its start."""
    right = Handles.subview

    def subview(handles: Handles, op: Operation, tile: Any, window: Any, offsets: Any) -> Any:
        return right(handles, op, tile, window, None)

    patch.setattr(Handles, "subview", subview)


def lowered_with_short_stride(patch: pytest.MonkeyPatch) -> None:
    """The addresses of slots are half as far apart."""
    patch.setattr(lowering.handles, "slot_stride", lambda *args: slot_stride(*args) // 2)


def lowered_to_slot_0(patch: pytest.MonkeyPatch) -> None:
    """Every tile in a buffer of slots gets the address of the first."""
    right = Handles._address
    patch.setattr(Handles, "_address", lambda handles, alloc, slot: right(handles, alloc, 0))


AFTER = "the fault comes after the plan"
FAULTS = {
    "no loop extension": Fault(no_loop_extension, "a loop reads a tile from outside"),
    "forbidden operand": Fault(
        no_forbidden_operands, "a result that cannot be written over its operand"
    ),
    "slot off by one": Fault(one_slot_too_low, "two slots in use"),
    "shared pinned buffer": Fault(shared_pinned_buffer, "a buffer of its own"),
    "lost view offset": Fault(no_view_offset, "a part that overlaps what becomes of it"),
    "dropped copy": Fault(no_copies, "a tile that is needed after it is overwritten"),
    "dropped copy in an arm": Fault(no_copies, "a branch that passes a tile through"),
    "skipped move": Fault(no_move_at_yield, "carries that change places"),
    "moves out of order": Fault(moves_in_any_order, "carries that change places"),
    "slot stride": Fault(short_slot_stride, "two slots in use"),
    "reserved range": Fault(
        nothing_reserved,
        "reserved memory",
        frozenset({VERIFY}),
        "nobody plays the runtime that uses the range",
    ),
    "lowered view offset": Fault(
        lowered_without_offset, "a part of a tile", frozenset({LOWERED}), AFTER
    ),
    "lowered slot stride": Fault(
        lowered_with_short_stride, "two slots in use", frozenset({LOWERED}), AFTER
    ),
    "lowered slot": Fault(lowered_to_slot_0, "two slots in use", frozenset({LOWERED}), AFTER),
}


def noticed(kernel: Kernel) -> frozenset[str]:
    """Who notices that a kernel is compiled wrong."""
    op = module(kernel)
    expected = execute(kernel, op, "tile")
    *memory, convert = PtoPipelinePass(planner="pack").stages()
    seen: set[str] = set()
    for stage in memory:
        if not isinstance(stage, VerifyMemoryPlanPass):
            apply(kernel, op, [stage])
            continue
        try:
            stage.apply(None, op)
        except CompileError:
            seen.add(VERIFY)
    levels: tuple[Level, ...] = ("placed", "pto")
    for level in levels:
        if level == "pto":
            apply(kernel, op, [convert])
        try:
            assert_same(kernel, execute(kernel, op, level), expected)
        except (AssertionError, CompileError):
            seen.add(level)
    return frozenset(seen)


@pytest.mark.parametrize("kernel", CORPUS)
def test_nobody_complains_without_a_fault(kernel: str):
    assert noticed(CORPUS[kernel]) == frozenset()


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch):
    fault = FAULTS[name]
    fault.inject(monkeypatch)
    assert noticed(CORPUS[fault.kernel]) == fault.seen_by


def test_who_cannot_notice_a_fault_has_a_reason():
    assert all((fault.seen_by == ALL) != bool(fault.why_not) for fault in FAULTS.values())
