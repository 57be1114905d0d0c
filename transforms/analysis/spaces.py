"""
In which memory each tile without a space will lie.

1. An operation whose results lie in one space decides (`ResultIn`); an explicit space is never
   changed.
2. A view, an in-place result and a plain copy lie where their operand lies.
3. What control flow passes on (initial value, block argument, yielded value, result) lies in one
   space: that of the values of rule 1 among it, if there are any. If these lie in several, the
   first space that all of them can be copied to.
4. Otherwise readers decide: the first space outside of `vec` that one of them asks for, else `vec`.
   A load cannot make a tile everywhere: for a reader in `left`, `right` or `bias` it makes one in
   `mat`, from where it is copied.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.disjoint_set import DisjointSet

from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import Target
from pto_dialect.tile.ops.matrix import ExtractOp
from pto_dialect.tile.ops.views import MoveOp
from pto_dialect.tile.traits import Retargetable, reads_in, result_space, storage_facts
from pto_dialect.tile.types import TileType
from transforms.analysis.storage import yielded_values


class TileSpaces:
    """The spaces of the tiles of a function, those without one included."""

    def __init__(self, function: FuncOp, target: Target):
        self._target = target
        self._made_in: dict[SSAValue, Space] = {}
        """Values without a space in their type whose operation decides."""
        self._open: list[SSAValue] = []
        """Values whose space follows from others, in program order."""
        self._joined: list[tuple[SSAValue, SSAValue]] = []
        """Pairs of values where the first becomes the second."""
        self._options: dict[SSAValue, tuple[Space, ...]] = {}
        """Where loads can make their results."""
        self._demands: list[tuple[SSAValue, Space]] = []
        """The space that a reader asks for, in program order."""
        self._decided: dict[SSAValue, Space] = {}
        for block in function.body.blocks:
            self._visit(block)
        if self._open:
            self._decide()

    def __getitem__(self, value: SSAValue) -> Space:
        """The space of a tile."""
        type_ = value.type
        assert isinstance(type_, TileType)
        space = type_.memory_space or self._made_in.get(value) or self._decided.get(value)
        return space or Space.VEC

    # ---- Facts ----

    def _visit(self, block: Block) -> None:
        for arg in block.args:
            self._note_open(arg)
        for op in block.ops:
            for region in op.regions:
                for inner in region.blocks:
                    self._visit(inner)
            self._note_results(op)
            self._note_demands(op)

    def _note_open(self, value: SSAValue) -> None:
        if isinstance(value.type, TileType) and value.type.memory_space is None:
            self._open.append(value)

    def _note_results(self, op: Operation) -> None:
        made_in = Space.VEC if isinstance(op, ExtractOp) else result_space(type(op))
        for result in op.results:
            if isinstance(result.type, TileType) and result.type.memory_space is None:
                if made_in is not None:
                    self._made_in[result] = made_in
                else:
                    self._open.append(result)
                    self._note_sources(op, result)

    def _note_sources(self, op: Operation, result: SSAValue) -> None:
        if isinstance(op, scf.ForOp | scf.IfOp):
            self._joined.extend((source, result) for source in passed_on(op, result))
            return
        if isinstance(op, MoveOp):
            self._joined.append((op.src, result))
            return
        facts = storage_facts(op)
        shared = facts.view_of or facts.writes_into
        if shared is not None:
            self._joined.append((op.operands[shared.operand], result))
            return
        trait = op.get_trait(Retargetable)
        if trait is not None and trait.spaces is not None:
            self._options[result] = trait.spaces

    def _note_demands(self, op: Operation) -> None:
        reads = reads_in(type(op))
        if reads is None:
            return
        for i, operand in enumerate(op.operands):
            type_ = operand.type
            if isinstance(type_, TileType) and type_.memory_space is None:
                spaces = reads.of(op, i)
                if spaces is not None:
                    self._demands.append((operand, spaces[0]))

    # ---- Decisions ----

    def _decide(self) -> None:
        classes = DisjointSet(self._open)
        given: list[tuple[SSAValue, Space]] = []
        is_open = set(self._open)
        for source, value in self._joined:
            if source in is_open:
                classes.union(source, value)
            else:
                given.append((value, self[source]))
        demands = _by_class(classes, [d for d in self._demands if d[0] in is_open])
        made = _by_class(classes, given)
        options: dict[SSAValue, tuple[Space, ...]] = {}
        for value, spaces in self._options.items():
            options[classes.find(value)] = spaces
        chosen: dict[SSAValue, Space] = {}
        for value in self._open:
            root = classes.find(value)
            if root not in chosen:
                chosen[root] = self._choose(
                    made.get(root, []), demands.get(root, []), options.get(root)
                )
            self._decided[value] = chosen[root]

    def _choose(
        self, made: list[Space], demands: list[Space], options: tuple[Space, ...] | None
    ) -> Space:
        elsewhere = [space for space in demands if space is not Space.VEC]
        if not made:
            wanted = elsewhere[0] if elsewhere else Space.VEC
            if options is None or wanted in options:
                return wanted
            copies = self._target.copies
            return next((s for s in options if (s, wanted) in copies), options[0])
        for space in (*made, *elsewhere, *(options or ()), Space.VEC):
            if (options is None or space in options) and all(
                there is space or (there, space) in self._target.copies for there in made
            ):
                return space
        return made[0]


def passed_on(op: scf.ForOp | scf.IfOp, result: SSAValue) -> Iterator[SSAValue]:
    """What control flow turns into one of its results: the block argument of a loop included."""
    index = op.results.index(result)
    if isinstance(op, scf.IfOp):
        for region in op.regions:
            yield yielded_values(region.block)[index]
    else:
        yield op.iter_args[index]
        yield op.body.block.args[1 + index]
        yield yielded_values(op.body.block)[index]


def _by_class(
    classes: DisjointSet[SSAValue], facts: list[tuple[SSAValue, Space]]
) -> dict[SSAValue, list[Space]]:
    found: dict[SSAValue, list[Space]] = {}
    for value, space in facts:
        spaces = found.setdefault(classes.find(value), [])
        if space not in spaces:
            spaces.append(space)
    return found
