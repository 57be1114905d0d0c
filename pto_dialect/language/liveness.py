"""
Which variables a loop carries and a branch merges.

For each `for`, `while` and `if` statement of a function this tells

1. the names that it assigns, in order of their first assignment;
2. for a loop, the names that an iteration may read before it assigns them;
3. the names that may be read after it.

A name is read where it stands in an expression, an annotation included. A body is assumed to
run any number of times, none included. What `x = pl.yield_(y)` at the end of a loop body
assigns is a result of the loop and none of 1. Not handled: statements that the language does
not have (`try`, …), which are errors anyway.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

_NOTHING: frozenset[str] = frozenset()


@dataclass
class Flow:
    """What is known about a `for`, `while` or `if` statement."""

    assigned: tuple[str, ...]
    """Names that it assigns, in order."""
    exposed: frozenset[str]
    """Names that its body (an arm) may read from before."""
    live_after: AbstractSet[str] = field(default=_NOTHING)
    """Names among the assigned that may be read after it."""

    @property
    def passed_on(self) -> Iterator[str]:
        """Names among the assigned whose value from before, or at its end, may be read."""
        return (n for n in self.assigned if n in self.exposed or n in self.live_after)


def yield_of(stmt: ast.stmt) -> ast.Call | None:
    """The call of `pl.yield_` that a statement consists of, if it is one."""
    if not isinstance(stmt, ast.Assign | ast.AnnAssign | ast.Expr):
        return None
    call = stmt.value
    if not isinstance(call, ast.Call):
        return None
    match call.func:
        case ast.Attribute(attr="yield_") | ast.Name(id="yield_"):
            return call
        case _:
            return None


def analyse(body: Sequence[ast.stmt]) -> dict[ast.stmt, Flow]:
    """
    The flow of every `for`, `while` and `if` of a function body. Linear in the size of the
    source; a body without control flow is not even looked at.
    """
    analysis = _Analysis()
    if any(isinstance(stmt, ast.For | ast.While | ast.If) for stmt in body):
        analysis.summarise(body)
        analysis.propagate(body, set())
    return analysis.flows


class _Analysis:
    def __init__(self):
        self.flows: dict[ast.stmt, Flow] = {}
        self._names: dict[ast.stmt, tuple[set[str], list[str]]] = {}
        self._kills: dict[ast.stmt, frozenset[str]] = {}

    def summarise(self, body: Sequence[ast.stmt]) -> tuple[set[str], set[str], list[str]]:
        """
        The names that a body may read from before it, those that it surely assigns, and all
        that it assigns in order.
        """
        exposed, killed, assigned = set[str](), set[str](), dict[str, None]()
        for stmt in body:
            reads, kills, writes = self._summarise_statement(stmt)
            exposed.update(name for name in reads if name not in killed)
            killed.update(kills)
            assigned.update(dict.fromkeys(writes))
        return exposed, killed, list(assigned)

    def _summarise_statement(
        self, stmt: ast.stmt
    ) -> tuple[AbstractSet[str], AbstractSet[str] | Sequence[str], Sequence[str]]:
        if isinstance(stmt, ast.For):
            reads, _ = names_in(stmt.iter)
            _, targets = names_in(stmt.target)
            inner, results = stmt.body, list[str]()
            if inner and yield_of(inner[-1]) is not None:
                last_reads, results = names_in(inner[-1])
                exposed, killed, assigned = self.summarise(inner[:-1])
                exposed |= last_reads - killed
            else:
                exposed, _, assigned = self.summarise(inner)
            exposed.difference_update(targets)
            assigned = [name for name in assigned if name not in targets]
            self.flows[stmt] = Flow(tuple(assigned), frozenset(exposed))
            self._names[stmt] = (reads, results)
            return reads | exposed, results, [*assigned, *results, *targets]
        if isinstance(stmt, ast.While):
            reads, _ = names_in(stmt.test)
            exposed, _, assigned = self.summarise(stmt.body)
            exposed |= reads
            self.flows[stmt] = Flow(tuple(assigned), frozenset(exposed))
            self._names[stmt] = (reads, [])
            return exposed, (), assigned
        if isinstance(stmt, ast.If):
            reads, _ = names_in(stmt.test)
            exposed, killed, assigned = self.summarise(stmt.body)
            other_exposed, other_killed, other_assigned = self.summarise(stmt.orelse)
            exposed |= other_exposed
            killed &= other_killed
            assigned = list(dict.fromkeys([*assigned, *other_assigned]))
            self.flows[stmt] = Flow(tuple(assigned), frozenset(exposed))
            self._names[stmt] = (reads, [])
            self._kills[stmt] = frozenset(killed)
            return reads | exposed, killed, assigned
        reads, writes = names_in(stmt)
        if isinstance(stmt, ast.AugAssign):
            reads.update(writes)
        self._names[stmt] = (reads, writes)
        return reads, writes, writes

    def propagate(self, body: Sequence[ast.stmt], live: set[str]) -> None:
        """Walk a body backwards with the names that are live after it."""
        for stmt in reversed(body):
            flow = self.flows.get(stmt)
            if flow is None:
                if stmt not in self._names:
                    continue  # the yield at the end of a loop body
                reads, writes = self._names[stmt]
                live.difference_update(writes)
                live.update(reads)
                continue
            reads, results = self._names[stmt]
            live.difference_update(results)
            flow.live_after = live.intersection(flow.assigned)
            if isinstance(stmt, ast.For):
                inner = live | flow.exposed
                last = stmt.body[-1]
                if yield_of(last) is not None:
                    inner |= names_in(last)[0]
                self._propagate_nested(stmt.body, inner)
            elif isinstance(stmt, ast.While):
                self._propagate_nested(stmt.body, live | flow.exposed)
            else:
                assert isinstance(stmt, ast.If)
                self._propagate_nested(stmt.body, live)
                self._propagate_nested(stmt.orelse, live)
                live.difference_update(self._kills[stmt])
            live.update(flow.exposed, reads)

    def _propagate_nested(self, body: Sequence[ast.stmt], live: set[str]) -> None:
        if any(stmt in self.flows for stmt in body):
            self.propagate(body, set(live))


def names_in(node: ast.AST) -> tuple[set[str], list[str]]:
    """The names that are read and those that are assigned in a piece of syntax."""
    reads, writes = set[str](), list[str]()
    todo = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                reads.add(node.id)
            else:
                writes.append(node.id)
        elif isinstance(node, ast.Constant):
            pass
        elif isinstance(node, ast.Attribute):
            todo.append(node.value)
        elif isinstance(node, ast.Tuple | ast.List):
            todo += node.elts
        elif isinstance(node, ast.Call):
            todo.append(node.func)
            todo += node.args
            if node.keywords:
                todo += [keyword.value for keyword in node.keywords]
        elif isinstance(node, ast.Subscript):
            todo += (node.value, node.slice)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            todo += (node.value, node.annotation, node.target)
        elif isinstance(node, ast.BinOp):
            todo += (node.left, node.right)
        else:
            todo += ast.iter_child_nodes(node)
    writes.reverse()
    return reads, writes
