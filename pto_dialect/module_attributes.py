"""
Facts that a module carries, so that every pass and every tool sees the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.utils.str_enum import StrEnum

from pto_dialect.diagnostics import fail
from pto_dialect.machine.targets import DEFAULT_TARGET, TARGETS, Target

TARGET_ARCH = "pto.target_arch"
"""Module attribute: name of the target."""
PLANNER = "pto.planner"
"""Module attribute: name of the memory planner."""


class Planner(StrEnum):
    """Who decides where a tile lives."""

    PACK = "pack"
    """First-fit-decreasing sharing, then addresses in order."""
    PTOAS = "ptoas"
    """The assembler: the text carries no address."""


def target_of(module: ModuleOp) -> Target:
    """
    The target that a module is compiled for, a3 if it names none.

    Raises:
        CompileError: it names an unknown one.
    """
    attribute = module.attributes.get(TARGET_ARCH)
    if attribute is None:
        return DEFAULT_TARGET
    name = attribute.data if isinstance(attribute, StringAttr) else str(attribute)
    if name not in TARGETS:
        fail(module, f"unknown target '{name}' in {TARGET_ARCH}, know {', '.join(TARGETS)}")
    return TARGETS[name]


def planner_of(module: ModuleOp) -> Planner | None:
    """
    The planner that a module records, `None` if no pass has depended on one yet.

    Raises:
        CompileError: it records an unknown one.
    """
    attribute = module.attributes.get(PLANNER)
    if attribute is None:
        return None
    name = attribute.data if isinstance(attribute, StringAttr) else str(attribute)
    if name not in list(Planner):
        fail(module, f"unknown planner '{name}' in {PLANNER}, know {', '.join(Planner)}")
    return Planner(name)


def resolve_planner(module: ModuleOp, option: str | None) -> Planner:
    """
    The planner that a pass obeys: its option, else what the module records, else `pack`.
    Records it on the module.

    Raises:
        CompileError: the option is unknown, or differs from what the module records.
    """
    if option is not None and option not in list(Planner):
        fail(module, f"unknown planner '{option}', know {', '.join(Planner)}")
    recorded = planner_of(module)
    if recorded is not None and option is not None and option != recorded:
        fail(
            module,
            f"this module was prepared for planner '{recorded}' and cannot be continued with "
            f"planner '{option}'",
        )
    planner = recorded or Planner(option or Planner.PACK)
    module.attributes[PLANNER] = StringAttr(planner)
    return planner


def functions_in(module: ModuleOp) -> Iterator[FuncOp]:
    """The functions of a module that have a body, those of nested modules included."""
    for op in module.body.ops:
        if isinstance(op, FuncOp) and op.body.blocks:
            yield op
        elif isinstance(op, ModuleOp):
            yield from functions_in(op)
