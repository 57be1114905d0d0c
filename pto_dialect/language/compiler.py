"""
From a kernel to `.pto` text.

With `tools/` this is where the parts of the system are put together; the passes and the emitter
are imported when something is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException

from pto_dialect.diagnostics import CompileError
from pto_dialect.language.kernel import Kernel, Program
from pto_dialect.language.module import tile_module
from pto_dialect.language.report import Report, count_moves, make_report
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.machine.targets import TARGETS
from pto_dialect.module_attributes import TARGET_ARCH, Planner
from pto_dialect.tools.driver import one_line, paused_gc, verify

SYNC_MODES = ("insert", "graph")
"""How the assembler may synchronise."""


@dataclass(frozen=True)
class Options:
    """What a program is compiled for, and how."""

    target: str = "a3"
    """The NPU generation."""
    planner: str = "pack"
    """The memory planner."""
    ptoas_version: str = "0.48"
    """The version of the assembler that will read the text."""
    sync: str = "insert"
    """How the assembler will synchronise."""
    emit_loc: bool = False
    """Whether the text says where each operation comes from."""
    dump_ir: str | None = None
    """A directory for the IR after each pass."""

    def __post_init__(self):
        for what, value, known in (
            ("target", self.target, list(TARGETS)),
            ("planner", self.planner, list(Planner)),
            ("sync", self.sync, SYNC_MODES),
        ):
            if value not in known:
                raise CompileError(f"unknown {what} '{value}', know {', '.join(known)}")
        try:
            PtoasVersion.parse(self.ptoas_version)
        except ValueError as error:
            raise CompileError(str(error)) from error


@dataclass(frozen=True)
class Compiled:
    """A compiled program, at each level."""

    pto: str
    """The text for the assembler."""
    tile: ModuleOp
    """Tile IR: what the author wrote."""
    placed: ModuleOp
    """Placed IR: every tile has its memory."""
    module: ModuleOp
    """The program in the dialect of the assembler."""
    report: Report
    """What became of the memory."""


def compile(
    kernel: Kernel | Program,
    *,
    target: str = "a3",
    planner: str = "pack",
    rotate: str = "auto",
    ptoas_version: str = "0.48",
    sync: str = "insert",
    emit_loc: bool = False,
    cache: None = None,
    dump_ir: str | Path | None = None,
) -> Compiled:
    """
    Compile a kernel or a program to `.pto` text.

    `target` is `a3` or `a5`. `planner` is `pack` (tiles share memory where their lives allow it,
    addresses are ours) or `ptoas` (the assembler plans). `sync` says how the assembler will
    be told to synchronise, `insert` or `graph`. With `emit_loc` the text says where each
    operation comes from. `dump_ir` is a directory for the IR after each pass.

    Raises:
        CompileError: the kernel or an option has an error.
    """
    if rotate != "auto":
        raise CompileError(f"unknown value '{rotate}' of rotate, know auto")
    if cache is not None:
        raise CompileError("not supported: cache other than None")
    options = Options(
        target=target,
        planner=planner,
        ptoas_version=ptoas_version,
        sync=sync,
        emit_loc=emit_loc,
        dump_ir=None if dump_ir is None else str(dump_ir),
    )
    with paused_gc():
        return compile_module(tile_module(kernel, target), options)


def compile_module(module: ModuleOp, options: Options) -> Compiled:
    """
    Compile tile IR, and keep every level of it; the module itself becomes the last one.

    Raises:
        CompileError: the program has an error.
    """
    levels: dict[str, ModuleOp] = {}
    text, report = lower(
        module, options, at_level=lambda level, ir: levels.update({level: ir.clone()})
    )
    return Compiled(text, levels["tile"], levels["placed"], module, report)


def lower(
    module: ModuleOp,
    options: Options,
    *,
    at_level: Callable[[str, ModuleOp], None] = lambda level, ir: None,
    timing: Callable[[str, float], None] | None = None,
) -> tuple[str, Report]:
    """
    The `.pto` text and the report of tile IR, which becomes IR of the assembler's dialect.

    `at_level` is shown the IR at the levels `tile` and `placed`, when it has been checked.
    `timing` is told the name of each step and the seconds it took.

    Raises:
        CompileError: the program has an error.
    """
    from lowering.emit_pto import emit_module
    from lowering.pipeline import PtoPipelinePass

    pipeline = PtoPipelinePass(
        planner=options.planner, ptoas_version=options.ptoas_version, sync=options.sync
    )
    clock, dump, context = _Clock(timing), _Dump(options.dump_ir), Context()
    module.attributes[TARGET_ARCH] = StringAttr(options.target)
    verify(module)
    clock.done("verify")
    written = count_moves(module)
    at_level("tile", module)
    dump.write("tile", module)
    *memory, last = pipeline.stages()
    clock.restart()
    for stage in memory:
        _apply(stage, context, module)
        clock.done(stage.name)
        dump.write(stage.name, module)
        clock.restart()
    report = make_report(module, written)
    at_level("placed", module)
    clock.restart()
    _apply(last, context, module)
    clock.done(last.name)
    dump.write(last.name, module)
    clock.restart()
    verify(module)
    clock.done("verify")
    text = emit_module(module, emit_loc=options.emit_loc)
    clock.done("emit")
    return text, report


def _apply(stage: ModulePass, context: Context, module: ModuleOp) -> None:
    """
    Run a pass.

    Raises:
        CompileError: the program has an error; one without a place names the pass.
    """
    try:
        stage.apply(context, module)
    except CompileError:
        raise
    except DiagnosticException as error:
        raise CompileError(one_line(error), notes=[f"in pass '{stage.name}'"]) from error


class _Clock:
    """Tells how long each step took."""

    def __init__(self, timing: Callable[[str, float], None] | None):
        self._timing = timing
        self._start = perf_counter()

    def restart(self) -> None:
        """What has been done since the last step belongs to none."""
        self._start = perf_counter()

    def done(self, step: str) -> None:
        """A step has ended, and the next one begins."""
        now = perf_counter()
        if self._timing is not None:
            self._timing(step, now - self._start)
        self._start = now


class _Dump:
    """Numbered files of IR, in a directory that is made for them."""

    def __init__(self, directory: str | None):
        self._directory = None if directory is None else Path(directory)
        self._number = 0

    def write(self, name: str, module: ModuleOp) -> None:
        """Write the next file."""
        if self._directory is None:
            return
        self._directory.mkdir(parents=True, exist_ok=True)
        path = self._directory / f"{self._number:02}-{name}.mlir"
        path.write_text(str(module) + "\n", encoding="utf-8")
        self._number += 1
