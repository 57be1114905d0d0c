"""
Pieces of on-chip memory, and what is known about their bytes at one point of a symbolic
execution.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects.arith import AddiOp, RemUIOp
from xdsl.ir import Operation, SSAValue

from pto_dialect.tile.ops.constants import constant_value


class Cell(NamedTuple):
    """What is known about a run of bytes."""

    owners: tuple[SSAValue, ...] = ()
    """The values whose data these bytes hold on every path to this point."""
    written: SSAValue | None = None
    """The value that was written last."""
    writer: Operation | None = None
    """The operation that wrote it."""


class SlotIndex(NamedTuple):
    """A slot index in the form `base + addend`, or `(base + addend) remui modulus`."""

    base: SSAValue | None
    """The value that is known at run time only, `None` for a constant."""
    addend: int
    """What is added to it; below the modulus if there is one."""
    modulus: int | None
    """What the sum is divided by."""

    @staticmethod
    def of(index: SSAValue) -> SlotIndex:
        """The form of an index; two indices of one form are equal while the base is."""
        modulus: int | None = None
        owner = index.owner
        if isinstance(owner, RemUIOp) and (divisor := constant_value(owner.rhs)):
            modulus, index = divisor, owner.lhs
        addend = 0
        while isinstance(owner := index.owner, AddiOp):
            # A negative addend could wrap, and the remainder of a wrapped sum is another one.
            step = constant_value(owner.rhs)
            if step is None or step < 0:
                break
            addend, index = addend + step, owner.lhs
        base = index
        if (constant := constant_value(index)) is not None and constant >= 0:
            base, addend = None, addend + constant
        if modulus is not None:
            addend %= modulus
        return SlotIndex(base, addend, None if base is None else modulus)

    def differs_from(self, other: SlotIndex) -> bool:
        """Whether the two are provably never equal."""
        return (
            self.base is other.base
            and self.modulus == other.modulus
            and self.addend != other.addend
        )


class Memory:
    """
    A piece of memory with addresses from 0 up: a space, an allocation that has no address
    yet, or a slot that is chosen at run time.
    """

    def __init__(self, name: str, region: Region | None = None, index: SlotIndex | None = None):
        self.name = name
        """How messages call it after the name of the allocation, e.g. `bytes 0 to 32 of vec`."""
        self.region = region
        """The slots that this one is of, if the slot is chosen at run time."""
        self.index = index
        """Which of them it is."""
        self._starts = [0]
        self._cells = [Cell()]

    def rivals(self) -> Iterator[Memory]:
        """Other slots in use that may be this one at run time."""
        if self.region is None or self.index is None:
            return
        for other in self.region.in_use:
            if other is not self and other.may_be(self):
                yield other

    def may_be(self, other: Memory) -> bool:
        """Whether the two can be the same bytes."""
        if self is other:
            return True
        if self.region is None or self.region is not other.region:
            return False
        assert self.index is not None and other.index is not None
        return not self.index.differs_from(other.index)

    def cells(self, start: int, end: int) -> Iterator[tuple[int, int, Cell]]:
        """The known runs of bytes in a range, each as start, end and what it holds."""
        i = bisect_right(self._starts, start) - 1
        while start < end:
            stop = self._starts[i + 1] if i + 1 < len(self._starts) else end
            stop = min(stop, end)
            yield start, stop, self._cells[i]
            start, i = stop, i + 1

    def replace(self, start: int, end: int, runs: Sequence[tuple[int, Cell]]) -> None:
        """Replace a range by runs, each given by its start and what it holds."""
        i, j = self._split(start), self._split(end)
        self._starts[i:j] = [s for s, _ in runs]
        self._cells[i:j] = [c for _, c in runs]

    def _split(self, address: int) -> int:
        i = bisect_left(self._starts, address)
        if i == len(self._starts) or self._starts[i] != address:
            self._starts.insert(i, address)
            self._cells.insert(i, self._cells[i - 1])
        return i


class Region:
    """An allocation whose slots are chosen at run time. It shares no byte with anything else."""

    def __init__(self):
        self.in_use: dict[Memory, None] = {}
        """The slots that were written and may still be read, oldest first."""
        self._slots: dict[SlotIndex, Memory] = {}

    def slot(self, index: SlotIndex) -> Memory:
        """The memory of a slot."""
        if index not in self._slots:
            name = f"slot {index.addend}" if index.base is None else "a slot chosen at run time"
            self._slots[index] = Memory(name, self, index)
        return self._slots[index]
