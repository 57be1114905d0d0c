"""
Kernels and programs as modules of tile IR.
"""

from __future__ import annotations

from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from pto_dialect.diagnostics import CompileError, Position
from pto_dialect.language.kernel import Kernel, Program
from pto_dialect.language.kernel_function import FunctionBuilder
from pto_dialect.language.source import source_file
from pto_dialect.language.surface import HOST_SIDE
from pto_dialect.module_attributes import TARGET_ARCH


def tile_module(kernel: Kernel | Program, target: str = "a3") -> ModuleOp:
    """
    The tile IR of a kernel, or of all kernels of a program in order: a function for each.
    Nothing is verified beyond what building it needs.

    Raises:
        CompileError: a kernel has an error.
    """
    if not _is_compilable(kernel):
        raise CompileError(f"{kernel!r} is no kernel: decorate it with @pl.function or @pl.program")
    kernels = [kernel] if isinstance(kernel, Kernel) else list(kernel.kernels.values())
    if not kernels:
        raise CompileError(f"program '{kernel.name}' has no kernel (a method with @pl.function)")
    module = ModuleOp([_function(k) for k in kernels], {TARGET_ARCH: StringAttr(target)})
    first = next(iter(module.ops)).location
    assert isinstance(first, FileLineColLoc)
    module.location = FileLineColLoc(first.filename, IntAttr(1), IntAttr(1))
    return module


def _is_compilable(kernel: object) -> bool:
    return isinstance(kernel, Kernel | Program)


def _function(kernel: Kernel) -> FuncOp:
    code = kernel.function.__code__
    source = source_file(code.co_filename)
    if code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR) or code.co_name == "<lambda>":
        what = "a lambda" if code.co_name == "<lambda>" else "an async function"
        raise CompileError(
            f"not supported: {what} as a kernel",
            Position(code.co_filename, code.co_firstlineno, 1),
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
