"""
Writes `docs/reference/tile-ops.md`: every operation of the `tile` dialect, what it becomes on each
target, and the element types that it has there. What it becomes is found by lowering the examples
of the dialect's tests.

    python docs/generate_tile_reference.py            # write the page
    python docs/generate_tile_reference.py --check    # exit code 1 if it is out of date
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import (
    IndexType,
    LocationAttr,
    ModuleOp,
    NameLoc,
    StringAttr,
    UnknownLoc,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.traits import OpTrait
from xdsl.universe import Universe
from xdsl.utils.exceptions import VerifyException

from lowering.operations import LOWERINGS
from lowering.pipeline import PtoPipelinePass
from pto_dialect.diagnostics import CompileError
from pto_dialect.machine.targets import TARGETS
from pto_dialect.module_attributes import TARGET_ARCH
from pto_dialect.pto.base import PtoOp
from pto_dialect.pto.element_types import ELEMENT_TYPES
from pto_dialect.tile import Tile
from pto_dialect.tile.ops.memory import CreateOp
from pto_dialect.tile.ops.queues import QueueOp
from pto_dialect.tile.traits import (
    MayNotAlias,
    NoStorage,
    NotInPlaceSafe,
    Scratch,
    ViewOf,
    WritesInto,
)
from pto_dialect.tile.types import TileType

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "tile-ops.md"
EXAMPLES = ROOT / "tests" / "filecheck" / "dialects" / "tile"

HEAD = """\
# Operations on tiles

<!-- Written by docs/generate_tile_reference.py; do not edit. -->

Each operation of the `tile` dialect: where its result lives, and what it becomes on a3 and a5.
`pto.tadd (i16* i32* f16 f32)` means that the assembler takes these elements, `i16*` with a sign or
without; without a list there is no restriction by element type alone. A dash is a view or an
allocation: nothing is executed.

- *in place*: the result may be written over the operands; *apart from 0, 1*: not over those.
- *over 0*: the result overwrites operand 0; if that is still needed, a copy is made before.
- *view of 0*: the same bytes.
- *none*: the result is no tile, or there is none.
- *scratch 2*: operand 2 is overwritten with data of no meaning.

Bitwise operations on elements that a target has none for are done on 16-bit halves of them.

| operation | meaning | result | a3 | a5 |
|---|---|---|---|---|
"""

NOT_HERE = "not on this target"


@cache
def context() -> Context:
    """A context with every dialect there is."""
    ctx = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, factory)
    return ctx


def examples() -> Mapping[str, Sequence[Operation]]:
    """The operations of each kind in the tests of the dialect."""
    found: dict[str, list[Operation]] = {}
    for path in sorted(EXAMPLES.glob("*.mlir")):
        if "invalid" in path.name or path.name == "types.mlir":
            continue
        module = Parser(context(), path.read_text("utf-8")).parse_module()
        for op in module.walk():
            if isinstance(op, tuple(Tile.operations)):
                found.setdefault(op.name, []).append(op)
    return found


def kernel(example: Operation, target: str) -> tuple[ModuleOp, LocationAttr]:
    """A kernel that consists of an operation on fresh tiles, and the location of that operation."""
    if isinstance(example, QueueOp):
        return _whole(example, target)
    scalars = [v for v in example.operands if not isinstance(v.type, TileType)]
    block = Block(arg_types=[*(v.type for v in scalars), IndexType()])
    values: dict[SSAValue, SSAValue] = dict(zip(scalars, block.args[:-1], strict=True))
    for operand in example.operands:
        type_ = operand.type
        if not isinstance(type_, TileType) or operand in values:
            continue
        create = CreateOp(type_, valid=block.args[-1:] * len(type_.dynamic_valid_dims))
        block.add_op(create)
        values[operand] = create.result
    op = example.clone(values)
    op.attributes.clear()
    place = NameLoc(StringAttr("example"), UnknownLoc())
    op.location = place
    block.add_op(op)
    block.add_op(ReturnOp())
    function = FuncOp("k", ([a.type for a in block.args], []), Region(block))
    module = ModuleOp([function])
    module.attributes[TARGET_ARCH] = StringAttr(target)
    return module, place


def _whole(example: Operation, target: str) -> tuple[ModuleOp, LocationAttr]:
    """The module of an example: what passes tiles needs both ends of a queue."""
    module = example.get_toplevel_object()
    assert isinstance(module, ModuleOp)
    copy = module.clone()
    place = NameLoc(StringAttr("example"), UnknownLoc())
    for op, there in zip(module.walk(), copy.walk(), strict=True):
        if op is example:
            there.location = place
    copy.attributes[TARGET_ARCH] = StringAttr(target)
    return copy, place


def becomes(example: Operation, target: str) -> list[str]:
    """
    The assembler's operations that an operation becomes, by name.

    Raises:
        CompileError: it becomes nothing on this target.
    """
    module, place = kernel(example, target)
    for stage in PtoPipelinePass(planner="ptoas").stages():
        stage.apply(Context(), module)
    names = [
        op.name
        for op in module.walk()
        if isinstance(op, PtoOp) and op.location == place and not _is_handle(op.name)
    ]
    return list(dict.fromkeys(names))


def _is_handle(name: str) -> bool:
    """Whether an operation only says where a tile or a window of a tensor is."""
    return name.startswith(("pto.alloc_", "pto.multi_tile", "pto.make_tensor")) or name in (
        "pto.partition_view",
        "pto.subview",
        "pto.treshape",
        "pto.bitcast",
    )


def on_target(kind: type[Operation], found: Sequence[Operation], target: str) -> str:
    """What an operation becomes on a target, in words."""
    if kind not in LOWERINGS:
        return "made of others before"
    for example in found:
        try:
            names = becomes(example, target)
        except (CompileError, VerifyException, AssertionError, TypeError, KeyError):
            continue
        if not names:
            return "–"
        return ", ".join(_with_types(name, target) for name in names)
    return NOT_HERE


def _with_types(name: str, target: str) -> str:
    types = ELEMENT_TYPES.get(name)
    return f"`{name}`" if types is None else f"`{name}` ({' '.join(types[target])})"


def storage(kind: type[Operation], example: Operation) -> str:
    """Where the result of an operation lives, in words; `none` if it is no tile."""

    def one(trait: type[OpTrait]) -> Iterator[OpTrait]:
        return iter(kind.get_traits_of_type(trait))

    words: list[str] = []
    for trait in one(ViewOf):
        assert isinstance(trait, ViewOf)
        words.append(f"view of {trait.operand}")
    for trait in one(WritesInto):
        assert isinstance(trait, WritesInto)
        words.append(f"over {trait.operand}")
    apart = sorted({i for t in one(MayNotAlias) if isinstance(t, MayNotAlias) for i in t.operands})
    if kind.has_trait(NotInPlaceSafe):
        words.append("apart from all operands")
    elif apart:
        words.append(f"apart from {', '.join(map(str, apart))}")
    if kind.has_trait(NoStorage):
        words.append("in its queue")
    scratch = [t.operand for t in one(Scratch) if isinstance(t, Scratch)]
    words += [f"scratch {i}" for i in sorted(scratch)]
    makes_tile = any(isinstance(result.type, TileType) for result in example.results)
    return ", ".join(words) or ("in place" if makes_tile else "none")


def page() -> str:
    """The text of the page."""
    known = examples()
    if missing := sorted({kind.name for kind in Tile.operations} - known.keys()):
        sys.exit(f"error: no example in {EXAMPLES.relative_to(ROOT)} of {', '.join(missing)}")
    lines: list[str] = []
    for kind in sorted(Tile.operations, key=lambda kind: kind.name):
        meaning = " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split()).replace(
            "|", "\\|"
        )
        columns = [on_target(kind, known[kind.name], target) for target in TARGETS]
        result = storage(kind, known[kind.name][0])
        lines.append(f"| `{kind.name}` | {meaning} | {result} | {' | '.join(columns)} |")
    return HEAD + "\n".join(lines) + "\n"


def main() -> int:
    """Write the page, or check it."""
    text = page()
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text("utf-8") != text)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
