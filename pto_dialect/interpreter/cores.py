"""
The cores that run a kernel together, one at a time.

1. Every core is a thread, but only the one whose turn it is runs. It runs until it has to wait for
   another one; then the next one in the list that can go on does, round robin. So every run of a
   kernel is the same.
2. If none can go on, that is an error: it says what each of them waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Semaphore, Thread
from typing import Any, NamedTuple

from pto_dialect.diagnostics import CompileError
from pto_dialect.machine.pipes import Core

MAX_CORES = 4096
"""How many blocks, and vector cores of a block, run together: each core is a thread."""


@dataclass(frozen=True)
class Grid:
    """Which blocks and vector cores run a kernel."""

    block_idx: int | None = None
    """The only block that runs; `None`: all."""
    block_num: int = 1
    """Number of blocks."""
    subblock_idx: int | None = None
    """The only vector core of a block that runs; `None`: all."""
    subblock_num: int | None = None
    """
    Vector cores of a block; `None`: 2 if the kernel halves tiles between them (`split`), else 1.
    """

    def blocks(self) -> Sequence[int]:
        """
        The blocks that run.

        Raises:
            CompileError: there are none.
        """
        return _chosen("block", self.block_idx, self.block_num)

    def subblocks(self, count: int) -> Sequence[int]:
        """
        The vector cores of a block of `count` that run.

        Raises:
            CompileError: there are none.
        """
        return _chosen("subblock", self.subblock_idx, count)


def _chosen(what: str, index: int | None, count: int) -> Sequence[int]:
    if count < 1:
        raise CompileError(f"{what}_num is {count}, expected 1 or more")
    if index is not None:
        if index < 0:
            raise CompileError(f"{what}_idx is {index}, expected 0 or more")
        if index >= count:
            raise CompileError(f"{what}_idx {index} is not below {what}_num {count}")
        return (index,)
    if count > MAX_CORES:
        raise CompileError(f"{what}_num {count} is more than the {MAX_CORES} that run together")
    return range(count)


@dataclass(frozen=True)
class CoreId:
    """One core of a run."""

    kind: Core = Core.VECTOR
    """What it can do."""
    block: int = 0
    """Index of its block."""
    subblock: int = 0
    """Index among the vector cores of its block."""
    block_num: int = 1
    """Number of blocks."""
    subblock_num: int = 1
    """Number of vector cores of a block."""

    def __str__(self) -> str:
        name = "the cube core" if self.kind is Core.CUBE else "the vector core"
        if self.kind is Core.VECTOR and self.subblock_num > 1:
            name = f"vector core {self.subblock}"
        return f"{name} of block {self.block}" if self.block_num > 1 else name


class _Wait(NamedTuple):
    """What a core waits for."""

    is_over: Callable[[], bool]
    what: str
    """`a tile in queue 0`."""


class _Stopped(Exception):
    """Ends a core because another one has failed."""


class Turns:
    """Whose turn it is."""

    def __init__(self, cores: Sequence[CoreId]):
        self._cores = cores
        self._current = 0
        self._waits: dict[int, _Wait] = {}
        self._done: set[int] = set()
        self._failure: BaseException | None = None
        self._go = [Semaphore(0) for _ in cores]

    def run(self, tasks: Sequence[Callable[[], Any]]) -> list[Any]:
        """
        What the tasks return, one for each core.

        Raises:
            CompileError: one of them failed, or none could go on.
        """
        if len(tasks) == 1:
            return [tasks[0]()]
        results: list[Any] = [None] * len(tasks)

        def work(core: int) -> None:
            self._go[core].acquire()
            try:
                if self._failure is None:
                    results[core] = tasks[core]()
            except _Stopped:
                pass
            except BaseException as error:
                self._failure = error
            self._done.add(core)
            self._pass_on(self._following(core))

        threads = [Thread(target=work, args=(i,), daemon=True) for i in range(len(tasks))]
        for thread in threads:
            thread.start()
        self._pass_on(0)
        for thread in threads:
            thread.join()
        if self._failure is not None:
            raise self._failure
        return results

    def wait(self, is_over: Callable[[], bool], what: str) -> None:
        """
        Let others run until something is the case.

        Raises:
            CompileError: it never will be.
        """
        if is_over():
            return
        core = self._current
        self._waits[core] = _Wait(is_over, what)
        following = self._following(core)
        if following != core:
            self._pass_on(following)
            self._go[core].acquire()
        if self._failure is not None:
            raise _Stopped
        del self._waits[core]
        if not is_over():
            others = [f"{self._cores[i]} waits for {w.what}" for i, w in self._waits.items()]
            raise CompileError(
                f"deadlock: {self._cores[core]} waits for {what}, and no core can go on",
                notes=others,
            )

    def _pass_on(self, core: int | None) -> None:
        if core is not None:
            self._current = core
            self._go[core].release()

    def _following(self, core: int) -> int | None:
        """The next core that can go on; if there is none, the next that has to be told so."""
        count = len(self._cores)
        order = [(core + 1 + i) % count for i in range(count)]
        unfinished = [i for i in order if i not in self._done]
        for i in unfinished:
            if i not in self._waits or self._waits[i].is_over():
                return i
        return unfinished[0] if unfinished else None
