"""
Writes `docs/reference/pto.md` from the definitions of the `pto` dialect.

    python docs/generate_pto_reference.py            # write the page
    python docs/generate_pto_reference.py --check    # exit code 1 if it is out of date
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, OptOperandDef, OptPropertyDef, VarOperandDef

from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.pto.attributes import ATTRIBUTES, KeywordEnum, SpacedEnum
from pto_dialect.pto.base import SCALAR, TILE, VIEW, DpsOp
from pto_dialect.pto.element_types import ELEMENT_TYPES
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.global_views import ANY_VIEW
from pto_dialect.pto.pipes import DEPENDENT, FIXED
from pto_dialect.pto.rules import ONLY_A5
from pto_dialect.pto.types import TYPES
from pto_dialect.pto.versions import ADDED, PARTS_ADDED, PARTS_SINCE, REMOVED, SCRATCH_OPTIONAL

PAGE = Path(__file__).parent / "reference" / "pto.md"

FAMILIES = (
    "pointers",
    "global_views",
    "tile_handles",
    "tile_views",
    "movement",
    "matrix",
    "arithmetic",
    "scalar_arithmetic",
    "unary",
    "reductions",
    "broadcast",
    "generation",
    "gathering",
    "kernel",
    "synchronisation",
    "arrays",
    "reserved",
    "queues",
    "communication",
    "internal",
)
"""The files with operations, in the order of the page."""

HEAD = """\
# The `pto` dialect

<!-- Written by docs/generate_pto_reference.py; do not edit. -->

What the `ptoas` assembler reads: types, enumerations and operations, from the definitions in
`pto_dialect/pto`. A file with the extension `.pto` is read by `pto-opt` and `xdsl-opt`; the
target `pto` writes one:

    pto-opt kernel.pto -t pto
    pto-opt kernel.pto --frontend 'pto{arch=a5 ptoas_version="0.60"}'
    xdsl-opt kernel.mlir -t 'pto{emit_loc=true}'
    pto-opt kernel.mlir -p 'verify-pto{ptoas_version="0.60"}'

Operands are listed in the order of the generic form. An operation in destination-passing style
(`ins(…) outs(…)`) reads what is in `ins` and writes what is in `outs`. In a text `{x}` is an
operand or property, `{x:type}` a type, `{?:…}` a clause that may be absent, `{{` a brace, and
`{attributes}` the dictionary of everything else. A *tile* may also be a memref or a ranked tensor,
as old versions take them. Element types: `i16*` means signless, signed and unsigned.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([HEAD, *_types(), *_enumerations(), *_operations()]).rstrip() + "\n"


def _types() -> Iterator[str]:
    yield "## Types\n"
    for kind in TYPES:
        yield f"### `!{kind.name}`\n"
        yield f"{_description(kind)}\n"


def _enumerations() -> Iterator[str]:
    yield "## Attributes\n"
    yield "| attribute | written | keywords |"
    yield "|---|---|---|"
    others: list[type[Attribute]] = []
    for kind in ATTRIBUTES:
        if not issubclass(kind, KeywordEnum):
            others.append(kind)
            continue
        name = kind.name.removeprefix("pto.")
        written = f"#pto<{name} …>" if issubclass(kind, SpacedEnum) else f"#pto.{name}<…>"
        yield f"| {name}: {_description(kind)} | `{written}` | {', '.join(kind.keywords)} |"
    yield ""
    for kind in others:
        yield f"### `#{kind.name}`\n"
        yield f"{_description(kind)}\n"


def _operations() -> Iterator[str]:
    for family in FAMILIES:
        module = import_module(f"pto_dialect.pto.{family}")
        yield f"## {family.replace('_', ' ').capitalize()}\n"
        yield f"{inspect.cleandoc(module.__doc__ or '')}\n"
        for kind in _table(module):
            yield from _operation(kind)


def _table(module: Any) -> list[type[IRDLOperation]]:
    """The operations of a family, in the order of its file."""
    tables: list[list[type[IRDLOperation]]] = [
        value for name, value in vars(module).items() if name.endswith("_OPS")
    ]
    return next(table for table in tables if table[0].__module__ == module.__name__)


def _operation(kind: type[IRDLOperation]) -> Iterator[str]:
    yield f"### `{kind.name}`\n"
    yield f"{_description(kind)}\n"
    base = next(
        (b for b in kind.__mro__[1:] if b.__module__ == kind.__module__ and b.__doc__), None
    )
    if base is not None:
        yield f"{_description(base)}\n"
    definition = kind.get_irdl_definition()
    operands = ", ".join(
        f"`{name}{_count(operand)}`: {_constraint(operand.constr)}"
        for name, operand in definition.operands
    )
    properties = ", ".join(
        f"`{name}{_default(prop)}`: {_constraint(prop.constr)}"
        for name, prop in definition.properties.items()
        if name != "operandSegmentSizes"
    )
    results = ", ".join(
        f"`{name}`: {_constraint(result.constr)}" for name, result in definition.results
    )
    for label, text in (
        ("text", _text(kind)),
        ("operands", operands),
        ("properties", properties),
        ("results", results),
        ("pipe", _pipe(kind)),
        ("element types", _elements(kind)),
        ("versions", _versions(kind)),
    ):
        if text:
            yield f"- {label}: {text}"
    yield ""


def _text(kind: type[IRDLOperation]) -> str:
    if issubclass(kind, FormattedOp):
        return f"`{kind.name}{kind.FORMAT}`" if hasattr(kind, "FORMAT") else ""
    if not issubclass(kind, DpsOp) or kind.assembly is not DpsOp.assembly:
        return ""
    operands = dict(kind.get_irdl_definition().operands)
    ins = kind.INS or [n for n in operands if n not in (*kind.OUTS, *kind.CLAUSES)]
    sides = [
        ", ".join(f"[{n}]" if isinstance(operands[n], OptOperandDef) else n for n in names)
        for names in (ins, kind.OUTS)
    ]
    return f"`{kind.name} ins({sides[0]}) outs({sides[1]})`"


def _count(operand: object) -> str:
    if isinstance(operand, OptOperandDef):
        return "?"
    return "…" if isinstance(operand, VarOperandDef) else ""


def _default(prop: Any) -> str:
    if not isinstance(prop, OptPropertyDef):
        return ""
    return "?" if prop.default_value is None else f" = {prop.default_value}"


def _constraint(constraint: Any) -> str:
    while hasattr(constraint, "constraint") or hasattr(constraint, "constr"):
        inner = getattr(constraint, "constraint", None)
        constraint = constraint.constr if inner is None else inner
    if constraint.can_infer(set()):
        return f"`{constraint.infer(None)}`"
    bases = constraint.get_bases()
    if not bases:
        return "anything"
    return _GROUPS.get(frozenset(bases)) or " or ".join(sorted(b.name for b in bases))


_GROUPS: dict[frozenset[type[Attribute]], str] = {
    frozenset(group.get_bases() or ()): name
    for name, group in (
        ("tile", TILE),
        ("view", VIEW),
        ("view", ANY_VIEW),
        ("scalar", SCALAR),
        ("tile or scalar", TILE | SCALAR),
        ("tile or view", TILE | VIEW),
    )
}
"""What sets of types are called."""


def _pipe(kind: type[IRDLOperation]) -> str:
    if kind.name in DEPENDENT:
        return "depends on operands and target"
    pipe = FIXED.get(kind.name)
    if pipe is not None:
        return str(pipe)
    return "V" if issubclass(kind, DpsOp) else ""


def _elements(kind: type[IRDLOperation]) -> str:
    table = ELEMENT_TYPES.get(kind.name)
    if table is None:
        return ""
    added = table["a5"][len(table["a3"]) :]
    text = ", ".join(table["a3"])
    return f"{text}; on a5 also {', '.join(added)}" if added else text


def _versions(kind: type[IRDLOperation]) -> str:
    facts: list[tuple[dict[str, PtoasVersion], str]] = [
        (ADDED, "since {}"),
        (REMOVED, "removed in {}"),
        (SCRATCH_OPTIONAL, "`tmp` has to be given before {}"),
    ]
    texts = [text.format(table[kind.name]) for table, text in facts if kind.name in table]
    if parts := PARTS_ADDED.get(kind.name):
        texts.append(f"{', '.join(f'`{p}`' for p in parts)} since {PARTS_SINCE}")
    return "; ".join(["only a5"] * (kind.name in ONLY_A5) + texts)


def _description(kind: type) -> str:
    return re.sub(r"\n{3,}", "\n\n", inspect.cleandoc(kind.__doc__ or ""))


def main() -> int:
    """Write or check the page."""
    text = page()
    if "--check" in sys.argv[1:]:
        return int(not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
