"""
`pto-compile`: a kernel in Python or in tile IR becomes `.pto` text.

    pto-compile kernel.py:softmax -o softmax.pto --report

The text goes to stdout or to the file of `-o`, which is written only when all went well. The
report goes to stderr, or to stdout if the text does not.
"""

from __future__ import annotations

import argparse
import builtins
import os
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.printer import Printer

from pto_dialect.diagnostics import CompileError, Position, nearest, no_attribute
from pto_dialect.language.compiler import (
    ROTATE_VARIABLE,
    Options,
    lower,
    rotation,
)
from pto_dialect.language.kernel import Kernel, Program
from pto_dialect.language.module import device_kernels, tile_module
from pto_dialect.language.report import Report
from pto_dialect.language.source import source_file
from pto_dialect.language.surface import UnknownWord
from pto_dialect.machine.ptoas import DEFAULT_PTOAS, SYNC_MODES, PtoasVersion
from pto_dialect.machine.targets import TARGETS
from pto_dialect.module_attributes import TARGET_ARCH, Planner, Rotate, target_of
from pto_dialect.pto.frontend import read_pto
from pto_dialect.tools.driver import read_stdin, run_tool
from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.verifier import verify
from pto_dialect.universe import PTO_UNIVERSE

LEVELS = ("tile", "placed", "pto")
"""What can be printed."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "pto-compile", description="Compile a tile kernel to .pto text."
    )
    parser.add_argument(
        "input",
        metavar="FILE[:KERNEL]",
        help="a Python file with kernels, or tile IR (- for stdin); the name of a kernel if "
        "it is not all of them",
    )
    parser.add_argument("-o", metavar="OUT", dest="output", help="file to write (default: stdout)")
    parser.add_argument(
        "--target", choices=list(TARGETS), help="NPU generation (default: the module's, else a3)"
    )
    parser.add_argument(
        "--planner",
        choices=[p.value for p in Planner],
        default=Planner.PACK.value,
        help="memory planner",
    )
    parser.add_argument(
        "--rotate",
        choices=[r.value for r in Rotate],
        help="when the loads of a pipelined loop rotate through slots: under planner ptoas, always "
        f"or never (default: {ROTATE_VARIABLE}, else auto)",
    )
    parser.add_argument(
        "--ptoas-version",
        type=_version,
        default=str(DEFAULT_PTOAS),
        metavar="V",
        help="version of the assembler that will read the text (default: %(default)s)",
    )
    parser.add_argument(
        "--sync",
        choices=SYNC_MODES,
        default="insert",
        help="how the assembler will synchronise",
    )
    parser.add_argument(
        "--emit", choices=LEVELS, default="pto", help="which level to print (default: pto)"
    )
    parser.add_argument(
        "--emit-loc", action="store_true", help="say where each operation comes from"
    )
    parser.add_argument(
        "--report",
        nargs="?",
        const="text",
        choices=("text", "json"),
        help="print what became of the memory",
    )
    parser.add_argument(
        "--remarks", action="store_true", help="print which optimisations were declined, and why"
    )
    parser.add_argument(
        "--dump-ir", metavar="DIR", help="write the IR after each pass to numbered files"
    )
    parser.add_argument("--time", action="store_true", help="print the seconds of each step")
    parser.add_argument("--debug", action="store_true", help="show the Python traceback of errors")
    return parser


def _version(text: str) -> str:
    try:
        PtoasVersion.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def main(argv: Sequence[str] | None = None) -> int:
    """Run `pto-compile` with these arguments (default: those of the process); its exit code."""
    sources: dict[str, str] = {}
    return run_tool(lambda: _run(_parser().parse_args(argv), sources), argv, sources)


def _run(args: argparse.Namespace, sources: dict[str, str]) -> None:
    """Compile; `sources` gets the text of an input that is no file."""
    steps: list[tuple[str, float]] = []
    start = time.perf_counter()
    path, kernel = split_input(args.input)
    module = read_module(path, kernel, args.target, sources)
    steps.append(("read", time.perf_counter() - start))
    if args.emit == "tile":
        from lowering.no_text import check_is_no_text

        check_is_no_text(module)
        verify(module)
        _write(_ir_text(module, args), args.output)
        return
    options = Options(
        target=args.target or target_of(module).name,
        planner=args.planner,
        rotate=rotation(args.rotate, os.environ),
        ptoas_version=args.ptoas_version,
        sync=args.sync,
        emit_loc=args.emit_loc,
        dump_ir=args.dump_ir,
    )
    shown: list[str] = []

    def at_level(level: str, ir: ModuleOp) -> None:
        if level == args.emit:
            shown.append(_ir_text(ir, args))

    text, report = lower(
        module,
        options,
        at_level=at_level,
        timing=lambda step, t: steps.append((step, t)),
        place_only=args.emit == "placed",
    )
    _write(shown[0] if shown else text, args.output)
    if args.remarks and args.report != "text":
        for remark in report.remarks:
            print(remark, file=sys.stderr)
    if args.report is not None:
        sys.stdout.flush()
        _print_report(report, args)
    if args.time:
        for step, seconds in [*steps, ("all", time.perf_counter() - start)]:
            print(f"{seconds:9.4f} s  {step}", file=sys.stderr)


def _ir_text(module: ModuleOp, args: argparse.Namespace) -> str:
    """IR as `pto-opt` reads it."""
    stream = StringIO()
    Printer(stream, print_debuginfo=args.emit_loc).print_op(module)
    return stream.getvalue() + "\n"


def _print_report(report: Report, args: argparse.Namespace) -> None:
    import json

    text = json.dumps(report.as_json(), indent=2) if args.report == "json" else str(report)
    print(text, file=sys.stderr if args.output is None else sys.stdout)


def _write(text: str, output: str | None) -> None:
    """Write the text to stdout, or all of it or nothing to a file."""
    if output is None:
        sys.stdout.write(text)
        return
    import tempfile

    path = Path(output)
    if path.exists() and not path.is_file():  # a pipe or a device
        path.write_text(text, encoding="utf-8")
        return
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, output) from error
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# ---- Reading the input ----


def split_input(text: str) -> tuple[str, str | None]:
    """`FILE[:KERNEL]` as path and name."""
    path, colon, kernel = text.rpartition(":")
    if not colon or Path(text).exists() or not kernel.replace(".", "").isidentifier():
        return text, None
    return path, kernel


def read_module(
    path: str, kernel: str | None, target: str | None, sources: dict[str, str] | None = None
) -> ModuleOp:
    """
    The module that a file describes: of a Python file the tile IR of a kernel, else the IR
    itself; `.pto` text is read as the assembler reads it. With a kernel's name only that. `-` is
    tile IR from stdin, whose text is added to `sources` for error messages.

    Raises:
        CompileError: the file has an error, or the kernel is not in it.
        OSError: it cannot be read.
    """
    if Path(path).suffix == ".py":
        return tile_module(find_kernels(load_kernels(path), kernel, path), target or "a3")
    context = Context()
    _register_dialects(context)
    if path == "-":
        path, text = "<stdin>", read_stdin()
        if sources is not None:
            sources[path] = text.decode("utf-8", "replace")
    else:
        text = Path(path).read_bytes()
    if Path(path).suffix == ".pto":
        module = read_pto(context, text, path, check=False)
        if target is not None and TARGET_ARCH not in module.attributes:
            module = read_pto(context, text, path, arch=target, check=False)
    else:
        module = parse_module(context, text, path)
    if kernel is not None:
        _keep_function(module, kernel, path)
    known = target_of(module).name
    if target is not None and TARGET_ARCH in module.attributes and known != target:
        raise CompileError(f"'{path}' is for target '{known}', not '{target}'")
    return module


def _register_dialects(context: Context) -> None:
    for name, factory in {**get_all_dialects(), **PTO_UNIVERSE.all_dialects}.items():
        context.register_dialect(name, factory)


def _keep_function(module: ModuleOp, name: str, path: str) -> None:
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    names = [f.sym_name.data for f in functions]
    if name not in names:
        _fail_unknown(name, names, path)
    for function in functions:
        if function.sym_name.data != name:
            function.detach()
            function.erase()


def load_kernels(path: str) -> dict[str, Kernel | Program]:
    """
    The kernels and programs of a Python file by name, in order. The file is run as a module
    that is not `__main__`.

    Raises:
        CompileError: the file is no Python, or raises an exception.
        OSError: it cannot be read.
    """
    with open(path, "rb"):
        pass  # so that a file that is not there is an OSError like any other
    source = source_file(path)
    module = ModuleType("__kernels__")
    module.__file__ = path
    outer = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module  # dataclasses look themselves up
    directory = str(Path(path).resolve().parent)
    sys.path.insert(0, directory)
    try:
        # What the file prints must not get between our text.
        with redirect_stdout(sys.stderr):
            code = builtins.compile(source.tree, path, "exec", dont_inherit=True)
            exec(code, vars(module))
    except CompileError as error:
        if error.position is not None:
            raise
        raise CompileError(error.message, _place(error, path), error.notes) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _located(error, path) from error
    finally:
        sys.path.remove(directory)
        if outer is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = outer
    found: dict[str, Kernel | Program] = {}
    for name, value in vars(module).items():
        if isinstance(value, Kernel | Program) and value not in found.values():
            found[name] = value
    return found


def _located(error: BaseException, path: str) -> CompileError:
    """An exception of the user's code as an error at its innermost place in the file."""
    try:
        message = str(error)
    except Exception:  # The class of the exception is the user's, too.
        message = ""
    kind = type(error).__name__
    text = f"{kind}: {message}" if message else kind
    if isinstance(error, UnknownWord):
        text = message
    if isinstance(error, SystemExit):
        text = f"the file ends Python ({text})"
    if isinstance(error, AttributeError) and isinstance(error.obj, type) and error.name:
        text = no_attribute(error.obj, f"'{error.obj.__name__}'", error.name)
    if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] == "pypto":
        text = "not supported: a module of PyPTO; pto_dialect.language is for pypto.language"
    if isinstance(error, SyntaxError) and error.filename is not None:
        place = Position(error.filename, error.lineno or 1, error.offset or 1)
        return CompileError(f"syntax error: {error.msg}", place)
    return CompileError(text, _place(error, path))


def _place(error: BaseException, path: str) -> Position:
    """The innermost place of a file that an exception went through."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == path and frame.lineno is not None:
            return Position(path, frame.lineno, (frame.colno or 0) + 1)
    return Position(path, 1, 1)


def find_kernels(
    kernels: Mapping[str, Kernel | Program], name: str | None, path: str
) -> Sequence[Kernel | Program]:
    """
    The kernel or program of a name; without one all of a file that run on an NPU core. Says on
    stderr which of them do not.

    Raises:
        CompileError: there is none.
    """
    found = [*kernels.values()] if name is None else [_kernel_named(kernels, name, path)]
    if not found:
        where = Position(path, 1, 1)
        raise CompileError("there is no kernel (@pl.function, @pl.program)", where)
    own, skipped = device_kernels(found)
    if len(found) == 1 and isinstance(found[0], Kernel):
        return found
    if own:
        for function, reason in skipped.items():
            print(f"note: '{function.name}' is skipped: {reason}", file=sys.stderr)
    return own or found


def _kernel_named(
    kernels: Mapping[str, Kernel | Program], name: str, path: str
) -> Kernel | Program:
    known: dict[str, Kernel | Program] = dict(kernels)
    for program in kernels.values():
        if isinstance(program, Program):
            for inner, kernel in program.kernels.items():
                known[f"{program.name}.{inner}"] = kernel
                known.setdefault(inner, kernel)
    if name not in known:
        _fail_unknown(name, list(known), path)
    return known[name]


def _fail_unknown(name: str, known: Sequence[str], path: str) -> NoReturn:
    names = ", ".join(f"'{n}'" for n in known) or "none"
    message = f"no kernel '{name}' in '{path}'{nearest(name, known)}"
    raise CompileError(message, notes=[f"the file has {names}"])
