"""
From a kernel to `.pto` text.

With `tools/` this is where the parts of the system are put together; the passes and the emitter
are imported when something is compiled.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache as cache_call
from functools import partial
from pathlib import Path
from time import perf_counter

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException

from pto_dialect.diagnostics import CompileError, one_line
from pto_dialect.language.cache import Cache, Entry, cache_key, ir_text, parse_ir
from pto_dialect.language.kernel import Kernel, Program
from pto_dialect.language.module import tile_module
from pto_dialect.language.report import Report, count_moves, make_report
from pto_dialect.machine.ptoas import SYNC_MODES, PtoasVersion
from pto_dialect.machine.targets import TARGETS
from pto_dialect.module_attributes import TARGET_ARCH, Planner, Rotate
from pto_dialect.tools.driver import paused_gc
from pto_dialect.tools.verifier import verify

ROTATE_VARIABLE = "PTO_MULTI_BUFFER"
"""Environment variable: when pipelined loops rotate, if nobody says so."""


@dataclass(frozen=True)
class Options:
    """What a program is compiled for, and how."""

    target: str = "a3"
    """The NPU generation."""
    planner: str = "pack"
    """The memory planner."""
    rotate: str = "auto"
    """When pipelined loops rotate through slots."""
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
            ("rotate", self.rotate, list(Rotate)),
            ("sync", self.sync, SYNC_MODES),
        ):
            if value not in known:
                raise CompileError(f"unknown {what} '{value}', know {', '.join(known)}")
        try:
            PtoasVersion.parse(self.ptoas_version)
        except ValueError as error:
            raise CompileError(str(error)) from error


class Compiled:
    """A compiled program, at each level."""

    def __init__(
        self,
        pto: str,
        tile: ModuleOp,
        placed: Callable[[], ModuleOp],
        module: Callable[[], ModuleOp],
        report: Report,
    ):
        """`placed` and `module` are asked once, when somebody wants to see those levels."""
        self.pto = pto
        """The text for the assembler."""
        self.tile = tile
        """Tile IR: what the author wrote."""
        self.report = report
        """What became of the memory."""
        self._placed, self._module = cache_call(placed), cache_call(module)

    @property
    def placed(self) -> ModuleOp:
        """Placed IR: every tile has its memory."""
        return self._placed()

    @property
    def module(self) -> ModuleOp:
        """The program in the dialect of the assembler."""
        return self._module()


def rotation(explicit: str | None, environment: Mapping[str, str]) -> str:
    """
    When pipelined loops rotate: what the caller says, else the environment variable
    `PTO_MULTI_BUFFER`, else `auto`.

    Raises:
        CompileError: the variable has a value that does not exist.
    """
    if explicit is not None:
        return explicit
    value = environment.get(ROTATE_VARIABLE) or Rotate.AUTO
    if value not in list(Rotate):
        raise CompileError(
            f"unknown value '{value}' of {ROTATE_VARIABLE}, know {', '.join(Rotate)}"
        )
    return value


def compile(
    kernel: Kernel | Program,
    *,
    target: str = "a3",
    planner: str = "pack",
    rotate: str | None = None,
    ptoas_version: str = "0.48",
    sync: str = "insert",
    emit_loc: bool = False,
    cache: str | Path | None = None,
    dump_ir: str | Path | None = None,
) -> Compiled:
    """
    Compile a kernel or a program to `.pto` text.

    `target` is `a3` or `a5`. `planner` is `pack` (tiles share memory where their lives allow it,
    addresses are ours), `solve` (they share as little as fits) or `ptoas` (the assembler plans).
    `sync` says how the assembler will be told to synchronise, `insert` or `graph`. With `emit_loc`
    the text says where each operation comes from. `dump_ir` is a directory for the IR after each
    pass.

    `rotate` says when the loads of a pipelined loop rotate through the slots of a buffer: under
    planner `ptoas` (`auto`), `always` or `never`; without it the environment variable
    `PTO_MULTI_BUFFER` does, else it is `auto`. `cache` is a directory where the result is
    looked up, or kept for the next time; a dump is always made anew.

    Raises:
        CompileError: the kernel or an option has an error.
    """
    options = Options(
        target=target,
        planner=planner,
        rotate=rotation(rotate, os.environ),
        ptoas_version=ptoas_version,
        sync=sync,
        emit_loc=emit_loc,
        dump_ir=None if dump_ir is None else str(dump_ir),
    )
    with paused_gc():
        module = tile_module(kernel, target)
        if cache is None:
            return compile_module(module, options)
        return _compile_cached(module, options, Cache(Path(cache)))


def _compile_cached(module: ModuleOp, options: Options, cache: Cache) -> Compiled:
    """Look a program up, or compile it and keep the result."""
    module.attributes[TARGET_ARCH] = StringAttr(options.target)
    key = cache_key(options, ir_text(module))
    entry = None if options.dump_ir is not None else cache.load(key)
    if entry is not None:
        verify(module)
        return Compiled(
            entry.pto,
            module,
            partial(parse_ir, entry.placed),
            partial(parse_ir, entry.module),
            entry.report,
        )
    compiled = compile_module(module, options)
    texts = ir_text(compiled.placed), ir_text(compiled.module)
    cache.store(key, Entry(compiled.pto, *texts, compiled.report))
    return compiled


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
    placed = levels["placed"]
    return Compiled(text, levels["tile"], lambda: placed, lambda: module, report)


def lower(
    module: ModuleOp,
    options: Options,
    *,
    at_level: Callable[[str, ModuleOp], None] = lambda level, ir: None,
    timing: Callable[[str, float], None] | None = None,
    place_only: bool = False,
) -> tuple[str, Report]:
    """
    The `.pto` text and the report of tile IR, which becomes IR of the assembler's dialect. With
    `place_only` it becomes placed IR, and there is no text.

    `at_level` is shown the IR at the levels `tile` and `placed`, when it has been checked.
    `timing` is told the name of each step and the seconds it took.

    Raises:
        CompileError: the program has an error.
    """
    from lowering.emit_pto import emit_module
    from lowering.no_text import check_is_no_text
    from lowering.pipeline import PtoPipelinePass

    check_is_no_text(module)
    pipeline = PtoPipelinePass(
        planner=options.planner,
        rotate=options.rotate,
        ptoas_version=options.ptoas_version,
        sync=options.sync,
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
    if place_only:
        return "", report
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
