"""
Kernels and programs as modules of tile IR.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE
from typing import cast

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from pto_dialect.diagnostics import CompileError, Note, Position
from pto_dialect.language.kernel import Kernel, Program
from pto_dialect.language.kernel_function import FunctionBuilder
from pto_dialect.language.source import source_file
from pto_dialect.language.surface import HOST_SIDE, Annotation, FunctionType, Tile
from pto_dialect.module_attributes import TARGET_ARCH


def device_kernels(
    kernels: Sequence[Kernel | Program],
) -> tuple[list[Kernel], dict[Kernel, str]]:
    """
    Of kernels and programs, the functions that run on an NPU core by themselves, and why each
    other one does not:

    1. it is declared to be host-side, or declares nothing while another one does;
    2. it is declared to be a helper, or takes or returns tiles, so others call it.
    """
    functions: list[Kernel] = []
    for kernel in kernels:
        functions += kernel.kernels.values() if isinstance(kernel, Program) else [kernel]
    any_declared = any(f.kind is not None and f.kind not in HOST_SIDE for f in functions)
    found, skipped = list[Kernel](), dict[Kernel, str]()
    for function in functions:
        if function.kind in HOST_SIDE:
            skipped[function] = f"it is host-side (FunctionType.{function.kind.value})"
        elif function.kind is FunctionType.Inline:
            skipped[function] = "it is built where it is called (FunctionType.Inline)"
        elif any(map(_is_tile, function.function.__annotations__.values())):
            skipped[function] = "it takes or returns tiles"
        elif function.kind is None and any_declared:
            skipped[function] = "it has no type=, so it is host-side"
        else:
            found.append(function)
    return found, skipped


def _is_tile(annotation: object) -> bool:
    if isinstance(annotation, Annotation):
        return annotation.form is Tile
    return isinstance(annotation, str) and "Tile[" in annotation


def tile_module(
    kernel: Kernel | Program | Sequence[Kernel | Program], target: str = "a3"
) -> ModuleOp:
    """
    The tile IR of a kernel, or of all kernels of a program, or of several, in order: a function
    for each. Host-side functions and helpers (`device_kernels`) are left out. Nothing is verified
    beyond what building it needs.

    Raises:
        CompileError: a kernel has an error.
    """
    if isinstance(kernel, Sequence) and len(kernel) == 1:
        kernel = kernel[0]
    if isinstance(kernel, Kernel):
        return _module([kernel], target)
    given = [kernel] if isinstance(kernel, Program) else kernel
    if not _are_compilable(given):
        raise CompileError(f"{kernel!r} is no kernel: decorate it with @pl.function or @pl.program")
    found, skipped = device_kernels(given)
    if not found and not skipped:
        names = ", ".join(f"'{program.name}'" for program in given)
        raise CompileError(f"program {names} has no kernel (a method with @pl.function)")
    return _module(found or [*skipped][:1], target)


def _module(kernels: Sequence[Kernel], target: str) -> ModuleOp:
    known: dict[str, Kernel] = {}
    for kernel in kernels:
        first = known.setdefault(kernel.name, kernel)
        if first is not kernel:
            raise CompileError(
                f"two kernels have the name '{kernel.name}'",
                _position(kernel),
                [Note("the other one", _position(first)), "compile them one by one: FILE:NAME"],
            )
    module = ModuleOp([_function(k) for k in kernels], {TARGET_ARCH: StringAttr(target)})
    first = next(iter(module.ops)).location
    assert isinstance(first, FileLineColLoc)
    module.location = FileLineColLoc(first.filename, IntAttr(1), IntAttr(1))
    return module


def _position(kernel: Kernel) -> Position:
    """Where a kernel is defined."""
    code = kernel.function.__code__
    return Position(code.co_filename, code.co_firstlineno, 1)


def _are_compilable(kernels: object) -> bool:
    return isinstance(kernels, list | tuple) and all(
        isinstance(kernel, Kernel | Program) for kernel in cast("Sequence[object]", kernels)
    )


def _function(kernel: Kernel) -> FuncOp:
    code = kernel.function.__code__
    source = source_file(code.co_filename)
    if code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR) or code.co_name == "<lambda>":
        what = "a lambda" if code.co_name == "<lambda>" else "an async function"
        raise CompileError(
            f"not supported: {what} as a kernel",
            _position(kernel),
        )
    definition = source.functions.get((code.co_firstlineno, code.co_name))
    if definition is None:
        raise CompileError(
            f"the source of kernel '{kernel.name}' is not in '{code.co_filename}' any more"
        )
    if kernel.kind in HOST_SIDE:
        raise CompileError(
            f"not supported: host-side functions, such as '{kernel.name}' "
            f"(FunctionType.{kernel.kind.value})",
            source.position(definition),
            ["compile its kernels one by one"],
        )
    try:
        return FunctionBuilder(kernel, source, definition).build()
    except RecursionError:
        raise CompileError(
            f"kernel '{kernel.name}' nests too deeply", source.position(definition)
        ) from None
