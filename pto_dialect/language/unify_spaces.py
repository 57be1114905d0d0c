"""
Give tiles that share storage, or that control flow passes on, one type.

A kernel may name the space of some tiles and leave that of others open. `scf` wants one type for
what goes into a loop, round it and out of it, and a view lies where its source lies. So a space
that is named for one of them holds for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.utils.disjoint_set import DisjointSet

from pto_dialect.diagnostics import display_name, fail, note_at
from pto_dialect.machine.spaces import Space
from pto_dialect.tile.traits import storage_facts
from pto_dialect.tile.types import TileType


def unify_spaces(function: FuncOp, named: Sequence[tuple[SSAValue, Space]]) -> None:
    """
    Spread the spaces that are known in a function; `named` are further ones, of tiles whose type
    has none.

    Raises:
        CompileError: two tiles that have to lie in one space are said to lie in two.
    """
    pairs = list(_pairs(function))
    values = list(dict.fromkeys([*(v for pair in pairs for v in pair), *(v for v, _ in named)]))
    classes = DisjointSet(values)
    for a, b in pairs:
        classes.union(a, b)
    known: dict[SSAValue, tuple[Space, SSAValue]] = {}
    for value, space in [*((v, _space(v)) for v in values), *named]:
        if space is None:
            continue
        root = classes.find(value)
        before, first = known.setdefault(root, (space, value))
        if before is not space:
            fail(
                value,
                f"tile '{display_name(value)}' is in {space}, but it has to be where "
                f"'{display_name(first)}' is, in {before}",
                [note_at(first, f"'{display_name(first)}' is made here")],
            )
    for value in values:
        type_ = value.type
        assert isinstance(type_, TileType)
        root = classes.find(value)
        if type_.memory_space is None and root in known:
            new = Rewriter.replace_value_with_new_type(value, type_.with_space(known[root][0]))
            if isinstance(value, BlockArgument) and isinstance(new, BlockArgument):
                new.location = value.location


def _space(value: SSAValue) -> Space | None:
    assert isinstance(value.type, TileType)
    return value.type.memory_space


def _pairs(function: FuncOp) -> Iterator[tuple[SSAValue, SSAValue]]:
    """Tiles that lie in one space, two by two."""
    for op in function.walk():
        if isinstance(op, scf.ForOp):
            end = op.body.block.last_op
            assert end is not None
            for several in zip(
                op.iter_args, op.body.block.args[1:], end.operands, op.results, strict=True
            ):
                yield from _tiles(several)
        elif isinstance(op, scf.IfOp) and op.results:
            ends = [region.block.last_op for region in op.regions]
            assert ends[0] is not None
            assert ends[1] is not None
            for several in zip(ends[0].operands, ends[1].operands, op.results, strict=True):
                yield from _tiles(several)
        else:
            facts = storage_facts(op)
            shared = facts.view_of or facts.writes_into
            if shared is not None:
                yield from _tiles((op.operands[shared.operand], op.results[0]))


def _tiles(values: tuple[SSAValue, ...]) -> Iterator[tuple[SSAValue, SSAValue]]:
    if isinstance(values[0].type, TileType):
        yield from pairwise(values)
