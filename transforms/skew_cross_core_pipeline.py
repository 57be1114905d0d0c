"""
Let a core push for the next iteration before it waits for the answer to this one.

What it does: a pipelined loop that pushes a tile to the other core and pops what that core makes of
it would wait in every iteration. Its body is taken apart: what the pushes need runs one iteration
ahead of everything else, so that the other core works on one iteration while this one finishes the
one before. The order of each queue stays as it is. The loop has one iteration less, and what ran
ahead or is left stands before and after it; if it is not known that it runs at all, a branch
decides. `tile.stages` stays for the passes that follow.

A loop is left as it is if it pushes nothing, or nothing that it has not popped before: it answers,
or uses one core. With a remark if the two parts cannot be told apart: they share a tile, the
pushes need what an iteration passes on, one part stores what the other one touches, both push into
one queue, the queue has one slot, there are other effects, or queues inside of loops and branches.

Needs: `infer-tile-memory-space`. Leaves: `tile.stages`.

    for i in 0..n { push(f(i)) ; store(g(pop()), i) }
    ⟶ if 0 < n { push(f(0)) ; for i in 0..n-1 { push(f(i + 1)) ; store(g(pop()), i) } ;
                  store(g(pop()), n - 1) }
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, Region, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.buffer import BindOp
from pto_dialect.diagnostics import display_name
from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.targets import Target
from pto_dialect.module_attributes import functions_in, remark, target_of
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.memory import StoreOp
from pto_dialect.tile.ops.queues import InitPipeOp, QueueOp, TFreeOp, TPopOp, TPushOp
from pto_dialect.tile.traits import PLACING_OPS, is_placed, pipe_of
from pto_dialect.tile.types import TileType
from transforms.analysis.control_flow import constant_trips
from transforms.analysis.stages import pipelined_loops, requested_stages
from transforms.analysis.storage import tensor_root
from transforms.loop_rewriting import LoopRewriter

_Values = dict[SSAValue, SSAValue]


@dataclass(frozen=True)
class SkewCrossCorePipelinePass(ModulePass):
    """Let a core push for the next iteration first; see the module's docstring."""

    name = "skew-cross-core-pipeline"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_in(op):
            # What is skewed has no such loop inside of it.
            for loop in pipelined_loops(function):
                if any(map(_pops, loop.body.block.ops)) and requested_stages(loop) != 1:
                    _skew(op, function, loop)


def _pops(op: Operation) -> bool:
    return isinstance(op, TPopOp)


@dataclass
class _Parts:
    """The body of a loop, taken apart; both parts in the order of the body."""

    ahead: list[Operation]
    """What the pushes need."""
    behind: list[Operation]
    """Everything else, and what it needs of the numbers that `ahead` computes."""


def _skew(module: ModuleOp, function: FuncOp, loop: scf.ForOp) -> None:
    body = [op for op in loop.body.block.ops if not isinstance(op, scf.YieldOp)]
    popped = _dependent(body, [op for op in body if _pops(op)])
    first = [op for op in body if isinstance(op, TPushOp) and op not in popped]
    if not first:
        return
    ahead = _needed(body, first)
    behind = [op for op in body if op not in ahead]
    twice = _needed(body, behind) & ahead
    shared = [op for op in body if op in twice]
    parts = _Parts(
        [op for op in body if op in ahead],
        [op for op in body if op in twice or op not in ahead],
    )
    reason = (
        _shared_blocker(loop, ahead, shared, target_of(module))
        or _blocker(loop, parts)
        or _slots_blocker(function, first)
    )
    if reason is None:
        _Skew(loop, parts).run()
    else:
        remark(module, loop, f"this loop does not push ahead: {reason}")


def _operands(op: Operation) -> list[SSAValue]:
    """What an operation and those inside of it use."""
    return [operand for inner in op.walk() for operand in inner.operands]


def _dependent(body: Sequence[Operation], seeds: Sequence[Operation]) -> set[Operation]:
    """Operations of a body and those that need results of them."""
    found = set(seeds)
    for op in body:
        if any(operand.owner in found for operand in _operands(op)):
            found.add(op)
    return found


def _needed(body: Sequence[Operation], seeds: Sequence[Operation]) -> set[Operation]:
    """Operations of a body, those whose results they need, and what places their tiles."""
    found = set(seeds)
    for op in reversed(body):
        if op.name in PLACING_OPS and op.operands[0].owner in found:
            found.add(op)
        if op in found:
            found.update(o.owner for o in _operands(op) if isinstance(o.owner, Operation))
    places = [op for op in body if op.name in PLACING_OPS and op.operands[0].owner in found]
    if not found.issuperset(places):
        return _needed(body, [*seeds, *places])
    return found.intersection(body)


def _blocker(loop: scf.ForOp, parts: _Parts) -> str | None:
    """Why the parts of a loop cannot be told apart, `None` if they can."""
    step = constant_value(loop.step)
    if step is None or step <= 0:
        return "its step is no positive constant"
    for op in (*parts.ahead, *parts.behind):
        for inner in op.walk():
            if isinstance(inner, QueueOp) and inner is not op:
                return f"{inner.name} stands inside of {op.name}"
            if not _is_understood(inner):
                return f"it contains {inner.name}"
            if isinstance(inner, BindOp) and inner.slot is None and inner.slot_count > 1:
                return f"tile '{display_name(inner.tile)}' has the slot of its stage"
    arguments = loop.body.block.args[1:]
    for op in parts.ahead:
        if any(operand in arguments for operand in _operands(op)):
            return f"what {op.name} needs is passed on by the iteration before"
    return _queue_blocker(parts) or _tensor_blocker(parts)


def _shared_blocker(
    loop: scf.ForOp,
    ahead: AbstractSet[Operation],
    shared: Sequence[Operation],
    target: Target,
) -> str | None:
    """The part ahead computes what is needed behind, too, and too dear to be computed twice."""
    end = loop.body.block.last_op
    assert end is not None
    kept = [value for value in end.operands if value.owner in ahead]
    kept += [r for op in shared for r in op.results if not _is_cheap(r, op, target)]
    if kept:
        return f"'{display_name(kept[0])}' is needed for what is pushed and afterwards"
    return None


def _is_cheap(value: SSAValue, op: Operation, target: Target) -> bool:
    """A number, a view of a tile, or a copy of one between the memories of the cube core."""
    if not isinstance(value.type, TileType):
        return not op.regions
    return pipe_of(op, target) in (None, Pipe.MTE1) and not is_placed(value)


def _is_understood(op: Operation) -> bool:
    """Whether an operation has no effect but on its results, a tensor, or a queue."""
    if isinstance(op, TPushOp | TPopOp | TFreeOp | StoreOp | scf.YieldOp):
        return True
    if op.name in PLACING_OPS or isinstance(op, scf.ForOp | scf.IfOp):
        return True
    return bool(op.results) and op.name.startswith(("tile.", "arith.", "memref."))


def _queue_blocker(parts: _Parts) -> str | None:
    """Both parts push into one queue, whose order would change."""
    ahead, behind = (
        {(op.number, op.direction) for op in ops if isinstance(op, TPushOp)}
        for ops in (parts.ahead, parts.behind)
    )
    return "it pushes into one queue before and after it pops" if ahead & behind else None


def _slots_blocker(function: FuncOp, pushes: Sequence[Operation]) -> str | None:
    """A queue has no slot for a second tile, so that two cores could wait for each other."""
    used = {op.number for op in pushes if isinstance(op, TPushOp)}
    for op in function.walk():
        if isinstance(op, InitPipeOp) and op.number in used and op.slots < 2:
            return "its queue has one slot"
    return None


def _tensor_blocker(parts: _Parts) -> str | None:
    """One part stores into a tensor that the other one touches."""
    ahead, behind = _tensors(parts.ahead), _tensors(parts.behind)
    for tensor, is_stored in ahead.items():
        if tensor in behind and (is_stored or behind[tensor]):
            return f"tensor '{display_name(tensor)}' is needed for what is pushed and stored into"
    return None


def _tensors(ops: Sequence[Operation]) -> dict[SSAValue, bool]:
    """The tensors that operations touch, and whether they store into them."""
    found: dict[SSAValue, bool] = {}
    for op in ops:
        for inner in op.walk():
            for operand in inner.operands:
                if isinstance(operand.type, MemRefType) and not isinstance(inner, memref.DimOp):
                    tensor = tensor_root(operand)
                    found[tensor] = isinstance(inner, StoreOp) or found.get(tensor, False)
    return found


class _Skew(LoopRewriter):
    """Rebuilds one loop."""

    def __init__(self, loop: scf.ForOp, parts: _Parts):
        super().__init__(loop)
        self._parts = parts

    def run(self) -> None:
        """Replace the loop."""
        loop = self.loop
        start, step = constant_value(loop.lb), constant_value(loop.step)
        trips = constant_trips(loop)
        if start is None or step is None or trips is None:
            results = self._if_it_runs()
        elif trips < 2:
            return
        else:
            results = self._skewed(self.index(start + (trips - 1) * step))
        self.replace(results)

    def _if_it_runs(self) -> Sequence[SSAValue]:
        loop = self.loop
        runs = self.emit(arith.CmpiOp(loop.ub, loop.lb, "sgt"))
        outer, self.new = self.new, []
        # In here stop - start - 1 is zero or more.
        last = self.emit(arith.SubiOp(loop.ub, self.index(1)))
        if constant_value(loop.step) != 1:
            span = self.emit(arith.SubiOp(last, loop.lb))
            count = self.emit(arith.DivUIOp(span, loop.step))
            last = self.emit(arith.AddiOp(loop.lb, self.emit(arith.MuliOp(count, loop.step))))
        then = self.arm(self._skewed(last))
        self.new = []
        otherwise = self.arm(loop.iter_args)
        self.new = outer
        return self.add(scf.IfOp(runs, [r.type for r in loop.results], then, otherwise))

    def _skewed(self, last: SSAValue) -> Sequence[SSAValue]:
        """Push for the first iteration, run the loop up to the last one, finish that."""
        loop = self.loop
        old = loop.body.block
        self._clone(self._parts.ahead, {old.args[0]: loop.lb})
        outer, self.new = self.new, []
        body = self.empty_body()
        body.args[0].name_hint = old.args[0].name_hint
        following = self.emit(arith.AddiOp(body.args[0], loop.step))
        self._clone(self._parts.ahead, {old.args[0]: following})
        yielded = self._finish(body.args[0], body.args[1:])
        self.add(scf.YieldOp(*yielded))
        body.add_ops(self.new)
        self.new = outer
        main = scf.ForOp(loop.lb, last, loop.step, list(loop.iter_args), Region(body))
        main.attributes.update(loop.attributes)
        return self._finish(last, self.add(main))

    def _finish(self, induction: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """What is done behind, for one iteration; returns what it passes on."""
        old = self.loop.body.block
        mapping: _Values = dict(zip(old.args, (induction, *carried), strict=True))
        self._clone(self._parts.behind, mapping)
        assert old.last_op is not None
        return [mapping.get(value, value) for value in old.last_op.operands]

    def _clone(self, ops: Sequence[Operation], mapping: _Values) -> None:
        self.new += [op.clone(mapping) for op in ops]
