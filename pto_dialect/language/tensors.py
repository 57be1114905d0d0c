"""
Tensors in global memory: one memory, many versions.

`out2 = pl.store(tile, offsets, out)` makes `out2` the newest version of the same memory. A
`pl.store` whose result is dropped writes in place: the variable it names stays the newest.
An older version may be stored to, which loses nothing: that makes a newest version as well. What
is read is the newest one.
"""

from __future__ import annotations

import ast
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from pto_dialect.language.source import Node, SourceFile
from pto_dialect.language.values import TensorValue, WindowValue

if TYPE_CHECKING:
    from pto_dialect.language.emitter import Emitter


@dataclass(frozen=True)
class Read:
    """A tensor that an operation reads."""

    source: SourceFile
    """The file that the operation stands in."""

    tensor: TensorValue
    """The version that is read."""
    node: Node
    """Where."""


class Tensors:
    """The tensors of a function and their newest versions."""

    def __init__(self, emitter: Emitter):
        self._emitter = emitter
        self._newest: dict[SSAValue, int] = {}
        self._count = 0
        self._dims: dict[SSAValue, Sequence[str]] = {}
        self._named: dict[str, tuple[TensorValue, int] | int] = {}
        self.reads: list[Read] = []
        """What has been read, in order."""
        self.statement: Node | None = None
        """The call that is a statement of its own."""

    def parameter(self, memref: SSAValue, dims: Sequence[str]) -> TensorValue:
        """A tensor that is passed to the function; `dims` are the names of its extents."""
        self._dims[memref] = dims
        tensor = self._next(memref)
        for i, name in enumerate(dims):
            if name:
                self._named.setdefault(name, (tensor, i))
        return tensor

    def _next(self, memref: SSAValue) -> TensorValue:
        self._count += 1
        self._newest[memref] = self._count
        return TensorValue(memref, self._count)

    def read(self, tensor: TensorValue, node: Node) -> None:
        """
        Note that a tensor is read.

        Raises:
            CompileError: it has been stored to since.
        """
        if self._newest[tensor.memref] != tensor.version:
            self._stale(node)
        self.reads.append(Read(self._emitter.source, tensor, node))

    def _stale(self, node: Node) -> None:
        name = ast.unparse(node)
        self._emitter.error(
            node,
            f"'{name}' is an older version of a tensor that has been stored to since",
            ["read the result of the last pl.store instead"],
        )

    def store(self, tensor: TensorValue, node: Node) -> TensorValue:
        """The tensor as it is after a store to this version of it."""
        in_place = node is self.statement and self.is_newest(tensor)
        return tensor if in_place else self._next(tensor.memref)

    def extent(self, tensor: TensorValue, index: int, node: Node) -> int | SSAValue:
        """An extent of a tensor, a value of type index if it is known at run time only."""
        extent = tensor.type.get_shape()[index]
        if extent != DYNAMIC_INDEX:
            return extent
        name = self._dims[tensor.memref][index]
        return self._emitter.dim(tensor.memref, index, name or (tensor.memref, index), node)

    def named_extent(self, name: str, node: Node) -> int | SSAValue | None:
        """The extent with a name, `None` if no parameter has it."""
        known = self._named.get(name)
        return self.extent(*known, node) if isinstance(known, tuple) else known

    @contextmanager
    def scope(self) -> Generator[None]:
        """A stretch of the function with names of extents of its own."""
        outer = dict(self._named)
        try:
            yield
        finally:
            self._named = outer

    def name_extents(self, value: TensorValue | WindowValue, dims: Sequence[str]) -> None:
        """Give names to the extents of a tensor, or to those of a part that are known."""
        for i, name in enumerate(dims):
            if not name:
                continue
            if isinstance(value, TensorValue):
                self._named[name] = (value, i)
            elif i < len(value.kept) and (extent := value.extents[value.kept[i]]) is not None:
                self._named[name] = extent

    # ---- Control flow ----

    def versions(self) -> dict[SSAValue, int]:
        """The newest version of every tensor."""
        return dict(self._newest)

    def newest(self, memref: SSAValue) -> TensorValue:
        """The newest version of a tensor."""
        return TensorValue(memref, self._newest[memref])

    def is_newest(self, tensor: TensorValue) -> bool:
        """Whether nothing has been stored since."""
        return self._newest[tensor.memref] == tensor.version

    def restore(self, versions: dict[SSAValue, int]) -> None:
        """Go back to earlier versions, to build the other arm of a branch."""
        self._newest = dict(versions)

    def enter_loop(self, carried: TensorValue) -> TensorValue:
        """A tensor that a loop stores to and carries, as an iteration finds it."""
        return self._next(carried.memref)

    def leave_loop(self, before: dict[SSAValue, int], reads_from: int) -> None:
        """
        Check what a loop has read: the next iteration reads it again.

        Raises:
            CompileError: it reads a version from before the loop of what the loop stores to.
        """
        for read in self.reads[reads_from:]:
            memref, version = read.tensor.memref, read.tensor.version
            if version == before[memref] and self._newest[memref] != version:
                name = ast.unparse(read.node)
                self._emitter.enter(read.source)
                self._emitter.error(
                    read.node,
                    f"'{name}' is read in every iteration, but the loop stores a newer version of "
                    "that tensor",
                    [f"assign the result of pl.store to '{name}'"],
                )

    def merge(
        self, then: dict[SSAValue, int], otherwise: dict[SSAValue, int]
    ) -> dict[SSAValue, TensorValue]:
        """
        After a branch: the new version of each tensor that an arm has stored to. `then` and
        `otherwise` are the newest versions at the ends of the arms.
        """
        merged: dict[SSAValue, TensorValue] = {}
        for memref, version in then.items():
            if version != otherwise[memref]:
                merged[memref] = self._next(memref)
            else:
                self._newest[memref] = version
        return merged
