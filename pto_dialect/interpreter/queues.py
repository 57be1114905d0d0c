"""
The queues between the cube core and the vector cores of a block, and their signals.

1. A queue has slots. A core that pushes into a full one waits until a slot is freed, one that
   pops from an empty one until something is pushed. A slot is free again when every core that
   popped it has freed it; slots are popped and freed in the order in which they were pushed.
2. With two vector cores a tile is halved between them: `split` 1 gives the first one the upper
   rows, 2 the left columns. What goes to the cube core is pushed by both and popped as one.
3. A slot that nobody has popped when the kernel ends is an error.
4. A signal of the cube core reaches every vector core of its block, and the other way round once
   all of them have sent it (mode 2, the default). In mode 1 the vector cores of a block, in mode
   0 the cores of a kind in all blocks signal each other. A signal that nobody waits for is an
   error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.cores import CoreId, Turns
from pto_dialect.machine.pipes import Core
from pto_dialect.machine.queues import CUBE_TO_VECTOR, OTHER_CORE


class QueueKey(NamedTuple):
    """Which queue of a block."""

    number: int
    """Its id, flag base, or place in the order in which a core sets up its queues."""
    is_value: bool
    """Whether it is a value, not known by an id."""

    def __str__(self) -> str:
        return f"pipe {self.number}" if self.is_value else f"queue {self.number}"


@dataclass(frozen=True)
class Geometry:
    """What both sides of a queue have to agree about."""

    dir_mask: int
    slot_bytes: int
    slots: int


class Queue:
    """One direction of a queue."""

    def __init__(
        self,
        name: str,
        geometry: Geometry,
        producers: Sequence[CoreId],
        consumers: Sequence[CoreId],
    ):
        self.name = name
        self.geometry = geometry
        self.producers = producers
        self.consumers = consumers
        self._taken = Counter[CoreId]()
        self._pushed = Counter[CoreId]()
        self._popped = Counter[CoreId]()
        self._freed = Counter[CoreId]()
        self._items: dict[int, list[Any]] = {}

    def take(self, core: CoreId, turns: Turns) -> int:
        """The number of the next slot to be filled, once it is free."""
        number, slots = self._taken[core], self.geometry.slots

        def is_free() -> bool:
            return number - min((self._freed[c] for c in self.consumers), default=0) < slots

        turns.wait(is_free, f"a free slot of {self.name}, all {slots} of which are in use")
        self._taken[core] += 1
        return number

    def push(self, core: CoreId, item: Any) -> None:
        """
        Pass on what is in the slot that was taken first.

        Raises:
            CompileError: none is.
        """
        number = self._pushed[core]
        if number == self._taken[core]:
            raise CompileError(f"no slot of {self.name} has been taken")
        self._items.setdefault(number, []).append(item)
        self._pushed[core] += 1

    def pop(self, core: CoreId, turns: Turns) -> tuple[int, list[Any]]:
        """Number and contents of the next slot, once it is filled: one item of each producer."""
        number = self._popped[core]

        def is_filled() -> bool:
            return number < min((self._pushed[p] for p in self.producers), default=0)

        turns.wait(is_filled, f"a slot of {self.name}, which is empty")
        self._popped[core] += 1
        return number, self._items[number]

    def free(self, core: CoreId) -> None:
        """
        Give back the slot that was popped first.

        Raises:
            CompileError: none is.
        """
        number = self._freed[core]
        if number == self._popped[core]:
            raise CompileError(f"no slot of {self.name} has been popped")
        self._freed[core] += 1
        if all(self._freed[c] > number for c in self.consumers):
            del self._items[number]

    def unfinished(self) -> str | None:
        """What is wrong if the kernel ends now, `None` if nothing."""
        for producer in self.producers:
            popped = min((self._popped[c] for c in self.consumers), default=0)
            if (left := self._pushed[producer] - popped) > 0:
                return f"{left} of what was pushed into {self.name} is never popped"
        return None


class Chip:
    """What the cores of a run share, but for global memory."""

    def __init__(self, cores: Sequence[CoreId]):
        self.cores = cores
        self.turns = Turns(cores)
        self._queues: dict[tuple[int, QueueKey, int], Queue] = {}
        self._sent = Counter[tuple[int, CoreId, int]]()
        self._received = Counter[tuple[CoreId, int]]()
        self._meetings = Counter[tuple[str, CoreId]]()

    def of_block(self, block: int, kind: Core) -> list[CoreId]:
        """The cores of a kind in a block."""
        return [c for c in self.cores if c.block == block and c.kind is kind]

    # ---- Queues ----

    def queue(self, core: CoreId, key: QueueKey, direction: int, geometry: Geometry) -> Queue:
        """
        One direction of a queue of a core's block.

        Raises:
            CompileError: the other side has set it up in another way.
        """
        place = (core.block, key, direction)
        queue = self._queues.get(place)
        if queue is None:
            kinds = (Core.CUBE, Core.VECTOR)
            if direction != CUBE_TO_VECTOR:
                kinds = (Core.VECTOR, Core.CUBE)
            ends = [self.of_block(core.block, kind) for kind in kinds]
            name = f"{key} from {kinds[0]} to {kinds[1]}"
            queue = self._queues[place] = Queue(name, geometry, *ends)
        elif queue.geometry != geometry:
            there = queue.geometry
            raise CompileError(
                f"{key} has {geometry.slots} slots of {geometry.slot_bytes} bytes and dir_mask "
                f"{geometry.dir_mask} here, but {there.slots} of {there.slot_bytes} and "
                f"{there.dir_mask} on the other side"
            )
        return queue

    # ---- Signals ----

    def _group(self, mode: int, core: CoreId) -> list[CoreId]:
        """The cores that a signal of a core reaches; theirs reach it, too."""
        match mode:
            case 0:
                return [c for c in self.cores if c.kind is core.kind]
            case 1:
                return self.of_block(core.block, Core.VECTOR) if core.kind is Core.VECTOR else []
            case _:
                return self.of_block(core.block, OTHER_CORE[core.kind])

    def _arrived(self, core: CoreId, event: int) -> int:
        total = 0
        for mode in (0, 1, 2):
            senders = self._group(mode, core)
            total += min((self._sent[mode, c, event] for c in senders), default=0)
        return total

    def send(self, core: CoreId, event: int, mode: int) -> None:
        """Send a signal."""
        self._sent[mode, core, event] += 1

    def receive(self, core: CoreId, event: int) -> None:
        """Wait for a signal."""
        received = self._received[core, event]
        self.turns.wait(
            lambda: self._arrived(core, event) > received,
            f"signal {event}, which nobody has sent to it",
        )
        self._received[core, event] += 1

    def meet(self, core: CoreId, group: str) -> None:
        """Wait until all cores of a group have come as often as this one."""
        kinds = {"aiv_only": (Core.VECTOR,), "aic_only": (Core.CUBE,)}.get(group, tuple(Core))
        if core.kind not in kinds:
            return
        self._meetings[group, core] += 1
        count = self._meetings[group, core]
        others = [c for c in self.cores if c.kind in kinds]
        self.turns.wait(
            lambda: all(self._meetings[group, c] >= count for c in others),
            f"all cores to meet ({group})",
        )

    def unfinished(self) -> str | None:
        """What is wrong if the kernel ends now, `None` if nothing."""
        for queue in self._queues.values():
            if (left := queue.unfinished()) is not None:
                return left
        for mode, sender, event in self._sent:
            receivers = self._group(mode, sender)
            if not receivers:
                return f"{sender} sends signal {event}, but no core runs that it could reach"
            for core in receivers:
                if self._received[core, event] < self._sent[mode, sender, event]:
                    return f"{sender} sends signal {event}, but {core} never waits for it"
        return None
