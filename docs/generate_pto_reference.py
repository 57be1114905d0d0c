"""
Writes `docs/reference/pto.md` from the definitions of the `pto` dialect.

    python docs/generate_pto_reference.py            # write the page
    python docs/generate_pto_reference.py --check    # exit code 1 if it is out of date
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

from xdsl.dialects.builtin import IntegerAttr, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, OptOperandDef, OptPropertyDef, VarOperandDef

from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.pto.attributes import ATTRIBUTES, AngleEnum, KeywordEnum, SpacedEnum
from pto_dialect.pto.base import SCALAR, TILE, VIEW, DpsOp
from pto_dialect.pto.element_types import ELEMENT_TYPES
from pto_dialect.pto.format import FormattedOp, properties_elsewhere, property_key, property_kind
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

Operands are listed in the order of the generic form, properties under the key that the text gives
them. An operation in destination-passing style (`ins(…) outs(…)`) reads what is in `ins` and writes
what is in `outs`; on tensors ` -> T` follows. In a text `%x` is an operand, `A`, `B`, … are types,
`N` is a number, `…` an attribute, `<x>`, `"x"` and `@x` are a property as a keyword, string or
symbol, and `[…]?` may be absent. Other attributes go into the dictionary, which stands behind
`outs(…)` or in front of the types if the text shows none. In an example `[…]` may be absent, too. A
*tile* may also be a memref or a ranked tensor, as old versions take them. Element types: `i16*`
means signless, signed and unsigned.
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
    text = _text(kind)
    if base is not None:
        description = _description(base).replace("pto.…", kind.name)
        yield f"{_EXAMPLE.sub('', description) if text else description}\n"
    definition = kind.get_irdl_definition()
    operands = ", ".join(
        f"`{name}{_count(operand)}`: {_constraint(operand.constr)}"
        for name, operand in definition.operands
    )
    properties = ", ".join(_property(kind, name) for name in _properties(kind))
    results = ", ".join(
        f"`{name}`: {_constraint(result.constr)}" for name, result in definition.results
    )
    for label, line in (
        ("text", text),
        ("operands", operands),
        ("properties", properties),
        ("results", results),
        ("pipe", _pipe(kind)),
        ("element types", _elements(kind)),
        ("versions", _versions(kind)),
    ):
        if line:
            yield f"- {label}: {line}"
    yield ""


_EXAMPLE = re.compile(r"\n\n    .*?(?=\n\n\S|\Z)", re.DOTALL)
"""The examples of a base class, which repeat what the text of the operation says."""


def _text(kind: type[IRDLOperation]) -> str:
    """How the operation is written; nothing if only its description says so."""
    if issubclass(kind, FormattedOp) and hasattr(kind, "FORMAT"):
        results = ", ".join(f"%{name}" for name, _ in kind.get_irdl_definition().results)
        text = _formatted(kind, kind.FORMAT, _letters(kind))
        return f"`{results}{' = ' if results else ''}{kind.name}{text}`"
    if not issubclass(kind, DpsOp) or any(
        getattr(kind, part) is not getattr(DpsOp, part)
        for part in ("assembly", "clauses_in_ins", "trailing_clauses")
    ):
        return ""
    operands = dict(kind.get_irdl_definition().operands)
    ins = kind.INS or [n for n in operands if n not in (*kind.OUTS, *kind.CLAUSES)]
    letters = _letters(kind, *ins, *kind.OUTS)
    inside = kind.DICTIONARY_IN_INS or kind.READS_DICTIONARY_IN_INS
    entries = _dictionary(kind, [n for n in _properties(kind) if n not in kind.CLAUSES])
    if kind.TYPED_ONE_BY_ONE:
        sources = _listed(operands, ins, lambda n: f"%{n} : {letters[n]}")
    else:
        sources = _side(operands, ins, letters, entries if inside else "")
    outs = _side(operands, kind.OUTS, letters)
    return f"`{kind.name} ins({sources}) outs({outs}){'' if inside else entries}`"


def _side(
    operands: dict[str, Any], names: Sequence[str], letters: dict[str, str], entries: str = ""
) -> str:
    """`%a[, %b]? {…} : A[, B]?`."""
    values = _listed(operands, names, lambda n: f"%{n}")
    return f"{values}{entries} : {_listed(operands, names, letters.__getitem__)}"


def _listed(operands: dict[str, Any], names: Sequence[str], write: Callable[[str], str]) -> str:
    parts = [f"{', ' if i else ''}{write(name)}" for i, name in enumerate(names)]
    return "".join(
        f"[{part}]?" if isinstance(operands[name], OptOperandDef) else part
        for name, part in zip(names, parts, strict=True)
    )


def _letters(kind: type[IRDLOperation], *order: str) -> dict[str, str]:
    """What the types of operands and results are called: a letter unless there is only one."""
    definition = kind.get_irdl_definition()
    values = {name: _unwrapped(v.constr) for name, v in (*definition.operands, *definition.results)}
    names = dict.fromkeys((*order, *values))
    only = {n: str(values[n].infer(None)) for n in names if values[n].can_infer(set())}
    return dict(zip([n for n in names if n not in only], "ABCDEFGHIJ", strict=False)) | only


def _formatted(kind: type[FormattedOp], text: str, letters: dict[str, str]) -> str:
    """A format with the names of its parts."""
    definition = kind.get_irdl_definition()
    operands = dict(definition.operands)
    parts: list[str] = []
    for literal, name, spec, _ in Formatter().parse(text):
        parts.append(literal)
        if name == "?":
            parts.append(f"[{_formatted(kind, spec or '', letters)}]?")
        elif name == "attributes":
            parts.append(_dictionary(kind, properties_elsewhere(kind)))
        elif name is not None and spec == "type":
            parts.append(f"{letters[name]}{_ellipsis(operands.get(name))}")
        elif name in operands:
            parts.append(f"%{name}{_ellipsis(operands[name])}")
        elif name is not None:
            parts.append(_placeholder(kind, name))
    return "".join(parts)


def _placeholder(kind: type[FormattedOp], name: str) -> str:
    """A property that is not written in the dictionary, or a region."""
    key = property_key(kind, name)
    if key is None:
        return "{ … }"
    base, type_ = property_kind(kind.get_irdl_definition().properties[key].constr)
    if issubclass(base, AngleEnum):
        return f"<{key}>"
    if base is IntegerAttr and type_ is not None:
        return "true" if type_.bitwidth == 1 else "N"
    if base is StringAttr:
        return f'"{key}"'
    return f"@{key}" if base is SymbolRefAttr else "…"


def _dictionary(kind: type[IRDLOperation], names: Sequence[str]) -> str:
    """` {a = …[, b = …]?}`, or ` [{b = …}]?` if none of them has to be there."""
    properties = kind.get_irdl_definition().properties
    required = [n for n in names if not isinstance(properties[n], OptPropertyDef)]
    optional = [n for n in names if n not in required]
    given = ", ".join(f"{_key(kind, n)} = …" for n in required)
    if required:
        return f" {{{given}{''.join(f'[, {_key(kind, n)} = …]?' for n in optional)}}}"
    return f"[ {{{', '.join(f'{_key(kind, n)} = …' for n in optional)}}}]?" if optional else ""


def _key(kind: type[IRDLOperation], name: str) -> str:
    """What the text calls a property."""
    return kind.KEYS.get(name, name) if issubclass(kind, DpsOp) else name


def _properties(kind: type[IRDLOperation]) -> list[str]:
    properties = kind.get_irdl_definition().properties
    return [name for name in properties if name != "operandSegmentSizes"]


def _count(operand: object) -> str:
    return "?" if isinstance(operand, OptOperandDef) else _ellipsis(operand)


def _ellipsis(operand: object) -> str:
    is_list = isinstance(operand, VarOperandDef) and not isinstance(operand, OptOperandDef)
    return "…" if is_list else ""


def _property(kind: type[IRDLOperation], name: str) -> str:
    prop = kind.get_irdl_definition().properties[name]
    key = _key(kind, name)
    renamed = "" if key == name else f" (`{name}` in the generic form)"
    return f"`{key}{_default(prop)}`: {_constraint(prop.constr)}{renamed}"


def _default(prop: Any) -> str:
    if not isinstance(prop, OptPropertyDef):
        return ""
    return "?" if prop.default_value is None else f" = {prop.default_value}"


def _constraint(constraint: Any) -> str:
    constraint = _unwrapped(constraint)
    if constraint.can_infer(set()):
        return f"`{constraint.infer(None)}`"
    bases = constraint.get_bases()
    if not bases:
        return "anything"
    return _GROUPS.get(frozenset(bases)) or " or ".join(sorted(b.name for b in bases))


def _unwrapped(constraint: Any) -> Any:
    while hasattr(constraint, "constraint") or hasattr(constraint, "constr"):
        inner = getattr(constraint, "constraint", None)
        constraint = constraint.constr if inner is None else inner
    return constraint


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
