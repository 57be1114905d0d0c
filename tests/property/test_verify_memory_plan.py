"""
`verify-memory-plan` against a machine that runs small programs on all their paths.

Programs are random, and so are their plans. The machine gives every tile that is written an
identity of its own and notices when a read finds another one's. The check accepts a plan only
if the machine notices nothing, and, where all is known before the run, always then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from random import Random

from contexts import every_dialect
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from xdsl.parser import Parser

from pto_dialect.diagnostics import CompileError
from transforms.verify_memory_plan import VerifyMemoryPlanPass

UNIT = 256
"""Bytes of the smaller kind of tile; the larger one has two units."""
UNITS = 6
"""Units of memory that plans use."""
TYPES = {1: "!tile.tile<vec, 4x16xf32>", 2: "!tile.tile<vec, 8x16xf32>"}
"""The types of tiles, by size in units."""
RING = f"!mem.ref<vec, {2 * UNIT}, slots=2>"
MAX_RUNS = 400
"""Paths of a program that are tried."""


@dataclass(frozen=True)
class Slot:
    """A place in a ring of two slots behind the units: `(variable + addend) % 2`."""

    variable: str | None
    """A loop variable, `None` for a constant."""
    addend: int
    offset: int = 0
    """Units from the start of the slot."""


Place = int | Slot


def shifted(place: Place, units: int) -> Place:
    """The place some units further."""
    if isinstance(place, int):
        return place + units
    return Slot(place.variable, place.addend, place.offset + units)


@dataclass(frozen=True)
class Tile:
    """A tile of a program."""

    name: str
    size: int
    at: Place
    """First unit."""
    placed: bool = False
    """Whether it creates storage; otherwise its place follows from another tile's."""


@dataclass(frozen=True)
class Step:
    """An operation without regions."""

    kind: str
    operands: tuple[Tile, ...] = ()
    result: Tile | None = None
    half: int = 0
    """Which half of the operand a view or window is."""


@dataclass
class Loop:
    """A loop; of each carry the init, the block argument, the value passed on and the result."""

    variable: str
    body: list[Node] = field(default_factory=list["Node"])
    carries: list[tuple[Tile, Tile, Tile, Tile]] = field(
        default_factory=list[tuple[Tile, Tile, Tile, Tile]]
    )


@dataclass
class Branch:
    """An if; of each result what either arm yields, and the result."""

    arms: tuple[list[Node], list[Node]] = field(default_factory=lambda: ([], []))
    results: list[tuple[Tile, Tile, Tile]] = field(default_factory=list[tuple[Tile, Tile, Tile]])


Node = Step | Loop | Branch


# ---- Programs and plans ----


class Generator:
    """Makes random programs whose plans have a fair chance to be right."""

    def __init__(self, random: Random, undefined: bool = False, slots: bool = False):
        self.random = random
        self.undefined = undefined
        self.slots = slots
        self.names = count()
        self.used: list[Place] = [0]
        self.variables: list[str] = []

    def name(self) -> str:
        return f"v{next(self.names)}x"

    def new(self, size: int) -> Tile:
        # An old address makes sharing and in-place operations likely.
        old = [p for p in self.used[-3:] if isinstance(p, int) or p.variable in self.in_scope()]
        fresh: list[Place] = [*self.random.sample(range(UNITS), 2)]
        if self.slots:
            fresh += [Slot(v, self.random.randrange(3)) for v in self.in_scope()[-2:]] * 2
        at = self.random.choice([*old, *fresh])
        self.used.append(at)
        return Tile(self.name(), size, at, placed=True)

    def in_scope(self) -> list[str | None]:
        return [None, *self.variables]

    def pick(self, visible: list[Tile], size: int | None = None, at: Place | None = None) -> Tile:
        """A tile that is visible, a late one and one of this size and place if there is one."""
        options = [t for t in visible if size in (None, t.size)][-4:]
        here = [t for t in options if t.at == at]
        return self.random.choice(here if here and self.random.random() < 0.9 else options)

    def block(self, visible: list[Tile], depth: int) -> list[Node]:
        nodes: list[Node] = []
        visible = list(visible)
        for _ in range(self.random.randint(2, 8)):
            nodes += self.node(visible, depth)
        return nodes

    def node(self, visible: list[Tile], depth: int) -> list[Node]:
        """Some nodes; what they define is added to `visible`."""
        random = self.random
        kinds = ["load", "create"] if self.undefined else ["load"]
        if visible:
            kinds += ["exp", "exp", "store", "add", "slice", "assemble"]
            if depth < 2:
                kinds += ["for", "for", "if", "if"]
        kind = random.choice(kinds)
        match kind:
            case "load" | "create":
                step = Step(kind, (), self.new(random.choice((1, 2))))
            case "exp":
                source = self.pick(visible)
                step = Step(kind, (source,), self.new(source.size))
            case "add":
                a = self.pick(visible)
                step = Step(kind, (a, self.pick(visible, a.size)), self.new(a.size))
            case "store":
                step = Step(kind, (self.pick(visible),))
            case "slice" | "assemble":
                if len({tile.size for tile in visible}) < 2:
                    return []
                target, half = self.pick(visible, 2), random.randrange(2)
                if kind == "slice":
                    step = Step(
                        kind, (target,), Tile(self.name(), 1, shifted(target.at, half)), half
                    )
                else:
                    part = self.pick(visible, 1)
                    step = Step(kind, (target, part), Tile(self.name(), 2, target.at), half)
            case "for":
                return [self.loop(visible, depth)]
            case _:
                return [self.branch(visible, depth)]
        if step.result is not None:
            visible.append(step.result)
        return [step]

    def loop(self, visible: list[Tile], depth: int) -> Loop:
        loop = Loop(self.name())
        inits = self.random.sample(visible, self.random.randint(0, min(2, len(visible))))
        args = [Tile(self.name(), t.size, t.at) for t in inits]
        inner = visible + args
        self.variables.append(loop.variable)
        for _ in range(self.random.randint(1, 5)):
            loop.body += self.node(inner, depth + 1)
        self.variables.pop()
        for init, arg in zip(inits, args, strict=True):
            passed = self.pick(inner, arg.size, arg.at)
            result = Tile(self.name(), arg.size, arg.at)
            loop.carries.append((init, arg, passed, result))
            visible.append(result)
        return loop

    def branch(self, visible: list[Tile], depth: int) -> Branch:
        branch = Branch()
        scopes = (list(visible), list(visible))
        for arm, scope in zip(branch.arms, scopes, strict=True):
            for _ in range(self.random.randint(0, 3)):
                arm += self.node(scope, depth + 1)
        if self.random.random() < 0.6:
            then = self.pick(scopes[0])
            if any(tile.size == then.size for tile in scopes[1]):
                result = Tile(self.name(), then.size, then.at)
                otherwise = self.pick(scopes[1], then.size, then.at)
                branch.results.append((then, otherwise, result))
                visible.append(result)
        return branch


# ---- The machine ----


class Wrong(Exception):
    """A read that found other data."""


UNDEFINED = -1
"""The identity of data that was never written."""


class Machine:
    """Runs a program with identities for data. `choose(n)` decides every trip count and arm."""

    def __init__(self, choose: Callable[[int], int]):
        self.choose = choose
        self.fresh = count()
        self.memory = [UNDEFINED] * (UNITS + 2 + 4)
        self.variables: dict[str | None, int] = {None: 0}
        self.data: dict[Tile, tuple[int, ...]] = {}
        self.empty: set[Tile] = set()
        """Undefined tiles and their views: who reads them may use them as scratch."""

    def first_unit(self, at: Place) -> int:
        if isinstance(at, int):
            return at
        return UNITS + 2 + 2 * ((self.variables[at.variable] + at.addend) % 2) + at.offset

    def check(self, data: tuple[int, ...], at: Place) -> None:
        """This data lies at this place."""
        for i, wanted in enumerate(data, self.first_unit(at)):
            if wanted not in (UNDEFINED, self.memory[i]):
                raise Wrong

    def write(self, tile: Tile) -> tuple[int, ...]:
        """Write new data into the place of a tile."""
        data = tuple(next(self.fresh) for _ in range(tile.size))
        start = self.first_unit(tile.at)
        self.memory[start : start + tile.size] = data
        return data

    def pass_on(self, old: Tile, at: Place) -> tuple[int, ...]:
        """The data of a tile, which has to lie at its own place and at another one."""
        self.check(self.data[old], old.at)
        self.check(self.data[old], at)
        return self.data[old]

    def run(self, nodes: list[Node]) -> None:
        for node in nodes:
            match node:
                case Step():
                    self.run_step(node)
                case Loop():
                    self.run_loop(node)
                case Branch():
                    arm = self.choose(2)
                    self.run(node.arms[arm])
                    for *sources, result in node.results:
                        self.data[result] = self.pass_on(sources[arm], result.at)

    def run_step(self, step: Step) -> None:
        result = step.result
        if step.kind == "slice":
            assert result is not None
            (source,) = step.operands
            self.data[result] = self.data[source][step.half : step.half + 1]
            if source in self.empty:
                self.empty.add(result)
            return
        for tile in step.operands:
            self.check(self.data[tile], tile.at)
        for tile in step.operands[1:] if step.kind == "assemble" else step.operands:
            if tile in self.empty:
                self.write(tile)
        if result is None:
            return
        if step.kind == "create":
            self.data[result] = (UNDEFINED,) * result.size
            self.empty.add(result)
        else:
            self.data[result] = self.write(result)

    def run_loop(self, loop: Loop) -> None:
        current = [self.pass_on(init, arg.at) for init, arg, *_ in loop.carries]
        for i in range(self.choose(3)):
            self.variables[loop.variable] = i
            for (_, arg, *_), data in zip(loop.carries, current, strict=True):
                self.data[arg] = data
            self.run(loop.body)
            current = [self.pass_on(passed, arg.at) for _, arg, passed, _ in loop.carries]
        for (*_, result), data in zip(loop.carries, current, strict=True):
            self.data[result] = data


def paths(program: list[Node]) -> Iterator[bool]:
    """Whether each path of a program goes well."""
    pending: list[tuple[int, ...]] = [()]
    while pending:
        prefix = pending.pop()
        taken: list[int] = []

        def choose(options: int, prefix: tuple[int, ...] = prefix, taken: list[int] = taken) -> int:
            if len(taken) < len(prefix):
                choice = prefix[len(taken)]
            else:
                choice = 0
                pending.extend((*taken, other) for other in range(1, options))
            taken.append(choice)
            return choice

        try:
            Machine(choose).run(program)
        except Wrong:
            yield False
        else:
            yield True


# ---- The check ----


def text_of(program: list[Node]) -> str:
    """The program with its plan, as placed IR."""
    allocs: list[str] = []
    body = "\n".join(lines_of(program, allocs))
    head = "\n".join(allocs)
    return f"""
func.func @f(%in: memref<8x16xf32>, %n: index, %p: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %ring = mem.alloc "ring" pinned at 8192 : {RING}
{head}
{body}
  func.return
}}"""


def lines_of(nodes: list[Node], allocs: list[str]) -> Iterator[str]:
    for node in nodes:
        match node:
            case Step():
                yield from step_lines(node, allocs)
            case Loop():
                results = ", ".join(f"%{r.name}" for *_, r in node.carries)
                types = ", ".join(TYPES[r.size] for *_, r in node.carries)
                args = ", ".join(f"%{a.name} = %{i.name}" for i, a, _, _ in node.carries)
                head = f"iter_args({args}) -> ({types})" if args else ""
                equals = f"{results} = " if results else ""
                yield f"{equals}scf.for %{node.variable} = %c0 to %n step %c1 {head} {{"
                yield from lines_of(node.body, allocs)
                if args:
                    passed = ", ".join(f"%{p.name}" for _, _, p, _ in node.carries)
                    yield f"scf.yield {passed} : {types}"
                yield "}"
            case Branch():
                results = ", ".join(f"%{r.name}" for *_, r in node.results)
                types = ", ".join(TYPES[r.size] for *_, r in node.results)
                equals = f"{results} = " if results else ""
                yield f"{equals}scf.if %p {f'-> ({types})' if types else ''} {{"
                for i, arm in enumerate(node.arms):
                    if i:
                        yield "} else {"
                    yield from lines_of(arm, allocs)
                    if types:
                        yielded = ", ".join(f"%{r[i].name}" for r in node.results)
                        yield f"scf.yield {yielded} : {types}"
                yield "}"


def step_lines(step: Step, allocs: list[str]) -> Iterator[str]:
    names = [f"%{tile.name}" for tile in step.operands]
    types = [TYPES[tile.size] for tile in step.operands]
    row = ("%c0", "%c4")[step.half]
    result = step.result
    if result is None:
        yield f"tile.store {names[0]}, %in[%c0, %c0] : {types[0]}, memref<8x16xf32>"
        return
    type_ = TYPES[result.size]
    if isinstance(result.at, Slot) and result.placed:
        addend, sum_, slot = (f"%{kind}{result.name}" for kind in ("a", "s", "k"))
        if result.at.variable is None:
            yield f"{slot} = arith.constant {result.at.addend % 2} : index"
        else:
            yield f"{addend} = arith.constant {result.at.addend} : index"
            yield f"{sum_} = arith.addi %{result.at.variable}, {addend} : index"
            yield f"{slot} = arith.remui {sum_}, %c2 : index"
    match step.kind:
        case "load":
            yield f"%{result.name} = tile.load %in[%c0, %c0] : memref<8x16xf32> -> {type_}"
        case "create":
            yield f"%{result.name} = tile.create : {type_}"
        case "slice":
            yield f"%{result.name} = tile.slice {names[0]}[{row}, %c0] : {types[0]} -> {type_}"
        case "assemble":
            yield (
                f"%{result.name} = tile.assemble {names[0]}, {names[1]}[{row}, %c0] : "
                f"{types[0]}, {types[1]}"
            )
        case _:
            yield f"%{result.name} = tile.{step.kind} {', '.join(names)} : {type_}"
    if isinstance(result.at, int) and result.placed:
        ref = f"!mem.ref<vec, {result.size * UNIT}>"
        allocs.append(f'%m{result.name} = mem.alloc "m" at {result.at * UNIT} : {ref}')
        yield f"mem.place %{result.name} in %m{result.name} : {type_}, {ref}"
    elif result.placed:
        yield f"mem.place %{result.name} in %ring[%k{result.name}] : {type_}, {RING}"


context = cache(every_dialect)


def complaint(program: list[Node]) -> str | None:
    """What the check has against a program and its plan."""
    module = Parser(context(), text_of(program)).parse_module()
    module.verify()
    try:
        VerifyMemoryPlanPass(sync="graph").apply(context(), module)
    except CompileError as error:
        return error.message
    return None


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(random=st.randoms(use_true_random=False), undefined=st.booleans(), slots=st.booleans())
def test_plan_is_accepted_only_if_it_works(random: Random, undefined: bool, slots: bool):
    program = Generator(random, undefined, slots).block([], 0)
    message = complaint(program)
    if message is not None and "shares bytes with" in message:
        # Which bytes one operation may have in common is a rule, not a fact of the machine.
        return
    runs = list(islice(paths(program), MAX_RUNS))
    if message is None:
        assert all(runs), text_of(program)
    elif not (undefined or slots or len(runs) == MAX_RUNS):
        # A carry counts as data from the first iteration on, even if its init is undefined, and
        # two slots that are not provably different as one.
        assert not all(runs), f"{message}\n{text_of(program)}"
