"""
`pto-opt`: run passes over MLIR text, as `xdsl-opt` does, with errors for people.

It differs from `xdsl-opt` in this: operations know their place in the file, uses of values are
checked for dominance, errors are `file:line:col: error: ...` with distinct exit codes, an output
file is written only when all went well, and a file with any extension is read as MLIR.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from inspect import signature
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.printer import Printer
from xdsl.utils.arg_spec import ArgSpec, parse_pipeline, parse_spec
from xdsl.utils.exceptions import DiagnosticException
from xdsl.utils.frontend import Frontend
from xdsl.utils.target import Target
from xdsl.xdsl_opt_main import xDSLOptMain

from pto_dialect.diagnostics import CompileError, nearest, one_line
from pto_dialect.tools.driver import UsageError, read_stdin, run_tool
from pto_dialect.tools.options import with_options
from pto_dialect.tools.parser import parse_module
from pto_dialect.tools.verifier import verify


class PtoOptMain(xDSLOptMain):
    """`xdsl-opt` with the checks and error reports of this project."""

    version_format = "pto-opt built on xdsl {xdsl_version}"

    sources: dict[str, str]
    """Text of the input by name, when it is no file."""
    running: ModulePass | None = None
    """The pass that is being applied."""
    pass_start: float = 0.0
    """When it started, in seconds of `time.perf_counter`."""
    pending: StringIO | None = None
    """The output while it is not yet known whether all goes well."""

    def __init__(self, args: Sequence[str] | None = None, sources: dict[str, str] | None = None):
        self.sources = {} if sources is None else sources
        super().__init__("Run passes over MLIR text", args)

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser):
        super().register_all_arguments(arg_parser)
        arg_parser.prog = "pto-opt"
        arg_parser.add_argument(
            "--debug", action="store_true", help="Show the Python traceback of an error."
        )

    def setup_pipeline(self):
        self.check_format_options()
        passes = tuple(self.pass_from_spec(spec) for spec in parse_pipeline(self.args.passes))
        self.pipeline = PassPipeline(passes, self.between_passes)

    def check_format_options(self) -> None:
        """
        Find a wrong option of `-t` or `--frontend` before any work is done.

        Raises:
            UsageError: the target or frontend has no such option or value.
        """
        for what, text, available in (
            ("target", self.args.target, self.available_targets),
            ("frontend", self.args.frontend, self.available_frontends),
        ):
            spec = parse_spec(text) if text else None
            # An old-style target, a function of the module, has no options.
            if spec is not None and not signature(available[spec.name]).parameters:
                kind = cast(Callable[[], type[Target | Frontend]], available[spec.name])()
                with_options(kind, spec, what, text)

    def pass_from_spec(self, spec: ArgSpec) -> ModulePass:
        """
        The pass that a part of `-p` names, with its options.

        Raises:
            UsageError: there is no such pass, or it has no such option or value.
        """
        if spec.name not in self.available_passes:
            hint = nearest(spec.name, self.available_passes)
            raise UsageError(f"unknown pass '{spec.name}'{hint}")
        pass_type = self.available_passes[spec.name]()
        return with_options(pass_type, spec, "pass", self.args.passes)

    def between_passes(
        self, previous: ModulePass | None, module: ModuleOp, following: ModulePass | None
    ) -> None:
        """Time, check and print the module as the options ask, before and after each pass."""
        if previous is not None and self.args.time_passes:
            print(f"Pass {previous.name} took {time.perf_counter() - self.pass_start} seconds")
        if not self.args.disable_verify:
            verify(module)
        if previous is not None and following is not None and self.args.print_between_passes:
            print(f"IR after {previous.name}:")
            Printer(stream=sys.stdout).print_op(module)
            print("\n\n\n")
        self.running = following
        self.pass_start = time.perf_counter()

    def apply_passes(self, prog: ModuleOp):
        self.running = None
        try:
            super().apply_passes(prog)
        except DiagnosticException as error:
            if self.running is None:
                raise
            in_pass = f"in pass '{self.running.name}'"
            if isinstance(error, CompileError):
                raise CompileError(
                    error.message, error.position, (*error.notes, in_pass)
                ) from error
            raise CompileError(one_line(error), notes=[in_pass]) from error

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        name = self.args.input_file
        if name in (None, "-"):
            self.args.input_file = None
            content = read_stdin()
            self.sources[self.get_input_name()] = content.decode("utf-8", "replace")
            return BytesIO(content), "mlir"
        extension = Path(name).suffix.removeprefix(".")
        return (
            BytesIO(Path(name).read_bytes()),
            extension if extension in self.available_frontends else "mlir",
        )

    def parse_chunk(
        self, chunk: IO[bytes], file_extension: str, start_offset: int = 0
    ) -> ModuleOp | None:
        if (self.args.frontend or file_extension) != "mlir":
            return super().parse_chunk(chunk, file_extension, start_offset)
        return parse_module(
            self.ctx,
            chunk.read(),
            self.get_input_name(),
            line_offset=start_offset,
            implicit_module=not self.args.no_implicit_module,
        )

    def prepare_output(self) -> IO[str]:
        if self.args.output_file is None:
            return sys.stdout
        self.pending = _KeptText()
        return self.pending

    def run(self):
        super().run()
        if self.pending is not None:
            Path(self.args.output_file).write_text(self.pending.getvalue(), encoding="utf-8")


class _KeptText(StringIO):
    """Text in memory that is still there after the writer has closed it."""

    def close(self) -> None:
        """Keep the text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `pto-opt` with these arguments (default: those of the process); its exit code."""
    sources: dict[str, str] = {}
    return run_tool(lambda: PtoOptMain(argv, sources).run(), argv, sources)
