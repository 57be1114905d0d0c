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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import register_impls
from xdsl.ir import Attribute, BlockArgument, Operation, Region
from xdsl.traits import SymbolTable
from xdsl.utils.disjoint_set import DisjointSet

from pto_dialect.diagnostics import CompileError, display_name, fail
from pto_dialect.interpreter.control_flow import FuncTable
from pto_dialect.machine.pipes import Core
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
from pto_dialect.tile.traits import is_matrix_product
from pto_dialect.tile.types import TileType

_OpT = TypeVar("_OpT", bound=Operation)

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
    operations = {f: _Operations(f) for f in functions.values()}
    called = {callee for there in operations.values() for callee in there.called()}
    roots = {name: f for name, f in functions.items() if f not in called}
    together = DisjointSet(list(roots))
    for name, function in roots.items():
        for peer in _peers(operations[function]):
            if peer in roots:
                together.union(name, peer)
    lonely = [
        f
        for f in roots.values()
        if any(operations[f].every(InitializePipeOp, InitPipeOp)) and not any(_peers(operations[f]))
    ]
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


class _Operations:
    """
    The operations of a function by class. Asked for before each run: a function has many operations
    of few classes, so that nothing looks at each of them twice.
    """

    def __init__(self, function: FuncOp):
        self.function = function
        self.of_class: dict[type[Operation], list[Operation]] = {}
        self._add(function.body)

    def _add(self, region: Region) -> None:
        of_class = self.of_class
        for block in region.blocks:
            for op in block.ops:
                if (same := of_class.get(type(op))) is None:
                    same = of_class[type(op)] = []
                same.append(op)
                for inner in op.regions:
                    self._add(inner)

    def every(self, *kinds: type[_OpT]) -> Iterator[_OpT]:
        """The operations of these classes."""
        for kind, operations in self.of_class.items():
            if issubclass(kind, kinds):
                yield from cast(list[_OpT], operations)

    def called(self) -> Iterator[FuncOp]:
        """The other functions that this one calls."""
        for op in self.every(func.CallOp):
            callee = SymbolTable.lookup_symbol(op, op.callee)
            if isinstance(callee, FuncOp) and callee is not self.function:
                yield callee


def _by_kind(functions: Sequence[FuncOp]) -> list[FuncOp]:
    return sorted(functions, key=lambda f: tuple(map(str, kinds_of(f))))


def _peers(operations: _Operations) -> Iterator[str]:
    """The functions in whose memory a function puts tiles."""
    for op in operations.every(ImportReservedBufferOp):
        yield op.peer_func.root_reference.data
    for op in operations.every(InitPipeOp):
        if op.peer is not None:
            yield op.peer[1]


def _kernel_kind(function: Operation) -> Core | None:
    kind = function.attributes.get(KERNEL_KIND)
    return Core(kind.data) if isinstance(kind, KernelKindAttr) else None


def _declared_kind(function: Operation) -> Core | None:
    core = function.attributes.get(CORE)
    return core.data if isinstance(core, CoreAttr) else _kernel_kind(function)


def kinds_of(function: FuncOp) -> tuple[Core, ...]:
    """The kinds of cores that run a function."""
    if (declared := _declared_kind(function)) is not None:
        return (declared,)
    operations = _Operations(function)
    found = set(_named_kinds(operations, {function}))
    if found:
        return tuple(kind for kind in (Core.CUBE, Core.VECTOR) if kind in found)
    return (Core.CUBE if _is_of_cube(operations) else Core.VECTOR,)


def _named_kinds(operations: _Operations, seen: set[FuncOp]) -> Iterator[Core]:
    if any(operations.every(SectionCubeOp)):
        yield Core.CUBE
    if any(operations.every(SectionVectorOp)):
        yield Core.VECTOR
    for callee in operations.called():
        if (kind := _declared_kind(callee)) is not None:
            yield kind
        elif callee not in seen:
            yield from _named_kinds(_Operations(callee), seen | {callee})


def _is_of_cube(operations: _Operations) -> bool:
    function, of_class = operations.function, operations.of_class
    types = {value.type for same in of_class.values() for op in same for value in op.results}
    types |= {argument.type for argument in function.args}
    if any(_space(type_) in _CUBE_SPACES for type_ in types):
        return True
    # One operation speaks for all of its class, unless it says itself where it runs.
    if any(operations.every(*MATRIX_OPS)) or any(map(is_matrix_product, of_class)):
        return True
    queues = operations.every(InitializePipeOp, IdQueueOp, QueueOp)
    return any(_core_of_queue(op) is Core.CUBE for op in queues)


def _core_of_queue(op: InitializePipeOp | IdQueueOp | QueueOp) -> Core | None:
    """The core that an operation on a queue names."""
    return op.core if isinstance(op, QueueOp) else Core(op.CORE)


def _space(type_: Attribute) -> str | None:
    if isinstance(type_, TileType):
        return type_.memory_space
    return type_.space.data if isinstance(type_, TileBufType) else None


def vector_cores(functions: Sequence[FuncOp]) -> int:
    """How many vector cores a block needs: 2 if a queue halves tiles between them, else 1."""
    own = [_Operations(f) for f in functions]
    called = [_Operations(callee) for operations in own for callee in operations.called()]
    splits = (
        op.split.value.data
        for operations in (*own, *called)
        for op in operations.every(IdQueueOp, TileQueueOp)
    )
    halves = (op.halves for operations in own for op in operations.every(PassOp))
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
