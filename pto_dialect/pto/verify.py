"""
Check a module against the rules of the assembler: its level, its target and its version.

Needs: a module whose operations are valid by themselves. The target is the module's
`pto.target_arch` (everything but a5 means a3), the version its `pto.ptoas_version`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import CompileError, fail, nearest, note_at, position_near
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.module_attributes import TARGET_ARCH
from pto_dialect.pto.attributes import KernelKindAttr
from pto_dialect.pto.base import PtoOp
from pto_dialect.pto.capacity import verify_capacity
from pto_dialect.pto.levels import Level, verify_levels
from pto_dialect.pto.queues import IdQueueOp, InitializePipeOp
from pto_dialect.pto.reserved import ImportReservedBufferOp, ReserveBufferOp
from pto_dialect.pto.rules import KERNEL_KIND, Assembler, Rule, rules_of
from pto_dialect.pto.types import MultiTileBufType
from pto_dialect.pto.versions import version_of

ENTRIES = ("pto.entry", "pto.kernel", "hacc.entry", "pto.aicore")
"""Function attributes that mark the entry of a kernel."""

BACKENDS = ("emitc", "vpto")
"""What `pto.backend` may be."""

VISIBILITIES = ("internal", "external")
"""What `pto.visibility` may be."""


def arch_of(module: Operation) -> str:
    """The target of a module; everything but a5 means a3."""
    attribute = module.attributes.get(TARGET_ARCH)
    is_a5 = isinstance(attribute, StringAttr) and attribute.data.lower() == "a5"
    return "a5" if is_a5 else "a3"


def verify_pto(
    module: ModuleOp, version: PtoasVersion | None = None, level: Level | None = None
) -> None:
    """
    Check a module; `version` is that of the assembler (default: the module's, else 0.48), `level`
    what it is called for (default: what the module shows).

    Raises:
        CompileError: at the first operation that breaks a rule.
    """
    if version is None:
        try:
            version = version_of(module)
        except ValueError as error:
            fail(module, str(error))
    level = verify_levels(module, arch_of(module), version, level)
    _verify_module(module, Assembler(arch_of(module), version))
    if level is Level.ASSEMBLER:
        verify_capacity(module, arch_of(module))


def _verify_module(module: ModuleOp, assembler: Assembler) -> None:
    _check_choice(module, "pto.backend", BACKENDS)
    _check_kernel_kind(module)
    rules = dict[type[Operation], tuple[Rule, ...]]()
    shared = dict[str, list[PtoOp]]()
    for op in module.body.ops:
        if isinstance(op, ModuleOp):
            arch = arch_of(op) if TARGET_ARCH in op.attributes else assembler.arch
            _verify_module(op, Assembler(arch, assembler.version))
            continue
        if isinstance(op, FuncOp):
            _check_function(op)
        found = _verify_operation(op, assembler, rules)
        if isinstance(op, FuncOp):
            _check_queues(found)
            shared[op.sym_name.data] = found
    _check_reservations(shared)


_SHARED = (InitializePipeOp, IdQueueOp, ReserveBufferOp, ImportReservedBufferOp)
"""Operations that have to fit to others of their function or of the module."""


def _verify_operation(
    root: Operation, assembler: Assembler, rules: dict[type[Operation], tuple[Rule, ...]]
) -> list[PtoOp]:
    """Check an operation and what is in it; those that have to fit to others are returned."""
    shared: list[PtoOp] = []
    for op in root.walk():
        kind = type(op)
        found = rules.get(kind)
        if found is None:
            found = rules[kind] = rules_of(kind, assembler)
        for rule in found:
            try:
                rule(op, assembler)
            except VerifyException as error:
                raise CompileError(str(error), position_near(op)) from error
        if isinstance(op, _SHARED):
            shared.append(op)
    return shared


def _check_choice(op: Operation, key: str, choices: Sequence[str]) -> None:
    attribute = op.attributes.get(key)
    if attribute is None:
        return
    value = attribute.data if isinstance(attribute, StringAttr) else str(attribute)
    if value not in choices:
        fail(op, f"{key} is one of {', '.join(choices)}, got {value}")


def _check_kernel_kind(op: Operation) -> None:
    """What says which core runs a kernel is an attribute of its own; a string would say nothing."""
    kind = op.attributes.get(KERNEL_KIND)
    if kind is not None and not isinstance(kind, KernelKindAttr):
        kinds = " or ".join(f"#{KernelKindAttr.name}<{word}>" for word in KernelKindAttr.keywords)
        fail(op, f"{KERNEL_KIND} is {kinds}, got {kind}")


def _check_function(function: FuncOp) -> None:
    _check_choice(function, "pto.visibility", VISIBILITIES)
    _check_kernel_kind(function)
    visibility = function.sym_visibility
    if not function.body.blocks and (visibility is None or visibility.data == "public"):
        fail(function, f"'{function.sym_name.data}' has no body: a declaration is private")
    signature = function.function_type
    if any(isinstance(t, MultiTileBufType) for t in (*signature.inputs, *signature.outputs)):
        fail(
            function,
            f"'{function.sym_name.data}': a multi-buffered region is neither passed nor returned, "
            f"only a tile of one is",
        )
    entry = next((e for e in ENTRIES if e in function.attributes), None)
    if entry is not None:
        if not function.body.blocks:
            fail(
                function,
                f"'{function.sym_name.data}' is the entry of a kernel ({entry}) without body",
            )
        if results := signature.outputs.data:
            fail(
                function,
                f"'{function.sym_name.data}' is the entry of a kernel ({entry}) and returns "
                f"{len(results)} values; an entry returns nothing",
            )


def _check_queues(ops: Sequence[PtoOp]) -> None:
    """Each queue of a function has its own id, and is there when it is used."""
    queues = dict[tuple[str, int], InitializePipeOp]()
    for op in ops:
        if not isinstance(op, InitializePipeOp):
            continue
        number = op.id.value.data
        first = queues.setdefault((op.CORE, number), op)
        if first is not op:
            fail(
                op,
                f"{op.name}: id {number} is taken in this function",
                [note_at(first, "the first queue with this id is here")],
            )
    for op in ops:
        if not isinstance(op, IdQueueOp):
            continue
        number = op.id.value.data
        queue = queues.get((op.CORE, number))
        if queue is None:
            fail(
                op, f"{op.name}: this function has no queue of the {op.CORE} core with id {number}"
            )
        mask = queue.dir_mask.value.data
        if not mask & op.DIRECTION:
            fail(
                op,
                f"{op.name}: the direction is {op.DIRECTION} (1 cube to vector, 2 vector to cube), "
                f"queue {number} has dir_mask {mask}",
                [note_at(queue, "the queue is here")],
            )


def _check_reservations(shared: Mapping[str, Sequence[PtoOp]]) -> None:
    """A name is reserved once in a function; what is imported is reserved by its peer."""
    reserved = dict[str, dict[str, PtoOp]]()
    for function, ops in shared.items():
        names = reserved[function] = dict[str, PtoOp]()
        for op in ops:
            if isinstance(op, ReserveBufferOp):
                name = op.sym_name.data
                if names.setdefault(name, op) is not op:
                    note = note_at(names[name], "it is reserved here first")
                    fail(op, f"{op.name}: '{name}' is reserved twice in this function", [note])
    for op in (op for ops in shared.values() for op in ops):
        if not isinstance(op, ImportReservedBufferOp):
            continue
        peer, name = op.peer_func.string_value(), op.sym_name.data
        if peer not in reserved:
            fail(op, f"{op.name}: there is no function '{peer}'{nearest(peer, reserved)}")
        if name not in reserved[peer]:
            known = ", ".join(sorted(reserved[peer])) or "nothing"
            fail(op, f"{op.name}: '{peer}' does not reserve '{name}', only {known}")
