"""
Facts that a module carries, so that every pass and every tool sees the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

from pto_dialect.diagnostics import CompileError, fail, position_of
from pto_dialect.machine.ptoas import SYNC_MODES, Feature, PtoasVersion
from pto_dialect.machine.targets import DEFAULT_TARGET, TARGETS, Target

TARGET_ARCH = "pto.target_arch"
"""Module attribute: name of the target."""
PLANNER = "pto.planner"
"""Module attribute: name of the memory planner."""
ROTATE = "pto.rotate"
"""Module attribute: when pipelined loops rotate through slots."""
PLANS = "mem.plans"
"""Function attribute: by memory, what the planner says of its plan, as
`[cost, pairs, verdict]`; see `SpacePlan`."""
REMARKS = "pto.remarks"
"""Module attribute: optimisations that were declined, an array of strings."""


class Rotate(StrEnum):
    """When the loads of a pipelined loop rotate through slots."""

    AUTO = "auto"
    """Under planner `ptoas`."""
    ALWAYS = "always"
    """Under every planner."""
    NEVER = "never"
    """Under none: pipelined loops are replicated."""


class Planner(StrEnum):
    """Who decides where a tile lives."""

    PACK = "pack"
    """First-fit-decreasing sharing, then addresses in order."""
    SOLVE = "solve"
    """As little sharing across pipes as the capacity allows, found by search."""
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


def resolve_rotate(module: ModuleOp, option: str | None) -> Rotate:
    """
    When loops rotate: the option of a pass, else what the module records, else `auto`. Records it
    on the module.

    Raises:
        CompileError: the option is unknown, or differs from what the module records.
    """
    attribute = module.attributes.get(ROTATE)
    recorded = attribute.data if isinstance(attribute, StringAttr) else None
    for name in (option, recorded):
        if name is not None and name not in list(Rotate):
            fail(module, f"rotate is one of {', '.join(Rotate)}, not '{name}'")
    if recorded is not None and option is not None and option != recorded:
        fail(
            module,
            f"this module was prepared with rotate={recorded} and cannot be continued with "
            f"rotate={option}",
        )
    rotate = Rotate(recorded or option or Rotate.AUTO)
    module.attributes[ROTATE] = StringAttr(rotate)
    return rotate


def assembler_version(option: str) -> PtoasVersion:
    """
    The version of the assembler that an option of a pass names.

    Raises:
        CompileError: it is no version.
    """
    try:
        return PtoasVersion.parse(option)
    except ValueError as error:
        raise CompileError(str(error)) from error


def orders_partial_overlap(version: PtoasVersion, sync: str) -> bool:
    """
    Whether the assembler orders the accesses to tiles that share bytes without starting at one
    address. `sync` is the option of a pass: how it synchronises.

    Raises:
        CompileError: the option is unknown.
    """
    if sync not in SYNC_MODES:
        raise CompileError(f"sync is one of {', '.join(SYNC_MODES)}, not '{sync}'")
    return sync == "graph" or version.supports(Feature.PARTIAL_OVERLAP)


@dataclass(frozen=True)
class SpacePlan:
    """What is known of the plan of a memory."""

    cost: int
    """How often a pipe waits for another because tiles share bytes."""
    pairs: int
    """How many pairs of allocations make one wait."""
    verdict: str | None = None
    """Whether planner `solve` has proven the cost to be the least; `None` of another planner."""


def record_plan(function: FuncOp, space: str, plan: SpacePlan) -> None:
    """Record on a function what is known of its plan of a memory."""
    parts: list[Attribute] = [IntegerAttr(plan.cost, i64), IntegerAttr(plan.pairs, i64)]
    if plan.verdict is not None:
        parts.append(StringAttr(plan.verdict))
    plans = {**_plan_attributes(function), space: ArrayAttr(parts)}
    function.attributes[PLANS] = DictionaryAttr(plans)


def plans_of(function: FuncOp) -> dict[str, SpacePlan]:
    """What `record_plan` recorded, by memory."""
    found: dict[str, SpacePlan] = {}
    for space, plan in _plan_attributes(function).items():
        if isa(plan, ArrayAttr[IntegerAttr | StringAttr]):
            numbers = [part.value.data for part in plan if isinstance(part, IntegerAttr)]
            verdicts = [part.data for part in plan if isinstance(part, StringAttr)]
            if len(numbers) == 2:
                found[space] = SpacePlan(numbers[0], numbers[1], next(iter(verdicts), None))
    return found


def _plan_attributes(function: FuncOp) -> Mapping[str, Attribute]:
    plans = function.attributes.get(PLANS)
    return plans.data if isinstance(plans, DictionaryAttr) else {}


def remark(module: ModuleOp, where: Operation, message: str) -> None:
    """Record on the module that an optimisation was declined, and why; once if said twice."""
    position = position_of(where.location)
    text = f"{position}: remark: {message}" if position else f"remark: {message}"
    if text in remarks_of(module):
        return
    module.attributes[REMARKS] = ArrayAttr([*remark_attributes(module), StringAttr(text)])


def remarks_of(module: ModuleOp) -> tuple[str, ...]:
    """The remarks that a module records, in order."""
    return tuple(attribute.data for attribute in remark_attributes(module))


def remark_attributes(module: ModuleOp) -> Sequence[StringAttr]:
    """The remarks as attributes."""
    remarks = module.attributes.get(REMARKS)
    return remarks.data if isa(remarks, ArrayAttr[StringAttr]) else ()


def functions_in(module: ModuleOp) -> Iterator[FuncOp]:
    """The functions of a module that have a body, those of nested modules included."""
    for op in module.body.ops:
        if isinstance(op, FuncOp) and op.body.blocks:
            yield op
        elif isinstance(op, ModuleOp):
            yield from functions_in(op)
