"""
Which functions make up a kernel, and on which cores each of them runs.

A function runs on the core that its `pto.kernel_kind` or `tile.core` names; without one, on every
kind of core that has a section in it or in a function that it calls, else on the one that has its
operations. A call of a function that belongs to another core does nothing.

Functions on different cores that pass tiles to each other are one kernel: one that sends names the
memory of the other one, and without such a name a cube and a vector function with queues belong
together if there are no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import register_impls
from xdsl.ir import Attribute, BlockArgument, Operation, Region
from xdsl.traits import SymbolTable
from xdsl.utils.disjoint_set import DisjointSet

from pto_dialect.diagnostics import CompileError, display_name, fail
from pto_dialect.interpreter.control_flow import FuncTable
from pto_dialect.machine.pipes import Core, Pipe
from pto_dialect.module_attributes import functions_in
from pto_dialect.pto.attributes import KernelKindAttr
from pto_dialect.pto.kernel import SectionCubeOp, SectionVectorOp
from pto_dialect.pto.matrix import MATRIX_OPS
from pto_dialect.pto.queues import IdQueueOp, InitializePipeOp, TileQueueOp
from pto_dialect.pto.reserved import ImportReservedBufferOp
from pto_dialect.pto.rules import KERNEL_KIND
from pto_dialect.pto.types import TileBufType
from pto_dialect.tile.attributes import CORE, CoreAttr
from pto_dialect.tile.ops.queues import InitPipeOp, PassOp, QueueOp
from pto_dialect.tile.traits import pipe_of
from pto_dialect.tile.types import TileType

_MATRIX_OPS = tuple(MATRIX_OPS)
_QUEUE_OPS = (InitializePipeOp, IdQueueOp, QueueOp)
_CUBE_SPACES = ("mat", "left", "right", "acc", "bias", "left_scale", "right_scale")


@dataclass(frozen=True)
class Kernel:
    """Functions that run together, each on its core. Arguments of one name are one argument."""

    functions: tuple[FuncOp, ...]
    """The functions."""

    @property
    def name(self) -> str:
        """Their names, for messages."""
        return "+".join(f.sym_name.data for f in self.functions)

    @property
    def args(self) -> tuple[BlockArgument, ...]:
        """The arguments: those of the first function, then what the others have besides."""
        return tuple(same[0] for same in self.occurrences())

    def occurrences(self) -> list[list[BlockArgument]]:
        """
        For each argument all of that name.

        Raises:
            CompileError: two of them differ in type.
        """
        found: dict[str, list[BlockArgument]] = {}
        for function in self.functions:
            for argument in function.args:
                same = found.setdefault(display_name(argument), [])
                if same and same[0].type != argument.type:
                    fail(
                        function,
                        f"argument '{display_name(argument)}' is {same[0].type} in "
                        f"'{self.functions[0].sym_name.data}', but {argument.type} in "
                        f"'{function.sym_name.data}'; arguments of one name are one array",
                    )
                same.append(argument)
        return list(found.values())


def counterpart(kernel: Kernel, module: ModuleOp) -> Kernel:
    """The functions of the same names in a module at another level."""
    functions = {f.sym_name.data: f for f in functions_in(module)}
    return Kernel(tuple(functions[f.sym_name.data] for f in kernel.functions))


def kernels_in(module: ModuleOp) -> list[Kernel]:
    """The kernels of a module: functions that no other one calls, those that belong together."""
    functions = {f.sym_name.data: f for f in functions_in(module)}
    called = {callee for f in functions.values() for callee in _called(f)}
    roots = {name: f for name, f in functions.items() if f not in called}
    together = DisjointSet(list(roots))
    for name, function in roots.items():
        for peer in _peers(function):
            if peer in roots:
                together.union(name, peer)
    lonely = [f for f in roots.values() if _has_queues(f) and not any(_peers(f))]
    if [kinds_of(f) for f in _by_kind(lonely)] == [(Core.CUBE,), (Core.VECTOR,)]:
        together.union(*(f.sym_name.data for f in lonely))
    found: dict[str, list[FuncOp]] = {}
    for name, function in roots.items():
        found.setdefault(together.find(name), []).append(function)
    return [Kernel(tuple(_by_kind(group))) for group in found.values()]


def kernel_named(module: ModuleOp, name: str | None = None) -> Kernel:
    """
    The function of that name, or the kernel (`cube+vector`); without a name the only kernel, or, of
    `.pto` text, a cube and a vector function.

    Raises:
        CompileError: there is no such function, or several kernels and no name.
    """
    functions = {f.sym_name.data: f for f in functions_in(module)}
    listed = ", ".join(f"'{n}'" for n in functions) or "none"
    if name in functions:
        return Kernel((functions[name],))
    kernels = kernels_in(module)
    if name is not None:
        named = next((kernel for kernel in kernels if kernel.name == name), None)
        if named is None:
            raise CompileError(f"there is no function '{name}'; the file has {listed}")
        return named
    if len(kernels) == 1:
        return kernels[0]
    roots = _by_kind([f for kernel in kernels for f in kernel.functions])
    if [_kernel_kind(f) for f in roots] == [Core.CUBE, Core.VECTOR]:
        return Kernel(tuple(roots))
    fail(module, f"name one function of the file; it has {listed}")


def _operations(function: FuncOp) -> list[Operation]:
    """All operations of a function. Asked for before each run, and `walk` is five times as dear."""
    found: list[Operation] = []

    def visit(region: Region) -> None:
        for block in region.blocks:
            for op in block.ops:
                found.append(op)
                for inner in op.regions:
                    visit(inner)

    visit(function.body)
    return found


def _by_kind(functions: Sequence[FuncOp]) -> list[FuncOp]:
    return sorted(functions, key=lambda f: tuple(map(str, kinds_of(f))))


def _peers(function: FuncOp) -> Iterator[str]:
    """The functions in whose memory a function puts tiles."""
    for op in _operations(function):
        if isinstance(op, ImportReservedBufferOp):
            yield op.peer_func.root_reference.data
        elif isinstance(op, InitPipeOp) and op.peer is not None:
            yield op.peer[1]


def _has_queues(function: FuncOp) -> bool:
    return any(isinstance(op, InitializePipeOp | InitPipeOp) for op in _operations(function))


def _kernel_kind(function: Operation) -> Core | None:
    kind = function.attributes.get(KERNEL_KIND)
    return Core(kind.data) if isinstance(kind, KernelKindAttr) else None


def _declared_kind(function: Operation) -> Core | None:
    core = function.attributes.get(CORE)
    return core.data if isinstance(core, CoreAttr) else _kernel_kind(function)


def _called(function: FuncOp) -> Iterator[FuncOp]:
    for op in _operations(function):
        if isinstance(op, func.CallOp):
            callee = SymbolTable.lookup_symbol(op, op.callee)
            if isinstance(callee, FuncOp) and callee is not function:
                yield callee


def kinds_of(function: FuncOp) -> tuple[Core, ...]:
    """The kinds of cores that run a function."""
    if (declared := _declared_kind(function)) is not None:
        return (declared,)
    found = set(_named_kinds(function, {function}))
    if found:
        return tuple(kind for kind in (Core.CUBE, Core.VECTOR) if kind in found)
    return (Core.CUBE if _is_of_cube(function) else Core.VECTOR,)


def _named_kinds(function: FuncOp, seen: set[FuncOp]) -> Iterator[Core]:
    for op in _operations(function):
        if isinstance(op, SectionCubeOp):
            yield Core.CUBE
        elif isinstance(op, SectionVectorOp):
            yield Core.VECTOR
    for callee in _called(function):
        if (kind := _declared_kind(callee)) is not None:
            yield kind
        elif callee not in seen:
            yield from _named_kinds(callee, seen | {callee})


def _is_of_cube(function: FuncOp) -> bool:
    operations = _operations(function)
    types = {id(value.type): value.type for op in operations for value in op.results}
    types |= {id(argument.type): argument.type for argument in function.args}
    if any(_space(type_) in _CUBE_SPACES for type_ in types.values()):
        return True
    # One operation speaks for all of its class, unless it says itself where it runs.
    samples = {type(op): op for op in operations}
    if any(isinstance(op, _MATRIX_OPS) or pipe_of(op) is Pipe.M for op in samples.values()):
        return True
    return any(isinstance(op, _QUEUE_OPS) for op in samples.values()) and any(
        _core_of_queue(op) is Core.CUBE for op in operations
    )


def _core_of_queue(op: Operation) -> Core | None:
    """The core that an operation on a queue names, `None` of another operation."""
    if isinstance(op, QueueOp):
        return op.core
    return Core(op.CORE) if isinstance(op, InitializePipeOp | IdQueueOp) else None


def _space(type_: Attribute) -> str | None:
    if isinstance(type_, TileType):
        return type_.memory_space
    return type_.space.data if isinstance(type_, TileBufType) else None


def vector_cores(functions: Iterable[FuncOp]) -> int:
    """How many vector cores a block needs: 2 if a queue halves tiles between them, else 1."""
    splits = (
        op.split.value.data
        for function in functions
        for f in (function, *_called(function))
        for op in _operations(f)
        if isinstance(op, IdQueueOp | TileQueueOp)
    )
    halves = (op.halves for f in functions for op in _operations(f) if isinstance(op, PassOp))
    return 2 if any(splits) or any(halves) else 1


@register_impls
class CoreFuncTable(FuncTable):
    """`func` on one core."""

    def __init__(self, kind: Core):
        self.kind = kind

    def takes_part(self, function: Operation) -> bool:
        if _declared_kind(function) in (None, self.kind):
            return True
        if isinstance(function, FuncOp) and function.function_type.outputs.data:
            raise CompileError(
                f"'{function.sym_name.data}' runs on another core and returns a value"
            )
        return False
